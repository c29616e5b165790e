"""A pool of connections that read."""

import asyncio
from asyncio import Task, TimerHandle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
from asyncpg import Connection, Pool, Record
from asyncpg.pool import PoolConnectionHolder

from headwater import metrics
from headwater.errors import OverloadedError
from headwater.model.query_limits import STATEMENT_SECONDS, WAIT_SECONDS
from headwater.store.connections import CONNECT_SECONDS, READ_SETTINGS, open_connection
from headwater.store.database import Database, Use

_WARM_SECONDS = 1.0
"""The longest time that a pool keeps a connection for the next statement, without giving it back."""

_CLOSE_SECONDS = 5.0
"""The longest wait for statements at the end of a server; asyncpg sets no limit."""

_TOO_LONG = "The database took too long: ask for less, by a narrower filter, or ask again in a moment."

_ALL_BUSY = "All connections to the database are busy: send it again in a moment."


async def _keep_session(connection: Connection) -> None:
    """Keep the session: queries leave nothing behind in it, and a reset would be a second round trip for each."""


class ReadPool(Pool):  # type: ignore[misc]
    """Connections with limits: on the time of a statement, and on the wait for a connection.

    Reads raise OverloadedError if the statement, or the wait for a connection, takes too long, and UnavailableError if
    the database does not answer.

    asyncpg takes as much CPU to give a connection back and to take it again as for a small statement. So statements
    hand their connections on. asyncpg gets back, to look after them, those that wait when _WARM_SECONDS are over.
    """

    def __init__(
        self,
        database: Database,
        max_size: int,
        statement_seconds: float,
        wait_seconds: float,
        name: str,
        *,
        opens_at_once: bool,
    ) -> None:
        async def connect_now(_: str, **options: Any) -> Connection:
            seconds = self._connect_seconds
            try:
                return await open_connection(database, settings, wait_seconds, **options | {"timeout": seconds})
            except TimeoutError as error:
                if error.errno:  # the network's
                    raise
                raise OSError(f"the database said nothing for {seconds:g} s") from error

        settings = READ_SETTINGS | {"statement_timeout": f"{statement_seconds * 1000:.0f}ms"}
        super().__init__(
            database.url,
            init_size=int(opens_at_once),
            min_size=0,  # asyncpg would log a traceback for each attempt to keep more while Postgres is away
            max_size=max_size,
            max_queries=50_000,
            max_inactive_connection_lifetime=300.0,
            loop=None,
            connection_class=Connection,
            record_class=Record,
            max_cached_statement_lifetime=0,
            connect=connect_now,
            reset=_keep_session,
        )
        self.database = database
        self._wait_seconds = wait_seconds
        self._connect_seconds = float(CONNECT_SECONDS)
        self._waits = metrics.POOL_WAITS.labels(name)
        self.name = name
        """The name among the parts of a server, for `Database`."""
        self.in_use = 0
        """The connections with a statement."""
        self._warm: list[Connection] = []
        self._cooling: TimerHandle | None = None
        self._releases: set[Task[None]] = set()
        self._waiting = 0

    def limit_connects(self) -> None:
        """From now on, give up opening a connection early enough to tell the waiting request the reason."""
        self._connect_seconds = min(CONNECT_SECONDS, self._wait_seconds / 2)

    def count_wait(self) -> None:
        """Count a wait for a connection, if all have a statement."""
        if self.in_use == self.get_max_size():
            self._waits.inc()

    def acquire(self, *, timeout: float | None = None) -> Any:
        """Return a connection, as asyncpg's pools do. Raises TimeoutError if none becomes free in time."""
        return super().acquire(timeout=self._wait_seconds if timeout is None else timeout)

    async def fetch(self, *arguments: Any) -> list[Record]:
        """Return the rows of a statement."""
        rows: list[Record] = await self._run("fetch", arguments)
        return rows

    async def fetchrow(self, *arguments: Any) -> Record | None:
        """Return the first row of a statement."""
        return await self._run("fetchrow", arguments)

    async def fetchval(self, *arguments: Any) -> Any:
        """Return the first value of a statement."""
        return await self._run("fetchval", arguments)

    async def close(self) -> None:
        """Close the pool once its statements have ended, or drop its connections after _CLOSE_SECONDS."""
        self._cool()
        with suppress(TimeoutError):
            await asyncio.wait_for(super().close(), _CLOSE_SECONDS)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Yield a connection whose statements all read from one snapshot of the store."""
        with _Read(self):
            async with self.acquire() as connection:
                with _Statement(self, connection):
                    async with connection.transaction(isolation="repeatable_read", readonly=True):
                        yield connection

    async def _run(self, method: str, arguments: tuple[Any, ...]) -> Any:
        with _Read(self):
            connection = self._take_warm() or await self.acquire()
            try:
                with _Statement(self, connection):
                    found = await getattr(connection, method)(*arguments)
            except BaseException:
                await self.release(connection)
                raise
            await self._hand_on(connection)
            return found

    async def _acquire(self, timeout: float | None) -> Connection:
        """A warm connection, else one of asyncpg's: what `acquire` waits for.

        If Postgres refuses another connection, one of those that the pool has must do.
        """
        while self._warm:
            if (connection := self._take_warm()) is not None:
                return connection
            await self.release(self._warm.pop())
        self._waiting += 1
        try:
            async with asyncio.timeout(timeout):
                try:
                    return await super()._acquire(timeout)  # asyncpg keeps it for the connection's release
                except asyncpg.PostgresError:
                    holder = await self._next_open()
                    if holder is None:
                        raise
                    return await holder.acquire()
        finally:
            self._waiting -= 1

    def _take_warm(self) -> Connection | None:
        """The last warm connection; None if there is none, or if it is closed."""
        return self._warm.pop() if self._warm and _is_open(self._warm[-1]) else None

    async def _next_open(self) -> PoolConnectionHolder | None:
        """Wait in line for an open connection, and keep the closed ones from others meanwhile. None: all are closed."""
        closed = []
        try:
            while self.get_size():
                holder = await self._queue.get()
                if holder.is_connected():
                    self._waits.inc()
                    return holder
                closed.append(holder)
            return None
        finally:
            for holder in closed:
                self._queue.put_nowait(holder)

    async def _hand_on(self, connection: Connection) -> None:
        """Keep a connection warm, unless others wait for asyncpg to give it to them."""
        if self._waiting or self.is_closing():
            await self.release(connection)
            return
        self._warm.append(connection)
        if self._cooling is None:
            self._cooling = asyncio.get_running_loop().call_later(_WARM_SECONDS, self._cool)

    def _cool(self) -> None:
        """Give all warm connections back to asyncpg."""
        if self._cooling is not None:
            self._cooling.cancel()
            self._cooling = None
        while self._warm:
            release = asyncio.get_running_loop().create_task(self.release(self._warm.pop()))
            self._releases.add(release)
            release.add_done_callback(self._releases.discard)


class _Read(Use):
    """A read by a pool, within its limits.

    Raises OverloadedError in place of the driver's errors for a statement, or a wait for a connection, that took too
    long.
    """

    __slots__ = ("_pool",)

    def __init__(self, pool: ReadPool) -> None:
        super().__init__(pool.database, pool.name)
        self._pool = pool

    def __enter__(self) -> None:
        super().__enter__()
        self._pool.count_wait()

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, asyncpg.QueryCanceledError):
            raise OverloadedError(_TOO_LONG) from error
        # Else the network's; or all connections wait for it:
        if isinstance(error, TimeoutError) and not error.errno and not self._pool.database.is_failing(self._pool.name):
            raise OverloadedError(_ALL_BUSY) from error
        super().__exit__(kind, error, traceback)


class _Statement:
    """The time in which a connection has a statement."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: ReadPool, connection: Connection) -> None:
        self._pool = pool
        self._connection = connection

    def __enter__(self) -> None:
        self._pool.in_use += 1

    def __exit__(self, _: object, error: BaseException | None, *__: object) -> None:
        self._pool.in_use -= 1
        if isinstance(error, asyncpg.InternalClientError):
            # The driver and Postgres no longer understand each other: nobody else may get this connection.
            self._connection.terminate()


def _is_open(connection: Connection) -> bool:
    """True if a statement may use a connection; asyncpg takes a lost one back by itself."""
    try:
        return not connection.is_closed()
    except asyncpg.InterfaceError:
        return False


async def read_pool(
    database: Database | str,
    max_size: int,
    statement_seconds: float = STATEMENT_SECONDS,
    wait_seconds: float = WAIT_SECONDS,
    name: str = "queries",
    *,
    opens_at_once: bool = True,
) -> ReadPool:
    """A pool for the queries of the API: how long a statement may run, and how long one may wait for a connection.
    Its metrics have the name. It opens a connection at once, and raises the driver's errors if that fails.

    Their plans do not depend on their parameters, and Postgres would plan anew at every call with a LIMIT as a
    parameter. So the generic plan is forced, which halves the time of a page of runs.
    """
    pool = ReadPool(Database.at(database), max_size, statement_seconds, wait_seconds, name, opens_at_once=opens_at_once)
    await pool
    pool.limit_connects()
    return pool
