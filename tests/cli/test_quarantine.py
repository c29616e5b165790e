"""`headwater quarantine`, run as a user runs it."""

import json
import os
import subprocess
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.model.changes import Problem

from conftest import HEADWATER, fetch, merge_items
from events import run_event, uuid

Run = Callable[..., CompletedProcess[str]]

VALID = json.dumps(run_event("START", "00:00:00", uuid(1))).encode()


def refused(payload: bytes, code: str, source: str = "old.ndjson") -> Problem:
    return problem(DIALECT, source, 7, UnusableError(code, "an older\nversion could not read it"), payload)


@pytest.fixture
def headwater(database_url: str, run_headwater: Run) -> Run:
    """`headwater quarantine` on a database with records 1 to 4."""
    merge_items(database_url, [refused(VALID, "run_id.invalid")])
    merge_items(database_url, [refused(b"{\x1b[31m", "json.invalid")])
    merge_items(database_url, [refused(b"\xff\x00\n", "json.invalid")])
    merge_items(database_url, [refused(b"5", "job.invalid", "\x1b[2J")])
    return lambda *arguments: run_headwater("quarantine", *arguments, DATABASE_URL=database_url)


def count(database_url: str) -> int:
    return int(fetch(database_url, "SELECT count(*) FROM quarantine")[0][0])


def test_list_is_newest_first_with_totals(headwater: Run) -> None:
    result = headwater("list")
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["4", "3", "2", "1"]
    assert lines[3].endswith(r" run_id.invalid old.ndjson:7 an older\nversion could not read it")
    assert [line.split() for line in lines[5:]] == [
        ["2", "json.invalid"],
        ["1", "job.invalid"],
        ["1", "run_id.invalid"],
    ]
    assert "\x1b" not in result.stdout


def test_list_of_a_code_and_a_limit(headwater: Run) -> None:
    lines = headwater("list", "--code", "json.invalid", "--limit", "1").stdout.splitlines()
    assert [line.split()[0] for line in lines if line] == ["3", "2"]
    assert "no record in quarantine has the code no.such" in headwater("list", "--code", "no.such").stdout


def test_list_as_json(headwater: Run) -> None:
    records = [json.loads(line) for line in headwater("list", "--format", "json").stdout.splitlines()]
    assert [record["id"] for record in records] == [4, 3, 2, 1]
    assert records[3].keys() == {
        "id", "arrived_at", "dialect", "source", "position", "code", "message", "trace_id"
    }  # fmt: skip
    assert (records[3]["source"], records[3]["position"]) == ("old.ndjson", 7)


def test_show(headwater: Run) -> None:
    shown = headwater("show", "1").stdout
    assert "code: run_id.invalid\n" in shown
    assert shown.endswith(f"payload:\n{VALID.decode()}\n")
    assert headwater("show", "2").stdout.endswith("payload:\n{\\x1b[31m\n")
    assert headwater("show", "3").stdout.endswith("payload (base64):\n/wAK\n")


def test_show_raw_gives_the_exact_bytes(headwater: Run, database_url: str) -> None:
    command = [*HEADWATER, "quarantine", "show", "3", "--raw"]
    raw = subprocess.run(command, env=os.environ | {"DATABASE_URL": database_url}, capture_output=True, check=True)
    assert raw.stdout == b"\xff\x00\n"


def test_replay_all_exits_1_as_long_as_records_fail(headwater: Run, database_url: str) -> None:
    result = headwater("replay", "--all")
    assert result.returncode == 1
    assert "1 merged, 0 known before, 3 still failing; trace " in result.stderr
    assert count(database_url) == 3
    traces = fetch(database_url, "SELECT trace_id FROM event")
    assert [row["trace_id"].hex for row in traces] == [result.stderr.split("trace ")[1].strip()]


def test_replay_of_a_code_and_of_ids(headwater: Run, database_url: str) -> None:
    by_code = headwater("replay", "--code", "run_id.invalid")
    assert (by_code.returncode, "1 merged" in by_code.stderr) == (0, True)
    by_id = headwater("replay", "2", "3")
    assert (by_id.returncode, "0 merged, 0 known before, 2 still failing" in by_id.stderr) == (1, True)
    assert headwater("replay", "--code", "no.such").returncode == 0


def test_drop(headwater: Run, database_url: str) -> None:
    assert "2 dropped" in headwater("drop", "--code", "json.invalid").stderr
    assert "1 dropped" in headwater("drop", "4").stderr
    assert count(database_url) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "1", "2"], "2"),
        (["show", "70000"], "no record 70000"),
        (["replay", "1", "70000"], "no record 70000"),
        (["drop", "1", "70000"], "no record 70000"),
        (["replay"], "IDs, --all, --code"),
        (["replay", "--all", "1"], "IDs, --all, --code"),
        (["drop"], "IDs, --code"),
        (["drop", "1", "--code", "json.invalid"], "IDs, --code"),
        (["drop", "one"], "one"),
        (["show", "9223372036854775808"], "9223372036854775808"),
        (["list", "--limit", "1001"], "1000"),
    ],
)
def test_wrong_use_exits_2_and_does_nothing(arguments: list[str], said: str, headwater: Run, database_url: str) -> None:
    result = headwater(*arguments)
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert count(database_url) == 4
