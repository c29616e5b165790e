"""The two ways to the same rows: GraphQL over HTTP, and the statements that it is answered by, on bare asyncpg."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import orjson
from asyncpg import Pool, Record

from headwater.graphql.schema import build_schema, request_context
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

from load_client import exchange, request


class Server:
    """A `headwater serve`; each question has a connection of its own, since the server ends those that idle."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def send(self, body: bytes) -> bytes:
        """The answer to the body of a request. Raises RuntimeError where it has errors."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            return await exchange(reader, writer, request("localhost", "POST", "/graphql", body))
        finally:
            writer.close()

    async def ask(self, query: str, **variables: Any) -> Any:
        """The data of the answer. Raises RuntimeError where it has errors."""
        return orjson.loads(await self.send(body_of(query, **variables)))["data"]


@dataclass(frozen=True)
class Statement:
    """What one question asked Postgres."""

    sql: str
    arguments: Sequence[Any]


class Database:
    """One connection to Postgres, set up as the server's are."""

    def __init__(self, pool: Pool, log: list[Statement]) -> None:
        self._pool = pool
        self._schema = build_schema()
        self._log = log

    async def fetch(self, sql: str, *arguments: Any) -> list[Record]:
        """The rows of a statement."""
        rows: list[Record] = await self._pool.fetch(sql, *arguments)
        return rows

    async def statements_of(self, query: str, **variables: Any) -> list[Statement]:
        """What the answer to a query is made of, in its order. Raises RuntimeError where it has errors."""
        self._log.clear()
        answer = await self._schema.execute(query, variables, context_value=request_context(Reader(self._pool)))
        if answer.errors:
            raise RuntimeError(str(answer.errors[0]))
        return [one for one in self._log if one.sql.startswith("-- ")]  # a named one, not the driver's look at a type

    async def repeat(self, statements: Sequence[Statement]) -> None:
        """The same statements again, one after another; their rows are left as the driver gives them."""
        for one in statements:
            await self._pool.fetch(one.sql, *one.arguments)


@asynccontextmanager
async def database(url: str) -> AsyncIterator[Database]:
    """A database for the time of a block."""
    log: list[Statement] = []
    async with await read_pool(url, 1) as pool:
        async with pool.acquire() as connection:
            connection._con.add_query_logger(lambda sent: log.append(Statement(sent.query, sent.args)))
        yield Database(pool, log)


def body_of(query: str, **variables: Any) -> bytes:
    """The body of a request."""
    return orjson.dumps({"query": query, "variables": variables})
