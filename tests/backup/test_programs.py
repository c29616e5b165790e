"""Programs that fit the server: real ones of several versions, and the words about missing ones."""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from headwater.backup import BackupError
from headwater.backup.archive import _without_password
from headwater.backup.programs import dump_programs, reading_programs, restoring_programs
from headwater.embedded.binaries import WHEEL, find_binaries, major_of, program_folders
from headwater.store.connections import connect
from headwater.store.whole import ServerFacts, server_facts

from conftest import merge_items
from events import parsed, run_event, uuid
from postgres_servers import Server

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def folder(temp_folder: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=temp_folder) as name:
        Path(name).chmod(0o755)
        yield Path(name)


def installed() -> set[int]:
    return {major for folder in program_folders() if (major := major_of(folder / "pg_dump"))}


@pytest.mark.parametrize("major", [14, 15, 16, 17, 18])
def test_the_oldest_version_that_fits_makes_the_archive(major: int) -> None:
    programs = dump_programs(ServerFacts(major, is_encrypted=False))
    assert programs.major == min(found for found in installed() if found >= major)
    assert major_of(programs.folder / "pg_dump") == programs.major


def test_the_newest_version_reads_archives() -> None:
    assert reading_programs(ServerFacts(15, is_encrypted=False)).major == max(installed())


@pytest.mark.parametrize("major", [15, 16, 17, 18])
def test_the_version_of_the_server_restores_then_newer_ones_then_older_ones(major: int) -> None:
    """pg_restore 17 and newer sets a parameter that older servers do not know."""
    known = {found for found in installed() if major >= 17 or found < 17}
    newer, older = sorted(one for one in known if one >= major), sorted(one for one in known if one < major)
    found = [one.major for one in restoring_programs(ServerFacts(major, is_encrypted=False))]
    assert list(dict.fromkeys(found)) == [*newer, *reversed(older)]


def test_missing_programs_are_named() -> None:
    with pytest.raises(BackupError, match=r"expected pg_dump of Postgres 99 or newer\. Found: .*/bin \(18\)"):
        dump_programs(ServerFacts(99, is_encrypted=False))


def test_programs_without_tls_do_not_meet_an_encrypted_server() -> None:
    """The wheel's programs have none."""
    newest = major_of(find_binaries() / "pg_dump")
    assert newest is not None
    assert WHEEL in f"{dump_programs(ServerFacts(newest, is_encrypted=False)).folder}"
    with pytest.raises(
        BackupError, match=r"pg_dump of Postgres 99 or newer with TLS, which the connection uses\. Found"
    ):
        dump_programs(ServerFacts(99, is_encrypted=True))
    for major in installed():
        with suppress(BackupError):
            assert WHEEL not in f"{dump_programs(ServerFacts(major, is_encrypted=True)).folder}"


@pytest.mark.parametrize("major", [15, 16])
def test_another_postgres_is_backed_up_and_restored_into_the_same_and_a_newer_one(
    major: int, database_url: str, run_headwater: Run, folder: Path
) -> None:
    archive, machine = folder / "store.dump", folder / "machine"
    server = Server(major, folder / "server")
    server.initialise()
    with server.running() as url:
        assert run_headwater("migrate", DATABASE_URL=url).returncode == 0
        merge_items(url, parsed(*(run_event("COMPLETE", "00:00:00", uuid(n), outputs=["t"]) for n in range(9))))
        made = run_headwater("backup", f"{archive}", DATABASE_URL=url)
        assert f"by pg_dump {dump_programs(ServerFacts(major, is_encrypted=False)).major}" in made.stdout, made.stderr
        text = run_headwater("dump", "--canonical", DATABASE_URL=url).stdout
        asyncio.run(execute(url, "CREATE DATABASE again"))
        again = url.rpartition("/")[0] + "/again"
        same = run_headwater("restore", f"{archive}", DATABASE_URL=again)
        assert same.returncode == 0, same.stderr
        assert run_headwater("dump", "--canonical", DATABASE_URL=again).stdout == text
    restored = run_headwater("restore", f"{archive}", HEADWATER_DATA_DIR=f"{machine}")
    assert restored.returncode == 0, restored.stderr
    assert run_headwater("dump", "--canonical", HEADWATER_DATA_DIR=f"{machine}").stdout == text


def test_a_server_with_tls_is_backed_up_with_tls(run_headwater: Run, folder: Path) -> None:
    """Debian's programs speak TLS, the wheel's do not. The server refuses other connections."""
    server = Server(15, folder / "server")
    server.initialise()
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, certificate = server.cluster / "server.key", server.cluster / "server.crt"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    key.chmod(0o600)
    server.account.own(key)
    (server.cluster / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n")
    with server.running({"ssl": "on"}) as url:
        made = run_headwater("backup", f"{folder}/store.dump", DATABASE_URL=f"{url}?sslmode=require")
        assert made.returncode == 0, made.stderr
        assert asyncio.run(facts(url)) == ServerFacts(15, is_encrypted=True)


async def execute(url: str, sql: str) -> None:
    connection = await connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


async def facts(url: str) -> ServerFacts:
    connection = await connect(url)
    try:
        return await server_facts(connection)
    finally:
        await connection.close()


def test_an_older_postgres_gets_no_newer_archive(database_url: str, run_headwater: Run, folder: Path) -> None:
    archive = folder / "store.dump"
    assert run_headwater("backup", f"{archive}", DATABASE_URL=database_url).returncode == 0
    server = Server(16, folder / "server")
    server.initialise()
    with server.running() as url:
        refused = run_headwater("restore", f"{archive}", DATABASE_URL=url)
    assert refused.returncode == 3
    assert "the database runs Postgres 16: restore into the same or a newer one" in refused.stderr


@pytest.mark.parametrize(
    ("url", "address", "password"),
    [
        ("postgresql://u:p%40ss@h:1/d?sslmode=require", "postgresql://u@h:1/d?sslmode=require", "p@ss"),
        ("postgresql://u@h/d?password=x&options=-c%20a", "postgresql://u@h/d?options=-c%20a", "x"),
        ("postgresql://u@h/d", "postgresql://u@h/d", None),
        ("postgresql:///d", "postgresql:///d", None),
    ],
)
def test_the_command_line_has_no_password(url: str, address: str, password: str | None) -> None:
    assert _without_password(url) == (address, password)
