"""A record of the statements of reads: their names, rows and times."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from asyncpg import Pool, Record

from headwater.store.queries import name_of


class Sent(NamedTuple):
    """A statement that was sent.

    round: 1, or one more than the latest round of which a statement had been answered before.
    rows: None if the statement failed.
    """

    round: int
    name: str
    rows: int | None
    seconds: float


class RecordingPool:
    """Replaces the readers' pool: sends one statement at a time, so that none waits while its time is taken."""

    def __init__(self, pool: Pool) -> None:
        self.sent: list[Sent] = []
        self._pool = pool
        self._turn = asyncio.Lock()
        self._answered_round = 0

    async def fetch(self, *arguments: Any) -> list[Record]:
        """Return the rows of a statement. Raises the errors of the pool, as the other methods do."""
        rows: list[Record] = await self._record(self._pool.fetch, arguments, len)
        return rows

    async def fetchrow(self, *arguments: Any) -> Record | None:
        """Return the first row of a statement."""
        return await self._record(self._pool.fetchrow, arguments, lambda row: int(row is not None))

    async def fetchval(self, *arguments: Any) -> Any:
        """Return the first value of a statement."""
        return await self._record(self._pool.fetchval, arguments, lambda _: 1)

    async def _record(self, send: Callable[..., Any], arguments: tuple[Any, ...], count: Callable[[Any], int]) -> Any:
        name, own_round, rows = name_of(arguments[0]), self._answered_round + 1, None
        async with self._turn:
            begun = time.perf_counter()
            try:
                found = await send(*arguments)
                rows = count(found)
            finally:
                self.sent.append(Sent(own_round, name, rows, time.perf_counter() - begun))
                self._answered_round = max(self._answered_round, own_round)
        return found
