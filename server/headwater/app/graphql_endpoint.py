"""`/graphql`: GraphQL over HTTP and WebSocket for programs, GraphiQL for browsers."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import orjson
import strawberry
from graphql import GraphQLError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL

from headwater.app.graphql_operations import GET_GRAPHQL, POST_API_GRAPHQL, POST_GRAPHQL
from headwater.app.graphql_socket import Socket, SocketHandler
from headwater.app.pages import graphiql_page
from headwater.errors import HeadwaterError
from headwater.graphql.context import Context
from headwater.graphql.errors import translate
from headwater.graphql.schema import request_context
from headwater.guard import OPEN, GuardedRoute, GuardedSocket, Needed
from headwater.ingest.writer import Writer
from headwater.model import access
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Merged, Write

_INIT_SECONDS = 10
"""How long who opens a WebSocket may take to say who it is."""

_MAX_SUBSCRIPTIONS = 100
"""How many subscriptions one WebSocket may have at the same time."""


class GraphQLEndpoint(GraphQL[Context, None]):
    """Strawberry's endpoint, with our page, our context, our door and a faster JSON."""

    websocket_adapter_class = Socket
    graphql_transport_ws_handler_class = SocketHandler

    def __init__(self, schema: strawberry.Schema, default_query: str) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=timedelta(seconds=_INIT_SECONDS),
            max_subscriptions_per_connection=_MAX_SUBSCRIPTIONS,
        )
        self._page = graphiql_page(default_query)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A browser that opens the address gets the page; everything else is GraphQL."""
        if scope["type"] == "http" and _asks_for_page(HTTPConnection(scope)):
            await self._page(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def should_render_graphql_ide(self, request: object) -> bool:
        """Never: the page has been given to who asked for it; all else has to bring a query."""
        return False

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """What the resolvers of one request share; who opens a WebSocket may do nothing yet."""
        state = request.app.state
        if isinstance(request, WebSocket):
            return request_context(state.reader, grant=access.NOTHING, run_events=state.run_events)

        async def write(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
            writer: Writer = state.writer
            return (await writer.write(Write(items, request.state.trace.trace_id, leaving))).merged

        return request_context(state.reader, write, request.state.grant)

    def create_response(
        self, response_data: GraphQLHTTPResponse | list[GraphQLHTTPResponse], sub_response: Response
    ) -> Response:
        """The answer; its status too says where the token was not good for the operation."""
        response = super().create_response(response_data, sub_response)
        if isinstance(response_data, dict) and _is_refused(response_data):
            response.status_code = 403
        return response

    def decode_json(self, data: str | bytes) -> object:
        """The JSON of a message of a WebSocket. Raises JSONDecodeError."""
        return orjson.loads(data)

    def parse_json(self, data: str | bytes) -> object:
        """The request's JSON, which has to be an object or a list of them. Raises HTTPException 400."""
        try:
            parsed = orjson.loads(data)
        except orjson.JSONDecodeError as error:
            raise HTTPException(400, f"the body is not JSON: {error}") from error
        if not isinstance(parsed, dict | list):
            raise HTTPException(400, "the body: expected a JSON object with query")
        return parsed

    def encode_json(self, data: object) -> bytes:
        """The answer's bytes."""
        return orjson.dumps(data)


def graphql_routes(endpoint: GraphQLEndpoint) -> list[GuardedRoute | GuardedSocket]:
    """The page is open; what it asks for needs a token as everything else does. Mutations: `graphql/access.py`."""
    ours, datahubs = [GET_GRAPHQL, POST_GRAPHQL], [POST_API_GRAPHQL]
    return [
        GuardedRoute("/graphql", endpoint, needs=_needs, operations=ours, refusal=_refusal),
        GuardedRoute("/api/graphql", endpoint, needs=access.Scope.READ, operations=datahubs, refusal=_refusal),
        GuardedSocket("/graphql", endpoint, needs=access.Scope.READ),
        GuardedSocket("/api/graphql", endpoint, needs=access.Scope.READ),
    ]


def _needs(connection: HTTPConnection) -> Needed:
    return OPEN if _asks_for_page(connection) else access.Scope.READ


def _asks_for_page(connection: HTTPConnection) -> bool:
    return (
        connection.scope["method"] in ("GET", "HEAD")
        and "query" not in connection.query_params
        and "text/html" in connection.headers.get("accept", "")
    )


def _refusal(error: HeadwaterError, status: int) -> dict[str, Any]:
    return {"errors": [translate(GraphQLError(str(error), original_error=error)).formatted]}


def _is_refused(answer: GraphQLHTTPResponse) -> bool:
    errors: list[Any] = answer.get("errors") or []
    return any(error["extensions"]["code"] == 403 for error in errors)
