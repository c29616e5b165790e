-- run_stats_figures --
-- The figures of each owner's runs created from $2 until $3: in total, and by time of the unit $4 (store/run_stats.py).
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
-- The creation times of each owner's runs that hang at a moment, the earliest first.
WITH hung AS MATERIALIZED ({hung})
SELECT o.owner_id, ARRAY(
    SELECT r.created_at FROM hung h JOIN run r ON r.id = h.id WHERE {owned} AND NOT r.is_superseded ORDER BY r.created_at
) AS created
FROM unnest($3::bigint[]) AS o (owner_id);

-- run_stats_schedule --
-- The usual interval between each owner's runs by $3, and the times of missing runs from $2 until $3 (docs/runs.md).
SELECT o.owner_id, u.usual_interval, coalesce(m.missing, '{}') AS missing
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT array_agg(n.gap) AS gaps, percentile_cont(0.5) WITHIN GROUP (ORDER BY n.gap) AS usual_interval
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
    SELECT array_agg(f.at ORDER BY f.at DESC) AS missing
    FROM (
        SELECT e.at
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
        -- Only those near the window: the run before it may be years ago.
        CROSS JOIN LATERAL generate_series(
            greatest(1, floor(extract(epoch FROM $2::timestamptz - s.begins) / extract(epoch FROM u.usual_interval)))::bigint,
            least(
                round(extract(epoch FROM s.ends - s.begins) / extract(epoch FROM u.usual_interval)) - 1,
                ceil(extract(epoch FROM $3::timestamptz - s.begins) / extract(epoch FROM u.usual_interval)))::bigint
        ) AS k (number)
        CROSS JOIN LATERAL (SELECT s.begins + k.number * u.usual_interval AS at OFFSET 0) e
        WHERE e.at >= $2::timestamptz AND e.at < $3::timestamptz
            -- Nights and weekends are no gaps: in the last week before there was one at the time.
            AND (u.usual_interval > interval '36 hours' OR EXISTS (
                SELECT FROM run r
                CROSS JOIN (SELECT e.at - ceil(extract(epoch FROM e.at - s.begins) / 604800) * interval '168 hours' AS at) w
                WHERE {owned} AND {scheduled}
                    AND r.created_at >= w.at - u.usual_interval / 2 AND r.created_at < w.at + u.usual_interval / 2))
        ORDER BY e.at DESC LIMIT $9::bigint
    ) f
) m
WHERE cardinality(u.gaps) >= $6::bigint AND u.usual_interval >= $8::interval
    AND (
        SELECT avg((n.gap >= 0.5 * u.usual_interval AND n.gap < 1.5 * u.usual_interval)::integer) FROM unnest(u.gaps) AS n (gap)
    ) >= $7::float8;

-- run_stats_scheduled --
-- Condition: the run counts for the interval of its job.
NOT r.is_superseded AND NOT r.is_removed AND r.created_at IS NOT NULL
AND (r.trigger IS NULL OR r.trigger IN ('scheduled', 'schedule'))
