"""A subscriber to run events: gql's client, as users have it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

from gql import Client, GraphQLRequest
from gql.client import AsyncClientSession
from gql.transport.websockets import WebsocketsTransport

from server_process import Server

PATIENCE_SECONDS = 120
"""The longest time for a message; the machine may be busy."""

RUN_EVENTS = """
    subscription ($filter: RunEventFilter, $after: String) {
        runEvents(filter: $filter, after: $after) {
            cursor arrivedAt run { urn nativeId } event { status result { resultType } timestampMillis }
        }
    }"""


@asynccontextmanager
async def connected(
    server: Server | str, path: str = "/graphql", **transport: Any
) -> AsyncIterator[AsyncClientSession]:
    """Connect to a server, or to an address; the arguments go to gql's transport."""
    address = server if isinstance(server, str) else server.url
    websockets = WebsocketsTransport(
        address.replace("http", "ws") + path, subprotocols=["graphql-transport-ws"], **transport
    )
    async with Client(transport=websockets, execute_timeout=PATIENCE_SECONDS) as session:
        yield session


class Subscription:
    """The messages of one subscription, in their order."""

    def __init__(self, session: AsyncClientSession, query: str, variables: dict[str, Any]) -> None:
        request = GraphQLRequest(query, variable_values=variables)
        self.messages: AsyncGenerator[dict[str, Any], None] = session.subscribe(request)

    async def take(self, count: int) -> list[dict[str, Any]]:
        """Return the next messages."""
        taken = []
        for _ in range(count):
            async with asyncio.timeout(PATIENCE_SECONDS):
                taken.append((await anext(self.messages))["runEvents"])
        return taken

    async def native_ids(self, count: int) -> list[str]:
        """Return the native ids of the runs in the next messages."""
        return [message["run"]["nativeId"] for message in await self.take(count)]


@asynccontextmanager
async def subscribed(
    server: Server | str, query: str = RUN_EVENTS, transport: dict[str, Any] | None = None, **variables: Any
) -> AsyncIterator[Subscription]:
    """Open a subscription over its own connection."""
    async with connected(server, **(transport or {})) as session:
        subscription = Subscription(session, query, variables)
        async with aclosing(subscription.messages):
            yield subscription


def cursor_now(server: Server) -> str:
    """Return the cursor at the end of all run events: later events come after it."""
    answer = server.post({"query": "{ runEventCursor }"}, "/graphql", **{"content-type": "application/json"})
    return str(answer.json()["data"]["runEventCursor"])
