"""Where an entity stands, by DataHub's aspects, with its names and nullability: in which containers, of what kind."""

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


@strawberry.type(description="What kind of thing it is, in the words of its platform (subTypes).")
class SubTypes:
    type_names: list[str] | None = strawberry.field(description="In the order of the aspect.")


@strawberry.type(description="The containers that hold something.")
class ParentContainersResult:
    count: int = strawberry.field(description="How many there are.")
    containers: list[LazyContainer] = strawberry.field(description="The nearest first. At most 100.")


@strawberry.type
class Placed(Entity):
    """What is of a kind, in a container, and on an installation of a platform."""

    @strawberry.field(description="Null where no subTypes aspect was given.")
    async def sub_types(self, info: Info) -> SubTypes | None:
        names = texts(await self.value_of(info, "subTypes"), "typeNames")
        return SubTypes(type_names=names) if names else None

    @strawberry.field(description="What holds it, such as an experiment, a database or a folder.")
    async def container(self, info: Info) -> LazyContainer | None:
        held_by = await self._containers(info)
        return held_by[0] if held_by else None

    @strawberry.field(description="What holds it, what holds that, and so on.")
    async def parent_containers(self, info: Info) -> ParentContainersResult | None:
        held_by = await self._containers(info)
        return ParentContainersResult(count=len(held_by), containers=held_by)

    @strawberry.field(
        description="The installation that DataHub's dataPlatformInstance aspect names; null where it names none."
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
