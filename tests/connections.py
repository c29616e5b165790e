"""Connections that the tests of a process share, one for each database and use: to make one takes as long as a merge."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

from asyncpg import Connection

from headwater.store.pool import connect, connect_to_merge

Answer = TypeVar("Answer")

_OPEN: dict[str, Callable[[str], Awaitable[Connection]]] = {"reads": connect, "merges": connect_to_merge}


class Connections:
    """The kept connections, with the event loop that they belong to. Threads beside the main one get their own."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._kept: dict[tuple[str, str], Connection] = {}

    def use(self, url: str, kind: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
        """Do work over the connection to a database for reads or merges. Not within a running event loop."""
        if threading.current_thread() is not threading.main_thread():
            return asyncio.run(_use_once(url, kind, work))
        return self._runner.run(self._use(url, kind, work))

    async def _use(self, url: str, kind: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
        connection = self._kept.get((url, kind))
        if connection is None or connection.is_closed():
            connection = self._kept[url, kind] = await _OPEN[kind](url)
        return await work(connection)

    def forget(self, url: str) -> None:
        """Close the connections to a database: nobody can drop or copy it while they are there."""
        self._runner.run(self._close([key for key in self._kept if key[0] == url]))

    async def _close(self, keys: list[tuple[str, str]]) -> None:
        for key in keys:
            await self._kept.pop(key).close()

    def close(self) -> None:
        """Close all."""
        self._runner.run(self._close(list(self._kept)))
        self._runner.close()


async def _use_once(url: str, kind: str, work: Callable[[Connection], Awaitable[Answer]]) -> Answer:
    connection = await _OPEN[kind](url)
    try:
        return await work(connection)
    finally:
        await connection.close()
