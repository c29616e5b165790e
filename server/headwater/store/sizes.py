"""The size of the database on disk, and of its largest tables."""

from typing import NamedTuple

from asyncpg import Pool

from headwater.store.queries import query


class Sizes(NamedTuple):
    """Sizes in bytes. A table counts with its indexes and all its partitions; the largest comes first."""

    database: int
    tables: dict[str, int]


async def find_sizes(pool: Pool, most_tables: int) -> Sizes:
    """The sizes now, of at most so many tables, by one statement."""
    database, *tables = await pool.fetch(query("sizes"), most_tables)
    return Sizes(database["bytes"], {row["name"]: row["bytes"] for row in tables})
