"""A lineage graph as arrays: a twentieth of a networkx graph's memory, walked by scipy's compiled searches.

Callers know nodes by their ids (int64, from the store). Inside, a node has a position (int32, the rank of its id).
Functions on many nodes take and return positions.
"""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy

from headwater.errors import NotFoundError

Ids = npt.NDArray[np.int64]
Positions = npt.NDArray[np.int32]

NONE = -1
"""In place of a position: there is none."""

_MOST = np.iinfo(np.int32).max - 1  # one position is left for the source before several starts


@dataclass(frozen=True, eq=False)
class Adjacency:
    """The neighbours of every node, in compressed sparse rows.

    The neighbours of the node at position p are `neighbours[offsets[p]:offsets[p + 1]]`, ascending and each once.
    """

    offsets: Positions
    """One entry more than there are nodes."""

    neighbours: Positions
    """One entry for every edge."""

    @classmethod
    def of_edges(cls, size: int, tails: npt.NDArray[np.integer], heads: npt.NDArray[np.integer]) -> "Adjacency":
        """Return the edges tails[i] -> heads[i] between size nodes, positions in any order; repeated edges are one."""
        edges = _distinct(tails.astype(np.int64) * size + heads)
        offsets = np.searchsorted(edges, np.arange(size + 1, dtype=np.int64) * size)
        return cls(offsets.astype(np.int32), (edges % max(size, 1)).astype(np.int32))

    def __getitem__(self, position: int) -> Positions:
        """Return the neighbours of one node."""
        return self.neighbours[self.offsets[position] : self.offsets[position + 1]]

    def rows(self) -> Positions:
        """Return the position of the tail of every edge."""
        nodes = np.arange(len(self.offsets) - 1, dtype=np.int32)
        return np.repeat(nodes, np.diff(self.offsets))

    def matrix(self) -> Any:
        """Return the same as scipy's sparse array, sharing the memory.

        The values are float64 because scipy's searches copy every other type at each call. All are one and the same 1.0
        in memory, because no search reads them.
        """
        size = len(self.offsets) - 1
        ones = np.broadcast_to(np.float64(1), self.neighbours.shape)
        return scipy.sparse.csr_array((ones, self.neighbours, self.offsets), shape=(size, size))

    def transposed(self) -> "Adjacency":
        """Return the same edges from their other ends."""
        turned = self.matrix().tocsc()
        return Adjacency(turned.indptr, turned.indices)

    def with_source(self, targets: Positions) -> "Adjacency":
        """Return the same with one more node at the end, and edges from it to the targets."""
        end = np.int32(len(self.neighbours) + len(targets))
        return Adjacency(np.append(self.offsets, end), np.concatenate([self.neighbours, targets]))


@dataclass(frozen=True, eq=False)
class Walk:
    """The nodes reachable from some starts, nearest first: one breadth-first search."""

    order: Positions
    """The reached nodes, by level; the starts come first."""

    parents: Positions
    """For every node of the graph, its parent in the search; NONE for starts and nodes not reached."""

    @cached_property
    def levels(self) -> Positions:
        """For every node of the graph, the number of edges to the nearest start; NONE if not reached."""
        # Parents come in the order of their children. Let a level start at place b of the order. Then its children
        # start at the first child of place b or a later one. A source before the starts has place 0.
        places = np.zeros(len(self.parents) + 1, np.int32)
        places[self.order] = np.arange(1, len(self.order) + 1, dtype=np.int32)
        children = np.bincount(places[self.parents[self.order]], minlength=len(self.order) + 1)
        first_child = 1 + np.cumsum(children) - children
        bounds = [1]
        while bounds[-1] <= len(self.order):
            bounds.append(int(first_child[bounds[-1]]))
        sizes = np.diff(bounds)
        levels = np.full(len(self.parents), NONE, np.int32)
        levels[self.order] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        return levels

    def path_to(self, position: int) -> Positions:
        """Return a shortest path from a start to a node, both included; the same at every call and in every process.

        Raises NotFoundError if the node is not reached.
        """
        path = [position]
        while (parent := int(self.parents[path[-1]])) != NONE:
            path.append(parent)
        if self.levels[path[-1]] != 0:
            raise NotFoundError(f"no path leads to the node at position {position}")
        return np.array(path[::-1], np.int32)


class _Backend:
    """The name of networkx's backend, which networkx looks up at the start of each call.

    The look-up loads the backend just in time, so that only users of networkx load it.
    """

    def __get__(self, graph: object, of: type) -> str:
        import_module("headwater.impact.backend")
        return "headwater"


class LineageGraph:
    """An immutable directed graph over arrays; networkx runs on it through `impact/backend.py`."""

    __networkx_backend__ = _Backend()

    def __init__(self, sources: npt.ArrayLike, targets: npt.ArrayLike, nodes: npt.ArrayLike = ()) -> None:
        """Make the graph of the edges sources[i] -> targets[i], ids in any order; repeated edges are one.

        nodes: ids that are in the graph even without an edge. Raises ValueError unless the arrays are one-dimensional,
        of the same length, of whole numbers of 64 bits.
        """
        tails, heads, others = _ids("sources", sources), _ids("targets", targets), _ids("nodes", nodes)
        if len(tails) != len(heads):
            raise ValueError(f"sources and targets are pairs: {len(tails)} are not {len(heads)}")
        self.ids, positions = np.unique(np.concatenate([tails, heads, others]), return_inverse=True)
        """The nodes' ids, ascending; the index of an id is its node's position."""
        if max(len(self.ids), len(tails)) > _MOST:
            raise ValueError(f"a graph has at most {_MOST} nodes and edges")
        ends = positions[: 2 * len(tails)].reshape(2, -1)
        self.successors = Adjacency.of_edges(len(self.ids), ends[0], ends[1])
        """The edges from each node."""

    @classmethod
    def over(cls, ids: Ids, successors: Adjacency) -> Self:
        """Return the graph over existing arrays, which it shares: ids ascending, rows as in Adjacency."""
        graph = cls.__new__(cls)
        graph.ids, graph.successors = ids, successors
        return graph

    @cached_property
    def predecessors(self) -> Adjacency:
        """The edges to each node; made on first use."""
        return self.successors.transposed()

    def reverse(self) -> "LineageGraph":
        """Return the graph with every edge reversed, sharing the arrays."""
        turned = LineageGraph.over(self.ids, self.predecessors)
        turned.predecessors = self.successors
        return turned

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.ids)

    def number_of_edges(self) -> int:
        """Return the number of edges, each pair of nodes counted once."""
        return len(self.successors.neighbours)

    def is_directed(self) -> bool:
        """Return True: networkx asks before it runs an algorithm."""
        return True

    def is_multigraph(self) -> bool:
        """Return False: networkx asks before it runs an algorithm."""
        return False

    def index_of(self, ids: npt.ArrayLike) -> Positions:
        """Return the positions of nodes by their ids. Raises NotFoundError naming the first unknown id."""
        wanted = _ids("ids", ids)
        positions = np.searchsorted(self.ids, wanted)
        missing = np.ones(len(wanted), np.bool_)
        inside = positions < len(self.ids)
        missing[inside] = self.ids[positions[inside]] != wanted[inside]
        if missing.any():
            raise NotFoundError(f"node {wanted[missing][0]} is not in the graph")
        return positions.astype(np.int32)

    def walk(self, starts: npt.ArrayLike) -> Walk:
        """Return the nodes reachable from some positions; the positions' order and repetition do not matter.

        Raises IndexError for an unknown position.
        """
        size = len(self)
        rooted = self.successors.with_source(self.checked(starts))
        order, parents = scipy.sparse.csgraph.breadth_first_order(rooted.matrix(), size)
        parents = parents[:size]
        parents[(parents < 0) | (parents == size)] = NONE
        return Walk(order[1:], parents)

    def checked(self, starts: npt.ArrayLike) -> Positions:
        """Return positions, ascending and each once. Raises IndexError for an unknown one."""
        positions = _distinct(_ids("starts", starts))
        if len(positions) and (positions[0] < 0 or positions[-1] >= len(self)):
            raise IndexError(f"positions are 0 to {len(self) - 1}, not {positions[0]} to {positions[-1]}")
        return positions.astype(np.int32)


def _ids(name: str, values: npt.ArrayLike) -> Ids:
    """Return values as an array of whole numbers; an array of such is not copied."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.can_cast(array.dtype, np.int64)):
        raise ValueError(f"{name} has to be one-dimensional, of whole numbers of 64 bits: {array.dtype}, {array.shape}")
    return array.astype(np.int64, copy=False)


def _distinct(values: Ids) -> Ids:
    """Return the distinct values, ascending. Three times faster than numpy.unique, which hashes first."""
    values = np.sort(values)
    return values[np.append(True, values[1:] != values[:-1])] if len(values) else values
