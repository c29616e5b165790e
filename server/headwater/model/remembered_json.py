"""Pure functions of JSON values, remembered by the text of a value."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from headwater.memory import Memory
from headwater.model.json import plain_json

Function = TypeVar("Function", bound=Callable[[dict[str, Any]], Any])


def remembered_json(max_entries: int, max_bytes: int) -> Callable[[Function], Function]:
    """Remember what a pure function of an object gives, which is taken to be as large as the text of the object."""
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
