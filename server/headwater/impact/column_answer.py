"""The columns of an answer: each version's columns once, with their best standing, and sources without a version."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from headwater.impact.affected import Paths, paths
from headwater.impact.answer import Finding
from headwater.impact.column_walk import ColumnHops
from headwater.model.columns import Transformation
from headwater.model.lineage import INDIRECT_COLUMN, NEVER, Longs
from headwater.model.questions import Direction, Kind


@dataclass(frozen=True, slots=True)
class FoundColumn:
    """A column of a version, or a column of data without a known version, which a step used."""

    finding: Finding
    node: int
    """The version in the paths of the finding; for data without a version the step."""

    version: tuple[int, int] | None
    column: int
    name: str | None
    """The column's name; None: all columns, or some that nobody told."""

    class_id: int
    """The data."""

    is_certain: bool
    is_direct: bool
    """True if direct uses alone lead to it."""

    depth: int
    reached: int
    place: int
    """The place among columns of one depth and time."""

    @property
    def rank(self) -> tuple[int, bool, int, int, str]:
        """The sort key in an answer; the URN of the data tells apart what has no version."""
        return self.depth, self.version is None, self.reached, self.place, self.name or ""


@dataclass(frozen=True, slots=True)
class ColumnStep:
    """A place on the path to a column: a run, or a version with its column."""

    node: int
    column: int | None
    """None for a run."""

    name: str | None = None
    """The column's name; None for a run, and for whole data."""

    transformations: Sequence[Transformation] = ()
    """For a run: what it did to the column before it on the way to the one after it."""

    is_told: bool | None = None
    """For a run between columns: False if it told none, so that whole data stand in."""


def columns_of(
    findings: Sequence[Finding], direction: Direction, tolerance: int, max_depth: int | None
) -> list[FoundColumn]:
    """Return the columns of an answer, each once."""
    best: dict[tuple[tuple[int, int] | None, int], tuple[tuple[bool, int, int, int], FoundColumn]] = {}
    for number, finding in enumerate(findings):
        for found in _of_finding(finding, direction, tolerance):
            key, rank = (found.version, found.column), (not found.is_certain, number, found.depth, found.reached)
            if (max_depth is None or found.depth <= max_depth) and (key not in best or rank < best[key][0]):
                best[key] = rank, found
    return [found for _, found in best.values()]


def column_path(found: FoundColumn, direction: Direction) -> list[ColumnStep]:
    """Return the runs and versions on a shortest path from the start to a column, both included."""
    every = found.finding.paths
    hops, size = every.hops, len(every.hops.steps)
    assert isinstance(hops, ColumnHops)
    nodes = every.path_to(found.node)
    columns = _columns_of_versions(every)
    steps = [
        _of_version(hops, node, int(columns[node - size])) if node >= size else ColumnStep(node, None) for node in nodes
    ]
    for place, step in enumerate(steps):
        if step.column is None:
            before = steps[place - 1].column if place else None
            after = steps[place + 1].column if place + 1 < len(steps) else None
            if found.version is None and place + 1 == len(steps):
                after = found.column
            steps[place] = _described(hops, step, before, after, direction)
    return steps


def _of_version(hops: ColumnHops, node: int, column: int) -> ColumnStep:
    return ColumnStep(node, column, hops.facts.names.label(column))


def _described(
    hops: ColumnHops, step: ColumnStep, before: int | None, after: int | None, direction: Direction
) -> ColumnStep:
    """Return the place of a run with what it did to columns; without columns on both sides, nothing is told."""
    run_id, facts = int(hops.steps.run_ids[step.node]), hops.facts
    if direction is Direction.DOWNSTREAM:
        pairs = [(before, after)]
    elif hops.are_starts[step.node]:
        own = hops.start.of_output(run_id, int(hops.steps.output_ids[step.node]))
        pairs = [(after, column) for _, column in own]
    else:
        pairs = [(after, before)]
    known = [(source, target) for source, target in pairs if source is not None and target is not None]
    told: list[Transformation] = []
    has_told = False if known else None
    for source, target in known:
        pair = facts.pair(run_id, facts.names.class_of(target), facts.names.class_of(source))
        if pair is not None:
            told += pair.between(source, target)
            has_told = True
    return ColumnStep(step.node, None, None, list(dict.fromkeys(told)), has_told)


def _of_finding(finding: Finding, direction: Direction, tolerance: int) -> Iterator[FoundColumn]:
    every, certain = finding.paths, finding.certain
    hops = every.hops
    if not isinstance(hops, ColumnHops):
        return  # the walk was given up
    upstream, names = direction is Direction.UPSTREAM, hops.facts.names
    direct = paths(
        hops,
        tolerance,
        certain=every is certain,
        upstream=upstream,
        starts_apart=finding.kind is Kind.STALE,
        without=INDIRECT_COLUMN,
    )
    size, versions = len(hops.steps), every.versions
    are_met, are_certain, are_direct = _met(every), _met(certain), _met(direct)
    levels = every.levels[size:].astype(np.int64)
    depths = (levels + 1) // 2 if upstream else levels // 2
    columns, ranks = _columns_of_versions(every), _ranks_of_versions(every)
    for number in np.flatnonzero(are_met & (depths > 0) if finding.kind is Kind.STALE else are_met).tolist():
        column = int(columns[number])
        yield FoundColumn(
            finding,
            number + size,
            version=(int(versions.edge_ids[number]), int(versions.attempts[number])),
            column=column,
            name=names.label(column),
            class_id=names.class_of(column),
            is_certain=bool(are_certain[number]),
            is_direct=bool(are_direct[number]),
            depth=int(depths[number]),
            reached=int(every.version_reached[number]),
            place=int(ranks[number]),
        )
    for source in sorted(hops.sources, key=lambda one: one.step):
        step, use = source.step, source.use
        is_certain = use.is_told and bool(certain.reached[step] != NEVER)
        if every.reached[step] != NEVER and every.levels[step] >= 0 and (is_certain or every is not certain):
            yield FoundColumn(
                finding,
                step,
                version=None,
                column=use.column,
                name=names.label(use.column),
                class_id=names.class_of(use.column),
                is_certain=is_certain,
                is_direct=use.is_direct and bool(direct.reached[step] != NEVER),
                depth=int(every.levels[step]) // 2 + 1,
                reached=NEVER,
                place=0,
            )


def _met(found: Paths) -> Longs:
    return np.asarray((found.version_reached != NEVER) & (found.levels[len(found.hops.steps) :] >= 0))


def _columns_of_versions(found: Paths) -> Longs:
    assert isinstance(found.hops, ColumnHops)
    return _of_versions(found, found.hops.write_columns)


def _ranks_of_versions(found: Paths) -> Longs:
    return _of_versions(found, found.hops.writes)


def _of_versions(found: Paths, of_hops: Longs) -> Longs:
    """Return a value of hops for each version."""
    values = np.zeros(len(found.versions), np.int64)
    written = found.hops.edge_ids != 0
    values[found.versions.of_hops[written]] = of_hops[written]
    return values
