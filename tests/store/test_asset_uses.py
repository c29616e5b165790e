"""The stored reads and writes equal a new derivation, after late, removed and joined data."""

from typing import Any

import pytest

from conftest import fetch, merge_items
from databand_events import parsed_tasks, task_event
from events import parent, parsed, run_event, uuid
from proposals import accept_items, event, item
from store_dump import dump


def kept(url: str) -> dict[str, Any]:
    lines = dump(url)
    return {table: lines.get(table, []) for table in ("asset_read", "asset_write")}


def derived_again(url: str) -> dict[str, Any]:
    fetch(url, "SELECT derive_lineage(ARRAY(SELECT id FROM run))")
    return kept(url)


def kinds(url: str) -> dict[str, str]:
    rows = fetch(url, "SELECT e.urn, w.kind FROM asset_write w JOIN entity e ON e.id = w.run_id")
    return {row["urn"].rpartition(":")[2]: row["kind"] for row in rows}


def family(url: str) -> None:
    """A task that writes, and its child, which wrote the same asset during the task."""
    merge_items(url, parsed(run_event("START", "00:00:00", uuid(1), "flow.task")))
    merge_items(url, parsed(run_event("COMPLETE", "00:10:00", uuid(1), "flow.task", outputs=["sales"])))
    assert kinds(url) == {uuid(1): "VERSION"}
    child = run_event("COMPLETE", "00:05:00", uuid(2), "spark", outputs=["sales"], parent=parent(uuid(1), "flow.task"))
    merge_items(url, parsed(child))
    assert kinds(url) == {uuid(1): "SHARED", uuid(2): "VERSION"}


def test_a_parent_has_its_write_again_where_the_child_is_removed(database_url: str) -> None:
    family(database_url)
    accept_items(database_url, item(f"urn:li:dataProcessInstance:{uuid(2)}", "status", {"removed": True}))
    assert kinds(database_url) == {uuid(1): "VERSION"}
    assert derived_again(database_url) == kept(database_url)


def test_before_the_child_arrived_the_write_was_the_parents(database_url: str) -> None:
    family(database_url)
    [row] = fetch(
        database_url,
        """SELECT array_agg((w).kind) AS kinds FROM (
            SELECT unnest(o.writes) AS w
            FROM unsettled_rows(ROW('infinity', (SELECT max(arrived_at) FROM run_event) - interval '1 microsecond', '0', false, false)::point_in_time) o
        ) w WHERE (w).class_id IS NOT NULL""",
    )
    assert row["kinds"] == ["VERSION"]


def test_an_input_that_turns_out_to_be_a_run_is_no_read(database_url: str) -> None:
    for order in (("root", "test", "build"),):
        for name in order:
            inputs = ["build", "table"] if name == "test" else []
            task = task_event(
                "START", "00:00:00", name, name, inputs=inputs, **({} if name == "root" else {"parent": "root"})
            )
            merge_items(database_url, parsed_tasks(task))
    before = kept(database_url)
    assert len(before["asset_read"]) == 1
    assert derived_again(database_url) == before


def test_a_name_that_joins_brings_its_mode(database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "00:00:00", uuid(1), outputs=["a"])))
    merge_items(database_url, parsed(run_event("COMPLETE", "00:01:00", uuid(2), inputs=["c"])))
    fetch(database_url, "INSERT INTO write_mode SELECT id, 'APPEND' FROM entity WHERE kind = 'dataset' AND name = 'c'")
    symlinks = {"identifiers": [{"namespace": "test", "name": other} for other in ("b", "c")]}
    named = {"namespace": "test", "name": "a", "facets": {"symlinks": symlinks}}
    merge_items(database_url, parsed(run_event("COMPLETE", "00:02:00", uuid(3), inputs=[named])))
    before = kept(database_url)
    assert '"effect":"APPEND"' in before["asset_write"][0]
    assert derived_again(database_url) == before


def batch_of_stream(minute: int, inputs: str) -> list[dict[str, Any]]:
    """Return a minute of a run that reports every second that it runs and reads."""
    return [
        run_event("RUNNING", f"00:{minute:02}:{second:02}", uuid(1), "stream", inputs=[inputs], outputs=["out"])
        for second in range(60)
    ]


@pytest.mark.parametrize("steps", ["together", "one by one", "backwards"])
def test_a_stream_of_many_events_is_read_by_those_that_tell_something(steps: str, database_url: str) -> None:
    """Only the first mention of each edge gives its time; there may be a hundred thousand others."""
    batches = [batch_of_stream(minute, "late" if minute == 9 else "in") for minute in range(10)]
    if steps == "together":
        merge_items(database_url, parsed(*(event for batch in batches for event in batch)))
    for batch in {"one by one": batches, "backwards": batches[::-1]}.get(steps, []):
        merge_items(database_url, parsed(*batch))
    [row] = fetch(database_url, "SELECT count(*) FILTER (WHERE is_telling) AS telling, count(*) FROM mention")
    assert (row["telling"], row["count"]) == ({"backwards": 10}.get(steps, 2), 600)
    uses = """SELECT e.name, u.named_at FROM asset_uses(ARRAY(SELECT id FROM run), 'infinity', 'infinity') u
        JOIN entity e ON e.id = u.asset_id WHERE u.direction = 'INPUT'"""
    assert {row["name"]: (row["named_at"].minute, row["named_at"].second) for row in fetch(database_url, uses)} == {
        "in": (0, 0),
        "late": (9, 0),
    }


def test_a_mention_without_an_attempt_tells_something_after_one_with_an_attempt(database_url: str) -> None:
    third: dict[str, Any] = {"airflow": {"taskInstance": {"try_number": 3}}}
    merge_items(
        database_url,
        parsed(
            run_event("COMPLETE", "00:00:00", uuid(1), outputs=["out"], **third),
            run_event("START", "00:05:00", uuid(1), outputs=["out"]),
        ),
    )
    rows = fetch(database_url, "SELECT attempt, kind FROM asset_write ORDER BY attempt")
    assert [tuple(row) for row in rows] == [(1, "OPEN"), (3, "VERSION")]


def test_an_attempt_0_is_over_with_the_start_of_the_next(database_url: str) -> None:
    """DataHub's attempts are any numbers; attempts below 1 end like the others, beside any other merges."""
    run, minute = f"urn:li:dataProcessInstance:{uuid(1)}", 60_000
    output = {"outputs": ["urn:li:dataset:(urn:li:dataPlatform:db,sales,PROD)"]}
    accept_items(
        database_url,
        item(run, "dataProcessInstanceOutput", output),
        *(
            item(run, "dataProcessInstanceRunEvent", value)
            for value in (
                event(minute, "STARTED", attempt=0),
                event(2 * minute, "STARTED", attempt=1),
                event(3 * minute, "COMPLETE", "SUCCESS", attempt=1),
            )
        ),
    )
    rows = fetch(
        database_url, "SELECT attempt, extract(epoch FROM until)::integer AS until FROM asset_write ORDER BY 1"
    )
    assert [(row["attempt"], row["until"]) for row in rows] == [(0, 120), (1, 180)]
