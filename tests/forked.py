"""`headwater` as a process forked from one that has imported it: the imports take longer than most tests."""

import atexit
import faulthandler
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.reduction import DupFd
from tempfile import TemporaryFile
from typing import Any

_FORKSERVER = multiprocessing.get_context("forkserver")
_FORKSERVER.set_forkserver_preload(
    ["headwater.cli.server", "headwater.cli.http_server", "scipy.sparse.csgraph", "networkx"]
)


class Forked:
    """A process with the part of the interface of `subprocess.Popen` that tests use."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str], stdout: int, stderr: int) -> None:
        """Start it; the numbers are of open files, for its output."""
        files = (_File(stdout), _File(stderr))
        self._process = _FORKSERVER.Process(target=_run, args=(arguments, dict(environment), *files), daemon=True)
        self._process.start()
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
            with suppress(ProcessLookupError):  # it ended meanwhile
                os.kill(self.pid, sign)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


def run_forked(
    arguments: Sequence[str], environment: Mapping[str, str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end. Raises subprocess.TimeoutExpired."""
    with TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
        process = Forked(arguments, environment, stdout.fileno(), stderr.fileno())
        try:
            code = process.wait(timeout)
        finally:
            process.send_signal(signal.SIGKILL)
        stdout.seek(0)
        stderr.seek(0)
        return subprocess.CompletedProcess(arguments, code, stdout.read(), stderr.read())


class _File:
    """An open file on its way to another process, which gets its number there."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Callable[[Any], int], tuple[Any]]:
        return _received, (DupFd(self._number),)


def _received(file: Any) -> int:
    number: int = file.detach()
    return number


def _run(arguments: Sequence[str], environment: Mapping[str, str], stdout: int, stderr: int) -> None:
    for number, place in ((stdout, 1), (stderr, 2)):
        os.dup2(number, place)
        os.close(number)
    faulthandler.enable()
    gc.freeze()  # no search for garbage looks at what all share, or copies it
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["headwater", *arguments]
    from headwater.cli import main

    try:
        main()
    finally:
        atexit._run_exitfuncs()  # which a process of `multiprocessing` leaves out
