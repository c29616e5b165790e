"""Dominators: the nodes on every path from the starts to another node.

The method is that of Lengauer and Tarjan ("A fast algorithm for finding dominators in a flowgraph", 1979, the simple
version): its time is bounded for every graph. networkx.immediate_dominators takes 8 s at 500,000 nodes, and on deep
graphs its time grows with the square. So does scipy's depth-first search at nodes with many successors.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from headwater.impact.graph import NONE, Adjacency, LineageGraph, Positions


@dataclass(frozen=True, eq=False)
class Dominators:
    """The nearest dominator of every node, and the number of nodes that each dominates."""

    parents: Positions
    """The nearest node on all paths from the starts; NONE if there is none, or no path leads to the node."""

    dominated: Positions
    """The number of nodes behind this one on all paths, without itself."""

    reached: Positions
    """The reached nodes, without starts, ascending. A node that dominates all others dominates len(reached) - 1."""

    def ranking(self) -> Positions:
        """Return the reached nodes that dominate others: the greatest first, ties by position."""
        found = self.reached[self.dominated[self.reached] > 0]
        return found[np.argsort(-self.dominated[found], kind="stable")]


def dominators(graph: LineageGraph, starts: npt.ArrayLike) -> Dominators:
    """Return the dominators of the nodes reached from some positions.

    Several starts count as one source that leads to them all. Raises IndexError for an unknown position.
    """
    size, roots = len(graph), graph.checked(starts)
    rooted = graph.successors.with_source(roots)
    order, tree = _depth_first(rooted, size)
    immediate = _immediate_dominators(tree, *_renumbered(rooted, order, tree))
    counts = [0] * len(order)
    for number in range(len(order) - 1, 0, -1):
        counts[immediate[number]] += counts[number] + 1

    positions = np.array(order, np.int32)
    parents, dominated = np.full(size + 1, NONE, np.int32), np.zeros(size + 1, np.int32)
    parents[positions[1:]] = positions[immediate[1:]]
    parents[parents == size] = NONE
    dominated[positions] = counts
    return Dominators(parents[:size], dominated[:size], np.setdiff1d(positions[1:], roots))


def _depth_first(adjacency: Adjacency, root: int) -> tuple[list[int], list[int]]:
    """Return the positions in depth-first order, and for each the place of its parent in the search.

    The place in this order is the number of a node in the functions below.
    """
    neighbours = adjacency.neighbours.tolist()
    rows = list(pairwise(adjacency.offsets.tolist()))
    is_new = [True] * len(rows)
    is_new[root] = False
    order, tree = [root], [NONE]
    trail = [(0, iter(neighbours[slice(*rows[root])]))]
    while trail:
        number, left = trail[-1]
        for position in left:
            if is_new[position]:
                is_new[position] = False
                trail.append((len(order), iter(neighbours[slice(*rows[position])])))
                order.append(position)
                tree.append(number)
                break
        else:
            trail.pop()
    return order, tree


def _renumbered(adjacency: Adjacency, order: list[int], tree: list[int]) -> tuple[list[int], Adjacency]:
    """Return the edges by their nodes' numbers: the least number that leads to each, and edges from greater ones."""
    numbers = np.full(len(adjacency.offsets) - 1, NONE, np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    tails, heads = numbers[adjacency.rows()], numbers[adjacency.neighbours]
    ahead, back = (tails != NONE) & (tails < heads), tails > heads
    least = np.array(tree, np.int32)
    np.minimum.at(least, heads[ahead], tails[ahead])
    return least.tolist(), Adjacency.of_edges(len(order), heads[back], tails[back])


def _immediate_dominators(tree: list[int], semi: list[int], greater: Adjacency) -> list[int]:
    """Return the immediate dominator of every number; the first has none.

    semi is the least number that leads to each node, and becomes its semidominator. Greater numbers are done before
    lesser ones, so a path over lesser ones only is an edge, and paths over greater ones are in the forest.
    """
    sources, rows = greater.neighbours.tolist(), list(pairwise(greater.offsets.tolist()))
    forest, labels = [NONE] * len(tree), list(range(len(tree)))
    waiting: dict[int, list[int]] = {}
    immediate = tree.copy()
    for number in range(len(tree) - 1, 0, -1):
        for source in sources[slice(*rows[number])]:
            semi[number] = min(semi[number], semi[_least_above(source, forest, labels, semi)])
        parent = forest[number] = tree[number]
        if semi[number] != parent:
            waiting.setdefault(semi[number], []).append(number)
        for below in waiting.pop(parent, ()):
            least = _least_above(below, forest, labels, semi)
            immediate[below] = least if semi[least] < parent else parent
    for number in range(1, len(tree)):
        if immediate[number] != semi[number]:
            immediate[number] = immediate[immediate[number]]
    return immediate


def _least_above(number: int, forest: list[int], labels: list[int], semi: list[int]) -> int:
    """Return the number with the least semidominator between one and its tree's root; shortens the path for later."""
    path, above = [], number
    while forest[forest[above]] != NONE:
        path.append(above)
        above = forest[above]
    for below in reversed(path):
        above = forest[below]
        if semi[labels[above]] < semi[labels[below]]:
            labels[below] = labels[above]
        forest[below] = forest[above]
    return labels[number]
