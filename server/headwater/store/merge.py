"""Merging: the one way into the store, the same for every dialect and every entrance.

One call passes the facts to the function `merge_facts` of `sql/functions/merge.sql`, in one transaction. `merge_facts`
writes the log, and calls `apply_facts` for the rest, as a rebuild does. The result is a function of the set of facts
(`docs/store.md`).
"""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol, TypeVar
from uuid import UUID

import asyncpg
import structlog
from asyncpg import Connection, Record

from headwater import metrics
from headwater.keys import read_uuid
from headwater.model.bodies import DICTIONARY_ID, pack_body
from headwater.model.changes import Changes, EntityFact, Problem
from headwater.store.dictionaries import find_dictionary, learn_dictionary
from headwater.store.queries import query

_log = structlog.get_logger()

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
    "registrations",
    "verifications",
)
"""The fields of Changes whose facts carry their trace, in the order of the function's parameters."""

_FACTS_OF = attrgetter(*_FACTS)

REFUSED = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
)
"""Errors that the content of an event causes each time; any other error may be over in a moment."""

TOO_SLOW = asyncpg.QueryCanceledError
"""Raised if a merge takes longer than its connection allows."""

OTHERS_MERGE = (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError)
"""Raised if other merges take longer than a connection waits for them."""

_SECONDS = metrics.MERGE_SECONDS.labels("events")
_WAIT_SECONDS = metrics.MERGE_WAIT_SECONDS.labels("events")
_NEW = metrics.MERGE_EVENTS.labels("new")
_DUPLICATES = metrics.MERGE_EVENTS.labels("duplicate")
_EXPIRED = metrics.MERGE_EVENTS.labels("expired")

_MOST_REPEATS = 3
"""The repeats of a merge that Postgres ended for a deadlock. Merges have none, except with changes of tables."""

STEP_EVENTS = 1_000
STEP_BYTES = 64 * 1024 * 1024
"""The most events, and bytes of them, in one transaction; one call can hold less than 1 GB."""


_ARRANGED_AT_ONCE_BYTES = 1024 * 1024
"""Events with more bytes are arranged and packed in a thread, so that other requests go on."""


class Sized(Protocol):
    """A thing of known size, to read or to send."""

    @property
    def size_bytes(self) -> int:
        """The approximate size in bytes."""


SomeSized = TypeVar("SomeSized", bound=Sized)


def steps(
    items: Iterable[SomeSized], max_items: int = STEP_EVENTS, max_bytes: int = STEP_BYTES
) -> Iterator[list[SomeSized]]:
    """Split items into steps of at most so many items and bytes; a larger item is a step of its own."""
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
"""The changes of an event, and its trace."""


class Delivery(NamedTuple):
    """The changes of one request or step of a load, under its trace, and the records that leave quarantine with it."""

    items: Sequence[Changes | Problem]
    trace_id: UUID
    leaving: Sequence[int] = ()

    @property
    def size_bytes(self) -> int:
        """The approximate size."""
        return sum(item.size_bytes for item in self.items)


class Merged(NamedTuple):
    """The result of a delivery: new events, known events, records put into quarantine, and events of removed runs."""

    new: int
    duplicates: int
    problems: int
    expired: int = 0

    @property
    def known_before(self) -> int:
        """The number of events that stored nothing: known ones, and those of removed runs."""
        return self.duplicates + self.expired


async def merge(connection: Connection, deliveries: Sequence[Delivery]) -> list[Merged]:
    """Merge deliveries in one transaction, and return the result of each. They are durable after it.

    Merges of unrelated runs go at the same time, on all servers of a database; others take turns
    (`sql/functions/turns.sql`).
    """
    with _SECONDS.time():
        results, is_time_to_learn = await _merge_all(connection, deliveries)
    _count(results, deliveries)
    if is_time_to_learn and not connection.is_in_transaction():  # an error would end the transaction
        try:
            await learn_dictionary(connection)
        except Exception:  # the merge is durable, whatever happens here
            _log.warning("dictionary.not_learned", exc_info=True)
    return results


def _count(results: Sequence[Merged], deliveries: Sequence[Delivery]) -> None:
    _NEW.inc(sum(one.new for one in results))
    _DUPLICATES.inc(sum(one.duplicates for one in results))
    _EXPIRED.inc(sum(one.expired for one in results))
    for delivery in deliveries:
        for item in delivery.items:
            if isinstance(item, Problem):
                metrics.QUARANTINED.labels(item.code).inc()


async def _merge_all(connection: Connection, deliveries: Sequence[Delivery]) -> tuple[list[Merged], bool]:
    """The result of each delivery, and True if it is time to learn a dictionary."""
    first: dict[UUID, tuple[Changes, int]] = {}
    for place, delivery in enumerate(deliveries):
        for item in delivery.items:
            if isinstance(item, Changes):
                first.setdefault(item.event.content_hash, (item, place))
    known = await _known(connection, [changes for changes, _ in first.values()])
    to_merge = {key: (changes, place) for key, (changes, place) in first.items() if key not in known}
    # Each row sends its trace, and the driver encodes its own kind of UUID several times as fast.
    traces = [read_uuid(delivery.trace_id.hex) for delivery in deliveries]
    wanted = [(changes, traces[place]) for changes, place in to_merge.values()]
    row = await _merge(connection, wanted, deliveries)
    removed = frozenset(row["removed_runs"])
    if removed:
        wanted = [(changes, trace) for changes, trace in wanted if not _is_of(changes, removed)]
        row = await _merge(connection, wanted, deliveries)
    new_of = Counter(to_merge[key][1] for key in row["new_events"])
    results = [_merged(delivery, new_of[place], removed) for place, delivery in enumerate(deliveries)]
    return results, bool(row["is_time_to_learn"])


def _merged(delivery: Delivery, new: int, removed: Collection[UUID]) -> Merged:
    problems = sum(isinstance(item, Problem) for item in delivery.items)
    expired = sum(_is_of(item, removed) for item in delivery.items if isinstance(item, Changes)) if removed else 0
    return Merged(new, len(delivery.items) - problems - new - expired, problems, expired)


def _is_of(changes: Changes, run_keys: Collection[UUID]) -> bool:
    return any(run.run_key in run_keys for run in changes.runs)


async def _known(connection: Connection, changes: Sequence[Changes]) -> set[UUID]:
    """Return the hashes of events in the log. It only saves work: a known event's facts change nothing.

    A single event is not looked up: the merge itself checks it first.
    """
    if len(changes) < 2:
        return set()
    events = [item.event for item in changes]
    rows = await connection.fetch(
        query("known_events"), [event.at for event in events], [event.content_hash for event in events]
    )
    return {row["content_hash"] for row in rows}


class _Packing:
    """The store's newest dictionary at the last merge of this process; None: that of the program."""

    dictionary_id: int | None = None


async def _merge(connection: Connection, traced: Sequence[Traced], deliveries: Sequence[Delivery]) -> Record:
    """The result of `merge_facts`, which writes nothing for removed runs."""
    packed_by = _Packing.dictionary_id
    while True:
        row = await _merge_packed(connection, await _arguments(traced, deliveries, packed_by))
        if not traced or row["removed_runs"] or row["dictionary"] == packed_by:
            return row
        packed_by = await find_dictionary(connection, row["dictionary"])
        _Packing.dictionary_id = packed_by


async def _merge_packed(connection: Connection, facts: Sequence[object]) -> Record:
    repeats = 0
    while True:
        started = time.perf_counter()
        try:
            row = await connection.fetchrow(query("merge_facts"), *facts)
        except OTHERS_MERGE as error:
            _WAIT_SECONDS.inc(time.perf_counter() - started)
            is_deadlock = isinstance(error, asyncpg.DeadlockDetectedError)
            if not is_deadlock or repeats == _MOST_REPEATS or connection.is_in_transaction():
                raise
            repeats += 1
            _log.warning("merge.repeats", reason=str(error))
        else:
            _WAIT_SECONDS.inc(row["waited_seconds"])
            return row


async def _arguments(
    traced: Sequence[Traced], deliveries: Sequence[Delivery], packed_by: int | None
) -> Sequence[object]:
    if sum(len(item.event.body) for item, _ in traced) < _ARRANGED_AT_ONCE_BYTES:
        return arguments(traced, deliveries, packed_by)
    return await asyncio.to_thread(arguments, traced, deliveries, packed_by)


def arguments(traced: Sequence[Traced], deliveries: Sequence[Delivery], packed_by: int | None = None) -> list[object]:
    """Return the arguments of `merge_facts`: facts, the deliveries' problems, and the records that leave quarantine.

    packed_by: the dictionary to pack bodies; None: that of the program.
    """
    dictionary_id = packed_by or DICTIONARY_ID
    return [
        [(*item.event[:-1], pack_body(item.event.body, dictionary_id), trace) for item, trace in traced],
        *_facts(traced),
        [(*item, delivery.trace_id) for delivery in deliveries for item in delivery.items if isinstance(item, Problem)],
        [record for delivery in deliveries for record in delivery.leaving],
        packed_by,
    ]


async def merge_logged(connection: Connection, traced: Sequence[Traced]) -> None:
    """Merge the facts of events in the log, each under its trace there; takes no turn.

    Events of removed runs give only their facts of jobs and data, and evidence.
    """
    keys = {run.run_key for changes, _ in traced for run in changes.runs}
    removed = {row["run_key"] for row in await connection.fetch(query("removed_runs"), keys)}
    left = [(changes.without_runs() if _is_of(changes, removed) else changes, trace) for changes, trace in traced]
    await connection.fetchval(query("apply_facts"), *_facts(left))


def _facts(traced: Sequence[Traced]) -> list[list[tuple[object, ...]]]:
    """Return the facts, in the order of the parameters of `apply_facts`."""
    return [
        each_once((fact, trace) for item, trace in traced for fact in item.entities),
        *_with_traces(traced),
        list({fact.content_key: fact for item, _ in traced for fact in item.contents}.values()),
        list({fact.set_key: fact for item, _ in traced for fact in item.facet_sets}.values()),
    ]


def _with_traces(traced: Sequence[Traced]) -> list[list[tuple[object, ...]]]:
    """Return the facts of each kind in _FACTS, each fact followed by its trace."""
    kinds: list[list[tuple[object, ...]]] = [[] for _ in _FACTS]
    for item, trace in traced:
        ending = (trace,)
        for rows, facts in zip(kinds, _FACTS_OF(item), strict=True):
            if facts:
                rows += [fact + ending for fact in facts]
    return kinds


def each_once(entities: Iterable[tuple[EntityFact, UUID]]) -> list[tuple[object, ...]]:
    """Return entities with their traces: each entity once, by its own fact rather than a reference to it."""
    found: dict[UUID, tuple[EntityFact, UUID]] = {}
    for fact, trace in entities:
        known = found.get(fact.urn_key)
        if known is None or (known[0].is_stub and not fact.is_stub):
            found[fact.urn_key] = (fact, trace)
    return [(*fact, trace) for fact, trace in found.values()]
