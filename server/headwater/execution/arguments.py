"""Arguments of fields, made with little work.

Variables that are whole arguments are coerced already. A copy of an input object takes a tenth of its conversion.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

from graphql import FieldNode, GraphQLArgument, GraphQLField, VariableNode
from graphql.execution.values import get_argument_values
from strawberry.types.unset import UnsetType

Values = dict[str, Any]
"""Coerced arguments by the names that a resolver's conversion takes."""

Make = Callable[[], Any]
"""Gives a value to one call."""


class WholeVariables(NamedTuple):
    """The arguments of a field, each a constant or a variable. variables: their names by those of the arguments."""

    constants: Values
    variables: Mapping[str, str]

    def values(self, coerced: Mapping[str, Any]) -> Values | None:
        """The arguments as graphql-core coerces them; None if a variable is null or not given."""
        values = self.constants.copy()
        for name, variable in self.variables.items():
            values[name] = value = coerced.get(variable)
            if value is None:
                return None
        return values


def whole_variables(definition: GraphQLField, node: FieldNode) -> WholeVariables | None:
    """The arguments of a field, if each is a variable, or a constant that no resolver can change.

    Raises GraphQLError.
    """
    given = {one.name.value: one.value for one in node.arguments or ()}
    variables: dict[str, str] = {}
    others: dict[str, GraphQLArgument] = {}
    for name, argument in definition.args.items():
        value = given.get(name)
        if isinstance(value, VariableNode):
            variables[argument.out_name or name] = value.name.value
        elif _has_variable(value):
            return None
        else:
            others[name] = argument
    constants = get_argument_values(GraphQLField(definition.type, others), node)
    return WholeVariables(constants, variables) if all(map(_is_fixed, constants.values())) else None


def are_constant(nodes: Iterable[FieldNode]) -> bool:
    """True if no variable decides the value of an argument of these fields."""
    return not any(_has_variable(one) for node in nodes for one in node.arguments or ())


def _has_variable(node: object) -> bool:
    if isinstance(node, VariableNode):
        return True
    inside = [getattr(node, name, None) for name in ("value", "values", "fields")]
    return any(
        any(map(_has_variable, one)) if isinstance(one, tuple | list) else one is not None and _has_variable(one)
        for one in inside
        if not isinstance(one, str | bool)
    )


def maker_of(arguments: dict[str, Any]) -> Make | None:
    """The function that gives each call its arguments, with copies of all that a resolver can change.

    None: they hold a value of an unknown class, which nobody here can copy.
    """
    try:
        return _maker(arguments)
    except TypeError:
        return None


def _maker(value: Any) -> Make:
    """The function that gives a value. Raises TypeError for one of an unknown class."""
    if _is_fixed(value):
        return lambda: value
    of = type(value)
    if of is list:
        makers = [*map(_maker, value)]
        return lambda: [make() for make in makers]
    if of is dict:
        return partial(_copied, value, _changing(value))
    if not hasattr(of, "__strawberry_definition__"):
        raise TypeError(f"cannot copy a {of.__name__}")
    members = vars(value)
    changing = _changing(members)

    def copy() -> Any:
        made = object.__new__(of)
        vars(made).update(_copied(members, changing))
        return made

    return copy


def _changing(members: dict[str, Any]) -> dict[str, Make]:
    """The functions that give the members that a resolver can change."""
    return {name: _maker(one) for name, one in members.items() if not _is_fixed(one)}


def _copied(members: dict[str, Any], changing: dict[str, Make]) -> dict[str, Any]:
    copied = members.copy()
    for name, make in changing.items():
        copied[name] = make()
    return copied


def _is_fixed(value: Any) -> bool:
    """True for a value that no resolver can change."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    return value is None or isinstance(value, str | int | float | Enum | datetime | UnsetType)
