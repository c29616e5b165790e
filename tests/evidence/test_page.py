"""docs/evidence.md: its Python and its query do what the page says."""

import json
import os
import re
from pathlib import Path

import pytest

from headwater.evidence.asking import AskedStore
from headwater.registry.checksums import sha256
from headwater.settings import load_settings

from conftest import ROOT

PAGE = (ROOT / "docs" / "evidence.md").read_text()


def block(language: str, opening: str) -> str:
    [found] = re.findall(rf"^```{language}\n({re.escape(opening)}.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def folder(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "HEADWATER_DATABASE_URL", database_url)
    (tmp_path / "run_result.json").write_text(json.dumps({"run_id": "run_01", "process": "orders", "passed": True}))
    (tmp_path / "quality.json").write_text('{"passed": true}')
    return tmp_path


def test_the_program_and_the_query(folder: Path) -> None:
    exec(block("python", "from headwater.evidence"), {})
    event = json.loads((folder / "lineage" / "run_01__openlineage.json").read_text())
    assert (event["inputs"], event["outputs"]) == (
        [{"namespace": "postgres", "name": "public.orders"}],
        [{"namespace": "mssql", "name": "landing.orders"}],
    )
    query = block("text", "{\n").replace("64 hexadecimal digits", sha256((folder / "quality.json").read_bytes()))
    with AskedStore(load_settings()).session() as ask:
        [found] = ask(query, {})["runRegistrations"]["nodes"]
    assert (found["runId"], found["revision"], found["run"]) == ("run_01", 1, None)


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= 900
