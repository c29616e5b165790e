"""A long history in minutes: a period of merged events, and copies of its rows, each a period later.

The rows are those of merges, with facets and mentions, in all tables that grow with runs but the log, which is
partitioned by month. A period has 7,000 runs in 1,000 minutes, of 1,000 jobs in layers (`impact_history.py`).
"""

import asyncio
import sys
import time
from typing import Final

from asyncpg import Connection

from headwater.store.connections import connect

from history import JOBS, Uses, fill
from impact_history import layered_uses

PERIOD_RUNS: Final = 7_000
PERIOD_MINUTES: Final = PERIOD_RUNS // 7

_OF_RUNS: Final = {
    "entity": "kind = 'dataProcessInstance'",
    "run": "true",
    "run_event": "true",
    "edge": "true",
    "mention": "true",
    "run_facets": "true",
    "run_link": "true",
    "asset_read": "true",
    "asset_write": "true",
    "facet_set": "facets ? 'nominalTime'",
    "content": "value ? 'nominalStartTime'",
}
"""The tables that grow with runs, and the rows of a period."""

_RUN, _EDGE, _KEY = "{0} + n.place * p.runs", "{0} + n.place * p.edges", "md5({0}::text || n.number)::uuid"
_COPIED: Final = {
    **dict.fromkeys(("run_id", "root_id", "parent_id", "target_id", "replaced_by_root_id"), _RUN),
    **dict.fromkeys(("entity.id", "run.id"), _RUN),
    **dict.fromkeys(("edge.id", "edge_id"), _EDGE),
    "edge_ids": "ARRAY(SELECT e + n.place * p.edges FROM unnest({0}) WITH ORDINALITY AS u (e, place) ORDER BY place)",
    "seq": "{0} + n.place * p.seqs",
    **dict.fromkeys(("run_key", "run_uuid", "content_hash", "target_key", "target_uuid"), _KEY),
    **dict.fromkeys(("content.key", "facet_set.key"), _KEY),
    "urn": "run_urn(md5(substr({0}, 30) || n.number)::uuid)",
    "native_id": "md5({0} || n.number)::uuid::text",
    "run_facets.set_key": f"CASE scope WHEN 'OWN' THEN {_KEY} ELSE {{0}} END",
    "facets": "{0} || jsonb_build_object('nominalTime', md5(({0} ->> 'nominalTime')::uuid::text || n.number))",
}
"""A column of a copy, by its name or by table and name; n: its number, and its place among ids; p: the ids of a period."""

_COLUMNS: Final = """
    SELECT a.attname AS name, a.atttypid = 'timestamptz'::regtype AS is_time
    FROM pg_attribute a
    WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY a.attnum"""
_INDEXES: Final = """
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relname = ANY ($1::text[]) AND c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)"""
_SIZES: Final = """
    CREATE TABLE copied.period AS
    SELECT (SELECT max(id) FROM entity) AS runs, (SELECT max(id) FROM edge) AS edges, (SELECT max(seq) FROM run_event) AS seqs"""
_PLACE: Final = """
    SELECT 1 + greatest(
        (SELECT max(id) FROM entity) / p.runs, (SELECT max(id) FROM edge) / p.edges, (SELECT max(seq) FROM run_event) / p.seqs)
    FROM copied.period p"""
"""The first place whose ids are all free."""

_REPLACED: Final = """
    UPDATE asset_write k SET replaced_at = f.replaced_at, replaced_by_root_id = f.by_root_id
    FROM write_row w CROSS JOIN LATERAL find_replacement(w, false) f
    WHERE w.replaced_at = 'infinity' AND f.replaced_at < 'infinity'
        AND (k.run_id, k.edge_id, k.attempt, k.is_departure) = (w.run_id, w.edge_id, w.attempt, w.is_departure)"""
"""The last writes of a period are replaced by those of the next one."""

_WRONG: Final = """
    SELECT count(*)
    FROM (SELECT k FROM write_row k ORDER BY text_key(k.edge_id::text) LIMIT 3000) s (w)
    CROSS JOIN LATERAL find_replacement(s.w, false) f
    WHERE ((s.w).replaced_at, (s.w).replaced_by_root_id) IS DISTINCT FROM (f.replaced_at, f.by_root_id)"""


def fill_by_copies(database_url: str, runs: int) -> None:
    """Fill a migrated, empty database with about so many runs; at least one period."""
    fill(database_url, PERIOD_RUNS, layered())
    asyncio.run(_copy(database_url, 1, round(runs / PERIOD_RUNS), builds_indexes=True))


def add_copies(database_url: str, known: int, runs: int) -> None:
    """Add about so many runs to about so many known ones, as rows into the tables and indexes that are there."""
    first = round(known / PERIOD_RUNS)
    asyncio.run(_copy(database_url, first, first + round(runs / PERIOD_RUNS), builds_indexes=False))


def layered() -> Uses:
    uses = Uses([[] for _ in range(JOBS)], [[] for _ in range(JOBS)])
    for job, direction, dataset in layered_uses():
        (uses.reads if direction == "INPUT" else uses.writes)[job].append(dataset)
    return uses


async def _copy(url: str, first: int, end: int, *, builds_indexes: bool) -> None:
    """Add the copies with these numbers. Building indexes at the end is faster."""
    connection = await connect(url)
    began = time.monotonic()
    # Foreign keys hold by construction.
    await connection.execute(
        "SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off"
    )
    if first == 1:
        await _remember_period(connection)
    indexes = await connection.fetch(_INDEXES, list(_OF_RUNS)) if builds_indexes else []
    for index in indexes:
        await connection.execute(f"DROP INDEX {index['name']}")
    statements = [await connection.prepare(await _statement(connection, table)) for table in _OF_RUNS]
    place = await connection.fetchval(_PLACE)
    for number in range(first, end):
        for statement in statements:
            await statement.fetch(number, place + number - first)
        print(f"\r{(number + 1) * PERIOD_RUNS:,} runs", end="", file=sys.stderr, flush=True)
    for index in indexes:
        await connection.execute(index["definition"])
    for sequence, table in (("id", "entity"), ("id", "edge"), ("seq", "run_event")):
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{sequence}'), max({sequence})) FROM {table}"
        )
    await connection.execute("ANALYZE")
    await connection.execute(_REPLACED)
    await connection.execute("VACUUM (ANALYZE)")
    wrong = await connection.fetchval(_WRONG)
    if wrong:
        raise RuntimeError(f"{wrong} of 3,000 writes are not replaced as the rule says")
    await connection.close()
    print(f" in {time.monotonic() - began:.0f} s", file=sys.stderr)


async def _remember_period(connection: Connection) -> None:
    await connection.execute("CREATE SCHEMA copied")
    await connection.execute(_SIZES)
    for table, condition in _OF_RUNS.items():
        await connection.execute(f"CREATE TABLE copied.{table} AS SELECT * FROM public.{table} WHERE {condition}")


async def _statement(connection: Connection, table: str) -> str:
    columns = await connection.fetch(_COLUMNS, f"public.{table}")
    names = ", ".join(column["name"] for column in columns)
    origin = (
        f"copied.{table} o CROSS JOIN copied.period p CROSS JOIN (SELECT $1::bigint AS number, $2::bigint AS place) n"
    )
    values = ", ".join(_value(table, column["name"], is_time=column["is_time"]) for column in columns)
    return f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE SELECT {values} FROM {origin}"


def _value(table: str, column: str, *, is_time: bool) -> str:
    if is_time:
        return f"o.{column} + n.number * interval '{PERIOD_MINUTES} minutes'"
    return _COPIED.get(f"{table}.{column}", _COPIED.get(column, "{0}")).format(f"o.{column}")
