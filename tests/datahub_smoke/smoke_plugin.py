"""A pytest plugin for the process that runs DataHub's smoke tests: stand-ins for what they import, and a report.

Their helpers import clients of services that no Headwater has beside it (Slack, OpenSearch, a database to probe) and
conveniences. The stand-ins are enough to import; whoever uses a service fails with its name.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, NoReturn

import pytest

_RANKS = {"passed": 0, "skipped": 1, "failed": 2}


def _absent(service: str) -> type:
    """A class whose objects can be made, and do nothing else."""

    def refuse(_: object, name: str) -> NoReturn:
        raise RuntimeError(f"there is no {service} (asked for its {name})")

    return type("Absent", (), {"__init__": lambda *_, **__: None, "__getattr__": refuse})


def _in_turn(n_jobs: int) -> Callable[[Iterable[Any]], list[Any]]:
    """A stand-in for `joblib.Parallel(n_jobs)(calls)`: one call after another."""
    return list


def _call(function: Callable[..., Any]) -> Callable[..., Any]:
    """A stand-in for `joblib.delayed(function)(…)`: it calls at once."""
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


class _Report:
    """The outcome of each test, the worst of its phases, as JSON in the file that SMOKE_REPORT names."""

    def __init__(self) -> None:
        self._outcomes: dict[str, tuple[str, str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep an outcome with the last line of what was said of it."""
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
