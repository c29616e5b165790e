"""The output of scalars and enums: as graphql-core's, at no cost for values shown unchanged."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any, Final

from graphql import GraphQLBoolean, GraphQLEnumType, GraphQLID, GraphQLInt, GraphQLScalarType, GraphQLString, Undefined
from graphql.execution.executor import Executor

Show = Callable[[Any], Any]


_INT_END: Final = 2**31

_PLAIN: dict[Callable[..., Any], type] = {datetime.isoformat: datetime, int: int}
"""Serializers of scalars, and the class of values that orjson writes as they do. It is ten times as fast for times."""


class Leaf:
    """A scalar or an enum.

    plain: the class of values shown unchanged. show: raises graphql-core's errors. seen: the classes of earlier values.
    """

    __slots__ = ("plain", "seen", "show")

    def __init__(self, plain: type | None, show: Show) -> None:
        self.plain = plain
        self.show = show
        self.seen: set[type] = set()


def leaf_of(of: object) -> Leaf | None:
    """The output of a scalar or an enum; None for a type with fields."""
    if not isinstance(of, GraphQLScalarType | GraphQLEnumType):
        return None

    serialize = of.coerce_output_value

    def show(value: Any) -> Any:
        shown = serialize(value)
        if shown is None or shown is Undefined:
            return Executor.complete_leaf_value(of, value)  # raises graphql-core's error
        return shown

    if of is GraphQLInt:
        return Leaf(None, partial(_small, show))
    if of in (GraphQLString, GraphQLID):
        return Leaf(str, show)
    if of is GraphQLBoolean:
        return Leaf(bool, show)
    if isinstance(of, GraphQLEnumType):
        return Leaf(None, _remembering(show))
    return Leaf(_PLAIN.get(serialize), show)


def _small(show: Show, value: Any) -> Any:
    """A value of the type Int, whose range graphql-core checks much more slowly."""
    return value if type(value) is int and -_INT_END <= value < _INT_END else show(value)


def _remembering(show: Show) -> Show:
    shown: dict[int, tuple[Enum, Any]] = {}  # by id: each member is a single object, and its own hash is slow

    def remembered(value: Any) -> Any:
        known = shown.get(id(value))
        if known is not None:
            return known[1]
        found = show(value)
        if isinstance(value, Enum):
            shown[id(value)] = (value, found)
        return found

    return remembered
