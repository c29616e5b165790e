"""Headwater's backend of networkx: networkx's own functions, called on a LineageGraph."""

from typing import Any

import networkx as nx
import numpy as np

from headwater.errors import NotFoundError
from headwater.impact.graph import LineageGraph
from headwater.impact.view import read_only_view

# networkx runs the missing algorithms on a view of the arrays. The setting is global to the process.
nx.config.fallback_to_nx = True


class BackendInterface:
    """The interface that networkx's dispatch calls, found by the entry point `networkx.backends`.

    An algorithm with a method of its name here runs on the arrays; any other one is networkx's own and runs on the
    result of convert_to_nx. Arguments have networkx's names, because callers may use them.
    """

    @staticmethod
    def convert_from_nx(graph: nx.Graph, **_: Any) -> LineageGraph:
        """Convert a graph of networkx to arrays, without its attributes, since no algorithm here reads them.

        Raises NotImplementedError, so that networkx looks for another backend, for an undirected graph, or a node that
        is not a whole number of 64 bits.
        """
        if not graph.is_directed() or not all(type(node) is int and -(2**63) <= node < 2**63 for node in graph):
            raise NotImplementedError("only directed graphs whose nodes are whole numbers of 64 bits")
        edges = np.array(list(graph.edges()), np.int64).reshape(-1, 2)
        return LineageGraph(edges[:, 0], edges[:, 1], np.array(list(graph), np.int64))

    @staticmethod
    def convert_to_nx(result: Any, **_: Any) -> Any:
        """Convert a graph for networkx's own algorithms, sharing the arrays; other results stay as they are."""
        return read_only_view(result) if isinstance(result, LineageGraph) else result

    @staticmethod
    def descendants(G: LineageGraph, source: int) -> set[int]:  # noqa: N803
        """networkx.descendants: the reachable nodes. Raises networkx.NetworkXError for an unknown source."""
        try:
            reached = G.walk(G.index_of([source])).order
        except NotFoundError as error:
            raise nx.NetworkXError(str(error)) from error
        return set(G.ids[reached[1:]].tolist())

    @staticmethod
    def ancestors(G: LineageGraph, source: int) -> set[int]:  # noqa: N803
        """networkx.ancestors: the nodes from which source is reachable. Raises as descendants does."""
        return BackendInterface.descendants(G.reverse(), source)
