"""`pathBetween` agrees with the rule's reference on any two points, however short the first walks from both ends are."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.lineage.between import Between
from headwater.store.walks import Limits

from events import NAMESPACE, run_event, uuid
from generated_histories import EXAMPLES, IS_LONG, histories, moment, questions, starts
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
from impact_reference.impact import impact

QUESTIONS = questions(direction=st.just("DOWNSTREAM"), containment=st.just(False))


@dataclass(frozen=True)
class Asked:
    """A history, a question from a start, and the steps of the first walk from each end."""

    history: History
    start: Start
    question: Question
    first_steps: int


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    history = draw(histories())
    choice = [start for start in starts(history) if isinstance(start, RunStart | TemplateStart | VersionStart)]
    return Asked(
        history,
        draw(st.sampled_from(choice)),
        replace(draw(QUESTIONS), kinds=Question().kinds),
        draw(st.sampled_from([1, 3, 1000])),
    )


def effects_on(target: Start, case: Asked) -> list[Affected]:
    """Return the expected effects on a run, or on the versions that it wrote of an asset, or shares with runs in it."""
    expected = impact(case.history, case.start, case.question)
    if isinstance(target, RunStart):
        meant: set[Node] = {RunNode(Run(*target.job, target.run_id))}
    else:
        own = impact(case.history, target, case.question)
        meant = {node for node, affected in own.items() if affected.depth == 0 and not isinstance(node, RunNode)}
    return [affected for node, affected in expected.items() if node in meant]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(case=asked())
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


def test_a_limit_gives_no_answer(fan_out: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends are larger than the limit: the load has twenty readers, and the last run as many sources."""
    monkeypatch.setattr("impact_engine.LIMITS", Limits(5, 60))
    told = fan_out.run(fan_out.engine.between(LOAD, fan(98), Question(), 3))
    assert told is not None
    assert told.is_affected is None


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
