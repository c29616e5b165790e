"""The servers and databases of the benchmarks, each started for the time of a block."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from headwater.app.database import migrate_database
from headwater.store.connections import connect

BENCH = Path(__file__).resolve().parent
PATIENCE_SECONDS = 30


class Running(NamedTuple):
    """A running server: its port and its process id."""

    port: int
    pid: int


@contextlib.contextmanager
def headwater(
    database_url: str,
    workers: int = 1,
    program: Sequence[str | Path] = ("-m", "headwater"),
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Running]:
    """Run `headwater serve` with so many workers; program: the arguments of Python; settings: by their variables."""
    command = [sys.executable, *program, "serve", "--port", "0", "--workers", str(workers)]
    environment = os.environ | {"HEADWATER_DATABASE_URL": database_url, "HEADWATER_LOG_LEVEL": "warning"}
    environment |= settings
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield Running(int(process.stderr.readline().rsplit(":", 1)[1].split("/")[0]), process.pid)
        finally:
            process.terminate()


@contextlib.contextmanager
def bare(script: str, database_url: str, *arguments: str | Path) -> Iterator[Running]:
    """Run one of this folder's servers to compare with, and wait until it accepts connections."""
    port = free_port()
    with listening([sys.executable, BENCH / script, database_url, str(port), *arguments], port) as running:
        yield running


@contextlib.contextmanager
def listening(
    command: Sequence[str | Path], port: int, environment: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Run a server's command, and wait until it accepts connections. Raises RuntimeError if it takes too long."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while _is_closed(port):
            if time.monotonic() > deadline or process.poll() is not None:
                raise RuntimeError(f"it does not start: {' '.join(map(str, command))}")
            time.sleep(0.1)
        yield Running(port, process.pid)
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def _is_closed(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


@contextlib.contextmanager
def new_database(server_url: str, name: str) -> Iterator[str]:
    """Yield the URL of an empty database, dropped at the end."""
    drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    asyncio.run(execute(server_url, drop))
    asyncio.run(execute(server_url, f"CREATE DATABASE {name}"))
    try:
        yield with_database(server_url, name)
    finally:
        asyncio.run(execute(server_url, drop))


def kept_database(server_url: str, name: str, fill: Callable[[str], None], *, fresh: bool = False) -> str:
    """Return the URL of a database that is kept; make and fill it unless it is there.

    fill: fills the migrated database at a URL.
    """
    if fresh:
        asyncio.run(execute(server_url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    url = with_database(server_url, name)
    if not asyncio.run(execute(server_url, f"SELECT true FROM pg_database WHERE datname = '{name}'")):
        asyncio.run(execute(server_url, f"DROP DATABASE IF EXISTS {name}_partial WITH (FORCE)"))
        asyncio.run(execute(server_url, f"CREATE DATABASE {name}_partial"))
        partial = with_database(server_url, f"{name}_partial")
        migrate_database(partial)
        fill(partial)
        asyncio.run(execute(server_url, f"ALTER DATABASE {name}_partial RENAME TO {name}"))
    migrate_database(url)  # A kept database may have the tables and functions of another version.
    return url


async def execute(database_url: str, statement: str) -> object:
    """Run a statement, and return the first value of its first row."""
    connection = await connect(database_url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


def with_database(url: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
