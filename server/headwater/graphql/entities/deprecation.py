"""Whether something should be used no more, by DataHub's aspect, with its names and nullability."""

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.people import actor_of
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, text, whole_number


@strawberry.type(description="Whether something should be used no more (deprecation).")
class Deprecation:
    replacement_urn: strawberry.Private[str | None]
    deprecated: bool = strawberry.field(description="Whether it should be used no more.")
    decommission_time: Long | None = strawberry.field(description="When it goes; milliseconds since the epoch.")
    note: str | None = strawberry.field(description="Why, or what to use in its place.")
    actor: str | None = strawberry.field(description="Who said so, as a URN.")

    @strawberry.field(description="Who said so.")
    def actor_entity(self) -> Entity | None:
        return None if self.actor is None else actor_of(self.actor)

    @strawberry.field(description="What to use in its place; null where none is named.")
    async def replacement(self, info: Info) -> Entity | None:
        return None if self.replacement_urn is None else await entity_named(info.context, self.replacement_urn)


@strawberry.type
class Deprecable(Entity):
    """What can be declared to be used no more."""

    @strawberry.field(description="Null where no deprecation aspect was given.")
    async def deprecation(self, info: Info) -> Deprecation | None:
        value = await self.value_of(info, "deprecation")
        if value is None:
            return None
        time = whole_number(value, "decommissionTime")
        return Deprecation(
            replacement_urn=text(value, "replacement"),
            deprecated=member(value, "deprecated") is True,
            decommission_time=None if time is None else Long(time),
            note=text(value, "note"),
            actor=text(value, "actor"),
        )
