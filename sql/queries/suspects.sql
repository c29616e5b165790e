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
    SELECT r.id, r.template_id, r.created_at, coalesce(r.started_at, r.created_at) AS since, run_millis(r) AS millis
    FROM (SELECT DISTINCT unnest($1::bigint[]) AS id) o JOIN run r ON r.id = o.id
    WHERE r.result = 'SUCCESS' AND r.template_id IS NOT NULL AND is_settled(r, $2, $3)
), earlier AS MATERIALIZED (
    SELECT a.id AS asked_id, e.id, run_millis(e) AS millis
    FROM asked a
    CROSS JOIN LATERAL (
        SELECT r.* FROM run r
        WHERE r.template_id = a.template_id AND r.created_at < a.created_at AND r.result = 'SUCCESS' AND NOT r.is_removed
        ORDER BY r.created_at DESC, r.id LIMIT 50
    ) e
    WHERE e.ended_at <= a.since AND e.last_arrived_at <= $3
), output AS MATERIALIZED (
    SELECT a.id AS asked_id, g.asset_id, g.id AS edge_id, true AS is_own
    FROM asked a JOIN edge g ON g.run_id = a.id AND g.direction = 'OUTPUT' AND g.is_current
    UNION ALL
    SELECT a.id, g.asset_id, o.id, false
    FROM asked a
    JOIN edge g ON g.run_id = a.id AND g.direction = 'OUTPUT' AND g.is_current
    JOIN earlier e ON e.asked_id = a.id
    JOIN edge o ON o.run_id = e.id AND o.direction = 'OUTPUT' AND o.asset_id = g.asset_id AND o.is_current
), said AS MATERIALIZED (
    SELECT o.asked_id, o.asset_id, o.is_own, json_number(s.value -> 'rowCount') AS rows, json_number(s.value -> 'size') AS size,
        max(json_number(s.value -> 'rowCount')) FILTER (WHERE o.is_own) OVER same AS own_rows,
        max(json_number(s.value -> 'size')) FILTER (WHERE o.is_own) OVER same AS own_size
    FROM output o
    CROSS JOIN LATERAL (
        SELECT c.value FROM edge_facet f JOIN content c ON c.key = f.content_key
        WHERE f.edge_id = o.edge_id AND f.scope = 'EDGE' AND f.name = 'outputStatistics' AND NOT f.is_deleted
        OFFSET 0
    ) s
    WINDOW same AS (PARTITION BY o.asked_id, o.asset_id)
), pair AS MATERIALIZED (
    SELECT a.id AS run_id, 0::bigint AS asset_id, 'DURATION' AS reason, a.millis AS value, e.millis AS earlier
    FROM asked a JOIN earlier e ON e.asked_id = a.id
    WHERE a.millis IS NOT NULL AND e.millis IS NOT NULL
    UNION ALL
    SELECT s.asked_id, s.asset_id, m.reason, m.value, m.earlier
    FROM said s CROSS JOIN LATERAL (VALUES ('ROWS', s.own_rows, s.rows), ('SIZE', s.own_size, s.size)) AS m (reason, value, earlier)
    WHERE NOT s.is_own AND m.value IS NOT NULL AND m.earlier IS NOT NULL
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
