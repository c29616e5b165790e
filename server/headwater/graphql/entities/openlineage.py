"""Jobs and datasets in OpenLineage's terms: names, and the newest facets, typed.

All of this is inside `openlineage`: on the entities themselves, DataHub has `tags` and `ownership` of another shape.
"""

from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import strawberry
from strawberry.scalars import JSON
from strawberry.utils.str_converters import to_camel_case

from headwater.graphql.context import Info
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, time, truth, whole_number

Texts = TypeVar("Texts")


@strawberry.type(description="A tag in OpenLineage: a key with a value.")
class OpenLineageTag:
    key: str = strawberry.field(description="The key.")
    value: str | None = strawberry.field(description="The value.")
    source: str | None = strawberry.field(description="The source of the tag, such as `CONFIG` or `INTEGRATION`.")
    field: str | None = strawberry.field(description="On a dataset: the tagged column, if the tag is for one column.")


def texts_of(kind: Callable[..., Texts], facet: Any) -> Texts | None:
    """A facet as a type whose fields are texts, each a member of its GraphQL name; None without a facet."""
    return None if facet is None else kind(**{name: text(facet, member_name) for name, member_name in _members(kind)})


@cache
def _members(kind: Any) -> list[tuple[str, str]]:
    return [(field.name, to_camel_case(field.name)) for field in fields(kind)]


def openlineage_tags(facet: Any) -> list[OpenLineageTag]:
    """The tags of a tags facet, in its order, without tags that have no key."""
    return [
        OpenLineageTag(key=key, value=text(tag, "value"), source=text(tag, "source"), field=text(tag, "field"))
        for tag in objects(facet, "tags")
        if (key := text(tag, "key")) is not None
    ]


@strawberry.type(description="Namespace and name as OpenLineage events give them.")
class OpenLineageName:
    row_id: strawberry.Private[int | None]
    namespace: str = strawberry.field(description="The namespace in events.")
    name: str = strawberry.field(description="The name in events.")


@strawberry.type(description="An owner of a job or dataset (ownership).")
class OpenLineageOwner:
    name: str | None = strawberry.field(description="The owner, such as `team:data-platform`.")
    type: str | None = strawberry.field(
        description="The kind of ownership in the producer's words, such as `MAINTAINER`."
    )


@strawberry.type(description="A description in words (documentation).")
class OpenLineageDocumentation:
    description: str | None = strawberry.field(description="The text.")
    content_type: str | None = strawberry.field(description="The format, such as `text/markdown`.")


@strawberry.type
class OpenLineageMetadata(OpenLineageName):
    """OpenLineage's facets of both jobs and datasets. A facet of an unexpected shape is null."""

    @strawberry.field(description="The owners, in the order of the event (ownership).")
    async def owners(self, info: Info) -> list[OpenLineageOwner]:
        facet = await info.context.facet(self.row_id, "ownership")
        return [
            OpenLineageOwner(name=text(owner, "name"), type=text(owner, "type")) for owner in objects(facet, "owners")
        ]

    @strawberry.field(description="The tags, in the order of the event.")
    async def tags(self, info: Info) -> list[OpenLineageTag]:
        return openlineage_tags(await info.context.facet(self.row_id, "tags"))

    @strawberry.field(description="The documentation; null without the facet.")
    async def documentation(self, info: Info) -> OpenLineageDocumentation | None:
        return texts_of(OpenLineageDocumentation, await info.context.facet(self.row_id, "documentation"))


@strawberry.type(description="Amounts that a run read or wrote (inputStatistics, outputStatistics).")
class EdgeStatistics:
    row_count: Long | None = strawberry.field(description="The number of rows; null if the run did not report it.")
    size: Long | None = strawberry.field(description="The number of bytes; null if the run did not report it.")
    file_count: Long | None = strawberry.field(description="The number of files; null if the run did not report it.")


@strawberry.type(description="Measurements of the data by a run (dataQualityMetrics).")
class DataQualityMetrics:
    row_count: Long | None = strawberry.field(description="The number of rows; null if the run did not report it.")
    bytes: Long | None = strawberry.field(description="The number of bytes; null if the run did not report it.")
    file_count: Long | None = strawberry.field(description="The number of files; null if the run did not report it.")
    last_updated: datetime | None = strawberry.field(description="The time of the last change of the data, UTC.")
    column_metrics: JSON | None = strawberry.field(
        description="Metrics by column: nullCount, distinctCount, min, max and so on."
    )


@strawberry.type(description="A test of the data by a run (dataQualityAssertions).")
class DataQualityAssertion:
    assertion: str | None = strawberry.field(description="The kind of test, such as `not_null`.")
    success: bool | None = strawberry.field(description="True if the test passed.")
    column: str | None = strawberry.field(description="The tested column; null for a test of the whole dataset.")
    severity: str | None = strawberry.field(description="`error` or `warn`, if the producer reports it.")
    name: str | None = strawberry.field(description="The name of the test.")
    expected: str | None = strawberry.field(description="The expected value, in the words of the tool.")
    actual: str | None = strawberry.field(description="The value found, in the words of the tool.")


@strawberry.type(description="A change of the dataset itself, not of its rows (lifecycleStateChange).")
class LifecycleStateChange:
    change: str | None = strawberry.field(description="ALTER, CREATE, DROP, OVERWRITE, RENAME or TRUNCATE, as sent.")
    previous_namespace: str | None = strawberry.field(description="The namespace before a RENAME.")
    previous_name: str | None = strawberry.field(description="The name before a RENAME.")


def edge_statistics(facet: Any) -> EdgeStatistics | None:
    """The amounts in an inputStatistics or outputStatistics facet; None without a facet."""
    if facet is None:
        return None
    return EdgeStatistics(
        row_count=_long(facet, "rowCount"), size=_long(facet, "size"), file_count=_long(facet, "fileCount")
    )


def data_quality_metrics(facet: Any) -> DataQualityMetrics | None:
    """The measurements in a dataQualityMetrics facet; None without a facet."""
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
    """The tests in a dataQualityAssertions facet, in its order."""
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
    """The change in a lifecycleStateChange facet; None without a facet."""
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


@strawberry.type(description="A column, or a field of a nested column.")
class OpenLineageSchemaField:
    json: strawberry.Private[dict[str, Any]]

    @strawberry.field(description="The name of the column.")
    def name(self) -> str | None:
        return text(self.json, "name")

    @strawberry.field(description="The type, in the words of the system that holds the dataset.")
    def type(self) -> str | None:
        return text(self.json, "type")

    @strawberry.field(description="The description of the column.")
    def description(self) -> str | None:
        return text(self.json, "description")

    @strawberry.field(description="The fields of a nested column, in the order of the event; empty for other columns.")
    def fields(self) -> list["OpenLineageSchemaField"]:
        return schema_fields(self.json)


@strawberry.type(description="The system that holds the dataset (dataSource).")
class OpenLineageDataSource:
    name: str | None = strawberry.field(description="The name, such as `postgres://shop-db:5432`.")
    uri: str | None = strawberry.field(description="The address of the system.")


@strawberry.type(description="The storage of the dataset (storage).")
class OpenLineageStorage:
    storage_layer: str | None = strawberry.field(description="The storage layer, such as `iceberg` or `delta`.")
    file_format: str | None = strawberry.field(description="The file format, such as `parquet`.")


@strawberry.type(description="The kind of the dataset (datasetType).")
class OpenLineageDatasetType:
    dataset_type: str | None = strawberry.field(description="The kind, such as TABLE, VIEW or TOPIC.")
    sub_type: str | None = strawberry.field(description="A finer kind, such as MATERIALIZED or EXTERNAL.")


@strawberry.type(description="The catalog that holds the dataset (catalog).")
class OpenLineageCatalog:
    framework: str | None = strawberry.field(description="The storage framework, such as iceberg, delta or hive.")
    type: str | None = strawberry.field(description="The kind of catalog, such as jdbc, glue or polaris.")
    name: str | None = strawberry.field(description="The name of the catalog in the system that uses it.")
    metadata_uri: str | None = strawberry.field(description="The address of the catalog.")
    warehouse_uri: str | None = strawberry.field(description="The place of the data that the catalog describes.")
    source: str | None = strawberry.field(description="The system that configures the catalog, such as spark.")


@strawberry.type(
    description="A dataset in OpenLineage: its names and newest facets, each from the newest event with the facet."
)
class OpenLineageDataset(OpenLineageMetadata):
    @strawberry.field(description="The columns, in the order of the event (schema).")
    async def schema_fields(self, info: Info) -> list[OpenLineageSchemaField]:
        return schema_fields(await info.context.facet(self.row_id, "schema"))

    @strawberry.field(description="The system that holds the dataset; null without the facet.")
    async def data_source(self, info: Info) -> OpenLineageDataSource | None:
        return texts_of(OpenLineageDataSource, await info.context.facet(self.row_id, "dataSource"))

    @strawberry.field(description="The storage; null without the facet.")
    async def storage(self, info: Info) -> OpenLineageStorage | None:
        return texts_of(OpenLineageStorage, await info.context.facet(self.row_id, "storage"))

    @strawberry.field(description="The kind of the dataset; null without the facet.")
    async def dataset_type(self, info: Info) -> OpenLineageDatasetType | None:
        return texts_of(OpenLineageDatasetType, await info.context.facet(self.row_id, "datasetType"))

    @strawberry.field(description="The catalog; null without the facet.")
    async def catalog(self, info: Info) -> OpenLineageCatalog | None:
        return texts_of(OpenLineageCatalog, await info.context.facet(self.row_id, "catalog"))

    @strawberry.field(description="The newest change; `outputEdges` of runs have the changes by each run.")
    async def lifecycle_state_change(self, info: Info) -> LifecycleStateChange | None:
        return lifecycle_state_change(await info.context.facet(self.row_id, "lifecycleStateChange"))


def schema_fields(holder: Any) -> list[OpenLineageSchemaField]:
    """The fields of a schema facet or of a nested field, in order."""
    return [OpenLineageSchemaField(json=field) for field in objects(holder, "fields")]


@strawberry.type(description="The kind of the job (jobType).")
class OpenLineageJobType:
    processing_type: str | None = strawberry.field(description="BATCH, STREAMING or SERVICE, as sent.")
    integration: str | None = strawberry.field(description="The integration, such as AIRFLOW, DBT or SPARK.")
    job_type: str | None = strawberry.field(
        description="The kind in the integration's words, such as DAG, TASK or MODEL."
    )


@strawberry.type(description="The query that the job runs (sql).")
class OpenLineageSql:
    query: str | None = strawberry.field(description="The text of the query.")
    dialect: str | None = strawberry.field(description="The SQL dialect, such as `snowflake`.")


@strawberry.type(description="The location of the job's source code (sourceCodeLocation).")
class SourceCodeLocation:
    type: str | None = strawberry.field(description="The kind of repository, such as `git`.")
    url: str | None = strawberry.field(description="The full address of the code.")
    repo_url: str | None = strawberry.field(description="The address of the repository.")
    path: str | None = strawberry.field(description="The path in the repository.")
    version: str | None = strawberry.field(description="The version, such as a commit.")
    tag: str | None = strawberry.field(description="The checked-out tag.")
    branch: str | None = strawberry.field(description="The checked-out branch.")


@strawberry.type(
    description="A job in OpenLineage: its names and newest facets, each from the newest event with the facet."
)
class OpenLineageJob(OpenLineageMetadata):
    @strawberry.field(description="The kind of the job; null without the facet.")
    async def job_type(self, info: Info) -> OpenLineageJobType | None:
        return texts_of(OpenLineageJobType, await info.context.facet(self.row_id, "jobType"))

    @strawberry.field(description="The query of the job; null without the facet.")
    async def sql(self, info: Info) -> OpenLineageSql | None:
        return texts_of(OpenLineageSql, await info.context.facet(self.row_id, "sql"))

    @strawberry.field(description="The location of the code; null without the facet.")
    async def source_code_location(self, info: Info) -> SourceCodeLocation | None:
        return texts_of(SourceCodeLocation, await info.context.facet(self.row_id, "sourceCodeLocation"))
