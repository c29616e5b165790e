-- runs_by_urn --
-- Reads runs by the keys of their URNs.
SELECT v.* FROM run_view v
WHERE v.id = ANY (ARRAY(SELECT e.id FROM entity e WHERE e.urn_key = ANY ($1::uuid[]) AND e.kind = 'dataProcessInstance'));

-- runs_by_id --
-- Reads runs by id.
SELECT v.* FROM run_view v WHERE v.id = ANY ($1::bigint[]);

-- runs_by_native_id --
-- Finds runs by their native ids; among several jobs' runs, the least by (first event, namespace, name).
SELECT DISTINCT ON (r.native_id) r.native_id, r.id
FROM unnest($1::text[]) AS o (native_id)
CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE has_native_id(r.native_id, r.run_uuid, o.native_id) OFFSET 0) r
LEFT JOIN entity t ON t.id = r.template_id
ORDER BY r.native_id, r.first_event_at, t.namespace COLLATE "C", t.name COLLATE "C";

-- run_id_by_key --
-- Finds the run of an OpenLineage job and run id.
SELECT r.id FROM entity r WHERE r.run_key = $1;

-- runs_of_templates --
-- Templates by the keys of their URNs, each with a page of its runs with an event, newest first, counted up to $4, details and states if asked for.
SELECT o.urn AS owner_urn, o.id AS owner_id, o.kind AS owner_kind, o.namespace AS owner_namespace, o.name AS owner_name,
    o.is_stub AS owner_is_stub, o.flow_id AS owner_flow_id, t.total, p.*, d.*, n.*
FROM entity o
CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
        SELECT FROM run r
        WHERE r.template_id = o.id AND r.first_event_at IS NOT NULL AND NOT r.is_superseded AND NOT r.is_removed LIMIT $4
    ) r
) t
LEFT JOIN LATERAL (
    SELECT v.* FROM run_view v
    WHERE v.template_id = o.id AND v.first_event_at IS NOT NULL AND NOT v.is_superseded AND NOT v.is_removed
    ORDER BY v.created_at DESC, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true
WHERE o.urn_key = ANY ($1::uuid[]);

-- runs_of_flows --
-- Flows by the keys of their URNs, each with a page of its own runs with an event, newest first, counted up to $4, details and states if asked for.
SELECT o.urn AS owner_urn, o.id AS owner_id, o.kind AS owner_kind, o.namespace AS owner_namespace, o.name AS owner_name,
    o.is_stub AS owner_is_stub, o.flow_id AS owner_flow_id, t.total, p.*, d.*, n.*
FROM entity o
CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
        SELECT FROM run r WHERE r.flow_id = o.id AND r.first_event_at IS NOT NULL AND NOT r.is_removed LIMIT $4
    ) r
) t
LEFT JOIN LATERAL (
    SELECT v.* FROM run_view v
    WHERE v.flow_id = o.id AND v.first_event_at IS NOT NULL AND NOT v.is_removed
    ORDER BY v.created_at DESC, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true
WHERE o.urn_key = ANY ($1::uuid[]);

-- runs_of_assets --
-- A page of each asset's readers or writers, under any of its names, newest first, ties by URN, with number up to $4, details and states if asked for.
SELECT o.owner_id, t.total, p.*, d.*, n.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT CASE WHEN e.class_id IS NULL THEN (
            SELECT count(*) FROM (
                SELECT FROM edge g
                WHERE g.asset_id = e.id AND g.direction = $7 AND g.is_current
                    AND EXISTS (SELECT FROM run r WHERE r.id = g.run_id AND r.is_removed) IS NOT TRUE -- not a join: found once, or each by itself
                LIMIT $4
            ) g
        ) ELSE (
            SELECT count(*) FROM (
                SELECT DISTINCT g.run_id
                FROM entity m
                CROSS JOIN LATERAL (
                    SELECT g.run_id FROM edge g
                    WHERE g.asset_id = m.id AND g.direction = $7 AND g.is_current
                        AND EXISTS (SELECT FROM run r WHERE r.id = g.run_id AND r.is_removed) IS NOT TRUE
                    LIMIT $4
                ) g
                WHERE m.class_id = e.class_id
                LIMIT $4
            ) g
        ) END AS total
    FROM (SELECT) x LEFT JOIN entity e ON $4::bigint > 0 AND e.id = o.owner_id
) t
LEFT JOIN LATERAL (
    SELECT v.*
    FROM (
        SELECT DISTINCT g.run_id
        FROM entity_name n
        CROSS JOIN LATERAL (
            SELECT g.run_id
            FROM edge g JOIN entity e ON e.id = g.run_id JOIN run r ON r.id = g.run_id
            WHERE g.asset_id = n.name_id AND g.direction = $7 AND g.is_current AND NOT r.is_removed
            ORDER BY g.run_created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT $2::bigint + $3::bigint
        ) g
        WHERE n.entity_id = o.owner_id
    ) g
    JOIN run_view v ON v.id = g.run_id
    ORDER BY v.created_at DESC NULLS LAST, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true;

-- children_of_runs --
-- A page of each run's children, newest first, ties by URN, with their number up to $4, details and newest states if asked for.
SELECT o.owner_id, t.total, p.*, d.*, n.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
        SELECT FROM run r WHERE r.parent_id = o.owner_id AND NOT r.is_superseded AND NOT r.is_removed LIMIT $4
    ) r
) t
LEFT JOIN LATERAL (
    SELECT v.* FROM run_view v
    WHERE v.parent_id = o.owner_id AND NOT v.is_superseded AND NOT v.is_removed
    ORDER BY v.created_at DESC NULLS LAST, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true;

-- upstreams_of_runs --
-- A page of the runs that each run depends on, newest first, ties by URN, with their number up to $4, details and newest states if asked for.
SELECT o.owner_id, t.total, p.*, d.*, n.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
        SELECT FROM (SELECT DISTINCT d.upstream_id AS id FROM run_dependency d WHERE d.run_id = o.owner_id) u
        CROSS JOIN LATERAL (SELECT FROM run r WHERE r.id = u.id AND NOT r.is_removed OFFSET 0) r
        LIMIT $4
    ) u
) t
LEFT JOIN LATERAL (
    SELECT v.* FROM (SELECT DISTINCT d.upstream_id AS id FROM run_dependency d WHERE d.run_id = o.owner_id) u
    CROSS JOIN LATERAL (SELECT v.* FROM run_view v WHERE v.id = u.id AND NOT v.is_removed OFFSET 0) v
    ORDER BY v.created_at DESC NULLS LAST, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true;

-- downstreams_of_runs --
-- A page of the runs that depend on each run, newest first, ties by URN, with their number up to $4, details and newest states if asked for.
SELECT o.owner_id, t.total, p.*, d.*, n.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT count(*) AS total FROM (
        SELECT FROM (SELECT DISTINCT d.run_id AS id FROM run_dependency d WHERE d.upstream_id = o.owner_id) u
        CROSS JOIN LATERAL (SELECT FROM run r WHERE r.id = u.id AND NOT r.is_removed OFFSET 0) r
        LIMIT $4
    ) u
) t
LEFT JOIN LATERAL (
    SELECT v.* FROM (SELECT DISTINCT d.run_id AS id FROM run_dependency d WHERE d.upstream_id = o.owner_id) u
    CROSS JOIN LATERAL (SELECT v.* FROM run_view v WHERE v.id = u.id AND NOT v.is_removed OFFSET 0) v
    ORDER BY v.created_at DESC NULLS LAST, v.urn COLLATE "C" OFFSET $2 LIMIT $3
) p ON true
LEFT JOIN LATERAL (SELECT d.* FROM run_details(p.id, p.template_id, $5::text[]) d WHERE $5::text[] IS NOT NULL OFFSET 0) d ON true
LEFT JOIN LATERAL (SELECT n.* FROM newest_state(p.id) n WHERE $6::boolean OFFSET 0) n ON true;

-- ancestors_of_runs --
-- The ancestors of runs, nearest first; a cycle ends where it would begin again.
WITH RECURSIVE chain (owner_id, id, depth) AS (
    SELECT r.id, r.parent_id, 1 FROM run r WHERE r.id = ANY ($1::bigint[]) AND r.parent_id IS NOT NULL
    UNION ALL
    SELECT c.owner_id, r.parent_id, c.depth + 1 FROM chain c JOIN run r ON r.id = c.id WHERE r.parent_id IS NOT NULL AND c.depth < 100
) CYCLE id SET is_cycle USING path
SELECT c.owner_id, c.depth, v.* FROM chain c JOIN run_view v ON v.id = c.id
WHERE NOT c.is_cycle AND c.id <> c.owner_id
ORDER BY c.owner_id, c.depth;

-- warnings_of_runs --
-- The codes of runs' warnings: of repairs in their events, and of ids that several jobs share.
SELECT w.run_id, array_agg(DISTINCT w.code ORDER BY w.code) AS codes
FROM (
    SELECT r.run_id, r.code FROM run_warning r WHERE r.run_id = ANY ($1::bigint[])
    UNION ALL
    SELECT r.id, 'run_id.shared'
    FROM run r JOIN entity e ON e.id = r.id
    WHERE r.id = ANY ($1::bigint[]) AND e.run_key IS NOT NULL
        AND EXISTS (SELECT FROM run o JOIN entity n ON n.id = o.id WHERE o.run_uuid = r.run_uuid AND n.run_key <> e.run_key)
) w
GROUP BY w.run_id;

-- events_of_runs --
-- The newest state events of each run within a span of time, newest first.
SELECT p.* FROM unnest($1::bigint[]) AS o (run_id)
CROSS JOIN LATERAL (
    SELECT e.run_id, e.at, e.status, e.result, e.native_state, e.attempt, e.duration_millis
    FROM run_event e
    WHERE e.run_id = o.run_id AND e.at >= $2 AND e.at <= $3 AND e.status IS NOT NULL
    ORDER BY e.at DESC, e.status, e.state_key LIMIT $4
) p;

-- roots_of_runs --
-- The newest run that each run named as the root of its hierarchy.
SELECT DISTINCT ON (l.run_id) l.run_id AS owner_id, v.*
FROM run_link l JOIN run_view v ON v.id = l.target_id
WHERE l.run_id = ANY ($1::bigint[]) AND l.kind = 'ROOT'
ORDER BY l.run_id, l.at DESC, l.is_terminal DESC, l.target_key DESC;

-- derivations_of_runs --
-- The inputs that runs used for their outputs, in the order of the URNs of outputs and inputs.
SELECT d.run_id, d.output_id, d.input_id, d.origin
FROM run_derivations($1::bigint[]) d JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id
ORDER BY d.run_id, o.urn COLLATE "C", i.urn COLLATE "C", d.origin;

-- checksums_of_runs --
-- The checksums of runs' evidence, by name.
SELECT c.run_id, c.name, c.checksum FROM run_checksum c
WHERE c.run_id = ANY ($1::bigint[])
ORDER BY c.run_id, c.name COLLATE "C", c.checksum COLLATE "C";

-- runs_by_checksum --
-- The newest runs whose evidence has a checksum, ties by URN.
SELECT v.* FROM run_view v
WHERE v.id IN (SELECT c.run_id FROM run_checksum c WHERE c.checksum_key = $1)
ORDER BY v.created_at DESC NULLS LAST, v.urn COLLATE "C" LIMIT $2;
