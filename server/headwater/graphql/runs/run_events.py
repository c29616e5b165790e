"""The subscription to run events: its filter, its start and its messages (docs/subscriptions.md)."""

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

_ANY_OF = "At most 1000 URNs; unknown URNs match when they appear."


@strawberry.input(
    description="A filter of run events. Events must meet every given condition, by one of its values. An empty"
    " list means no condition."
)
class RunEventFilter:
    templates: list[str] | None = strawberry.field(
        default=None, description=f"Events of runs with one of these jobs or flows as `parentTemplate`. {_ANY_OF}"
    )
    flows: list[str] | None = strawberry.field(
        default=None, description=f"Events of runs of one of these flows as a whole, or of one of its jobs. {_ANY_OF}"
    )
    assets: list[str] | None = strawberry.field(
        default=None,
        description="Events of runs that read or wrote one of these datasets or models under any of its names."
        f" Decided by the edges known at delivery. {_ANY_OF}",
    )
    inputs: list[str] | None = strawberry.field(
        default=None, description="Like assets, but only for runs that read one."
    )
    outputs: list[str] | None = strawberry.field(
        default=None, description="Like assets, but only for runs that wrote one."
    )
    runs: list[str] | None = strawberry.field(default=None, description=f"Events of these runs. {_ANY_OF}")
    parents: list[str] | None = strawberry.field(
        default=None, description=f"Events of runs directly inside one of these runs. {_ANY_OF}"
    )
    statuses: list[DataProcessRunStatus] | None = strawberry.field(
        default=None, description="Events with one of these states."
    )
    results: list[DataProcessInstanceRunResultType] | None = strawberry.field(
        default=None, description="Events that end a run, or an attempt, with one of these results."
    )


SomeFilter = Annotated[RunEventFilter | None, strawberry.argument(description="The events to deliver. Default: all.")]
SomeCursor = Annotated[
    str | None,
    strawberry.argument(
        description="The cursor of the last received event, or a runEventCursor. The subscription first delivers all"
        " events since then, then new ones. Default: only new events."
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


@strawberry.type(description="A run event in a subscription.")
class RunEventMessage:
    cursor: str = strawberry.field(
        description="The event's position in the order of acceptance: a later subscription can continue after it."
    )
    run: DataProcessInstance = strawberry.field(
        description="The run at the time of delivery: later events may be included."
    )
    event: DataProcessRunEvent = strawberry.field(description="The event.")
    arrived_at: datetime = strawberry.field(description="The time of acceptance by the store, UTC.")


@strawberry.type
class RunEventQueries:
    @strawberry.field(
        description="The current end of the order of run events. A subscription after this cursor delivers all"
        " events that this query cannot have seen."
    )
    async def run_event_cursor(self, info: Info) -> str:
        return to_cursor((await info.context.reader.run_events.newest()).seen)


@strawberry.type
class RunEventSubscriptions:
    @strawberry.subscription(
        description="Run events in the order of acceptance, each once; repeated events are not delivered again."
        " Without end. A client that reads too slowly gets an error of type SLOW_READER with the cursor to continue"
        " after."
    )
    async def run_events(
        self, info: Info, filter: SomeFilter = None, after: SomeCursor = None
    ) -> AsyncGenerator[RunEventMessage, None]:
        if info.context.run_events is None:
            raise BadRequestError("runEvents: expected a subscription over WebSocket")
        interest = _interest(filter or RunEventFilter())
        return _messages(info.context, info.context.run_events, interest, await _start(info.context, after))


async def _messages(
    context: Context, feed: RunEventFeed, interest: Interest, place: int
) -> AsyncGenerator[RunEventMessage, None]:
    async with aclosing(feed.follow(interest, place)) as events:
        async for event in events:
            if context.turn is not None:  # given back when the message is made
                await context.turn.take(is_patient=True)
            context.share(event.shared)
            yield RunEventMessage(
                cursor=to_cursor(event.place),
                run=context.to_instance(event.run),
                event=to_run_event(event.row),
                arrived_at=event.row["arrived_at"],
            )


async def _start(context: Context, cursor: str | None) -> int:
    """The position after which a subscription begins. Raises BadRequestError."""
    newest = await context.reader.run_events.newest()
    if cursor is None:
        return newest.seen
    place = from_cursor(cursor)
    if place > newest.given:
        raise BadRequestError(
            "after: expected a cursor of this store, got one beyond its last event; subscribe without after"
        )
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
