"""Keeping the hops of final steps for walks, beside a server's other work (docs/store.md).

Merges mark what may be kept, and forget what they change (`sql/functions/keeping.sql`). A round holds all merges for a
moment, so that no merge changes what it looks at, and then leaves merges several times as long alone.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import asyncpg
import structlog
from asyncpg import Connection, Pool

from headwater import metrics
from headwater.errors import HeadwaterError
from headwater.store.background import running
from headwater.store.connections import connect_to_keep
from headwater.store.database import Database
from headwater.store.functions import is_other_version_in_use
from headwater.store.queries import query

LOOK_SECONDS: Final = 10.0
"""The pause between two looks for steps."""

MOST_STEPS: Final = 200
"""The most steps of a round: about 20 ms."""

_PAUSES: Final = 4.0
"""The pause after a round, in times of its duration."""

_log = structlog.get_logger()


@asynccontextmanager
async def keeping_steps(database: Database, pool: Pool) -> AsyncIterator[None]:
    """Keep steps within the block, whenever there are some."""
    async with running(_keep_again_and_again(database, pool)):
        yield


async def _keep_again_and_again(database: Database, pool: Pool) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if await pool.fetchval(query("has_steps_to_keep")):
                await _keep_all(database)
        except asyncpg.LockNotAvailableError:
            pass  # Merges go first; the steps wait.
        except (HeadwaterError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            _log.warning("keeping.waits", reason=str(error))


async def _keep_all(database: Database) -> None:
    connection = await connect_to_keep(database.direct_url)
    try:
        # A server of an older version may not forget what it changes.
        if await is_other_version_in_use(connection):
            return
        seconds, kept = 0.0, 1
        while kept:
            await asyncio.sleep(seconds * _PAUSES)
            started = time.perf_counter()
            kept = await keep(connection)
            seconds = time.perf_counter() - started
    finally:
        connection.terminate()


async def keep(connection: Connection, most: int = MOST_STEPS) -> int:
    """Keep the hops of at most so many steps, in a transaction; return the number of steps looked at.

    Raises LockNotAvailableError if merges run for long.
    """
    kept: int = await connection.fetchval(query("keep_steps"), most)
    metrics.KEPT_STEPS.inc(kept)
    return kept
