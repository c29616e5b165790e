"""The process that keeps Postgres running while somebody uses it.

    python -m headwater.embedded.supervisor DATA_DIR MAX_CONNECTIONS

It goes to the background once the cluster exists, and ends after the last user. If it is killed, Postgres stops too: at
once on Linux, elsewhere at the next start.

The locks of a data folder keep starting and stopping apart:

- A user holds `users.lock` shared, from before it looks for a server until it leaves. The supervisor
  waits to hold it exclusively, and then keeps it until its own end. So a new user either gets the lock first,
  and the supervisor stays, or waits until the server is gone, and starts a new one.
- A process that looks for a supervisor, or starts one, holds `start.lock`: of many starters one starts.
  Nobody else tries `supervisor.lock`, so a new supervisor never finds it taken by a mere look.
- The supervisor holds `supervisor.lock` for its life, across its step to the background. `ready` counts
  only while it is held. The process that finds it free removes the files of a killed supervisor.
- Every process of Postgres inherits `postmaster.lock`. Once a supervisor gets it, no process of an older
  postmaster exists, and `postmaster.pid` is stale: its pid may be that of a zombie or of another
  program. The supervisor closes its own copy, so that it has to wait at a restart.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from headwater.embedded.account import Account
from headwater.embedded.binaries import find_binaries, reachable_binaries
from headwater.embedded.cluster import MAX_CONNECTIONS, create_cluster, write_config
from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import DataFolder, finish_upgrade
from headwater.embedded.linux import kill_holders
from headwater.embedded.locks import FileLock
from headwater.embedded.postmaster import await_ready, choose_port, spawn

MAX_TRIES = 5  # starts in a row of a postmaster that does not last
LASTING_SECONDS = 60
STOP_SECONDS = 30

log = logging.getLogger("supervisor")


class Supervisor:
    """Owns one postmaster after the other, on the same port, until nobody uses it."""

    def __init__(self, data: DataFolder, binaries: Path, account: Account) -> None:
        self._data = data
        self._binaries = binaries
        self._account = account
        self._guard = threading.Lock()  # of the two fields below
        self._stopping = False
        self._postmaster: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        threading.Thread(target=self._stop_when_unused, daemon=True).start()
        tries = 0
        while not self._stopping and tries < MAX_TRIES:
            began = time.monotonic()
            self._run_postmaster()
            tries = 1 if time.monotonic() - began > LASTING_SECONDS else tries + 1
            if not self._stopping:
                log.warning("Postgres ended by itself (%d of %d)", tries, MAX_TRIES)
                time.sleep(0.1 * (tries - 1))

    def _run_postmaster(self) -> None:
        """Start a postmaster and return after its end, or if it cannot be started."""
        with FileLock(self._data.postmaster_lock) as lock:
            if not self._take_over(lock):
                return
            port = choose_port(self._data.port)
            with self._guard:
                if self._stopping:
                    return
                postmaster = self._postmaster = spawn(self._data, self._binaries, self._account, port, lock)
        if await_ready(self._data, postmaster):
            self._data.ready.touch()
        postmaster.wait()
        self._data.ready.unlink(missing_ok=True)

    def _take_over(self, lock: FileLock) -> bool:
        """End an older postmaster and its processes. Return True if they are gone."""
        if not lock.acquire(seconds=1):
            # Either a postmaster without a supervisor, or a query that outlives its postmaster.
            stop = [f"{self._binaries}/pg_ctl", "stop", "-D", f"{self._data.cluster}"]
            self._account.popen([*stop, "-m", "fast", "-t", "10"], self._data.root).wait()
            if not lock.acquire(seconds=1):
                kill_holders(self._data.postmaster_lock, "postgres")
                if not lock.acquire(seconds=5):
                    log.error("an older Postgres still runs on %s: stop it", self._data.cluster)
                    return False
        (self._data.cluster / "postmaster.pid").unlink(missing_ok=True)
        return True

    def _stop_when_unused(self) -> None:
        users = FileLock(self._data.users_lock)  # never closed: held until this process ends
        users.wait()
        with self._guard:
            self._stopping = True
        if self._postmaster:
            self._postmaster.send_signal(signal.SIGINT)  # fast shutdown
            time.sleep(STOP_SECONDS)
            self._postmaster.send_signal(signal.SIGQUIT)  # at once, with recovery at the next start


def prepare(data: DataFolder, max_connections: int = MAX_CONNECTIONS) -> Supervisor:
    """Make everything that the postmaster needs. Raises EmbeddedPostgresError."""
    account = Account()
    if not account.can_enter(data.root):
        raise EmbeddedPostgresError(
            f"As root, Postgres runs as the user nobody, who cannot enter {data.root}: choose a "
            "data folder outside of private ones, like /var/lib/headwater, or run as another user."
        )
    finish_upgrade(data)
    binaries = reachable_binaries(find_binaries(data.major()), account, data.root)
    write_config(data, max_connections)
    if not data.cluster.exists():
        create_cluster(data, binaries, account)
    return Supervisor(data, binaries, account)


def main(root: Path, max_connections: int = MAX_CONNECTIONS) -> int:
    """Supervise in the background. The exit code is 0 if a supervisor runs, this one or another."""
    logging.basicConfig(format="%(asctime)s [%(process)d] %(name)s: %(message)s")
    data = DataFolder(root)
    with FileLock(data.supervisor_lock) as lock:
        if not lock.acquire():
            return 0
        try:
            supervisor = prepare(data, max_connections)
            if os.fork() == 0:
                os.setsid()
                _sign(lock)
                supervisor.run()
        except (EmbeddedPostgresError, OSError) as error:
            log.error("%s", error)
            return 1
    return 0


def _sign(lock: FileLock) -> None:
    """Write the process id into the lock, for people to read: in place, and not at all on a full disk."""
    with contextlib.suppress(OSError):
        os.pwrite(lock.fd, f"{os.getpid():<10}".encode(), 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
