"""How two runs differ: in what became of them, in what they wrote, and in what their events said of their code."""

import asyncio

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.facets import FacetScope
from headwater.graphql.entities.openlineage import EdgeStatistics, edge_statistics
from headwater.graphql.enums import RunDifferenceKind
from headwater.graphql.runs.page import LazyInstance
from headwater.lineage.run_diff import RUN_FACETS, run_differences
from headwater.model.questions import PointInTime


@strawberry.type(description="A difference between two runs.")
class RunDifference:
    kind: RunDifferenceKind = strawberry.field(description="In what they differ.")
    facet: str | None = strawberry.field(description="The name of the facet.")
    scope: FacetScope | None = strawberry.field(description="Whose facet it is: OWN or JOB.")
    left: JSON | None = strawberry.field(description="Null where left has none.")
    right: JSON | None = strawberry.field(description="Null where right has none.")


@strawberry.type(description="What two runs, or one of them, wrote of an asset.")
class OutputDiff:
    asset: Entity = strawberry.field(description="What was written.")
    left: EdgeStatistics | None = strawberry.field(description="Null where left did not write it, or did not say.")
    right: EdgeStatistics | None = strawberry.field(description="Null where right did not write it, or did not say.")


@strawberry.type(description="Two runs, and how they differ.")
class RunDiff:
    left_id: strawberry.Private[int]
    right_id: strawberry.Private[int]
    point_in_time: strawberry.Private[PointInTime]

    @strawberry.field(description="The run on the left.")
    async def left(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.left_id)

    @strawberry.field(description="The run on the right.")
    async def right(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.right_id)

    @strawberry.field(
        description="Job, status, attempt, duration, and the facets that say how they were made to run: those of the"
        f" job, and of the run {', '.join(RUN_FACETS)}. What is equal is left out."
    )
    async def differences(self, info: Info) -> list[RunDifference]:
        found = await run_differences(info.context.reader, self.left_id, self.right_id, self.point_in_time)
        return [
            RunDifference(
                kind=one.kind,
                facet=one.facet,
                scope=None if one.scope is None else FacetScope(one.scope),
                left=one.left,
                right=one.right,
            )
            for one in found
        ]

    @strawberry.field(description="What they wrote, by the assets' URNs.")
    async def outputs(self, info: Info) -> list[OutputDiff]:
        context = info.context
        left, right = await asyncio.gather(*(_outputs(context, i) for i in (self.left_id, self.right_id)))
        assets = {urn: asset for side in (left, right) for urn, (asset, _) in side.items()}
        return [
            OutputDiff(
                asset=assets[urn],
                left=left[urn][1] if urn in left else None,
                right=right[urn][1] if urn in right else None,
            )
            for urn in sorted(assets)
        ]


async def _outputs(context: Context, run_id: int) -> dict[str, tuple[Entity, EdgeStatistics | None]]:
    """What a run wrote, with how much, by URN."""
    rows = await context.load(context.reader.edges.edges, (run_id, "OUTPUT"))
    facets = await asyncio.gather(
        *(context.load(context.reader.facets.values, (row["edge_id"], ("outputStatistics",)), "edges") for row in rows)
    )
    return {
        row["urn"]: (context.to_entity(row), edge_statistics(found.get("outputStatistics")))
        for row, found in zip(rows, facets, strict=True)
    }
