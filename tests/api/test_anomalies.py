"""Anomalies of runs against the history of their own job, by docs/anomalies.md, on the smallest histories."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from headwater.lineage import anomalies as anomalies_module
from headwater.urn import named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from job_history import clock, history, run, written

BAD = 1
JOB = named_job_urn(NAMESPACE, "job")
FIGURES = "measure { value median expectedLow expectedHigh earlier }"
OF_RUN = f"query Q($urn: String!) {{ dataProcessInstance(urn: $urn) {{ anomalies {{ reason direction sentence asset {{ urn }} {FIGURES} }} }} }}"
OF_JOB = """query Q($urn: String!, $window: TimeWindow, $start: Int! = 0, $count: Int! = 20) {
  dataJob(urn: $urn) { anomalies(window: $window, start: $start, count: $count) {
    checked isComplete total runs { run { urn } anomalies { reason } } } } }"""


async def anomalies(api: Api, number: int = BAD) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api(OF_RUN, urn=urn(number)))["dataProcessInstance"]["anomalies"]
    return found


async def reasons(api: Api, number: int = BAD) -> list[str]:
    return [one["reason"] for one in await anomalies(api, number)]


def read(rows: int, size: int) -> dict[str, Any]:
    return {"namespace": NAMESPACE, "name": "in", "inputFacets": {"inputStatistics": {"rowCount": rows, "size": size}}}


def attempt(number: int) -> dict[str, Any]:
    return {"airflow": {"taskInstance": {"try_number": number}}}


async def test_outputs_inputs_and_the_duration_are_compared(api: Api, database_url: str) -> None:
    """Outputs come before inputs. The input's bytes are unusual, too, but say no more than its rows."""
    earlier = history(8, outputs=[written(rows=100)], inputs=[read(10, 1000)])
    bad = run(BAD, 7_200, 7_300, outputs=[written(rows=10)], inputs=[read(50, 5000)])
    await stored(database_url, parsed(*earlier, *bad))
    output, source, duration = await anomalies(api)
    assert (output["reason"], output["direction"], source["reason"], source["direction"]) == (
        "ROWS", "OUTPUT", "ROWS", "INPUT",
    )  # fmt: skip
    assert output["measure"] == {"value": 10, "median": 100, "expectedLow": 50, "expectedHigh": 150, "earlier": 8}
    assert output["sentence"] == "It wrote 10 rows; 50 to 150 are usual (median 100 of 8)."
    assert source["sentence"] == "It read 50 rows; 5 to 15 are usual (median 10 of 8)."
    assert (output["asset"]["urn"][-9:], source["asset"]["urn"][-8:]) == ("out,PROD)", "in,PROD)")
    assert (duration["reason"], duration["direction"], duration["asset"]) == ("DURATION", None, None)


async def test_anomalies_and_suspects_say_the_same(api: Api, database_url: str) -> None:
    events = [e for n in range(9) for e in run(100 + n, 900 * n, 900 * n + 60, outputs=[written(rows=100 + 50 * n)])]
    await stored(database_url, parsed(*events, *run(BAD, 8_100, 9_000, outputs=[written(rows=1042)])))
    found = await api(f"""{{ provenance(urn: "{urn(BAD)}") {{ suspects {{ suspects {{ reason sentence {FIGURES} }} }} }}
        dataProcessInstance(urn: "{urn(BAD)}") {{ anomalies {{ reason sentence {FIGURES} }} }} }}""")
    assert found["provenance"]["suspects"]["suspects"] == found["dataProcessInstance"]["anomalies"]
    assert [one["reason"] for one in found["dataProcessInstance"]["anomalies"]] == ["ROWS", "DURATION"]


@pytest.mark.parametrize(("failures", "is_unusual"), [(0, True), (3, True), (4, False), (8, False)])
async def test_a_failure_where_most_succeed(failures: int, is_unusual: bool, api: Api, database_url: str) -> None:
    earlier = [
        e for n in range(8) for e in run(100 + n, 900 * n, 900 * n + 60, word="FAIL" if n < failures else "COMPLETE")
    ]
    await stored(database_url, parsed(*earlier, *run(BAD, 7_200, 7_900, word="FAIL")))
    found = await anomalies(api)
    assert [one["reason"] for one in found] == ["FAILED"] * is_unusual
    if is_unusual:
        assert found[0]["sentence"] == "It failed; most of the 8 runs before it succeeded."
        assert found[0]["measure"] == {"value": 1, "median": 0, "expectedLow": 0, "expectedHigh": 0, "earlier": 8}


@pytest.mark.parametrize(("usual", "is_unusual"), [(1, True), (2, False)])
async def test_more_attempts_than_usual(usual: int, is_unusual: bool, api: Api, database_url: str) -> None:
    earlier = history(8, **attempt(usual))
    await stored(database_url, parsed(*earlier, *run(BAD, 7_200, 7_260, **attempt(2))))
    found = await anomalies(api)
    assert [one["reason"] for one in found] == ["RETRIED"] * is_unusual
    if is_unusual:
        assert found[0]["sentence"] == "It succeeded at attempt 2; 1 is usual (median of 8)."


@pytest.mark.parametrize(("gap", "is_late"), [(5_400, False), (5_850, False), (5_851, True)])
async def test_a_run_that_began_late(gap: float, is_late: bool, api: Api, database_url: str) -> None:
    """Begins are 900 s apart, except for one gap of 5400 s, like a night: a gap longer by half of 900 s is late."""
    begins = [*range(0, 4_500, 900), *range(9_000, 13_500, 900)]
    earlier = [e for n, begin in enumerate(begins) for e in run(100 + n, begin, begin + 10)]
    await stored(database_url, parsed(*earlier, *run(BAD, 12_600 + gap, 12_610 + gap)))
    found = await anomalies(api)
    assert [one["reason"] for one in found] == ["LATE"] * is_late
    if is_late:
        assert found[0]["sentence"] == (
            "It began 1:37:31 after the run before it; up to 1:37:30 are usual (median 0:15:00 of 9)."
        )


async def test_a_run_that_never_began_is_no_begin(api: Api, database_url: str) -> None:
    """A task that the DAG run reports as skipped neither hides the gap nor is late itself."""
    earlier = [e for n in range(10) for e in run(100 + n, 900 * n, 900 * n + 10, job="dag.job")]
    skipped = run_event("COMPLETE", clock(40_000), uuid(90), "dag", airflowState={"tasksState": {"job": "skipped"}})
    await stored(database_url, parsed(*earlier, skipped, *run(BAD, 41_000, 41_010, job="dag.job")))
    assert await reasons(api) == ["LATE"]
    found = (await api(OF_JOB, urn=named_job_urn(NAMESPACE, "dag.job")))["dataJob"]["anomalies"]
    assert (found["checked"], [one["run"]["urn"] for one in found["runs"]]) == (12, [urn(BAD)])


async def test_an_open_run_hangs(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(8), run_event("START", clock(7_200), uuid(BAD))))
    api.now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=7_320)
    assert await reasons(api) == []
    api.now += timedelta(seconds=1)
    [found] = await anomalies(api)
    assert (found["reason"], found["sentence"]) == (
        "HUNG", "It has been STARTED for 0:02:01, and counts as hung from 0:02:00 on (median 0:01:00 of 8)."
    )  # fmt: skip
    assert found["measure"] == {
        "value": 121_000, "median": 60_000, "expectedLow": 0, "expectedHigh": 120_000, "earlier": 8
    }  # fmt: skip


async def test_only_what_began_before_counts(api: Api, database_url: str) -> None:
    """Seven runs before, and many after."""
    later = [e for n in range(20) for e in run(300 + n, 20_000 + 900 * n, 20_060 + 900 * n)]
    await stored(database_url, parsed(*history(7), *run(BAD, 6_300, 8_000), *later))
    assert await reasons(api) == []


async def test_the_unusual_runs_of_a_job(api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = [e for n in (1, 2, 3) for e in run(n, 7_200 + 1000 * n, 7_900 + 1000 * n)]
    await stored(database_url, parsed(*history(9), *slow, *run(4, 11_200, 11_260)))
    found = (await api(OF_JOB, urn=JOB))["dataJob"]["anomalies"]
    assert (found["checked"], found["isComplete"], found["total"]) == (13, True, 3)
    assert [one["run"]["urn"] for one in found["runs"]] == [urn(3), urn(2), urn(1)]
    assert [one["anomalies"] for one in found["runs"]] == [[{"reason": "DURATION"}]] * 3
    page = (await api(OF_JOB, urn=JOB, start=1, count=1))["dataJob"]["anomalies"]
    assert (page["total"], [one["run"]["urn"] for one in page["runs"]]) == (3, [urn(2)])
    window = {
        "since": "2026-01-01T02:16:40Z",
        "until": f"2026-01-01T{clock(10_200)}Z",
    }  # 8,200 s: included; not the end
    of_window = (await api(OF_JOB, urn=JOB, window=window))["dataJob"]["anomalies"]
    assert (of_window["checked"], [one["run"]["urn"] for one in of_window["runs"]]) == (2, [urn(2), urn(1)])
    monkeypatch.setattr(anomalies_module, "MAX_CHECKED", 2)
    some = (await api(OF_JOB, urn=JOB))["dataJob"]["anomalies"]
    assert (some["checked"], some["isComplete"], some["total"]) == (2, False, 1)


async def test_unknown_runs_and_jobs_have_no_anomalies(api: Api) -> None:
    assert await anomalies(api, 77) == []
    found = (await api(OF_JOB, urn=JOB))["dataJob"]["anomalies"]
    assert found == {"checked": 0, "isComplete": True, "total": 0, "runs": []}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("count: 1001", "count: expected 0 to 1000, got 1001"),
        (
            'window: {since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z"}',
            "window.until: expected a time after window.since",
        ),
    ],
)
async def test_arguments_out_of_bounds_are_refused(arguments: str, message: str, api: Api) -> None:
    answer = await api.answer(f'{{ dataJob(urn: "{JOB}") {{ anomalies({arguments}) {{ total }} }} }}')
    assert answer.errors[0].message.startswith(message)


@pytest.mark.parametrize("pages", [1, 6])
async def test_statements_do_not_grow_with_the_page(pages: int, api: Api, database_url: str) -> None:
    """The family's head; the children, one statement for the unusual ones, one for the hanging ones."""
    of: dict[str, Any] = {"parent": parent(uuid(99))}
    children = [e for n in range(pages) for e in run(n + 1, 7_200 + 900 * n, 7_500 + 900 * n, **of)]
    still = [run_event("START", clock(20_000 + n), uuid(50 + n), "job", **of) for n in range(pages)]
    await stored(
        database_url, parsed(*history(8), run_event("START", "00:00:00", uuid(99), "parent"), *children, *still)
    )
    found = await api(
        f'{{ dataProcessInstance(urn: "{urn(99)}") {{ children {{ runs {{ anomalies {{ reason }} }} }} }} }}'
    )
    runs = found["dataProcessInstance"]["children"]["runs"]
    assert sum("DURATION" in [one["reason"] for one in run["anomalies"]] for run in runs) == pages
    assert api.statements == 4
