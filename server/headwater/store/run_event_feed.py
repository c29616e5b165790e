"""Tell subscribers about run events: first those in the store, then each commit's, without gap or repetition.

A server has one connection that listens. Each commit with new events sends a notice. The feed then reads the events
after its last place, once for all subscribers. The next read also finds the events of a lost notice or connection.
Without subscribers the feed reads nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from itertools import chain
from typing import Self

import structlog

from headwater.errors import SlowReaderError
from headwater.store.connections import connect_to_listen
from headwater.store.database import Database, is_away
from headwater.store.run_events import Interest, Key, ReadEvent, RunEvent, RunEventReader, to_cursor

_log = structlog.get_logger()

_CHANNEL = "run_events"
_LOOK_SECONDS = 5
"""Seconds without a notice until the feed reads by itself: so it finds out that a connection is dead."""
_MERGE_SECONDS = 0.1
"""The same while merges run: a notice can come before their locks are gone."""
_READ_SECONDS = 30
_RETRY_SECONDS = 1
_PART = "run events"
"""The name of the feed among the parts of a server, for `Database`."""


class RunEventFeed:
    """Tells all subscribers of a server; for each, at most max_waiting events wait."""

    def __init__(self, database: Database | str, reader: RunEventReader, max_waiting: int) -> None:
        self._database = Database.at(database)
        self._reader = reader
        self._max_waiting = max_waiting
        self._seen = 0
        self._subscribers: dict[Key, set[_Subscriber]] = defaultdict(set)
        self._joining: list[_Subscriber] = []
        self.followers = 0
        """The subscriptions that are open."""
        self._wake = asyncio.Event()
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._seen = (await self._reader.newest()).seen
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def follow(self, interest: Interest, place: int) -> AsyncGenerator[RunEvent, None]:
        """Yield the events of interest after a place, in order: those in the store, then new ones, without end.

        Raises SlowReaderError if too many wait; events that the store had already are read as the subscriber takes
        them.
        """
        subscriber = _Subscriber(interest, self._max_waiting)
        self.followers += 1
        try:
            is_last = False
            while not is_last:
                events, place_read, is_last = await self._stored(interest, place)
                for event in events:
                    yield await self._in_turn(event)
                place = place_read
            # Reads the events between the last page and the moment from which on the subscriber is told.
            since = await self._join(subscriber)
            while place < since:
                events, place, _ = await self._stored(interest, place, since)
                for event in events:
                    yield await self._in_turn(event)
            while True:
                event = await subscriber.take(place)
                if event.place > place:
                    yield await self._in_turn(event)
                    place = event.place
        finally:
            self.followers -= 1
            self._leave(subscriber)

    async def _stored(
        self, interest: Interest, place: int, until: int | None = None
    ) -> tuple[list[RunEvent], int, bool]:
        """Return the next events of interest in the store, the place reached, and True if there are no more."""
        page = await self._reader.after(place, [interest], until)
        events = await self._reader.with_runs([event for event in page.events if interest.meets(event.traits)])
        return events, page.reached, page.is_last

    async def _in_turn(self, event: RunEvent) -> RunEvent:
        """Return the event after a round of the event loop, so that queries continue under a load of many events."""
        async with self._turn:
            await asyncio.sleep(0)
        return event

    async def _join(self, subscriber: "_Subscriber") -> int:
        """Return the place after which the subscriber is told of all events."""
        self._joining.append(subscriber)
        self._wake.set()
        return await subscriber.since

    def _leave(self, subscriber: "_Subscriber") -> None:
        if subscriber in self._joining:
            self._joining.remove(subscriber)
        for key in subscriber.interest.keys:
            self._subscribers[key].discard(subscriber)
            if not self._subscribers[key]:
                del self._subscribers[key]

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                # Any error: subscribers must not be left waiting, and missed events are read from the store.
                if is_away(error):
                    self._database.failed(_PART, error)
                else:
                    _log.warning("run_events.reading_failed", exc_info=error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _listen(self) -> None:
        """Tell of new events while the connection lives. Raises the driver's error when it ends."""
        connection = await connect_to_listen(self._database.direct_url)
        reader = RunEventReader(connection)
        try:
            connection.add_termination_listener(lambda _: self._wake.set())
            await connection.add_listener(_CHANNEL, lambda *_: self._noticed())
            while True:
                self._wake.clear()
                async with asyncio.timeout(_READ_SECONDS):
                    break_seconds = await self._tell(reader)
                self._database.succeeded(_PART)
                if break_seconds:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(break_seconds):
                            await self._wake.wait()
        finally:
            connection.terminate()

    def _noticed(self) -> None:
        if self._subscribers:
            self._wake.set()

    async def _tell(self, reader: RunEventReader) -> float:
        """Tell of events committed since the last time, up to a page. Return the seconds to wait for more."""
        self._admit()
        if not self._subscribers:
            self._seen = (await reader.newest()).seen
            return _LOOK_SECONDS
        page = await reader.after(self._seen, self._interests())
        told = [(event, wanting) for event in page.events if (wanting := self._wanting(event))]
        events = await reader.with_runs([event for event, _ in told])
        for event, (_, wanting) in zip(events, told, strict=True):
            for subscriber in wanting:
                subscriber.tell(event)
            await asyncio.sleep(0)
        self._seen = page.reached
        if not page.is_last:
            return 0
        return _MERGE_SECONDS if page.merges_run else _LOOK_SECONDS

    def _admit(self) -> None:
        """Start telling new subscribers: between two reads, so that each read knows the interests of all."""
        for subscriber in self._joining:
            for key in subscriber.interest.keys:
                self._subscribers[key].add(subscriber)
            if not subscriber.since.done():
                subscriber.since.set_result(self._seen)
        self._joining.clear()

    def _interests(self) -> Iterable[Interest]:
        return (subscriber.interest for subscriber in chain.from_iterable(self._subscribers.values()))

    def _wanting(self, event: ReadEvent) -> list["_Subscriber"]:
        """Return the subscribers interested in an event."""
        near = {subscriber for key in event.keys for subscriber in self._subscribers.get(key, ())}
        return [subscriber for subscriber in near if subscriber.interest.meets(event.traits)]


class _Subscriber:
    """A subscriber, and its waiting events."""

    def __init__(self, interest: Interest, max_waiting: int) -> None:
        self.interest = interest
        self.since: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting: asyncio.Queue[RunEvent] = asyncio.Queue(max_waiting)
        self._is_slow = False

    def tell(self, event: RunEvent) -> None:
        """Queue an event; if too many wait, drop all of them."""
        if self._waiting.full():
            self._is_slow, self._waiting = True, asyncio.Queue()
        if not self._is_slow:
            self._waiting.put_nowait(event)

    async def take(self, place: int) -> RunEvent:
        """Return the longest waiting or next event. Raises SlowReaderError, with the place up to which all was read."""
        if self._is_slow:
            raise SlowReaderError(to_cursor(place))
        return await self._waiting.get()
