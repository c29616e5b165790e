"""The critical path: as long as networkx finds it in the condensation, and a path."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.impact.critical_path import critical_path
from headwater.impact.graph import LineageGraph

from lineage_graphs import Case, cases


def _longest(case: Case, seconds: dict[int, int]) -> int:
    """Return the longest time by networkx: an edge takes its end's time, and an added first node leads to each."""
    condensed = nx.condensation(case.networkx())
    takes = {number: sum(seconds[node] for node in data["members"]) for number, data in condensed.nodes(data=True)}
    weighted = nx.DiGraph()
    weighted.add_weighted_edges_from((tail, head, takes[head]) for tail, head in condensed.edges())
    weighted.add_weighted_edges_from(("source", number, took) for number, took in takes.items())
    length: int = nx.dag_longest_path_length(weighted)
    return length


@given(cases(), st.data())
def test_no_other_path_takes_longer(case: Case, data: st.DataObject) -> None:
    graph = case.lineage()
    durations = data.draw(st.lists(st.integers(0, 9), min_size=len(graph), max_size=len(graph)))
    seconds = dict(zip(graph.ids.tolist(), durations, strict=True))
    path = critical_path(graph, durations)
    assert path.duration_seconds == _longest(case, seconds)
    nodes = graph.ids[path.positions].tolist()
    assert sum(seconds[node] for node in nodes) == path.duration_seconds
    expected = case.networkx()
    assert all(nx.has_path(expected, tail, head) for tail, head in pairwise(nodes))


def test_a_path_of_a_run_its_version_and_the_next_run() -> None:
    graph = LineageGraph([1, 2, 1, 4], [2, 3, 4, 5], nodes=[9])
    path = critical_path(graph, [60.0, 0.0, 30.0, 0.0, 20.0, 1.0])
    assert (graph.ids[path.positions].tolist(), path.duration_seconds) == ([1, 2, 3], 90.0)


def test_it_ends_with_the_first_node_that_makes_it_as_long() -> None:
    path = critical_path(LineageGraph([1, 2, 3], [2, 3, 4]), [5.0, 5.0, 0.0, 0.0])
    assert path.positions.tolist() == [0, 1]


def test_a_cycle_ends_and_counts_whole() -> None:
    graph = LineageGraph([1, 2, 3, 3], [2, 3, 2, 4])
    path = critical_path(graph, [1.0, 2.0, 4.0, 8.0])
    assert (graph.ids[path.positions].tolist(), path.duration_seconds) == ([1, 2, 3, 4], 15.0)


def test_a_deep_chain_and_no_graph() -> None:
    chain = LineageGraph(np.arange(20_000), np.arange(1, 20_001))
    path = critical_path(chain, np.ones(20_001))
    assert (len(path.positions), path.duration_seconds) == (20_001, 20_001.0)
    nothing = critical_path(LineageGraph([], []), [])
    assert (nothing.positions.tolist(), nothing.duration_seconds) == ([], 0.0)


@pytest.mark.parametrize("durations", [[1.0], [1.0, -1.0], [1.0, float("nan")], [1.0, float("inf")]])
def test_durations_that_are_none_are_refused(durations: list[float]) -> None:
    with pytest.raises(ValueError, match="2 finite numbers of seconds, none negative"):
        critical_path(LineageGraph([1], [2]), durations)
