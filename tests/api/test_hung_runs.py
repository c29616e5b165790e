"""Runs that are STARTED for longer than the history of their job explains."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from databand_events import parsed_tasks, task_event
from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

MORNING = datetime(2026, 1, 1, 6, tzinfo=UTC)


def at(seconds: float) -> str:
    """Return the time of day in events' format, so many seconds after midnight."""
    return (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).strftime("%H:%M:%S.%f")


def history(
    seconds: Sequence[float], job: str = "job", first: int = 100, end: str = "COMPLETE"
) -> list[dict[str, Any]]:
    """Return finished runs of these durations, one after the other from midnight on."""
    events, clock = [], 0.0
    for number, duration in enumerate(seconds, first):
        events += [
            run_event("START", at(clock), uuid(number), job),
            run_event(end, at(clock + duration), uuid(number), job),
        ]
        clock += duration
    return events


async def is_hung(api: Api, seconds: float, run: int = 1) -> bool:
    """Return true if a run hangs, so long after 06:00; the list of hung runs must agree."""
    api.now = MORNING + timedelta(seconds=seconds)
    data = await api(
        '{ dataProcessInstance(urn: "%s") { urn isHung } hungRuns { total runs { urn isHung } } }' % urn(run)
    )
    listed = [entry["urn"] for entry in data["hungRuns"]["runs"]]
    assert data["hungRuns"]["total"] == len(listed)
    assert all(entry["isHung"] for entry in data["hungRuns"]["runs"])
    hangs: bool = data["dataProcessInstance"]["isHung"]
    assert (data["dataProcessInstance"]["urn"] in listed) == hangs
    return hangs


async def usual_millis(api: Api, run: int = 1) -> int | None:
    data = await api('{ dataProcessInstance(urn: "%s") { usualDurationMillis } }' % urn(run))
    found: int | None = data["dataProcessInstance"]["usualDurationMillis"]
    return found


async def test_more_than_twice_the_usual_duration(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history([600] * 5), run_event("START", "06:00:00", uuid(1))))
    assert await usual_millis(api) == 600_000
    assert [await is_hung(api, seconds) for seconds in (-60, 0, 600, 1200, 1200.001)] == [False] * 4 + [True]
    data = await api('{ dataProcessInstance(urn: "%s") { currentState { status } isHung } }' % urn(1))
    assert data["dataProcessInstance"] == {"currentState": {"status": "STARTED"}, "isHung": True}


async def test_short_jobs_have_a_minute_more(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history([2] * 5), run_event("START", "06:00:00", uuid(1))))
    assert [await is_hung(api, seconds) for seconds in (10, 62, 62.001)] == [False, False, True]


async def test_the_95th_percentile_of_the_newest_100_successes(api: Api, database_url: str) -> None:
    old, new = history([900] * 10), history([10] * 95 + [60] * 5, first=200)
    for event in new:  # the newer ones begin at 05:00
        event["eventTime"] = event["eventTime"].replace("T00:", "T05:")
    await stored(database_url, parsed(*old, *new, run_event("START", "06:00:00", uuid(1))))
    assert await usual_millis(api) == 12_500  # between the 95th and the 96th of 100 sorted durations


@pytest.mark.parametrize(
    "events",
    [
        history([600] * 4),
        history([600] * 9, end="FAIL"),
        history([600] * 9, job="other"),
        [run_event("COMPLETE", at(n), uuid(n + 10)) for n in range(9)],
        [],
    ],
    ids=["too few", "failures", "another job's", "unknown durations", "none"],
)
async def test_too_little_history_says_nothing(events: list[dict[str, Any]], api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*events, run_event("START", "06:00:00", uuid(1))))
    assert await usual_millis(api) is None
    assert not await is_hung(api, 10**6)


@pytest.mark.parametrize(("kind", "hangs"), [("STREAMING", False), ("SERVICE", False), ("BATCH", True), (7, True)])
async def test_jobs_that_stream_or_serve_never_hang(kind: Any, hangs: bool, api: Api, database_url: str) -> None:
    start = run_event("START", "06:00:00", uuid(1))
    start["job"]["facets"] = {"jobType": {"processingType": kind, "integration": "FLINK"}}
    await stored(database_url, parsed(*history([600] * 5), start))
    assert await is_hung(api, 10**6) == hangs
    assert (await usual_millis(api) is not None) == hangs


@pytest.mark.parametrize("word", ["COMPLETE", "FAIL", "ABORT"])
async def test_an_ended_run_does_not_hang(word: str, api: Api, database_url: str) -> None:
    ended = [run_event("START", "06:00:00", uuid(1)), run_event(word, "20:00:00", uuid(1))]
    await stored(database_url, parsed(*history([600] * 5), *ended))
    assert not await is_hung(api, 10**6)
    assert await usual_millis(api) is not None


async def test_a_run_left_open_by_an_ended_pipeline_does_not_hang(api: Api, database_url: str) -> None:
    stage = task_event("RUNNING", "06:00:00", uuid(1), "job", parent="root")
    await stored(database_url, [*parsed(*history([600] * 5)), *parsed_tasks(stage)])
    assert await is_hung(api, 10**6)
    await stored(database_url, parsed_tasks(task_event("ABORT", "07:00:00", "root", "parent")))
    assert not await is_hung(api, 10**6)


async def test_a_retry_counts_from_its_own_start(api: Api, database_url: str) -> None:
    def attempt(word: str, time: str, number: int) -> dict[str, Any]:
        return run_event(word, time, uuid(1), airflow={"taskInstance": {"try_number": number}})

    tries = [attempt("START", "06:00:00", 1), attempt("FAIL", "06:30:00", 1), attempt("START", "07:00:00", 2)]
    await stored(database_url, parsed(*history([600] * 5), *tries))
    assert [await is_hung(api, seconds) for seconds in (4700, 4801)] == [False, True]


async def test_without_a_start_it_counts_from_the_first_event(api: Api, database_url: str) -> None:
    """OpenLineage's STARTED runs have a start; runs of other protocols may lack one."""
    await stored(database_url, parsed(*history([600] * 5), run_event("START", "06:00:00", uuid(1))))
    await api.pool.execute("UPDATE run SET started_at = NULL WHERE native_id = $1", uuid(1))
    assert [await is_hung(api, seconds) for seconds in (1200, 1201)] == [False, True]


async def test_pages_are_newest_first_with_ties_by_urn(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = {3: "06:00:00", 1: "06:01:00", 5: "06:02:00", 2: "06:02:00", 4: "06:03:00"}
    await stored(
        database_url, parsed(*history([600] * 5), *(run_event("START", time, uuid(n)) for n, time in starts.items()))
    )
    api.now = MORNING + timedelta(hours=2)
    data = await api("{ hungRuns(start: 1, count: 3) { start count total runs { urn } } }")
    assert data["hungRuns"] == {
        "start": 1, "count": 3, "total": 5, "runs": [{"urn": urn(2)}, {"urn": urn(5)}, {"urn": urn(1)}]
    }  # fmt: skip
    assert (await api("{ hungRuns(start: 7) { runs { urn } } }"))["hungRuns"] == {"runs": []}
    monkeypatch.setattr("headwater.graphql.runs.page.COUNTED_AFTER", 2)
    assert (await api("{ hungRuns(count: 1) { total totalIsExact } }"))["hungRuns"] == {
        "total": 5,
        "totalIsExact": True,
    }
    answer = await api.answer("{ hungRuns(count: 1001) { total } }")
    assert answer.errors[0].message == "count: expected 0 to 1000, got 1001"


@pytest.mark.parametrize("runs", [1, 8])
async def test_statements_do_not_grow_with_the_page(runs: int, api: Api, database_url: str) -> None:
    """The hung runs; the page; the usual durations of its runs."""
    hung = [run_event("START", f"06:0{n}:00", uuid(n), f"job{n % 2}") for n in range(1, runs + 1)]
    await stored(database_url, parsed(*history([5] * 5, "job0", 100), *history([5] * 5, "job1", 200), *hung))
    api.now = MORNING + timedelta(hours=2)
    data = await api("{ hungRuns { total runs { isHung usualDurationMillis } } }")
    assert data["hungRuns"] == {"total": runs, "runs": [{"isHung": True, "usualDurationMillis": 5000}] * runs}
    assert api.statements == 3


async def test_the_servers_clock_is_used_unless_told(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history([600] * 5), run_event("START", "06:00:00", uuid(1))))
    assert (await api("{ hungRuns { total } }"))["hungRuns"] == {"total": 1}
