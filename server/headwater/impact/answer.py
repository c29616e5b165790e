"""The answer to a question: each run and version once, with the best that is known of it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from headwater.impact.affected import Kind, Ways
from headwater.model.lineage import NEVER, Direction, Longs


class Certainty(Enum):
    """Whether it must be so, or may be."""

    CERTAIN = "CERTAIN"
    POSSIBLE = "POSSIBLE"


@dataclass(frozen=True, eq=False)
class Finding:
    """What one way of asking found: CONTAMINATED or STALE, for certain or possibly."""

    kind: Kind
    certainty: Certainty
    ways: Ways


@dataclass(frozen=True, eq=False)
class AffectedRuns:
    """Runs, one an index, nearest first (depth, time, id). `nodes` are nodes of the ways of `findings`."""

    run_ids: Longs
    findings: Longs
    nodes: Longs
    depths: Longs
    reached: Longs

    def __len__(self) -> int:
        return len(self.run_ids)


@dataclass(frozen=True, eq=False)
class AffectedVersions:
    """Versions, one an index, nearest first (depth, time, edge)."""

    edge_ids: Longs
    attempts: Longs
    findings: Longs
    nodes: Longs
    depths: Longs
    reached: Longs

    def __len__(self) -> int:
        return len(self.edge_ids)


@dataclass(frozen=True, eq=False)
class Answer:
    """All that is affected, or all that went into a start."""

    findings: Sequence[Finding]
    runs: AffectedRuns
    versions: AffectedVersions
    is_truncated: bool


def answer(findings: Sequence[Finding], direction: Direction, max_depth: int | None = None) -> Answer:
    """Join what was found; of a node that several found, the first counts. Runs that it started from are no part."""
    limit = np.iinfo(np.int32).max if max_depth is None else max_depth
    is_truncated = any(found.ways.hops.is_truncated for found in findings)
    deepest = max((int(found.ways.levels.max(initial=0)) // 2 for found in findings), default=0)
    return Answer(
        findings, _runs(findings, limit), _versions(findings, direction, limit), is_truncated or deepest > limit
    )


def _runs(findings: Sequence[Finding], max_depth: int) -> AffectedRuns:
    parts = [_none(5)]
    for number, found in enumerate(findings):
        hops, ways = found.ways.hops, found.ways
        starting = hops.steps.run_ids[hops.are_starts & (hops.steps.output_ids == 0)]
        levels = ways.levels[: len(hops.steps)].astype(np.int64)
        met = np.flatnonzero(
            (ways.reached != NEVER) & (levels > 0) & (levels // 2 <= max_depth) & ~np.isin(hops.steps.run_ids, starting)
        )
        parts.append((hops.steps.run_ids[met], np.full(len(met), number), met, levels[met] // 2, ways.reached[met]))
    run_ids, numbers, nodes, depths, reached = _joined(parts)
    best = _first_of_each((run_ids,), (numbers, depths, reached, nodes))
    earliest = _earliest_of_each((run_ids, numbers), reached, best)
    order = best[np.lexsort((run_ids[best], earliest, depths[best]))]
    sorted_reached = _earliest_of_each((run_ids, numbers), reached, order)
    return AffectedRuns(
        run_ids[order], numbers[order].astype(np.int64), nodes[order].astype(np.int64), depths[order], sorted_reached
    )


def _versions(findings: Sequence[Finding], direction: Direction, max_depth: int) -> AffectedVersions:
    parts = [_none(6)]
    for number, found in enumerate(findings):
        ways, versions = found.ways, found.ways.versions
        size = len(ways.hops.steps)
        levels = ways.levels[size:].astype(np.int64)
        depths = (levels + 1) // 2 if direction is Direction.UPSTREAM else levels // 2
        wanted = (ways.version_reached != NEVER) & (levels >= 0) & (depths <= max_depth) & ~versions.are_open
        if found.kind is Kind.STALE:
            wanted &= depths > 0
        met = np.flatnonzero(wanted)
        parts.append(
            (
                versions.edge_ids[met],
                versions.attempts[met].astype(np.int64),
                np.full(len(met), number),
                met + size,
                depths[met],
                ways.version_reached[met],
            )
        )
    edge_ids, attempts, numbers, nodes, depths, reached = _joined(parts)
    best = _first_of_each((edge_ids, attempts), (numbers, depths, reached, nodes))
    order = best[np.lexsort((attempts[best], edge_ids[best], reached[best], depths[best]))]
    return AffectedVersions(
        edge_ids[order],
        attempts[order].astype(np.int64),
        numbers[order].astype(np.int64),
        nodes[order].astype(np.int64),
        depths[order],
        reached[order],
    )


def _none(columns: int) -> tuple[Longs, ...]:
    return (np.zeros(0, np.int64),) * columns


def _joined(parts: Sequence[tuple[Longs, ...]]) -> list[Longs]:
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]


def _first_of_each(keys: tuple[Longs, ...], by: tuple[Longs, ...]) -> Longs:
    """The rows that come first by some columns among those of equal keys."""
    order = np.lexsort((*reversed(by), *reversed(keys)))
    is_first = np.zeros(len(order), bool)
    is_first[:1] = True
    for key in keys:
        ordered = key[order]
        is_first[1:] |= ordered[1:] != ordered[:-1]
    return order[is_first]


def _earliest_of_each(keys: tuple[Longs, ...], times: Longs, rows: Longs) -> Longs:
    """For some rows the least time among all rows of the same keys."""
    numbers = np.zeros(len(times), np.int64)
    for key in keys:
        inverse = np.unique(key, return_inverse=True)[1]
        numbers = numbers * (inverse.max(initial=0) + 1) + inverse
    numbers = np.unique(numbers, return_inverse=True)[1]
    least = np.full(numbers.max(initial=-1) + 1, NEVER, np.int64)
    np.minimum.at(least, numbers, times)
    return np.asarray(least[numbers[rows]], np.int64)
