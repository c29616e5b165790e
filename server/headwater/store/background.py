"""Work beside a block: it begins with the block, and is given up at its end."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress


@asynccontextmanager
async def running(*works: Coroutine[object, object, None]) -> AsyncIterator[None]:
    """Run works as tasks within the block; at its end they are cancelled, and have ended."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
