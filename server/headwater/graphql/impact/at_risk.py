"""`atRisk`: the jobs that will read affected data next."""

import asyncio

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.enums import Certainty
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.graphql.runs.page import LazyInstance
from headwater.graphql.runs.versions import AssetVersion, version_by_key
from headwater.lineage import at_risk as lineage
from headwater.lineage.at_risk import jobs_at_risk


@strawberry.type(
    description="A job that will read affected data next. Its latest run with inputs read an asset that now shows an"
    " affected version. A stream that saw the version is affected, not at risk."
)
class JobAtRisk:
    template: Entity = strawberry.field(description="The job or flow.")
    latest_run: LazyInstance = strawberry.field(description="The job's latest run with inputs.")
    asset: Entity = strawberry.field(description="The asset that the job would read.")
    version: AssetVersion | None = strawberry.field(
        description="The version that the job would read. Null: the start is the asset, and no writer of the asset"
        " is known."
    )
    certainty: Certainty = strawberry.field(description="POSSIBLE if the version is affected only possibly.")
    has_run_since: bool = strawberry.field(
        description="True: a run of the job has begun since the write of the version, and the next run will read the"
        " version again. False: the next run will be the first to read the version."
    )


@strawberry.type
class ImpactAtRisk(Answered):
    """The jobs that will read affected data next."""

    @strawberry.field(
        description="The jobs that will read affected data next (AT_RISK), at asOf or now, sorted by URN. Empty"
        f" upstream. {OUT_OF_TIME}"
    )
    async def at_risk(self, info: Info) -> list[JobAtRisk] | None:
        context = info.context
        jobs = await jobs_at_risk(context.reader, self.whole)
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
            template=context.to_entity(template),
            latest_run=run,
            asset=context.to_entity(asset),
            version=version,
            certainty=job.certainty,
            has_run_since=job.has_run_since,
        )
