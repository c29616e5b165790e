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
    """The entities in a container."""

    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The entities in the container: by URN, runs last and newest first."
        " Default: 10 a page; at most 1000.",
        metadata=price(length=DEFAULT_COUNT),
    )
    async def entities(self, info: Info, asked: ContainedInput = None) -> SearchResults | None:
        return await search_container(info.context, self.row_id, asked)


@strawberry.type(
    description="A container of other entities: an experiment or a notebook with its runs, a database or a folder."
)
class Container(StoredEntity, Placed, Governed, Ingested, ContainedEntities):
    @strawberry.field(description="Name, description and properties; null if the store does not know the container.")
    async def properties(self, info: Info) -> ContainerProperties | None:
        if self.row_id is None:
            return None
        value = await self.described(info, "containerProperties")
        return ContainerProperties(
            **common_properties(self.urn, self.part(0), value), qualified_name=text(value, "qualifiedName")
        )

    @strawberry.field(description="Changes made in DataHub's own UI (editableContainerProperties).")
    async def editable_properties(self, info: Info) -> ContainerEditableProperties | None:
        return edited(ContainerEditableProperties, await self.value_of(info, "editableContainerProperties"))

    @strawberry.field(description="The platform in the aspect dataPlatformInstance; `unknown` without one.")
    async def platform(self, info: Info) -> DataPlatform:
        return platform_of(text(await self.value_of(info, "dataPlatformInstance"), "platform") or "unknown")
