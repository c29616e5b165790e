"""The outline of the paths: their runs and versions up to a depth, without references."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headwater.impact.affected import Paths
from headwater.impact.answer import Answer
from headwater.impact.critical_path import critical_path
from headwater.impact.dominators import dominators
from headwater.impact.graph import Ids, LineageGraph
from headwater.model.lineage import Longs
from headwater.model.questions import Direction

Seconds = npt.NDArray[np.float64]

MAX_OUTLINE = 2_000_000
"""The most steps and hops of paths for the longest way and dominators: more take seconds."""


@dataclass(frozen=True, eq=False)
class LongestWay:
    """Nodes of the path with the longest total duration, from the start on."""

    duration_seconds: float
    nodes: Ids


@dataclass(frozen=True, eq=False)
class Gates:
    """Nodes that all paths to other runs and versions pass, the greatest first."""

    nodes: Ids
    dominated: Longs
    """For each node, the number of runs and versions behind it."""

    reached: int
    """The number of reached runs and versions, without starts."""


def paths_to_outline(answer: Answer) -> tuple[Paths | None, bool]:
    """Return the certain paths of the first finding, and True if they are too large; None if they are, or it is empty.

    Possible paths are no outline: of the versions that a read may have seen, they have only one (`remains.py`).
    """
    paths = answer.findings[0].certain if answer.findings else None
    is_too_large = paths is not None and len(paths.hops.steps) + len(paths.hops) > MAX_OUTLINE
    return (None if is_too_large else paths), is_too_large


def longest_way(paths: Paths, direction: Direction, max_depth: int | None, seconds: Seconds) -> LongestWay:
    """Return the critical path by the seconds of each step's run; starts are part of it, except NOBODY."""
    graph = _outline(paths, direction, max_depth)
    durations = np.zeros(len(graph))
    steps = graph.ids < len(paths.hops.steps)
    durations[steps] = seconds[graph.ids[steps]]
    found = critical_path(graph, durations)
    nodes = [node for node in graph.ids[found.positions].tolist() if paths.is_there(node)]
    return LongestWay(found.duration_seconds, np.array(nodes, np.int64))


def gates(paths: Paths, direction: Direction, max_depth: int | None) -> Gates:
    """Return the dominators of the reached nodes; all steps of a run are one node."""
    outline = _outline(paths, direction, max_depth)
    size, run_ids = len(paths.hops.steps), paths.hops.steps.run_ids
    # The first step of a run stands for all its steps.
    first = np.unique(run_ids, return_index=True)[1][np.unique(run_ids, return_inverse=True)[1]]
    node_of = np.concatenate([first, np.arange(size, size + len(paths.versions))]).astype(np.int64)
    tails = node_of[outline.ids[outline.successors.rows()]]
    heads = node_of[outline.ids[outline.successors.neighbours]]
    between = tails != heads
    graph = LineageGraph(tails[between], heads[between], np.unique(node_of[outline.ids]))
    starts = np.unique(node_of[np.flatnonzero(paths.hops.are_starts)])
    if not len(starts):
        return Gates(starts, starts, 0)
    found = dominators(graph, graph.index_of(starts))
    ranking = found.ranking()
    return Gates(graph.ids[ranking], found.dominated[ranking].astype(np.int64), len(found.reached))


def _outline(paths: Paths, direction: Direction, max_depth: int | None) -> LineageGraph:
    """Return the graph of paths up to a depth; a reference is an edge."""
    levels, limit = paths.levels, len(paths.levels)
    cap = np.iinfo(np.int32).max if max_depth is None else 2 * max_depth + (direction is Direction.DOWNSTREAM)
    wanted = (levels >= 0) & (levels <= cap)
    tails = paths.graph.ids[paths.graph.successors.rows()]
    heads = paths.graph.ids[paths.graph.successors.neighbours]
    tails, heads = tails[heads < limit], heads[heads < limit]
    refers = tails >= limit
    tails[refers] = paths.hops.from_steps[tails[refers] - limit]
    inside = wanted[tails] & wanted[heads]
    return LineageGraph(tails[inside], heads[inside], np.flatnonzero(wanted).astype(np.int64))
