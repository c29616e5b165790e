"""Containers, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.catalog import Governed
from headwater.graphql.entities.entity import StoredEntity
from headwater.graphql.entities.governance import Ingested
from headwater.graphql.entities.placement import Placed
from headwater.graphql.entities.platforms import DataPlatform, platform_of
from headwater.graphql.entities.properties import (
    ContainerEditableProperties,
    ContainerProperties,
    common_properties,
    edited,
)
from headwater.graphql.search.entities import DEFAULT_COUNT, ContainedInput, SearchResults, search_container
from headwater.model.loose_json import text


@strawberry.type
class ContainedEntities:
    """What a container adds to an entity."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="What it holds: runs newest first, after all else by URN. Default: 10 a page; at most 1000.",
        metadata=price(length=DEFAULT_COUNT),
    )
    async def entities(self, info: Info, asked: ContainedInput = None) -> SearchResults | None:
        return await search_container(info.context, self.row_id, asked)


@strawberry.type(description="What holds others: an experiment or a notebook with its runs, a database, a folder.")
class Container(StoredEntity, Placed, Governed, Ingested, ContainedEntities):
    @strawberry.field(description="Null where the store does not know it.")
    async def properties(self, info: Info) -> ContainerProperties | None:
        if self.row_id is None:
            return None
        value = await self.described(info, "containerProperties")
        return ContainerProperties(
            **common_properties(self.urn, self.part(0), value), qualified_name=text(value, "qualifiedName")
        )

    @strawberry.field(description="What was changed in DataHub's own UI (editableContainerProperties).")
    async def editable_properties(self, info: Info) -> ContainerEditableProperties | None:
        return edited(ContainerEditableProperties, await self.value_of(info, "editableContainerProperties"))

    @strawberry.field(description="The platform that its dataPlatformInstance aspect names; without one `unknown`.")
    async def platform(self, info: Info) -> DataPlatform:
        return platform_of(text(await self.value_of(info, "dataPlatformInstance"), "platform") or "unknown")
