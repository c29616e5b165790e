"""Events over HTTP, the same events in a transaction each, and their rows by COPY: each takes a turn in every round."""

import asyncio
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from headwater.app.database import migrate_database

from clients import Answered, Sender, median
from copy_limit import Copied, CopyLimit
from merging import LARGE
from payloads import bodies
from servers import bare, headwater, new_database

FEW, MANY = 1, 64
"""The numbers of clients that send single events."""

WORKERS = 2
"""The workers of a second server on the same database, for MANY clients."""

BATCH_CLIENTS = 2
_COPY_STEPS = 2
"""The steps of COPY in a round."""


class OverHttp(NamedTuple):
    """The medians over all rounds."""

    singles: dict[int, Answered]
    """Events sent to Headwater, each in its own request, by the number of clients."""

    by_workers: Answered
    """The figures of MANY clients and a server of several workers."""

    transactions: dict[int, Answered]
    """The same events sent to `bare_ingest.py`."""

    batches: Answered
    copied: Copied


def over_http(server_url: str, postmaster: int, rounds: int, seconds: float) -> OverHttp:
    """Measure all candidates in new databases, each turn of so many seconds."""
    singles: dict[int, list[Answered]] = {FEW: [], MANY: []}
    transactions: dict[int, list[Answered]] = {FEW: [], MANY: []}
    by_workers: list[Answered] = []
    batches: list[Answered] = []
    copied: list[Copied] = []
    with _senders(server_url, postmaster) as (single, shared, batch, transaction), _copy_limit(server_url) as limit:
        for _ in range(rounds):
            for clients in (FEW, MANY):
                singles[clients].append(single.measure(clients, seconds))
                transactions[clients].append(transaction.measure(clients, seconds))
            by_workers.append(shared.measure(MANY, seconds))
            batches.append(batch.measure(BATCH_CLIENTS, seconds))
            copied += [limit() for _ in range(_COPY_STEPS)]
    return OverHttp(
        {clients: median(found) for clients, found in singles.items()},
        median(by_workers),
        {clients: median(found) for clients, found in transactions.items()},
        median(batches),
        Copied(*(statistics.median(column) for column in zip(*copied, strict=True))),
    )


@contextmanager
def _senders(server_url: str, postmaster: int) -> Iterator[tuple[Sender, Sender, Sender, Sender]]:
    """Open senders to Headwater (single events; single events to several workers; batches) and to the plain server."""
    with (
        new_database(server_url, "headwater_bench_ingest") as url,
        new_database(server_url, "headwater_bench_bare") as bare_url,
    ):
        migrate_database(url)
        with headwater(url) as ours, headwater(url, WORKERS) as many, bare("bare_ingest.py", bare_url) as theirs:
            events = bodies()
            single = Sender(ours, postmaster, "/api/v1/lineage", events)
            shared = Sender(many, postmaster, "/api/v1/lineage", events)
            batch = Sender(ours, postmaster, "/api/v1/lineage/batch", events, LARGE)
            transaction = Sender(theirs, postmaster, "/event", bodies())
            for sender in (batch, transaction):
                sender.send_names()
            yield single, shared, batch, transaction


@contextmanager
def _copy_limit(server_url: str) -> Iterator[Callable[[], Copied]]:
    """Copy the next step at each call."""
    with (
        new_database(server_url, "headwater_bench_merged") as merged,
        new_database(server_url, "headwater_bench_copied") as copied,
        asyncio.Runner() as runner,
    ):
        migrate_database(merged)
        migrate_database(copied)
        limit = runner.run(CopyLimit.begin(merged, copied))
        yield lambda: runner.run(limit.step())
        runner.run(limit.close())
