"""Jobs and flows: the definitions that runs execute, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity, EntityProperties, StoredEntity
from headwater.graphql.entities.job_links import JobLink, job_links
from headwater.graphql.entities.openlineage_job import OpenLineageJob
from headwater.graphql.entities.openlineage_name import OpenLineageName
from headwater.graphql.entities.platforms import DataPlatform, DataPlatformInstance, platform_instance, platform_of
from headwater.graphql.runs.data_job_runs import data_job_runs
from headwater.graphql.runs.page import Count, DataProcessInstanceResult, Start
from headwater.graphql.search.lineage import EntityWithRelationships
from headwater.urn import parse_urn


@strawberry.type(description="A pipeline: the flow that jobs are part of.")
class DataFlow(StoredEntity, EntityWithRelationships):
    @strawberry.field(description="Its names in OpenLineage; null where it can have none.")
    def openlineage(self) -> OpenLineageName | None:
        return self.named_as(OpenLineageName)

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
        return await self.properties_of(info, "dataFlowInfo", self.part(1))

    @strawberry.field(description="The tool that runs it.")
    def platform(self) -> DataPlatform:
        return platform_of(self.part(0))

    @strawberry.field(
        description="The runs of the flow as a whole that have an event. Default: the newest 20; at most 1000."
    )
    def runs(self, start: Start = None, count: Count = None) -> DataProcessInstanceResult | None:
        return data_job_runs(self.row_id, "flows", start, count)


@strawberry.type(description="A job: the definition that its runs execute.")
class DataJob(StoredEntity, EntityWithRelationships):
    flow_row_id: strawberry.Private[int | None]

    @strawberry.field(description="Its names and newest facets in OpenLineage; null where it can have none.")
    def openlineage(self) -> OpenLineageJob | None:
        return self.named_as(OpenLineageJob)

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
        return await self.properties_of(info, "dataJobInfo", self.part(1))

    @strawberry.field(description="The tool that runs its flow.")
    def platform(self) -> DataPlatform | None:
        return platform_of(parse_urn(self.part(0)).parts[0])

    @strawberry.field(description="What DataHub's dataPlatformInstance aspect says; null where none was given.")
    async def data_platform_instance(self, info: Info) -> DataPlatformInstance | None:
        return await platform_instance(info, self.row_id)

    @strawberry.field(description="Its runs that have an event, newest first. Default: the newest 20; at most 1000.")
    def runs(self, start: Start = None, count: Count = None) -> DataProcessInstanceResult | None:
        return data_job_runs(self.row_id, "templates", start, count)

    @strawberry.field(description="The jobs that come before it, in the order of their URNs.")
    async def upstream_jobs(self, info: Info) -> list[JobLink]:
        return await job_links(info, self.row_id, "upstreams_of_jobs")

    @strawberry.field(description="The jobs that come after it, in the order of their URNs.")
    async def downstream_jobs(self, info: Info) -> list[JobLink]:
        return await job_links(info, self.row_id, "downstreams_of_jobs")

    @strawberry.field(
        description="What its newest JobEvent, or DataHub's dataJobInputOutput, says that it reads: no run need have."
        " By URN."
    )
    async def declared_inputs(self, info: Info) -> list[Entity]:
        return await self._declared(info, "INPUT")

    @strawberry.field(
        description="What its newest JobEvent, or DataHub's dataJobInputOutput, says that it writes: no run need have."
        " By URN."
    )
    async def declared_outputs(self, info: Info) -> list[Entity]:
        return await self._declared(info, "OUTPUT")

    async def _declared(self, info: Info, direction: str) -> list[Entity]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.lineage.declared_assets, (self.row_id, direction))
        return [info.context.to_entity(row) for row in rows]
