"""Connections through a pooler in transaction mode, such as pgbouncer: a client has a session for one transaction."""

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

    A statement outside a transaction gets one of its own, so that one round trip becomes five. Other connections are
    unaffected.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._settings = ""
        self._wait_seconds: float | None = None
        # The driver would turn it off for the whole session when it looks up types.
        self._server_caps: Any = self._server_caps._replace(jit=False)

    def settle(self, settings: dict[str, str], wait_seconds: float | None) -> None:
        """Set the settings of all transactions from now on, and the longest wait for a session (None: no limit)."""
        self._settings = query("settle_transaction").format(settings=json.dumps(settings))
        self._wait_seconds = wait_seconds

    @asynccontextmanager
    async def transaction(self, **options: Any) -> AsyncIterator[None]:
        """Open a transaction with the settings. Raises TimeoutError if no session becomes free in time."""
        is_outermost = not self.is_in_transaction()
        async with asyncio.timeout(self._wait_seconds) as waiting, super().transaction(**options):
            if is_outermost:
                await self.execute(self._settings)
            waiting.reschedule(None)
            yield

    async def fetch(self, *arguments: Any, **options: Any) -> Any:
        """Return the rows of a statement."""
        return await self._in_transaction(super().fetch, arguments, options)

    async def fetchrow(self, *arguments: Any, **options: Any) -> Any:
        """Return the first row of a statement."""
        return await self._in_transaction(super().fetchrow, arguments, options)

    async def fetchval(self, *arguments: Any, **options: Any) -> Any:
        """Return the first value of a statement."""
        return await self._in_transaction(super().fetchval, arguments, options)

    async def execute(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, and return its tag. One without values stays as it is: the driver itself sends such ones
        to begin, to end and to reset.
        """
        if len(arguments) == 1:
            return await super().execute(*arguments, **options)
        return await self._in_transaction(super().execute, arguments, options)

    async def _in_transaction(self, method: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if self.is_in_transaction():
            return await method(*arguments, **options)
        async with self.transaction():
            return await method(*arguments, **options)


async def connect_to_pooler(
    url: str, settings: dict[str, str], wait_seconds: float | None = None, **options: Any
) -> PoolerConnection:
    """Open a connection to a pooler. It prepares no statements, since those belong to a session."""
    options |= {"connection_class": PoolerConnection, "statement_cache_size": 0}
    connection: PoolerConnection = await asyncpg.connect(url, **options)
    connection.settle(settings, wait_seconds)
    return connection
