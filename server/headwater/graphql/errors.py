"""Headwater's errors as GraphQL errors, with DataHub's `extensions`; unexpected errors are logged and not shown."""

import re

import structlog
from graphql import GraphQLError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from headwater.errors import (
    BadRequestError,
    DocumentNotFoundError,
    ForbiddenError,
    NotFoundError,
    OverloadedError,
    SlowReaderError,
    UnauthorizedError,
    UnavailableError,
    UnknownHostError,
)

_log = structlog.get_logger()

_UNUSABLE = (BadRequestError, GraphQLError, CannotGetOperationTypeError, InvalidOperationTypeError)
_BAD_REQUEST = (400, "BAD_REQUEST")
_NOT_FOUND = (404, "NOT_FOUND")
_UNKNOWN_DOCUMENT = ("PERSISTED_QUERY_NOT_FOUND", "NOT_FOUND")  # the code that Apollo's clients expect
_UNAUTHORIZED = (403, "UNAUTHORIZED")  # DataHub has one code for both
_UNKNOWN_HOST = (421, "MISDIRECTED_REQUEST")
_SLOW_READER = (429, "SLOW_READER")
_OVERLOADED = (503, "SERVICE_UNAVAILABLE")
_UNEXPECTED = (500, "SERVER_ERROR")


_SUGGESTIONS = re.compile(r" Did you mean [^?]*\?")


def as_graphql_error(error: Exception) -> GraphQLError:
    """An error of any part of an operation as one of GraphQL."""
    return error if isinstance(error, GraphQLError) else GraphQLError(str(error), original_error=error)


def translate(error: GraphQLError) -> GraphQLError:
    """Make the error that the caller may see: with its code and type, and without details that belong in the log.

    An outage stays its original error, since an outage decides the status of the whole answer.
    """
    original = error.original_error
    more: dict[str, str] = {}
    code: int | str
    if isinstance(original, DocumentNotFoundError):
        message, (code, name) = error.message, _UNKNOWN_DOCUMENT
    elif isinstance(original, NotFoundError):
        message, (code, name) = error.message, _NOT_FOUND
    elif original is None or isinstance(original, _UNUSABLE):
        message, (code, name) = error.message, _BAD_REQUEST
    elif isinstance(original, RecursionError):
        message, (code, name) = "The query is nested too deeply.", _BAD_REQUEST
    elif isinstance(original, UnauthorizedError | ForbiddenError):
        message, (code, name) = error.message, _UNAUTHORIZED
    elif isinstance(original, UnknownHostError):
        message, (code, name) = error.message, _UNKNOWN_HOST
    elif isinstance(original, OverloadedError):
        message, (code, name) = error.message, _OVERLOADED
    elif isinstance(original, SlowReaderError):
        message, (code, name), more = error.message, _SLOW_READER, {"cursor": original.cursor}
    else:
        _log.error("graphql.unexpected_error", path=error.path, exc_info=original)
        message, (code, name) = "The server failed; its log says why.", _UNEXPECTED
    return GraphQLError(
        message,
        original_error=original if isinstance(original, UnavailableError) else None,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code, "type": name, **more},
    )


def without_suggestions(message: str) -> str:
    """Remove graphql-core's suggestions of names in the schema from a message."""
    return _SUGGESTIONS.sub("", message)
