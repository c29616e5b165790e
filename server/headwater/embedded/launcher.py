"""Use the embedded Postgres of a data folder, and start it if it does not run."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import Self

from headwater.embedded.cluster import DATABASE, MAX_CONNECTIONS, ROLE, read_password
from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import DataFolder
from headwater.embedded.locks import POLL_SECONDS, FileLock

START_SECONDS = 60
LOG_LINES = 15
LOG_BYTES = 10_000_000


class Condition(Enum):
    """The condition of the Postgres in a data folder."""

    RUNNING = auto()
    STARTING = auto()
    """A supervisor exists or starts, and Postgres accepts no connections yet."""
    DOWN = auto()
    """No supervisor exists, and nobody starts one."""


class EmbeddedPostgres:
    """A use of the Postgres in a data folder; Postgres runs as long as any process uses it.

    The process that starts it decides the number of connections.
    """

    def __init__(self, data_dir: Path, max_connections: int = MAX_CONNECTIONS) -> None:
        self._data = DataFolder(data_dir)
        self._max_connections = max_connections
        self._use: FileLock | None = None
        self._password = ""

    def start(self) -> str:
        """Return the URL of the running server; another call changes nothing.

        Blocks for 1 s the first time and for less later. Raises EmbeddedPostgresError.
        """
        if self._use is None:
            self._data.create()
            with contextlib.ExitStack() as undo, self._starting():
                use = undo.enter_context(FileLock(self._data.users_lock))
                if not use.acquire(shared=True, seconds=START_SECONDS):
                    raise self._error("The Postgres of an earlier process does not stop.")
                self._bring_up()
                undo.pop_all()
            self._use = use
            self._password = read_password(self._data)
        return self.url()

    def url(self) -> str:
        """Return the current URL of the started server; a restart takes another port if a program has the old one.

        Raises OSError if the data folder cannot be read.
        """
        return f"postgresql://{ROLE}:{self._password}@127.0.0.1:{self._data.port.read_text()}/{DATABASE}"

    def bring_up(self) -> None:
        """Restart a lost server for its present users; blocks until it accepts connections.

        Raises EmbeddedPostgresError, and OSError if the data folder cannot be read.
        """
        with self._starting():
            self._bring_up()

    def condition(self) -> Condition:
        """Return the condition of the server, without waiting. Raises OSError if the data folder cannot be read."""
        with FileLock(self._data.start_lock) as lock:
            if lock.acquire() and not self._is_supervised():
                return Condition.DOWN
        return Condition.RUNNING if self._data.ready.exists() else Condition.STARTING

    def stop(self) -> None:
        """End this use, without waiting. The server stops after its last use."""
        if self._use:
            self._use.close()
            self._use = None

    def is_running(self) -> bool:
        """Return True if a server of any user exists; False only after its last process has ended."""
        if not self._data.root.exists():
            return False
        with self._starting():
            return self._is_supervised()

    @contextlib.contextmanager
    def _starting(self) -> Iterator[None]:
        with FileLock(self._data.start_lock) as lock:
            if not lock.acquire(seconds=2 * START_SECONDS):
                raise self._error("Another process has been starting Postgres for too long.")
            yield

    def _bring_up(self) -> None:
        """Return when the server accepts connections."""
        deadline = time.monotonic() + START_SECONDS
        spawned = False
        while time.monotonic() < deadline:
            if not self._is_supervised():
                if spawned:
                    raise self._error("Postgres did not start.")
                self._spawn_supervisor()
                spawned = True
            elif self._data.ready.exists():
                return
            time.sleep(POLL_SECONDS)
        raise self._error(f"Postgres was not ready within {START_SECONDS} seconds.")

    def _is_supervised(self) -> bool:
        with FileLock(self._data.supervisor_lock) as lock:
            return not lock.acquire()

    def _spawn_supervisor(self) -> None:
        """Start a supervisor and wait until it has gone to the background."""
        self._data.ready.unlink(missing_ok=True)
        if self._data.log.stat().st_size > LOG_BYTES:
            self._data.log.replace(self._data.log.with_suffix(".log.1"))
            self._data.create()
        arguments = [str(self._data.root), str(self._max_connections)]
        command = [sys.executable, "-m", "headwater.embedded.supervisor", *arguments]
        with self._data.log.open("ab") as log, contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command,
                cwd=self._data.root,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=START_SECONDS,
                check=False,  # if it failed, nobody holds the lock of the supervisor
            )

    def _error(self, message: str) -> EmbeddedPostgresError:
        tail = self._data.log.read_text(errors="replace").splitlines()[-LOG_LINES:]
        return EmbeddedPostgresError("\n".join([f"{message} The end of {self._data.log}:", *tail]))

    def __getstate__(self) -> dict[str, object]:
        """Pickle only the address: the use stays with the process that began it."""
        return self.__dict__ | {"_use": None}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
