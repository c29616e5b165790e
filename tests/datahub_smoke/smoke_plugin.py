"""A pytest plugin for the process of DataHub's smoke tests: stand-ins for their imports, and a report.

Their helpers import conveniences, and clients of services that do not run beside a Headwater (Slack, OpenSearch, a
database to probe). The stand-ins suffice for the imports; a test that uses a service fails with its name.
"""

import json
import os
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, NoReturn

import pytest

_PATIENCE_SECONDS = 30
_RANKS = {"passed": 0, "skipped": 1, "failed": 2}


def _absent(service: str) -> type:
    """Return a class whose objects can be made, and do nothing else."""

    def refuse(_: object, name: str) -> NoReturn:
        raise RuntimeError(f"there is no {service} (asked for its {name})")

    return type("Absent", (), {"__init__": lambda *_, **__: None, "__getattr__": refuse})


def _in_turn(n_jobs: int) -> Callable[[Iterable[Any]], list[Any]]:
    """Stand in for `joblib.Parallel(n_jobs)(calls)`: one call after another."""
    return list


def _call(function: Callable[..., Any]) -> Callable[..., Any]:
    """Stand in for `joblib.delayed(function)(…)`: it calls at once."""
    return function


_STAND_INS: dict[str, dict[str, Any]] = {
    "slack_sdk": {"WebClient": _absent("Slack")},
    "opensearchpy": {"OpenSearch": _absent("Elasticsearch")},
    "deepdiff": {"DeepDiff": _absent("deepdiff")},
    "joblib": {"Parallel": _in_turn, "delayed": _call},
    "datahub.ingestion.source.sql.sqlalchemy_uri": {"parse_host_port": _absent("database to probe")},
}

for _name, _members in _STAND_INS.items():
    sys.modules[_name] = ModuleType(_name)
    vars(sys.modules[_name]).update(_members)


def _wait_for_queue(*_: object, **__: object) -> None:
    """Stand in for `wait_for_writes_to_sync`: wait until the server's queue is empty, as its metrics say."""
    headers = {"Authorization": f"Bearer {os.environ['DATAHUB_GMS_TOKEN']}"}
    request = urllib.request.Request(f"{os.environ['DATAHUB_GMS_URL']}/metrics", headers=headers)
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with urllib.request.urlopen(request) as response:
            if b"\nheadwater_queue_depth_requests 0.0\n" in response.read():
                return
        time.sleep(0.05)
    raise TimeoutError("the queue does not become empty")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems() -> None:
    """Have the tests and their helpers wait for the queue where they would wait for Kafka."""
    for module in list(sys.modules.values()):
        if "wait_for_writes_to_sync" in vars(module):
            vars(module)["wait_for_writes_to_sync"] = _wait_for_queue


class _Report:
    """The outcome of each test, the worst of its phases, as JSON in the file that SMOKE_REPORT names."""

    def __init__(self) -> None:
        self._outcomes: dict[str, tuple[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep an outcome with the last line of its error."""
        known, _ = self._outcomes.get(report.nodeid, ("passed", ""))
        if _RANKS[report.outcome] >= _RANKS[known]:
            said = [line for line in report.longreprtext.splitlines() if line.startswith("E  ")]
            self._outcomes[report.nodeid] = (report.outcome, said[0][4:300] if said else "")

    def pytest_sessionfinish(self) -> None:
        """Write the report."""
        with open(os.environ["SMOKE_REPORT"], "w", encoding="utf-8") as file:
            json.dump(self._outcomes, file)


def pytest_configure(config: pytest.Config) -> None:
    """Add the report."""
    config.pluginmanager.register(_Report())
