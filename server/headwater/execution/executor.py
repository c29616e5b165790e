"""The executor that Strawberry's schema calls: by a plan if possible, else by graphql-core."""

import asyncio
from typing import Any, NamedTuple, Protocol

from graphql import ExecutionResult
from strawberry.schema.base import BaseSchema
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from headwater.execution.levels import Execution
from headwater.execution.loading import Loaders
from headwater.execution.plan import NotCoveredError, Plan
from headwater.execution.plans import Plans


class Executed(NamedTuple):
    """The way of an execution: by a plan, or by graphql-core for a reason."""

    reason: str | None


class Planned(Protocol):
    """The context of a request that a planned executor can serve."""

    loaders: Loaders
    executed: Executed | None
    """Set once the operation is executed."""
    alone: asyncio.Lock | None
    """Held while an expensive plan runs, and during its short waits: one runs at a time. None for a cheap plan."""


class PlannedExecutor(StrawberryGraphQLCoreExecutionContext):
    """graphql-core's executor of one request, with a plan if possible."""

    plans: Plans
    context_value: Planned

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation."""
        schema: BaseSchema = self.schema._strawberry_schema  # type: ignore[attr-defined]
        try:
            plan = self.plans.find(self, schema)
        except NotCoveredError as error:
            self.context_value.executed = Executed(str(error))
            return super().execute_operation(serially)
        self.context_value.executed = Executed(None)
        return self._by_plan(plan)

    async def _by_plan(self, plan: Plan) -> ExecutionResult:
        try:
            answer = await Execution(plan, self, self.context_value.loaders, self.context_value.alone).done()
        finally:
            del self.async_helpers  # a cycle with this executor: only the garbage collector would free both
        return ExecutionResult(answer.data, answer.errors or None)


def planned_executor() -> type[PlannedExecutor]:
    """The executor of one schema. The context of each request is Planned."""
    return type("SchemaExecutor", (PlannedExecutor,), {"plans": Plans()})
