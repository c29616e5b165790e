"""What all entities have, and containers, with DataHub's names and nullability."""

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.facets import FACET, FACETS, Facet, FacetName, FacetNames, facet_of, facets_of
from headwater.graphql.openlineage_name import OpenLineageName
from headwater.model.loose_json import text
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

    async def properties_of(self, info: Info, name: str) -> EntityProperties | None:
        """The properties that a job or a dataset has in its documentation facet."""
        if self.row_id is None:
            return None
        facet = await info.context.facet(self.row_id, "documentation")
        return EntityProperties(name=name, description=text(facet, "description"))

    @strawberry.field(description=FACETS)
    async def facets(self, info: Info, names: FacetNames = None) -> list[Facet]:
        return await facets_of(info, "entities", self.row_id, names)

    @strawberry.field(description=FACET)
    async def aspect(self, info: Info, name: FacetName) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name)


@strawberry.type(description="An experiment or a notebook: it holds runs that have no template.")
class Container(StoredEntity):
    pass
