"""The result of one step of a load, as executors tell the driver."""

import time
from collections import Counter
from typing import NamedTuple

from headwater import metrics
from headwater.store.merge import Merged


class Step(NamedTuple):
    """The result of a step: its records, the codes of those in quarantine, and the seconds of the merge.

    waited_seconds: the part of them in which it waited for other merges.
    """

    merged: Merged
    codes: Counter[str]
    seconds: float
    waited_seconds: float


class Clock:
    """Measures a step of this process, from now on."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._waited = metrics.merge_wait_seconds()

    def step(self, merged: Merged, codes: Counter[str]) -> Step:
        """The result of the step that ends now."""
        seconds = time.perf_counter() - self._started
        return Step(merged, codes, seconds, metrics.merge_wait_seconds() - self._waited)
