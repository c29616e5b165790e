"""Parts of an answer that several of its fields need: each is made once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Part = TypeVar("Part")


class Shared:
    """Parts by name. A cancelled user does not cancel a part for the others."""

    def __init__(self) -> None:
        self._made: dict[str, asyncio.Task[Any]] = {}

    async def __call__(self, name: str, make: Callable[[], Coroutine[Any, Any, Part]]) -> Part:
        """Return the part of a name, made by its first user."""
        if name not in self._made:
            self._made[name] = asyncio.create_task(make())
        part: Part = await asyncio.shield(self._made[name])
        return part
