"""DataHub's own smoke tests, unchanged, against a server; a list has the tests left out, with their reasons.

The list must be true: its tests must fail, and all others must pass.
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from conftest import ROOT
from server_process import Server

PLUGIN = ROOT / "tests" / "datahub_smoke"
TOKEN = "smoke"
PATIENCE_SECONDS = 600


@pytest.fixture
def smoke(corpus: Path) -> Path:
    """The folder of the smoke tests."""
    folder = corpus / "datahub" / "smoke"
    if not folder.is_dir():
        pytest.skip("DataHub's smoke tests are not in the corpus")
    return folder


def outcomes(smoke: Path, url: str, folder: Path) -> dict[str, tuple[str, str]]:
    """Return the outcome and the error of each smoke test by its id. The run writes nothing beside the tests."""
    report = folder / "report.json"
    environment = {
        "DATAHUB_GMS_URL": url,
        "DATAHUB_GMS_TOKEN": TOKEN,
        "DATAHUB_TELEMETRY_ENABLED": "false",
        "DATAHUB_TEST_SLEEP_BETWEEN": "0",
        "HOME": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(map(str, (smoke, PLUGIN))),
        "SMOKE_REPORT": str(report),
    }
    ours = ("no:cacheprovider", "no:asyncio", "no:xdist", "smoke_plugin", "headwater_plugin")
    plugins = [argument for name in ours for argument in ("-p", name)]
    options = ["-o", "addopts=", "-o", f"log_file={folder / 'smoke.log'}", "-q", "--tb=short", "--show-capture=no"]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, *options],
        cwd=smoke,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert result.returncode in (0, 1), result.stdout + result.stderr
    return {name: (outcome, said) for name, (outcome, said) in json.loads(report.read_text()).items()}


def left_out() -> dict[str, str]:
    """Return the reason for each test left out; a name without parameters stands for the test with any."""
    groups = tomllib.loads((PLUGIN / "left_out.toml").read_text())["group"]
    return {test: group["reason"] for group in groups for test in group["tests"]}


def wrong(found: dict[str, tuple[str, str]], reasons: dict[str, str]) -> list[str]:
    """Return a sentence for each listed test that passes or is gone, and for each other test that fails."""
    names = {test: test if test in reasons else test.partition("[")[0] for test in found}
    failing = [
        f"{test} fails: {said or outcome}"
        for test, (outcome, said) in found.items()
        if outcome != "passed" and names[test] not in reasons
    ]
    passing = [
        f"{test} is left out ({reasons[names[test]]}) and passes: take it off the list"
        for test, (outcome, _) in found.items()
        if outcome == "passed" and names[test] in reasons
    ]
    return failing + passing + [f"{name} is left out and is not there" for name in reasons.keys() - names.values()]


def test_the_list_is_held_to_be_true() -> None:
    found = {"a": ("passed", ""), "b[1]": ("failed", "no"), "b[2]": ("failed", "no"), "c": ("skipped", "")}
    assert wrong(found, {"b": "late", "c": "skipped there"}) == []
    assert wrong(found, {"b[1]": "late", "c": "skipped there"}) == ["b[2] fails: no"]
    assert wrong(found, {"b": "late"}) == ["c fails: skipped"]
    assert wrong(found | {"b[2]": ("passed", "")}, {"b": "late", "c": "skipped there"}) == [
        "b[2] is left out (late) and passes: take it off the list"
    ]
    assert wrong({"a": ("passed", "")}, {"d": "late"}) == ["d is left out and is not there"]


def test_datahubs_smoke_tests(smoke: Path, database_url: str, tmp_path: Path) -> None:
    with Server(database_url, token=TOKEN) as server:
        found = outcomes(smoke, server.url, tmp_path)
    sentences = wrong(found, left_out())
    assert not sentences, "\n".join(sentences)
    assert sum(outcome == "passed" for outcome, _ in found.values()) > len(found) // 2
