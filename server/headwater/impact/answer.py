"""The answer to a question: each run and version once, with its best standing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
import numpy.typing as npt

from headwater.impact.affected import Paths
from headwater.model.lineage import NEVER, Longs
from headwater.model.questions import Direction, Kind


@dataclass(frozen=True, eq=False)
class Finding:
    """The findings of one kind. `paths` are all paths of the question, `certain` the certain ones among them."""

    kind: Kind
    certain: Paths
    paths: Paths


@dataclass(frozen=True, eq=False)
class Affected:
    """Nodes, one per index, nearest first; ties by time, then by URN."""

    ids: Longs
    """The run; for a version its edge."""

    attempts: Longs
    """0 for runs."""

    findings: Longs
    """The finding of the answer with the surest standing of the node."""

    in_findings: Longs
    """All findings of the answer with the node: one bit each."""

    nodes: Longs
    """The node in the paths of that finding; less than 0 for a version that is the start itself."""

    are_certain: npt.NDArray[np.bool_]
    depths: Longs
    reached: Longs
    moments: Longs
    """The time when a version was written."""

    def __len__(self) -> int:
        return len(self.ids)

    def by_place(self, rows: Longs, places: Longs) -> "Affected":
        """Sort some rows, which are all rows of some depths and times, by their places."""
        order = np.arange(len(self))
        order[rows] = rows[np.lexsort((self.attempts[rows], places, self.reached[rows], self.depths[rows]))]
        return Affected(*(getattr(self, column.name)[order] for column in fields(self)))

    @cached_property
    def places(self) -> dict[tuple[int, int], int]:
        """The index of each node by id and attempt."""
        keys = zip(self.ids.tolist(), self.attempts.tolist(), strict=True)
        return {key: place for place, key in enumerate(keys)}


@dataclass(frozen=True, eq=False)
class Found:
    """Only the runs and versions of one finding."""

    runs: Affected
    versions: Affected


@dataclass(frozen=True, eq=False)
class Answer:
    """All runs and versions that a start affected, or that went into it."""

    findings: Sequence[Finding]
    runs: Affected
    versions: Affected
    apart: Sequence[Found]
    """The same by finding, if there are several."""

    is_cut: bool
    """True if a limit of nodes or time ended a walk: then more nodes may exist."""

    is_truncated: bool
    """True if is_cut, or if a limit of depth left nodes out."""

    runs_beyond: int
    """The number of runs one step beyond the limit of depth: a walk goes one step farther than its answer."""

    def has_all_of(self, other: "Answer") -> bool:
        """Return True if all runs and versions of another answer are in this one."""
        pairs = ((other.runs, self.runs), (other.versions, self.versions))
        return all(set(_keys(part)) <= set(_keys(own)) for part, own in pairs)

    @cached_property
    def open_writes(self) -> npt.NDArray[np.bool_]:
        """For each version, True if it is an open write: no version, with only possible consequences."""
        are_open = ~self.versions.are_certain & (self.versions.nodes < 0)  # the start upstream
        for number, finding in enumerate(self.findings):
            own = np.flatnonzero((self.versions.findings == number) & (self.versions.nodes >= 0))
            are_open[own] = finding.paths.versions.are_open[self.versions.nodes[own] - len(finding.paths.hops.steps)]
        return are_open

    def start_reads(self) -> int:
        """Return the number of reads of the start, an implicit version."""
        return sum(int(np.count_nonzero(finding.paths.of_nobody)) for finding in self.findings)

    def standings(self, found: Affected, row: int) -> list[tuple[Affected, int]]:
        """Return the standing of a run or version in each finding that has it, the surest first."""
        key = (int(found.ids[row]), int(found.attempts[row]))
        parts = [part.runs if found is self.runs else part.versions for part in self.apart]
        each = [(part, part.places[key]) for part in parts if key in part.places]
        return sorted(each, key=lambda one: bool(one[0].findings[one[1]] != found.findings[row])) or [(found, row)]


def unordered(answer: Answer) -> tuple[Longs, Longs]:
    """Return, downstream, the rows of runs and of versions with ties that their nodes leave open.

    Rows tie if depth and time are equal. Nodes of one finding and of one own time are in the order of URNs. The own
    time of a run is when it was first met, which may be before it was reached; of a version, when it was written.
    """
    met = np.zeros(len(answer.runs), np.int64)
    for number, finding in enumerate(answer.findings):
        own = answer.runs.findings == number
        met[own] = finding.paths.hops.first_times(Direction.DOWNSTREAM)[answer.runs.nodes[own]]
    return _mixed_ties(answer.runs, met), _mixed_ties(answer.versions, answer.versions.moments)


def _mixed_ties(found: Affected, own_times: Longs) -> Longs:
    """Return the rows of depths and times that have several findings or several own times."""

    def differs(*columns: Longs) -> npt.NDArray[np.bool_]:
        return np.asarray(np.any([column[1:] != column[:-1] for column in columns], axis=0), bool)

    is_other = differs(found.depths, found.reached)
    groups = np.concatenate([np.zeros(min(len(found), 1), np.int64), np.cumsum(is_other)])
    is_mixed = ~is_other & differs(found.findings, own_times)
    return np.flatnonzero(np.isin(groups, groups[1:][is_mixed]))


def _keys(found: Affected) -> Iterator[tuple[int, int]]:
    return zip(found.ids.tolist(), found.attempts.tolist(), strict=True)


_Columns = tuple[Longs, ...]
"""Columns: id, attempt, finding, node, 1 if only possible, depth, time, moment."""


def answer(
    findings: Sequence[Finding],
    direction: Direction,
    max_depth: int | None = None,
    start_versions: Sequence[tuple[int, int, int, bool]] = (),
    start_runs: Sequence[int] = (),
) -> Answer:
    """Join findings: for each node the certain ones first, then CONTAMINATED. The runs of the start are left out.

    start_versions: edge and attempt of the versions of a start upstream, their moment, and True for open writes.
    """
    limit = np.iinfo(np.int64).max if max_depth is None else max_depth
    runs = [_runs(number, found, direction, start_runs) for number, found in enumerate(findings)]
    versions = [_versions(number, found, direction) for number, found in enumerate(findings)]
    if direction is Direction.UPSTREAM and start_versions:
        edges, attempts, moments, are_open = (
            np.array(column, np.int64) for column in zip(*start_versions, strict=True)
        )
        zeros = np.zeros(len(edges), np.int64)
        versions.append((edges, attempts, zeros, np.arange(-len(edges), 0), are_open, zeros, moments, moments))
    kept = _best(runs, limit)
    beyond = np.concatenate([np.zeros(0, np.int64), *(found[0][found[5] > limit] for found in runs)])
    is_cut = any(found.paths.hops.is_truncated for found in findings)
    pairs = zip(runs, versions, strict=False) if len(findings) > 1 else ()
    return Answer(
        findings,
        kept,
        _best(versions, limit),
        [Found(_best([of_runs], limit), _best([of_versions], limit)) for of_runs, of_versions in pairs],
        is_cut,
        is_cut or len(beyond) > 0,
        len(np.setdiff1d(beyond, kept.ids)),
    )


def _runs(number: int, found: Finding, direction: Direction, start_runs: Sequence[int]) -> _Columns:
    hops, paths = found.paths.hops, found.paths
    levels = paths.levels[: len(hops.steps)].astype(np.int64)
    # Upstream of a version, the nearest run is its maker.
    nearest = 0 if direction is Direction.UPSTREAM else 1
    is_met = (paths.reached != NEVER) & (levels >= nearest) & ~np.isin(hops.steps.run_ids, start_runs)
    met = np.flatnonzero(is_met)
    run_ids = hops.steps.run_ids[met]
    is_certain = (found.certain.reached[met] != NEVER) & (found.certain.levels[met] >= nearest)
    if not is_certain.all():
        is_certain = np.isin(run_ids, run_ids[is_certain])
    possible, zeros = (~is_certain).astype(np.int64), np.zeros(len(met), np.int64)
    return run_ids, zeros, zeros + number, met, possible, levels[met] // 2, paths.reached[met], zeros


def _versions(number: int, found: Finding, direction: Direction) -> _Columns:
    paths, versions = found.paths, found.paths.versions
    size = len(paths.hops.steps)
    levels = paths.levels[size:].astype(np.int64)
    depths = (levels + 1) // 2 if direction is Direction.UPSTREAM else levels // 2
    is_met = (paths.version_reached != NEVER) & (levels >= 0)
    if found.kind is Kind.STALE:
        is_met &= depths > 0
    met = np.flatnonzero(is_met)
    edge_ids, attempts = versions.edge_ids[met], versions.attempts[met].astype(np.int64)
    is_certain = (found.certain.version_reached[met] != NEVER) & (found.certain.levels[size:][met] >= 0)
    if not is_certain.all():  # a version is there once for each of its columns
        keys = edge_ids * (attempts.max() + 1) + attempts
        is_certain = np.isin(keys, keys[is_certain])
    return (
        edge_ids,
        attempts,
        np.full(len(met), number, np.int64),
        met + size,
        (~is_certain).astype(np.int64),
        depths[met],
        paths.version_reached[met],
        versions.moments[met],
    )


def _best(parts: Sequence[_Columns], max_depth: int) -> Affected:
    """Keep each node once: by certainty and finding, then with that finding's least depth and earliest time."""
    columns = [np.concatenate(column) for column in zip(_NONE, *parts, strict=True)]
    ids, attempts, findings, nodes, possible, depths, reached, moments = columns
    keys = np.sort(ids * (attempts.max(initial=0) + 1) + attempts)
    if not (keys[1:] == keys[:-1]).any():  # mostly each node is there once
        first, earliest, in_findings = np.arange(len(ids)), reached, 1 << findings
    else:
        order = np.lexsort((nodes, reached, depths, findings, possible, attempts, ids))
        is_new = np.ones(len(order), bool)
        is_new[1:] = (ids[order][1:] != ids[order][:-1]) | (attempts[order][1:] != attempts[order][:-1])
        first = order[is_new]
        earliest = np.full(len(first), NEVER, np.int64)
        group = np.cumsum(is_new) - 1
        is_of_finding = findings[order] == findings[first][group]
        np.minimum.at(earliest, group[is_of_finding], reached[order][is_of_finding])
        in_findings = np.zeros(len(first), np.int64)
        is_near = depths[order] <= max_depth
        np.bitwise_or.at(in_findings, group[is_near], 1 << findings[order][is_near])
    kept = depths[first] <= max_depth
    first, earliest, in_findings = first[kept], earliest[kept], in_findings[kept]
    # Nodes of one finding are numbered by a time of their own, then by URN: see unordered().
    by = np.lexsort((nodes[first], findings[first], earliest, depths[first]))
    rows = first[by]
    return Affected(
        ids[rows],
        attempts[rows],
        findings[rows],
        in_findings[by],
        nodes[rows],
        possible[rows] == 0,
        depths[rows],
        earliest[by],
        moments[rows],
    )


_NONE: _Columns = (np.zeros(0, np.int64),) * 8
