"""Assets: data that runs read and write, such as datasets. Names and nullability are DataHub's."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.catalog import Governed
from headwater.graphql.entities.columns import FineGrainedLineage, fine_grained_lineages
from headwater.graphql.entities.entity import Entity, StoredEntity
from headwater.graphql.entities.fabric import FabricType, fabric_of
from headwater.graphql.entities.governance import Ingested
from headwater.graphql.entities.lineage import EntityWithRelationships
from headwater.graphql.entities.openlineage import OpenLineageDataset
from headwater.graphql.entities.placement import Placed
from headwater.graphql.entities.platforms import DataPlatform, platform_of
from headwater.graphql.entities.properties import DatasetEditableProperties, DatasetProperties, dataset_properties
from headwater.graphql.entities.relationships import RelationshipDirection
from headwater.graphql.offset_paging import Count, StoredStart, stored_page
from headwater.graphql.point_in_time import SomePointInTime, point_in_time_of
from headwater.graphql.runs.entity_runs import entity_runs
from headwater.graphql.runs.listed import AssetRuns
from headwater.graphql.runs.page import DataProcessInstanceResult
from headwater.graphql.runs.quality import DataQuality, qualities
from headwater.graphql.runs.versions import AssetVersion, shown_versions
from headwater.graphql.runs.window import CreatedIn, time_span
from headwater.model.loose_json import text


@strawberry.type
class OfPlatform(StoredEntity, Placed, Governed, Ingested):
    """An entity named by platform, name and environment."""

    @strawberry.field(description="The platform in the URN.")
    def platform(self) -> DataPlatform:
        return platform_of(self.part(0))

    @strawberry.field(description="The environment in the URN.")
    def origin(self) -> FabricType:
        return fabric_of(self.part(2))


Moment = Annotated[
    datetime | None,
    strawberry.argument(description="The moment; with an offset, or UTC. Default: asOf of `pointInTime`, else now."),
]


@strawberry.interface(description="Data that runs read and write.")
class Asset(OfPlatform, EntityWithRelationships):
    @strawberry.field(
        description="The versions that the asset shows at a moment, newest first: the last write, and the older"
        " versions that later writes left in place. `pointInTime` sets `asOf`, `knownAt` and the assumptions."
    )
    async def versions_at(
        self, info: Info, at: Moment = None, point_in_time: SomePointInTime = None
    ) -> list[AssetVersion] | None:
        return await shown_versions(info.context, self.row_id, at, await point_in_time_of(info.context, point_in_time))

    @strawberry.field(
        description="The newest version that the asset shows at a moment, with the run that wrote it and that run's"
        " inputs. Null if the asset shows no known version."
    )
    async def version_at(
        self, info: Info, at: Moment = None, point_in_time: SomePointInTime = None
    ) -> AssetVersion | None:
        shown = await self.versions_at(info, at, point_in_time)
        return shown[0] if shown else None


@strawberry.type(description="A dataset, such as a table, a file or a topic.")
class Dataset(Asset, AssetRuns):
    @strawberry.field(
        description="Names and newest facets in OpenLineage; null if OpenLineage has no name for the dataset."
    )
    def openlineage(self) -> OpenLineageDataset | None:
        return self.named_as(OpenLineageDataset)

    @strawberry.field(description="The name in the URN. `openlineage` has the name in events.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field(description="Name, description and properties; null if the store does not know the dataset.")
    async def properties(self, info: Info) -> DatasetProperties | None:
        if self.row_id is None:
            return None
        name = self.given_name[1] if self.given_name else self.part(1)
        value = await self.described(info, "datasetProperties")
        return dataset_properties(self.urn, name, fabric_of(self.part(2)), value)

    @strawberry.field(description="The description.", deprecation_reason="Use `properties`.")
    async def description(self, info: Info) -> str | None:
        return text(await self.described(info, "datasetProperties"), "description")

    @strawberry.field(description="The dataset's page in its own tool.", deprecation_reason="Use `properties`.")
    async def external_url(self, info: Info) -> str | None:
        return text(await self.value_of(info, "datasetProperties"), "externalUrl")

    @strawberry.field(
        description="The address in its platform (datasetProperties).", deprecation_reason="Use `properties`."
    )
    async def uri(self, info: Info) -> str | None:
        return text(await self.value_of(info, "datasetProperties"), "uri")

    @strawberry.field(description="Changes made in DataHub's own UI (editableDatasetProperties).")
    async def editable_properties(self, info: Info) -> DatasetEditableProperties | None:
        value = await self.value_of(info, "editableDatasetProperties")
        if value is None:
            return None
        return DatasetEditableProperties(name=text(value, "name"), description=text(value, "description"))

    @strawberry.field(description="Column lineage from the aspect upstreamLineage; null without the aspect.")
    async def fine_grained_lineages(self, info: Info) -> list[FineGrainedLineage] | None:
        return fine_grained_lineages(await self.value_of(info, "upstreamLineage"))

    @strawberry.field(
        description="Runs that read (INCOMING) or wrote (OUTGOING) the dataset under any of its names, newest first."
        " Default: 20; at most 1000."
    )
    def runs(
        self,
        info: Info,
        direction: Annotated[
            RelationshipDirection, strawberry.argument(description="INCOMING: the readers. OUTGOING: the writers.")
        ],
        start: StoredStart = None,
        count: Count = None,
    ) -> DataProcessInstanceResult | None:
        return entity_runs(info, self.row_id, direction, start, count)

    @strawberry.field(
        description="Measurements and tests of the dataset, by run (docs/anomalies.md). One entry for each run that"
        " wrote the dataset, and each run that read and measured or tested it. Newest start first, ties by URN."
        " Default: the newest 20; at most 1000."
    )
    async def quality(
        self,
        info: Info,
        window: CreatedIn = None,
        start: StoredStart = None,
        count: Count = None,
    ) -> list[DataQuality] | None:
        page, span, context = stored_page(start, count), time_span(window), info.context
        if self.row_id is None:
            return []
        return await qualities(context, await context.load(context.reader.quality.of_assets, self.row_id, *span, *page))

    @strawberry.field(description="The other names of the same data (docs/aliases.md), sorted by URN.")
    async def aliases(self, info: Info) -> list[Entity]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.entities.other_names, self.row_id)
        return [info.context.to_entity(row) for row in rows]
