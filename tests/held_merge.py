"""A merge that is done, and does not commit yet."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from asyncpg.transaction import Transaction

from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from events import parsed


@asynccontextmanager
async def held_merge(database_url: str, *events: dict[str, Any]) -> AsyncIterator[Transaction]:
    """Hold a merge of events before its commit: it commits at the end of the block, unless the block did."""
    connection = await connect_to_merge(database_url)
    try:
        transaction = connection.transaction()
        await transaction.start()
        await merge(connection, [Delivery(parsed(*events), new_trace().trace_id)])
        yield transaction
        if connection.is_in_transaction():
            await transaction.commit()
    finally:
        await connection.close()
