"""`lineage`: what is one hop upstream or downstream of an entity, with DataHub's names and nullability."""

import asyncio
from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
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
"""The neighbours of an entity that count in a query's cost: clients ask for 1,000 and mean all, mostly a few."""
MOST_IN_REQUEST = 20_000
"""The neighbours that all `lineage` fields of a request, or of a message, give together: 20 pages of 1,000."""

_A_USER = price(types=lambda _: frozenset({"CorpUser"}))


@strawberry.type(description="A way through the graph, from the start to an entity, both included.")
class EntityPath:
    path: list[Entity | None] = strawberry.field(description="The entities in order; null for one that has gone since.")


@strawberry.type(description="One entity is next to another.")
class LineageRelationship:
    type: str = strawberry.field(
        description="DataHub's name of it: Consumes, Produces, DownstreamOf, TrainedBy, UsedBy,"
        " DataProcessInstanceConsumes, DataProcessInstanceProduces, UpstreamOf."
    )
    entity: Entity | None = strawberry.field(description="The entity at the other end.")
    degree: int = strawberry.field(description="How many hops away: 1.")
    created_on: Long | None = strawberry.field(
        description="When it was made, by the stamp of DataHub's aspect or the first event that declared it. Null where"
        " only runs show it."
    )
    created_actor: CorpUser | None = strawberry.field(
        graphql_type=Entity | None, description="The user who made it.", metadata=_A_USER
    )
    updated_on: Long | None = strawberry.field(
        description="When it was last declared; where runs show it, when the last of them in the window began to read,"
        " or wrote."
    )
    updated_actor: CorpUser | None = strawberry.field(
        description="The user who declared it last. Null where only runs show it.",
        graphql_type=Entity | None,
        metadata=_A_USER,
    )
    is_manual: bool | None = strawberry.field(
        description="Whether somebody made it by hand in DataHub. Null where only runs show it."
    )
    paths: list[EntityPath | None] | None = strawberry.field(
        description="The way there: itself, and the other one.", metadata=price(length=1)
    )


@strawberry.type(description="A page of what is one hop away, by URN.")
class EntityLineageResult:
    start: int | None = strawberry.field(description="The offset that was asked for.")
    count: int | None = strawberry.field(description="How many this page has.")
    total: int | None = strawberry.field(description="How many there are on all pages.")
    filtered: int | None = strawberry.field(description="How many were left out because they are removed.")
    relationships: list[LineageRelationship] = strawberry.field(description="The neighbours of this page.")


@strawberry.input(description="What is asked of an entity's neighbours.")
class LineageInput:
    direction: Direction = strawberry.field(description="UPSTREAM: what went in. DOWNSTREAM: what follows.")
    start: int | None = strawberry.field(default=None, description="How many are left out before the page. Default: 0.")
    count: int | None = strawberry.field(
        default=None, description="How many the page has at most. Default: 100; at most 1000."
    )
    separate_siblings: bool | None = strawberry.field(
        default=None, description="The store knows no siblings: it changes nothing."
    )
    start_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only what was so at or after this time, in milliseconds since the epoch. Default: no limit.",
    )
    end_time_millis: Long | None = strawberry.field(
        default=None,
        description="Only what was so at or before this time, in milliseconds since the epoch: as of it."
        " Default: no limit.",
    )
    include_ghost_entities: bool | None = strawberry.field(
        default=False, description="Also what is removed. Default: false."
    )


SomeLineage = Annotated[LineageInput, strawberry.argument(description="What is asked of its neighbours.")]


@strawberry.interface(description="What has lineage.")
class EntityWithRelationships(Entity):
    row_id: strawberry.Private[int | None]

    @strawberry.field(
        description="What is one hop away, by URN (docs/datahub.md). Of a run: what it read or wrote, and the runs that"
        " it depends on or that depend on it. Of jobs and assets: what their runs have shown, and what is declared.",
        # hubs have many neighbours to look at
        metadata=price(10, length=DEFAULT_COUNT, most=MOST_COUNTED),
    )
    async def lineage(self, info: Info, input: SomeLineage) -> EntityLineageResult | None:
        return await _page(info.context, self, input)


def window_of(start_time_millis: int | None, end_time_millis: int | None) -> Window:
    """The window that arguments mean. Raises BadRequestError where it ends before it starts."""
    if start_time_millis is not None and end_time_millis is not None and end_time_millis < start_time_millis:
        raise BadRequestError(
            f"endTimeMillis: expected startTimeMillis ({start_time_millis}) or later, got {end_time_millis}"
        )
    since, until = (None if millis is None else from_millis(millis) for millis in (start_time_millis, end_time_millis))
    return Window(since, until)


async def entity_of(context: Context, entity_id: int, kind: str) -> Entity | None:
    """The entity of an id, of whatever kind."""
    if kind == DATA_PROCESS_INSTANCE:
        run = await context.run_by_id(entity_id)
        return context.to_instance(run) if run else None
    row = await context.entity_by_id(entity_id)
    return context.to_entity(row) if row else None


async def _page(context: Context, entity: EntityWithRelationships, asked: LineageInput) -> EntityLineageResult:
    start, count = offset_page(asked.start, DEFAULT_COUNT if asked.count is None else asked.count)
    window = window_of(asked.start_time_millis, asked.end_time_millis)
    found: list[Neighbour] = []
    if entity.row_id is not None:
        owner = (entity.row_id, parse_urn(entity.urn).kind)
        found = await context.ask(neighbours, owner, asked.direction, window)
    shown = [one for one in found if asked.include_ghost_entities or not one.is_removed]
    page = shown[start : start + count]
    context.neighbours += len(page)
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
