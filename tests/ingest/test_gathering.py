"""The gatherer against a real database: refused merges, and the amount of waiting events."""

import asyncio
import json
from collections.abc import Sequence
from contextvars import ContextVar
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import asyncpg
import pytest
import structlog
from asyncpg import Connection
from asyncpg.transaction import Transaction

from headwater.errors import OverloadedError
from headwater.ingest.event_gatherer import EventGatherer
from headwater.ingest.gathering import Gatherer, MergeSession
from headwater.model.changes import Changes, Problem
from headwater.store.connections import connect
from headwater.store.merge import Delivery, Merged, merge

from conftest import fetch
from events import parsed, run_event, uuid
from server_process import BATCH, LINEAGE, Server

OF_REQUEST = ContextVar("OF_REQUEST", default="none")
REFUSE = """
    ALTER TABLE run ADD CONSTRAINT run_refused CHECK (native_id <> 'refused')"""


async def test_an_event_that_the_database_refuses_goes_to_quarantine_alone(database_url: str) -> None:
    await asyncio.to_thread(fetch, database_url, REFUSE)
    items = parsed(*(run_event("START", "00:00:00", run_id) for run_id in (uuid(1), "refused", uuid(2))))
    with structlog.testing.capture_logs():
        async with EventGatherer(database_url, 100) as gatherer:
            written = await gatherer.gather(Delivery(items, uuid4()))
            again = await gatherer.gather(Delivery(items[:1], uuid4()))
    assert (written.merged, again.merged) == ((2, 0, 1, 0), (0, 1, 0, 0))
    assert [type(item) for item in written.items] == [Changes, Problem, Changes]
    [row] = await asyncio.to_thread(fetch, database_url, "SELECT code, message, payload FROM quarantine")
    assert row["code"] == "merge.failed"
    assert "run_refused" in row["message"]
    assert json.loads(row["payload"])["run"]["runId"] == "refused"


@pytest.mark.parametrize(
    ("requests", "expected"),
    [([["refused"]], [[1], [0]]), ([["refused"], [uuid(2)]], [[1, 1], [1], [0], [1]])],
    ids=["alone", "with another request"],
)
async def test_an_event_refused_alone_is_not_merged_again(
    requests: list[list[str]], expected: list[list[int]], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A merge that is too slow takes all of its time, and no other merge runs meanwhile."""
    tried: list[list[int]] = []

    async def counted(connection: Connection, deliveries: Sequence[Delivery]) -> list[Merged]:
        tried.append([sum(isinstance(item, Changes) for item in delivery.items) for delivery in deliveries])
        return await merge(connection, deliveries)

    monkeypatch.setattr("headwater.ingest.event_gatherer.merge", counted)
    await asyncio.to_thread(fetch, database_url, REFUSE)
    deliveries = [Delivery(parsed(*(run_event("START", "00:00:00", one) for one in ids)), uuid4()) for ids in requests]
    with structlog.testing.capture_logs():
        async with EventGatherer(database_url, 100) as gatherer:
            results = await asyncio.gather(*map(gatherer.gather, deliveries))
    assert tried == expected
    assert [result.merged for result in results] == [(0, 0, 1, 0), (1, 0, 0, 0)][: len(requests)]


def test_the_sender_is_told(server: Server) -> None:
    fetch(server.database_url, REFUSE)
    answer = server.post(run_event("START", "00:00:00", "refused"), LINEAGE)
    assert (answer.status_code, answer.json()["code"]) == (422, "merge.failed")
    batch = server.post([run_event("START", "00:00:00", run_id) for run_id in (uuid(1), "refused")], BATCH).json()
    assert batch["summary"]["failed"] == 1
    assert batch["failed_events"][0]["index"] == 1


async def test_a_failed_flush_does_not_end_the_writer(database_url: str) -> None:
    """After any exception, the next request succeeds."""
    no_event: Any = SimpleNamespace(body=b"")
    async with EventGatherer(database_url, 10_000) as gatherer:
        with structlog.testing.capture_logs(), pytest.raises(AttributeError):
            await gatherer.gather(Delivery([Changes(no_event)], uuid4()))
        assert (
            await gatherer.gather(Delivery(parsed(run_event("START", "00:00:00", uuid(1))), uuid4()))
        ).merged.new == 1


async def test_a_request_that_fails_for_a_mistake_of_ours_fails_alone(database_url: str) -> None:
    """Requests in the same transaction are merged all the same."""
    no_event: Any = SimpleNamespace(body=b"")
    good = [Delivery(parsed(run_event("START", "00:00:00", uuid(n))), uuid4()) for n in (1, 2)]
    async with EventGatherer(database_url, 10_000) as gatherer:
        with structlog.testing.capture_logs():
            results = await asyncio.gather(
                *(gatherer.gather(delivery) for delivery in (good[0], Delivery([Changes(no_event)], uuid4()), good[1])),
                return_exceptions=True,
            )
    assert [getattr(result, "merged", None) for result in results] == [(1, 0, 0, 0), None, (1, 0, 0, 0)]
    assert isinstance(results[1], AttributeError)


async def test_a_statement_of_ours_that_is_wrong_is_no_outage(database_url: str) -> None:
    """The failure would repeat for ever: the log shows it, and the sender gets no advice to retry."""
    await asyncio.to_thread(fetch, database_url, "ALTER TABLE run RENAME COLUMN native_id TO renamed")
    delivery = Delivery(parsed(run_event("START", "00:00:00", uuid(1))), uuid4())
    async with EventGatherer(database_url, 100) as gatherer:
        with structlog.testing.capture_logs() as logs, pytest.raises(asyncpg.UndefinedColumnError):
            await gatherer.gather(delivery)
    [line] = logs
    assert line["event"] == "ingest.merge_failed"
    assert isinstance(line["exc_info"], asyncpg.UndefinedColumnError)


async def test_others_that_merge_too_long_while_a_refused_one_is_merged_alone_are_no_outage(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(error: Exception, *_: object) -> None:
        raise error

    monkeypatch.setattr(EventGatherer, "merge", partial(fails, asyncpg.CheckViolationError("refused")))
    monkeypatch.setattr(EventGatherer, "merge_refused", partial(fails, asyncpg.LockNotAvailableError("waited")))
    async with EventGatherer(database_url, 100) as gatherer:
        with structlog.testing.capture_logs() as logs, pytest.raises(OverloadedError) as told:
            await gatherer.gather(Delivery(parsed(run_event("START", "00:00:00", uuid(1))), uuid4()))
    assert type(told.value) is OverloadedError
    assert [line["event"] for line in logs] == ["ingest.merge_failed", "ingest.others_merge"]


async def holding(other: Connection, run_id: str) -> Transaction:
    """Lock a run as a merge does, until the transaction ends."""
    held = other.transaction()
    await held.start()
    await other.execute("SELECT pg_advisory_xact_lock(hashtext('headwater.run'), uuid_hash($1))", UUID(run_id))
    return held


async def test_an_event_does_not_wait_for_a_large_batch(database_url: str) -> None:
    other = await connect(database_url)
    batch = parsed(*(run_event("START", "00:00:00", uuid(number)) for number in range(1, 501)))
    held = await holding(other, uuid(1))
    async with EventGatherer(database_url, 2_000) as gatherer:
        large = asyncio.create_task(gatherer.gather(Delivery(batch, uuid4())))
        one = await gatherer.gather(Delivery(parsed(run_event("START", "00:00:00", uuid(1001))), uuid4()))
        is_waiting = not large.done()
        await held.rollback()
        assert (is_waiting, one.merged, (await large).merged) == (True, (1, 0, 0, 0), (500, 0, 0, 0))
    await other.close()


async def test_a_large_batch_waits_for_one_of_two_sessions(database_url: str) -> None:
    other = await connect(database_url)
    batches = [parsed(*(run_event("START", "00:00:00", uuid(of + n)) for n in range(500))) for of in (1000, 2000, 3000)]
    held = await holding(other, uuid(2000))
    async with EventGatherer(database_url, 2_000) as gatherer:
        first, second = (asyncio.create_task(gatherer.gather(Delivery(batch, uuid4()))) for batch in batches[:2])
        assert (await first).merged.new == 500
        async with asyncio.timeout(20):
            assert (await gatherer.gather(Delivery(batches[2], uuid4()))).merged.new == 500
        is_waiting = not second.done()
        await held.rollback()
        assert (is_waiting, (await second).merged.new) == (True, 500)
    await other.close()


async def test_an_event_does_not_wait_for_many_requests_that_share_a_merge(database_url: str) -> None:
    """As the worker of the queue brings them."""
    other = await connect(database_url)
    singles = [Delivery(parsed(run_event("START", "00:00:00", uuid(number))), uuid4()) for number in range(1, 601)]
    held = await holding(other, uuid(1))
    async with EventGatherer(database_url, 2_000) as gatherer:
        many = asyncio.gather(*map(gatherer.gather, singles))
        await asyncio.sleep(0.1)  # until their merge has begun
        async with asyncio.timeout(20):
            one = await gatherer.gather(Delivery(parsed(run_event("START", "00:00:00", uuid(1001))), uuid4()))
        is_waiting = not many.done()
        await held.rollback()
        assert (is_waiting, one.merged.new, sum(found.merged.new for found in await many)) == (True, 1, 600)
    await other.close()


async def test_a_merge_has_the_context_of_no_request(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is of several requests: what a request bound to its log lines is not said of the others."""
    seen: list[str] = []

    async def noted(connection: Connection, deliveries: Sequence[Delivery]) -> list[Merged]:
        seen.append(OF_REQUEST.get())
        return await merge(connection, deliveries)

    monkeypatch.setattr("headwater.ingest.event_gatherer.merge", noted)
    async with EventGatherer(database_url, 100) as gatherer:
        OF_REQUEST.set("a request")
        for number in (1, 2):
            await gatherer.gather(Delivery(parsed(run_event("START", "00:00:00", uuid(number))), uuid4()))
    assert seen == ["none", "none"]


class Bundle(NamedTuple):
    """A request of so many items."""

    items: Sequence[int]
    trace_id: UUID
    size_bytes: int = 1


class Turns(Gatherer[Bundle, int]):
    """Merges that only take some turns of the loop, without a database."""

    part = "events"
    large_items = 5

    def __init__(self, random: Random) -> None:
        super().__init__("postgresql://nowhere", 1_000_000)
        self.random = random
        self.merged: list[UUID] = []

    async def merge(self, connection: Connection, requests: Sequence[Bundle]) -> Sequence[int]:
        for _ in range(self.random.randrange(3)):
            await asyncio.sleep(0)
        self.merged += [request.trace_id for request in requests]
        return [len(request.items) for request in requests]

    async def merge_refused(self, connection: Connection, request: Bundle, error: Exception) -> int:
        raise error


@pytest.mark.parametrize("seed", range(20))
async def test_each_request_is_merged_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever sessions are free when it comes."""

    async def connected(session: MergeSession) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(MergeSession, "connected", connected)
    monkeypatch.setattr(MergeSession, "is_disconnected", lambda session: False)
    random = Random(seed)
    bundles = [Bundle(range(random.choice([1, 1, 2, 5, 9])), uuid4()) for _ in range(300)]

    async def sent(gatherer: Turns, bundle: Bundle) -> int:
        for _ in range(random.randrange(800)):
            await asyncio.sleep(0)
        return await gatherer.gather(bundle)

    async with Turns(random) as gatherer, asyncio.timeout(20):
        answers = await asyncio.gather(*(sent(gatherer, bundle) for bundle in bundles))
    assert answers == [len(bundle.items) for bundle in bundles]
    assert sorted(gatherer.merged) == sorted(bundle.trace_id for bundle in bundles)
    assert (gatherer.waiting_items, gatherer.waiting_bytes) == (0, 0)
