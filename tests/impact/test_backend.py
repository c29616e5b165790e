"""The backend of networkx: its answers, and networkx's dispatch to it."""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given

from headwater.impact.backend import BackendInterface
from headwater.impact.backend_info import get_info
from headwater.impact.graph import LineageGraph

from conftest import ROOT
from lineage_graphs import Case, cases

# A process of its own runs this, because networkx looks for backends only once, at its import.
DISPATCHED = '''
import json, logging, sys
import networkx as nx
from headwater.impact.graph import LineageGraph

class Heard(logging.Handler):
    """What networkx says of its dispatch."""
    def __init__(self):
        super().__init__(logging.DEBUG)
        self.said = []
    def emit(self, record):
        self.said.append(record.getMessage())
    def of(self, call):
        self.said.clear()
        answer = call()
        return [answer, [line for line in self.said if line.startswith(("Using backend", "Converting"))]]

heard = Heard()
logging.getLogger("networkx.utils.backends").addHandler(heard)
logging.getLogger("networkx.utils.backends").setLevel(logging.DEBUG)

graph = LineageGraph([1, 2, 3, 4], [2, 3, 2, 3], [9])
native = nx.DiGraph([(1, 2), (2, 3), (3, 2), (4, 3)])
print(json.dumps({
    "shortest path": heard.of(lambda: nx.shortest_path(graph, 1, 3)),  # first: nothing has loaded the backend yet
    "backends": sorted(nx.config.backends),
    "info": sorted(nx.utils.backends.backend_info["headwater"]["functions"]),
    "descendants": heard.of(lambda: sorted(nx.descendants(graph, 1))),
    "ancestors": heard.of(lambda: sorted(nx.ancestors(graph, 3))),
    "from networkx": heard.of(lambda: sorted(nx.descendants(native, 1, backend="headwater"))),
    "networkx alone": heard.of(lambda: sorted(nx.descendants(native, 1))),
    "dominators": heard.of(lambda: sorted(nx.immediate_dominators(graph, 1).items())),
    "condensation": heard.of(lambda: sorted(map(sorted, nx.strongly_connected_components(graph)))),
}))
'''


def _declared() -> dict[str, dict[str, str]]:
    groups: dict[str, dict[str, str]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    return groups


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a Python with this checkout's entry points.

    If the installed package is older than the entry points, a separate distribution beside it holds them.
    """
    paths = [str(ROOT / "server")]
    if not entry_points(group="networkx.backends", name="headwater"):
        metadata = tmp_path / "headwater_entry_points-0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: headwater-entry-points\nVersion: 0\n")
        groups = [
            f"[{group}]\n" + "".join(f"{name} = {at}\n" for name, at in of.items()) for group, of in _declared().items()
        ]
        (metadata / "entry_points.txt").write_text("\n".join(groups))
        paths.append(str(tmp_path))
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def test_networkx_finds_the_backend_and_calls_it_or_its_own_on_a_view(installed: dict[str, str]) -> None:
    command = [sys.executable, "-W", "error", "-c", DISPATCHED]
    result = subprocess.run(command, env=installed, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert "headwater" in found["backends"]
    assert found["info"] == ["ancestors", "descendants"]

    def said(question: str) -> str:
        return "\n".join(found[question][1])

    assert found["descendants"][0] == [2, 3]
    assert "Using backend 'headwater' for call to 'descendants'" in said("descendants")
    assert found["ancestors"][0] == [1, 2, 4]
    assert "Using backend 'headwater' for call to 'ancestors'" in said("ancestors")
    assert found["from networkx"][0] == found["networkx alone"][0] == [2, 3]
    assert "Using backend 'headwater' for call to 'descendants'" in said("from networkx")
    assert said("networkx alone") == ""
    for question, answer in (
        ("dominators", [[2, 1], [3, 2]]),
        ("shortest path", [1, 2, 3]),
        ("condensation", [[1], [2, 3], [4], [9]]),
    ):
        assert found[question][0] == answer
        assert "from 'headwater' backend to 'networkx' backend" in said(question)


def test_entry_points_name_what_is_there() -> None:
    assert _declared() == {
        "networkx.backends": {"headwater": f"{BackendInterface.__module__}:{BackendInterface.__name__}"},
        "networkx.backend_info": {"headwater": f"{get_info.__module__}:{get_info.__name__}"},
    }
    assert LineageGraph.__networkx_backend__ == get_info()["backend_name"] == "headwater"


@given(cases())
def test_answers_are_those_of_networkx(case: Case) -> None:
    graph, expected = case.lineage(), case.networkx()
    for node in case.starts:
        assert BackendInterface.descendants(graph, node) == nx.descendants(expected, node)
        assert BackendInterface.ancestors(graph, node) == nx.ancestors(expected, node)
    converted = BackendInterface.convert_from_nx(expected)
    assert nx.utils.graphs_equal(nx.DiGraph(BackendInterface.convert_to_nx(converted)), expected)


def test_a_source_that_is_not_there_is_networkx_s_error() -> None:
    graph = LineageGraph([1], [2])
    for ask in (BackendInterface.descendants, BackendInterface.ancestors):
        with pytest.raises(nx.NetworkXError, match="node 3 is not in the graph"):
            ask(graph, 3)


@pytest.mark.parametrize("graph", [nx.Graph([(1, 2)]), nx.DiGraph([("a", "b")]), nx.DiGraph([(1, 2**63)])])
def test_graphs_that_do_not_fit_are_left_to_others(graph: nx.Graph) -> None:
    with pytest.raises(NotImplementedError, match="directed graphs whose nodes are whole numbers"):
        BackendInterface.convert_from_nx(graph)


def test_parallel_edges_are_one() -> None:
    converted = BackendInterface.convert_from_nx(nx.MultiDiGraph([(1, 2), (1, 2), (2, 1)]))
    assert (len(converted), converted.number_of_edges()) == (2, 2)
    assert len(BackendInterface.convert_from_nx(nx.DiGraph())) == 0
