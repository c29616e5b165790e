"""Fields of all entities, with DataHub's names and nullability."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import strawberry
from asyncpg import Record

from headwater.execution.fields import of_many
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
    relationships_of,
)
from headwater.model.loose_json import text
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

SomeName = TypeVar("SomeName", bound=OpenLineageName)

_UNKNOWN: Final = object()
"""Stands for the id of an entity without one: its URN finds it in the store."""


async def _relationships(
    entities: Sequence["Entity"], info: Info, input: SomeRelationships = None
) -> list[EntityRelationshipsResult]:
    """The same page for each entity. Entities without an id are looked up in the store by URN."""
    page = relationship_page(input)
    row_ids: list[Any] = [getattr(entity, "row_id", _UNKNOWN) for entity in entities]
    if _UNKNOWN in row_ids:
        named = [entity.urn for entity, row_id in zip(entities, row_ids, strict=True) if row_id is _UNKNOWN]
        found = iter(await info.context.load_many(info.context.reader.entities.by_urn, named))
        row_ids = [_id_in(next(found)) if row_id is _UNKNOWN else row_id for row_id in row_ids]
    return await relationships_of(entities, row_ids, page, info)


def _id_in(row: Record | None) -> int | None:
    return None if row is None else row["id"]


@strawberry.interface(description="Anything with a URN.")
class Entity:
    urn: str = strawberry.field(description="The identifier in DataHub's form: `urn:li:`, then the type and the key.")
    type: EntityType = strawberry.field(description="The type of the entity.")

    @strawberry.field(
        description="Edges of DataHub's graph to or from the entity (docs/datahub.md). Sorted by type; within a type"
        " runs first, newest first, then other entities by URN. Without `input`: all outgoing edges. Default: 100 a"
        " page; at most 1000.",
        metadata=price(length=DEFAULT_COUNT, types=related_types),
    )
    @of_many(_relationships)
    async def relationships(self, info: Info, input: SomeRelationships = None) -> EntityRelationshipsResult | None:
        [page] = await _relationships([self], info, input)
        return page

    async def stored_id(self, context: Context) -> int | None:
        """The id in the store; None if the store does not know the entity."""
        return _id_in(await context.entity_by_urn(self.urn))

    async def value_of(self, info: Info, aspect: str) -> dict[str, Any] | None:
        """The value of an aspect from DataHub's proposals; None without a proposal."""
        named = self.named_by()
        return None if named is None else await info.context.aspect(named, aspect)

    def named_by(self) -> int | str | None:
        """The id if known here, else the URN; None if the store does not know the entity."""
        return getattr(self, "row_id", self.urn)

    def parents(self) -> tuple[str | None, str | None]:
        """The URNs of a run's template and of the run that contains it; (None, None) for other entities."""
        return None, None


async def entity_named(context: Context, urn: str) -> Entity | None:
    """The entity with a URN, of any kind; None if the store does not know it."""
    row = await context.entity_by_urn(urn)
    if row is None or row["kind"] != DATA_PROCESS_INSTANCE:
        return None if row is None else context.to_entity(row)
    run = await context.run_by_id(row["id"])
    return None if run is None else context.to_instance(run)


@strawberry.type(description="An entity of a type without fields of its own: only its URN and relationships are shown.")
class OtherEntity(Entity):
    pass


@strawberry.interface(
    description="An entity with facts in the store. A URN that the store does not know gives an object with exists:"
    " false."
)
class StoredEntity(Entity):
    row_id: strawberry.Private[int | None]
    given_name: strawberry.Private[tuple[str, str] | None]
    exists: bool | None = strawberry.field(description="True if the store knows the entity.")
    is_stub: bool = strawberry.field(description="True if only references name the entity: no facts of its own yet.")

    def part(self, index: int) -> str:
        """A part of the URN, counted from 0."""
        return parse_urn(self.urn).parts[index]

    def named_as(self, kind: Callable[..., SomeName]) -> SomeName | None:
        """The OpenLineage names and facets; None if no event has named the entity."""
        if self.given_name is None:
            return None
        namespace, name = self.given_name
        return kind(row_id=self.row_id, namespace=namespace, name=name)

    async def described(self, info: Info, aspect: str) -> dict[str, Any]:
        """The aspect with the properties; without one, the description in OpenLineage's documentation facet."""
        named, context = self.named_by(), info.context
        loading = None if named is None else context.values("ASPECT", named, aspect)  # before the other is waited for
        documentation = (await context.facets(self.row_id, "documentation")).get("documentation")
        declared = None if loading is None else (await loading).get(aspect)
        return {"description": text(documentation, "description")} if declared is None else declared

    async def stored_id(self, context: Context) -> int | None:
        """The id in the store; None if the store does not know the entity."""
        return self.row_id

    @strawberry.field(description=FACETS)
    async def facets(self, info: Info, names: FacetNames = None) -> list[Facet] | None:
        return await facets_of(info, "entities", self.row_id, names)

    @strawberry.field(description=FACET)
    async def aspect(self, info: Info, name: FacetName) -> Facet | None:
        return await facet_of(info, "entities", self.row_id, name)
