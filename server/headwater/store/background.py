"""Work beside a block: it begins with the block, and is given up at its end."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Final

_AGAIN_SECONDS: Final = 1.0
"""The time that a cancelled work has before it is cancelled again: `asyncio.wait_for` loses some before Python 3.12."""


@asynccontextmanager
async def running(*works: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Run works as tasks within the block; at its end they are cancelled, and have ended. Raises their errors."""
    tasks = {asyncio.create_task(work) for work in works}
    try:
        yield
    finally:
        left = tasks
        while left:
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=_AGAIN_SECONDS)
        for task in tasks:
            if not task.cancelled():
                task.result()
