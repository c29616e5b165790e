"""The order of jobs as events and aspects declare it, whether or not a run has happened."""

from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.store.entity_reader import JobSide

if TYPE_CHECKING:
    from headwater.graphql.stored.templates import DataJob

LazyJob = Annotated["DataJob", strawberry.lazy("headwater.graphql.stored.templates")]


@strawberry.enum(description="The source of a link between two jobs.")
class JobLinkOrigin(Enum):
    JOB_DEPENDENCIES = strawberry.enum_value("JOB_DEPENDENCIES", description="A run's jobDependencies facet.")
    AIRFLOW = strawberry.enum_value("AIRFLOW", description="The order of tasks in an Airflow DAG.")
    DATAHUB = strawberry.enum_value("DATAHUB", description="DataHub's dataJobInputOutput; its times are arrival times.")
    LINEAGE = strawberry.enum_value("LINEAGE", description="A lineage facet: data flows from one job to the other.")


@strawberry.type(description="An upstream or downstream job.")
class JobLink:
    job: LazyJob = strawberry.field(description="The other job.")
    origin: JobLinkOrigin = strawberry.field(description="The source of the link.")
    first_named_at: datetime = strawberry.field(description="eventTime of the first event with the link, UTC.")
    last_named_at: datetime = strawberry.field(
        description="eventTime of the last event with the link, UTC. A changed pipeline no longer sends old links."
    )


async def job_links(info: Info, job_id: int | None, side: JobSide) -> list[JobLink]:
    """The jobs on one side of a job; none for a job that the store does not know."""
    if job_id is None:
        return []
    context = info.context
    return [
        JobLink(
            job=context.to_entity(row),  # type: ignore[arg-type]  # both ends of a link are jobs
            origin=JobLinkOrigin(row["origin"]),
            first_named_at=row["first_at"],
            last_named_at=row["last_at"],
        )
        for row in await context.load(context.reader.entities.job_links, job_id, side)
    ]
