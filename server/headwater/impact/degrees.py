"""The distance of the runs of a walk in hops; each version on the path counts as one, as in DataHub.

Pure: takes the paths of hops from one run to others (`affected.paths`).
"""

from collections import deque
from dataclasses import dataclass

import numpy as np

from headwater.impact.affected import Paths
from headwater.model.lineage import NEVER


@dataclass(frozen=True, slots=True)
class RunDegree:
    """The distance of a run, and the step before it on a shortest path."""

    degree: int
    before: int
    """The run before it; 0 for the start."""

    edge_id: int
    """The edge whose version lies between them; 0 if one run names the other."""


def run_degrees(paths: Paths, since_micros: int | None, *, upstream: bool) -> dict[int, RunDegree]:
    """Return the runs on paths by id, including the start.

    since_micros: only by reads that were not over, and upstream by versions that were not complete, before that time.
    """
    hops = paths.hops
    usable = paths.valid & (hops.to_steps >= 0) & (paths.reached[hops.from_steps] != NEVER)
    if since_micros is not None:
        usable &= (hops.edge_ids == 0) | ((hops.moments if upstream else hops.untils) >= since_micros)
    numbers = np.flatnonzero(usable)
    numbers = numbers[np.argsort(hops.from_steps[numbers], kind="stable")]
    bounds = np.searchsorted(hops.from_steps[numbers], np.arange(len(hops.steps) + 1)).tolist()
    targets = hops.to_steps[numbers].tolist()
    edges = hops.edge_ids[numbers].tolist()
    runs = hops.steps.run_ids.tolist()
    found: dict[int, RunDegree] = {}
    done: set[int] = set()
    # Two waves a level: a reference is one hop, a version between two runs makes two.
    waves: deque[list[tuple[int, int, int]]] = deque(
        [[(int(step), 0, 0) for step in np.flatnonzero(hops.are_starts)], [], []]
    )
    degree = 0
    while any(waves):
        for step, before, edge_id in waves[0]:
            if step in done:
                continue
            done.add(step)
            found.setdefault(runs[step], RunDegree(degree, before, edge_id))
            for number in range(bounds[step], bounds[step + 1]):
                waves[2 if edges[number] else 1].append((targets[number], runs[step], edges[number]))
        waves.popleft()
        waves.append([])
        degree += 1
    return found
