"""What a job is declared to read and write, with DataHub's names and nullability."""

from typing import TYPE_CHECKING

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.columns import FineGrainedLineage, fine_grained_lineages
from headwater.graphql.stored.assets import Dataset
from headwater.graphql.stored.job_links import LazyJob, job_links

if TYPE_CHECKING:
    from headwater.graphql.stored.templates import DataJob

_BY_RELATIONSHIPS = "`relationships` and `declaredInputs`, `declaredOutputs`, `upstreamJobs` have it."


@strawberry.type(
    description="What a job is declared to read and write, and which jobs come before it: by DataHub's"
    " dataJobInputOutput, and by its newest JobEvent."
)
class DataJobInputOutput:
    job: strawberry.Private["DataJob"]

    @strawberry.field(description="The datasets that it reads, by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def input_datasets(self, info: Info) -> list[Dataset] | None:
        return [asset for asset in await self.job.declared(info, "INPUT") if isinstance(asset, Dataset)]

    @strawberry.field(description="The datasets that it writes, by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def output_datasets(self, info: Info) -> list[Dataset] | None:
        return [asset for asset in await self.job.declared(info, "OUTPUT") if isinstance(asset, Dataset)]

    @strawberry.field(description="The jobs before it, by URN.", deprecation_reason=_BY_RELATIONSHIPS)
    async def input_datajobs(self, info: Info) -> list[LazyJob] | None:
        links = await job_links(info, self.job.row_id, "upstreams_of_jobs")
        return list({link.job.urn: link.job for link in links}.values())

    @strawberry.field(description="Which columns are made from which; null where no dataJobInputOutput was given.")
    async def fine_grained_lineages(self, info: Info) -> list[FineGrainedLineage] | None:
        return fine_grained_lineages(await self.job.value_of(info, "dataJobInputOutput"))
