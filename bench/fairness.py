"""Times /health, a small query and an event beside expensive queries that take turns, or that all run at once.

    .venv/bin/python bench/fairness.py [--seconds 20] [--quick]

The database is new, in the embedded Postgres of HEADWATER_DATA_DIR or on DATABASE_URL's server.
"""

import argparse
import asyncio
import itertools
import json
import os
import statistics
import time
from collections.abc import Sequence

from asking import Server, body_of
from rounds import Ask, timed
from subscribers import Spread
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.dialects.openlineage import parse_document
from headwater.settings import load_settings
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from load_client import exchange, request
from servers import headwater, new_database

RUNS = 1000
ASKED = ("`/health`", "small query", "an event")
EXPENSIVE = """{ runsConnection(first: 1000) { nodes { urn type nativeId created { time } currentState { status }
inputs: relationships(input: {types: ["Consumes"], direction: OUTGOING, count: 5}) {
relationships { type direction entity { urn type } } } } } }"""
SMALL = "{ runsConnection(first: 5) { nodes { urn currentState { status } } } }"
BESIDE = (0, 1, 12)
"""The numbers of clients that repeat the expensive query."""

AT_ONCE = {"2, the others take turns": "2", "all": "1000"}
"""The number of expensive queries that run at the same time."""

_DATASETS = [f"table{number}" for number in range(5)]
_NUMBERS = itertools.count(RUNS)
"""The run numbers of the events to send."""

MOST_RATIO = 3
"""The p99 beside most expensive queries, which take turns, ÷ the p99 alone: the required maximum."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    seconds = 0.3 if arguments.quick else arguments.seconds
    with database_as_found(load_settings()) as server_url, new_database(server_url, "headwater_bench_fairness") as url:
        migrate_database(url)
        asyncio.run(_fill(url))
        head("beside", "executed at a time", *(f"{name}: {cell}" for name in ASKED for cell in ("median", "p99")))
        found: dict[tuple[int, str], Sequence[Spread]] = {}
        for expensive in BESIDE:
            for said, places in AT_ONCE.items() if expensive else [("", "2")]:
                os.environ["HEADWATER_MAX_EXPENSIVE_QUERIES"] = places
                os.environ["HEADWATER_MAX_POOL_WAIT_SECONDS"] = "600"
                with headwater(url) as running:
                    times = asyncio.run(_beside(running.port, expensive, seconds))
                found[expensive, places] = times
                row(f"{expensive} expensive queries", said, *(millis(value) for spread in times for value in spread))
    head(f"p99 beside {BESIDE[-1]}, which take turns ÷ alone", *ASKED, "required at most")
    ratios = (beside.p99 / alone.p99 for beside, alone in zip(found[BESIDE[-1], "2"], found[0, "2"], strict=True))
    row("", *(f"{ratio:.1f}" for ratio in ratios), f"{MOST_RATIO}")


async def _fill(database_url: str) -> None:
    """Merge runs with five inputs each."""
    items = [item for number in range(RUNS) for item in parse_document(_event(number, _DATASETS), "bench", 1)]
    connection = await connect_to_merge(database_url)
    await merge(connection, [Delivery(items, new_trace().trace_id)])
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def _event(number: int, datasets: Sequence[str]) -> bytes:
    """Return the end event of a run that reads some datasets."""
    event = {
        "eventTime": "2026-01-01T00:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": f"00000000-0000-4000-8000-{number:012d}"},
        "job": {"namespace": "bench", "name": f"job{number % 10}"},
        "inputs": [{"namespace": "bench", "name": name} for name in datasets],
    }
    return json.dumps(event).encode()


async def _beside(port: int, expensive: int, seconds: float) -> Sequence[Spread]:
    """Return the times of each request in ASKED, in ms, while so many clients repeat the expensive query."""
    server = Server(port)
    for query in (EXPENSIVE, SMALL):
        await server.send(body_of(query))
    await _send(port, _next_event())  # A server connects for its first event.
    load = [asyncio.create_task(_repeat(lambda: server.send(body_of(EXPENSIVE)))) for _ in range(expensive)]
    await asyncio.sleep(min(1, seconds))
    found = await asyncio.gather(
        _times(lambda: _send(port, request("localhost", "GET", "/health")), seconds),
        _times(lambda: server.send(body_of(SMALL)), seconds),
        _times(lambda: _send(port, _next_event()), seconds),
    )
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    return found


def _next_event() -> bytes:
    return request("localhost", "POST", "/api/v1/lineage", _event(next(_NUMBERS), _DATASETS[:1]))


async def _repeat(ask: Ask) -> None:
    while True:
        await ask()


async def _times(ask: Ask, seconds: float) -> Spread:
    took, until = [], time.perf_counter() + seconds
    while time.perf_counter() < until:
        took.append(await timed(ask))
        await asyncio.sleep(0.01)
    return Spread(statistics.median(took), sorted(took)[int(len(took) * 0.99)])


async def _send(port: int, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await exchange(reader, writer, sent)
    finally:
        writer.close()


if __name__ == "__main__":
    main()
