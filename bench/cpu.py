"""CPU that processes have used, by Linux's CPU clocks and `/proc`.

Other work on a shared machine changes rates, but hardly the CPU of an event.
"""

import contextlib
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from asyncpg import Connection

from headwater.store.connections import connect

MICRO = 1_000_000
"""Microseconds in a second."""

_PROCESSES = Path("/proc")
_IDLE_SHARE = 0.05
_MEGABYTE = 1000
_REAPED_SECONDS = 0.1
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(root: int) -> float:
    """Return the CPU of a process, its threads and all its descendants, ended ones included."""
    seconds = 0.0
    for pid in _family(root):
        with contextlib.suppress(OSError):  # The process has just ended.
            fields = _fields(pid)
            seconds += own_cpu_seconds(pid) + (int(fields[13]) + int(fields[14])) / _TICKS
    return seconds


def own_cpu_seconds(pid: int) -> float:
    """Return the CPU of a process and its threads, without its descendants."""
    return time.clock_gettime(_clock_of(pid))


def wait_until_idle(pid: int, idle_seconds: float, most_seconds: float) -> None:
    """Wait until a process has used next to no CPU for so long. Raises TimeoutError if it never does."""
    deadline = time.monotonic() + most_seconds
    while time.monotonic() < deadline:
        before = own_cpu_seconds(pid)
        time.sleep(idle_seconds)
        if own_cpu_seconds(pid) - before < _IDLE_SHARE * idle_seconds:
            return
    raise TimeoutError(f"process {pid} is busy after {most_seconds:.0f} s")


def peak_megabytes(root: int) -> float:
    """Return the most memory that a process and its running descendants have had, each at its own time."""
    kilobytes = 0
    for pid in _family(root):
        with contextlib.suppress(OSError):  # The process has just ended.
            lines = (_PROCESSES / str(pid) / "status").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return kilobytes / _MEGABYTE


def _family(root: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            children[int(_fields(int(folder.name))[1])].append(int(folder.name))
    open_ = [root]
    while open_:
        pid = open_.pop()
        open_ += children[pid]
        yield pid


def postmaster(backend: int) -> int:
    """Return the parent of all Postgres processes. Raises RuntimeError unless Postgres runs on this machine."""
    with contextlib.suppress(FileNotFoundError):
        if "postgres" in (_PROCESSES / str(backend) / "comm").read_text():
            return int(_fields(backend)[1])
    raise RuntimeError(f"there is no Postgres as process {backend}: its CPU can only be read where it runs")


def cpu_after_sessions(root: int) -> float:
    """Return the CPU of Postgres after sessions ended: Postgres counts them only once it has waited for them."""
    time.sleep(_REAPED_SECONDS)
    return cpu_seconds(root)


async def server_process(server_url: str) -> int:
    """Return the postmaster of a server by its URL. Raises RuntimeError unless the server runs on this machine."""
    connection = await connect(server_url)
    try:
        return postmaster(connection.get_server_pid())
    finally:
        await connection.close()


def session_seconds(connection: Connection) -> float:
    """Return the CPU of the Postgres process of a connection."""
    return cpu_seconds(connection.get_server_pid())


def _fields(pid: int) -> list[str]:
    """Return the fields of `/proc/<pid>/stat` after the program's name: the state, the parent, ..."""
    return (_PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()


def _clock_of(pid: int) -> int:
    """Return the number of a process's CPU clock in nanoseconds, as glibc's clock_getcpuclockid makes it."""
    return ~pid << 3 | 2
