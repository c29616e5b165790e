"""Two sessions that merge unrelated runs at the same time, and one session. Parsing is done before."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection

from headwater.store.connections import connect_to_merge

from merging import merge_steps, read_steps
from payloads import JOBS, any_job, bodies

_APART = 10_000
"""The distance of two sessions' jobs: they write and name nothing in common."""

_RUNS = 1_000_000
"""The distance of two sessions' run numbers."""


def gain(database_url: str, step: int, steps: int, rounds: int) -> float:
    """Return the events a second of two sessions ÷ those of one, as the median of rounds.

    The database is migrated and empty. Each session is a process, as a server or an executor is.
    """
    gains = []
    with ExitStack() as stack:
        sessions = [stack.enter_context(_session(database_url, place, step, steps)) for place in range(2)]
        for _ in range(rounds):
            [alone] = _seconds(sessions[:1])
            gains.append(2 * alone / max(_seconds(sessions)))
    return statistics.median(gains)


def _seconds(sessions: list[Connection]) -> list[float]:
    """Return the seconds of each session's merges, beside the others."""
    for session in sessions:
        assert session.recv() == "ready"
    for session in sessions:
        session.send("go")
    return [session.recv() for session in sessions]


@contextmanager
def _session(database_url: str, place: int, step: int, steps: int) -> Iterator[Connection]:
    """Open a pipe to a session: it sends "ready", and after each "go" the seconds of its merges."""
    ours, theirs = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=_work, args=(theirs, database_url, place, step, steps))
    process.start()
    try:
        yield ours
    finally:
        process.terminate()
        process.join()


def _work(pipe: Connection, database_url: str, place: int, step: int, steps: int) -> None:
    asyncio.run(_merge_when_told(pipe, database_url, place, step, steps))


async def _merge_when_told(pipe: Connection, database_url: str, place: int, step: int, steps: int) -> None:
    connection = await connect_to_merge(database_url)
    source = _events(place)
    await merge_steps(connection, read_steps(islice(source, 2 * JOBS)))
    while True:
        work = read_steps(islice(source, step * steps), step)
        pipe.send("ready")
        pipe.recv()
        started = time.perf_counter()
        await merge_steps(connection, work)
        pipe.send(time.perf_counter() - started)


def _events(place: int) -> Iterator[bytes]:
    """Return the events of one session."""
    return bodies(place * _RUNS, lambda number: place * _APART + any_job(number))
