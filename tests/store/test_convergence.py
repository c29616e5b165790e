"""Histories that once led to different stores: merged one by one in every order, and at once."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from headwater.dialects.openlineage import parse_document
from headwater.model.changes import Changes
from headwater.urn import job_run_key

from conftest import fetch, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from two_stores import TwoStores, assert_any_order_gives_the_same_store, two_stores

KEY = str(job_run_key(NAMESPACE, "a", uuid(1)))
COPIED = str(job_run_key(NAMESPACE, "dag", "manual-1"))
SKIPPED = {"tasksState": {"t": "skipped"}}
MEASURED = {"namespace": NAMESPACE, "name": "z", "inputFacets": {"dataQualityMetrics": {"rowCount": 1}}}

HISTORIES: dict[str, list[dict[str, Any]]] = {
    "a run named by its id and by its key before it came": [
        run_event("START", "00:00:00", uuid(8), "x", parent=parent(uuid(1), "a")),
        run_event("START", "00:00:00", uuid(9), "x", parent=parent(KEY, "a")),
        run_event("START", "00:00:00", uuid(1), "a"),
    ],
    "the same, and another job takes the id": [
        run_event("START", "00:00:00", uuid(8), "x", parent=parent(uuid(1), "a")),
        run_event("START", "00:00:00", uuid(9), "x", parent=parent(KEY, "a")),
        run_event("START", "00:00:00", uuid(1), "a"),
        run_event("START", "00:00:00", uuid(1), "c"),
    ],
    "references name one run under several jobs, and by its key": [
        run_event("START", "00:00:00", uuid(6), "x", parent=parent(uuid(1), "b")),
        run_event("START", "00:00:00", uuid(7), "x", parent=parent(uuid(1), "a")),
        run_event("START", "00:00:00", uuid(8), "x", parent=parent("manual-1", "dag")),
        run_event("START", "00:00:00", uuid(9), "x", parent=parent(COPIED, "a")),
    ],
    "what started a run is said twice, and the newer of what says it first is taken back": [
        run_event("START", "00:00:00", uuid(1), "a", airflow={"dagRun": {"run_type": "manual"}}),
        run_event("RUNNING", "00:01:00", uuid(1), "a", airflowDagRun={"dagRun": {"run_type": "Scheduled"}}, x={"y": 1}),
        run_event("RUNNING", "00:02:00", uuid(1), "a", airflow={"dagRun": {"run_type": "backfill"}}, x={"y": 2}),
        run_event("COMPLETE", "00:03:00", uuid(1), "a", airflow={"_deleted": True}),
    ],
    "a run says in its own facets what only inputs have, and of one input what it is like": [
        run_event("START", "00:00:00", uuid(1), "a", inputs=["x"], dataQualityMetrics={"rowCount": 1}),
        run_event("RUNNING", "00:01:00", uuid(1), "a", inputs=["y"]),
        run_event("COMPLETE", "00:02:00", uuid(1), "a", inputs=[MEASURED]),
    ],
    "a run says that it is a test, and takes it back, between what it read": [
        run_event("START", "00:00:00", uuid(1), "a", inputs=["x"]),
        run_event("RUNNING", "00:01:00", uuid(1), "a", inputs=["y"], test={"tests": []}),
        run_event("RUNNING", "00:02:00", uuid(1), "a", test={"_deleted": True}),
        run_event("COMPLETE", "00:03:00", uuid(1), "a", inputs=["z"]),
    ],
    "a real run with the id of a derived one": [
        run_event("COMPLETE", "00:02:00", uuid(1), "dag", airflowState=SKIPPED),
        run_event("START", "00:01:00", f"{uuid(1)}/t", "dag.t"),
    ],
    "the parent of a real run moves away from that of a derived one": [
        run_event("COMPLETE", "00:02:00", "manual-1", "dag", airflowState=SKIPPED),
        run_event("START", "00:01:00", uuid(5), "dag.t", parent=parent(COPIED, "zzz")),
        run_event("START", "00:01:00", COPIED, "other"),
    ],
    "runs that contain each other, of which another job takes the id of one": [
        run_event("COMPLETE", "00:01:00", uuid(1), "a", parent=parent(uuid(2), "b"), outputs=["x"]),
        run_event("COMPLETE", "00:02:00", uuid(2), "b", parent=parent(uuid(1), "a"), outputs=["x"]),
        run_event("COMPLETE", "00:03:00", uuid(3), "d", parent=parent(uuid(2), "b"), outputs=["x"]),
        run_event("START", "00:04:00", uuid(1), "z"),
    ],
    "one of two events of a moment declares the start, the other was repaired": [
        run_event("COMPLETE", "00:10:00", uuid(1), startTime={"startTime": "2026-01-01T00:00:00"}),
        run_event("COMPLETE", "00:10:00", uuid(1), note={"x": 1}),
        run_event("COMPLETE", "00:10:00", uuid(1), note={"x": 2}),
    ],
}


@pytest.fixture(scope="module")
def stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    with two_stores(postgres_url, template) as stores:
        yield stores


@pytest.mark.parametrize("history", HISTORIES.values(), ids=HISTORIES)
def test_any_order_gives_the_same_store(history: list[dict[str, Any]], stores: TwoStores) -> None:
    assert_any_order_gives_the_same_store(stores, history, parsed)


def test_a_start_that_any_event_of_a_moment_declares_is_known(database_url: str) -> None:
    merge_items(
        database_url, parsed(*HISTORIES["one of two events of a moment declares the start, the other was repaired"])
    )
    [row] = fetch(database_url, "SELECT started_at, (SELECT array_agg(code) FROM run_warning) AS codes FROM run")
    assert (row["started_at"].hour, row["codes"]) == (0, ["time.no_zone"])


def only(body: bytes) -> Changes:
    [item] = parse_document(body, "test", 1)
    assert isinstance(item, Changes)
    return item


def test_an_event_is_the_same_however_it_is_written() -> None:
    """The event has escapes or not, also beside digits of an escape; and any order of keys."""
    sources = {name: {"inputs": [{"namespace": "n", "name": name, "type": "DATASET"}]} for name in "xy"}
    output = {"namespace": "n", "name": "o", "facets": {"lineage": {"fields": sources}}}
    event = run_event("START", "00:00:00", uuid(1), "Заказ№2026112103000012", outputs=[output])
    turned = dict(reversed(event.items()))
    turned["outputs"] = [output | {"facets": {"lineage": {"fields": dict(reversed(sources.items()))}}}]
    bodies = [json.dumps(event), json.dumps(event, ensure_ascii=False), json.dumps(turned)]
    one, *others = [only(body.encode()) for body in bodies]
    for other in others:
        assert other.event.content_hash == one.event.content_hash
        assert other.edges == one.edges


def test_a_merge_walks_a_large_class_once(database_url: str) -> None:
    """A thousand partitions are symlinks of one table."""
    table = {"symlinks": {"identifiers": [{"namespace": "hive", "name": "t", "type": "TABLE"}]}}
    partitions = [{"namespace": "hdfs://n", "name": f"/t/{number}", "facets": table} for number in range(1000)]
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), inputs=partitions)))
    [row] = fetch(
        database_url,
        "SELECT count(*) AS members, count(DISTINCT class_id) AS classes FROM entity WHERE class_id IS NOT NULL",
    )
    assert tuple(row) == (1001, 1)
