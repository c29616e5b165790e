"""Times the impact of a run: answers of about 100, 10,000 and 500,000 nodes (runs and versions) in two histories.

The same rounds time the GraphQL request over HTTP, for the first runs and their number; a request that needs the whole
answer; this as of the end of the history, with a tolerance of a second; the walk's statement alone; (a) a plain
recursive CTE over a stored producer of each read; (b) networkx over the whole graph in memory. CPU is the CPU of all of
Postgres. Client, server and Postgres share the machine, so only ratios say much. Beside these, the small answers with
certainty POSSIBLE.

    .venv/bin/python bench/impact.py [--runs 100000 1000000] [--rounds 5] [--fresh]

Before, all steps of a history are kept that can be kept (`keeping.py`), as a server does in its first minutes.

The histories (`impact_history.py`) are made once and kept, in the embedded Postgres of HEADWATER_DATA_DIR or on
DATABASE_URL's server if it runs on this machine; its user has to be a superuser.
"""

import argparse
import asyncio
import random
import re
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import networkx as nx
import numpy as np
from asking import Server
from asyncpg import Pool
from impact_starts import SIZES, Start, producers, starts, urns_of
from keeping import keep_history, merge_costs
from rounds import Ask, timed
from tables import head, millis, row

from headwater.app.database import database_as_found
from headwater.lineage.impact import impact
from headwater.lineage.points import Point
from headwater.lineage.question import Question
from headwater.model.questions import Direction, PointInTime
from headwater.settings import load_settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.walks import Limits, StartStep, walk_arguments, walk_query

from cpu import cpu_seconds, server_process
from impact_history import end_of, history
from servers import Running, headwater
from verdicts import Figure, print_verdicts

LIMITS = Limits(steps=2_000_000, seconds=25)
MEGABYTE = 1_000_000
RANDOM_STARTS = 600
MOST_SECONDS = 0.5
"""The limit of their answers, so that these take minutes: many have 100,000 nodes and more."""

SMALL, MEDIUM, LARGE = SIZES

PRODUCER_CTE = """
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

IMPACT = """query($urn: String!, $at: PointInTimeInput, $nodes: Int!, $seconds: Float!) {
    impact(urn: $urn, pointInTime: $at, maxNodes: $nodes, maxSeconds: $seconds) {
        truncated
        runs(count: 20) { total runs { run { urn nativeId } kind certainty depth } }
    }
}"""
WHOLE_IMPACT = IMPACT.replace("truncated", "truncated total", 1)
NAME = "query($urn: String!) { dataProcessInstance(urn: $urn) { nativeId } }"

REQUEST, WHOLE, MOMENT = "HTTP request", "whole answer", "another moment"
WALK, CTE, NETWORKX = "walk alone", "(a)", "(b)"


class Cost(NamedTuple):
    """Milliseconds of a question, and those of Postgres's CPU."""

    millis: float
    cpu_millis: float


@dataclass(frozen=True, slots=True)
class Setting:
    """A history, a server over it, and Postgres's own process."""

    url: str
    runs: int
    server: Running
    postmaster: int


Costs = dict[tuple[int, str], Cost]
"""Medians by size and candidate."""


def main() -> None:
    """Print the costs in each history, and the table of ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--fresh", action="store_true", help="make the histories anew")
    arguments = parser.parse_args()
    measured: dict[int, Costs] = {}
    with database_as_found(load_settings()) as server_url:
        postmaster = asyncio.run(server_process(server_url))
        for runs in arguments.runs:
            url = history(server_url, runs, fresh=arguments.fresh)
            keepable = asyncio.run(keep_history(url))
            if runs == min(arguments.runs):
                costs = asyncio.run(merge_costs(server_url, url, runs))
            with headwater(url) as server:
                wait_for_steps(server, keepable)
                setting = Setting(url, runs, server, postmaster)
                measured[runs] = asyncio.run(measure(setting, arguments.rounds))
                if runs == max(arguments.runs):
                    asyncio.run(_possible(setting, arguments.rounds))
                    figures = asyncio.run(_random_starts(setting))
    merging = [Figure(f"merge cost of forgetting, {what}", cost, 0.1, 0) for what, cost in costs.items()]
    print_verdicts([*_ratios(measured), *figures, *merging])


def wait_for_steps(server: Running, number: int) -> None:
    """Wait until the server holds so many kept steps in memory, as it does in its first minute."""
    while True:
        with urlopen(f"http://127.0.0.1:{server.port}/metrics") as answer:
            found = re.search(r"^headwater_kept_steps_held (\S+)$", answer.read().decode(), re.MULTILINE)
        if found and float(found[1]) >= number:
            return
        time.sleep(1)


async def measure(setting: Setting, rounds: int) -> Costs:
    """Print a table of one history, and return its costs."""
    edges = await producers(setting.url)
    native: Any = nx.DiGraph(zip(edges[:, 0].tolist(), edges[:, 1].tolist(), strict=True))
    costs: Costs = {}
    print(f"\n{setting.runs:,} runs: milliseconds (Postgres's CPU)")
    head("nodes", REQUEST, WHOLE, MOMENT, WALK, CTE, NETWORKX, "the server's MB, while it answers")
    async with await read_pool(setting.url, 1) as pool:
        for size, start in (await starts(setting.url)).items():
            if start.nodes < size / 2:
                continue
            candidates = await _candidates(setting, pool, start, native)
            found = await _in_turns(candidates, rounds, setting.postmaster)
            costs |= {(size, name): cost for name, cost in found.items()}
            cells = (f"{millis(cost.millis)} ({millis(cost.cpu_millis)})" for cost in found.values())
            row(f"{start.nodes:,}", *cells, f"{await _grown(setting.server.pid, candidates[REQUEST]):.0f}")
    return costs


async def _possible(setting: Setting, rounds: int) -> None:
    """Print a table of POSSIBLE answers, whole and up to three runs away."""
    print("\nPOSSIBLE")
    head("start", "maxDepth", "nodes", "hops", "ms")
    async with await read_pool(setting.url, 2) as pool:
        reader = Reader(pool)
        for start in [each for size, each in (await starts(setting.url)).items() if size < LARGE]:
            [urn] = await urns_of(setting.url, [start.run_id])
            for depth in (None, 3):
                limits = Limits(LIMITS.steps, LIMITS.seconds, depth)
                question = Question(Point(urn), point_in_time=PointInTime(possible=True), limits=limits)
                found = (await impact(reader, question)).answer
                took = statistics.median([await timed(partial(impact, reader, question)) for _ in range(rounds)])
                hops = sum(len(finding.paths.hops) for finding in found.findings)
                nodes = len(found.runs) + len(found.versions)
                cut = " (cut off)" if found.is_cut else ""
                row(f"{start.nodes:,}", str(depth or "none"), f"{nodes:,}", f"{hops:,}", f"{took:,.0f}{cut}")


async def _candidates(setting: Setting, pool: Pool, start: Start, native: Any) -> dict[str, Ask]:
    [urn] = await urns_of(setting.url, [start.run_id])
    walk = walk_query(Direction.DOWNSTREAM, is_evaluated=False)
    arguments = walk_arguments([StartStep(start.run_id)], PointInTime(), LIMITS, containment=False)
    moment = {"asOf": end_of(setting.runs).isoformat(), "toleranceSeconds": 1}

    async def walked() -> None:
        await pool.fetchrow(walk, *arguments)

    async def stored() -> int:
        return len(await pool.fetch(PRODUCER_CTE, start.run_id))

    async def networkx() -> int:
        return len(nx.descendants(native, start.run_id))

    return {
        REQUEST: asked(setting.server, urn),
        WHOLE: asked(setting.server, urn, query=WHOLE_IMPACT),
        MOMENT: asked(setting.server, urn, moment, WHOLE_IMPACT),
        WALK: walked,
        CTE: stored,
        NETWORKX: networkx,
    }


def asked(server: Running, urn: str, point_in_time: Mapping[str, object] | None = None, query: str = IMPACT) -> Ask:
    """Return a request for an answer. Raises TimeoutError if a limit ends the walk."""
    client = Server(server.port)

    async def ask() -> None:
        answer = await client.ask(query, urn=urn, at=point_in_time, nodes=LIMITS.steps, seconds=LIMITS.seconds)
        if answer["impact"]["truncated"]:
            raise TimeoutError("the walk was ended by a limit")

    return ask


async def _in_turns(candidates: Mapping[str, Ask], rounds: int, postmaster: int) -> dict[str, Cost]:
    """Return medians over rounds of one turn each, after a warm-up round.

    The order is drawn anew for each round, since a turn may leave the caches cold for the next one.
    """
    costs: dict[str, list[Cost]] = {name: [] for name in candidates}
    turns, chance = [*candidates.items()], random.Random(1)
    for _ in range(rounds + 1):
        for name, ask in turns:
            costs[name].append(await _cost(ask, postmaster))
        chance.shuffle(turns)
    return {name: Cost(*map(statistics.median, zip(*each[1:], strict=True))) for name, each in costs.items()}


async def _cost(ask: Ask, postmaster: int) -> Cost:
    before = cpu_seconds(postmaster)
    took = await timed(ask)
    return Cost(took, (cpu_seconds(postmaster) - before) * 1000)


async def _random_starts(setting: Setting) -> list[Figure]:
    """Return the 95th percentile of the impact of random runs, as a ratio to a request for a run's name.

    Prints the same of (a), which is a bound: the total needs all runs.
    """
    client, impacts, names, stored, cut = Server(setting.server.port), [], [], [], 0
    async with await read_pool(setting.url, 1) as pool:
        rows = await pool.fetch("SELECT id FROM run ORDER BY text_key(id::text) LIMIT $1", RANDOM_STARTS)
        ids = [each["id"] for each in rows]
        for run_id, urn in zip(ids, await urns_of(setting.url, ids), strict=True):
            names.append(await timed(partial(client.ask, NAME, urn=urn)))
            stored.append(await timed(partial(pool.fetch, PRODUCER_CTE, run_id)))
            started = time.perf_counter()
            answer = await client.ask(IMPACT, urn=urn, at=None, nodes=LIMITS.steps, seconds=MOST_SECONDS)
            impacts.append((time.perf_counter() - started) * 1000)
            cut += answer["impact"]["truncated"]
    name, slow = statistics.median(names), float(np.percentile(impacts, 95))
    print(
        f"\n{RANDOM_STARTS} random starts: p50 {statistics.median(impacts):.1f} ms, p95 {slow:.1f} ms,"
        f" {cut} cut off; a run's name: {name:.1f} ms; (a): p50 {statistics.median(stored) / name:.1f} and"
        f" p95 {float(np.percentile(stored, 95)) / name:.1f} times that"
    )
    what = f"p95 of random starts, cut off after {MOST_SECONDS:g} s ÷ a request for a run's name"
    return [Figure(what, slow / name, 10, 4)]


def _ratios(measured: Mapping[int, Costs]) -> list[Figure]:
    """Return the ratios of the largest history, and of the largest one to the smallest."""
    small, large = measured[min(measured)], measured[max(measured)]

    def ratio(what: str, size: int, name: str, other: str, required: float, goal: float) -> list[Figure]:
        if (size, name) not in large:
            return []
        return [Figure(f"{what}, {size:,} nodes", large[size, name].millis / large[size, other].millis, required, goal)]

    grown = [
        Figure(
            f"{max(measured):,} ÷ {min(measured):,} runs, {size:,} nodes",
            large[size, REQUEST].millis / small[size, REQUEST].millis,
            1.3,
            1.1,
        )
        for size in (SMALL, MEDIUM)
        if len(measured) > 1 and (size, REQUEST) in small
    ]
    return [
        *ratio(f"{REQUEST} ÷ (a)", SMALL, REQUEST, CTE, 11, 6),
        *ratio(f"{REQUEST} ÷ (a)", MEDIUM, REQUEST, CTE, 4, 2.5),
        *ratio(f"{REQUEST} ÷ (a)", LARGE, REQUEST, CTE, 3.5, 1.8),
        *ratio(f"{WALK} ÷ (a)", MEDIUM, WALK, CTE, 3, 1.5),
        *ratio(f"{WALK} ÷ (a)", LARGE, WALK, CTE, 3, 1.5),
        *ratio(f"{WHOLE} ÷ (a)", MEDIUM, WHOLE, CTE, 4, 2.5),
        *ratio(f"{WHOLE} ÷ (a)", LARGE, WHOLE, CTE, 3.5, 1.8),
        *ratio(f"{MOMENT} ÷ {WHOLE}", MEDIUM, MOMENT, WHOLE, 2, 1.3),
        *ratio(f"{MOMENT} ÷ {WHOLE}", LARGE, MOMENT, WHOLE, 3, 1.3),
        *grown,
    ]


async def _grown(pid: int, ask: Ask) -> float:
    """Return the megabytes by which a process grows at most during a question."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # The peak starts anew.
    before = _resident(pid, "VmRSS")
    await timed(ask)
    return (_resident(pid, "VmHWM") - before) / MEGABYTE


def _resident(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


if __name__ == "__main__":
    main()
