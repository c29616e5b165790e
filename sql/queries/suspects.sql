-- stale_inputs --
-- Of versions with the last moment at which each was read: which run should have replaced it by then, but failed or was skipped, from a vantage (docs/suspects.md).
WITH seen AS MATERIALIZED (
    SELECT s.number, s.since, g.run_id AS writer_id
    FROM unnest($1::bigint[], $2::timestamptz[]) WITH ORDINALITY AS s (edge_id, since, number) JOIN edge g ON g.id = s.edge_id
), maker AS MATERIALIZED (
    -- The writer, and the runs that contain it, nearest first: a task that is skipped starts nothing.
    SELECT w.writer_id, a.height, r.id, r.template_id, r.created_at
    FROM (SELECT DISTINCT s.writer_id FROM seen s) w
    CROSS JOIN LATERAL (
        SELECT w.writer_id AS id, 0::bigint AS height
        UNION ALL
        SELECT a.id, a.height FROM unnest(ancestors_of(w.writer_id)) WITH ORDINALITY AS a (id, height)
    ) a
    JOIN run r ON r.id = a.id
    WHERE r.template_id IS NOT NULL AND r.created_at IS NOT NULL
), later AS MATERIALIZED (
    -- A run that was never begun was given up when the run that contains it began, or after: it has no time of its own.
    SELECT m.id AS maker_id, n.id, n.created_at, p.created_at AS given_up_at
    FROM (SELECT DISTINCT m.id, m.template_id, m.created_at FROM maker m) m
    CROSS JOIN LATERAL (
        SELECT r.id, r.created_at, CASE WHEN r.is_derived THEN r.parent_id END AS parent_id FROM run r
        WHERE r.template_id = m.template_id AND r.created_at > m.created_at AND NOT r.is_removed AND NOT r.is_superseded
        ORDER BY r.created_at, r.id DESC LIMIT 20
    ) n
    LEFT JOIN run p ON p.id = n.parent_id
), outcome AS MATERIALIZED (
    SELECT l.maker_id, k.run_id, k.result, coalesce(l.given_up_at, k.over_at) AS over_at,
        count(*) FILTER (WHERE k.status = 'COMPLETE' AND coalesce(k.result, 'SUCCESS') = 'SUCCESS') OVER next AS successes,
        count(*) FILTER (WHERE k.result IN ('FAILURE', 'SKIPPED')) OVER next AS in_a_row
    FROM later l
    JOIN known_states(ARRAY(SELECT DISTINCT l.id FROM later l), ROW($3::timestamptz, $4::timestamptz, '0'::interval, false, false)::vantage) k
        ON k.run_id = l.id
    WINDOW next AS (PARTITION BY l.maker_id ORDER BY l.created_at, l.id DESC)
)
SELECT DISTINCT ON (s.number) s.number - 1 AS place, o.run_id, o.result, o.over_at, o.in_a_row
FROM seen s
JOIN maker m ON m.writer_id = s.writer_id
JOIN outcome o ON o.maker_id = m.id AND o.successes = 0 AND o.result IN ('FAILURE', 'SKIPPED') AND o.over_at <= s.since
ORDER BY s.number, m.height, o.over_at DESC, o.run_id;

-- unusual_runs --
-- The successes among runs whose duration in milliseconds, or rows or bytes of an output, are far from the history of their job, from a vantage (docs/suspects.md).
WITH asked AS MATERIALIZED (
    SELECT r
    FROM (SELECT DISTINCT unnest($1::bigint[]) AS id) o JOIN run r ON r.id = o.id
    WHERE r.result = 'SUCCESS' AND r.template_id IS NOT NULL AND is_settled(r, $2, $3)
), written AS MATERIALIZED (
    SELECT a.r, g.asset_id, s.rows, s.size
    FROM asked a
    JOIN edge g ON g.run_id = (a.r).id AND g.direction = 'OUTPUT' AND g.is_current
    CROSS JOIN LATERAL output_statistics(g.id) s
), pair AS MATERIALIZED (
    SELECT (a.r).id AS run_id, 0::bigint AS asset_id, 'DURATION' AS reason, run_millis(a.r) AS value, run_millis(e) AS earlier
    FROM asked a CROSS JOIN LATERAL earlier_successes(a.r, $3) e
    WHERE run_millis(a.r) IS NOT NULL AND run_millis(e) IS NOT NULL
    UNION ALL
    SELECT (w.r).id, w.asset_id, m.reason, m.value, m.earlier
    FROM written w
    CROSS JOIN LATERAL earlier_successes(w.r, $3) e
    JOIN edge g ON g.run_id = e.id AND g.direction = 'OUTPUT' AND g.asset_id = w.asset_id AND g.is_current
    CROSS JOIN LATERAL output_statistics(g.id) s
    CROSS JOIN LATERAL (VALUES ('ROWS', w.rows, s.rows), ('SIZE', w.size, s.size)) AS m (reason, value, earlier)
    WHERE m.value IS NOT NULL AND m.earlier IS NOT NULL
), middle AS MATERIALIZED (
    SELECT m.* FROM (
        SELECT p.run_id, p.asset_id, p.reason, min(p.value) AS value, count(*) AS history,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY p.earlier) AS median
        FROM pair p
        GROUP BY p.run_id, p.asset_id, p.reason
    ) m
    WHERE m.history >= 8 AND abs(m.value - m.median) > 0.5 * m.median
)
SELECT f.run_id, nullif(f.asset_id, 0) AS asset_id, f.reason, f.value, f.history, f.median, f.tolerance
FROM (
    SELECT m.*, greatest(5 * 1.4826 * s.deviation, 0.5 * m.median) AS tolerance
    FROM middle m
    JOIN (
        SELECT p.run_id, p.asset_id, p.reason, percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(p.earlier - m.median)) AS deviation
        FROM middle m JOIN pair p ON p.run_id = m.run_id AND p.asset_id = m.asset_id AND p.reason = m.reason
        GROUP BY p.run_id, p.asset_id, p.reason
    ) s ON s.run_id = m.run_id AND s.asset_id = m.asset_id AND s.reason = m.reason
) f
WHERE abs(f.value - f.median) > f.tolerance;
