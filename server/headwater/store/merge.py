"""Merging: the one way into the store, the same for every dialect and every way in.

Facts are copied to the session's staging tables and merged by the statements of `sql/queries/merge.sql`,
in their order, in one transaction. The result is a function of the set of facts (`docs/store.md`).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection, DeadlockDetectedError, SerializationError

from headwater.model.changes import Changes, Problem
from headwater.store.queries import query

_MAX_TRIES = 5

_NAMING = ("merge_flows", "merge_entities", "merge_entity_facts")
_FACTS = (
    "merge_run_events",
    "merge_edges",
    "merge_edge_mentions",
    "merge_contents",
    "merge_aspects",
    "merge_edge_aspects",
    "merge_run_links",
    "merge_stub_runs",
)
_DERIVED = ("derive_runs", "derive_edges", "derive_links", "derive_parents")


class Merged(NamedTuple):
    """What a merge did: events that were new, events known before, and records put into quarantine."""

    new: int
    duplicates: int
    problems: int


async def merge(connection: Connection, items: Sequence[Changes | Problem], trace_id: UUID) -> Merged:
    """Merge parsed events in one transaction; it is durable when this returns.

    Two merges that meet in a deadlock are tried again: all is set-wise, so nothing is done twice.
    """
    for attempt in range(1, _MAX_TRIES + 1):
        try:
            async with connection.transaction():
                return await _merge(connection, items, trace_id)
        except (DeadlockDetectedError, SerializationError):
            if attempt == _MAX_TRIES:
                raise
    raise AssertionError("unreachable")


async def _merge(connection: Connection, items: Sequence[Changes | Problem], trace_id: UUID) -> Merged:
    problems = [item for item in items if isinstance(item, Problem)]
    distinct = {item.event.content_hash: item for item in items if isinstance(item, Changes)}
    known = await _known(connection, distinct.values())
    new = [changes for key, changes in distinct.items() if key not in known]
    if problems:
        await _copy(connection, "staged_problem", problems)
        await _run(connection, "merge_problems", trace_id)
    if new:
        await _stage(connection, new)
        await _merge_staged(connection, trace_id)
    return Merged(len(new), len(items) - len(problems) - len(new), len(problems))


async def _known(connection: Connection, changes: Iterable[Changes]) -> set[UUID]:
    events = [item.event for item in changes]
    rows = await connection.fetch(
        query("known_events"), [event.at for event in events], [event.content_hash for event in events]
    )
    return {row["content_hash"] for row in rows}


async def _stage(connection: Connection, new: Sequence[Changes]) -> None:
    await _copy(connection, "staged_event", [item.event for item in new])
    await _copy(connection, "staged_entity", {fact for item in new for fact in item.entities})
    await _copy(connection, "staged_run", {fact for item in new for fact in item.runs})
    await _copy(connection, "staged_run_event", [fact for item in new for fact in item.run_events])
    await _copy(connection, "staged_edge", {fact for item in new for fact in item.edges})
    await _copy(connection, "staged_aspect", {fact for item in new for fact in item.aspects})
    await _copy(connection, "staged_edge_aspect", {fact for item in new for fact in item.edge_aspects})
    await _copy(connection, "staged_content", {fact for item in new for fact in item.contents})
    await _copy(connection, "staged_run_link", {fact for item in new for fact in item.run_links})


async def _copy(connection: Connection, table: str, facts: Iterable[tuple[object, ...]]) -> None:
    records = list(facts)
    if records:
        await connection.copy_records_to_table(table, records=records)


async def _merge_staged(connection: Connection, trace_id: UUID) -> None:
    await connection.execute(query("merge_partitions"))
    await _run(connection, "merge_events", trace_id)
    for name in _NAMING:
        await _run(connection, name, trace_id)
    await _make_runs(connection, trace_id)
    await connection.execute(query("lock_runs"))
    for name in (*_FACTS, *_DERIVED):
        await _run(connection, name, trace_id)


async def _make_runs(connection: Connection, trace_id: UUID) -> None:
    """Another transaction can take the URN of a run that is new here: then it is seen at the next try."""
    for _ in range(_MAX_TRIES):
        await _run(connection, "merge_adopt_runs", trace_id)
        await _run(connection, "merge_new_runs", trace_id)
        if not await connection.fetchval(query("merge_missing_runs")):
            break
    else:
        raise SerializationError("the runs of a merge could not be made")
    await _run(connection, "merge_split_runs", trace_id)
    await _run(connection, "merge_run_facts", trace_id)


async def _run(connection: Connection, name: str, trace_id: UUID) -> None:
    sql = query(name)
    arguments = (trace_id,) if "$1" in sql else ()  # only what makes rows with a trace takes one
    await connection.execute(sql, *arguments)
