"""Tells, while a server lives, that it uses its version's functions, so that no other version drops them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from headwater.errors import UnavailableError
from headwater.store.database import Database
from headwater.store.functions import use_functions
from headwater.store.pool import connect

_PART = "functions"
_BEAT_SECONDS = 600


@asynccontextmanager
async def heartbeat(database: Database) -> AsyncIterator[None]:
    """Beat within the block, every ten minutes; the functions are kept for a day after the last beat."""
    task = asyncio.create_task(_beat(database))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _beat(database: Database) -> None:
    while True:
        with suppress(UnavailableError), database.used(_PART):
            connection = await connect(database.direct_url)
            try:
                await use_functions(connection)
            finally:
                connection.terminate()
        await asyncio.sleep(_BEAT_SECONDS)
