"""`headwater serve` as a process, for tests that send it events."""

import asyncio
import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Self

import httpx
import pytest
from asyncpg import Record

from headwater.store.connections import connect
from headwater.store.database import Database

from conftest import HEADWATER, fetch
from forked import Forked

LINEAGE = "/api/v1/lineage"
BATCH = "/api/v1/lineage/batch"

_PATIENCE_SECONDS = 60
"""The longest time for an end: the server takes up to ten seconds, and the machine may be busy."""


class Server:
    """A running server with its own database; settings go by their names, as in port="8080"."""

    is_fresh = False

    def __init__(self, address: Database | str, *, code: str = "", **settings: str) -> None:
        """With `code`, the folder of a package, the server runs that code in place of this checkout's.

        One of several workers or of other code is a new Python, as for users; others are forked.
        """
        database = Database.at(address)
        self._is_fresh = self.is_fresh or bool(code) or "workers" in settings
        self.database_url = database.direct_url
        self._code = {"PYTHONPATH": code} if code else {}
        urls = {"database_url": database.url, "direct_url": database.direct_url}
        self._settings = {**urls, "log_level": "error", "port": "0", **settings}
        self.start()

    def start(self) -> None:
        """Start the server; a restart uses the same port."""
        settings = {f"HEADWATER_{name.upper()}": value for name, value in self._settings.items()}
        environment = os.environ | {"PYTHONFAULTHANDLER": "1"} | self._code | settings
        reading, writing = os.pipe()
        self.process = self._started(environment, writing)
        os.close(writing)
        stderr = os.fdopen(reading)
        line = stderr.readline()
        self._said: list[str] = []
        while line.startswith("{"):  # the log
            self._said.append(line)
            line = stderr.readline()
        # A server whose words nobody reads would stand still once the pipe is full.
        self._listener = threading.Thread(target=self._listen, args=(stderr, self._said), daemon=True)
        self._listener.start()
        self.url = line.split()[-1].removesuffix("/graphql")
        self._settings["port"] = self.url.rsplit(":", 1)[1]

    def _started(self, environment: dict[str, str], stderr: int) -> subprocess.Popen[bytes] | Forked:
        if self._is_fresh:
            return subprocess.Popen([*HEADWATER, "serve"], env=environment, stderr=stderr)
        return Forked(["serve"], environment, 1, stderr)

    def stop(self, sign: int = signal.SIGTERM) -> None:
        """End the process and wait for its exit; do nothing if it has ended. Shows what a process that stays does."""
        self.process.send_signal(sign)
        try:
            self.process.wait(_PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)
            self.process.wait(_PATIENCE_SECONDS)
            pytest.fail(f"the server does not end:\n{self.said()}")

    @staticmethod
    def _listen(stderr: IO[str], said: list[str]) -> None:
        with stderr:
            said.extend(stderr)

    def said(self) -> str:
        """Return all that the server has said, but for its address; waits until it and its workers have ended."""
        self._listener.join(_PATIENCE_SECONDS)
        return "".join(self._said)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def post(self, body: object, path: str = LINEAGE, **headers: str) -> httpx.Response:
        """Post bytes or an iterator of them unchanged, anything else as JSON."""
        content = body if isinstance(body, bytes | Iterator) else json.dumps(body).encode()
        return httpx.post(self.url + path, content=content, headers=headers, timeout=60)

    def rows(self, sql: str) -> list[Record]:
        """Return the rows of a statement on the server's database."""
        return fetch(self.database_url, sql)

    def count(self, table: str) -> int:
        """Return the number of rows of a table; a WHERE clause may follow its name."""
        return int(fetch(self.database_url, f"SELECT count(*) FROM {table}")[0][0])

    def workers(self) -> list[int]:
        """Return the processes of the server's workers; none if it answers by itself."""
        return [pid for pid in children(self.process.pid) if b"spawn_main" in command_line(pid)]

    def peak_kilobytes(self) -> int:
        """Return the peak memory of the process, 0 if the system does not tell it."""
        status = Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


class FreshServer(Server):
    """The same in a new Python, as for users."""

    is_fresh = True


def children(parent: int) -> list[int]:
    """Return the running child processes of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended
            state, ppid = (folder / "stat").read_text().rpartition(") ")[2].split()[:2]
            if int(ppid) == parent and state != "Z":
                found.append(int(folder.name))
    return found


def command_line(pid: int) -> bytes:
    """Return the command line of a process; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def merges_held(database_url: str) -> Iterator[Callable[[], None]]:
    """Hold back every merge for the block, or until the block calls the given function."""
    with asyncio.Runner() as runner:
        connection = runner.run(connect(database_url))
        runner.run(connection.execute("SELECT pg_advisory_lock(hashtext('headwater.merge'))"))
        try:
            yield lambda: runner.run(connection.close())
        finally:
            runner.run(connection.close())
