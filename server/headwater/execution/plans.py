"""Cached plans: each operation is compiled once for each set of fields that conditions leave in."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from graphql import (
    DirectiveNode,
    OperationDefinitionNode,
    OperationType,
    Undefined,
    VariableNode,
    Visitor,
    visit,
)
from graphql.execution.executor import Executor

from headwater.execution.plan import NotCoveredError, Plan, is_truth
from headwater.execution.request import Request
from headwater.execution.variables import Variables

_MOST_PLANS: Final = 256

_MOST_STEPS: Final = 40_000
"""The steps of all plans to keep: 100 MB."""

_MOST_STEPS_OF_ONE: Final = 10_000
"""The steps of the largest plan to keep: it must not drive all others out."""

_CONDITIONS: Final = ("skip", "include")

_Key = tuple[int, tuple[object, ...]]


class _Known(NamedTuple):
    """All that requests for an operation share, but for its plans.

    operation: kept, so that no other object gets its id. conditions: the variables that decide the selected fields.
    reason: for the lack of a plan.
    """

    operation: OperationDefinitionNode
    variables: Variables
    conditions: Sequence[str]
    reason: str | None


class Plans:
    """The most recently used plans of a schema."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Known] = OrderedDict()
        self._plans: OrderedDict[_Key, Plan | str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._plans)

    def find(self, request: Request) -> Plan:
        """The plan of an operation, whose variables are coerced first.

        Raises VariablesError, and NotCoveredError if graphql-core has to execute it.
        """
        known = self._known_of(request)
        request.coerce(known.variables)
        found = known.reason or self._plan_of(known, request)
        if isinstance(found, str):
            raise NotCoveredError(found)
        return found

    def _known_of(self, request: Request) -> _Known:
        place = id(request.operation)
        found = self._known.get(place)
        if found is not None:
            self._known.move_to_end(place)
            return found
        found = self._known[place] = _known(request.executor)
        if len(self._known) > _MOST_PLANS:
            gone, _ = self._known.popitem(last=False)
            for key in [key for key in self._plans if key[0] == gone]:
                del self._plans[key]
        return found

    def _plan_of(self, known: _Known, request: Request) -> Plan | str:
        """The plan of an operation, or the reason for its lack."""
        coerced = request.variable_values.coerced
        conditions = [coerced.get(name, Undefined) for name in known.conditions]  # some only in other operations
        key = (id(known.operation), tuple([value if is_truth(value) else Undefined for value in conditions]))
        found = self._plans.get(key)
        if found is not None:
            self._plans.move_to_end(key)
            return found
        try:
            found = Plan(request.executor)
        except NotCoveredError as error:
            found = str(error)
        self._make_place()
        self._plans[key] = found
        return found

    def _make_place(self) -> None:
        """Forget large plans, and those that were not used for long. Plans grow with the objects that answers meet."""
        for key in [key for key, plan in self._plans.items() if _steps_of(plan) > _MOST_STEPS_OF_ONE]:
            del self._plans[key]
        while len(self._plans) >= _MOST_PLANS or sum(map(_steps_of, self._plans.values())) > _MOST_STEPS:
            self._plans.popitem(last=False)


def _steps_of(plan: Plan | str) -> int:
    return 0 if isinstance(plan, str) else plan.count_steps


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


def _known(executor: Executor[Any]) -> _Known:
    operation = executor.operation
    found = _Directives()
    for node in (operation, *executor.fragment_definitions.values()):
        visit(node, found)
    return _Known(operation, Variables(executor.schema, operation), sorted(found.variables), _reason(executor, found))


def _reason(executor: Executor[Any], found: _Directives) -> str | None:
    """The reason why plans cannot cover an operation."""
    if executor.middleware_manager is not None and executor.middleware_manager.middlewares:
        return "middleware"
    if executor.operation.operation is not OperationType.QUERY:
        return str(executor.operation.operation.value)
    if any(one.variable_definitions for one in executor.fragment_definitions.values()):
        return "variables of a fragment"
    return f"@{min(found.unknown)}" if found.unknown else None
