"""The process of Postgres itself: its port, its start, and the moment from which it accepts connections."""

import contextlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from headwater.embedded.account import Account
from headwater.embedded.cluster import DATABASE, ROLE, postgres_options, read_password
from headwater.embedded.errors import EmbeddedPostgresError
from headwater.embedded.folder import DataFolder, keep_text
from headwater.embedded.linux import end_with_parent
from headwater.embedded.locks import POLL_SECONDS, FileLock


def choose_port(file: Path) -> int:
    """Return the last port if it is still free, else another one, written to the file."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Postgres does
        try:
            probe.bind(("127.0.0.1", int(file.read_text())))
        except (OSError, ValueError):
            probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    keep_text(file, str(port))
    return port


def spawn(data: DataFolder, binaries: Path, account: Account, port: int, lock: FileLock) -> subprocess.Popen[bytes]:
    """Start a postmaster; all its processes hold the lock, and it ends with the calling thread."""
    return account.popen(
        [f"{binaries}/postgres", *postgres_options(data, data.cluster), "-p", f"{port}"],
        data.root,
        pass_fds=[lock.fd],
        before_exec=end_with_parent,
    )


def await_ready(data: DataFolder, postmaster: subprocess.Popen[bytes]) -> bool:
    """Return True once it accepts connections, after a recovery of any length; False if it ends."""
    while postmaster.poll() is None:
        if _says_ready(data, postmaster.pid):
            return True
        time.sleep(POLL_SECONDS)
    return False


@contextlib.contextmanager
def running_alone(data: DataFolder, binaries: Path, account: Account) -> Iterator[str]:
    """Run a postmaster for only the calling thread; yield the URL. Raises EmbeddedPostgresError if it does not start.

    The caller holds `start.lock` and `supervisor.lock`, so that nobody else uses the folder.
    """
    with FileLock(data.postmaster_lock) as lock:
        if not lock.acquire(seconds=10):
            raise EmbeddedPostgresError(f"An older Postgres still runs on {data.cluster}: stop it.")
        (data.cluster / "postmaster.pid").unlink(missing_ok=True)
        port = choose_port(data.port)
        postmaster = spawn(data, binaries, account, port, lock)
    try:
        if not await_ready(data, postmaster):
            raise EmbeddedPostgresError(f"Postgres did not start on {data.cluster}: the end of its log says why.")
        yield f"postgresql://{ROLE}:{read_password(data)}@127.0.0.1:{port}/{DATABASE}"
    finally:
        postmaster.send_signal(signal.SIGINT)  # fast shutdown
        postmaster.wait()


def _says_ready(data: DataFolder, pid: int) -> bool:
    """Check for the sign that `pg_ctl -w` waits for: the eighth line of a `postmaster.pid` of this process."""
    try:
        lines = (data.cluster / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"
