"""The outline of an answer: the path with the longest runs, and the nodes that all paths to others pass."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from headwater.impact.outline import gates, longest_way, paths_to_outline
from headwater.lineage.affected import PathNode, path_nodes
from headwater.lineage.impact import Impact
from headwater.store.reader import Reader


@dataclass(frozen=True, slots=True)
class CriticalPath:
    """The path from the start with the longest total duration of its runs."""

    is_too_large: bool = False
    """True for an answer that is too large to search."""

    duration_millis: int = 0
    total: int = 0
    """The number of its runs and versions."""

    nodes: Sequence[tuple[PathNode, int | None]] = ()
    """Nodes, each with the run's duration in milliseconds; 0: unknown, None: a version."""


@dataclass(frozen=True, slots=True)
class Dominators:
    """The runs and versions without which others would not have been reached."""

    is_too_large: bool = False
    reached: int = 0
    """The number of reached runs and versions, without the start."""

    total: int = 0
    """The number of runs and versions that dominate others."""

    nodes: Sequence[tuple[PathNode, int]] = ()
    """Nodes, each with the number of those reached only through it; the greatest first."""


async def critical_path(reader: Reader, asked: Impact, start: int, count: int) -> CriticalPath | None:
    """Return the critical path of an answer, with a page of its nodes. None if the time was over before."""
    paths, is_too_large = paths_to_outline(asked.answer)
    if paths is None:
        return CriticalPath(is_too_large)
    question, run_ids = asked.question, paths.hops.steps.run_ids
    millis = await asked.deadline.within(reader.walks.durations_of_runs(run_ids, question.point_in_time))
    if millis is None:
        return None
    found = await asked.deadline.within(
        asyncio.to_thread(longest_way, paths, question.direction, question.limits.depth, millis / 1000)
    )
    if found is None:
        return None
    nodes = found.nodes[start : start + count].tolist()
    durations = [round(millis[node]) if node < len(run_ids) else None for node in nodes]
    return CriticalPath(
        duration_millis=round(found.duration_seconds * 1000),
        total=len(found.nodes),
        nodes=list(zip(path_nodes(paths, nodes), durations, strict=True)),
    )


async def dominators(asked: Impact, count: int) -> Dominators | None:
    """Return the dominators of an answer, the greatest with their nodes. None if the time was over before."""
    paths, is_too_large = paths_to_outline(asked.answer)
    if paths is None:
        return Dominators(is_too_large)
    question = asked.question
    found = await asked.deadline.within(asyncio.to_thread(gates, paths, question.direction, question.limits.depth))
    if found is None:
        return None
    nodes = path_nodes(paths, found.nodes[:count].tolist())
    return Dominators(
        reached=found.reached,
        total=len(found.nodes),
        nodes=list(zip(nodes, found.dominated[:count].tolist(), strict=True)),
    )
