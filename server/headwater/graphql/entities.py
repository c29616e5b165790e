"""Templates, assets and containers: the entities around runs, with DataHub's names and nullability."""

from enum import Enum

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.data_job_runs import data_job_runs
from headwater.graphql.entity_runs import RelationshipDirection, entity_runs
from headwater.graphql.facets import FACET, FACETS, Facet, FacetName, FacetNames, facet_of, facets_of
from headwater.graphql.run_page import DataProcessInstanceResult
from headwater.model.loose_json import text
from headwater.urn import parse_urn


@strawberry.enum
class EntityType(Enum):
    DATASET = "DATASET"
    DATA_FLOW = "DATA_FLOW"
    DATA_JOB = "DATA_JOB"
    CONTAINER = "CONTAINER"
    MLMODEL = "MLMODEL"
    DATA_PROCESS_INSTANCE = "DATA_PROCESS_INSTANCE"


@strawberry.interface(description="Anything that has a URN.")
class Entity:
    urn: str
    type: EntityType


@strawberry.type(description="The names under which OpenLineage events know a job or a dataset, as they were given.")
class OpenLineageName:
    namespace: str
    name: str


@strawberry.type
class CustomPropertiesEntry:
    key: str
    value: str | None
    associated_urn: str = strawberry.field(description="The entity that has the property.")


@strawberry.type(description="A name and what its producer says of it.")
class EntityProperties:
    name: str
    description: str | None


@strawberry.interface
class StoredEntity(Entity):
    """What the store knows of an entity; a URN that it does not know gives an object with exists: false."""

    row_id: strawberry.Private[int | None]
    urn: str
    type: EntityType
    exists: bool | None = strawberry.field(description="Whether the store knows it.")
    is_stub: bool = strawberry.field(description="Named by a reference only, with no fact of its own yet.")
    openlineage: OpenLineageName | None

    def part(self, index: int) -> str:
        """A part of the URN, counted from 0."""
        return parse_urn(self.urn).parts[index]

    async def properties_of(self, info: Info, name: str) -> EntityProperties | None:
        """The properties that a job or a dataset has in its documentation facet."""
        if self.row_id is None:
            return None
        facets = await info.context.facets(self.row_id, "documentation")
        return EntityProperties(name=name, description=text(facets, "documentation", "description"))

    @strawberry.field(description=FACETS)
    async def facets(self, info: Info, names: FacetNames = None) -> list[Facet]:
        return await facets_of(info, "entities", self.row_id, names)

    @strawberry.field(description=FACET)
    async def aspect(self, info: Info, name: FacetName) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name)


@strawberry.type(description="A pipeline: the flow that jobs are part of.")
class DataFlow(StoredEntity):
    @strawberry.field(description="The tool that runs it; `openlineage` for flows that come from its events.")
    def orchestrator(self) -> str:
        return self.part(0)

    @strawberry.field
    def flow_id(self) -> str:
        return self.part(1)

    @strawberry.field(description="The environment; for OpenLineage the namespace.")
    def cluster(self) -> str:
        return self.part(2)

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, self.part(1))

    @strawberry.field(
        description="The runs of the flow as a whole that have an event. Default: the newest 20; at most 1000."
    )
    def runs(self, start: int | None = None, count: int | None = None) -> DataProcessInstanceResult | None:
        return data_job_runs(self.row_id, "flows", start, count)


@strawberry.type(description="A job: the definition that its runs execute.")
class DataJob(StoredEntity):
    flow_row_id: strawberry.Private[int | None]

    @strawberry.field
    def job_id(self) -> str:
        return self.part(1)

    @strawberry.field
    async def data_flow(self, info: Info) -> DataFlow | None:
        if self.flow_row_id is None:
            return None
        row = await info.context.entity_by_id(self.flow_row_id)
        flow = info.context.to_entity(row) if row else None
        return flow if isinstance(flow, DataFlow) else None

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, self.part(1))

    @strawberry.field(description="Its runs that have an event, newest first. Default: the newest 20; at most 1000.")
    def runs(self, start: int | None = None, count: int | None = None) -> DataProcessInstanceResult | None:
        return data_job_runs(self.row_id, "templates", start, count)


@strawberry.type(description="A dataset: what runs read and write.")
class Dataset(StoredEntity):
    @strawberry.field(description="The name in the URN; `openlineage` has the one that events give.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, self.openlineage.name if self.openlineage else self.part(1))

    @strawberry.field(
        description="Runs that read it (INCOMING) or wrote it (OUTGOING), newest first. Default: 20; at most 1000."
    )
    def runs(
        self, direction: RelationshipDirection, start: int | None = None, count: int | None = None
    ) -> DataProcessInstanceResult | None:
        return entity_runs(self.row_id, direction, start, count)


@strawberry.type(description="A machine-learning model: an asset.")
class MLModel(StoredEntity):
    @strawberry.field
    def name(self) -> str:
        return self.part(1)


@strawberry.type(description="An experiment or a notebook: it holds runs that have no template.")
class Container(StoredEntity):
    pass
