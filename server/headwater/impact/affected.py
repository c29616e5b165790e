"""The consequences of a start: the nodes reached, with time, distance and certainty (docs/point-in-time.md).

Pure: takes the hops of a walk, which tell the write that each read saw, and returns runs and versions.
"""

from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from headwater.impact.graph import Adjacency, LineageGraph, Walk
from headwater.model.lineage import (
    ALWAYS,
    NEVER,
    NOBODY,
    OPEN_WRITE,
    POSSIBLE,
    STREAM_READ,
    STREAM_WROTE,
    UNTOLD_COLUMN,
    VERSION_READ,
    Hops,
    Ints,
    Longs,
    arrivals,
)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Paths:
    """The paths of hops from the starts to steps and versions, all of them or only the certain ones.

    The numbers of nodes: first the steps of the hops, then the versions, then the references without a write.
    """

    hops: Hops
    versions: "Versions"
    valid: Mask
    """For each hop, True if data from its start can pass it to its end."""

    written: Mask
    """For each hop, True if the write ended after the walk reached its start."""

    reached: Longs
    """For each step, the time when the walk reached it; NEVER: it did not."""

    version_reached: Longs
    """For each version, the time when the walk reached it; NEVER: it did not."""

    is_upstream: bool
    """True if hops lead to the runs whose writes were seen."""

    known_walk: Walk | None = None
    """The shortest paths, if they are known already."""

    @cached_property
    def lead_on(self) -> Mask:
        """For each hop, True if it leads from a reached step to another."""
        return np.asarray(self._met & self.valid & (self.hops.to_steps >= 0), bool)

    @cached_property
    def lead_to_writes(self) -> Mask:
        """For each hop, True if it leads from a reached step to a reached write, seen or not."""
        counts = self.valid if self.is_upstream else self.written
        return np.asarray(self._met & (self.hops.edge_ids != 0) & counts, bool)

    @cached_property
    def of_nobody(self) -> Mask:
        """For each hop, True if it leads from an implicit version to a read of it."""
        return np.asarray(self.lead_on & (self.hops.steps.run_ids[self.hops.from_steps] == NOBODY), bool)

    @cached_property
    def _met(self) -> Mask:
        return np.asarray(self.reached[self.hops.from_steps] != NEVER, bool)

    @cached_property
    def graph(self) -> LineageGraph:
        """The graph of steps to versions to steps; a node's number is its position."""
        hops, size = self.hops, len(self.hops.steps)
        is_reference, places = hops.edge_ids == 0, size + len(self.versions)
        middle = np.where(is_reference, places + np.arange(len(hops)), size + self.versions.of_hops)
        onward = self.lead_on
        used = self.lead_to_writes | onward & is_reference
        sources = np.concatenate([hops.from_steps[used], middle[onward]])
        targets = np.concatenate([middle[used], hops.to_steps[onward]])
        nodes = np.arange(places + (len(hops) if is_reference.any() else 0), dtype=np.int64)
        return LineageGraph.over(nodes, Adjacency.of_edges(len(nodes), sources, targets))

    @cached_property
    def walk(self) -> Walk:
        """The shortest paths from the starts."""
        return self.known_walk or self.graph.walk(np.flatnonzero(self.hops.are_starts))

    @cached_property
    def levels(self) -> Ints:
        """The level of each step and version: steps have even ones, versions odd; -1: not reached."""
        return self.walk.levels[: len(self.hops.steps) + len(self.versions)]

    def path_to(self, node: int) -> list[int]:
        """Return a path with the fewest runs to a node from a start, both included, without references and NOBODY."""
        limit = len(self.hops.steps) + len(self.versions)
        return [int(node) for node in self.walk.path_to(node) if node < limit and self.is_there(node)]

    def is_there(self, node: int) -> bool:
        """Return True for a version or a run, False for the start of NOBODY."""
        return node >= len(self.hops.steps) or bool(self.hops.steps.run_ids[node] != NOBODY)


@dataclass(frozen=True, eq=False)
class Versions:
    """The versions among hops: each (edge, attempt) once, by time, then by URN."""

    edge_ids: Longs
    attempts: Ints
    moments: Longs
    made_by_streams: Mask
    are_open: Mask
    """True for open writes: no versions, with only possible consequences."""

    of_hops: Ints
    """For each hop, the number of its version; 0 for a hop without one."""

    def __len__(self) -> int:
        return len(self.edge_ids)

    @classmethod
    def of(cls, hops: Hops, starts_apart: bool = False) -> "Versions":
        """Return the versions of hops. starts_apart: the starts' versions differ from the same ones reached again."""
        written = np.flatnonzero(hops.edge_ids != 0)
        keys = hops.writes[written]
        if starts_apart:
            keys = 2 * keys + hops.are_starts[hops.from_steps[written]]
        is_key = np.bincount(keys) > 0  # the keys are ranks, so few numbers are none
        numbers = (np.cumsum(is_key) - 1)[keys]
        of_hops = np.zeros(len(hops), np.int32)
        of_hops[written] = numbers
        chosen = np.empty(np.count_nonzero(is_key), np.int64)  # any hop of each version
        chosen[numbers] = written
        return cls(
            hops.edge_ids[chosen],
            hops.attempts[chosen],
            hops.moments[chosen],
            (hops.flags[chosen] & STREAM_WROTE) != 0,
            (hops.flags[chosen] & OPEN_WRITE) != 0,
            of_hops,
        )


def paths(
    hops: Hops,
    tolerance_micros: int = 0,
    *,
    certain: bool = True,
    upstream: bool = False,
    starts_apart: bool = False,
    without: int = 0,
) -> Paths:
    """Follow hops from their starts: all hops, or only the certain ones.

    Time counts: a read passes on only data that had reached the write before the read was over, and nothing that was
    over before is affected. starts_apart: keep the starts' versions apart, since only some of their readers count.
    without: flags of hops to leave out, with their writes.
    """
    versions = Versions.of(hops, starts_apart)
    there = (hops.flags & (without | (UNTOLD_COLUMN if certain else 0))) == 0
    allowed = there & ((hops.flags & POSSIBLE) == 0) if certain else there
    if not (hops.flags & (STREAM_WROTE | OPEN_WRITE)).any():
        plain = _plain_paths(hops, versions, there, allowed, upstream)
        if (_is_in_time_upstream if upstream else _is_in_time)(plain, tolerance_micros):
            return plain
    return _Timed(hops, versions, there, allowed, tolerance_micros, certain).follow(upstream)


def _plain_paths(hops: Hops, versions: Versions, there: Mask, allowed: Mask, upstream: bool) -> Paths:
    """Return the paths without regard to ends. Each write is a moment, in which its version is reached.

    Mostly the walk reaches everything before its end: then these are the paths. Otherwise the paths are among these.
    """
    size, written = len(hops.steps), there & (hops.edge_ids != 0)
    everything = Paths(
        hops, versions, allowed, written, np.full(size, ALWAYS), np.full(len(versions), ALWAYS), upstream
    )
    met = everything.levels[:size] >= 0
    version_met = everything.levels[size:] >= 0
    valid = allowed & met[hops.from_steps]
    version_reached = np.where(version_met, versions.moments, NEVER)
    # The other hops start at steps that the walk did not meet.
    return Paths(hops, versions, valid, written, _reached(hops, valid), version_reached, upstream, everything.walk)


def _reached(hops: Hops, valid: Mask, *, latest: bool = False) -> Longs:
    """Return the time when valid hops first reached each step, if hops reach versions in the moment of their write.

    latest: the time when the last of them did.
    """
    chosen, unreached = (np.maximum, ALWAYS) if latest else (np.minimum, NEVER)
    reached = np.full(len(hops.steps), unreached, np.int64)
    reached[hops.are_starts] = ALWAYS
    onward = valid & (hops.to_steps >= 0) & ~hops.are_starts[hops.to_steps]
    read = onward & (hops.edge_ids != 0)
    arrived = arrivals(hops.moments[read], hops.flags[read], hops.sinces[read])
    chosen.at(reached, hops.to_steps[read], arrived)
    named = np.flatnonzero(onward & (hops.edge_ids == 0))
    while len(named):
        before = reached[hops.to_steps[named]]
        chosen.at(reached, hops.to_steps[named], np.maximum(hops.sinces[named], reached[hops.from_steps[named]]))
        if np.array_equal(before, reached[hops.to_steps[named]]):
            break
    return reached


def _is_in_time(paths: Paths, tolerance: int) -> bool:
    """Return True if plain paths down from a start reach everything before its end, even by the latest way to it.

    The earliest way is not enough: it may lead through a ring of which each part is in time by the others alone.
    """
    hops, by_write = paths.hops, paths.hops.edge_ids != 0
    begun = _reached(hops, paths.valid, latest=True)[hops.from_steps]
    met = (paths.reached[hops.from_steps] != NEVER) & (by_write | paths.valid)
    at = np.where(by_write, begun, np.maximum(hops.sinces, begun))
    return not (met & (at > _later(np.where(by_write, hops.written_untils, hops.untils), tolerance))).any()


def _is_in_time_upstream(paths: Paths, tolerance: int) -> bool:
    """Return the same for plain paths up to a start; False too if the order of references counts."""
    hops = paths.hops
    used = paths.valid & (hops.to_steps >= 0)
    latest = np.full(len(hops.steps), NEVER, np.int64)
    latest[hops.are_starts] = hops.start_untils[hops.are_starts]
    np.minimum.at(latest, hops.to_steps[used], hops.written_untils[used])
    at = arrivals(hops.moments, hops.flags, hops.sinces)
    return not (used & ((hops.edge_ids == 0) | (at > _later(latest, tolerance)[hops.from_steps]))).any()


def _later(moments: Longs, tolerance: int) -> Longs:
    return np.minimum(moments, NEVER - tolerance) + tolerance


class _Timed:
    """Follows hops in the order of time: a write over a span of time is reached when its run is.

    Downstream the label of a step is the time of its first hop; earlier is better. Upstream it is the latest time at
    which data may have reached the step to count; later is better, so it is negated: less is better in both directions.
    """

    def __init__(
        self, hops: Hops, versions: Versions, there: Mask, allowed: Mask, tolerance: int, certain: bool
    ) -> None:
        self._hops = hops
        self._versions = versions
        self._there = there
        self._allowed = allowed
        self._tolerance = tolerance
        self._certain = certain
        self._goes_on = versions.made_by_streams | versions.are_open
        self._labels = np.full(len(hops.steps), NEVER, np.int64)
        self._labels[hops.are_starts] = ALWAYS
        self._written = np.zeros(len(hops), bool)
        self._version_labels = np.full(len(versions), NEVER, np.int64)
        self._valid = np.zeros(len(hops), bool)

    def follow(self, upstream: bool) -> Paths:
        """Return the paths from the starts."""
        hops, labels = self._hops, self._labels
        starts = np.flatnonzero(hops.are_starts)
        if upstream:
            ends = _later(hops.start_untils[starts], self._tolerance)
            labels[starts] = np.where(ends == NEVER, ALWAYS, -ends)
        arrival = self._arrival_upstream if upstream else self._arrival
        order = np.argsort(hops.from_steps, kind="stable")
        bounds = np.searchsorted(hops.from_steps[order], np.arange(len(hops.steps) + 1))
        queue = [(int(labels[step]), int(step)) for step in starts]
        heapify(queue)
        while queue:
            label, step = heappop(queue)
            if label > labels[step]:
                continue
            for hop in order[bounds[step] : bounds[step + 1]].tolist():
                if not self._there[hop]:
                    continue
                target = int(hops.to_steps[hop])
                arrived = arrival(hop, label)
                if arrived is None or target < 0 or not self._allowed[hop]:
                    continue
                self._valid[hop] = True
                if arrived < labels[target]:
                    labels[target] = arrived
                    heappush(queue, (arrived, target))
        reached = _reached(hops, self._valid) if upstream else labels
        return Paths(hops, self._versions, self._valid, self._written, reached, self._version_labels, upstream)

    def _arrival(self, hop: int, time: int) -> int | None:
        """Return the time when a hop brings data to its end that reached its start at some time; None: too late."""
        since = int(self._hops.sinces[hop])
        if self._hops.edge_ids[hop] == 0:
            at = max(since, time)
            return at if at <= int(self._hops.untils[hop]) + self._tolerance else None
        if time > int(self._hops.written_untils[hop]) + self._tolerance:
            return None
        self._written[hop] = True
        version = self._versions.of_hops[hop]
        moment = int(self._versions.moments[version])
        at = max(moment, time) if self._goes_on[version] else moment
        if not (self._certain and self._versions.are_open[version]):
            self._version_labels[version] = min(self._version_labels[version], at)
        if self._hops.flags[hop] & VERSION_READ:
            return since
        return max(since, at) if at <= self._latest(hop) else None

    def _arrival_upstream(self, hop: int, label: int) -> int | None:
        """Return the latest time, negated, for data at a hop's end to reach its start in time; None: too late."""
        limit = -label
        since = int(self._hops.sinces[hop])
        if self._hops.edge_ids[hop] == 0:
            limit = min(limit, int(self._hops.untils[hop]) + self._tolerance)
            return max(-limit, ALWAYS) if since <= limit else None
        by_id = self._hops.flags[hop] & VERSION_READ
        version = self._versions.of_hops[hop]
        latest = NEVER if by_id else min(limit, self._latest(hop))
        if since > limit or int(self._versions.moments[version]) > latest:
            return None
        if self._allowed[hop]:
            self._version_labels[version] = self._versions.moments[version]
        end = int(self._hops.written_untils[hop]) + self._tolerance
        return max(-min(latest, end) if self._goes_on[version] else -end, ALWAYS)

    def _latest(self, hop: int) -> int:
        """Return the latest time for data to reach a write, if a read without a version id is to pass them on."""
        flags = int(self._hops.flags[hop])
        begin = int(self._hops.sinces[hop]) + self._tolerance
        if self._certain and not flags & STREAM_READ:
            return begin
        return max(begin, int(self._hops.untils[hop]))
