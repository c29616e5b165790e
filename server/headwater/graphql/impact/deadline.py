"""Until when an answer may be worked on: one time for all its walks, and for the fields that follow from them."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Self, TypeVar

Result = TypeVar("Result")

OUT_OF_TIME = "Null where maxSeconds were over before it was found."
"""What fields say in their descriptions that follow from an answer."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the clock that only goes forward."""

    moment: float

    @classmethod
    def after(cls, seconds: float) -> Self:
        """The one that comes in so many seconds."""
        return cls(time.monotonic() + seconds)

    @property
    def seconds_left(self) -> float:
        """How many seconds are left; 0 when it is over."""
        return max(0.0, self.moment - time.monotonic())

    async def within(self, work: Coroutine[Any, Any, Result]) -> Result | None:
        """What work comes to; None where the time was over before. A statement is cancelled then.

        The work shares no future with anybody who still waits for it: that would be cancelled too.
        """
        if not self.seconds_left:
            work.close()  # Postgres would not hear of a cancellation that comes before the statement
            return None
        try:
            async with asyncio.timeout(self.seconds_left) as limit:
                return await work
        except TimeoutError:
            if not limit.expired():
                raise
            return None
