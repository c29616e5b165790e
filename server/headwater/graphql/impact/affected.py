"""The runs and versions of an answer, one by one, filtered, each with the path that leads to it."""

import asyncio
from datetime import datetime
from typing import Annotated, Any

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.enums import Certainty, Kind
from headwater.graphql.impact.answered import Answered
from headwater.graphql.impact.steps import ImpactStep, impact_steps
from headwater.graphql.lists import check_urns
from headwater.graphql.offset_paging import Count, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.state import DataProcessInstanceRunResultType, RunState
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
from headwater.lineage.question import Question
from headwater.urn import DATASET, ML_MODEL

DEFAULT_PATH = 100
MAX_PATH = 1000
MAX_VALUES = 100


@strawberry.input
class _AffectedFilter:
    kinds: list[Kind] | None = strawberry.field(
        default=None, description="Why they are affected: one of these, whatever else holds for them too."
    )
    certainty: Certainty | None = strawberry.field(
        default=None, description="Only those that are CERTAIN, or only those that are merely POSSIBLE."
    )


@strawberry.input(description="Which runs to show; those that meet all that is given. An empty list is as null.")
class AffectedRunFilter(_AffectedFilter):
    templates: list[str] | None = strawberry.field(
        default=None, description=f"Runs of these jobs or flows, by URN. At most {MAX_VALUES}."
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="How they ended, by their latest state."
    )


@strawberry.input(description="Which versions to show; those that meet all that is given. An empty list is as null.")
class AffectedVersionFilter(_AffectedFilter):
    assets: list[str] | None = strawberry.field(
        default=None, description=f"Versions of these datasets or models, by any URN of theirs. At most {MAX_VALUES}."
    )


def run_filter(given: AffectedRunFilter | None) -> RunFilter:
    """Which runs count. Raises BadRequestError."""
    if given is None:
        return RunFilter()
    check_urns("filter.templates", given.templates or [], MAX_VALUES)
    results = [result.name for result in given.results or []]
    return RunFilter(given.kinds or [], given.certainty, given.templates or [], results)


def version_filter(given: AffectedVersionFilter | None) -> VersionFilter:
    """Which versions count. Raises BadRequestError."""
    if given is None:
        return VersionFilter()
    check_urns("filter.assets", given.assets or [], MAX_VALUES, (DATASET, ML_MODEL))
    return VersionFilter(given.kinds or [], given.certainty, given.assets or [])


@strawberry.type
class _Standing:
    question: strawberry.Private[Question]
    standing: strawberry.Private[Standing]
    kind: Kind = strawberry.field(description="Why it is affected.")
    certainty: Certainty = strawberry.field(description="CERTAIN where a path of certain steps leads to it.")
    depth: int = strawberry.field(description="How many runs away from the start, on the shortest path.")
    reached_at: datetime | None = strawberry.field(
        description="When it was first affected, UTC. Null upstream, and where only references lead to it."
    )

    @strawberry.field(
        description="The shortest path from the start to it: runs and the versions between them. The first run made the"
        " version that it starts from."
        f" Of a longer way the last {DEFAULT_PATH} places, or `count` of them, at most {MAX_PATH}."
    )
    async def path(
        self,
        info: Info,
        count: Annotated[
            int,
            strawberry.argument(description=f"How many places at most. Default: {DEFAULT_PATH}; at most {MAX_PATH}."),
        ] = DEFAULT_PATH,
    ) -> list[ImpactStep] | None:
        if not 1 <= count <= MAX_PATH:
            raise BadRequestError(f"count: expected 1 to {MAX_PATH}, got {count}")
        nodes = await asyncio.to_thread(path_to, self.standing, count)
        return await impact_steps(info.context, self.question.point_in_time, nodes)


@strawberry.type(description="A reason why a run or a version is affected, with its certainty and path.")
class AffectedKind(_Standing):
    pass


@strawberry.type
class _AffectedNode(_Standing):
    kinds: list[AffectedKind] = strawberry.field(
        description="All kinds that hold for it, the surest first, CONTAMINATED before STALE. The fields of the first"
        " one are its own."
    )


@strawberry.type(description="A run that is affected, or that went into the start.")
class AffectedRun(_AffectedNode):
    run_id: strawberry.Private[int]

    @strawberry.field(description="The run, with its latest state.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="Its state as asOf and knownAt have it. Null where they know no event of it.")
    async def state(self, info: Info) -> RunState | None:
        context = info.context
        row = await context.load(context.reader.walks.states, self.run_id, self.question.point_in_time)
        return None if row is None else context.to_state(row)


@strawberry.type(
    description="A version that is affected, or that went into the start; with certainty POSSIBLE also an open write."
)
class AffectedVersion(_AffectedNode):
    version: AssetVersion = strawberry.field(description="The version, or the open write.")


@strawberry.type(description="A page of affected runs, nearest first, then by time, then by URN.")
class AffectedRunResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages, of those that the filter lets through.")
    runs: list[AffectedRun] = strawberry.field(description="The runs of this page.")


@strawberry.type(description="A page of affected versions, nearest first, then by time, then by URN.")
class AffectedVersionResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages, of those that the filter lets through.")
    versions: list[AffectedVersion] = strawberry.field(description="The versions of this page.")


@strawberry.type
class ImpactNodes(Answered):
    """The runs and versions of an answer."""

    @strawberry.field(description="The runs, nearest first, then by time, then by URN. Default: 20; at most 1000.")
    async def runs(
        self,
        info: Info,
        start: Start = None,
        count: Count = None,
        filter: Annotated[
            AffectedRunFilter | None, strawberry.argument(description="Only these runs. Default: all.")
        ] = None,
    ) -> AffectedRunResult | None:
        start, count = offset_page(start, count)
        chosen = await chosen_runs(info.context.reader, self.asked, run_filter(filter))
        runs = [self._run(affected_run(self.asked, row)) for row in chosen[start : start + count].tolist()]
        return AffectedRunResult(start=start, count=count, total=len(chosen), runs=runs)

    @strawberry.field(
        description="The versions, nearest first, then by time, then by URN; the start's own are first. Default: 20; at"
        " most 1000."
    )
    async def versions(
        self,
        info: Info,
        start: Start = None,
        count: Count = None,
        filter: Annotated[
            AffectedVersionFilter | None, strawberry.argument(description="Only these versions. Default: all.")
        ] = None,
    ) -> AffectedVersionResult | None:
        start, count = offset_page(start, count)
        chosen = await chosen_versions(info.context.reader, self.asked, version_filter(filter))
        nodes = [affected_version(self.asked, row) for row in chosen[start : start + count].tolist()]
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

    def _standing(self, standing: Standing) -> dict[str, Any]:
        return {
            "question": self.asked.question,
            "standing": standing,
            "kind": standing.kind,
            "certainty": standing.certainty,
            "depth": standing.depth,
            "reached_at": standing.reached_at,
        }
