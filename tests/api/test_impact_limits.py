"""Limits of an answer: its depth, its total time, and walks that are given up.

Processors are shared, so limits on time are far above the requested times, and far below a test's waiting time without
limits.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from headwater.lineage import deadline
from headwater.model.lineage import Hops
from headwater.model.questions import Direction, PointInTime
from headwater.store import walks
from headwater.store.reader import Reader
from headwater.store.walk_order import in_order
from headwater.store.walks import Limits, StartStep

from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

LENGTH = 6

ENOUGH = 10
"""Seconds until a test fails that waits for an answer: a third of a statement's maximum."""

ALL = """
  truncated possibleBeyond total
  runs { total } versions { total } levels { depth }
  atRisk { template { urn } } roots { runs { total } } suspects { total }
  criticalPath { total } dominators { total } diagram assumedReplaced { total }"""


def chain(length: int = LENGTH) -> list[dict[str, Any]]:
    """Return runs that each read the output of the one before; the last output is the first run's input, too late."""
    return [
        run_event(
            "COMPLETE", f"00:{n:02}:00", uuid(n), f"job{n}", inputs=[f"t{(n - 1) % length}"], outputs=[f"t{n % length}"]
        )
        for n in range(1, length + 1)
    ]


async def asked(api: Api, field: str, number: int, fields: str, **arguments: Any) -> dict[str, Any]:
    more = "".join(f", {name}: {value}" for name, value in arguments.items())
    answer = await api(f'{{ {field}(urn: "{urn(number)}"{more}) {{ {fields} }} }}')
    found: dict[str, Any] = answer[field]
    return found


@pytest.mark.parametrize("field", ["impact", "provenance"])
async def test_runs_beyond_are_those_of_the_next_step(field: str, api: Api, database_url: str) -> None:
    """An answer tells how many runs the next larger depth adds, at each depth."""
    width = 3
    first = run_event("COMPLETE", "00:00:00", uuid(1), "job1", inputs=["t9"], outputs=["t0", "t1"])
    events = [first] if field == "impact" else []
    for level in range(1, 4):
        for n in range(width):
            inputs, outputs = [f"t{level - 1}"], [f"t{level}"]
            events.append(
                run_event(
                    "COMPLETE",
                    f"00:{level:02}:{n:02}",
                    uuid(10 * level + n),
                    f"job{level}{n}",
                    inputs=inputs,
                    outputs=outputs,
                )
            )
    await stored(database_url, parsed(*events))
    start = 1 if field == "impact" else 30
    runs = [await asked(api, field, start, "runs { total } runsBeyond truncated", maxDepth=depth) for depth in range(6)]
    for near, far in itertools.pairwise(runs):
        assert near["runsBeyond"] == far["runs"]["total"] - near["runs"]["total"]
        assert near["truncated"] == (near["runsBeyond"] > 0)
    assert runs[1]["runsBeyond"] > 0
    assert (await asked(api, field, start, "runsBeyond"))["runsBeyond"] == 0


@pytest.mark.parametrize("point_in_time", [PointInTime(), PointInTime(appends=True)], ids=["materialised", "evaluated"])
@pytest.mark.parametrize("direction", Direction)
async def test_the_depth_bounds_the_walk_itself(
    direction: Direction, point_in_time: PointInTime, api: Api, database_url: str
) -> None:
    """A walk finds the runs one hop farther, to know that there are more; it looks for nothing behind them."""
    await stored(database_url, parsed(*chain()))
    reader = Reader(api.pool)
    native = uuid(1 if direction is Direction.DOWNSTREAM else LENGTH)
    [run_id] = await reader.runs.ids_by_native_id([native])
    assert run_id is not None
    sizes = []
    for depth in (0, 1, 3, None):
        hops = await reader.walks.walk([StartStep(run_id)], direction, point_in_time, Limits(1000, 60, depth))
        assert not hops.is_truncated
        sizes.append(len(hops.steps))
    assert sizes == [2, 3, 5, LENGTH]


async def test_a_step_is_walked_from_once_whatever_its_distance(api: Api, database_url: str) -> None:
    """Two tables lie between each run and the next, which also reads from the run before: a lattice of paths."""
    events = [
        run_event(
            "COMPLETE",
            f"00:{n:02}:00",
            uuid(n),
            f"job{n}",
            inputs=[f"t{other}" for other in range(max(n - 3, 0), n)],
            outputs=[f"t{n}"],
        )
        for n in range(1, 31)
    ]
    await stored(database_url, parsed(*events))
    reader = Reader(api.pool)
    [run_id] = await reader.runs.ids_by_native_id([uuid(1)])
    assert run_id is not None
    hops, bounded = [
        await reader.walks.walk([StartStep(run_id)], Direction.DOWNSTREAM, PointInTime(), Limits(10_000, 60, depth))
        for depth in (None, 100)
    ]
    assert (len(hops.steps), len(hops)) == (len(bounded.steps), len(bounded))


@pytest.mark.parametrize(
    ("depth", "is_cut"), [(0, True), (1, True), (LENGTH - 2, True), (LENGTH - 1, False), (99, False)]
)
@pytest.mark.parametrize("field", ["impact", "provenance"])
async def test_truncated_says_whether_there_is_more_beyond_the_depth(
    field: str, depth: int, is_cut: bool, api: Api, database_url: str
) -> None:
    await stored(database_url, parsed(*chain()))
    number = 1 if field == "impact" else LENGTH
    found = await asked(api, field, number, "truncated possibleBeyond runs { total }", maxDepth=depth)
    assert found["truncated"] is is_cut
    assert found["runs"]["total"] == min(depth, LENGTH - 1)
    assert not found["possibleBeyond"], "what the depth cuts off, POSSIBLE does not find either"


async def test_possible_beyond_holds_within_the_depth(api: Api, database_url: str) -> None:
    """The second run may have seen the output of a third, written while it read: within a depth of 1, but not of 0."""
    events = [
        run_event("COMPLETE", "00:10:00", uuid(1), "load", outputs=["t"]),
        run_event("START", "00:05:00", uuid(2), "slow", inputs=["t"], outputs=["u"]),
        run_event("COMPLETE", "00:20:00", uuid(2), "slow", inputs=["t"], outputs=["u"]),
    ]
    await stored(database_url, parsed(*events))
    fields = "truncated possibleBeyond"
    assert await asked(api, "impact", 1, fields) == {"truncated": False, "possibleBeyond": True}
    assert await asked(api, "impact", 1, fields, maxDepth=1) == {"truncated": False, "possibleBeyond": True}
    assert await asked(api, "impact", 1, fields, maxDepth=0) == {"truncated": False, "possibleBeyond": False}
    wider = await asked(api, "impact", 1, fields, maxDepth=0, certainty="POSSIBLE")
    assert wider == {"truncated": True, "possibleBeyond": False}


async def test_possible_beyond_is_not_known_where_nodes_are_cut(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*chain()))
    found = await asked(api, "impact", 1, "truncated possibleBeyond", maxNodes=2)
    assert found == {"truncated": True, "possibleBeyond": True}


@asynccontextmanager
async def locked(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """Block every query on asset_write until the end of the block."""
    connection = await asyncpg.connect(database_url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE asset_write IN ACCESS EXCLUSIVE MODE")
            yield connection
    finally:
        await connection.close()


@pytest.mark.parametrize("field", ["impact", "provenance"])
async def test_no_time_is_a_part_of_an_answer(field: str, api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*chain()))
    found = await asked(api, field, 2, ALL, maxSeconds=0.000001)
    assert found["truncated"]
    assert found["possibleBeyond"]
    assert found["total"] == 0
    assert (found["criticalPath"], found["diagram"], found["assumedReplaced"]) == (None, None, None)


@pytest.mark.parametrize("field", ["impact", "provenance"])
async def test_the_time_holds_for_the_whole_answer(field: str, api: Api, database_url: str) -> None:
    """Each of its statements waits for a table: together they take no longer than one may."""
    await stored(database_url, parsed(*chain()))
    await asked(api, field, 2, ALL)
    async with asyncio.timeout(ENOUGH), locked(database_url):
        found = await asked(api, field, 2, ALL, maxSeconds=3)
    assert found["truncated"]
    assert found["possibleBeyond"]
    assert found["atRisk"] == (None if field == "impact" else [])
    await asked(api, field, 2, ALL)


@pytest.mark.parametrize("field", ["impact", "provenance"])
async def test_found_hops_are_answered_after_the_deadline(
    field: str, api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sorting the hops of a large walk takes long: the answer has all of the found hops, not nothing."""
    await stored(database_url, parsed(*chain()))

    async def in_order_slowly(*arguments: Any) -> Hops:
        await asyncio.sleep(2.1)
        return await in_order(*arguments)

    monkeypatch.setattr(walks, "in_order", in_order_slowly)
    monkeypatch.setattr(deadline, "HAND_OVER_LEAST", ENOUGH)
    found = await asked(
        api, field, 1 if field == "impact" else LENGTH, "total atRisk { template { urn } }", maxSeconds=2
    )
    assert found["total"] >= 2 * LENGTH - 2
    assert found["atRisk"] == (None if field == "impact" else [])


async def test_the_time_holds_for_both_sides_of_a_comparison(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*chain()))
    query = '{ lineageDiff(left: {urn: "%s"}, right: {urn: "%s"}, maxSeconds: 3) { truncated inputs { total } } }'
    async with asyncio.timeout(ENOUGH), locked(database_url):
        answer = await api(query % (urn(2), urn(3)))
    assert answer["lineageDiff"]["truncated"]


async def test_a_statement_that_was_cancelled_may_be_tried_again(api: Api, database_url: str) -> None:
    """The cancellation may come from an administrator, or from the server's own timeout."""
    await stored(database_url, parsed(*chain()))
    async with locked(database_url) as connection:
        asking = asyncio.create_task(api.answer('{ impact(urn: "%s", maxSeconds: 20) { total } }' % urn(1)))
        cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_locks WHERE NOT granted AND relation = 'asset_write'::regclass"
        async with asyncio.timeout(ENOUGH):
            while not await connection.fetchval(cancel):
                await asyncio.sleep(0.05)
            answer = await asking
    [error] = answer.errors
    assert error.extensions["code"] == 503
    assert (await api('{ impact(urn: "%s") { total } }' % urn(1)))["impact"]["total"] == 2 * LENGTH - 1


async def test_a_client_that_gives_up_does_not_disturb_other_answers(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*chain()))
    async with locked(database_url) as connection:
        asking = asyncio.create_task(api.answer('{ impact(urn: "%s", maxSeconds: 20) { total } }' % urn(1)))
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'asset_write'::regclass"
        async with asyncio.timeout(ENOUGH):
            while not await connection.fetchval(waiting):
                await asyncio.sleep(0.05)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
    assert (await api('{ impact(urn: "%s") { total } }' % urn(1)))["impact"]["total"] == 2 * LENGTH - 1
