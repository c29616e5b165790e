"""Two stores to compare the results of deliveries. Emptying them is much faster than a new database each time."""

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg

from headwater.model.changes import Changes
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from conftest import cloned_database
from store_dump import read_store

_TABLES = """
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname NOT IN ('schema_migration', 'functions_in_use', 'derivation_version')"""

Steps = Sequence[Sequence[Changes]]
"""Changes, step by step: each step is a transaction."""


class TwoStores:
    """Two stores, with a connection each."""

    def __init__(self, *urls: str) -> None:
        self._runner = asyncio.Runner()
        self._connections = [self._runner.run(connect_to_merge(url)) for url in urls]

    def close(self) -> None:
        """Close the connections."""
        for connection in self._connections:
            self._runner.run(connection.close())
        self._runner.close()

    def dumps(self, *deliveries: Steps) -> list[dict[str, Any]]:
        """Return the result of each delivery, as lines of the dump by table."""
        return [
            self._runner.run(_dump(connection, steps))
            for connection, steps in zip(self._connections, deliveries, strict=False)
        ]


async def empty(connection: asyncpg.Connection) -> None:
    """Empty a store. The function deletes rows, since new files for every table would take longer."""
    async with connection.transaction():
        await connection.execute("SET LOCAL session_replication_role = replica")  # any order, without checks of keys
        tables = await connection.fetch(_TABLES)
        await connection.execute("".join(f"DELETE FROM {table['relname']};" for table in tables))


def empty_stores(*urls: str) -> None:
    """Empty stores by their URLs."""

    async def run() -> None:
        for url in urls:
            connection = await connect(url)
            await empty(connection)
            await connection.close()

    asyncio.run(run())


async def _dump(connection: asyncpg.Connection, steps: Steps) -> dict[str, Any]:
    await empty(connection)
    for step in steps:
        await merge(connection, [Delivery(step, new_trace().trace_id)])
    return await read_store(connection)


@contextmanager
def two_stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    """Two stores, removed at the end."""
    with cloned_database(postgres_url, template) as one, cloned_database(postgres_url, template) as other:
        stores = TwoStores(one, other)
        yield stores
        stores.close()


def assert_any_order_gives_the_same_store(
    stores: TwoStores, history: Sequence[Any], parse: Callable[..., list[Changes]]
) -> None:
    """Compare the history merged at once with the history merged one by one, in each order."""
    [expected] = stores.dumps([parse(*history)])
    for order in itertools.permutations(history):
        assert stores.dumps([parse(event) for event in order]) == [expected]
