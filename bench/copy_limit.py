"""asyncpg's own limit: COPY of the rows that merges of 1,000 events write, in a transaction for each 1,000 events.

Tables, columns, indexes and constraints are the same; one connection copies rows that are ready as tuples. A step's new
rows are copied. The copies leave out

- rows that a step changes, since COPY cannot: facets of jobs and datasets, and runs of earlier steps;
- generated columns, since Postgres computes them again;
- the first step, with all names: copied but not timed.

The figures therefore contain no parsing, look-ups, updates or derivations.

A third database gets the same rows by one INSERT a table, from an array of rows. That is the least that a merge could
cost which knows all rows beforehand, since a merge gets its facts as arrays, too.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Self

from asyncpg import Connection

from headwater.store.connections import connect

from cpu import session_seconds
from merging import LARGE
from new_rows import Merged, NewRows, Record, Table, make_partitions


class Copied(NamedTuple):
    """One step of 1,000 events: the CPU an event of the sessions, and the speed and the rows an event of COPY."""

    merge_cpu: float
    copy_cpu: float
    insert_cpu: float
    events_a_second: float
    rows: float


Write = Callable[[Connection, Table, Sequence[Record]], Awaitable[None]]
"""Writes rows into a table."""


class CopyLimit:
    """A database for merges, and two others for copies of their rows."""

    def __init__(self, merges: NewRows, copied: Connection, inserted: Connection) -> None:
        self._merges = merges
        self._copied = copied
        self._inserted = inserted

    @classmethod
    async def begin(cls, merged_url: str, copied_url: str, inserted_url: str) -> Self:
        """Begin on three migrated, empty databases; afterwards all have all names."""
        merges, names = await NewRows.begin(merged_url)
        limit = cls(merges, await connect(copied_url), await connect(inserted_url))
        for connection in (limit._copied, limit._inserted):
            await make_partitions(connection)
        await limit._copy(names, 1)
        return limit

    async def step(self) -> Copied:
        """Merge and copy the next step."""
        return await self._copy(await self._merges.merge(LARGE), LARGE)

    async def close(self) -> None:
        """Close the connections."""
        await self._merges.close()
        await self._copied.close()
        await self._inserted.close()

    async def _copy(self, merged: Merged, events: int) -> Copied:
        started = time.perf_counter()
        copy_cpu = await _write(self._copied, merged.rows, _copy)
        seconds = time.perf_counter() - started
        insert_cpu = await _write(self._inserted, merged.rows, _insert)
        total = sum(map(len, merged.rows.values()))
        return Copied(merged.cpu / events, copy_cpu / events, insert_cpu / events, events / seconds, total / events)


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
    await connection.execute(table.insert_from(f"$1::{table.name}[]"), list(map(table.row, records)))
