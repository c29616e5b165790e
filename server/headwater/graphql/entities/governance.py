"""Deprecation, documents and tags by DataHub's aspects, with its names and nullability."""

from typing import Annotated, Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity import Entity, entity_named
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.ownership import MetadataAttribution, Owned, attribution_of
from headwater.graphql.entities.people import CorpGroup, CorpUser, actor_of, owner_of, user_of
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, objects, text, whole_number
from headwater.urn import unescape


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


_NOBODY = "urn:li:corpuser:unknown"

ResolvedActor = Annotated[CorpUser | CorpGroup, strawberry.union("ResolvedActor", description="Who did something.")]


@strawberry.type(description="How a document is shown.")
class InstitutionalMemoryMetadataSettings:
    show_in_asset_preview: bool = strawberry.field(description="Whether also where the entity is shown in short.")


@strawberry.type(description="A document about something.")
class InstitutionalMemoryMetadata:
    url: str = strawberry.field(description="Where it is.")
    label: str = strawberry.field(description="What it is.")
    description: str = strawberry.field(description="The same as `label`.", deprecation_reason="`label` has it.")
    author: CorpUser = strawberry.field(description="Who linked it.", deprecation_reason="`actor` has it.")
    actor: ResolvedActor = strawberry.field(description="Who linked it.")
    created: AuditStamp = strawberry.field(description="When it was linked.")
    updated: AuditStamp | None = strawberry.field(description="When that was last changed.")
    associated_urn: str = strawberry.field(description="What it is about.")
    settings: InstitutionalMemoryMetadataSettings | None = strawberry.field(
        description="Null where the aspect has none."
    )


@strawberry.type(description="Documents about something (institutionalMemory).")
class InstitutionalMemory:
    elements: list[InstitutionalMemoryMetadata] = strawberry.field(description="In the order of the aspect.")


@strawberry.type
class Documented(Entity):
    """What has documents about it."""

    @strawberry.field(description="Null where no institutionalMemory aspect was given.")
    async def institutional_memory(self, info: Info) -> InstitutionalMemory | None:
        value = await self.value_of(info, "institutionalMemory")
        if value is None:
            return None
        elements = [_element(self.urn, one) for one in objects(value, "elements")]
        return InstitutionalMemory(elements=[element for element in elements if element is not None])


def _element(about: str, one: dict[str, Any]) -> InstitutionalMemoryMetadata | None:
    url, created = text(one, "url"), stamp_of(one, "createStamp")
    if url is None or created is None:
        return None
    label, actor = text(one, "description") or url, created.actor or _NOBODY
    shown = member(one, "settings", "showInAssetPreview")
    return InstitutionalMemoryMetadata(
        url=url,
        label=label,
        description=label,
        author=user_of(actor),
        actor=owner_of(actor),
        created=created,
        updated=stamp_of(one, "updateStamp"),
        associated_urn=about,
        settings=None if shown is None else InstitutionalMemoryMetadataSettings(show_in_asset_preview=shown is True),
    )


_TAG = "urn:li:tag:"


@strawberry.type(description="What is said of a tag (tagProperties).")
class TagProperties:
    name: str = strawberry.field(description="Its name to show.")
    description: str | None = strawberry.field(description="What it means.")
    color_hex: str | None = strawberry.field(description="Its colour, such as `#ff0000`.")


@strawberry.type(description="A tag of DataHub's.")
class Tag(Owned, Deprecable):
    name: str = strawberry.field(description="The name in the URN.", deprecation_reason="`properties` has one to show.")

    @strawberry.field(description="Null where no tagProperties was given.")
    async def properties(self, info: Info) -> TagProperties | None:
        value = await self.value_of(info, "tagProperties")
        if value is None:
            return None
        return TagProperties(
            name=text(value, "name") or self.name,
            description=text(value, "description"),
            color_hex=text(value, "colorHex"),
        )

    @strawberry.field(description="What it means.", deprecation_reason="`properties` has it.")
    async def description(self, info: Info) -> str | None:
        return text(await self.value_of(info, "tagProperties"), "description")


@strawberry.type(description="That something has a tag.")
class TagAssociation:
    tag: Tag = strawberry.field(description="The tag.")
    associated_urn: str = strawberry.field(description="What has it.")
    context: str | None = strawberry.field(description="How or why it was given.")
    attribution: MetadataAttribution | None = strawberry.field(description="Who gave it, when and how.")


@strawberry.type(description="DataHub's tags of something (globalTags).")
class GlobalTags:
    tags: list[TagAssociation] | None = strawberry.field(description="In the order of the aspect.")


def tag_of(urn: str) -> Tag:
    """The tag with a URN."""
    return Tag(urn=urn, type=EntityType.TAG, name=unescape(urn.removeprefix(_TAG)))


def global_tags(urn: str, value: dict[str, Any] | None) -> GlobalTags | None:
    """From the aspect globalTags of an entity; None where it has none."""
    if value is None:
        return None
    return GlobalTags(
        tags=[
            TagAssociation(
                tag=tag_of(tag), associated_urn=urn, context=text(one, "context"), attribution=attribution_of(one)
            )
            for one in objects(value, "tags")
            if (tag := text(one, "tag")) is not None
        ]
    )


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
