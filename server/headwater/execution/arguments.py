"""Copies of converted arguments: Strawberry's conversion of an input object takes ten times as long as a copy."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from typing import Any

from strawberry.types.unset import UnsetType


def maker_of(arguments: dict[str, Any]) -> Callable[[], dict[str, Any]] | None:
    """The function that gives each call its arguments: shared if no resolver can change them, else copies.

    None: they hold a value of an unknown class, which nobody here can copy.
    """
    if all(map(_is_fixed, arguments.values())):
        return lambda: arguments
    try:
        _copied(arguments)
    except TypeError:
        return None
    return lambda: _copied(arguments)


def _copied(value: Any) -> Any:
    """A copy that shares nothing that a resolver can change. Raises TypeError for a value of an unknown class."""
    if _is_fixed(value):
        return value
    if type(value) is list:
        return [_copied(one) for one in value]
    if type(value) is dict:
        return {name: _copied(one) for name, one in value.items()}
    if not hasattr(type(value), "__strawberry_definition__"):
        raise TypeError(f"cannot copy a {type(value).__name__}")
    copy = object.__new__(type(value))
    copy.__dict__.update({name: _copied(one) for name, one in vars(value).items()})
    return copy


def _is_fixed(value: Any) -> bool:
    """True for a value that no resolver can change."""
    if isinstance(value, tuple):
        return all(map(_is_fixed, value))
    return value is None or isinstance(value, str | int | float | Enum | datetime | UnsetType)
