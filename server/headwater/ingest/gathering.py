"""Gathering: what requests bring at the same moment shares one transaction."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

import asyncpg
import structlog
from asyncpg import Connection

from headwater.errors import HeadwaterError, OverloadedError, UnavailableError
from headwater.model.query_limits import MERGE_SECONDS
from headwater.store.database import Database, is_away
from headwater.store.merge import OTHERS_MERGE, REFUSED, STEP_BYTES, STEP_EVENTS, TOO_SLOW
from headwater.store.pool import connect_to_merge

_log = structlog.get_logger()

MAX_WAITING_BYTES = 512 * 1024 * 1024
"""Beyond this, too, it says that it is overloaded: what waits is in memory."""


class Request(Protocol):
    """What one request brings: items, under its trace."""

    @property
    def items(self) -> Sequence[object]:
        """What it wants to have written."""

    @property
    def trace_id(self) -> UUID:
        """Its trace."""

    @property
    def size_bytes(self) -> int:
        """About how much there is to send to the store, in bytes."""


Brought = TypeVar("Brought", bound=Request)
Became = TypeVar("Became")


class _Waiting(NamedTuple, Generic[Brought, Became]):
    request: Brought
    size_bytes: int
    became: "asyncio.Future[Became]"


class _Session:
    """A connection for merges that go one after the other; made when it is needed, and again once it is lost."""

    def __init__(self, database: Database, max_merge_seconds: float) -> None:
        self._database = database
        self._max_merge_seconds = max_merge_seconds
        self._connection: Connection | None = None

    async def connected(self) -> Connection:
        if self.is_disconnected():
            self._connection = await connect_to_merge(self._database, self._max_merge_seconds)
        return self._connection

    def is_disconnected(self) -> bool:
        return self._connection is None or bool(self._connection.is_closed())

    def disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()


class Gatherer(ABC, Generic[Brought, Became]):
    """Gathers requests for one session that merges.

    A flush begins whenever the session is free, with all that has come until then. No timer: alone, a request waits
    for nothing; under load, the time of one transaction gathers the next. Beyond max_waiting_items it says that it is
    overloaded, instead of letting requests wait until they time out.

    A large batch has nothing to gain from what comes meanwhile. It goes on a second session, so that the next one,
    and single events, need not wait for it.
    """

    part: ClassVar[str]
    """The name of what is gathered, in the log of outages."""

    large_items: ClassVar[int | None] = None
    """From how many items on a batch is large; None: all go one after the other."""

    def __init__(
        self, database: Database | str, max_waiting_items: int, max_merge_seconds: float = MERGE_SECONDS
    ) -> None:
        self._database = Database.at(database)
        self.max_merge_seconds = max_merge_seconds
        self._max_waiting_items = max_waiting_items
        self._queue: asyncio.Queue[_Waiting[Brought, Became]] = asyncio.Queue()
        self._waiting_items = 0
        self._waiting_bytes = 0
        self._session = _Session(self._database, max_merge_seconds)
        self._session_of_large = _Session(self._database, max_merge_seconds)
        self._task: asyncio.Task[None] | None = None
        self._task_of_large: asyncio.Task[None] | None = None

    @abstractmethod
    async def merge(self, connection: Connection, requests: Sequence[Brought]) -> Sequence[Became]:
        """Merge requests in one transaction; they are durable when this returns what became of each."""

    @abstractmethod
    async def merge_refused(self, connection: Connection, request: Brought, error: Exception) -> Became:
        """The outcome of a request that alone is refused (REFUSED), or takes too long (TOO_SLOW)."""

    async def __aenter__(self) -> "Gatherer[Brought, Became]":
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what waits, then stop."""
        await self._queue.join()
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._session.close()
        await self._session_of_large.close()

    async def gather(self, request: Brought) -> Became:
        """Gather a request with others and merge it; it is durable when this returns.

        Raises OverloadedError where the sender has to try again.
        """
        items = self._waiting_items + len(request.items)
        size_bytes = request.size_bytes
        is_full = items > self._max_waiting_items or self._waiting_bytes + size_bytes > MAX_WAITING_BYTES
        if is_full and self._waiting_items:
            raise OverloadedError
        self._waiting_items = items
        self._waiting_bytes += size_bytes
        waiting = _Waiting[Brought, Became](request, size_bytes, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await asyncio.shield(waiting.became)

    async def _run(self) -> None:
        while True:
            batch = await self._next_batch()
            if self._is_large(batch) and (self._task_of_large is None or self._task_of_large.done()):
                self._task_of_large = asyncio.create_task(self._finish(batch, self._session_of_large))
            else:
                await self._finish(batch, self._session)

    def _is_large(self, batch: Sequence[_Waiting[Brought, Became]]) -> bool:
        items = sum(len(waiting.request.items) for waiting in batch)
        return self.large_items is not None and items >= self.large_items

    async def _finish(self, batch: Sequence[_Waiting[Brought, Became]], session: _Session) -> None:
        """Merge a batch, and answer all who wait for it."""
        try:
            await self._flush(batch, session)
        except Exception as error:  # whatever it is, those who wait get an answer, and so do the next
            self._fail(batch, error, session)
        for waiting in batch:
            self._waiting_items -= len(waiting.request.items)
            self._waiting_bytes -= waiting.size_bytes
            self._queue.task_done()

    async def _next_batch(self) -> list[_Waiting[Brought, Became]]:
        batch = [await self._queue.get()]
        items, size_bytes = len(batch[0].request.items), batch[0].size_bytes
        while not self._queue.empty() and items < STEP_EVENTS and size_bytes < STEP_BYTES:
            batch.append(self._queue.get_nowait())
            items += len(batch[-1].request.items)
            size_bytes += batch[-1].size_bytes
        return batch

    async def _flush(self, batch: Sequence[_Waiting[Brought, Became]], session: _Session) -> None:
        """Merge a batch; where that fails, each request alone, so that none pays for another.

        Raises the driver's error where the connection is lost: then all of the batch have to be sent again.
        """
        try:
            merged = await self.merge(await session.connected(), [waiting.request for waiting in batch])
        except OTHERS_MERGE:
            self._tell_to_wait(batch)
            return
        except Exception as error:
            if isinstance(error, asyncpg.InternalClientError):
                session.disconnect()
            elif session.is_disconnected():
                raise
            if len(batch) > 1:
                for one in batch:
                    await self._flush([one], session)
            else:
                await self._recover(batch[0], error, session)
            return
        self._database.succeeded(self.part)
        for waiting, became in zip(batch, merged, strict=True):
            _answer(waiting, became)

    async def _recover(self, waiting: _Waiting[Brought, Became], error: Exception, session: _Session) -> None:
        """A request that failed alone: the database refuses it, or may take it in a moment, or it is our mistake."""
        if not isinstance(error, (*REFUSED, TOO_SLOW)):
            self._fail([waiting], error, session)
            return
        _log.error("ingest.merge_failed", exc_info=error, trace_id=waiting.request.trace_id.hex)
        try:
            _answer(waiting, await self.merge_refused(await session.connected(), waiting.request, error))
        except OTHERS_MERGE:
            self._tell_to_wait([waiting])
        except OverloadedError as overloaded:  # it alone: the others of its batch are still to come
            _tell([waiting], overloaded)
        except Exception as second:
            self._fail([waiting], second, session)

    def _fail(self, batch: Sequence[_Waiting[Brought, Became]], error: Exception, session: _Session) -> None:
        """Tell those who wait that nothing of theirs was kept; the next batch gets another connection."""
        told = error
        if is_away(error):
            self._database.failed(self.part, error)
            told = UnavailableError()
        elif not isinstance(error, HeadwaterError):
            _log.error("ingest.merge_failed", exc_info=error, trace_id=batch[0].request.trace_id.hex)
        session.disconnect()
        _tell(batch, told)

    def _tell_to_wait(self, batch: Sequence[_Waiting[Brought, Became]]) -> None:
        """Tell those who wait that other merges take too long."""
        _log.warning("ingest.others_merge", seconds=self.max_merge_seconds)
        _tell(batch, OverloadedError())


def _tell(batch: Sequence[_Waiting[Brought, Became]], error: Exception) -> None:
    for waiting in batch:
        if not waiting.became.done():
            waiting.became.set_exception(error)


def _answer(waiting: _Waiting[Brought, Became], became: Became) -> None:
    if not waiting.became.done():
        waiting.became.set_result(became)
