"""Who answers for an entity and what is thought of it, by DataHub's aspects, with its names and nullability."""

from enum import Enum
from typing import Annotated, Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.global_tags import GlobalTags, global_tags
from headwater.graphql.entities.people import CorpGroup, CorpUser, owner_of, user_of
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, whole_number

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


@strawberry.type(description="Whether something should be used no more (deprecation).")
class Deprecation:
    deprecated: bool = strawberry.field(description="Whether it should be used no more.")
    decommission_time: Long | None = strawberry.field(description="When it goes; milliseconds since the epoch.")
    note: str | None = strawberry.field(description="Why, or what to use in its place.")
    actor: str | None = strawberry.field(description="Who said so, as a URN.")


@strawberry.type(description="A document about something.")
class InstitutionalMemoryMetadata:
    url: str = strawberry.field(description="Where it is.")
    label: str = strawberry.field(description="What it is.")
    description: str = strawberry.field(description="The same as `label`.", deprecation_reason="`label` has it.")
    author: CorpUser = strawberry.field(description="Who linked it.")
    created: AuditStamp = strawberry.field(description="When it was linked.")
    associated_urn: str = strawberry.field(description="What it is about.")


@strawberry.type(description="Documents about something (institutionalMemory).")
class InstitutionalMemory:
    elements: list[InstitutionalMemoryMetadata] = strawberry.field(description="In the order of the aspect.")


@strawberry.type(description="Whether it was deleted softly: then it is in no list (status).")
class Status:
    removed: bool = strawberry.field(description="Whether it was.")


@strawberry.type
class Ingested(Entity):
    """What ingestion gives."""

    @strawberry.field(
        description="When an ingestion run last sent an aspect of it; milliseconds since the epoch. As in DataHub,"
        " events and clients' own proposals do not count: null where there are only these."
    )
    async def last_ingested(self, info: Info) -> Long | None:
        row_id = await self.stored_id(info.context)
        millis = None if row_id is None else await info.context.load(info.context.reader.graph.last_ingested, row_id)
        return None if millis is None else Long(millis)


@strawberry.type
class Removable(Entity):
    """What can be deleted softly."""

    @strawberry.field(description="Null where DataHub's aspects say nothing of it.")
    async def status(self, info: Info) -> Status | None:
        value = await self.value_of(info, "status")
        return None if value is None else Status(removed=member(value, "removed") is True)


@strawberry.type(description="What is said of a way of owning (ownershipTypeInfo).")
class OwnershipTypeInfo:
    name: str = strawberry.field(description="Its name to show.")
    description: str | None = strawberry.field(description="What such an owner answers for.")


@strawberry.type(description="A way of owning.")
class OwnershipTypeEntity(Removable):
    @strawberry.field(description="Null where no ownershipTypeInfo was given, as of those that DataHub has by itself.")
    async def info(self, info: Info) -> OwnershipTypeInfo | None:
        value = await self.value_of(info, "ownershipTypeInfo")
        name = text(value, "name")
        return None if name is None else OwnershipTypeInfo(name=name, description=text(value, "description"))


@strawberry.type(description="Who owns something, and in what way.")
class Owner:
    owner: OwnerType = strawberry.field(description="The user or the group.")
    type: OwnershipType | None = strawberry.field(description="In what way.")
    ownership_type: OwnershipTypeEntity | None = strawberry.field(description="In what way, where a way is named.")
    associated_urn: str = strawberry.field(description="What is owned.")


@strawberry.type(description="Who owns something (ownership).")
class Ownership:
    owners: list[Owner] | None = strawberry.field(description="In the order of the aspect.")
    last_modified: AuditStamp = strawberry.field(description="When that was last changed. Time 0 where nobody said.")


@strawberry.type
class Governed(Removable):
    """What has owners, tags and documents."""

    @strawberry.field(description="Null where no ownership aspect was given.")
    async def ownership(self, info: Info) -> Ownership | None:
        value = await self.value_of(info, "ownership")
        if value is None:
            return None
        return Ownership(
            owners=[
                Owner(
                    owner=owner_of(urn),
                    type=_ownership_type(text(one, "type")),
                    ownership_type=ownership_type_of(way) if (way := text(one, "typeUrn")) else None,
                    associated_urn=self.urn,
                )
                for one in objects(value, "owners")
                if (urn := text(one, "owner")) is not None
            ],
            last_modified=stamp_of(value, "lastModified") or AuditStamp(time=Long(0), actor=None),
        )

    @strawberry.field(description="DataHub's tags (globalTags); null where none were given.")
    async def tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))

    @strawberry.field(description="The same as `tags`.", deprecation_reason="`tags` has it.")
    async def global_tags(self, info: Info) -> GlobalTags | None:
        return global_tags(self.urn, await self.value_of(info, "globalTags"))

    @strawberry.field(description="Null where no deprecation aspect was given.")
    async def deprecation(self, info: Info) -> Deprecation | None:
        value = await self.value_of(info, "deprecation")
        if value is None:
            return None
        time = whole_number(value, "decommissionTime")
        return Deprecation(
            deprecated=member(value, "deprecated") is True,
            decommission_time=None if time is None else Long(time),
            note=text(value, "note"),
            actor=text(value, "actor"),
        )

    @strawberry.field(description="Null where no institutionalMemory aspect was given.")
    async def institutional_memory(self, info: Info) -> InstitutionalMemory | None:
        value = await self.value_of(info, "institutionalMemory")
        if value is None:
            return None
        return InstitutionalMemory(
            elements=[
                InstitutionalMemoryMetadata(
                    url=url,
                    label=text(one, "description") or url,
                    description=text(one, "description") or url,
                    author=user_of(stamp.actor or "urn:li:corpuser:unknown"),
                    created=stamp,
                    associated_urn=self.urn,
                )
                for one in objects(value, "elements")
                if (url := text(one, "url")) is not None and (stamp := stamp_of(one, "createStamp")) is not None
            ]
        )


def _ownership_type(name: str | None) -> OwnershipType | None:
    return None if name is None else OwnershipType.__members__.get(name)


def ownership_type_of(urn: str) -> OwnershipTypeEntity:
    """The way of owning with a URN."""
    return OwnershipTypeEntity(urn=urn, type=EntityType.CUSTOM_OWNERSHIP_TYPE)
