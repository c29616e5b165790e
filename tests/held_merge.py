"""A merge that is done, and does not commit yet; and one that has committed, and still lets its locks go."""

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


@asynccontextmanager
async def ending_merge(database_url: str) -> AsyncIterator[None]:
    """Hold what a merge from the first event on may hold after its commit: Postgres lets its turn go before the others."""
    connection = await connect_to_merge(database_url)
    try:
        for kind in ("since", "events", "run_events"):
            await connection.execute("SELECT pg_advisory_lock_shared(hashtext('headwater.' || $1), 0)", kind)
        yield
    finally:
        await connection.close()
