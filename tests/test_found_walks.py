"""Wrong answers of earlier walks: the recorded cases if they are at hand, and small ones of the same shape."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from events import NAMESPACE, parent, run_event, uuid
from impact_engine import Engine, engine
from impact_reference.asking import History, Question, Received, Run, RunNode, RunStart
from impact_reference.impact import at_risk, impact

DAY = datetime(2026, 1, 1, tzinfo=UTC)
STREAMING: dict[str, Any] = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}}
STALE = Question(kinds=frozenset({"STALE"}))
POSSIBLE = Question(certainty="POSSIBLE")


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Engine]:
    async with engine(database_url) as filled:
        yield filled


def history_of(events: list[dict[str, Any]]) -> History:
    return History([Received(event, DAY) for event in events])


def found(corpus: Path, name: str) -> History:
    document = json.loads((corpus / "found" / f"{name}.json").read_text())
    return history_of(document["events"])


def start_of(history: History, job: str, place: int = 0) -> RunStart:
    """Return the run of a job that sent the first event, or the run at another place."""
    events = [one.event for one in history.events if one.event["job"]["name"] == job]
    run_ids = list(dict.fromkeys(event["run"]["runId"] for event in events))
    return RunStart((events[0]["job"]["namespace"], job), run_ids[place])


async def affected(store: Engine, history: History, start: RunStart, question: Question) -> list[str]:
    """Return the jobs of the affected runs, the same by the engine and by the reference."""
    await store.fill(history)
    answer = await store.impact(start, question)
    expected = {node for node in impact(history, start, question) if isinstance(node, RunNode)}
    assert {node for node in answer if isinstance(node, RunNode)} == expected
    return sorted(node.run.job_name for node in expected)


async def at_risk_of(store: Engine, history: History, start: RunStart, question: Question = STALE) -> list[str]:
    """The jobs that are next in the end, `again` after a run since the write, as engine and reference say."""
    await store.fill(history)
    at = max(datetime.fromisoformat(one.event["eventTime"]) for one in history.events) + timedelta(hours=1)
    asked = Question()
    expected = at_risk(history, start, asked, at)
    assert await store.at_risk(start, asked, at) == expected
    return sorted(f"{name} again" if has_run_since else name for (_, name), has_run_since in expected)


def of_stream(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "job": {**event["job"], "facets": STREAMING}}


def part(name: str, side: str, day: str) -> dict[str, Any]:
    condition = {"type": "partition", "partitions": [{"dimensions": {"day": day}}]}
    return {"namespace": NAMESPACE, "name": name, f"{side}Facets": {"subset": {f"{side}Condition": condition}}}


async def test_recorded_stale_through_containment(store: Engine, corpus: Path) -> None:
    history = found(corpus, "sem-stale-containment")
    assert await affected(store, history, start_of(history, "dag.task", 1), STALE) == ["report"]
    assert await affected(store, history, start_of(history, "dag.task"), STALE) == []


async def test_a_version_of_a_failed_task_replaces_no_other_output(store: Engine) -> None:
    """The task failed after its application had written one table; it wrote nothing to the other table."""
    events = []
    for night, (number, word) in enumerate([(10, "COMPLETE"), (20, "FAIL")]):
        inside = parent(uuid(number), "task")
        events += [
            run_event("START", f"0{night}:00:00", uuid(number), "task"),
            run_event("COMPLETE", f"0{night}:05:00", uuid(number + 1), "app", outputs=["a"], parent=inside),
            run_event(word, f"0{night}:10:00", uuid(number), "task"),
        ]
    events += [
        run_event("COMPLETE", "00:06:00", uuid(12), "other", outputs=["b"], parent=parent(uuid(10), "task")),
        run_event("COMPLETE", "01:30:00", uuid(31), "reads_a", inputs=["a"]),
        run_event("COMPLETE", "01:30:00", uuid(32), "reads_b", inputs=["b"]),
    ]
    assert await affected(store, history_of(events), RunStart((NAMESPACE, "task"), uuid(20)), STALE) == ["reads_b"]


async def test_recorded_at_risk_after_a_latest_run_that_failed(store: Engine, corpus: Path) -> None:
    history = found(corpus, "sem-at-risk-after-failed-latest-run")
    assert await at_risk_of(store, history, start_of(history, "load")) == ["report"]


async def test_recorded_stream_that_runs_is_not_at_risk(store: Engine, corpus: Path) -> None:
    history = found(corpus, "sem-at-risk-of-running-stream")
    assert await at_risk_of(store, history, start_of(history, "fix")) == []
    assert await affected(store, history, start_of(history, "fix"), Question()) == ["enrich"]


LOAD = run_event("COMPLETE", "02:00:00", uuid(1), "load", outputs=["a"])
LOAD_START = RunStart((NAMESPACE, "load"), uuid(1))
READ = run_event("COMPLETE", "01:00:00", uuid(2), "report", inputs=["a"])


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([READ, run_event("FAIL", "01:30:00", uuid(3), "report")], ["report"]),
        ([READ, run_event("FAIL", "02:30:00", uuid(3), "report")], ["report again"]),
        ([READ, run_event("COMPLETE", "01:30:00", uuid(3), "report", inputs=["b"])], []),
        ([of_stream(run_event("START", "01:00:00", uuid(2), "report", inputs=["a"]))], []),
        (
            [
                of_stream(run_event("START", "01:00:00", uuid(2), "report", inputs=["a"])),
                of_stream(run_event("COMPLETE", "01:30:00", uuid(2), "report", inputs=["a"])),
            ],
            ["report"],
        ),
    ],
    ids=["failed before it named any", "began since", "reads another now", "a stream goes on", "a stream is over"],
)
async def test_the_latest_run_that_named_inputs_says_what_is_next(
    events: list[dict[str, Any]], expected: list[str], store: Engine
) -> None:
    assert await at_risk_of(store, history_of([*events, LOAD]), LOAD_START) == expected


@pytest.mark.parametrize(("day", "expected"), [("mon", ["report"]), ("tue", [])])
async def test_a_reader_of_another_partition_is_not_at_risk(day: str, expected: list[str], store: Engine) -> None:
    load = run_event("COMPLETE", "02:00:00", uuid(1), "load", outputs=[part("a", "output", "mon")])
    read = run_event("COMPLETE", "01:00:00", uuid(2), "report", inputs=[part("a", "input", day)])
    assert await at_risk_of(store, history_of([load, read]), LOAD_START) == expected


async def test_the_source_of_a_rename_is_no_input(store: Engine) -> None:
    """The job renamed the data of that time; it will not read the name's present data."""
    change = {"lifecycleStateChange": "RENAME", "previousIdentifier": {"namespace": NAMESPACE, "name": "a"}}
    renamed = {"namespace": NAMESPACE, "name": "b", "facets": {"lifecycleStateChange": change}}
    events = [
        run_event("COMPLETE", "00:30:00", uuid(3), "first", outputs=["a"]),
        run_event("COMPLETE", "01:00:00", uuid(2), "swap", outputs=[renamed]),
        LOAD,
    ]
    assert await at_risk_of(store, history_of(events), LOAD_START) == []


async def test_recorded_reference_before_its_cause(store: Engine, corpus: Path) -> None:
    history = found(corpus, "sem-reference-before-cause")
    start = start_of(history, "fix")
    assert await affected(store, history, start, Question()) == ["enrich"]
    assert await affected(store, history, start, POSSIBLE) == ["enrich"]


@pytest.mark.parametrize("end", ["09:00:00", "10:00:00"])
@pytest.mark.parametrize(("minutes", "expected"), [(0, ["stream"]), (60, ["early", "mail", "stream"])])
async def test_clocks_that_differ_may_count_for_references(
    end: str, minutes: int, expected: list[str], store: Engine
) -> None:
    """The run that names the stream ended at the time of the bad write, or an hour before; mail passes the data on."""
    stream = [
        of_stream(run_event(word, at, uuid(1), "stream", inputs=["clicks"], outputs=["rich"]))
        for word, at in (("START", "08:00:00"), ("COMPLETE", "12:00:00"))
    ]
    named = {"run": {"runId": uuid(1)}, "job": {"namespace": NAMESPACE, "name": "stream"}}
    dependencies: dict[str, Any] = {"upstream": [named]}
    history = history_of(
        [
            *stream,
            run_event("START", "08:30:00", uuid(2), "early", outputs=["early"], jobDependencies=dependencies),
            run_event("COMPLETE", end, uuid(2), "early", outputs=["early"]),
            run_event("COMPLETE", "10:30:00", uuid(3), "mail", inputs=["early"]),
            run_event("COMPLETE", "10:00:00", uuid(4), "fix", outputs=["clicks"]),
        ]
    )
    question = Question(tolerance=timedelta(minutes=minutes))
    if end == "10:00:00":
        expected = ["early", "mail", "stream"]
    assert await affected(store, history, RunStart((NAMESPACE, "fix"), uuid(4)), question) == expected


@pytest.mark.parametrize("has_start", [True, False])
async def test_earlier_writes_of_a_parent_are_not_affected(has_start: bool, store: Engine) -> None:
    """With containment a bad child affects its parent, but not the earlier writes of another child."""
    inside = parent(uuid(1), "task")
    events = [
        *([run_event("START", "01:00:00", uuid(1), "task")] if has_start else []),
        run_event("COMPLETE", "01:10:00", uuid(2), "first", outputs=["a"], parent=inside),
        run_event("COMPLETE", "01:30:00", uuid(3), "bad", outputs=["b"], parent=inside),
        run_event("COMPLETE", "02:00:00", uuid(1), "task", outputs=["a", "c"]),
        run_event("COMPLETE", "02:30:00", uuid(4), "reads_a", inputs=["a"]),
        run_event("COMPLETE", "02:30:00", uuid(5), "reads_c", inputs=["c"]),
    ]
    start = RunStart((NAMESPACE, "bad"), uuid(3))
    assert await affected(store, history_of(events), start, Question(containment=True)) == ["reads_c", "task"]


def test_runs_are_told_apart() -> None:
    """A case without a named run would test nothing."""
    history = history_of([LOAD, READ])
    assert start_of(history, "load") == LOAD_START
    assert {node.run for node in impact(history, LOAD_START, Question()) if isinstance(node, RunNode)} == set[Run]()
