"""Connections through a pooler in transaction mode, such as pgbouncer: a session is a client's for one transaction."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from asyncpg import Connection

from headwater.store.queries import query


class PoolerConnection(Connection):  # type: ignore[misc]
    """A connection that keeps nothing in its session: each transaction begins with the settings.

    A read outside a transaction has one of its own, which makes five round trips of one. Other connections pay nothing.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._settings = ""
        self._wait_seconds: float | None = None
        # The driver would turn it off for the whole session where it looks up types.
        self._server_caps: Any = self._server_caps._replace(jit=False)

    def settle(self, settings: dict[str, str], wait_seconds: float | None) -> None:
        """The settings of all transactions from now on, and how long one waits for a session (None: no limit)."""
        self._settings = query("settle_transaction").format(settings=json.dumps(settings))
        self._wait_seconds = wait_seconds

    @asynccontextmanager
    async def transaction(self, **options: Any) -> AsyncIterator[None]:
        """A transaction with the settings. Raises TimeoutError where no session becomes free in time."""
        is_outermost = not self.is_in_transaction()
        async with asyncio.timeout(self._wait_seconds) as waiting, super().transaction(**options):
            if is_outermost:
                await self.execute(self._settings)
            waiting.reschedule(None)
            yield

    async def fetch(self, *arguments: Any, **options: Any) -> Any:
        """The rows of a statement."""
        return await self._read(super().fetch, arguments, options)

    async def fetchrow(self, *arguments: Any, **options: Any) -> Any:
        """The first row of a statement."""
        return await self._read(super().fetchrow, arguments, options)

    async def fetchval(self, *arguments: Any, **options: Any) -> Any:
        """The first value of a statement."""
        return await self._read(super().fetchval, arguments, options)

    async def _read(self, method: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if self.is_in_transaction():
            return await method(*arguments, **options)
        async with self.transaction():
            return await method(*arguments, **options)


async def connect_to_pooler(
    url: str, settings: dict[str, str], wait_seconds: float | None = None, **options: Any
) -> PoolerConnection:
    """One connection to a pooler. The driver prepares no statement on it, since a prepared one belongs to a session."""
    options |= {"connection_class": PoolerConnection, "statement_cache_size": 0}
    connection: PoolerConnection = await asyncpg.connect(url, **options)
    connection.settle(settings, wait_seconds)
    return connection
