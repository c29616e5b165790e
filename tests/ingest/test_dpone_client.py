"""dpone itself: its registry and its export run, and its exports are posted unchanged."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from conftest import fetch
from server_process import LINEAGE, Server

pytestmark = pytest.mark.skipif(sys.version_info >= (3, 13), reason="dpone takes no newer Python")


def dpone(folder: Path, *words: str) -> None:
    """Run a command of dpone in a folder; fail if the command fails."""
    subprocess.run(
        [str(Path(sys.executable).with_name("dpone")), "ops", *words],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=120,
    )


def exported(folder: Path, result: dict[str, object]) -> Path:
    """Register a run and export it; return the file with its event."""
    (folder / "result.json").write_text(json.dumps(result))
    (folder / "quality.json").write_text(json.dumps({"passed": True, "checks": 2}))
    dpone(
        folder,
        "run-registry",
        "--run-result",
        "result.json",
        "--artifact",
        "quality=quality.json",
        "--output-dir",
        "registry",
    )
    datasets = ["--input", "postgres=public.orders", "--output", "mssql=landing.orders"]
    entry = ["--run-registry-entry", f"registry/{result['run_id']}__run_registry.json"]
    dpone(folder, "lineage-export", *entry, *datasets, "--namespace", "dpone.local", "--output-dir", "lineage")
    [path] = (folder / "lineage").glob("*__openlineage.json")
    return path


def test_exported_runs_are_found_by_their_checksums(server: Server, tmp_path: Path) -> None:
    path = exported(tmp_path, {"run_id": "run_01", "process": "daily_orders", "passed": True, "manifest": "orders.yml"})
    answer = server.post(path.read_bytes(), LINEAGE)
    assert (answer.status_code, server.count("quarantine")) == (201, 0)
    checksums = {
        name: hashlib.sha256((tmp_path / f"{name}.json").read_bytes()).hexdigest() for name in ("result", "quality")
    }
    query = "query Q($checksum: String!) { runsByChecksum(checksum: $checksum) { nativeId checksums { name } currentState { timeApproximate result { resultType } } } }"
    for checksum in checksums.values():
        asked = httpx.post(f"{server.url}/graphql", json={"query": query, "variables": {"checksum": checksum}}).json()
        [run] = asked["data"]["runsByChecksum"]
        assert (run["nativeId"], run["currentState"]["timeApproximate"]) == ("run_01", True)
        assert run["currentState"]["result"] == {"resultType": "SUCCESS"}
        assert [one["name"] for one in run["checksums"]] == ["artifact.quality", "run_registry_entry", "run_result"]
    edges = fetch(
        server.database_url, "SELECT g.direction, a.namespace, a.name FROM edge g JOIN entity a ON a.id = g.asset_id"
    )
    assert {tuple(row) for row in edges} == {
        ("INPUT", "postgres", "public.orders"),
        ("OUTPUT", "mssql", "landing.orders"),
    }


def test_dpones_files_are_one_registration(server: Server, tmp_path: Path) -> None:
    event = exported(
        tmp_path, {"run_id": "run_01", "process": "daily_orders", "passed": True, "manifest": "orders.yml"}
    )
    entry = tmp_path / "registry" / "run_01__run_registry.json"
    for path in (event, entry):
        assert server.post(path.read_bytes(), LINEAGE).status_code == 201
    checksum = hashlib.sha256((tmp_path / "quality.json").read_bytes()).hexdigest()
    query = "query Q($sha256: String!) { runRegistrations(sha256: $sha256) { nodes { revision passed entrySha256 warnings run { nativeId } } } }"
    asked = httpx.post(f"{server.url}/graphql", json={"query": query, "variables": {"sha256": checksum}}).json()
    [found] = asked["data"]["runRegistrations"]["nodes"]
    assert found == {
        "revision": 1,
        "passed": True,
        "entrySha256": hashlib.sha256(entry.read_bytes()).hexdigest(),
        "warnings": [],
        "run": {"nativeId": "run_01"},
    }
