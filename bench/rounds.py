"""Candidates side by side: in every round each has its turn, so that what else the machine does hits all of them."""

import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from math import inf

from headwater.errors import OverloadedError

Ask = Callable[[], Awaitable[object]]
"""Asks once."""


async def in_turns(candidates: Mapping[str, Ask], rounds: int) -> dict[str, float]:
    """Medians in milliseconds over rounds in which every candidate has its turn, after one that does not count."""
    millis: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds + 1):
        for name, ask in candidates.items():
            millis[name].append(inf if inf in millis[name] else await timed(ask))
    return {name: statistics.median(times[1:]) for name, times in millis.items()}


async def timed(ask: Ask) -> float:
    """The milliseconds of a question; infinite where a limit ended it."""
    started = time.perf_counter()
    try:
        await ask()
    except (OverloadedError, TimeoutError):
        return inf
    return (time.perf_counter() - started) * 1000
