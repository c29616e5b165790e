"""A long history, written straight into the tables: plans need many rows, and nothing that a merge derives."""

import asyncio
from datetime import UTC, datetime, timedelta

from headwater.store.connections import connect

SECONDS_APART = 20
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
FLOW_ID, JOB_ID, DATASET_ID, RUN_ID = 1, 101, 201, 301
"""The least ids of 100 flows, jobs and datasets each, and of the runs."""

_SQL = """
    INSERT INTO entity (kind, urn, namespace, name, flow_id, is_stub, trace_id)
    SELECT k.kind, format('urn:li:%s:(%s%s)', k.kind, k.kind, n), 'test', k.kind || n, CASE k.kind WHEN 'dataJob' THEN n END,
        false, gen_random_uuid()
    FROM unnest(ARRAY['dataFlow', 'dataJob', 'dataset']) WITH ORDINALITY AS k (kind, place) CROSS JOIN generate_series(1, 100) AS g (n)
    ORDER BY k.place, n;
    INSERT INTO entity (kind, urn, run_key, is_stub, trace_id)
    SELECT 'dataProcessInstance', 'urn:li:dataProcessInstance:' || md5(n::text)::uuid, md5('key' || n)::uuid, false, gen_random_uuid()
    FROM generate_series(1, {runs}) AS g (n) ORDER BY n;
    INSERT INTO run (
        id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, started_at, ended_at,
        first_event_at, last_event_at, is_reported, trigger)
    SELECT 300 + n, md5(n::text)::uuid, md5(n::text)::uuid::text, 101 + n % 100,
        CASE WHEN n % 10 = 0 THEN 1 + n % 100 END, CASE WHEN n > 1 AND n % 3 = 0 THEN 301 END, t.at, 1 + (n % 500 = 3)::integer,
        CASE n % 5000 WHEN 7 THEN 'STARTED' ELSE 'COMPLETE' END,
        CASE WHEN n % 5000 = 7 THEN NULL WHEN n % 2000 = 17 THEN 'FAILURE' WHEN n > {runs} / 2 AND n % 20 = 9 THEN 'SKIPPED'
            ELSE 'SUCCESS' END,
        t.at, CASE WHEN n % 5000 <> 7 THEN t.at + n % 100 * interval '1 second' END, t.at, t.at + interval '40 seconds', true,
        CASE WHEN n % 1000 = 11 THEN 'backfill' ELSE 'scheduled' END
    FROM generate_series(1, {runs}) AS g (n)
    CROSS JOIN LATERAL (SELECT '2026-01-01 00:00:00+00'::timestamptz + n * interval '20 seconds' AS at) t;
    INSERT INTO edge (run_id, direction, asset_id, run_created_at)
    SELECT r.id, 'INPUT', 201 + r.id % 100, r.created_at FROM run r ORDER BY r.id;
    INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id)
    SELECT r.id, 'dataProcessInstanceProperties', jsonb_build_object('name', 'evening-' || r.id), '{}', 1, now(), now(), gen_random_uuid()
    FROM run r WHERE r.id % 10 = 0;
    INSERT INTO removed_day (
        template_id, flow_id, day, total, started, complete, success, failure, skipped, up_for_retry, retried, retries, timed,
        total_duration, durations)
    SELECT j.id, f.id, '2025-12-31'::date - d, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, interval '1 second', '{}'
    FROM generate_series(101, 200) AS j (id)
    CROSS JOIN LATERAL (VALUES (0), (j.id - 100)) AS f (id)
    CROSS JOIN generate_series(0, 99) AS g (d);
"""


def created(number: int) -> datetime:
    """Return the creation time of a run by its number, counted from 1."""
    return BEGIN + timedelta(seconds=SECONDS_APART * number)


def fill_tables(database_url: str, runs: int) -> None:
    """Put so many runs into a migrated, empty database, and have Postgres analyze it."""

    async def work() -> None:
        connection = await connect(database_url)
        await connection.execute(_SQL.replace("{runs}", str(runs)))
        await connection.execute("VACUUM (ANALYZE)")
        await connection.close()

    asyncio.run(work())
