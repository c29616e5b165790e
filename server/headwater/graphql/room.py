"""Turns of expensive queries, so that they never block the event loop for long together (docs/limits.md)."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from headwater.errors import OverloadedError
from headwater.model.query_limits import EXPENSIVE_QUERIES, WAIT_SECONDS

MAX_WAITING: Final = 100
"""The maximum number of expensive queries that wait for a slot."""

Gone = Callable[[], Awaitable[None]]
"""Return when the client has disconnected."""

_FULL = "Too many expensive queries are waiting: ask for less, or send it again in a moment."
_TOO_LATE = "Other expensive queries took too long: ask for less, or send it again in a moment."
_GONE = "The client has gone away."


class Room:
    """A few places for expensive queries; other queries wait in the order of their arrival."""

    def __init__(
        self, places: int = EXPENSIVE_QUERIES, wait_seconds: float = WAIT_SECONDS, max_waiting: int = MAX_WAITING
    ) -> None:
        self._free = places
        self._wait_seconds = wait_seconds
        self._max_waiting = max_waiting
        self._waiting: deque[asyncio.Future[None]] = deque()
        self.alone = asyncio.Lock()
        """Held by the query that runs; the other admitted queries run while it waits long for the database."""

    async def enter(self, gone: Gone | None = None, *, is_patient: bool = False) -> None:
        """Take a place. Raises OverloadedError for too many in the queue, too long a wait, or a disconnected client.

        Patient callers wait without a limit.
        """
        if self._free and not self._waiting:
            self._free -= 1
            return
        if len(self._waiting) >= self._max_waiting and not is_patient:
            raise OverloadedError(_FULL)
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await _given(place, gone, None if is_patient else self._wait_seconds)
        except BaseException:
            if place.done():
                self.leave()
            else:
                self._waiting.remove(place)
            raise

    def leave(self) -> None:
        """Give the place to the query that has waited longest."""
        if self._waiting:
            self._waiting.popleft().set_result(None)
        else:
            self._free += 1


class Turn:
    """The slot of one operation; cheap operations need none."""

    def __init__(self, room: Room, *, is_expensive: bool, gone: Gone | None = None) -> None:
        self._room = room
        self._is_needed = is_expensive
        self._gone = gone
        self._has_place = False

    async def take(self, *, is_patient: bool = False) -> None:
        """Wait for a place if the operation needs one. Raises OverloadedError as `Room.enter`."""
        if self._is_needed and not self._has_place:
            await self._room.enter(self._gone, is_patient=is_patient)
            self._has_place = True

    def give_back(self) -> None:
        """Leave the place, if there is one."""
        if self._has_place:
            self._has_place = False
            self._room.leave()


async def _given(place: asyncio.Future[None], gone: Gone | None, seconds: float | None) -> None:
    watched = [place, *([] if gone is None else [asyncio.ensure_future(gone())])]
    try:
        done, _ = await asyncio.wait(watched, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for watcher in watched[1:]:
            watcher.cancel()
    if not place.done():
        raise OverloadedError(_GONE if done else _TOO_LATE)
