"""The points in time whose arrivals are complete."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Pool

from headwater.store.fetching import fetch
from headwater.store.queries import query


class Arrivals:
    """Arrivals of facts, by the store's clock. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def knowable(self, moments: Sequence[datetime]) -> list[datetime]:
        """Return each time itself, or an earlier one if a merge that began before it still runs.

        The facts of such a merge count as arrived by the time, but cannot be seen yet, so the answer would change.
        """
        rows = await fetch(self._pool, "knowable_moments", moments)
        return [row["earlier"] or moment for row, moment in zip(rows, moments, strict=True)]

    async def oldest_merge_seconds(self) -> float:
        """Return the age of the oldest running merge, to a second; 0 if none runs.

        Its facts are not seen yet: so long may subscribers wait for events that other merges have committed.
        """
        seconds: float = await self._pool.fetchval(query("oldest_merge"))
        return seconds
