"""A store with hubs, for plans: a dataset that most runs read, a job with most runs, a parent of most runs."""

import asyncio

from headwater.store.connections import connect

RUNS = 30_000

_ROWS = f"""
INSERT INTO entity (kind, urn, is_stub, trace_id)
SELECT 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:hive,t' || n || ',PROD)', false, gen_random_uuid() FROM generate_series(1, 200) n;
INSERT INTO entity (kind, urn, is_stub, trace_id)
SELECT 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,prod),j' || n || ')', false, gen_random_uuid() FROM generate_series(1, 200) n;
INSERT INTO entity (kind, urn, is_stub, trace_id)
SELECT 'dataProcessInstance', 'urn:li:dataProcessInstance:r' || n, false, gen_random_uuid() FROM generate_series(1, {RUNS}) n;

-- In the order of their ids; the first of each kind is the hub of two runs in three.
CREATE TEMP TABLE numbered AS SELECT e.id, e.kind, row_number() OVER (PARTITION BY e.kind ORDER BY e.id) AS n FROM entity e;
CREATE TEMP TABLE plan AS
SELECT r.id, r.n, d.id AS asset_id, j.id AS template_id, (SELECT min(id) FROM numbered WHERE kind = 'dataProcessInstance') AS parent_id,
    '2026-01-01'::timestamptz + r.n * interval '1 minute' AS created_at
FROM numbered r
JOIN numbered d ON d.kind = 'dataset' AND d.n = CASE WHEN r.n % 3 = 0 THEN r.n % 199 + 2 ELSE 1 END
JOIN numbered j ON j.kind = 'dataJob' AND j.n = CASE WHEN r.n % 3 = 0 THEN r.n % 199 + 2 ELSE 1 END
WHERE r.kind = 'dataProcessInstance';
INSERT INTO run (id, native_id, template_id, parent_id, created_at, first_event_at)
SELECT p.id, 'r' || p.n, p.template_id, CASE WHEN p.n % 3 > 0 AND p.n > 1 THEN p.parent_id END, p.created_at, p.created_at
FROM plan p ORDER BY p.n;
INSERT INTO edge (run_id, direction, asset_id, run_created_at) SELECT p.id, 'INPUT', p.asset_id, p.created_at FROM plan p;
INSERT INTO edge (run_id, direction, asset_id, run_created_at) SELECT p.id, 'OUTPUT', p.asset_id, p.created_at FROM plan p;
INSERT INTO relationship (source_id, type, destination_id, aspect, field, details, trace_id)
SELECT p.id, 'Consumes', p.asset_id, 'dataProcessInstanceInput', 'inputs', '{{}}'::jsonb, gen_random_uuid() FROM plan p
UNION ALL
SELECT p.id, 'InstanceOf', p.template_id, 'dataProcessInstanceRelationships', 'parentTemplate', '{{}}'::jsonb, gen_random_uuid() FROM plan p;
DROP TABLE numbered, plan;
"""


def fill_hubs(database_url: str) -> None:
    """Fill a migrated, empty database, and have Postgres analyze it."""

    async def work() -> None:
        connection = await connect(database_url)
        await connection.execute(_ROWS)
        await connection.execute("VACUUM (ANALYZE)")
        await connection.close()

    asyncio.run(work())
