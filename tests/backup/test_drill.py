"""The drill: a backup while events arrive, a restore into an empty machine, the same store."""

import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from uuid import UUID

import pytest

from headwater.embedded import EmbeddedPostgres
from headwater.settings import load_settings

from conftest import cloned_database, merge_items, with_database
from events import parsed, run_event, uuid
from server_process import Server
from store_dump import difference, dump

Run = Callable[..., CompletedProcess[str]]

EARLY = 200
"""The events that are acknowledged before the backup."""


def event(number: int) -> dict[str, Any]:
    """Return the only event of a run, which reads what others write."""
    time = f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
    tables = [f"table {number % 7}", f"table {number % 5}"]
    return run_event("COMPLETE", time, uuid(number), f"job {number % 3}", inputs=tables[:1], outputs=tables[1:])


class Sender:
    """A client that sends events one by one, and remembers the acknowledged ones."""

    def __init__(self, server: Server, begin: int, step: int) -> None:
        self._server, self._begin, self._step = server, begin, step
        self._is_ended = threading.Event()
        self.acknowledged: list[int] = []
        self.thread = threading.Thread(target=self._send)

    def _send(self) -> None:
        number = self._begin
        while not self._is_ended.is_set():
            assert self._server.post(event(number)).status_code == 201
            self.acknowledged.append(number)
            number += self._step

    def end(self) -> None:
        self._is_ended.set()
        self.thread.join()


@contextmanager
def load(server: Server, clients: int = 4) -> Iterator[list[Sender]]:
    """Send events by several clients during the block."""
    senders = [Sender(server, number, clients) for number in range(clients)]
    for sender in senders:
        sender.thread.start()
    try:
        yield senders
    finally:
        for sender in senders:
            sender.end()


def acknowledged(senders: list[Sender]) -> set[int]:
    return {number for sender in senders for number in sender.acknowledged}


@pytest.fixture
def folder(temp_folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=temp_folder) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_backup_under_load_restores_the_store_of_one_moment(
    database_url: str, postgres_url: str, template: str, run_headwater: Run, folder: Path
) -> None:
    """The restored store has all events acknowledged before, and is the merge of exactly the events that it has."""
    with Server(database_url) as server, load(server) as senders:
        while len(before := acknowledged(senders)) < EARLY:
            assert all(sender.thread.is_alive() for sender in senders)
        made = run_headwater("backup", f"{folder}", DATABASE_URL=database_url)
        after = acknowledged(senders)
    assert made.returncode == 0, made.stderr
    [archive] = folder.glob("*.dump")
    machine = folder / "machine"
    restored = run_headwater("restore", f"{archive}", HEADWATER_DATA_DIR=f"{machine}")
    assert restored.returncode == 0, restored.stderr

    with EmbeddedPostgres(machine) as postgres:
        found = dump(postgres.start())
    kept = {
        number for number in range(max(after) + 100) if f'"run_uuid":"{UUID(uuid(number))}"' in "".join(found["run"])
    }
    assert len(after) > len(before), "no event came during the backup"
    assert before <= kept
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parsed(*map(event, sorted(kept))))
        assert difference(found, dump(url)) == {}


def test_a_restored_machine_goes_on(run_headwater: Run, folder: Path) -> None:
    """From an embedded Postgres to another: the same text, and new events merge."""
    old, new = folder / "old", folder / "new"
    archive = folder / "store.dump"
    with EmbeddedPostgres(old) as postgres:
        url = postgres.start()
        assert run_headwater("migrate", HEADWATER_DATA_DIR=f"{old}").returncode == 0
        merge_items(url, parsed(*map(event, range(20))))
        text = run_headwater("dump", "--canonical", HEADWATER_DATA_DIR=f"{old}").stdout
        assert run_headwater("backup", f"{archive}", HEADWATER_DATA_DIR=f"{old}").returncode == 0
    assert run_headwater("restore", f"{archive}", HEADWATER_DATA_DIR=f"{new}").returncode == 0
    assert run_headwater("dump", "--canonical", HEADWATER_DATA_DIR=f"{new}").stdout == text
    with EmbeddedPostgres(new) as postgres:
        url = postgres.start()
        merge_items(url, parsed(event(20)))
        assert len(dump(url)["event"]) == 21


def test_a_store_with_tables_is_not_overwritten(run_headwater: Run, database_url: str, folder: Path) -> None:
    archive = folder / "store.dump"
    assert run_headwater("backup", f"{archive}", DATABASE_URL=database_url).returncode == 0
    merge_items(database_url, parsed(event(1)))
    before = dump(database_url)
    refused = run_headwater("restore", f"{archive}", DATABASE_URL=database_url)
    assert refused.returncode == 3
    assert "The database is not empty" in refused.stderr
    assert dump(database_url) == before


def test_a_backup_replaces_no_file(run_headwater: Run, database_url: str, folder: Path) -> None:
    archive = folder / "store.dump"
    archive.write_text("mine")
    refused = run_headwater("backup", f"{archive}", DATABASE_URL=database_url)
    assert (refused.returncode, archive.read_text()) == (3, "mine")
    assert f"{archive} exists" in refused.stderr


def test_another_file_is_no_backup(run_headwater: Run, folder: Path) -> None:
    (folder / "notes").write_text("mine")
    refused = run_headwater("restore", f"{folder}/notes", HEADWATER_DATA_DIR=f"{folder}/data")
    assert refused.returncode == 3
    assert f"cannot read {folder}/notes" in refused.stderr


def test_a_failed_backup_leaves_no_file(run_headwater: Run, postgres_url: str, folder: Path) -> None:
    refused = run_headwater("backup", f"{folder}/store.dump", DATABASE_URL=with_database(postgres_url, "missing"))
    assert refused.returncode == 3
    assert list(folder.iterdir()) == []


def test_an_archive_cut_short_restores_nothing(run_headwater: Run, database_url: str, folder: Path) -> None:
    archive = folder / "store.dump"
    merge_items(database_url, parsed(*map(event, range(20))))
    assert run_headwater("backup", f"{archive}", DATABASE_URL=database_url).returncode == 0
    archive.write_bytes(archive.read_bytes()[:-5000])
    data = {"HEADWATER_DATA_DIR": f"{folder}/data"}
    assert run_headwater("restore", f"{archive}", **data).returncode == 3
    # What a whole archive needs is an empty database, and that is what the failure left.
    archive.unlink()
    assert run_headwater("backup", f"{archive}.2", DATABASE_URL=database_url).returncode == 0
    assert run_headwater("restore", f"{archive}.2", **data).returncode == 0


@pytest.mark.parametrize("options", [[], ["--with-secrets"]], ids=["without secrets", "with secrets"])
def test_the_settings_lie_beside(
    options: list[str], run_headwater: Run, database_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {
        "HEADWATER_DATABASE_URL": database_url,
        "HEADWATER_TOKEN": 'se"cret',
        "HEADWATER_ALLOWED_HOSTS": "b.example,a.example",
        "HEADWATER_ASYNC": "true",
        "HEADWATER_DATA_DIR": f"{folder}/unused",
    }
    archive = folder / "store.dump"
    assert run_headwater("backup", f"{archive}", *options, **environment).returncode == 0
    beside = folder / "store.dump.toml"
    assert (archive.stat().st_mode & 0o777, beside.stat().st_mode & 0o777) == (0o600, 0o600)
    given = tomllib.loads(beside.read_text())
    assert ("database_url" in given) == ("token" in given) == bool(options)
    for name in environment:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HEADWATER_CONFIG_FILE", f"{beside}")
    settings = load_settings()
    assert settings.async_
    assert settings.allowed_hosts == {"a.example", "b.example"}
    assert settings.secret_token == ('se"cret' if options else None)
