"""A walk over the kept graph, and over the hops of open steps, which the rule tells (docs/store-merging.md).

Pure. Tells the number of runs and the nearest ones without the paths to them, if time cuts none of the paths.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from headwater.impact.kept_graph import NOWHERE, KeptGraph, ranges
from headwater.model.lineage import (
    ALWAYS,
    NEVER,
    OPEN_WRITE,
    POSSIBLE,
    STREAM_WROTE,
    Ints,
    KeptHops,
    Longs,
    Steps,
    arrivals,
)

Mask = npt.NDArray[np.bool_]

_START = -2
"""In place of the number of a step: the start."""


@dataclass(frozen=True, eq=False, slots=True)
class NearRuns:
    """The runs nearest to a start, each with its distance and the time when it was reached; by both."""

    ids: Longs
    depths: Longs
    reached: Longs

    def tied(self, first: int, end: int) -> Longs:
        """Return all rows of one distance and time with others, if some of them are among the given places."""
        is_new = np.ones(len(self.ids), bool)
        is_new[1:] = (self.depths[1:] != self.depths[:-1]) | (self.reached[1:] != self.reached[:-1])
        groups = np.cumsum(is_new) - 1
        is_tied = np.bincount(groups)[groups] > 1
        return np.flatnonzero(is_tied & np.isin(groups, groups[first:end]))

    def by_place(self, rows: Longs, places: Longs) -> "NearRuns":
        """Sort some rows, which are all rows of some distances and times, by their places."""
        order = np.arange(len(self.ids))
        order[rows] = rows[np.lexsort((places, self.reached[rows], self.depths[rows]))]
        return NearRuns(self.ids[order], self.depths[order], self.reached[order])


class OpenSteps:
    """The steps beside a graph, which have the numbers after its own; and how open steps led to each other before.

    Walks share them: then a walk asks for most open steps at once, and not for a few after each other.
    """

    def __init__(self, graph: KeptGraph) -> None:
        self._graph = graph
        self._numbers: dict[tuple[int, ...], int] = {}
        self._keys: list[tuple[int, ...]] = []
        self._before: dict[int, set[int]] = {}
        self._lock = threading.Lock()

    def numbers(self, steps: Steps) -> Longs:
        """Return the number of each step: the graph's, or a further one."""
        numbers = self._graph.find(steps)
        others = np.flatnonzero(numbers == NOWHERE)
        keys = zip(*(column.tolist() for column in steps.picked(others).columns), strict=True)
        with self._lock:
            for index, key in zip(others.tolist(), keys, strict=True):
                if key not in self._numbers:
                    self._numbers[key] = len(self._graph) + len(self._keys)
                    self._keys.append(key)
                numbers[index] = self._numbers[key]
        return numbers

    def steps(self, numbers: Longs) -> Steps:
        """Return the steps of some sorted numbers."""
        place = np.searchsorted(numbers, len(self._graph))
        own = self._graph.steps.picked(numbers[:place])
        keys = [self._keys[number - len(self._graph)] for number in numbers[place:].tolist()]
        columns = np.array(keys, np.int64).reshape(-1, 4).T
        pairs = zip(own.columns, columns, strict=True)
        return Steps(*(np.concatenate([column, others], dtype=column.dtype) for column, others in pairs))

    def runs(self, numbers: Longs) -> Longs:
        """Return the run of each number."""
        own = numbers < len(self._graph)
        runs = np.empty(len(numbers), np.int64)
        runs[own] = self._graph.steps.run_ids[numbers[own]]
        runs[~own] = [self._keys[number - len(self._graph)][0] for number in numbers[~own].tolist()]
        return runs

    def remember(self, sources: Longs, targets: Longs) -> None:
        """Remember how open steps led to open ones. Takes sorted sources."""
        begins = np.flatnonzero(np.diff(sources, prepend=_START))
        parts = np.split(targets, begins[1:])
        with self._lock:
            self._before |= {int(sources[begin]): {*part.tolist()} for begin, part in zip(begins, parts, strict=True)}

    def add(self, source: int, targets: Longs) -> None:
        """Remember that walks ask for some steps soon after another."""
        with self._lock:
            self._before[source] = self._before.get(source, set()).union(targets.tolist())

    def with_next(self, numbers: Longs, most: int) -> Longs:
        """Return some sorted steps, and those to which they led before; the steps alone if these are more than most."""
        found, left = set(numbers.tolist()), numbers.tolist()
        while left:
            if len(found) > most:
                return numbers
            onward = [target for target in self._before.get(left.pop(), ()) if target not in found]
            found.update(onward)
            left += onward
        return np.array(sorted(found), np.int64)


class KeptWalk:
    """All steps that some starts reached, part by part: kept steps by the graph, open ones as the rule tells them."""

    def __init__(self, graph: KeptGraph, others: OpenSteps, start_run_ids: Sequence[int]) -> None:
        self._graph = graph
        self._others = others
        self._start_run_ids = np.array(start_run_ids, np.int64)
        self._is_met = np.zeros(len(graph), bool)
        self._is_told = np.zeros(len(graph), bool)
        self._hops = _ToldHops.empty()
        self._turns: list[tuple[Longs, Longs]] = []
        """The steps that the rule told of together, with those that it left."""

    def __len__(self) -> int:
        """The number of steps so far."""
        return int(np.count_nonzero(self._is_met))

    def begin(self, hops: KeptHops) -> Longs:
        """Add the hops from the start. Returns the open steps, sorted: the rule tells their hops next."""
        return self._add(np.array([_START]), hops, np.full(len(hops.from_steps), _START), self._targets(hops))

    def go_on(self, told: Longs, hops: KeptHops) -> Longs:
        """Add the hops of open steps: of those that the last call returned, and perhaps of others."""
        targets = self._targets(hops)
        self._make_space(told)
        self._is_told[told] = True
        left = self._add(told[self._is_met[told]], hops, told[hops.from_steps], targets)
        self._turns.append((told, left))
        return left

    def remember(self) -> None:
        """Let later walks know how open steps led to each other, also by kept ones between them."""
        hops = self._hops
        rows = np.flatnonzero((hops.sources != _START) & (hops.targets != NOWHERE))
        rows = rows[self._are_open(hops.targets[rows])]
        self._others.remember(hops.sources[rows], hops.targets[rows])
        for told, left in self._turns:
            self._others.add(int(told[-1]), left)

    def total(self) -> int | None:
        """Return the number of runs without those of the start; None if a walk has to look at the time of each hop."""
        if not self._is_in_time():
            return None
        graph, size = self._graph, len(self._graph)
        is_met = self._is_met[:size]
        others = self._others.runs(size + np.flatnonzero(self._is_met[size:]))
        further = np.setdiff1d(others, self._start_run_ids)
        further = further[~graph.have_steps(further, is_met)]
        started = graph.have_steps(np.unique(self._start_run_ids), is_met)
        return graph.number_of_runs(is_met) - int(np.count_nonzero(started)) + len(further)

    def nearest(self, most: int) -> NearRuns:
        """Return at least the nearest runs, so many if there are, with all others of the last one's distance."""
        ids, depths = self._by_level(most)
        reached = self._first_reached(ids)
        order = np.lexsort((ids, reached, depths))
        return NearRuns(ids[order], depths[order], reached[order])

    def _targets(self, hops: KeptHops) -> Longs:
        """Return the number of each hop's target; NOWHERE for a hop that ends at its write."""
        onward = np.flatnonzero(hops.to_steps.run_ids)
        targets = np.full(len(hops.from_steps), NOWHERE, np.int64)
        targets[onward] = self._others.numbers(hops.to_steps.picked(onward))
        self._make_space(targets)
        return targets

    def _make_space(self, numbers: Longs) -> None:
        further = int(numbers.max(initial=0)) + 1 - len(self._is_met)
        if further > 0:
            self._is_met, self._is_told = (np.pad(mask, (0, further)) for mask in (self._is_met, self._is_told))

    def _add(self, told: Longs, hops: KeptHops, sources: Longs, targets: Longs) -> Longs:
        reached = arrivals(hops.moments, hops.flags, hops.sinces)
        self._hops = self._hops.joined(sources, targets, reached, hops.written_untils, hops.flags)
        left = [np.zeros(0, np.int64)]
        new = self._next(told)
        while len(new):
            # Open steps first, and then all kept ones together.
            kept = []
            while len(new):
                self._is_met[new] = True
                are_open = self._are_open(new)
                kept.append(new[~are_open])
                opened = new[are_open]
                is_told = self._is_told[opened]
                left.append(opened[~is_told])
                new = self._next(opened[is_told])
            opened = self._graph.open_steps
            opened = opened[~self._is_met[opened]]
            self._is_met[: len(self._graph)] |= self._graph.reached(np.concatenate(kept))
            new = opened[self._is_met[opened]]
        return np.unique(np.concatenate(left))

    def _next(self, sources: Longs) -> Longs:
        """Return the steps, new to this walk, to which told hops lead from some steps."""
        targets = np.unique(self._hops.targets_of(sources))
        return targets[~self._is_met[targets]]

    def _are_open(self, numbers: Longs) -> Mask:
        size = len(self._graph)
        are_open = numbers >= size
        own = np.flatnonzero(~are_open)
        are_open[own] = self._graph.are_open[numbers[own]]
        return are_open

    def _is_in_time(self) -> bool:
        """Return True if each step was reached before its writes ended, even by the last way to it."""
        graph, hops, size = self._graph, self._met_hops(), len(self._graph)
        is_plain = not (hops.flags & (POSSIBLE | STREAM_WROTE | OPEN_WRITE)).any()
        if not is_plain or self._is_met[graph.restless].any():
            return False
        onward = hops.targets != NOWHERE
        targets, reached = hops.targets[onward], hops.reached[onward]
        own = targets < size
        sources, numbers = np.unique(hops.sources, return_inverse=True)
        last = np.full(len(sources), ALWAYS, np.int64)
        is_own = (sources >= 0) & (sources < size)
        last[is_own] = graph.last_reached[sources[is_own]]
        if len(sources):
            places = np.searchsorted(sources, targets).clip(max=len(sources) - 1)
            goes_on = sources[places] == targets
            np.maximum.at(last, places[goes_on], reached[goes_on])
        return bool((reached[own] <= graph.ends[targets[own]]).all() and (last[numbers] <= hops.written_untils).all())

    def _met_hops(self) -> "_ToldHops":
        """Return the told hops from steps that the walk met."""
        hops = self._hops
        begun = int(np.searchsorted(hops.sources, 0))
        met = begun + np.flatnonzero(self._is_met[hops.sources[begun:]])
        return hops.picked(np.concatenate([np.arange(begun), met]))

    def _by_level(self, most: int) -> tuple[Longs, Longs]:
        """Return runs with their distance: level by level, until there are enough."""
        is_seen = np.zeros(len(self._is_met), bool)
        frontier, level = np.array([_START]), 0
        found, depths = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        known = self._start_run_ids
        while len(frontier) and sum(map(len, found)) < most:
            level += 1
            kept = frontier[(frontier >= 0) & (frontier < len(self._graph))]
            targets = np.concatenate([self._graph.next_to(kept), self._hops.targets_of(frontier)])
            frontier = np.unique(targets[~is_seen[targets]])
            is_seen[frontier] = True
            run_ids = np.setdiff1d(self._others.runs(frontier), known)
            known = np.union1d(known, run_ids)
            found.append(run_ids)
            depths.append(np.full(len(run_ids), level, np.int64))
        return np.concatenate(found), np.concatenate(depths)

    def _first_reached(self, run_ids: Longs) -> Longs:
        """Return the time when the first of each run's steps was reached. run_ids: each once."""
        graph, hops = self._graph, self._met_hops()
        own = graph.steps_of_runs(run_ids)
        sources, targets, reached = graph.edges_into(own[self._is_met[own]])
        holds = self._is_met[sources] & ~graph.are_open[sources]
        told = np.flatnonzero(hops.targets != NOWHERE)
        runs = np.concatenate([graph.steps.run_ids[targets[holds]], self._others.runs(hops.targets[told])])
        times = np.concatenate([reached[holds], hops.reached[told]])
        order = np.argsort(run_ids)
        found = np.full(len(run_ids), NEVER, np.int64)
        if len(run_ids):
            places = np.searchsorted(run_ids[order], runs).clip(max=len(run_ids) - 1)
            wanted = run_ids[order][places] == runs
            np.minimum.at(found, order[places[wanted]], times[wanted])
        return found


@dataclass(frozen=True, eq=False, slots=True)
class _ToldHops:
    """Hops by the numbers of their steps, sorted by source; NOWHERE: the hop ends at its write."""

    sources: Longs
    targets: Longs
    reached: Longs
    written_untils: Longs
    flags: Ints

    @classmethod
    def empty(cls) -> "_ToldHops":
        longs = np.zeros(0, np.int64)
        return cls(longs, longs, longs, longs, np.zeros(0, np.int32))

    @property
    def columns(self) -> tuple[Any, ...]:
        return self.sources, self.targets, self.reached, self.written_untils, self.flags

    def joined(self, *columns: npt.NDArray[np.integer]) -> "_ToldHops":
        together = _ToldHops(*(np.concatenate(pair) for pair in zip(self.columns, columns, strict=True)))
        return together.picked(np.argsort(together.sources, kind="stable"))

    def picked(self, rows: Longs) -> "_ToldHops":
        return _ToldHops(*(column[rows] for column in self.columns))

    def targets_of(self, sources: Longs) -> Longs:
        """Return the targets of the hops that lead on from some steps."""
        first, last = (np.searchsorted(self.sources, sources, side) for side in ("left", "right"))
        targets = self.targets[ranges(first, last - first)]
        return np.asarray(targets[targets != NOWHERE], np.int64)
