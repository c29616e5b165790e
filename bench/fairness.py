"""Times /health and a small query beside expensive ones, which take turns, and where all are executed at once.

    .venv/bin/python bench/fairness.py [--seconds 20] [--quick]

In a new database of the embedded Postgres of HEADWATER_DATA_DIR or of DATABASE_URL's server.
"""

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Awaitable, Callable

from asking import Server, body_of
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.dialects.openlineage import parse_document
from headwater.settings import load_settings
from headwater.store.merge import Delivery, merge
from headwater.store.pool import connect_to_merge
from headwater.trace import new_trace

from load_client import exchange, request
from servers import headwater, new_database

RUNS = 1000
EXPENSIVE = """{ runsConnection(first: 1000) { nodes { urn type nativeId created { time } currentState { status }
inputs: relationships(input: {types: ["Consumes"], direction: OUTGOING, count: 5}) {
relationships { type direction entity { urn type } } } } } }"""
SMALL = "{ runsConnection(first: 5) { nodes { urn currentState { status } } } }"
AT_ONCE = {"2, the others take turns": "2", "all": "1000"}
"""The number of expensive queries that are executed at the same time."""

Ask = Callable[[], Awaitable[object]]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    seconds = 1 if arguments.quick else arguments.seconds
    with database_as_found(load_settings()) as server_url, new_database(server_url, "headwater_bench_fairness") as url:
        migrate_database(url)
        asyncio.run(_fill(url))
        head("beside", "executed at a time", "`/health`: median", "p99", "small query: median", "p99")
        for expensive in (0, 1, 12):
            for said, places in AT_ONCE.items() if expensive else [("", "2")]:
                os.environ["HEADWATER_MAX_EXPENSIVE_QUERIES"] = places
                os.environ["HEADWATER_MAX_POOL_WAIT_SECONDS"] = "600"
                with headwater(url) as running:
                    health, small = asyncio.run(_beside(running.port, expensive, seconds))
                row(f"{expensive} expensive queries", said, *health, *small)


async def _fill(database_url: str) -> None:
    """Runs with five inputs each."""
    inputs = [{"namespace": "bench", "name": f"table{number}"} for number in range(5)]
    items = []
    for number in range(RUNS):
        event = {
            "eventTime": "2026-01-01T00:00:00Z",
            "eventType": "COMPLETE",
            "run": {"runId": f"00000000-0000-4000-8000-{number:012d}"},
            "job": {"namespace": "bench", "name": f"job{number % 10}"},
            "inputs": inputs,
        }
        items += parse_document(json.dumps(event).encode(), "bench", 1)
    connection = await connect_to_merge(database_url)
    await merge(connection, [Delivery(items, new_trace().trace_id)])
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def _beside(port: int, expensive: int, seconds: float) -> tuple[tuple[str, str], tuple[str, str]]:
    """The median and the 99th percentile of both, in ms, while so many clients repeat the expensive query."""
    server = Server(port)
    for query in (EXPENSIVE, SMALL):
        await server.send(body_of(query))
    load = [asyncio.create_task(_repeat(lambda: server.send(body_of(EXPENSIVE)))) for _ in range(expensive)]
    await asyncio.sleep(1)
    found = await asyncio.gather(
        _times(lambda: _health(port), seconds), _times(lambda: server.send(body_of(SMALL)), seconds)
    )
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    return found[0], found[1]


async def _repeat(ask: Ask) -> None:
    while True:
        await ask()


async def _times(ask: Ask, seconds: float) -> tuple[str, str]:
    took, until = [], time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.perf_counter()
        await ask()
        took.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.01)
    return millis(statistics.median(took)), millis(sorted(took)[int(len(took) * 0.99)])


async def _health(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await exchange(reader, writer, request("localhost", "GET", "/health"))
    finally:
        writer.close()


if __name__ == "__main__":
    main()
