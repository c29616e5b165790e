"""`impact`: everything that a start has affected, or that went into it, and why (docs/point-in-time.md)."""

from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import DiagramFormat, Direction
from headwater.graphql.impact.affected import ImpactNodes
from headwater.graphql.impact.answered import OUT_OF_TIME
from headwater.graphql.impact.assumed import ImpactAssumed
from headwater.graphql.impact.at_risk import ImpactAtRisk
from headwater.graphql.impact.critical_path import ImpactCriticalPath
from headwater.graphql.impact.dominators import ImpactDominators
from headwater.graphql.impact.roots import ImpactRoots
from headwater.graphql.impact.suspects import ImpactSuspects
from headwater.graphql.impact.totals import ImpactTotals
from headwater.graphql.offset_paging import Count, offset_page
from headwater.graphql.runs.versions import AssetVersion, asset_version
from headwater.lineage.diagram import DEFAULT_DRAWN, MAX_DRAWN, MAX_ROWS, diagram
from headwater.lineage.impact import possible_beyond, start_destroyers


@strawberry.type(description="What a start has affected, or what went into it.")
class Impact(
    ImpactTotals,
    ImpactNodes,
    ImpactAtRisk,
    ImpactAssumed,
    ImpactRoots,
    ImpactSuspects,
    ImpactCriticalPath,
    ImpactDominators,
):
    start: Entity = strawberry.field(description="What was asked about.")
    direction: Direction = strawberry.field(description="DOWNSTREAM or UPSTREAM.")

    @strawberry.field(
        description="The number of runs it starts at, or of versions and open writes of a dataset or model. 0: no"
        " writer is known by then; `startReads` counts the reads it starts at instead, if any."
    )
    def start_total(self) -> int:
        return self.asked.start_total

    @strawberry.field(
        description="The number of reads it starts at, if no known run had written a dataset or model by `at`: reads"
        " since then, with POSSIBLE also reads that went on then. Null: it starts at runs or versions, or at nothing."
    )
    def start_reads(self) -> int | None:
        return self.asked.start_reads

    @strawberry.field(
        description="Open writes that may have destroyed what the start shows at the moment asked about:"
        " `possiblyDestroyedBy` of all its versions, each once, newest begin first, ties by URN. Default: 20; at most"
        " 1000. Null unless it starts at what an asset shows at a moment."
    )
    async def start_possibly_destroyed_by(self, info: Info, count: Count = None) -> list[AssetVersion] | None:
        _, count = offset_page(None, count)
        found = await start_destroyers(info.context.reader, self.asked, count)
        return None if found is None else [asset_version(one, self.asked.question.point_in_time) for one in found]

    @strawberry.field(description="Whether a limit of nodes, time or depth cut the answer: there may be more.")
    def truncated(self) -> bool:
        return self.asked.answer.is_truncated

    @strawberry.field(
        description="True if certainty POSSIBLE would find more within the same depth, or if a limit of nodes or time"
        " leaves that unknown. Costs a question of its own, in the rest of maxSeconds."
    )
    async def possible_beyond(self, info: Info) -> bool:
        return await possible_beyond(info.context.reader, self.asked)

    @strawberry.field(
        description="The answer as a picture. Beyond maxNodes, nodes (runs, versions, jobs at risk) are folded by job"
        " and asset; if they are still too many, the farthest are left out."
        f" maxNodes: {DEFAULT_DRAWN} unless told, at most {MAX_DRAWN}. Null beyond {MAX_ROWS} nodes to fold."
        f" {OUT_OF_TIME}"
    )
    async def diagram(
        self,
        info: Info,
        format: Annotated[
            DiagramFormat, strawberry.argument(description="How it is written. Default: MERMAID.")
        ] = DiagramFormat.MERMAID,
        max_nodes: Annotated[
            int | None,
            strawberry.argument(description=f"How many nodes at most. Default: {DEFAULT_DRAWN}; at most {MAX_DRAWN}."),
        ] = None,
    ) -> str | None:
        return await diagram(info.context.reader, self.asked, format, max_nodes)
