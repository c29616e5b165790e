"""Merges what requests bring; those that wait at the same moment share one transaction."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import asyncpg
import structlog
from asyncpg import Connection

from headwater.dialects.problems import unmergeable
from headwater.errors import OverloadedError
from headwater.model.changes import Changes, Problem
from headwater.store.merge import STEP_BYTES, STEP_EVENTS, Merged, Write, merge
from headwater.store.pool import connect_to_merge

_log = structlog.get_logger()

MAX_WAITING_BYTES = 512 * 1024 * 1024
"""Beyond this, too, it says that it is overloaded: what waits is in memory."""

_REFUSED = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
)
"""What the database says of what is in an event, whenever it is sent; anything else may be over in a moment."""


class Written(NamedTuple):
    """What became of a write, and its items as they ended: one that the database refused is a problem now."""

    merged: Merged
    items: Sequence[Changes | Problem]


class _Waiting(NamedTuple):
    write: Write
    size_bytes: int
    written: "asyncio.Future[Written]"


class Writer:
    """One connection that merges. A flush begins whenever it is free, with all that has come until then.

    No timer: alone, a request waits for nothing; under load, the time of one transaction gathers the next.
    Beyond max_waiting_events it says that it is overloaded, instead of letting requests wait until they time out.
    """

    def __init__(self, database_url: str, max_waiting_events: int) -> None:
        self._database_url = database_url
        self._max_waiting_events = max_waiting_events
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._waiting_events = 0
        self._waiting_bytes = 0
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Writer":
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what waits, then stop."""
        await self._queue.join()
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._connection is not None:
            await self._connection.close()

    async def write(self, write: Write) -> Written:
        """Merge; it is durable when this returns. Raises OverloadedError where the sender has to try again."""
        events = self._waiting_events + len(write.items)
        size_bytes = sum(item.size_bytes for item in write.items)
        is_full = events > self._max_waiting_events or self._waiting_bytes + size_bytes > MAX_WAITING_BYTES
        if is_full and self._waiting_events:
            raise OverloadedError
        self._waiting_events = events
        self._waiting_bytes += size_bytes
        waiting = _Waiting(write, size_bytes, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        return await asyncio.shield(waiting.written)

    async def _run(self) -> None:
        while True:
            batch = await self._next_batch()
            try:
                await self._flush(batch)
            except Exception as error:  # whatever it is, those who wait get an answer, and so do the next
                _log.exception("ingest.flush_failed")
                _fail(batch, error)
            for waiting in batch:
                self._waiting_events -= len(waiting.write.items)
                self._waiting_bytes -= waiting.size_bytes
                self._queue.task_done()

    async def _next_batch(self) -> list[_Waiting]:
        batch = [await self._queue.get()]
        events, size_bytes = len(batch[0].write.items), batch[0].size_bytes
        while not self._queue.empty() and events < STEP_EVENTS and size_bytes < STEP_BYTES:
            batch.append(self._queue.get_nowait())
            events += len(batch[-1].write.items)
            size_bytes += batch[-1].size_bytes
        return batch

    async def _flush(self, batch: Sequence[_Waiting]) -> None:
        """Merge a batch; where that fails, each write alone, so that no request pays for another."""
        try:
            merged = await merge(await self._connected(), [waiting.write for waiting in batch])
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            if len(batch) > 1:
                for one in batch:
                    await self._flush([one])
            else:
                await self._recover(batch[0], error)
            return
        for waiting, result in zip(batch, merged, strict=True):
            _answer(waiting, Written(result, waiting.write.items))

    async def _recover(self, waiting: _Waiting, error: Exception) -> None:
        """A write that failed alone: what the database refuses goes to quarantine, all else may be sent again."""
        _log.error("ingest.merge_failed", exc_info=error, trace_id=waiting.write.trace_id.hex)
        if isinstance(error, _REFUSED) and not waiting.write.leaving:
            _answer(waiting, await self._merge_each(waiting.write))
        else:
            await self._disconnect()
            _fail([waiting], OverloadedError())

    async def _merge_each(self, write: Write) -> Written:
        """Merge the items of a write one by one; those that are refused become problems."""
        merged, items = Merged(0, 0, 0), []
        for item in write.items:
            try:
                [result] = await merge(await self._connected(), [write._replace(items=[item])])
            except _REFUSED as error:
                assert isinstance(item, Changes)
                item = unmergeable(item, str(error))
                [result] = await merge(await self._connected(), [write._replace(items=[item])])
            merged = Merged(*map(sum, zip(merged, result, strict=True)))
            items.append(item)
        return Written(merged, items)

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect_to_merge(self._database_url)
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _answer(waiting: _Waiting, written: Written) -> None:
    if not waiting.written.done():
        waiting.written.set_result(written)


def _fail(batch: Sequence[_Waiting], error: Exception) -> None:
    for waiting in batch:
        if not waiting.written.done():
            waiting.written.set_exception(error)
