"""Figures of runs: equal to Python's figures of the sent runs, for every kind of owner and every bucket of time."""

import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from headwater.graphql.runs.stats import RunStatsUnit, bucket_starts
from headwater.model.run_stats import HISTORY, MIN_HISTORY, MIN_REGULAR
from headwater.store.connections import connect_to_merge
from headwater.store.retention import Policy, Scope, remove_runs, set_retention_policy
from headwater.urn import named_flow_urn, named_job_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from run_histories import MIDNIGHT, MadeRun, clock, moment, random_history

Rule = Callable[[MadeRun], bool]

DURATIONS = "durations { count minMillis meanMillis p50Millis p90Millis p95Millis p99Millis maxMillis }"
COUNTS = "total started complete success failure skipped upForRetry successRate retried retries"
FIGURES = f"{COUNTS} {DURATIONS} written {{ runs rowCount size }}"
STATS = f"runStats(window: $window, bucket: $bucket) {{ since until {FIGURES} hung buckets {{ since {FIGURES} }} }}"

OWNERS: dict[str, tuple[str, Rule]] = {
    "all": (STATS, lambda run: True),
    "job": (
        f'openlineageJob(namespace: "test", name: "load.prices") {{ {STATS} }}',
        lambda run: run.job == "load.prices",
    ),
    "flow": (
        f'dataFlow(urn: "{named_flow_urn(NAMESPACE, "load")}") {{ {STATS} }}',
        lambda run: run.job == "load",
    ),
    "run": (f'dataProcessInstance(urn: "{urn(1)}") {{ {STATS} }}', lambda run: run.parent == 1),
}


def figures(runs: Sequence[MadeRun]) -> dict[str, Any]:
    """Return the figures of runs."""
    results = [run.result for run in runs]
    success, failure = results.count("SUCCESS"), results.count("FAILURE")
    durations = [run.duration for run in runs if run.result == "SUCCESS" and run.duration is not None]
    return {
        "total": len(runs),
        "started": results.count(None),
        "complete": success + failure,
        "success": success,
        "failure": failure,
        "skipped": 0,
        "upForRetry": 0,
        "successRate": success / (success + failure) if success + failure else None,
        "retried": sum(run.attempt > 1 for run in runs),
        "retries": sum(run.attempt - 1 for run in runs),
        "durations": durations_of(durations) if durations else None,
        "written": amounts(runs),
    }


def amounts(runs: Sequence[MadeRun]) -> dict[str, int] | None:
    """Return the amounts that runs reported; None without a report."""
    reports = [run.rows * len(run.outputs) for run in runs if run.rows is not None and run.outputs]
    return {"runs": len(reports), "rowCount": sum(reports), "size": 10 * sum(reports)} if reports else None


def durations_of(seconds: list[int]) -> dict[str, Any]:
    """Return the figures of durations in milliseconds, not rounded."""
    percentiles = {f"p{p}Millis": float(np.percentile(seconds, p)) * 1000 for p in (50, 90, 95, 99)}
    ends = {"minMillis": min(seconds) * 1000, "maxMillis": max(seconds) * 1000}
    return {"count": len(seconds), "meanMillis": statistics.fmean(seconds) * 1000, **ends, **percentiles}


def check(found: dict[str, Any], runs: Sequence[MadeRun]) -> None:
    expected = figures(runs)
    durations, expected_durations = found["durations"], expected["durations"]
    assert {name: found[name] for name in expected if name != "durations"} == {
        name: value for name, value in expected.items() if name != "durations"
    }
    assert (durations is None) == (expected_durations is None)
    if durations is not None:
        # Whole milliseconds, rounded down; Postgres keeps microseconds.
        assert durations == pytest.approx({n: v - 0.5 for n, v in expected_durations.items() if n != "count"} | {"count": expected_durations["count"]}, abs=0.51)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("unit", [None, "HOUR", "DAY", "WEEK", "MONTH"])
async def test_figures_are_what_was_sent(seed: int, unit: str | None, api: Api, database_url: str) -> None:
    runs = random_history(seed, 80)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    api.now = MIDNIGHT + timedelta(days=3)
    windows = {None: (MIDNIGHT - timedelta(days=27), api.now), (3_000, 21_000): None}
    for span in windows:
        window = None if span is None else {"since": moment(span[0]), "until": moment(span[1])}
        since, until = windows[span] or (datetime.fromisoformat(moment(s)) for s in span or ())
        within = [run for run in runs if span is None or span[0] <= run.created < span[1]]
        for field, is_of_owner in OWNERS.values():
            query = f"query Q($window: TimeWindow, $bucket: RunStatsUnit) {{ {field} }}"
            found: Any = await api(query, window=window, bucket=unit)
            while "total" not in found:
                [found] = found.values()
            owned = [run for run in within if is_of_owner(run)]
            assert [datetime.fromisoformat(found[end]) for end in ("since", "until")] == [since, until]
            check(found, owned)
            starts = [] if unit is None else bucket_starts(since, until, RunStatsUnit[unit])
            assert [datetime.fromisoformat(bucket["since"]) for bucket in found["buckets"]] == starts
            for bucket, start, end in zip(found["buckets"], starts, [*starts[1:], until][: len(starts)], strict=True):
                check(bucket, [r for r in owned if start <= MIDNIGHT + timedelta(seconds=r.created) < end])


def test_buckets_begin_where_clocks_and_calendars_say() -> None:
    since, until = datetime.fromisoformat("2024-02-28T22:30:00Z"), datetime.fromisoformat("2024-03-01T01:00:00Z")

    def starts(unit: RunStatsUnit) -> list[str]:
        return [start.isoformat().removesuffix("+00:00") for start in bucket_starts(since, until, unit)]

    assert starts(RunStatsUnit.HOUR)[::26] == ["2024-02-28T22:00:00", "2024-03-01T00:00:00"]
    assert starts(RunStatsUnit.DAY) == ["2024-02-28T00:00:00", "2024-02-29T00:00:00", "2024-03-01T00:00:00"]
    assert starts(RunStatsUnit.WEEK) == ["2024-02-26T00:00:00"]
    assert starts(RunStatsUnit.MONTH) == ["2024-02-01T00:00:00", "2024-03-01T00:00:00"]


WEEK = 7 * 86_400


def expected_schedule(begun: list[int], since: int, until: int, now: int) -> tuple[float, list[float]] | None:
    """Return the usual interval of runs and the missing ones, in seconds from midnight."""
    begun = sorted(begun)
    before = [at for at in begun if at < until][-HISTORY - 1 :]
    gaps = [later - earlier for earlier, later in pairwise(before)]
    if len(gaps) < MIN_HISTORY:
        return None
    usual = statistics.median(gaps)
    if sum(0.5 * usual <= gap < 1.5 * usual for gap in gaps) < MIN_REGULAR * len(gaps):
        return None
    missing = []
    for earlier, later in zip(begun, [*begun[1:], now], strict=True):
        due = earlier + usual
        while later - due >= usual / 2:
            before_that = due
            while before_that > earlier:
                before_that -= WEEK
            if usual > 36 * 3600 or any(before_that - usual / 2 <= at < before_that + usual / 2 for at in begun):
                missing.append(due)
            due += usual
    return usual, [at for at in reversed(missing) if since <= at < until]


def begun_at(number: int, second: int, **facets: Any) -> dict[str, Any]:
    """Return a run of `load` that began so many seconds after midnight of the first day."""
    return run_event("START", "00:00:00", uuid(number), "load", **facets) | {"eventTime": moment(second)}


PATTERNS: dict[str, Callable[[int], bool]] = {
    "always": lambda second: True,
    "by day": lambda second: 6 <= second // 3600 % 24 < 20,
    "on weekdays": lambda second: (second // 86_400 + 3) % 7 < 5,  # 1 January 2026 was a Thursday
}


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("hours", [2, 24, 48])
@pytest.mark.parametrize("seed", range(2))
async def test_missing_runs_are_those_that_the_interval_leaves_room_for(
    pattern: str, hours: int, seed: int, api: Api, database_url: str
) -> None:
    chance = random.Random(f"{pattern} {hours} {seed}")
    interval, runs = hours * 3600, min(400, 40 * 24 // hours)
    jitter = chance.choice((0, interval // 10))
    moments = [8 * 3600 + number * interval + chance.randrange(0, jitter + 1, 2) for number in range(runs)]
    scheduled = [second for second in moments if PATTERNS[pattern](second) and chance.random() > 0.05]
    by_hand = [
        (second, {"airflow": {"dagRun": {"run_type": "manual"}}}) for second in chance.sample(range(20 * 86_400), 10)
    ]
    begun: list[tuple[int, dict[str, Any]]] = [*((second, {}) for second in scheduled), *by_hand]
    await stored(database_url, parsed(*(begun_at(n, second, **facets) for n, (second, facets) in enumerate(begun, 1))))
    now = scheduled[-1] + chance.randrange(30 * interval)
    since, until = chance.choice(((0, now), (12 * 86_400, 25 * 86_400)))
    api.now = MIDNIGHT + timedelta(seconds=now)
    query = """query Q($window: TimeWindow, $flow: String!, $job: String!) {
      dataFlow(urn: $flow) { runStats(window: $window) { schedule { usualIntervalMillis missing missingAt } } }
      dataJob(urn: $job) { runStats(window: $window, bucket: DAY) {
        schedule { usualIntervalMillis missing missingAt } buckets { since missing } } } }"""
    window = {"since": moment(since), "until": moment(until)}
    urns = {"flow": named_flow_urn(NAMESPACE, "load"), "job": named_job_urn(NAMESPACE, "load")}
    answer = await api(query, window=window, **urns)
    expected = expected_schedule(scheduled, since, until, now)
    shown = None if expected is None else {
        "usualIntervalMillis": int(expected[0] * 1000),
        "missing": len(expected[1]),
        "missingAt": [(MIDNIGHT + timedelta(seconds=at)).isoformat() for at in expected[1]],
    }  # fmt: skip
    assert answer["dataFlow"]["runStats"]["schedule"] == shown
    assert answer["dataJob"]["runStats"]["schedule"] == shown
    by_day = Counter(int(at // 86_400) for at in expected[1]) if expected else {}
    days = [datetime.fromisoformat(bucket["since"]) for bucket in answer["dataJob"]["runStats"]["buckets"]]
    assert (days[0], days[-1]) == (
        MIDNIGHT + timedelta(days=since // 86_400),
        MIDNIGHT + timedelta(days=(until - 1) // 86_400),
    )
    assert [bucket["missing"] for bucket in answer["dataJob"]["runStats"]["buckets"]] == [
        None if expected is None else by_day[(day - MIDNIGHT).days] for day in days
    ]


ONE_SCHEDULE = """query Q($window: TimeWindow) { openlineageJob(namespace: "test", name: "load") {
  runStats(window: $window) { schedule { usualIntervalMillis missing missingAt } } } }"""


async def schedule_of(api: Api, **window: str) -> Any:
    data = await api(ONE_SCHEDULE, window=window)
    return data["openlineageJob"]["runStats"]["schedule"]


async def test_nights_and_weekends_are_no_gaps_and_a_lost_hour_is(api: Api, database_url: str) -> None:
    """Three weeks of a job that runs by the hour from 6 to 19, but not on weekends; one run was lost."""
    hours = [hour for hour in range(21 * 24) if 6 <= hour % 24 < 20 and (hour // 24 + 3) % 7 < 5]
    lost = 18 * 24 + 12
    assert lost in hours
    await stored(database_url, parsed(*(begun_at(hour + 1, 3600 * hour) for hour in hours if hour != lost)))
    api.now = MIDNIGHT + timedelta(days=20, hours=22)
    assert await schedule_of(api) == {
        "usualIntervalMillis": 3_600_000, "missing": 1, "missingAt": ["2026-01-19T12:00:00+00:00"]
    }  # fmt: skip


BY_DAY = """query Q($window: TimeWindow) { openlineageJob(namespace: "test", name: "load") {
  runStats(window: $window, bucket: DAY) { schedule { missing } buckets { missing } } } }"""


async def test_a_job_that_stopped_misses_every_run_but_a_thousand_are_named(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stored(database_url, parsed(*(begun_at(n + 1, 600 * n) for n in range(8 * 144))))
    api.now = MIDNIGHT + timedelta(days=36)
    schedule = await schedule_of(api)
    every = 28 * 144
    assert (schedule["usualIntervalMillis"], schedule["missing"], len(schedule["missingAt"])) == (600_000, every, 1000)
    window = {"since": moment(8 * 86_400), "until": moment(36 * 86_400)}
    by_day = (await api(BY_DAY, window=window))["openlineageJob"]["runStats"]
    assert [bucket["missing"] for bucket in by_day["buckets"]] == [144] * 28
    for name in ("headwater.model.run_stats.MAX_MISSING", "headwater.store.run_stats.MAX_MISSING"):
        monkeypatch.setattr(name, 300)
    by_day = (await api(BY_DAY, window=window))["openlineageJob"]["runStats"]
    assert by_day["schedule"]["missing"] == 300
    assert [bucket["missing"] for bucket in by_day["buckets"]] == [None] * 26 + [144, 144], "more than are looked for"
    monkeypatch.undo()
    assert schedule["missingAt"][0] == "2026-02-05T23:50:00+00:00"
    assert (await schedule_of(api, **{"since": moment(20 * 86_400), "until": moment(21 * 86_400)}))["missing"] == 144


async def test_a_job_that_is_begun_again_and_again_follows_no_schedule(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*(begun_at(n + 1, 10 * n) for n in range(50))))
    api.now = MIDNIGHT + timedelta(days=2)
    assert await schedule_of(api) is None


async def test_hung_runs_are_counted_for_whom_they_are_of(api: Api, database_url: str) -> None:
    link = {"run": {"runId": uuid(9)}, "job": {"namespace": NAMESPACE, "name": "load"}}
    history = [
        run_event(word, clock(60 * n + after), uuid(n), "load.orders")
        for n in range(1, 7)
        for word, after in (("START", 0), ("COMPLETE", 10))
    ]
    hung = [
        run_event("START", clock(0), uuid(8), "load.orders")
        | {"eventTime": "2025-12-31T06:00:00Z"},  # before the window
        run_event("START", clock(900), uuid(7), "load.orders", parent=link),
        run_event("START", clock(900), uuid(9), "load"),
    ]
    await stored(database_url, parsed(*history, *hung))
    api.now = MIDNIGHT + timedelta(hours=1)
    data = await api(
        """query Q($run: String!) { runStats { hung schedule { missing } }
          orders: openlineageJob(namespace: "test", name: "load.orders") {
            runStats(window: {since: "2025-12-31T12:00:00Z"}, bucket: DAY) { hung buckets { since hung } } }
          load: openlineageJob(namespace: "test", name: "load") { runStats { hung } }
          dataProcessInstance(urn: $run) { runStats { hung schedule { missing } } } }""",
        run=urn(9),
    )
    assert data["runStats"] == {"hung": 2, "schedule": None}
    days = [{"since": "2025-12-31T00:00:00+00:00", "hung": 0}, {"since": "2026-01-01T00:00:00+00:00", "hung": 1}]
    assert data["orders"]["runStats"] == {"hung": 2, "buckets": days}
    assert data["load"]["runStats"]["hung"] == 0
    assert data["dataProcessInstance"]["runStats"] == {"hung": 1, "schedule": None}


@pytest.mark.parametrize("jobs", [1, 4])
async def test_a_level_is_one_statement_and_two_more(jobs: int, api: Api, database_url: str) -> None:
    runs = random_history(2, 20)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    urns = [named_job_urn(NAMESPACE, job) for job in ("load.orders", "load.prices", "mart.revenue", "load")[:jobs]]
    query = """query Q($urns: [String!]!) { entities(urns: $urns) { ... on DataJob {
      runStats(window: {since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z"}, bucket: HOUR) { total buckets { total } %s } } } }"""
    await api(query % "", urns=urns)
    assert api.statements == 2  # the jobs; their figures
    await api(query % "hung schedule { missing } buckets { hung missing }", urns=urns)
    assert api.statements == 4


async def test_an_unknown_job_has_no_figures(api: Api) -> None:
    urn_of_none = named_job_urn(NAMESPACE, "none")
    data = await api(f'{{ dataJob(urn: "{urn_of_none}") {{ runStats {{ {FIGURES} hung schedule {{ missing }} }} }} }}')
    assert data["dataJob"]["runStats"] == figures([]) | {"hung": 0, "schedule": None}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ('window: {since: "2026-01-02T00:00:00Z", until: "2026-01-02T00:00:00Z"}', "window.until: expected a time after window.since"),
        ('window: {since: "2999-01-01T00:00:00Z"}', "window.until: expected a time after window.since"),
        ('window: {since: "2020-01-01T00:00:00Z"}, bucket: HOUR', "bucket: expected at most 1000 in the window, got more of HOUR"),
        ('window: {since: "0001-01-01T00:00:00Z", until: "9999-12-31T23:59:59Z"}, bucket: MONTH', "bucket: expected at most 1000"),
        ("bucket: YEAR", "YEAR"),
    ],
)  # fmt: skip
async def test_bad_arguments_name_what_was_expected(arguments: str, said: str, api: Api) -> None:
    answer = await api.answer("{ runStats(%s) { total } }" % arguments)
    assert answer.errors, "it was answered"
    assert said in answer.errors[0].message
    assert answer.errors[0].extensions == {"code": 400, "type": "BAD_REQUEST"}
    assert api.statements == 0


async def test_a_try_with_a_run_of_its_own_counts_once(api: Api, database_url: str) -> None:
    """Airflow counts on in each try; attempts of one run count by their number. Removed runs count alike."""
    of_one = [run_event(word, clock(at), uuid(9), "once") for at, word in ((0, "START"), (1, "COMPLETE"))]
    tries = [
        run_event(word, clock(10 * number + at), uuid(number), "load.prices", airflow={"taskInstance": {"try_number": number}})
        for number, ending in ((1, "FAIL"), (2, "FAIL"), (3, "COMPLETE"))
        for at, word in ((0, "START"), (5, ending))
    ]  # fmt: skip
    await stored(database_url, parsed(*of_one, *tries))
    api.now = MIDNIGHT + timedelta(days=3)
    query = f"{{ runStats(bucket: DAY) {{ {COUNTS} removed }} }}"
    before = (await api(query))["runStats"]
    assert (before["total"], before["retried"], before["retries"]) == (4, 2, 2)
    connection = await connect_to_merge(database_url)
    await set_retention_policy(connection, Policy(Scope.EVERYTHING, "", 1, None, None, None))
    await remove_runs(connection, api.now, 1e9, lambda _: None)
    await connection.close()
    after = (await api(query))["runStats"]
    assert (before.pop("removed"), after.pop("removed")) == (0, 2)
    assert after == before


async def test_removed_runs_still_count(api: Api, database_url: str) -> None:
    """Figures of days are the same after a removal; percentiles within 1 percent."""
    runs = random_history(1, 80)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    api.now = MIDNIGHT + timedelta(days=3)
    query = f"{{ {OWNERS['all'][0]} {OWNERS['job'][0]} {OWNERS['flow'][0]} }}"
    query = query.replace("(window: $window, bucket: $bucket)", "(bucket: DAY)").replace(" hung", " removed")
    before = await api(query)
    connection = await connect_to_merge(database_url)
    await set_retention_policy(connection, Policy(Scope.EVERYTHING, "", 1, None, None, None))
    done = await remove_runs(connection, api.now, 1e9, lambda _: None)
    await connection.close()
    after = await api(query)
    assert 0 < done.runs < len(runs)
    for name, found in after.items():
        stats, expected = (one if name == "runStats" else one["runStats"] for one in (found, before[name]))
        assert name != "runStats" or stats["removed"] == done.runs
        for part, wanted in ((stats, expected), *zip(stats["buckets"], expected["buckets"], strict=True)):
            durations, wanted_durations = part.pop("durations"), wanted.pop("durations")
            for figures_of in (part, wanted):
                figures_of.pop("removed", None), figures_of.pop("buckets", None)
            assert part == wanted
            assert (durations is None) == (wanted_durations is None)
            if durations is not None:
                exact = {key: durations.pop(key) for key in ("count", "minMillis", "meanMillis", "maxMillis")}
                assert exact == {key: wanted_durations.pop(key) for key in exact}
                assert durations == pytest.approx(wanted_durations, rel=0.01, abs=1)


@pytest.mark.parametrize("keep_runs", [1, 2, 3, 4])
async def test_percentiles_of_few_runs_stay_within_1_percent(keep_runs: int, api: Api, database_url: str) -> None:
    """One run took far longer than the others: the percentiles lie between two far apart."""
    seconds = (100, 110, 120, 130, 1000)
    runs = [
        MadeRun(
            number, "load", 1800 * number, 1800 * number, 1800 * number + took, "SUCCESS", 1, None, None, (), (), None
        )
        for number, took in enumerate(seconds)
    ]
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    api.now = MIDNIGHT + timedelta(days=3)
    query = f"{{ runStats(bucket: DAY) {{ {DURATIONS} }} }}"
    before = (await api(query))["runStats"]["durations"]
    assert before["p90Millis"] == 652_000
    connection = await connect_to_merge(database_url)
    await set_retention_policy(connection, Policy(Scope.EVERYTHING, "", keep_runs, None, None, None))
    done = await remove_runs(connection, api.now, 1e9, lambda _: None)
    await connection.close()
    assert done.runs == len(seconds) - keep_runs
    assert (await api(query))["runStats"]["durations"] == pytest.approx(before, rel=0.01)
