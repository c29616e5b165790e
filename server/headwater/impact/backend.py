"""Headwater's backend of networkx: networkx's own functions, called on a LineageGraph."""

from typing import Any

import networkx as nx
import numpy as np

from headwater.errors import NotFoundError
from headwater.impact.graph import LineageGraph
from headwater.impact.view import read_only_view

# networkx runs the algorithms that are missing here on a view of the arrays. It is a setting of the whole process.
nx.config.fallback_to_nx = True


class BackendInterface:
    """The interface that networkx's dispatch calls, found by the entry point `networkx.backends`.

    An algorithm that has a method of its name here runs on the arrays; every other one is networkx's own and runs on
    what convert_to_nx gives. Arguments have networkx's names, because callers may use them.
    """

    @staticmethod
    def convert_from_nx(graph: nx.Graph, **_: Any) -> LineageGraph:
        """A graph of networkx over arrays, without its attributes, which no algorithm here reads.

        Raises NotImplementedError, which makes networkx look for someone else, where it has no direction or a node
        is no whole number of 64 bits.
        """
        if not graph.is_directed() or not all(type(node) is int and -(2**63) <= node < 2**63 for node in graph):
            raise NotImplementedError("only directed graphs whose nodes are whole numbers of 64 bits")
        edges = np.array(list(graph.edges()), np.int64).reshape(-1, 2)
        return LineageGraph(edges[:, 0], edges[:, 1], np.array(list(graph), np.int64))

    @staticmethod
    def convert_to_nx(result: Any, **_: Any) -> Any:
        """A graph as networkx's own algorithms take it, sharing the arrays; results that are no graph as they are."""
        return read_only_view(result) if isinstance(result, LineageGraph) else result

    @staticmethod
    def descendants(G: LineageGraph, source: int) -> set[int]:  # noqa: N803
        """networkx.descendants: what can be reached. Raises networkx.NetworkXError where the source is not there."""
        try:
            reached = G.walk(G.index_of([source])).order
        except NotFoundError as error:
            raise nx.NetworkXError(str(error)) from error
        return set(G.ids[reached[1:]].tolist())

    @staticmethod
    def ancestors(G: LineageGraph, source: int) -> set[int]:  # noqa: N803
        """networkx.ancestors: from where it can be reached. Raises as descendants does."""
        return BackendInterface.descendants(G.reverse(), source)
