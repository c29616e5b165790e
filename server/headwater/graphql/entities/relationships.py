"""`relationships`: DataHub's graph, from one entity in one direction, with DataHub's names and nullability."""

import json
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

import strawberry
from asyncpg import Record

from headwater.dialects.datahub.graph import ENDS
from headwater.dialects.datahub.registry import is_entity_type
from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity_type import GRAPHQL_TYPES, OTHER_TYPE, EntityType, kind_of
from headwater.graphql.lists import check_length
from headwater.graphql.offset_paging import MAX_STORED_START, stored_page
from headwater.store.graph_reader import Related
from headwater.texts import check_storable, shown
from headwater.urn import DATA_PROCESS_INSTANCE

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity

LazyEntity = Annotated["Entity", strawberry.lazy("headwater.graphql.entities.entity")]

DEFAULT_COUNT = 100
MAX_NAMES = 100


@strawberry.enum(description="Where an edge points, seen from the entity that is asked.")
class RelationshipDirection(Enum):
    INCOMING = strawberry.enum_value(
        "INCOMING", description="From others to it. In `Dataset.runs`: the runs that read it."
    )
    OUTGOING = strawberry.enum_value(
        "OUTGOING", description="From it to others. In `Dataset.runs`: those that wrote it."
    )


@strawberry.input(description="Which relationships of an entity.")
class RelationshipsInput:
    types: list[str] = strawberry.field(
        description="DataHub's names of them, such as Consumes, Produces, InstanceOf, ChildOf, UpstreamOf, IsPartOf,"
        " TrainedBy (docs/datahub.md). An empty list means all. At most 100."
    )
    direction: RelationshipDirection = strawberry.field(
        description="Those that others have to it (INCOMING), or that it has to others (OUTGOING)."
    )
    start: int | None = strawberry.field(
        default=None, description=f"How many are left out before the page. Default: 0; at most {MAX_STORED_START}."
    )
    count: int | None = strawberry.field(
        default=None, description="How many the page has at most. Default: 100; at most 1000."
    )
    include_soft_delete: bool | None = strawberry.field(
        default=True, description="Whether entities are there whose status says removed. Default: true."
    )
    related_entity_types: list[str] | None = strawberry.field(
        default=None,
        description="Only entities of these types at the other end, as EntityType or URNs have them: DATA_JOB or"
        " dataJob. Counts in `total`. Default: all.",
    )


SomeRelationships = Annotated[
    RelationshipsInput | None,
    strawberry.argument(description="Which relationships, and which page. Default: the first 100 of all that go out."),
]


@strawberry.type(description="An edge of DataHub's graph, from the entity that was asked to another, or back.")
class EntityRelationship:
    row: strawberry.Private[Record]
    type: str = strawberry.field(description="DataHub's name of it.")
    direction: RelationshipDirection = strawberry.field(description="The direction that was asked for.")

    @strawberry.field(description="The entity at the other end.")
    async def entity(self, info: Info) -> LazyEntity | None:
        if self.row["kind"] != DATA_PROCESS_INSTANCE:
            return info.context.to_entity(self.row)
        run = await info.context.run_by_id(self.row["id"])
        return None if run is None else info.context.to_instance(run)

    @strawberry.field(
        description="The stamp that DataHub's aspect has of it; null where the aspect, or an event, has none."
    )
    def created(self) -> AuditStamp | None:
        return stamp_of(json.loads(self.row["created"])) if self.row["created"] else None


@strawberry.type(
    description="A page of relationships: by type, then runs with the newest first, then the others by URN."
)
class EntityRelationshipsResult:
    row_id: strawberry.Private[int | None]
    which: strawberry.Private[Related]
    page_size: strawberry.Private[int]
    start: int | None = strawberry.field(description="The offset that was asked for.")
    parent_template: str | None = strawberry.field(
        description="Of a run the URN of the job, flow or dataset that it is an instance of, whatever was asked for."
    )
    parent_instance: str | None = strawberry.field(
        description="Of a run the URN of the run that contains it, whatever was asked for."
    )

    @strawberry.field(description="How many this page has.")
    async def count(self, info: Info) -> int | None:
        return len(await self._page(info.context))

    @strawberry.field(description="How many there are on all pages.")
    async def total(self, info: Info) -> int | None:
        if self.row_id is None:
            return 0
        total: int = await info.context.load(info.context.reader.graph.count_relationships, self.row_id, self.which)
        return total

    @strawberry.field(description="The relationships of this page.")
    async def relationships(self, info: Info) -> list[EntityRelationship]:
        direction = RelationshipDirection(self.which.direction)
        return [
            EntityRelationship(row=row, type=row["type"], direction=direction) for row in await self._page(info.context)
        ]

    async def _page(self, context: Context) -> list[Record]:
        if self.row_id is None:
            return []
        page: list[Record] = await context.load(
            context.reader.graph.relationships, self.row_id, self.which, self.start, self.page_size
        )
        return page


def relationship_page(
    row_id: int | None, parents: tuple[str | None, str | None], asked: RelationshipsInput | None
) -> EntityRelationshipsResult:
    """A page of an entity's relationships; without a question all that go out. Raises BadRequestError."""
    asked = asked or RelationshipsInput(types=[], direction=RelationshipDirection.OUTGOING)
    start, count = stored_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count)
    which = Related(
        "INCOMING" if asked.direction is RelationshipDirection.INCOMING else "OUTGOING",
        _names("types", asked.types),
        None if asked.related_entity_types is None else tuple(sorted(set(map(_kind, asked.related_entity_types)))),
        asked.include_soft_delete is not False,
    )
    template, instance = parents
    return EntityRelationshipsResult(
        row_id=row_id,
        which=which,
        page_size=count,
        start=start,
        parent_template=template,
        parent_instance=instance,
    )


def related_types(arguments: Mapping[str, Any]) -> frozenset[str] | None:
    """The GraphQL types that the relationships of a question lead to; None where they may be any."""
    given = arguments.get("input")
    asked: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    names, direction = asked.get("types"), asked.get("direction")
    if not isinstance(names, list) or not names or any(name not in ENDS for name in names):
        return None
    kinds: set[str] = set()
    for name in names:
        # A variable does not say the direction here: then it may be either.
        if direction != RelationshipDirection.OUTGOING.value:
            kinds |= ENDS[name].sources
        if direction != RelationshipDirection.INCOMING.value:
            kinds |= ENDS[name].destinations
    return frozenset({OTHER_TYPE, *(GRAPHQL_TYPES.get(kind, OTHER_TYPE) for kind in kinds)})


def _names(argument: str, given: list[str]) -> tuple[str, ...] | None:
    check_length(argument, given, MAX_NAMES)
    for name in given:
        check_storable(argument, name)
    return tuple(sorted(set(given))) or None


def _kind(name: str) -> str:
    """The word of URNs for a type, which may be that word. Raises BadRequestError for what is no type of DataHub's."""
    kind = kind_of(EntityType[name]) if name in EntityType.__members__ else name
    if kind is None or not is_entity_type(kind):
        raise BadRequestError(f"relatedEntityTypes: expected types of DataHub's, such as DATA_JOB, got {shown(name)}")
    return kind
