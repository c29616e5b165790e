"""Candidates side by side: each has a turn in every round, so other work on the machine hits all of them."""

import statistics
import time
from collections.abc import Awaitable, Callable, Mapping
from math import inf

from headwater.errors import OverloadedError

Ask = Callable[[], Awaitable[object]]
"""Asks once."""


async def in_turns(candidates: Mapping[str, Ask], rounds: int) -> dict[str, float]:
    """Return medians in milliseconds over rounds of one turn each, after a warm-up round."""
    millis: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds + 1):
        for name, ask in candidates.items():
            millis[name].append(inf if inf in millis[name] else await timed(ask))
    return {name: statistics.median(times[1:]) for name, times in millis.items()}


async def timed(ask: Ask) -> float:
    """Return the milliseconds of a question; infinite if a limit ended it."""
    started = time.perf_counter()
    try:
        await ask()
    except (OverloadedError, TimeoutError):
        return inf
    return (time.perf_counter() - started) * 1000
