"""Who applied a tag or an owner, when and how, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.people import actor_of
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, text, whole_number


@strawberry.type(description="A key with a value.")
class StringMapEntry:
    key: str = strawberry.field(description="The key.")
    value: str | None = strawberry.field(description="Its value, as text.")


@strawberry.type(description="Who applied something, when and how.")
class MetadataAttribution:
    source_urn: strawberry.Private[str | None]
    time: Long = strawberry.field(description="When it was applied; milliseconds since the epoch.")
    actor: Entity = strawberry.field(description="Who applied it.")
    source_detail: list[StringMapEntry] | None = strawberry.field(description="More about how, by key.")

    @strawberry.field(description="What applied it, such as an action; null where the store does not know it.")
    async def source(self, info: Info) -> Entity | None:
        return None if self.source_urn is None else await entity_named(info.context, self.source_urn)


def attribution_of(value: Any) -> MetadataAttribution | None:
    """The attribution in an item of an aspect; None where it has none."""
    time, actor = whole_number(value, "attribution", "time"), text(value, "attribution", "actor")
    if time is None or actor is None:
        return None
    given = member(value, "attribution", "sourceDetail")
    details = given if isinstance(given, dict) else {}
    return MetadataAttribution(
        source_urn=text(value, "attribution", "source"),
        time=Long(time),
        actor=actor_of(actor),
        source_detail=[StringMapEntry(key=key, value=text(details, key)) for key in sorted(details)],
    )
