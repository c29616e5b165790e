-- hops_of_entities --
-- The neighbours of each job, flow or asset in a window of time, by runs and by declarations, each pair once, by URN.
SELECT DISTINCT ON (s.urn COLLATE "C", e.urn COLLATE "C") o.id AS from_id, h.other_id, h.is_declared, h.created_at, h.created_actor, h.updated_at, h.updated_actor,
    h.is_manual, e.kind,
    CASE WHEN e.kind = 'dataProcessInstance' AND h.type IN ('Consumes', 'Produces') THEN 'DataProcessInstance' || h.type ELSE h.type END AS type
FROM unnest($1::bigint[]) AS o (id)
JOIN entity s ON s.id = o.id
CROSS JOIN LATERAL (
    SELECT k.* FROM shown_by_runs(s.id, s.kind IN ('dataset', 'mlModel'), $2::boolean, $3::timestamptz, $4::timestamptz) k
    UNION ALL
    SELECT d.* FROM said_of(s.id, s.kind IN ('dataset', 'mlModel'), $2, $3, $4) d
) h
CROSS JOIN LATERAL (SELECT e.kind, e.urn FROM entity e WHERE e.id = h.other_id OFFSET 0) e
ORDER BY s.urn COLLATE "C", e.urn COLLATE "C", h.is_declared DESC, h.updated_at DESC NULLS LAST, h.type,
    h.created_at DESC NULLS LAST, h.created_actor COLLATE "C", h.updated_actor COLLATE "C", h.is_manual DESC;

-- hops_of_runs --
-- The inputs or outputs of each run, and the runs before or after it, named by the end of a window; nothing for a run over before the window.
SELECT DISTINCT ON (h.from_id, e.urn COLLATE "C") h.from_id, e.id AS other_id, e.kind, h.type
FROM (
    SELECT g.run_id AS from_id, g.asset_id AS other_id,
        CASE WHEN $2::boolean THEN 'DataProcessInstanceProduces' ELSE 'DataProcessInstanceConsumes' END AS type
    FROM edge g
    WHERE g.run_id = ANY ($1::bigint[]) AND g.is_current AND g.direction = CASE WHEN $2 THEN 'OUTPUT' ELSE 'INPUT' END
        AND (isfinite($4::timestamptz) IS FALSE OR (
            SELECT coalesce(min(m.at) <= $4, true) FROM mention m
            WHERE m.run_id = g.run_id AND m.is_telling AND g.id = ANY (m.edge_ids)))
    UNION ALL
    SELECT d.upstream_id, d.run_id, 'UpstreamOf' FROM run_dependency d WHERE $2 AND d.upstream_id = ANY ($1) AND coalesce(d.at <= $4, true)
    UNION ALL
    SELECT d.run_id, d.upstream_id, 'UpstreamOf' FROM run_dependency d WHERE NOT $2 AND d.run_id = ANY ($1) AND coalesce(d.at <= $4, true)
) h
JOIN run r ON r.id = h.from_id
JOIN entity o ON o.id = h.other_id
JOIN entity e ON e.id = coalesce(o.class_id, o.id)
WHERE NOT r.is_removed AND coalesce(r.created_at <= $4, true) AND NOT coalesce(r.status = 'COMPLETE' AND r.state_at < $3::timestamptz, false)
    AND NOT EXISTS (SELECT FROM run k WHERE k.id = e.id AND k.is_removed)
ORDER BY h.from_id, e.urn COLLATE "C", h.type;

-- lineage_starts --
-- The start of each entity's lineage, by URN: the class of an asset's names; a flow with its jobs.
SELECT s.entity_id, s.id
FROM (
    SELECT e.id AS entity_id, coalesce(e.class_id, e.id) AS id FROM entity e WHERE e.id = ANY ($1::bigint[])
    UNION
    SELECT j.flow_id, j.id FROM entity j WHERE j.flow_id = ANY ($1)
) s
JOIN entity e ON e.id = s.id
ORDER BY e.urn COLLATE "C";

-- lineage_entities --
-- The entities of a search over lineage: their names, and true for a removed one.
SELECT e.id, e.kind, e.urn, e.name, coalesce((s.value ->> 'removed')::boolean, false) AS is_removed
FROM entity e LEFT JOIN versioned_aspect s ON s.entity_id = e.id AND s.name = 'status'
WHERE e.id = ANY ($1::bigint[]);

-- classes_of_edges --
-- The class of names of each edge's asset.
SELECT g.id AS edge_id, coalesce(e.class_id, e.id) AS class_id
FROM edge g JOIN entity e ON e.id = g.asset_id
WHERE g.id = ANY ($1::bigint[]);
