"""A dataset as OpenLineage has it: its names, and its newest facets, typed."""

from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.data_facets import LifecycleStateChange, lifecycle_state_change
from headwater.graphql.entities.openlineage_name import OpenLineageMetadata
from headwater.model.loose_json import objects, text


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
