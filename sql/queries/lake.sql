-- lake_bounds --
-- The least and the greatest id of a run, for parts of an export.
SELECT min(r.id) AS first, max(r.id) AS last FROM run r;

-- lake_runs --
-- The runs of a range of ids, a row each.
SELECT e.urn, r.native_id, t.urn AS job_urn, f.urn AS flow_urn, p.urn AS parent_urn, r.status, r.result, r.created_at, r.started_at, r.ended_at,
    (r.created_at AT TIME ZONE 'UTC')::date AS day
FROM run r
JOIN entity e ON e.id = r.id
LEFT JOIN entity t ON t.id = r.template_id
LEFT JOIN entity f ON f.id = r.flow_id
LEFT JOIN entity p ON p.id = r.parent_id
WHERE r.id >= $1 AND r.id < $2 AND NOT r.is_removed;

-- lake_edges --
-- The current edges of the runs of a range of ids, a row each; names of one asset have one URN.
SELECT e.urn AS run_urn, coalesce(c.urn, a.urn) AS asset_urn, d.direction, (d.run_created_at AT TIME ZONE 'UTC')::date AS day
FROM edge d
JOIN entity e ON e.id = d.run_id
JOIN entity a ON a.id = d.asset_id
LEFT JOIN entity c ON c.id = a.class_id
WHERE d.run_id >= $1 AND d.run_id < $2 AND d.is_current;

-- lake_versions --
-- The versions that the runs of a range of ids have written, a row each.
SELECT a.urn AS asset_urn, e.urn AS run_urn, w.attempt, w.native_version, w.effect, w.at AS written_at,
    nullif(w.until, 'infinity') AS written_until, nullif(w.replaced_at, 'infinity') AS replaced_at, (w.at AT TIME ZONE 'UTC')::date AS day
FROM asset_write w
JOIN entity e ON e.id = w.run_id
JOIN entity a ON a.id = w.class_id
WHERE w.run_id >= $1 AND w.run_id < $2 AND w.kind = 'VERSION';

-- lake_readers --
-- The runs that certainly saw a version by a run of a range of ids, or by a run within it. Outputs are null if the reader passes the version into all of its outputs.
SELECT a.urn AS asset_urn, e.urn AS run_urn, w.attempt, h.at AS written_at, r.urn AS reader_urn, h.to_attempt AS reader_attempt,
    nullif(h.since, '-infinity') AS since, nullif(h.until, 'infinity') AS until,
    CASE WHEN h.to_output_id <> 0 THEN ARRAY(SELECT o.urn FROM entity o WHERE o.id = h.to_output_id)
        WHEN h.to_input_id <> 0 THEN ARRAY(
            SELECT DISTINCT o.urn
            FROM run_derivations(ARRAY[h.to_run_id], 'infinity', 'infinity') d
            JOIN entity i ON i.id = d.input_id JOIN entity m ON m.id = d.output_id JOIN entity o ON o.id = coalesce(m.class_id, m.id)
            WHERE coalesce(i.class_id, i.id) = h.to_input_id) END AS outputs,
    (h.at AT TIME ZONE 'UTC')::date AS day
FROM asset_write w
JOIN entity e ON e.id = w.run_id
JOIN entity a ON a.id = w.class_id
CROSS JOIN LATERAL materialised_hops_down(w.run_id, w.attempt, 0, w.class_id) h
JOIN entity r ON r.id = h.to_run_id
WHERE w.run_id >= $1 AND w.run_id < $2 AND w.kind IN ('VERSION', 'SHARED', 'LEFT');
