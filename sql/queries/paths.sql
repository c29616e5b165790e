-- hops_of_region --
-- Fragment of walk: the hops to runs of some jobs that began to read by a moment, and to the remains of their data. Others end at their write.
SELECT k.edge_id, k.version_attempt, k.writer_id, k.asset_id, k.at, k.flags, t.to_run_id, t.to_attempt, t.to_input_id, t.to_output_id, t.since, t.until, k.written_until
FROM ({hops}) k (edge_id, version_attempt, writer_id, asset_id, at, flags, to_run_id, to_attempt, to_input_id, to_output_id, since, until, written_until)
LEFT JOIN LATERAL (
    SELECT k.to_run_id, k.to_attempt, k.to_input_id, k.to_output_id, k.since, k.until
    WHERE k.since <= {until}::timestamptz AND (
        k.to_run_id = -1 AND k.to_input_id = ANY ({data}::bigint[])
        OR (SELECT coalesce(r.template_id, r.id) FROM run r WHERE r.id = k.to_run_id) = ANY ({jobs}::bigint[]))
) t ON true
WHERE k.to_run_id IS DISTINCT FROM -1 OR t.to_run_id IS NOT NULL

-- region_before --
-- The jobs whose runs may have affected some runs, the data that they read, and a moment after which no read affected these. Null jobs: too many to tell, or runs name runs.
WITH RECURSIVE unsettled AS MATERIALIZED (
    SELECT o.reads, o.writes
    FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, $5::interval, $6::boolean, $7::boolean)::point_in_time) o
), unsettled_read AS MATERIALIZED (
    SELECT r.run_id, r.job_id, r.class_id, r.until, r.version_key FROM unsettled o CROSS JOIN LATERAL unnest(o.reads) r
), unsettled_write AS MATERIALIZED (
    SELECT w.run_id, w.job_id, w.class_id, w.until FROM unsettled o CROSS JOIN LATERAL unnest(o.writes) w
),
-- A row looks for the next data that a job read, or the next job that wrote data: one index step each.
look (is_data, id, after) AS (
    SELECT false, p.job_id, 0::bigint
    FROM run_places($1::bigint[], 'infinity', 'infinity') p
    WHERE NOT EXISTS (SELECT FROM maybe_dependency)
    UNION
    SELECT n.*
    FROM look l
    CROSS JOIN LATERAL (
        SELECT CASE WHEN l.is_data
            THEN least(
                (SELECT min(w.job_id) FROM asset_write w WHERE w.class_id = l.id AND w.kind IN ('VERSION', 'SHARED') AND w.job_id > l.after),
                (SELECT min(w.job_id) FROM asset_write w WHERE w.class_id = l.id AND (w.kind = 'OPEN' OR w.until > w.at) AND w.job_id > l.after),
                (SELECT min(w.job_id) FROM asset_write w WHERE w.class_id = l.id AND w.kind = 'LEFT' AND w.job_id > l.after),
                (SELECT min(w.job_id) FROM unsettled_write w WHERE w.class_id = l.id AND w.job_id > l.after))
            ELSE least(
                (SELECT min(r.class_id) FROM asset_read r WHERE r.job_id = l.id AND r.class_id > l.after),
                (SELECT min(r.class_id) FROM unsettled_read r WHERE r.job_id = l.id AND r.class_id > l.after)) END AS id
        OFFSET 0
    ) f
    CROSS JOIN LATERAL (VALUES (l.is_data, l.id, f.id), (NOT l.is_data, f.id, 0::bigint)) AS n (is_data, id, after)
    WHERE f.id IS NOT NULL
), looked AS MATERIALIZED (
    SELECT l.* FROM look l LIMIT $2::integer + 1
)
SELECT
    CASE WHEN count(*) BETWEEN 1 AND $2 THEN array_agg(coalesce(r.template_id, l.id)) FILTER (WHERE NOT l.is_data AND l.after = 0) END AS job_ids,
    coalesce(array_agg(l.id) FILTER (WHERE l.is_data AND l.after = 0), '{}') AS class_ids,
    CASE WHEN $5 > interval '0' OR EXISTS (SELECT FROM asset_read k WHERE k.version_key IS NOT NULL)
            OR EXISTS (SELECT FROM unsettled_read k WHERE k.version_key IS NOT NULL)
        THEN 'infinity'
        ELSE greatest(
            (SELECT max(k.until) FROM asset_read k WHERE k.run_id = ANY ($1)), (SELECT max(k.until) FROM asset_write k WHERE k.run_id = ANY ($1)),
            (SELECT max(k.until) FROM unsettled_read k WHERE k.run_id = ANY ($1)), (SELECT max(k.until) FROM unsettled_write k WHERE k.run_id = ANY ($1))) END AS until
FROM looked l LEFT JOIN run r ON NOT l.is_data AND r.id = l.id;

-- updates_between --
-- One of some gaps, each from a version of data to a later one, in which every run read the version before it, at a point in time.
SELECT b.place, u.run_ids, u.edge_ids, u.attempts
FROM unsettled_rows(ROW($4::timestamptz, $5::timestamptz, interval '0', $6::boolean, false)::point_in_time) o
CROSS JOIN unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS b (class_id, since, until, place)
CROSS JOIN LATERAL (
    SELECT array_agg(w.run_id) AS run_ids, array_agg(w.edge_id) AS edge_ids, array_agg(w.attempt) AS attempts
    FROM (
        SELECT w.run_id, w.edge_id, w.attempt FROM write_row w
        WHERE w.class_id = b.class_id AND w.kind = 'VERSION' AND w.at > b.since AND w.at <= b.until
        ORDER BY w.at
    ) w
) u
WHERE NOT EXISTS (SELECT FROM unnest(o.writes) w WHERE w.class_id = b.class_id)
    AND NOT EXISTS (
        SELECT
        FROM (
            SELECT w.run_id, w.attempt, w.class_id, w.at, w.until, lag(w.run_id) OVER versions AS seen_run_id, lag(w.edge_id) OVER versions AS seen_edge_id,
                lag(w.attempt) OVER versions AS seen_attempt, lag(w.root_id) OVER versions AS seen_root_id, lag(w.at) OVER versions AS seen_at,
                lag(w.replaced_at) OVER versions AS seen_until, lag(w.replaced_by_root_id) OVER versions AS seen_until_root_id
            FROM write_row w
            WHERE w.class_id = b.class_id AND w.kind = 'VERSION' AND w.at >= b.since AND w.at <= b.until
            WINDOW versions AS (ORDER BY w.at)
        ) w
        WHERE w.seen_at IS NOT NULL AND (w.until > w.at OR w.at = w.seen_at OR NOT EXISTS (
            SELECT FROM (SELECT r AS read, r.* FROM read_row r WHERE r.run_id = w.run_id OFFSET 0) r
            WHERE r.attempt = w.attempt AND r.class_id = w.class_id AND r.output_id IS NULL AND r.since <= w.at
                AND (NOT r.narrows OR is_made_from(r.run_id, r.class_id, r.class_id, $4, $5))
                AND r.run_id <> ALL (o.ids)
                AND (least($4, $5) = 'infinity' OR EXISTS (SELECT FROM run k WHERE k.id = r.run_id AND is_settled(k, $4, $5)))
                -- Mostly the stored replacement tells; else the rule.
                AND (r.version_key IS NULL AND r.parts IS NULL AND r.root_id <> w.seen_root_id AND r.since >= w.seen_at
                        AND (r.since < w.seen_until OR r.since = w.seen_until AND r.run_id = r.root_id AND r.root_id = w.seen_until_root_id)
                    OR EXISTS (
                        SELECT FROM write_row k
                        WHERE k.run_id = w.seen_run_id AND k.edge_id = w.seen_edge_id AND k.attempt = w.seen_attempt AND NOT k.is_departure
                            AND sees(r.read, k, o.v, o.ids, o.writes) IS NOT DISTINCT FROM 'CERTAIN')))))
LIMIT 1;
