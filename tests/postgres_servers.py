"""Real Postgres servers of any installed version, beside the one of the session: primaries and replicas."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import pytest

from headwater.embedded.account import Account
from headwater.embedded.binaries import major_of, program_folders, reachable_binaries

_PATIENCE_SECONDS = 60
_QUICK = {"fsync": "off", "full_page_writes": "off"}


def folder_of(major: int) -> Path:
    """Return the folder of the programs of a version; skip the test if it is not installed."""
    for folder in program_folders():
        if major_of(folder / "initdb") == major and (folder / "postgres").exists():
            return folder
    pytest.skip(f"Postgres {major} is not installed")


class Server:
    """A Postgres server in a folder, run by an account that may."""

    def __init__(self, major: int, root: Path) -> None:
        """The root is a folder that everybody can enter."""
        self.account = Account()
        self.root = root
        root.mkdir(mode=0o755, exist_ok=True)
        self.binaries = reachable_binaries(folder_of(major), self.account, root)
        self.cluster = root / "cluster"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]

    def initialise(self) -> None:
        """Make an empty cluster, which trusts everybody on this machine."""
        self.cluster.mkdir()
        self.account.own(self.cluster)
        options = ["--username=headwater", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        self.account.run_named([f"{self.binaries}/initdb", "-D", f"{self.cluster}", *options], self.root)

    def copy(self, primary: "Server") -> None:
        """Copy a running server, to follow it."""
        self.cluster.mkdir(mode=0o700)
        self.account.own(self.cluster)
        source = f"host=127.0.0.1 port={primary.port} user=headwater"
        options = ["--wal-method=stream", "--write-recovery-conf", "--checkpoint=fast", f"--dbname={source}"]
        self.account.run_named([f"{self.binaries}/pg_basebackup", "-D", f"{self.cluster}", *options], self.root)

    @contextmanager
    def running(self, settings: Mapping[str, str] = _QUICK) -> Iterator[str]:
        """Run the server; yield the URL of its database `postgres`."""
        fixed = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "port": f"{self.port}"}
        options = [word for name, value in {**fixed, **settings}.items() for word in ("-c", f"{name}={value}")]
        with (self.root / "log").open("ab") as log:
            process = self.account.popen(
                [f"{self.binaries}/postgres", "-D", f"{self.cluster}", *options], self.root, stdout=log.fileno()
            )
        try:
            url = f"postgresql://headwater@127.0.0.1:{self.port}/postgres"
            asyncio.run(_wait_for(url))
            yield url
        finally:
            process.send_signal(signal.SIGINT)  # a fast shutdown, which does not wait for clients
            with suppress(TimeoutError):
                process.wait(10)
            process.kill()
            process.wait()


async def _wait_for(url: str) -> None:
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            connection = await asyncpg.connect(url)
        except (OSError, asyncpg.PostgresError):
            assert time.monotonic() < give_up, "the server does not start"
            await asyncio.sleep(0.05)
        else:
            await connection.close()
            return
