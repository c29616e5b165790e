"""The rows that merges write, by table. The tables come from the catalogue, so none is missing."""

from collections.abc import Sequence
from graphlib import TopologicalSorter
from itertools import islice
from typing import NamedTuple, Self

from asyncpg import Connection

from headwater.store.connections import connect_to_merge

from cpu import session_seconds
from merging import merge_steps, read_steps
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

    def insert_from(self, rows: str) -> str:
        """Return the statement that inserts an array of rows."""
        columns = ", ".join(self.columns)
        return f"INSERT INTO {self.name} ({columns}) OVERRIDING SYSTEM VALUE SELECT {columns} FROM unnest({rows})"

    def row(self, record: Record) -> Record:
        """Return a row of the table's type, from the values of its columns."""
        values = iter(record)
        return tuple(None if field is None else next(values) for field in self.fields)


async def store_tables(connection: Connection) -> list[Table]:
    """Return all tables, each after the tables of its foreign keys."""
    found = {row["name"]: row for row in await connection.fetch(_TABLES)}
    order = TopologicalSorter({name: row["before"] for name, row in found.items()}).static_order()
    return [Table(name, tuple(found[name]["fields"]), tuple(found[name]["key"])) for name in order]


async def make_partitions(connection: Connection) -> None:
    """Make the partitions of the log for the events of `payloads.py`, which a merge makes by itself."""
    await connection.execute("SELECT ensure_event_partitions(ARRAY['2026-03-01', '2026-04-01']::date[])")


class Merged(NamedTuple):
    """One merge: the CPU of the session in seconds, and the new rows by table. Changed rows are left out."""

    cpu: float
    rows: dict[Table, list[Record]]


class NewRows:
    """A database for merges of new events, whose new rows are found by their primary keys."""

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        self.tables = tables
        self._connection = connection
        self._source = bodies()
        self._seen: set[tuple[str, str]] = set()

    @classmethod
    async def begin(cls, database_url: str) -> tuple[Self, Merged]:
        """Begin on a migrated, empty database, with a merge of all names."""
        connection = await connect_to_merge(database_url)
        merges = cls(connection, await store_tables(connection))
        return merges, await merges.merge(2 * JOBS)

    async def merge(self, events: int) -> Merged:
        """Merge the next events at once."""
        steps = read_steps(islice(self._source, events))
        mark = await self._connection.fetchval("SELECT pg_current_xact_id()::text::bigint")
        before = session_seconds(self._connection)
        await merge_steps(self._connection, steps)
        cpu = session_seconds(self._connection) - before
        return Merged(cpu, {table: rows for table in self.tables if (rows := await self._new_rows(table, mark))})

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def _new_rows(self, table: Table, mark: int) -> list[Record]:
        """Return the rows that are new in this step, as tuples."""
        written = await self._connection.fetch(
            f"SELECT ROW({', '.join(table.key)})::text, {', '.join(table.columns)} FROM {table.name}"
            " WHERE xmin::text::bigint > $1",
            mark,
        )
        new = {(table.name, key): columns for key, *columns in written if (table.name, key) not in self._seen}
        self._seen.update(new)
        return [tuple(columns) for columns in new.values()]
