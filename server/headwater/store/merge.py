"""Merging: the one way into the store, the same for every dialect and every way in.

Facts are copied to the session's staging tables and merged by the statements of `sql/queries/merge.sql`,
in their order, in one transaction. The result is a function of the set of facts (`docs/store.md`).
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection

from headwater.model.changes import Changes, Problem
from headwater.store.queries import query

_STATEMENTS = (
    # the log
    "merge_partitions",
    "merge_events",
    # who is who
    "merge_flows",
    "merge_entities",
    "merge_entity_facts",
    "merge_aliases",
    "derive_classes",
    "stage_named_runs",
    "merge_split_runs",
    "stage_new_runs",
    "merge_adopt_runs",
    "merge_new_runs",
    "merge_run_facts",
    # facts, and what is derived from them
    "merge_run_events",
    "derive_runs",
    "merge_edges",
    "derive_edges",
    "merge_edge_mentions",
    "merge_derivations",
    "merge_checksums",
    "merge_job_links",
    "merge_job_edges",
    "merge_contents",
    "merge_aspects",
    "merge_edge_aspects",
    "merge_run_links",
    "merge_stub_runs",
    "stage_contested",
    "derive_links",
    "derive_parents",
    "derive_superseded",
)


class Write(NamedTuple):
    """What one request or one step of a load brings, under its trace, and which records leave quarantine with it."""

    items: Sequence[Changes | Problem]
    trace_id: UUID
    leaving: Sequence[int] = ()


class Merged(NamedTuple):
    """What became of a write: events that were new, events known before, and records put into quarantine."""

    new: int
    duplicates: int
    problems: int


async def merge(connection: Connection, writes: Sequence[Write]) -> list[Merged]:
    """Merge writes in one transaction; they are durable when this returns what became of each.

    Merges take turns, on all servers of a database: what a run's URN is and what a reference resolves to
    depends on other runs, and hot rows (the facets of jobs and datasets) would make them wait anyway.
    """
    async with connection.transaction():
        await connection.execute(query("lock_merge"))
        return await _merge(connection, writes)


async def _merge(connection: Connection, writes: Sequence[Write]) -> list[Merged]:
    first: dict[UUID, tuple[Changes, int]] = {}
    problems: list[tuple[object, ...]] = []
    for place, write in enumerate(writes):
        for item in write.items:
            if isinstance(item, Problem):
                problems.append((*item, write.trace_id))
            else:
                first.setdefault(item.event.content_hash, (item, place))
    known = await _known(connection, [changes for changes, _ in first.values()])
    new = [(changes, place) for key, (changes, place) in first.items() if key not in known]
    if leaving := [record for write in writes for record in write.leaving]:
        await connection.execute(query("delete_quarantined"), leaving)
    if problems:
        await _copy(connection, "staged_problem", problems)
        await connection.execute(query("merge_problems"))
    if new:
        await _stage(connection, [(changes, writes[place].trace_id) for changes, place in new])
        await _merge_staged(connection)
    return [_merged(write, sum(owner == place for _, owner in new)) for place, write in enumerate(writes)]


def _merged(write: Write, new: int) -> Merged:
    problems = sum(isinstance(item, Problem) for item in write.items)
    return Merged(new, len(write.items) - problems - new, problems)


async def _known(connection: Connection, changes: Sequence[Changes]) -> set[UUID]:
    events = [item.event for item in changes]
    rows = await connection.fetch(
        query("known_events"), [event.at for event in events], [event.content_hash for event in events]
    )
    return {row["content_hash"] for row in rows}


async def _stage(connection: Connection, new: Sequence[tuple[Changes, UUID]]) -> None:
    """Copy the facts, each with its trace; most events name the same entities, so equal ones go once."""
    await _copy(connection, "staged_event", ((*item.event, trace) for item, trace in new))
    for table, facts in (
        ("staged_entity", "entities"),
        ("staged_alias", "aliases"),
        ("staged_run", "runs"),
        ("staged_run_event", "run_events"),
        ("staged_edge", "edges"),
        ("staged_derivation", "derivations"),
        ("staged_checksum", "checksums"),
        ("staged_job_link", "job_links"),
        ("staged_job_edge", "job_edges"),
        ("staged_aspect", "aspects"),
        ("staged_edge_aspect", "edge_aspects"),
        ("staged_run_link", "run_links"),
    ):
        await _copy(connection, table, {(*fact, trace) for item, trace in new for fact in getattr(item, facts)})
    await _copy(connection, "staged_content", set(chain.from_iterable(item.contents for item, _ in new)))


async def _copy(connection: Connection, table: str, facts: Iterable[tuple[object, ...]]) -> None:
    records = list(facts)
    if records:
        await connection.copy_records_to_table(table, records=records)


async def _merge_staged(connection: Connection) -> None:
    for name in _STATEMENTS:
        await connection.execute(query(name))
