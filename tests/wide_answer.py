"""A store with one wide answer, written straight into the tables: one run writes a hub, and 50,000 runs read it."""

import asyncio

from headwater.store.connections import connect

READERS = 50_000
JOBS = 1_000
"""Each in one of 10 flows, with a table of its own."""

START = "urn:li:dataProcessInstance:start"

_HUB_ID, _JOB_ID, _TABLE_ID, _RUN_ID = 11, 100, 2_000, 10_000

_ROWS = f"""
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, is_stub, trace_id) OVERRIDING SYSTEM VALUE
SELECT 1 + n, 'dataFlow', 'urn:li:dataFlow:(openlineage,flow' || n || ',test)', 'test', 'flow' || n, NULL::bigint, false,
    gen_random_uuid()
FROM generate_series(0, 9) n
UNION ALL SELECT {_HUB_ID}, 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:hive,hub,PROD)', 'test', 'hub', NULL, false, gen_random_uuid()
UNION ALL
SELECT {_JOB_ID} + n, 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow' || n % 10 || ',test),job' || n || ')', 'test',
    'job' || n, 1 + n % 10, false, gen_random_uuid()
FROM generate_series(0, {JOBS}) n
UNION ALL
SELECT {_TABLE_ID} + n, 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:hive,t' || n || ',PROD)', 'test', 't' || n, NULL, false,
    gen_random_uuid()
FROM generate_series(0, {JOBS} - 1) n;

INSERT INTO entity (id, kind, urn, run_key, is_stub, trace_id) OVERRIDING SYSTEM VALUE
SELECT {_RUN_ID} + n, 'dataProcessInstance', CASE n WHEN 0 THEN '{START}' ELSE 'urn:li:dataProcessInstance:r' || n END,
    gen_random_uuid(), false, gen_random_uuid()
FROM generate_series(0, {READERS}) n;

-- The first run is that of the last job, which writes the hub.
INSERT INTO run (
    id, native_id, template_id, created_at, attempt, status, result, started_at, ended_at, state_at, first_event_at, last_event_at,
    is_reported, first_arrived_at, last_arrived_at)
SELECT {_RUN_ID} + n, 'r' || n, CASE n WHEN 0 THEN {_JOB_ID} + {JOBS} ELSE {_JOB_ID} + n % {JOBS} END, t.at, 1, 'COMPLETE',
    CASE WHEN n % 100 = 7 THEN 'FAILURE' ELSE 'SUCCESS' END, t.at, t.ended, t.ended, t.at, t.ended, true, t.at, t.ended
FROM generate_series(0, {READERS}) n
CROSS JOIN LATERAL (
    SELECT '2026-01-01 00:00:00+00'::timestamptz + n * interval '1 minute' AS at,
        '2026-01-01 00:00:30+00'::timestamptz + n * interval '1 minute' AS ended) t;
INSERT INTO run_event (run_id, at, status, result, content_hash, arrived_at, trace_id)
SELECT r.id, e.at, e.status, e.result, gen_random_uuid(), e.at, gen_random_uuid()
FROM run r CROSS JOIN LATERAL (VALUES (r.started_at, 'STARTED', NULL), (r.ended_at, 'COMPLETE', r.result)) AS e (at, status, result);

INSERT INTO edge (run_id, direction, asset_id, run_created_at)
SELECT r.id, 'INPUT', {_HUB_ID}, r.created_at FROM run r WHERE r.id > {_RUN_ID}
UNION ALL
SELECT r.id, 'OUTPUT', CASE r.id WHEN {_RUN_ID} THEN {_HUB_ID} ELSE {_TABLE_ID} - {_JOB_ID} + r.template_id END, r.created_at FROM run r;
INSERT INTO asset_read (run_id, attempt, edge_id, asset_id, class_id, root_id, job_id, since, until, streams, narrows)
SELECT r.id, 1, g.id, g.asset_id, g.asset_id, r.id, r.template_id, r.started_at, r.ended_at, false, false
FROM edge g JOIN run r ON r.id = g.run_id WHERE g.direction = 'INPUT';
INSERT INTO asset_write (
    run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, job_id, kind, effect, begun_at, at, until, replaced_at,
    replaced_by_root_id)
SELECT r.id, 1, g.id, false, g.asset_id, g.asset_id, r.id, r.template_id, 'VERSION', 'UNKNOWN', r.started_at, r.ended_at, r.ended_at,
    coalesce(lead(r.ended_at) OVER table_of, 'infinity'), lead(r.id) OVER table_of
FROM edge g JOIN run r ON r.id = g.run_id
WHERE g.direction = 'OUTPUT'
WINDOW table_of AS (PARTITION BY g.asset_id ORDER BY r.ended_at);
"""


def fill_wide(database_url: str) -> None:
    """Fill a migrated, empty database, and have Postgres analyze it."""

    async def work() -> None:
        connection = await connect(database_url)
        await connection.execute(_ROWS)
        await connection.execute("VACUUM (ANALYZE)")
        await connection.close()

    asyncio.run(work())
