"""A memory of results, as long as there is room: most events name the same jobs and give the same facets. Pure."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar, cast

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])

_MAX_NAMES = 10_000
_MAX_NAMES_BYTES = 8 * 1024 * 1024
_MAX_SHARE = 1_000
"""An entry may take one part in so many of the bytes: a request may bring megabytes of names."""
_ENTRY_BYTES = 500
"""About the bytes of an entry's objects, beside those of its texts."""


class Memory(Generic[Value]):
    """Values by key, at most so many and of about so many bytes.

    When half of that is new, the values that were not used since the last half are forgotten. Threads may share it: at
    worst one forgets what another keeps at the same moment.
    """

    def __init__(self, max_entries: int, max_bytes: int) -> None:
        self._half_entries, self._half_bytes = max_entries // 2, max_bytes // 2
        self._max_entry_bytes = max_bytes // _MAX_SHARE
        self._new: dict[Hashable, tuple[Value, int]] = {}
        self._old: dict[Hashable, tuple[Value, int]] = {}
        self._new_bytes = 0

    def get(self, key: Hashable) -> Value | None:
        """The value of a key; None where it is not known (any more)."""
        if (entry := self._new.get(key)) is None:
            if (entry := self._old.get(key)) is None:
                return None
            self.keep(key, *entry)
        return entry[0]

    def keep(self, key: Hashable, value: Value, size_bytes: int) -> None:
        """Keep a value, if its texts and those of its key have not too many bytes."""
        if size_bytes > self._max_entry_bytes:
            return
        self._new[key] = value, size_bytes
        self._new_bytes += size_bytes + _ENTRY_BYTES
        if len(self._new) >= self._half_entries or self._new_bytes >= self._half_bytes:
            self._old, self._new, self._new_bytes = self._new, {}, 0


def remembered(function: Function) -> Function:
    """Remember what a pure function of texts and truth values gives, which is never None."""
    memory = Memory[Any](_MAX_NAMES, _MAX_NAMES_BYTES)

    @wraps(function)
    def call(*arguments: str | bool) -> Any:
        found = memory.get(arguments)
        if found is None:
            found = function(*arguments)
            memory.keep(arguments, found, sum(len(text) for text in arguments if isinstance(text, str)))
        return found

    return cast("Function", call)
