"""STALE finds the runs that relied on a failed run, STALE_INPUT the failed runs that a run relied on: two inverses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.lineage.deadline import Deadline
from headwater.lineage.impact import answer_from
from headwater.lineage.points import Point
from headwater.lineage.question import Question
from headwater.lineage.starts import Start
from headwater.model.questions import Kind, PointInTime
from headwater.store.walks import StartStep

from events import NAMESPACE, parent, run_event, uuid
from generated_histories import moment
from impact_engine import LIMITS, Engine, Session
from impact_reference.asking import History, Received, RunStart
from impact_reference.asking import Question as ReferenceQuestion
from impact_reference.impact import impact
from job_history import clock

NIGHT = 6000
"""Seconds between two nights."""

TASKS = {"first": (300, "a"), "second": (2100, "b")}
"""The start of each task in a night, in seconds, and the output of its application."""


def task(number: int, begin: int, name: str, outcome: str, dag: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a task and its application, each of which may fail; a second try ten minutes later succeeds."""
    if outcome in ("skipped", "not asked"):
        return []
    application, job, inside = f"{name}.app", f"dag.{name}", parent(uuid(number), f"dag.{name}")
    failed = outcome != "success"
    events = [
        run_event("START", clock(begin), uuid(number), job, parent=dag),
        run_event("FAIL" if failed else "COMPLETE", clock(begin + 540), uuid(number), job, parent=dag),
    ]
    if outcome in ("success", "failed inside", "failed late"):
        word, output = ("FAIL" if outcome == "failed inside" else "COMPLETE"), TASKS[name][1]
        for at, said in ((60, "START"), (480, word)):
            events.append(
                run_event(said, clock(begin + at), uuid(number + 1), application, outputs=[output], parent=inside)
            )
    if outcome == "retried":
        events += task(number + 2, begin + 900, name, "success", dag)
    return events


OUTCOMES = ["success", "failed early", "failed inside", "failed late", "retried", "not asked"]


def night(place: int, outcomes: Sequence[str]) -> list[dict[str, Any]]:
    """Return a run of the DAG with the states of its tasks; the DAG fails if a task fails in the end."""
    number, begin = 100 * (place + 1), NIGHT * place
    dag = parent(uuid(number), "dag")
    failed = any(outcome.startswith("failed") for outcome in outcomes)
    states = dict(zip(TASKS, outcomes, strict=True))
    said: dict[str, Any] = {
        "airflowState": {
            "tasksState": {
                name: "skipped" if outcome == "skipped" else "success"
                for name, outcome in states.items()
                if outcome != "not asked"
            }
        }
    }
    events = [run_event("START", clock(begin), uuid(number), "dag")]
    for shift, (name, outcome) in enumerate(states.items()):
        events += task(number + 10 * (shift + 1), begin + TASKS[name][0], name, outcome, dag)
    return [*events, run_event("FAIL" if failed else "COMPLETE", clock(begin + 4500), uuid(number), "dag", **said)]


def reads(place: int, at: int, seconds: int, asset: str) -> list[dict[str, Any]]:
    """Return a read by its own job, with one input."""
    run_id, job = uuid(9000 + place), f"reader{place}"
    return [
        run_event(word, clock(when), run_id, job, inputs=[asset])
        for word, when in (("START", at), ("COMPLETE", at + seconds))
    ]


@st.composite
def nights(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw a successful night, further nights of any outcome, and readers between them.

    The nights of a history either skip tasks or fail tasks, never both: a successful DAG with a skipped task says
    nothing about the task's output.
    """
    outcomes = draw(st.sampled_from([OUTCOMES, ["success", "skipped"]]))
    each = st.tuples(*(st.sampled_from(outcomes) for _ in TASKS))
    drawn = [("success", "success"), *draw(st.lists(each | st.none(), min_size=1, max_size=4))]
    events = [event for place, one in enumerate(drawn) if one is not None for event in night(place, one)]
    times = st.tuples(st.integers(0, NIGHT * len(drawn) - 1), st.sampled_from([0, 300, 3000]), st.sampled_from("ab"))
    for place, (at, seconds, asset) in enumerate(draw(st.lists(times, min_size=1, max_size=6))):
        events += reads(place, at, seconds, asset)
    return events


async def stale_of(engine: Engine, run_id: int) -> set[int]:
    """Return the runs that relied on a run, by `impact`."""
    start = Start([run_id], [StartStep(run_id)], [])
    asked = Question(Point(""), kinds=frozenset({Kind.STALE}), limits=LIMITS)
    found = (await answer_from(engine.reader, start, asked, Deadline.after(60))).runs
    return {int(one) for one, depth in zip(found.ids, found.depths, strict=True) if depth == 1}


async def suspected_by(engine: Engine, run_id: int) -> set[int]:
    """Return the runs that should have replaced a run's inputs, by `suspects`."""
    reader = engine.reader
    [rows] = await reader.walks.reads_of_runs([run_id], PointInTime())
    seen = [row for row in rows if row["edge_id"] is not None]
    found = await reader.walks.stale_inputs(
        [row["edge_id"] for row in seen], [row["since"] for row in seen], PointInTime()
    )
    return {row["run_id"] for row in found}


async def compared(engine: Engine, events: list[dict[str, Any]]) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return two maps from each reader to the failed runs that it relied on: by their impact, and by its suspects."""
    await engine.fill(History([Received(event, moment(0)) for event in events]))
    failed = await engine.pool.fetch("SELECT id FROM run WHERE result IN ('FAILURE', 'SKIPPED') AND NOT is_superseded")
    readers = await engine.pool.fetch("SELECT DISTINCT run_id AS id FROM asset_read ORDER BY 1")
    relied: dict[int, set[int]] = {row["id"]: set() for row in readers}
    for row in failed:
        for reader in await stale_of(engine, row["id"]):
            relied[reader].add(row["id"])
    return relied, {row["id"]: await suspected_by(engine, row["id"]) for row in readers}


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(events=nights())
def test_stale_readers_and_their_suspects_are_inverses(events: list[dict[str, Any]], session: Session) -> None:
    relied, suspected = session.run(compared(session.engine, events))
    for reader, runs in relied.items():
        assert suspected[reader] <= runs, "a suspect does not say that its reader is stale"
        assert bool(suspected[reader]) == bool(runs), "a reader is stale, and suspects nobody"


@pytest.mark.parametrize(
    ("outcomes", "at", "expected"),
    [
        (("success", "success"), 5000, []),
        (("failed early", "success"), 800, []),
        (("failed early", "success"), 900, ["dag", "dag.first"]),
        (("failed early", "success"), 4600, ["dag", "dag.first"]),
        (("failed inside", "success"), 4600, ["dag", "dag.first", "first.app"]),
        (("failed late", "success"), 4600, []),
        (("success", "failed early"), 4600, []),
        (("retried", "success"), 1000, ["dag.first"]),
        (("retried", "success"), 1900, []),
        (("skipped", "success"), 1, ["dag.first"]),
    ],
)
def test_suspects_of_a_reader_after_a_bad_night(
    outcomes: tuple[str, str], at: int, expected: list[str], session: Session
) -> None:
    """A run reads the first task's output, so many seconds after the start of the second night."""
    events = [*night(0, ("success", "success")), *night(1, outcomes), *reads(0, NIGHT + at, 10, "a")]
    [runs], [suspects] = (list(found.values()) for found in session.run(compared(session.engine, events)))
    names = {
        run_id: session.run(
            session.engine.pool.fetchval(
                "SELECT t.name FROM run r JOIN entity t ON t.id = r.template_id WHERE r.id = $1", run_id
            )
        )
        for run_id in runs
    }
    assert sorted(names.values()) == expected
    assert {names[run_id] for run_id in suspects} == set(expected[-1:])


MOST_LATER_RUNS = 20
"""The runs of the writer's job, after the write, that STALE_INPUT looks at."""

MODELS: dict[str, tuple[list[str], list[str]]] = {
    "first": ([], ["first"]),
    "second": (["first"], ["second"]),
    "third": (["second"], ["third"]),
    "third, otherwise": (["apart"], ["third"]),
    "apart": ([], ["apart"]),
    "new": ([], ["new"]),
    "test": (["first"], []),
    "audit": (["first?"], ["audit"]),
    "sensor": ([], []),
}
"""The inputs and outputs of each model of dbt, of tests, and of a sensor. The job comes before the comma; ? means tested."""


def with_assertion(name: str) -> dict[str, Any]:
    """Return an input with an assertion."""
    assertions = {"assertions": [{"assertion": "not_null", "success": False}]}
    return {"namespace": NAMESPACE, "name": name[:-1], "inputFacets": {"dataQualityAssertions": assertions}}


def dbt(number: int, at: int, parts: dict[str, str]) -> list[dict[str, Any]]:
    """Return a command of dbt with the runs in it, each with its state. All commands are runs of one job."""
    inside = parent(uuid(number), "dbt")
    states = parts.values()
    said = [("START", at), ("FAIL" if "FAIL" in states else "COMPLETE", at + 600)]
    return [
        *(run_event(word, clock(when), uuid(number), "dbt") for word, when in said),
        *(
            run_event(
                word,
                clock(at + 60 * (1 + place)),
                uuid(number + 1 + place),
                name.partition(",")[0],
                parent=inside,
                inputs=[with_assertion(one) if one.endswith("?") else one for one in inputs],
                outputs=outputs,
            )
            for place, (name, state) in enumerate(parts.items())
            for word, (inputs, outputs) in [
                ("START", ([], [])),
                (state, MODELS[name] if state == "COMPLETE" else ([], [])),
            ]
        ),
    ]


EVERY_MODEL = dict.fromkeys(["first", "second", "third", "apart"], "COMPLETE")
FAILED_NIGHT = {"first": "COMPLETE", "second": "COMPLETE", "third": "COMPLETE", "apart": "FAIL"}
FIRST, PASSED, FAILED = {"first": "COMPLETE"}, {"test": "COMPLETE"}, {"test": "FAIL"}
BUILT = {"first": "COMPLETE", "test": "COMPLETE", "second": "COMPLETE", "third": "COMPLETE", "apart": "COMPLETE"}
BROKEN = {"first": "COMPLETE", "second": "FAIL"}
"""A run of all models that ends at the second: dbt sends nothing for the third, which it skips."""


@pytest.mark.parametrize(
    ("commands", "table", "expected"),
    [
        ([EVERY_MODEL, BROKEN], "third", True),
        ([EVERY_MODEL, PASSED, BROKEN], "third", True),
        ([EVERY_MODEL, FIRST, BROKEN], "third", True),
        ([EVERY_MODEL, PASSED, BROKEN | {"new": "COMPLETE"}], "third", True),
        ([EVERY_MODEL, PASSED, BROKEN], "first", False),
        ([EVERY_MODEL, PASSED, EVERY_MODEL, FAILED], "third", False),
        ([EVERY_MODEL, FAILED, FAILED], "third", False),
        ([EVERY_MODEL, FIRST, {"first": "FAIL"}], "third", True),
        ([EVERY_MODEL, {"second": "FAIL"}], "third", True),
        ([EVERY_MODEL, {"second": "FAIL"}], "first", False),
        ([EVERY_MODEL, {"second": "FAIL"}], "apart", False),
        ([EVERY_MODEL, {"apart": "COMPLETE", "new": "FAIL"}], "third", False),
        ([EVERY_MODEL, {"first": "COMPLETE", "second": "COMPLETE", "apart": "COMPLETE", "new": "FAIL"}], "third", True),
        ([EVERY_MODEL, *[{"apart": "COMPLETE"}] * 20, BROKEN], "third", True),
        ([EVERY_MODEL, {"third, otherwise": "COMPLETE"}, {"second": "FAIL"}], "third", False),
        ([EVERY_MODEL, {"new": "FAIL"}], "third", False),
        ([BUILT, {"first": "COMPLETE", "test": "FAIL"}], "third", True),
        ([BUILT, {"first": "COMPLETE", "test": "FAIL"}], "apart", False),
        ([BUILT, {"test": "START", "new": "FAIL"}], "apart", False),
        ([BUILT | {"audit": "COMPLETE"}, {"first": "COMPLETE", "audit": "FAIL"}], "third", True),
        ([BUILT | {"audit": "COMPLETE"}, {"first": "COMPLETE", "audit": "FAIL"}], "apart", False),
        ([EVERY_MODEL, *[FAILED_NIGHT] * 20, {"first": "FAIL"}], "third", True),
        ([{"sensor": "COMPLETE"} | BUILT, {"sensor": "FAIL"}], "apart", True),
    ],
    ids=[
        "alone",
        "after a test",
        "after a model",
        "with a new model",
        "written again",
        "a failed test",
        "tests that never passed",
        "after the model that fails",
        "below a selected model",
        "above a selected model",
        "beside a selected model",
        "a new model fails beside another",
        "a new model fails among most models",
        "after many selections",
        "once read what failed",
        "a new model fails alone",
        "below a test of a build",
        "beside a test of a build",
        "beside a test without an end",
        "below a test with a table of failures",
        "beside a test with a table of failures",
        "after many failed nights",
        "a sensor fails",
    ],
)
def test_a_failed_command_misses_what_its_failed_parts_held_up(
    commands: list[dict[str, str]], table: str, expected: bool, session: Session
) -> None:
    gap = min(NIGHT, 80_000 // len(commands))
    events = [event for place, one in enumerate(commands) for event in dbt(100 * (place + 1), gap * place, one)]
    events += reads(0, gap * len(commands), 10, table)
    relied, suspected = session.run(compared(session.engine, events))
    by_name = {
        row["native_id"]: row["id"] for row in session.run(session.engine.pool.fetch("SELECT native_id, id FROM run"))
    }
    reader, command = by_name[uuid(9000)], by_name[uuid(100 * len(commands))]
    assert (command in relied[reader]) == expected
    assert suspected[reader] <= relied[reader]
    if len(commands) <= MOST_LATER_RUNS:
        assert bool(suspected[reader]) == bool(relied[reader])


@st.composite
def commands(draw: st.DrawFn) -> list[dict[str, str]]:
    """Draw commands of dbt, each with the state of each of its parts."""
    state = st.sampled_from(["COMPLETE", "COMPLETE", "FAIL", "START"])
    drawn: list[dict[str, str]] = draw(
        st.lists(st.dictionaries(st.sampled_from(list(MODELS)), state, max_size=6), min_size=1, max_size=4)
    )
    return [BUILT, *drawn]


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(drawn=commands(), asked=st.data())
def test_what_failed_commands_miss_is_by_the_rule(
    drawn: list[dict[str, str]], asked: st.DataObject, session: Session
) -> None:
    events = [event for place, one in enumerate(drawn) for event in dbt(100 * (place + 1), NIGHT * place, one)]
    for place, table in enumerate(["first", "second", "third", "apart", "new"]):
        events += reads(place, NIGHT * len(drawn), 10, table)
    history = History([Received(event, moment(0)) for event in events])
    session.run(session.engine.fill(history))
    seconds = asked.draw(st.none() | st.integers(0, NIGHT * len(drawn) + 60))
    as_of = None if seconds is None else datetime.fromisoformat(f"2026-01-01T{clock(seconds)}Z")
    for place in range(len(drawn)):
        start = RunStart((NAMESPACE, "dbt"), uuid(100 * (place + 1)))
        question = ReferenceQuestion(as_of=as_of, kinds=frozenset({"STALE"}))
        assert session.run(session.engine.impact(start, question)) == impact(history, start, question)


def test_a_version_that_is_newer_than_the_failure_is_not_its_fault(session: Session) -> None:
    """A second run of the job began, and failed, while the one that wrote the version went on."""
    events = [
        run_event("COMPLETE", clock(60), uuid(1), "load", outputs=["a"]),
        run_event("START", clock(3600), uuid(2), "load"),
        run_event("START", clock(5400), uuid(3), "load"),
        run_event("FAIL", clock(6000), uuid(3), "load"),
        run_event("COMPLETE", clock(7200), uuid(2), "load", outputs=["a"]),
        *reads(0, 9000, 10, "a"),
    ]
    relied, suspected = session.run(compared(session.engine, events))
    assert [*relied.values(), *suspected.values()] == [set(), set()]
