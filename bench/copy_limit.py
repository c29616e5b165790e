"""asyncpg's own limit: the rows that merges of 1,000 events write, by COPY, a transaction for each 1,000 events.

Same tables, columns, indexes and constraints, one connection, rows ready as tuples; only the rows that are new in
each step, so that neither parsing nor looks, updates or derivations are in it.
"""

import time
from collections.abc import Sequence
from itertools import islice, pairwise

from asyncpg import Connection, Record

from headwater.dialects.openlineage import parse_document
from headwater.store.merge import Delivery, merge
from headwater.store.pool import connect, connect_to_merge
from headwater.trace import new_trace

from payloads import JOBS, bodies

BATCH = 1000

# In the order of their foreign keys. $1 and $2 are the ids that the step's runs and other entities are between.
_ROWS = {
    "entity": "id > $1 AND id <= $2",
    "run": "id > $1 AND id <= $2",
    "event": "(at, content_hash) IN (SELECT e.at, e.content_hash FROM run_event e WHERE e.run_id > $1 AND e.run_id <= $2)",
    "run_event": "run_id > $1 AND run_id <= $2",
    "run_link": "run_id > $1 AND run_id <= $2",
    "edge": "run_id > $1 AND run_id <= $2",
    "edge_mention": "edge_id IN (SELECT g.id FROM edge g WHERE g.run_id > $1 AND g.run_id <= $2)",
    "run_facets": "run_id > $1 AND run_id <= $2",
    "facet_set": """key IN (SELECT f.set_key FROM run_facets f WHERE f.run_id > $1 AND f.run_id <= $2
        UNION SELECT unnest(ARRAY[m.set_key, m.own_set_key]) FROM edge_mention m JOIN edge g ON g.id = m.edge_id
        WHERE g.run_id > $1 AND g.run_id <= $2)""",
    "content": """key IN (SELECT a.content_key FROM entity_facet a WHERE a.entity_id > $1 AND a.entity_id <= $2
        UNION SELECT s.content_key FROM edge_facet s JOIN edge g ON g.id = s.edge_id WHERE g.run_id > $1 AND g.run_id <= $2)""",
}
Step = dict[str, list[Record]]


async def copy_limit(merged_url: str, copied_url: str, steps: int) -> float:
    """Events a second; both databases are migrated and empty. The first step, all names, is not timed."""
    merged, copied = await connect_to_merge(merged_url), await connect(copied_url)
    try:
        bounds = await _merge_steps(merged, steps)
        columns = {table: await _columns(merged, table) for table in _ROWS}
        seen: set[object] = set()
        rows = [await _rows(merged, columns, *between, seen) for between in pairwise(bounds)]
        await copied.execute("SELECT ensure_event_partitions(ARRAY['2026-03-01', '2026-04-01']::date[])")
        await _copy(copied, columns, rows[0])
        started = time.perf_counter()
        for step in rows[1:]:
            await _copy(copied, columns, step)
        return steps * BATCH / (time.perf_counter() - started)
    finally:
        await merged.close()
        await copied.close()


async def _merge_steps(connection: Connection, steps: int) -> list[int]:
    """Merge a step of all names, then the others; the greatest id of an entity before and after each."""
    source, bounds = bodies(), [0]
    for size in [2 * JOBS, *[BATCH] * steps]:
        items = [item for body in islice(source, size) for item in parse_document(body, "bench", 1)]
        await merge(connection, [Delivery(items, new_trace().trace_id)])
        bounds.append(await connection.fetchval("SELECT max(id) FROM entity"))
    return bounds


async def _columns(connection: Connection, table: str) -> list[str]:
    return list(
        await connection.fetchval(
            "SELECT array_agg(column_name::text ORDER BY ordinal_position) FROM information_schema.columns"
            " WHERE table_name = $1 AND is_generated = 'NEVER'",
            table,
        )
    )


async def _rows(
    connection: Connection, columns: dict[str, list[str]], after: int, until: int, seen: set[object]
) -> Step:
    rows = {
        table: await connection.fetch(f"SELECT {', '.join(columns[table])} FROM {table} WHERE {which}", after, until)
        for table, which in _ROWS.items()
    }
    for table in ("content", "facet_set"):
        rows[table] = [row for row in rows[table] if row["key"] not in seen]
        seen.update(row["key"] for row in rows[table])
    return rows


async def _copy(connection: Connection, columns: dict[str, list[str]], rows: Step) -> None:
    async with connection.transaction():
        for table, records in rows.items():
            await connection.copy_records_to_table(table, records=_tuples(records), columns=columns[table])


def _tuples(records: Sequence[Record]) -> list[tuple[object, ...]]:
    return [tuple(record) for record in records]
