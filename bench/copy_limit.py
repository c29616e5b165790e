"""asyncpg's own limit: COPY of the rows that merges of 1,000 events write, in a transaction for each 1,000 events.

Tables, columns, indexes and constraints are the same; one connection copies rows that are ready as tuples. The tables
come from the catalogue, so none is missing. A step's new rows, found by their primary keys, are copied. The copies
leave out

- rows that a step changes, since COPY cannot: facets of jobs and datasets, and runs of earlier steps;
- generated columns, since Postgres computes them again;
- the first step, with all names: copied but not timed.

The figures therefore contain no parsing, look-ups, updates or derivations.

A third database gets the same rows by one INSERT a table, from an array of rows. That is the least that a merge could
cost which knows all rows beforehand, since a merge gets its facts as arrays, too.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from graphlib import TopologicalSorter
from itertools import islice
from typing import NamedTuple

from asyncpg import Connection

from headwater.store.pool import connect, connect_to_merge

from cpu import session_seconds
from merging import LARGE, merge_steps, read_steps
from payloads import JOBS, bodies

_TABLES = """
    SELECT c.relname::text AS name,
        ARRAY(
            SELECT CASE a.attgenerated WHEN '' THEN a.attname::text END FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        ) AS fields,
        ARRAY(
            SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = c.oid AND i.indisprimary
        ) AS key,
        ARRAY(
            SELECT f.confrelid::regclass::text FROM pg_constraint f
            WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid
        ) AS before
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
"""


Record = tuple[object, ...]
"""The values of a row."""


class Copied(NamedTuple):
    """One step of 1,000 events: the CPU an event of the sessions, and the speed and the rows an event of COPY."""

    merge_cpu: float
    copy_cpu: float
    insert_cpu: float
    events_a_second: float
    rows: float


class Table(NamedTuple):
    name: str
    fields: tuple[str | None, ...]
    """The attributes of a row; None: a generated column."""

    primary_key: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that are written."""
        return tuple(field for field in self.fields if field is not None)

    @property
    def key(self) -> tuple[str, ...]:
        """The columns of the primary key; all columns if the table has none."""
        return self.primary_key or self.columns

    @property
    def insert(self) -> str:
        """The statement that inserts an array of rows."""
        columns = ", ".join(self.columns)
        return (
            f"INSERT INTO {self.name} ({columns}) OVERRIDING SYSTEM VALUE"
            f" SELECT {columns} FROM unnest($1::{self.name}[])"
        )

    def row(self, record: Record) -> Record:
        """Return a row of the table's type, from the values of its columns."""
        values = iter(record)
        return tuple(None if field is None else next(values) for field in self.fields)


Write = Callable[[Connection, Table, Sequence[Record]], Awaitable[None]]
"""Writes rows into a table."""


class CopyLimit:
    """A database for merges, and two others for copies of their rows."""

    def __init__(self, merged: Connection, copied: Connection, inserted: Connection, tables: Sequence[Table]) -> None:
        self._merged = merged
        self._copied = copied
        self._inserted = inserted
        self._tables = tables
        self._source = bodies()
        self._seen: set[tuple[str, str]] = set()

    @classmethod
    async def begin(cls, merged_url: str, copied_url: str, inserted_url: str) -> "CopyLimit":
        """Begin on three migrated, empty databases; afterwards all have all names."""
        merged = await connect_to_merge(merged_url)
        copied, inserted = await connect(copied_url), await connect(inserted_url)
        limit = cls(merged, copied, inserted, await store_tables(merged))
        for connection in (copied, inserted):
            await connection.execute("SELECT ensure_event_partitions(ARRAY['2026-03-01', '2026-04-01']::date[])")
        await limit._step(2 * JOBS)
        return limit

    async def step(self) -> Copied:
        """Merge and copy the next step."""
        return await self._step(LARGE)

    async def close(self) -> None:
        """Close the connections."""
        await self._merged.close()
        await self._copied.close()
        await self._inserted.close()

    async def _step(self, events: int) -> Copied:
        steps = read_steps(islice(self._source, events))
        mark = await self._merged.fetchval("SELECT pg_current_xact_id()::text::bigint")
        before = session_seconds(self._merged)
        await merge_steps(self._merged, steps)
        merge_cpu = session_seconds(self._merged) - before
        rows = {table: records for table in self._tables if (records := await self._new_rows(table, mark))}
        started = time.perf_counter()
        copy_cpu = await _write(self._copied, rows, _copy)
        seconds = time.perf_counter() - started
        insert_cpu = await _write(self._inserted, rows, _insert)
        total = sum(map(len, rows.values()))
        return Copied(merge_cpu / events, copy_cpu / events, insert_cpu / events, events / seconds, total / events)

    async def _new_rows(self, table: Table, mark: int) -> list[Record]:
        """Return the rows that are new in this step, as tuples."""
        written = await self._merged.fetch(
            f"SELECT ROW({', '.join(table.key)})::text, {', '.join(table.columns)} FROM {table.name}"
            " WHERE xmin::text::bigint > $1",
            mark,
        )
        new = {(table.name, key): columns for key, *columns in written if (table.name, key) not in self._seen}
        self._seen.update(new)
        return [tuple(columns) for columns in new.values()]


async def _write(connection: Connection, rows: Mapping[Table, Sequence[Record]], write: Write) -> float:
    """Write rows in one transaction, and return the CPU of the session."""
    before = session_seconds(connection)
    async with connection.transaction():
        for table, records in rows.items():
            await write(connection, table, records)
    return session_seconds(connection) - before


async def _copy(connection: Connection, table: Table, records: Sequence[Record]) -> None:
    await connection.copy_records_to_table(table.name, records=records, columns=table.columns)


async def _insert(connection: Connection, table: Table, records: Sequence[Record]) -> None:
    await connection.execute(table.insert, list(map(table.row, records)))


async def store_tables(connection: Connection) -> list[Table]:
    """Return all tables, each after the tables of its foreign keys."""
    found = {row["name"]: row for row in await connection.fetch(_TABLES)}
    order = TopologicalSorter({name: row["before"] for name, row in found.items()}).static_order()
    return [Table(name, tuple(found[name]["fields"]), tuple(found[name]["key"])) for name in order]
