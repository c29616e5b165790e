"""Jobs and flows: the definitions that runs execute, with DataHub's names and nullability."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, ClassVar, cast

import strawberry

from headwater.execution.fields import of_many, only, values_of
from headwater.graphql.by_id import entities_by
from headwater.graphql.context import Info
from headwater.graphql.entities.catalog import Governed
from headwater.graphql.entities.entity import Entity, StoredEntity
from headwater.graphql.entities.governance import Ingested
from headwater.graphql.entities.lineage import EntityWithRelationships
from headwater.graphql.entities.openlineage import OpenLineageJob, OpenLineageName
from headwater.graphql.entities.placement import Placed
from headwater.graphql.entities.platforms import DataPlatform, platform_of
from headwater.graphql.entities.properties import (
    DataFlowEditableProperties,
    DataFlowInfo,
    DataFlowProperties,
    DataJobEditableProperties,
    DataJobInfo,
    DataJobProperties,
    common_properties,
    edited,
)
from headwater.graphql.offset_paging import Count, StoredStart
from headwater.graphql.runs.anomalies import JobAnomalies, job_anomalies
from headwater.graphql.runs.listed import OwnRuns
from headwater.graphql.runs.page import DataProcessInstanceResult, run_page
from headwater.graphql.runs.template_runs import RunsByUrn
from headwater.graphql.runs.window import CreatedIn
from headwater.graphql.stored.input_output import DataJobInputOutput
from headwater.graphql.stored.job_links import JobLink, job_links
from headwater.model.loose_json import text
from headwater.store.run_reader import RunsOfTemplate
from headwater.urn import parse_urn


@strawberry.interface(description="An entity with runs: a job or a flow.")
class HasExecutionRuns:
    runs_are_of: ClassVar[RunsOfTemplate]

    @strawberry.field(
        description="Runs with at least one event, newest first, ties by URN. For a flow: runs of the whole flow."
        " Default: the newest 20; at most 1000."
    )
    def runs(self, info: Info, start: StoredStart = None, count: Count = None) -> DataProcessInstanceResult | None:
        return run_page(info, RunsByUrn(cast("Entity", self).urn, self.runs_are_of), start, count)


@strawberry.type
class _Template(StoredEntity, EntityWithRelationships, HasExecutionRuns, OwnRuns, Placed, Governed, Ingested):
    """A job or a flow: the definition that runs execute."""

    runs_are_of: ClassVar[RunsOfTemplate]


@strawberry.type(description="A pipeline: a flow with its jobs.")
class DataFlow(_Template):
    runs_are_of = "flows"

    @strawberry.field(description="The flow's names in OpenLineage; null if OpenLineage has no name for the flow.")
    def openlineage(self) -> OpenLineageName | None:
        return self.named_as(OpenLineageName)

    @strawberry.field(description="The tool that runs the flow; `openlineage` for flows from OpenLineage events.")
    def orchestrator(self) -> str:
        return self.part(0)

    @strawberry.field(description="The name in the URN.")
    def flow_id(self) -> str:
        return self.part(1)

    @strawberry.field(description="The environment; for OpenLineage: the namespace.")
    def cluster(self) -> str:
        return self.part(2)

    @strawberry.field(description="Name, description and properties; null if the store does not know the flow.")
    async def properties(self, info: Info) -> DataFlowProperties | None:
        return None if self.row_id is None else DataFlowProperties(**await self._properties(info))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="Use `properties`.")
    async def info(self, info: Info) -> DataFlowInfo | None:
        return None if self.row_id is None else DataFlowInfo(**await self._properties(info))

    @strawberry.field(description="Changes made in DataHub's own UI (editableDataFlowProperties).")
    async def editable_properties(self, info: Info) -> DataFlowEditableProperties | None:
        return edited(DataFlowEditableProperties, await self.value_of(info, "editableDataFlowProperties"))

    @strawberry.field(description="The tool that runs the flow.")
    def platform(self) -> DataPlatform:
        return platform_of(self.part(0))

    async def _properties(self, info: Info) -> dict[str, Any]:
        value = await self.described(info, "dataFlowInfo")
        return {**common_properties(self.urn, self.part(1), value), "project": text(value, "project")}


_FLOWS = entities_by(attrgetter("flow_row_id"), lambda job: job.part(0))


async def _flows(jobs: Sequence["DataJob"], info: Info) -> list[DataFlow | Exception | None]:
    found = await values_of(_FLOWS(jobs, info))
    return [flow if isinstance(flow, DataFlow | Exception) else None for flow in found]


@strawberry.type(description="A job: the definition that its runs execute.")
class DataJob(_Template):
    runs_are_of = "templates"
    flow_row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="Names and newest facets in OpenLineage; null if OpenLineage has no name for the job."
    )
    def openlineage(self) -> OpenLineageJob | None:
        return self.named_as(OpenLineageJob)

    @strawberry.field(description="The name in the URN.")
    def job_id(self) -> str:
        return self.part(1)

    @strawberry.field(description="The flow that contains the job.")
    @of_many(_flows)
    async def data_flow(self, info: Info) -> DataFlow | None:
        return cast("DataFlow | None", await only(_flows([self], info)))

    @strawberry.field(description="Name, description and properties; null if the store does not know the job.")
    async def properties(self, info: Info) -> DataJobProperties | None:
        return None if self.row_id is None else DataJobProperties(**await self._properties(info))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="Use `properties`.")
    async def info(self, info: Info) -> DataJobInfo | None:
        return None if self.row_id is None else DataJobInfo(**await self._properties(info))

    @strawberry.field(description="Changes made in DataHub's own UI (editableDataJobProperties).")
    async def editable_properties(self, info: Info) -> DataJobEditableProperties | None:
        return edited(DataJobEditableProperties, await self.value_of(info, "editableDataJobProperties"))

    @strawberry.field(
        description="Declared inputs, outputs and upstream jobs, whether or not a run has happened. Declared by"
        " DataHub's dataJobInputOutput and the job's newest JobEvent. Null if the store does not know the job."
    )
    def input_output(self) -> DataJobInputOutput | None:
        return None if self.row_id is None else DataJobInputOutput(job=self)

    @strawberry.field(description="The tool that runs the job's flow.")
    def platform(self) -> DataPlatform | None:
        return platform_of(parse_urn(self.part(0)).parts[0])

    @strawberry.field(
        description="Runs that differ from the job's earlier runs (docs/anomalies.md), newest first, ties by URN."
        " Default: the newest 20; at most 1000."
    )
    async def anomalies(
        self,
        info: Info,
        window: CreatedIn = None,
        start: StoredStart = None,
        count: Count = None,
    ) -> JobAnomalies | None:
        return await job_anomalies(info, self.row_id, window, start, count)

    @strawberry.field(description="The upstream jobs, sorted by URN.")
    async def upstream_jobs(self, info: Info) -> list[JobLink]:
        return await job_links(info, self.row_id, "upstreams_of_jobs")

    @strawberry.field(description="The downstream jobs, sorted by URN.")
    async def downstream_jobs(self, info: Info) -> list[JobLink]:
        return await job_links(info, self.row_id, "downstreams_of_jobs")

    @strawberry.field(
        description="Inputs declared by the job's newest JobEvent or DataHub's dataJobInputOutput, whether or not a run"
        " has read them. Sorted by URN."
    )
    async def declared_inputs(self, info: Info) -> list[Entity]:
        return await self.declared(info, "INPUT")

    @strawberry.field(
        description="Outputs declared by the job's newest JobEvent or DataHub's dataJobInputOutput, whether or not a"
        " run has written them. Sorted by URN."
    )
    async def declared_outputs(self, info: Info) -> list[Entity]:
        return await self.declared(info, "OUTPUT")

    async def declared(self, info: Info, direction: str) -> list[Entity]:
        """Declared inputs or outputs, sorted by URN. direction: INPUT or OUTPUT."""
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.entities.declared_assets, (self.row_id, direction))
        return [info.context.to_entity(row) for row in rows]

    async def _properties(self, info: Info) -> dict[str, Any]:
        return common_properties(self.urn, self.part(1), await self.described(info, "dataJobInfo"))
