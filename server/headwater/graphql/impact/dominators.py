"""`dominators`: the runs and versions on every path to other nodes."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.impact.steps import ImpactStep, impact_steps
from headwater.graphql.offset_paging import Count, offset_page
from headwater.lineage.outlines import dominators


@strawberry.type(description="A run or a version on every path to other runs and versions.")
class ImpactDominator(ImpactStep):
    dominated: int = strawberry.field(
        description="The number of runs and versions that are reached only through this one, itself not counted."
    )


@strawberry.type(description="The runs and versions with the most nodes behind them.")
class ImpactDominatorResult:
    too_large: bool = strawberry.field(
        description="True if the answer is too large for this computation: ask with maxDepth."
    )
    reached: int = strawberry.field(description="The number of reached runs and versions, without the start.")
    total: int = strawberry.field(description="The number of runs and versions that dominate any other.")
    dominators: list[ImpactDominator] = strawberry.field(description="The page, sorted by `dominated`, most first.")


@strawberry.type
class ImpactDominators(Answered):
    """The dominators of an answer."""

    @strawberry.field(
        description="The runs and versions on every path to other nodes, sorted by the number of these nodes, most"
        " first. Only certain hops count, and if the question includes CONTAMINATED, only contamination. Default: 20;"
        f" at most 1000. {OUT_OF_TIME}"
    )
    async def dominators(self, info: Info, count: Count = None) -> ImpactDominatorResult | None:
        _, count = offset_page(0, count)
        found = await dominators(self.whole, count)
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
