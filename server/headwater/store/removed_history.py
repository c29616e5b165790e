"""The history that retention removed, as far as answers need it (docs/retention.md). Every method is one statement."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Connection, Pool

from headwater.errors import NotFoundError, RemovedRunError, UnknownEntityError
from headwater.store.queries import query
from headwater.urn import DATA_PROCESS_INSTANCE, parse_urn, text_key


class RemovedHistory:
    """The times of removed runs. Times are UTC; None: no removed run had to do with it."""

    def __init__(self, pool: Pool | Connection) -> None:
        self._pool = pool

    async def is_there(self) -> bool:
        """Return True if runs were removed that read or wrote data."""
        found: bool = await self._pool.fetchval(query("has_removed_history"))
        return found

    async def not_found(self, argument: str, noun: str, urn: str) -> NotFoundError:
        """Return the error for a URN that the store does not have: retention removed the run, or nobody named it."""
        is_run = parse_urn(urn).kind == DATA_PROCESS_INSTANCE
        if is_run and await self._pool.fetchval(query("is_removed_run"), text_key(urn)):
            return RemovedRunError(argument, urn)
        return UnknownEntityError(argument, noun, urn)

    async def last_read(self, run_ids: Sequence[int], asset_id: int | None, since: datetime | None) -> datetime | None:
        """Return the last time at which removed runs read what these runs wrote, or an asset since a time."""
        found: datetime | None = await self._pool.fetchval(query("removed_readers"), run_ids, asset_id, since)
        return found

    async def last_before_failures(self, run_ids: Sequence[int]) -> datetime | None:
        """Return the end of the last day of removed runs of the jobs of failed runs, up to their creation."""
        found: datetime | None = await self._pool.fetchval(query("removed_successes"), run_ids)
        return found

    async def last_write(
        self, run_ids: Sequence[int], asset_id: int | None, shown_at: datetime | None
    ) -> datetime | None:
        """Return the last time at which removed runs wrote what these runs read, or what an asset showed at a time."""
        found: datetime | None = await self._pool.fetchval(query("removed_writers"), run_ids, asset_id, shown_at)
        return found
