"""The containers, kind and platform installation of an entity, with DataHub's names and nullability."""

from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from asyncpg import Record

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.platforms import DataPlatformInstance, platform_instance_of
from headwater.model.loose_json import text, texts

if TYPE_CHECKING:
    from headwater.graphql.stored.containers import Container

LazyContainer = Annotated["Container", strawberry.lazy("headwater.graphql.stored.containers")]


@strawberry.type(description="The kind of an entity, in the words of its platform (subTypes).")
class SubTypes:
    type_names: list[str] | None = strawberry.field(description="The kinds, in the order of the aspect.")


@strawberry.type(description="The containers around an entity.")
class ParentContainersResult:
    count: int = strawberry.field(description="The number of containers.")
    containers: list[LazyContainer] = strawberry.field(description="The containers, the nearest first. At most 100.")


@strawberry.type
class Placed(Entity):
    """An entity with a kind, containers and an installation of a platform."""

    @strawberry.field(description="The kind; null without the aspect subTypes.")
    async def sub_types(self, info: Info) -> SubTypes | None:
        names = texts(await self.value_of(info, "subTypes"), "typeNames")
        return SubTypes(type_names=names) if names else None

    @strawberry.field(description="The container of the entity, such as an experiment, a database or a folder.")
    async def container(self, info: Info) -> LazyContainer | None:
        held_by = await self._containers(info)
        return held_by[0] if held_by else None

    @strawberry.field(description="All containers of the entity, from the nearest to the outermost.")
    async def parent_containers(self, info: Info) -> ParentContainersResult | None:
        held_by = await self._containers(info)
        return ParentContainersResult(count=len(held_by), containers=held_by)

    @strawberry.field(
        description="The installation in DataHub's aspect dataPlatformInstance; null if the aspect names none."
    )
    async def data_platform_instance(self, info: Info) -> DataPlatformInstance | None:
        urn = text(await self.value_of(info, "dataPlatformInstance"), "instance")
        return platform_instance_of(urn) if urn else None

    async def _containers(self, info: Info) -> list[Any]:
        row_id = await self.stored_id(info.context)
        if row_id is None:
            return []
        rows: list[Record] = await info.context.load(info.context.reader.graph.containers, row_id)
        return [info.context.to_entity(row) for row in rows]
