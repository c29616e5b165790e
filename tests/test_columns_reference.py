"""The engine's answers about columns are those of the reference, on generated histories."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated_columns import NAMES, histories_of_columns
from test_point_in_time import without_depth

from generated_histories import EXAMPLES, compared, questions, starts
from impact_engine import Session
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
from impact_reference.impact import columns, columns_upstream, impact, names_of, seeds_of
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
def asked(draw: st.DrawFn, times: int) -> Asked:
    """Draw a history and some questions about one or two columns."""
    history = draw(histories_of_columns())
    choice, some = st.sampled_from(starts(history)), st.frozensets(st.sampled_from(NAMES), min_size=1, max_size=2)
    found = []
    for _ in range(times):
        start, question = draw(choice), replace(draw(questions()), columns=draw(some))
        if isinstance(start, AssetStart) and question.as_of is not None and start.at > question.as_of:
            question = replace(question, as_of=start.at)
        if not isinstance(start, AssetStart | VersionStart):
            question = replace(question, direction="DOWNSTREAM")
        found.append((start, question))
    return Asked(list(history.events), list(history.modes.items()), found)


@compared(EXAMPLES)
@given(case=asked(6))
@writes_its_case(Asked)
def test_columns_agree_with_the_rule(case: Asked, session: Session) -> None:
    history, engine = case.history, session.engine
    session.run(engine.fill(history))
    for start, question in case.asked:
        told, expected = session.run(engine.impact(start, question)), impact(history, start, question)
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


@pytest.mark.parametrize("case", kept_cases(test_columns_agree_with_the_rule, Asked))
def test_kept_cases_of_columns(case: Asked, session: Session) -> None:
    body_of(test_columns_agree_with_the_rule)(case=case, session=session)


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
        for each in names_of(world) if name is None else [name]:
            if node not in own and named.get((node, each)) != "CERTAIN":
                named[node, each] = certainty
    return named
