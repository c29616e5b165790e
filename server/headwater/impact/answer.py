"""The answer to a question: each run and version once, with the best that is known of it. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from headwater.impact.affected import Kind, Ways
from headwater.model.lineage import NEVER, Direction, Longs


class Certainty(Enum):
    """Whether it must be so, or may be."""

    CERTAIN = "CERTAIN"
    POSSIBLE = "POSSIBLE"


@dataclass(frozen=True, eq=False)
class Finding:
    """What was found of one kind. `ways` are all that were asked for, `certain` the certain ones among them."""

    kind: Kind
    certain: Ways
    ways: Ways


@dataclass(frozen=True, eq=False)
class Affected:
    """Nodes, one an index, nearest first (depth, time, id)."""

    ids: Longs
    """The run; of a version its edge."""

    attempts: Longs
    """0 of runs."""

    findings: Longs
    """Which of the answer's findings the node is of."""

    nodes: Longs
    """The node in the ways of that finding; -1 for a version that is the start itself."""

    are_certain: npt.NDArray[np.bool_]
    depths: Longs
    reached: Longs
    moments: Longs
    """When a version was written."""

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class Answer:
    """All that is affected, or all that went into a start."""

    findings: Sequence[Finding]
    runs: Affected
    versions: Affected
    is_cut: bool
    """Whether a limit of nodes or time ended a walk: then nobody knows what else there is."""

    is_truncated: bool
    """The same, or a limit of depth left something out."""

    def has_all_of(self, other: "Answer") -> bool:
        """Whether all runs and versions of another answer are in this one."""
        pairs = ((other.runs, self.runs), (other.versions, self.versions))
        return all(set(_keys(part)) <= set(_keys(own)) for part, own in pairs)


def _keys(found: Affected) -> Iterator[tuple[int, int]]:
    return zip(found.ids.tolist(), found.attempts.tolist(), strict=True)


Found = tuple[Longs, ...]
"""Columns: id, attempt, finding, node, whether it is only possible, depth, time, moment."""


def answer(
    findings: Sequence[Finding],
    direction: Direction,
    max_depth: int | None = None,
    start_versions: Sequence[tuple[int, int, int]] = (),
    start_runs: Sequence[int] = (),
) -> Answer:
    """Join what was found: of each node what is certain first, then what is CONTAMINATED. Runs that it started from are
    no part of it. `start_versions` are those at which it starts upstream, with their edge, attempt and moment.
    """
    limit = np.iinfo(np.int64).max if max_depth is None else max_depth
    runs = [_runs(number, found, direction, start_runs) for number, found in enumerate(findings)]
    versions = [_versions(number, found, direction) for number, found in enumerate(findings)]
    if direction is Direction.UPSTREAM and start_versions:
        edges, attempts, moments = (np.array(column, np.int64) for column in zip(*start_versions, strict=True))
        zeros = np.zeros(len(edges), np.int64)
        versions.append((edges, attempts, zeros, zeros - 1, zeros, zeros, moments, moments))
    deepest = max((int(found[5].max(initial=0)) for found in runs), default=0)
    is_cut = any(found.ways.hops.is_truncated for found in findings)
    return Answer(findings, _best(runs, limit), _best(versions, limit), is_cut, is_cut or deepest > limit)


def _runs(number: int, found: Finding, direction: Direction, start_runs: Sequence[int]) -> Found:
    hops, ways = found.ways.hops, found.ways
    levels = ways.levels[: len(hops.steps)].astype(np.int64)
    # Upstream of a version, the run that made it is the nearest.
    nearest = 0 if direction is Direction.UPSTREAM else 1
    is_met = (ways.reached != NEVER) & (levels >= nearest) & ~np.isin(hops.steps.run_ids, start_runs)
    met = np.flatnonzero(is_met)
    run_ids = hops.steps.run_ids[met]
    is_certain = (found.certain.reached[met] != NEVER) & (found.certain.levels[met] >= nearest)
    certain_runs = np.unique(run_ids[is_certain])
    possible = (~np.isin(run_ids, certain_runs)).astype(np.int64)
    zeros = np.zeros(len(met), np.int64)
    return run_ids, zeros, zeros + number, met, possible, levels[met] // 2, ways.reached[met], zeros


def _versions(number: int, found: Finding, direction: Direction) -> Found:
    ways, versions = found.ways, found.ways.versions
    size = len(ways.hops.steps)
    levels = ways.levels[size:].astype(np.int64)
    depths = (levels + 1) // 2 if direction is Direction.UPSTREAM else levels // 2
    is_met = (ways.version_reached != NEVER) & (levels >= 0) & ~versions.are_open
    if found.kind is Kind.STALE:
        is_met &= depths > 0
    met = np.flatnonzero(is_met)
    possible = (found.certain.version_reached[met] == NEVER) | (found.certain.levels[size:][met] < 0)
    return (
        versions.edge_ids[met],
        versions.attempts[met].astype(np.int64),
        np.full(len(met), number, np.int64),
        met + size,
        possible.astype(np.int64),
        depths[met],
        ways.version_reached[met],
        versions.moments[met],
    )


def _best(parts: Sequence[Found], max_depth: int) -> Affected:
    """Each node once: by certainty and finding, then with the least depth and the earliest time of that finding."""
    columns = [np.concatenate(column) for column in zip(_NONE, *parts, strict=True)]
    ids, attempts, findings, nodes, possible, depths, reached, moments = columns
    order = np.lexsort((nodes, reached, depths, findings, possible, attempts, ids))
    is_new = np.ones(len(order), bool)
    is_new[1:] = (ids[order][1:] != ids[order][:-1]) | (attempts[order][1:] != attempts[order][:-1])
    first = order[is_new]
    earliest = np.full(len(first), NEVER, np.int64)
    group = np.cumsum(is_new) - 1
    is_of_finding = findings[order] == findings[first][group] if len(first) else is_new
    np.minimum.at(earliest, group[is_of_finding], reached[order][is_of_finding])
    kept = depths[first] <= max_depth
    first, earliest = first[kept], earliest[kept]
    by = np.lexsort((attempts[first], ids[first], earliest, depths[first]))
    rows = first[by]
    return Affected(
        ids[rows],
        attempts[rows],
        findings[rows],
        nodes[rows],
        possible[rows] == 0,
        depths[rows],
        earliest[by],
        moments[rows],
    )


_NONE: Found = (np.zeros(0, np.int64),) * 8
