"""Random graphs for the tests of headwater.impact: each as networkx and as Headwater build it from the same edges."""

from typing import Any, NamedTuple

import networkx as nx
from hypothesis import strategies as st

from headwater.impact.graph import LineageGraph


class Case(NamedTuple):
    """A graph with cycles, self-loops, repeated edges and lone nodes, and some of its nodes as starts."""

    edges: list[tuple[int, int]]
    nodes: list[int]
    starts: list[int]

    def lineage(self) -> LineageGraph:
        """Return the graph as arrays."""
        return LineageGraph([edge[0] for edge in self.edges], [edge[1] for edge in self.edges], self.nodes)

    def networkx(self) -> Any:
        """Return the graph as networkx builds it."""
        graph = nx.DiGraph(self.edges)
        graph.add_nodes_from(self.nodes)
        return graph


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw graphs of up to 12 nodes, sparse and dense."""
    nodes = draw(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=12, unique=True))
    ends = st.sampled_from(nodes)
    edges = draw(st.lists(st.tuples(ends, ends), max_size=30))
    return Case(edges, nodes, draw(st.lists(ends, min_size=1, max_size=3)))
