"""Facts of jobs without their runs: their order, and the declarations of JobEvents."""

from typing import Any

from conftest import fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid


def job_links(url: str) -> set[tuple[str, str, str]]:
    rows = fetch(
        url,
        """SELECT u.name, d.name, l.origin
           FROM job_link l JOIN entity u ON u.id = l.upstream_id JOIN entity d ON d.id = l.downstream_id""",
    )
    return {tuple(row) for row in rows}


def job_event(time: str, **sides: list[str]) -> dict[str, Any]:
    return {
        "eventTime": f"2026-01-01T{time}Z",
        "job": {"namespace": NAMESPACE, "name": "job"},
        **{side: [{"namespace": NAMESPACE, "name": name} for name in names] for side, names in sides.items()},
    }


def test_dependencies_on_jobs_with_and_without_a_run(database_url: str) -> None:
    dependencies = {
        "upstream": [
            {"job": {"namespace": NAMESPACE, "name": "with"}, "run": {"runId": uuid(2)}},
            {"job": {"namespace": NAMESPACE, "name": "without"}},
            {"job": {"namespace": NAMESPACE}},
        ],
        "downstream": [{"job": {"namespace": NAMESPACE, "name": "after"}}, None],
    }
    [changes] = parsed(run_event("START", "00:00:00", uuid(1), jobDependencies=dependencies))
    assert changes.event.warnings == ["reference.invalid"]
    merge_items(database_url, [changes])
    assert job_links(database_url) == {
        ("with", "job", "JOB_DEPENDENCIES"),
        ("without", "job", "JOB_DEPENDENCIES"),
        ("job", "after", "JOB_DEPENDENCIES"),
    }
    [link] = fetch(database_url, "SELECT kind, target_uuid::text FROM run_link")
    assert tuple(link) == ("UPSTREAM", uuid(2))


def test_an_order_that_is_said_again_keeps_its_first_and_last_time(database_url: str) -> None:
    dependency = {"upstream": [{"job": {"namespace": NAMESPACE, "name": "up"}}]}
    for time in ("00:02:00", "00:01:00", "00:03:00"):
        merge_items(database_url, parsed(run_event("START", time, uuid(1), jobDependencies=dependency)))
    [row] = fetch(database_url, "SELECT first_at, last_at FROM job_link")
    assert [time.minute for time in row] == [1, 3]


def test_a_job_declares_what_its_newest_event_says(database_url: str) -> None:
    """JobEvents replace; absent and empty sides say nothing; no run has read or written anything."""
    newest = job_event("00:02:00", inputs=["a", "b"])
    oldest = job_event("00:01:00", inputs=["a", "old"], outputs=["x"])
    silent = job_event("00:03:00", inputs=[])
    merge_items(database_url, parsed(newest))
    merge_items(database_url, parsed(silent, oldest))
    rows = fetch(
        database_url,
        """SELECT g.direction, a.name FROM job_edge g JOIN entity a ON a.id = g.asset_id
           WHERE g.at = (SELECT max(n.at) FROM job_edge n WHERE n.job_id = g.job_id AND n.direction = g.direction)""",
    )
    assert {tuple(row) for row in rows} == {("INPUT", "a"), ("INPUT", "b"), ("OUTPUT", "x")}
    assert fetch(database_url, "SELECT FROM edge") == fetch(database_url, "SELECT FROM run") == []
