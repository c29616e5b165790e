"""The embedded Postgres: its start, its end, and the failures that it survives."""

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from headwater.embedded import EmbeddedPostgres, EmbeddedPostgresError, default_data_dir
from headwater.embedded.account import Account
from headwater.embedded.binaries import WHEEL, find_binaries

SERVER = Path(__file__).parents[1] / "server"
IMPORT_PATH = os.pathsep.join(filter(None, sys.path))
NOBODY = 65534
NAMELESS = 12345
"""A user id without an entry in /etc/passwd."""
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")

USER = """
import sys
from pathlib import Path
from headwater.embedded import EmbeddedPostgres
print(EmbeddedPostgres(Path(sys.argv[1])).start(), flush=True)
sys.stdin.read()
"""
SUPERVISOR_WITHOUT_DEATH_SIGNAL = """
import sys
from pathlib import Path
from headwater.embedded import postmaster, supervisor
postmaster.end_with_parent = lambda: None
sys.exit(supervisor.main(Path(sys.argv[1])))
"""
MAKER_WITHOUT_NAMESPACES = """
import sys
from pathlib import Path
from headwater.embedded import EmbeddedPostgresError, account, supervisor
def refuse():
    raise PermissionError
account.borrow_name = refuse
try:
    supervisor.prepare(supervisor.DataFolder(Path(sys.argv[1])))
except EmbeddedPostgresError as error:
    print(error)
"""


@contextlib.contextmanager
def open_folder() -> Iterator[Path]:
    """Open a temporary folder that `nobody` can enter, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-test-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Path]:
    """A data folder with a cluster, made once; each test finds and leaves it stopped."""
    with open_folder() as folder:
        yield folder / "data"


@pytest.fixture
def data(cluster: Path) -> Iterator[Path]:
    yield cluster
    wait_until_stopped(cluster)


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this did not happen in time"
        time.sleep(0.01)


def wait_until_stopped(data: Path) -> None:
    wait_for(lambda: not EmbeddedPostgres(data).is_running())
    assert not (data / "pgdata" / "postmaster.pid").exists()


def query(url: str, sql: str) -> Any:
    """Return the one value of a statement."""

    async def fetch() -> Any:
        connection = await asyncpg.connect(url, timeout=30)
        try:
            return await connection.fetchval(sql)
        finally:
            await connection.close()

    return asyncio.run(fetch())


def answers(url: str) -> bool:
    try:
        return bool(query(url, "select true"))
    except (OSError, asyncpg.PostgresError):
        return False


@contextlib.contextmanager
def user_process(
    data: Path, *, python: str = sys.executable, path: str = IMPORT_PATH, uid: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Run another process, which uses the server until its stdin is closed."""
    with subprocess.Popen(
        [python, "-c", USER, str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        env={"PYTHONPATH": path},
        user=uid,
        group=uid,
        extra_groups=None if uid is None else [],
    ) as process:
        yield process


def url_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().strip()


def postmaster_pid(data: Path) -> int:
    return int((data / "pgdata" / "postmaster.pid").read_text().split()[0])


def supervisor_pid(data: Path) -> int:
    return int((data / "supervisor.lock").read_text())


def test_starts_and_answers_with_the_promised_settings(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
        assert query(url, "select current_database() || current_user") == "headwater" * 2
        assert query(url, "select rolsuper from pg_roles where rolname = current_user")
        locale = "select datlocprovider::text || datlocale from pg_database"
        assert query(url, f"{locale} where datname = current_database()") == "bC.UTF-8"
        assert query(url, "show fsync") == "on"
        assert query(url, "show server_encoding") == "UTF8"
        assert query(url, "show timezone") == "UTC"
        assert query(url, "show listen_addresses") == "127.0.0.1"
        assert (data / "password").stat().st_mode & 0o777 == 0o600
        with pytest.raises(asyncpg.InvalidPasswordError):
            query(url.replace("@", "wrong@"), "select 1")


def test_keeps_its_port_and_data(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        first = postgres.start()
        query(first, "create table kept as select 1 as x")
    with EmbeddedPostgres(data) as postgres:
        assert postgres.start() == first
        assert query(first, "select x from kept") == 1


def test_is_shared_until_the_last_user_leaves(data: Path) -> None:
    postgres = EmbeddedPostgres(data)
    url = postgres.start()
    with user_process(data) as other:
        assert url_of(other) == url
        postgres.stop()
        postgres.stop()
        assert answers(url)
        other.communicate()
    wait_until_stopped(data)
    assert not answers(url)


def test_many_start_it_at_once() -> None:
    with open_folder() as folder, contextlib.ExitStack() as processes:
        users = [processes.enter_context(user_process(folder / "data")) for _ in range(4)]
        urls = {url_of(user) for user in users}
        assert len(urls) == 1
        assert answers(urls.pop())
        for user in users:
            user.communicate()
        wait_until_stopped(folder / "data")


def test_a_newcomer_never_gets_a_server_that_is_stopping(data: Path) -> None:
    for _ in range(8):
        with EmbeddedPostgres(data) as postgres:
            assert answers(postgres.start())


def test_stops_when_its_user_is_killed(data: Path) -> None:
    with user_process(data) as user:
        assert answers(url_of(user))
        user.kill()
        wait_until_stopped(data)


def test_comes_back_when_the_postmaster_is_killed(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
        query(url, "create table survivors as select generate_series(1, 1000)")
        os.kill(postmaster_pid(data), signal.SIGKILL)
        wait_for(lambda: answers(url))
        assert query(url, "select count(*) from survivors") == 1000


def test_comes_back_though_a_query_outlives_the_postmaster(data: Path) -> None:
    async def outlive(url: str) -> None:
        connection = await asyncpg.connect(url)
        endless = asyncio.create_task(connection.execute("do $$ begin loop end loop; end $$"))
        await asyncio.to_thread(wait_for, lambda: query(url, busy) == 1)
        os.kill(postmaster_pid(data), signal.SIGKILL)
        with pytest.raises(asyncpg.PostgresConnectionError):
            await endless

    busy = "select count(*) from pg_stat_activity where query like 'do %' and state = 'active'"
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
        asyncio.run(outlive(url))
        wait_for(lambda: answers(url))


def test_starts_after_the_supervisor_was_killed(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
        query(url, "create table orphans as select generate_series(1, 1000)")
        os.kill(supervisor_pid(data), signal.SIGKILL)
        with user_process(data) as other:
            assert url_of(other) == url
            assert query(url, "select count(*) from orphans") == 1000
            other.communicate()


def test_takes_over_from_a_postmaster_that_lost_its_supervisor(data: Path) -> None:
    """On macOS, nothing tells the postmaster of its supervisor's death."""
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
    wait_until_stopped(data)
    holder = EmbeddedPostgres(data)
    with (data / "users.lock").open() as users:  # a user that does not start a supervisor
        fcntl.flock(users, fcntl.LOCK_SH)
        subprocess.run(
            [sys.executable, "-c", SUPERVISOR_WITHOUT_DEATH_SIGNAL, str(data)],
            env={"PYTHONPATH": IMPORT_PATH},
            stderr=subprocess.DEVNULL,
            check=True,
        )
        wait_for((data / "ready").exists)
        orphan = postmaster_pid(data)
        os.kill(supervisor_pid(data), signal.SIGKILL)
        wait_for(lambda: not holder.is_running())
        assert answers(url)
        assert holder.start() == url
        assert answers(url)
        assert postmaster_pid(data) != orphan
    holder.stop()


def test_ignores_what_a_crash_left(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
    wait_until_stopped(data)
    (data / "pgdata" / "postmaster.pid").write_text(f"{os.getpid()}\n{data}/pgdata\n")
    (data / "ready").touch()
    (data / "pgdata.new-half").mkdir()
    with EmbeddedPostgres(data) as postgres:
        assert postgres.start() == url
        assert answers(url)


def test_takes_another_port_if_its_own_is_taken(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        url = postgres.start()
    wait_until_stopped(data)
    with socket.create_server(("127.0.0.1", int((data / "port").read_text()))):
        with EmbeddedPostgres(data) as postgres:
            assert postgres.start() != url
            assert answers(postgres.start())
        wait_until_stopped(data)


def test_takes_as_many_connections_as_its_starter_asks_for(data: Path) -> None:
    for arguments, expected in (((), "60"), ((75,), "75")):
        with EmbeddedPostgres(data, *arguments) as postgres, EmbeddedPostgres(data, 90):
            assert query(postgres.start(), "SHOW max_connections") == expected
        wait_until_stopped(data)


def test_says_why_it_does_not_start(data: Path) -> None:
    with EmbeddedPostgres(data):
        pass
    wait_until_stopped(data)
    version = data / "pgdata" / "PG_VERSION"
    right = version.read_text()
    version.write_text("9\n")
    try:
        with pytest.raises(EmbeddedPostgresError, match="The store is of Postgres 9, which is not installed"):
            EmbeddedPostgres(data).start()
    finally:
        version.write_text(right)


@as_root
def test_refuses_a_folder_that_nobody_cannot_enter() -> None:
    with open_folder() as folder:
        folder.chmod(0o700)
        with pytest.raises(EmbeddedPostgresError, match="who cannot enter"):
            EmbeddedPostgres(folder / "data").start()
        assert folder.stat().st_mode & 0o777 == 0o700


@as_root
def test_root_runs_binaries_of_a_private_folder() -> None:
    with open_folder() as folder:
        home = folder / "home"
        wheel = find_binaries().parents[1]
        unneeded = shutil.ignore_patterns("pginstall", "include", "*.a")
        shutil.copytree(wheel, home / WHEEL, ignore=unneeded)
        shutil.copytree(wheel.with_name(f"{WHEEL}.libs"), home / f"{WHEEL}.libs")
        home.chmod(0o700)
        with user_process(folder / "data", path=f"{home}{os.pathsep}{IMPORT_PATH}") as user:
            assert answers(url_of(user))
            user.communicate()
        wait_until_stopped(folder / "data")
        assert list((folder / "data").glob("postgres-*"))
        assert home.stat().st_mode & 0o777 == 0o700


@as_root
def test_runs_as_another_user() -> None:
    python = python_for_nobody()
    packages = find_binaries().parents[2]
    with open_folder() as folder:
        os.chown(folder, NOBODY, NOBODY)
        path = f"{SERVER}{os.pathsep}{packages}"
        with user_process(folder / "data", python=python, path=path, uid=NOBODY) as user:
            assert answers(url_of(user))
            assert (folder / "data").stat().st_mode & 0o777 == 0o700
            user.communicate()
        wait_until_stopped(folder / "data")


@as_root
def test_runs_as_a_user_without_a_name() -> None:
    """The container starts with a number as its user, and the kernel allows user namespaces."""
    python, packages = python_for_nobody(), find_binaries().parents[2]
    check = [python, "-c", "import ctypes, sys; sys.exit(ctypes.CDLL(None).unshare(0x10000000) != 0)"]
    if subprocess.run(check, user=NAMELESS, group=NAMELESS, extra_groups=[], check=False).returncode:
        pytest.skip("the kernel allows no user namespaces")
    with open_folder() as folder:
        os.chown(folder, NAMELESS, NAMELESS)
        path = f"{SERVER}{os.pathsep}{packages}"
        with user_process(folder / "data", python=python, path=path, uid=NAMELESS) as user:
            assert answers(url_of(user))
            user.communicate()
        wait_until_stopped(folder / "data")
        assert (folder / "data" / "pgdata").stat().st_uid == NAMELESS


@as_root
def test_a_user_without_a_name_is_told_what_to_do() -> None:
    """The kernel allows no user namespaces, as in most containers."""
    with open_folder() as folder:
        (folder / "data").mkdir()
        os.chown(folder / "data", NAMELESS, NAMELESS)
        told = subprocess.run(
            [python_for_nobody(), "-c", MAKER_WITHOUT_NAMESPACES, folder / "data"],
            env={"PYTHONPATH": f"{SERVER}{os.pathsep}{find_binaries().parents[2]}"},
            capture_output=True,
            text=True,
            cwd="/",
            user=NAMELESS,
            group=NAMELESS,
            extra_groups=[],
            check=False,
        )
    assert f"User {NAMELESS} has no line in /etc/passwd" in told.stdout, told
    assert f"echo 'headwater:x:{NAMELESS}:{NAMELESS}::/tmp:/sbin/nologin' >> /etc/passwd" in told.stdout
    assert "DATABASE_URL" in told.stdout


def python_for_nobody() -> str:
    """Return a Python that others may run: root's own often lies in a closed folder."""
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(python).exists() and Account().can_run(Path(python).resolve()):
            check = "import sys; sys.exit(sys.version_info < (3, 11))"
            if subprocess.run([python, "-c", check], check=False).returncode == 0:
                return python
    pytest.skip("no Python 3.11 that another user can run")


def test_the_default_folder_depends_on_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert default_data_dir({"HOME": "/root"}) == Path("/var/lib/headwater")
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_data_dir({"HOME": "/h"}) == Path("/h/.local/share/headwater")
    assert default_data_dir({"HOME": "/h", "XDG_DATA_HOME": "/x"}) == Path("/x/headwater")
    assert default_data_dir({}).name == "headwater"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_data_dir({"HOME": "/h"}) == Path("/h/Library/Application Support/headwater")
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_000)
    with pytest.raises(EmbeddedPostgresError, match="XDG_DATA_HOME"):
        default_data_dir({})
