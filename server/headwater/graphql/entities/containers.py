"""Containers: what holds runs that have no template, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import EntityProperties, StoredEntity
from headwater.graphql.search.contained import ContainedEntities


@strawberry.type(description="An experiment or a notebook: it holds runs that have no template.")
class Container(StoredEntity, ContainedEntities):
    @strawberry.field
    async def properties(self, info: Info) -> EntityProperties | None:
        return await self.properties_of(info, "containerProperties", self.part(0))
