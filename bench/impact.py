"""Times the impact of a run: answers of about 100, 10,000 and 500,000 nodes (runs and versions) in two histories.

The same rounds time (a) a plain recursive CTE over a stored producer of each read; (b) a recursive CTE over shared
assets alone, without time, ended by a limit; (c) networkx over the whole graph in memory; (d) the bare fetch of the
same edges by key; (e) the same question at a point in time, as of the end of the history, with a tolerance of a second.
Client and Postgres share the machine, so only the ratios say much.

    .venv/bin/python bench/impact.py [--runs 100000 1000000] [--rounds 5] [--fresh]

The histories (`impact_history.py`) are made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on
DATABASE_URL's server; its user has to be a superuser.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
from asyncpg import Pool
from rounds import Ask, in_turns, timed

from headwater.app.database import database_as_found
from headwater.impact.affected import paths
from headwater.impact.graph import LineageGraph
from headwater.model.questions import Direction, PointInTime
from headwater.settings import load_settings
from headwater.store.pool import connect, read_pool
from headwater.store.walks import Limits, StartStep, Walks

from impact_history import end_of, history

SIZES = (100, 10_000, 500_000)
TRIED_STARTS = 4000
NODES_PER_RUN = 2.5
"""A run and its 1.5 versions."""

LIMITS = Limits(steps=3_000_000, seconds=25)
MEGABYTE = 1_000_000
GOALS_MILLIS = dict(zip(SIZES, (8, 120, 3000), strict=True))

_PRODUCER_CTE = """
    WITH RECURSIVE met (id) AS (
        SELECT $1::bigint
        UNION
        SELECT p.run_id FROM met m
        CROSS JOIN LATERAL (SELECT p.run_id FROM bench_producer p WHERE p.producer_run_id = m.id OFFSET 0) p
    )
    SELECT 0 AS kind, m.id FROM met m
    UNION ALL
    SELECT 1, g.id FROM met m
    CROSS JOIN LATERAL (SELECT g.id FROM edge g WHERE g.run_id = m.id AND g.direction = 'OUTPUT' OFFSET 0) g"""

_TIMELESS_CTE = """
    WITH RECURSIVE met (id) AS (
        SELECT $1::bigint
        UNION
        SELECT r.run_id FROM met m
        CROSS JOIN LATERAL (SELECT g.asset_id FROM edge g WHERE g.run_id = m.id AND g.direction = 'OUTPUT' OFFSET 0) w
        CROSS JOIN LATERAL (
            SELECT r.run_id FROM edge r WHERE r.asset_id = w.asset_id AND r.direction = 'INPUT' AND r.is_current OFFSET 0) r
    )
    SELECT m.id FROM met m LIMIT $2"""

_EDGES_BY_KEY = """
    SELECT w.edge_id, w.run_id, w.class_id, w.at FROM unnest($1::bigint[]) AS o (id)
    CROSS JOIN LATERAL (SELECT w.* FROM write_row w WHERE w.run_id = o.id OFFSET 0) w"""


@dataclass(frozen=True)
class Start:
    """A run to ask about, and the size of its impact."""

    run_id: int
    runs: int
    nodes: int


@dataclass(frozen=True)
class InMemory:
    """The whole graph of runs, and the time and the memory that networkx took to build it."""

    graph: LineageGraph
    native: Any
    build_seconds: float
    megabytes: float


def main() -> None:
    """Print the figures and the goals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--fresh", action="store_true", help="make the histories anew")
    arguments = parser.parse_args()
    warm: dict[tuple[int, int], float] = {}
    with database_as_found(load_settings()) as server_url:
        for runs in arguments.runs:
            url = history(server_url, runs, fresh=arguments.fresh)
            warm |= asyncio.run(_measure(url, runs, arguments.rounds))
    _report_growth(warm, min(arguments.runs), max(arguments.runs))


async def _measure(url: str, runs: int, rounds: int) -> dict[tuple[int, int], float]:
    """Print a table of one history, and return the warm medians in milliseconds by history and size."""
    whole = await _whole_graph(url)
    starts = starts_of(whole.graph)
    print(f"\n{runs:,} runs; networkx holds {whole.megabytes:.0f} MB, built in {whole.build_seconds:.1f} s")
    print(
        "| | nodes | walk and evaluation ms | cold | (a) | (b) | (c) | (d) | (e) | / (a) | / (d) | (e) / default | MB |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    warm = {}
    for size, start in starts.items():
        if start.nodes < size / 2:
            continue
        pool = await read_pool(url, 1)
        candidates = _candidates(pool, start, whole, PointInTime(as_of=end_of(runs), tolerance=timedelta(seconds=1)))
        megabytes = await _grown(candidates["default"])
        figures = await in_turns(candidates, rounds)
        await pool.close()
        figures["cold"] = statistics.median([await _cold(url, start) for _ in range(rounds)])
        warm[runs, size] = figures["default"]
        _report(size, start, figures, megabytes)
    return warm


def _candidates(pool: Pool, start: Start, whole: InMemory, point_in_time: PointInTime) -> dict[str, Ask]:
    graph = whole.graph
    run_ids = graph.ids[graph.walk(graph.index_of([start.run_id])).order].tolist()

    async def stored() -> int:
        return len(await pool.fetch(_PRODUCER_CTE, start.run_id))

    async def timeless() -> int:
        return len(await pool.fetch(_TIMELESS_CTE, start.run_id, start.runs))

    async def networkx() -> int:
        return len(nx.descendants(whole.native, start.run_id))

    async def by_key() -> int:
        return len(await pool.fetch(_EDGES_BY_KEY, run_ids))

    default, at_point_in_time = question(pool, start, PointInTime()), question(pool, start, point_in_time)
    return {"default": default, "a": stored, "b": timeless, "c": networkx, "d": by_key, "e": at_point_in_time}


def question(pool: Pool, start: Start, point_in_time: PointInTime) -> Ask:
    """Return a question for the number of affected runs and versions. Raises TimeoutError if a limit ends the walk."""

    async def ask() -> int:
        hops = await Walks(pool).walk([StartStep(start.run_id)], Direction.DOWNSTREAM, point_in_time, LIMITS)
        if hops.is_truncated:
            raise TimeoutError("the walk was ended by a limit")
        return int((paths(hops).levels >= 0).sum())

    return ask


async def _cold(url: str, start: Start) -> float:
    """Return the milliseconds of the first question on a new connection, before Postgres has planned anything."""
    async with await read_pool(url, 1) as pool:
        await pool.fetchval("SELECT 1")
        return await timed(question(pool, start, PointInTime()))


async def _grown(ask: Ask) -> float:
    """Return the megabytes by which this process grows at most while it asks."""
    Path("/proc/self/clear_refs").write_text("5")  # The peak starts anew.
    before = _resident("VmRSS")
    await timed(ask)
    return (_resident("VmHWM") - before) / MEGABYTE


def _resident(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


async def producers(url: str) -> npt.NDArray[np.int64]:
    """Return the stored producer of each read: pairs of a run and its reader."""
    connection = await connect(url)
    rows = await connection.fetch("SELECT producer_run_id, run_id FROM bench_producer")
    await connection.close()
    return np.fromiter((part for row in rows for part in row), np.int64).reshape(-1, 2)


async def _whole_graph(url: str) -> InMemory:
    edges = await producers(url)
    before, started = _resident("VmRSS"), time.perf_counter()
    native: Any = nx.DiGraph(zip(edges[:, 0].tolist(), edges[:, 1].tolist(), strict=True))
    seconds, bytes_ = time.perf_counter() - started, _resident("VmRSS") - before
    return InMemory(LineageGraph(edges[:, 0], edges[:, 1]), native, seconds, bytes_ / MEGABYTE)


def starts_of(graph: LineageGraph) -> dict[int, Start]:
    """Choose a run for each size with an impact of about as many nodes, among the same runs at every call."""
    places = np.random.default_rng(3).choice(len(graph), min(TRIED_STARTS, len(graph)), replace=False)
    runs = np.array([len(graph.walk([place]).order) for place in places])
    chosen = {size: int(np.argmin(np.abs(runs * NODES_PER_RUN - size))) for size in SIZES}
    return {
        size: Start(int(graph.ids[places[index]]), int(runs[index]), round(runs[index] * NODES_PER_RUN))
        for size, index in chosen.items()
    }


def _report(size: int, start: Start, figures: dict[str, float], megabytes: float) -> None:
    names: Sequence[str] = ("default", "cold", "a", "b", "c", "d", "e")
    columns = " | ".join(f"{figures[name]:,.1f}" for name in names)
    ours = figures["default"]
    ratios = f"{ours / figures['a']:.1f} | {ours / figures['d']:.1f} | {figures['e'] / ours:.1f} | {megabytes:.0f}"
    reached = "reached" if ours <= GOALS_MILLIS[size] else "missed"
    print(f"| goal {GOALS_MILLIS[size]:,} ms: {reached} | {start.nodes:,} | {columns} | {ratios} |", flush=True)


def _report_growth(warm: dict[tuple[int, int], float], small: int, large: int) -> None:
    """Print the ratio of an answer's time in the larger history to its time in the smaller one."""
    for size in SIZES:
        if small < large and (small, size) in warm and (large, size) in warm:
            growth = warm[large, size] / warm[small, size]
            print(f"{size:,} nodes at {large:,} runs / at {small:,}: {growth:.2f} (goal: 1.5)")


if __name__ == "__main__":
    main()
