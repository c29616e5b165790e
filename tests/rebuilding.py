"""Rebuilds of a store, and the contents that must be the same before and after."""

import asyncio
from collections import Counter
from typing import Any

from headwater.store.connections import connect
from headwater.store.rebuild import Progress, rebuild
from headwater.store.rebuild_tables import DERIVED

from store_dump import read_store

_NUMBERS = {
    "ids of entities": """
        SELECT e.urn, e.id FROM entity e LEFT JOIN run r ON r.id = e.id
        WHERE r.run_uuid IS NULL OR (SELECT count(*) FROM run o WHERE o.run_uuid = r.run_uuid) = 1""",
    "numbers of run events": """
        SELECT e.urn, v.at, v.status, v.result, v.native_state, v.attempt, v.seq
        FROM run_event v JOIN entity e ON e.id = v.run_id""",
    "versions of aspects": """
        SELECT e.urn, a.name, a.version, a.created_at FROM versioned_aspect a JOIN entity e ON e.id = a.entity_id""",
    "relationships and when they were replaced": """
        SELECT s.urn, r.type, d.urn AS other, r.arrived_at, r.replaced_at
        FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id""",
    "arrivals of runs": "SELECT e.urn, r.first_arrived_at, r.last_arrived_at FROM run r JOIN entity e ON e.id = r.id",
}
_IS_TRACED = """
    SELECT count(*) = 2 FROM pg_attribute a
    WHERE a.attrelid = ('public.' || $1)::regclass AND a.attname IN ('arrived_at', 'trace_id')"""


def rebuilt(database_url: str) -> Progress:
    """Rebuild, and return the progress."""
    return asyncio.run(rebuild(database_url, lambda _: None))


async def kept(database_url: str) -> dict[str, Any]:
    """Return the contents that a rebuild keeps: the canonical dump, and the ids, arrivals and traces outside it."""
    connection = await connect(database_url)
    try:
        found: dict[str, Any] = {
            name: Counter(map(tuple, await connection.fetch(sql))) for name, sql in _NUMBERS.items()
        }
        for table in DERIVED:
            if await connection.fetchval(_IS_TRACED, table):
                said = "WHERE origin <> 'CONFIGURED'" if table == "alias" else ""
                rows = await connection.fetch(f"SELECT arrived_at, trace_id FROM {table} {said}")
                found[f"arrivals in {table}"] = Counter(map(tuple, rows))
        return found | await read_store(connection)
    finally:
        await connection.close()
