"""The deadline of an answer: one time for all its walks, and for all its further parts."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Self, TypeVar

Result = TypeVar("Result")

HAND_OVER_SHARE = 0.2
HAND_OVER_LEAST = 1.0
"""The time beyond a deadline for handing over the results of a walk: a share of its seconds, and the least seconds."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the monotonic clock, and the seconds for handing over the results found by then."""

    moment: float
    hand_over_seconds: float

    @classmethod
    def after(cls, seconds: float) -> Self:
        """Return the deadline in so many seconds."""
        return cls(time.monotonic() + seconds, max(HAND_OVER_SHARE * seconds, HAND_OVER_LEAST))

    @property
    def seconds_left(self) -> float:
        """The remaining seconds; 0 after the deadline."""
        return max(0.0, self.moment - time.monotonic())

    async def within(self, work: Coroutine[Any, Any, Result], *, hands_over: bool = False) -> Result | None:
        """Return the result of work; None if the time was over before. A running statement is cancelled then.

        Work that hands over its results at the deadline may take a little longer. The work must share no future with
        other
        waiters: the future would be cancelled for them, too.
        """
        left = self.moment + (self.hand_over_seconds if hands_over else 0.0) - time.monotonic()
        if left <= 0:
            work.close()  # Postgres would not notice a cancellation before the statement
            return None
        try:
            async with asyncio.timeout(left) as limit:
                return await work
        except TimeoutError:
            if not limit.expired():
                raise
            return None
