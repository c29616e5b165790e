"""`atRisk`: the jobs that are next to read what is affected."""

import asyncio

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage import at_risk as lineage
from headwater.lineage.at_risk import jobs_at_risk


@strawberry.type(
    description="A job that is next: its latest run that named inputs read an asset that shows an affected version, and"
    " none of its runs began since that was written. A stream that saw the version is affected, and no job at risk."
)
class JobAtRisk:
    template: Entity = strawberry.field(description="The job or flow.")
    latest_run: LazyInstance = strawberry.field(
        description="Its latest run that named inputs: it did not see the version."
    )
    asset: Entity = strawberry.field(description="The asset that it would read.")
    version: AssetVersion | None = strawberry.field(
        description="The version that it would read; null where the start is the asset, and no run is known to have"
        " written it."
    )


@strawberry.type
class ImpactAtRisk(Answered):
    """The jobs that are next."""

    @strawberry.field(
        description="The jobs that are next, as of asOf or now, in the order of their URNs: AT_RISK. None upstream."
        f" {OUT_OF_TIME}"
    )
    async def at_risk(self, info: Info) -> list[JobAtRisk] | None:
        context = info.context
        jobs = await jobs_at_risk(context.reader, self.asked)
        return None if jobs is None else list(await asyncio.gather(*(self._job(context, job) for job in jobs)))

    async def _job(self, context: Context, job: lineage.JobAtRisk) -> JobAtRisk:
        template, run, asset = await asyncio.gather(
            context.entity_by_id(job.template_id), context.instance(job.run_id), context.entity_by_id(job.asset_id)
        )
        assert template is not None
        assert asset is not None
        version = None
        if job.version is not None:
            version = await version_by_key(context, job.version, self.asked.question.point_in_time)
        return JobAtRisk(
            template=context.to_entity(template), latest_run=run, asset=context.to_entity(asset), version=version
        )
