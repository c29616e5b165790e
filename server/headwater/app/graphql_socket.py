"""GraphQL over WebSocket: the protocol graphql-transport-ws, with our guard and our JSON.

Strawberry's handler implements the protocol. This module decides about access, and for how long.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import orjson
from graphql import GraphQLError
from starlette.websockets import WebSocketDisconnect
from starlette.websockets import WebSocketDisconnected as WebSocketClosed
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import NonJsonMessageReceived, WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    ConnectionInitMessage,
    Message,
    SubscribeMessage,
)

from headwater.errors import ForbiddenError, HeadwaterError, OverloadedError, UnauthorizedError, UnavailableError
from headwater.graphql.context import Context
from headwater.graphql.errors import translate
from headwater.guard import Admit

_CLOSE_CODES: Final = {UnauthorizedError: 4401, ForbiddenError: 4403, OverloadedError: 1013, UnavailableError: 1013}
"""The codes of the guard's refusals: the protocol's own, and WebSocket's code for "try again later"."""

MAX_OPERATIONS: Final = 100
"""The most subscriptions and queries at the same time on one WebSocket."""

_LOOK_SECONDS: Final = 5
"""The time between checks of the token."""


class Socket(ASGIWebSocketAdapter):
    """A WebSocket that sends JSON as text, and accepts only JSON objects."""

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:
        """Yield incoming messages. Raises NonJsonMessageReceived."""
        async for message in super().iter_json(ignore_parsing_errors=ignore_parsing_errors):
            if not isinstance(message, dict):
                raise NonJsonMessageReceived
            yield message

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message; waits for the other side. Raises WebSocketDisconnected."""
        try:
            await self.ws.send_text(orjson.dumps(message).decode())
        except (WebSocketDisconnect, WebSocketClosed) as error:
            raise WebSocketDisconnected from error

    @property
    def admit(self) -> Admit:
        """The guard's check."""
        admit: Admit = self.ws.state.admit
        return admit


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """One connection: it runs operations only while its token is valid."""

    websocket: Socket
    _watch: asyncio.Task[None] | None = None

    async def handle_message(self, message: Message) -> None:
        """Answer a message; one that violates the protocol ends the connection."""
        kind = message.get("type")
        if kind in ("subscribe", "complete") and not isinstance(message.get("id"), str):
            await self.handle_invalid_message(f"{kind}: expected an id, which is a text")
            return
        if kind == "subscribe" and not _is_request(message.get("payload")):
            await self.handle_invalid_message("subscribe: expected a payload with query, and variables as an object")
            return
        await super().handle_message(message)

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Start an operation, unless the connection has too many."""
        if message["id"] not in self.operations and len(self.operations) >= MAX_OPERATIONS:
            said = f"Subscription limit reached: expected at most {MAX_OPERATIONS} at a time over one connection"
            error = translate(GraphQLError(said))
            await self.send_message({"id": message["id"], "type": "error", "payload": [error.formatted]})
            return
        await super().handle_subscribe(message)

    async def handle_task_exception(self, error: Exception) -> None:
        """Log a failure; a client that left while it was sent something is no failure."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Admit a client with a valid token."""
        authorization = _authorization(message.get("payload"))
        if not self.connection_init_received:
            try:
                self.context = replace(self.context, grant=await self.websocket.admit(authorization))
            except HeadwaterError as error:
                await self._refuse(error)
                return
            self._watch = asyncio.create_task(self._watch_token(authorization))
        await super().handle_connection_init(message)

    async def shutdown(self) -> None:
        """End the background work of the connection."""
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await super().shutdown()

    async def _watch_token(self, authorization: str | None) -> None:
        """End the connection when the token is revoked or expires."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self.websocket.admit(authorization)
            except OverloadedError:
                continue  # the database does not answer: its last answer holds
            except HeadwaterError as error:
                await self._refuse(error)
                return

    async def _refuse(self, error: HeadwaterError) -> None:
        await self.websocket.close(_CLOSE_CODES[type(error)], str(error))


def _is_request(payload: object) -> bool:
    return (
        isinstance(payload, dict)
        and isinstance(payload.get("query"), str)
        and isinstance(payload.get("variables"), dict | None)
        and isinstance(payload.get("operationName"), str | None)
    )


def _authorization(payload: Any) -> str | None:
    """Return the Authorization in the first message, as a header or only the token; "" for a value that is no text."""
    given = {str(name).lower(): value for name, value in payload.items()} if isinstance(payload, dict) else {}
    if "authorization" in given:
        value = given["authorization"]
        return value if isinstance(value, str) else ""
    if "token" in given:
        return f"Bearer {given['token']}"
    return None
