"""Jobs and datasets as OpenLineage has them: names, and the newest facets, typed.

They are inside `openlineage`, since DataHub has `tags` and `ownership` of another shape on the entities themselves.
"""

from datetime import datetime
from typing import Any

import strawberry
from strawberry.scalars import JSON

from headwater.graphql.context import Info
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, time, truth, whole_number


@strawberry.type(description="A tag as OpenLineage has it: a key with a value.")
class OpenLineageTag:
    key: str = strawberry.field(description="The key.")
    value: str | None = strawberry.field(description="Its value.")
    source: str | None = strawberry.field(description="Who set it, such as `CONFIG` or `INTEGRATION`.")
    field: str | None = strawberry.field(description="On a dataset: the column that it is about, if about one.")


def openlineage_tags(facet: Any) -> list[OpenLineageTag]:
    """From a tags facet, in its order; without what has no key."""
    return [
        OpenLineageTag(key=key, value=text(tag, "value"), source=text(tag, "source"), field=text(tag, "field"))
        for tag in objects(facet, "tags")
        if (key := text(tag, "key")) is not None
    ]


@strawberry.type(description="The names under which OpenLineage events know it, as they were given.")
class OpenLineageName:
    row_id: strawberry.Private[int | None]
    namespace: str = strawberry.field(description="The namespace, as events give it.")
    name: str = strawberry.field(description="The name, as events give it.")


@strawberry.type(description="Who answers for it (ownership).")
class OpenLineageOwner:
    name: str | None = strawberry.field(description="Who it is, such as `team:data-platform`.")
    type: str | None = strawberry.field(description="Such as `MAINTAINER`, in the producer's words.")


@strawberry.type(description="What it is, in words (documentation).")
class OpenLineageDocumentation:
    description: str | None = strawberry.field(description="The text.")
    content_type: str | None = strawberry.field(description="Such as `text/markdown`.")


@strawberry.type
class OpenLineageMetadata(OpenLineageName):
    """What OpenLineage's facets say of jobs and datasets alike. What has another shape than theirs is null."""

    @strawberry.field(description="In the order of the event (ownership).")
    async def owners(self, info: Info) -> list[OpenLineageOwner]:
        facet = await info.context.facet(self.row_id, "ownership")
        return [
            OpenLineageOwner(name=text(owner, "name"), type=text(owner, "type")) for owner in objects(facet, "owners")
        ]

    @strawberry.field(description="In the order of the event.")
    async def tags(self, info: Info) -> list[OpenLineageTag]:
        return openlineage_tags(await info.context.facet(self.row_id, "tags"))

    @strawberry.field(description="What it is, in words; null where nobody said.")
    async def documentation(self, info: Info) -> OpenLineageDocumentation | None:
        if (facet := await info.context.facet(self.row_id, "documentation")) is None:
            return None
        return OpenLineageDocumentation(description=text(facet, "description"), content_type=text(facet, "contentType"))


@strawberry.type(description="How much of it the run read or wrote (inputStatistics, outputStatistics).")
class EdgeStatistics:
    row_count: Long | None = strawberry.field(description="How many rows; null where the run did not say.")
    size: Long | None = strawberry.field(description="How many bytes; null where the run did not say.")
    file_count: Long | None = strawberry.field(description="How many files; null where the run did not say.")


@strawberry.type(description="What the run measured in the data (dataQualityMetrics).")
class DataQualityMetrics:
    row_count: Long | None = strawberry.field(description="How many rows; null where the run did not say.")
    bytes: Long | None = strawberry.field(description="How many bytes; null where the run did not say.")
    file_count: Long | None = strawberry.field(description="How many files; null where the run did not say.")
    last_updated: datetime | None = strawberry.field(description="When the data changed last, UTC.")
    column_metrics: JSON | None = strawberry.field(
        description="By column: nullCount, distinctCount, min, max and so on."
    )


@strawberry.type(description="A test of the data that the run made (dataQualityAssertions).")
class DataQualityAssertion:
    assertion: str | None = strawberry.field(description="The kind of test, such as `not_null`.")
    success: bool | None = strawberry.field(description="Whether it held.")
    column: str | None = strawberry.field(description="Null where it is about the whole dataset.")
    severity: str | None = strawberry.field(description="`error` or `warn`, where the producer says so.")
    name: str | None = strawberry.field(description="The name of the test.")
    expected: str | None = strawberry.field(description="What was expected, in the words of the tool.")
    actual: str | None = strawberry.field(description="What was found, in the words of the tool.")


@strawberry.type(description="A change of the dataset itself, not of rows in it (lifecycleStateChange).")
class LifecycleStateChange:
    change: str | None = strawberry.field(
        description="ALTER, CREATE, DROP, OVERWRITE, RENAME or TRUNCATE, as it was sent."
    )
    previous_namespace: str | None = strawberry.field(
        description="With `previousName`: what it was called before a RENAME."
    )
    previous_name: str | None = strawberry.field(description="The name before a RENAME.")


def edge_statistics(facet: Any) -> EdgeStatistics | None:
    """From an inputStatistics or outputStatistics facet; None where it is not there."""
    if facet is None:
        return None
    return EdgeStatistics(
        row_count=_long(facet, "rowCount"), size=_long(facet, "size"), file_count=_long(facet, "fileCount")
    )


def data_quality_metrics(facet: Any) -> DataQualityMetrics | None:
    """From a dataQualityMetrics facet; None where it is not there."""
    if facet is None:
        return None
    columns = member(facet, "columnMetrics")
    return DataQualityMetrics(
        row_count=_long(facet, "rowCount"),
        bytes=_long(facet, "bytes"),
        file_count=_long(facet, "fileCount"),
        last_updated=time(facet, "lastUpdated"),
        column_metrics=JSON(columns) if isinstance(columns, dict) else None,
    )


def assertions(facet: Any) -> list[DataQualityAssertion]:
    """From a dataQualityAssertions facet, in its order."""
    return [
        DataQualityAssertion(
            assertion=text(item, "assertion"),
            success=truth(item, "success"),
            column=text(item, "column"),
            severity=text(item, "severity"),
            name=text(item, "name"),
            expected=text(item, "expected"),
            actual=text(item, "actual"),
        )
        for item in objects(facet, "assertions")
    ]


def lifecycle_state_change(facet: Any) -> LifecycleStateChange | None:
    """From a lifecycleStateChange facet; None where it is not there."""
    if facet is None:
        return None
    return LifecycleStateChange(
        change=text(facet, "lifecycleStateChange"),
        previous_namespace=text(facet, "previousIdentifier", "namespace"),
        previous_name=text(facet, "previousIdentifier", "name"),
    )


def _long(facet: Any, name: str) -> Long | None:
    number = whole_number(facet, name)
    return None if number is None else Long(number)


@strawberry.type(description="A column, or a field of a nested one.")
class OpenLineageSchemaField:
    json: strawberry.Private[dict[str, Any]]

    @strawberry.field(description="The name of the column.")
    def name(self) -> str | None:
        return text(self.json, "name")

    @strawberry.field(description="In the words of the system that has the dataset.")
    def type(self) -> str | None:
        return text(self.json, "type")

    @strawberry.field(description="What the column is, in words.")
    def description(self) -> str | None:
        return text(self.json, "description")

    @strawberry.field(description="The fields inside it, in the order of the event; none where it is not nested.")
    def fields(self) -> list["OpenLineageSchemaField"]:
        return schema_fields(self.json)


@strawberry.type(description="The system that holds the dataset (dataSource).")
class OpenLineageDataSource:
    name: str | None = strawberry.field(description="Its name, such as `postgres://shop-db:5432`.")
    uri: str | None = strawberry.field(description="Where it is reached.")


@strawberry.type(description="How the dataset is stored (storage).")
class OpenLineageStorage:
    storage_layer: str | None = strawberry.field(description="Such as `iceberg` or `delta`.")
    file_format: str | None = strawberry.field(description="Such as `parquet`.")


@strawberry.type(description="What kind of dataset it is (datasetType).")
class OpenLineageDatasetType:
    dataset_type: str | None = strawberry.field(description="Such as TABLE, VIEW or TOPIC.")
    sub_type: str | None = strawberry.field(description="A finer word, such as MATERIALIZED or EXTERNAL.")


@strawberry.type(
    description="A dataset as OpenLineage has it: its newest facets, each from the newest event that had it."
)
class OpenLineageDataset(OpenLineageMetadata):
    @strawberry.field(description="Its columns, in the order of the event (schema).")
    async def schema_fields(self, info: Info) -> list[OpenLineageSchemaField]:
        return schema_fields(await info.context.facet(self.row_id, "schema"))

    @strawberry.field(description="The system that holds it; null where nobody said.")
    async def data_source(self, info: Info) -> OpenLineageDataSource | None:
        if (facet := await info.context.facet(self.row_id, "dataSource")) is None:
            return None
        return OpenLineageDataSource(name=text(facet, "name"), uri=text(facet, "uri"))

    @strawberry.field(description="How it is stored; null where nobody said.")
    async def storage(self, info: Info) -> OpenLineageStorage | None:
        if (facet := await info.context.facet(self.row_id, "storage")) is None:
            return None
        return OpenLineageStorage(storage_layer=text(facet, "storageLayer"), file_format=text(facet, "fileFormat"))

    @strawberry.field(description="What kind it is; null where nobody said.")
    async def dataset_type(self, info: Info) -> OpenLineageDatasetType | None:
        if (facet := await info.context.facet(self.row_id, "datasetType")) is None:
            return None
        return OpenLineageDatasetType(dataset_type=text(facet, "datasetType"), sub_type=text(facet, "subType"))

    @strawberry.field(description="The newest; `outputEdges` of its runs have those of each run.")
    async def lifecycle_state_change(self, info: Info) -> LifecycleStateChange | None:
        return lifecycle_state_change(await info.context.facet(self.row_id, "lifecycleStateChange"))


def schema_fields(holder: Any) -> list[OpenLineageSchemaField]:
    """From a schema facet or a nested field, in its order."""
    return [OpenLineageSchemaField(json=field) for field in objects(holder, "fields")]


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
