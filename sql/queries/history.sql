-- far_from_history --
-- The values of runs that are far from the history of their jobs, at a point in time (docs/anomalies.md), given pairs with earlier values.
WITH asked AS MATERIALIZED (
    SELECT r
    FROM (SELECT DISTINCT unnest($1::bigint[]) AS id) o JOIN run r ON r.id = o.id
    WHERE r.template_id IS NOT NULL AND is_settled(r, $2, $3)
), compared AS MATERIALIZED (
    SELECT (a.r).id AS run_id, run_millis(a.r) AS millis, coalesce((a.r).attempt, 1) AS attempt,
        e.id AS earlier_id, run_millis(e) AS earlier_millis, coalesce(e.attempt, 1) AS earlier_attempt
    FROM asked a CROSS JOIN LATERAL earlier_runs(a.r, '{SUCCESS}', $3) e
    WHERE (a.r).result = 'SUCCESS'
), amount AS MATERIALIZED (
    -- Each run's once, for any number of comparisons.
    SELECT o.id AS run_id, g.asset_id, g.direction, m.reason, m.value
    FROM (SELECT c.run_id AS id FROM compared c UNION SELECT c.earlier_id FROM compared c) o
    JOIN edge g ON g.run_id = o.id AND g.direction = ANY ($4::text[]) AND g.is_current
    CROSS JOIN LATERAL edge_statistics(g.id, g.direction) s
    CROSS JOIN LATERAL (VALUES ('ROWS', s.rows), ('SIZE', s.size)) AS m (reason, value)
    WHERE m.value IS NOT NULL
), pair AS MATERIALIZED (
    {pairs}
), middle AS MATERIALIZED (
    SELECT m.* FROM (
        SELECT p.run_id, p.asset_id, p.direction, p.reason, min(p.value) AS value, count(*) AS history, max(p.earlier) AS greatest,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY p.earlier) AS median
        FROM pair p
        GROUP BY p.run_id, p.asset_id, p.direction, p.reason
    ) m
    WHERE m.history >= 8 AND abs(m.value - m.median) > 0.5 * m.median
        AND (m.value > m.median OR m.reason NOT IN ('LATE', 'RETRIED'))
)
SELECT f.run_id, e.id AS asset_id, nullif(f.direction, '') AS direction, f.reason, f.value, f.history, f.median, f.tolerance
FROM (
    -- Nights and Sundays come again: late is only an interval longer than the longest.
    SELECT m.*, greatest(5 * 1.4826 * s.deviation, 0.5 * m.median, CASE WHEN m.reason = 'LATE' THEN m.greatest - 0.5 * m.median END) AS tolerance
    FROM middle m
    JOIN (
        SELECT p.run_id, p.asset_id, p.direction, p.reason,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(p.earlier - m.median)) AS deviation
        FROM middle m JOIN pair p ON p.run_id = m.run_id AND p.asset_id = m.asset_id AND p.direction = m.direction AND p.reason = m.reason
        GROUP BY p.run_id, p.asset_id, p.direction, p.reason
    ) s ON s.run_id = m.run_id AND s.asset_id = m.asset_id AND s.direction = m.direction AND s.reason = m.reason
) f
LEFT JOIN entity e ON e.id = f.asset_id
WHERE abs(f.value - f.median) > f.tolerance
ORDER BY f.run_id, f.direction DESC, e.urn COLLATE "C";

-- pairs_of_work --
-- Fragment of far_from_history: the durations of successes, and the rows and bytes that they wrote or read, beside the earlier ones.
SELECT c.run_id, 0::bigint AS asset_id, '' AS direction, 'DURATION' AS reason, c.millis AS value, c.earlier_millis AS earlier
FROM compared c
WHERE c.millis IS NOT NULL AND c.earlier_millis IS NOT NULL
UNION ALL
SELECT c.run_id, m.asset_id, m.direction, m.reason, m.value, e.value
FROM compared c
JOIN amount m ON m.run_id = c.run_id
JOIN amount e ON e.run_id = c.earlier_id AND e.asset_id = m.asset_id AND e.direction = m.direction AND e.reason = m.reason

-- pairs_of_course --
-- Fragment of far_from_history: failures (1, else 0), the attempt of success, and the interval since the run before, beside the earlier ones.
SELECT (a.r).id, 0, '', 'FAILED', 1, CASE e.result WHEN 'FAILURE' THEN 1 ELSE 0 END
FROM asked a CROSS JOIN LATERAL earlier_runs(a.r, '{SUCCESS,FAILURE}', $3) e
WHERE (a.r).result = 'FAILURE'
UNION ALL
SELECT c.run_id, 0, '', 'RETRIED', c.attempt, c.earlier_attempt FROM compared c
UNION ALL
SELECT (a.r).id, 0, '', 'LATE', i.millis, i.earlier
FROM asked a
CROSS JOIN LATERAL (
    SELECT l.place, first_value(l.millis) OVER (ORDER BY l.place) AS millis, l.millis AS earlier FROM earlier_intervals(a.r, $3) l
) i
WHERE i.place > 1 AND NOT (a.r).is_derived

-- newest_runs_of_templates --
-- The newest runs with an event of each template that began in a window, with their status, newest first, ties by URN.
SELECT o.owner_id, p.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT r.id, r.status
    FROM run r JOIN entity e ON e.id = r.id
    WHERE r.template_id = o.owner_id AND r.created_at >= $2 AND r.created_at < $3
        AND r.first_event_at IS NOT NULL AND NOT r.is_superseded AND NOT r.is_removed
    ORDER BY r.created_at DESC, e.urn COLLATE "C" LIMIT $4
) p;
