"""CPU that processes have used, by Linux's clocks of them and `/proc`.

Rates move with all else that a shared machine does; CPU an event hardly does.
"""

import contextlib
import os
import time
from collections import defaultdict
from pathlib import Path

from asyncpg import Connection

MICRO = 1_000_000
"""Microseconds in a second."""

_PROCESSES = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(root: int) -> float:
    """The CPU of a process, with its threads, and of all processes that it began, those that have ended too."""
    children: dict[int, list[int]] = defaultdict(list)
    ended: dict[int, float] = {}
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = _fields(int(folder.name))
            children[int(fields[1])].append(int(folder.name))
            ended[int(folder.name)] = (int(fields[13]) + int(fields[14])) / _TICKS
    seconds, open_ = 0.0, [root]
    while open_:
        pid = open_.pop()
        open_ += children[pid]
        with contextlib.suppress(OSError):  # it has just ended
            seconds += time.clock_gettime(_clock_of(pid)) + ended[pid]
    return seconds


def postmaster(backend: int) -> int:
    """The process that all of Postgres's are children of. Raises RuntimeError unless Postgres runs on this machine."""
    with contextlib.suppress(FileNotFoundError):
        if "postgres" in (_PROCESSES / str(backend) / "comm").read_text():
            return int(_fields(backend)[1])
    raise RuntimeError(f"there is no Postgres as process {backend}: its CPU can only be read where it runs")


def session_seconds(connection: Connection) -> float:
    """The CPU of the process of Postgres that serves a connection."""
    return cpu_seconds(connection.get_server_pid())


def _fields(pid: int) -> list[str]:
    """The fields of `/proc/<pid>/stat` after the name of the program: the state, the parent, ..."""
    return (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _clock_of(pid: int) -> int:
    """The number of the CPU clock of a process, in nanoseconds, as glibc's clock_getcpuclockid makes it."""
    return ~pid << 3 | 2
