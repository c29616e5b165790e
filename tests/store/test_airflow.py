"""Facts from Airflow's own facets: the order of tasks, and derived runs of tasks without events."""

import itertools
from typing import Any

import pytest

from conftest import cloned_database, fetch, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from store_dump import dump

DAG, TASK = uuid(1), uuid(2)


def dag_end(**states: Any) -> dict[str, Any]:
    return run_event("FAIL", "00:09:00", DAG, "dag", airflowState={"tasksState": states})


def task(word: str, time: str, name: str = "late") -> dict[str, Any]:
    return run_event(word, time, TASK, f"dag.{name}", parent=parent(DAG, "dag"))


def derived(url: str, condition: str = "is_derived AND NOT is_superseded") -> dict[str, tuple[Any, ...]]:
    rows = fetch(
        url,
        f"""SELECT t.name, v.status, v.result, v.native_result, v.parent_urn, v.ended_at
            FROM run_view v JOIN entity t ON t.id = v.template_id WHERE {condition}""",
    )
    return {row["name"]: tuple(row)[1:5] for row in rows}


def test_tasks_that_never_began_are_skipped_runs(database_url: str) -> None:
    states: dict[str, Any] = {
        "done": "success",
        "skip": "skipped",
        "late": "upstream_failed",
        "bad": "failed",
        "odd": 5,
    }
    merge_items(database_url, parsed(dag_end(**states)))
    dag_urn = f"urn:li:dataProcessInstance:{DAG}"
    assert derived(database_url) == {
        "dag.skip": ("COMPLETE", "SKIPPED", "skipped", dag_urn),
        "dag.late": ("COMPLETE", "SKIPPED", "upstream_failed", dag_urn),
    }


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_run_of_its_own_takes_the_place_of_the_derived_one(
    order: tuple[int, ...], postgres_url: str, template: str
) -> None:
    """The run may come at any time: a task may be cleared and run after the end of its DAG run."""
    events = [dag_end(late="upstream_failed", skip="skipped"), task("START", "00:10:00"), task("COMPLETE", "00:11:00")]
    with cloned_database(postgres_url, template) as url, cloned_database(postgres_url, template) as at_once:
        for number in order:
            merge_items(url, parsed(events[number]))
        merge_items(at_once, parsed(*events))
        assert derived(url).keys() == {"dag.skip"}
        assert derived(url, "is_superseded").keys() == {"dag.late"}
        assert dump(url) == dump(at_once)


def test_the_run_of_another_dag_run_does_not(database_url: str) -> None:
    elsewhere = run_event("START", "00:10:00", TASK, "dag.late", parent=parent(uuid(3), "dag"))
    merge_items(database_url, parsed(elsewhere, dag_end(late="upstream_failed")))
    assert derived(database_url).keys() == {"dag.late"}
    moved = run_event("RUNNING", "00:12:00", TASK, "dag.late", parent=parent(DAG, "dag"))
    merge_items(database_url, parsed(moved))
    assert derived(database_url).keys() == set()
    back = run_event("COMPLETE", "00:13:00", TASK, "dag.late", parent=parent(uuid(3), "dag"))
    merge_items(database_url, parsed(back))
    assert derived(database_url).keys() == {"dag.late"}


def test_the_order_of_tasks(database_url: str) -> None:
    """The order comes from the DAG run's tree, with EmptyOperators, and from each task run, as the text of a list."""
    start = run_event("START", "00:00:00", DAG, "dag")
    tree = {"a": {"downstream_task_ids": ["g.b"], "emits_ol_events": False}, "g.b": {"downstream_task_ids": []}, "c": 5}
    start["job"]["facets"] = {"airflow": {"tasks": tree}}
    facet = {"task": {"task_id": "g.b", "upstream_task_ids": "['a']", "downstream_task_ids": "['c', 'd']"}}
    of_task = run_event("START", "00:01:00", TASK, "dag.g.b", airflow=facet)
    odd = run_event(
        "START", "00:01:00", TASK, "dag.e", airflow={"task": {"task_id": "e", "upstream_task_ids": "[[" * 500}}
    )
    merge_items(database_url, parsed(start, of_task, odd))
    rows = fetch(
        database_url,
        """SELECT u.name, d.name, l.first_at, l.last_at
           FROM job_link l JOIN entity u ON u.id = l.upstream_id JOIN entity d ON d.id = l.downstream_id
           WHERE l.origin = 'AIRFLOW'""",
    )
    assert {(row[0], row[1], row[2].minute, row[3].minute) for row in rows} == {
        ("dag.a", "dag.g.b", 0, 1),
        ("dag.g.b", "dag.c", 1, 1),
        ("dag.g.b", "dag.d", 1, 1),
    }
    assert {row["namespace"] for row in fetch(database_url, "SELECT namespace FROM entity WHERE kind = 'dataJob'")} == {
        NAMESPACE
    }
