"""The deadline of an answer: one time for all its walks, and for all that follows from them."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Self, TypeVar

Result = TypeVar("Result")

HAND_OVER_SHARE = 0.2
HAND_OVER_LEAST = 1.0
"""The time beyond a deadline for handing over what a walk found: a share of its seconds, and the least seconds."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the clock that only goes forward, and the seconds for handing over what was found by then."""

    moment: float
    hand_over_seconds: float

    @classmethod
    def after(cls, seconds: float) -> Self:
        """The deadline in so many seconds."""
        return cls(time.monotonic() + seconds, max(HAND_OVER_SHARE * seconds, HAND_OVER_LEAST))

    @property
    def seconds_left(self) -> float:
        """The seconds that are left; 0 after the deadline."""
        return max(0.0, self.moment - time.monotonic())

    async def within(self, work: Coroutine[Any, Any, Result], *, hands_over: bool = False) -> Result | None:
        """The result of work; None where the time is over before. A running statement is cancelled then.

        Work that hands over what it found by the deadline may take a little longer. The work must share no future with
        other waiters: the future would be cancelled for them, too.
        """
        left = self.moment + (self.hand_over_seconds if hands_over else 0.0) - time.monotonic()
        if left <= 0:
            work.close()  # Postgres would not hear of a cancellation that comes before the statement
            return None
        try:
            async with asyncio.timeout(left) as limit:
                return await work
        except TimeoutError:
            if not limit.expired():
                raise
            return None
