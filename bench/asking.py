"""The same rows by two ways: GraphQL over HTTP, and its SQL statements on bare asyncpg."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson
from asyncpg import Pool, Record

from headwater.graphql.schema import build_schema, request_context
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

from load_client import exchange, request
from statements import Statement, repeat


class Server:
    """A running `headwater serve`. Each question gets its own connection, since the server closes idle ones."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def send(self, body: bytes) -> bytes:
        """Return the answer to a request's body. Raises RuntimeError if the answer has errors."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            return await exchange(reader, writer, request("localhost", "POST", "/graphql", body))
        finally:
            writer.close()

    async def ask(self, query: str, **variables: Any) -> Any:
        """Return the data of the answer. Raises RuntimeError if the answer has errors."""
        return orjson.loads(await self.send(body_of(query, **variables)))["data"]


class Database:
    """One connection to Postgres, with the server's settings."""

    def __init__(self, pool: Pool, log: list[Statement]) -> None:
        self._pool = pool
        self._schema = build_schema()
        self._log = log

    async def fetch(self, sql: str, *arguments: Any) -> list[Record]:
        """Return the rows of a statement."""
        rows: list[Record] = await self._pool.fetch(sql, *arguments)
        return rows

    async def statements_of(self, query: str, **variables: Any) -> list[Statement]:
        """Return the statements of a query's answer, in their order. Raises RuntimeError if the answer has errors."""
        self._log.clear()
        answer = await self._schema.execute(query, variables, context_value=request_context(Reader(self._pool)))
        await asyncio.sleep(0)  # the driver tells of a statement in the next turn of the loop
        if answer.errors:
            raise RuntimeError(str(answer.errors[0]))
        return [one for one in self._log if one.sql.startswith("-- ")]  # no look-ups of types

    async def repeat(self, statements: Sequence[Statement]) -> None:
        """Repeat the statements one after another, and leave the rows as the driver returns them."""
        await repeat(self._pool, statements)


@asynccontextmanager
async def database(url: str) -> AsyncIterator[Database]:
    """Open a database for the time of a block."""
    log: list[Statement] = []
    async with await read_pool(url, 1) as pool:
        async with pool.acquire() as connection:
            connection._con.add_query_logger(lambda sent: log.append(Statement(sent.query, sent.args)))
        yield Database(pool, log)


def body_of(query: str, **variables: Any) -> bytes:
    """Return the body of a request."""
    return orjson.dumps({"query": query, "variables": variables})
