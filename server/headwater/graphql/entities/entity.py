"""What all entities have, with DataHub's names and nullability."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import strawberry

from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.entity_type import EntityType
from headwater.graphql.entities.facets import FACET, FACETS, Facet, FacetName, FacetNames, facet_of, facets_of
from headwater.graphql.entities.openlineage import OpenLineageName
from headwater.graphql.entities.relationships import (
    DEFAULT_COUNT,
    EntityRelationshipsResult,
    SomeRelationships,
    related_types,
    relationship_page,
)
from headwater.model.loose_json import text
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

SomeName = TypeVar("SomeName", bound=OpenLineageName)


@strawberry.interface(description="Anything that has a URN.")
class Entity:
    urn: str = strawberry.field(description="What it is known by, in DataHub's form: `urn:li:` and its type and key.")
    type: EntityType = strawberry.field(description="The type of entity that it is.")

    @strawberry.field(
        description="Edges of DataHub's graph to it or from it (docs/datahub.md): by type, then runs, the newest first,"
        " then the others by URN. Without `input` all that go out. Default: 100 a page; at most 1000.",
        metadata=price(length=DEFAULT_COUNT, types=related_types),
    )
    async def relationships(self, info: Info, input: SomeRelationships = None) -> EntityRelationshipsResult | None:
        return relationship_page(await self.stored_id(info.context), self.parents(), input)

    async def stored_id(self, context: Context) -> int | None:
        """Its id in the store; None where the store does not know it."""
        row = await context.entity_by_urn(self.urn)
        return None if row is None else row["id"]

    async def value_of(self, info: Info, aspect: str) -> dict[str, Any] | None:
        """The value that DataHub's proposals gave an aspect of it; None where they gave none."""
        row_id = await self.stored_id(info.context)
        return None if row_id is None else await info.context.aspect(row_id, aspect)

    def parents(self) -> tuple[str | None, str | None]:
        """Of a run the URNs of its template and of the run that contains it."""
        return None, None


async def entity_named(context: Context, urn: str) -> Entity | None:
    """The entity with a URN, of whatever kind; None where the store does not know it."""
    row = await context.entity_by_urn(urn)
    if row is None or row["kind"] != DATA_PROCESS_INSTANCE:
        return None if row is None else context.to_entity(row)
    run = await context.run_by_id(row["id"])
    return None if run is None else context.to_instance(run)


@strawberry.type(description="An entity of which Headwater shows no more than that it is there, and its relationships.")
class OtherEntity(Entity):
    pass


@strawberry.interface(
    description="What the store knows of an entity. A URN that it does not know gives an object with exists: false."
)
class StoredEntity(Entity):
    row_id: strawberry.Private[int | None]
    given_name: strawberry.Private[tuple[str, str] | None]
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

    async def described(self, info: Info, aspect: str) -> dict[str, Any]:
        """The value of its aspect with its properties; without it the description in OpenLineage's documentation."""
        declared, documentation = await asyncio.gather(
            self.value_of(info, aspect), info.context.facet(self.row_id, "documentation")
        )
        return {"description": text(documentation, "description")} if declared is None else declared

    async def stored_id(self, context: Context) -> int | None:
        """Its id in the store; None where the store does not know it."""
        return self.row_id

    @strawberry.field(description=FACETS)
    async def facets(self, info: Info, names: FacetNames = None) -> list[Facet] | None:
        return await facets_of(info, "entities", self.row_id, names)

    @strawberry.field(description=FACET)
    async def aspect(self, info: Info, name: FacetName) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name)
