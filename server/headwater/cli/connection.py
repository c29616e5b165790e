"""One connection to the settings' database, for the commands that need no more."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from asyncpg import Connection

from headwater.app.database import database
from headwater.settings import load_settings
from headwater.store.pool import connect

Answer = TypeVar("Answer")


def on_database(
    work: Callable[[Connection], Awaitable[Answer]], connect_by: Callable[[str], Awaitable[Connection]] = connect
) -> Answer:
    """What some work gives on a connection, which is closed when it is done."""

    async def run(url: str) -> Answer:
        connection = await connect_by(url)
        try:
            return await work(connection)
        finally:
            await connection.close()

    with database(load_settings()) as url:
        return asyncio.run(run(url))
