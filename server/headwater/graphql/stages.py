"""The stages of an operation: parse, validate, admit, execute, and report extensions.

The schema calls them for an operation with one answer, Strawberry for a stream. They replace extensions: Strawberry
makes a context manager of each of their hooks for each request, which is a tenth of the time of an answer.
"""

import time
from collections.abc import Callable
from typing import Any

from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types import ExecutionContext
from strawberry.types.graphql import OperationType

from headwater import metrics
from headwater.errors import BadRequestError
from headwater.execution.request import Executed
from headwater.graphql.context import Context
from headwater.graphql.cost.limits import check_aliases, check_cost
from headwater.graphql.documents import ReadDocument, ReadDocuments, ReadOperation, TrustedDocuments
from headwater.graphql.point_in_time import told_known_at
from headwater.graphql.room import Room, Turn
from headwater.graphql.scopes import needed_scopes
from headwater.model.query_limits import QueryLimits


class _Stage:
    """Runs a function when the stage begins."""

    __slots__ = ("_begin",)

    def __init__(self, begin: Callable[[], None]) -> None:
        self._begin = begin

    async def __aenter__(self) -> None:
        self._begin()

    async def __aexit__(self, *_: object) -> None:
        return None


class _Execution:
    """Checks the operation, and holds its slot during execution."""

    __slots__ = ("_stages",)

    def __init__(self, stages: "Stages") -> None:
        self._stages = stages

    async def __aenter__(self) -> None:
        self._stages.admit()
        if self._stages.turn is not None:
            await self._stages.turn.take()

    async def __aexit__(self, *_: object) -> None:
        self._stages.leave()


class _Operation:
    """Counts the operation with its time."""

    __slots__ = ("_stages", "_started")

    def __init__(self, stages: "Stages") -> None:
        self._stages = stages

    async def __aenter__(self) -> None:
        self._started = time.perf_counter()

    async def __aexit__(self, error: object, *_: object) -> None:
        result = self._stages.execution_context.result
        has_errors = error is not None or result is None or bool(result.errors)
        self._stages.count(time.perf_counter() - self._started, has_failed=has_errors)


def _nothing() -> None:
    pass


_NOTHING = _Stage(_nothing)


class Stages(SchemaExtensionsRunner):
    """The stages of one operation.

    A subscription is measured as one of its answers, and takes a slot for each message. Messages do not report the
    cost, since each would repeat it.
    """

    def __init__(
        self,
        asked: ExecutionContext,
        documents: ReadDocuments,
        trusted: TrustedDocuments | None,
        limits: QueryLimits,
        room: Room,
    ) -> None:
        super().__init__(asked)
        self._documents = documents
        self._trusted = trusted
        self._limits = limits
        self._room = room
        self._document: ReadDocument
        self._operation: ReadOperation | None = None
        self._cost: int | None = None
        self.turn: Turn | None = None
        """None for a cheap operation. The caller takes its slot."""
        self._name: str | None = None
        self._is_stream = False

    def operation(self) -> Any:
        """The stage around the whole operation."""
        return _Operation(self)

    def parsing(self) -> Any:
        """The stage that parses the document. Raises GraphQLError if it cannot be parsed."""
        return _Stage(self._read)

    def validation(self) -> Any:
        """The stage that validates the document."""
        return _Stage(self._look)

    def executing(self) -> Any:
        """The stage that executes the operation."""
        return _Execution(self)

    def on_stream_result(self, result: object) -> Any:
        """The stage of one message of a stream: empty."""
        return _NOTHING

    async def get_extensions_results(self, ctx: ExecutionContext) -> dict[str, Any]:
        """All `extensions` of a message."""
        return self.report()

    def report(self) -> dict[str, Any]:
        """All `extensions` of the answer."""
        ctx = self.execution_context
        cost = {} if self._cost is None else {"cost": {"requested": self._cost, "limit": self._limits.cost}}
        return {
            **cost,
            **({} if self._is_stream else _told_lag(ctx.context)),
            **told_known_at(ctx.context),
            **_told_execution(ctx.context, ctx.operation_extensions),
        }

    def prepare(self) -> list[GraphQLError]:
        """Parse and validate the document. Returns the problems of its validation.

        Raises GraphQLError if it cannot be parsed, CannotGetOperationTypeError if it lacks the operation, and
        InvalidOperationTypeError for an operation that is not allowed.
        """
        asked = self.execution_context
        self._read()
        operation, name = self._operation, asked._provided_operation_name
        if operation is None and (name is not None or not self._document.operations):
            raise CannotGetOperationTypeError(name)
        if operation is not None and operation.kind not in asked.allowed_operations:
            raise InvalidOperationTypeError(operation.kind)
        self._look()
        return asked.pre_execution_errors or []

    def _read(self) -> None:
        asked = self.execution_context
        assert asked.query is not None
        self._document = self._documents.read(asked.query)
        asked.graphql_document = self._document.document
        self._operation = self._document.operation(asked._provided_operation_name)

    def _look(self) -> None:
        """Validate the document, and require an operation's name if the document has several.

        GraphQL's specification requires the name; Strawberry would take the first operation.
        """
        asked = self.execution_context
        errors = self._document.problems(asked.schema._schema, self._documents.rules)
        # `operation_name` is the first operation's name if the request gave none.
        count = len(self._document.operations)
        if not errors and asked._provided_operation_name is None and count > 1:
            errors = [GraphQLError(f"operationName: expected one of the {count} operations of the document")]
        asked.pre_execution_errors = errors

    def admit(self) -> OperationDefinitionNode:
        """The operation, checked and measured.

        Raises BadRequestError for an operation that is not allowed or beyond a limit, ForbiddenError for a mutation
        without the scope that it needs.
        """
        asked = self.execution_context
        context: Context = asked.context
        if self._trusted is not None and asked.query not in self._trusted:
            raise BadRequestError(
                "this server runs only trusted documents: send the documentId or the hash of one (docs/limits.md)"
            )
        operation = self._operation
        assert operation is not None
        schema = asked.schema._schema
        self._name = operation.name
        self._is_stream = operation.kind is OperationType.SUBSCRIPTION
        if operation.kind is OperationType.MUTATION:
            for scope in needed_scopes(schema, self._document.document, operation.node):
                context.grant.require(scope)
        elif not self._is_stream:
            context.read_replica()
        check_aliases(self._document.aliases, self._limits)
        measured = operation.measured(schema, asked.variables or {}, self._limits.depth)
        self._cost = None if self._is_stream else measured.cost
        check_cost(measured, self._limits)
        if self._is_stream:
            context.turn = Turn(self._room, is_expensive=measured.is_expensive, gone=context.gone)
        elif measured.is_expensive:
            self.turn = Turn(self._room, is_expensive=True, gone=context.gone)
            context.alone = self._room.alone
        return operation.node

    def leave(self) -> None:
        """Give the slot back, if there is one, and count an execution without a plan."""
        if self.turn is not None:
            self.turn.give_back()
        executed: Executed | None = self.execution_context.context.executed
        if executed is not None and executed.reason is not None:
            metrics.GRAPHQL_WITHOUT_PLAN.labels(executed.reason).inc()

    def count(self, seconds: float, *, has_failed: bool) -> None:
        """Count the operation. A subscription is none: its time is as long as its client likes."""
        if not self._is_stream:
            metrics.count_graphql_request(self._name, seconds, has_errors=has_failed)


def _told_lag(context: Context) -> dict[str, Any]:
    """The `extensions.replicaLagSeconds` of an answer, if the server has a replica for queries."""
    if context.replica is None:
        return {}
    lag_seconds = context.replica_lag_seconds
    return {"replicaLagSeconds": None if lag_seconds is None else round(lag_seconds, 3)}


def _told_execution(context: Context, asked: dict[str, Any] | None) -> dict[str, Any]:
    """The `extensions.execution` of an executed request, if it has `"execution": true` in its extensions."""
    executed = context.executed
    if executed is None or asked is None or asked.get("execution") is not True:
        return {}
    return {"execution": {"byPlan": executed.reason is None, "reason": executed.reason}}
