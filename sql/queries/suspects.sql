-- stale_inputs --
-- The run that should have replaced each version before its last read, but failed or was skipped, at a point in time (docs/suspects.md).
WITH asked AS MATERIALIZED (
    SELECT ROW($3::timestamptz, $4::timestamptz, '0'::interval, false, false)::point_in_time AS v
), seen AS MATERIALIZED (
    SELECT s.number, s.since, s.edge_id, g.run_id AS writer_id, coalesce(a.class_id, a.id) AS class_id
    FROM unnest($1::bigint[], $2::timestamptz[]) WITH ORDINALITY AS s (edge_id, since, number)
    JOIN edge g ON g.id = s.edge_id JOIN entity a ON a.id = g.asset_id
), maker AS MATERIALIZED (
    -- The writer, and the runs that contain it up to a removed one, nearest first: a skipped task starts nothing.
    SELECT r.writer_id, r.height, r.id, r.template_id, r.created_at
    FROM (
        SELECT w.writer_id, a.height, r.id, r.template_id, r.created_at,
            bool_or(r.is_removed) OVER (PARTITION BY w.writer_id ORDER BY a.height) AS is_left_out
        FROM (SELECT DISTINCT s.writer_id FROM seen s) w
        CROSS JOIN LATERAL (
            SELECT w.writer_id AS id, 0::bigint AS height
            UNION ALL
            SELECT a.id, a.height FROM unnest(ancestors_of(w.writer_id)) WITH ORDINALITY AS a (id, height)
        ) a
        JOIN run r ON r.id = a.id
    ) r
    WHERE r.template_id IS NOT NULL AND r.created_at IS NOT NULL AND NOT r.is_left_out
), later AS MATERIALIZED (
    -- A run that never began has no time of its own: it was given up when the run that contains it began, or later.
    SELECT m.id AS maker_id, n.id, n.urn, n.created_at, p.created_at AS given_up_at
    FROM (SELECT DISTINCT m.id, m.template_id, m.created_at FROM maker m) m
    CROSS JOIN LATERAL (
        SELECT r.id, e.urn, r.created_at, CASE WHEN r.is_derived THEN r.parent_id END AS parent_id FROM run r JOIN entity e ON e.id = r.id
        WHERE r.template_id = m.template_id AND r.created_at > m.created_at AND NOT r.is_removed AND NOT r.is_superseded
        ORDER BY r.created_at, e.urn COLLATE "C" LIMIT 20
    ) n
    LEFT JOIN run p ON p.id = n.parent_id
), outcome AS MATERIALIZED (
    SELECT l.maker_id, k.run_id, l.urn, l.created_at, k.result, coalesce(l.given_up_at, k.over_at) AS over_at,
        count(*) FILTER (WHERE k.status = 'COMPLETE' AND coalesce(k.result, 'SUCCESS') = 'SUCCESS') OVER next AS successes
    FROM later l
    CROSS JOIN asked
    JOIN known_states(ARRAY(SELECT DISTINCT l.id FROM later l), asked.v) k ON k.run_id = l.id
    WINDOW next AS (PARTITION BY l.maker_id ORDER BY l.created_at, l.urn COLLATE "C")
), failure AS MATERIALIZED (
    SELECT o.*, count(*) OVER (PARTITION BY o.maker_id, o.successes ORDER BY o.created_at, o.urn COLLATE "C") AS in_a_row
    FROM outcome o WHERE o.result IN ('FAILURE', 'SKIPPED')
), missed AS MATERIALIZED (
    SELECT m.*
    FROM asked
    CROSS JOIN LATERAL unsettled_rows(asked.v) u
    CROSS JOIN LATERAL missed_outputs(
        ARRAY(SELECT DISTINCT f.run_id FROM failure f JOIN maker m ON m.id = f.maker_id JOIN seen s ON s.writer_id = m.writer_id WHERE f.over_at < s.since),
        asked.v, u.ids, u.writes) m
)
SELECT DISTINCT ON (s.number) s.number - 1 AS place, f.run_id, f.result, f.over_at, f.in_a_row
FROM seen s
JOIN maker m ON m.writer_id = s.writer_id
JOIN failure f ON f.maker_id = m.id AND f.over_at < s.since
JOIN missed d ON d.run_id = f.run_id AND d.class_id = s.class_id
WHERE EXISTS (
    SELECT FROM write_row w WHERE w.run_id = s.writer_id AND w.edge_id = s.edge_id AND w.kind = 'VERSION' AND w.at < f.over_at OFFSET 0
)
ORDER BY s.number, m.height, f.over_at DESC, f.urn COLLATE "C";
