"""Open steps of the kept graph, closed by what the rule tells of them once (docs/store-merging.md).

Nobody keeps these: they wait to be kept, or their versions are not replaced. Their hops hold until a merge changes a
read or a write of their data, a write of their run, or a parent of such runs.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headwater.impact.kept_graph import NOWHERE, KeptGraph, ranges
from headwater.model.lineage import NO_HOPS, KeptHops, Longs, Steps
from headwater.store.kept_steps import data_of_steps, hops_of_steps, runs_without_writes
from headwater.store.pool import ReadPool

_MOST_STEPS: Final = 20_000
_MOST_HOPS: Final = 500_000
"""The most steps of which a server asks, newer runs first, and the most hops: half a second of the database."""

_FEW_HOPS: Final = 1_000
"""A step with more hops stays open: reads of a table that grows would change all of its steps."""

_PART_STEPS: Final = 250
_PART_RUNS: Final = 10_000
"""The steps of one statement, and the runs of one."""


@dataclass(frozen=True, eq=False, slots=True)
class DataOfSteps:
    """The data that steps write, sorted by data; each index is one of both."""

    class_ids: Longs
    steps: Steps

    @classmethod
    def joined(cls, parts: Sequence["DataOfSteps"]) -> "DataOfSteps":
        """Return all parts as one."""
        class_ids = np.concatenate([np.zeros(0, np.int64), *(part.class_ids for part in parts)])
        order = np.argsort(class_ids, kind="stable")
        return cls(class_ids[order], Steps.joined([part.steps for part in parts]).picked(order))

    def writers_of(self, class_ids: Longs) -> Steps:
        """Return the steps that write some data."""
        first, last = (np.searchsorted(self.class_ids, np.unique(class_ids), side) for side in ("left", "right"))
        return self.steps.picked(ranges(first, last - first))

    def still_told(self, graph: KeptGraph, kept: Steps) -> "DataOfSteps":
        """Return those of steps that are not open in a graph, which has them all, and not kept since."""
        numbers = graph.find(self.steps)
        rows = np.flatnonzero(~graph.are_open[numbers] & ~np.isin(numbers, graph.find(kept)))
        return DataOfSteps(self.class_ids[rows], self.steps.picked(rows))


async def with_told_steps(pool: ReadPool, graph: KeptGraph) -> tuple[KeptGraph, DataOfSteps]:
    """Close open steps: those of runs that wrote nothing, and those with few hops, with what these lead to.

    Returns the graph with the hops, and the data of the steps that have some.
    """
    opened = graph.steps.picked(graph.open_steps)
    are_ends = np.isin(opened.run_ids, await _without_writes(pool, np.unique(opened.run_ids)))
    parts: list[tuple[Steps, KeptHops]] = [(opened.picked(np.flatnonzero(are_ends)), NO_HOPS)]
    data: list[DataOfSteps] = []
    seen: set[tuple[int, int]] = set()
    left = await asyncio.to_thread(_new, opened.picked(np.flatnonzero(~are_ends)), seen)
    asked = hops = 0
    while len(left) and asked < _MOST_STEPS and hops < _MOST_HOPS:
        places = np.arange(len(left))
        some, left = left.picked(places[:_PART_STEPS]), left.picked(places[_PART_STEPS:])
        async with pool.snapshot() as connection:
            every = await hops_of_steps(connection, some, _FEW_HOPS + 1)
            steps, told = await asyncio.to_thread(_few, some, every)
            data.append(DataOfSteps(*await data_of_steps(connection, steps)))
        parts.append((steps, told))
        asked, hops = asked + len(some), hops + len(told.from_steps)
        left = Steps.joined([left, await asyncio.to_thread(_beyond, graph, told, seen)])
    if any(len(steps) for steps, _ in parts):
        graph = await asyncio.to_thread(graph.joined, parts)
    return graph, DataOfSteps.joined(data)


async def _without_writes(pool: ReadPool, run_ids: Longs) -> Longs:
    found = [np.zeros(0, np.int64)]
    for place in range(0, len(run_ids), _PART_RUNS):
        async with pool.snapshot() as connection:
            found.append(await runs_without_writes(connection, run_ids[place : place + _PART_RUNS]))
    return np.concatenate(found)


def _beyond(graph: KeptGraph, told: KeptHops, seen: set[tuple[int, int]]) -> Steps:
    """Return the new steps to which hops lead, and which are not in a graph."""
    return _new(told.to_steps.picked(np.flatnonzero(graph.find(told.to_steps) == NOWHERE)), seen)


def _new(steps: Steps, seen: set[tuple[int, int]]) -> Steps:
    """Return the whole attempts among steps that are not seen, newer runs first; they are seen from now on.

    If there are too many, only the last ones count.
    """
    wholes = np.flatnonzero((steps.run_ids != 0) & (steps.input_ids == 0) & (steps.output_ids == 0))[-_MOST_STEPS:]
    keys = zip(steps.run_ids[wholes].tolist(), steps.attempts[wholes].tolist(), strict=True)
    new = sorted({*keys} - seen, reverse=True)
    seen.update(new)
    run_ids, attempts = np.array(new, np.int64).reshape(-1, 2).T
    return Steps.of_attempts(run_ids, attempts.astype(np.int32))


def _few(steps: Steps, hops: KeptHops) -> tuple[Steps, KeptHops]:
    """Return the steps that have few hops, with these."""
    are_few = np.bincount(hops.from_steps, minlength=len(steps)) <= _FEW_HOPS
    places = (np.cumsum(are_few) - 1).astype(np.int32)
    rows = np.flatnonzero(are_few[hops.from_steps])
    few = KeptHops(
        places[hops.from_steps[rows]],
        hops.to_steps.picked(rows),
        hops.moments[rows],
        hops.flags[rows],
        hops.sinces[rows],
        hops.written_untils[rows],
    )
    return steps.picked(np.flatnonzero(are_few)), few
