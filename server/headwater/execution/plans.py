"""Cached plans: each operation is compiled once for each set of fields that conditions leave in."""

from collections import Counter, OrderedDict
from typing import Any, Final

from graphql import (
    DirectiveNode,
    FragmentDefinitionNode,
    OperationDefinitionNode,
    OperationType,
    VariableNode,
    Visitor,
    visit,
)
from graphql.execution.executor import Executor
from strawberry.schema.base import BaseSchema

from headwater.execution.plan import NotCoveredError, Plan

_MOST_PLANS: Final = 256
_CONDITIONS: Final = ("skip", "include")

_Key = tuple[int, tuple[object, ...]]


class Plans:
    """The most recently used plans of a schema. `left` counts operations without a plan, by reason."""

    def __init__(self) -> None:
        self.left: Counter[str] = Counter()
        self._variables: OrderedDict[int, tuple[OperationDefinitionNode, frozenset[str] | str]] = OrderedDict()
        self._plans: OrderedDict[_Key, Plan | str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._plans)

    def find(self, executor: Executor[Any], schema: BaseSchema) -> Plan:
        """The plan of an operation. Raises NotCoveredError if graphql-core has to execute it."""
        found = self._find(executor, schema)
        if isinstance(found, str):
            self.left[found] += 1
            raise NotCoveredError(found)
        return found

    def _find(self, executor: Executor[Any], schema: BaseSchema) -> Plan | str:
        if executor.middleware_manager is not None and executor.middleware_manager.middlewares:
            return "middleware"
        names = self._names(executor)
        if isinstance(names, str):
            return names
        coerced = executor.variable_values.coerced
        key = (id(executor.operation), tuple(coerced.get(name) for name in sorted(names)))
        if key in self._plans:
            self._plans.move_to_end(key)
            return self._plans[key]
        try:
            made: Plan | str = Plan(executor, schema)
        except NotCoveredError as error:
            made = str(error)
        self._plans[key] = made
        if len(self._plans) > _MOST_PLANS:
            self._plans.popitem(last=False)
        return made

    def _names(self, executor: Executor[Any]) -> frozenset[str] | str:
        """The variables that decide the selected fields, or the reason for the lack of a plan.

        The operation is kept beside the variables, so that no other object gets its id.
        """
        operation = executor.operation
        found = self._variables.get(id(operation))
        if found is None:
            found = self._variables[id(operation)] = (operation, _condition_variables(executor))
            if len(self._variables) > _MOST_PLANS:
                gone, _ = self._variables.popitem(last=False)
                for key in [key for key in self._plans if key[0] == gone]:
                    del self._plans[key]
        else:
            self._variables.move_to_end(id(operation))
        return found[1]


class _Directives(Visitor):
    """Finds the variables in `@skip` and `@include`, and directives unknown to plans."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.unknown: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_: Any) -> None:
        """Collect the variables of a directive, or its name if unknown."""
        if node.name.value not in _CONDITIONS:
            self.unknown.add(node.name.value)
        for argument in node.arguments or ():
            if isinstance(argument.value, VariableNode):
                self.variables.add(argument.value.name.value)


def _condition_variables(executor: Executor[Any]) -> frozenset[str] | str:
    if executor.operation.operation is not OperationType.QUERY:
        return str(executor.operation.operation.value)
    found = _Directives()
    for node in (executor.operation, *executor.fragment_definitions.values()):
        if isinstance(node, FragmentDefinitionNode) and node.variable_definitions:
            return "variables of a fragment"
        visit(node, found)
    return f"@{min(found.unknown)}" if found.unknown else frozenset(found.variables)
