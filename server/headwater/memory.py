"""A bounded cache of results: most events name the same jobs and repeat the same facets."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Generic, TypeVar, cast

Value = TypeVar("Value")
Function = TypeVar("Function", bound=Callable[..., Any])

_MAX_NAMES = 10_000
_MAX_NAMES_BYTES = 8 * 1024 * 1024
_MAX_SHARE = 1_000
"""An entry may take one in so many of the bytes: a request may bring megabytes of names."""
_ENTRY_BYTES = 500
"""The approximate bytes of an entry's objects, beside its texts."""


class Memory(Generic[Value]):
    """Values by key, within limits of entries and of approximate bytes.

    When half of the limit is new, values unused since the last half are dropped. Threads may share the memory: at worst
    one drops a value that another stores at the same moment.
    """

    def __init__(self, max_entries: int, max_bytes: int) -> None:
        self._half_entries, self._half_bytes = max_entries // 2, max_bytes // 2
        self._max_entry_bytes = max_bytes // _MAX_SHARE
        self._new: dict[Hashable, tuple[Value, int]] = {}
        self._old: dict[Hashable, tuple[Value, int]] = {}
        self._new_bytes = 0

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key; None if it is unknown or was dropped."""
        if (entry := self._new.get(key)) is None:
            if (entry := self._old.get(key)) is None:
                return None
            self.keep(key, *entry)
        return entry[0]

    def keep(self, key: Hashable, value: Value, size_bytes: int) -> None:
        """Store a value, unless its texts and those of its key have too many bytes."""
        if size_bytes > self._max_entry_bytes:
            return
        self._new[key] = value, size_bytes
        self._new_bytes += size_bytes + _ENTRY_BYTES
        if len(self._new) >= self._half_entries or self._new_bytes >= self._half_bytes:
            self._old, self._new, self._new_bytes = self._new, {}, 0


def remembered(function: Function) -> Function:
    """Cache a pure function of texts and truth values that never returns None."""
    memory = Memory[Any](_MAX_NAMES, _MAX_NAMES_BYTES)

    @wraps(function)
    def call(*arguments: str | bool) -> Any:
        found = memory.get(arguments)
        if found is None:
            found = function(*arguments)
            memory.keep(arguments, found, sum(len(text) for text in arguments if isinstance(text, str)))
        return found

    return cast("Function", call)
