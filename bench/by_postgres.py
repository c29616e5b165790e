"""Lets Postgres make the answer to the web client's page as JSON, in one statement.

It is a floor for a compiler from GraphQL to SQL: the statement knows each field of this query. `bare.py` serves the
answers, which `read.py` compares with Headwater's.
"""

from collections.abc import Sequence

from asyncpg import Pool

from statements import Statement

_WEB_PAGE = """
    WITH job AS MATERIALIZED (SELECT e.id FROM entity e WHERE e.urn_key = ANY ($1::uuid[])),
    page AS MATERIALIZED (
        SELECT p.id, p.urn, p.created_at, p.native_id, d.facets::json AS facets, n.*
        FROM job o
        CROSS JOIN LATERAL (
            SELECT v.* FROM run_view v
            WHERE v.template_id = o.id AND v.first_event_at IS NOT NULL AND NOT v.is_superseded AND NOT v.is_removed
            ORDER BY v.created_at DESC, v.urn COLLATE "C" OFFSET $2::bigint LIMIT $3::bigint
        ) p
        CROSS JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d OFFSET 0) d
        CROSS JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n OFFSET 0) n
    ),
    ends AS MATERIALIZED (
        SELECT g.type, g.source_ids, e.urn, json_build_object(
            'type', g.type,
            'direction', 'OUTGOING',
            'entity', CASE e.kind
                WHEN 'dataset' THEN json_build_object(
                    'urn', e.urn, 'type', 'DATASET', 'name', e.name,
                    'platform', json_build_object(
                        'urn', split_part(split_part(e.urn, '(', 2), ',', 1),
                        'name', split_part(split_part(e.urn, 'dataPlatform:', 2), ',', 1)
                    )
                )
                ELSE json_build_object(
                    'urn', e.urn, 'type', 'DATA_JOB', 'jobId', e.name,
                    'dataFlow', json_build_object('urn', w.urn, 'flowId', w.name, 'cluster', w.namespace)
                )
            END
        ) AS shown
        FROM (
            SELECT g.type, g.destination_id, array_agg(g.source_id) AS source_ids
            FROM graph_edge g
            WHERE g.source_id = ANY (ARRAY(SELECT p.id FROM page p)) AND g.type IN ('Consumes', 'Produces', 'InstanceOf')
            GROUP BY g.type, g.destination_id
        ) g
        JOIN entity e ON e.id = g.destination_id
        LEFT JOIN entity w ON w.id = e.flow_id
    ),
    related AS MATERIALIZED (
        SELECT s.id, g.type, json_build_object(
            'start', 0, 'count', count(*), 'total', count(*),
            'relationships', json_agg(g.shown ORDER BY g.urn COLLATE "C")
        ) AS shown
        FROM ends g CROSS JOIN LATERAL unnest(g.source_ids) AS s (id)
        GROUP BY s.id, g.type
    )
    SELECT json_build_object('data', json_build_object('dataJob', json_build_object('runs', json_build_object(
        'count', $3, 'start', $2,
        'total', (
            SELECT count(*) FROM (
                SELECT FROM job o JOIN run r ON r.template_id = o.id
                WHERE r.first_event_at IS NOT NULL AND NOT r.is_superseded AND NOT r.is_removed LIMIT $4::bigint
            ) r
        ),
        'runs', (
            SELECT coalesce(json_agg(json_build_object(
                'urn', p.urn, 'type', 'DATA_PROCESS_INSTANCE',
                'created', json_build_object('time', floor(extract(epoch FROM p.created_at) * 1000), 'actor', NULL),
                'name', p.native_id,
                'externalUrl',
                    coalesce(p.facets #>> '{airflow,taskInstance,log_url}', p.facets #>> '{log,logUrl}'),
                'state', json_build_array(json_build_object(
                    'status', p.event_status, 'attempt', p.event_attempt,
                    'result', CASE WHEN p.event_result IS NOT NULL THEN json_build_object(
                        'resultType', p.event_result, 'nativeResultType', p.event_native_state
                    ) END,
                    'timestampMillis', floor(extract(epoch FROM p.event_at) * 1000),
                    'durationMillis', p.event_duration_millis
                )),
                'inputs', coalesce(i.shown, n.shown), 'outputs', coalesce(o.shown, n.shown),
                'parentTemplate', coalesce(t.shown, n.shown)
            ) ORDER BY p.created_at DESC, p.urn COLLATE "C"), json_build_array())
            FROM page p
            CROSS JOIN (
                SELECT json_build_object('start', 0, 'count', 0, 'total', 0, 'relationships', json_build_array()) AS shown
            ) n
            LEFT JOIN related i ON i.id = p.id AND i.type = 'Consumes'
            LEFT JOIN related o ON o.id = p.id AND o.type = 'Produces'
            LEFT JOIN related t ON t.id = p.id AND t.type = 'InstanceOf'
        )
    ))))::text"""


async def web_page(pool: Pool, statements: Sequence[Statement]) -> bytes:
    """Return the answer to `WEB_CLIENT`. statements: Headwater's for the same variables."""
    keys, start, count, most, facets, _ = statements[0].arguments
    made: str = await pool.fetchval(_WEB_PAGE, keys, start, count, most, facets)
    return made.encode()
