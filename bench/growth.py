"""Times reads and merges in a store of 1 million runs and in one of 10 million: their ratios tell if tables may grow.

The tables of runs, events and edges are whole; only the log is partitioned. Both stores are asked in turns, by a
server each, and merge new events at the end of their history. They share one Postgres.

    .venv/bin/python bench/growth.py [--runs 1000000 10000000] [--rounds 11] [--quick]

The histories (`copies.py`) are made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on DATABASE_URL's
server; its user has to be a superuser. 10 million runs take half an hour and 45 GB.
"""

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import cycle
from typing import Any, Final
from uuid import uuid4

from asking import Server, body_of
from asyncpg import Connection, Pool
from copies import PERIOD_RUNS, fill_by_copies, layered
from query_texts import FAMILY, JOB_LIST, LIST, SEED_QUERY
from rounds import Ask, in_turns
from tables import head, millis, row

from headwater.app.database import database_as_found
from headwater.dialects.openlineage import parse_document
from headwater.impact.affected import paths
from headwater.model.changes import Changes
from headwater.model.questions import Direction, PointInTime
from headwater.settings import load_settings
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.pool import read_pool
from headwater.store.walks import Limits, StartStep, Walks
from headwater.trace import new_trace

from history import events
from impact_history import STATE_JOBS
from servers import headwater, kept_database

SIZES: Final = (100, 10_000)
"""The runs and versions of an impact."""

MOST_RATIO: Final = 1.5
"""The goal: the time with ten times as many runs ÷ the time with these."""

SAMPLE: Final = 50
BATCH_EVENTS: Final = 1_000
LIMITS: Final = Limits(steps=100_000, seconds=25)

_JOBS: Final = "SELECT urn FROM entity WHERE kind = 'dataJob' ORDER BY text_key(urn) LIMIT $1"
_RUNS: Final = """
    SELECT e.urn FROM generate_series(1, $1) AS g (n)
    CROSS JOIN LATERAL (SELECT e.urn FROM entity e WHERE e.run_key IS NOT NULL AND e.id >= (SELECT max(id) FROM run) / $1 * (n - 1)
        ORDER BY e.id LIMIT 1) e"""
_STARTS: Final = """
    SELECT r.id FROM entity j
    CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.template_id = j.id ORDER BY r.created_at DESC, r.id OFFSET $2 LIMIT 1) r
    WHERE j.kind = 'dataJob' AND j.name = ANY ($1::text[])"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, nargs=2, default=[1_000_000, 10_000_000])
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    sizes, rounds = ([PERIOD_RUNS, 2 * PERIOD_RUNS], 1) if arguments.quick else (arguments.runs, arguments.rounds)
    with database_as_found(load_settings()) as server_url:
        small, large = (
            kept_database(server_url, f"bench_growth_{runs}", partial(fill_by_copies, runs=runs)) for runs in sizes
        )
        with headwater(small) as at_small, headwater(large) as at_large:
            urls, ports = (small, large), (at_small.port, at_large.port)
            asyncio.run(_compare(dict(zip(sizes, zip(urls, ports, strict=True), strict=True)), rounds))


async def _compare(stores: Mapping[int, tuple[str, int]], rounds: int) -> None:
    asked: dict[str, Ask] = {}
    closing: list[Callable[[], Awaitable[None]]] = []
    for runs, (url, port) in stores.items():
        pool, connection = await read_pool(url, 1), await connect_to_merge(url)
        closing += [pool.close, connection.close]
        merges = await _merges(pool, connection, rounds + 1)
        questions = await _reads(pool, Server(port)) | await _impacts(pool) | merges
        asked |= {f"{runs} {name}": ask for name, ask in questions.items()}
    found = await in_turns(asked, rounds)
    for close in closing:
        await close()
    small, large = stores
    head("milliseconds, medians", f"{small:,} runs", f"{large:,} runs", "ratio", "goal")
    for name in questions:
        one, other = found[f"{small} {name}"], found[f"{large} {name}"]
        row(name, millis(one), millis(other), f"{other / one:.2f}", f"{MOST_RATIO}")


async def _reads(pool: Pool, server: Server) -> dict[str, Ask]:
    """Return the questions over HTTP, each time of another job or run of the whole history."""
    jobs = [one["urn"] for one in await pool.fetch(_JOBS, SAMPLE)]
    runs = [one["urn"] for one in await pool.fetch(_RUNS, SAMPLE)]

    def each(query: str, urns: Sequence[str]) -> Ask:
        bodies = cycle([body_of(query, urn=urn) for urn in urns])
        return lambda: server.send(next(bodies))

    return {
        "the 20 newest runs of a job, with relations": each(SEED_QUERY, jobs),
        "a page of a job's list": each(JOB_LIST, jobs),
        "the 20 newest runs of all": lambda: server.send(body_of(LIST, first=20)),
        "a run with its parent and children": each(FAMILY, runs),
    }


async def _impacts(pool: Pool) -> dict[str, Ask]:
    """Return the walks of some sizes; each starts at a run so near to the end that about so much follows."""
    found: dict[int, int] = {}
    for offset in (0, 1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256):
        for start in await pool.fetch(_STARTS, [f"flow{job // 10}.job{job}" for job in STATE_JOBS], offset):
            found[start["id"]] = await _walk(pool, start["id"])
    starts = {size: min((abs(nodes - size), run_id) for run_id, nodes in found.items())[1] for size in SIZES}
    print(f"impacts of {', '.join(f'{found[run_id]:,}' for run_id in starts.values())} runs and versions")
    return {f"impact of about {size:,} nodes": partial(_walk, pool, run_id) for size, run_id in starts.items()}


async def _walk(pool: Pool, run_id: int) -> int:
    hops = await Walks(pool).walk([StartStep(run_id)], Direction.DOWNSTREAM, PointInTime(), LIMITS)
    return int((paths(hops).levels >= 0).sum())


async def _merges(pool: Pool, connection: Connection, times: int) -> dict[str, Ask]:
    """Return merges of new events, one and many at once, at the end of the history. Events are parsed before."""
    end = await pool.fetchval("SELECT max(created_at) FROM run")
    made = {count: [_new(count, end) for _ in range(times)] for count in (1, BATCH_EVENTS)}

    async def merge_new(count: int) -> None:
        await merge(connection, [Delivery(made[count].pop(), new_trace().trace_id)])

    return {
        "a merge of an event": partial(merge_new, 1),
        f"a merge of {BATCH_EVENTS:,} events": partial(merge_new, BATCH_EVENTS),
    }


def _new(count: int, end: datetime) -> list[Changes]:
    """Return so many events of new runs at about a time."""
    made: list[dict[str, Any]] = []
    for event in events((count + 1) // 2, layered()):
        content = json.loads(event)
        ended = content["eventType"] == "COMPLETE"
        run_id = made[-1]["run"]["runId"] if ended else str(uuid4())
        content["run"]["runId"] = run_id
        content["eventTime"] = (end + timedelta(minutes=1, seconds=40 * ended)).isoformat()
        made.append(content)
    items = [item for content in made[-count:] for item in parse_document(json.dumps(content).encode(), "bench", 1)]
    return [item for item in items if isinstance(item, Changes)]


if __name__ == "__main__":
    main()
