"""`assumedReplaced`: assets whose writes do not say whether they replace, if the answer depends on it."""

import asyncio

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.deadline import OUT_OF_TIME
from headwater.graphql.impact.question import Answered
from headwater.graphql.offset_paging import Count, Start, offset_page

MAX_CHECKED = 10_000


@strawberry.type(description="A page of assets, sorted by URN.")
class AssumedReplacedResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="The number of assets on all pages.")
    is_complete: bool = strawberry.field(
        description=f"True if all versions of the answer were checked; false beyond {MAX_CHECKED} versions."
    )
    assets: list[Entity] = strawberry.field(description="The assets of this page.")


@strawberry.type
class ImpactAssumed(Answered):
    """The assumptions of an answer."""

    @strawberry.field(
        description="Assets whose writes do not say whether they replace or append, and are taken to replace. Only"
        " those that matter: if their writes appended, more runs would be certain in the answer (docs/impact.md)."
        f" `headwater writes` configures the mode. Default: 20; at most 1000. {OUT_OF_TIME}"
    )
    async def assumed_replaced(
        self, info: Info, start: Start = None, count: Count = None
    ) -> AssumedReplacedResult | None:
        start, count = offset_page(start, count)
        ids = await self.question.deadline.within(self.data_assumed(info.context))
        if ids is None:
            return None
        rows = await asyncio.gather(*map(info.context.entity_by_id, ids[start : start + count]))
        return AssumedReplacedResult(
            start=start,
            count=count,
            total=len(ids),
            is_complete=len(self.answer.versions) <= MAX_CHECKED,
            assets=[info.context.to_entity(row) for row in rows if row is not None],
        )

    async def data_assumed(self, context: Context) -> list[int]:
        """The ids of the assets, by URN."""
        question, runs, versions = self.question, self.answer.runs, self.answer.versions
        keys = zip(versions.ids[:MAX_CHECKED].tolist(), versions.attempts[:MAX_CHECKED].tolist(), strict=True)
        return await context.reader.walks.assumed_replaced(
            list(keys),
            [*runs.ids[runs.are_certain].tolist(), *question.start.run_ids],
            question.direction,
            question.point_in_time,
            question.implicit,
        )
