"""`headwater export`, run as a user runs it: its files give the same store."""

import asyncio
import gzip
import json
import resource
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from headwater.dialects import databand
from headwater.dialects.openlineage import parse_document
from headwater.store import export
from headwater.store.connections import connect
from headwater.store.export import Window, export_log

from conftest import cloned_database, fetch, merge_items
from databand_events import SOURCE, parsed_tasks, task_event
from events import parsed, run_event, uuid
from proposals import accept_items
from store_dump import difference, dump
from worlds import filled

Run = Callable[..., CompletedProcess[str]]

_ALL = Window(datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))


@pytest.fixture
def other_url(postgres_url: str, template: str) -> Iterator[str]:
    """An empty store to load the files into."""
    with cloned_database(postgres_url, template) as url:
        yield url


def lines_of(folder: Path, name: str) -> list[bytes]:
    """Return the lines of a dialect's files, in the order of their names."""
    return [line for path in sorted(folder.glob(f"{name}-*")) for line in gzip.open(path).read().splitlines()]


def test_the_files_give_the_same_store(database_url: str, other_url: str, tmp_path: Path, run_headwater: Run) -> None:
    asyncio.run(filled(database_url))
    merge_items(database_url, parsed_tasks(task_event("COMPLETE", "00:01:00", uuid(900), "task")))
    result = run_headwater("export", str(tmp_path / "history"), DATABASE_URL=database_url)
    assert result.returncode == 0, result.stderr
    events = lines_of(tmp_path / "history", "openlineage")
    proposals = lines_of(tmp_path / "history", "datahub")
    tasks = lines_of(tmp_path / "history", "databand")
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "history").iterdir()} == {0o600}
    assert result.stdout.splitlines() == [
        f"databand-{SOURCE}: {len(tasks)} events",
        f"datahub: {len(proposals)} events",
        f"openlineage: {len(events)} events",
    ]
    merge_items(other_url, [item for line in events for item in parse_document(line, "test", 1)])
    for line in proposals:
        accept_items(other_url, json.loads(line))
    merge_items(other_url, [item for line in tasks for item in databand.parse_document(line, "test", 1, SOURCE)])
    assert difference(dump(other_url), dump(database_url)) == {}


def test_a_window_says_how_much_it_leaves_out(database_url: str, tmp_path: Path, run_headwater: Run) -> None:
    times = [f"00:0{minute}:00" for minute in range(4)]
    merge_items(database_url, parsed(*(run_event("COMPLETE", time, uuid(n)) for n, time in enumerate(times))))
    fetch(database_url, "INSERT INTO dropped_log_month (month, events) VALUES ('2020-01-01', 1234)")
    window = ["--since", "2026-01-01T00:01Z", "--until", "2026-01-01T00:03Z"]
    result = run_headwater("export", str(tmp_path / "some"), *window, DATABASE_URL=database_url)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "openlineage: 2 events",
        "left out: 2 events outside the window",
        "missing: 1,234 events that retention dropped from the log",
    ]
    found = [json.loads(line)["eventTime"] for line in lines_of(tmp_path / "some", "openlineage")]
    assert found == ["2026-01-01T00:01:00Z", "2026-01-01T00:02:00Z"]


def test_a_window_of_local_times(database_url: str, tmp_path: Path, run_headwater: Run) -> None:
    """The hour of which a clock in Berlin shows every minute twice: CEST, then CET. Events keep their own spelling."""
    times = [f"2026-10-25T02:{minute}:00{zone}" for zone in ("+02:00", "+01:00") for minute in ("00", "30")]
    merge_items(
        database_url,
        parsed(*(run_event("COMPLETE", "00:00:00", uuid(n)) | {"eventTime": time} for n, time in enumerate(times))),
    )
    windows = {
        ("2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00"): times[:2],
        ("2026-10-25 02:30+02", "2026-10-25 02:30+01"): times[1:3],
        ("2026-10-25T01:00", "2026-10-25T02:00"): times[2:],  # UTC
        ("2026-10-24T20:30-04:00", "2026-10-25T01:00Z"): times[1:2],
    }
    for number, ((since, until), expected) in enumerate(windows.items()):
        folder = tmp_path / str(number)
        result = run_headwater("export", str(folder), "--since", since, "--until", until, DATABASE_URL=database_url)
        assert result.stdout.splitlines()[0] == f"openlineage: {len(expected)} events", result.stderr
        assert [json.loads(line)["eventTime"] for line in lines_of(folder, "openlineage")] == expected
    named = run_headwater("export", str(tmp_path / "no"), "--since", "2026-10-25 02:30 CEST", DATABASE_URL=database_url)
    assert named.returncode == 2
    assert "expected a time such as 2026-11-21T03:00:00Z" in named.stderr
    assert "no offset: UTC" in " ".join(run_headwater("export", "--help").stdout.split())


def test_registrations_keep_their_checksums(
    database_url: str, other_url: str, tmp_path: Path, run_headwater: Run, corpus: Path
) -> None:
    """Those of the gate and of dpone: the checksum of an entry is of its bytes, of which some are line breaks."""
    case = corpus / "dpone" / "cases" / "01_passed" / ".dpone"
    [entry] = (case / "run-registry").glob("run_01__*.json")
    [event] = (case / "lineage").rglob("*.json")
    for path in (entry, event):
        merge_items(database_url, parse_document(path.read_bytes(), "test", 1))
    result = tmp_path / "result.json"
    result.write_text('{"run_id": "run_02", "process": "orders", "passed": true}')
    for words in (("register", "--result", f"{result}"), ("register", "--result", f"{result}"), ("verify", "run_02")):
        run_headwater("run", *words, DATABASE_URL=database_url)
    exported = run_headwater("export", str(tmp_path / "files"), DATABASE_URL=database_url)
    assert exported.stdout.splitlines() == ["openlineage: 1 events", "openlineage-registry: 4 events"]
    for path in sorted((tmp_path / "files").iterdir()):
        content = gzip.decompress(path.read_bytes())
        for body in [content] if path.name.startswith("openlineage-registry-") else content.splitlines():
            merge_items(other_url, parse_document(body, "test", 1))
    assert difference(dump(other_url), dump(database_url)) == {}
    checks = "SELECT r.run_id, v.passed FROM run_verification v JOIN run_registration r ON r.id = v.registration_id"
    assert [tuple(row) for row in fetch(other_url, checks)] == [("run_02", False)]
    assert sorted(row["run_id"] for row in fetch(other_url, "SELECT run_id FROM run_registration")) == [
        "run_01", "run_02", "run_02",
    ]  # fmt: skip


def test_a_url_is_no_folder(database_url: str, run_headwater: Run) -> None:
    result = run_headwater("export", "s3://bucket/history", DATABASE_URL=database_url)
    assert result.returncode == 2
    assert "FOLDER: expected a folder of this machine: only --parquet writes to a URL" in result.stderr


def test_a_folder_with_files_is_refused(database_url: str, tmp_path: Path, run_headwater: Run) -> None:
    (tmp_path / "kept.txt").write_text("mine")
    result = run_headwater("export", str(tmp_path), DATABASE_URL=database_url)
    assert (result.returncode, result.stderr) == (
        2,
        f"headwater: FOLDER: expected an empty or a new folder, got {tmp_path}\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


async def test_files_are_split(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bodies of many lines become one line each."""
    monkeypatch.setattr(export, "FILE_EVENTS", 2)
    events = [run_event("COMPLETE", f"00:0{n}:00", uuid(n)) for n in range(5)]
    bodies = [json.dumps(event, indent=1).encode() for event in events]
    items = [item for body in bodies for item in parse_document(body, "test", 1)]
    await asyncio.to_thread(merge_items, database_url, items)
    connection = await connect(database_url)
    done = await export_log(connection, tmp_path, _ALL)
    await connection.close()
    assert done.is_whole
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"openlineage-00000{n}.ndjson.gz" for n in (1, 2, 3)]
    assert [json.loads(line) for line in lines_of(tmp_path, "openlineage")] == events


@pytest.mark.parametrize("most_bytes", [0, 10, 4000])
async def test_a_full_disk_leaves_no_file(
    most_bytes: int, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files would look whole. The folder takes the next export."""
    monkeypatch.setattr(export, "FILE_EVENTS", 2)
    bodies = [
        run_event("COMPLETE", f"00:0{n}:00", uuid(n), big={"text": "".join(map(str, range(n, 4000)))}) for n in range(3)
    ]
    await asyncio.to_thread(merge_items, database_url, parsed(*bodies))
    connection = await connect(database_url)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most))
        with pytest.raises(OSError, match="File too large"):
            await export_log(connection, tmp_path, _ALL)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert list(tmp_path.iterdir()) == []
    await export_log(connection, tmp_path, _ALL)
    await connection.close()
    assert len(lines_of(tmp_path, "openlineage")) == 3


def test_databands_events_keep_their_runs_with_the_source_of_the_other_store(
    database_url: str, other_url: str, tmp_path: Path, run_headwater: Run
) -> None:
    merge_items(database_url, parsed_tasks(task_event("COMPLETE", "00:01:00", uuid(900), "task")))
    assert run_headwater("export", f"{tmp_path}/all", DATABASE_URL=database_url).returncode == 0
    create = ["source", "create", "gitlab", "--id", str(SOURCE)]
    assert run_headwater(*create, DATABASE_URL=other_url).returncode == 0
    again = run_headwater(*create, DATABASE_URL=other_url)
    assert (again.returncode, f"the id {SOURCE} is taken, perhaps by a revoked source" in again.stderr) == (2, True)
    load = ["load", "--dialect", "databand", "--source", str(SOURCE), *map(str, (tmp_path / "all").iterdir())]
    loaded = run_headwater(*load, DATABASE_URL=other_url)
    assert loaded.returncode == 0, loaded.stderr
    assert difference(dump(other_url), dump(database_url)) == {}


def test_an_export_says_what_comes_back(database_url: str, tmp_path: Path, run_headwater: Run) -> None:
    fetch(database_url, "INSERT INTO removed_run (run_key) VALUES ($1)", uuid(1))
    fetch(database_url, "INSERT INTO erased_event (content_hash) VALUES ($1)", uuid(2))
    told = run_headwater("export", f"{tmp_path}/all", DATABASE_URL=database_url).stdout
    assert "runs that were removed, and come back where these files are loaded: 1 at most" in told
    assert "events of which another store takes the erased text if they come again: 1 at most" in told
