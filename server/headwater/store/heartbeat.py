"""Record, while a server lives, that it uses its version's functions, so that no other version drops them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from headwater.errors import UnavailableError
from headwater.store.background import running
from headwater.store.connections import connect
from headwater.store.database import Database
from headwater.store.functions import use_functions

_PART = "functions"
_BEAT_SECONDS = 600
_RETRY_SECONDS = 1
"""The pause after a failed beat: until one succeeds, the log takes the database for unavailable."""


@asynccontextmanager
async def heartbeat(database: Database) -> AsyncIterator[None]:
    """Beat within the block, every ten minutes; the functions are kept for a day after the last beat."""
    async with running(_beat(database)):
        yield


async def _beat(database: Database) -> None:
    while True:
        pause_seconds = _BEAT_SECONDS
        try:
            with database.used(_PART):
                await _use_functions(database)
        except UnavailableError:
            pause_seconds = _RETRY_SECONDS
        await asyncio.sleep(pause_seconds)


async def _use_functions(database: Database) -> None:
    connection = await connect(database.direct_url)
    try:
        await use_functions(connection)
    finally:
        connection.terminate()
