"""Expensive queries on a real server: they take turns, and no other request waits for them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from asyncpg import Connection
from gql import GraphQLRequest

from headwater.store.connections import connect

from conftest import cloned_database, merge_items
from events import parsed, run_event, uuid
from server_process import LINEAGE, Server
from subscriber import Subscription, connected, subscribed

MANY = 12
PLACES = 2
PATIENCE_SECONDS = 60


def expensive(part: str) -> str:
    """Return a query with too many fields to pass at once, for any contents of the store."""
    fields = f"urn type nativeId trigger isHung exists {part}"
    return "{ runsConnection(first: 1000) { edges { node { %s } } } }" % fields


WARNINGS, INPUTS = expensive("warnings"), expensive("inputs { urn }")
CHEAP = "{ runsConnection(first: 1) { edges { node { urn inputs { urn } } } } }"
MESSAGES = """
    subscription {
        runEvents {
            cursor
            run {
                nativeId
                warnings
                relationships(input: {types: [], direction: OUTGOING, count: 1000}) {
                    relationships { type direction entity { urn type } }
                }
            }
        }
    }"""


@asynccontextmanager
async def held(database_url: str, *tables: str) -> AsyncIterator[Connection]:
    """Block queries on these tables until the end of the block, or of the connection's transaction."""
    connection = await connect(database_url)
    try:
        async with connection.transaction():
            await connection.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
            yield connection
    finally:
        await connection.close()


async def held_up(connection: Connection, table: str = "run_warning") -> list[int]:
    """Return the backends that wait for a table."""
    waiting = "SELECT pid FROM pg_locks WHERE relation = $1::text::regclass AND NOT granted"
    return [row["pid"] for row in await connection.fetch(waiting, table)]


async def until_held_up(connection: Connection, count: int, table: str = "run_warning") -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(await held_up(connection, table)) < count:
            await asyncio.sleep(0.02)


async def until_told_of(subscriber: Subscription, run_id: str) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await subscriber.native_ids(1) != [run_id]:
            pass


async def asked(client: httpx.AsyncClient, query: str) -> httpx.Response:
    return await client.post("/graphql", json={"query": query})


@asynccontextmanager
async def client_of(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_SECONDS) as client:
        yield client


@pytest.fixture(scope="module")
def database(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        merge_items(url, parsed(run_event("START", "00:00:00", uuid(1), inputs=["one"])))
        yield url


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    patience = {"max_pool_wait_seconds": str(PATIENCE_SECONDS), "max_statement_seconds": str(PATIENCE_SECONDS)}
    with Server(database, max_expensive_queries=str(PLACES), **patience) as server:
        yield server


async def test_expensive_queries_take_turns_and_nothing_else_waits(server: Server) -> None:
    async with client_of(server) as client:
        async with held(server.database_url, "run_warning") as connection:
            waiting = [asyncio.create_task(asked(client, WARNINGS)) for _ in range(MANY)]
            await until_held_up(connection, PLACES)
            for _ in range(MANY):
                assert (await client.get("/health")).status_code == 200
                assert "errors" not in (await asked(client, CHEAP)).json()
                assert len(await held_up(connection)) == PLACES
            assert not any(task.done() for task in waiting)
        answers = [(await task).json() for task in waiting]
    assert all(answer["extensions"]["cost"]["requested"] > 5000 and "errors" not in answer for answer in answers)


@pytest.mark.parametrize("leaves", [False, True])
async def test_the_first_that_still_waits_is_the_next(leaves: bool, server: Server) -> None:
    """The query with the longest wait reads another table, and so shows its turn."""
    async with client_of(server) as client, held(server.database_url, "run_warning", "edge") as connection:
        tasks = [asyncio.create_task(asked(client, INPUTS)) for _ in range(PLACES)]
        await until_held_up(connection, PLACES, "edge")
        async with client_of(server) as other:
            tasks.append(asyncio.create_task(asked(other, WARNINGS)))
            await _arrived(client)
            tasks.append(asyncio.create_task(asked(client, INPUTS)))
            await _arrived(client)
            if leaves:
                tasks[PLACES].cancel()
                await asyncio.wait([tasks[PLACES]])
                await _arrived(client)
            await connection.execute("SELECT pg_cancel_backend($1)", (await held_up(connection, "edge"))[0])
            if leaves:
                await until_held_up(connection, PLACES, "edge")
            else:
                await until_held_up(connection, 1)
            assert len(await held_up(connection)) == (0 if leaves else 1)
            await connection.execute("ROLLBACK")
            await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_query_that_waits_too_long_is_told_to_retry(database: str) -> None:
    with Server(database, max_expensive_queries="1", max_pool_wait_seconds="4") as server:
        async with client_of(server) as client, held(database, "run_warning") as connection:
            first = asyncio.create_task(asked(client, WARNINGS))
            await until_held_up(connection, 1)
            answer = await asked(client, INPUTS)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            [error] = answer.json()["errors"]
            assert error["extensions"] == {"code": 503, "type": "SERVICE_UNAVAILABLE"}
            await connection.execute("ROLLBACK")
            assert (await first).status_code == 200
        assert (await asyncio.to_thread(server.post, {"query": INPUTS}, "/graphql", **JSON)).status_code == 200


async def test_operations_of_web_sockets_take_turns_with_the_others(server: Server) -> None:
    async with client_of(server) as client, connected(server) as session:
        async with held(server.database_url, "run_warning") as connection:
            tasks: list[asyncio.Task[Any]] = [asyncio.create_task(asked(client, WARNINGS)) for _ in range(PLACES)]
            await until_held_up(connection, PLACES)
            tasks.append(asyncio.create_task(session.execute(GraphQLRequest(WARNINGS))))
            assert (await session.execute(GraphQLRequest(CHEAP)))["runsConnection"]["edges"]
            await _arrived(client)
            assert len(await held_up(connection)) == PLACES
        await asyncio.gather(*tasks)


async def test_messages_of_subscriptions_take_turns_with_the_others(server: Server) -> None:
    async with client_of(server) as client, subscribed(server, MESSAGES) as dear, subscribed(server) as cheap:
        first = [asyncio.create_task(one.native_ids(1)) for one in (dear, cheap)]
        # Both subscriptions have begun once each has delivered an event.
        async with asyncio.timeout(PATIENCE_SECONDS):
            number = 2
            while not all(task.done() for task in first):
                await asyncio.to_thread(server.post, run_event("START", "00:00:00", uuid(number)), LINEAGE)
                number += 1
                await asyncio.sleep(0.1)
        async with held(server.database_url, "run_warning") as connection:
            waiting = [asyncio.create_task(asked(client, WARNINGS)) for _ in range(PLACES)]
            await until_held_up(connection, PLACES)
            await asyncio.to_thread(server.post, run_event("START", "00:00:00", uuid(1000)), LINEAGE)
            await until_told_of(cheap, uuid(1000))
            await _arrived(client)
            assert len(await held_up(connection)) == PLACES
        await until_told_of(dear, uuid(1000))
        assert [(await task).status_code for task in waiting] == [200] * PLACES


JSON = {"content-type": "application/json"}


async def _arrived(client: httpx.AsyncClient) -> None:
    """Wait until the server has processed the earlier requests and disconnects."""
    for _ in range(5):
        await asyncio.sleep(0.05)
        assert (await client.get("/health")).status_code == 200
