"""A cache for pure functions of JSON objects, keyed by the object's text."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from headwater.memory import Memory
from headwater.model.json import plain_json

Function = TypeVar("Function", bound=Callable[[dict[str, Any]], Any])


def remembered_json(max_entries: int, max_bytes: int) -> Callable[[Function], Function]:
    """Cache a pure function of an object; a result counts as large as the text of the object."""
    memory = Memory[Any](max_entries, max_bytes)

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(value: dict[str, Any]) -> Any:
            try:
                text = plain_json(value, is_sorted=False)
            except ValueError:
                return function(value)
            if (found := memory.get(text)) is None:
                found = function(value)
                memory.keep(text, found, 2 * len(text))
            return found

        return cast("Function", call)

    return decorate
