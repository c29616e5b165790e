"""Soft deletion, with DataHub's names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity
from headwater.model.loose_json import member


@strawberry.type(description="Whether it was deleted softly: then it is in no list (status).")
class Status:
    removed: bool = strawberry.field(description="Whether it was.")


@strawberry.type
class Removable(Entity):
    """What can be deleted softly."""

    @strawberry.field(description="Null where DataHub's aspects say nothing of it.")
    async def status(self, info: Info) -> Status | None:
        value = await self.value_of(info, "status")
        return None if value is None else Status(removed=member(value, "removed") is True)
