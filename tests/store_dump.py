"""The store as text: equal dumps are equal stores."""

import asyncio
import json
from collections import Counter, defaultdict

from asyncpg import Connection

from headwater.store.connections import connect
from headwater.store.dump import canonical_dump

_REFERENCES = {
    "run": {"id": "entity", "template_id": "entity", "flow_id": "entity", "parent_id": "run"},
    "run_event": {"run_id": "run"},
    "run_facets": {"run_id": "run", "set_key": "facet_set"},
    "run_link": {"run_id": "run", "target_id": "run", "target_job_id": "entity"},
    "entity_facets": {"entity_id": "entity", "set_key": "facet_set"},
    "edge": {"run_id": "run", "asset_id": "entity"},
    "mention": {"run_id": "run"},
    "edge_mention": {"set_key": "facet_set", "own_set_key": "facet_set"},
    "asset_read": {
        "run_id": "run",
        "root_id": "run",
        "job_id": "entity",
        "edge_id": "edge",
        "asset_id": "entity",
        "class_id": "entity",
        "output_id": "entity",
    },
    "asset_write": {
        "run_id": "run",
        "root_id": "run",
        "job_id": "entity",
        "edge_id": "edge",
        "asset_id": "entity",
        "class_id": "entity",
    },
}
"""The columns that refer to rows without a foreign key, since each event adds rows to these tables."""

_DANGLING = " UNION ALL ".join(
    f"SELECT '{table}.{column}' AS reference FROM {table} t WHERE t.{column} IS NOT NULL"
    f" AND NOT EXISTS (SELECT FROM {target} o WHERE o.{'key' if column.endswith('_key') else 'id'} = t.{column})"
    for table, columns in _REFERENCES.items()
    for column, target in columns.items()
) + (
    " UNION ALL SELECT 'mention.edge_ids' FROM mention m CROSS JOIN unnest(m.edge_ids) AS o (edge_id)"
    " WHERE NOT EXISTS (SELECT FROM edge e WHERE e.id = o.edge_id AND e.run_id = m.run_id)"
    " UNION ALL SELECT 'facet_set.facets' FROM facet_set s CROSS JOIN facets_of(s.facets) f"
    " WHERE NOT EXISTS (SELECT FROM content c WHERE c.key = f.content_key)"
)


def dump(database_url: str) -> dict[str, list[str]]:
    """Return the lines of the canonical dump of each table with rows, in their order."""

    async def run() -> dict[str, list[str]]:
        connection = await connect(database_url)
        try:
            return await read_store(connection)
        finally:
            await connection.close()

    return asyncio.run(run())


async def read_store(connection: Connection) -> dict[str, list[str]]:
    """Return the same dump over an open connection. Fail if a row refers to a missing one."""
    dangling = await connection.fetch(f"SELECT d.reference, count(*) FROM ({_DANGLING}) d GROUP BY 1")
    assert not dangling, dangling
    tables = defaultdict(list)
    async for line in canonical_dump(connection):
        tables[json.loads(line)["table"]].append(line.decode())
    return dict(tables)


Lines = dict[str, list[str]]


def difference(found: Lines, expected: Lines) -> dict[str, dict[str, list[str]]]:
    """Return the lines that only one of two stores has, by table: empty for equal stores, and short enough to read."""
    tables = {name: (Counter(found.get(name, [])), Counter(expected.get(name, []))) for name in {**found, **expected}}
    return {
        name: {"only found": sorted((ours - theirs).elements()), "only expected": sorted((theirs - ours).elements())}
        for name, (ours, theirs) in tables.items()
        if ours != theirs
    }
