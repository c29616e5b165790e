"""Gathering: requests that arrive together share one transaction."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager
from contextvars import copy_context
from typing import ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar
from uuid import UUID

import asyncpg
import structlog
from asyncpg import Connection

from headwater import metrics, spans
from headwater.errors import HeadwaterError, OverloadedError
from headwater.model.query_limits import MERGE_SECONDS
from headwater.store.connections import connect_to_merge
from headwater.store.database import Database, is_away, unavailable
from headwater.store.merge import OTHERS_MERGE, REFUSED, STEP_BYTES, STEP_EVENTS, TOO_SLOW

_log = structlog.get_logger()

MAX_WAITING_BYTES = 512 * 1024 * 1024
"""The limit of waiting bytes: waiting requests take memory. Beyond it requests get OverloadedError."""


class Request(Protocol):
    """The items of one request, under its trace."""

    @property
    def items(self) -> Sequence[object]:
        """The items to write."""

    @property
    def trace_id(self) -> UUID:
        """Its trace."""

    @property
    def size_bytes(self) -> int:
        """The approximate size in bytes."""


Brought = TypeVar("Brought", bound=Request)
Became = TypeVar("Became")


class _Waiting(NamedTuple, Generic[Brought, Became]):
    request: Brought
    size_bytes: int
    became: "asyncio.Future[Became]"
    origin: object | None
    """The place in the request's trace where the merge continues."""


class MergeSession:
    """A connection for successive merges; opened when needed, and again after a loss."""

    def __init__(self, database: Database, max_merge_seconds: float) -> None:
        self._database = database
        self._max_merge_seconds = max_merge_seconds
        self._connection: Connection | None = None
        self.is_busy = False

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
    """Gather requests for one session that merges.

    A flush begins whenever the session is free, with all requests until then. There is no timer: a single request does
    not wait, and under load requests gather during a transaction. Beyond max_waiting_items the server says that it is
    overloaded, instead of letting requests time out.

    Large batches go to a second session, so that single events do not wait for them. If that is busy, the first one
    takes the next large batch: its merge is then ready to go on once the other has ended. A large request goes alone,
    since it gains nothing from gathering.
    """

    part: ClassVar[str]
    """The name of what is gathered, in the log of outages and in metrics."""

    large_items: ClassVar[int | None] = None
    """The least number of items of a large batch; None: all batches go one after the other."""

    def __init__(
        self, database: Database | str, max_waiting_items: int, max_merge_seconds: float = MERGE_SECONDS
    ) -> None:
        self._database = Database.at(database)
        self.max_merge_seconds = max_merge_seconds
        self._max_waiting_items = max_waiting_items
        self._queue: deque[_Waiting[Brought, Became]] = deque()
        self._waiting_items = 0
        self._waiting_bytes = 0
        self._overloads = metrics.INGEST_OVERLOADS.labels(self.part)
        self._retries = metrics.MERGE_RETRIES.labels(self.part)
        self._session = MergeSession(self._database, max_merge_seconds)
        self._session_of_large = MergeSession(self._database, max_merge_seconds)
        self._sessions = (self._session,) if self.large_items is None else (self._session_of_large, self._session)
        self._is_beginning = False
        self._merges: set[asyncio.Task[None]] = set()
        self._context = copy_context()

    @abstractmethod
    async def merge(self, connection: Connection, requests: Sequence[Brought]) -> Sequence[Became]:
        """Merge requests in one transaction, and return the result of each. They are durable after it."""

    @abstractmethod
    async def merge_refused(self, connection: Connection, request: Brought, error: Exception) -> Became:
        """Return the result of a request that Postgres refuses alone (REFUSED), or that takes too long (TOO_SLOW)."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish the waiting requests, then stop."""
        self._begin()
        while self._merges:
            await asyncio.wait(self._merges)
        await self._session.close()
        await self._session_of_large.close()

    @property
    def waiting_items(self) -> int:
        """The items of all requests that wait for their merge, or are in it."""
        return self._waiting_items

    @property
    def waiting_bytes(self) -> int:
        """Their size in bytes."""
        return self._waiting_bytes

    async def gather(self, request: Brought) -> Became:
        """Gather a request with others and merge it; it is durable after this.

        Raises OverloadedError if the sender has to try again.
        """
        items = self._waiting_items + len(request.items)
        size_bytes = request.size_bytes
        is_full = items > self._max_waiting_items or self._waiting_bytes + size_bytes > MAX_WAITING_BYTES
        if is_full and self._waiting_items:
            self._overloads.inc()
            raise OverloadedError
        self._waiting_items = items
        self._waiting_bytes += size_bytes
        loop = asyncio.get_running_loop()
        became: asyncio.Future[Became] = loop.create_future()
        self._queue.append(_Waiting(request, size_bytes, became, spans.here()))
        if not self._is_beginning:
            self._is_beginning = True
            # With all requests that come until then, and in the context of none of them.
            loop.call_soon(self._begin, context=self._context)
        return await became

    def _begin(self) -> None:
        """Begin the merges that free sessions can take."""
        self._is_beginning = False
        while not all(one.is_busy for one in self._sessions) and (batch := self._next_batch()):
            free = [one for one in self._sessions_of(batch) if not one.is_busy]
            if not free:
                return
            self._take(batch, free[0])
            merges = asyncio.get_running_loop().create_task(self._merge_on(free[0], batch))
            self._merges.add(merges)
            merges.add_done_callback(self._merges.discard)

    async def _merge_on(self, session: MergeSession, batch: Sequence[_Waiting[Brought, Became]]) -> None:
        """Merge a batch, and all that this session can take then."""
        while batch:
            try:
                await self._finish(batch, session)
            finally:
                session.is_busy = False
            # At once: a task of its own would begin after all answers were sent, and Postgres would wait for it.
            batch = self._next_batch()
            if batch and session in self._sessions_of(batch):
                self._take(batch, session)
            else:
                batch = []
            self._begin()

    def _take(self, batch: Sequence[_Waiting[Brought, Became]], session: MergeSession) -> None:
        session.is_busy = True
        for _ in batch:
            self._queue.popleft()

    def _next_batch(self) -> list[_Waiting[Brought, Became]]:
        """The first requests that can share a merge. They stay in the queue."""
        batch: list[_Waiting[Brought, Became]] = []
        items = size_bytes = 0
        for waiting in self._queue:
            is_large = self._is_large(len(waiting.request.items))
            if batch and (is_large or items >= STEP_EVENTS or size_bytes >= STEP_BYTES):
                break
            batch.append(waiting)
            if is_large:
                break
            items += len(waiting.request.items)
            size_bytes += waiting.size_bytes
        return batch

    def _sessions_of(self, batch: Sequence[_Waiting[Brought, Became]]) -> Sequence[MergeSession]:
        is_large = self._is_large(sum(len(waiting.request.items) for waiting in batch))
        return self._sessions if is_large else (self._session,)

    def _is_large(self, items: int) -> bool:
        return self.large_items is not None and items >= self.large_items

    async def _finish(self, batch: Sequence[_Waiting[Brought, Became]], session: MergeSession) -> None:
        """Merge a batch, and answer its requests."""
        try:
            await self._flush(batch, session)
        except Exception as error:  # any error: the waiting requests need an answer, and the next batch its turn
            self._fail(batch, error, session)
        for waiting in batch:
            self._waiting_items -= len(waiting.request.items)
            self._waiting_bytes -= waiting.size_bytes

    async def _flush(self, batch: Sequence[_Waiting[Brought, Became]], session: MergeSession) -> None:
        """Merge a batch; if that fails, each request alone, so that none fails because of another.

        Raises the driver's error if the connection breaks: then the whole batch has to be sent again.
        """
        try:
            with self._spans(batch):
                merged = await self.merge(await session.connected(), [waiting.request for waiting in batch])
        except OTHERS_MERGE as error:
            self._tell_to_wait(batch, error)
            return
        except Exception as error:
            if isinstance(error, asyncpg.InternalClientError):
                session.disconnect()
            elif session.is_disconnected():
                raise
            if len(batch) > 1:
                self._retries.inc(len(batch))
                for one in batch:
                    await self._flush([one], session)
            else:
                await self._recover(batch[0], error, session)
            return
        self._database.succeeded(self.part)
        for waiting, became in zip(batch, merged, strict=True):
            _answer(waiting, became)

    async def _recover(self, waiting: _Waiting[Brought, Became], error: Exception, session: MergeSession) -> None:
        """Handle a request that failed alone: refused by the database, failed for a moment, or failed by a bug."""
        if not isinstance(error, (*REFUSED, TOO_SLOW)):
            self._fail([waiting], error, session)
            return
        self._count_failure("too_slow" if isinstance(error, TOO_SLOW) else "refused")
        _log.error("ingest.merge_failed", exc_info=error, trace_id=waiting.request.trace_id.hex)
        try:
            with self._spans([waiting]):
                became = await self.merge_refused(await session.connected(), waiting.request, error)
            _answer(waiting, became)
        except OTHERS_MERGE as other:
            self._tell_to_wait([waiting], other)
        except OverloadedError as overloaded:  # of this request; the others of its batch are still to come
            _tell([waiting], overloaded)
        except Exception as second:
            self._fail([waiting], second, session)

    def _fail(self, batch: Sequence[_Waiting[Brought, Became]], error: Exception, session: MergeSession) -> None:
        """Fail requests that stored nothing; the next batch gets another connection."""
        told = error
        self._count_failure("unavailable" if is_away(error) else "error")
        if is_away(error):
            self._database.failed(self.part, error)
            told = unavailable(error)
        elif not isinstance(error, HeadwaterError):
            _log.error("ingest.merge_failed", exc_info=error, trace_id=batch[0].request.trace_id.hex)
        session.disconnect()
        _tell(batch, told)

    def _tell_to_wait(self, batch: Sequence[_Waiting[Brought, Became]], error: Exception) -> None:
        """Tell those who wait that other merges take too long."""
        self._count_failure("others_merge")
        _log.warning("ingest.others_merge", reason=str(error))
        _tell(batch, OverloadedError())

    def _spans(self, batch: Sequence[_Waiting[Brought, Became]]) -> AbstractContextManager[None]:
        return spans.shared(f"write {self.part}", [waiting.origin for waiting in batch])

    def _count_failure(self, reason: str) -> None:
        metrics.MERGE_FAILURES.labels(self.part, reason).inc()


def _tell(batch: Sequence[_Waiting[Brought, Became]], error: Exception) -> None:
    for waiting in batch:
        if not waiting.became.done():
            waiting.became.set_exception(error)


def _answer(waiting: _Waiting[Brought, Became], became: Became) -> None:
    if not waiting.became.done():
        waiting.became.set_result(became)
