"""`headwater` as a process forked from one that has imported it: the imports take longer than most tests."""

import faulthandler
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection

_FORKSERVER = multiprocessing.get_context("forkserver")
_FORKSERVER.set_forkserver_preload(
    ["headwater.cli.server", "headwater.cli.http_server", "scipy.sparse.csgraph", "networkx"]
)


class Forked:
    """A process with the part of the interface of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it; `stderr` has what it says."""
        said, theirs = _FORKSERVER.Pipe(duplex=False)
        self._process = _FORKSERVER.Process(target=_run, args=(arguments, dict(environment), theirs), daemon=True)
        self._process.start()
        theirs.close()
        self.stderr = os.fdopen(os.dup(said.fileno()))
        said.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code; a negative signal where one ended it, None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code at its end. Raises subprocess.TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("headwater", timeout or 0)
        return self._process.exitcode

    def send_signal(self, sign: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


def _run(arguments: Sequence[str], environment: Mapping[str, str], stderr: Connection) -> None:
    os.dup2(stderr.fileno(), 2)
    stderr.close()
    faulthandler.enable()
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["headwater", *arguments]
    from headwater.cli import main

    main()
