"""DataHub's tags, with its names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.attribution import MetadataAttribution, attribution_of
from headwater.graphql.entities.deprecation import Deprecable
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.ownership import Owned
from headwater.model.loose_json import objects, text
from headwater.urn import unescape

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
