"""Connections that the tests of a process share, one for each database and use: a new one compiles all functions again."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

from asyncpg import Connection, InternalClientError

from headwater.store.connections import connect, connect_to_merge

Answer = TypeVar("Answer")

_OPEN: dict[str, Callable[[str], Awaitable[Connection]]] = {"reads": connect, "merges": connect_to_merge}


def on(url: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
    """Do work over a new connection that merges, in an event loop of its own: the work may block, or be interrupted."""

    async def run() -> Answer:
        connection = await connect_to_merge(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


class Connections:
    """The kept connections, in an event loop of their own: a test, a thread or another loop may use them."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._idle: dict[tuple[str, str], Connection] = {}

    def use(self, url: str, kind: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
        """Do work over a connection to a database, for reads or merges, which nobody else uses meanwhile."""
        return self._run(self._use(url, kind, work))

    def forget(self, url: str) -> None:
        """Close the connections to a database: nobody can copy or rename it while they are there."""
        self._run(self._close([key for key in self._idle if key[0] == url]))

    def close(self) -> None:
        """Close all."""
        self._run(self._close(list(self._idle)))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Awaitable[Answer]) -> Answer:
        async def done() -> Answer:
            return await work

        if not self._thread.is_alive():
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    async def _use(self, url: str, kind: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
        connection = self._idle.pop((url, kind), None)
        if connection is None or connection.is_closed():
            connection = await _OPEN[kind](url)
        try:
            return await work(connection)
        except InternalClientError:  # its end has come, but is not noticed yet: the statement was not sent
            connection.terminate()
            connection = await _OPEN[kind](url)
            return await work(connection)
        finally:
            other = self._idle.setdefault((url, kind), connection)
            if other is not connection:
                await connection.close()

    async def _close(self, keys: list[tuple[str, str]]) -> None:
        for key in keys:
            await self._idle.pop(key).close()
