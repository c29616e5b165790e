"""The least that merges could cost: without lineage, and as their rows alone.

    .venv/bin/python bench/least_merge.py [--quick]

CPU of one session of Postgres, without HTTP. *Without lineage*: the function that derives states, edges, reads and writes
does nothing, so only the log, names, runs and their events and references remain. *Rows alone*: the new rows of whole
merges, by one function with an INSERT for each table, as if a merge knew all rows beforehand.
"""

import argparse
import asyncio
from collections.abc import Sequence
from statistics import median

from asyncpg import Connection
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.settings import load_settings
from headwater.store.connections import connect

from cpu import MICRO, session_seconds
from merging import LARGE
from new_rows import Merged, NewRows, Table, make_partitions
from servers import execute, new_database

STEPS = {1: 200, 32: 40, LARGE: 6}
"""The merges of a round, by their events."""

ROUNDS = 3

_NO_LINEAGE = """
    DO $do$ BEGIN EXECUTE (
        SELECT split_part(pg_get_functiondef(p.oid), 'AS $function$', 1) || 'AS $function$ BEGIN RETURN; END $function$'
        FROM pg_proc p WHERE p.proname = 'derive_runs'
    ); END $do$"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    rounds = dict.fromkeys(STEPS, 2) if parser.parse_args().quick else STEPS
    with (
        database_as_found(load_settings()) as server_url,
        new_database(server_url, "headwater_bench_merged") as whole,
        new_database(server_url, "headwater_bench_no_lineage") as without,
        new_database(server_url, "headwater_bench_rows") as rows,
    ):
        for url in (whole, without, rows):
            migrate_database(url)
        asyncio.run(execute(without, _NO_LINEAGE))
        asyncio.run(_measure(whole, without, rows, rounds))


async def _measure(whole_url: str, without_url: str, rows_url: str, steps: dict[int, int]) -> None:
    whole, names = await NewRows.begin(whole_url)
    without, _ = await NewRows.begin(without_url)
    rows = await RowsAlone.begin(rows_url, whole.tables)
    await rows.write(names)
    head("CPU µs an event, in merges of", "merges", "without lineage", "rows alone")
    costs: dict[int, list[tuple[float, float, float]]] = {events: [] for events in steps}
    for _ in range(ROUNDS):
        for events, merges in steps.items():
            for _ in range(merges):
                merged = await whole.merge(events)
                costs[events].append((merged.cpu, (await without.merge(events)).cpu, await rows.write(merged)))
    for events, found in costs.items():
        row(f"{events:,}", *(millis(MICRO * median(column) / events) for column in zip(*found, strict=True)))
    for each in (whole, without, rows):
        await each.close()


class RowsAlone:
    """A database that gets the rows of merges by one function."""

    def __init__(self, connection: Connection, tables: Sequence[Table]) -> None:
        self._connection = connection
        self._tables = tables

    @classmethod
    async def begin(cls, database_url: str, tables: Sequence[Table]) -> "RowsAlone":
        """Make the function in a migrated, empty database."""
        connection = await connect(database_url, plan_cache_mode="force_generic_plan")
        names = {f"rows_{number}": table for number, table in enumerate(tables)}
        parameters = ", ".join(f"{name} {table.name}[]" for name, table in names.items())
        inserts = " ".join(
            f"IF cardinality({name}) > 0 THEN {table.insert_from(name)}; END IF;" for name, table in names.items()
        )
        await make_partitions(connection)
        await connection.execute(
            f"CREATE FUNCTION write_rows({parameters}) RETURNS void LANGUAGE plpgsql AS $$ BEGIN {inserts} END $$"
        )
        return cls(connection, tables)

    async def write(self, merged: Merged) -> float:
        """Write the rows of a merge in one transaction, and return the CPU of the session in seconds."""
        given = ", ".join(f"${number}::{table.name}[]" for number, table in enumerate(self._tables, 1))
        rows = [list(map(table.row, merged.rows.get(table, ()))) for table in self._tables]
        before = session_seconds(self._connection)
        await self._connection.fetch(f"SELECT write_rows({given})", *rows)
        return session_seconds(self._connection) - before

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()


if __name__ == "__main__":
    main()
