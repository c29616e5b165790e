"""Measures writes against their least possible costs in one run, and prints the figures beside their goals.

    .venv/bin/python bench/ingest.py [--hub 100000] [--burst 100000] [--quick]

An event has 7 kB (`payloads.py`). CPU is the CPU of processes, so other work on the machine does not count: the server
and all of Postgres over HTTP, else the session. Client, servers and Postgres share the machine, so only ratios of rates
say much. Postgres is the embedded one of HEADWATER_DATA_DIR, or DATABASE_URL's if it runs on this machine and has no
other users. The benchmark drops its databases at the end.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from statistics import median
from typing import NamedTuple, TypeVar

from queueing import Queued, queued
from tables import head, millis, row

from headwater.app.database import database_as_found, migrate_database
from headwater.settings import load_settings

import corpus
from clients import Answered
from cpu import MICRO, server_process
from first_load import stretches
from hub import hub_costs
from merging import LARGE, SMALL
from over_http import BATCH_CLIENTS, FEW, MANY, WORKERS, OverHttp, over_http
from parse import STEPS, parse_figures, sources
from payloads import bodies, starts_first
from servers import new_database
from sessions import gain
from sizes import Sizes, sizes
from verdicts import Figure, print_verdicts

KILOBYTE = 1000
HUB_RUNS = 20_000
BURST = 20_000
LEARNED_EVENTS = 1_200
"""The events before those whose size is measured: the store knows their names and facets, and has learned from them."""

T = TypeVar("T")


class Effort(NamedTuple):
    """The amount of work to measure."""

    rounds: int
    seconds: float
    parse_rounds: int
    session_events: int
    stretches: int
    sized_events: int
    copies: int
    hub_runs: int
    hub_rounds: int
    burst: int


QUICK = Effort(1, 0.1, 1, 1000, 2, 200, 2, 200, 1, 100)


def main() -> None:
    """Print the figures, and the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hub", type=int, default=HUB_RUNS, help="runs of the job that is a hub")
    parser.add_argument("--burst", type=int, default=BURST, help="events in the queue when a worker begins")
    parser.add_argument("--quick", action="store_true", help="as short as can be: to see that it works")
    arguments = parser.parse_args()
    effort = QUICK if arguments.quick else Effort(3, 3.0, 3, 2000, 10, 2000, 5, arguments.hub, 15, arguments.burst)
    with database_as_found(load_settings()) as server_url:
        process = asyncio.run(server_process(server_url))
        figures = [
            *_over_http(over_http(server_url, process, effort.rounds, effort.seconds)),
            *_queue(queued(server_url, process, effort.rounds, effort.seconds, effort.burst)),
            *_python(server_url, effort),
            *(_sessions(server_url, effort, step) for step in (SMALL, LARGE)),
            *(_first_load(server_url, effort, step) for step in (SMALL, LARGE)),
            *_sizes(server_url, effort),
            _hub(server_url, effort),
        ]
    print_verdicts(figures)


def _in_new_store(server_url: str, work: Callable[[str], Awaitable[T]]) -> T:
    """Return the result of some work in a migrated, empty database."""

    async def done(url: str) -> T:
        return await work(url)

    with new_database(server_url, "headwater_bench_store") as url:
        migrate_database(url)
        return asyncio.run(done(url))


def _over_http(found: OverHttp) -> list[Figure]:
    head("", "clients", "events/s", "p50 ms", "p99 ms", "CPU µs an event: server", "Postgres", "both")
    for name, clients, answered in (
        *(("headwater", clients, answered) for clients, answered in found.singles.items()),
        (f"headwater, {WORKERS} workers", MANY, found.by_workers),
        *(("headwater, asynchronous, until merged", clients, answered) for clients, answered in found.queued.items()),
        *(
            ("a transaction of one statement each", clients, answered)
            for clients, answered in found.transactions.items()
        ),
        ("headwater, batches of 1,000", BATCH_CLIENTS, found.batches),
    ):
        row(
            name,
            f"{clients}",
            f"{answered.per_second:,.0f}",
            *map(millis, (answered.p50_millis, answered.p99_millis)),
            *map(millis, (answered.server_micros, answered.postgres_micros, answered.micros)),
        )
    copied = found.copied
    row("their rows by COPY", "1", f"{copied.events_a_second:,.0f}", "", "", "", millis(MICRO * copied.copy_cpu), "")
    row("their rows by INSERT", "1", "", "", "", "", millis(MICRO * copied.insert_cpu), "")
    row("a merge of them, nothing else", "1", "", "", "", "", millis(MICRO * copied.merge_cpu), "")
    print(f"\n{copied.rows:.1f} rows an event by COPY")
    print(f"{WORKERS} workers ÷ 1: {found.by_workers.per_second / found.singles[MANY].per_second:.2f} of the rate")
    return [
        *_beside_transactions("", found.singles, found.transactions),
        *_beside_transactions("asynchronous, until merged, ", found.queued, found.transactions),
        Figure("CPU of a merge of 1,000 ÷ COPY of the same rows", copied.merge_cpu / copied.copy_cpu, 1.7, 1.2),
        Figure("batches: rate ÷ COPY of the same rows", found.batches.per_second / copied.events_a_second, 0.35, 0.6),
    ]


def _beside_transactions(kind: str, ours: dict[int, Answered], transactions: dict[int, Answered]) -> Iterator[Figure]:
    few, many = ((ours[clients], transactions[clients]) for clients in (FEW, MANY))
    yield Figure(f"{kind}one client: rate ÷ transaction each", few[0].per_second / few[1].per_second, 0.4, 0.7)
    yield Figure(f"{kind}64 clients: rate ÷ transaction each", many[0].per_second / many[1].per_second, 1.0, 2.0)
    yield Figure(f"{kind}64 clients: CPU an event ÷ transaction each", many[0].micros / many[1].micros, 0.9, 0.5)


def _queue(found: Queued) -> list[Figure]:
    print()
    head("the queue", "events/s", "CPU µs an event: server or worker", "Postgres")
    drained = found.drained
    for name, answered in (
        (f"queued, {MANY} clients", found.accepted),
        (f"merged before the answer, {MANY} clients", found.merged),
        (f"batches of 1,000, {BATCH_CLIENTS} clients", found.batches),
    ):
        cpu = map(millis, (answered.server_micros, answered.postgres_micros))
        row(name, f"{answered.per_second:,.0f}", *cpu)
    cpu = map(millis, (drained.worker_micros, drained.postgres_micros))
    row(f"a worker, {drained.burst:,} queued events", f"{drained.per_second:,.0f}", *cpu)
    print(f"\nthe queue was empty {drained.lag_seconds:.1f} s after the start of the worker", end="; ")
    print(f"its memory: {drained.memory_at_half:.0f} MB at half, {drained.memory_at_end:.0f} MB at the end")
    return [
        Figure(
            "64 clients: queued ÷ merged before the answer", found.accepted.per_second / found.merged.per_second, 2, 4
        ),
        Figure("a worker ÷ batches of 1,000", drained.per_second / found.batches.per_second, 1, 1.2),
        Figure("memory of the worker, end ÷ half of a burst", drained.memory_at_end / drained.memory_at_half, 1.1, 1),
    ]


def _python(server_url: str, effort: Effort) -> list[Figure]:
    found = _in_new_store(
        server_url, lambda url: parse_figures(url, sources(corpus.EVENTS), LARGE, effort.parse_rounds)
    )
    print("\nPython, CPU µs an event in batches of 64: json.loads, parse, arrange, encode")
    for source in dict.fromkeys(source for source, _ in found):
        print(f"{source}:", *(f"{micros:.0f}" for micros in found[source, STEPS[0]]))
    return [Figure("parse and encode ÷ `json.loads`", found["7 kB", STEPS[0]].ratio, 6, 3)]


def _sessions(server_url: str, effort: Effort, step: int) -> Figure:
    steps = effort.session_events // step
    with new_database(server_url, "headwater_bench_store") as url:
        migrate_database(url)
        found = gain(url, step, steps, effort.rounds)
    return Figure(f"two sessions ÷ one, merges of {step:,}", found, 1.6, 1.9)


def _first_load(server_url: str, effort: Effort, step: int) -> Figure:
    loads = [
        _in_new_store(server_url, lambda url: stretches(url, effort.stretches, step)) for _ in range(effort.rounds)
    ]
    costs = [median(of_stretch) for of_stretch in zip(*loads, strict=True)]
    print(f"\nfirst load by merges of {step:,}, CPU µs an event in parts of 1,000:", end=" ")
    print(*(f"{MICRO * cost:.0f}" for cost in costs))
    what = f"dearest part of a first load ÷ cheapest, merges of {step:,}"
    return Figure(what, max(costs) / min(costs), 1.5, 1.2)


def _sizes(server_url: str, effort: Effort) -> list[Figure]:
    events = bodies()
    names, more = list(islice(events, LEARNED_EVENTS)), list(islice(events, effort.sized_events))
    found = _in_new_store(server_url, lambda url: sizes(url, names, more))
    apart = _in_new_store(server_url, lambda url: sizes(url, names, starts_first(more, SMALL)))
    print(f"\nSTART and COMPLETE in different merges: {_kilobytes(apart)}")
    figures = [
        Figure("disk an event of 7 kB, kB", found.disk / KILOBYTE, 3.5, 2.5),
        Figure("WAL an event of 7 kB, kB", found.wal / KILOBYTE, 6, 4),
    ]
    first, *others = corpus.copies(range(effort.copies))
    if not first:
        print(f"no recorded events in {corpus.EVENTS}: their size is left out")
        return figures
    mixed = _in_new_store(server_url, lambda url: sizes(url, first, [event for copy in others for event in copy]))
    print(f"recorded events: {_kilobytes(mixed)}")
    return [*figures, Figure("disk an event as recorded, kB", mixed.disk / KILOBYTE, 2.8, 2)]


def _kilobytes(found: Sizes) -> str:
    return f"{found.disk / KILOBYTE:.1f} kB on disk and {found.wal / KILOBYTE:.1f} kB of WAL an event"


def _hub(server_url: str, effort: Effort) -> Figure:
    hub, small = _in_new_store(server_url, lambda url: hub_costs(url, effort.hub_runs, effort.hub_rounds))
    print(f"\nCPU µs an event of merges of 64: into a large job {MICRO * hub:.0f}, into small ones {MICRO * small:.0f}")
    return Figure(f"merge into a job of {effort.hub_runs:,} runs ÷ into small ones", hub / small, 1.2, 1.0)


if __name__ == "__main__":
    main()
