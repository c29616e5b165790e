"""Merges into a hub (a job with many runs, a dataset with many writes), and into a job and datasets with few.

The hub's history is merged, too, from the smallest possible events, so every table derived from it is there.
"""

import json
import statistics
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any
from uuid import UUID

from headwater.store.connections import connect_to_merge

from cpu import session_seconds
from facets import PRODUCER, RUN_EVENT
from merging import LARGE, SMALL, merge_steps, read_steps
from payloads import NAMESPACE, START, bodies, job_name, outputs

_HUB = 0
"""The number of the hub's job."""

_FEW_RUNS = 10
_APART = 10
"""The distance of two jobs' numbers."""

_RUNS_APART = 10_000
"""The distance of the run numbers of consecutive jobs."""


def history(runs: int) -> Iterator[bytes]:
    """Yield the end events of the hub's runs: each wrote its first output."""
    for number in range(runs):
        yield json.dumps(_end(number, runs)).encode()


def _end(number: int, runs: int) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": (START - timedelta(seconds=runs - number)).isoformat(),
        "producer": PRODUCER,
        "schemaURL": RUN_EVENT,
        "run": {"runId": str(UUID(int=(0x7000 << 64) | (0x9 << 60) | number))},
        "job": {"namespace": "bench", "name": job_name(_HUB)},
        "inputs": [],
        "outputs": [{"namespace": NAMESPACE, "name": outputs(_HUB)[0]}],
    }


async def hub_costs(database_url: str, runs: int, rounds: int) -> tuple[float, float]:
    """Return the session's CPU an event of merges into the hub and into small jobs, in seconds, as medians of rounds.

    The database is migrated and empty. Each round merges 64 new events into the hub, and 64 into a job of its own.
    """
    jobs = [_APART * (number + 1) for number in range(rounds)]
    sources = {job: _events(job) for job in (_HUB, *jobs)}
    into_hub: list[float] = []
    into_small: list[float] = []
    connection = await connect_to_merge(database_url)
    ends = history(runs)
    while page := list(islice(ends, LARGE)):
        await merge_steps(connection, read_steps(page))
    for source in sources.values():
        await merge_steps(connection, read_steps(islice(source, 2 * _FEW_RUNS)))
    await connection.execute("VACUUM (ANALYZE)")
    for job in jobs:
        for costs, source in ((into_hub, sources[_HUB]), (into_small, sources[job])):
            steps = read_steps(islice(source, SMALL))
            before = session_seconds(connection)
            await merge_steps(connection, steps)
            costs.append((session_seconds(connection) - before) / SMALL)
    await connection.close()
    return statistics.median(into_hub), statistics.median(into_small)


def _events(job: int) -> Iterator[bytes]:
    """Return the events of one job's runs."""
    return bodies(job * _RUNS_APART, lambda _: job)
