"""The worker of the queue: it merges what was acknowledged, and takes it out (docs/asynchronous-writes.md)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import starmap
from typing import Self

import structlog
from asyncpg import Connection, Record

from headwater import spans
from headwater.dialects import databand, openlineage
from headwater.dialects.problems import failed_in_queue, problem
from headwater.errors import OverloadedError, UnknownDictionaryError
from headwater.ingest.event_gatherer import EventGatherer
from headwater.ingest.gathering import MergeSession
from headwater.ingest.receiving import DocumentParser
from headwater.model.bodies import unpack_body
from headwater.model.changes import Changes, Problem
from headwater.store.background import running
from headwater.store.database import Database
from headwater.store.merge import OTHERS_MERGE, STEP_EVENTS, Delivery, steps
from headwater.store.proposals import accept_queued
from headwater.store.queue_claims import Claims, DoubtfulError
from headwater.store.write_queue import (
    MAX_TRIES,
    SEE_LOG,
    SPAN,
    Claimed,
    claimed_documents,
    count_try,
    is_given_up,
    origin_of,
)

_log = structlog.get_logger()

_PARSERS: Mapping[str, DocumentParser] = {
    openlineage.DIALECT: openlineage.parse_document,
    databand.DIALECT: databand.parse_document,
}

_CLAIMS = 2
"""The claims of one worker at a time: one is parsed while the other is merged."""

_LOOK_SECONDS = 1.0
"""The pause before a worker looks again: for writes of other processes, or after a step that failed."""

_PART = "queue worker"

Step = Callable[[Connection], Awaitable[int]]
Parsed = tuple[Record, Delivery | Exception]


class QueueWorker:
    """Merges queued writes while its block runs: documents of events in any order, proposals in theirs."""

    def __init__(self, database: Database | str, events: EventGatherer) -> None:
        self._database = Database.at(database)
        self._events = events
        self._notes = self._session()
        self._claims = Claims(self._notes)
        self._wakes: list[asyncio.Event] = []
        self._running = AsyncExitStack()

    def wake(self) -> None:
        """Look for new writes now."""
        for wake in self._wakes:
            wake.set()

    async def __aenter__(self) -> Self:
        works: list[Step] = [*[self._merge_documents] * _CLAIMS, partial(accept_queued, claims=self._claims)]
        self._wakes = [asyncio.Event() for _ in works]
        await self._running.enter_async_context(running(*map(self._run, works, self._wakes)))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop at once: what is claimed stays in the queue."""
        await self._running.aclose()
        self._notes.disconnect()

    def _session(self) -> MergeSession:
        return MergeSession(self._database, self._events.max_merge_seconds)

    async def _run(self, step: Step, wake: asyncio.Event) -> None:
        """Repeat a step for as long as the worker lives, over a connection of its own."""
        session = self._session()
        try:
            while True:
                wake.clear()
                if not await self._step(step, session):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_LOOK_SECONDS):
                            await wake.wait()
        finally:
            session.disconnect()

    async def _step(self, step: Step, session: MergeSession) -> int:
        """Take one step: the number of writes that left the queue; 0 where the step failed, to be repeated."""
        try:
            with self._database.used(_PART):
                try:
                    return await self._claiming(step, await session.connected())
                except OTHERS_MERGE as error:  # no outage: they take too long
                    _log.warning("queue.others_merge", reason=str(error))
        except OverloadedError:
            pass
        except Exception:
            _log.exception("queue.failed")
        session.disconnect()
        return 0

    async def _claiming(self, step: Step, connection: Connection) -> int:
        """Take one step, alone if workers have ended with its writes."""
        try:
            async with self._claims.beside_others():
                return await step(connection)
        except DoubtfulError:
            async with self._claims.alone():
                return await step(connection)

    async def _merge_documents(self, connection: Connection) -> int:
        """Merge the oldest documents of events; the number of those that left the queue."""
        async with claimed_documents(connection, self._claims) as claimed:
            deliveries = await asyncio.to_thread(lambda: [self._parsed(one, claimed) for one in claimed.documents])
            for group in _groups(list(zip(claimed.documents, deliveries, strict=True))):
                results = await asyncio.gather(*starmap(self._merge, group), return_exceptions=True)
                for (document, _), result in zip(group, results, strict=True):
                    await self._settle(connection, claimed, document, result)
        return len(claimed.done)

    async def _merge(self, document: Record, delivery: Delivery | Exception) -> None:
        """Merge a document, a long one in steps: to merge an event again changes nothing."""
        with spans.shared(SPAN, [origin_of(document)]):
            if isinstance(delivery, Exception):
                raise delivery
            if len(delivery.items) == 1:  # as most have
                await self._events.gather(delivery)
                return
            for step in steps(delivery.items):
                await self._events.gather(delivery._replace(items=step))

    def _parsed(self, document: Record, claimed: Claimed) -> Delivery | Exception:
        """A document to be merged, or the mistake of a parser: it costs the other documents nothing."""
        try:
            return Delivery(self._items(document, claimed), document["trace_id"])
        except Exception as error:
            return error

    def _items(self, document: Record, claimed: Claimed) -> list[Changes | Problem]:
        """The items of a document; one that is given up is a problem."""
        dialect, source, tenant = (document[name] for name in ("dialect", "source", "tenant"))
        if is_given_up(document, claimed.ended):
            error = failed_in_queue(MAX_TRIES, SEE_LOG)
            return [problem(dialect, source, 1, error, _readable(document["body"]), tenant)]
        parse, body = _PARSERS[dialect], unpack_body(document["body"])
        return parse(body, source, 1, tenant, max_records=None, max_names=self._events.max_event_names)

    async def _settle(self, connection: Connection, claimed: Claimed, document: Record, result: object) -> None:
        """A merged document leaves the queue; one that may be merged in a moment, or by a better server, stays."""
        if not isinstance(result, BaseException):
            claimed.done.append(document["seq"])
        elif not isinstance(result, OverloadedError):
            _log.error("queue.document_failed", exc_info=result, trace_id=document["trace_id"].hex)
            await count_try(connection, document["seq"])


def _readable(packed: bytes) -> bytes:
    """Return a body for the quarantine; as it is, if only a newer version can unpack it."""
    try:
        return unpack_body(packed)
    except UnknownDictionaryError:
        return packed


def _groups(parsed: Sequence[Parsed]) -> Iterator[list[Parsed]]:
    """Documents in groups of at most STEP_EVENTS events, or one document: requests go on beside them."""
    group: list[Parsed] = []
    events = 0
    for document, delivery in parsed:
        more = len(delivery.items) if isinstance(delivery, Delivery) else 0
        if group and events + more > STEP_EVENTS:
            yield group
            group, events = [], 0
        group.append((document, delivery))
        events += more
    if group:
        yield group
