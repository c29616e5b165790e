"""The store as text: equal dumps are equal stores."""

import asyncio
import json
from collections import Counter, defaultdict

from asyncpg import Connection

from headwater.store.dump import canonical_dump
from headwater.store.pool import connect


def dump(database_url: str) -> dict[str, list[str]]:
    """The lines of the canonical dump of each table that has rows, in their order."""

    async def run() -> dict[str, list[str]]:
        connection = await connect(database_url)
        try:
            return await read_store(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


async def read_store(connection: Connection) -> dict[str, list[str]]:
    """The same by an open connection."""
    tables = defaultdict(list)
    async for line in canonical_dump(connection):
        tables[json.loads(line)["table"]].append(line.decode())
    return dict(tables)


Lines = dict[str, list[str]]


def difference(found: Lines, expected: Lines) -> dict[str, dict[str, list[str]]]:
    """The lines that only one of two stores has, by table: empty for equal stores, and short enough to read."""
    tables = {name: (Counter(found.get(name, [])), Counter(expected.get(name, []))) for name in {**found, **expected}}
    return {
        name: {"only found": sorted((ours - theirs).elements()), "only expected": sorted((theirs - ours).elements())}
        for name, (ours, theirs) in tables.items()
        if ours != theirs
    }
