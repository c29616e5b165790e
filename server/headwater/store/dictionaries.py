"""Dictionaries of zstd that a store learns from its own events: bodies of the log repeat what earlier ones said.

A merge packs by the newest dictionary; `merge_facts` writes nothing if it was another one (docs/store-log.md).
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from asyncpg import Connection, Pool

from headwater.dialects.names import DATAHUB
from headwater.model.bodies import dictionary_of, know_dictionary, knows_dictionary, learned_dictionary, unpack_body
from headwater.store.fetching import fetch
from headwater.store.functions import is_other_version_in_use
from headwater.store.queries import query

_SAMPLES: Final = 1_000
_MOST_SAMPLE_BYTES: Final = 32 * 1024
"""The packed bodies to learn from, and the size of the largest."""


async def know_dictionaries(database: Pool | Connection, packed: Iterable[bytes]) -> None:
    """Read the dictionaries of packed bodies, so that this process can unpack these."""
    unknown = {used for used in map(dictionary_of, packed) if not knows_dictionary(used)}
    if unknown:
        for row in await fetch(database, "dictionaries", sorted(unknown)):
            know_dictionary(row["content"])


async def know_dictionary_of(connection: Connection, dictionary_id: int) -> None:
    """Read a dictionary of the store."""
    if not knows_dictionary(dictionary_id):
        know_dictionary(await connection.fetchval(query("dictionaries"), [dictionary_id]))


async def learn_dictionary(connection: Connection) -> None:
    """Learn a dictionary from events of the log, for the bodies of the next ones.

    Does nothing while a server or a load of another version uses the store: it might not know learned dictionaries.
    """
    if not await connection.fetchval(query("is_time_to_learn")) or await is_other_version_in_use(connection):
        return
    rows = await connection.fetch(query("dictionary_samples"), _SAMPLES, _MOST_SAMPLE_BYTES, DATAHUB)
    bodies = [row["body"] for row in rows]
    await know_dictionaries(connection, bodies)
    try:
        content = await asyncio.to_thread(_learned, bodies)
    except ValueError:  # of too few bodies
        return
    await connection.execute(query("add_dictionary"), know_dictionary(content), content)


def _learned(packed: Sequence[bytes]) -> bytes:
    return learned_dictionary([unpack_body(body) for body in packed])
