"""A running server restarts its embedded Postgres, and keeps every acknowledged event.

The tests kill processes and fill the disk while events arrive. Nobody runs another command.
"""

import contextlib
import errno
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

import asyncpg
import httpx
import pytest

from conftest import HEADWATER, fetch
from events import run_event, uuid
from server_process import LINEAGE

RECOVERY_SECONDS = 30
"""The longest time from the end of a disturbance until the server accepts writes again."""

DISK_BYTES = 400_000_000
"""The disk's size: a cluster, the programs if root has to copy them, and some segments of WAL."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts processes in /proc")


class Disk:
    """A small disk to fill, if root may mount one; else a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=755", "tmpfs", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        self.why_not_small = mounted.stderr.strip()
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leave no page free."""
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as filler:
            while True:
                filler.write(bytes(1_000_000))
        with contextlib.suppress(OSError), self._filler.open("ab", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))

    def free(self) -> None:
        self._filler.unlink()

    def close(self) -> None:
        if not self.why_not_small:
            subprocess.run(["umount", "--lazy", self.folder], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Site:
    """A server with an embedded Postgres on its own disk, and the events that it acknowledged."""

    def __init__(self, disk: Disk, log: Path) -> None:
        self.disk = disk
        self.data = disk.folder / "data"
        self._log = log
        settings = {"HEADWATER_DATA_DIR": f"{self.data}", "HEADWATER_PORT": "0", "HEADWATER_LOG_LEVEL": "warning"}
        others = {name: value for name, value in os.environ.items() if not name.endswith("DATABASE_URL")}
        with log.open("w") as output:
            self._process = subprocess.Popen([*HEADWATER, "serve"], env={**others, **settings}, stderr=output)
        wait_for(lambda: "Headwater serves" in self.log(), 120)
        self._url = self.log().split("/graphql")[0].split()[-1]
        self._client = httpx.Client(base_url=self._url, timeout=60)
        self._acknowledged: set[str] = set()
        self._statuses: set[int] = set()
        self._sent = 0
        self._is_closed = threading.Event()
        self._sender = threading.Thread(target=self._send_on)
        self._sender.start()

    def log(self) -> str:
        return self._log.read_text()

    def get(self, path: str) -> httpx.Response:
        return self._client.get(path)

    def query(self) -> httpx.Response:
        return self._client.post("/graphql", json={"query": "{ hungRuns { total } hung: hungRuns { total } }"})

    def supervisors(self) -> list[int]:
        return processes(lambda words: "headwater.embedded.supervisor" in words and f"{self.data}" in words)

    def postmasters(self) -> list[int]:
        return processes(lambda words: words[0].endswith("/postgres") and f"{self.data}/pgdata" in words)

    def kill(self, *pids: int) -> list[int]:
        """Kill processes at once, and return the postmasters that die with them."""
        postmasters = self.postmasters()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return postmasters

    def trouble(self) -> str | None:
        """Return the trouble with Postgres in /health, whose status stays good in any case."""
        answer = self.get("/health")
        assert answer.status_code == 200
        assert answer.json()["status"] == "ok"
        condition: dict[str, str] = answer.json()["embeddedPostgres"]
        return condition.get("reason")

    def accepts_writes_again(self, without: Collection[int] = ()) -> None:
        """Wait until another postmaster acknowledges one more event, after those in `without` are gone.

        Nothing is lost, each process runs once, and the log reports the end of the outage.
        """
        deadline = time.monotonic() + RECOVERY_SECONDS
        wait_for(lambda: set(self.postmasters()) - set(without), RECOVERY_SECONDS)
        wait_for(lambda: not set(self.postmasters()) & set(without), RECOVERY_SECONDS)
        before = len(self._acknowledged)
        wait_for(lambda: len(self._acknowledged) > before, deadline - time.monotonic())
        wait_for(lambda: self.trouble() is None and self.get("/ready").status_code == 200, 10)
        wait_for(lambda: (len(self.supervisors()), len(self.postmasters())) == (1, 1), 10)
        assert self.query().json()["data"] == {"hungRuns": {"total": 0}, "hung": {"total": 0}}
        acknowledged = set(self._acknowledged)
        assert acknowledged <= {row["native_id"] for row in fetch(self._database_url(), "SELECT native_id FROM run")}
        assert self._statuses <= {201, 503}
        wait_for(lambda: self.log().count("database.available") == self.log().count("database.unavailable"), 20)

    def refuses_writes(self) -> bool:
        """Return true if the server acknowledged no event for a second, though events were sent."""
        sent, acknowledged = self._sent, len(self._acknowledged)
        time.sleep(1)
        return self._sent > sent and len(self._acknowledged) == acknowledged

    def use_up_wal(self) -> None:
        """Write to the WAL of Postgres until no space is left and Postgres ends."""
        statement = "SELECT pg_logical_emit_message(true, 'test', repeat('x', 1000000)) FROM generate_series(1, 100)"
        with pytest.raises((OSError, asyncpg.PostgresError)):
            fetch(self._database_url(), statement)

    def _database_url(self) -> str:
        password, port = (self.data / "password").read_text(), (self.data / "port").read_text()
        return f"postgresql://headwater:{password}@127.0.0.1:{port}/headwater"

    def _send_on(self) -> None:
        """Send event after event until the end, like a producer that retries later."""
        with httpx.Client(base_url=self._url, timeout=60) as client:
            while not self._is_closed.wait(0.02):
                self._sent += 1
                run_id = uuid(self._sent)
                event = run_event("START", "00:00:00", run_id, outputs=["o"], big={"text": os.urandom(50_000).hex()})
                answer = client.post(LINEAGE, content=json.dumps(event))
                self._statuses.add(answer.status_code)
                if answer.status_code == 201:
                    self._acknowledged.add(run_id)
                else:
                    assert answer.headers["retry-after"] == "1"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closed.set()
        self._sender.join()
        self._client.close()
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)


def processes(is_meant: Callable[[list[str]], bool]) -> list[int]:
    """Return the processes with a matching command line; an ended process has none."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_text().split("\0")
            if is_meant(words):
                found.append(int(folder.name))
    return found


T = TypeVar("T")


def wait_for(condition: Callable[[], T], seconds: float) -> T:
    """Return the result of the condition once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "this did not happen in time"
        time.sleep(0.05)
    return found


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """One server for the whole module: each test leaves it well."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-disk-"))
    folder.chmod(0o755)
    log = Path(tempfile.mkstemp(prefix="headwater-log-")[1])
    disk = Disk(folder)
    try:
        with Site(disk, log) as site:
            site.accepts_writes_again()
            yield site
        wait_for(lambda: not site.supervisors() and not site.postmasters(), 30)
    finally:
        disk.close()
        log.unlink()


@pytest.fixture
def logged(site: Site) -> Iterator[Callable[[str], int]]:
    """The number of lines with an event that a test adds to the log. The log never has a traceback."""
    before = site.log()
    yield lambda event: site.log().removeprefix(before).count(event)
    assert [line for line in site.log().splitlines() if "Traceback" in line or '"exception"' in line] == []


def test_after_the_postmaster_was_killed(site: Site, logged: Any) -> None:
    """The supervisor starts another postmaster; the server's log does not mention it."""
    site.accepts_writes_again(without=site.kill(*site.postmasters()))
    assert logged("database.unavailable") == 1
    assert logged("embedded_postgres.") == 0


def test_after_the_supervisor_was_killed(site: Site, logged: Any) -> None:
    site.accepts_writes_again(without=site.kill(*site.supervisors()))
    assert logged("embedded_postgres.lost") == 1
    assert logged("embedded_postgres.back") == 1
    assert logged("database.unavailable") == 1


def test_after_both_were_killed(site: Site, logged: Any) -> None:
    site.accepts_writes_again(without=site.kill(*site.supervisors(), *site.postmasters()))
    assert logged("embedded_postgres.lost") == 1


def test_after_five_short_lives(site: Site, logged: Any) -> None:
    """The supervisor gives up; the server does not."""
    [first] = site.supervisors()
    deadline = time.monotonic() + RECOVERY_SECONDS
    while first in site.supervisors():
        site.kill(*site.postmasters())
        assert time.monotonic() < deadline
    site.accepts_writes_again()
    assert first not in site.supervisors()
    assert logged("embedded_postgres.lost") == 1


def server_at(port: int) -> socket.socket | None:
    """Open a port as another program; None while children of the postmaster still hold it."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        return None


def test_after_another_program_took_the_port(site: Site, logged: Any) -> None:
    port = int((site.data / "port").read_text())
    with (site.data / "start.lock").open() as lock, contextlib.ExitStack() as stack:
        fcntl.flock(lock, fcntl.LOCK_EX)  # no process starts Postgres meanwhile
        gone = site.kill(*site.supervisors(), *site.postmasters())
        wait_for(lambda: not site.postmasters(), 10)
        other = wait_for(lambda: server_at(port), 10)
        assert other is not None
        stack.enter_context(other)
        fcntl.flock(lock, fcntl.LOCK_UN)
        site.accepts_writes_again(without=gone)
    assert int((site.data / "port").read_text()) != port
    assert logged("embedded_postgres.lost") == 1


def test_after_the_disk_was_full(site: Site, logged: Any) -> None:
    """Postgres refuses writes first. Without space for WAL it ends, and does not start again."""
    if site.disk.why_not_small:
        pytest.skip(f"no small disk could be mounted: {site.disk.why_not_small}")
    site.disk.fill()
    wait_for(lambda: site.refuses_writes(), RECOVERY_SECONDS)
    assert site.query().status_code == 200
    site.use_up_wal()
    wait_for(lambda: "does not start" in str(site.trouble()), RECOVERY_SECONDS)
    ready, query = site.get("/ready"), site.query()
    assert (ready.status_code, ready.headers["retry-after"]) == (503, "1")
    assert "does not start" in ready.json()["reason"]
    assert (query.status_code, query.headers["retry-after"]) == (503, "1")
    [error] = query.json()["errors"]
    assert error["extensions"] == {"code": 503, "type": "SERVICE_UNAVAILABLE"}
    assert error["message"].startswith("The database does not answer")
    assert not site.postmasters()
    site.disk.free()
    site.accepts_writes_again()
    assert logged("embedded_postgres.lost") == 1
    assert logged("embedded_postgres.start_failed") == 1
    assert logged("database.unavailable") == 1
    assert (site.data / "server.log").stat().st_size < 1_000_000
