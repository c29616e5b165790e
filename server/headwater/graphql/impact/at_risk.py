"""`atRisk`: the jobs that are next to read what is affected."""

import asyncio

import strawberry
from asyncpg import Record

from headwater.graphql.context import Context, Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.impact.asset_versions import AssetVersion, version_by_key
from headwater.graphql.impact.deadline import OUT_OF_TIME
from headwater.graphql.impact.question import Answered
from headwater.graphql.runs.page import LazyInstance
from headwater.model.questions import Direction


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
        rows = await self._jobs_at_risk(info.context)
        return (
            None
            if rows is None
            else list(await asyncio.gather(*(self._job_at_risk(info.context, row) for row in rows)))
        )

    async def _jobs_at_risk(self, context: Context) -> list[Record] | None:
        """The rows of the jobs; None where the time was over before."""
        question, found = self.question, self.answer.versions
        if question.direction is Direction.UPSTREAM:
            return []
        at = question.point_in_time.as_of or context.now
        return await question.deadline.within(
            context.reader.walks.jobs_at_risk(
                found.ids.tolist(), found.attempts.tolist(), at, question.point_in_time, question.implicit
            )
        )

    async def _job_at_risk(self, context: Context, row: Record) -> JobAtRisk:
        template, run, asset = await asyncio.gather(
            context.entity_by_id(row["template_id"]),
            context.instance(row["run_id"]),
            context.entity_by_id(row["data_id"]),
        )
        assert template is not None
        assert asset is not None
        version = None
        if row["edge_id"] is not None:
            version = await version_by_key(context, (row["edge_id"], row["attempt"]), self.question.point_in_time)
        return JobAtRisk(
            template=context.to_entity(template), latest_run=run, asset=context.to_entity(asset), version=version
        )
