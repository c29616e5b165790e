"""Suspects upstream, by docs/suspects.md, on the smallest histories."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from headwater.lineage import suspects as suspects_module
from headwater.urn import named_dataset_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from job_history import clock, history, run, written
from proposals import accept_items, item

BAD = 1
SUSPECTS = """query Q($urn: String!, $madeBy: String, $at: DateTime, $certainty: LineageCertainty! = CERTAIN, $pointInTime: PointInTimeInput) {
  provenance(urn: $urn, madeBy: $madeBy, at: $at, certainty: $certainty, pointInTime: $pointInTime) { suspects(count: 1000) { checked isComplete total suspects {
    reason depth sentence message measure { value median expectedLow expectedHigh earlier } run { urn } reader { urn } version { run { urn } } } } } }"""

STALE = "query ($urn: String!) { impact(urn: $urn, kinds: [STALE]) { runs { runs { run { urn } } } } }"


async def suspects(api: Api, number: int = BAD, **variables: Any) -> list[dict[str, Any]]:
    variables.setdefault("urn", urn(number))
    answer = await api(SUSPECTS, **variables)
    found: list[dict[str, Any]] = answer["provenance"]["suspects"]["suspects"]
    return found


def told(found: Sequence[dict[str, Any]]) -> list[tuple[str, int, str]]:
    return [(one["reason"], one["depth"], one["run"]["urn"]) for one in found]


async def test_rows_far_from_the_history(api: Api, database_url: str) -> None:
    """The median is 105, its deviation 2.5 (scaled 3.7), so half of the median counts: 52.5."""
    events = [
        e for n in range(10) for e in run(100 + n, 900 * n, 900 * n + 60, outputs=[written(rows=100 + n + (n > 4))])
    ]
    await stored(database_url, parsed(*events, *run(BAD, 50_000, 50_060, outputs=[written(rows=50)])))
    [found] = await suspects(api)
    assert (found["reason"], found["depth"], found["run"]["urn"]) == ("ROWS", 0, urn(BAD))
    assert found["measure"] == {"value": 50, "median": 105, "expectedLow": 52.5, "expectedHigh": 157.5, "earlier": 10}


@pytest.mark.parametrize(("rows", "is_suspect"), [(149, False), (150, False), (151, True), (50, False), (49, True)])
async def test_half_of_the_median_is_usual(rows: int, is_suspect: bool, api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(*history(8, outputs=[written(rows=100)]), *run(BAD, 50_000, 50_060, outputs=[written(rows=rows)])),
    )
    assert told(await suspects(api)) == [("ROWS", 0, urn(BAD))] * is_suspect


@pytest.mark.parametrize(("rows", "is_suspect"), [(1041, False), (1042, True)])
async def test_five_deviations_are_usual(rows: int, is_suspect: bool, api: Api, database_url: str) -> None:
    """The median of 100, 150, ... 500 is 300, and the median deviation 100: values up to 741 from it are usual."""
    values = [100 + 50 * n for n in range(9)]
    events = [e for n, v in enumerate(values) for e in run(100 + n, 900 * n, 900 * n + 60, outputs=[written(rows=v)])]
    await stored(database_url, parsed(*events, *run(BAD, 50_000, 50_060, outputs=[written(rows=rows)])))
    assert told(await suspects(api)) == [("ROWS", 0, urn(BAD))] * is_suspect


async def test_bytes_count_where_rows_are_usual(api: Api, database_url: str) -> None:
    earlier = history(9, outputs=[written(rows=100, size=5_000)])
    await stored(database_url, parsed(*earlier, *run(BAD, 50_000, 50_060, outputs=[written(rows=100, size=90_000)])))
    assert told(await suspects(api)) == [("SIZE", 0, urn(BAD))]
    await stored(database_url, parsed(*run(2, 60_000, 60_060, outputs=[written(rows=1, size=50)])))
    assert told(await suspects(api, 2)) == [("ROWS", 0, urn(2))]


async def test_a_duration_far_from_the_history(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(8), *run(BAD, 50_000, 50_100)))
    [found] = await suspects(api)
    assert told([found]) == [("DURATION", 0, urn(BAD))]
    assert found["measure"] == {
        "value": 100_000, "median": 60_000, "expectedLow": 30_000, "expectedHigh": 90_000, "earlier": 8
    }  # fmt: skip
    assert found["sentence"] == "It took 100,000 ms; 30,000 to 90,000 are usual (median 60,000 of 8)."


@pytest.mark.parametrize(
    "earlier",
    [
        history(7, outputs=[written(rows=100)]),
        [event for event in history(9, outputs=[written(rows=100)]) if event["eventType"] == "START"],
        [
            {**event, "job": {"namespace": NAMESPACE, "name": "other"}}
            for event in history(9, outputs=[written(rows=100)])
        ],
        history(9, seconds=50_001, outputs=[written(rows=100)]),
        history(9, outputs=[written(rows=100, name="another")]),
        history(9, outputs=[written(rows="many"), {"namespace": NAMESPACE, "name": "x", "outputFacets": 5}]),
        history(9, outputs=[written(rows=10**400)]),
    ],
    ids=[
        "too few",
        "no successes",
        "another job's",
        "not over yet",
        "another output",
        "no numbers",
        "no numbers of rows",
    ],
)
async def test_without_a_history_nothing_is_said(earlier: list[dict[str, Any]], api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*earlier, *run(BAD, 50_000, 50_060, outputs=[written(rows=1)])))
    assert await suspects(api) == []


async def test_only_the_newest_fifty_count(api: Api, database_url: str) -> None:
    old = [e for n in range(60) for e in run(200 + n, 10 * n, 10 * n + 5, outputs=[written(rows=1)])]
    new = [e for n in range(50) for e in run(300 + n, 1000 + 10 * n, 1005 + 10 * n, outputs=[written(rows=100)])]
    await stored(database_url, parsed(*old, *new, *run(BAD, 50_000, 50_005, outputs=[written(rows=1)])))
    [found] = await suspects(api)
    assert (found["measure"]["median"], found["measure"]["earlier"]) == (100, 50)


async def test_a_run_that_failed_and_one_that_was_retried(api: Api, database_url: str) -> None:
    def attempt(number: int) -> dict[str, Any]:
        return {"airflow": {"taskInstance": {"try_number": number}}}

    first = run(2, 0, 10, "source", "FAIL", ["a"], **attempt(1))
    second = run(2, 20, 30, "source", "COMPLETE", ["a"], **attempt(2))
    error: dict[str, Any] = {"errorMessage": {"message": "disk full", "programmingLanguage": "PYTHON"}}
    failed = [
        run_event("START", clock(40), uuid(BAD), "reader", inputs=["a"]),
        run_event("FAIL", clock(50), uuid(BAD), "reader", inputs=["a"], **error),
    ]
    await stored(database_url, parsed(*first, *second, *failed))
    found = await suspects(api)
    assert told(found) == [("FAILED", 0, urn(BAD)), ("RETRIED", 1, urn(2))]
    assert [one["sentence"] for one in found] == ["It failed at 2026-01-01 00:00:50.", "It succeeded at attempt 2."]
    assert [one["message"] for one in found] == ["disk full", None]


def reader(begin: float = 500) -> list[dict[str, Any]]:
    return [
        run_event("START", clock(begin), uuid(BAD), "reader", inputs=["out"], outputs=["report"]),
        run_event("COMPLETE", clock(begin + 5), uuid(BAD), "reader", inputs=["out"], outputs=["report"]),
    ]


async def test_an_input_that_a_failed_run_should_have_replaced(api: Api, database_url: str) -> None:
    await stored(
        database_url, parsed(*run(2, 0, 10), *run(3, 100, 110, word="FAIL"), *run(4, 200, 210, word="ABORT"), *reader())
    )
    [found] = await suspects(api)
    assert told([found]) == [("STALE_INPUT", 0, urn(4))]
    assert (found["reader"]["urn"], found["version"]["run"]["urn"]) == (urn(BAD), urn(2))
    assert found["sentence"] == (
        "It failed at 2026-01-01 00:03:30 (2 in a row), and what it should have replaced was read at 2026-01-01 00:08:20."
    )


@pytest.mark.parametrize(
    "later",
    [
        run(3, 100, 110, word="FAIL") + run(4, 200, 210),
        run(3, 100, 110, outputs=[]) + run(4, 200, 210, word="FAIL"),
        run(3, 600, 610, word="FAIL"),
        run(3, 400, 510, word="FAIL"),
        run(3, 100, 110, job="other", word="FAIL"),
        [run_event("START", clock(100), uuid(3), "job", outputs=["out"])],
    ],
    ids=["tried again", "after a success", "after the read", "not over yet", "another job", "still running"],
)
async def test_an_input_that_is_not_stale(later: list[dict[str, Any]], api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*run(2, 0, 10), *later, *reader()))
    assert await suspects(api) == []


async def removed(database_url: str, number: int) -> None:
    await asyncio.to_thread(accept_items, database_url, item(urn(number), "status", {"removed": True}))


async def stale(api: Api, number: int) -> list[str]:
    """Return the runs that a failed run left with old data."""
    answer = await api(STALE, urn=urn(number))
    return [one["run"]["urn"] for one in answer["impact"]["runs"]["runs"]]


async def test_a_failure_within_a_removed_run_is_not_of_the_run_around_it(api: Api, database_url: str) -> None:
    task, load = parent(uuid(4), "flow"), parent(uuid(5), "task")
    within = [
        *run(4, 100, 190, job="flow", outputs=[], word="FAIL"),
        *run(5, 110, 180, job="task", outputs=[], word="FAIL", parent=task),
        *run(3, 120, 130, outputs=[], word="FAIL", parent=load),
    ]
    await stored(database_url, parsed(*run(2, 0, 10), *within, *reader()))
    assert await stale(api, 4) == await stale(api, 3) == [urn(BAD)]
    await removed(database_url, 5)
    assert await stale(api, 4) == []
    assert await stale(api, 3) == [urn(BAD)]


async def test_a_removed_child_takes_no_blame(api: Api, database_url: str) -> None:
    """Without it, the failed run is one without children, as its last success."""
    child = run(4, 102, 108, job="part", outputs=[], word="FAIL", parent=parent(uuid(3), "job"))
    await stored(database_url, parsed(*run(2, 0, 10), *run(3, 100, 110, outputs=[], word="FAIL"), *child, *reader()))
    assert await stale(api, 3) == []
    await removed(database_url, 4)
    assert await stale(api, 3) == [urn(BAD)]


async def test_a_removed_run_around_the_writer_makes_nothing_stale(api: Api, database_url: str) -> None:
    nights = [
        *run(6, 0, 9, job="flow", outputs=[]),
        *run(7, 1, 4, parent=parent(uuid(6), "flow")),
        *run(3, 20, 50, job="flow", outputs=[]),
        *run(2, 25, 30, parent=parent(uuid(3), "flow")),
        *run(4, 100, 110, job="flow", outputs=[], word="FAIL"),
    ]
    await stored(database_url, parsed(*nights, *reader()))
    assert told(await suspects(api)) == [("STALE_INPUT", 0, urn(4))]
    await removed(database_url, 3)
    assert await suspects(api) == []


async def test_suspects_leave_out_later_facts(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*run(2, 0, 10), *run(3, 100, 110, word="FAIL"), *reader(600)))
    out = named_dataset_urn(NAMESPACE, "out")
    late, early = "2026-01-01T00:10:00Z", "2026-01-01T00:01:45Z"
    assert told(await suspects(api, urn=out, at=late)) == [("STALE_INPUT", 0, urn(3))]
    assert await suspects(api, urn=out, at=early, pointInTime={"asOf": early}) == []
    assert await suspects(api, urn=out, madeBy=urn(2)) == []  # naming a version does not read it


async def test_a_child_is_stale_where_the_task_that_starts_it_was_skipped(api: Api, database_url: str) -> None:
    def day(number: int, begin: float, *, is_skipped: bool) -> list[dict[str, Any]]:
        dag, task, spark = number, number + 1, number + 2
        state: dict[str, Any] = {"airflowState": {"tasksState": {"task": "skipped" if is_skipped else "success"}}}
        events = [run_event("START", clock(begin), uuid(dag), "dag")]
        if not is_skipped:
            events += run(task, begin + 1, begin + 9, "dag.task", outputs=[], parent=parent(uuid(dag), "dag"))
            events += run(spark, begin + 2, begin + 8, "spark", parent=parent(uuid(task), "dag.task"))
        return [*events, run_event("COMPLETE", clock(begin + 20), uuid(dag), "dag", **state)]

    await stored(database_url, parsed(*day(10, 0, is_skipped=False), *day(20, 100, is_skipped=True), *reader()))
    [found] = await suspects(api)
    assert found["reason"] == "STALE_INPUT"
    assert found["sentence"].startswith("It was skipped at 2026-01-01 00:01:40, ")


async def test_the_worst_first_then_the_nearest(api: Api, database_url: str) -> None:
    """Two jobs one after the other, both with too few rows; the second is also too slow."""

    def pair(number: int, begin: float, rows: int, seconds: float) -> list[dict[str, Any]]:
        near: dict[str, Any] = {"inputs": ["out"], "outputs": [written(rows=rows, name="near")]}
        return [
            *run(number, begin, begin + 10, outputs=[written(rows=rows)]),
            run_event("START", clock(begin + 20), uuid(number + 1), "near", **near),
            run_event("COMPLETE", clock(begin + 20 + seconds), uuid(number + 1), "near", **near),
        ]

    usual = [event for n in range(8) for event in pair(100 + 2 * n, 1000 * n, 100, 60)]
    await stored(database_url, parsed(*usual, *pair(2, 20_000, 3, 600)))
    found = await suspects(api, 3)
    assert told(found) == [("ROWS", 0, urn(3)), ("ROWS", 1, urn(2)), ("DURATION", 0, urn(3))]


async def test_only_the_nearest_runs_are_looked_at(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain = [
        event
        for n in range(1, 6)
        for word, at in (("START", 10 * n), ("FAIL" if n == 1 else "COMPLETE", 10 * n + 5))
        for event in [run_event(word, clock(at), uuid(n), f"job{n}", inputs=[f"t{n - 1}"], outputs=[f"t{n}"])]
    ]
    await stored(database_url, parsed(*chain))
    query = '{ provenance(urn: "%s", certainty: POSSIBLE) { suspects { checked isComplete total } } }' % urn(5)
    assert (await api(query))["provenance"]["suspects"] == {"checked": 5, "isComplete": True, "total": 1}
    monkeypatch.setattr(suspects_module, "MAX_CHECKED", 3)
    assert (await api(query))["provenance"]["suspects"] == {"checked": 3, "isComplete": False, "total": 0}


@pytest.mark.parametrize("length", [2, 30])
async def test_statements_do_not_grow_with_the_answer(length: int, api: Api, database_url: str) -> None:
    """The URN, the run, the walk; the states, the unusual and the stale.

    Then the runs, readers, versions and messages of the suspects, a statement each.
    """
    chain = []
    for n in range(1, length + 1):
        job = {"inputs": [f"t{n - 1}"], "outputs": [f"t{n}"]}
        chain += [
            run_event("START", clock(100 * n), uuid(n), f"job{n}", **job),
            run_event("COMPLETE", clock(100 * n + 1), uuid(n), f"job{n}", **job),
            run_event("START", clock(100 * n + 2), uuid(500 + n), f"job{n}", **job),
            run_event("FAIL", clock(100 * n + 3), uuid(500 + n), f"job{n}", **job),
        ]
    await stored(database_url, parsed(*chain))
    found = await suspects(api, length)
    assert [one["reason"] for one in found] == ["STALE_INPUT"] * (length - 1)
    assert api.statements == 9


async def test_downstream_there_are_no_suspects(api: Api, database_url: str) -> None:
    read = run_event("START", "00:00:00", uuid(98), "reader", inputs=["feed"])
    await stored(database_url, parsed(*run(BAD, 0, 10), read))
    answer = await api('{ impact(urn: "%s") { suspects { total } roots { runs { total } } } }' % urn(BAD))
    assert answer["impact"] == {"suspects": None, "roots": None}
    unwritten = await api(
        '{ provenance(urn: "%s") { total suspects { total checked } roots { runs { total } } } }'
        % named_dataset_urn(NAMESPACE, "feed")
    )
    assert unwritten["provenance"] == {
        "total": 0,
        "suspects": {"total": 0, "checked": 0},
        "roots": {"runs": {"total": 0}},
    }
