"""The moments of which it is known what had arrived."""

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Pool

from headwater.store.fetching import fetch


class Arrivals:
    """Arrivals of facts, by the store's clock. Times are UTC."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def knowable(self, moments: Sequence[datetime]) -> list[datetime]:
        """For each moment itself, or an earlier one while a merge runs that began before it.

        What that merge brings will have arrived by the moment, but cannot be seen yet, so the answer would change.
        """
        rows = await fetch(self._pool, "knowable_moments", moments)
        return [row["earlier"] or moment for row, moment in zip(rows, moments, strict=True)]
