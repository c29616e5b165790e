"""Deprecation, documents and tags from DataHub's aspects, with DataHub's names and nullability."""

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
from headwater.store.value_reader import MILLIS
from headwater.urn import unescape


@strawberry.type(description="The deprecation of an entity (deprecation).")
class Deprecation:
    replacement_urn: strawberry.Private[str | None]
    deprecated: bool = strawberry.field(description="True if the entity is deprecated.")
    decommission_time: Long | None = strawberry.field(
        description="The planned time of removal; milliseconds since the epoch."
    )
    note: str | None = strawberry.field(description="The reason, or a hint at a replacement.")
    actor: str | None = strawberry.field(description="The URN of the actor who deprecated the entity.")

    @strawberry.field(description="The actor who deprecated the entity.")
    def actor_entity(self) -> Entity | None:
        return None if self.actor is None else actor_of(self.actor)

    @strawberry.field(description="The replacement; null if the aspect names none.")
    async def replacement(self, info: Info) -> Entity | None:
        return None if self.replacement_urn is None else await entity_named(info.context, self.replacement_urn)


@strawberry.type
class Deprecable(Entity):
    """An entity that can be deprecated."""

    @strawberry.field(description="The deprecation; null without the aspect.")
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

ResolvedActor = Annotated[
    CorpUser | CorpGroup, strawberry.union("ResolvedActor", description="The user or group behind an action.")
]


@strawberry.type(description="Display settings of a document.")
class InstitutionalMemoryMetadataSettings:
    show_in_asset_preview: bool = strawberry.field(
        description="True to show the document in previews of the entity, too."
    )


@strawberry.type(description="A document about an entity.")
class InstitutionalMemoryMetadata:
    url: str = strawberry.field(description="The address of the document.")
    label: str = strawberry.field(description="The title of the document.")
    description: str = strawberry.field(description="The same as `label`.", deprecation_reason="Use `label`.")
    author: CorpUser = strawberry.field(
        description="The user who linked the document.", deprecation_reason="Use `actor`."
    )
    actor: ResolvedActor = strawberry.field(description="The user or group that linked the document.")
    created: AuditStamp = strawberry.field(description="The time and the actor of the link.")
    updated: AuditStamp | None = strawberry.field(description="The time and the actor of the last change of the link.")
    associated_urn: str = strawberry.field(description="The URN of the entity.")
    settings: InstitutionalMemoryMetadataSettings | None = strawberry.field(
        description="Display settings; null if the aspect has none."
    )


@strawberry.type(description="Documents about an entity (institutionalMemory).")
class InstitutionalMemory:
    elements: list[InstitutionalMemoryMetadata] = strawberry.field(
        description="The documents, in the order of the aspect."
    )


@strawberry.type
class Documented(Entity):
    """An entity with documents about it."""

    @strawberry.field(description="Documents about the entity; null without the aspect.")
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


@strawberry.type(description="Properties of a tag (tagProperties).")
class TagProperties:
    name: str = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The meaning of the tag.")
    color_hex: str | None = strawberry.field(description="The colour, such as `#ff0000`.")


@strawberry.type(description="A tag in DataHub.")
class Tag(Owned, Deprecable):
    name: str = strawberry.field(
        description="The name in the URN.", deprecation_reason="`properties` has the name to show."
    )

    @strawberry.field(description="Name, meaning and colour; null without the aspect tagProperties.")
    async def properties(self, info: Info) -> TagProperties | None:
        value = await self.value_of(info, "tagProperties")
        if value is None:
            return None
        return TagProperties(
            name=text(value, "name") or self.name,
            description=text(value, "description"),
            color_hex=text(value, "colorHex"),
        )

    @strawberry.field(description="The meaning of the tag.", deprecation_reason="Use `properties`.")
    async def description(self, info: Info) -> str | None:
        return text(await self.value_of(info, "tagProperties"), "description")


@strawberry.type(description="A tag on an entity.")
class TagAssociation:
    tag: Tag = strawberry.field(description="The tag.")
    associated_urn: str = strawberry.field(description="The URN of the entity.")
    context: str | None = strawberry.field(description="The tool that added the tag, or its reason.")
    attribution: MetadataAttribution | None = strawberry.field(description="The actor, the time and the source.")


@strawberry.type(description="DataHub's tags of an entity (globalTags).")
class GlobalTags:
    tags: list[TagAssociation] | None = strawberry.field(description="The tags, in the order of the aspect.")


def tag_of(urn: str) -> Tag:
    """The tag with a URN."""
    return Tag(urn=urn, type=EntityType.TAG, name=unescape(urn.removeprefix(_TAG)))


def global_tags(urn: str, value: dict[str, Any] | None) -> GlobalTags | None:
    """The tags in the aspect globalTags of an entity; None without the aspect."""
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
    """An entity with the time of its last ingestion."""

    @strawberry.field(
        description="The time at which an ingestion run last sent an aspect of the entity; milliseconds since the"
        " epoch. As in DataHub, events and clients' own proposals do not count: null with only these."
    )
    async def last_ingested(self, info: Info) -> Long | None:
        named = self.named_by()
        found = {} if named is None else await info.context.values("INGESTED", named, MILLIS)
        return Long(found[MILLIS]) if MILLIS in found else None
