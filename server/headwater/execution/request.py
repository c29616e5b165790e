"""A request for an operation, as its plan needs it."""

import asyncio
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from graphql import GraphQLError, OperationDefinitionNode
from graphql.execution.executor import Executor
from graphql.execution.values import VariableValues

from headwater.execution.loading import Loaders
from headwater.execution.variables import Variables

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Executed(NamedTuple):
    """The way of an execution: by a plan, or by graphql-core for a reason."""

    reason: str | None


class Planned(Protocol):
    """The context of a request that a plan can serve."""

    loaders: Loaders
    executed: Executed | None
    """Set once the operation is executed."""
    alone: asyncio.Lock | None
    """Held while an expensive plan runs, and during its short waits: one runs at a time. None for a cheap plan."""


class VariablesError(Exception):
    """The values of variables do not fit the operation."""

    def __init__(self, errors: list[GraphQLError]) -> None:
        super().__init__(errors)
        self.errors = errors


class Request:
    """A request for an operation. graphql-core's executor is built only for work that the plan leaves to it."""

    variable_values: VariableValues
    """The coerced values, once the plan is found."""

    def __init__(
        self,
        operation: OperationDefinitionNode,
        context_value: Planned,
        given: Mapping[str, Any] | None,
        build: Callable[[], Executor[Any] | list[GraphQLError]],
        root_value: Any = None,
        executor: Executor[Any] | None = None,
    ) -> None:
        """given: the values of variables. build: graphql-core's executor, or the errors of these values.

        executor: if it is built already.
        """
        self.operation = operation
        self.context_value = context_value
        self.root_value = root_value
        self._given = given or _NOTHING
        self._build = build
        self._executor = executor

    @property
    def executor(self) -> Executor[Any]:
        """graphql-core's executor. Raises VariablesError."""
        if self._executor is None:
            built = self._build()
            if isinstance(built, list):
                raise VariablesError(built)
            self._executor = built
        return self._executor

    def coerce(self, variables: Variables) -> None:
        """Coerce the values of variables. Raises VariablesError."""
        plain = variables.plain(self._given) if self._executor is None else None
        self.variable_values = self.executor.variable_values if plain is None else plain

    def release(self) -> None:
        """Break a cycle of graphql-core's executor, which only the garbage collector would free."""
        if self._executor is not None:
            del self._executor.async_helpers


def request_of(executor: Executor[Any]) -> Request:
    """The request that an executor serves."""
    return Request(executor.operation, executor.context_value, None, lambda: executor, executor.root_value, executor)
