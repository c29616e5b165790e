"""The limits of queries (docs/limits.md), held before anything is executed."""

from collections.abc import Iterator
from typing import Any

from graphql import OperationType, get_operation_ast
from strawberry.extensions import SchemaExtension

from headwater.errors import BadRequestError
from headwater.graphql.measure import count_aliases, measure
from headwater.model.query_limits import QueryLimits


class KeepsLimits(SchemaExtension):
    """Refuses operations beyond the limits, and tells in `extensions.cost` of the answer what was asked for.

    A subscription is measured as one answer of it, and tells no cost: each of its messages would repeat it.
    """

    def __init__(self, limits: QueryLimits) -> None:
        self._limits = limits
        self._cost: int | None = None

    def on_execute(self) -> Iterator[None]:
        """Measure the operation, which is valid. Raises BadRequestError where it is beyond a limit."""
        asked, limits = self.execution_context, self._limits
        document = asked.graphql_document
        assert document is not None
        if (aliases := count_aliases(document)) > limits.aliases:
            raise BadRequestError(f"the query has {aliases} aliases: at most {limits.aliases} are answered")
        operation = get_operation_ast(document, asked.operation_name)
        assert operation is not None
        measured = measure(asked.schema._schema, document, operation, asked.variables or {}, limits.depth)
        if operation.operation is not OperationType.SUBSCRIPTION:
            self._cost = measured.cost
        if measured.cost > limits.cost:
            raise BadRequestError(
                f"the query costs {measured.cost}: at most {limits.cost} is answered (docs/limits.md)"
            )
        yield

    def get_results(self) -> dict[str, Any]:
        """What the query costs, and what it may; nothing where that is not told."""
        if self._cost is None:
            return {}
        return {"cost": {"requested": self._cost, "limit": self._limits.cost}}
