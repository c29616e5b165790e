"""A LineageGraph as a read-only networkx.DiGraph: a view of the same arrays, no dict of dicts."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import networkx as nx
import numpy as np

from headwater.impact.graph import Adjacency, LineageGraph

Attributes = Mapping[str, Any]

_NO_ATTRIBUTES: Attributes = MappingProxyType({})


def read_only_view(graph: LineageGraph) -> nx.DiGraph:
    """Return the graph as a networkx.DiGraph, for algorithms of networkx that do not write into their graph.

    Nodes are the ids, as int, ascending; neither nodes nor edges have attributes. A change raises
    networkx.NetworkXError; its copy() can be changed. Predecessors are looked up on first use.
    """
    view = nx.DiGraph()
    # As networkx makes its own views, in networkx.graphviews.
    view._node = _Nodes(graph)
    view._adj = _Successors(graph)
    view._pred = _Predecessors(graph)
    return nx.freeze(view)


class _Nodes(Mapping[int, Mapping[Any, Any]]):
    """The ids of a graph's nodes; base of the other mappings by node."""

    def __init__(self, graph: LineageGraph) -> None:
        self._graph = graph
        self._ids = graph.ids.data  # on it, Python's own bisection is faster than numpy's for one id

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids.tolist())

    def __contains__(self, node: object) -> bool:
        try:
            self.position(node)
        except KeyError:
            return False
        return True

    def __getitem__(self, node: int) -> Mapping[Any, Any]:
        self.position(node)
        return _NO_ATTRIBUTES

    def position(self, node: object) -> int:
        """Return the position of a node. Raises KeyError if it is not in the graph, as mappings do."""
        if isinstance(node, int | np.integer):
            position = bisect_left(self._ids, node)
            if position < len(self._ids) and self._ids[position] == node:
                return position
        raise KeyError(node)


class _Neighbours(_Nodes):
    """Each node's neighbours on one side, as a dict made on demand."""

    def adjacency(self) -> Adjacency:
        """Return the rows of this side."""
        raise NotImplementedError

    def __getitem__(self, node: int) -> dict[int, Attributes]:
        row = self.adjacency()[self.position(node)]
        return dict.fromkeys(self._graph.ids[row].tolist(), _NO_ATTRIBUTES)


class _Successors(_Neighbours):
    def adjacency(self) -> Adjacency:
        return self._graph.successors


class _Predecessors(_Neighbours):
    def adjacency(self) -> Adjacency:
        return self._graph.predecessors
