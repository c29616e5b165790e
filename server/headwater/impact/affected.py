"""What follows from a start: who was reached, when, how far away and how surely (docs/point-in-time.md).

Pure: takes the hops of a walk, which say which read saw which write, and gives runs and versions.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from heapq import heappop, heappush

import numpy as np
import numpy.typing as npt

from headwater.impact.graph import LineageGraph, Walk
from headwater.model.lineage import (
    ALWAYS,
    NEVER,
    NOBODY,
    OPEN_WRITE,
    POSSIBLE,
    STREAM_READ,
    STREAM_WROTE,
    VERSION_READ,
    Hops,
    Ints,
    Longs,
)

Mask = npt.NDArray[np.bool_]


class Kind(Enum):
    """Why a node is affected."""

    CONTAMINATED = "CONTAMINATED"
    STALE = "STALE"


@dataclass(frozen=True, eq=False)
class Ways:
    """The ways by which hops lead from the starts to steps and versions, all of them or only those that are certain.

    Nodes are counted: first the steps of the hops, then the versions, then the references without a write.
    """

    hops: Hops
    versions: "Versions"
    valid: Mask
    """For each hop, whether what it starts from can come by it to its end."""

    reached: Longs
    """For each step when it was reached; NEVER: it was not."""

    version_reached: Longs
    """The same for each version."""

    is_upstream: bool
    """Whether hops lead to those whose writes were seen."""

    @cached_property
    def lead_on(self) -> Mask:
        """For each hop whether it leads from a step that was reached to another."""
        return np.asarray(self._met & self.valid & (self.hops.to_steps >= 0), bool)

    @cached_property
    def lead_to_writes(self) -> Mask:
        """For each hop whether it leads from a step that was reached to a write that was, whoever saw it."""
        wrote = self.hops.edge_ids != 0
        by_version = np.append(self.version_reached, NEVER)[self.versions.of_hops]  # there may be no version
        written = self.valid if self.is_upstream else by_version != NEVER
        return np.asarray(self._met & wrote & written, bool)

    @cached_property
    def of_nobody(self) -> Mask:
        """For each hop whether it leads from an implicit version to a read of it."""
        return np.asarray(self.lead_on & (self.hops.steps.run_ids[self.hops.from_steps] == NOBODY), bool)

    @cached_property
    def _met(self) -> Mask:
        return np.asarray(self.reached[self.hops.from_steps] != NEVER, bool)

    @cached_property
    def graph(self) -> LineageGraph:
        """Steps to versions to steps."""
        hops, size = self.hops, len(self.hops.steps)
        has_write = hops.edge_ids != 0
        middle = np.where(has_write, size + self.versions.of_hops, size + len(self.versions) + np.arange(len(hops)))
        onward = self.lead_on
        used = self.lead_to_writes | onward & ~has_write
        sources = np.concatenate([hops.from_steps[used], middle[onward]])
        targets = np.concatenate([middle[used], hops.to_steps[onward]])
        return LineageGraph(sources.astype(np.int64), targets.astype(np.int64), np.arange(size, dtype=np.int64))

    @cached_property
    def walk(self) -> Walk:
        """The shortest ways from the starts."""
        return self.graph.walk(self.graph.index_of(np.flatnonzero(self.hops.are_starts).astype(np.int64)))

    @cached_property
    def levels(self) -> Ints:
        """For each step and version its level: steps have even ones, versions odd; -1: not reached."""
        levels = np.full(len(self.hops.steps) + len(self.versions), -1, np.int32)
        counted = self.graph.ids < len(levels)
        levels[self.graph.ids[counted]] = self.walk.levels[counted]
        return levels

    def path_to(self, node: int) -> list[int]:
        """A shortest way to a node from a start, both included, without references and NOBODY; fewest runs."""
        position = int(self.graph.index_of(np.array([node], np.int64))[0])
        limit = len(self.hops.steps) + len(self.versions)
        return [
            int(node) for node in self.graph.ids[self.walk.path_to(position)] if node < limit and self.is_there(node)
        ]

    def is_there(self, node: int) -> bool:
        """Whether a node is a version or a run, and not the start of NOBODY."""
        return node >= len(self.hops.steps) or bool(self.hops.steps.run_ids[node] != NOBODY)


@dataclass(frozen=True, eq=False)
class Versions:
    """The versions among hops: each (edge, attempt) once, by time, then by URN."""

    edge_ids: Longs
    attempts: Ints
    moments: Longs
    made_by_streams: Mask
    are_open: Mask
    """No versions after all: open writes, which lead on only to what is possible."""

    of_hops: Ints
    """For each hop the number of its version; 0 for one without."""

    def __len__(self) -> int:
        return len(self.edge_ids)

    @classmethod
    def of(cls, hops: Hops, starts_apart: bool = False) -> "Versions":
        """The versions of hops; those of the starts may be others than the same ones reached again."""
        written = np.flatnonzero(hops.edge_ids != 0)
        keys = hops.writes[written]
        if starts_apart:
            keys = 2 * keys + hops.are_starts[hops.from_steps[written]]
        _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
        of_hops = np.zeros(len(hops), np.int32)
        of_hops[written] = numbers
        chosen = written[first]
        return cls(
            hops.edge_ids[chosen],
            hops.attempts[chosen],
            hops.moments[chosen],
            (hops.flags[chosen] & STREAM_WROTE) != 0,
            (hops.flags[chosen] & OPEN_WRITE) != 0,
            of_hops,
        )


def ways(
    hops: Hops, tolerance_micros: int = 0, *, certain: bool = True, upstream: bool = False, starts_apart: bool = False
) -> Ways:
    """Follow hops from their starts: by those alone that are certain, or by all.

    Time counts: a read passes on only what had reached the write before the read was over. `starts_apart`: of the
    versions of the starts not all that saw them count, unless they are reached again.
    """
    versions = Versions.of(hops, starts_apart)
    allowed = (hops.flags & POSSIBLE) == 0 if certain else np.ones(len(hops), bool)
    if bool((hops.flags & (STREAM_WROTE | OPEN_WRITE)).any()):
        return _Timed(hops, versions, allowed, tolerance_micros, certain).follow(upstream)
    return _plain_ways(hops, versions, allowed, upstream)


def _plain_ways(hops: Hops, versions: Versions, allowed: Mask, upstream: bool) -> Ways:
    """Where nothing is written over a time, a version is reached when it is written, whatever leads to it."""
    size = len(hops.steps)
    everything = Ways(hops, versions, allowed, np.full(size, ALWAYS), np.full(len(versions), ALWAYS), upstream)
    met = everything.levels[:size] >= 0
    version_met = everything.levels[size:] >= 0
    valid = allowed & met[hops.from_steps]
    reached = np.full(size, NEVER, np.int64)
    reached[hops.are_starts] = ALWAYS
    onward = valid & (hops.to_steps >= 0)
    read = onward & (hops.edge_ids != 0)
    np.minimum.at(reached, hops.to_steps[read], np.maximum(hops.sinces[read], hops.moments[read]))
    named = np.flatnonzero(onward & (hops.edge_ids == 0))
    while len(named):
        before = reached[hops.to_steps[named]]
        np.minimum.at(reached, hops.to_steps[named], np.maximum(hops.sinces[named], reached[hops.from_steps[named]]))
        if np.array_equal(before, reached[hops.to_steps[named]]):
            break
    return Ways(hops, versions, valid, reached, np.where(version_met, versions.moments, NEVER), upstream)


class _Timed:
    """Follows hops in the order of time: what is written over a time is reached when its run was.

    Downstream a step is labelled with when it was reached, the earlier the better. Upstream with the latest time at
    which something may have reached it to count, the later the better: negated, so that less is better both ways.
    """

    def __init__(self, hops: Hops, versions: Versions, allowed: Mask, tolerance: int, certain: bool) -> None:
        self._hops = hops
        self._versions = versions
        self._allowed = allowed
        self._tolerance = tolerance
        self._certain = certain
        self._goes_on = versions.made_by_streams | versions.are_open
        self._labels = np.full(len(hops.steps), NEVER, np.int64)
        self._labels[hops.are_starts] = ALWAYS
        self._version_labels = np.full(len(versions), NEVER, np.int64)
        self._valid = np.zeros(len(hops), bool)

    def follow(self, upstream: bool) -> Ways:
        """The ways from the starts."""
        hops, labels = self._hops, self._labels
        arrival = self._arrival_upstream if upstream else self._arrival
        order = np.argsort(hops.from_steps, kind="stable")
        bounds = np.searchsorted(hops.from_steps[order], np.arange(len(hops.steps) + 1))
        queue = [(ALWAYS, int(step)) for step in np.flatnonzero(hops.are_starts)]
        while queue:
            label, step = heappop(queue)
            if label > labels[step]:
                continue
            for hop in order[bounds[step] : bounds[step + 1]].tolist():
                target = int(hops.to_steps[hop])
                arrived = arrival(hop, label)
                if arrived is None or target < 0 or not self._allowed[hop]:
                    continue
                self._valid[hop] = True
                if arrived < labels[target]:
                    labels[target] = arrived
                    heappush(queue, (arrived, target))
        return Ways(hops, self._versions, self._valid, labels, self._version_labels, upstream)

    def _arrival(self, hop: int, time: int) -> int | None:
        """When a hop brings what reached its start at a time to its end; None: too late."""
        since = int(self._hops.sinces[hop])
        if self._hops.edge_ids[hop] == 0:
            return max(since, time)
        version = self._versions.of_hops[hop]
        moment = int(self._versions.moments[version])
        at = max(moment, time) if self._goes_on[version] else moment
        if not (self._certain and self._versions.are_open[version]):
            self._version_labels[version] = min(self._version_labels[version], at)
        return max(since, at) if at <= self._latest(hop) else None

    def _arrival_upstream(self, hop: int, label: int) -> int | None:
        """Until when something may reach the end of a hop to reach its start by the time of the label, negated."""
        limit = -label
        since = int(self._hops.sinces[hop])
        if self._hops.edge_ids[hop] == 0:
            return label if since <= limit else None
        version = self._versions.of_hops[hop]
        moment = int(self._versions.moments[version])
        latest = min(limit, self._latest(hop))
        if since > limit or moment > latest:
            return None
        if self._allowed[hop]:
            self._version_labels[version] = min(self._version_labels[version], -latest)
        return -latest if self._goes_on[version] else ALWAYS

    def _latest(self, hop: int) -> int:
        """Until when a write has to be reached for a hop's read to pass it on."""
        flags = int(self._hops.flags[hop])
        if flags & VERSION_READ:
            return NEVER
        begin = int(self._hops.sinces[hop]) + self._tolerance
        if self._certain and not flags & STREAM_READ:
            return begin
        return max(begin, int(self._hops.untils[hop]))
