"""Asynchronous writes: how fast they are acknowledged beside synchronous ones, and how fast a worker merges a burst."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from asyncpg import Connection

from headwater.app.database import migrate_database
from headwater.store.connections import connect

from clients import Answered, Sender, median
from cpu import MICRO, cpu_seconds, peak_megabytes
from draining import depth, depth_seen
from merging import LARGE
from over_http import BATCH_CLIENTS, MANY
from payloads import bodies
from servers import headwater, new_database

_LOOK_SECONDS = 0.1


class Drained(NamedTuple):
    """A burst that a worker has merged: events, and seconds from the start of the worker to the last merge.

    The rate and the CPU in µs an event count from the first look at which some events had left the queue. The memory is
    the most that the worker has had, in MB.
    """

    burst: int
    lag_seconds: float
    per_second: float
    worker_micros: float
    postgres_micros: float
    memory_at_half: float
    memory_at_end: float


class Queued(NamedTuple):
    """The medians over all rounds, and the burst."""

    accepted: Answered
    """Events acknowledged in the queue, each in its own request."""

    merged: Answered
    """Events merged before the answer, each in its own request."""

    batches: Answered
    """Events merged in batches, before the burst and after it: a merge costs more in a larger store."""

    drained: Drained


def queued(server_url: str, postmaster: int, rounds: int, seconds: float, burst: int) -> Queued:
    """Measure a server that leaves its queue alone; then a worker merges a burst of at least so many events."""
    settings = {"HEADWATER_DRAINS_QUEUE": "false", "HEADWATER_MAX_QUEUED_WRITES": str(100 * burst)}
    with new_database(server_url, "headwater_bench_queue") as url:
        migrate_database(url)
        with headwater(url, settings=settings) as ours:
            events = bodies()
            accepting = Sender(ours, postmaster, "/api/v1/lineage?async=true", events)
            merging = Sender(ours, postmaster, "/api/v1/lineage", events)
            batching = Sender(ours, postmaster, "/api/v1/lineage/batch", events, LARGE)
            merging.send_names()
            found = [
                (
                    accepting.measure(MANY, seconds),
                    merging.measure(MANY, seconds),
                    batching.measure(BATCH_CLIENTS, seconds),
                )
                for _ in range(rounds)
            ]
            while asyncio.run(depth(url)) < burst:
                accepting.measure(MANY, seconds)
            with _worker(url) as pid:
                drained = asyncio.run(_drained(url, pid, postmaster))
            after = [batching.measure(BATCH_CLIENTS, seconds) for _ in range(rounds)]
    accepted, merged, before = zip(*found, strict=True)
    return Queued(median(accepted), median(merged), median([*before, *after]), drained)


async def _drained(url: str, pid: int, postmaster: int) -> Drained:
    """Follow a worker until the queue is empty."""
    started = time.perf_counter()
    connection = await connect(url)
    burst = left = await depth_seen(connection)
    while left == burst:
        left = await _look(connection)
    first, counted = left, (time.perf_counter(), cpu_seconds(pid), cpu_seconds(postmaster))
    while left > burst / 2:
        left = await _look(connection)
    memory_at_half = peak_megabytes(pid)
    while left:
        left = await _look(connection)
    ended = (time.perf_counter(), cpu_seconds(pid), cpu_seconds(postmaster))
    await connection.close()
    seconds, worker, postgres = (after - before for before, after in zip(counted, ended, strict=True))
    events = max(first, 1)
    return Drained(
        burst,
        ended[0] - started,
        events / seconds,
        MICRO * worker / events,
        MICRO * postgres / events,
        memory_at_half,
        peak_megabytes(pid),
    )


async def _look(connection: Connection) -> int:
    await asyncio.sleep(_LOOK_SECONDS)
    return await depth_seen(connection)


@contextmanager
def _worker(url: str) -> Iterator[int]:
    """Run `headwater worker`; its process id."""
    environment = os.environ | {"HEADWATER_DATABASE_URL": url, "HEADWATER_LOG_LEVEL": "warning"}
    command = [sys.executable, "-m", "headwater", "worker"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()
