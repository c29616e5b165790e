-- watched_runs --
-- The usual duration of runs' jobs, and true for a run that hangs at $2 (docs/hung-runs.md), newest first; without given runs, all that hang.
WITH watched AS (
    SELECT r.id, r.template_id, r.status, r.closed_result, r.created_at, coalesce(r.started_at, r.created_at) AS since
    FROM run r
    WHERE r.id = ANY (coalesce($1::bigint[], ARRAY(SELECT o.id FROM run o WHERE o.status = 'STARTED' AND NOT o.is_removed)))
), usual AS MATERIALIZED (
    SELECT t.template_id, h.*
    FROM (SELECT DISTINCT w.template_id FROM watched w) t
    CROSS JOIN LATERAL usual_run_time(t.template_id) h
    WHERE NOT EXISTS (
        SELECT FROM entity_facet f JOIN content c ON c.key = f.content_key
        WHERE f.entity_id = t.template_id AND f.scope = 'OWN' AND f.name = 'jobType' AND NOT f.is_deleted
            AND upper(c.value ->> 'processingType') IN ('STREAMING', 'SERVICE')
        OFFSET 0)
)
SELECT h.id, h.usual_duration, h.median, h.history, h.since, h.tolerated, h.is_hung
FROM (
    SELECT w.id, w.created_at, w.since, u.duration AS usual_duration, u.median, u.history, l.tolerated,
        w.status IS NOT DISTINCT FROM 'STARTED' AND w.closed_result IS NULL AND $2 - w.since > l.tolerated AS is_hung
    FROM watched w
    JOIN usual u ON u.template_id = w.template_id
    CROSS JOIN LATERAL (SELECT hangs_after(u.duration) AS tolerated) l
) h
JOIN entity e ON e.id = h.id
WHERE h.is_hung OR $1 IS NOT NULL
ORDER BY h.created_at DESC NULLS LAST, e.urn COLLATE "C";
