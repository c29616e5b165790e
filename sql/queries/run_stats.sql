-- run_stats_figures --
-- What the runs of each owner that were created from $2 until $3 came to: all in all, and by time of the unit $4 (store/run_stats.py).
SELECT o.owner_id, f.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT s.bucket, grouping(s.bucket) = 1 AS is_all,
        count(*) AS total,
        count(*) FILTER (WHERE s.status = 'STARTED') AS started,
        count(*) FILTER (WHERE s.status = 'COMPLETE') AS complete,
        count(*) FILTER (WHERE s.result = 'SUCCESS') AS success,
        count(*) FILTER (WHERE s.result = 'FAILURE') AS failure,
        count(*) FILTER (WHERE s.result = 'SKIPPED') AS skipped,
        count(*) FILTER (WHERE s.result = 'UP_FOR_RETRY') AS up_for_retry,
        count(*) FILTER (WHERE s.attempt > 1) AS retried,
        coalesce(sum(s.attempt - 1), 0) AS retries,
        count(s.duration) AS timed,
        percentile_cont(ARRAY[0.5, 0.9, 0.95, 0.99]) WITHIN GROUP (ORDER BY s.duration) AS percentiles,
        min(s.duration) AS shortest, avg(s.duration) AS mean, max(s.duration) AS longest
    FROM (
        SELECT date_trunc($4::text, r.created_at, 'UTC') AS bucket,
            CASE WHEN r.closed_result IS NOT NULL THEN 'COMPLETE' ELSE r.status END AS status,
            coalesce(r.closed_result, r.result) AS result, coalesce(r.attempt, 1) AS attempt,
            CASE WHEN r.result = 'SUCCESS' AND r.ended_at > r.started_at THEN r.ended_at - r.started_at END AS duration
        FROM run r
        WHERE {owned} AND NOT r.is_superseded AND NOT r.is_removed
            AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
    ) s
    GROUP BY GROUPING SETS ((), (s.bucket))
) f
WHERE f.is_all OR f.bucket IS NOT NULL
ORDER BY o.owner_id, f.bucket;

-- run_stats_hung --
-- How many runs of each owner hang at a moment.
WITH hung AS MATERIALIZED ({hung})
SELECT o.owner_id, (
    SELECT count(*) FROM hung h JOIN run r ON r.id = h.id WHERE {owned} AND NOT r.is_superseded
) AS total
FROM unnest($3::bigint[]) AS o (owner_id);

-- run_stats_gaps --
-- How long after each other the runs of each owner usually begin by $3, and between which from $2 on there is room for more (docs/runs.md).
SELECT o.owner_id, u.usual_gap, g.begins, g.ends
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT array_agg(n.gap) AS gaps, percentile_cont(0.5) WITHIN GROUP (ORDER BY n.gap) AS usual_gap
    FROM (
        SELECT s.created_at - lag(s.created_at) OVER (ORDER BY s.created_at) AS gap
        FROM (
            SELECT r.created_at FROM run r WHERE {owned} AND {scheduled} AND r.created_at < $3::timestamptz
            ORDER BY r.created_at DESC LIMIT $5::bigint + 1
        ) s
    ) n
    WHERE n.gap IS NOT NULL
) u
CROSS JOIN LATERAL (
    SELECT array_agg(s.begins ORDER BY s.begins) AS begins, array_agg(s.ends ORDER BY s.begins) AS ends
    FROM (
        SELECT t.created_at AS begins, coalesce(lead(t.created_at) OVER (ORDER BY t.created_at), $4::timestamptz) AS ends
        FROM (
            (SELECT r.created_at FROM run r WHERE {owned} AND {scheduled} AND r.created_at < $2::timestamptz
             ORDER BY r.created_at DESC LIMIT 1)
            UNION ALL
            SELECT r.created_at FROM run r
            WHERE {owned} AND {scheduled} AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
            UNION ALL
            (SELECT r.created_at FROM run r WHERE {owned} AND {scheduled} AND r.created_at >= $3::timestamptz
             ORDER BY r.created_at LIMIT 1)
        ) t
    ) s
    WHERE s.ends - s.begins >= 1.5 * u.usual_gap
) g
WHERE cardinality(u.gaps) >= $6::bigint AND u.usual_gap >= interval '1 second'
    AND (SELECT avg((n.gap >= 0.5 * u.usual_gap AND n.gap < 1.5 * u.usual_gap)::integer) FROM unnest(u.gaps) AS n (gap)) >= $7::float8;

-- run_stats_scheduled --
-- A condition: the run counts where its job's history is looked at for an interval.
NOT r.is_superseded AND NOT r.is_removed AND r.created_at IS NOT NULL
AND (r.trigger IS NULL OR r.trigger IN ('scheduled', 'schedule'))
