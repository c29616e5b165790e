"""Documents about an entity, by DataHub's aspect, with its names and nullability."""

from typing import Annotated, Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.people import CorpGroup, CorpUser, owner_of, user_of
from headwater.model.loose_json import member, objects, text

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
