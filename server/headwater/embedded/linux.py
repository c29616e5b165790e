"""The Linux kernel's means to track processes; elsewhere these functions do nothing."""

import contextlib
import ctypes
import errno
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWUSER = 0x10000000


def end_with_parent() -> None:
    """Have this process interrupted when the thread that made it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def borrow_name() -> None:
    """Enter a user namespace without a map: the process sees itself as the kernel's overflow user, mostly `nobody`.

    Files stay those of the real user. Raises OSError if the system does not allow it.
    """
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    library = ctypes.CDLL(None, use_errno=True)
    if library.unshare(CLONE_NEWUSER):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def kill_holders(file: Path, program: str) -> None:
    """Kill each process of a program that has the file open."""
    path = str(file.resolve())
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is not ours
            if Path(os.readlink(process / "exe")).name == program and any(
                os.readlink(fd) == path for fd in (process / "fd").iterdir()
            ):
                os.kill(int(process.name), signal.SIGKILL)
