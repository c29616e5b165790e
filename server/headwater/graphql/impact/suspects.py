"""`suspects`: unusual runs upstream of a bad version (docs/suspects.md)."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import SuspectReason
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.history import HistoryMeasure, history_measure
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage import suspects as lineage
from headwater.lineage.suspects import MAX_CHECKED, suspects
from headwater.lineage.versions import Version, versions_by_key
from headwater.model.loose_json import text
from headwater.model.questions import PointInTime


@strawberry.type(description="An unusual run, with the reason.")
class Suspect:
    found: strawberry.Private[lineage.Suspect]
    point_in_time: strawberry.Private[PointInTime]
    reason: SuspectReason = strawberry.field(description="The reason for the suspicion.")
    depth: int = strawberry.field(
        description="The distance in runs; for STALE_INPUT the distance of the reader. 0: the start, or its writer."
    )
    sentence: str = strawberry.field(description="The suspicion as a sentence, with the figures. Times are UTC.")
    measure: HistoryMeasure | None = strawberry.field(description="The figures of ROWS, SIZE and DURATION.")

    @strawberry.field(description="The run. For STALE_INPUT: the run that failed or was skipped.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.found.run_id)

    @strawberry.field(
        description="For ROWS and SIZE: the output. For STALE_INPUT: the output that the run should have written."
    )
    async def asset(self, info: Info) -> Entity | None:
        asset_id = self.found.asset_id
        if self.found.version is not None:
            version: Version = await info.context.ask(versions_by_key, self.found.version, self.point_in_time)
            asset_id = version.asset_id
        entity = None if asset_id is None else await info.context.entity_by_id(asset_id)
        return None if entity is None else info.context.to_entity(entity)

    @strawberry.field(description="Only for STALE_INPUT: the old version that was read instead of a new one.")
    async def version(self, info: Info) -> AssetVersion | None:
        if self.found.version is None:
            return None
        return await version_by_key(info.context, self.found.version, self.point_in_time)

    @strawberry.field(
        description="Only for STALE_INPUT: the run that read the version last. Null: the start shows the version"
        " itself."
    )
    async def reader(self, info: Info) -> LazyInstance | None:
        return None if self.found.reader_id is None else await info.context.instance(self.found.reader_id)

    @strawberry.field(description="The run's error message, if the run failed and sent one.")
    async def message(self, info: Info) -> str | None:
        return text(await info.context.facet(self.found.run_id, "errorMessage"), "message")


@strawberry.type(description="A page of suspects, the worst first, then the nearest.")
class SuspectResult:
    checked: int = strawberry.field(description=f"The number of checked runs: the nearest, at most {MAX_CHECKED}.")
    is_complete: bool = strawberry.field(
        description="True if all runs of the answer were checked, and no limit cut the answer."
    )
    total: int = strawberry.field(description="The number of suspects on all pages.")
    suspects: list[Suspect] = strawberry.field(description="The suspects of this page.")


@strawberry.type
class ImpactSuspects(Answered):
    """The unusual runs in an upstream answer."""

    @strawberry.field(
        description="Unusual upstream runs, the start's own included (docs/suspects.md). The worst first, then the"
        f" nearest. Null DOWNSTREAM. Default: 20; at most 1000. {OUT_OF_TIME}"
    )
    async def suspects(self, info: Info, start: Start = None, count: Count = None) -> SuspectResult | None:
        start, count = offset_page(start, count)
        asked = await suspects(info.context.reader, self.whole)
        point_in_time = self.asked.question.point_in_time
        if asked is None:
            return None
        return SuspectResult(
            checked=asked.checked,
            is_complete=asked.is_complete,
            total=len(asked.found),
            suspects=[_suspect(one, point_in_time) for one in asked.found[start : start + count]],
        )


def _suspect(found: lineage.Suspect, point_in_time: PointInTime) -> Suspect:
    return Suspect(
        found=found,
        point_in_time=point_in_time,
        reason=found.reason,
        depth=found.depth,
        sentence=found.sentence,
        measure=None if found.measure is None else history_measure(found.measure),
    )
