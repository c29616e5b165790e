"""`assumedReplaced`: assets with writes that are only assumed to replace, if the answer depends on them."""

import asyncio

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.lineage.assumed import MAX_CHECKED, assumed_replaced


@strawberry.type(description="A page of assets, sorted by URN.")
class AssumedReplacedResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of assets on all pages.")
    is_complete: bool = strawberry.field(
        description=f"True if all versions of the answer were checked; false beyond {MAX_CHECKED} versions."
    )
    assets: list[Entity] = strawberry.field(description="The assets of this page.")


@strawberry.type
class ImpactAssumed(Answered):
    """The assumptions behind an answer."""

    @strawberry.field(
        description="Assets with writes that do not say replace or append, and are assumed to replace. Only if"
        " appending writes would make more runs certain in the answer (docs/impact.md). `headwater writes` configures"
        f" the mode. Default: 20; at most 1000. {OUT_OF_TIME}"
    )
    async def assumed_replaced(
        self, info: Info, start: Start = None, count: Count = None
    ) -> AssumedReplacedResult | None:
        start, count = offset_page(start, count)
        assumed = await assumed_replaced(info.context.reader, self.whole)
        if assumed is None:
            return None
        rows = await asyncio.gather(*map(info.context.entity_by_id, assumed.asset_ids[start : start + count]))
        return AssumedReplacedResult(
            start=start,
            count=count,
            total=len(assumed.asset_ids),
            is_complete=assumed.is_complete,
            assets=[info.context.to_entity(row) for row in rows if row is not None],
        )
