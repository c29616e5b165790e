"""The datasets and jobs that a column reaches, for `searchAcrossLineage` with a `schemaField` URN (docs/datahub.md).

Two things tell columns: DataHub's fineGrainedLineages, and the facets of each job's newest success.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from headwater.lineage.column_facts import column_facts
from headwater.lineage.reach import MAX_ENTITIES, MAX_SECONDS
from headwater.model.columns import column_key
from headwater.model.loose_json import objects, text, texts
from headwater.model.questions import Direction, PointInTime
from headwater.store.projections import Window
from headwater.store.reader import Reader
from headwater.urn import DATA_JOB, DATASET, column_of, column_urn, parse_urn

_ASPECTS = {DATASET: "upstreamLineage", DATA_JOB: "dataJobInputOutput"}

Column = tuple[int, str]
"""A column by its data, and by the text that all its names share."""


class _Link(NamedTuple):
    """A column made from another, by a job or a query."""

    source: Column
    target: Column
    target_urn: str
    via: str | None


@dataclass(slots=True)
class ColumnReach:
    """The reached datasets and jobs, by id: the distance in hops, and the paths, as URNs."""

    degrees: dict[int, int] = field(default_factory=dict)
    paths: dict[int, list[tuple[str, ...]]] = field(default_factory=dict)
    is_partial: bool = False
    ends_at_degree: int | None = None
    """The number of hops at which the question or a limit ended the walk; None if it ended by itself."""

    def add(self, entity_id: int, degree: int, path: tuple[str, ...]) -> None:
        """Record a path to an entity."""
        self.degrees.setdefault(entity_id, degree)
        paths = self.paths.setdefault(entity_id, [])
        if path not in paths:
            paths.append(path)


async def reach_of_column(
    reader: Reader, urn: str, direction: Direction, window: Window, max_hops: int | None
) -> ColumnReach:
    """Return the datasets and jobs upstream or downstream of a column, nearest first."""
    reach, (dataset, name) = ColumnReach(), column_of(urn)
    data = await reader.columns.data_by_urn([dataset])
    if dataset not in data:
        return reach
    frontier: dict[Column, tuple[str, ...]] = {(data[dataset], column_key(_platform(dataset), name)): (urn,)}
    seen, degree, ends_at = set(frontier), 0, time.monotonic() + MAX_SECONDS
    while frontier and (max_hops is None or degree < max_hops):
        if len(seen) > MAX_ENTITIES or time.monotonic() > ends_at:
            reach.is_partial = True
            break
        degree += 1
        links = [link for link in await _links(reader, frontier, direction, window) if link.source in frontier]
        jobs = await reader.columns.data_by_urn(
            {link.via for link in links if link.via and _kind(link.via) == DATA_JOB}
        )
        following: dict[Column, tuple[str, ...]] = {}
        for link in links:
            if link.target not in seen:
                path = (*frontier[link.source], *([link.via] if link.via else ()))
                seen.add(link.target)
                following[link.target] = (*path, link.target_urn)
                reach.add(link.target[0], degree, following[link.target])
                if link.via in jobs:
                    reach.add(jobs[link.via], degree, path)
        frontier = following
    reach.ends_at_degree = degree if frontier else None
    return reach


async def _links(
    reader: Reader, columns: Mapping[Column, tuple[str, ...]], direction: Direction, window: Window
) -> list[_Link]:
    """Return the links from columns, in one order in any store."""
    ids = sorted({class_id for class_id, _ in columns})
    declared = await _declared(reader, ids, direction, window)
    told = await _told(reader, {key: column_of(path[-1])[1] for key, path in columns.items()}, direction, window)
    return sorted({*declared, *told}, key=lambda link: (link.target_urn, link.via or "", link.source))


async def _declared(reader: Reader, ids: list[int], direction: Direction, window: Window) -> list[_Link]:
    """Return the links in DataHub's aspects: of the downstream datasets, and of jobs."""
    rows = await reader.projections.hops_of_entities(ids, direction, window)
    holders = {row["other_id"] for row in rows if row["is_declared"] and row["kind"] in _ASPECTS}
    holders |= set(ids) if direction is Direction.UPSTREAM else set()
    urns = [row["urn"] for row in await reader.entities.by_id(sorted(holders)) if row]
    found = await reader.aspects.aspects_of(urns, list(_ASPECTS.values()))
    pairs = [pair for urn in urns for one in found.get(urn, {}).values() for pair in _pairs(urn, one.value)]
    data = await reader.columns.data_by_urn({column_of(urn)[0] for *ends, _ in pairs for urn in ends})
    links = []
    for source, target, via in pairs:
        ends = (source, target) if direction is Direction.DOWNSTREAM else (target, source)
        known = [_known(data, urn) for urn in ends]
        if known[0] and known[1]:
            links.append(_Link(known[0], known[1], ends[1], via))
    return links


def _pairs(holder: str, value: Any) -> Iterator[tuple[str, str, str | None]]:
    """Yield upstream column, downstream column and query, or job, in the fineGrainedLineages of an aspect."""
    for one in objects(value, "fineGrainedLineages"):
        via = holder if _kind(holder) == DATA_JOB else text(one, "query")
        sources, targets = (
            [urn for urn in texts(one, side) or [] if column_of(urn)[1]] for side in ("upstreams", "downstreams")
        )
        yield from ((source, target, via) for source in sources for target in targets)


async def _told(reader: Reader, columns: Mapping[Column, str], direction: Direction, window: Window) -> list[_Link]:
    """Return the links from columns, given with their names, that the newest success of each job told."""
    runs = await reader.columns.telling_runs(sorted({class_id for class_id, _ in columns}), direction, window)
    jobs = {row["run_id"]: row["job_urn"] for row in runs}
    facts = await column_facts(reader, sorted(jobs), PointInTime(as_of=window.until))
    names = facts.names
    wanted: dict[int, list[int]] = defaultdict(list)
    for (class_id, _), name in columns.items():
        wanted[class_id].append(names.of(class_id, name))
    found: list[tuple[int, int, str]] = []
    for run_id, job in jobs.items():
        for output, source, pair in facts.pairs(run_id):
            start = source if direction is Direction.DOWNSTREAM else output
            for column in wanted.get(start, ()):
                uses = pair.made_from(column) if direction is Direction.DOWNSTREAM else pair.went_into(column)
                found += [(column, use.column, job) for use in uses if use.is_told and names.label(use.column)]
    classes = sorted({names.class_of(column) for *ends, _ in found for column in ends})
    urns = {row["id"]: row["urn"] for row in await reader.entities.by_id(classes) if row}
    links = []
    for source_column, target_column, job in found:
        ends = []
        for column in (source_column, target_column):
            label, urn = names.label(column), urns[names.class_of(column)]
            assert label is not None
            ends.append(((names.class_of(column), column_key(_platform(urn), label)), column_urn(urn, label)))
        links.append(_Link(ends[0][0], ends[1][0], ends[1][1], job))
    return links


def _known(data: dict[str, int], urn: str) -> Column | None:
    dataset, name = column_of(urn)
    return (data[dataset], column_key(_platform(dataset), name)) if dataset in data else None


def _kind(urn: str) -> str:
    return parse_urn(urn).kind


def _platform(urn: str) -> str:
    return parse_urn(parse_urn(urn).parts[0]).parts[0]
