"""Soft deletion, attribution and owners from DataHub's aspects, with DataHub's names and nullability."""

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
    value: str | None = strawberry.field(description="The value, as text.")


@strawberry.type(description="The actor, the time and the source of a change.")
class MetadataAttribution:
    source_urn: strawberry.Private[str | None]
    time: Long = strawberry.field(description="The time of the change; milliseconds since the epoch.")
    actor: Entity = strawberry.field(description="The actor of the change.")
    source_detail: list[StringMapEntry] | None = strawberry.field(description="Details of the source, sorted by key.")

    @strawberry.field(
        description="The source of the change, such as an action; null if the store does not know the source."
    )
    async def source(self, info: Info) -> Entity | None:
        return None if self.source_urn is None else await entity_named(info.context, self.source_urn)


def attribution_of(value: Any) -> MetadataAttribution | None:
    """The attribution in an item of an aspect; None without time or actor."""
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


@strawberry.type(description="The soft deletion of an entity (status). Lists leave out removed entities.")
class Status:
    removed: bool = strawberry.field(description="True if the entity is softly deleted.")


@strawberry.type
class Removable(Entity):
    """An entity that can be softly deleted."""

    @strawberry.field(description="The soft deletion; null without the aspect.")
    async def status(self, info: Info) -> Status | None:
        value = await self.value_of(info, "status")
        return None if value is None else Status(removed=member(value, "removed") is True)


_BY_ITSELF = "urn:li:ownershipType:__system__"
"""The prefix of the URNs of DataHub's built-in ownership types, one for each OwnershipType."""

OwnerType = Annotated[
    CorpUser | CorpGroup, strawberry.union("OwnerType", description="A user or group that can own entities.")
]


def _type(value: str, description: str, *, is_deprecated: bool = False) -> Any:
    reason = "No longer used by DataHub." if is_deprecated else None
    return strawberry.enum_value(value, description=description, deprecation_reason=reason)


@strawberry.enum(description="A kind of ownership.")
class OwnershipType(Enum):
    TECHNICAL_OWNER = _type("TECHNICAL_OWNER", "Responsible for the technical side.")
    BUSINESS_OWNER = _type("BUSINESS_OWNER", "Responsible for the business meaning.")
    DATA_STEWARD = _type("DATA_STEWARD", "Takes care of the data.")
    NONE = _type("NONE", "No particular kind.")
    CUSTOM = _type("CUSTOM", "A kind that `ownershipType` names.")
    DATAOWNER = _type("DATAOWNER", "Owns the data.", is_deprecated=True)
    DEVELOPER = _type("DEVELOPER", "Develops the code.", is_deprecated=True)
    DELEGATE = _type("DELEGATE", "Operates the entity.", is_deprecated=True)
    PRODUCER = _type("PRODUCER", "Makes the data.", is_deprecated=True)
    STAKEHOLDER = _type("STAKEHOLDER", "Has an interest in the data.", is_deprecated=True)
    CONSUMER = _type("CONSUMER", "Uses the data.", is_deprecated=True)


@strawberry.enum(description="The kind of source of an ownership.")
class OwnershipSourceType(Enum):
    AUDIT = _type("AUDIT", "From audit logs.")
    DATABASE = _type("DATABASE", "From a database, such as its grants.")
    FILE_SYSTEM = _type("FILE_SYSTEM", "From the owner of a file or folder.")
    ISSUE_TRACKING_SYSTEM = _type("ISSUE_TRACKING_SYSTEM", "From an issue tracker.")
    MANUAL = _type("MANUAL", "From a user, by hand.")
    SERVICE = _type("SERVICE", "From another service.")
    SOURCE_CONTROL = _type("SOURCE_CONTROL", "From source control.")
    OTHER = _type("OTHER", "From any other source.")


@strawberry.type(description="The source of an ownership.")
class OwnershipSource:
    type: OwnershipSourceType = strawberry.field(description="The kind of source.")
    url: str | None = strawberry.field(description="The address of the source.")


@strawberry.type(description="Properties of a way of owning (ownershipTypeInfo).")
class OwnershipTypeInfo:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The responsibility of such an owner.")
    created: AuditStamp | None = strawberry.field(description="The time and the actor of the creation.")
    last_modified: AuditStamp | None = strawberry.field(description="The time and the actor of the last change.")


@strawberry.type(description="A kind of ownership, as an entity.")
class OwnershipTypeEntity(Removable):
    @strawberry.field(description="Name and description; null without the aspect, as for DataHub's built-in types.")
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


@strawberry.type(description="An owner and the kind of ownership.")
class Owner:
    owner: OwnerType = strawberry.field(description="The user or the group.")
    type: OwnershipType | None = strawberry.field(
        description="The kind of ownership.", deprecation_reason="Use `ownershipType`."
    )
    ownership_type: OwnershipTypeEntity | None = strawberry.field(
        description="The kind of ownership that the aspect names, else DataHub's built-in entity for `type`."
    )
    source: OwnershipSource | None = strawberry.field(description="The source of the ownership.")
    associated_urn: str = strawberry.field(description="The URN of the owned entity.")
    attribution: MetadataAttribution | None = strawberry.field(description="The actor, the time and the source.")


@strawberry.type(description="The owners of an entity (ownership).")
class Ownership:
    owners: list[Owner] | None = strawberry.field(
        description="The owners, in the order of the aspect.",
        metadata=price(length=3),  # an entity has few owners
    )
    last_modified: AuditStamp = strawberry.field(description="The last change of the owners. Time 0 if unknown.")


@strawberry.type
class Owned(Entity):
    """An entity with owners."""

    @strawberry.field(description="The owners; null without the aspect.")
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
    """The kind of ownership with a URN."""
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
