"""Events over HTTP, the same events in a transaction each, and their rows by COPY: each takes a turn in every round."""

import asyncio
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from headwater.app.database import migrate_database
from headwater.store.connections import connect_to_keep
from headwater.store.keeping import keep
from headwater.store.queries import query

from clients import Answered, Sender, median
from copy_limit import Copied, CopyLimit
from draining import wait_until_empty
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

    queued: dict[int, Answered]
    """The same, as asynchronous writes: the times are of the answers, the rest counts until all are merged."""

    by_workers: Answered
    """The figures of MANY clients and a server of several workers."""

    transactions: dict[int, Answered]
    """The same events sent to `bare_ingest.py`."""

    batches: Answered
    copied: Copied


def over_http(server_url: str, postmaster: int, rounds: int, seconds: float) -> OverHttp:
    """Measure all candidates in new databases, each turn of so many seconds."""
    singles: dict[int, list[Answered]] = {FEW: [], MANY: []}
    queued: dict[int, list[Answered]] = {FEW: [], MANY: []}
    transactions: dict[int, list[Answered]] = {FEW: [], MANY: []}
    by_workers: list[Answered] = []
    batches: list[Answered] = []
    copied: list[Copied] = []
    with _senders(server_url, postmaster) as senders, _copy_limit(server_url) as limit:
        for _ in range(rounds):
            for clients in (FEW, MANY):
                singles[clients].append(senders.single.measure(clients, seconds))
                transactions[clients].append(senders.transaction.measure(clients, seconds))
                queued[clients].append(senders.queued.measure(clients, seconds, senders.finish))
            by_workers.append(senders.shared.measure(MANY, seconds))
            batches.append(senders.batch.measure(BATCH_CLIENTS, seconds))
            copied += [limit() for _ in range(_COPY_STEPS)]
    return OverHttp(
        _medians(singles),
        _medians(queued),
        median(by_workers),
        _medians(transactions),
        median(batches),
        Copied(*(statistics.median(column) for column in zip(*copied, strict=True))),
    )


def _medians(rounds: dict[int, list[Answered]]) -> dict[int, Answered]:
    return {clients: median(found) for clients, found in rounds.items()}


class _Senders(NamedTuple):
    """Senders of single events to Headwater, also as asynchronous writes, and to several workers; and of batches.

    finish waits until all asynchronous writes are merged; transaction sends single events to the plain server.
    """

    single: Sender
    queued: Sender
    finish: Callable[[], None]
    shared: Sender
    batch: Sender
    transaction: Sender


@contextmanager
def _senders(server_url: str, postmaster: int) -> Iterator[_Senders]:
    with (
        new_database(server_url, "headwater_bench_ingest") as url,
        new_database(server_url, "headwater_bench_bare") as bare_url,
    ):
        migrate_database(url)
        no_queue = {"HEADWATER_DRAINS_QUEUE": "false"}  # only one server's CPU is read at a time
        with (
            headwater(url) as ours,
            headwater(url, WORKERS, settings=no_queue) as many,
            bare("bare_ingest.py", bare_url) as theirs,
            _keeper(url) as settle,
        ):
            events = bodies()
            single = Sender(ours, postmaster, "/api/v1/lineage", events, settle=settle)
            queued = Sender(ours, postmaster, "/api/v1/lineage?async=true", events, settle=settle)
            shared = Sender(many, postmaster, "/api/v1/lineage", events, settle=settle)
            batch = Sender(ours, postmaster, "/api/v1/lineage/batch", events, LARGE, settle)
            transaction = Sender(theirs, postmaster, "/event", bodies())
            for sender in (batch, transaction):
                sender.send_names()
            yield _Senders(single, queued, partial(wait_until_empty, url), shared, batch, transaction)


@contextmanager
def _keeper(url: str) -> Iterator[Callable[[], None]]:
    """Keep all steps that wait at each call, as servers do within ten seconds: no other turn then pays for it."""

    async def keep_all() -> None:
        while await connection.fetchval(query("has_steps_to_keep")):
            await keep(connection)

    with asyncio.Runner() as runner:
        connection = runner.run(connect_to_keep(url))
        yield lambda: runner.run(keep_all())
        runner.run(connection.close())


@contextmanager
def _copy_limit(server_url: str) -> Iterator[Callable[[], Copied]]:
    """Copy the next step at each call."""
    with (
        new_database(server_url, "headwater_bench_merged") as merged,
        new_database(server_url, "headwater_bench_copied") as copied,
        new_database(server_url, "headwater_bench_inserted") as inserted,
        asyncio.Runner() as runner,
    ):
        for url in (merged, copied, inserted):
            migrate_database(url)
        limit = runner.run(CopyLimit.begin(merged, copied, inserted))
        yield lambda: runner.run(limit.step())
        runner.run(limit.close())
