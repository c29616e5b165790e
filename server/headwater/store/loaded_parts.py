"""The parts of files that loads have taken as a whole: a later load skips them."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from asyncpg import Connection

from headwater.store.queries import query


class PartKey(NamedTuple):
    """A part of a file: the SHA-256 of the file, and the first byte of the part and of the next."""

    digest: bytes
    start: int
    end: int


class Reading(NamedTuple):
    """The dialect by which a load reads files, None for each record's shape; and the source of Databand's bodies."""

    dialect: str | None = None
    source: str = ""


BY_SHAPE: Final = Reading()


async def find_loaded(connection: Connection, digests: Iterable[bytes], reading: Reading) -> set[PartKey]:
    """Return the loaded parts of files."""
    rows = await connection.fetch(query("loaded_parts"), list(digests), reading.dialect or "", reading.source)
    return {PartKey(*row) for row in rows}


async def mark_loaded(connection: Connection, parts: Sequence[PartKey], reading: Reading, trace_id: UUID) -> None:
    """Mark parts as loaded, once all their records are durable."""
    keys = [[part[column] for part in parts] for column in range(3)]
    await connection.execute(query("mark_loaded_parts"), *keys, reading.dialect or "", reading.source, trace_id)
