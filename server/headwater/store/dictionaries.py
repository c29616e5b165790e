"""Dictionaries of zstd that a store learns from its own events: bodies of the log repeat what earlier ones said.

A merge packs by the newest dictionary; `merge_facts` writes nothing if it was another one (docs/store-log.md).
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from asyncpg import Connection, Pool

from headwater.dialects.names import DATAHUB
from headwater.model.bodies import (
    dictionary_of,
    know_dictionary,
    knows_dictionary,
    learned_dictionary,
    unpack_body,
    unpacked_bytes,
)
from headwater.store.fetching import fetch
from headwater.store.functions import is_other_version_in_use
from headwater.store.queries import query

_SAMPLES: Final = 1_000
_LEAST_SAMPLES: Final = 200
_SAMPLE_BYTES: Final = 64 * 1024
_ALL_SAMPLES_BYTES: Final = 8 * 1024 * 1024
"""The bodies to learn from: their number, the size of the largest, and of all together, not packed."""


async def know_dictionaries(database: Pool | Connection, packed: Iterable[bytes]) -> None:
    """Read the dictionaries of packed bodies, so that this process can unpack these."""
    unknown = {used for used in map(dictionary_of, packed) if not knows_dictionary(used)}
    if unknown:
        for row in await fetch(database, "dictionaries", sorted(unknown)):
            know_dictionary(row["content"])


async def find_dictionary(connection: Connection, dictionary_id: int | None) -> int | None:
    """Read a dictionary of the store, and return its id; None for that of the program, or if it was dropped."""
    if dictionary_id is not None and not knows_dictionary(dictionary_id):
        content = await connection.fetchval(query("dictionaries"), [dictionary_id])
        return None if content is None else know_dictionary(content)
    return dictionary_id


async def learn_dictionary(connection: Connection) -> None:
    """Learn a dictionary from events of the log, for the bodies of the next ones.

    Does nothing while a server or a load of another version uses the store: it might not know learned dictionaries.
    """
    async with connection.transaction():
        # One after the other: only a later statement sees the dictionary of whoever held the lock before.
        if not await connection.fetchval(query("try_hold_learning")):
            return
        if not await connection.fetchval(query("may_learn")) or await is_other_version_in_use(connection):
            return
        rows = await connection.fetch(query("dictionary_samples"), _SAMPLES, _SAMPLE_BYTES, DATAHUB)
        packed = [row["body"] for row in rows]
        await know_dictionaries(connection, packed)
        content = await asyncio.to_thread(_learned, packed)
        if content is not None:
            await connection.execute(query("add_dictionary"), know_dictionary(content), content)


def _learned(packed: Sequence[bytes]) -> bytes | None:
    """A dictionary of some bodies; None if these are too few."""
    samples, size_bytes = [], 0
    for body in packed:
        unpacked = unpacked_bytes(body)
        if unpacked <= _SAMPLE_BYTES and size_bytes + unpacked <= _ALL_SAMPLES_BYTES:
            samples.append(unpack_body(body))
            size_bytes += unpacked
    return learned_dictionary(samples) if len(samples) >= _LEAST_SAMPLES else None
