"""The hops of steps that nobody keeps yet, as the rule told them once (docs/store-merging.md).

They hold until a merge changes a read or a write of their data, a write of their run, or a parent of such runs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headwater.impact.kept_graph import NOWHERE, KeptGraph
from headwater.model.lineage import KeptHops, Longs, Steps
from headwater.store.kept_steps import data_of_steps, hops_of_steps
from headwater.store.pool import ReadPool

_MOST_TOLD: Final = 20_000
"""The most steps of which a server asks: the rule needs 10 µs for each. Newer runs come first."""

_PART_STEPS: Final = 5_000
"""The steps of one statement."""


@dataclass(frozen=True, eq=False, slots=True)
class DataOfSteps:
    """The data that steps write; each index is one of both."""

    class_ids: Longs
    steps: Steps

    @classmethod
    def joined(cls, parts: Sequence["DataOfSteps"]) -> "DataOfSteps":
        """Return all parts as one."""
        class_ids = np.concatenate([np.zeros(0, np.int64), *(part.class_ids for part in parts)])
        return cls(class_ids, Steps.joined([part.steps for part in parts]))

    def writers_of(self, class_ids: Longs) -> Steps:
        """Return the steps that write some data."""
        return self.steps.picked(np.flatnonzero(np.isin(self.class_ids, class_ids)))

    def still_told(self, graph: KeptGraph) -> "DataOfSteps":
        """Return those of steps that are not open in a graph. It has all of the steps."""
        rows = np.flatnonzero(~graph.are_open[graph.find(self.steps)])
        return DataOfSteps(self.class_ids[rows], self.steps.picked(rows))


async def with_told_steps(pool: ReadPool, graph: KeptGraph) -> tuple[KeptGraph, DataOfSteps]:
    """Ask the rule for the hops of open steps, and of those that these lead to. Returns the graph with these hops."""
    seen: set[tuple[int, int]] = set()
    told: list[tuple[Steps, KeptHops]] = []
    data: list[DataOfSteps] = []
    left = _new(graph.steps.picked(np.flatnonzero(graph.are_open)), seen)
    while len(left):
        left = left.picked(np.arange(len(left))[: _MOST_TOLD - sum(len(steps) for steps, _ in told)])
        targets = []
        for place in range(0, len(left), _PART_STEPS):
            some = left.picked(np.arange(place, min(place + _PART_STEPS, len(left))))
            async with pool.snapshot() as connection:
                told.append((some, await hops_of_steps(connection, some)))
                data.append(DataOfSteps(*await data_of_steps(connection, some)))
            targets.append(told[-1][1].to_steps)
        found = Steps.joined(targets)
        left = _new(found.picked(np.flatnonzero(graph.find(found) == NOWHERE)), seen)
    return graph.joined(told) if told else graph, DataOfSteps.joined(data)


def _new(steps: Steps, seen: set[tuple[int, int]]) -> Steps:
    """Return the whole attempts among steps that are not seen, newer runs first; they are seen from now on."""
    wholes = np.flatnonzero((steps.run_ids != 0) & (steps.input_ids == 0) & (steps.output_ids == 0))
    keys = zip(steps.run_ids[wholes].tolist(), steps.attempts[wholes].tolist(), strict=True)
    new = sorted({*keys} - seen, reverse=True)
    seen.update(new)
    run_ids, attempts = np.array(new, np.int64).reshape(-1, 2).T
    return Steps.of_attempts(run_ids, attempts.astype(np.int32))
