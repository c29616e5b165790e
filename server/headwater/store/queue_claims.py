"""Claims of queued writes: a write that ends the process of its worker again and again is given up.

A worker notes what it begins to merge, in a transaction of its own: so the note stays if the process is killed. As it
keeps the writes locked meanwhile, a claim of writes that another can lock is of a worker that has ended. These writes
are suspects: a worker merges them alone, and fewer at once each time, until the one is found.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Protocol

from asyncpg import Connection

from headwater.store.queries import query

_FEWER: Final = 10
"""The factor by which a worker merges fewer suspects at once after each worker that ended with the first of them."""

_MOST: Final = 8
"""More claims than one worker has at a time."""


class SuspectedError(Exception):
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
        """Let the block claim writes beside other claims of the worker. It raises SuspectedError for suspects."""
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
    async def noted(self, connection: Connection, seqs: Sequence[int], *, are_suspected: bool) -> AsyncIterator[None]:
        """Note that the transaction of a connection merges these writes, which it has locked, in the block.

        The claim stays where the process or the connection ends meanwhile. Raises SuspectedError.
        """
        if are_suspected and not self._is_alone:
            raise SuspectedError
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
