"""The store as text: equal dumps are equal stores."""

import asyncio
import json
from collections import defaultdict

from headwater.store.dump import canonical_dump
from headwater.store.pool import connect


def dump(database_url: str) -> dict[str, list[str]]:
    """The lines of the canonical dump of each table that has rows, in their order."""

    async def run() -> list[bytes]:
        connection = await connect(database_url)
        try:
            return [line async for line in canonical_dump(connection)]
        finally:
            await connection.close()

    tables = defaultdict(list)
    for line in asyncio.run(run()):
        tables[json.loads(line)["table"]].append(line.decode())
    return dict(tables)
