"""Derive the store again from the log, in the order of acceptance, while ingestion continues (docs/store.md).

New tables are filled beside those in use, page by page of the log. Each page is a transaction that also records the
place, so that an interrupted rebuild can continue. At the end merges wait, while the last events are caught up and the
new tables replace the old ones.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, TypeVar
from uuid import UUID

import structlog
from asyncpg import Connection, DeadlockDetectedError, QueryCanceledError

from headwater.dialects.problems import UnusableError
from headwater.errors import MigrationError
from headwater.store.aliases import NamespaceAlias, add_namespace_alias, drop_namespace_alias
from headwater.store.connections import connect_to_rebuild
from headwater.store.event_log import Arrival, LogReader, Page
from headwater.store.facet_removal import remove_unused_facets
from headwater.store.merge import REFUSED, Traced, merge_logged
from headwater.store.migrations import require_migrated
from headwater.store.proposals import Submission, accept_logged
from headwater.store.queries import query
from headwater.store.rebuild_tables import drop_tables, has_tables, make_tables, maker, replace_tables, vacuum_tables
from headwater.trace import new_trace

_TRIES = 300
_BREAK_SECONDS = 1.0
"""The pause between two tries to get the tables: waiting statements continue in the meantime."""

_log = structlog.get_logger()


class Progress(NamedTuple):
    """The progress of a rebuild, in events. Events unusable for this version stay in the log, without effect."""

    done: int
    total: int
    unusable: int
    per_second: float
    done_before: int = 0
    """The events that an interrupted rebuild had done before this one continued it."""


Tell = Callable[[Progress], None]

Part = TypeVar("Part")


async def rebuild(database_url: str, tell: Tell) -> Progress:
    """Derive the store again; continues an interrupted rebuild if it was this version's.

    Raises MigrationError if the database is not this version's, another rebuild runs, or others use the tables all the
    time or depend on them. The work done stays, and the next call continues it.
    """
    async with _alone(database_url) as connection:
        await require_migrated(connection)
        started = await _started(connection)
        if started is None:
            await make_tables(connection)
            started = await _started(connection)
        assert started is not None
        work = _Rebuild(connection, tell, *started)
        await work.count()
        await work.catch_up()
        if await connection.fetchval(query("has_removed_runs")):
            await remove_unused_facets(connection)  # those of their events
        await vacuum_tables(connection)
        await work.take_over()
        return work.progress


async def abandon(database_url: str) -> bool:
    """Drop the tables of an interrupted rebuild. Return False if there are none. Raises MigrationError if one runs."""
    async with _alone(database_url) as connection:
        is_there = await has_tables(connection)
        await drop_tables(connection)
        return is_there


@asynccontextmanager
async def _alone(database_url: str) -> AsyncIterator[Connection]:
    connection = await connect_to_rebuild(database_url)
    try:
        if not await connection.fetchval(query("lock_rebuild")):
            raise MigrationError("another rebuild, or a removal of runs, is going on: wait until it ends")
        yield connection
    finally:
        await connection.close()


async def _started(connection: Connection) -> tuple[int, int, int] | None:
    """Return the place, and the numbers of done and unusable events, of this version's rebuild; None without one."""
    if not await has_tables(connection):
        return None
    row = await connection.fetchrow(query("rebuild_progress"), maker())
    return None if row is None else (row["position"], row["done"], row["unusable"])


class _Rebuild:
    """A running rebuild, over the connection for which names mean the new tables."""

    def __init__(self, connection: Connection, tell: Tell, place: int, done: int, unusable: int) -> None:
        self._connection = connection
        self._tell = tell
        self._place = place
        self._reader = LogReader(connection, place)
        self._done = done
        self._unusable = unusable
        self._total = done
        self._done_before = done
        self._began_at = time.monotonic()

    @property
    def progress(self) -> Progress:
        """The progress so far."""
        seconds = time.monotonic() - self._began_at
        total = max(self._total, self._done)  # more may have come meanwhile
        per_second = (self._done - self._done_before) / max(seconds, 1e-3)
        return Progress(self._done, total, self._unusable, per_second, self._done_before)

    async def count(self) -> None:
        """Count the events to do."""
        self._total = self._done + await self._connection.fetchval(query("logged_total"), self._place)

    async def catch_up(self, *, to_the_end: bool = False) -> None:
        """Merge the log: up to a page that is not full, or (while no merge adds to it) to the end."""
        page = None
        while page is None or page.is_full or to_the_end:
            await self._follow_namespaces()
            page = await self._reader.next_page()
            if page is None:
                break
            await self._merge_page(page)
            self._tell(self.progress)
        await self._follow_write_modes()

    async def take_over(self) -> None:
        """Put the new tables in the place of the old ones, once nobody uses the old ones for a moment."""
        for _ in range(_TRIES):
            await self.catch_up()
            try:
                async with self._merges_held():
                    await self.catch_up(to_the_end=True)
                    await require_migrated(self._connection)
                    await self._tell_of_lost_modes()
                    return await replace_tables(self._connection)
            except (QueryCanceledError, DeadlockDetectedError) as error:
                _log.warning("rebuild.waits", reason=str(error))
            await asyncio.sleep(_BREAK_SECONDS)
        raise MigrationError(
            "the rebuild cannot lock the tables: end the transactions that use them, and run `headwater rebuild` again"
        )

    @asynccontextmanager
    async def _merges_held(self) -> AsyncIterator[None]:
        """Hold all merges and migrations within the block."""
        await self._connection.execute(query("lock_migrations"))
        await self._connection.execute(query("hold_merges"))
        try:
            yield
        finally:
            await self._connection.execute(query("release_merges"))
            await self._connection.execute(query("unlock_migrations"))

    async def _merge_page(self, page: Page) -> None:
        for problem in page.problems:
            _log.warning("rebuild.unusable", seq=problem.position, code=problem.code, message=problem.message)
        unusable = len(page.problems)
        async with self._connection.transaction():
            for arrival in page.arrivals:
                unusable += await self._merge_arrival(arrival)
            await self._follow_write_modes()
            self._place, self._done, self._unusable = page.end, self._done + page.size, self._unusable + unusable
            await self._connection.execute(query("keep_rebuild_progress"), self._place, self._done, self._unusable)

    async def _merge_arrival(self, arrival: Arrival) -> int:
        """Merge the arrivals of one time, as of then. Return the number of events and proposals that are refused."""
        await self._connection.execute(query("set_arrival"), arrival.at.isoformat())
        unusable = await self._together(arrival.events, self._merge, _refused_event) if arrival.events else 0
        if arrival.submissions:
            unusable += await self._together(arrival.submissions, self._accept, _refused_submission)
        return unusable

    async def _together(
        self,
        parts: Sequence[Part],
        use: Callable[[Sequence[Part]], Awaitable[int]],
        refused: Callable[[Part, str], int],
    ) -> int:
        """Use parts together; if the database refuses them, one by one. Return the number of unusable messages."""
        try:
            async with self._connection.transaction():
                return await use(parts)
        except REFUSED as error:
            if len(parts) > 1:
                return sum([await self._together([part], use, refused) for part in parts])
            return refused(parts[0], str(error))

    async def _merge(self, events: Sequence[Traced]) -> int:
        await merge_logged(self._connection, events)
        return 0

    async def _accept(self, submissions: Sequence[Submission]) -> int:
        became = await accept_logged(self._connection, submissions)
        return sum(
            _unusable(len(submission.items), submission.trace_id, outcome.code, outcome.message)
            for submission, outcome in zip(submissions, became, strict=True)
            if isinstance(outcome, UnusableError)
        )

    async def _follow_namespaces(self) -> None:
        """Repeat the later changes of the namespaces' configuration."""
        for row in await self._connection.fetch(query("changed_namespace_aliases")):
            alias = NamespaceAlias(row["namespace"], row["other"])
            if row["is_new"]:
                await add_namespace_alias(self._connection, alias, new_trace().trace_id)
            else:
                await drop_namespace_alias(self._connection, alias)

    async def _follow_write_modes(self) -> None:
        """Give the new assets their configured modes."""
        async with self._connection.transaction():
            for row in await self._connection.fetch(query("take_over_write_modes")):
                await self._connection.execute(query("derive_lineage_of_asset"), row["asset_id"])

    async def _tell_of_lost_modes(self) -> None:
        for row in await self._connection.fetch(query("lost_write_modes")):
            _log.warning("rebuild.mode_lost", urn=row["urn"], mode=row["mode"])


def _refused_event(event: Traced, message: str) -> int:
    return _unusable(1, event[1], "merge.failed", message)


def _refused_submission(submission: Submission, message: str) -> int:
    return _unusable(len(submission.items), submission.trace_id, "merge.failed", message)


def _unusable(count: int, trace_id: UUID, code: str, message: str) -> int:
    """Log events or proposals that this version cannot use; return their number."""
    _log.warning("rebuild.unusable", trace_id=trace_id.hex, code=code, message=message)
    return count
