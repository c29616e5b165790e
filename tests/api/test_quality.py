"""Measurements of data, beside the runs that made it, by docs/anomalies.md."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from headwater.urn import named_dataset_urn

from conftest import cloned_database, fetch, merge_items, parse_files
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored
from job_history import clock, run, written

OUT = named_dataset_urn(NAMESPACE, "out")
FIELDS = """run { urn } direction time rowCount passed failed metrics { rowCount bytes }
  assertions { assertion column success } tests { name status }"""
OF_DATASET = f"""query Q($urn: String!, $window: TimeWindow, $start: Int! = 0, $count: Int! = 20) {{
  dataset(urn: $urn) {{ quality(window: $window, start: $start, count: $count) {{ {FIELDS} }} }} }}"""
OF_VERSION = f"query Q($urn: String!, $at: DateTime!) {{ dataset(urn: $urn) {{ versionAt(at: $at) {{ quality {{ {FIELDS} }} }} }} }}"


def asserted(**columns: bool) -> dict[str, Any]:
    """Return the dataset as an input of a test, with a not-null assertion for each column."""
    found = [{"assertion": "not_null", "column": name, "success": success} for name, success in columns.items()]
    return {"namespace": NAMESPACE, "name": "out", "inputFacets": {"dataQualityAssertions": {"assertions": found}}}


def counted(rows: int) -> dict[str, Any]:
    metrics = {"rowCount": rows, "bytes": 8 * rows, "columnMetrics": {}}
    return {"namespace": NAMESPACE, "name": "out", "facets": {"dataQualityMetrics": metrics}}


def told_tests(**tests: str) -> dict[str, Any]:
    return {"test": {"tests": [{"name": name, "status": status} for name, status in tests.items()]}}


async def quality(api: Api, urn: str = OUT, **variables: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api(OF_DATASET, urn=urn, **variables))["dataset"]["quality"]
    return found


async def of_version(api: Api, at: float) -> list[int]:
    version = (await api(OF_VERSION, urn=OUT, at=f"2026-01-01T{clock(at)}Z"))["dataset"]["versionAt"]
    return numbers(version["quality"])


def numbers(found: list[dict[str, Any]]) -> list[int]:
    return [int(one["run"]["urn"][-12:]) for one in found]


def night() -> list[dict[str, Any]]:
    """Return a night: written twice (1, 4); tested after each (2, 5), counted once (3), read without facets (6)."""
    return [
        *run(1, 100, 110, "load", outputs=[written(rows=100)]),
        *run(2, 120, 130, "test", outputs=(), inputs=[asserted(id=True, price=True)]),
        *run(3, 140, 150, "count", outputs=(), inputs=[counted(99)]),
        *run(4, 200, 210, "load", outputs=[written(rows=7)]),
        *run(5, 220, 230, "test", "FAIL", (), inputs=[asserted(id=True, price=False)], **told_tests(few="fail", old="pass", x="skip")),
        *run(6, 240, 250, "report", outputs=["other"], inputs=["out"]),
    ]  # fmt: skip


async def test_the_quality_of_a_dataset(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*night()))
    found = await quality(api)
    assert numbers(found) == [5, 4, 3, 2, 1]
    failed, rewritten, count, passed, loaded = found
    assert (failed["direction"], failed["passed"], failed["failed"], failed["rowCount"]) == ("INPUT", 2, 2, None)
    assert failed["assertions"][1] == {"assertion": "not_null", "column": "price", "success": False}
    assert [one["name"] for one in failed["tests"]] == ["few", "old", "x"]
    assert failed["time"] == "2026-01-01T00:03:50+00:00"
    assert (rewritten["direction"], rewritten["rowCount"], rewritten["metrics"]) == ("OUTPUT", 7, None)
    assert (count["rowCount"], count["metrics"]) == (99, {"rowCount": 99, "bytes": 792})
    assert (passed["passed"], passed["failed"], passed["tests"]) == (2, 0, [])
    assert (loaded["rowCount"], loaded["assertions"]) == (100, [])


async def test_pages_and_windows(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*night()))
    assert numbers(await quality(api, start=1, count=3)) == [4, 3, 2]
    window = {"since": f"2026-01-01T{clock(120)}Z", "until": f"2026-01-01T{clock(200)}Z"}
    assert numbers(await quality(api, window=window)) == [3, 2]
    answer = await api.answer(OF_DATASET, urn=OUT, count=1001)
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"
    answer = await api.answer(OF_DATASET, urn=OUT, window={"since": window["until"], "until": window["since"]})
    assert answer.errors[0].message.startswith("window.until: expected a time after window.since")
    assert await quality(api, named_dataset_urn(NAMESPACE, "unknown")) == []


async def test_the_quality_of_a_version(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*night()))
    assert [await of_version(api, at) for at in (111, 209, 211)] == [[3, 2, 1], [3, 2, 1], [5, 4]]


async def test_a_version_that_was_appended(api: Api, database_url: str) -> None:
    """The earlier data is still there, but this version is the newest."""
    await stored(database_url, parsed(*night()))
    await api.pool.execute(
        "INSERT INTO write_mode (asset_id, mode) SELECT id, 'APPEND' FROM entity WHERE urn = $1", OUT
    )
    again = [
        *run(7, 300, 310, "load", outputs=[written(rows=1)]),
        *run(8, 320, 330, "count", outputs=(), inputs=[counted(2)]),
    ]
    await stored(database_url, parsed(*again))
    assert await of_version(api, 331) == [8, 7]


async def test_a_parent_that_says_what_its_child_wrote(api: Api, database_url: str) -> None:
    """The task's write is the write of the application in it: both describe one version."""
    of_task: dict[str, Any] = {"parent": {"run": {"runId": uuid(1)}, "job": {"namespace": NAMESPACE, "name": "task"}}}
    await stored(
        database_url,
        parsed(
            *run(1, 100, 160, "task", outputs=[written(rows=9)]), *run(2, 110, 150, "app", outputs=["out"], **of_task)
        ),
    )
    assert await of_version(api, 200) == [2, 1]


async def test_all_names_of_the_data(api: Api, database_url: str) -> None:
    one, other = named_dataset_urn("s3://lake", "t"), named_dataset_urn("s3a://lake", "t")
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", clock(10), uuid(1), outputs=[{"namespace": "s3://lake", "name": "t"}]),
            run_event("COMPLETE", clock(20), uuid(2), inputs=[{**counted(5), "namespace": "s3a://lake", "name": "t"}]),
        ),
    )
    assert numbers(await quality(api, one)) == numbers(await quality(api, other)) == [2, 1]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_measurements_do_not_depend_on_the_order_of_events(
    order: tuple[int, ...], postgres_url: str, template: str
) -> None:
    """The events of a test may name it before the input, or after it, but never name an output."""
    events = [
        run_event("START", clock(1), uuid(1), inputs=["in"]),
        run_event("RUNNING", clock(2), uuid(1), inputs=["late"], outputs=["audit"]),
        run_event("COMPLETE", clock(3), uuid(1), **told_tests(one="pass")),
    ]
    with cloned_database(postgres_url, template) as url:
        for place in order:
            merge_items(url, parsed(events[place]))
        rows = fetch(url, "SELECT e.name FROM edge g JOIN entity e ON e.id = g.asset_id WHERE g.is_measured ORDER BY 1")
        assert [row["name"] for row in rows] == ["in", "late"]


@pytest.mark.parametrize("runs", [1, 6])
async def test_statements_do_not_grow_with_the_page(runs: int, api: Api, database_url: str) -> None:
    """The dataset, its edges, the facets of the edges and of the runs, and the runs."""
    events = [
        e for n in range(1, runs + 1) for e in run(n, 10 * n, 10 * n + 5, f"job{n}", outputs=(), inputs=[counted(n)])
    ]
    await stored(database_url, parsed(*events))
    assert len(await quality(api)) == runs
    assert api.statements == 5


async def test_recorded_dbt(api: Api, database_url: str, corpus: Path) -> None:
    """Tests of customer_analytics by assertions, and one test of the run alone: it failed, and so did an assertion."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "dbt_local_artifacts.ndjson"))
    [row] = await api.pool.fetch(
        "SELECT urn FROM entity WHERE name LIKE '%main.customer_analytics' AND kind = 'dataset'"
    )
    found = await quality(api, row["urn"])
    assert [(one["direction"], one["rowCount"] is not None) for one in found].count(("OUTPUT", False)) == 0
    custom = [one for one in found if one["tests"]]
    assert [(one["tests"][0]["status"], one["passed"], one["failed"]) for one in custom] == [("fail", 0, 1)] * 2
    by_assertion = [one for one in found if one["assertions"]]
    assert len(by_assertion) == 2
    assert all(one["failed"] >= 1 and one["passed"] >= 1 for one in by_assertion)
