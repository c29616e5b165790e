"""Copies of converted arguments: Strawberry's conversion of an input object takes ten times as long as a copy."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any

from strawberry.types.unset import UnsetType

Make = Callable[[], Any]
"""Gives a value to one call."""


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
