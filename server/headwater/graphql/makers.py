"""Makers of the objects that a page has many of."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, ParamSpec, TypeVar, cast

Fields = ParamSpec("Fields")
Made = TypeVar("Made")


def maker(of: Callable[Fields, Made]) -> Callable[Fields, Made]:
    """The function that makes objects of a dataclass as the dataclass itself does.

    It takes a third to a half of the time: Python puts the keywords of a called class into a dictionary, and takes them
    out again for `__init__`. Raises TypeError for a class with defaults or `__post_init__`.
    """
    declared = fields(cast("Any", of))
    if hasattr(of, "__post_init__") or any(map(_has_default, declared)):
        raise TypeError(f"cannot make a {of!r}")
    names = [one.name for one in declared if one.init]  # the others have resolvers
    lines = ["_made = _new(_of)", *(f"_made.{name} = {name}" for name in names), "return _made"]
    known: dict[str, Any] = {"_new": object.__new__, "_of": of}
    exec(f"def make(*, {', '.join(names)}):\n    " + "\n    ".join(lines), known)
    make: Callable[Fields, Made] = known["make"]
    return make


def _has_default(field: Any) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
