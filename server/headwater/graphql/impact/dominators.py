"""`dominators`: the runs and versions through which alone others are reached."""

import asyncio

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.impact.deadline import OUT_OF_TIME
from headwater.graphql.impact.question import Answered
from headwater.graphql.impact.steps import ImpactStep, impact_steps
from headwater.graphql.offset_paging import Count, offset_page
from headwater.impact.outline import gates, ways_to_outline


@strawberry.type(description="A run or a version without which others would not have been reached.")
class ImpactDominator(ImpactStep):
    dominated: int = strawberry.field(
        description="How many runs and versions cannot be reached but through it, itself not counted."
    )


@strawberry.type(description="Through what most of it flows.")
class ImpactDominatorResult:
    too_large: bool = strawberry.field(description="The answer is too large to look for them: ask with maxDepth.")
    reached: int = strawberry.field(description="How many runs and versions are reached, the start not counted.")
    total: int = strawberry.field(description="How many dominate any.")
    dominators: list[ImpactDominator] = strawberry.field(description="Those of most first.")


@strawberry.type
class ImpactDominators(Answered):
    """The dominators of an answer."""

    @strawberry.field(
        description="The runs and versions through which most of it flows, those of most first: of what is"
        " CONTAMINATED for certain, if that was asked for. Default: 20; at most 1000."
        f" {OUT_OF_TIME}"
    )
    async def dominators(self, info: Info, count: Count = None) -> ImpactDominatorResult | None:
        _, count = offset_page(0, count)
        ways, is_too_large = ways_to_outline(self.answer)
        if ways is None:
            return ImpactDominatorResult(too_large=is_too_large, reached=0, total=0, dominators=[])
        question = self.question
        found = await question.deadline.within(asyncio.to_thread(gates, ways, question.direction, question.max_depth))
        if found is None:
            return None
        steps = await impact_steps(info.context, ways, question.point_in_time, found.nodes[:count].tolist())
        return ImpactDominatorResult(
            too_large=False,
            reached=found.reached,
            total=len(found.nodes),
            dominators=[
                ImpactDominator(run=step.run, version=step.version, dominated=int(dominated))
                for step, dominated in zip(steps, found.dominated[:count], strict=True)
            ],
        )
