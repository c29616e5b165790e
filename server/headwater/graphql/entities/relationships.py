"""`relationships`: edges of one entity in DataHub's graph, in one direction, with DataHub's names and nullability."""

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, cast

import strawberry
from asyncpg import Record

from headwater.dialects.datahub.graph import ENDS
from headwater.dialects.datahub.registry import is_entity_type
from headwater.errors import BadRequestError
from headwater.execution.fields import of_each, of_many, only
from headwater.execution.selections import names_below, selects
from headwater.graphql.context import Info
from headwater.graphql.entities.audit import AuditStamp, stamp_of
from headwater.graphql.entities.entity_type import GRAPHQL_TYPES, OTHER_TYPE, EntityType, kind_of
from headwater.graphql.lists import check_length
from headwater.graphql.makers import maker
from headwater.graphql.offset_paging import MAX_STORED_START, stored_page
from headwater.store.graph_reader import FoundPage, Related, RelatedPage, RelatedPages
from headwater.texts import check_storable, shown
from headwater.urn import DATA_PROCESS_INSTANCE

if TYPE_CHECKING:
    from headwater.graphql.entities.entity import Entity

LazyEntity = Annotated["Entity", strawberry.lazy("headwater.graphql.entities.entity")]

DEFAULT_COUNT = 100
MAX_NAMES = 100

_OF_ROWS = ("relationships", "count")
"""The fields of a page that need its rows."""

_OF_PARENTS = ("parentTemplate", "parentInstance")
"""The fields of a page that need the parents of its entity."""

_NO_PAGE = FoundPage(total=0)

Parents = tuple[str | None, str | None]
"""The URNs of a run's template, and of the run that contains it."""

_NO_PARENTS: Parents = (None, None)


@strawberry.enum(description="The direction of an edge, seen from the queried entity.")
class RelationshipDirection(Enum):
    INCOMING = strawberry.enum_value(
        "INCOMING", description="From other entities to this one. In `Dataset.runs`: the readers."
    )
    OUTGOING = strawberry.enum_value(
        "OUTGOING", description="From this entity to others. In `Dataset.runs`: the writers."
    )


@strawberry.input(description="A filter and a page of an entity's relationships.")
class RelationshipsInput:
    types: list[str] = strawberry.field(
        description="DataHub's names of relationships, such as Consumes, Produces, InstanceOf, ChildOf, UpstreamOf,"
        " IsPartOf, TrainedBy (docs/datahub.md). An empty list means all. At most 100."
    )
    direction: RelationshipDirection = strawberry.field(
        description="INCOMING: edges from other entities. OUTGOING: edges to other entities."
    )
    start: int | None = strawberry.field(
        default=None, description=f"The number of relationships to skip. Default: 0; at most {MAX_STORED_START}."
    )
    count: int | None = strawberry.field(
        default=None, description="The maximum size of the page. Default: 100; at most 1000."
    )
    include_soft_delete: bool | None = strawberry.field(
        default=True, description="True to include softly deleted entities (status). Default: true."
    )
    related_entity_types: list[str] | None = strawberry.field(
        default=None,
        description="Only entities of these types at the other end, as in EntityType or in URNs: DATA_JOB or dataJob."
        " `total` counts only these. Default: all.",
    )


SomeRelationships = Annotated[
    RelationshipsInput | None,
    strawberry.argument(description="The relationships and the page. Default: the first 100 outgoing relationships."),
]


async def _ends(edges: Sequence["EntityRelationship"], info: Info) -> list["Entity | Exception | None"]:
    """The entity at the other end of each edge. Each entity is made once: runs of a job mostly share one."""
    context = info.context
    ids = [edge.row["id"] for edge in edges if edge.row["kind"] == DATA_PROCESS_INSTANCE]
    runs = await context.load_many(context.reader.runs.by_id, ids)
    made: dict[int, Entity | None] = {
        run_id: None if run is None else context.to_instance(run) for run_id, run in zip(ids, runs, strict=True)
    }

    def end_of(edge: EntityRelationship) -> "Entity | None":
        row_id = edge.row["id"]
        if row_id not in made:
            made[row_id] = context.to_entity(edge.row)
        return made[row_id]

    return of_each(end_of, edges)


@strawberry.type(description="An edge of DataHub's graph between the queried entity and another.")
class EntityRelationship:
    row: strawberry.Private[Record]
    type: str = strawberry.field(description="DataHub's name of the relationship.")
    direction: RelationshipDirection = strawberry.field(description="The requested direction.")

    @strawberry.field(description="The entity at the other end.")
    @of_many(_ends)
    async def entity(self, info: Info) -> LazyEntity | None:
        return cast("Entity | None", await only(_ends([self], info)))

    @strawberry.field(description="The stamp in DataHub's aspect; null if the aspect or the event has none.")
    def created(self) -> AuditStamp | None:
        return stamp_of(json.loads(self.row["created"])) if self.row["created"] else None


@strawberry.type(
    description="A page of relationships, sorted by type. Within a type: runs, newest first, then other entities by"
    " URN."
)
class EntityRelationshipsResult:
    start: int | None = strawberry.field(description="The requested offset.")
    count: int | None = strawberry.field(description="The number of relationships on this page.")
    total: int | None = strawberry.field(description="The number of relationships on all pages.")
    relationships: list[EntityRelationship] = strawberry.field(description="The relationships of this page.")
    parent_template: str | None = strawberry.field(
        description="For a run: the URN of its job, flow or dataset, whichever relationships were requested."
    )
    parent_instance: str | None = strawberry.field(
        description="For a run: the URN of the run that contains it, whichever relationships were requested."
    )


_make_edge = maker(EntityRelationship)
_make_page = maker(EntityRelationshipsResult)


async def relationships_of(
    entities: Sequence["Entity"], row_ids: Sequence[int | None], page: RelatedPage, info: Info
) -> list[EntityRelationshipsResult]:
    """The same page for each entity, with the parts that the query selects.

    row_ids: the entities' ids; None if the store does not know the entity.
    """
    asked, known = names_below(info), tuple({row_id: None for row_id in row_ids if row_id is not None})
    page = page._replace(with_stamps=selects(info, "relationships", "created"))
    pages = RelatedPages(known, page, not asked.isdisjoint(_OF_ROWS), "total" in asked)
    found: Mapping[int | None, FoundPage] = {}
    if known and (pages.with_rows or pages.with_total):
        found = await info.context.load(info.context.reader.graph.relationships, pages, page.which.direction)
    has_parents = not asked.isdisjoint(_OF_PARENTS)
    made = _Pages(page)
    return [
        made.page(found.get(row_id, _NO_PAGE), entity.parents() if has_parents else _NO_PARENTS)
        for entity, row_id in zip(entities, row_ids, strict=True)
    ]


class _Pages:
    """Makes pages of relationships. Equal pages are one object: the runs of a job mostly share their assets."""

    def __init__(self, page: RelatedPage) -> None:
        self._start = page.start
        self._direction = RelationshipDirection[page.which.direction]
        self._of_found: dict[tuple[int, Parents], EntityRelationshipsResult] = {}
        self._equal: dict[tuple[object, ...], EntityRelationshipsResult] = {}
        self._lists: dict[tuple[object, ...], list[EntityRelationship]] = {}

    def page(self, found: FoundPage, parents: Parents) -> EntityRelationshipsResult:
        """The page of an entity with these parents. Entities may share what was found."""
        told = (id(found), parents)
        made = self._of_found.get(told)
        if made is None:
            made = self._of_found[told] = self._page(found, parents)
        return made

    def _page(self, found: FoundPage, parents: Parents) -> EntityRelationshipsResult:
        rows, total = found
        shown = tuple([(row["type"], row["id"], row["created"]) for row in rows])
        told = (shown, total, parents)
        made = self._equal.get(told)
        if made is None:
            made = self._equal[told] = _make_page(
                start=self._start,
                count=len(rows),
                total=total,
                relationships=self._list(shown, rows),
                parent_template=parents[0],
                parent_instance=parents[1],
            )
        return made

    def _list(self, shown: tuple[object, ...], rows: Sequence[Record]) -> list[EntityRelationship]:
        found = self._lists.get(shown)
        if found is None:
            found = [_make_edge(row=row, type=row["type"], direction=self._direction) for row in rows]
            self._lists[shown] = found
        return found


def relationship_page(asked: RelationshipsInput | None) -> RelatedPage:
    """The requested page; without a request, all outgoing relationships. Raises BadRequestError."""
    asked = asked or RelationshipsInput(types=[], direction=RelationshipDirection.OUTGOING)
    start, count = stored_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count)
    which = Related(
        "INCOMING" if asked.direction is RelationshipDirection.INCOMING else "OUTGOING",
        _names("types", asked.types),
        None if asked.related_entity_types is None else tuple(sorted(set(map(_kind, asked.related_entity_types)))),
        asked.include_soft_delete is not False,
    )
    return RelatedPage(which, start, count)


def related_types(arguments: Mapping[str, Any]) -> frozenset[str] | None:
    """The GraphQL types at the other ends of the requested relationships; None for any type."""
    given = arguments.get("input")
    asked: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    names, direction = asked.get("types"), asked.get("direction")
    if not isinstance(names, list) or not names or any(name not in ENDS for name in names):
        return None
    kinds: set[str] = set()
    for name in names:
        # With a variable the direction is not known here: allow both.
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
    """The word in URNs for an EntityType or a word in URNs. Raises BadRequestError for any other text."""
    kind = kind_of(EntityType[name]) if name in EntityType.__members__ else name
    if kind is None or not is_entity_type(kind):
        raise BadRequestError(f"relatedEntityTypes: expected types of DataHub's, such as DATA_JOB, got {shown(name)}")
    return kind
