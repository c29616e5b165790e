"""Run events as they come: the subscription, what it is asked and what it tells (docs/subscriptions.md)."""

from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from datetime import datetime
from typing import Annotated

import strawberry

from headwater.errors import BadRequestError
from headwater.graphql.context import Context, Info
from headwater.graphql.lists import check_urns
from headwater.graphql.offset_paging import MAX_COUNT
from headwater.graphql.runs.instance import DataProcessInstance
from headwater.graphql.runs.state import (
    DataProcessInstanceRunResultType,
    DataProcessRunEvent,
    DataProcessRunStatus,
    to_run_event,
)
from headwater.store.run_event_feed import RunEventFeed
from headwater.store.run_events import Interest, Trait, from_cursor, to_cursor
from headwater.urn import DATA_FLOW, DATA_JOB, DATA_PROCESS_INSTANCE, DATASET, ML_MODEL

_ANY_OF = "At most 1000 URNs; one that the store does not know yet is waited for."


@strawberry.input(
    description="Which run events are told: those that meet every field that is given, each by one of its values."
    " An empty list is as null."
)
class RunEventFilter:
    templates: list[str] | None = strawberry.field(
        default=None, description=f"Of runs whose `parentTemplate` is one of these jobs or flows. {_ANY_OF}"
    )
    flows: list[str] | None = strawberry.field(
        default=None, description=f"Of runs of one of these flows as a whole, or of one of its jobs. {_ANY_OF}"
    )
    assets: list[str] | None = strawberry.field(
        default=None,
        description="Of runs that, by what is known when the event is told, read or wrote one of these datasets or"
        f" models under any of its names. {_ANY_OF}",
    )
    inputs: list[str] | None = strawberry.field(default=None, description="As assets, but only of runs that read one.")
    outputs: list[str] | None = strawberry.field(
        default=None, description="As assets, but only of runs that wrote one."
    )
    runs: list[str] | None = strawberry.field(default=None, description=f"Of one of these runs. {_ANY_OF}")
    parents: list[str] | None = strawberry.field(
        default=None, description=f"Of runs that one of these runs contains directly. {_ANY_OF}"
    )
    statuses: list[DataProcessRunStatus] | None = strawberry.field(
        default=None, description="Events with one of these states."
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="Events that end a run, or an attempt, with one of these results."
    )


SomeFilter = Annotated[RunEventFilter | None, strawberry.argument(description="Which events. Default: all.")]
SomeCursor = Annotated[
    str | None,
    strawberry.argument(
        description="The cursor of the last event that was seen, or a runEventCursor: first all that the store has"
        " accepted since, then what comes. Default: from now on."
    ),
]

_URN_FIELDS: dict[str, tuple[Trait, Collection[str]]] = {
    "runs": (Trait.RUN, [DATA_PROCESS_INSTANCE]),
    "parents": (Trait.PARENT, [DATA_PROCESS_INSTANCE]),
    "templates": (Trait.TEMPLATE, [DATA_JOB, DATA_FLOW]),
    "flows": (Trait.FLOW, [DATA_FLOW]),
    "inputs": (Trait.INPUT, [DATASET, ML_MODEL]),
    "outputs": (Trait.OUTPUT, [DATASET, ML_MODEL]),
    "assets": (Trait.ASSET, [DATASET, ML_MODEL]),
}


@strawberry.type(description="A run event, as a subscription tells of it.")
class RunEventMessage:
    cursor: str = strawberry.field(
        description="The event's place in the order in which the store accepted events: what a subscription goes on"
        " after. Of no meaning otherwise."
    )
    run: DataProcessInstance = strawberry.field(
        description="The run, as it was known when the event was told: later events may be in it already."
    )
    event: DataProcessRunEvent = strawberry.field(description="The event.")
    arrived_at: datetime = strawberry.field(description="When the store accepted it; UTC.")


@strawberry.type
class RunEventQueries:
    @strawberry.field(
        description="The end of the order of run events as it is now: a subscription after it tells of all that this"
        " query cannot have seen."
    )
    async def run_event_cursor(self, info: Info) -> str:
        return to_cursor((await info.context.reader.run_events.newest()).seen)


@strawberry.type
class RunEventSubscriptions:
    @strawberry.subscription(
        description="Run events in the order in which the store accepts them, each once; an event that is sent again is"
        " not told again. Without end; where too many wait to be taken it ends with an error of type SLOW_READER, which"
        " has the cursor to go on after."
    )
    async def run_events(
        self, info: Info, filter: SomeFilter = None, after: SomeCursor = None
    ) -> AsyncGenerator[RunEventMessage, None]:
        if info.context.run_events is None:
            raise BadRequestError("runEvents: expected a WebSocket of the server")
        interest = _interest(filter or RunEventFilter())
        return _messages(info.context, info.context.run_events, interest, await _start(info.context, after))


async def _messages(
    context: Context, feed: RunEventFeed, interest: Interest, place: int
) -> AsyncGenerator[RunEventMessage, None]:
    async with aclosing(feed.follow(interest, place)) as events:
        async for event in events:
            if context.turn is not None:  # it is given back when the message is made
                await context.turn.take(is_patient=True)
            context.share(event.shared)
            yield RunEventMessage(
                cursor=to_cursor(event.place),
                run=context.to_instance(event.run),
                event=to_run_event(event.row),
                arrived_at=event.row["arrived_at"],
            )


async def _start(context: Context, cursor: str | None) -> int:
    """The place after which a subscription tells. Raises BadRequestError."""
    newest = await context.reader.run_events.newest()
    if cursor is None:
        return newest.seen
    place = from_cursor(cursor)
    if place > newest.given:
        raise BadRequestError("after: the cursor is none of this store's, which has not come that far")
    return place


def _interest(filter: RunEventFilter) -> Interest:
    traits: dict[Trait, frozenset[str]] = {}
    for name, (trait, kinds) in _URN_FIELDS.items():
        if urns := getattr(filter, name):
            traits[trait] = _urns(name, urns, kinds)
    if filter.statuses:
        traits[Trait.STATUS] = frozenset(status.name for status in filter.statuses)
    if filter.results:
        traits[Trait.RESULT] = frozenset(result.name for result in filter.results)
    return Interest(traits)


def _urns(name: str, urns: list[str], kinds: Collection[str]) -> frozenset[str]:
    check_urns(f"filter.{name}", urns, MAX_COUNT, kinds)
    return frozenset(urns)
