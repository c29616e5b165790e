"""`impact`: everything downstream or upstream of a start, with reasons (docs/point-in-time.md)."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import DiagramFormat, Direction
from headwater.graphql.impact.affected import ImpactNodes
from headwater.graphql.impact.answered import OUT_OF_TIME
from headwater.graphql.impact.assumed import ImpactAssumed
from headwater.graphql.impact.at_risk import ImpactAtRisk
from headwater.graphql.impact.columns import ImpactColumns
from headwater.graphql.impact.critical_path import ImpactCriticalPath
from headwater.graphql.impact.dominators import ImpactDominators
from headwater.graphql.impact.graph import ImpactNodesAndEdges
from headwater.graphql.impact.roots import ImpactRoots
from headwater.graphql.impact.suspects import ImpactSuspects
from headwater.graphql.impact.totals import ImpactTotals
from headwater.graphql.offset_paging import Count, offset_page
from headwater.graphql.runs.versions import AssetVersion, asset_version
from headwater.lineage.diagram import DEFAULT_DRAWN, MAX_DRAWN, diagram
from headwater.lineage.drawing import MAX_ROWS
from headwater.lineage.impact import possible_beyond, start_destroyers
from headwater.lineage.removed import history_removed_before
from headwater.lineage.starts import MAX_WITHIN, runs_within


@strawberry.type(description="The answer to a question about lineage: everything downstream or upstream of a start.")
class Impact(
    ImpactTotals,
    ImpactNodes,
    ImpactColumns,
    ImpactAtRisk,
    ImpactAssumed,
    ImpactRoots,
    ImpactSuspects,
    ImpactCriticalPath,
    ImpactDominators,
    ImpactNodesAndEdges,
):
    start: Entity = strawberry.field(
        description="The entity of the question: a run, a job, a flow, a dataset or a model."
    )
    direction: Direction = strawberry.field(description="DOWNSTREAM or UPSTREAM.")

    @strawberry.field(
        description="The number of runs at the start, or of versions and open writes of a dataset or model. 0: no run"
        " of the job or flow, or no writer of the data, is known at that time, or a run had dropped the data."
        " `startReads` may count reads instead."
    )
    def start_total(self) -> int:
        return self.asked.begun.start.total

    @strawberry.field(
        description="The number of reads at the start, if no known run had written a dataset or model by `at`."
        " Counts reads since then, with POSSIBLE also reads still open then. Null: the start has runs or versions, or"
        " nothing."
    )
    def start_reads(self) -> int | None:
        return self.whole.start_reads

    @strawberry.field(
        description="The number of runs directly within the runs of the start, such as the tasks of a DAG's run. The"
        " answer leaves them out: `containment: true` adds them, and all within them. 0 with `containment`, and for a"
        f" dataset or model. Counts to {MAX_WITHIN:,}."
    )
    async def runs_within(self, info: Info) -> int:
        begun = self.asked.begun
        return await runs_within(info.context.reader, begun.start, begun.question)

    @strawberry.field(
        description="Open writes that may have destroyed the data that the start shows at the requested moment."
        " Combines `possiblyDestroyedBy` of all start versions, each write once. Newest start first, ties by URN."
        " Default: 20; at most 1000. Null unless the question starts at an asset at a moment."
    )
    async def start_possibly_destroyed_by(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        _, count = offset_page(None, count)
        question = self.asked.question
        found = await start_destroyers(info.context.reader, self.asked.begun.start, question, count)
        return None if found is None else [asset_version(one, question.point_in_time) for one in found]

    @strawberry.field(description="True if a limit of nodes, time or depth cut the answer: there may be more.")
    def truncated(self) -> bool:
        return self.head is None and self.whole.answer.is_truncated

    @strawberry.field(
        description="The number of runs one step beyond maxDepth. 0: none, or the question has no maxDepth."
        " A lower bound if a limit of nodes or time cut the answer."
    )
    def runs_beyond(self) -> int:
        return 0 if self.head is not None else self.whole.answer.runs_beyond

    @strawberry.field(
        description="The time before which the answer may miss runs, since retention removed runs that read or wrote"
        " its data (docs/retention.md). Null: it misses none."
    )
    async def history_removed_before(self, info: Info) -> datetime | None:
        return await history_removed_before(info.context.reader, self.whole)

    @strawberry.field(
        description="True if certainty POSSIBLE would find more within the same depth, or if a limit of nodes or"
        " time leaves that unknown. Runs another walk, in the rest of maxSeconds."
    )
    async def possible_beyond(self, info: Info) -> bool:
        return await possible_beyond(info.context.reader, self.whole)

    @strawberry.field(
        description="The answer as a picture. Beyond maxNodes, nodes (runs, versions, jobs at risk) are folded by"
        f" job and asset, then by flow. If too many remain, the farthest are left out. Default of maxNodes:"
        f" {DEFAULT_DRAWN}; at most {MAX_DRAWN}. Null beyond {MAX_ROWS} nodes to fold. {OUT_OF_TIME}"
    )
    async def diagram(
        self,
        info: Info,
        format: Annotated[
            DiagramFormat, strawberry.argument(description="The format of the picture. Default: MERMAID.")
        ] = DiagramFormat.MERMAID,
        max_nodes: Annotated[
            int | None,
            strawberry.argument(
                description=f"The maximum number of nodes. Default: {DEFAULT_DRAWN}; at most {MAX_DRAWN}."
            ),
        ] = None,
    ) -> str | None:
        return await diagram(info.context.reader, self.whole, format, max_nodes)
