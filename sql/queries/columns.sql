-- column_facets_of_runs --
-- The facets by which runs told columns, at a point in time: of inputs and outputs, and of their job (without data); each value once.
SELECT DISTINCT f.run_id, f.direction, f.class_id, f.name, f.content_key
FROM (
    SELECT m.run_id, g.direction, coalesce(a.class_id, a.id) AS class_id, k.name, k.content_key
    FROM (
        SELECT DISTINCT m.run_id, p.edge_id, p.set_key
        FROM mention m CROSS JOIN LATERAL unnest(m.edge_ids, m.set_keys) AS p (edge_id, set_key)
        WHERE m.run_id = ANY ($1::bigint[]) AND m.set_keys IS NOT NULL AND m.at <= $2::timestamptz AND m.arrived_at <= $3::timestamptz
            AND p.set_key IS NOT NULL
    ) m
    CROSS JOIN LATERAL (
        SELECT t.facets FROM facet_set t
        WHERE t.key = m.set_key AND t.facets ?| ARRAY['columnLineage', 'lineage', 'schema', 'lifecycleStateChange'] OFFSET 0
    ) t
    CROSS JOIN LATERAL facets_of(t.facets) k
    CROSS JOIN LATERAL (SELECT g.direction, g.asset_id FROM edge g WHERE g.id = m.edge_id OFFSET 0) g
    CROSS JOIN LATERAL (SELECT a.id, a.class_id FROM entity a WHERE a.id = g.asset_id OFFSET 0) a
    WHERE NOT k.is_deleted AND (k.name = 'schema' OR g.direction = 'OUTPUT' AND k.name IN ('columnLineage', 'lineage', 'lifecycleStateChange'))
    UNION ALL
    SELECT r.run_id, NULL, NULL, k.name, k.content_key
    FROM run_facets r
    CROSS JOIN LATERAL (SELECT t.facets FROM facet_set t WHERE t.key = r.set_key AND t.facets ? 'lineage' OFFSET 0) t
    CROSS JOIN LATERAL facets_of(t.facets) k
    WHERE r.run_id = ANY ($1::bigint[]) AND r.scope = 'JOB' AND r.at <= $2::timestamptz AND k.name = 'lineage' AND NOT k.is_deleted
) f;

-- derived_classes --
-- The data that runs made from other data, by their facets or else all from all, at a point in time.
SELECT DISTINCT d.run_id, coalesce(o.class_id, o.id) AS output_id, coalesce(i.class_id, i.id) AS input_id
FROM run_derivations($1::bigint[], $2::timestamptz, $3::timestamptz) d
JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id;

-- ruled_pairs --
-- The data that runs made from other data, for the runs whose lineage facets rule out all else, at a point in time.
SELECT DISTINCT d.run_id, coalesce(o.class_id, o.id) AS output_id, coalesce(i.class_id, i.id) AS input_id
FROM run_derivations(
    ARRAY(
        SELECT DISTINCT k.run_id FROM derivation k
        WHERE k.run_id = ANY ($1::bigint[]) AND k.origin <> 'COLUMN_LINEAGE' AND k.at <= $2::timestamptz AND k.arrived_at <= $3::timestamptz),
    $2, $3) d
JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id
UNION ALL
SELECT DISTINCT k.run_id, NULL::bigint, NULL::bigint FROM derivation k
WHERE k.run_id = ANY ($1::bigint[]) AND k.origin <> 'COLUMN_LINEAGE' AND k.at <= $2::timestamptz AND k.arrived_at <= $3::timestamptz;

-- data_by_urn --
-- The data (its class of names) of each URN.
SELECT e.urn, coalesce(e.class_id, e.id) AS class_id FROM entity e WHERE e.urn_key = ANY ($1::uuid[]);

-- telling_runs --
-- The newest success of each job that read or wrote data in a window of time, among the newest runs of the data; with the job's URN.
SELECT DISTINCT ON (o.id, r.template_id) o.id AS class_id, r.id AS run_id, t.urn AS job_urn
FROM unnest($1::bigint[]) AS o (id)
CROSS JOIN LATERAL (
    SELECT g.run_id, g.run_created_at
    FROM entity_name n JOIN edge g ON g.asset_id = n.name_id
    WHERE n.entity_id = o.id AND g.direction = $2::text AND g.is_current AND g.run_created_at BETWEEN $3::timestamptz AND $4::timestamptz
    ORDER BY g.run_created_at DESC NULLS LAST LIMIT $5::integer
) g
JOIN run r ON r.id = g.run_id
JOIN entity t ON t.id = r.template_id
WHERE NOT r.is_removed AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
ORDER BY o.id, r.template_id, g.run_created_at DESC NULLS LAST, r.id;

-- vias_of_pairs --
-- The queries by which aspects say that assets were made from others.
SELECT r.destination_id AS upstream_id, r.source_id AS downstream_id, min(r.details ->> 'via') AS via
FROM relationship r
WHERE r.source_id = ANY ($1::bigint[]) AND r.destination_id = ANY ($1::bigint[]) AND r.type = 'DownstreamOf' AND r.replaced_at IS NULL
    AND r.details ? 'via'
GROUP BY r.destination_id, r.source_id;
