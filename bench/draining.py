"""The queue of asynchronous writes, seen from outside."""

import asyncio

from asyncpg import Connection

from headwater.store.connections import connected
from headwater.store.write_queue import queue_state

_LOOK_SECONDS = 0.02


async def depth(database_url: str) -> int:
    """Return the number of writes in the queue."""
    async with connected(database_url) as connection:
        return await depth_seen(connection)


async def depth_seen(connection: Connection) -> int:
    """Return the number of writes in the queue, by an open connection."""
    return (await queue_state(connection)).depth


def wait_until_empty(database_url: str) -> None:
    """Wait until servers or workers have merged all of the queue."""

    async def wait() -> None:
        async with connected(database_url) as connection:
            while await depth_seen(connection):
                await asyncio.sleep(_LOOK_SECONDS)

    asyncio.run(wait())
