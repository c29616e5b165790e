"""The engine's answers about columns are those of the reference, on generated histories."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated_columns import NAMES, histories_of_columns
from headwater.lineage.affected_columns import affected_columns
from headwater.store.walks import Limits
from test_point_in_time import answer_of, columns_of, without_depth

from generated_histories import EXAMPLES, compared, histories, questions, rewritten, starts
from impact_engine import LIMITS, Engine, Session, by_all_hops
from impact_reference.asking import (
    Asset,
    AssetStart,
    Certainty,
    History,
    Mode,
    Node,
    Question,
    Received,
    Start,
    VersionStart,
)
from impact_reference.columns import overlap
from impact_reference.impact import columns, columns_upstream, names_of, seeds_of
from impact_reference.world import World
from impact_reference.writes import Write
from property_cases import body_of, kept_cases, writes_its_case


@dataclass(frozen=True)
class Asked:
    """A history, and questions about columns with their starts. It can be kept as JSON."""

    events: list[Received]
    modes: list[tuple[Asset, Mode]]
    asked: list[tuple[Start, Question]]

    @property
    def history(self) -> History:
        return History(self.events, dict(self.modes))


@st.composite
def asked(
    draw: st.DrawFn, times: int, question: st.SearchStrategy[Question], of_tables: st.SearchStrategy[History]
) -> Asked:
    """Draw a history and some questions about one or two columns."""
    history = draw(histories_of_columns(of_tables))
    choice, some = st.sampled_from(starts(history)), st.frozensets(st.sampled_from(NAMES), min_size=1, max_size=2)
    found = []
    for _ in range(times):
        start, one = draw(choice), replace(draw(question), columns=draw(some))
        if isinstance(start, AssetStart) and one.as_of is not None and start.at > one.as_of:
            one = replace(one, as_of=start.at)
        if not isinstance(start, AssetStart | VersionStart):
            one = replace(one, direction="DOWNSTREAM")
        found.append((start, one))
    return Asked(list(history.events), list(history.modes.items()), found)


@compared(EXAMPLES)
@given(case=asked(6, questions(), histories()))
@writes_its_case(Asked)
def test_columns_agree_with_the_rule(case: Asked, session: Session) -> None:
    history, engine = case.history, session.engine
    session.run(engine.fill(history))
    for start, question in case.asked:
        told, expected = session.run(engine.impact(start, question)), answer_of(history, start, question)
        found = session.run(engine.columns(start, replace(question, kinds=frozenset({"CONTAMINATED"}))))
        if question.direction == "DOWNSTREAM":
            assert told == expected, (start, question)
            assert found == columns(history, start, question), (start, question)
            continue
        upstream, wanted = _by_name(found, history, start, question), columns_upstream(history, start, question)
        if names_runs(history) or question.containment:
            # Upstream of a whole run, all that it read stands in, also a column that it did not use.
            told = {node: how for node, how in told.items() if node in expected or how.certainty == "CERTAIN"}
            upstream = {node: how for node, how in upstream.items() if node in wanted or how == "CERTAIN"}
        assert without_depth(told) == without_depth(expected), (start, question)
        assert upstream == wanted, (start, question)


@compared(EXAMPLES)
@given(case=asked(8, questions(st.just("POSSIBLE")), rewritten()))
@writes_its_case(Asked)
def test_columns_after_unknown_writes_agree_with_the_rule(case: Asked, session: Session) -> None:
    body_of(test_columns_agree_with_the_rule)(case=case, session=session)
    for number, (start, question) in enumerate(case.asked):
        limits = replace(LIMITS, depth=(None, 1, 3)[number % 3])
        told = session.run(_with_columns(session.engine, start, question, limits))
        with by_all_hops():
            assert told == session.run(_with_columns(session.engine, start, question, limits)), (start, question)


async def _with_columns(engine: Engine, start: Start, question: Question, limits: Limits) -> Any:
    """Return all of an answer but its paths, which are not those by all hops."""
    asked = await engine.asked(start, question, limits)
    if asked is None:
        return None
    names = ("version", "class_id", "name", "is_certain", "is_direct", "depth", "reached")
    found = await affected_columns(engine.reader, asked)
    return columns_of(asked), [[getattr(one, name) for name in names] for one in found]


COMPARISONS = [test_columns_agree_with_the_rule, test_columns_after_unknown_writes_agree_with_the_rule]


@pytest.mark.parametrize(
    ("comparison", "case"), [(test, *one.values) for test in COMPARISONS for one in kept_cases(test, Asked)]
)
def test_kept_cases_of_columns(comparison: Any, case: Asked, session: Session) -> None:
    body_of(comparison)(case=case, session=session)


def names_runs(history: History) -> bool:
    """Return true if a run names another run as upstream."""
    return any("jobDependencies" in one.event["run"]["facets"] for one in history.events)


def _by_name(
    found: dict[tuple[Node, str | None], tuple[Certainty, bool]], history: History, start: Start, question: Question
) -> dict[tuple[Node, str], Certainty]:
    """Return the columns of an answer upstream, with each column for data as a whole, without those of the start."""
    world = World(history, question)
    own = {place.node for place in seeds_of(world, start) if isinstance(place, Write)}
    named: dict[tuple[Node, str], Certainty] = {}
    for (node, name), (certainty, _) in found.items():
        for each in (each for each in names_of(world) if name is None or overlap(each, name)):
            if node not in own and named.get((node, each)) != "CERTAIN":
                named[node, each] = certainty
    return named
