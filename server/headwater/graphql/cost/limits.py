"""The limits of queries (docs/limits.md), held before anything is executed."""

from collections.abc import AsyncIterator
from typing import Any

from graphql import OperationType, get_operation_ast
from strawberry.extensions import SchemaExtension

from headwater.errors import BadRequestError
from headwater.graphql.cost.measure import Measured, count_aliases, measure
from headwater.graphql.room import Room, Turn
from headwater.model.query_limits import QueryLimits


class KeepsLimits(SchemaExtension):
    """Refuses operations beyond the limits, and gives the cost of the others in `extensions.cost` of the answer.

    An expensive operation waits for its turn. A subscription is measured as one answer of it, takes a turn for each of
    its messages, and tells no cost: each of its messages would repeat it.
    """

    def __init__(self, limits: QueryLimits, room: Room) -> None:
        self._limits = limits
        self._room = room
        self._cost: int | None = None

    async def on_execute(self) -> AsyncIterator[None]:
        """Measure the operation, which is valid, and wait for its turn.

        Raises BadRequestError where it is beyond a limit, OverloadedError where its turn does not come.
        """
        measured, context = self._measured(), self.execution_context.context
        turn = Turn(self._room, measured.fields, context and context.gone)
        if self._cost is None:
            context.turn = turn
            yield
            return
        await turn.take()
        try:
            yield
        finally:
            turn.give_back()

    def _measured(self) -> Measured:
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
        return measured

    def get_results(self) -> dict[str, Any]:
        """What the query costs, and what it may; nothing where that is not told."""
        if self._cost is None:
            return {}
        return {"cost": {"requested": self._cost, "limit": self._limits.cost}}
