"""Helpers of the readers: running a named query, and giving each key its rows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from asyncpg import Connection, Pool, Record

from headwater.store.queries import query

EVERYTHING = 0
"""The owner of all that the store has: a list or a search of it is in no entity."""


async def fetch(pool: Pool | Connection, name: str, *arguments: object) -> list[Record]:
    """The rows of a named query."""
    rows: list[Record] = await pool.fetch(query(name), *arguments)
    return rows


def grouped(rows: Sequence[Record], key: str, ids: Sequence[int]) -> list[list[Record]]:
    """For each id the rows whose column `key` has it, in their order."""
    groups: Mapping[int, list[Record]] = defaultdict(list)
    for row in rows:
        groups[row[key]].append(row)
    return [groups[owner_id] for owner_id in ids]


def grouped_by_direction(rows: Sequence[Record], owner: str, keys: Sequence[tuple[int, str]]) -> list[list[Record]]:
    """For each (owner, direction) the rows whose columns `owner` and `direction` have them, in their order."""
    groups: Mapping[tuple[int, str], list[Record]] = defaultdict(list)
    for row in rows:
        groups[row[owner], row["direction"]].append(row)
    return [groups[key] for key in keys]
