"""Dominators: the same as networkx's, and true to the definition: without them the dominated nodes are out of reach."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from headwater.impact.dominators import dominators
from headwater.impact.graph import NONE, LineageGraph

from lineage_graphs import Case, cases


@given(cases())
def test_they_are_those_of_networkx(case: Case) -> None:
    graph = case.lineage()
    found = dominators(graph, graph.index_of(case.starts))
    rooted = case.networkx()
    rooted.add_edges_from(("source", start) for start in case.starts)
    immediate = nx.immediate_dominators(rooted, "source")
    for position, node in enumerate(graph.ids.tolist()):
        parent = found.parents[position]
        assert immediate.get(node, "source") == ("source" if parent == NONE else graph.ids[parent])
    assert graph.ids[found.reached].tolist() == sorted(immediate.keys() - set(case.starts))


@given(cases())
def test_dominated_nodes_are_out_of_reach_without_their_dominator(case: Case) -> None:
    graph = case.lineage()
    found = dominators(graph, graph.index_of(case.starts))

    def reached(without: int | None) -> int:
        rooted = case.networkx()
        rooted.add_edges_from(("source", start) for start in case.starts)
        rooted.remove_nodes_from([] if without is None else [without])
        return len(nx.descendants(rooted, "source"))

    everything = set(case.starts) | set(graph.ids[found.reached].tolist())
    for position, node in enumerate(graph.ids.tolist()):
        lost = reached(None) - reached(node) - 1 if node in everything else 0
        assert found.dominated[position] == lost


def test_the_one_asset_through_which_all_of_it_flows() -> None:
    # 1 -> 2 -> {3, 4} -> 5 -> 6, and 3 -> 7
    graph = LineageGraph([1, 2, 2, 3, 4, 5, 3], [2, 3, 4, 5, 5, 6, 7])
    found = dominators(graph, graph.index_of([1]))
    ranking = found.ranking()
    assert graph.ids[ranking].tolist() == [2, 3, 5]
    assert found.dominated[ranking].tolist() == [5, 1, 1]
    assert found.dominated[ranking[0]] == len(found.reached) - 1


def test_several_starts_have_no_way_in_common() -> None:
    graph = LineageGraph([1, 2, 3], [3, 3, 4])
    found = dominators(graph, graph.index_of([1, 2]))
    assert graph.ids[found.ranking()].tolist() == [3]
    assert found.parents[graph.index_of([3])].tolist() == [NONE]


def test_deep_and_wide_graphs_end_soon() -> None:
    # Two places of a long chain lead to each leaf: walking up the chain for each leaf would not end soon.
    deep, leaves = 20_000, 20_000
    chain, ends = np.arange(deep), np.arange(leaves) + deep
    early, late = np.arange(leaves) % 7, np.arange(leaves) % deep
    graph = LineageGraph(
        np.concatenate([chain[:-1], early, late]),
        np.concatenate([chain[1:], ends, ends]),
    )
    found = dominators(graph, [0])
    assert found.dominated[0] == deep + leaves - 1
    assert found.parents[ends].tolist() == np.minimum(early, late).tolist()
    star = LineageGraph(np.zeros(100_000, np.int64), np.arange(1, 100_001))
    assert dominators(star, [0]).ranking().tolist() == []


def test_a_start_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError, match="positions are 0 to 1"):
        dominators(LineageGraph([1], [2]), [2])
    nothing = dominators(LineageGraph([], []), [])
    assert (nothing.ranking().tolist(), nothing.parents.tolist()) == ([], [])
