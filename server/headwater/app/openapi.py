"""The OpenAPI description of all routes, built from the routes' own operations.

OpenAPI 3.1: its shapes are JSON Schema, as pydantic makes them, and a bearer token may have scopes.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from headwater import __version__
from headwater.guard import OPEN, GuardedRoute, Needed, enough
from headwater.operations import JSON, UNAVAILABLE, Answer, Body, Operation, Parameter, Refused, Shape

_PREFACE = """All HTTP routes of Headwater. [GraphQL has its own page](graphql).

If the server asks for tokens, *Authorize* takes one; each operation names the scope that it needs. A body
may be gzipped (`Content-Encoding: gzip`). Every answer has the header `traceparent`."""

_TAGS = {
    "GraphQL": "Queries.",
    "OpenLineage": "Write events of OpenLineage's clients.",
    "Databand": "Write events of Databand's clients.",
    "DataHub": "Write and read as DataHub's SDK does: Rest.li and OpenAPI.",
    "Server": "Health, pages and this description.",
}

_GUARD_REFUSALS = {
    401: Answer("The request has no valid token.", Refused),
    403: Answer("The token does not allow this, or a page of another site asks.", Refused),
    503: UNAVAILABLE,
}
"""The guard's refusals, on routes that need a token."""

_SITE_REFUSALS = {
    403: Answer("A page of another site asks.", Refused),
    421: Answer("The name in *Host* is not a name of this server.", Refused),
}
"""The refusals of every operation (app/site_check.py)."""

_FAILED = Answer("The server failed; its log says why.", Refused)


GET_OPENAPI: Final = Operation(
    "GET", "Server", "This description as OpenAPI 3.1", {200: Answer("An OpenAPI document.", dict[str, Any])}
)


def openapi_route() -> GuardedRoute:
    """Return the route `/openapi.json`; open, since the document shows no more than the source code."""

    @cache
    def document(app: Starlette) -> bytes:
        return orjson.dumps(describe(app.routes))

    async def openapi(request: Request) -> Response:
        return Response(document(request.app), media_type=JSON)

    return GuardedRoute("/openapi.json", openapi, needs=OPEN, operations=[GET_OPENAPI])


def describe(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """Return the OpenAPI document of some routes; mounts are static files, without operations."""
    shapes = _Shapes()
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if isinstance(route, GuardedRoute):
            for operation in route.operations:
                path = operation.path or route.path_format
                paths.setdefault(path, {})[operation.method.lower()] = _operation(path, route, operation, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Headwater", "version": __version__, "description": _PREFACE},
        "servers": [{"url": "."}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(shapes.components.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


class _Shapes:
    """JSON Schemas of types; named types become components of the document."""

    def __init__(self) -> None:
        self.components: dict[str, Any] = {}

    def schema(self, shape: Shape) -> dict[str, Any]:
        """Return the schema of a type, which refers to the components."""
        found, more = TypeAdapter.json_schemas(
            [(0, "serialization", TypeAdapter(shape))], ref_template="#/components/schemas/{model}"
        )
        for name, definition in more.get("$defs", {}).items():
            if self.components.setdefault(name, definition) != definition:
                raise ValueError(f"there are two shapes with the name {name}")
        return found[0, "serialization"]

    def content(self, media_type: str, shape: Shape) -> dict[str, Any]:
        """Return the content of a body in a media type."""
        return {"content": {media_type: {"schema": self.schema(shape)}}}


def _operation(path: str, route: GuardedRoute, operation: Operation, shapes: _Shapes) -> dict[str, Any]:
    needed = _needed(route, operation)
    scopes = sorted({scope.lower() for need in needed.values() for scope in enough(need)})
    answers = {**_SITE_REFUSALS, **(_GUARD_REFUSALS if scopes else {}), **operation.answers, 500: _FAILED}
    described: dict[str, Any] = {
        "tags": [operation.tag],
        "operationId": "_".join(re.findall("[A-Za-z0-9]+", f"{operation.method.lower()}{path}")),
        "summary": operation.summary,
        "description": "\n\n".join(filter(None, [operation.description, _scopes_text(needed)])),
        "parameters": [_parameter(parameter, shapes) for parameter in operation.parameters],
        "responses": {str(status): _answer(status, answer, shapes) for status, answer in sorted(answers.items())},
        "security": [{"token": [scope]} for scope in scopes],
    }
    if operation.body is not None:
        described["requestBody"] = _body(operation.body, shapes)
    return described


def _needed(route: GuardedRoute, operation: Operation) -> dict[str, Needed]:
    """Return the scopes that an operation needs, by the query that they depend on."""
    needs = route.needs
    if not callable(needs):
        return {"": needs}
    queries = [
        urlencode({parameter.name: choice}) for parameter in operation.parameters for choice in parameter.choices
    ]
    return {query: needs(_connection(operation.method, route.path_format, query)) for query in queries or [""]}


def _connection(method: str, path: str, query: str) -> HTTPConnection:
    """Return a request from which a route can tell its scope."""
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": []}
    return HTTPConnection(scope)


def _scopes_text(needed: Mapping[str, Needed]) -> str:
    """Describe the scopes in words: OpenAPI's own list cannot tell them apart by query."""
    words = {
        query: "no token"
        if need is OPEN
        else f"the scope {' or '.join(f'*{scope.lower()}*' for scope in enough(need))}"
        for query, need in needed.items()
    }
    if len(set(words.values())) == 1:
        return f"Needs {next(iter(words.values()))}."
    return "\n".join(f"- `{query}` needs {word}" for query, word in words.items())


def _parameter(parameter: Parameter, shapes: _Shapes) -> dict[str, Any]:
    schema = shapes.schema(parameter.shape)
    if parameter.choices:
        schema = {**schema, "enum": list(parameter.choices)}
    if parameter.default is not None:
        schema = {**schema, "default": parameter.default}
    described = {
        "name": parameter.name,
        "in": parameter.place,
        "description": parameter.description,
        "required": parameter.is_required or parameter.place == "path",
        "schema": schema,
    }
    return described if parameter.example is None else {**described, "example": parameter.example}


def _body(body: Body, shapes: _Shapes) -> dict[str, Any]:
    content = shapes.content(JSON, body.shape)
    content["content"][JSON]["examples"] = {
        name: {"value": to_jsonable_python(value)} for name, value in body.examples.items()
    }
    return {"required": True, **content}


def _answer(status: int, answer: Answer, shapes: _Shapes) -> dict[str, Any]:
    described: dict[str, Any] = {"description": answer.description}
    if status == 503:
        described["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "string"}}}
    return described if answer.shape is None else described | shapes.content(answer.media_type, answer.shape)
