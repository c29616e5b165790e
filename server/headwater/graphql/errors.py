"""Headwater's errors as GraphQL errors, with DataHub's `extensions`; what is unexpected is logged and not shown."""

from collections.abc import Iterator

import structlog
from graphql import ExecutionResult as GraphQLExecutionResult
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension

from headwater.errors import BadRequestError

_log = structlog.get_logger()

_BAD_REQUEST = (400, "BAD_REQUEST")
_UNEXPECTED = (500, "SERVER_ERROR")


class TranslateErrors(SchemaExtension):
    """Gives every error of an answer its code and type, and hides what is not meant for the caller."""

    def on_operation(self) -> Iterator[None]:
        yield
        result = self.execution_context.result
        if isinstance(result, GraphQLExecutionResult) and result.errors:
            result.errors = [_translate(error) for error in result.errors]


def _translate(error: GraphQLError) -> GraphQLError:
    original = error.original_error
    if original is None or isinstance(original, BadRequestError | GraphQLError):
        message, (code, name) = error.message, _BAD_REQUEST
    else:
        _log.error("graphql.unexpected_error", path=error.path, exc_info=original)
        message, (code, name) = "The server failed; its log says why.", _UNEXPECTED
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code, "type": name},
    )
