"""The kept graph: the certain hops of final steps as arrays, of which a server holds one (docs/store-merging.md).

A walk over it takes some nanoseconds a hop. It tells the steps that a start reached, not by which versions.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy

from headwater.model.lineage import (
    ALWAYS,
    NEVER,
    NO_HOPS,
    NO_STEPS,
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

_MOST_STARTS = 100_000
"""The starts of one search; it takes more in turns."""

_NO_STEP = -9999
"""scipy's word for a step that a search did not meet, in place of the step before it."""

NOWHERE = -1
"""The number of a step that is not in the graph."""


@dataclass(frozen=True, eq=False, slots=True)
class Edges:
    """Pairs of steps, each once, with what the hops between them say together."""

    sources: Ints
    targets: Ints
    first: Longs
    """The first time at which a hop reaches its end."""

    last: Longs
    """The last such time."""


@dataclass(frozen=True, eq=False)
class KeptGraph:
    """Steps with edges between them. The edges from a step hold as long as it is not open."""

    steps: Steps
    """Sorted by their columns, each once."""

    ends: Longs
    """The first end of a write of each kept step; ALWAYS: its hops need a look at the time of each."""

    edges: Edges
    """Sorted by source, then by target."""

    are_open: Mask
    """True for each step whose edges are not here, or no longer hold: the rule tells them."""

    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    """Held while `reached` writes its starts into the matrix."""

    @classmethod
    def empty(cls) -> "KeptGraph":
        """Return a graph without steps."""
        return cls(NO_STEPS, _LONGS, Edges(_INTS, _INTS, _LONGS, _LONGS), np.zeros(0, bool))

    def __len__(self) -> int:
        return len(self.steps)

    def find(self, steps: Steps) -> Longs:
        """Return the number of each step; NOWHERE for those that are not here."""
        own, found = self.steps, np.full(len(steps), NOWHERE, np.int64)
        places = np.searchsorted(own.run_ids, steps.run_ids)
        left = np.arange(len(steps))
        while len(left):
            left = left[places[left] < len(own)]
            left = left[own.run_ids[places[left]] == steps.run_ids[left]]
            is_same = _same(own.picked(places[left]), steps.picked(left))
            found[left[is_same]] = places[left[is_same]]
            left = left[~is_same]
            places[left] += 1
        return found

    def without(self, steps: Steps, run_ids: Longs) -> "KeptGraph":
        """Return the same graph, with some steps and all of some runs open; those that are not here do not matter."""
        found = self.find(steps)
        numbers = np.union1d(found[found != NOWHERE], self.steps_of_runs(np.unique(run_ids)))
        numbers = numbers[~self.are_open[numbers]]
        if not len(numbers):
            return self
        other = replace(self, are_open=self.are_open.copy())
        other.are_open[numbers] = True
        vars(other).update({name: getattr(self, name) for name in ("last_reached", "restless", "siblings", "_into")})
        number, places = _of_each(self._out.indptr, numbers)
        with self._lock:
            parts = (self._out.data, self._out.indices.copy(), self._out.indptr.copy())
        parts[1][places] = np.repeat(numbers, number)
        parts[2][-1] = len(parts[1])  # scipy drops what is beyond
        vars(other)["_out"] = scipy.sparse.csr_array(parts, shape=self._out.shape)
        return other

    def joined(self, parts: Sequence[tuple[Steps, KeptHops]]) -> "KeptGraph":
        """Return a graph of this one's steps that are not open, and of further ones with all of their hops."""
        kept, hops = _together(parts)
        ends = _ends(len(kept), hops)
        onward = np.flatnonzero((hops.to_steps.run_ids != 0) & ((hops.flags & POSSIBLE) == 0))
        arrived = arrivals(hops.moments[onward], hops.flags[onward], hops.sinces[onward])
        steps, numbers = _each_once(self.steps, kept, hops.to_steps.picked(onward))
        own, of_kept, of_targets = np.split(numbers, [len(self), len(self) + len(kept)])
        holds = ~self.are_open
        are_open, all_ends = np.ones(len(steps), bool), np.full(len(steps), NEVER)
        are_open[own] = self.are_open
        all_ends[own[holds]] = self.ends[holds]
        are_open[of_kept], all_ends[of_kept] = False, ends
        is_new = np.zeros(len(steps), bool)
        is_new[of_kept] = True
        left = holds[self.edges.sources] & ~is_new[own[self.edges.sources]]
        edges = _edges(
            np.concatenate([own[self.edges.sources[left]], of_kept[hops.from_steps[onward]]]),
            np.concatenate([own[self.edges.targets[left]], of_targets]),
            np.concatenate([self.edges.first[left], arrived]),
            np.concatenate([self.edges.last[left], arrived]),
        )
        return KeptGraph(steps, all_ends, edges, are_open)._ready()

    def ends_within(self, run_ids: Longs, most: int) -> bool:
        """Return True if some runs lead to no more steps, with all of their own."""
        places, targets = self._out.indptr, self._out.indices
        left = self.steps_of_runs(run_ids).tolist()
        seen = set(left)
        while left and len(seen) <= most:
            number = left.pop()
            # A bare slice is enough: most have a few targets, and the last one needs no end.
            onward = targets[places[number] : places[number + 1]][: most + 1].tolist()
            left += [target for target in onward if target not in seen]
            seen.update(onward)
        return len(seen) <= most

    def reached(self, starts: Longs) -> Mask:
        """Return True for each step that some steps lead to, and for these."""
        size = len(self)
        is_met = np.zeros(size, bool)
        for place in range(0, len(starts), _MOST_STARTS):
            some = starts[place : place + _MOST_STARTS]
            with self._lock:
                # One more step leads to all starts.
                matrix = self._out
                edges = matrix.indptr[size]
                matrix.indices[edges : edges + len(some)] = some
                matrix.indptr[size + 1] = edges + len(some)
                _, before = scipy.sparse.csgraph.breadth_first_order(matrix, size)
            is_met |= before[:size] != _NO_STEP
        return is_met

    def next_to(self, steps: Longs) -> Longs:
        """Return the targets of the edges from some steps; none of open ones."""
        _, edges = _of_each(self._out.indptr, steps[~self.are_open[steps]])
        return np.asarray(self._out.indices[edges], np.int64)

    def edges_into(self, steps: Longs) -> tuple[Longs, Longs, Longs]:
        """Return the sources, targets and first times of the edges to some steps."""
        order, offsets = self._into
        number, places = _of_each(offsets, steps)
        edges = order[places]
        return self.edges.sources[edges].astype(np.int64), np.repeat(steps, number), self.edges.first[edges]

    @cached_property
    def kept(self) -> int:
        """The number of steps with edges."""
        return int(np.count_nonzero(~self.are_open))

    @cached_property
    def last_reached(self) -> Longs:
        """The last time at which an edge reaches each step; ALWAYS without one."""
        found = np.full(len(self), ALWAYS, np.int64)
        np.maximum.at(found, self.edges.targets, self.edges.last)
        return found

    @cached_property
    def restless(self) -> Longs:
        """The steps that an edge reaches after the end of a write: there time may cut a walk."""
        return np.flatnonzero(self.last_reached > self.ends)

    @cached_property
    def open_steps(self) -> Longs:
        """The open steps."""
        return np.flatnonzero(self.are_open)

    @cached_property
    def siblings(self) -> Longs:
        """The steps of runs that have several."""
        is_same = self.steps.run_ids[1:] == self.steps.run_ids[:-1]
        return np.flatnonzero(np.append(is_same, False) | np.insert(is_same, 0, False))

    def number_of_runs(self, is_wanted: Mask) -> int:
        """Return the number of runs with a wanted step. is_wanted: for each step."""
        siblings = self.siblings[is_wanted[self.siblings]]
        runs = len(np.unique(self.steps.run_ids[siblings]))
        return int(np.count_nonzero(is_wanted)) - len(siblings) + runs

    def have_steps(self, run_ids: Longs, is_wanted: Mask) -> Mask:
        """Return True for each run with a wanted step. is_wanted: for each step."""
        first, last = self._spans_of_runs(run_ids)
        wanted = np.repeat(np.arange(len(run_ids)), last - first)[is_wanted[ranges(first, last - first)]]
        return np.asarray(np.bincount(wanted, minlength=len(run_ids)) > 0, bool)

    def steps_of_runs(self, run_ids: Longs) -> Longs:
        """Return all steps of some runs."""
        first, last = self._spans_of_runs(run_ids)
        return ranges(first, last - first)

    def _spans_of_runs(self, run_ids: Longs) -> tuple[Longs, Longs]:
        first, last = (np.searchsorted(self.steps.run_ids, run_ids, side) for side in ("left", "right"))
        return first, last

    def _ready(self) -> "KeptGraph":
        """Return this graph with all columns that walks use, so that none waits for them."""
        _ = self.restless, self.siblings, self._out, self._into
        return self

    @cached_property
    def _out(self) -> Any:
        """The edges as scipy's matrix, with space for those of one more step. Open steps lead at most to themselves."""
        size, edges = len(self), len(self.edges.targets)
        offsets = np.append(np.searchsorted(self.edges.sources, np.arange(size + 1)), edges + _MOST_STARTS)
        targets = np.concatenate([self.edges.targets, np.zeros(_MOST_STARTS, np.int32)])
        parts = (np.ones(len(targets)), targets, offsets.astype(np.int32))
        return scipy.sparse.csr_array(parts, shape=(size + 1, size + 1))

    @cached_property
    def _into(self) -> tuple[Ints, Ints]:
        """The edges by target, and the place of each step's first one."""
        order = np.argsort(self.edges.targets, kind="stable").astype(np.int32)
        return order, np.searchsorted(self.edges.targets[order], np.arange(len(self) + 1)).astype(np.int32)


def _same(steps: Steps, others: Steps) -> Mask:
    pairs = zip(steps.columns, others.columns, strict=True)
    return np.asarray(np.all([own == other for own, other in pairs], axis=0), bool)


def _each_once(*parts: Steps) -> tuple[Steps, Longs]:
    """Return the steps of all parts, each once, sorted; and the number of each given one."""
    together = Steps.joined(parts)
    order = np.lexsort(together.columns[::-1])
    in_order = together.picked(order)
    is_new = np.ones(len(order), bool)
    is_new[1:] = ~_same(in_order.picked(np.arange(1, len(order))), in_order.picked(np.arange(len(order) - 1)))
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.cumsum(is_new) - 1
    return in_order.picked(np.flatnonzero(is_new)), numbers


def _together(parts: Sequence[tuple[Steps, KeptHops]]) -> tuple[Steps, KeptHops]:
    """Return the steps and hops of all parts as one."""
    steps, hops = zip((NO_STEPS, NO_HOPS), *parts, strict=True)
    begins = np.cumsum([0, *(len(part) for part in steps[:-1])])
    from_steps = [part.from_steps + begin for part, begin in zip(hops, begins, strict=True)]
    return Steps.joined(steps), KeptHops(
        np.concatenate(from_steps),
        Steps.joined([part.to_steps for part in hops]),
        *(np.concatenate([getattr(part, name) for part in hops]) for name in _TOLD),
    )


_TOLD = ("moments", "flags", "sinces", "written_untils")

_LONGS, _INTS = np.zeros(0, np.int64), np.zeros(0, np.int32)


def _ends(number: int, hops: KeptHops) -> Longs:
    """Return the first end of a write of each kept step; ALWAYS for one with writes that last over a time."""
    ends = np.full(number, NEVER, np.int64)
    lasts = (hops.flags & (STREAM_WROTE | OPEN_WRITE)) != 0
    np.minimum.at(ends, hops.from_steps, np.where(lasts, ALWAYS, hops.written_untils))
    return ends


def _edges(sources: Longs, targets: Longs, first: Longs, last: Longs) -> Edges:
    """Return the edges of some hops, each pair of steps once."""
    order = np.lexsort((targets, sources))
    sources, targets = sources[order], targets[order]
    is_new = np.ones(len(order), bool)
    is_new[1:] = (sources[1:] != sources[:-1]) | (targets[1:] != targets[:-1])
    begins = np.flatnonzero(is_new)
    if len(begins):
        first, last = np.minimum.reduceat(first[order], begins), np.maximum.reduceat(last[order], begins)
    return Edges(sources[begins].astype(np.int32), targets[begins].astype(np.int32), first, last)


def _of_each(offsets: Ints, steps: Longs) -> tuple[Longs, Longs]:
    """Return the number of each step's places, and all of these, step by step."""
    begins = offsets[steps].astype(np.int64)
    number = offsets[steps + 1] - begins
    return number, ranges(begins, number)


def ranges(begins: Longs, number: Longs) -> Longs:
    """Return so many numbers from each begin on."""
    return np.repeat(begins - np.cumsum(number) + number, number) + np.arange(number.sum())
