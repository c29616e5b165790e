"""Datasets and models: what runs read and write, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities import Entity, EntityProperties, StoredEntity
from headwater.graphql.entity_runs import RelationshipDirection, entity_runs
from headwater.graphql.openlineage_dataset import OpenLineageDataset
from headwater.graphql.run_page import DataProcessInstanceResult


@strawberry.type(description="A dataset: what runs read and write.")
class Dataset(StoredEntity):
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
        self, direction: RelationshipDirection, start: int | None = None, count: int | None = None
    ) -> DataProcessInstanceResult | None:
        return entity_runs(self.row_id, direction, start, count)

    @strawberry.field(description="The other names of the same data (docs/aliases.md), in the order of their URNs.")
    async def aliases(self, info: Info) -> list[Entity]:
        if self.row_id is None:
            return []
        rows = await info.context.load(info.context.reader.lineage.other_names, self.row_id)
        return [info.context.to_entity(row) for row in rows]


@strawberry.type(description="A machine-learning model: an asset.")
class MLModel(StoredEntity):
    @strawberry.field
    def name(self) -> str:
        return self.part(1)

    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, "mlModelProperties", self.part(1))
