"""`headwater erase`, run as a user runs it."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from conftest import fetch, merge_items
from events import parsed, run_event, uuid

Run = Callable[..., CompletedProcess[str]]
NAME = "Zoë Müller"


@pytest.fixture
def erase(database_url: str, run_headwater: Run) -> Run:
    return lambda *words: run_headwater("erase", *words, DATABASE_URL=database_url)


def test_a_name_is_found_and_erased(erase: Run, database_url: str, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "store.bak").write_bytes(b"PGDMP\x01\x10")
    (tmp_path / "notes.dump").write_text("no archive")
    merge_items(database_url, parsed(run_event("COMPLETE", "01:00:00", uuid(1), airflow={"owner": NAME})))
    planned = erase(NAME)
    assert planned.returncode == 0, planned.stderr
    assert "log: found it in 1 of 1 events\n" in planned.stdout
    assert f"The strings that would change, at most 20:\n  {NAME}\n" in planned.stdout
    assert "Nothing was changed" in planned.stdout
    assert "name their folders with --backups" in planned.stdout
    done = erase(NAME, "--apply", "--backups", f"{tmp_path}")
    assert done.returncode == 0, done.stderr
    assert "log: erased it in 1 of 1 events\nquarantine: dropped 0 records\ntables: none holds it\n" in done.stdout
    assert done.stdout.endswith("Events that arrived meanwhile may hold it: a second run finds them.\n")
    assert f"  {tmp_path}/old/store.bak, of " in done.stdout
    assert "notes.dump" not in done.stdout
    [row] = fetch(database_url, "SELECT value ->> 'owner' AS owner FROM content WHERE value ? 'owner'")
    assert row["owner"] == "[erased]"
    assert "log: erased it in 0 of 1 events\n" in erase(NAME, "--apply").stdout


def test_a_name_of_a_job_is_told(erase: Run, database_url: str) -> None:
    merge_items(database_url, parsed(run_event("COMPLETE", "01:00:00", uuid(1), f"etl.{NAME}")))
    done = erase(NAME, "--apply")
    assert done.returncode == 1
    assert f"1 events hold it in names, lineage or evidence, and keep it there:\n  etl.{NAME}\n" in done.stdout
    assert "tables: entity 1\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("  ",), "TEXT: expected at least one character"),
        (("x", "--replacement", "xx"), "--replacement: expected a text without TEXT"),
        (("x", "--replacement", 'a"b'), "--replacement: expected a text without quotation marks"),
        (("x", "--backups", "nowhere"), "--backups"),
    ],
)
def test_wrong_usage_is_2(words: tuple[str, ...], said: str, erase: Run) -> None:
    refused = erase(*words)
    assert refused.returncode == 2
    assert said in refused.stderr
