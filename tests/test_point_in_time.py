"""The engine answers as the drawings of docs/point-in-time.md and its rule say, and as the reference of the rule on any history."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.lineage.impact import Impact

import timelines
from events import parent, run_event, uuid
from generated_histories import (
    ASSETS,
    DATASETS,
    EXAMPLES,
    LAST_MINUTE,
    compared,
    histories,
    moment,
    questions,
    rewritten,
    starts,
)
from impact_engine import LIMITS, Engine, Session, by_all_hops
from impact_reference.asking import (
    Affected,
    Asset,
    AssetStart,
    Certainty,
    History,
    Mode,
    Node,
    Question,
    Received,
    Run,
    RunNode,
    RunStart,
    Start,
    TemplateStart,
    VersionNode,
    VersionStart,
)
from impact_reference.assumed import assumed_replaced
from impact_reference.flow import BEFORE_ALL
from impact_reference.impact import at_risk, destroyed, impact, kinds, seen, visible
from impact_reference.world import World
from property_cases import body_of, kept_cases, writes_its_case
from timelines import (
    AffectedBy,
    AffectedByAsset,
    Answer,
    AssumedAfter,
    Drawing,
    ReadBy,
    ShownAt,
    VersionsOf,
    documented,
)

DRAWINGS = documented()
HISTORIES = histories()
DEPTHS = [None, 0, 1, 2, 3, 9]
"""Walks by remains count the first ones of these, and look beyond the last."""


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.title)
def test_drawing(drawing: Drawing, session: Session) -> None:
    session.run(session.engine.fill(drawing.history))
    for answer in drawing.answers:
        assert session.run(_told(session.engine, drawing, answer)) == (answer.names or {}), answer.line


async def _told(engine: Engine, drawing: Drawing, answer: Answer) -> dict[str, Certainty]:
    """Return the names of the runs in the engine's answer."""
    question = answer.question
    match answer.about:
        case AssumedAfter(run):
            assets = await engine.assumed_replaced(RunStart(run.job, run.run_id), question)
            return {name: "CERTAIN" for _, name in assets}
        case AffectedBy(run):
            found = await engine.impact(RunStart(run.job, run.run_id), question)
            return {drawing.name_of(n.run): a.certainty for n, a in found.items() if isinstance(n, RunNode)}
        case AffectedByAsset(asset, at):
            found = await engine.impact(AssetStart(asset, at), question)
            return {drawing.name_of(n.run): a.certainty for n, a in found.items() if isinstance(n, RunNode)}
        case ShownAt(asset, at):
            nodes = await engine.visible(asset, at, question)
        case VersionsOf(asset):
            # No version here was replaced, so the last moment shows all.
            nodes = await engine.visible(asset, timelines.moment("23:00"), question)
        case ReadBy(run, asset):
            sights = (await engine.seen(run, question))[asset]
            nodes = {node for node, how in sights if how == "CERTAIN" and isinstance(node, VersionNode)}
    return {drawing.name_of(node.run): "CERTAIN" for node in nodes}


@pytest.mark.parametrize("is_root", [True, False])
def test_later_reads_by_relatives_of_a_replacing_run_are_found(is_root: bool, session: Session) -> None:
    """The outer run, or a run in it, replaces the first version before another run in it reads."""
    outer = parent(uuid(10), "outer")
    events = [
        run_event("COMPLETE", "00:01:00", uuid(1), "first", outputs=["a"]),
        run_event("COMPLETE", "00:02:00", uuid(10), "outer", outputs=["a"])
        if is_root
        else run_event("COMPLETE", "00:02:00", uuid(11), "inner", outputs=["a"], parent=outer),
        run_event("COMPLETE", "00:03:00", uuid(12), "late", inputs=["a"], parent=outer),
    ]
    session.run(session.engine.fill(History([Received(event, moment(0)) for event in events])))
    assert session.run(session.engine.wrongly_left()) == 0


@dataclass(frozen=True)
class Asked:
    """A history, the questions about it and their starts, and a minute for each asset. It can be kept as JSON."""

    events: list[Received]
    modes: list[tuple[Asset, Mode]]
    asked: list[tuple[Start, Question]]
    minutes: list[int]

    @property
    def history(self) -> History:
        return History(self.events, dict(self.modes))


@st.composite
def asked(
    draw: st.DrawFn,
    times: int,
    question: st.SearchStrategy[Question],
    of: tuple[type[Start], ...] = (RunStart, TemplateStart, AssetStart, VersionStart),
    drawn: st.SearchStrategy[History] = HISTORIES,
) -> Asked:
    """Draw a history and some questions about it, with starts of some kinds."""
    history = draw(drawn)
    choice = st.sampled_from([start for start in starts(history) if isinstance(start, of)])
    return Asked(
        list(history.events),
        list(history.modes.items()),
        [_as_of_it(draw(choice), draw(question)) for _ in range(times)],
        draw(st.lists(st.integers(0, LAST_MINUTE), min_size=len(ASSETS), max_size=len(ASSETS))),
    )


def _as_of_it(start: Start, question: Question) -> tuple[Start, Question]:
    """Move a question about an asset at a moment to that moment or later: the engine refuses earlier ones."""
    if isinstance(start, AssetStart) and question.as_of is not None and start.at > question.as_of:
        question = replace(question, as_of=start.at)
    return start, question


DOWNSTREAM = questions(direction=st.just("DOWNSTREAM"))


@compared(EXAMPLES)
@given(case=asked(6, questions()))
@writes_its_case(Asked)
def test_the_engine_agrees_with_the_rule(case: Asked, session: Session) -> None:
    session.run(session.engine.fill(case.history))
    assert session.run(session.engine.stale_rows()) == 0, "what is kept is not what the rule says"
    assert session.run(session.engine.wrongly_left()) == 0, "indexes do not find what may have been read too late"
    _compare_answers(case, session)


@compared(EXAMPLES)
@given(
    case=asked(
        8, questions(st.just("POSSIBLE"), st.sampled_from(["UPSTREAM", "UPSTREAM", "DOWNSTREAM"])), drawn=rewritten()
    )
)
@writes_its_case(Asked)
def test_what_unknown_writes_may_leave_agrees_with_the_rule(case: Asked, session: Session) -> None:
    session.run(session.engine.fill(case.history))
    _compare_answers(case, session)
    for number, (start, question) in enumerate(case.asked):
        limits = replace(LIMITS, depth=DEPTHS[number % len(DEPTHS)])
        # The order and all times are the same by all possible hops.
        told = session.run(session.engine.asked(start, question, limits))
        with by_all_hops():
            expected = session.run(session.engine.asked(start, question, limits))
        assert (told is None) == (expected is None)
        if told is not None and expected is not None:
            assert columns_of(told) == columns_of(expected), (start, question, limits.depth)


def columns_of(asked: Impact) -> list[list[int]]:
    """Return the runs and versions of an answer in order, with certainty, depth and times, and the runs beyond."""
    names = ("ids", "attempts", "are_certain", "depths", "reached", "moments")
    found = [getattr(part, name).tolist() for part in (asked.answer.runs, asked.answer.versions) for name in names]
    return [*found, [asked.answer.runs_beyond]]


def _compare_answers(case: Asked, session: Session) -> None:
    for start, question in case.asked:
        told, expected = session.run(session.engine.impact(start, question)), answer_of(case.history, start, question)
        if question.direction == "UPSTREAM":
            # If a write lasts over a time, each part of the nearest path may be in time only by itself: the engine's
            # depth may be smaller.
            assert all(told[node].depth <= affected.depth for node, affected in expected.items() if node in told)
            told, expected = without_depth(told), without_depth(expected)
        assert told == expected, (start, question)


@compared(EXAMPLES // 2)
@given(case=asked(1, DOWNSTREAM))
@writes_its_case(Asked)
def test_visible_seen_and_at_risk_agree_with_the_rule(case: Asked, session: Session) -> None:
    history, engine, [(start, question)] = case.history, session.engine, case.asked
    session.run(engine.fill(history))
    for run in sorted(_runs(history)):
        assert session.run(engine.seen(run, question)) == seen(history, run, question), (run, question)
    for name, minute in zip(ASSETS, case.minutes, strict=True):
        asset, at = (DATASETS, name), moment(minute)
        assert session.run(engine.visible(asset, at, question)) == visible(history, asset, at, question)
        assert session.run(engine.destroyed(asset, at, question)) == destroyed(history, asset, at, question)
    at = question.as_of or moment(LAST_MINUTE + 5)
    assert session.run(engine.at_risk(start, question, at)) == at_risk(history, start, question, at)
    assert session.run(engine.kinds(start, question)) == kinds(history, start, question)


@compared(EXAMPLES // 2)
@given(case=asked(0, DOWNSTREAM))
@writes_its_case(Asked)
def test_states_agree_with_the_rule(case: Asked, session: Session) -> None:
    history = case.history
    session.run(session.engine.fill(history))
    family = World(history, Question()).family
    expected = {run: state for run in _runs(history) if (state := family.state(run)) is not None}
    assert session.run(session.engine.states()) == expected


@compared(EXAMPLES // 2)
@given(case=asked(4, DOWNSTREAM, of=(AssetStart,)))
@writes_its_case(Asked)
def test_feeds_agree_with_the_rule(case: Asked, session: Session) -> None:
    session.run(session.engine.fill(case.history))
    for start, question in case.asked:
        told = session.run(session.engine.impact(start, question))
        assert told == answer_of(case.history, start, question), (start, question)


@compared(EXAMPLES // 2)
@given(case=asked(4, questions()))
@writes_its_case(Asked)
def test_assumed_replacements_agree_with_the_rule(case: Asked, session: Session) -> None:
    session.run(session.engine.fill(case.history))
    for start, question in case.asked:
        told = session.run(session.engine.assumed_replaced(start, question))
        assert told == assumed_replaced(case.history, start, question), (start, question)


COMPARISONS = [
    test_the_engine_agrees_with_the_rule,
    test_what_unknown_writes_may_leave_agrees_with_the_rule,
    test_visible_seen_and_at_risk_agree_with_the_rule,
    test_states_agree_with_the_rule,
    test_feeds_agree_with_the_rule,
    test_assumed_replacements_agree_with_the_rule,
]


@pytest.mark.parametrize(
    ("comparison", "case"), [(test, *one.values) for test in COMPARISONS for one in kept_cases(test, Asked)]
)
def test_a_kept_case(comparison: Any, case: Asked, session: Session) -> None:
    body_of(comparison)(case=case, session=session)


def answer_of(history: History, start: Start, question: Question) -> dict[Node, Affected]:
    """Return the reference's answer; an unknown time becomes None."""
    return {
        node: replace(affected, reached_at=None) if affected.reached_at == BEFORE_ALL else affected
        for node, affected in impact(history, start, question).items()
    }


def without_depth(answer: dict[Node, Affected]) -> dict[Node, Affected]:
    return {node: replace(affected, depth=0) for node, affected in answer.items()}


def _runs(history: History) -> set[Run]:
    return {
        Run(one.event["job"]["namespace"], one.event["job"]["name"], one.event["run"]["runId"])
        for one in history.events
    }
