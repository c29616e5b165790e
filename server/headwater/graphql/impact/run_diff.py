"""The differences between two runs: state, outputs, and the facets about their code."""

import orjson
import strawberry
from asyncpg import Record
from strawberry.scalars import JSON

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.facets import FacetScope
from headwater.graphql.entities.openlineage import EdgeStatistics, edge_statistics
from headwater.graphql.enums import RunDifferenceKind
from headwater.graphql.runs.page import LazyInstance
from headwater.lineage.run_diff import RUN_FACETS, run_differences
from headwater.model.questions import PointInTime


@strawberry.type(description="A difference between two runs.")
class RunDifference:
    kind: RunDifferenceKind = strawberry.field(description="The kind of difference.")
    facet: str | None = strawberry.field(description="The name of the facet.")
    scope: FacetScope | None = strawberry.field(description="The owner of the facet: OWN or JOB.")
    left: JSON | None = strawberry.field(description="The value on the left. Null: none.")
    right: JSON | None = strawberry.field(description="The value on the right. Null: none.")


@strawberry.type(description="The outputs of two runs for one asset; one of the runs may not have written it.")
class OutputDiff:
    asset: Entity = strawberry.field(description="The written asset.")
    left: EdgeStatistics | None = strawberry.field(
        description="The statistics of the left run. Null: the run did not write the asset, or reported none."
    )
    right: EdgeStatistics | None = strawberry.field(
        description="The statistics of the right run. Null: the run did not write the asset, or reported none."
    )


@strawberry.type(description="Two runs, and their differences.")
class RunDiff:
    left_id: strawberry.Private[int]
    right_id: strawberry.Private[int]
    point_in_time: strawberry.Private[PointInTime]

    @strawberry.field(description="The left run.")
    async def left(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.left_id)

    @strawberry.field(description="The right run.")
    async def right(self, info: Info) -> LazyInstance:
        return await info.context.instance(self.right_id)

    @strawberry.field(
        description="Job, status, attempt, duration, and the facets about code and settings: all of the job's, and"
        f" the run's {', '.join(RUN_FACETS)}. Equal values are left out."
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

    @strawberry.field(description="The outputs of both runs at the point in time, sorted by the assets' URNs.")
    async def outputs(self, info: Info) -> list[OutputDiff]:
        context, ids = info.context, [self.left_id, self.right_id]
        left, right = (
            {row["urn"]: row for row in rows} for rows in await context.reader.walks.outputs(ids, self.point_in_time)
        )
        found = left | right
        return [
            OutputDiff(
                asset=context.to_entity(found[urn]),
                left=_statistics(left.get(urn)),
                right=_statistics(right.get(urn)),
            )
            for urn in sorted(found)
        ]


def _statistics(output: Record | None) -> EdgeStatistics | None:
    """The statistics of a run's output; None if it is none of its outputs."""
    return (
        None if output is None or output["statistics"] is None else edge_statistics(orjson.loads(output["statistics"]))
    )
