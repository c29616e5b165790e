"""Merging: the one way into the store, the same for every dialect and every way in.

Facts go to the function `merge_facts` of `sql/functions/merge.sql` in one call, which is one transaction. It writes the
log, and has `apply_facts` do the rest, as a rebuild does.
The result is a function of the set of facts (`docs/store.md`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

import asyncpg
from asyncpg import Connection

from headwater.keys import read_uuid
from headwater.model.changes import Changes, EntityFact, Problem
from headwater.store.queries import query

_FACTS = (
    "aliases",
    "runs",
    "run_events",
    "edges",
    "derivations",
    "entity_facets",
    "run_facets",
    "run_links",
    "run_warnings",
    "checksums",
    "job_links",
    "job_edges",
    "source_runs",
    "input_jobs",
)
"""The fields of Changes whose facts go with their trace, in the order of the function's parameters."""

_FACTS_OF = attrgetter(*_FACTS)

REFUSED = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
)
"""Errors that the content of an event causes whenever it is sent; any other may be over in a moment."""

TOO_SLOW = asyncpg.QueryCanceledError
"""Raised where a merge takes longer than its connection allows."""

OTHERS_MERGE = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)
"""Raised where other merges take longer than a connection waits for them."""

STEP_EVENTS = 1_000
STEP_BYTES = 64 * 1024 * 1024
"""The most events, and bytes of them, gathered for one transaction; one call can hold less than 1 GB."""


class Sized(Protocol):
    """Something of which it is known how much there is to read or to send."""

    @property
    def size_bytes(self) -> int:
        """About how much, in bytes."""


SomeSized = TypeVar("SomeSized", bound=Sized)


def steps(
    items: Iterable[SomeSized], max_items: int = STEP_EVENTS, max_bytes: int = STEP_BYTES
) -> Iterator[list[SomeSized]]:
    """Items in steps of at most so many items and bytes; one that is larger is a step of its own."""
    step: list[SomeSized] = []
    size_bytes = 0
    for item in items:
        if step and (len(step) == max_items or size_bytes + item.size_bytes > max_bytes):
            yield step
            step, size_bytes = [], 0
        step.append(item)
        size_bytes += item.size_bytes
    if step:
        yield step


Traced = tuple[Changes, UUID]
"""The changes of an event, and the trace that it came by."""


class Delivery(NamedTuple):
    """The changes of one request or step of a load, under its trace, and the records that leave quarantine with it."""

    items: Sequence[Changes | Problem]
    trace_id: UUID
    leaving: Sequence[int] = ()

    @property
    def size_bytes(self) -> int:
        """About how much there is to send to the store."""
        return sum(item.size_bytes for item in self.items)


class Merged(NamedTuple):
    """The outcome of a delivery: events that were new, events known before, and records put into quarantine."""

    new: int
    duplicates: int
    problems: int


async def merge(connection: Connection, deliveries: Sequence[Delivery]) -> list[Merged]:
    """Merge deliveries in one transaction; they are durable when this returns what became of each.

    Merges of runs that have nothing to do with each other go at the same time, on all servers of a database;
    others take turns (`sql/functions/turns.sql`).
    """
    first: dict[UUID, tuple[Changes, int]] = {}
    for place, delivery in enumerate(deliveries):
        for item in delivery.items:
            if isinstance(item, Changes):
                first.setdefault(item.event.content_hash, (item, place))
    known = await _known(connection, [changes for changes, _ in first.values()])
    to_merge = {key: (changes, place) for key, (changes, place) in first.items() if key not in known}
    # Each row sends its trace, and the driver encodes its own kind of UUID several times as fast.
    traces = [read_uuid(delivery.trace_id.hex) for delivery in deliveries]
    new = await _merge(connection, [(changes, traces[place]) for changes, place in to_merge.values()], deliveries)
    new_of = Counter(to_merge[key][1] for key in new)
    return [_merged(delivery, new_of[place]) for place, delivery in enumerate(deliveries)]


def _merged(delivery: Delivery, new: int) -> Merged:
    problems = sum(isinstance(item, Problem) for item in delivery.items)
    return Merged(new, len(delivery.items) - problems - new, problems)


async def _known(connection: Connection, changes: Sequence[Changes]) -> set[UUID]:
    """The hashes of the events that are in the log. It only saves work: a known event's facts change nothing.

    Of one event alone the merge itself finds that it is known, before it does more.
    """
    if len(changes) < 2:
        return set()
    events = [item.event for item in changes]
    rows = await connection.fetch(
        query("known_events"), [event.at for event in events], [event.content_hash for event in events]
    )
    return {row["content_hash"] for row in rows}


async def _merge(connection: Connection, traced: Sequence[Traced], deliveries: Sequence[Delivery]) -> Sequence[UUID]:
    """The hashes of the events that were new."""
    new: Sequence[UUID] = await connection.fetchval(query("merge_facts"), *arguments(traced, deliveries))
    return new


def arguments(traced: Sequence[Traced], deliveries: Sequence[Delivery]) -> list[Sequence[object]]:
    """The arguments of `merge_facts`: facts, and the problems of deliveries with the records that leave quarantine."""
    return [
        [(*item.event, trace) for item, trace in traced],
        *_facts(traced),
        [(*item, delivery.trace_id) for delivery in deliveries for item in delivery.items if isinstance(item, Problem)],
        [record for delivery in deliveries for record in delivery.leaving],
    ]


async def merge_logged(connection: Connection, traced: Sequence[Traced]) -> None:
    """Merge what events say that are in the log, each under the trace that it has there; takes no turn."""
    await connection.fetchval(query("apply_facts"), *_facts(traced))


def _facts(traced: Sequence[Traced]) -> list[list[tuple[object, ...]]]:
    """The facts, in the order of the parameters of `apply_facts`."""
    return [
        each_once((fact, trace) for item, trace in traced for fact in item.entities),
        *_with_traces(traced),
        list({fact.content_key: fact for item, _ in traced for fact in item.contents}.values()),
        list({fact.set_key: fact for item, _ in traced for fact in item.facet_sets}.values()),
    ]


def _with_traces(traced: Sequence[Traced]) -> list[list[tuple[object, ...]]]:
    """Rows of the facts of each kind in _FACTS, each fact followed by its trace."""
    kinds: list[list[tuple[object, ...]]] = [[] for _ in _FACTS]
    for item, trace in traced:
        ending = (trace,)
        for rows, facts in zip(kinds, _FACTS_OF(item), strict=True):
            if facts:
                rows += [fact + ending for fact in facts]
    return kinds


def each_once(entities: Iterable[tuple[EntityFact, UUID]]) -> list[tuple[object, ...]]:
    """Rows of entities with their traces: each entity once, by a fact of its own before a reference to it."""
    found: dict[UUID, tuple[EntityFact, UUID]] = {}
    for fact, trace in entities:
        known = found.get(fact.urn_key)
        if known is None or (known[0].is_stub and not fact.is_stub):
            found[fact.urn_key] = (fact, trace)
    return [(*fact, trace) for fact, trace in found.values()]
