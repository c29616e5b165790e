"""`headwater worker` as a process of its own."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from conftest import HEADWATER


@contextmanager
def worker(database_url: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Run a worker, and kill it at the end of the block."""
    process = subprocess.Popen(
        [*HEADWATER, "worker", *options],
        env=os.environ | {"HEADWATER_DATABASE_URL": database_url},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
