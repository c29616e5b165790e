"""Contract each cycle into one node, so that the graph becomes acyclic."""

from dataclasses import dataclass

import numpy as np
import scipy

from headwater.impact.graph import Adjacency, LineageGraph, Positions


@dataclass(frozen=True, eq=False)
class Condensation:
    """An acyclic graph, and the places of the original graph's nodes in it."""

    graph: LineageGraph
    """A node for each cycle (nodes that lead to each other) and each node outside of one; its id is its least id."""

    components: Positions
    """For every node of the original graph, the position of its node in this one."""


def condense(graph: LineageGraph) -> Condensation:
    """Return the condensation of a graph: networkx.condensation on arrays; at 500,000 nodes networkx takes 14 s."""
    matrix = graph.successors.matrix()
    count, labels = scipy.sparse.csgraph.connected_components(matrix, directed=True, connection="strong")
    least = np.full(count, len(graph))
    np.minimum.at(least, labels, np.arange(len(graph)))
    by_id = np.argsort(least)
    places = np.empty(count, np.int32)
    places[by_id] = np.arange(count, dtype=np.int32)
    components = places[labels]
    tails, heads = components[graph.successors.rows()], components[graph.successors.neighbours]
    between = tails != heads
    successors = Adjacency.of_edges(count, tails[between], heads[between])
    return Condensation(LineageGraph.over(graph.ids[least[by_id]], successors), components)
