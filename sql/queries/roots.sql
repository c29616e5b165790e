-- roots_of_steps --
-- The ends of paths upstream at a point in time: the reads of steps without a visible version, by asset, and the steps that read nothing (asset null).
WITH unsettled AS MATERIALIZED (
    SELECT o.* FROM unsettled_rows(ROW($6::timestamptz, $7::timestamptz, '0'::interval, false, false)::point_in_time) o
), step AS MATERIALIZED (
    SELECT s.* FROM unnest($1::bigint[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS s (run_id, attempt, output_id, number)
), seen AS MATERIALIZED (
    SELECT DISTINCT s.number, coalesce(e.class_id, e.id) AS class_id
    FROM unnest($4::bigint[], $5::bigint[]) AS s (number, edge_id)
    LEFT JOIN edge g ON g.id = s.edge_id LEFT JOIN entity e ON e.id = g.asset_id
), input AS MATERIALIZED (
    SELECT s.number, s.run_id, r.class_id, r.asset_id, r.since
    FROM unsettled o
    CROSS JOIN step s
    CROSS JOIN LATERAL (
        SELECT k.* FROM read_row k WHERE k.run_id = s.run_id AND is_known(k.run_id, o.v, o.ids)
        UNION ALL
        SELECT k.* FROM unnest(o.reads) k WHERE k.run_id = s.run_id
    ) r
    WHERE (s.attempt = 0 OR r.attempt = s.attempt)
        AND (s.output_id = 0 OR coalesce(r.output_id, s.output_id) = s.output_id)
        AND (s.output_id = 0 OR NOT r.narrows OR is_made_from(s.run_id, s.output_id, r.class_id, (o.v).as_of, (o.v).known_at))
)
SELECT r.*, e.urn
FROM (
    SELECT i.class_id, (array_agg(i.asset_id ORDER BY i.number, a.urn COLLATE "C"))[1] AS asset_id, (array_agg(i.run_id ORDER BY i.number))[1] AS run_id,
        min(i.number) AS number, count(DISTINCT i.run_id) AS readers, min(i.since) AS first_read_at, max(i.since) AS last_read_at
    FROM input i JOIN entity a ON a.id = i.asset_id
    WHERE NOT EXISTS (SELECT FROM seen s WHERE s.number = i.number AND s.class_id = i.class_id)
    GROUP BY i.class_id
    UNION ALL
    SELECT NULL, NULL, s.run_id, min(s.number), 0, NULL, NULL
    FROM step s
    LEFT JOIN (SELECT i.number FROM input i UNION SELECT x.number FROM seen x) u ON u.number = s.number
    WHERE NOT EXISTS (
            -- A descendant's write is explained by the descendant's inputs.
            SELECT FROM write_row w
            WHERE w.run_id = s.run_id AND w.kind = 'SHARED' AND (s.output_id = 0 OR w.class_id = s.output_id))
    GROUP BY s.run_id
    HAVING count(u.number) = 0
) r
JOIN entity e ON e.id = coalesce(r.asset_id, r.run_id);
