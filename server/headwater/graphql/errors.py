"""Headwater's errors as GraphQL errors, with DataHub's `extensions`; what is unexpected is logged and not shown."""

from collections.abc import Iterator

import structlog
from graphql import ExecutionResult as GraphQLExecutionResult
from graphql import GraphQLError
from strawberry.extensions import SchemaExtension

from headwater.errors import BadRequestError, HeadwaterError, UnauthorizedError

_log = structlog.get_logger()

_CODES: dict[type[HeadwaterError], tuple[int, str]] = {
    BadRequestError: (400, "BAD_REQUEST"),
    UnauthorizedError: (403, "UNAUTHORIZED"),
}


class TranslateErrors(SchemaExtension):
    """Gives every error of an answer its code and type, and hides what is not meant for the caller."""

    def on_operation(self) -> Iterator[None]:
        yield
        result = self.execution_context.result
        if isinstance(result, GraphQLExecutionResult) and result.errors:
            result.errors = [_translate(error) for error in result.errors]


def _translate(error: GraphQLError) -> GraphQLError:
    original = error.original_error
    if original is None or isinstance(original, GraphQLError):
        message, (code, name) = error.message, (400, "BAD_REQUEST")
    elif isinstance(original, HeadwaterError):
        message = str(original)
        code, name = next((known for kind, known in _CODES.items() if isinstance(original, kind)), (500, "SERVER_ERROR"))
    else:
        _log.error("graphql.unexpected_error", path=error.path, exc_info=original)
        message, (code, name) = "The server failed; its log says why.", (500, "SERVER_ERROR")
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions={"code": code, "type": name},
    )
