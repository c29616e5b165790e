"""The lock that expensive executions share: one runs at a time, and a large answer goes on after short waits."""

import asyncio
from time import monotonic

_SHORT_SECONDS = 0.05
"""The longest wait in which the execution of a large answer keeps the lock."""

_MOST_SECONDS = 0.25
"""The time after which it keeps the lock in no wait: many short ones must not shut others out."""


class Alone:
    """One execution's hold of the lock. Without a lock it does nothing."""

    def __init__(self, lock: asyncio.Lock | None) -> None:
        self._lock = lock
        self._is_held = False
        self._taken_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    async def take(self) -> None:
        """Wait for the lock, unless the execution still has it."""
        self._stop_timer()
        if self._lock is not None and not self._is_held:
            await self._lock.acquire()
            self._is_held, self._taken_at = True, monotonic()

    def lend(self, loop: asyncio.AbstractEventLoop, *, is_large: bool) -> None:
        """Let others have the lock. A large answer keeps it in its first waits, unless `take` is late."""
        if not is_large or monotonic() - self._taken_at > _MOST_SECONDS:
            self.give_back()
        elif self._lock is not None:
            self._timer = loop.call_later(_SHORT_SECONDS, self.give_back)

    def give_back(self) -> None:
        """Let others have the lock."""
        self._stop_timer()
        if self._lock is not None and self._is_held:
            self._is_held = False
            self._lock.release()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
