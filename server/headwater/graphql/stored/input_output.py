"""Declared inputs and outputs of a job, with DataHub's names and nullability."""

from typing import TYPE_CHECKING

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.columns import FineGrainedLineage, fine_grained_lineages
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.job_links import LazyJob, job_links

if TYPE_CHECKING:
    from headwater.graphql.stored.templates import DataJob

_BY_RELATIONSHIPS = "Use `relationships`, `declaredInputs`, `declaredOutputs` or `upstreamJobs`."


@strawberry.type(
    description="Declared inputs, outputs and upstream jobs of a job, from DataHub's dataJobInputOutput and the job's"
    " newest JobEvent."
)
class DataJobInputOutput:
    job: strawberry.Private["DataJob"]

    @strawberry.field(description="The input datasets, sorted by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def input_datasets(self, info: Info) -> list[Dataset] | None:
        return [asset for asset in await self.job.declared(info, "INPUT") if isinstance(asset, Dataset)]

    @strawberry.field(description="The output datasets, sorted by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def output_datasets(self, info: Info) -> list[Dataset] | None:
        return [asset for asset in await self.job.declared(info, "OUTPUT") if isinstance(asset, Dataset)]

    @strawberry.field(description="The upstream jobs, sorted by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def input_datajobs(self, info: Info) -> list[LazyJob] | None:
        links = await job_links(info, self.job.row_id, "upstreams_of_jobs")
        return list({link.job.urn: link.job for link in links}.values())

    @strawberry.field(description="Column lineage from the aspect dataJobInputOutput; null without the aspect.")
    async def fine_grained_lineages(self, info: Info) -> list[FineGrainedLineage] | None:
        return fine_grained_lineages(await self.job.value_of(info, "dataJobInputOutput"))
