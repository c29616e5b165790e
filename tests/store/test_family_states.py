"""States from other runs of the family: open children, and dbt's nodes below a failed one (docs/store.md)."""

from collections.abc import Iterator
from typing import Any

import pytest

from conftest import fetch, merge_items
from events import NAMESPACE, parent, parsed, run_event, uuid
from proposals import accept_items, event, item
from two_stores import TwoStores, assert_any_order_gives_the_same_store, two_stores

PARENT, CHILD, GRANDCHILD, OTHER = uuid(1), uuid(2), uuid(3), uuid(4)
IN_PARENT, IN_CHILD = parent(PARENT, "parent"), parent(CHILD, "child")
ERROR = {"message": "Database Error", "programmingLanguage": "SQL"}

STARTED = run_event("START", "00:00:00", PARENT, "parent")
ENDED = run_event("COMPLETE", "00:09:00", PARENT, "parent")
FAILED = run_event("FAIL", "00:09:00", PARENT, "parent")
LEFT_OPEN = run_event("START", "00:01:00", CHILD, "child", parent=IN_PARENT, outputs=["x"])
GRANDCHILD_LEFT_OPEN = run_event("START", "00:02:00", GRANDCHILD, "grandchild", parent=IN_CHILD)

SKIPPED_START = run_event("START", "00:05:00", CHILD, "below", parent=IN_PARENT, inputs=["x"], outputs=["y"])
SKIPPED_END = run_event("ABORT", "00:05:00", CHILD, "below", parent=IN_PARENT)
FAILED_NODE = run_event("FAIL", "00:06:00", OTHER, "above", parent=IN_PARENT, outputs=["x"], errorMessage=ERROR)

State = tuple[str | None, str | None, str | None]
"""The state as the API shows it: status, result, and the native word of the run that closed it (else None)."""

OPEN: State = ("STARTED", None, None)


def closed(result: str, word: str) -> State:
    """Return a state derived from the parent's."""
    return ("COMPLETE", result, word)


def said(urn: str, *state: Any) -> dict[str, Any]:
    """Return a DataHub run event."""
    return item(urn, "dataProcessInstanceRunEvent", event(*state))


def of_kind(kind: str) -> dict[str, Any]:
    """Return the open child as a job of this processing type."""
    return LEFT_OPEN | {
        "job": {"namespace": NAMESPACE, "name": "child", "facets": {"jobType": {"processingType": kind}}}
    }


# the events -> the states of child and grandchild
HISTORIES: dict[str, tuple[list[dict[str, Any]], dict[str, State]]] = {
    "a child is closed by its parent": ([STARTED, LEFT_OPEN, ENDED], {CHILD: closed("SUCCESS", "COMPLETE")}),
    "with whatever result it had": ([STARTED, LEFT_OPEN, FAILED], {CHILD: closed("FAILURE", "FAIL")}),
    "an open parent closes nothing": ([STARTED, LEFT_OPEN], {CHILD: OPEN}),
    "a child's own later word wins": (
        [LEFT_OPEN, ENDED, run_event("FAIL", "00:10:00", CHILD, "child")],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "so does its earlier one": (
        [LEFT_OPEN, ENDED, run_event("FAIL", "00:02:00", CHILD, "child")],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "a child that sent anything after its parent's end is open": (
        [LEFT_OPEN, ENDED, run_event("OTHER", "00:09:01", CHILD, "child")],
        {CHILD: OPEN},
    ),
    "at its parent's end it is not": (
        [LEFT_OPEN, ENDED, run_event("OTHER", "00:09:00", CHILD, "child")],
        {CHILD: closed("SUCCESS", "COMPLETE")},
    ),
    "a stream is open": ([of_kind("STREAMING"), ENDED], {CHILD: OPEN}),
    "a service is open": ([of_kind("service"), ENDED], {CHILD: OPEN}),
    "a batch is not": ([of_kind("BATCH"), ENDED], {CHILD: closed("SUCCESS", "COMPLETE")}),
    "a derived state passes on": (
        [LEFT_OPEN, GRANDCHILD_LEFT_OPEN, FAILED],
        {CHILD: closed("FAILURE", "FAIL"), GRANDCHILD: closed("FAILURE", "FAIL")},
    ),
    "but not through a stream": ([of_kind("STREAMING"), GRANDCHILD_LEFT_OPEN, ENDED], {CHILD: OPEN, GRANDCHILD: OPEN}),
    "nor through what goes on": (
        [LEFT_OPEN, GRANDCHILD_LEFT_OPEN, ENDED, run_event("RUNNING", "00:10:00", CHILD, "child")],
        {CHILD: OPEN, GRANDCHILD: OPEN},
    ),
    "nor through a run that said nothing of its state": (
        [run_event("OTHER", "00:01:00", CHILD, "child", parent=IN_PARENT), GRANDCHILD_LEFT_OPEN, ENDED],
        {CHILD: (None, None, None), GRANDCHILD: OPEN},
    ),
    "the nearest that ended counts": (
        [LEFT_OPEN, run_event("FAIL", "00:03:00", CHILD, "child"), GRANDCHILD_LEFT_OPEN, ENDED],
        {CHILD: ("COMPLETE", "FAILURE", None), GRANDCHILD: closed("FAILURE", "FAIL")},
    ),
    "a parent that is tried again opens it again": (
        [
            run_event("START", "00:00:00", PARENT, "parent", airflow={"taskInstance": {"try_number": 1}}),
            LEFT_OPEN,
            FAILED,
            run_event("START", "00:10:00", PARENT, "parent", airflow={"taskInstance": {"try_number": 2}}),
        ],
        {CHILD: OPEN},
    ),
    "a child moves to a parent that goes on": (
        [LEFT_OPEN, ENDED, run_event("RUNNING", "00:02:00", CHILD, "child", parent=parent(OTHER, "other"))],
        {CHILD: OPEN},
    ),
    "runs that contain each other": (
        [LEFT_OPEN, run_event("START", "00:00:00", PARENT, "parent", parent=IN_CHILD)],
        {CHILD: OPEN},
    ),
    "a node below a failed one was skipped": (
        [SKIPPED_START, SKIPPED_END, FAILED_NODE],
        {CHILD: ("COMPLETE", "SKIPPED", None), OTHER: ("COMPLETE", "FAILURE", None)},
    ),
    "what it left open was skipped too": (
        [SKIPPED_START, SKIPPED_END, FAILED_NODE, run_event("START", "00:05:00", GRANDCHILD, "grandchild", parent=IN_CHILD)],
        {CHILD: ("COMPLETE", "SKIPPED", None), GRANDCHILD: closed("SKIPPED", "ABORT")},
    ),
    "with an error of its own it failed": (
        [SKIPPED_START, SKIPPED_END | {"run": {"runId": CHILD, "facets": {"errorMessage": ERROR}}}, FAILED_NODE],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "it failed where it ran for a time": (
        [SKIPPED_START, run_event("ABORT", "00:05:01", CHILD, "below"), FAILED_NODE],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "and where nothing else failed": (
        [SKIPPED_START, SKIPPED_END, run_event("COMPLETE", "00:06:00", OTHER, "above", parent=IN_PARENT), FAILED],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "what failed elsewhere skips nothing": (
        [SKIPPED_START, SKIPPED_END, run_event("FAIL", "00:06:00", OTHER, "above", parent=IN_CHILD)],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "what was aborted skips nothing": (
        [SKIPPED_START, SKIPPED_END, run_event("ABORT", "00:06:00", OTHER, "above", parent=IN_PARENT)],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "the failed one moves to another parent": (
        [
            SKIPPED_START,
            SKIPPED_END,
            FAILED_NODE,
            run_event("OTHER", "00:07:00", OTHER, "above", parent=parent(GRANDCHILD, "elsewhere")),
        ],
        {CHILD: ("COMPLETE", "FAILURE", None)},
    ),
    "only an end says nothing of a skip": ([SKIPPED_END, FAILED_NODE], {CHILD: ("COMPLETE", "FAILURE", None)}),
}  # fmt: skip

STATES = """
    SELECT native_id, CASE WHEN closed_result IS NOT NULL THEN 'COMPLETE' ELSE status END AS status,
        coalesce(closed_result, result) AS result, closed_native_result
    FROM run WHERE native_id = ANY ('{%s}')"""


@pytest.fixture(scope="module")
def stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    with two_stores(postgres_url, template) as stores:
        yield stores


@pytest.mark.parametrize("name", HISTORIES)
def test_states(name: str, database_url: str, stores: TwoStores) -> None:
    history, expected = HISTORIES[name]
    merge_items(database_url, parsed(*history))
    found = {row["native_id"]: tuple(row)[1:] for row in fetch(database_url, STATES % ",".join(expected))}
    assert found == expected
    assert_any_order_gives_the_same_store(stores, history, parsed)


def test_no_end_is_invented(database_url: str) -> None:
    """The outputs of a closed run stay open writes, and its end is unknown."""
    merge_items(database_url, parsed(LEFT_OPEN, ENDED))
    [run] = fetch(
        database_url, "SELECT status, ended_at, state_at = started_at FROM run WHERE closed_result IS NOT NULL"
    )
    assert tuple(run) == ("STARTED", None, True)
    assert [tuple(row) for row in fetch(database_url, "SELECT kind, isfinite(until) FROM asset_write")] == [
        ("OPEN", False)
    ]


def test_a_skipped_run_reads_and_writes_nothing(database_url: str) -> None:
    merge_items(database_url, parsed(SKIPPED_START, SKIPPED_END))
    used = "SELECT (SELECT count(*) FROM asset_read) AS reads, (SELECT count(*) FROM asset_write) AS writes"
    assert [tuple(row) for row in fetch(database_url, used)] == [(1, 1)]
    merge_items(database_url, parsed(FAILED_NODE))
    assert [tuple(row) for row in fetch(database_url, used)] == [(0, 1)]
    [state] = fetch(
        database_url, "SELECT native_result, ended_at, started_at = state_at FROM run WHERE result = 'SKIPPED'"
    )
    assert tuple(state) == ("ABORT", None, True)


def test_runs_of_datahub_are_closed_too(database_url: str) -> None:
    """Their parentInstance closes them; a parent that ended without a result closes nothing."""
    child, above = (f"urn:li:dataProcessInstance:{name}" for name in ("child", "above"))
    accept_items(
        database_url,
        item(child, "dataProcessInstanceRelationships", {"parentInstance": above, "upstreamInstances": []}),
        said(child, 1_000, "STARTED"),
        said(above, 2_000, "COMPLETE"),
    )
    state = STATES % "child"
    assert [tuple(row) for row in fetch(database_url, state)] == [("child", *OPEN)]
    accept_items(database_url, said(above, 3_000, "COMPLETE", "FAILURE"))
    assert [tuple(row)[1:3] for row in fetch(database_url, state)] == [("COMPLETE", "FAILURE")]
    accept_items(database_url, said(child, 4_000, "STARTED"))
    assert [tuple(row) for row in fetch(database_url, state)] == [("child", *OPEN)]
