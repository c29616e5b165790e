"""Execution of a request: by a plan if possible, else by graphql-core."""

from collections.abc import Awaitable
from typing import Any

from graphql import ExecutionResult
from graphql.execution.executor import Executor
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from headwater.execution.levels import Execution
from headwater.execution.plan import NotCoveredError, Plan
from headwater.execution.plans import Plans
from headwater.execution.request import Executed, Request, request_of


class PlannedExecutor(StrawberryGraphQLCoreExecutionContext):
    """graphql-core's executor of one request, with a plan if possible: Strawberry builds it."""

    plans: Plans

    def execute_operation(self, serially: bool | None = None) -> Any:
        """Execute the operation."""
        request = request_of(self)
        try:
            plan = _plan_of(request, self.plans)
        except NotCoveredError:
            return super().execute_operation(serially)
        return Execution(plan, request).done()


def planned_executor() -> type[PlannedExecutor]:
    """The executor of one schema. The context of each request is Planned."""
    return type("SchemaExecutor", (PlannedExecutor,), {"plans": Plans()})


def execute(request: Request, plans: Plans) -> Awaitable[ExecutionResult]:
    """Execute an operation, by a plan if possible, else by the request's executor, which must be graphql-core's own.

    Its context is Planned. Raises VariablesError.
    """
    try:
        return Execution(_plan_of(request, plans), request).done()
    except NotCoveredError:
        return _unplanned(request.executor)


async def _unplanned(executor: Executor[Any]) -> ExecutionResult:
    found = executor.execute_operation()
    executed = await found if isinstance(found, Awaitable) else found
    assert isinstance(executed, ExecutionResult)  # no @defer
    return executed


def _plan_of(request: Request, plans: Plans) -> Plan:
    """The plan of an operation. Raises NotCoveredError, VariablesError."""
    context = request.context_value
    try:
        plan = plans.find(request)
    except NotCoveredError as error:
        context.executed = Executed(str(error))
        raise
    context.executed = Executed(None)
    return plan
