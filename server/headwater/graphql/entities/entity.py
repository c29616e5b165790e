"""What all entities have, with DataHub's names and nullability."""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.entities.facets import FACET, FACETS, Facet, FacetName, FacetNames, facet_of, facets_of
from headwater.graphql.entities.openlineage_name import OpenLineageName
from headwater.model.loose_json import member, text
from headwater.urn import parse_urn

SomeName = TypeVar("SomeName", bound=OpenLineageName)


@strawberry.enum
class EntityType(Enum):
    DATASET = "DATASET"
    DATA_FLOW = "DATA_FLOW"
    DATA_JOB = "DATA_JOB"
    CONTAINER = "CONTAINER"
    MLMODEL = "MLMODEL"
    DATA_PROCESS_INSTANCE = "DATA_PROCESS_INSTANCE"
    DATA_PLATFORM = "DATA_PLATFORM"
    CORP_USER = "CORP_USER"


@strawberry.interface(description="Anything that has a URN.")
class Entity:
    urn: str
    type: EntityType


@strawberry.type
class CustomPropertiesEntry:
    key: str
    value: str | None
    associated_urn: str = strawberry.field(description="The entity that has the property.")


@strawberry.type(description="A name and what its producer says of it.")
class EntityProperties:
    name: str
    description: str | None
    external_url: str | None
    custom_properties: list[CustomPropertiesEntry] | None


def custom_properties(urn: str, value: Any) -> list[CustomPropertiesEntry]:
    """The custom properties of a DataHub aspect, by key."""
    given = member(value, "customProperties")
    names = sorted(given) if isinstance(given, dict) else []
    return [CustomPropertiesEntry(key=name, value=text(given, name), associated_urn=urn) for name in names]


@strawberry.interface
class StoredEntity(Entity):
    """What the store knows of an entity; a URN that it does not know gives an object with exists: false."""

    row_id: strawberry.Private[int | None]
    given_name: strawberry.Private[tuple[str, str] | None]
    urn: str
    type: EntityType
    exists: bool | None = strawberry.field(description="Whether the store knows it.")
    is_stub: bool = strawberry.field(description="Named by a reference only, with no fact of its own yet.")

    def part(self, index: int) -> str:
        """A part of the URN, counted from 0."""
        return parse_urn(self.urn).parts[index]

    def named_as(self, kind: Callable[..., SomeName]) -> SomeName | None:
        """Its OpenLineage names and facets, where events have given it a name."""
        if self.given_name is None:
            return None
        namespace, name = self.given_name
        return kind(row_id=self.row_id, namespace=namespace, name=name)

    async def properties_of(self, info: Info, aspect: str, name: str) -> EntityProperties | None:
        """The properties in an aspect of DataHub's; without it the description in OpenLineage's documentation facet."""
        if self.row_id is None:
            return None
        declared, documentation = await asyncio.gather(
            info.context.aspect(self.row_id, aspect), info.context.facet(self.row_id, "documentation")
        )
        value = {"description": text(documentation, "description")} if declared is None else declared
        return EntityProperties(
            name=text(value, "name") or name,
            description=text(value, "description"),
            external_url=text(value, "externalUrl"),
            custom_properties=custom_properties(self.urn, value),
        )

    @strawberry.field(description=FACETS)
    async def facets(self, info: Info, names: FacetNames = None) -> list[Facet]:
        return await facets_of(info, "entities", self.row_id, names)

    @strawberry.field(description=FACET)
    async def aspect(self, info: Info, name: FacetName) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name)
