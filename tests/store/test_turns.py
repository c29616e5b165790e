"""Concurrent merges: their waits, the readers' view meanwhile, and the unchanged result in the store."""

import asyncio
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from headwater.dialects.datahub.proposal import parse_proposal
from headwater.store.connections import connect, connect_to_merge
from headwater.store.event_log import LogReader
from headwater.store.merge import OTHERS_MERGE, Delivery, merge
from headwater.store.pool import read_pool
from headwater.store.proposals import Submission, accept
from headwater.store.run_events import RunEventReader
from headwater.trace import new_trace

from conftest import cloned_database, merge_items
from events import parent, parsed, run_event, uuid
from graphql_api import Api, urn
from held_merge import ending_merge, held_merge
from proposals import RUN, event, item
from store_dump import difference, dump

Event = dict[str, Any]
S3A = {"namespace": "s3a://bucket", "name": "key"}

KNOWN = [
    run_event("START", "00:00:00", uuid(1), "dag"),
    run_event("START", "00:00:00", uuid(2), "task", parent=parent(uuid(1), "dag")),
    run_event("START", "00:00:00", uuid(3), "task", parent=parent(uuid(1), "dag"), inputs=["x"], outputs=["y"]),
    run_event("START", "00:00:00", uuid(4), "other", inputs=["x"], outputs=["y", "z"]),
    run_event("START", "00:00:30", uuid(7), "a"),
    run_event("START", "00:00:00", uuid(6), "child", parent=parent(uuid(7), "of neither")),
    run_event("RUNNING", "00:00:30", uuid(6), "child", parent=parent(uuid(5), "later parent")),
]
WAITING: dict[str, tuple[Event, Event]] = {
    "of one run": (run_event("RUNNING", "00:01:00", uuid(4), "other"), run_event("COMPLETE", "00:02:00", uuid(4), "other")),
    "of a new run": (run_event("START", "00:01:00", uuid(8), "new"), run_event("COMPLETE", "00:02:00", uuid(8), "new")),
    "of a run and its parent": (
        run_event("COMPLETE", "00:02:00", uuid(2), "task"),
        run_event("COMPLETE", "00:03:00", uuid(1), "dag"),
    ),
    "of two runs of one parent": (
        run_event("COMPLETE", "00:02:00", uuid(2), "task"),
        run_event("COMPLETE", "00:02:00", uuid(3), "task"),
    ),
    "of a run and one that only a reference names": (
        run_event("START", "00:01:00", uuid(8), "new", parent=parent(uuid(9), "late")),
        run_event("START", "00:00:00", uuid(9), "late"),
    ),
    "of two jobs whose runs have one id": (
        run_event("START", "00:01:00", uuid(8), "new"),
        run_event("START", "00:01:00", uuid(8), "newer"),
    ),
    "that write the same data": (
        run_event("COMPLETE", "00:01:00", uuid(4), "other"),
        run_event("COMPLETE", "00:02:00", uuid(8), "new", outputs=["y"]),
    ),
    "of an id that several jobs share and a run that refers to it": (
        run_event("START", "00:00:00", uuid(7), "b"),
        run_event("COMPLETE", "00:02:00", uuid(6), "child"),
    ),
    "of which one joins names": (
        run_event("RUNNING", "00:01:00", uuid(4), "other"),
        run_event("START", "00:00:00", uuid(8), "new", inputs=[S3A]),
    ),
}  # fmt: skip


async def merged(database_url: str, events: Sequence[Event], wait_seconds: float | None = 0.3) -> None:
    """Merge events on their own connection. Raises OTHERS_MERGE if the merge has to wait."""
    connection = await connect_to_merge(database_url, wait_seconds)
    try:
        await merge(connection, [Delivery(parsed(*events), new_trace().trace_id)])
    finally:
        await connection.close()


@pytest.fixture
def known(database_url: str) -> str:
    """A store in which some runs have begun."""
    merge_items(database_url, parsed(*KNOWN))
    return database_url


async def test_merges_of_unrelated_runs_go_at_the_same_time(known: str) -> None:
    """Runs of the same jobs merge together, too; and reads take no lock: a run may read an asset during its write."""
    async with held_merge(known, run_event("COMPLETE", "00:01:00", uuid(4), "other")):
        await merged(known, [run_event("START", "00:00:00", uuid(8), "other", inputs=["y"], outputs=["x"])])
        await merged(known, [run_event("COMPLETE", "00:01:00", uuid(8), "other", inputs=["y"], outputs=["x"])])


@pytest.mark.parametrize("pair", WAITING.values(), ids=WAITING)
async def test_merges_that_have_to_do_with_each_other_take_turns(pair: tuple[Event, Event], known: str) -> None:
    for first, second in (pair, pair[::-1]):
        async with held_merge(known, first) as transaction:
            with pytest.raises(OTHERS_MERGE):
                await merged(known, [second])
            await transaction.rollback()
    await merged(known, [pair[0]])
    await merged(known, [pair[1]])


async def test_merges_of_shared_ids_leave_other_runs_alone(known: str) -> None:
    """Several jobs of one application may give their runs one id, as Spark's do: that is no matter of other runs."""

    def application(number: int) -> list[Event]:
        jobs = [run_event("START", "00:01:00", uuid(number), job) for job in ("app", "app.query")]
        return [*jobs, run_event("START", "00:01:00", uuid(number + 100), "step", parent=parent(uuid(number), "app"))]

    await merged(known, application(10))
    async with held_merge(
        known, *application(10), *application(11), run_event("COMPLETE", "00:02:00", uuid(10), "app.query")
    ):
        await merged(known, application(12))
        await merged(known, [run_event("COMPLETE", "00:02:00", uuid(3), "task")])


async def test_proposals_and_very_many_runs_take_the_whole_turn(known: str) -> None:
    connection = await connect(known)
    most = await connection.fetchval("SELECT max_locks()")
    await connection.close()
    many = [run_event("START", "00:00:00", uuid(1000 + number)) for number in range(most + 1)]
    other = [run_event("COMPLETE", "00:01:00", uuid(4), "other")]
    async with held_merge(known, *other):
        with pytest.raises(OTHERS_MERGE):
            await merged(known, many)
        connection = await connect_to_merge(known, 0.3)
        proposal = parse_proposal(item(f"{RUN}9", "dataProcessInstanceRunEvent", event(1, "STARTED")))
        with pytest.raises(OTHERS_MERGE):
            await accept(connection, [Submission([proposal], new_trace().trace_id, 0)])
        await connection.close()
    async with held_merge(known, *many):
        with pytest.raises(OTHERS_MERGE):
            await merged(known, [run_event("START", "00:00:00", uuid(8), "new")])


async def test_numbers_of_a_running_merge_are_not_passed(known: str) -> None:
    """Subscribers and rebuilds get its events before the events of merges that began later and committed earlier."""
    connection = await connect(known)
    reader, log = RunEventReader(connection), LogReader(connection, 0)
    before = await reader.newest()
    page = await log.next_page()
    assert page is not None
    assert page.size == len(KNOWN)
    async with held_merge(known, run_event("COMPLETE", "00:01:00", uuid(4), "other")):
        await merged(known, [run_event("START", "00:00:00", uuid(8), "new")])
        during = await reader.newest()
        assert (during.seen, during.given, during.merges_run) == (before.seen, before.given + 2, True)
        assert (await reader.after(before.seen, [])).events == []
        assert await log.next_page() is None
    events = (await reader.after(before.seen, [])).events
    assert [row.row["urn"] for row in events] == [urn(4), urn(8)]
    page = await log.next_page()
    assert page is not None
    assert page.size == 2
    await connection.close()


async def test_a_merge_that_begins_meanwhile_is_not_taken_for_an_old_one(known: str) -> None:
    """Its second and its numbers may be greater than those that were read just before its locks."""
    connection = await connect(known)
    before = await connection.fetchrow("SELECT * FROM running_merges()")
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock_shared(hashtext('headwater.merge'))")
        for kind, place in (
            ("since", int(time.time()) + 1),
            ("events", before["event_seq"] + 1),
            ("run_events", before["run_event_seq"] + 1),
        ):
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext('headwater.' || $1), $2)", kind, place)
        during = await connection.fetchrow("SELECT * FROM running_merges()")
    await connection.close()
    assert during["are_running"]
    assert (during["event_seq"], during["run_event_seq"]) == (before["event_seq"], before["run_event_seq"])
    assert abs(during["since"].timestamp() - time.time()) < 60


async def test_a_merge_that_has_given_its_turn_back_has_committed(known: str) -> None:
    connection = await connect(known)
    before = await connection.fetchrow("SELECT * FROM running_merges()")
    async with ending_merge(known):
        during = await connection.fetchrow("SELECT * FROM running_merges()")
    await connection.close()
    assert during == before
    assert before["event_seq"] > 0


async def test_an_answer_as_known_is_the_same_later(known: str) -> None:
    """While a merge runs, `knownAt` counts as the moment of its begin, and the answer says so."""
    query = """query ($known: DateTime!) { impact(urn: "%s", pointInTime: { knownAt: $known }) { runs { total } } }"""
    async with await read_pool(known, 2) as pool:
        api = Api(pool)
        connection = await connect_to_merge(known)
        await merge(
            connection, [Delivery(parsed(run_event("COMPLETE", "00:01:00", uuid(4), "other")), new_trace().trace_id)]
        )
        await connection.close()
        await asyncio.sleep(1)  # the answer tells it in whole seconds
        async with held_merge(known, run_event("COMPLETE", "00:02:00", uuid(8), "new", inputs=["y"])):
            asked = datetime.now(UTC)
            during = await api.answer(query % urn(4), known=asked.isoformat())
        [moments] = during.extensions["knownAt"]
        assert moments["asked"] == asked.isoformat()
        answered = datetime.fromisoformat(moments["answered"])
        assert timedelta(0) < asked - answered < timedelta(seconds=10)
        after = await api.answer(query % urn(4), known=answered.isoformat())
        assert "knownAt" not in after.extensions
        assert during.data == after.data == {"impact": {"runs": {"total": 0}}}
        later = await api.answer(query % urn(4), known=asked.isoformat())
        assert later.data == {"impact": {"runs": {"total": 1}}}


def history(chance: random.Random) -> list[Event]:
    """Return events whose runs share parents, ids, jobs and data, and whose parents come late.

    The ids of some parents belong to runs of several jobs, and those to other families.
    """
    events = []
    for number in range(60):
        family, job = number % 7, f"job{number % 5}"
        id = uuid(100 + (number if chance.random() < 0.9 else number % 4))
        facets: Event = {}
        if chance.random() < 0.7:
            facets["parent"] = parent(uuid(family), chance.choice([f"dag{family % 3}", "no such dag"]))
        names = ["hub", f"own{number % 9}", S3A] if chance.random() < 0.1 else ["hub", f"own{number % 9}"]
        for word, minute in (("START", number % 3), (chance.choice(["COMPLETE", "FAIL", "ABORT"]), 3 + number % 4)):
            events.append(
                run_event(
                    word,
                    f"00:0{minute}:00",
                    id,
                    job,
                    inputs=chance.sample(names, 1),
                    outputs=chance.sample(names, 2),
                    **facets,
                )
            )
        if chance.random() < 0.3:
            facets["parent"] = parent(uuid(chance.randrange(7)), "no such dag")
            events.append(run_event("RUNNING", f"00:0{chance.randrange(9)}:30", id, job, **facets))
    for family in range(7):
        for other in range(chance.randrange(3)):
            first = f"00:0{chance.randrange(3)}:10"
            events.append(
                run_event("START", first, uuid(family), f"app{other}", parent=parent(uuid(90 + other), "apps"))
            )
        events.append(run_event("START", "00:00:00", uuid(family), f"dag{family % 3}"))
        events.append(
            run_event("COMPLETE", "00:09:00", uuid(family), f"dag{family % 3}", parent=parent(uuid(99), "root"))
        )
    return events  # fmt: skip


@pytest.mark.parametrize("size", [1, 3, 8])
def test_eight_sessions_give_the_store_of_one(size: int, database_url: str, postgres_url: str, template: str) -> None:
    chance = random.Random(size)
    events = history(chance)
    chance.shuffle(events)
    waiting = [events[first : first + size] for first in range(0, len(events), size)]

    async def work() -> None:
        connection = await connect_to_merge(database_url)
        while waiting:
            await merge(connection, [Delivery(parsed(*waiting.pop()), new_trace().trace_id)])
        await connection.close()

    async def work_together() -> None:
        await asyncio.gather(*(work() for _ in range(8)))

    asyncio.run(work_together())
    with cloned_database(postgres_url, template) as one:
        merge_items(one, parsed(*events))
        found, expected = dump(database_url), dump(one)
    assert difference(found, expected) == {}
    assert len(found["run"]) > 60
