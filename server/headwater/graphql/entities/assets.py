"""Datasets and models: what runs read and write, with DataHub's names and nullability."""

from datetime import datetime

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity, EntityProperties, StoredEntity
from headwater.graphql.entities.openlineage_dataset import OpenLineageDataset
from headwater.graphql.entities.platforms import DataPlatform, platform_of
from headwater.graphql.impact.asset_versions import AssetVersion, version_at
from headwater.graphql.impact.vantage import SomeVantage, in_utc, vantage_of
from headwater.graphql.runs.entity_runs import RelationshipDirection, entity_runs
from headwater.graphql.runs.page import Count, DataProcessInstanceResult, Start
from headwater.graphql.search.lineage import EntityWithRelationships


@strawberry.interface(description="What runs read and write.")
class Asset(StoredEntity, EntityWithRelationships):
    @strawberry.field(
        description="The versions that it shows at a moment, newest first: the last write, and older ones as far as the"
        " writes since left them. `vantage` says from where to look."
    )
    async def versions_at(self, info: Info, at: datetime, vantage: SomeVantage = None) -> list[AssetVersion]:
        return await version_at(info.context, self.row_id, in_utc(at) or at, vantage_of(vantage))

    @strawberry.field(
        description="The newest version that it shows at a moment: which run wrote it, and what that run had read. Null"
        " where it shows nothing that is known."
    )
    async def version_at(self, info: Info, at: datetime, vantage: SomeVantage = None) -> AssetVersion | None:
        found = await version_at(info.context, self.row_id, in_utc(at) or at, vantage_of(vantage))
        return found[0] if found else None

    @strawberry.field(description="The platform in its URN.")
    def platform(self) -> DataPlatform:
        return platform_of(self.part(0))


@strawberry.type(description="A dataset: what runs read and write.")
class Dataset(Asset):
    @strawberry.field(description="Its names and newest facets in OpenLineage; null where it can have none.")
    def openlineage(self) -> OpenLineageDataset | None:
        return self.named_as(OpenLineageDataset)

    @strawberry.field(description="The name in the URN; `openlineage` has the one that events give.")
    def name(self) -> str:
        return self.part(1)

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        name = self.given_name[1] if self.given_name else self.part(1)
        return await self.properties_of(info, "datasetProperties", name)

    @strawberry.field(
        description="Runs that read it (INCOMING) or wrote it (OUTGOING) under any of its names, newest first."
        " Default: 20; at most 1000."
    )
    def runs(
        self, direction: RelationshipDirection, start: Start = None, count: Count = None
    ) -> DataProcessInstanceResult | None:
        return entity_runs(self.row_id, direction, start, count)

    @strawberry.field(description="The other names of the same data (docs/aliases.md), in the order of their URNs.")
    async def aliases(self, info: Info) -> list[Entity]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.lineage.other_names, self.row_id)
        return [info.context.to_entity(row) for row in rows]


@strawberry.type(description="A machine-learning model: an asset.")
class MLModel(Asset):
    @strawberry.field
    def name(self) -> str:
        return self.part(1)

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, "mlModelProperties", self.part(1))
