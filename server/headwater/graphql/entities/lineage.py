"""`lineage`: the entities one hop upstream or downstream, with DataHub's names and nullability."""

import asyncio
from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.execution.info import places_of
from headwater.graphql.context import Context, Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.people import CorpUser, user_of
from headwater.graphql.enums import Direction
from headwater.graphql.offset_paging import offset_page
from headwater.graphql.scalars import Long, from_millis, to_millis
from headwater.lineage.neighbours import Neighbour, neighbours
from headwater.store.projections import Window
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn

DEFAULT_COUNT = 100
MOST_COUNTED = 100
"""The most neighbours that a query's cost counts: clients ask for 1,000 to get all, and mostly get a few."""
MOST_IN_REQUEST = 20_000
"""The most neighbours of all `lineage` fields in a request, or in a message, together: 20 pages of 1,000."""

_A_USER = price(types=lambda _: frozenset({"CorpUser"}))


@strawberry.type(description="A path through the graph, from the start to an entity, both included.")
class EntityPath:
    path: list[Entity | None] = strawberry.field(description="The entities in order; null for an entity deleted since.")


@strawberry.type(description="A neighbour: an entity one hop away.")
class LineageRelationship:
    type: str = strawberry.field(
        description="DataHub's name: Consumes, Produces, DownstreamOf, TrainedBy, UsedBy,"
        " DataProcessInstanceConsumes, DataProcessInstanceProduces, UpstreamOf."
    )
    entity: Entity | None = strawberry.field(description="The entity at the other end.")
    degree: int = strawberry.field(description="The number of hops: always 1.")
    created_on: Long | None = strawberry.field(
        description="The time of creation: the stamp of DataHub's aspect, or the first event that declared the"
        " relationship. Milliseconds since the epoch. Null if only runs show the relationship."
    )
    created_actor: CorpUser | None = strawberry.field(
        graphql_type=Entity | None, description="The user who created the relationship.", metadata=_A_USER
    )
    updated_on: Long | None = strawberry.field(
        description="The time of the last declaration. If runs show the relationship: the time at which the last run in"
        " the window began to read, or wrote. Milliseconds since the epoch."
    )
    updated_actor: CorpUser | None = strawberry.field(
        description="The user who last declared the relationship. Null if only runs show the relationship.",
        graphql_type=Entity | None,
        metadata=_A_USER,
    )
    is_manual: bool | None = strawberry.field(
        description="True if a user made the relationship by hand in DataHub. Null if only runs show the relationship."
    )
    paths: list[EntityPath | None] | None = strawberry.field(
        description="The path: the queried entity and the neighbour.", metadata=price(length=1)
    )


@strawberry.type(description="A page of the entities one hop away, sorted by URN.")
class EntityLineageResult:
    start: int | None = strawberry.field(description="The requested offset.")
    count: int | None = strawberry.field(description="The number of neighbours on this page.")
    total: int | None = strawberry.field(description="The number of neighbours on all pages.")
    filtered: int | None = strawberry.field(description="The number of removed neighbours that were left out.")
    relationships: list[LineageRelationship] = strawberry.field(description="The neighbours of this page.")


@strawberry.input(description="A request for an entity's neighbours.")
class LineageInput:
    direction: Direction = strawberry.field(
        description="UPSTREAM: towards the inputs. DOWNSTREAM: towards the outputs."
    )
    start: int | None = strawberry.field(default=None, description="The number of neighbours to skip. Default: 0.")
    count: int | None = strawberry.field(
        default=None, description="The maximum size of the page. Default: 100; at most 1000."
    )
    separate_siblings: bool | None = strawberry.field(
        default=None, description="Setting this changes nothing: the store has no siblings."
    )
    start_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only lineage at or after this time, in milliseconds since the epoch. Default: no limit.",
    )
    end_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only lineage at or before this time (as of it), in milliseconds since the epoch."
        " Default: no limit.",
    )
    include_ghost_entities: bool | None = strawberry.field(
        default=False, description="True to include removed entities. Default: false."
    )


SomeLineage = Annotated[LineageInput, strawberry.argument(description="The direction, the page and the window.")]


@strawberry.interface(description="An entity with lineage.")
class EntityWithRelationships(Entity):
    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="The entities one hop away, sorted by URN (docs/datahub.md). For a run: its inputs or outputs, and"
        " the runs it depends on or that depend on it. For jobs and assets: neighbours by runs, and declared ones.",
        # a run or dataset may have many neighbours to check
        metadata=price(10, length=DEFAULT_COUNT, most=MOST_COUNTED),
    )
    async def lineage(self, info: Info, input: SomeLineage) -> EntityLineageResult | None:
        return await _page(info.context, self, input, places_of(info))


def window_of(start_time_millis: int | None, end_time_millis: int | None) -> Window:
    """The window between two times. Raises BadRequestError if the end is before the start."""
    if start_time_millis is not None and end_time_millis is not None and end_time_millis < start_time_millis:
        raise BadRequestError(
            f"endTimeMillis: expected startTimeMillis ({start_time_millis}) or later, got {end_time_millis}"
        )
    since, until = (None if millis is None else from_millis(millis) for millis in (start_time_millis, end_time_millis))
    return Window(since, until)


async def entity_of(context: Context, entity_id: int, kind: str) -> Entity | None:
    """The entity with an id, of any kind."""
    if kind == DATA_PROCESS_INSTANCE:
        run = await context.run_by_id(entity_id)
        return context.to_instance(run) if run else None
    row = await context.entity_by_id(entity_id)
    return context.to_entity(row) if row else None


async def _page(
    context: Context, entity: EntityWithRelationships, asked: LineageInput, places: int
) -> EntityLineageResult:
    """The page of an entity, which stands in some places of the answer."""
    start, count = offset_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count)
    window = window_of(asked.start_time_millis, asked.end_time_millis)
    found: list[Neighbour] = []
    if entity.row_id is not None:
        owner = (entity.row_id, parse_urn(entity.urn).kind)
        found = await context.ask(neighbours, owner, asked.direction, window)
    shown = [one for one in found if asked.include_ghost_entities or not one.is_removed]
    page = shown[start : start + count]
    context.neighbours += len(page) * places
    if context.neighbours > MOST_IN_REQUEST:
        raise BadRequestError(
            f"lineage: expected at most {MOST_IN_REQUEST} neighbours in a request;"
            " ask for smaller pages or fewer entities"
        )
    return EntityLineageResult(
        start=start,
        count=len(page),
        total=len(shown),
        filtered=len(found) - len(shown),
        relationships=list(await asyncio.gather(*(_relationship(context, entity, one) for one in page))),
    )


async def _relationship(context: Context, entity: EntityWithRelationships, found: Neighbour) -> LineageRelationship:
    other = await entity_of(context, found.id, found.kind)
    return LineageRelationship(
        type=found.type,
        entity=other,
        degree=1,
        created_on=_millis(found.created_at),
        created_actor=_actor(found.created_actor),
        updated_on=_millis(found.updated_at),
        updated_actor=_actor(found.updated_actor),
        is_manual=found.is_manual,
        paths=[EntityPath(path=[entity, other])],
    )


def _millis(moment: datetime | None) -> Long | None:
    return None if moment is None else to_millis(moment)


def _actor(urn: str | None) -> CorpUser | None:
    return user_of(urn) if urn else None
