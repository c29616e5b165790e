"""Merges what requests bring; those that wait at the same moment share one transaction."""

import asyncio
from contextlib import suppress

import asyncpg
import structlog
from asyncpg import Connection

from headwater.errors import OverloadedError
from headwater.store.merge import Merged, Write, merge
from headwater.store.pool import connect_to_merge

_log = structlog.get_logger()

MAX_SHARED_EVENTS = 1_000
"""How many events one transaction merges at the most, unless one request brings more."""


class Writer:
    """One connection that merges. A flush begins whenever it is free, with all that has come until then.

    No timer: alone, a request waits for nothing; under load, the time of one transaction gathers the next.
    Beyond max_waiting_events it says that it is overloaded, instead of letting requests wait until they time out.
    """

    def __init__(self, database_url: str, max_waiting_events: int) -> None:
        self._database_url = database_url
        self._max_waiting_events = max_waiting_events
        self._waiting: asyncio.Queue[tuple[Write, asyncio.Future[Merged]]] = asyncio.Queue()
        self._waiting_events = 0
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Writer":
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Finish what waits, then stop."""
        await self._waiting.join()
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._connection is not None:
            await self._connection.close()

    async def write(self, write: Write) -> Merged:
        """Merge; it is durable when this returns. Raises OverloadedError where the sender has to try again."""
        if self._waiting_events + len(write.items) > self._max_waiting_events and self._waiting_events:
            raise OverloadedError
        self._waiting_events += len(write.items)
        merged: asyncio.Future[Merged] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((write, merged))
        return await asyncio.shield(merged)

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            size = len(batch[0][0].items)
            while not self._waiting.empty() and size < MAX_SHARED_EVENTS:
                batch.append(self._waiting.get_nowait())
                size += len(batch[-1][0].items)
            await self._flush(batch)
            self._waiting_events -= size
            for _ in batch:
                self._waiting.task_done()

    async def _flush(self, batch: list[tuple[Write, "asyncio.Future[Merged]"]]) -> None:
        """Merge a batch; where that fails, each write alone, so that no request pays for another."""
        try:
            results = await merge(await self._connected(), [write for write, _ in batch])
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            if len(batch) > 1:
                for one in batch:
                    await self._flush([one])
                return
            _log.error("ingest.merge_failed", exc_info=error, trace_id=batch[0][0].trace_id.hex)
            await self._disconnect()
            if not batch[0][1].done():
                batch[0][1].set_exception(OverloadedError())
            return
        for (_, merged), result in zip(batch, results, strict=True):
            if not merged.done():
                merged.set_result(result)

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect_to_merge(self._database_url)
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
