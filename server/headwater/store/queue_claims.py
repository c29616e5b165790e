"""Claims of queued writes: a write that ends the process of its worker again and again is given up.

A worker notes its writes before it merges them, in a transaction of its own: so the note outlives the process. It keeps
the writes locked meanwhile. Another worker that can lock noted writes knows that the first has ended. Such writes are
doubtful: a worker merges nothing beside them, and fewer at once each time, until one is left.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Protocol

from asyncpg import Connection

from headwater.store.queries import query

_FEWER: Final = 10
"""The factor by which a worker merges fewer doubtful writes at once, for each worker that has ended with the first."""

_MOST: Final = 8
"""More claims than one worker has at a time."""


class DoubtfulError(Exception):
    """Workers have ended with these writes, so a worker may claim nothing beside them."""


class Session(Protocol):
    """A connection that is opened when needed."""

    async def connected(self) -> Connection:
        """Return the open connection."""

    def disconnect(self) -> None:
        """Close it at once."""


class Claims:
    """The claims of one worker, noted by a session that nothing else uses."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._turn = asyncio.Lock()
        self._places = asyncio.Semaphore(_MOST)
        self._turn_alone = asyncio.Lock()
        self._is_alone = False

    @asynccontextmanager
    async def beside_others(self) -> AsyncIterator[None]:
        """Let the block claim writes beside other claims of the worker. It raises DoubtfulError for doubtful writes."""
        async with self._places:
            yield

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Let the block claim any writes, when all other claims of the worker are over."""
        async with AsyncExitStack() as held:
            await held.enter_async_context(self._turn_alone)
            for _ in range(_MOST):
                await held.enter_async_context(self._places)
            self._is_alone = True
            try:
                yield
            finally:
                self._is_alone = False

    @asynccontextmanager
    async def noted(self, connection: Connection, seqs: Sequence[int], *, are_doubtful: bool) -> AsyncIterator[None]:
        """Note that the transaction of a connection merges these writes, which it has locked, in the block.

        The claim stays where the process or the connection ends meanwhile. Raises DoubtfulError.
        """
        if are_doubtful and not self._is_alone:
            raise DoubtfulError
        claim_id = await self._run("begin_claim", seqs)
        try:
            yield
            await connection.execute(query("end_claim"), claim_id)
        except BaseException:
            if not connection.is_closed():
                await self._run("end_claim", claim_id)
            raise

    async def _run(self, name: str, argument: object) -> object:
        async with self._turn:
            connection = await self._session.connected()
            try:
                return await connection.fetchval(query(name), argument)
            except Exception:
                self._session.disconnect()
                raise


async def ended_claims(connection: Connection) -> Counter[int]:
    """Return how many workers have ended with each write that the connection has locked; of others it says nothing."""
    return Counter(seq for row in await connection.fetch(query("claims")) for seq in row["seqs"])


def at_once(most: int, times_ended: int) -> int:
    """Return how many writes to merge at once, after so many workers have ended with the first of them."""
    return max(1, int(most // _FEWER**times_ended))
