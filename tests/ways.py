"""Two stores to compare: one fed by HTTP and by the loader, and one by a clean merge."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from asyncpg import Connection
from pyspark.sql import SparkSession

from headwater.app.application import create_app
from headwater.dialects.openlineage import parse_document
from headwater.settings import Settings
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from loads import load_paths
from server_process import BATCH, LINEAGE
from store_dump import read_store
from two_stores import empty

SESSIONS = 4
"""The number of sessions that merge at the same time."""


class Ways:
    """The ways into one store, each by its name; `expected` merges at once into the other store."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        spark: SparkSession,
        url: str,
        mixed: Connection,
        merged: Connection,
        sessions: Sequence[Connection],
        folder: Path,
    ) -> None:
        self._client = client
        self._spark = spark
        self._url = url
        self._mixed = mixed
        self._merged = merged
        self._sessions = sessions
        self._folder = folder
        self._numbers = itertools.count()

    async def empty(self) -> None:
        """Empty both stores."""
        for connection in (self._mixed, self._merged):
            await empty(connection)

    async def send(self, way: str, bodies: Sequence[bytes]) -> None:
        """Send bodies by one way."""
        match way:
            case "one by one":
                for body in bodies:
                    await self._post(LINEAGE, body)
            case "at once":
                await asyncio.gather(*(self._post(LINEAGE, body) for body in bodies))
            case "batch":
                await self._post(BATCH, b"[" + b",".join(bodies) + b"]")
            case "sessions":
                await asyncio.gather(
                    *(self._merge(*part) for part in zip(self._sessions, self._parts(bodies), strict=True))
                )
            case "loader":
                await asyncio.to_thread(self._load, bodies)  # a load runs a loop of its own

    async def found(self) -> dict[str, Any]:
        """Return the store filled by the ways."""
        return await read_store(self._mixed)

    async def expected(self, bodies: Sequence[bytes]) -> dict[str, Any]:
        """Return the store filled by one clean merge."""
        items = [item for body in bodies for item in parse_document(body, "test", 1)]
        await merge(self._merged, [Delivery(items, new_trace().trace_id)])
        return await read_store(self._merged)

    async def _post(self, path: str, body: bytes) -> None:
        answer = await self._client.post(path, content=body)
        assert answer.status_code in (200, 201, 422), answer.text

    def _parts(self, bodies: Sequence[bytes]) -> list[Sequence[bytes]]:
        """Return a part for each session."""
        return [bodies[place :: len(self._sessions)] for place in range(len(self._sessions))]

    async def _merge(self, session: Connection, bodies: Sequence[bytes]) -> None:
        """Merge events one by one, like a server beside other servers."""
        for body in bodies:
            await merge(session, [Delivery(list(parse_document(body, "test", 1)), new_trace().trace_id)])

    def _load(self, bodies: Sequence[bytes]) -> None:
        """Load two files, so that two executors work at the same time."""
        folder = self._folder / str(next(self._numbers))
        folder.mkdir()
        for name, part in (("even", bodies[::2]), ("odd", bodies[1::2])):
            (folder / f"{name}.ndjson").write_bytes(b"\n".join(part))
        load_paths(self._spark, self._url, folder)


@asynccontextmanager
async def open_ways(spark: SparkSession, mixed_url: str, merged_url: str, folder: Path) -> AsyncIterator[Ways]:
    """Open the ways into one database, through the application itself, and a clean merge into another."""
    app = create_app(Settings(), mixed_url)
    mixed, merged = await connect(mixed_url), await connect_to_merge(merged_url)
    sessions = [await connect_to_merge(mixed_url) for _ in range(SESSIONS)]
    try:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            yield Ways(client, spark, mixed_url, mixed, merged, sessions, folder)
    finally:
        for connection in (mixed, merged, *sessions):
            await connection.close()
