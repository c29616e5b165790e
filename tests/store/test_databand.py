"""Conclusions from several events of a Databand source: inputs that are runs, attempts, runs left open."""

import asyncio
import itertools
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.dialects.databand import DIALECT
from headwater.dialects.problems import UnusableError, problem, unmergeable
from headwater.model.changes import Changes
from headwater.store.connections import connect_to_merge
from headwater.store.quarantine import Quarantine, merging
from headwater.store.queries import query
from headwater.trace import new_trace
from headwater.urn import run_urn, source_run_key

from conftest import cloned_database, fetch, merge_items
from databand_events import SOURCE, parsed_tasks, task_event
from events import parent, parsed, run_event, uuid
from proposals import accept_items, event, item
from store_dump import dump
from two_stores import TwoStores, assert_any_order_gives_the_same_store, two_stores

OTHER_SOURCE = "00000000-0000-4000-8000-00000000000f"

ROOT = task_event("COMPLETE", "00:09:00", "root", "parent", start="00:00:00")
BUILD = task_event("COMPLETE", "00:01:00", "build", "build", parent="root")
TEST = task_event("RUNNING", "00:02:00", "test", "test", parent="root", inputs=["build", "table"])

HISTORIES: dict[str, list[dict[str, Any]]] = {
    "an input that names a sibling": [ROOT, BUILD, TEST],
    "two siblings of one job": [BUILD, TEST, task_event("COMPLETE", "00:01:30", "build-2", "build", parent="root")],
    "a sibling that moves away": [
        BUILD, TEST, task_event("COMPLETE", "00:03:00", "build", "build", parent="elsewhere"),
    ],
    "a reader that moves to another parent": [
        BUILD, TEST, task_event("COMPLETE", "00:03:00", "test", "test", parent="elsewhere"),
        task_event("COMPLETE", "00:03:00", "build-2", "build", parent="elsewhere"),
    ],
    "a run of several jobs": [
        TEST, task_event("START", "00:00:00", "build", "zzz", parent="root"), BUILD,
        task_event("START", "00:00:01", "build", "yyy.z", parent="root"),
    ],
    "a retried run": [
        task_event("FAIL", "00:01:00", "unit", "unit", start="00:01:00"),
        task_event("COMPLETE", "00:03:00", "unit", "unit", start="00:03:00"),
        task_event("RUNNING", "00:01:00", "unit", "unit", start="00:01:00"),
        task_event("START", "00:02:00", "unit", "unit", nominal="00:02:00"),
    ],
    "a child that is its own ancestor": [
        task_event("RUNNING", "00:01:00", "a", "a", parent="b"),
        task_event("RUNNING", "00:01:00", "b", "b", parent="a"),
        task_event("FAIL", "00:02:00", "b", "b"),
    ],
    "a ring of runs that reads": [
        task_event("RUNNING", "00:01:00", "a", "a", parent="b", inputs=["table"]),
        task_event("RUNNING", "00:01:00", "b", "b", parent="a"),
        task_event("RUNNING", "00:02:00", "c", "c", parent="a"),
    ],
    "an ancestor that ends, and again": [
        ROOT, TEST, task_event("RUNNING", "00:02:00", "unit", "unit", parent="test"),
        task_event("FAIL", "00:08:00", "root", "parent"),
    ],
}  # fmt: skip


def rows(database_url: str, sql: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in fetch(database_url, sql)]


@pytest.fixture(scope="module")
def stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    with two_stores(postgres_url, template) as stores:
        yield stores


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)
def test_any_order_gives_the_same_store(history: list[dict[str, Any]], stores: TwoStores) -> None:
    assert_any_order_gives_the_same_store(stores, history, parsed_tasks)


EDGES = "SELECT a.name, g.is_current FROM edge g JOIN entity a ON a.id = g.asset_id ORDER BY 1"
SIBLINGS = "SELECT r.native_id, u.native_id FROM run_sibling s JOIN run r ON r.id = s.run_id JOIN run u ON u.id = s.upstream_id ORDER BY 1, 2"


@pytest.mark.parametrize(
    ("name", "edges", "siblings"),
    [
        ("an input that names a sibling", [("build", False), ("table", True)], [("test", "build")]),
        (
            "two siblings of one job",
            [("build", False), ("table", True)],
            [("test", "build"), ("test", "build-2")],
        ),
        ("a sibling that moves away", [("build", True), ("table", True)], []),
        ("a reader that moves to another parent", [("build", False), ("table", True)], [("test", "build-2")]),
    ],
)
def test_inputs_that_are_runs(
    name: str, edges: list[tuple[str, bool]], siblings: list[tuple[str, str]], database_url: str
) -> None:
    merge_items(database_url, parsed_tasks(*HISTORIES[name]))
    assert rows(database_url, EDGES) == edges
    assert rows(database_url, SIBLINGS) == siblings


def test_a_run_of_several_jobs_is_of_the_least_with_a_warning(database_url: str) -> None:
    merge_items(database_url, parsed_tasks(*HISTORIES["a run of several jobs"]))
    [found] = rows(
        database_url,
        "SELECT t.name, f.name, (SELECT array_agg(code) FROM run_warning w WHERE w.run_id = r.id)"
        " FROM run r JOIN entity t ON t.id = r.template_id JOIN entity f ON f.id = r.flow_id WHERE r.native_id = 'build'",
    )
    assert found == ("build", "build", ["facet.not_object", "run.several_jobs"])


ATTEMPTS = "SELECT attempt, status, result, started_at, ended_at FROM run"


def test_a_start_after_an_end_is_another_attempt(database_url: str) -> None:
    merge_items(database_url, parsed_tasks(*HISTORIES["a retried run"]))
    [(attempt, status, result, started_at, ended_at)] = rows(database_url, ATTEMPTS)
    assert (attempt, status, result, started_at.minute, ended_at) == (2, "COMPLETE", "SUCCESS", 3, None)


def test_starts_without_an_end_between_them_are_one_attempt(database_url: str) -> None:
    """Clients that compute the start from the clock give a slightly different one each time."""
    events = [
        task_event("RUNNING", "00:02:00", "unit", "unit", start="00:01:01"),
        task_event("COMPLETE", "00:03:00", "unit", "unit", start="00:01:00"),
    ]
    merge_items(database_url, parsed_tasks(*events))
    [(attempt, _, result, started_at, ended_at)] = rows(database_url, ATTEMPTS)
    assert (attempt, result, started_at.second, ended_at.minute) == (1, "SUCCESS", 0, 3)


CLOSED = "SELECT native_id, closed_result, closed_native_result FROM run WHERE closed_result IS NOT NULL ORDER BY 1"


def test_an_ended_ancestor_closes_what_was_left_open_below_it(database_url: str) -> None:
    merge_items(database_url, parsed_tasks(*HISTORIES["an ancestor that ends, and again"]))
    assert rows(database_url, CLOSED) == [("test", "SUCCESS", "COMPLETE"), ("unit", "SUCCESS", "COMPLETE")]
    merge_items(database_url, parsed_tasks(task_event("FAIL", "00:05:00", "test", "test", parent="root")))
    assert rows(database_url, CLOSED) == [("unit", "FAILURE", "FAIL")]
    merge_items(database_url, parsed_tasks(task_event("ABORT", "00:06:00", "unit", "unit", parent="test")))
    assert rows(database_url, CLOSED) == []


def test_an_end_from_datahub_closes_a_pipelines_runs_too(database_url: str, postgres_url: str, template: str) -> None:
    tasks = parsed_tasks(
        task_event("START", "00:00:00", uuid(1), "parent"),
        task_event("START", "00:00:00", uuid(2), "task", parent=uuid(1)),
    )
    urn = run_urn(source_run_key(SOURCE, uuid(1)))
    ended = item(urn, "dataProcessInstanceRunEvent", event(1_800_000_000_000, "COMPLETE", "FAILURE"))
    with cloned_database(postgres_url, template) as other:
        merge_items(database_url, tasks)
        accept_items(database_url, ended)
        accept_items(other, ended)
        merge_items(other, tasks)
        assert dump(database_url) == dump(other)
    assert rows(database_url, CLOSED) == [(uuid(2), "FAILURE", "failure")]
    accept_items(database_url, item(urn, "dataProcessInstanceKey", change="DELETE"))
    assert rows(database_url, CLOSED) == []


def test_a_run_that_said_no_state_is_closed_too(database_url: str) -> None:
    merge_items(database_url, parsed_tasks(ROOT, task_event("scheduled", "00:02:00", "t", "t", parent="root")))
    assert rows(database_url, CLOSED) == [("t", "SUCCESS", "COMPLETE")]


def test_the_last_end_counts(database_url: str) -> None:
    """In OpenLineage the failure would stand."""
    words = [("START", "00:00:00"), ("FAIL", "00:01:00"), ("COMPLETE", "00:02:00")]
    merge_items(database_url, parsed_tasks(*(task_event(word, time, "t", "t") for word, time in words)))
    merge_items(database_url, parsed(*(run_event(word, time, uuid(1), "t") for word, time in words)))
    assert rows(database_url, "SELECT source IS NULL, result FROM run ORDER BY 1") == [
        (False, "SUCCESS"),
        (True, "FAILURE"),
    ]


def test_nothing_of_this_is_for_other_dialects(database_url: str) -> None:
    """In OpenLineage, the inputs of the same history are datasets, and a run without a state in its events has none."""
    history = [
        run_event("COMPLETE", "00:09:00", uuid(1), "parent"),
        run_event("COMPLETE", "00:01:00", uuid(2), "build", parent=parent(uuid(1))),
        run_event("scheduled", "00:02:00", uuid(3), "test", inputs=["build"], parent=parent(uuid(1))),
    ]
    merge_items(database_url, parsed(*history))
    assert rows(database_url, CLOSED) == rows(database_url, SIBLINGS) == []
    assert rows(database_url, EDGES) == [("build", True)]


def test_sources_do_not_meet(database_url: str) -> None:
    """The same ids in two sources, and in OpenLineage, are a run each; a run's parent is in its own source alone."""
    child = task_event("RUNNING", "00:02:00", uuid(2), "test", parent=uuid(1))
    root = task_event("COMPLETE", "00:09:00", uuid(1), "parent")
    merge_items(database_url, parsed_tasks(child))
    merge_items(database_url, parsed_tasks(root, child, source=OTHER_SOURCE))
    merge_items(database_url, parsed(run_event("FAIL", "00:09:00", uuid(1), "parent")))
    found = rows(
        database_url,
        "SELECT r.source, r.closed_result, r.parent_id IS NOT NULL, p.status FROM run r LEFT JOIN run p ON p.id = r.parent_id"
        " WHERE r.first_event_at IS NOT NULL ORDER BY r.native_id, r.source",
    )
    assert found == [
        (OTHER_SOURCE, None, False, None),
        (None, None, False, None),
        (OTHER_SOURCE, "SUCCESS", True, "COMPLETE"),
        (SOURCE, None, True, None),
    ]


def test_a_replay_is_for_the_source_that_was_refused(postgres_url: str, template: str) -> None:
    history = HISTORIES["an ancestor that ends, and again"]
    error = UnusableError("job.invalid", "an older version could not read it")
    refused = [
        problem(DIALECT, "old", place, error, json.dumps(event).encode(), source)
        for place, event in enumerate(history)
        for source in (SOURCE, OTHER_SOURCE)
    ]
    with cloned_database(postgres_url, template) as replayed, cloned_database(postgres_url, template) as direct:
        merge_items(replayed, refused)
        assert sorted(set(rows(replayed, "SELECT tenant FROM quarantine"))) == [(OTHER_SOURCE,), (SOURCE,)]
        asyncio.run(replay_all(replayed))
        merge_items(direct, [*parsed_tasks(*history), *parsed_tasks(*history, source=OTHER_SOURCE)])
        assert dump(replayed) == dump(direct)


async def replay_all(database_url: str) -> None:
    connection = await connect_to_merge(database_url)
    quarantine = Quarantine(connection)
    async for _ in quarantine.replay(merging(connection, new_trace().trace_id), await quarantine.find_of_code(None)):
        pass
    await connection.close()


def test_an_event_that_the_database_refuses_keeps_its_source() -> None:
    [changes] = parsed_tasks(ROOT)
    refused = unmergeable(changes, "why")
    assert (refused.dialect, refused.tenant, json.loads(refused.payload)) == (DIALECT, SOURCE, ROOT)


def test_reading_upstreams_takes_each_run_once(database_url: str) -> None:
    """An input and jobDependencies may both name a run."""
    both = task_event("RUNNING", "00:02:00", "test", "test", parent="root", inputs=["build"])
    job = {"namespace": "test", "name": "build"}
    both["run"]["facets"]["jobDependencies"] = {"upstream": [{"job": job, "run": {"runId": "build"}}]}
    merge_items(database_url, parsed_tasks(BUILD, both))
    ids = {row["native_id"]: row["id"] for row in fetch(database_url, "SELECT native_id, id FROM run")}
    for page, of, found in (("upstreams", "test", "build"), ("downstreams", "build", "test")):
        runs = fetch(database_url, query(f"{page}_of_runs"), [ids[of]], 0, 20, 100, None, False)
        assert [(row["native_id"], row["total"]) for row in runs] == [(found, 1)]


def test_an_input_that_is_a_run_is_no_input_of_anything(database_url: str) -> None:
    output = {"namespace": "test", "name": "out"}
    merge_items(database_url, parsed_tasks(BUILD, TEST | {"outputs": [output]}))
    assert rows(
        database_url,
        "SELECT i.name, d.origin FROM run_derivations(ARRAY(SELECT id FROM run)) d JOIN entity i ON i.id = d.input_id",
    ) == [("table", "ALL_INPUTS")]
    for name, count in (("build", 0), ("table", 1)):
        [[asset]] = fetch(database_url, "SELECT id FROM entity WHERE kind = 'dataset' AND name = $1", name)
        page = fetch(database_url, query("runs_of_assets"), [asset], 0, 20, 100, None, False, "INPUT")
        assert [row["total"] for row in page] == [count]
        assert [row["urn"] is not None for row in page] == [count == 1]


# The property ------------------------------------------------------------------------------------

KEY_OF_ROOT = str(source_run_key(SOURCE, "root"))
RUN_IDS = st.sampled_from(["root", "a", "b", uuid(1), uuid(1).upper(), "c"])
JOBS = st.sampled_from(["build", "test", "parent", "x.y"])
TIMES = st.integers(0, 5).map(lambda minute: f"00:0{minute}:00")
WORDS = st.sampled_from(["START", "RUNNING", "COMPLETE", "FAIL", "ABORT", "OTHER", "scheduled", None])


def task_events() -> st.SearchStrategy[Callable[[], list[Changes]]]:
    """Return a strategy for events of two sources and of OpenLineage, whose names and times often collide."""
    task = st.builds(
        task_event,
        WORDS,
        TIMES,
        RUN_IDS,
        JOBS,
        parent=st.none() | RUN_IDS,
        inputs=st.lists(JOBS, max_size=2, unique=True),
        start=st.none() | TIMES,
        nominal=st.none() | TIMES,
    )
    of_source = st.sampled_from([SOURCE, SOURCE, SOURCE, OTHER_SOURCE])
    other = st.builds(
        run_event,
        WORDS,
        TIMES,
        st.sampled_from([uuid(1), "a", KEY_OF_ROOT]),
        JOBS,
        inputs=st.lists(JOBS, max_size=1),
        parent=st.builds(parent, st.sampled_from([uuid(1), "root", KEY_OF_ROOT]), JOBS),
    )
    tasks = st.builds(lambda event, source: lambda: parsed_tasks(event, source=source), task, of_source)
    return tasks | tasks | tasks | st.builds(lambda event: lambda: parsed(event), other)


@st.composite
def deliveries(draw: st.DrawFn) -> tuple[list[Changes], list[list[Changes]]]:
    """Draw a history, and the same in other steps, shuffled, some of it twice."""
    history = [item for make in draw(st.lists(task_events(), min_size=2, max_size=8)) for item in make()]
    sent = draw(st.permutations([*history, *draw(st.lists(st.sampled_from(history), max_size=2))]))
    cuts = sorted(draw(st.lists(st.integers(0, len(sent)), max_size=len(sent))))
    return history, [sent[a:b] for a, b in itertools.pairwise([0, *cuts, len(sent)]) if a < b]


@given(delivery=deliveries())
@settings(max_examples=int(os.environ.get("HEADWATER_TEST_EXAMPLES", "200")))
def test_any_order_split_and_repetition_gives_the_same_store(
    delivery: tuple[list[Changes], list[list[Changes]]], stores: TwoStores
) -> None:
    history, steps = delivery
    once, otherwise = stores.dumps([history], steps)
    assert otherwise == once
