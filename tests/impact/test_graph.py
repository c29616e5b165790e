"""LineageGraph: the same nodes, edges, levels and shortest paths as networkx, from arrays."""

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.errors import NotFoundError
from headwater.impact.graph import NONE, LineageGraph

from lineage_graphs import Case, cases

DEEP = 20_000


def _edges(graph: LineageGraph) -> set[tuple[int, int]]:
    tails, heads = graph.ids[graph.successors.rows()], graph.ids[graph.successors.neighbours]
    return set(zip(tails.tolist(), heads.tolist(), strict=True))


@given(cases())
def test_a_graph_has_the_nodes_and_edges_that_it_is_given(case: Case) -> None:
    graph, expected = case.lineage(), case.networkx()
    assert graph.ids.tolist() == sorted(expected)
    assert _edges(graph) == set(expected.edges())
    assert (len(graph), graph.number_of_edges()) == (len(expected), expected.number_of_edges())
    assert _edges(graph.reverse()) == set(expected.reverse().edges())
    assert _edges(graph.reverse().reverse()) == set(expected.edges())


@given(cases(), st.randoms())
def test_the_order_of_edges_and_starts_and_their_repetition_do_not_matter(case: Case, random: Random) -> None:
    edges = case.edges * 2
    random.shuffle(edges)
    graph, other = case.lineage(), Case(edges, case.nodes[::-1], []).lineage()
    walk = graph.walk(graph.index_of(case.starts))
    again = other.walk(other.index_of(case.starts[::-1] * 2))
    assert walk.order.tolist() == again.order.tolist()
    assert walk.parents.tolist() == again.parents.tolist()


@given(cases())
def test_levels_are_those_of_networkx(case: Case) -> None:
    graph = case.lineage()
    walk = graph.walk(graph.index_of(case.starts))
    expected = dict.fromkeys(case.nodes, NONE)
    for level, nodes in enumerate(nx.bfs_layers(case.networkx(), case.starts)):
        expected.update(dict.fromkeys(nodes, level))
    assert dict(zip(graph.ids.tolist(), walk.levels.tolist(), strict=True)) == expected
    reached = walk.levels[walk.order].tolist()
    assert reached == sorted(level for level in expected.values() if level != NONE)


@given(cases())
def test_paths_are_shortest_and_lead_over_edges_from_a_start(case: Case) -> None:
    graph = case.lineage()
    walk = graph.walk(graph.index_of(case.starts))
    edges = set(case.edges)
    for position in range(len(graph)):
        if walk.levels[position] == NONE:
            with pytest.raises(NotFoundError, match=f"position {position}"):
                walk.path_to(position)
            continue
        path = graph.ids[walk.path_to(position)].tolist()
        assert len(path) == walk.levels[position] + 1
        assert path[0] in case.starts
        assert path[-1] == graph.ids[position]
        assert edges.issuperset(pairwise(path))


def test_a_deep_chain_and_a_wide_star() -> None:
    chain = LineageGraph(np.arange(DEEP), np.arange(1, DEEP + 1))
    walk = chain.walk([0])
    assert walk.levels.tolist() == list(range(DEEP + 1))
    assert walk.path_to(DEEP).tolist() == list(range(DEEP + 1))
    star = LineageGraph(np.zeros(DEEP, np.int64), np.arange(1, DEEP + 1))
    assert np.bincount(star.walk([0]).levels).tolist() == [1, DEEP]


def test_a_graph_of_nothing() -> None:
    graph = LineageGraph([], [])
    assert (len(graph), graph.number_of_edges(), len(graph.reverse())) == (0, 0, 0)
    assert graph.walk([]).levels.tolist() == []
    assert LineageGraph([], [], [7]).walk([]).levels.tolist() == [NONE]


def test_arrays_are_small_and_those_of_the_other_direction_are_made_when_asked_for() -> None:
    graph = LineageGraph(np.arange(DEEP), np.arange(1, DEEP + 1))
    size = graph.ids.nbytes + graph.successors.offsets.nbytes + graph.successors.neighbours.nbytes
    assert size <= 16 * (DEEP + 2)
    assert graph.successors.matrix().data.strides == (0,)
    assert "predecessors" not in vars(graph)
    assert graph.predecessors.neighbours.dtype == graph.predecessors.offsets.dtype == np.int32
    turned = graph.reverse()
    assert np.shares_memory(turned.successors.neighbours, graph.predecessors.neighbours)
    assert turned.ids is graph.ids


def test_bad_graphs_and_unknown_nodes_are_refused() -> None:
    with pytest.raises(ValueError, match="2 are not 1"):
        LineageGraph([1, 2], [3])
    with pytest.raises(ValueError, match="targets has to be one-dimensional, of whole numbers"):
        LineageGraph([1], [2.5])
    with pytest.raises(ValueError, match="sources has to be one-dimensional"):
        LineageGraph([[1]], [2])
    graph = LineageGraph([10], [20])
    assert graph.index_of([20, 10, 20]).tolist() == [1, 0, 1]
    for missing in (9, 15, 21):
        with pytest.raises(NotFoundError, match=f"node {missing} is not in the graph"):
            graph.index_of([10, missing])
    for outside in (-1, 2):
        with pytest.raises(IndexError, match="positions are 0 to 1"):
            graph.walk([outside])
