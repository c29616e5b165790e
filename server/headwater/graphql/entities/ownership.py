"""Soft deletion, attribution and owners by DataHub's aspects, with its names and nullability."""

from enum import Enum
from typing import Annotated, Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.people import CorpGroup, CorpUser, actor_of, owner_of
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, whole_number


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


_BY_ITSELF = "urn:li:ownershipType:__system__"
"""What URNs of the ways of owning begin with that DataHub has by itself, one for each OwnershipType."""

OwnerType = Annotated[CorpUser | CorpGroup, strawberry.union("OwnerType", description="Who can own something.")]


def _type(value: str, description: str, *, is_deprecated: bool = False) -> Any:
    reason = "DataHub does not use it any more." if is_deprecated else None
    return strawberry.enum_value(value, description=description, deprecation_reason=reason)


@strawberry.enum(description="In what way somebody owns something.")
class OwnershipType(Enum):
    TECHNICAL_OWNER = _type("TECHNICAL_OWNER", "Answers for how it works.")
    BUSINESS_OWNER = _type("BUSINESS_OWNER", "Answers for what it means.")
    DATA_STEWARD = _type("DATA_STEWARD", "Looks after it.")
    NONE = _type("NONE", "In no particular way.")
    CUSTOM = _type("CUSTOM", "In a way that `ownershipType` names.")
    DATAOWNER = _type("DATAOWNER", "Owns the data.", is_deprecated=True)
    DEVELOPER = _type("DEVELOPER", "Develops the code.", is_deprecated=True)
    DELEGATE = _type("DELEGATE", "Operates it.", is_deprecated=True)
    PRODUCER = _type("PRODUCER", "Makes the data.", is_deprecated=True)
    STAKEHOLDER = _type("STAKEHOLDER", "Has an interest in it.", is_deprecated=True)
    CONSUMER = _type("CONSUMER", "Uses the data.", is_deprecated=True)


@strawberry.enum(description="Where it is known from who owns something.")
class OwnershipSourceType(Enum):
    AUDIT = _type("AUDIT", "From audit logs.")
    DATABASE = _type("DATABASE", "From a database, such as its grants.")
    FILE_SYSTEM = _type("FILE_SYSTEM", "From the owner of a file or folder.")
    ISSUE_TRACKING_SYSTEM = _type("ISSUE_TRACKING_SYSTEM", "From an issue tracker.")
    MANUAL = _type("MANUAL", "Somebody said so.")
    SERVICE = _type("SERVICE", "From another service.")
    SOURCE_CONTROL = _type("SOURCE_CONTROL", "From source control.")
    OTHER = _type("OTHER", "From anywhere else.")


@strawberry.type(description="Where it is known from who owns something.")
class OwnershipSource:
    type: OwnershipSourceType = strawberry.field(description="What kind of source it is.")
    url: str | None = strawberry.field(description="Where it says so.")


@strawberry.type(description="What is said of a way of owning (ownershipTypeInfo).")
class OwnershipTypeInfo:
    name: str = strawberry.field(description="Its name to show.")
    description: str | None = strawberry.field(description="What such an owner answers for.")
    created: AuditStamp | None = strawberry.field(description="When it was made.")
    last_modified: AuditStamp | None = strawberry.field(description="When it was last changed.")


@strawberry.type(description="A way of owning.")
class OwnershipTypeEntity(Removable):
    @strawberry.field(description="Null where no ownershipTypeInfo was given, as of those that DataHub has by itself.")
    async def info(self, info: Info) -> OwnershipTypeInfo | None:
        value = await self.value_of(info, "ownershipTypeInfo")
        name = text(value, "name")
        if name is None:
            return None
        return OwnershipTypeInfo(
            name=name,
            description=text(value, "description"),
            created=stamp_of(value, "created"),
            last_modified=stamp_of(value, "lastModified"),
        )


@strawberry.type(description="Who owns something, and in what way.")
class Owner:
    owner: OwnerType = strawberry.field(description="The user or the group.")
    type: OwnershipType | None = strawberry.field(description="In what way.", deprecation_reason="`ownershipType`.")
    ownership_type: OwnershipTypeEntity | None = strawberry.field(
        description="In what way: the one that is named, else the one that DataHub has by itself for `type`."
    )
    source: OwnershipSource | None = strawberry.field(description="Where that is known from.")
    associated_urn: str = strawberry.field(description="What is owned.")
    attribution: MetadataAttribution | None = strawberry.field(description="Who said so, when and how.")


@strawberry.type(description="Who owns something (ownership).")
class Ownership:
    owners: list[Owner] | None = strawberry.field(
        description="In the order of the aspect.",
        metadata=price(length=3),  # few answer for a thing
    )
    last_modified: AuditStamp = strawberry.field(description="When that was last changed. Time 0 where nobody said.")


@strawberry.type
class Owned(Entity):
    """What has owners."""

    @strawberry.field(description="Null where no ownership aspect was given.")
    async def ownership(self, info: Info) -> Ownership | None:
        value = await self.value_of(info, "ownership")
        if value is None:
            return None
        owners = [_owner(self.urn, one) for one in objects(value, "owners")]
        return Ownership(
            owners=[owner for owner in owners if owner is not None],
            last_modified=stamp_of(value, "lastModified") or AuditStamp(time=Long(0), actor=None),
        )


def ownership_type_of(urn: str) -> OwnershipTypeEntity:
    """The way of owning with a URN."""
    return OwnershipTypeEntity(urn=urn, type=EntityType.CUSTOM_OWNERSHIP_TYPE)


def _owner(owned: str, one: dict[str, Any]) -> Owner | None:
    urn = text(one, "owner")
    if urn is None:
        return None
    way = OwnershipType.__members__.get(text(one, "type") or "")
    way_urn = text(one, "typeUrn") or (_BY_ITSELF + way.value.lower() if way else None)
    return Owner(
        owner=owner_of(urn),
        type=way,
        ownership_type=None if way_urn is None else ownership_type_of(way_urn),
        source=_source(member(one, "source")),
        associated_urn=owned,
        attribution=attribution_of(one),
    )


def _source(value: Any) -> OwnershipSource | None:
    kind = OwnershipSourceType.__members__.get(text(value, "type") or "")
    return None if kind is None else OwnershipSource(type=kind, url=text(value, "url"))
