"""`criticalPath`: the path through an answer whose runs took longest together."""

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


@strawberry.type(description="A place on the critical path: a run, or the version by which it goes on.")
class CriticalPathStep:
    run: LazyInstance | None = strawberry.field(description="The run; null of a version.")
    version: AssetVersion | None = strawberry.field(description="The version; null of a run.")
    duration_millis: Long | None = strawberry.field(
        description="How long the run took; 0 where nobody said, or it has not ended. Null of a version."
    )


@strawberry.type(
    description="The way from the start of which the runs took longest together: no answer is there sooner than it."
    " Runs that went round in a circle stand together."
)
class CriticalPath:
    too_large: bool = strawberry.field(description="The answer is too large to look for it: ask with maxDepth.")
    duration_millis: Long = strawberry.field(description="What its runs took together, waits between them not counted.")
    total: int = strawberry.field(description="How many runs and versions it has.")
    steps: list[CriticalPathStep] = strawberry.field(description="From the start on, the start included.")


@strawberry.type
class ImpactCriticalPath(Answered):
    """The critical path of an answer."""

    @strawberry.field(
        description="The chain of runs with the longest total duration, of what is CONTAMINATED for certain, if that"
        " was asked for. Its first 1000 steps unless told; at most 1000."
        f" {OUT_OF_TIME}"
    )
    async def critical_path(
        self,
        info: Info,
        start: Start = None,
        count: Annotated[
            int | None,
            strawberry.argument(description=f"How many steps at most. Default: {MAX_COUNT}, which is the most."),
        ] = MAX_COUNT,
    ) -> CriticalPath | None:
        start, count = offset_page(start, count)
        found = await critical_path(info.context.reader, self.asked, start, count)
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
