"""`criticalPath`: the chain of runs with the longest total duration."""

from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.impact.steps import impact_steps
from headwater.graphql.offset_paging import MAX_COUNT, Start, offset_page
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion
from headwater.graphql.scalars import Long
from headwater.lineage.outlines import critical_path


@strawberry.type(description="A place on the critical path: a run, or the version that leads to the next run.")
class CriticalPathStep:
    run: LazyInstance | None = strawberry.field(description="The run. Null at the place of a version.")
    version: AssetVersion | None = strawberry.field(description="The version. Null at the place of a run.")
    duration_millis: Long | None = strawberry.field(
        description="The duration of the run in milliseconds. 0: the run is open, or no duration is known. Null at"
        " the place of a version."
    )


@strawberry.type(
    description="The chain of runs from the start with the longest total duration. Runs in a cycle stand together."
)
class CriticalPath:
    too_large: bool = strawberry.field(
        description="True if the answer is too large for this computation: ask with maxDepth."
    )
    duration_millis: Long = strawberry.field(
        description="The total duration of the runs in milliseconds, without waits between them."
    )
    total: int = strawberry.field(description="The number of runs and versions on the path.")
    steps: list[CriticalPathStep] = strawberry.field(description="The path in order, beginning with the start itself.")


@strawberry.type
class ImpactCriticalPath(Answered):
    """The critical path of an answer."""

    @strawberry.field(
        description="The chain of runs with the longest total duration. Only certain hops count, and if the question"
        f" includes CONTAMINATED, only contamination. Default: the first {MAX_COUNT} steps, which is the maximum."
        f" {OUT_OF_TIME}"
    )
    async def critical_path(
        self,
        info: Info,
        start: Start = None,
        count: Annotated[
            int | None,
            strawberry.argument(description=f"The maximum number of steps. Default: {MAX_COUNT}, the maximum."),
        ] = MAX_COUNT,
    ) -> CriticalPath | None:
        start, count = offset_page(start, count)
        found = await critical_path(info.context.reader, self.whole, start, count)
        if found is None:
            return None
        nodes = [node for node, _ in found.nodes]
        steps = await impact_steps(info.context, self.asked.question.point_in_time, nodes)
        return CriticalPath(
            too_large=found.is_too_large,
            duration_millis=Long(found.duration_millis),
            total=found.total,
            steps=[
                CriticalPathStep(
                    run=step.run, version=step.version, duration_millis=None if millis is None else Long(millis)
                )
                for step, (_, millis) in zip(steps, found.nodes, strict=True)
            ],
        )
