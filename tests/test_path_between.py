"""`pathBetween` agrees with the rule's reference on any two points, however short the first walks from both ends are."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.lineage.between import Between
from headwater.store.walks import Limits

from events import NAMESPACE, parent, run_event, uuid
from generated_histories import (
    EXAMPLES,
    MINUTES,
    compared,
    histories,
    job,
    moment,
    one_in,
    questions,
    rewritten,
    run_id,
    starts,
    table,
)
from impact_engine import Session
from impact_reference.asking import (
    Affected,
    History,
    Node,
    Question,
    Received,
    Run,
    RunNode,
    RunStart,
    Start,
    TemplateStart,
    VersionStart,
)
from impact_reference.impact import impact, seen

POSSIBLE_QUESTIONS = questions(st.just("POSSIBLE"), st.just("DOWNSTREAM"), st.just(False))
QUESTIONS = questions(direction=st.just("DOWNSTREAM"))


@dataclass(frozen=True)
class Asked:
    """A history, a question from a start, and the steps of the first walk from each end."""

    history: History
    start: Start
    question: Question
    first_steps: int


def with_own_jobs(history: History) -> History:
    """Return a history in which each run has a job of its own: then the jobs that lead to a target are its own past."""

    def renamed(value: Any) -> Any:
        if isinstance(value, dict) and {"run", "job"} <= value.keys():
            own = value["job"] | {"name": f"{value['job']['name']} {value['run']['runId']}"}
            return {key: renamed(part) for key, part in value.items()} | {"job": own}
        if isinstance(value, dict):
            return {key: renamed(part) for key, part in value.items()}
        return [renamed(part) for part in value] if isinstance(value, list) else value

    return replace(history, events=[replace(one, event=renamed(one.event)) for one in history.events])


@st.composite
def updates(draw: st.DrawFn) -> list[Received]:
    """Draw the events of runs that update one table from its own content, one after another."""
    started = sorted(draw(st.lists(MINUTES, min_size=2, max_size=6, unique=True)))
    return [
        Received(
            run_event(word, "00:00:00", run_id(FIRST_UPDATE + number))
            | {"eventTime": moment(minute).isoformat(), "job": job("update")}
            | {"inputs": [table("a")], "outputs": [table("a")]},
            moment(minute),
        )
        for number, minute in enumerate(started)
        for word in ("START", "COMPLETE")
    ]


FIRST_UPDATE = 60
"""The number of the first run that updates a table: no other run of a history has it."""


@st.composite
def asked(draw: st.DrawFn, of: st.SearchStrategy[History], question: st.SearchStrategy[Question]) -> Asked:
    history = draw(of)
    if one_in(draw, 3):
        events = sorted([*history.events, *draw(updates())], key=lambda received: received.arrived_at)
        history = replace(history, events=events)
    if one_in(draw, 3):
        history = with_own_jobs(history)
    choice = [start for start in starts(history) if isinstance(start, RunStart | TemplateStart | VersionStart)]
    return Asked(
        history,
        draw(st.sampled_from(choice)),
        replace(draw(question), kinds=Question().kinds),
        draw(st.sampled_from([1, 2, 3, 5, 1000])),
    )


def effects_on(target: Start, case: Asked) -> list[Affected]:
    """Return the expected effects on a run, or on the versions that it wrote of an asset, or shares with runs in it."""
    expected = impact(case.history, case.start, case.question)
    if isinstance(target, RunStart):
        meant: set[Node] = {RunNode(Run(*target.job, target.run_id))}
    else:
        own = impact(case.history, target, replace(case.question, containment=False))
        meant = {node for node, affected in own.items() if affected.depth == 0 and not isinstance(node, RunNode)}
    return [affected for node, affected in expected.items() if node in meant]


@compared(EXAMPLES)
@given(case=asked(histories(), QUESTIONS) | asked(rewritten(), POSSIBLE_QUESTIONS))
def test_any_two_points(case: Asked, session: Session) -> None:
    engine = session.engine
    session.run(engine.fill(case.history))
    for target in starts(case.history):
        if not isinstance(target, RunStart | VersionStart):
            continue
        told = session.run(engine.between(case.start, target, case.question, case.first_steps))
        if told is None:
            continue
        effects = effects_on(target, case)
        assert told.is_affected == bool(effects), (case.start, target)
        if effects:
            assert told.standing is not None
            best = min(effects, key=lambda effect: (effect.certainty == "POSSIBLE", effect.kind == "STALE"))
            standing = (told.standing.certainty.value, told.standing.kind.value)
            assert standing == (best.certainty, best.kind), (case.start, target)
            assert told.path[0].run_id is not None
            if isinstance(target, RunStart):
                assert told.path[-1].run_id == session.run(engine.run_row_id(Run(*target.job, target.run_id)))
            assert all((one.run_id is None) != (one.version is None) for one in told.path)
            for version, reader in session.run(engine.path_reads(told, case.question)):
                saw = seen(case.history, reader, case.question).values()
                assert version in {one for found in saw for one, _ in found}, (version, reader)


FAN = 20
"""The readers of the first run's table."""

LOAD = RunStart((NAMESPACE, "load"), uuid(0))


def fan(reader: int) -> RunStart:
    return RunStart((NAMESPACE, f"report{reader}"), uuid(reader))


@pytest.fixture
def fan_out(session: Session) -> Session:
    """One run wrote a table, and twenty read it and wrote one each. One run read all of these, one none."""
    events = [
        run_event("COMPLETE", "00:01:00", uuid(0), "load", outputs=["prices"]),
        *(
            run_event(
                "COMPLETE", "00:02:00", uuid(number), f"report{number}", inputs=["prices"], outputs=[f"t{number}"]
            )
            for number in range(1, FAN + 1)
        ),
        run_event("COMPLETE", "00:03:00", uuid(98), "report98", inputs=[f"t{n}" for n in range(1, FAN + 1)]),
        run_event("COMPLETE", "00:03:00", uuid(99), "report99", inputs=["other"], outputs=["t99"]),
    ]
    session.run(session.engine.fill(History([Received(event, moment(0)) for event in events])))
    return session


async def places(session: Session, found: Between | None) -> list[str]:
    """Return the jobs of the runs and the tables of the versions on a path."""
    assert found is not None
    names = []
    for node in found.path:
        of_run = "SELECT t.name FROM run r JOIN entity t ON t.id = r.template_id WHERE r.id = $1"
        of_version = "SELECT a.name FROM edge g JOIN entity a ON a.id = g.asset_id WHERE g.id = $1"
        sql, key = (of_version, node.version[0]) if node.version else (of_run, node.run_id)
        names.append(await session.engine.pool.fetchval(sql, key))
    return names


@pytest.mark.parametrize("first_steps", [3, 1000], ids=["found from the end", "found from the start"])
def test_the_path_is_the_same_from_both_ends(first_steps: int, fan_out: Session) -> None:
    engine = fan_out.engine
    to_run = fan_out.run(engine.between(LOAD, fan(7), Question(), first_steps))
    to_table = fan_out.run(engine.between(LOAD, VersionStart((NAMESPACE, "t7"), uuid(7)), Question(), first_steps))
    of_table = VersionStart((NAMESPACE, "prices"), uuid(0))
    from_table = fan_out.run(engine.between(of_table, fan(7), Question(), first_steps))
    assert fan_out.run(places(fan_out, to_run)) == ["load", "prices", "report7"]
    assert fan_out.run(places(fan_out, to_table)) == ["load", "prices", "report7", "t7"]
    assert fan_out.run(places(fan_out, from_table)) == ["load", "prices", "report7"]


@pytest.mark.parametrize("first_steps", [3, 1000], ids=["from the end", "from the start"])
def test_no_path_is_an_answer(first_steps: int, fan_out: Session) -> None:
    told = fan_out.run(fan_out.engine.between(LOAD, fan(99), Question(), first_steps))
    assert told is not None
    assert told.is_affected is False


LAYERS = ["prices", "t", "u", "v", "w"]


def fill_layers(session: Session, *more: dict[str, Any]) -> None:
    """Fill the store with four layers of twenty runs, each of which reads a table of the layer before, and more."""
    events = [run_event("COMPLETE", "00:01:00", uuid(0), "load", outputs=["prices"])]
    for layer, (before, after) in enumerate(pairwise(LAYERS)):
        for number in range(1, FAN + 1):
            name = f"{after}{number}"
            source = f"{before}{number}" if layer else before
            at = f"00:{10 * (layer + 1)}:00"
            run = uuid(100 * layer + number)
            events.append(run_event("COMPLETE", at, run, f"make {name}", inputs=[source], outputs=[name]))
    session.run(session.engine.fill(History([Received(event, moment(0)) for event in [*events, *more]])))


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends of all questions are larger than the limit."""
    monkeypatch.setattr("impact_engine.LIMITS", Limits(5, 60))


SUMMARY = RunStart((NAMESPACE, "summary"), uuid(999))


@pytest.mark.usefixtures("few_steps")
def test_a_limit_gives_no_answer(session: Session) -> None:
    tables = [f"w{number}" for number in range(1, FAN + 1)]
    fill_layers(session, run_event("COMPLETE", "01:00:00", uuid(999), "summary", inputs=tables))
    told = session.run(session.engine.between(LOAD, SUMMARY, Question(), 3))
    assert told is not None
    assert told.is_affected is None


def test_both_walks_meet_before_either_is_long(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("impact_engine.LIMITS", Limits(FAN + 5, 60))
    tables = [f"t{number}" for number in range(1, FAN + 1)]
    fill_layers(session, run_event("COMPLETE", "01:00:00", uuid(999), "summary", inputs=tables))
    told = session.run(session.engine.between(LOAD, SUMMARY, Question(), 3))
    load, prices, _, _, summary = session.run(places(session, told))
    assert (load, prices, summary) == ("load", "prices", "summary")


@pytest.mark.usefixtures("few_steps")
def test_a_walk_leaves_out_jobs_that_do_not_lead_to_the_end(session: Session) -> None:
    sources = [f"other{number}" for number in range(1, FAN + 1)]
    makers = [
        run_event("COMPLETE", "00:05:00", uuid(800 + n), f"make {name}", outputs=[name])
        for n, name in enumerate(sources)
    ]
    fill_layers(session, *makers, run_event("COMPLETE", "01:00:00", uuid(999), "summary", inputs=sources))
    told = session.run(session.engine.between(LOAD, SUMMARY, Question(), 3))
    assert told is not None
    assert told.is_affected is False


@pytest.mark.usefixtures("few_steps")
def test_a_walk_leaves_out_runs_after_the_end(session: Session) -> None:
    """The last load came after the summary, which all its readers' jobs lead to."""
    tables = [f"t{number}" for number in range(1, FAN + 1)]
    late = [
        run_event("COMPLETE", "02:00:00", uuid(900), "load", outputs=["prices"]),
        *(
            run_event("COMPLETE", "02:10:00", uuid(700 + n), f"make {name}", inputs=["prices"], outputs=[name])
            for n, name in enumerate(tables)
        ),
    ]
    fill_layers(session, *late, run_event("COMPLETE", "01:00:00", uuid(999), "summary", inputs=tables))
    told = session.run(session.engine.between(RunStart((NAMESPACE, "load"), uuid(900)), SUMMARY, Question(), 3))
    assert told is not None
    assert told.is_affected is False


UPDATES = 30
"""The runs that update a table from its own content, a minute each."""


def updated(session: Session, *more: Received) -> None:
    """Fill the store with a load of a table, updates of it, and a report; more events may come between."""
    events = [
        run_event("COMPLETE", "00:01:00", uuid(0), "load", outputs=["state"]),
        *(
            run_event("COMPLETE", f"00:{n + 10}:00", uuid(n), "update", inputs=["state"], outputs=["state"])
            for n in range(1, UPDATES + 1)
        ),
        run_event("COMPLETE", "00:59:00", uuid(999), "summary", inputs=["state"]),
    ]
    session.run(session.engine.fill(History([*(Received(event, moment(0)) for event in events), *more])))


@pytest.mark.usefixtures("few_steps")
def test_updates_of_a_table_are_no_steps(session: Session) -> None:
    updated(session)
    told = session.run(session.engine.between(LOAD, SUMMARY, Question(), 3))
    assert told is not None
    assert told.is_affected
    expected = ["load", "state", *["update", "state"] * UPDATES, "summary"]
    assert session.run(places(session, told)) == expected


@pytest.mark.parametrize("first_steps", [3, 1000])
def test_a_late_write_between_updates(first_steps: int, session: Session) -> None:
    """The table was replaced between two updates, which only came to be known later."""
    reset = run_event("COMPLETE", "00:20:30", uuid(500), "reset", outputs=["state"])
    updated(session, Received(reset, moment(9)))
    engine = session.engine
    now = session.run(engine.between(LOAD, SUMMARY, Question(), first_steps))
    before = session.run(engine.between(LOAD, SUMMARY, Question(known_at=moment(5)), first_steps))
    from_reset = session.run(
        engine.between(RunStart((NAMESPACE, "reset"), uuid(500)), SUMMARY, Question(), first_steps)
    )
    assert [told and told.is_affected for told in (now, before, from_reset)] == [False, True, True]


def test_a_certain_stale_effect_comes_before_a_possible_one(session: Session) -> None:
    """The failed run may have written the prices that all reports read; they certainly read old prices."""
    failed = RunStart((NAMESPACE, "load"), uuid(50))
    events = [
        run_event("COMPLETE", "00:01:00", uuid(0), "load", outputs=["prices"]),
        run_event("START", "00:02:00", uuid(50), "load", outputs=["prices"]),
        run_event("FAIL", "00:03:00", uuid(50), "load"),
        *(run_event("COMPLETE", "00:04:00", uuid(n), f"report{n}", inputs=["prices"]) for n in range(1, FAN + 1)),
    ]
    session.run(session.engine.fill(History([Received(event, moment(0)) for event in events])))
    for first_steps in (3, 1000):
        told = session.run(session.engine.between(failed, fan(7), Question(certainty="POSSIBLE"), first_steps))
        assert told is not None
        assert told.standing is not None
        assert (told.standing.certainty.value, told.standing.kind.value) == ("CERTAIN", "STALE")


def flow(name: str) -> RunStart:
    return RunStart((NAMESPACE, name), uuid(100 if name == "nightly" else 200))


@pytest.mark.parametrize("first_steps", [1, 3, 1000])
def test_runs_within_a_run(first_steps: int, session: Session) -> None:
    """A task of the nightly run wrote what a task of the morning run read; the morning run wrote a summary itself."""
    nightly, morning = parent(uuid(100), "nightly"), parent(uuid(200), "morning")
    events = [
        run_event("START", "00:00:30", uuid(100), "nightly"),
        run_event("COMPLETE", "00:01:00", uuid(1), "load", outputs=["prices"], parent=nightly),
        run_event("START", "00:01:30", uuid(200), "morning"),
        run_event("COMPLETE", "00:02:00", uuid(2), "check", inputs=["prices"], parent=morning),
        run_event("COMPLETE", "00:03:00", uuid(200), "morning", outputs=["summary"]),
        run_event("COMPLETE", "00:04:00", uuid(3), "report", inputs=["summary"]),
    ]
    engine = session.engine
    session.run(engine.fill(History([Received(event, moment(0)) for event in events])))
    report = RunStart((NAMESPACE, "report"), uuid(3))

    def path(to: RunStart, question: Question) -> list[str]:
        found = session.run(engine.between(flow("nightly"), to, question, first_steps))
        return list(session.run(places(session, found)))

    within = Question(containment=True)
    assert path(flow("morning"), within) == ["load", "prices", "check", "morning"]
    assert path(report, within) == ["load", "prices", "check", "morning", "summary", "report"]
    assert path(report, Question()) == []
