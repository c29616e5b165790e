"""The entities that can be reached from an entity, with their distance in hops and a path (docs/datahub.md)."""

import asyncio
import time
from dataclasses import dataclass, field

from headwater.impact.affected import paths
from headwater.impact.degrees import run_degrees
from headwater.model.lineage import to_micros
from headwater.model.questions import Direction, PointInTime
from headwater.store.projections import Window
from headwater.store.reader import Reader
from headwater.store.walks import Limits, StartStep
from headwater.urn import DATASET, ML_MODEL

MAX_ENTITIES = 20_000
MAX_SECONDS = 10.0

_ASSETS = (DATASET, ML_MODEL)


@dataclass(slots=True)
class Reach:
    """The reached entities, by id: their distance in hops, and the path to them."""

    degrees: dict[int, int] = field(default_factory=dict)
    paths: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The ids on a shortest path, from the start to the entity, both included."""

    is_partial: bool = False
    """True if a limit ended the walk."""

    ends_at_degree: int | None = None
    """The number of hops at which a limit or the question ended the walk; None if it ended by itself."""

    def add(self, entity_id: int, path: tuple[int, ...]) -> None:
        """Record a path to an entity; the first and shortest one stays."""
        if len(path) - 1 < self.degrees.get(entity_id, len(path)):
            self.degrees[entity_id] = len(path) - 1
            self.paths[entity_id] = path


async def reach_of_entity(
    reader: Reader, entity_id: int, kind: str, direction: Direction, window: Window, max_hops: int | None
) -> Reach:
    """Return the entities upstream or downstream of a job, a flow or an asset.

    Runs have shown the edges between jobs (one saw another's write) and between assets (one was made from another). The
    walk follows these edges among jobs, or among assets. An asset used by such a job, or a job that uses such an asset,
    is beside the path: from there only declared edges lead further.
    """
    projections = reader.projections
    [starts] = await projections.starts([entity_id])
    reach = Reach()
    ends_at = time.monotonic() + MAX_SECONDS
    is_asset = dict.fromkeys(starts, kind in _ASSETS)
    frontier: dict[tuple[int, bool], tuple[int, ...]] = {(start, True): (entity_id,) for start in starts}
    seen = set(frontier)
    while frontier and (max_hops is None or max_hops > len(next(iter(frontier.values()))) - 1):
        if len(seen) > MAX_ENTITIES or time.monotonic() > ends_at:
            reach.is_partial = True
            break
        on_way = {number for number, is_on_path in frontier if is_on_path}
        rows = await projections.hops_of_entities(sorted({number for number, _ in frontier}), direction, window)
        following: dict[tuple[int, bool], tuple[int, ...]] = {}
        for row in rows:
            source, target = row["from_id"], row["other_id"]
            if target in starts or not (row["is_declared"] or source in on_way):
                continue
            path = (*frontier[source, source in on_way], target)
            is_asset[target] = row["kind"] in _ASSETS
            reach.add(target, path)
            state = (target, row["is_declared"] or is_asset[target] == is_asset[source])
            if state not in seen and (target, True) not in seen:
                seen.add(state)
                following[state] = path
        frontier = following
    if frontier:
        reach.ends_at_degree = len(next(iter(frontier.values()))) - 1
    return reach


async def reach_of_run(
    reader: Reader, run_id: int, direction: Direction, window: Window, max_hops: int | None
) -> Reach:
    """Return the runs upstream or downstream of a run, by the rule `sees`; and the assets that each read, or wrote."""
    walks, upstream = reader.walks, direction is Direction.UPSTREAM
    point_in_time = PointInTime(as_of=window.until)
    hops = await walks.walk([StartStep(run_id)], direction, point_in_time, Limits(MAX_ENTITIES, MAX_SECONDS))
    since = None if window.since is None else to_micros(window.since)
    found = await asyncio.to_thread(
        lambda: run_degrees(paths(hops, 0, certain=True, upstream=upstream), since, upstream=upstream)
    )
    reach = Reach(is_partial=hops.is_truncated, ends_at_degree=max_hops)
    near = {key: run for key, run in found.items() if max_hops is None or run.degree <= max_hops}
    classes = await reader.projections.classes_of_edges([run.edge_id for run in near.values() if run.edge_id])
    for key, run in sorted(near.items(), key=lambda pair: pair[1].degree):
        between = (classes[run.edge_id],) if run.edge_id else ()
        reach.add(key, (*reach.paths[run.before], *between, key) if run.before else (run_id,))
    rows = await reader.projections.hops_of_runs(sorted(near), direction, window)
    places = {key: place for place, key in enumerate(reach.paths)}  # nearest first
    for row in sorted(rows, key=lambda row: places[row["from_id"]]):
        path = (*reach.paths[row["from_id"]], row["other_id"])
        if max_hops is None or len(path) - 1 <= max_hops:
            reach.add(row["other_id"], path)
    if hops.is_truncated and max_hops is None:
        reach.ends_at_degree = max(reach.degrees.values())
    del reach.degrees[run_id], reach.paths[run_id]
    return reach
