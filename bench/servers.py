"""The servers and databases that the benchmarks start, each for the time of a block."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from headwater.store.pool import connect

BENCH = Path(__file__).resolve().parent


class Running(NamedTuple):
    """A server that answers: its port and its process."""

    port: int
    pid: int


@contextlib.contextmanager
def headwater(database_url: str, workers: int = 1) -> Iterator[Running]:
    """A `headwater serve`, of so many workers."""
    command = [sys.executable, "-m", "headwater", "serve", "--port", "0", "--workers", str(workers)]
    environment = os.environ | {"HEADWATER_DATABASE_URL": database_url, "HEADWATER_LOG_LEVEL": "warning"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield Running(int(process.stderr.readline().rsplit(":", 1)[1].split("/")[0]), process.pid)
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def bare(script: str, database_url: str) -> Iterator[Running]:
    """One of the servers to compare with, once it can be connected to."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, BENCH / script, database_url, str(port)])
    try:
        deadline = time.monotonic() + 20
        while socket.socket().connect_ex(("127.0.0.1", port)):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{script} does not start")
            time.sleep(0.1)
        yield Running(port, process.pid)
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def new_database(server_url: str, name: str) -> Iterator[str]:
    """The URL of an empty database, dropped at the end."""
    drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    asyncio.run(execute(server_url, drop))
    asyncio.run(execute(server_url, f"CREATE DATABASE {name}"))
    try:
        yield with_database(server_url, name)
    finally:
        asyncio.run(execute(server_url, drop))


async def execute(database_url: str, statement: str) -> object:
    """Run a statement; the first value of its first row."""
    connection = await connect(database_url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


def with_database(url: str, name: str) -> str:
    """The same server, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
