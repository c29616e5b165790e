"""Two sessions that merge unrelated runs at the same time, and one: nothing but merges, since parsing was done before."""

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import islice

from asyncpg import Connection

from headwater.store.pool import connect_to_merge

from merging import Step, merge_steps, read_steps
from payloads import JOBS, any_job, bodies

_APART = 10_000
"""Between the jobs of two sessions: nothing that one writes or names is the other's."""

_RUNS = 1_000_000
"""Between the runs of two sessions."""


async def gain(database_url: str, step: int, steps: int, rounds: int) -> float:
    """The events a second of two sessions ÷ those of one, as the median of rounds; in a migrated, empty database."""
    sessions = [await connect_to_merge(database_url) for _ in range(2)]
    sources = [_events(place) for place in range(2)]
    for session, source in zip(sessions, sources, strict=True):
        await merge_steps(session, read_steps(islice(source, 2 * JOBS)))
    gains = []
    for _ in range(rounds):
        alone, *together = [read_steps(islice(source, step * steps), step) for source in (sources[0], *sources)]
        one = await _seconds(sessions[:1], [alone])
        gains.append(2 * one / await _seconds(sessions, together))
    for session in sessions:
        await session.close()
    return statistics.median(gains)


def _events(place: int) -> Iterator[bytes]:
    """The events of one session."""
    return bodies(place * _RUNS, lambda number: place * _APART + any_job(number))


async def _seconds(sessions: Sequence[Connection], work: Sequence[Sequence[Step]]) -> float:
    """The seconds until all sessions have done their work."""
    started = time.perf_counter()
    await asyncio.gather(*(merge_steps(session, steps) for session, steps in zip(sessions, work, strict=True)))
    return time.perf_counter() - started
