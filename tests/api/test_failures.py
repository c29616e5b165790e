"""The first failure in a run, its consequences, and the timeline, by docs/failed-pipeline.md."""

from pathlib import Path
from typing import Any

import pytest

from headwater.lineage import members as members_module

from conftest import parse_files
from events import parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from job_history import clock, run

TOP = 99
OF_TOP: dict[str, Any] = {"parent": parent(uuid(TOP), "dag")}
FAILURES = """query Q($urn: String!) { dataProcessInstance(urn: $urn) { failurePropagation {
  checked isComplete counts { total succeeded failed skipped unfinished }
  firstFailure { run { urn } } failuresTotal
  failures { run { urn } message failedAt tookTotal took { run { urn } reason depth cause { urn } failure { urn } } }
  skipped { run { urn parentTemplate { ... on DataJob { jobId } } } because { reason depth cause { urn } failure { urn } } }
  retriedTotal retried { attempts run { urn } tries { urn } }
  succeededAnywayTotal succeededAnyway { run { urn } reason cause { urn } failure { urn } }
  unfinished { urn } } } }"""
TIMELINE = """query Q($urn: String!, $start: Int! = 0, $count: Int! = 20) { dataProcessInstance(urn: $urn) {
  timeline(start: $start, count: $count) { startedAt endedAt total isComplete entries {
    run { urn } startedAt endedAt durationMillis isOpen
    attempts { attempt startedAt endedAt durationMillis resultType }
    wait { durationMillis reason run { urn } } } } } }"""


async def propagation(api: Api, number: int = TOP) -> dict[str, Any]:
    return await propagation_of(api, urn(number))


async def propagation_of(api: Api, of: str) -> dict[str, Any]:
    found: dict[str, Any] = (await api(FAILURES, urn=of))["dataProcessInstance"]["failurePropagation"]
    return found


async def timeline(api: Api, number: int = TOP, **page: int) -> dict[str, Any]:
    found: dict[str, Any] = (await api(TIMELINE, urn=urn(number), **page))["dataProcessInstance"]["timeline"]
    return found


def number(one: dict[str, Any] | None) -> Any:
    """Return the number of `events.uuid`; for a derived run its URN."""
    return one and (int(one["urn"][-12:]) if ":00000000-0000-4000" in one["urn"] else one["urn"])


def took(failure: dict[str, Any]) -> list[tuple[int, str, int, int]]:
    return [(number(one["run"]), one["reason"], one["depth"], number(one["cause"])) for one in failure["took"]]


def dag(word: str = "FAIL", end: float = 5_000, **states: str) -> list[dict[str, Any]]:
    """Return a DAG run with the tasks a, then (without events) silent, then b, then c; d beside them."""
    order = {"a": ["silent"], "silent": ["b"], "b": ["c"], "c": [], "d": []}
    start = run_event("START", clock(0), uuid(TOP), "dag")
    start["job"]["facets"] = {"airflow": {"tasks": {k: {"downstream_task_ids": v} for k, v in order.items()}}}
    return [start, run_event(word, clock(end), uuid(TOP), "dag", airflowState={"tasksState": states})]


def task(
    at: int, begin: float, end: float, name: str, word: str = "COMPLETE", attempt: int = 1, index: int = -1, **more: Any
) -> list[dict[str, Any]]:
    """Return a try of a task, as its own run."""
    facet = {"taskInstance": {"try_number": attempt, "map_index": index}}
    return run(at, begin, end, f"dag.{name}", word, more.pop("outputs", ()), airflow=facet, **OF_TOP, **more)


async def test_a_failed_dag_run(api: Api, database_url: str) -> None:
    """a fails, twice; b and c never begin; d, without a tie to a, succeeds at its second try."""
    await stored(
        database_url,
        parsed(
            *dag(a="failed", silent="upstream_failed", b="upstream_failed", c="upstream_failed", d="success"),
            *task(1, 10, 20, "a", "FAIL"),
            *task(2, 100, 120, "a", "FAIL", 2, errorMessage={"message": "no such table"}),
            *task(3, 10, 50, "d", "FAIL"),
            *task(4, 200, 300, "d", attempt=2),
        ),
    )
    found = await propagation(api)
    assert (found["checked"], found["isComplete"]) == (7, True)
    assert found["counts"] == {"total": 5, "succeeded": 1, "failed": 1, "skipped": 3, "unfinished": 0}
    [failure] = found["failures"]
    assert (number(failure["run"]), failure["message"], found["failuresTotal"]) == (2, "no such table", 1)
    assert failure["failedAt"] == "2026-01-01T00:02:00+00:00"
    assert found["firstFailure"]["run"] == failure["run"]
    assert [(one["reason"], one["depth"]) for one in failure["took"]] == [("JOB_ORDER", n) for n in (1, 2, 3)]
    assert {number(one["failure"]) for one in failure["took"]} == {2}
    skipped = {one["run"]["parentTemplate"]["jobId"]: one["because"] for one in found["skipped"]}
    assert skipped.keys() == {"dag.silent", "dag.b", "dag.c"}
    assert {name: because["depth"] for name, because in skipped.items()} == {"dag.silent": 1, "dag.b": 2, "dag.c": 3}
    assert {number(because["failure"]) for because in skipped.values()} == {2}
    assert [(one["attempts"], number(one["run"]), list(map(number, one["tries"]))) for one in found["retried"]] == [
        (2, 2, [1, 2]), (2, 4, [3, 4])
    ]  # fmt: skip
    assert (found["retriedTotal"], found["succeededAnyway"], found["unfinished"]) == (2, [], [])


async def test_runs_skipped_on_purpose_are_no_failures(api: Api, database_url: str) -> None:
    states = {"a": "skipped", "silent": "skipped", "b": "skipped"}
    await stored(database_url, parsed(*dag("COMPLETE", 5_000, **states), *task(1, 5_000, 5_010, "c")))
    found = await propagation(api)
    assert (found["firstFailure"], found["failures"], found["failuresTotal"]) == (None, [], 0)
    because = {one["run"]["parentTemplate"]["jobId"]: one["because"] for one in found["skipped"]}
    assert because["dag.a"] is None
    assert (because["dag.silent"]["reason"], because["dag.silent"]["failure"]) == ("JOB_ORDER", None)
    [anyway] = found["succeededAnyway"]
    assert (number(anyway["run"]), anyway["reason"], anyway["failure"]) == (1, "JOB_ORDER", None)
    assert anyway["cause"] == {"urn": next(one["run"]["urn"] for one in found["skipped"] if "dag.b" in str(one))}


async def test_a_job_that_has_no_run_here_is_passed(api: Api, database_url: str) -> None:
    """The task between a and b sends no events, like an EmptyOperator."""
    await stored(
        database_url,
        parsed(*dag(), *task(1, 10, 20, "a", "FAIL"), *task(2, 30, 40, "b", "FAIL"), *task(3, 50, 60, "c")),
    )
    found = await propagation(api)
    assert [(number(one["run"]), took(one)) for one in found["failures"]] == [(1, [(2, "JOB_ORDER", 1, 1)])]
    assert [(number(one["run"]), number(one["cause"]), number(one["failure"])) for one in found["succeededAnyway"]] == [
        (3, 2, 1)
    ]
    waits = {number(one["run"]): (one["wait"]["durationMillis"], number(one["wait"]["run"]))
             for one in (await timeline(api))["entries"]}  # fmt: skip
    assert waits == {1: (10_000, None), 2: (10_000, 1), 3: (10_000, 2)}


async def test_failures_inside_come_first(api: Api, database_url: str) -> None:
    """A task fails with the job inside it: one step of the job failed, and the next was given up."""
    inside: dict[str, Any] = {"parent": parent(uuid(1), "dag.a")}
    steps: dict[str, Any] = {"parent": parent(uuid(2), "app")}
    await stored(
        database_url,
        parsed(
            *dag(b="upstream_failed"),
            *task(1, 10, 60, "a", "FAIL"),
            *run(2, 20, 50, "app", "FAIL", (), **inside),
            *run(3, 21, 30, "app.read", "FAIL", ["staged"], **steps),
            *run(4, 31, 31.5, "app.write", "ABORT", [], inputs=["staged"], **steps),
        ),
    )
    found = await propagation(api)
    [failure] = found["failures"]
    assert number(failure["run"]) == 3
    assert took(failure)[:4] == [
        (2, "CONTAINED", 1, 3), (4, "DATA", 1, 3), (1, "CONTAINED", 2, 2), (number(found["skipped"][0]["run"]), "JOB_ORDER", 3, 1)
    ]  # fmt: skip
    assert found["counts"]["failed"] == 4
    assert (await propagation(api, 1))["counts"]["failed"] == 3


async def test_inside_of_a_try_that_another_followed_nothing_counts(api: Api, database_url: str) -> None:
    events = [
        *task(1, 10, 60, "a", "FAIL"), *run(2, 20, 50, "app", "FAIL", (), parent=parent(uuid(1), "dag.a")),
        *task(3, 100, 160, "a", attempt=2), *run(4, 120, 150, "app", "COMPLETE", (), parent=parent(uuid(3), "dag.a")),
    ]  # fmt: skip
    await stored(database_url, parsed(*dag("COMPLETE"), *events))
    found = await propagation(api)
    assert found["counts"] == {"total": 2, "succeeded": 2, "failed": 0, "skipped": 0, "unfinished": 0}
    assert (found["checked"], found["firstFailure"], found["retriedTotal"]) == (4, None, 1)


async def test_parts_of_a_mapped_task_are_no_tries_of_each_other(api: Api, database_url: str) -> None:
    """Part 0 fails for good, and part 1 succeeds at its second try, the last to begin."""
    events = [
        *task(1, 10, 20, "a", "FAIL", index=0), *task(2, 30, 40, "a", "FAIL", index=1),
        *task(3, 50, 60, "a", attempt=2, index=1),
    ]  # fmt: skip
    await stored(database_url, parsed(*dag(), *events))
    found = await propagation(api)
    assert [number(one["run"]) for one in found["failures"]] == [1]
    assert [list(map(number, one["tries"])) for one in found["retried"]] == [[2, 3]]


async def test_runs_name_each_other(api: Api, database_url: str) -> None:
    """One side or the other names jobDependencies; and a cycle ends."""

    def depends(side: str, on: int, job: str) -> dict[str, Any]:
        return {"jobDependencies": {side: [{"run": {"runId": uuid(on)}, "job": {"namespace": "test", "name": job}}]}}

    await stored(
        database_url,
        parsed(
            *dag(),
            *run(1, 10, 20, "one", "FAIL", (), **OF_TOP, **depends("downstream", 2, "two")),
            *run(2, 10, 30, "two", "FAIL", (), **OF_TOP),
            *run(3, 10, 40, "three", "FAIL", (), **OF_TOP, **depends("upstream", 2, "two")),
            *run(4, 10, 40, "four", "FAIL", (), **OF_TOP, **depends("upstream", 3, "three")),
            *run(5, 10, 40, "five", "FAIL", (), **OF_TOP, **depends("upstream", 4, "four")),
            run_event("START", clock(50), uuid(6), "six", **OF_TOP),
        ),
    )
    found = await propagation(api)
    [failure] = found["failures"]
    assert took(failure) == [(2, "RUN_REFERENCE", 1, 1), (3, "RUN_REFERENCE", 2, 2), (4, "RUN_REFERENCE", 3, 3),
                             (5, "RUN_REFERENCE", 4, 4)]  # fmt: skip
    assert list(map(number, found["unfinished"])) == [6]


async def test_models_that_dbt_aborts_below_a_failed_one_are_skipped(api: Api, database_url: str) -> None:
    """dbt gives both events of a skipped model the time of its report, and names no error."""
    await stored(
        database_url,
        parsed(
            run_event("START", clock(0), uuid(TOP), "dbt"),
            *run(1, 10, 20, "orders", "FAIL", ["orders"], errorMessage={"message": "no such column"}, **OF_TOP),
            *run(2, 90, 90, "revenue", "ABORT", ["revenue"], inputs=["orders"], **OF_TOP),
            *run(3, 90, 90, "margins", "ABORT", ["margins"], inputs=["revenue"], **OF_TOP),
            *run(4, 30, 40, "customers", "COMPLETE", ["customers"], **OF_TOP),
            run_event("FAIL", clock(91), uuid(TOP), "dbt"),
        ),
    )
    found = await propagation(api)
    assert found["counts"] == {"total": 4, "succeeded": 1, "failed": 1, "skipped": 2, "unfinished": 0}
    [failure] = found["failures"]
    assert took(failure) == [(2, "DATA", 1, 1), (3, "DATA", 2, 2)]
    assert [number(one["run"]) for one in found["skipped"]] == [2, 3]


async def test_a_run_that_was_left_open_explains_nothing(api: Api, database_url: str) -> None:
    """Spark's reads report no end: the write failed, and nobody waited for a read."""
    await stored(
        database_url,
        parsed(
            run_event("START", clock(0), uuid(TOP), "app"),
            run_event("START", clock(1), uuid(1), "app.read", outputs=["staged"], **OF_TOP),
            *run(2, 30, 40, "app.write", "FAIL", ["out"], inputs=["staged"], **OF_TOP),
            run_event("FAIL", clock(41), uuid(TOP), "app"),
        ),
    )
    found = await propagation(api)
    assert found["counts"] == {"total": 2, "succeeded": 0, "failed": 1, "skipped": 0, "unfinished": 1}
    assert [number(one["run"]) for one in found["failures"]] == [2]
    assert list(map(number, found["unfinished"])) == [1]
    entries = {number(one["run"]): one for one in (await timeline(api))["entries"]}
    assert (entries[1]["isOpen"], entries[1]["endedAt"]) == (False, None)
    assert entries[2]["wait"]["run"] is None


async def test_the_first_failure_of_a_cycle_explains_the_others(api: Api, database_url: str) -> None:
    """Each run reads the missing output of another, and all end at one moment."""
    ring = [
        run(n, 10 + n, 40, f"job{n}", "FAIL", [f"t{n}"], inputs=[f"t{n % 3 + 1}"], **OF_TOP) for n in (1, 2, 3)
    ]  # fmt: skip
    await stored(database_url, parsed(*dag(), *(event for events in ring for event in events)))
    found = await propagation(api)
    [failure] = found["failures"]
    assert {number(failure["run"])} | {one[0] for one in took(failure)} == {1, 2, 3}


async def test_data_that_was_not_written_by_what_usually_writes_it(api: Api, database_url: str) -> None:
    """The failed run named no output, and the skipped one no input; their last successes did."""
    earlier = [
        *run(11, 10, 20, "dag.x", outputs=["staged"], parent=parent(uuid(98), "dag")),
        *run(12, 30, 40, "dag.y", outputs=["mart"], inputs=["staged"], parent=parent(uuid(98), "dag")),
    ]
    failed = run(1, 1_000, 1_020, "dag.x", "FAIL", (), **OF_TOP)
    await stored(database_url, parsed(*earlier, *failed, *dag(y="skipped")))
    [failure] = (await propagation(api))["failures"]
    assert [(one["reason"], number(one["cause"])) for one in failure["took"]] == [("DATA", 1)]


async def test_independent_runs_are_no_consequences_of_a_failure(api: Api, database_url: str) -> None:
    """These runs ended before, belong to another DAG run, or depended on an order given up before."""
    old = run_event("START", clock(0), uuid(97), "dag")
    old["job"]["facets"] = {"airflow": {"tasks": {"d": {"downstream_task_ids": ["a"]}}}}
    begin = dag()
    begin[0]["eventTime"] = f"2026-01-01T{clock(5)}Z"
    await stored(
        database_url,
        parsed(
            old,
            *begin,
            *task(1, 100, 120, "b", "FAIL"),
            *task(2, 10, 20, "c", "FAIL"),
            *task(3, 90, 95, "d", "FAIL"),
            *task(4, 130, 140, "a", "FAIL"),
            *run(5, 130, 140, "dag.c", "FAIL", (), parent=parent(uuid(98), "dag")),
        ),
    )
    assert [(number(one["run"]), one["tookTotal"]) for one in (await propagation(api))["failures"]] == [
        (2, 0), (3, 0), (1, 0), (4, 0)
    ]  # fmt: skip


async def test_nothing_inside_and_nothing_known(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("FAIL", clock(10), uuid(TOP), "dag")))
    found = await propagation(api)
    assert (found["checked"], found["firstFailure"], found["counts"]["total"]) == (0, None, 0)
    assert (await timeline(api))["entries"] == []
    data = await api(
        f'{{ dataProcessInstance(urn: "{urn(5)}") {{ failurePropagation {{ checked }} timeline {{ total }} }} }}'
    )
    assert data["dataProcessInstance"] == {"failurePropagation": None, "timeline": {"total": 0}}


async def test_runs_that_contain_each_other(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            *run(1, 10, 20, "one", "FAIL", (), parent=parent(uuid(2), "two")),
            *run(2, 10, 30, "two", "FAIL", (), parent=parent(uuid(1), "one")),
        ),
    )
    assert [number(one["run"]) for one in (await propagation(api, 1))["failures"]] == [2]


async def test_only_so_many_are_looked_at(api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await stored(
        database_url, parsed(*dag(), *(e for n in (1, 2, 3) for e in task(n, 10 * n, 10 * n + 5, f"t{n}", "FAIL")))
    )
    monkeypatch.setattr(members_module, "MAX_MEMBERS", 2)
    found = await propagation(api)
    assert (found["checked"], found["isComplete"], found["failuresTotal"]) == (2, False, 2)
    shown = await timeline(api)
    assert (shown["total"], shown["isComplete"], [number(one["run"]) for one in shown["entries"]]) == (2, False, [1, 2])


@pytest.mark.parametrize("field", ["failures(count: 1001)", "skipped(count: 1001)", "retried(count: 1001)",
                                   "succeededAnyway(count: 1001)", "unfinished(count: 1001)"])  # fmt: skip
async def test_pages_that_are_out_of_bounds(field: str, api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*dag()))
    selection = "{ urn }" if field.startswith("unf") else "{ run { urn } }"
    answer = await api.answer(
        f'{{ dataProcessInstance(urn: "{urn(TOP)}") {{ failurePropagation {{ {field} {selection} }} }} }}'
    )
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"
    answer = await api.answer(f'{{ dataProcessInstance(urn: "{urn(TOP)}") {{ timeline(start: -1) {{ total }} }} }}')
    assert answer.errors[0].message == "start: expected 0 or more, got -1"


async def test_a_timeline(api: Api, database_url: str) -> None:
    """Attempts of one run, and tries as runs. The critical predecessor is the last to end before the begin."""
    again: dict[str, Any] = {"airflow": {"taskInstance": {"try_number": 2}}}
    await stored(
        database_url,
        parsed(
            *dag(c="skipped"),
            *task(1, 10, 20, "a", outputs=["t1"]),
            *task(2, 10, 35.5, "d", outputs=["t2"]),
            *task(3, 40, 50, "b", "FAIL", inputs=["t1", "t2"]),
            *run(3, 60, 70, "dag.b", outputs=(), **again, **OF_TOP),
            run_event("START", clock(40), uuid(4), "dag.open", inputs=["t2"], **OF_TOP),
            run_event("OTHER", clock(5_001), uuid(4), "dag.open", **OF_TOP),
        ),
    )
    found = await timeline(api)
    assert (found["startedAt"], found["endedAt"]) == ("2026-01-01T00:00:00+00:00", "2026-01-01T01:23:20+00:00")
    assert (found["total"], found["isComplete"]) == (5, True)
    entries = found["entries"]
    assert list(map(number, (one["run"] for one in entries)))[:4] == [1, 2, 3, 4]
    first, second, tried, still, skipped = entries
    assert (first["startedAt"], first["endedAt"], first["durationMillis"], first["isOpen"]) == (
        "2026-01-01T00:00:10+00:00", "2026-01-01T00:00:20+00:00", 10_000, False
    )  # fmt: skip
    assert first["wait"] == {"durationMillis": 10_000, "reason": None, "run": None} == second["wait"]
    assert tried["wait"] == {"durationMillis": 4_500, "reason": "DATA", "run": {"urn": urn(2)}}
    assert (tried["durationMillis"], [(one["attempt"], one["durationMillis"], one["resultType"]) for one in tried["attempts"]]) == (
        30_000, [(1, 10_000, "FAILURE"), (2, 10_000, "SUCCESS")]
    )  # fmt: skip
    assert (still["isOpen"], still["endedAt"], still["durationMillis"]) == (True, None, None)
    assert [one["endedAt"] for one in still["attempts"]] == [None]
    assert (skipped["startedAt"], skipped["endedAt"], skipped["wait"]) == (None, None, None)
    page = await timeline(api, start=2, count=1)
    assert (page["total"], page["entries"]) == (5, [tried])


async def test_a_run_whose_start_nobody_told_has_none_on_the_timeline(api: Api, database_url: str) -> None:
    """It stands at its end; its end is no start from which it could have lasted, or for which it could have waited."""
    told = run_event("COMPLETE", clock(600), uuid(1), "dag.told", **OF_TOP)
    await stored(database_url, parsed(*dag(), told, *task(2, 500, 700, "a"), *task(3, 650, 700, "b")))
    one, other, last = (await timeline(api))["entries"]
    assert [number(entry["run"]) for entry in (one, other, last)] == [2, 1, 3]
    end = "2026-01-01T00:10:00+00:00"
    assert [other[name] for name in ("startedAt", "endedAt", "durationMillis", "wait")] == [None, end, None, None]
    assert [(each["startedAt"], each["endedAt"]) for each in other["attempts"]] == [(None, end)]


@pytest.mark.parametrize("size", [1, 5])
async def test_statements_do_not_grow(size: int, api: Api, database_url: str) -> None:
    """For a page of parents: a statement for the members, one for their dependencies; the runs, and their messages."""
    events = [
        event
        for n in range(1, size + 1)
        for event in [
            run_event("START", clock(0), uuid(90 + n), "dag"),
            *run(10 * n + 1, 10, 20, "one", "FAIL", ["t"], parent=parent(uuid(90 + n), "dag")),
            *run(10 * n + 2, 30, 40, "two", "FAIL", [], inputs=["t"], parent=parent(uuid(90 + n), "dag")),
            run_event("FAIL", clock(50), uuid(90 + n), "dag"),
        ]
    ]
    await stored(database_url, parsed(*events))
    job = "urn:li:dataJob:(urn:li:dataFlow:(openlineage,dag,test),dag)"
    head = f'{{ dataJob(urn: "{job}") {{ runs {{ runs {{'
    found = await api(
        f"{head} failurePropagation {{ failures {{ message run {{ urn }} took {{ run {{ urn }} cause {{ urn }} }} }} }} }} }} }} }}"
    )
    assert api.statements == 5
    failures = [one["failurePropagation"]["failures"] for one in found["dataJob"]["runs"]["runs"]]
    assert [(len(one), len(one[0]["took"])) for one in failures] == [(1, 1)] * size
    await api(
        f"{head} timeline {{ entries {{ run {{ urn }} attempts {{ attempt }} wait {{ run {{ urn }} }} }} }} }} }} }} }}"
    )
    assert api.statements == 5


async def test_recorded_dbt(api: Api, database_url: str, corpus: Path) -> None:
    """dbt build by artifacts: two tests of customer_analytics fail, and neither explains the other."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "dbt_local_artifacts.ndjson"))
    rows = await api.pool.fetch(
        "SELECT v.urn FROM run_view v WHERE v.result = 'FAILURE' AND v.parent_id IS NULL ORDER BY v.created_at DESC LIMIT 1"
    )
    found = await propagation_of(api, rows[0]["urn"])
    assert found["counts"] == {"total": 10, "succeeded": 8, "failed": 2, "skipped": 0, "unfinished": 0}
    assert (found["failuresTotal"], [one["tookTotal"] for one in found["failures"]]) == (2, [0, 0])
    shown = (await api(TIMELINE, urn=rows[0]["urn"]))["dataProcessInstance"]["timeline"]
    waits = [(one["wait"]["reason"], one["wait"]["run"] is not None) for one in shown["entries"] if one["wait"]]
    assert waits.count(("DATA", True)) == 6  # customer_analytics and the snapshot, and the tests of three models
    assert shown["total"] == 10


async def test_recorded_dbt_of_a_test_that_said_no_end(api: Api, database_url: str, corpus: Path) -> None:
    """dbt test by structured logs: the run failed, and its failed test has no end."""
    name = "dbt_local_structured_seed_run_test_build"
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / f"{name}.ndjson"))
    [row] = await api.pool.fetch(
        "SELECT v.urn FROM run_view v WHERE v.result = 'FAILURE' AND v.parent_id IS NULL ORDER BY v.created_at LIMIT 1"
    )
    found = await propagation_of(api, row["urn"])
    assert (found["firstFailure"], found["counts"]["unfinished"], len(found["unfinished"])) == (None, 1, 1)
    assert found["counts"]["succeeded"] == found["counts"]["total"] - 1 > 10
    template = f'{{ entity(urn: "{found["unfinished"][0]["urn"]}") {{ ... on DataProcessInstance {{ parentTemplate {{ ... on DataJob {{ jobId }} }} }} }} }}'
    assert (await api(template))["entity"]["parentTemplate"]["jobId"].endswith("assert_positive")


async def test_recorded_airflow(api: Api, database_url: str, corpus: Path) -> None:
    """Airflow 3: report waited for aggregate, and the checks for report, through a task without events."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"))
    shop_etl = "urn:li:dataProcessInstance:01a1fb6e-cf46-713f-ab9b-f3d879bcb267"
    found = await propagation_of(api, shop_etl)
    assert (found["counts"]["total"], found["counts"]["succeeded"], found["firstFailure"]) == (4, 4, None)
    data = await api(f"""{{ dataProcessInstance(urn: "{shop_etl}") {{ timeline {{ entries {{ attempts {{ attempt resultType }}
        run {{ parentTemplate {{ ... on DataJob {{ jobId }} }} }}
        wait {{ durationMillis reason run {{ parentTemplate {{ ... on DataJob {{ jobId }} }} }} }} }} }} }} }}""")
    entries = data["dataProcessInstance"]["timeline"]["entries"]
    assert [one["attempts"] for one in entries] == [[{"attempt": 1, "resultType": "SUCCESS"}]] * 4
    waits = {
        one["run"]["parentTemplate"]["jobId"]: (
            one["wait"]["reason"], one["wait"]["run"] and one["wait"]["run"]["parentTemplate"]["jobId"], one["wait"]["durationMillis"]
        )
        for one in entries
    }  # fmt: skip
    assert waits == {
        "shop_etl.aggregate": (None, None, 3_735),
        "shop_etl.report": ("JOB_ORDER", "shop_etl.aggregate", 1_458),
        "shop_etl.checks.echo": ("JOB_ORDER", "shop_etl.report", 5_336),
        "shop_etl.checks.py": ("JOB_ORDER", "shop_etl.report", 6_008),
    }


async def test_a_try_waits_for_the_one_before(api: Api, database_url: str) -> None:
    """Parts of a mapped task wait for the task before all of them, and not for each other."""
    events = [
        *task(1, 10, 20, "a"), *task(2, 30, 40, "b", "FAIL", index=0), *task(3, 50, 60, "b", index=1),
        *task(4, 100, 110, "b", attempt=2, index=0),
    ]  # fmt: skip
    await stored(database_url, parsed(*dag("COMPLETE"), *events))
    waits = {number(one["run"]): (one["wait"]["reason"], one["wait"]["durationMillis"], number(one["wait"]["run"]))
             for one in (await timeline(api))["entries"]}  # fmt: skip
    assert waits == {
        1: (None, 10_000, None), 2: ("JOB_ORDER", 10_000, 1), 3: ("JOB_ORDER", 30_000, 1), 4: ("RETRY", 60_000, 2)
    }  # fmt: skip
