"""The connection to Postgres as a line to cut and garble: a TCP proxy in its own thread."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit


class DatabaseLine:
    """A proxy before the Postgres of a URL."""

    def __init__(self, database_url: str) -> None:
        self._url = urlsplit(database_url)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._garbled: bytes | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port: int = probe.getsockname()[1]

    @property
    def url(self) -> str:
        """The URL of the database through the proxy."""
        user = f"{self._url.username}:{self._url.password}"
        return urlunsplit(self._url._replace(netloc=f"{user}@127.0.0.1:{self._port}"))

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._do(self._cut())

    def mend(self) -> None:
        """Accept connections again."""
        self._do(self._mend())

    def garble(self, sent: str) -> None:
        """Begin the next answer with an impossible row, on a connection that has sent such a text before."""
        self._garbled = sent.encode()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _cut(self) -> None:
        if self._server is not None:
            # Without this, a server closed while it accepts a connection would leave the connection open.
            for listener in self._server.sockets:
                asyncio.get_running_loop().remove_reader(listener.fileno())
            await asyncio.sleep(0.01)
            self._server.close()
            self._server = None
        connections = list(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        await asyncio.sleep(0.01)  # until the sockets are closed

    async def _mend(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)

    def _accept(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._serve(client, to_client))
        self._connections.add(connection)

        def end(_: asyncio.Task[None]) -> None:
            self._connections.discard(connection)
            to_client.transport.abort()

        connection.add_done_callback(end)

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        postgres, to_postgres = await asyncio.open_connection(self._url.hostname, self._url.port)
        try:
            await self._carry(client, to_client, postgres, to_postgres)
        finally:
            to_postgres.transport.abort()

    async def _carry(
        self,
        client: asyncio.StreamReader,
        to_client: asyncio.StreamWriter,
        postgres: asyncio.StreamReader,
        to_postgres: asyncio.StreamWriter,
    ) -> None:
        sent = bytearray()

        def asked(piece: bytes) -> bytes:
            sent.extend(piece)
            return piece

        def answered(piece: bytes) -> bytes:
            if self._garbled is None or self._garbled not in sent:
                return piece
            self._garbled = None
            return b"D\0\0\0\6\0\x63" + piece  # a row of 99 columns

        await asyncio.gather(_copy(client, to_postgres, asked), _copy(postgres, to_client, answered))

    def __enter__(self) -> Self:
        self._thread.start()
        self.mend()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter, by: Callable[[bytes], bytes]) -> None:
    """Forward the stream, changed by `by`, until one side ends."""
    with contextlib.suppress(OSError):
        while piece := await source.read(65536):
            target.write(by(piece))
            await target.drain()
    target.close()
