"""A replica that answers queries, and its lag behind the primary.

Every second this module notes the primary's place in the WAL with the time, and looks which places the replica has
replayed. So the lag is an upper bound that needs no clock of another machine, and that grows while either is away.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

import asyncpg
import structlog
from asyncpg import Connection, Record

from headwater.errors import OverloadedError, UnavailableError
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.arrivals import Arrivals
from headwater.store.background import running
from headwater.store.connections import connect
from headwater.store.database import Database
from headwater.store.functions import functions_schema
from headwater.store.pool import ReadPool
from headwater.store.queries import query
from headwater.store.reader import Reader

_LOOK_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 5.0
"""The longest wait for an answer; a replica that needs longer is away."""

_MOST_PLACES: Final = 100_000
"""The kept places of the primary, of a day. Beyond it, the told lag of a replica that catches up is too long."""

_log = structlog.get_logger()

_PART: Final = "replica"
_NOT_YET: Final = "The arrivals on the replica are not known yet: send it again in a moment."


class _Place(NamedTuple):
    """A place of the primary: its byte in the WAL, the time by our own clock, and the moment of final arrivals."""

    wal_bytes: int
    at: float
    settled_until: datetime


class Replica:
    """Reads from a replica while it is usable: it answers, has the primary's data and the functions of this version."""

    def __init__(
        self, primary: Database, replica: Database, pool: ReadPool, max_event_names: int = MAX_EVENT_NAMES
    ) -> None:
        self._primary = _Line(primary, lambda: primary.direct_url)
        self._replica = _Line(replica, lambda: replica.url)
        self._reader = Reader(pool, max_event_names, _ReplicaArrivals(self, pool))
        self._places: deque[_Place] = deque(maxlen=_MOST_PLACES)
        self._replayed_at: float | None = None
        self._is_usable = False
        self._identity: str | None = None
        """The primary's database; a replica has the same one. None: not known yet, or nobody may ask for it."""

        self._started_at: datetime | None = None
        """The start of the primary's Postgres; None: it did not answer the last look."""

        self._stray: str | None = None
        """The reason why the replica will not have the primary's data."""

        self._unfit_for: str | None = None
        """The reason against a replica that answers."""

        self.is_follower = False
        """False for a database that follows no other, such as the primary itself."""
        self.settled_until: datetime | None = None
        """All facts that arrived by this moment are on the replica; None: not known yet."""
        self._running: AbstractAsyncContextManager[None] | None = None

    @property
    def reader(self) -> Reader | None:
        """The reader of the replica; None while it cannot be used."""
        return self._reader if self._is_usable else None

    @property
    def lag_seconds(self) -> float | None:
        """All older commits are on the replica. None: it follows no other, or the lag is not known yet."""
        if not self.is_follower or self._replayed_at is None:
            return None
        return time.monotonic() - self._replayed_at

    async def __aenter__(self) -> Self:
        await self._look()
        self._running = running(self._look_on())
        await self._running.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        assert self._running is not None
        await self._running.__aexit__(*error)
        self._primary.close()
        self._replica.close()

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self._look()

    async def _look(self) -> None:
        _, place = await asyncio.gather(self._note_primary(), self._replicas_place())
        if place is None:
            self._is_usable = False
        else:
            await self._note_replica(place)

    async def _note_primary(self) -> None:
        at = time.monotonic()
        try:
            place = await self._primary.fetchrow(query("primary_place"))
        except (UnavailableError, asyncpg.PostgresError):
            self._started_at = None
            return
        self._started_at = place["started_at"]
        self._identity = self._identity or await _identity_of(self._primary)
        if place["wal_bytes"] is not None:
            self._places.append(_Place(place["wal_bytes"], at, place["settled_until"]))

    async def _replicas_place(self) -> Record | None:
        """The replica's place; None if it does not answer."""
        try:
            return await self._replica.fetchrow(query("replica_place"), functions_schema())
        except (UnavailableError, asyncpg.PostgresError):
            return None

    async def _note_replica(self, place: Record) -> None:
        self._stray = await self._reason_against(place)
        self._tell(self._stray or (None if place["has_functions"] else "it lacks the functions of this version"))
        self._is_usable, self.is_follower = self._unfit_for is None, place["is_follower"] and self._stray is None
        if self._stray is not None:
            return
        while self.is_follower and self._places and self._places[0].wal_bytes <= place["wal_bytes"]:
            _, self._replayed_at, self.settled_until = self._places.popleft()
        if self.settled_until is None and place["lag"] is not None:
            self._replayed_at = time.monotonic() - place["lag"].total_seconds()

    async def _reason_against(self, place: Record) -> str | None:
        """The reason why a replica at a place will not have the primary's data. None: it will, or nobody can tell."""
        identity = None if self._identity is None else await _identity_of(self._replica)
        if identity not in (None, self._identity):
            return "it is another database, and no replica of the primary"
        if place["is_follower"]:
            return None
        if self._started_at is None:
            return self._stray  # the primary itself may answer no look, and the next one
        is_primary = place["started_at"] == self._started_at
        return None if is_primary else "it was promoted, and no longer follows the primary"

    def _tell(self, reason: str | None) -> None:
        """Log the reason against the replica once, and its end."""
        if reason is not None and reason != self._unfit_for:
            _log.error("replica.unfit", reason=reason)
        elif reason is None and self._unfit_for is not None:
            _log.info("replica.fit")
        self._unfit_for = reason


async def _identity_of(line: "_Line") -> str | None:
    """The name of a database; None if nobody may ask for it, as on some managed Postgres."""
    try:
        return str((await line.fetchrow(query("database_identity")))[0])
    except (UnavailableError, asyncpg.PostgresError):
        return None


class _ReplicaArrivals(Arrivals):
    """Arrivals on a replica, which has neither the newest facts nor the locks of the merges under way."""

    def __init__(self, replica: Replica, pool: ReadPool) -> None:
        super().__init__(pool)
        self._replica = replica

    async def knowable(self, moments: Sequence[datetime]) -> list[datetime]:
        """Return each time itself, or an earlier one by which all arrivals are on the replica."""
        if not self._replica.is_follower:
            return await super().knowable(moments)
        settled_until = self._replica.settled_until
        if settled_until is None:
            raise OverloadedError(_NOT_YET)
        return [min(moment, settled_until) for moment in moments]


class _Line:
    """A connection of its own, so that a busy pool delays no look; opened again after a failure."""

    def __init__(self, database: Database, url: Callable[[], str]) -> None:
        self._database = database
        self._url = url
        self._connection: Connection | None = None

    async def fetchrow(self, sql: str, *arguments: object) -> Record:
        """Return the only row of a statement. Raises UnavailableError."""
        with self._database.used(_PART):
            try:
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    if self._connection is None:
                        self._connection = await connect(self._url())
                    return await self._connection.fetchrow(sql, *arguments)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Close the connection at once."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
