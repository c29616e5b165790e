"""Questions about a job with a long history read only the needed part: if all runs failed, or nearly none."""

from collections.abc import Iterator

import pytest

from headwater.store.queries import query
from plans import blocks_of, indexes_of, most_rows, plan_of, seem_large

from conftest import cloned_database, fetch
from hub_history import RUNS, fill_hubs

FEW = RUNS // 20
POINT_IN_TIME = "'infinity', 'infinity', '0', false, false"

_FAILED = """
UPDATE run SET status = CASE WHEN id % 1000 = 0 THEN 'STARTED' ELSE 'COMPLETE' END,
    result = CASE WHEN id % 1000 <> 0 THEN 'FAILURE' END, started_at = created_at, state_at = created_at, last_event_at = created_at"""

_SUCCEEDED = (
    """
    UPDATE run SET status = 'COMPLETE', result = CASE WHEN id % 1000 = 0 THEN 'FAILURE' ELSE 'SUCCESS' END,
        started_at = created_at, ended_at = created_at + interval '1 minute', state_at = created_at + interval '1 minute',
        last_event_at = created_at + interval '1 minute', last_arrived_at = now()""",
    """
    INSERT INTO asset_read (run_id, attempt, edge_id, asset_id, class_id, root_id, job_id, since, until, streams, narrows)
    SELECT g.run_id, 1, g.id, g.asset_id, g.asset_id, g.run_id, r.template_id, r.started_at, r.ended_at, false, false
    FROM edge g JOIN run r ON r.id = g.run_id WHERE g.direction = 'INPUT'""",
    """
    INSERT INTO asset_write (
        run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, job_id, kind, effect, begun_at, at, until,
        replaced_at, replaced_by_root_id)
    SELECT w.run_id, 1, w.id, false, w.asset_id, w.asset_id, w.run_id, w.template_id, 'VERSION', 'UNKNOWN', w.started_at, w.ended_at, w.ended_at,
        coalesce(lead(w.ended_at) OVER asset, 'infinity'), lead(w.run_id) OVER asset
    FROM (
        SELECT g.*, r.template_id, r.started_at, r.ended_at FROM edge g JOIN run r ON r.id = g.run_id
        WHERE g.direction = 'OUTPUT' AND r.result = 'SUCCESS'
    ) w
    WINDOW asset AS (PARTITION BY w.asset_id ORDER BY w.ended_at)""",
    "ANALYZE",
)


@pytest.fixture(scope="module")
def failed_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_hubs(url)
        fetch(url, _FAILED)
        fetch(url, "ANALYZE")
        seem_large(url)
        yield url


@pytest.fixture(scope="module")
def succeeded_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_hubs(url)
        for statement in _SUCCEEDED:
            fetch(url, statement)
        seem_large(url)
        yield url


def test_hung_runs_read_no_history_of_a_job_that_never_succeeded(failed_url: str) -> None:
    root = plan_of(failed_url, query("watched_runs"), "NULL, now()", is_executed=True)
    assert most_rows(root) < FEW


def test_stale_reads_of_a_failure_are_found_without_the_history(succeeded_url: str) -> None:
    """The limit includes a new session's reads of the catalog, some thousand pages."""
    [[failed]] = fetch(
        succeeded_url,
        "SELECT max(id) FROM run WHERE result = 'FAILURE' AND template_id = (SELECT min(template_id) FROM run)",
    )
    arguments = f"ARRAY[{failed}]::bigint[], {POINT_IN_TIME}"
    assert (
        len(
            fetch(
                succeeded_url,
                f"SELECT FROM stale_starts(ARRAY[{failed}]::bigint[], ROW({POINT_IN_TIME})::point_in_time)",
            )
        )
        == 1
    )
    root = plan_of(succeeded_url, query("stale_starts"), arguments, is_executed=True)
    assert blocks_of(root) < RUNS // 3


@pytest.mark.parametrize("is_write", [False, True])
def test_the_uses_of_a_hub_by_a_job_are_read_from_the_last_on(is_write: bool, succeeded_url: str) -> None:
    [hub] = fetch(succeeded_url, "SELECT class_id, job_id FROM asset_read GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1")
    sql = "SELECT u.at FROM job_uses($1::bigint, $2::boolean, $3::bigint, $4::timestamptz, $5::timestamptz) u LIMIT 1"
    window = "'2026-01-03', '2026-01-04'"
    arguments = f"{hub['job_id']}, {is_write}, {hub['class_id']}, {window}"
    root = plan_of(succeeded_url, sql, arguments, is_executed=True)
    table = "asset_write" if is_write else "asset_read"
    assert {f"{table}_use_idx", f"{table}_long_idx"} <= indexes_of(root)
    assert most_rows(root) < FEW


@pytest.mark.parametrize("is_write", [False, True])
def test_the_jobs_and_the_data_of_hubs_are_found_by_steps(is_write: bool, succeeded_url: str) -> None:
    [hub] = fetch(succeeded_url, "SELECT class_id, job_id FROM asset_read GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1")
    for sql, hub_id in (("jobs_of_data", hub["class_id"]), ("data_of_job", hub["job_id"])):
        root = plan_of(
            succeeded_url, f"SELECT * FROM {sql}($1::bigint, $2::boolean)", f"{hub_id}, {is_write}", is_executed=True
        )
        assert most_rows(root) < FEW
