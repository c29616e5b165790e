"""The embedded store moves from one real Postgres to a newer one, and the old one stays."""

import asyncio
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from headwater.app.database import migrate_database
from headwater.embedded import EmbeddedPostgres, cluster
from headwater.embedded.account import Account
from headwater.embedded.binaries import find_binaries, major_of, reachable_binaries
from headwater.embedded.cluster import create_cluster, write_config
from headwater.embedded.folder import DataFolder, finish_upgrade
from headwater.store.connections import connect

from conftest import HEADWATER, fetch, merge_items
from events import parsed, run_event, uuid
from postgres_servers import folder_of
from store_dump import dump

Run = Callable[..., CompletedProcess[str]]

OLDER = [15, 16]
"""Debian 12's version, and the older one of the wheel."""


@pytest.fixture
def root(temp_folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=temp_folder, ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name) / "data"


def newest() -> int:
    return major_of(find_binaries() / "postgres") or 0


def make_old(root: Path, major: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Make a store of an older Postgres as an older Headwater would have; return its dump."""
    data, account = DataFolder(root), Account()
    data.create()
    write_config(data, 60)
    plain = ("--username=headwater", "--auth=trust", "--encoding=UTF8", "--locale=C")  # no builtin locale before 17
    monkeypatch.setattr(cluster, "INITDB_OPTIONS", plain)
    create_cluster(data, reachable_binaries(folder_of(major), account, root), account)
    monkeypatch.undo()
    with EmbeddedPostgres(root) as postgres:
        migrate_database(postgres.url())
        events = (run_event("COMPLETE", f"00:00:{n:02}", uuid(n), inputs=["a"], outputs=["b"]) for n in range(30))
        merge_items(postgres.url(), parsed(*events))
        assert version(postgres.url()) == major
        found = dump(postgres.url())
    await_end(root)
    return found


def version(url: str) -> int:
    return int(fetch(url, "SHOW server_version_num")[0][0]) // 10_000


def await_end(root: Path) -> None:
    while EmbeddedPostgres(root).is_running():
        time.sleep(0.02)


def upgrade(run_headwater: Run, root: Path, *options: str) -> CompletedProcess[str]:
    return run_headwater("upgrade-postgres", *options, HEADWATER_DATA_DIR=f"{root}")


@pytest.mark.parametrize("major", OLDER)
def test_a_store_moves_to_the_newest_postgres(
    major: int, root: Path, run_headwater: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = make_old(root, major, monkeypatch)
    done = upgrade(run_headwater, root)
    assert done.returncode == 0, done.stderr
    assert f"from Postgres {major} to {newest()}" in done.stdout
    assert f"The old one stays in {root}/pgdata-{major}." in done.stdout
    with EmbeddedPostgres(root) as postgres:
        url = postgres.url()
        assert version(url) == newest()
        assert dump(url) == before
        merge_items(url, parsed(run_event("COMPLETE", "00:01:00", uuid(99))))
    assert DataFolder(root).major() == newest()
    assert (root / f"pgdata-{major}" / "PG_VERSION").read_text().strip() == f"{major}"
    assert not (root / "upgrade").exists()
    await_end(root)
    assert "nothing to do" in upgrade(run_headwater, root).stdout
    assert f"removed {root}/pgdata-{major}" in upgrade(run_headwater, root, "--remove-old").stdout
    assert not (root / f"pgdata-{major}").exists()
    assert "there is no older store" in upgrade(run_headwater, root, "--remove-old").stdout


def test_the_way_back_is_two_renames(root: Path, run_headwater: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_old(root, 16, monkeypatch)
    assert upgrade(run_headwater, root).returncode == 0
    (root / "pgdata").rename(root / "away")
    (root / "pgdata-16").rename(root / "pgdata")
    with EmbeddedPostgres(root) as postgres:
        assert version(postgres.url()) == 16
        assert dump(postgres.url()) == before


def test_what_is_not_copied_is_named(root: Path, run_headwater: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(root, 16, monkeypatch)

    async def add(url: str) -> None:
        connection = await connect(url)
        for statement in ("CREATE DATABASE grafana", "CREATE ROLE reader", "ALTER SYSTEM SET work_mem = '17MB'"):
            await connection.execute(statement)
        await connection.close()

    with EmbeddedPostgres(root) as postgres:
        asyncio.run(add(postgres.url()))
    await_end(root)
    assert "if you need them: database grafana, role reader, setting work_mem." in upgrade(run_headwater, root).stdout


def test_a_store_in_use_is_left_alone(root: Path, run_headwater: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(root, 16, monkeypatch)
    with EmbeddedPostgres(root) as postgres:
        refused = upgrade(run_headwater, root)
        assert version(postgres.url()) == 16
    assert refused.returncode == 3
    assert "is in use: stop all commands and servers of headwater first" in refused.stderr


def test_a_killed_upgrade_leaves_the_old_store_and_starts_again(
    root: Path, run_headwater: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = make_old(root, 16, monkeypatch)
    environment = {**os.environ, "HEADWATER_DATA_DIR": f"{root}"}
    command = [*HEADWATER, "upgrade-postgres"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "2. Restore" not in (line := process.stdout.readline()):
            assert line
        process.send_signal(signal.SIGKILL)
    with EmbeddedPostgres(root) as postgres:
        assert version(postgres.url()) == 16
        assert dump(postgres.url()) == before
    await_end(root)
    assert upgrade(run_headwater, root).returncode == 0
    with EmbeddedPostgres(root) as postgres:
        assert dump(postgres.url()) == before


@pytest.mark.parametrize("is_old_aside", [False, True])
def test_an_interruption_of_the_last_step_is_made_good(is_old_aside: bool, tmp_path: Path) -> None:
    data = DataFolder(tmp_path)
    for folder, major in ((data.set_aside(16) if is_old_aside else data.cluster, 16), (data.next, 18)):
        folder.mkdir()
        (folder / "PG_VERSION").write_text(f"{major}\n")
    for _ in range(2):
        finish_upgrade(data)
        assert data.major() == 18
        assert (data.set_aside(16) / "PG_VERSION").read_text() == "16\n"
        assert not data.next.exists()


def test_a_missing_postgres_is_named_with_the_command(root: Path, run_headwater: Run) -> None:
    data = DataFolder(root)
    data.create()
    data.cluster.mkdir()
    (data.cluster / "PG_VERSION").write_text("11\n")
    for command in (["dump", "--canonical"], ["upgrade-postgres"]):
        refused = run_headwater(*command, HEADWATER_DATA_DIR=f"{root}")
        assert refused.returncode == 3
        assert f"The store is of Postgres 11, which is not installed; found: {newest()}." in refused.stderr
        assert "`headwater upgrade-postgres` moves the store" in refused.stderr


def test_a_folder_without_a_store_is_named(root: Path, run_headwater: Run) -> None:
    refused = upgrade(run_headwater, root)
    assert refused.returncode == 3
    assert "has no store of the embedded Postgres" in refused.stderr


def test_your_own_postgres_is_not_ours_to_upgrade(database_url: str, run_headwater: Run) -> None:
    refused = run_headwater("upgrade-postgres", DATABASE_URL=database_url)
    assert refused.returncode == 2
    assert "this command is for the embedded Postgres" in refused.stderr
