"""Walks over the kept graph in memory find what the rule finds, whatever came after it took in steps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.lineage.held_graph import HeldGraph
from headwater.lineage.impact import impact
from headwater.lineage.points import Point
from headwater.lineage.question import Question
from headwater.model.lineage import Steps
from headwater.model.questions import Kind
from test_kept_steps import Arrival, Story, arrive, dense_stories, keep, stories

from generated_histories import ASSETS, EXAMPLES, compared, event_of, job, one_in, run_id, table
from impact_engine import LIMITS, Engine, Session
from property_cases import body_of, kept_cases, writes_its_case
from two_stores import empty

MOST_STEPS = 100_000
OVERWRITES = {"lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"}}


@st.composite
def chains(draw: st.DrawFn) -> Story:
    """Draw runs of three assets, most of which replace what they write; a few of their events are late."""
    events = []
    for number in range(draw(st.integers(6, 14))):
        inputs, outputs = (draw(st.lists(st.sampled_from(ASSETS[:3]), max_size=2, unique=True)) for _ in range(2))
        facets = {} if one_in(draw, 8) else {"facets": OVERWRITES}
        for word, minute in draw(st.sampled_from([[("COMPLETE", 1)], [("START", 0), ("COMPLETE", 1)]])):
            events.append(
                event_of(number, "j1", word, 2 * number + minute, {}, {})
                | {
                    "inputs": [table(name) for name in inputs],
                    "outputs": [table(name) | facets for name in outputs if word == "COMPLETE"],
                }
            )
    for place in draw(st.lists(st.integers(0, len(events) - 1), max_size=2)):
        events.insert(draw(st.integers(place, len(events) - 1)), events.pop(place))
    return Story([Arrival(event, None, draw(st.booleans())) for event in events])


@compared(EXAMPLES)
@given(case=chains() | dense_stories() | stories())
@writes_its_case(Story)
def test_walks_in_memory_agree_with_the_rule(case: Story, session: Session) -> None:
    session.run(_follow(session.engine, case))


@pytest.mark.parametrize("case", kept_cases(test_walks_in_memory_agree_with_the_rule, Story))
def test_a_kept_case(case: Story, session: Session) -> None:
    body_of(test_walks_in_memory_agree_with_the_rule)(case=case, session=session)


def _child(
    number: int,
    minute: float,
    inputs: list[str],
    outputs: list[str],
    parent: int | None = None,
    word: str = "COMPLETE",
    change: str | None = None,
) -> Arrival:
    """Return the end of a run inside another one, or of a run by itself."""
    changes = {"facets": {"lifecycleStateChange": {"lifecycleStateChange": change}}} if change else {}
    facets = {} if parent is None else {"parent": {"run": {"runId": run_id(parent)}, "job": job("j") | {"facets": {}}}}
    event = event_of(number, f"j{number}", word, minute, facets, {}) | {
        "inputs": [table(name) for name in inputs],
        "outputs": [table(name) | changes for name in outputs],
    }
    return Arrival(event, None, True)


LAST = {
    "the writer becomes a child of the reader": _child(2, 6, [], [], 3, "OTHER"),
    "the reader becomes a child of the writer": _child(3, 6, [], [], 2, "OTHER"),
    "a late write comes between": _child(6, 2.5, [], ["b"]),
    "a late read comes": _child(6, 2.5, ["b"], ["c"]),
    "the writer only altered the data": _child(2, 2.5, ["a"], ["b"], 0, "COMPLETE", "ALTER"),
    "the writer failed after all": _child(2, 6, [], [], 0, "FAIL"),
    "the writer wrote more": _child(2, 1.5, [], ["c"], 0, "OTHER"),
}


@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_what_changes_hops_that_nobody_keeps(last: Arrival, session: Session) -> None:
    """The hop from run 2, whose write is not replaced, to run 3: siblings."""
    arrivals = [
        _child(1, 1, [], ["a"]),
        _child(2, 2, ["a"], ["b"], 0),
        _child(3, 3, ["b"], [], 0),
        _child(4, 4, [], ["a"]),
        _child(5, 5, [], []),
        last,
        *(_child(number, number, ["c"], []) for number in range(7, 12)),
    ]
    session.run(_follow(session.engine, Story(arrivals)))


async def _follow(engine: Engine, story: Story) -> None:
    """Merge the arrivals; the graph takes in steps at times. Compare after each arrival, and at the end of all."""
    await empty(engine.connection)
    held = HeldGraph(engine.pool, MOST_STEPS)
    for number, arrival in enumerate(story.arrivals):
        await arrive(engine, arrival, number)
        if arrival.is_kept and number % 4 != 1:
            await keep(engine)
        if number % 5 in (1, 4):
            await held.take_in()
        await _compare(engine, held)
    await keep(engine)
    await held.take_in()
    await _compare(engine, held)


async def _compare(engine: Engine, held: HeldGraph) -> None:
    for row in await engine.connection.fetch("SELECT r.id, e.urn FROM run r JOIN entity e ON e.id = r.id"):
        walk = await held.walk(_step(row["id"]), [row["id"]], MOST_STEPS)
        if walk is None or (total := walk.total()) is None:
            continue
        question = Question(Point(row["urn"]), kinds=frozenset({Kind.CONTAMINATED}), limits=LIMITS)
        runs = (await impact(engine.reader, question)).answer.runs
        told = walk.nearest(total)
        assert total == len(runs)
        expected = sorted(zip(runs.depths.tolist(), runs.reached.tolist(), runs.ids.tolist(), strict=True))
        assert list(zip(told.depths.tolist(), told.reached.tolist(), told.ids.tolist(), strict=True)) == expected
        near = walk.nearest(1)
        assert near.ids.tolist() == told.ids[: len(near.ids)].tolist()


def _step(run_id: int) -> Steps:
    zeros = np.zeros(1, np.int64)
    return Steps(np.array([run_id], np.int64), zeros.astype(np.int32), zeros, zeros)
