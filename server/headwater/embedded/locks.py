"""Locks between processes by flock; the kernel releases them at any end of their holder."""

import fcntl
import os
import time
from pathlib import Path
from typing import Self

POLL_SECONDS = 0.005


class FileLock:
    """A lock on a file, held until `close`, also by every process that inherits `fd`."""

    def __init__(self, path: Path) -> None:
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

    def acquire(self, *, shared: bool = False, seconds: float = 0) -> bool:
        """Return True if the lock was free, or became free within the time."""
        deadline = time.monotonic() + seconds
        while not self._try(fcntl.LOCK_SH if shared else fcntl.LOCK_EX):
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def wait(self) -> None:
        """Take the lock exclusively; waits without limit."""
        fcntl.flock(self.fd, fcntl.LOCK_EX)

    def close(self) -> None:
        os.close(self.fd)

    def _try(self, operation: int) -> bool:
        try:
            fcntl.flock(self.fd, operation | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
