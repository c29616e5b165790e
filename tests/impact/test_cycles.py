"""Condensation: the same components as networkx finds."""

import networkx as nx
import numpy as np
from hypothesis import given

from headwater.impact.cycles import condense
from headwater.impact.graph import LineageGraph

from lineage_graphs import Case, cases


@given(cases())
def test_cycles_are_drawn_together_as_networkx_does(case: Case) -> None:
    graph = case.lineage()
    condensed = condense(graph)
    expected = nx.condensation(case.networkx())
    members = {number: min(data["members"]) for number, data in expected.nodes(data=True)}
    assert condensed.graph.ids.tolist() == sorted(members.values())
    names = condensed.graph.ids[condensed.components].tolist()
    mapping = expected.graph["mapping"]
    assert dict(zip(graph.ids.tolist(), names, strict=True)) == {node: members[mapping[node]] for node in mapping}
    successors = condensed.graph.successors
    pairs = zip(successors.rows().tolist(), successors.neighbours.tolist(), strict=True)
    found = {(int(condensed.graph.ids[tail]), int(condensed.graph.ids[head])) for tail, head in pairs}
    assert found == {(members[tail], members[head]) for tail, head in expected.edges()}


def test_a_long_cycle_becomes_one_node() -> None:
    nodes = np.arange(20_000)
    condensed = condense(LineageGraph(nodes, np.roll(nodes, 1)))
    assert (len(condensed.graph), condensed.graph.number_of_edges()) == (1, 0)


def test_nothing_condenses_to_nothing() -> None:
    assert len(condense(LineageGraph([], [])).graph) == 0
