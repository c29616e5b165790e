"""Read the measurements that runs made of data (docs/anomalies.md). Every method is one statement."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Pool, Record

from headwater.store.fetching import fetch, grouped


class Quality:
    """The edges of runs that wrote or measured data. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def of_assets(
        self, ids: Sequence[int], since: datetime, until: datetime, start: int, count: int
    ) -> list[list[Record]]:
        """Return a page of each asset's edges of runs begun from since to before until, newest first, ties by URN."""
        rows = await fetch(self._pool, "quality_of_assets", ids, since, until, start, count)
        return grouped(rows, "owner_id", ids)

    async def of_versions(self, keys: Sequence[tuple[int, int]], limit: int) -> list[list[Record]]:
        """Return the newest edges of each version, by (edge, attempt)."""
        edge_ids, attempts = [edge_id for edge_id, _ in keys], [attempt for _, attempt in keys]
        rows = await fetch(self._pool, "quality_of_versions", edge_ids, attempts, limit)
        return grouped(rows, "number", range(1, len(keys) + 1))
