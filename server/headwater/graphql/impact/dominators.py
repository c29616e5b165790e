"""`dominators`: the runs and versions through which alone others are reached."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.impact.steps import ImpactStep, impact_steps
from headwater.graphql.offset_paging import Count, offset_page
from headwater.lineage.outlines import dominators


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
        found = await dominators(self.asked, count)
        if found is None:
            return None
        steps = await impact_steps(info.context, self.asked.question.point_in_time, [node for node, _ in found.nodes])
        return ImpactDominatorResult(
            too_large=found.is_too_large,
            reached=found.reached,
            total=found.total,
            dominators=[
                ImpactDominator(run=step.run, version=step.version, dominated=dominated)
                for step, (_, dominated) in zip(steps, found.nodes, strict=True)
            ],
        )
