"""GitLab's pipelines as runs: states, times, attempts, parents and order, as a person reads them in GitLab."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from headwater.dialects.gitlab import DIALECT, parse_document, pipeline_document
from headwater.dialects.replay import parse_again
from headwater.model.changes import Changes, Problem
from headwater.model.json import canonical_json
from headwater.store.pool import read_pool

from conftest import cloned_database, fetch, merge_items
from gitlab_pipelines import at, job, pipeline
from gitlab_server import ADDRESS
from graphql_api import Api, stored
from store_dump import dump

Object = dict[str, Any]

NAMESPACE = "gitlab://gitlab.com/acme/shop"

STATES = """
    SELECT t.name AS job, r.native_id, r.status, r.result, r.native_result, r.attempt,
        to_char(r.started_at, 'HH24:MI:SS') AS started, to_char(r.ended_at, 'HH24:MI:SS') AS ended
    FROM run r JOIN entity t ON t.id = r.template_id
    WHERE r.native_id = $1 OR r.native_id LIKE $1 || '/%'"""


def read(*documents: Object) -> list[Changes]:
    """Return pipelines as the synchronisation reads them."""
    items = [parse_document(body(document), "test", 1) for document in documents]
    assert all(isinstance(item, Changes) for item in items), items
    return [item for item in items if isinstance(item, Changes)]


def body(document: Object) -> bytes:
    parts = (document["pipeline"], document["jobs"], document.get("bridges", []))
    return canonical_json(pipeline_document(ADDRESS, "acme/shop", *parts))


def states(url: str, pipeline_id: int) -> dict[str, tuple[Any, ...]]:
    """Return (result or status, native word, attempt, start, end) of the runs of a pipeline, by their job."""
    rows = fetch(url, STATES, str(pipeline_id))
    return {
        row["job"]: (
            row["result"] or row["status"],
            *((row["native_result"],) if row["result"] else ()),
            row["attempt"],
            row["started"],
            row["ended"],
        )
        for row in rows
    }


def links(url: str, kind: str) -> set[tuple[str, str]]:
    """Return (native id, native id of the reference's target)."""
    sql = "SELECT r.native_id, t.native_id FROM run_link l JOIN run r ON r.id = l.run_id JOIN run t ON t.id = l.target_id WHERE l.kind = $1"
    return {(row[0], row[1]) for row in fetch(url, sql, kind)}


def parents(url: str) -> dict[str, str]:
    """Return the native id of the parent of each run with one."""
    sql = "SELECT r.native_id, p.native_id FROM run r JOIN run p ON p.id = r.parent_id"
    return {row[0]: row[1] for row in fetch(url, sql)}


@pytest.fixture(scope="module")
def recorded(corpus: Path) -> list[Object]:
    """Seven pipelines."""
    found: list[Object] = json.loads((corpus / "databand" / "fake_gitlab_pipelines.json").read_text())
    return found


EXPECTED: dict[int, dict[str, tuple[Any, ...]]] = {
    # retried: one run with two attempts; the stage is green because the pipeline is
    9001: {
        "shop": ("SUCCESS", "success", 2, "10:00:02", "10:05:59"),
        "shop.build": ("SUCCESS", "success", 1, "10:00:02", "10:01:30"),
        "shop.build.compile": ("SUCCESS", "success", 1, "10:00:02", "10:01:30"),
        "shop.test": ("SUCCESS", "success", 2, "10:01:31", "10:03:00"),
        "shop.test.unit": ("SUCCESS", "success", 2, "10:02:06", "10:03:00"),
        "shop.test.lint": ("SUCCESS", "success", 1, "10:01:31", "10:01:50"),
        "shop.deploy": ("SUCCESS", "success", 1, "10:03:01", "10:05:58"),
        "shop.deploy.deploy-prod": ("SUCCESS", "success", 1, "10:03:01", "10:05:58"),
    },
    # jobs with their stages' names; an allowed failure; a stage that was never reached
    9002: {
        "shop": ("FAILURE", "failed", 1, "10:10:02", "10:13:59"),
        "shop.build": ("SUCCESS", "success", 1, "10:10:02", "10:11:00"),
        "shop.build.build": ("SUCCESS", "success", 1, "10:10:02", "10:11:00"),
        "shop.test": ("FAILURE", "failed", 1, "10:11:01", "10:13:58"),
        "shop.test.test": ("FAILURE", "failed", 1, "10:11:01", "10:13:58"),
        "shop.test.flaky-lint": ("FAILURE", "failed", 1, "10:11:01", "10:11:30"),
        "shop.deploy": ("SKIPPED", "skipped", 0, None, "10:13:58"),
        "shop.deploy.deploy-prod": ("SKIPPED", "skipped", 0, None, "10:13:58"),
    },
    # running; jobs that have not begun have no state
    9003: {
        "shop": ("STARTED", 1, "10:20:02", None),
        "shop.build": ("SUCCESS", "success", 1, "10:20:02", "10:21:00"),
        "shop.build.compile": ("SUCCESS", "success", 1, "10:20:02", "10:21:00"),
        "shop.test": ("STARTED", 1, "10:21:01", None),
        "shop.test.unit": ("STARTED", 1, "10:21:01", None),
        "shop.test.integration": (None, None, None, None),
        "shop.approve": (None, None, None, None),
        "shop.approve.gate": (None, None, None, None),
        "shop.deploy": (None, None, None, None),
        "shop.deploy.deploy-prod": (None, None, None, None),
    },
    # canceled, and so is its stage
    9004: {
        "shop": ("FAILURE", "canceled", 1, "10:30:02", "10:31:59"),
        "shop.build": ("SUCCESS", "success", 1, "10:30:02", "10:31:00"),
        "shop.build.compile": ("SUCCESS", "success", 1, "10:30:02", "10:31:00"),
        "shop.test": ("FAILURE", "canceled", 1, "10:31:01", "10:31:58"),
        "shop.test.unit": ("FAILURE", "canceled", 1, "10:31:01", "10:31:58"),
        "shop.test.never-started": ("FAILURE", "canceled", 1, None, "10:31:58"),
        "shop.deploy": ("SKIPPED", "skipped", 0, None, "10:31:58"),
        "shop.deploy.deploy-prod": ("SKIPPED", "skipped", 0, None, "10:31:58"),
    },
    # being canceled
    9005: {
        "shop": ("STARTED", 1, "10:40:02", None),
        "shop.build": ("STARTED", 1, "10:40:02", None),
        "shop.build.compile": ("STARTED", 1, "10:40:02", None),
        "shop.test": (None, None, None, None),
        "shop.test.unit": (None, None, None, None),
        "shop.deploy": ("STARTED", 1, "10:40:30", None),
        "shop.deploy.deploy-prod": ("STARTED", 1, "10:40:30", None),
    },
    9006: {"shop": ("SKIPPED", "skipped", 0, None, "10:50:00")},
    # made at 13:00 in a zone two hours ahead, all jobs at one moment
    9007: {
        "shop": ("SUCCESS", "success", 1, "11:00:02", "11:04:59"),
        "shop.build": ("SUCCESS", "success", 1, "11:00:02", "11:01:29"),
        "shop.build.compile": ("SUCCESS", "success", 1, "11:00:02", "11:01:29"),
        "shop.test": ("SUCCESS", "success", 1, "11:01:30", "11:02:59"),
        "shop.test.unit": ("SUCCESS", "success", 1, "11:01:30", "11:02:59"),
        "shop.deploy": ("SUCCESS", "success", 1, "11:03:00", "11:04:58"),
        "shop.deploy.deploy-prod": ("SUCCESS", "success", 1, "11:03:00", "11:04:58"),
    },
}


def test_recorded_pipelines_read_as_in_gitlab(recorded: list[Object], database_url: str) -> None:
    merge_items(database_url, read(*recorded))
    assert {number: states(database_url, number) for number in EXPECTED} == EXPECTED


def test_recorded_stages_follow_each_other_by_the_ids_of_their_jobs(recorded: list[Object], database_url: str) -> None:
    merge_items(database_url, read(*recorded))
    upstreams = links(database_url, "UPSTREAM")
    assert {pair for pair in upstreams if pair[0].startswith("9007")} == {
        ("9007/test", "9007/build"),
        ("9007/deploy", "9007/test"),
    }
    assert ("9003/approve", "9003/test") in upstreams
    assert ("9003/deploy", "9003/approve") in upstreams
    found = parents(database_url)
    assert found["9002/test/test"] == "9002/test"
    assert found["9002/test"] == "9002"
    assert "9002" not in found
    assert all(run != parent for run, parent in found.items())


def test_an_attempt_that_was_retried_says_so(database_url: str) -> None:
    merge_items(
        database_url,
        read(
            pipeline(
                1,
                "running",
                "10:00:01",
                None,
                job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
                job(2, "test/unit", "pending", created="10:02:00"),
            )
        ),
    )
    assert states(database_url, 1)["shop.test.unit"] == ("UP_FOR_RETRY", "retried", 1, "10:00:01", "10:02:00")
    assert states(database_url, 1)["shop.test"] == ("STARTED", 2, "10:02:00", None)
    sql = "SELECT v.result, v.attempt FROM run_event v JOIN run r ON r.id = v.run_id WHERE r.native_id = '1/test/unit' AND v.result IS NOT NULL ORDER BY v.at"
    assert [tuple(row) for row in fetch(database_url, sql)] == [("FAILURE", 1), ("UP_FOR_RETRY", 1)]


STAGES: dict[str, tuple[list[Object], tuple[Any, ...]]] = {
    "only optional manual jobs": ([job(1, "s/a", "manual", allow_failure=True)], (None, None, None, None)),
    "optional manual beside a success": (
        [job(1, "s/a", "success", "10:01:00", "10:02:00"), job(2, "s/b", "manual", allow_failure=True)],
        ("SUCCESS", "success", 1, "10:01:00", "10:02:00"),
    ),
    "blocking manual beside a success": (
        [job(1, "s/a", "success", "10:01:00", "10:02:00"), job(2, "s/b", "manual")],
        ("STARTED", 1, "10:01:00", None),
    ),
    "all failures allowed": (
        [job(1, "s/a", "failed", "10:01:00", "10:02:00", allow_failure=True)],
        ("SUCCESS", "success", 1, "10:01:00", "10:02:00"),
    ),
    "one failed, one runs": (
        [job(1, "s/a", "failed", "10:01:00", "10:02:00"), job(2, "s/b", "running", "10:01:00")],
        ("STARTED", 1, "10:01:00", None),
    ),
    "failed before canceled": (
        [job(1, "s/a", "failed", "10:01:00", "10:02:00"), job(2, "s/b", "canceled", None, "10:03:00")],
        ("FAILURE", "failed", 1, "10:01:00", "10:03:00"),
    ),
    "success beside skipped": (
        [job(1, "s/a", "success", "10:01:00", "10:02:00"), job(2, "s/b", "skipped")],
        ("SUCCESS", "success", 1, "10:01:00", "10:02:00"),
    ),
    "one waits for its time": (
        [job(1, "s/a", "success", "10:01:00", "10:02:00"), job(2, "s/b", "scheduled")],
        ("STARTED", 1, "10:01:00", None),
    ),
    "a word that nobody knows": ([job(1, "s/a", "levitating", "10:01:00")], ("STARTED", 1, "10:01:00", None)),
}


@pytest.mark.parametrize(("jobs", "expected"), STAGES.values(), ids=STAGES)
def test_stage_has_the_state_that_gitlab_shows(
    jobs: list[Object], expected: tuple[Any, ...], database_url: str
) -> None:
    merge_items(database_url, read(pipeline(1, "running", "10:01:00", None, *jobs)))
    assert states(database_url, 1)["shop.s"] == expected


def test_a_manual_job_holds_no_stage_open_once_the_pipeline_is_over(database_url: str) -> None:
    jobs = [job(1, "s/a", "success", "10:01:00", "10:02:00"), job(2, "s/b", "manual")]
    merge_items(database_url, read(pipeline(1, "canceled", "10:01:00", "10:05:00", *jobs)))
    assert states(database_url, 1)["shop.s"] == ("SUCCESS", "success", 1, "10:01:00", "10:02:00")


def test_an_end_that_nobody_tells_is_unknown(database_url: str) -> None:
    merge_items(database_url, read(pipeline(1, "success", "10:01:00", None)))
    assert states(database_url, 1)["shop"] == ("SUCCESS", "success", 1, "10:01:00", None)


def test_an_unknown_word_moves_nothing_and_is_kept(database_url: str) -> None:
    merge_items(database_url, read(pipeline(1, "levitating")))
    assert states(database_url, 1)["shop"][0] is None
    words = fetch(database_url, "SELECT native_state, status FROM run_event ORDER BY native_state")
    assert [tuple(row) for row in words] == [("created", None), ("levitating", None)]
    assert fetch(database_url, "SELECT code FROM run_warning")[0]["code"] == "status.unknown"


# A pipeline that fails, is retried, and succeeds; its deploy was skipped at first. The state after each read.
RETRY = [
    pipeline(1, "created", updated="10:00:00"),
    pipeline(
        1, "running", "10:00:01", None, job(1, "test/unit", "running", "10:00:01"), job(2, "deploy/prod", "created")
    ),
    pipeline(
        1,
        "failed",
        "10:00:01",
        "10:01:01",
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(2, "deploy/prod", "skipped"),
    ),
    pipeline(
        1,
        "running",
        "10:00:01",
        "10:01:01",  # GitLab keeps it while the pipeline goes on
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(3, "test/unit", "running", "10:05:01", created="10:05:00"),
        job(2, "deploy/prod", "created"),
        updated="10:05:01",
    ),
    pipeline(
        1,
        "running",
        "10:00:01",
        "10:01:01",
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(3, "test/unit", "success", "10:05:01", "10:06:00", created="10:05:00"),
        job(2, "deploy/prod", "running", "10:06:01"),
        updated="10:06:01",
    ),
    pipeline(
        1,
        "success",
        "10:00:01",
        "10:07:01",
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(3, "test/unit", "success", "10:05:01", "10:06:00", created="10:05:00"),
        job(2, "deploy/prod", "success", "10:06:01", "10:07:00"),
    ),
]

AFTER_EACH: list[dict[str, Any]] = [
    {"shop": None},
    {"shop": "STARTED", "shop.test": "STARTED", "shop.test.unit": "STARTED", "shop.deploy": None, "shop.deploy.prod": None},
    {"shop": "FAILURE", "shop.test": "FAILURE", "shop.test.unit": "FAILURE", "shop.deploy": "SKIPPED", "shop.deploy.prod": "SKIPPED"},
    {"shop": "STARTED", "shop.test": "STARTED", "shop.test.unit": "STARTED", "shop.deploy": "SKIPPED", "shop.deploy.prod": "SKIPPED"},
    {"shop": "STARTED", "shop.test": "SUCCESS", "shop.test.unit": "SUCCESS", "shop.deploy": "STARTED", "shop.deploy.prod": "STARTED"},
    {"shop": "SUCCESS", "shop.test": "SUCCESS", "shop.test.unit": "SUCCESS", "shop.deploy": "SUCCESS", "shop.deploy.prod": "SUCCESS"},
]  # fmt: skip


def test_each_look_says_what_the_newest_says(database_url: str) -> None:
    for snapshot, expected in zip(RETRY, AFTER_EACH, strict=True):
        merge_items(database_url, read(snapshot))
        assert {name: state[0] for name, state in states(database_url, 1).items()} == expected


def test_the_last_look_alone_says_the_same(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        merge_items(one, read(RETRY[-1]))
        merge_items(other, read(*RETRY))
        assert states(one, 1) == states(other, 1)
        created = "SELECT native_id, created_at FROM run ORDER BY native_id"
        assert fetch(one, created) == fetch(other, created)


async def test_a_retry_opens_its_pipeline_again_and_it_was_over_before(database_url: str) -> None:
    await stored(database_url, read(*RETRY))
    found = states(database_url, 1)
    assert found["shop"] == ("SUCCESS", "success", 2, "10:05:00", "10:07:01")
    assert found["shop.test"] == ("SUCCESS", "success", 2, "10:05:00", "10:06:00")
    assert found["shop.deploy"] == ("SUCCESS", "success", 1, "10:06:01", "10:07:00")
    query = """query ($namespace: String!, $name: String!) { openlineageJob(namespace: $namespace, name: $name) {
        ... on DataJob { runs { runs { stateAt(pointInTime: {asOf: "2026-11-20T10:03:00Z"}) {
            attempt result { resultType } } } } } } }"""
    async with await read_pool(database_url, 1) as pool:
        for name in ("shop", "shop.test"):
            [run] = (await Api(pool)(query, namespace=NAMESPACE, name=name))["openlineageJob"]["runs"]["runs"]
            assert run == {"stateAt": {"attempt": 1, "result": {"resultType": "FAILURE"}}}, name


FAILED_UNIT = job(1, "test/unit", "failed", "10:00:05", "10:02:00")
AGAIN = {"created": "10:10:00"}
STORIES: dict[str, tuple[list[Object], dict[str, tuple[Any, ...]]]] = {
    "a job that needs nothing had ended before the stages before it": (
        [
            pipeline(1, "running", "10:00:05", None, FAILED_UNIT, job(2, "test/unit", "running", "10:10:05", **AGAIN),
                job(3, "deploy/docs", "success", "10:00:10", "10:01:00"), job(4, "deploy/prod", "created")),
            pipeline(1, "success", "10:00:05", "10:20:01", FAILED_UNIT, job(2, "test/unit", "success", "10:10:05", "10:15:00", **AGAIN),
                job(3, "deploy/docs", "success", "10:00:10", "10:01:00"), job(4, "deploy/prod", "success", "10:16:00", "10:20:00")),
        ],
        {"shop.deploy": ("SUCCESS", "success", 2, "10:10:00", "10:20:00")},
    ),
    "nothing runs again in a later stage": (
        [
            pipeline(1, "success", "10:00:05", "10:15:01", FAILED_UNIT, job(2, "test/unit", "success", "10:10:05", "10:15:00", **AGAIN),
                job(3, "deploy/docs", "success", "10:00:10", "10:01:00")),
        ],
        {"shop.deploy": ("SUCCESS", "success", 2, "10:00:10", "10:01:00")},
    ),
    "a job for failures is skipped at its retry": (
        [
            pipeline(1, "running", "10:00:05", None, FAILED_UNIT, job(2, "test/unit", "running", "10:10:05", **AGAIN),
                job(3, "deploy/rollback", "failed", "10:02:05", "10:03:00"), job(4, "deploy/rollback", "created", **AGAIN)),
            pipeline(1, "success", "10:00:05", "10:15:01", FAILED_UNIT, job(2, "test/unit", "success", "10:10:05", "10:15:00", **AGAIN),
                job(3, "deploy/rollback", "failed", "10:02:05", "10:03:00"), job(4, "deploy/rollback", "skipped", **AGAIN)),
        ],
        {"shop.deploy": ("SKIPPED", "skipped", 3, "10:10:00", "10:15:00")},
    ),
    "a job without a runner is given up, and GitLab tries it again": (
        [
            pipeline(1, "success", "10:00:05", "11:20:01", job(1, "test/unit", "success", "10:00:05", "10:02:00"),
                job(2, "test/arm", "failed", None, "11:00:00"), job(3, "test/arm", "success", "11:00:05", "11:20:00", created="11:00:01")),
        ],
        {"shop": ("SUCCESS", "success", 2, "10:00:05", "11:20:01"), "shop.test": ("SUCCESS", "success", 2, "10:00:05", "11:20:00")},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("looks", "expected"), STORIES.values(), ids=STORIES)
def test_one_look_or_all_say_the_same(
    looks: list[Object], expected: dict[str, tuple[Any, ...]], postgres_url: str, template: str
) -> None:
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        merge_items(one, read(looks[-1]))
        merge_items(other, read(*looks))
        assert states(one, 1) == states(other, 1)
        assert {name: states(one, 1)[name] for name in expected} == expected


def test_gitlabs_own_retry_goes_on_with_the_pipeline(database_url: str) -> None:
    own = [
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(2, "test/unit", "success", "10:01:05", "10:06:00", created="10:01:02"),
        job(3, "test/lint", "failed", "10:00:01", "10:01:30"),
        job(4, "test/lint", "success", "10:05:01", "10:06:00", created="10:05:00"),
    ]
    merge_items(database_url, read(pipeline(1, "success", "10:00:01", "10:07:01", *own)))
    assert states(database_url, 1)["shop"] == ("SUCCESS", "success", 3, "10:00:01", "10:07:01")


def test_what_is_skipped_is_skipped_once_the_stages_before_are_over(database_url: str) -> None:
    jobs = [
        job(9, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(2, "test/slow", "success", "10:00:01", "10:03:00"),
        job(3, "deploy/prod", "skipped"),
        job(4, "tell/all", "success", "10:03:01", "10:03:10"),
        job(5, "tell/last", "skipped"),
        job(6, "test/report", "skipped"),  # it needs the job that failed
        job(1, "build/extra", "success", "20:00:00", "20:05:00"),  # somebody played it in the evening
    ]
    merge_items(database_url, read(pipeline(1, "failed", "10:00:01", "10:03:11", *jobs)))
    found = states(database_url, 1)
    assert found["shop.deploy"] == found["shop.deploy.prod"] == ("SKIPPED", "skipped", 0, None, "10:03:00")
    assert found["shop.tell.last"] == ("SKIPPED", "skipped", 0, None, "10:03:00")
    assert found["shop.test.report"] == ("SKIPPED", "skipped", 0, None, "10:01:00")


def test_any_order_of_looks_gives_the_same_store(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url:
        merge_items(url, read(*RETRY))
        expected = dump(url)
    orders = random.Random(7).sample(list(itertools.permutations(RETRY)), 8)
    for order in orders:
        with cloned_database(postgres_url, template) as url:
            for snapshot in (*order, *order[:3]):
                merge_items(url, read(snapshot))
            assert dump(url) == expected


def test_recorded_pipelines_give_the_same_store_in_any_order(
    recorded: list[Object], postgres_url: str, template: str
) -> None:
    changes = read(*recorded)
    with cloned_database(postgres_url, template) as url:
        merge_items(url, changes)
        expected = dump(url)
    with cloned_database(postgres_url, template) as url:
        for change in reversed(changes + changes[:2]):
            merge_items(url, [change])
        assert dump(url) == expected


def bridge(job_id: int, name: str, downstream: Object | None) -> Object:
    """Return a trigger job."""
    return job(job_id, name, "success", "10:01:00", "10:02:00", downstream_pipeline=downstream)


def test_a_child_pipeline_is_a_child_of_the_job_that_triggered_it(postgres_url: str, template: str) -> None:
    found = {"id": 2, "project_id": 77, "web_url": f"{ADDRESS}/acme/shop/-/pipelines/2"}
    trigger = bridge(5, "child/trigger", found)
    above = pipeline(1, "success", "10:01:00", "10:02:01", bridges=(trigger,))
    below = pipeline(
        2,
        "success",
        "10:02:00",
        "10:03:00",
        job(9, "build/x", "success", "10:02:00", "10:03:00"),
        source="parent_pipeline",
    )
    dumps = []
    for order in ((above, below), (below, above)):
        with cloned_database(postgres_url, template) as url:
            for document in order:
                merge_items(url, read(document))
            assert parents(url) == {
                "1/child": "1",
                "1/child/trigger": "1/child",
                "2": "1/child/trigger",
                "2/build": "2",
                "2/build/x": "2/build",
            }
            assert set(states(url, 2)) == {"shop/child", "shop/child.build", "shop/child.build.x"}
            dumps.append(dump(url))
    assert dumps[0] == dumps[1]


PROPAGATION = """query ($namespace: String!, $name: String!) { openlineageJob(namespace: $namespace, name: $name) {
  ... on DataJob { runs { runs { failurePropagation {
    counts { total succeeded failed skipped unfinished } firstFailure { run { nativeId } }
    failures { run { nativeId } took { run { nativeId } } }
    skipped { run { nativeId } because { reason failure { nativeId } } }
    retried { run { nativeId } tries { nativeId } } } } } } } }"""


async def propagation(database_url: str, name: str) -> dict[str, Any]:
    async with await read_pool(database_url, 1) as pool:
        [run] = (await Api(pool)(PROPAGATION, namespace=NAMESPACE, name=name))["openlineageJob"]["runs"]["runs"]
    found: dict[str, Any] = run["failurePropagation"]
    return found


async def test_a_failed_stage_explains_those_that_were_skipped(database_url: str) -> None:
    jobs = [
        job(1, "load/a", "success", "10:00:01", "10:02:00"),
        job(2, "test/b", "failed", "10:02:05", "10:10:05"),
        job(3, "deploy/c", "skipped"),
    ]
    await stored(database_url, read(pipeline(1, "failed", "10:00:00", "10:10:10", *jobs)))
    found = await propagation(database_url, "shop")
    [failure] = found["failures"]
    assert failure["run"] == found["firstFailure"]["run"] == {"nativeId": "1/test/b"}
    assert [one["run"]["nativeId"] for one in failure["took"]] == ["1/test", "1/deploy"]
    because = {one["run"]["nativeId"]: one["because"] for one in found["skipped"]}
    assert because["1/deploy"] == {"reason": "RUN_REFERENCE", "failure": {"nativeId": "1/test/b"}}


async def test_child_pipelines_of_a_retried_job_are_tries(database_url: str) -> None:
    children = [{"id": n, "project_id": 77, "web_url": f"{ADDRESS}/acme/shop/-/pipelines/{n}"} for n in (2, 3)]
    bridges = (
        bridge(5, "etl/go", children[0]) | {"status": "failed", "started_at": at("10:00:05"), "finished_at": at("10:05:05")},
        bridge(6, "etl/go", children[1]) | {"created_at": at("11:00:00"), "started_at": at("11:00:05"), "finished_at": at("11:05:05")},
    )  # fmt: skip
    above = pipeline(1, "success", "10:00:01", "11:05:06", bridges=bridges)

    def child(number: int, status: str, hour: int) -> Object:
        only = job(6 + number, "s/x", status, f"{hour}:00:12", f"{hour}:04:59")
        times = (f"{hour}:00:10", f"{hour}:05:00")
        return pipeline(number, status, *times, only, source="parent_pipeline", created=f"{hour}:00:06")

    await stored(database_url, read(above, child(2, "failed", 10), child(3, "success", 11)))
    found = await propagation(database_url, "shop")
    assert (found["firstFailure"], found["failures"], found["counts"]["failed"]) == (None, [], 0)
    assert {"run": {"nativeId": "3"}, "tries": [{"nativeId": "2"}, {"nativeId": "3"}]} in found["retried"]


def test_a_pipeline_of_another_project_comes_after_the_job_that_triggered_it(database_url: str) -> None:
    other = {"id": 3, "project_id": 78, "source": "pipeline", "web_url": f"{ADDRESS}/acme/data/orders/-/pipelines/3"}
    merge_items(database_url, read(pipeline(1, "success", bridges=(bridge(5, "next/trigger", other),))))
    assert links(database_url, "DOWNSTREAM") == {("1/next/trigger", "3")}
    [stub] = fetch(database_url, "SELECT e.is_stub FROM run r JOIN entity e ON e.id = r.id WHERE r.native_id = '3'")
    assert stub["is_stub"]


def test_a_pipeline_of_another_gitlab_is_left_out_with_a_warning(database_url: str) -> None:
    other = {"id": 3, "web_url": "https://elsewhere.example.com/acme/x/-/pipelines/3"}
    merge_items(database_url, read(pipeline(1, "success", bridges=(bridge(5, "next/trigger", other),))))
    assert links(database_url, "DOWNSTREAM") == set()
    assert fetch(database_url, "SELECT code FROM run_warning")[0]["code"] == "reference.invalid"


def test_names_do_not_collide(database_url: str) -> None:
    jobs = [job(1, "a.b/c", "success"), job(2, "a/b.c", "success"), job(3, "shop/shop", "success")]
    merge_items(database_url, read(pipeline(1, "success", "10:00:01", "10:01:00", *jobs)))
    assert set(states(database_url, 1)) == {
        "shop",
        "shop.a%2Eb",
        "shop.a%2Eb.c",
        "shop.a",
        "shop.a.b.c",
        "shop.shop",
        "shop.shop.shop",
    }


async def test_graphql_shows_a_pipeline(database_url: str) -> None:
    jobs = [
        job(1, "test/unit", "failed", "10:00:01", "10:01:00"),
        job(2, "test/unit", "failed", "10:01:01", "10:02:00", created="10:01:00"),
    ]
    await stored(database_url, read(pipeline(1, "failed", "10:00:01", "10:02:01", *jobs, source="schedule")))
    query = """query ($namespace: String!, $name: String!) {
      openlineageJob(namespace: $namespace, name: $name) {
        ... on DataJob { openlineage { jobType { integration jobType } } runs { runs {
          nativeId error { message } log { url } nominalTime { start }
          properties { type externalUrl customProperties { key value } }
          currentState { attempt result { resultType nativeResultType } }
          children { runs { nativeId } } parentInstance { nativeId }
        } } }
      }
    }"""
    async with await read_pool(database_url, 1) as pool:
        api = Api(pool)
        top = (await api(query, namespace=NAMESPACE, name="shop"))["openlineageJob"]
        unit = (await api(query, namespace=NAMESPACE, name="shop.test.unit"))["openlineageJob"]
    assert top["openlineage"]["jobType"] == {"integration": "GITLAB", "jobType": "PIPELINE"}
    [run] = top["runs"]["runs"]
    assert run["nativeId"] == "1"
    assert run["children"]["runs"] == [{"nativeId": "1/test"}]
    assert run["nominalTime"] == {"start": "2026-11-20T10:00:00+00:00"}
    assert run["properties"]["type"] == "BATCH_SCHEDULED"
    assert run["properties"]["externalUrl"] == f"{ADDRESS}/acme/shop/-/pipelines/1"
    properties = {entry["key"]: entry["value"] for entry in run["properties"]["customProperties"]}
    assert (properties["ref"], properties["source"], properties["user"]) == ("main", "schedule", "kim")
    [run] = unit["runs"]["runs"]
    assert run["error"] == {"message": "script_failure"}
    assert run["log"] == {"url": f"{ADDRESS}/acme/shop/-/jobs/2"}
    assert run["currentState"] == {"attempt": 2, "result": {"resultType": "FAILURE", "nativeResultType": "failed"}}
    assert run["parentInstance"] == {"nativeId": "1/test"}


def test_why_an_earlier_attempt_failed_is_not_the_error_of_a_good_run(database_url: str) -> None:
    merge_items(database_url, read(*RETRY))
    sql = "SELECT f.is_deleted FROM entity_facet f JOIN run r ON r.id = f.entity_id WHERE r.native_id = '1/test/unit' AND f.name = 'errorMessage'"
    assert [row["is_deleted"] for row in fetch(database_url, sql)] == [True]


def test_only_the_user_name_of_people_is_kept() -> None:
    kept = body(pipeline(1, "success", None, None, job(1, "s/a", "success"))).decode()
    assert "kim" in kept
    assert "kim@example.com" not in kept
    assert "avatar" not in kept


def refused(document: object) -> Problem:
    """Return the problem of a refused document."""
    item = parse_document(json.dumps(document).encode(), NAMESPACE, 1)
    assert isinstance(item, Problem)
    assert item.dialect == DIALECT
    return item


def test_an_unusable_pipeline_goes_to_quarantine_and_can_be_replayed() -> None:
    good = json.loads(body(pipeline(1, "success")))
    assert refused([1]).code == "event.not_object"
    assert refused(good | {"project": ""}).code == "pipeline.invalid"
    assert refused(good | {"pipeline": good["pipeline"] | {"id": "x"}}).code == "pipeline.invalid"
    late = refused(good | {"pipeline": good["pipeline"] | {"updated_at": None}})
    assert (late.code, late.message[:20]) == ("event_time.invalid", "pipeline.updated_at:")
    assert parse_again(late) == [late]
    [again] = parse_again(late._replace(payload=json.dumps(good).encode()))
    assert isinstance(again, Changes)


def test_a_job_that_cannot_be_used_costs_only_itself(database_url: str) -> None:
    jobs = [
        job(1, "s/a", "success", "10:01:00", "10:02:00"),
        {"id": 2},
        job(3, "s/b", "running") | {"started_at": "soon"},
    ]
    merge_items(database_url, read(pipeline(1, "running", "10:01:00", None, *jobs)))
    assert states(database_url, 1)["shop.s.a"][0] == "SUCCESS"
    codes = {row["code"] for row in fetch(database_url, "SELECT code FROM run_warning")}
    assert codes == {"job.skipped", "job_time.invalid"}


def test_times_are_utc(database_url: str) -> None:
    document = pipeline(1, "success", "10:00:01", "10:01:00")
    document["pipeline"] |= {"started_at": "2026-11-20T12:00:01.000+02:00", "finished_at": at("10:01:00")}
    merge_items(database_url, read(document))
    assert states(database_url, 1)["shop"] == ("SUCCESS", "success", 1, "10:00:01", "10:01:00")
