"""Kept steps as arrays: what joins, what is forgotten, and walks over both."""

from collections.abc import Mapping, Sequence

import numpy as np

from headwater.impact.kept_graph import KeptGraph
from headwater.impact.kept_walk import KeptWalk, OpenSteps
from headwater.model.lineage import NO_HOPS, KeptHops, Steps

START, A, B, C, D = 1, 10, 20, 30, 40

Hop = tuple[int, int]
"""The run of a reader, and the minute of its read."""


def steps(*run_ids: int) -> Steps:
    ids = np.array(run_ids, np.int64)
    zeros = np.zeros(len(ids), np.int64)
    return Steps(ids, (ids > 0).astype(np.int32), zeros, zeros)


def kept(hops: Mapping[int, Sequence[Hop]]) -> tuple[Steps, KeptHops]:
    """Return steps with their hops: versions that were written at minute 0, and never end."""
    every = [(place, *hop) for place, found in enumerate(hops.values()) for hop in found]
    places, readers, minutes = (np.array([hop[column] for hop in every], np.int64) for column in range(3))
    zeros = np.zeros(len(every), np.int64)
    told = KeptHops(
        places.astype(np.int32), steps(*readers.tolist()), zeros, zeros.astype(np.int32), minutes, zeros + 1000
    )
    return steps(*hops), told


def graph(hops: Mapping[int, Sequence[Hop]]) -> KeptGraph:
    return KeptGraph.empty().joined([kept(hops)])


def without(before: KeptGraph, *run_ids: int) -> KeptGraph:
    return before.without(steps(*run_ids), np.zeros(0, np.int64))


def reached(of: KeptGraph, *run_ids: int) -> list[int]:
    numbers = of.find(steps(*run_ids))
    found: list[int] = of.steps.run_ids[of.reached(numbers)].tolist()
    return found


def walk(of: KeptGraph, told: Mapping[int, Sequence[Hop]], start: Sequence[Hop]) -> dict[int, tuple[int, int]]:
    """Return the depth and the time of each run that a start led to, if open steps have some hops."""
    others = OpenSteps(of)
    found = KeptWalk(of, others, [START])
    left = found.begin(kept({START: start})[1])
    while len(left):
        asked = others.steps(left)
        left = found.go_on(left, kept({run: told.get(run, ()) for run in asked.run_ids.tolist()})[1])
    near = found.nearest(100)
    assert found.total() == len(near.ids)
    columns = (near.ids.tolist(), near.depths.tolist(), near.reached.tolist())
    return {run: (depth, time) for run, depth, time in zip(*columns, strict=True)}


def test_a_search_ends_at_open_steps() -> None:
    before = graph({A: [(B, 1)], B: [(C, 2)], C: [(D, 3)]})
    assert reached(before, A) == [A, B, C, D]
    after = without(before, B)
    assert reached(after, A) == [A, B]
    assert reached(before, A) == [A, B, C, D], "a walk may still use it"
    assert without(after, B, D) is after
    assert reached(before.without(steps(), np.array([C, C], np.int64)), A) == [A, B, C]


def test_a_run_that_wrote_nothing_leads_nowhere() -> None:
    before = graph({A: [(B, 1), (C, 1)]})
    assert before.are_open[before.find(steps(A, B, C))].tolist() == [False, True, True]
    after = before.joined([(steps(B), NO_HOPS)])
    assert after.are_open[after.find(steps(A, B, C))].tolist() == [False, False, True]
    assert reached(after, A) == [A, B, C]
    assert walk(after, {C: [(D, 2)]}, [(A, 0)]) == {A: (1, 0), B: (2, 1), C: (2, 1), D: (3, 2)}


def test_a_run_that_lost_its_writes_leads_nowhere() -> None:
    before = graph({A: [(B, 1)], B: [(C, 2)]})
    after = without(before, B).joined([(steps(B), NO_HOPS)])
    assert reached(after, A) == [A, B]
    assert reached(after.joined([kept({D: [(A, 1)]})]), D) == [A, B, D]
    assert walk(after, {}, [(A, 0)]) == {A: (1, 0), B: (2, 1)}


def test_steps_that_are_kept_again_have_their_new_edges() -> None:
    before = graph({A: [(B, 1)], B: [(C, 2)]})
    for one in (before, without(before, A)):
        after = one.joined([kept({A: [(D, 1)]})])
        assert reached(after, A) == [A, D]
        assert reached(after, B) == [B, C]
    assert reached(without(before, A).joined([kept({D: [(A, 1)]})]), D) == [A, D], "A is open still"


def test_edges_of_open_steps_tell_no_times() -> None:
    """The rule says now that A led to C later than it was kept, and by B alone."""
    before = graph({A: [(B, 1), (C, 2)], B: [(C, 5)]})
    assert walk(before, {}, [(A, 0)]) == {A: (1, 0), B: (2, 1), C: (2, 2)}
    assert walk(without(before, A), {A: [(B, 3)]}, [(A, 0)]) == {A: (1, 0), B: (2, 3), C: (3, 5)}


def test_open_steps_that_led_to_others_are_asked_for_together() -> None:
    of = graph({A: [(B, 1)]})
    others = OpenSteps(of)
    first = KeptWalk(of, others, [START])
    left = first.begin(kept({START: [(A, 0)]})[1])
    asked = []
    while len(left):
        asked.append(others.steps(left).run_ids.tolist())
        left = first.go_on(left, kept({run: {B: [(C, 2)], C: [(D, 3)]}.get(run, []) for run in asked[-1]})[1])
    assert asked == [[B], [C], [D]]
    first.remember()
    numbers = others.numbers(steps(B))
    assert others.steps(others.with_next(numbers, 10)).run_ids.tolist() == [B, C, D]
    assert others.with_next(numbers, 2).tolist() == numbers.tolist()
