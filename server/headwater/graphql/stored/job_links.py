"""Which job comes before which, by what events say of jobs: no run has to have happened."""

from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.store.entity_reader import JobSide

if TYPE_CHECKING:
    from headwater.graphql.stored.templates import DataJob

LazyJob = Annotated["DataJob", strawberry.lazy("headwater.graphql.stored.templates")]


@strawberry.enum(description="Who says that one job comes before another.")
class JobLinkOrigin(Enum):
    JOB_DEPENDENCIES = strawberry.enum_value("JOB_DEPENDENCIES", description="A run's jobDependencies facet.")
    AIRFLOW = strawberry.enum_value("AIRFLOW", description="The order of tasks in an Airflow DAG.")
    DATAHUB = strawberry.enum_value("DATAHUB", description="DataHub's dataJobInputOutput; its times are of arrival.")
    LINEAGE = strawberry.enum_value("LINEAGE", description="A lineage facet: data flows from one to the other.")


@strawberry.type(description="Another job that comes before or after a job.")
class JobLink:
    job: LazyJob = strawberry.field(description="The other job.")
    origin: JobLinkOrigin = strawberry.field(description="Who says so.")
    first_named_at: datetime = strawberry.field(description="eventTime of the first event that said so, UTC.")
    last_named_at: datetime = strawberry.field(
        description="eventTime of the last event that said so, UTC: a pipeline that was changed stops saying it."
    )


async def job_links(info: Info, job_id: int | None, side: JobSide) -> list[JobLink]:
    """The jobs on one side of a job; none for a job that the store does not know."""
    if job_id is None:
        return []
    context = info.context
    return [
        JobLink(
            job=context.to_entity(row),  # type: ignore[arg-type]  # a link is between jobs
            origin=JobLinkOrigin(row["origin"]),
            first_named_at=row["first_at"],
            last_named_at=row["last_at"],
        )
        for row in await context.load(context.reader.entities.job_links, job_id, side)
    ]
