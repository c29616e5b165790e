"""Times `pathBetween` from a run with a large impact to 40 runs, beside the whole walk (`impact`) from that run.

Half of the targets are affected by the run, half are any runs. Prints the median and the 95th percentile as
ratios to the whole walk. Client and Postgres share the machine, so only the ratios say much.

    .venv/bin/python bench/path_between.py [--runs 1000000] [--nodes 500000]

The history is that of `bench/impact.py`, made once and kept.
"""

import argparse
import asyncio
import statistics
import time
from functools import partial

import numpy as np
from impact_starts import SIZES, starts, urns_of
from rounds import timed

from headwater.app.database import database_as_found
from headwater.lineage.between import path_between
from headwater.lineage.impact import impact
from headwater.lineage.points import Point
from headwater.lineage.question import Question
from headwater.settings import load_settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader
from headwater.store.walks import Limits

from impact_history import history
from verdicts import Figure, print_verdicts

TARGETS = 40
LIMITS = Limits(steps=3_000_000, seconds=120)
"""More seconds than a question may have: the whole walk has to end, even on a busy machine."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--nodes", type=int, default=500_000, choices=SIZES, help="the size of the whole impact, about")
    arguments = parser.parse_args()
    with database_as_found(load_settings()) as server_url:
        url = history(server_url, arguments.runs)
        asyncio.run(_measure(url, arguments.nodes))


async def _measure(url: str, nodes: int) -> None:
    start = (await starts(url))[nodes]
    half = TARGETS // 2
    async with await read_pool(url, 2) as pool:
        reader = Reader(pool)
        [urn] = await urns_of(url, [start.run_id])
        question = Question(Point(urn), limits=LIMITS)
        affected = (await impact(reader, question)).answer.runs.ids
        any_runs = await pool.fetch("SELECT id FROM run ORDER BY text_key(id::text) LIMIT $1", half)
        chosen = np.random.default_rng(5).choice(affected, half)
        ids = [*map(int, chosen), *(each["id"] for each in any_runs)]
        expected = np.isin(ids, affected).tolist()
        targets = await urns_of(url, ids)
        whole = statistics.median([await timed(partial(_all, reader, question)) for _ in range(3)])
        times, answers = [], []
        for target in targets:
            started = time.perf_counter()
            answers.append((await path_between(reader, question, Point(target))).is_affected)
            times.append((time.perf_counter() - started) * 1000)
    p50, p95 = (float(np.percentile(times, percent)) for percent in (50, 95))
    print(f"a start with about {start.nodes:,} nodes; the whole walk takes {whole:,.0f} ms")
    right = sum(one == other for one, other in zip(answers, expected, strict=True))
    print(f"answers: {answers.count(True)} yes, {answers.count(None)} none; as the whole walk: {right} of {TARGETS}")
    print_verdicts(
        [
            Figure("pathBetween ÷ the whole walk, p50", p50 / whole, 0.01, 0.002),
            Figure("pathBetween ÷ the whole walk, p95", p95 / whole, 0.1, 0.02),
        ]
    )


async def _all(reader: Reader, question: Question) -> int:
    return len((await impact(reader, question)).answer.runs)


if __name__ == "__main__":
    main()
