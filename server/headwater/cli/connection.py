"""One connection to the settings' database, for the commands that need no more."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from headwater.cli.settings import command_settings

if TYPE_CHECKING:
    from asyncpg import Connection

Answer = TypeVar("Answer")


def on_database(
    work: "Callable[[Connection], Awaitable[Answer]]", *, merges: bool = False, makes_store: bool = False
) -> Answer:
    """The result of some work on a connection, which is closed when it is done.

    merges: the work adds events. makes_store: a data folder without a store gets one.
    """
    from headwater.app.database import database
    from headwater.store.connections import connect, connect_to_merge

    async def run(url: str) -> Answer:
        connection = await (connect_to_merge(url) if merges else connect(url))
        try:
            return await work(connection)
        finally:
            await connection.close()

    with database(command_settings(), makes_store=makes_store) as url:
        return asyncio.run(run(url))
