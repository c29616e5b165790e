"""A real pgbouncer in transaction mode before a test's database."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from headwater.store.database import Database

_PROGRAM = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
_PATIENCE_SECONDS = 20

_SETTINGS = """
[databases]
{name} = host={host} port={port} user={user} password={password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen_port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {pool_size}
{more}
"""


@contextmanager
def pooled(database_url: str, pool_size: int = 2, more: str = "") -> Iterator[Database]:
    """Yield a database behind a pooler with so many sessions for all clients; more: extra lines of its settings."""
    if _PROGRAM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("pgbouncer is missing; .ci/run installs it")
        pytest.skip("pgbouncer is not installed (on Debian: apt install pgbouncer)")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    direct = urlsplit(database_url)
    name = direct.path.removeprefix("/")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pgbouncer.ini"
        file.write_text(
            _SETTINGS.format(
                name=name,
                host=direct.hostname,
                port=direct.port,
                user=direct.username,
                password=direct.password,
                listen_port=port,
                pool_size=pool_size,
                more=more,
            )
        )
        # pgbouncer refuses to run as root, so nobody has to read the file.
        Path(folder).chmod(0o755)
        as_nobody = ["-u", "nobody"] if os.getuid() == 0 else []
        process = subprocess.Popen([_PROGRAM, "-q", *as_nobody, str(file)], stderr=subprocess.DEVNULL)
        try:
            _wait_for(port)
            yield Database(f"postgresql://client@127.0.0.1:{port}/{name}", database_url)
        finally:
            process.terminate()
            process.wait(_PATIENCE_SECONDS)


def _wait_for(port: int) -> None:
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert time.monotonic() < give_up, "pgbouncer does not start"
            time.sleep(0.02)
