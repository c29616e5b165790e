"""Rows of an export as tables, by ranges of runs (docs/export.md)."""

from typing import Final

from asyncpg import Connection, Record

from headwater.store.queries import query

_QUERIES: Final = {"runs": "lake_runs", "edges": "lake_edges", "versions": "lake_versions", "readers": "lake_readers"}
_RANGE_RUNS: Final = 20_000

Range = tuple[int, int]
"""The first id of runs, and the id after the last."""


async def lake_ranges(connection: Connection) -> list[Range]:
    """Return ranges of at most 20,000 runs, which have all runs together."""
    first, last = await connection.fetchrow(query("lake_bounds"))
    if first is None:
        return []
    return [(start, start + _RANGE_RUNS) for start in range(first, last + 1, _RANGE_RUNS)]


async def lake_rows(connection: Connection, table: str, runs: Range) -> list[Record]:
    """Return the rows of a range of runs in `runs`, `edges`, `versions` or `readers`."""
    rows: list[Record] = await connection.fetch(query(_QUERIES[table]), *runs)
    return rows
