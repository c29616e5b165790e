"""The runs and versions of an answer: pages, filters, and the path to each."""

import asyncio
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Any, cast

import strawberry

from headwater.execution.fields import of_many, only
from headwater.graphql.by_id import runs_by
from headwater.graphql.context import Context, Info
from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.impact.answered import Answered
from headwater.graphql.impact.steps import (
    DEFAULT_PATH,
    MAX_PATH,
    ImpactStep,
    PathCount,
    check_path_count,
    impact_steps,
)
from headwater.graphql.lists import check_urns
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, RunState, to_state
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage.affected import (
    AffectedNode,
    RunFilter,
    Standing,
    VersionFilter,
    affected_run,
    affected_version,
    chosen_runs,
    chosen_versions,
    path_to,
)
from headwater.lineage.head import HeadRun
from headwater.lineage.question import Question
from headwater.urn import DATASET, ML_MODEL

MAX_VALUES = 100
_RUNS = runs_by(attrgetter("run_id"))


@strawberry.input
class _AffectedFilter:
    kinds: list[Kind] | None = strawberry.field(
        default=None, description="Only results with one of these kinds, whatever other kinds hold for them."
    )
    certainty: Certainty | None = strawberry.field(
        default=None, description="CERTAIN: only certain results. POSSIBLE: only results that are merely possible."
    )


@strawberry.input(
    description="A filter of the runs to show. Runs must meet every given condition. An empty list means no condition."
)
class AffectedRunFilter(_AffectedFilter):
    templates: list[str] | None = strawberry.field(
        default=None, description=f"Runs of these jobs or flows, by URN. At most {MAX_VALUES}."
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="Runs with one of these results, by their latest state."
    )


@strawberry.input(
    description="A filter of the versions to show. Versions must meet every given condition. An empty list means no"
    " condition."
)
class AffectedVersionFilter(_AffectedFilter):
    assets: list[str] | None = strawberry.field(
        default=None, description=f"Versions of these datasets or models, by any of their URNs. At most {MAX_VALUES}."
    )


def run_filter(given: AffectedRunFilter | None) -> RunFilter:
    """Check a filter of runs. Raises BadRequestError."""
    if given is None:
        return RunFilter()
    check_urns("filter.templates", given.templates or [], MAX_VALUES)
    results = [result.name for result in given.results or []]
    return RunFilter(given.kinds or [], given.certainty, given.templates or [], results)


def version_filter(given: AffectedVersionFilter | None) -> VersionFilter:
    """Check a filter of versions. Raises BadRequestError."""
    if given is None:
        return VersionFilter()
    check_urns("filter.assets", given.assets or [], MAX_VALUES, (DATASET, ML_MODEL))
    return VersionFilter(given.kinds or [], given.certainty, given.assets or [])


@strawberry.type
class _Standing:
    question: strawberry.Private[Question]
    standing: strawberry.Private[Standing | HeadRun]
    kind: Kind = strawberry.field(description="The kind of effect: CONTAMINATED or STALE.")
    certainty: Certainty = strawberry.field(description="CERTAIN if a path of certain hops leads here, else POSSIBLE.")
    depth: int = strawberry.field(description="The number of runs on the shortest path from the start.")
    reached_at: datetime | None = strawberry.field(
        description="The earliest time of the effect, UTC. Null: upstream, or only references lead here."
    )

    @strawberry.field(
        description="The shortest path from the start: runs and the versions between them. The first run made the"
        f" first version. Longer paths are cut to the last {DEFAULT_PATH} places, or the last `count`, at most"
        f" {MAX_PATH}."
    )
    async def path(self, info: Info, count: PathCount = DEFAULT_PATH) -> list[ImpactStep] | None:
        check_path_count(count)
        assert isinstance(self.standing, Standing)
        nodes = await asyncio.to_thread(path_to, self.standing, count)
        return await impact_steps(info.context, self.question.point_in_time, nodes)


@strawberry.type(description="A kind of effect on a run or a version, with its certainty and path.")
class AffectedKind(_Standing):
    pass


@strawberry.type
class _AffectedNode(_Standing):
    kinds: list[AffectedKind] = strawberry.field(
        description="All kinds of effect here, the most certain first, CONTAMINATED before STALE. The fields of the"
        " first kind are repeated beside this list."
    )


@strawberry.type(description="A downstream run that is affected, or an upstream run of the start.")
class AffectedRun(_AffectedNode):
    run_id: strawberry.Private[int]

    @strawberry.field(description="The run, with its latest state.")
    @of_many(_RUNS)
    async def run(self, info: Info) -> LazyInstance:
        return cast("LazyInstance", await only(_RUNS([self], info)))

    @strawberry.field(
        description="The run's state at the question's asOf and knownAt. Null: no event of the run is known then."
    )
    async def state(self, info: Info) -> RunState | None:
        context = info.context
        row = await context.load(context.reader.walks.states, self.run_id, self.question.point_in_time)
        return None if row is None else to_state(row)


@strawberry.type(
    description="A downstream version that is affected, or an upstream version of the start. With certainty POSSIBLE"
    " also open writes."
)
class AffectedVersion(_AffectedNode):
    version: AssetVersion = strawberry.field(description="The version or the open write.")


@strawberry.type(description="A page of runs, nearest first, then by time, then by URN.")
class AffectedRunResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of runs on all pages, after the filter.")
    runs: list[AffectedRun] = strawberry.field(description="The runs of this page.")


@strawberry.type(description="A page of versions, nearest first, then by time, then by URN.")
class AffectedVersionResult:
    start: int = strawberry.field(description="The requested offset.")
    count: int = strawberry.field(description="The requested page size.")
    total: int = strawberry.field(description="The number of versions on all pages, after the filter.")
    versions: list[AffectedVersion] = strawberry.field(description="The versions of this page.")


@strawberry.type
class ImpactNodes(Answered):
    """The runs and versions of an answer."""

    @strawberry.field(
        description="The runs of the answer, nearest first, then by time, then by URN. Default: 20; at most 1000."
    )
    async def runs(
        self,
        info: Info,
        start: Start = None,
        count: Count = None,
        filter: Annotated[
            AffectedRunFilter | None,
            strawberry.argument(description="Only runs that meet this filter. Default: all runs."),
        ] = None,
    ) -> AffectedRunResult | None:
        start, count = offset_page(start, count)
        if self.head is not None:
            runs = [self._head_run(run) for run in await self.head.runs(info.context.reader, start, count)]
            return AffectedRunResult(start=start, count=count, total=self.head.total, runs=runs)
        chosen = await chosen_runs(info.context.reader, self.whole, run_filter(filter))
        runs = [self._run(affected_run(self.whole, row)) for row in chosen[start : start + count].tolist()]
        return AffectedRunResult(start=start, count=count, total=len(chosen), runs=runs)

    @strawberry.field(
        description="The versions of the answer, nearest first, then by time, then by URN. The start's own versions"
        " are first. Default: 20; at most 1000."
    )
    async def versions(
        self,
        info: Info,
        start: Start = None,
        count: Count = None,
        filter: Annotated[
            AffectedVersionFilter | None,
            strawberry.argument(description="Only versions that meet this filter. Default: all versions."),
        ] = None,
    ) -> AffectedVersionResult | None:
        start, count = offset_page(start, count)
        chosen = await chosen_versions(info.context.reader, self.whole, version_filter(filter))
        nodes = [affected_version(self.whole, row) for row in chosen[start : start + count].tolist()]
        versions = await asyncio.gather(*(self._version(info.context, node) for node in nodes))
        return AffectedVersionResult(start=start, count=count, total=len(chosen), versions=list(versions))

    def _run(self, node: AffectedNode) -> AffectedRun:
        return AffectedRun(run_id=node.id, **self._node(node))

    async def _version(self, context: Context, node: AffectedNode) -> AffectedVersion:
        version = await version_by_key(context, node.key, self.asked.question.point_in_time)
        return AffectedVersion(version=version, **self._node(node))

    def _node(self, node: AffectedNode) -> dict[str, Any]:
        kinds = [AffectedKind(**self._standing(each)) for each in node.kinds]
        return {**self._standing(node.standing), "kinds": kinds}

    def _standing(self, standing: Standing | HeadRun) -> dict[str, Any]:
        return {
            "question": self.asked.question,
            "standing": standing,
            "kind": standing.kind,
            "certainty": standing.certainty,
            "depth": standing.depth,
            "reached_at": standing.reached_at,
        }

    def _head_run(self, run: HeadRun) -> AffectedRun:
        return AffectedRun(run_id=run.run_id, **self._standing(run), kinds=[AffectedKind(**self._standing(run))])
