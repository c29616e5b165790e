"""A lineage graph as arrays: a twentieth of a networkx graph's memory, walked by scipy's compiled searches.

Nodes are known outside by their ids (int64, what the store calls them) and inside by their positions (int32, the
place of the id among all ids in ascending order). What is asked of many nodes takes and gives positions.
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

_MOST = np.iinfo(np.int32).max - 1  # one position is left for the source that stands before several starts


@dataclass(frozen=True, eq=False)
class Adjacency:
    """The neighbours of every node, in compressed sparse rows.

    Those of the node at position p are `neighbours[offsets[p]:offsets[p + 1]]`, ascending and each once.
    """

    offsets: Positions
    """One more than there are nodes."""

    neighbours: Positions
    """One for every edge."""

    @classmethod
    def of_edges(cls, size: int, tails: npt.NDArray[np.integer], heads: npt.NDArray[np.integer]) -> "Adjacency":
        """The edges tails[i] -> heads[i] between size nodes, positions in any order; the same edge twice is one."""
        edges = _distinct(tails.astype(np.int64) * size + heads)
        offsets = np.searchsorted(edges, np.arange(size + 1, dtype=np.int64) * size)
        return cls(offsets.astype(np.int32), (edges % max(size, 1)).astype(np.int32))

    def __getitem__(self, position: int) -> Positions:
        """The neighbours of one node."""
        return self.neighbours[self.offsets[position] : self.offsets[position + 1]]

    def rows(self) -> Positions:
        """For every edge the position of the node whose neighbour it names."""
        nodes = np.arange(len(self.offsets) - 1, dtype=np.int32)
        return np.repeat(nodes, np.diff(self.offsets))

    def matrix(self) -> Any:
        """The same as scipy's sparse array, sharing the memory.

        The values are float64 because scipy's searches copy every other type at each call; all are one and the same
        1.0 in memory, because no search reads them.
        """
        size = len(self.offsets) - 1
        ones = np.broadcast_to(np.float64(1), self.neighbours.shape)
        return scipy.sparse.csr_array((ones, self.neighbours, self.offsets), shape=(size, size))

    def transposed(self) -> "Adjacency":
        """The same edges from their other ends."""
        turned = self.matrix().tocsc()
        return Adjacency(turned.indptr, turned.indices)

    def with_source(self, targets: Positions) -> "Adjacency":
        """The same, and after the last node one more, from which edges lead to the targets."""
        end = np.int32(len(self.neighbours) + len(targets))
        return Adjacency(np.append(self.offsets, end), np.concatenate([self.neighbours, targets]))


@dataclass(frozen=True, eq=False)
class Walk:
    """The nodes that can be reached from some starts, nearest first: one breadth-first search."""

    order: Positions
    """The nodes reached, by level; the starts come first."""

    parents: Positions
    """For every node of the graph the one that it was first reached from; NONE for starts and what is not reached."""

    @cached_property
    def levels(self) -> Positions:
        """For every node of the graph how many edges lie between it and the nearest start; NONE if not reached."""
        # Parents come in the order of their children. So the children of a level, which starts at place b of the
        # order, start where the first child of place b or a later one is; a source before the starts has place 0.
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
        """A shortest path from a start to a node, both included; it is the same at every call and in every process.

        Raises NotFoundError where the node is not reached.
        """
        path = [position]
        while (parent := int(self.parents[path[-1]])) != NONE:
            path.append(parent)
        if self.levels[path[-1]] != 0:
            raise NotFoundError(f"no path leads to the node at position {position}")
        return np.array(path[::-1], np.int32)


class _Backend:
    """The name of networkx's backend, which it looks up at the start of each call.

    That is early enough to load what it is to run on, and so networkx is loaded by nobody but who uses it.
    """

    def __get__(self, graph: object, of: type) -> str:
        import_module("headwater.impact.backend")
        return "headwater"


class LineageGraph:
    """A directed graph that does not change, over arrays; networkx runs on it through `impact/backend.py`."""

    __networkx_backend__ = _Backend()

    def __init__(self, sources: npt.ArrayLike, targets: npt.ArrayLike, nodes: npt.ArrayLike = ()) -> None:
        """The graph of the edges sources[i] -> targets[i], ids in any order; the same edge twice is one edge.

        nodes: ids that are to be there with or without an edge. Raises ValueError where the arrays are not
        one-dimensional, of the same length, of whole numbers of 64 bits.
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
        """The nodes that each node leads to."""

    @classmethod
    def over(cls, ids: Ids, successors: Adjacency) -> Self:
        """The graph over arrays that are there already, which it shares: ids ascending, rows as Adjacency says."""
        graph = cls.__new__(cls)
        graph.ids, graph.successors = ids, successors
        return graph

    @cached_property
    def predecessors(self) -> Adjacency:
        """The nodes that lead to each node; made when first asked for."""
        return self.successors.transposed()

    def reverse(self) -> "LineageGraph":
        """The graph with every edge turned round, sharing the arrays."""
        turned = LineageGraph.over(self.ids, self.predecessors)
        turned.predecessors = self.successors
        return turned

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.ids)

    def number_of_edges(self) -> int:
        """The number of edges, each pair of nodes counted once."""
        return len(self.successors.neighbours)

    def is_directed(self) -> bool:
        """True: networkx asks before it runs an algorithm."""
        return True

    def is_multigraph(self) -> bool:
        """False: networkx asks before it runs an algorithm."""
        return False

    def index_of(self, ids: npt.ArrayLike) -> Positions:
        """The positions of nodes by their ids. Raises NotFoundError naming the first id that is not there."""
        wanted = _ids("ids", ids)
        positions = np.searchsorted(self.ids, wanted)
        missing = np.ones(len(wanted), np.bool_)
        inside = positions < len(self.ids)
        missing[inside] = self.ids[positions[inside]] != wanted[inside]
        if missing.any():
            raise NotFoundError(f"node {wanted[missing][0]} is not in the graph")
        return positions.astype(np.int32)

    def walk(self, starts: npt.ArrayLike) -> Walk:
        """The nodes that can be reached from those at some positions; their order and repetition do not matter.

        Raises IndexError for a position that the graph does not have.
        """
        size = len(self)
        rooted = self.successors.with_source(self.checked(starts))
        order, parents = scipy.sparse.csgraph.breadth_first_order(rooted.matrix(), size)
        parents = parents[:size]
        parents[(parents < 0) | (parents == size)] = NONE
        return Walk(order[1:], parents)

    def checked(self, starts: npt.ArrayLike) -> Positions:
        """Positions, ascending and each once. Raises IndexError for one that the graph does not have."""
        positions = _distinct(_ids("starts", starts))
        if len(positions) and (positions[0] < 0 or positions[-1] >= len(self)):
            raise IndexError(f"positions are 0 to {len(self) - 1}, not {positions[0]} to {positions[-1]}")
        return positions.astype(np.int32)


def _ids(name: str, values: npt.ArrayLike) -> Ids:
    """Values as an array of whole numbers; one that is none already is not copied."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.can_cast(array.dtype, np.int64)):
        raise ValueError(f"{name} has to be one-dimensional, of whole numbers of 64 bits: {array.dtype}, {array.shape}")
    return array.astype(np.int64, copy=False)


def _distinct(values: Ids) -> Ids:
    """The different ones, ascending. Three times faster than numpy.unique, which hashes first."""
    values = np.sort(values)
    return values[np.append(True, values[1:] != values[:-1])] if len(values) else values
