"""The view: every algorithm of networkx on the arrays of a LineageGraph; no algorithm can write into it."""

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from headwater.impact.graph import LineageGraph
from headwater.impact.view import read_only_view

from lineage_graphs import Case, cases


@given(cases())
def test_a_view_is_the_graph_that_networkx_would_make(case: Case) -> None:
    view, expected = read_only_view(case.lineage()), case.networkx()
    assert list(view) == sorted(expected)
    assert set(view.edges()) == set(expected.edges())
    assert {node: set(view.pred[node]) for node in view} == {node: set(expected.pred[node]) for node in expected}
    assert dict(view.in_degree()) == dict(expected.in_degree())
    assert (len(view), view.size()) == (len(expected), expected.size())
    assert nx.utils.graphs_equal(view.copy(), expected)
    assert nx.utils.graphs_equal(nx.DiGraph(view), expected)


@given(cases())
def test_networkx_answers_the_same_on_a_view(case: Case) -> None:
    view, expected = read_only_view(case.lineage()), case.networkx()
    start = case.starts[0]

    def same(answer: Callable[[Any], Any]) -> bool:
        return bool(answer(view) == answer(expected))

    assert same(lambda graph: nx.descendants(graph, start))
    assert same(lambda graph: nx.immediate_dominators(graph, start))
    assert same(lambda graph: set(map(frozenset, nx.strongly_connected_components(graph))))
    assert same(lambda graph: dict(nx.single_source_shortest_path_length(graph, start)))
    assert same(lambda graph: nx.is_directed_acyclic_graph(graph))
    assert same(lambda graph: set(graph.subgraph(case.nodes[:3]).edges()))
    assert same(lambda graph: nx.descendants(graph.reverse(copy=False), start))
    assert nx.pagerank(view) == pytest.approx(nx.pagerank(expected), abs=1e-4)


def test_unknown_nodes_are_not_in_the_view() -> None:
    view = read_only_view(LineageGraph([1, 2], [2, 5]))
    assert [node in view for node in (0, 1, np.int64(2), 3, 5, 6, 2**70, "1", None, [1])] == [
        False, True, True, False, True, False, False, False, False, False,
    ]  # fmt: skip
    for missing in (3, "1"):
        with pytest.raises(KeyError):
            view[missing]
        with pytest.raises(nx.NetworkXError):
            view.predecessors(missing)


def test_a_view_cannot_be_changed() -> None:
    graph = LineageGraph([1, 2], [2, 3])
    view = read_only_view(graph)
    assert nx.is_frozen(view)
    changes: list[Callable[[], object]] = [
        lambda: view.add_node(9),
        lambda: view.add_edge(1, 3),
        lambda: view.remove_edge(1, 2),
        lambda: view.remove_node(1),
        lambda: view.update(edges=[(1, 3)]),
        lambda: nx.relabel_nodes(view, {1: 9}, copy=False),
        view.clear,
    ]
    for change in changes:
        with pytest.raises(nx.NetworkXError, match=r"[Ff]rozen"):
            change()
    with pytest.raises(TypeError):
        view.nodes[1]["state"] = "FAILURE"
    with pytest.raises(TypeError):
        view.edges[1, 2]["weight"] = 2
    with pytest.raises(TypeError):
        view[1][3] = {}
    assert (graph.ids.tolist(), set(view.edges())) == ([1, 2, 3], {(1, 2), (2, 3)})


def test_predecessors_are_made_when_they_are_asked_for() -> None:
    graph = LineageGraph([1, 2], [2, 3])
    view = read_only_view(graph)
    assert nx.descendants(view, 1) == {2, 3}
    assert "predecessors" not in vars(graph)
    assert nx.ancestors(view, 3) == {1, 2}
    assert "predecessors" in vars(graph)
