"""The inputs and outputs of a run with all details from its events: one edge for each asset."""

from datetime import datetime
from typing import Any, Literal

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.facets import (
    FACET,
    FACETS,
    Facet,
    FacetName,
    FacetNames,
    SomeScope,
    facet_of,
    facets_of,
)
from headwater.graphql.entities.openlineage import (
    DataQualityAssertion,
    DataQualityMetrics,
    EdgeStatistics,
    LifecycleStateChange,
    assertions,
    data_quality_metrics,
    edge_statistics,
    lifecycle_state_change,
)
from headwater.graphql.offset_paging import DEFAULT_COUNT, MAX_COUNT, Count, offset_page
from headwater.model.loose_json import member

_STATISTICS = ("inputStatistics", "outputStatistics")
_TYPED = (
    *_STATISTICS,
    "subset",
    "dataQualityMetrics",
    "dataQualityAssertions",
    "lifecycleStateChange",
    "columnLineage",
    "version",
)


@strawberry.type(description="An event of the run that names the edge.")
class EdgeMention:
    time: datetime = strawberry.field(description="eventTime, UTC.")
    attempt: int | None = strawberry.field(description="The attempt. Null: not in the event.")
    version: str | None = strawberry.field(description="The version of the asset. Null: not in the event.")
    origin: str = strawberry.field(description="The part of the event that names the edge: inputs, outputs or lineage.")
    arrived_at: datetime = strawberry.field(description="The arrival of the event, UTC.")


@strawberry.type(description="A scalar member of a facet that has no field of its own.")
class EdgeProperty:
    key: str = strawberry.field(description="The facet and its member, as `facet.member`.")
    value: str = strawberry.field(description="A number or a boolean as in JSON.")


@strawberry.type(
    description="An asset is an input or an output of a run. The fields come from this run's events. Facets in"
    " `inputFacets` or `outputFacets` have priority over facets in `facets`. Values that do not have OpenLineage's"
    " shape are null."
)
class RunEdge:
    row_id: strawberry.Private[int]
    entity: Entity | None = strawberry.field(description="The asset.")

    @strawberry.field(description="eventTime of the first event that names the edge, UTC. Null: only aspects do.")
    async def first_named_at(self, info: Info) -> datetime | None:
        found: datetime | None = await self._span(info, "first_named_at")
        return found

    @strawberry.field(description="eventTime of the last event that names the edge, UTC. Null: only aspects do.")
    async def last_named_at(self, info: Info) -> datetime | None:
        found: datetime | None = await self._span(info, "last_named_at")
        return found

    @strawberry.field(
        description="The fields of DataHub's aspects that name the edge, sorted: inputs, inputEdges, outputs,"
        " outputEdges, or a model's trainingJobs or downstreamJobs."
    )
    async def declared_in(self, info: Info) -> list[str]:
        found: list[str] = await info.context.load(info.context.reader.edges.declared_in, self.row_id)
        return found

    @strawberry.field(description="The attempts in the events that name the edge, sorted.")
    async def attempts(self, info: Info) -> list[int]:
        found: list[int] | None = await self._span(info, "attempts")
        return found or []

    @strawberry.field(description="The versions of the asset in the run's events, sorted.")
    async def versions(self, info: Info) -> list[str]:
        found: list[str] | None = await self._span(info, "versions")
        return found or []

    @strawberry.field(
        description=f"The events that name the edge, newest first. Default: {DEFAULT_COUNT}; at most {MAX_COUNT}."
    )
    async def mentions(self, info: Info, count: Count = None) -> list[EdgeMention] | None:
        _, count = offset_page(None, count)
        return [
            EdgeMention(
                time=row["at"],
                attempt=row["attempt"],
                version=row["version"],
                origin=row["origin"],
                arrived_at=row["arrived_at"],
            )
            for row in await info.context.load(info.context.reader.edges.mentions, self.row_id, count)
        ]

    @strawberry.field(description=f"{FACETS} EDGE before DATASET.")
    async def facets(self, info: Info, names: FacetNames = None, scope: SomeScope = None) -> list[Facet] | None:
        return await facets_of(info, "edges", self.row_id, names, scope)

    @strawberry.field(description=f"{FACET} EDGE before DATASET.")
    async def aspect(self, info: Info, name: FacetName, scope: SomeScope = None) -> Facet | None:
        return await facet_of(info, "edges", self.row_id, name, scope)

    @strawberry.field(description="The rows, bytes and files that the run read or wrote.")
    async def statistics(self, info: Info) -> EdgeStatistics | None:
        found = await info.context.load(info.context.reader.facets.values_of_edges, (self.row_id, _STATISTICS))
        return edge_statistics(next(iter(found.values()), None))

    @strawberry.field(description="The part of the asset: inputCondition or outputCondition of the subset facet.")
    async def subset(self, info: Info) -> JSON | None:
        facet = await self._facet(info, "subset")
        condition = member(facet, "inputCondition") or member(facet, "outputCondition")
        return None if condition is None else JSON(condition)

    @strawberry.field(description="The run's measurements of the data.")
    async def data_quality_metrics(self, info: Info) -> DataQualityMetrics | None:
        return data_quality_metrics(await self._facet(info, "dataQualityMetrics"))

    @strawberry.field(description="The run's assertions about the data, in the order of the event.")
    async def assertions(self, info: Info) -> list[DataQualityAssertion]:
        return assertions(await self._facet(info, "dataQualityAssertions"))

    @strawberry.field(description="The change of the dataset itself, such as CREATE or DROP.")
    async def lifecycle_state_change(self, info: Info) -> LifecycleStateChange | None:
        return lifecycle_state_change(await self._facet(info, "lifecycleStateChange"))

    @strawberry.field(description="The input columns of each output column: `fields` and `dataset` of the facet.")
    async def column_lineage(self, info: Info) -> JSON | None:
        facet = await self._facet(info, "columnLineage")
        return None if facet is None else JSON({name: facet[name] for name in ("fields", "dataset") if name in facet})

    @strawberry.field(description="The scalar members of all facets without a field here, sorted by key.")
    async def custom_properties(self, info: Info) -> list[EdgeProperty]:
        rows = await info.context.load(info.context.reader.edges.custom_properties, self.row_id, _TYPED)
        return [EdgeProperty(key=row["key"], value=row["value"]) for row in rows]

    async def _span(self, info: Info, name: str) -> Any:
        span = await info.context.load(info.context.reader.edges.spans, self.row_id)
        return None if span is None else span[name]

    async def _facet(self, info: Info, name: str) -> Any:
        return (await info.context.load(info.context.reader.facets.values_of_edges, (self.row_id, (name,)))).get(name)


async def run_edges(info: Info, run_id: int | None, direction: Literal["INPUT", "OUTPUT"]) -> list[RunEdge]:
    """The edges of a run, sorted by the assets' URNs."""
    rows = [] if run_id is None else await info.context.load(info.context.reader.edges.edges, (run_id, direction))
    return [RunEdge(row_id=row["edge_id"], entity=info.context.to_entity(row)) for row in rows]
