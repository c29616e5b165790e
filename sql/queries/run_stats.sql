-- run_stats_figures --
-- The figures of each owner's runs created from $2 until $3: in total, and by time of the unit $4 (store/run_stats.py). Removed runs count by whole days.
SELECT o.owner_id, f.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT coalesce(l.bucket, g.bucket) AS bucket, coalesce(l.is_all, g.is_all) AS is_all,
        coalesce(l.total, 0) + coalesce(g.total, 0) AS total,
        coalesce(l.started, 0) + coalesce(g.started, 0) AS started,
        coalesce(l.complete, 0) + coalesce(g.complete, 0) AS complete,
        coalesce(l.success, 0) + coalesce(g.success, 0) AS success,
        coalesce(l.failure, 0) + coalesce(g.failure, 0) AS failure,
        coalesce(l.skipped, 0) + coalesce(g.skipped, 0) AS skipped,
        coalesce(l.up_for_retry, 0) + coalesce(g.up_for_retry, 0) AS up_for_retry,
        coalesce(l.retried, 0) + coalesce(g.retried, 0) AS retried,
        coalesce(l.retries, 0) + coalesce(g.retries, 0) AS retries,
        coalesce(l.timed, 0) + coalesce(g.timed, 0) AS timed,
        coalesce(g.total, 0) AS removed,
        CASE WHEN g.timed > 0 THEN joined_percentiles(l.durations, g.durations, ARRAY[0.5, 0.9, 0.95, 0.99]) ELSE l.percentiles END AS percentiles,
        least(l.shortest, g.shortest) AS shortest,
        (coalesce(l.total_duration, interval '0') + coalesce(g.total_duration, interval '0')) / nullif(coalesce(l.timed, 0) + coalesce(g.timed, 0), 0) AS mean,
        greatest(l.longest, g.longest) AS longest
    FROM (
        SELECT s.bucket, grouping(s.bucket) = 1 AS is_all,
            count(*) AS total,
            count(*) FILTER (WHERE s.status = 'STARTED') AS started,
            count(*) FILTER (WHERE s.status = 'COMPLETE') AS complete,
            count(*) FILTER (WHERE s.result = 'SUCCESS') AS success,
            count(*) FILTER (WHERE s.result = 'FAILURE') AS failure,
            count(*) FILTER (WHERE s.result = 'SKIPPED') AS skipped,
            count(*) FILTER (WHERE s.result = 'UP_FOR_RETRY') AS up_for_retry,
            count(*) FILTER (WHERE s.attempt > 1) AS retried,
            coalesce(sum(s.retries), 0) AS retries,
            count(s.duration) AS timed,
            percentile_cont(ARRAY[0.5, 0.9, 0.95, 0.99]) WITHIN GROUP (ORDER BY s.duration) AS percentiles,
            array_agg(s.duration) FILTER (WHERE s.duration IS NOT NULL AND (
                SELECT EXISTS (SELECT FROM removed_day d WHERE {removed} AND {within}))) AS durations,
            min(s.duration) AS shortest, sum(s.duration) AS total_duration, max(s.duration) AS longest
        FROM (
            SELECT date_trunc($4::text, r.created_at, 'UTC') AS bucket,
                CASE WHEN r.closed_result IS NOT NULL THEN 'COMPLETE' ELSE r.status END AS status,
                coalesce(r.closed_result, r.result) AS result, coalesce(r.attempt, 1) AS attempt,
                retries_of(r.id, r.attempt) AS retries,
                CASE WHEN r.result = 'SUCCESS' AND r.ended_at > r.started_at THEN r.ended_at - r.started_at END AS duration
            FROM run r
            WHERE {owned} AND NOT r.is_superseded AND NOT r.is_removed
                AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
        ) s
        GROUP BY GROUPING SETS ((), (s.bucket))
    ) l
    FULL JOIN (
        SELECT d.bucket, grouping(d.bucket) = 1 AS is_all, sum(d.total)::bigint AS total, sum(d.started)::bigint AS started,
            sum(d.complete)::bigint AS complete, sum(d.success)::bigint AS success, sum(d.failure)::bigint AS failure,
            sum(d.skipped)::bigint AS skipped, sum(d.up_for_retry)::bigint AS up_for_retry, sum(d.retried)::bigint AS retried,
            sum(d.retries)::bigint AS retries, sum(d.timed)::bigint AS timed, min(d.shortest) AS shortest,
            sum(d.total_duration) AS total_duration, max(d.longest) AS longest, array_agg(d.durations) AS durations
        FROM (
            SELECT d.*, date_trunc($4::text, d.day::timestamp AT TIME ZONE 'UTC', 'UTC') AS bucket
            FROM removed_day d
            WHERE {removed} AND {within}
        ) d
        GROUP BY GROUPING SETS ((), (d.bucket))
    ) g ON g.is_all = l.is_all AND coalesce(g.bucket, '-infinity') = coalesce(l.bucket, '-infinity')
) f
WHERE f.is_all OR f.bucket IS NOT NULL
ORDER BY o.owner_id, f.bucket;

-- run_stats_written --
-- The rows and bytes that each owner's runs created from $2 until $3 wrote, as reported: in total, and by time of the unit $4. Removed runs count by whole days.
SELECT o.owner_id, f.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT s.bucket, grouping(s.bucket) = 1 AS is_all, sum(s.runs)::bigint AS runs,
        trunc(sum(s.rows)) AS rows, trunc(sum(s.size)) AS size
    FROM (
        SELECT date_trunc($4::text, r.created_at, 'UTC') AS bucket, 1 AS runs, w.rows, w.size
        FROM run r CROSS JOIN LATERAL written_amounts(r.id) w
        WHERE {owned} AND NOT r.is_superseded AND NOT r.is_removed
            AND r.created_at >= $2::timestamptz AND r.created_at < $3::timestamptz
        UNION ALL
        SELECT date_trunc($4::text, d.day::timestamp AT TIME ZONE 'UTC', 'UTC'), d.written_runs, d.written_rows, d.written_bytes
        FROM removed_day d
        WHERE {removed} AND {within} AND d.written_runs > 0
    ) s
    GROUP BY GROUPING SETS ((), (s.bucket))
) f
WHERE f.runs > 0 AND (f.is_all OR f.bucket IS NOT NULL)
ORDER BY o.owner_id, f.bucket;

-- run_stats_removed_within --
-- Condition: the day of removed runs begins within the window.
d.day >= ($2::timestamptz AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date
AND d.day < ($3::timestamptz AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date

-- run_stats_removed_of_template --
-- Condition: the figures are of the job's removed runs.
d.template_id = o.owner_id

-- run_stats_removed_of_flow --
-- Condition: the figures are of the flow's removed runs; the second part lets removed_day_flow_idx serve.
d.flow_id = o.owner_id AND d.flow_id <> 0

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
