-- edges_of_runs --
-- The current edges of runs by (run, direction) with their assets, in the order of the assets' URNs.
SELECT g.run_id, g.direction, g.id AS edge_id, g.is_measured, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM unnest($1::bigint[], $2::text[]) AS o (run_id, direction)
JOIN edge g ON g.run_id = o.run_id AND g.direction = o.direction AND g.is_current
JOIN entity e ON e.id = g.asset_id
ORDER BY g.run_id, g.direction, e.urn COLLATE "C";

-- assets_of_runs --
-- The assets in the current edges of runs in some directions, each once a direction with its runs, in the order of the assets' URNs.
SELECT g.direction, g.run_ids, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM (
    SELECT g.direction, g.asset_id, array_agg(g.run_id) AS run_ids
    FROM unnest($1::bigint[]) AS o (run_id)
    JOIN edge g ON g.run_id = o.run_id AND g.direction = ANY ($2::text[]) AND g.is_current
    GROUP BY g.direction, g.asset_id
) g
JOIN entity e ON e.id = g.asset_id
ORDER BY e.urn COLLATE "C";

-- outputs_at_point_in_time --
-- The outputs of runs by events until $2 that arrived until $3, or by aspects, with their statistics, in the order of the assets' URNs.
SELECT g.run_id, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id, c.value AS statistics
FROM unnest($1::bigint[]) AS o (run_id)
JOIN edge g ON g.run_id = o.run_id AND g.direction = 'OUTPUT'
JOIN entity e ON e.id = g.asset_id
LEFT JOIN LATERAL (
    SELECT e.at FROM run_event e WHERE e.run_id = o.run_id AND e.arrived_at <= $3 ORDER BY e.at LIMIT 1
) f ON true
LEFT JOIN LATERAL (
    SELECT s.content_key
    FROM (
        -- As edge_facet, at a point in time.
        SELECT DISTINCT ON (s.scope) s.scope, f.content_key, f.is_deleted
        FROM (
            SELECT DISTINCT ON (s.scope, s.set_key) s.scope, s.set_key, m.at, m.is_terminal
            FROM edge_mention m
            CROSS JOIN LATERAL (VALUES ('DATASET', m.set_key), ('EDGE', m.own_set_key)) AS s (scope, set_key)
            WHERE m.edge_id = g.id AND s.set_key IS NOT NULL AND m.at <= $2 AND m.arrived_at <= $3
            ORDER BY s.scope, s.set_key, m.at DESC, m.is_terminal DESC
        ) s
        JOIN facet_set t ON t.key = s.set_key
        CROSS JOIN LATERAL facets_of(t.facets) f
        WHERE f.name = 'outputStatistics'
        ORDER BY s.scope, s.at DESC, s.is_terminal DESC, f.content_key DESC
    ) s
    WHERE NOT s.is_deleted ORDER BY s.scope COLLATE "C" DESC LIMIT 1
) s ON true
LEFT JOIN content c ON c.key = s.content_key
WHERE EXISTS (
        SELECT FROM mention m
        WHERE m.run_id = o.run_id AND g.id = ANY (m.edge_ids) AND m.at <= $2 AND m.arrived_at <= $3
    )
    OR (f.at <= $2) IS NOT FALSE AND EXISTS (
        SELECT FROM declared_edge d
        WHERE d.run_id = o.run_id AND d.direction = 'OUTPUT' AND d.asset_id = g.asset_id
            AND d.arrived_at <= $3 AND (d.replaced_at IS NULL OR d.replaced_at > $3)
    )
ORDER BY e.urn COLLATE "C";

-- spans_of_edges --
-- The times of each edge's first and last mention, and the attempts and versions in its mentions.
SELECT m.edge_id, min(m.at) AS first_named_at, max(m.at) AS last_named_at,
    coalesce(array_agg(DISTINCT m.attempt ORDER BY m.attempt) FILTER (WHERE m.attempt IS NOT NULL), '{}') AS attempts,
    coalesce(array_agg(DISTINCT m.version COLLATE "C" ORDER BY m.version COLLATE "C")
        FILTER (WHERE m.version IS NOT NULL), '{}') AS versions
FROM edge_mention m
WHERE m.edge_id = ANY ($1::bigint[])
GROUP BY m.edge_id;

-- declarations_of_edges --
-- The fields of DataHub's current aspects that name each edge, sorted.
SELECT g.id AS edge_id, array_agg(DISTINCT d.field ORDER BY d.field) AS fields
FROM edge g JOIN declared_edge d ON d.run_id = g.run_id AND d.direction = g.direction AND d.asset_id = g.asset_id
WHERE g.id = ANY ($1::bigint[]) AND d.replaced_at IS NULL
GROUP BY g.id;

-- mentions_of_edges --
-- The newest mentions of each edge, newest first.
SELECT p.* FROM unnest($1::bigint[]) AS o (edge_id)
CROSS JOIN LATERAL (
    SELECT m.edge_id, m.at, m.attempt, m.version, m.origin, m.arrived_at
    FROM edge_mention m
    WHERE m.edge_id = o.edge_id
    ORDER BY m.at DESC, m.content_hash DESC, m.place DESC LIMIT $2
) p;

-- custom_properties_of_edges --
-- The scalar members of edges' facets, without some facets, as facet.member; EDGE wins over DATASET if both have a facet.
SELECT p.edge_id, p.name || '.' || f.key AS key, f.value #>> '{}' AS value
FROM (
    SELECT DISTINCT ON (a.edge_id, a.name) a.edge_id, a.name, a.content_key
    FROM edge_facet a
    WHERE a.edge_id = ANY ($1::bigint[]) AND NOT a.is_deleted AND a.name <> ALL ($2::text[])
    ORDER BY a.edge_id, a.name, a.scope COLLATE "C" DESC
) p
JOIN content c ON c.key = p.content_key
CROSS JOIN LATERAL jsonb_each(c.value) f
WHERE jsonb_typeof(f.value) IN ('string', 'number', 'boolean') AND NOT starts_with(f.key, '_')
ORDER BY p.edge_id, p.name || '.' || f.key COLLATE "C";
