"""The removal of old runs by a server, on a schedule (docs/retention.md)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Final

import asyncpg
import structlog

from headwater.errors import HeadwaterError
from headwater.store.background import running
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database
from headwater.store.retention import remove_runs

RUNS_PER_SECOND: Final = 500.0
"""The most runs that are removed in a second, so that merges and queries have their turn."""

_log = structlog.get_logger()


@asynccontextmanager
async def removing_runs(database: Database, hours: float | None) -> AsyncIterator[None]:
    """Apply the policies so many hours after the start of the block, and again after each removal; None: never."""
    async with running(*([] if hours is None else [_remove_again_and_again(database, hours)])):
        yield


async def _remove_again_and_again(database: Database, hours: float) -> None:
    while True:
        await asyncio.sleep(hours * 3600)
        try:
            connection = await connect_to_merge(database.direct_url)
            try:
                done = await remove_runs(connection, datetime.now(UTC), RUNS_PER_SECOND, lambda _: None)
            finally:
                await connection.close()
        except (HeadwaterError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            _log.warning("retention.waits", reason=str(error))
        except Exception:  # any error: without the next round, nothing would be removed until a restart
            _log.exception("retention.failed")
        else:
            _log.info("retention.done", runs=done.runs, families=done.families)
