"""Removes half of a history while events and queries go on: the rate, their p99 beside it, and the space that comes back.

    .venv/bin/python bench/retention.py [--runs 1000000] [--seconds 30] [--rate 500] [--quick]

The history (`copies.py`) has families of one run each. Half as many runs are loaded at the end: they take the freed space.
Indexes that were built full then grow, so half is removed and loaded once more: now the tables have to keep their size.
The database is new, in the embedded Postgres of HEADWATER_DATA_DIR or on DATABASE_URL's server.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from typing import NamedTuple
from uuid import uuid4

from asking import Server, body_of
from copies import PERIOD_RUNS, add_copies, fill_by_copies
from rounds import Ask, timed
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.settings import load_settings
from headwater.store.connections import connect, connect_to_merge
from headwater.store.retention import Policy, Removed, Scope, remove_runs, set_retention_policy

from cpu import MICRO, session_seconds
from history import JOBS
from load_client import exchange, request
from servers import headwater, new_database

QUERY = """{ runsConnection(first: 20) { nodes { urn created { time } currentState { status }
inputs: relationships(input: {types: ["Consumes"], direction: OUTGOING, count: 5}) {
relationships { entity { urn type } } } } } }"""
ASKED = ("an event", "a page of runs")
MOST_RATIO = 3
LEAST_RATE = 500
"""Required: the p99 beside a removal ÷ the p99 alone at most, and the runs removed in a second at least."""

_SIZES = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c WHERE c.relname = ANY ($1::text[])"
_TABLES = [
    "run", "entity", "run_event", "edge", "mention", "run_facets", "run_link", "asset_read", "asset_write", "content", "facet_set"
]  # fmt: skip


Times = list[float]
"""The times of requests of one kind, in milliseconds."""


class Beside(NamedTuple):
    """A removal with the times of requests beside it."""

    removed: Removed
    seconds: float
    cpu_seconds: float
    times: Sequence[Times]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rate", type=float, default=LEAST_RATE, help="the most runs to remove in a second")
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    runs, seconds = (2 * PERIOD_RUNS, 1.0) if arguments.quick else (arguments.runs, arguments.seconds)
    with database_as_found(load_settings()) as server_url, new_database(server_url, "headwater_bench_retention") as url:
        migrate_database(url)
        fill_by_copies(url, runs)
        before = asyncio.run(_bytes(url))
        with headwater(url) as running:
            alone = asyncio.run(_requests(running.port, seconds))
            beside = asyncio.run(_beside(url, running.port, runs // JOBS // 2, arguments.rate))
            after = asyncio.run(_requests(running.port, seconds))  # other work on the machine may have changed
        _print_times([one + other for one, other in zip(alone, after, strict=True)], beside)
        sizes = {"before": before, "after the removal": asyncio.run(_bytes(url))}
        add_copies(url, runs, runs // 2)
        sizes["after half as many new runs"] = asyncio.run(_bytes(url))
        asyncio.run(_remove_again(url))
        sizes["after a second removal"] = asyncio.run(_bytes(url))
        add_copies(url, runs + runs // 2, runs // 2)
        sizes["after half as many new runs again"] = asyncio.run(_bytes(url))
        _print_sizes(sizes)


def _print_times(alone: Sequence[Times], beside: Beside) -> None:
    removed, seconds, cpu, times = beside
    head("removed", "runs a second", "Postgres CPU a run", "required")
    row(
        f"{removed.runs:,}",
        f"{removed.runs / seconds:,.0f}",
        f"{cpu / max(removed.runs, 1) * MICRO:,.0f} µs",
        f"{LEAST_RATE}",
    )
    head("p99", "before and after", "beside the removal", "ratio", "required at most")
    for name, one, other in zip(ASKED, map(_p99, alone), map(_p99, times), strict=True):
        row(name, millis(one), millis(other), f"{other / one:.1f}", f"{MOST_RATIO}")


def _p99(times: Times) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def _print_sizes(sizes: Mapping[str, int]) -> None:
    head("tables of runs", "MB")
    for when, size in sizes.items():
        row(when, f"{size / 1e6:,.0f}")


async def _bytes(url: str) -> int:
    """Return the size of the tables with a row or more a run, vacuumed."""
    connection = await connect(url)
    for table in _TABLES:
        await connection.execute(f"VACUUM {table}")
    found: int = await connection.fetchval(_SIZES, _TABLES)
    await connection.close()
    return found


async def _beside(url: str, port: int, keep_runs: int, rate: float) -> Beside:
    connection = await connect_to_merge(url)
    await set_retention_policy(connection, Policy(Scope.EVERYTHING, "", keep_runs, None, None, None))
    began, cpu = time.perf_counter(), session_seconds(connection)
    removal = asyncio.create_task(remove_runs(connection, datetime.now(UTC), rate, lambda _: None))
    times = await _requests(port, None, removal)
    removed = await removal
    found = Beside(removed, time.perf_counter() - began, session_seconds(connection) - cpu, times)
    await connection.close()
    return found


async def _remove_again(url: str) -> None:
    """Remove by the same policy, as fast as can be."""
    connection = await connect_to_merge(url)
    await remove_runs(connection, datetime.now(UTC), inf, lambda _: None)
    await connection.close()


async def _requests(port: int, seconds: float | None, until: "asyncio.Task[Removed] | None" = None) -> list[Times]:
    """Return the times of each request in ASKED, for so long or until a task is done."""
    server = Server(port)
    await server.send(body_of(QUERY))
    await _send(port, _event())  # A server connects for its first event.
    ended = asyncio.create_task(asyncio.sleep(seconds)) if seconds is not None else until
    assert ended is not None
    asks: list[Ask] = [lambda: _send(port, _event()), lambda: server.send(body_of(QUERY))]
    return list(await asyncio.gather(*(_times(ask, ended) for ask in asks)))


async def _times(ask: Ask, ended: "asyncio.Task[None] | asyncio.Task[Removed]") -> Times:
    took: Times = []
    while not ended.done() or not took:
        took.append(await timed(ask))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(ended), 0.01)
    return took


def _event() -> bytes:
    event = {
        "eventTime": datetime.now(UTC).isoformat(),
        "eventType": "COMPLETE",
        "run": {"runId": str(uuid4())},
        "job": {"namespace": "bench", "name": "beside"},
        "inputs": [{"namespace": "postgres://db:5432", "name": "d.s.t1"}],
        "outputs": [{"namespace": "bench", "name": "beside"}],
    }
    return request("localhost", "POST", "/api/v1/lineage", json.dumps(event).encode())


async def _send(port: int, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        await exchange(reader, writer, sent)
    finally:
        writer.close()


if __name__ == "__main__":
    main()
