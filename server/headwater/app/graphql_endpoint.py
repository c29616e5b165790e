"""`/graphql`: GraphQL over HTTP and WebSocket for programs, GraphiQL for browsers."""

from collections.abc import Awaitable, Sequence
from datetime import timedelta
from typing import Any, Final

import orjson
import strawberry
from graphql import GraphQLError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from headwater.app.graphql_http import Asked, answer, media_type, read_request, refusal
from headwater.app.graphql_operations import (
    GET_API_GRAPHQL,
    GET_FRONTEND_GRAPHQL,
    GET_GRAPHQL,
    POST_API_GRAPHQL,
    POST_FRONTEND_GRAPHQL,
    POST_GRAPHQL,
)
from headwater.app.graphql_socket import Socket, SocketHandler
from headwater.errors import BadRequestError, DocumentNotFoundError, HeadwaterError
from headwater.graphql.context import Context
from headwater.graphql.documents import Documents, hash_of
from headwater.graphql.errors import translate
from headwater.graphql.schema import request_context
from headwater.guard import OPEN, GuardedRoute, GuardedSocket, Needed
from headwater.headers import header
from headwater.ingest.event_gatherer import EventGatherer
from headwater.model import access
from headwater.model.changes import Changes, Problem
from headwater.operations import JSON
from headwater.store.merge import Delivery, Merged

_DOCUMENTS: Final = frozenset({"query", "documentId", "extensions"})
"""The parameters of a query; a request without any of them asks for the page."""

_ALLOWED: Final = {"GET": [OperationType.QUERY], "POST": [OperationType.QUERY, OperationType.MUTATION]}

_DATAHUBS: Final = {
    "/api/graphql": [GET_API_GRAPHQL, POST_API_GRAPHQL],
    "/api/v2/graphql": [GET_FRONTEND_GRAPHQL, POST_FRONTEND_GRAPHQL],
}
"""DataHub's GraphQL addresses: its server's and its frontend's."""

_SOCKETS: Final = ("/graphql", "/api/graphql")

_INIT_SECONDS: Final = 10
"""The time for a client to authenticate after it opens a WebSocket."""


class GraphQLEndpoint(GraphQL[Context, None]):
    """GraphQL over HTTP by `graphql_http.py`, over WebSocket by Strawberry with our guard; our context."""

    websocket_adapter_class = Socket
    graphql_transport_ws_handler_class = SocketHandler

    def __init__(self, schema: strawberry.Schema, documents: Documents, most_bytes: int) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=timedelta(seconds=_INIT_SECONDS),
            allowed_origins=["*"],  # the site check decides (site_check.py), for WebSockets too
        )
        self._documents = documents
        self._most_bytes = most_bytes

    async def answer(self, request: Request) -> Response:
        """Answer one request over HTTP."""
        media = JSON
        try:
            media = media_type(header(request.scope, b"accept"))
            return answer(await self._executed(request), media)
        except HTTPException as error:
            return refusal(error, media)

    async def _executed(self, request: Request) -> ExecutionResult:
        """Execute a request. Raises HTTPException if its method does not allow it."""
        asked = await read_request(request, self._most_bytes)
        try:
            return await self.schema.execute(
                self._query(asked),
                asked.variables,
                context_value=_context(request),
                operation_name=asked.operation,
                allowed_operation_types=_ALLOWED[request.method],
                operation_extensions=asked.extensions,
            )
        except DocumentNotFoundError as error:
            return _failed(GraphQLError(str(error), original_error=error))
        except CannotGetOperationTypeError:
            named = "" if asked.operation is None else f" named {asked.operation!r}"
            return _failed(GraphQLError(f"the document has no operation{named}"))
        except InvalidOperationTypeError as error:
            raise _not_so(error) from error
        except BadRequestError as error:
            raise HTTPException(400, str(error)) from error

    def _query(self, asked: Asked) -> str:
        """Return the requested document; a document with its hash is learned."""
        if asked.document is None:
            if not asked.query:
                raise BadRequestError("query: expected a GraphQL document")
            return asked.query
        if asked.query is None:
            return self._documents.find(asked.document)
        if asked.document != hash_of(asked.query):
            raise BadRequestError("documentId or persistedQuery.sha256Hash: expected the SHA-256 of the query")
        self._documents.learn(asked.document, asked.query)
        return asked.query

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """Return the shared state of the operations of a new WebSocket, which has no rights yet."""
        state = request.app.state
        return request_context(
            state.reader,
            grant=access.NOTHING,
            run_events=state.run_events,
            held_graph=state.held_graph,
            replica=state.replica,
        )

    def decode_json(self, data: str | bytes) -> object:
        """Decode a message. Raises JSONDecodeError."""
        return orjson.loads(data)

    def encode_json(self, data: object) -> bytes:
        """Encode a message."""
        return orjson.dumps(data)


def graphql_routes(endpoint: GraphQLEndpoint, page: Response) -> list[GuardedRoute | GuardedSocket]:
    """Return the routes `/graphql`, and, for DataHub's clients, `/api/graphql` and `/api/v2/graphql`.

    Mutations: `graphql/stages.py`. The page is open; its queries need a token as all queries do.
    """

    async def shown(request: Request) -> Response:
        return page

    def page_or_answer(request: Request) -> Awaitable[Response]:
        return shown(request) if _asks_for_page(request) else endpoint.answer(request)

    ours = [GET_GRAPHQL, POST_GRAPHQL]
    return [
        GuardedRoute("/graphql", page_or_answer, needs=_needs, operations=ours, refusal=_refusal),
        *(
            GuardedRoute(path, endpoint.answer, needs=access.Scope.READ, operations=operations, refusal=_refusal)
            for path, operations in _DATAHUBS.items()
        ),
        *(GuardedSocket(path, endpoint, needs=access.Scope.READ) for path in _SOCKETS),
    ]


def _context(request: Request) -> Context:
    """Return the shared state of one request's resolvers."""
    state = request.app.state

    async def merge_items(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
        gatherer: EventGatherer = state.event_gatherer
        return (await gatherer.gather(Delivery(items, request.state.trace.trace_id, leaving))).merged

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    return request_context(
        state.reader,
        merge_items,
        request.scope["state"]["grant"],
        gone=gone,
        held_graph=state.held_graph,
        replica=state.replica,
    )


def _needs(connection: HTTPConnection) -> Needed:
    return OPEN if _asks_for_page(connection) else access.Scope.READ


def _asks_for_page(connection: HTTPConnection) -> bool:
    return (
        connection.scope["method"] in ("GET", "HEAD")
        and _DOCUMENTS.isdisjoint(connection.query_params)
        and "text/html" in (header(connection.scope, b"accept") or "")
    )


def _refusal(error: HeadwaterError, status: int) -> dict[str, Any]:
    return {"errors": [translate(GraphQLError(str(error), original_error=error)).formatted]}


def _failed(error: GraphQLError) -> PreExecutionError:
    return PreExecutionError(None, [translate(error)])


def _not_so(error: InvalidOperationTypeError) -> HTTPException:
    """Return the refusal of an operation that is not a query."""
    if error.operation_type is OperationType.MUTATION:
        return HTTPException(405, "expected POST for a mutation", {"Allow": "POST"})
    return HTTPException(400, "expected a WebSocket for a subscription (docs/subscriptions.md)")
