"""`impact`: everything that a start has affected, or that went into it, and why (docs/point-in-time.md)."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any

import numpy as np
import strawberry
from asyncpg import Record

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.enums import Certainty, Direction, Kind
from headwater.graphql.impact.asset_versions import AssetVersion, version_of
from headwater.graphql.impact.columns import data_of_versions, templates_of_runs
from headwater.graphql.impact.critical_path import ImpactCriticalPath
from headwater.graphql.impact.dominators import ImpactDominators
from headwater.graphql.impact.filters import (
    AffectedRunFilter,
    AffectedVersionFilter,
    chosen_runs,
    chosen_versions,
)
from headwater.graphql.impact.picture import DEFAULT_DRAWN, MAX_DRAWN, DiagramFormat, diagram
from headwater.graphql.impact.question import Question
from headwater.graphql.impact.roots import ImpactRoots
from headwater.graphql.impact.steps import ImpactStep, impact_steps
from headwater.graphql.impact.suspects import ImpactSuspects
from headwater.graphql.runs.page import Count, LazyInstance, Start, offset_page
from headwater.graphql.runs.state import RunState
from headwater.impact.affected import ways
from headwater.impact.answer import Affected, Answer, Finding, answer
from headwater.model.lineage import Hops, to_micros, to_moment
from headwater.model.query_limits import MAX_WALK_SECONDS
from headwater.store.walks import Limits

MAX_NODES = 2_000_000
DEFAULT_PATH = 100
MAX_PATH = 1000
DEFAULT_NODES = 1_000_000
MAX_SECONDS = MAX_WALK_SECONDS
DEFAULT_SECONDS = 10.0


@strawberry.type(description="How many of one type.")
class EntityTypeTotal:
    type: EntityType = strawberry.field(description="The type.")
    total: int = strawberry.field(description="How many there are.")


@strawberry.type(description="How many affected runs a job or flow has.")
class TemplateTotal:
    template: Entity = strawberry.field(description="The job or flow.")
    total: int = strawberry.field(description="How many affected runs it has.")


@strawberry.type(description="What is so many runs away from the start.")
class ImpactLevel:
    depth: int = strawberry.field(description="How many runs away; what the start wrote itself is 0.")
    runs: int = strawberry.field(description="How many runs.")
    versions: int = strawberry.field(description="How many versions.")


@strawberry.type
class _AffectedNode:
    impact: strawberry.Private["Impact"]
    finding: strawberry.Private[Finding]
    node: strawberry.Private[int]
    kind: Kind = strawberry.field(description="Why it is affected; what is both is CONTAMINATED.")
    certainty: Certainty = strawberry.field(description="CERTAIN where a way of certain steps leads to it.")
    depth: int = strawberry.field(description="How many runs away from the start, on the shortest way.")
    reached_at: datetime | None = strawberry.field(
        description="When it was first affected, UTC. Null upstream, and where only references lead to it."
    )

    @strawberry.field(
        description="The shortest way from the start to it: runs and the versions between them. The first run made the"
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
        return await self.impact.path_to(info.context, self.finding, self.node, count)


@strawberry.type(description="A run that is affected, or that went into the start.")
class AffectedRun(_AffectedNode):
    run_id: strawberry.Private[int]

    @strawberry.field(description="The run, with its latest state.")
    async def run(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.run_id)

    @strawberry.field(description="Its state as asOf and knownAt have it. Null where they know no event of it.")
    async def state(self, info: Info) -> RunState | None:
        context = info.context
        row = await context.load(context.reader.walks.states, self.run_id, self.impact.question.vantage)
        return None if row is None else context.to_state(row)


@strawberry.type(description="A version that is affected, or that went into the start.")
class AffectedVersion(_AffectedNode):
    version: AssetVersion = strawberry.field(description="The version.")


@strawberry.type(description="A page of affected runs, nearest first, then by time.")
class AffectedRunResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages, of those that the filter lets through.")
    runs: list[AffectedRun] = strawberry.field(description="The runs of this page.")


@strawberry.type(description="A page of affected versions, nearest first, then by time.")
class AffectedVersionResult:
    start: int = strawberry.field(description="The offset that was asked for.")
    count: int = strawberry.field(description="The page size that was asked for.")
    total: int = strawberry.field(description="How many there are on all pages, of those that the filter lets through.")
    versions: list[AffectedVersion] = strawberry.field(description="The versions of this page.")


@strawberry.type(
    description="A job that is next: its latest run read an asset that shows an affected version, and none of its runs"
    " began since that was written."
)
class JobAtRisk:
    template: Entity = strawberry.field(description="The job or flow.")
    latest_run: LazyInstance = strawberry.field(description="Its latest run, which does not count as affected.")
    version: AssetVersion = strawberry.field(description="What it would read.")


@strawberry.type(description="What a start has affected, or what went into it.")
class Impact(ImpactRoots, ImpactSuspects, ImpactCriticalPath, ImpactDominators):
    start: Entity = strawberry.field(description="What was asked about.")
    direction: Direction = strawberry.field(description="DOWNSTREAM or UPSTREAM.")

    @strawberry.field(description="How many runs and versions there are.")
    def total(self) -> int:
        return len(self.answer.runs) + len(self.answer.versions)

    @strawberry.field(
        description="How many runs it starts at, or versions of a dataset or model. 0: nothing is known of who wrote it"
        " by then, so that nothing can be said to follow."
    )
    def start_total(self) -> int:
        start = self.question.start
        return len(start.run_ids) or len(start.versions)

    @strawberry.field(description="Whether a limit of nodes, time or depth cut the answer: there may be more.")
    def truncated(self) -> bool:
        return self.answer.is_truncated

    @strawberry.field(description="Whether certainty POSSIBLE would find more. It costs a question of its own.")
    async def possible_beyond(self, info: Info) -> bool:
        question = self.question
        if question.vantage.possible:
            return False
        wider = await ask(info.context, replace(question, vantage=replace(question.vantage, possible=True)))
        more = len(wider.runs) + len(wider.versions) - len(self.answer.runs) - len(self.answer.versions)
        return more > 0 or wider.is_truncated

    @strawberry.field(
        description="How many runs, and how many different assets and jobs they are of; types without any are left out."
    )
    async def totals_by_type(self, info: Info) -> list[EntityTypeTotal]:
        templates, data = await asyncio.gather(
            templates_of_runs(info.context, self.answer), data_of_versions(info.context, self.answer)
        )
        counted = {EntityType.DATA_PROCESS_INSTANCE: len(self.answer.runs)}
        ids = {*np.unique(templates).tolist(), *np.unique(data).tolist()} - {0}
        for row in await asyncio.gather(*map(info.context.entity_by_id, ids)):
            assert row is not None
            kind = info.context.to_entity(row).type
            counted[kind] = counted.get(kind, 0) + 1
        return [EntityTypeTotal(type=kind, total=total) for kind, total in counted.items() if total]

    @strawberry.field(
        description="The jobs and flows with the most affected runs, ties by URN. Default: 20; at most 1000."
    )
    async def totals_by_template(self, info: Info, count: Count = None) -> list[TemplateTotal] | None:
        _, count = offset_page(0, count)
        ids, totals = np.unique(await templates_of_runs(info.context, self.answer), return_counts=True)
        rows = await asyncio.gather(*(info.context.entity_by_id(int(entity_id)) for entity_id in ids if entity_id))
        named = sorted(
            zip((row for row in rows if row), totals[ids != 0], strict=True),
            key=lambda pair: (-pair[1], pair[0]["urn"]),
        )
        return [TemplateTotal(template=info.context.to_entity(row), total=int(total)) for row, total in named[:count]]

    @strawberry.field(description="How many runs and versions there are at each distance, nearest first.")
    def levels(self) -> list[ImpactLevel]:
        runs = np.bincount(self.answer.runs.depths)
        versions = np.bincount(self.answer.versions.depths)
        size = max(len(runs), len(versions))
        columns = (np.pad(part, (0, size - len(part))).tolist() for part in (runs, versions))
        found = enumerate(zip(*columns, strict=True))
        return [
            ImpactLevel(depth=depth, runs=run, versions=version) for depth, (run, version) in found if run or version
        ]

    @strawberry.field(description="The runs, nearest first, then by time. Default: 20; at most 1000.")
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
        chosen = await chosen_runs(info.context, self.answer, filter)
        runs = [self._run(int(row)) for row in chosen[start : start + count]]
        return AffectedRunResult(start=start, count=count, total=len(chosen), runs=runs)

    @strawberry.field(
        description="The versions, nearest first, then by time; the start's own are first. Default: 20; at most 1000."
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
        chosen = await chosen_versions(info.context, self.answer, filter)
        rows = chosen[start : start + count].tolist()
        versions = await asyncio.gather(*(self._version(info.context, row) for row in rows))
        return AffectedVersionResult(start=start, count=count, total=len(chosen), versions=list(versions))

    @strawberry.field(
        description="The jobs that are next, as of asOf or now, in the order of their URNs: AT_RISK. None upstream."
    )
    async def at_risk(self, info: Info) -> list[JobAtRisk]:
        rows = await self._jobs_at_risk(info.context)
        return list(await asyncio.gather(*(self._job_at_risk(info.context, row) for row in rows)))

    @strawberry.field(
        description="All of it as a picture. More nodes (runs, versions, jobs at risk) than maxNodes are folded by job"
        " and asset, and of what is then still too much the farthest are left out."
        f" maxNodes: {DEFAULT_DRAWN} unless told, at most {MAX_DRAWN}."
    )
    async def diagram(
        self,
        info: Info,
        format: Annotated[DiagramFormat, strawberry.argument(description="How it is written.")] = DiagramFormat.MERMAID,
        max_nodes: Annotated[
            int | None,
            strawberry.argument(description=f"How many nodes at most. Default: {DEFAULT_DRAWN}; at most {MAX_DRAWN}."),
        ] = None,
    ) -> str | None:
        at_risk = await self._jobs_at_risk(info.context)
        return await diagram(info.context, self.question, self.answer, self.start, at_risk, format, max_nodes)

    async def path_to(self, context: Context, finding: Finding, node: int, count: int) -> list[ImpactStep]:
        """The last places of the shortest way from the start to a node."""
        nodes = [] if node < 0 else await asyncio.to_thread(finding.ways.path_to, node)
        return await impact_steps(context, finding.ways, self.question.vantage, nodes[-count:])

    def _run(self, row: int) -> AffectedRun:
        found = self.answer.runs
        finding = self.answer.findings[found.findings[row]]
        return AffectedRun(run_id=int(found.ids[row]), **self._node(finding, found, row))

    async def _version(self, context: Context, row: int) -> AffectedVersion:
        found = self.answer.versions
        finding = self.answer.findings[found.findings[row]]
        moment = to_moment(int(found.moments[row]))
        key = (int(found.ids[row]), int(found.attempts[row]))
        version = await self._version_of(context, key, moment)
        return AffectedVersion(version=version, **self._node(finding, found, row))

    def _node(self, finding: Finding, found: Affected, row: int) -> dict[str, Any]:
        is_downstream = self.question.direction is Direction.DOWNSTREAM
        return {
            "impact": self,
            "finding": finding,
            "node": int(found.nodes[row]),
            "kind": finding.kind,
            "certainty": Certainty.CERTAIN if found.are_certain[row] else Certainty.POSSIBLE,
            "depth": int(found.depths[row]),
            "reached_at": to_moment(int(found.reached[row])) if is_downstream else None,
        }

    async def _version_of(self, context: Context, key: tuple[int, int], moment: datetime | None) -> AssetVersion:
        row = await context.load(context.reader.walks.versions_by_key, key)
        return version_of(row, self.question.vantage, moment)

    async def _jobs_at_risk(self, context: Context) -> list[Record]:
        question, found = self.question, self.answer.versions
        if question.direction is Direction.UPSTREAM:
            return []
        at = question.vantage.as_of or context.now
        return await context.reader.walks.jobs_at_risk(
            found.ids.tolist(), found.attempts.tolist(), at, question.vantage
        )

    async def _job_at_risk(self, context: Context, row: Record) -> JobAtRisk:
        template, run = await asyncio.gather(context.entity_by_id(row["template_id"]), context.instance(row["run_id"]))
        assert template is not None
        version = await self._version_of(context, (row["edge_id"], row["attempt"]), None)
        return JobAtRisk(template=context.to_entity(template), latest_run=run, version=version)


async def ask(context: Context, question: Question) -> Answer:
    """The answer to a question: one walk for what the start wrote, one for what it failed to write."""
    walks, direction, vantage = context.reader.walks, question.direction, question.vantage
    walk = partial(
        walks.walk, direction=direction, vantage=vantage, limits=question.limits, containment=question.containment
    )
    findings: list[Finding] = []
    if Kind.CONTAMINATED in question.kinds:
        findings.append(await _finding(Kind.CONTAMINATED, await walk(question.start.steps), question))
    if Kind.STALE in question.kinds and direction is Direction.DOWNSTREAM and question.start.run_ids:
        stale = await walks.stale_starts(question.start.run_ids, vantage)
        if stale:
            findings.append(await _finding(Kind.STALE, await walk(stale), question))
    asked = question.start.versions if findings else []
    versions = [(edge_id, attempt, to_micros(at)) for edge_id, attempt, at in asked]
    return await asyncio.to_thread(answer, findings, direction, question.max_depth, versions, question.start.run_ids)


async def _finding(kind: Kind, hops: Hops, question: Question) -> Finding:
    """What follows from hops for certain and, if it is asked for, possibly."""
    tolerance = question.vantage.tolerance // timedelta(microseconds=1)
    upstream = question.direction is Direction.UPSTREAM
    follow = partial(ways, hops, tolerance, upstream=upstream, starts_apart=kind is Kind.STALE)
    certain = await asyncio.to_thread(follow, certain=True)
    possible = await asyncio.to_thread(follow, certain=False) if question.vantage.possible else certain
    return Finding(kind, certain, possible)


def limits_of(max_nodes: int | None, max_seconds: float | None, max_depth: int | None) -> Limits:
    """The limits that arguments mean. Raises BadRequestError, naming the argument that is out of bounds."""
    nodes = DEFAULT_NODES if max_nodes is None else max_nodes
    seconds = DEFAULT_SECONDS if max_seconds is None else max_seconds
    if not 1 <= nodes <= MAX_NODES:
        raise BadRequestError(f"maxNodes: expected 1 to {MAX_NODES}, got {nodes}")
    if not 0 < seconds <= MAX_SECONDS:
        raise BadRequestError(f"maxSeconds: expected more than 0 to {MAX_SECONDS:.0f}, got {seconds}")
    if max_depth is not None and max_depth < 0:
        raise BadRequestError(f"maxDepth: expected 0 or more, got {max_depth}")
    return Limits(nodes, seconds)
