"""The heads of large answers, from kept steps in memory, are those of whole answers (docs/impact.md)."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from unittest import mock

import numpy as np
import pytest
from asyncpg import Connection

from headwater.lineage import head, held_graph, told_steps
from headwater.lineage.held_graph import HeldGraph
from headwater.model.lineage import KeptHops, Steps
from headwater.store.connections import connect_to_keep
from headwater.store.keeping import keep
from headwater.store.kept_steps import hops_of_steps
from headwater.store.pool import ReadPool, read_pool
from headwater.store.reader import Reader
from headwater.store.walks import OUT_OF_TIME

from conftest import fetch
from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

HOURS = 12
FEEDS, LOADS, REPORTS, CHECKS = ([base + hour for hour in range(HOURS)] for base in (100, 200, 300, 400))
MOST_STEPS = 1000

ANSWER = """query($urn: String!, $madeBy: String) {
    impact(urn: $urn, madeBy: $madeBy) {
        __typename start { urn } direction truncated runsBeyond startTotal
        first: runs(count: 3) { start count total runs { ...Affected } }
        next: runs(start: 3, count: 4) { total runs { ...Affected } }
        far: runs(start: 1900, count: 100) { total runs { depth } }
    }
}
fragment Affected on AffectedRun { run { urn } kind certainty depth reachedAt kinds { kind certainty depth reachedAt } }
"""

WITH_MORE = [
    "total",
    "levels { depth }",
    "versions { total }",
    "runs(filter: {certainty: CERTAIN}) { total }",
    "runs(start: 1901, count: 100) { total }",
    "runs { runs { path { run { urn } } } }",
    "runs { runs { kinds { path { run { urn } } } } }",
]
"""Fields that need the whole answer."""


def _history() -> list[dict[str, Any]]:
    """Each hour a feed comes, two runs of one moment load it, and others report on that and check the last hour."""
    facets = {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}}
    events = []
    for hour in range(HOURS):
        runs: list[tuple[list[int], str, str, list[str], list[str]]] = [
            (FEEDS, "00", "feed", [], ["feed"]),
            (LOADS, "10", "load", ["feed", "state"], ["prices"]),
            (REPORTS, "20", "report", ["prices"], ["report"]),
            (CHECKS, "20", "check", ["prices", "report"], ["state"]),
        ]
        for numbers, minute, job, inputs, outputs in runs:
            event = run_event(
                "COMPLETE", f"{hour:02}:{minute}:00", uuid(numbers[hour]), job, inputs=inputs, outputs=outputs
            )
            for output in event["outputs"]:
                output["facets"] = facets
            events.append(event)
    return events


@pytest.fixture
async def pool(database_url: str) -> AsyncIterator[ReadPool]:
    await stored(database_url, parsed(*_history()))
    await _keep(database_url)
    async with await read_pool(database_url, 2) as pool:
        yield pool


@pytest.fixture
async def held(pool: ReadPool, monkeypatch: pytest.MonkeyPatch) -> HeldGraph:
    """A graph in memory, which tells the heads of all answers."""
    monkeypatch.setattr(head, "FEW_STEPS", 1)
    held = HeldGraph(pool, MOST_STEPS)
    await held.take_in()
    return held


async def _keep(database_url: str) -> None:
    connection = await connect_to_keep(database_url)
    while await keep(connection):
        pass
    await connection.close()


async def _heads(pool: ReadPool, held: HeldGraph, **start: str) -> int:
    """Compare the answers to a question; return the number of heads among them."""
    api = Api(pool)
    whole = await api(ANSWER, **start)
    api.held_graph = held
    find, found = head._head, []

    async def finding(*arguments: Any) -> head.Head | None:
        found.append(await find(*arguments))
        return found[-1]

    with mock.patch.object(head, "_head", finding):
        assert await api(ANSWER, **start) == whole, start
    return sum(one is not None for one in found)


async def _all_heads(pool: ReadPool, held: HeldGraph) -> int:
    runs = [urn(number) for numbers in (FEEDS, LOADS, REPORTS, CHECKS) for number in numbers]
    return sum([await _heads(pool, held, urn=run) for run in runs])


async def test_heads_are_those_of_whole_answers(pool: ReadPool, held: HeldGraph) -> None:
    assert await _all_heads(pool, held) > 3 * HOURS


async def test_an_answer_that_starts_at_a_version_has_a_head(
    pool: ReadPool, held: HeldGraph, database_url: str
) -> None:
    [[asset]] = await asyncio.to_thread(fetch, database_url, "SELECT urn FROM entity WHERE urn LIKE '%prices%'")
    assert await _heads(pool, held, urn=asset, madeBy=urn(LOADS[2])) == 1


@pytest.mark.parametrize("more", WITH_MORE)
async def test_no_head_beside_fields_of_the_whole(pool: ReadPool, held: HeldGraph, more: str) -> None:
    """Or `truncated` would tell of the head alone."""
    api = Api(pool)
    api.held_graph = held
    with mock.patch.object(HeldGraph, "walk", side_effect=AssertionError("a head was asked for")):
        answer = await api(f"query($urn: String!) {{ impact(urn: $urn) {{ truncated {more} }} }}", urn=urn(FEEDS[0]))
    assert answer["impact"]["truncated"] is False


async def test_a_limit_of_nodes_leaves_no_head(pool: ReadPool, held: HeldGraph) -> None:
    api = Api(pool)
    api.held_graph = held
    ask = "query($urn: String!, $most: Int!) { impact(urn: $urn, maxNodes: $most) { truncated runs { total } } }"
    total = (await api(ask, urn=urn(FEEDS[0]), most=1000))["impact"]["runs"]["total"]
    for most in (3, *range(total - 2, total + 4)):
        found = await api(ask, urn=urn(FEEDS[0]), most=most)
        assert found == await Api(pool)(ask, urn=urn(FEEDS[0]), most=most), most


async def test_a_small_answer_without_time_is_walked_once(
    pool: ReadPool, held: HeldGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(head, "FEW_STEPS", 100)
    api = Api(pool)
    api.held_graph = held
    ask = "query($urn: String!) { impact(urn: $urn, maxSeconds: 0.000001) { truncated runs { total } } }"
    with mock.patch.object(OUT_OF_TIME, "inc") as counted:
        answer = await api(ask, urn=urn(FEEDS[0]))
    assert (answer["impact"]["truncated"], counted.call_count) == (True, 1)


async def test_a_walk_keeps_its_graph(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    """Another question may find forgotten steps before a page is asked for."""
    reader = Reader(pool)
    [row] = await reader.entities.by_urn([urn(FEEDS[0])])
    assert row is not None
    zeros = np.zeros(1, np.int64)
    steps = Steps(np.array([row["id"]], np.int64), zeros.astype(np.int32), zeros, zeros)
    walk = await held.walk(steps, [row["id"]], MOST_STEPS)
    assert walk is not None
    total = walk.total()
    late = run_event("COMPLETE", "00:15:00", uuid(9), "late", inputs=["prices"])
    await stored(database_url, parsed(late))
    other = await held.walk(steps, [row["id"]], MOST_STEPS)
    assert other is not None
    assert (walk.total(), other.total()) == (total, (total or 0) + 1)
    assert len(walk.nearest(MOST_STEPS).ids) == total


async def test_late_runs_are_in_heads_at_once(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    late = run_event("COMPLETE", "03:15:00", uuid(7), "late", inputs=["prices"], outputs=["late"])
    await stored(database_url, parsed(late))
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
    await _keep(database_url)
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
    await held.take_in()
    assert await _all_heads(pool, held) > 3 * HOURS


async def test_the_rule_is_asked_only_for_what_changed(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    """Nobody keeps the last versions, but the graph has the hops from them until a merge changes their data."""
    asked: list[int] = []

    async def asking(connection: Connection, steps: Steps) -> KeptHops:
        asked.append(len(steps))
        return await hops_of_steps(connection, steps)

    with mock.patch.object(held_graph, "hops_of_steps", asking):
        assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
        assert asked == []
        late = run_event("COMPLETE", "13:00:00", uuid(7), "late", inputs=["prices"], outputs=["late"])
        await stored(database_url, parsed(late))
        assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
        assert asked == [1, 1], "the last load, and the late run"
        await held.take_in()
        asked.clear()
        assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
        assert asked == []


async def test_a_server_asks_the_rule_again_after_many_changes(
    pool: ReadPool, held: HeldGraph, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_graph, "_FEW_CHANGES", 3)
    assert not await held._has_new()
    late = run_event("COMPLETE", "13:00:00", uuid(7), "late", inputs=["prices"])
    await stored(database_url, parsed(late))
    assert not await held._has_new()
    later = run_event("COMPLETE", "13:10:00", uuid(8), "late", inputs=["report"])
    await stored(database_url, parsed(later))
    assert await held._has_new()
    await held.take_in()
    assert not await held._has_new()


async def test_steps_that_are_kept_by_now_need_no_telling(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    """Or each later read of their data would open all of them."""
    load = run_event("COMPLETE", "13:10:00", uuid(7), "load", inputs=["feed"], outputs=["prices"])
    again = run_event("COMPLETE", "13:20:00", uuid(8), "load", inputs=["feed"], outputs=["prices"])
    await stored(database_url, parsed(load, again))
    await held.take_in()
    await _keep(database_url)
    await held.take_in()
    rows = await asyncio.to_thread(fetch, database_url, "SELECT run_id FROM kept_step")
    assert held._held is not None
    assert {*held._held.data.steps.run_ids.tolist()}.isdisjoint({run_id for (run_id,) in rows})


async def test_a_step_with_many_hops_stays_open(
    pool: ReadPool, held: HeldGraph, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(told_steps, "_FEW_HOPS", 2)
    readers = [run_event("COMPLETE", f"13:0{n}:00", uuid(10 + n), "reader", inputs=["prices"]) for n in range(3)]
    await stored(database_url, parsed(*readers))
    await held.take_in()
    assert held._held is not None
    graph = held._held.graph
    rows = await asyncio.to_thread(fetch, database_url, f"SELECT id FROM entity WHERE urn = '{urn(LOADS[-1])}'")
    assert graph.steps.run_ids[graph.open_steps].tolist() == [run_id for (run_id,) in rows]
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1


async def test_a_run_that_writes_later_leads_on(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    """It led nowhere when the graph took in steps."""
    began = run_event("START", "03:12:00", uuid(10), "slow", inputs=["prices"])
    await stored(database_url, parsed(began))
    await _keep(database_url)
    await held.take_in()
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1
    ended = run_event("COMPLETE", "03:18:00", uuid(10), "slow", inputs=["prices"], outputs=["slow"])
    reader = run_event("COMPLETE", "03:30:00", uuid(11), "reader", inputs=["slow"])
    await stored(database_url, parsed(ended, reader))
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 1


async def test_no_head_where_runs_depend_on_runs(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    named = {
        "jobDependencies": {"upstream": [{"run": {"runId": uuid(FEEDS[0])}, "job": {"namespace": "n", "name": "feed"}}]}
    }
    event = run_event("COMPLETE", "13:00:00", uuid(8), "after", inputs=[], outputs=[])
    event["run"]["facets"] = event["run"].get("facets", {}) | named
    await stored(database_url, parsed(event))
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 0
    await held.take_in()
    assert not held.is_there


async def test_a_graph_of_another_store_is_given_up(pool: ReadPool, held: HeldGraph, database_url: str) -> None:
    """A rebuild puts new tables in the place of the old ones."""
    for statement in (
        "CREATE TABLE other (LIKE kept_step INCLUDING ALL)",
        "DROP TABLE kept_step",
        "ALTER TABLE other RENAME TO kept_step",
    ):
        await asyncio.to_thread(fetch, database_url, statement)
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 0
    assert not held.is_there


async def test_no_graph_is_held_while_another_version_may_merge(
    pool: ReadPool, held: HeldGraph, database_url: str
) -> None:
    """Its functions may not tell what they forget."""
    await asyncio.to_thread(
        fetch, database_url, "INSERT INTO functions_in_use (schema_name) VALUES ('headwater_other')"
    )
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 0
    assert not held.is_there
    await held.take_in()
    assert not held.is_there


async def test_too_large_a_graph_is_not_held(pool: ReadPool) -> None:
    held = HeldGraph(pool, 3)
    with pytest.raises(OverflowError, match="more steps than HEADWATER_MAX_GRAPH_STEPS, 3"):
        await held.take_in()
    assert not held.is_there


async def test_an_old_graph_is_given_up(pool: ReadPool, held: HeldGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store tells of forgotten steps for an hour."""
    monkeypatch.setattr(held_graph, "_TRUSTED_SECONDS", 0.0)
    assert await _heads(pool, held, urn=urn(FEEDS[0])) == 0
    assert not held.is_there


async def test_a_server_takes_in_steps_by_itself(
    pool: ReadPool, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_graph, "LOOK_SECONDS", 0.01)
    held = HeldGraph(pool, MOST_STEPS)
    async with held.following(), asyncio.timeout(10):
        while not held.is_there:
            await asyncio.sleep(0.01)
