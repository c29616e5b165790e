"""`/graphql`: GraphQL over HTTP for programs, GraphiQL for browsers."""

from collections.abc import Sequence

import orjson
import strawberry
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL

from headwater.app.graphiql import graphiql_page
from headwater.graphql.context import Context
from headwater.graphql.schema import request_context
from headwater.ingest.writer import Writer
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Merged, Write


class GraphQLEndpoint(GraphQL[Context, None]):
    """Strawberry's endpoint, with our page, our context and a faster JSON."""

    def __init__(self, schema: strawberry.Schema, default_query: str) -> None:
        super().__init__(schema, graphql_ide=None)
        self._page = graphiql_page(default_query)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A browser that opens the address gets the page; everything else is GraphQL."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            request = Request(scope)
            if "query" not in request.query_params and "text/html" in request.headers.get("accept", ""):
                await self._page(scope, receive, send)
                return
        await super().__call__(scope, receive, send)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """What the resolvers of one request share."""

        async def write(items: Sequence[Changes | Problem], leaving: Sequence[int]) -> Merged:
            writer: Writer = request.app.state.writer
            return (await writer.write(Write(items, request.state.trace.trace_id, leaving))).merged

        return request_context(request.app.state.reader, write)

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
