"""GraphQL over HTTP: the parameters of a request, and the media type and status of its answer (docs/limits.md).

The rules are those of https://graphql.github.io/graphql-over-http/draft/ and its appendix on persisted documents.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import orjson
from graphql import GraphQLError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError

from headwater.errors import BadRequestError, TooLargeError, UnavailableError
from headwater.graphql.errors import translate
from headwater.headers import header
from headwater.ingest.body import parsed_body, read_body
from headwater.operations import JSON
from headwater.texts import shown

GRAPHQL_JSON: Final = "application/graphql-response+json"
"""The media type whose status tells if the query could be executed; with JSON the status is then 200 too."""

_ACCEPTED_AS = {GRAPHQL_JSON: GRAPHQL_JSON, "application/json": JSON, "application/*": JSON, "*/*": JSON}

_OWN_STATUS = (403, 500, 503)
"""Error codes that are the status of the answer in any media type."""


class Asked(NamedTuple):
    """The parameters of a request. `document` is the name of a stored document, mostly its hash."""

    query: str | None
    document: str | None
    operation: str | None
    variables: dict[str, Any] | None
    extensions: dict[str, Any] | None


class _Answer(Response):
    """An answer in JSON. Without further headers it needs none of Starlette's checks."""

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        """Set the headers."""
        if headers is not None:
            super().init_headers(headers)
            return
        assert self.media_type is not None
        self.raw_headers = [
            (b"content-length", b"%d" % len(self.body)),
            (b"content-type", self.media_type.encode("latin-1")),
        ]


async def read_request(request: Request, most_bytes: int) -> Asked:
    """Return the parameters of a request. Raises HTTPException if it is not a GraphQL request."""
    if request.method == "GET":
        asked: dict[str, Any] = dict(request.query_params)
        for name in ("variables", "extensions"):
            asked[name] = _json(name, asked[name].encode()) if asked.get(name) else None
        return _asked(asked)
    if request.method != "POST":
        raise HTTPException(405, "expected GET or POST for GraphQL", {"Allow": "GET, POST"})
    content_type = header(request.scope, b"content-type")
    if content_type != JSON:
        _expect_json(content_type or "")
    try:
        body = await read_body(request, most_bytes)
        return _asked(await parsed_body(body, lambda text: _json("the body", text)))
    except TooLargeError as error:
        raise HTTPException(413, str(error)) from error
    except BadRequestError as error:
        raise HTTPException(400, str(error)) from error


def media_type(accept: str | None) -> str:
    """Choose the media type of the answer by the header Accept; among equals GRAPHQL_JSON. Raises HTTPException.

    Without the header it is JSON, as older clients expect.
    """
    if not accept:
        return JSON
    wanted = [
        (quality, _ACCEPTED_AS[name]) for name, quality in map(_weighed, accept.split(",")) if name in _ACCEPTED_AS
    ]
    quality, best = max(wanted, key=lambda one: (one[0], one[1] == GRAPHQL_JSON), default=(0.0, JSON))
    if not quality:
        raise HTTPException(406, f"Accept: expected {GRAPHQL_JSON} or {JSON}, got {shown(accept)}")
    return best


def answer(result: ExecutionResult, media: str) -> Response:
    """Answer a query. A query that cannot be executed has no `data`, and with GRAPHQL_JSON another status.

    An outage of the database anywhere in the query is one error and status 503.
    """
    outage = next((one for one in result.errors or () if isinstance(one.original_error, UnavailableError)), None)
    if outage is not None:
        result = PreExecutionError(
            None, [translate(GraphQLError(outage.message, original_error=outage.original_error))]
        )
    if not _is_request_error(result):
        content: dict[str, Any] = {"data": result.data}
        status = 200
    else:
        content, status = {}, _status(result.errors or [], media)
    if result.errors:
        content["errors"] = [error.formatted for error in result.errors]
    if result.extensions:
        content["extensions"] = result.extensions
    headers = {"Retry-After": "1"} if status == 503 else None
    return _Answer(orjson.dumps(content), status, headers, f"{media}; charset=utf-8")


def refusal(error: HTTPException, media: str) -> Response:
    """Answer a request that is not a GraphQL request."""
    content = {"errors": [translate(GraphQLError(error.detail)).formatted]}
    return Response(orjson.dumps(content), error.status_code, error.headers, f"{media}; charset=utf-8")


def _asked(parameters: Any) -> Asked:
    if isinstance(parameters, list):
        raise HTTPException(400, "the body: expected one request, got a list; send the requests one by one")
    if not isinstance(parameters, Mapping):
        raise HTTPException(400, "the body: expected a JSON object with query")
    extensions = _parameter(parameters, "extensions", dict)
    return Asked(
        _parameter(parameters, "query", str),
        _document(_parameter(parameters, "documentId", str), (extensions or {}).get("persistedQuery")),
        _parameter(parameters, "operationName", str) or None,
        _parameter(parameters, "variables", dict),
        extensions,
    )


def _parameter(parameters: Mapping[str, Any], name: str, kind: type) -> Any:
    value = parameters.get(name)
    if value is not None and not isinstance(value, kind):
        raise HTTPException(400, f"{name}: expected {'a string' if kind is str else 'a JSON object'} or null")
    return value


def _document(name: str | None, persisted: Any) -> str | None:
    """Return the name of a document, from the specification's parameter or from Apollo's."""
    match persisted:
        case None:
            return None if name is None else name.removeprefix("sha256:")
        case {"version": 1, "sha256Hash": str(sha256)}:
            return sha256
    raise HTTPException(400, 'extensions.persistedQuery: expected {"version": 1, "sha256Hash": "…"}')


def _json(name: str, text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise HTTPException(400, f"{name}: not JSON: {error}") from error


def _expect_json(content_type: str) -> None:
    kind, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [part.partition("=")[2].strip('"') for part in parameters if part.startswith("charset=")]
    if kind != JSON or charsets not in ([], ["utf-8"]):
        raise HTTPException(415, f"Content-Type: expected {JSON} in utf-8, got {shown(content_type)}")


def _weighed(part: str) -> tuple[str, float]:
    """Return a media type of an Accept header, and its weight."""
    name, *parameters = (text.strip().lower() for text in part.split(";"))
    quality = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    try:
        return name, float(quality)
    except ValueError:
        return name, 1.0


def _is_request_error(result: ExecutionResult) -> bool:
    """Return True if nothing was executed: errors of fields have a path."""
    if isinstance(result, PreExecutionError):
        return True
    return result.data is None and bool(result.errors) and all(error.path is None for error in result.errors or [])


def _status(errors: list[GraphQLError], media: str) -> int:
    codes = [(error.extensions or {}).get("code") for error in errors]
    own = next((code for code in codes if code in _OWN_STATUS), None)
    return own or (400 if media == GRAPHQL_JSON else 200)
