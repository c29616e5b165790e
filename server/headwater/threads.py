"""Work on arrays: in a thread, so that other requests go on, unless it is short."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SHORT = 8_000
"""So many rows take at most a few milliseconds. To wait for a thread takes a few tenths of one."""


async def in_thread(
    rows: int, work: Callable[Arguments, Result], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Result:
    """Return the result of work on so many rows."""
    if rows <= SHORT:
        return work(*arguments, **options)
    return await asyncio.to_thread(work, *arguments, **options)
