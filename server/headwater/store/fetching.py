"""Helpers of the readers: run a named query, and group its rows by key."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from asyncpg import Connection, Pool, Record

from headwater.store.queries import query

EVERYTHING = 0
"""The owner of everything in the store: a list or a search of it is not restricted to an entity."""


async def fetch(pool: Pool | Connection, name: str, *arguments: object) -> list[Record]:
    """Return the rows of a named query."""
    rows: list[Record] = await pool.fetch(query(name), *arguments)
    return rows


def grouped(rows: Sequence[Record], key: str, ids: Sequence[int | str]) -> list[list[Record]]:
    """Return the rows of each id, by the column `key`, in their order."""
    groups: Mapping[int | str, list[Record]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    return [groups[owner_id] for owner_id in ids]


def grouped_by_direction(rows: Sequence[Record], owner: str, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
    """Return the rows of each (owner, direction), by the columns `owner` and `direction`, in their order."""
    groups: Mapping[tuple[int, str], list[Record]] = defaultdict(list)
    for row in rows:
        groups[row[owner], row["direction"]].append(row)
    return [groups[key] for key in keys]
