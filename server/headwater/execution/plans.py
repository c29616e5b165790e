"""Cached plans: each operation is compiled once for each set of fields that conditions leave in."""

from collections import OrderedDict
from typing import Any, Final

from graphql import (
    DirectiveNode,
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

_CONDITIONS: Final = ("skip", "include")

_MOST_OPERATIONS: Final = 256
_MOST_PLANS: Final = 64
"""The plans of one operation."""

_STEP_BYTES: Final = 2500
_TEXT_BYTES: Final = 120
"""The size of a step, and of a parsed letter."""

_MOST_BYTES: Final = 128 * 1024 * 1024
_MOST_BYTES_OF_ONE: Final = 32 * 1024 * 1024
"""The size of all operations to keep, and of the largest: it must not drive all others out."""


class _Known:
    """All that requests for an operation share. The operation is kept, so that no other object gets its id."""

    def __init__(self, executor: Executor[Any]) -> None:
        operation = executor.operation
        found = _Directives()
        for node in (operation, *executor.fragment_definitions.values()):
            visit(node, found)
        loc = operation.loc
        self.operation = operation
        self.variables = Variables(executor.schema, operation)
        self._conditions = sorted(found.variables)
        self._reason = _reason(executor, found)
        self._plans: OrderedDict[tuple[object, ...], Plan | str] = OrderedDict()
        self._text_bytes = _TEXT_BYTES * (0 if loc is None else len(loc.source.body))

    def size_bytes(self) -> int:
        """The size of the document and of the plans, which grow with the objects that answers meet."""
        steps = [plan.count_steps for plan in self._plans.values() if not isinstance(plan, str)]
        return self._text_bytes + _STEP_BYTES * sum(steps)

    def plan_of(self, request: Request) -> Plan | str:
        """The plan for a request with coerced variables, or the reason for its lack."""
        if self._reason is not None:
            return self._reason
        coerced = request.variable_values.coerced
        conditions = [coerced.get(name, Undefined) for name in self._conditions]  # some only in other operations
        key = tuple([value if is_truth(value) else Undefined for value in conditions])
        found = self._plans.get(key)
        if found is None:
            try:
                found = Plan(request.executor)
            except NotCoveredError as error:
                found = str(error)
            if len(self._plans) == _MOST_PLANS:
                self._plans.popitem(last=False)
            self._plans[key] = found
        return found


class Plans:
    """The plans of a schema's most recently used operations."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Known] = OrderedDict()

    def find(self, request: Request) -> Plan:
        """The plan of an operation, whose variables are coerced first.

        Raises VariablesError, and NotCoveredError if graphql-core has to execute it.
        """
        known = self._known_of(request)
        request.coerce(known.variables)
        found = known.plan_of(request)
        if isinstance(found, str):
            raise NotCoveredError(found)
        return found

    def _known_of(self, request: Request) -> _Known:
        place = id(request.operation)
        found = self._known.get(place)
        if found is None:
            self._make_place()
            found = self._known[place] = _Known(request.executor)
        else:
            self._known.move_to_end(place)
        return found

    def _make_place(self) -> None:
        """Forget large operations, and those that were not used for long."""
        sizes = {place: one.size_bytes() for place, one in self._known.items()}
        for place, size in sizes.items():
            if size > _MOST_BYTES_OF_ONE:
                del self._known[place]
        total = sum([sizes[place] for place in self._known])
        while total > _MOST_BYTES or len(self._known) >= _MOST_OPERATIONS:
            total -= sizes[self._known.popitem(last=False)[0]]


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


def _reason(executor: Executor[Any], found: _Directives) -> str | None:
    """The reason why plans cannot cover an operation."""
    if executor.middleware_manager is not None and executor.middleware_manager.middlewares:
        return "middleware"
    if executor.operation.operation is not OperationType.QUERY:
        return str(executor.operation.operation.value)
    if any(one.variable_definitions for one in executor.fragment_definitions.values()):
        return "variables of a fragment"
    return f"@{min(found.unknown)}" if found.unknown else None
