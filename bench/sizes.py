"""An event's bytes on disk and in the WAL, in a store that knows its names and facets, and has learned a dictionary."""

from collections.abc import Sequence
from typing import NamedTuple

from asyncpg import Connection

from headwater.store.connections import connect_to_merge

from merging import SMALL, merge_steps, read_steps

_TAKEN = "SELECT pg_database_size(current_database()), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"


class Sizes(NamedTuple):
    """Bytes an event."""

    disk: float
    wal: float


async def sizes(database_url: str, first: Sequence[bytes], more: Sequence[bytes]) -> Sizes:
    """Return the sizes of the later events. The database is migrated and empty, and has no other writer."""
    connection = await connect_to_merge(database_url)
    try:
        await merge_steps(connection, read_steps(first))
        before = await _taken(connection)
        await merge_steps(connection, read_steps(more, SMALL))
        after = await _taken(connection)
    finally:
        await connection.close()
    return Sizes(*((b - a) / len(more) for a, b in zip(before, after, strict=True)))


async def _taken(connection: Connection) -> tuple[int, int]:
    disk, wal = await connection.fetchrow(_TAKEN)
    return disk, wal
