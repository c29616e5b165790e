"""A job as OpenLineage has it: its names, and its newest facets, typed."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.openlineage_name import OpenLineageMetadata
from headwater.model.loose_json import text


@strawberry.type(description="What kind of job it is (jobType).")
class OpenLineageJobType:
    processing_type: str | None = strawberry.field(description="BATCH, STREAMING or SERVICE, as it was sent.")
    integration: str | None = strawberry.field(description="Such as AIRFLOW, DBT or SPARK.")
    job_type: str | None = strawberry.field(description="Such as DAG, TASK or MODEL, in the integration's words.")


@strawberry.type(description="The query that the job runs (sql).")
class OpenLineageSql:
    query: str | None = strawberry.field(description="The text of the query.")
    dialect: str | None = strawberry.field(description="Its dialect, such as `snowflake`.")


@strawberry.type(description="Where the job's source code is (sourceCodeLocation).")
class SourceCodeLocation:
    type: str | None = strawberry.field(description="Such as `git`.")
    url: str | None = strawberry.field(description="The whole address of the code.")
    repo_url: str | None = strawberry.field(description="The address of the repository.")
    path: str | None = strawberry.field(description="The path in the repository.")
    version: str | None = strawberry.field(description="Such as a commit.")
    tag: str | None = strawberry.field(description="The tag that was checked out.")
    branch: str | None = strawberry.field(description="The branch that was checked out.")


@strawberry.type(description="A job as OpenLineage has it: its newest facets, each from the newest event that had it.")
class OpenLineageJob(OpenLineageMetadata):
    @strawberry.field(description="What kind of job it is; null where nobody said.")
    async def job_type(self, info: Info) -> OpenLineageJobType | None:
        if (facet := await info.context.facet(self.row_id, "jobType")) is None:
            return None
        return OpenLineageJobType(
            processing_type=text(facet, "processingType"),
            integration=text(facet, "integration"),
            job_type=text(facet, "jobType"),
        )

    @strawberry.field(description="The query that it runs; null where nobody said.")
    async def sql(self, info: Info) -> OpenLineageSql | None:
        if (facet := await info.context.facet(self.row_id, "sql")) is None:
            return None
        return OpenLineageSql(query=text(facet, "query"), dialect=text(facet, "dialect"))

    @strawberry.field(description="Where its code is; null where nobody said.")
    async def source_code_location(self, info: Info) -> SourceCodeLocation | None:
        if (facet := await info.context.facet(self.row_id, "sourceCodeLocation")) is None:
            return None
        return SourceCodeLocation(
            type=text(facet, "type"),
            url=text(facet, "url"),
            repo_url=text(facet, "repoUrl"),
            path=text(facet, "path"),
            version=text(facet, "version"),
            tag=text(facet, "tag"),
            branch=text(facet, "branch"),
        )
