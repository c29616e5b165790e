-- retention_policies --
-- The policies of retention, from the most specific scope on.
SELECT p.scope, p.name, p.keep_runs, p.keep_days, p.keep_failures_days, p.keep_every
FROM retention_policy p
ORDER BY array_position(ARRAY['TEMPLATE', 'FLOW', 'PLATFORM', 'EVERYTHING'], p.scope), p.name COLLATE "C";

-- set_retention_policy --
-- Sets the policy of a scope.
INSERT INTO retention_policy (scope, name, keep_runs, keep_days, keep_failures_days, keep_every) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (scope, text_key(name)) DO UPDATE SET keep_runs = excluded.keep_runs, keep_days = excluded.keep_days,
    keep_failures_days = excluded.keep_failures_days, keep_every = excluded.keep_every, created_at = now();

-- is_scope_known --
-- True if the store knows the job, the flow or the platform of a scope.
SELECT CASE $1
    WHEN 'EVERYTHING' THEN true
    WHEN 'PLATFORM' THEN EXISTS (SELECT FROM entity e WHERE e.kind = 'dataFlow' AND platform_of(e.urn) = $2)
        OR EXISTS (SELECT FROM entity e WHERE e.kind = 'dataJob' AND integration_of(e.id) = $2)
    ELSE EXISTS (SELECT FROM entity e WHERE e.urn_key = text_key($2)) END;

-- unset_retention_policy --
-- Removes the policy of a scope.
DELETE FROM retention_policy p WHERE p.scope = $1 AND p.name = $2;

-- held_runs --
-- The runs that retention keeps until they are released, the newest first.
SELECT e.urn, h.reason, h.held_at FROM held_run h JOIN entity e ON e.run_key = h.run_key ORDER BY h.held_at DESC, e.urn COLLATE "C";

-- hold_run --
-- Keeps a run from removal; returns false if no run with facts of its own has this URN.
SELECT hold_run($1, $2);

-- release_run --
-- Lets retention remove a held run again.
DELETE FROM held_run h USING entity e WHERE e.urn_key = $1 AND h.run_key = e.run_key;

-- sampling_policies --
-- The policies of sampling, from the most specific scope on.
SELECT p.scope, p.name, p.keep_every
FROM sampling_policy p
ORDER BY array_position(ARRAY['TEMPLATE', 'FLOW', 'PLATFORM', 'EVERYTHING'], p.scope), p.name COLLATE "C";

-- set_sampling_policy --
-- Sets the sampling of a scope.
INSERT INTO sampling_policy (scope, name, keep_every) VALUES ($1, $2, $3)
ON CONFLICT (scope, text_key(name)) DO UPDATE SET keep_every = excluded.keep_every, created_at = now();

-- unset_sampling_policy --
-- Removes the sampling of a scope.
DELETE FROM sampling_policy p WHERE p.scope = $1 AND p.name = $2;

-- next_roots --
-- The roots of families after a place, in the order of their ids.
SELECT r.id FROM run r WHERE r.id > $1 AND r.parent_id IS NULL ORDER BY r.id LIMIT $2;

-- judged_families --
-- The sizes of families by the job of their root and the reason why they stay; null: they may go.
SELECT coalesce(t.urn, '') AS template, f.reason, count(*) AS families, sum(cardinality(f.run_ids)) AS runs
FROM judged_families($1, $2) f
JOIN run r ON r.id = f.root_id
LEFT JOIN entity t ON t.id = r.template_id
GROUP BY 1, 2;

-- remove_families --
-- Removes the families of roots that may go; returns the numbers of families and of runs.
SELECT f.families, f.runs FROM remove_families($1, $2) f;

-- removed_runs --
-- The removed ones among some runs.
SELECT r.run_key FROM removed_run r WHERE r.run_key = ANY ($1::uuid[]);

-- has_removed_runs --
-- True if retention removed any runs.
SELECT EXISTS (SELECT FROM removed_run);

-- has_removed_history --
-- True if retention removed runs that read or wrote data.
SELECT EXISTS (SELECT FROM removed_span);

-- is_removed_run --
-- True if retention removed the run that had a URN.
SELECT EXISTS (SELECT FROM removed_run r WHERE r.urn_key = $1);

-- removed_readers --
-- The last time at which removed runs read a version of these runs, or read the asset $2 from $3 on; null: none did.
SELECT max(s.until) AS until
FROM (
    SELECT w.class_id, w.at, w.replaced_at
    FROM unnest($1::bigint[]) AS o (id)
    CROSS JOIN LATERAL (SELECT w.* FROM asset_write w WHERE w.run_id = o.id AND w.kind = 'VERSION' OFFSET 0) w
    UNION ALL
    SELECT coalesce(e.class_id, e.id), $3::timestamptz, 'infinity' FROM entity e WHERE e.id = $2::bigint
) w
CROSS JOIN LATERAL (SELECT n.name_id FROM entity_name n WHERE n.entity_id = w.class_id OFFSET 0) n
JOIN removed_span s ON s.asset_id = n.name_id AND NOT s.is_write AND s.until >= w.at AND s.since < w.replaced_at
WHERE EXISTS (SELECT FROM removed_span);

-- removed_successes --
-- The end of the last day before the creation of one of these failed runs on which a removed run of its job was created; null: there is none.
SELECT max(d.day + 1)::timestamp AT TIME ZONE 'UTC' AS until
FROM unnest($1::bigint[]) AS o (id)
JOIN run r ON r.id = o.id AND coalesce(r.closed_result, r.result) = 'FAILURE'
JOIN removed_day d ON d.template_id = r.template_id AND d.day <= (r.created_at AT TIME ZONE 'UTC')::date;

-- removed_writers --
-- The last time at which removed runs wrote data that these runs read, or that an asset $2 showed at $3; null: none did.
SELECT max(s.until) AS until
FROM (
    SELECT r.class_id, r.since
    FROM unnest($1::bigint[]) AS o (id)
    CROSS JOIN LATERAL (SELECT r.* FROM asset_read r WHERE r.run_id = o.id AND r.version_key IS NULL OFFSET 0) r
    UNION ALL
    SELECT coalesce(e.class_id, e.id), $3::timestamptz FROM entity e WHERE e.id = $2::bigint
) r
CROSS JOIN LATERAL newest_whole_write(r.class_id, r.since, 0, 0, false, NULL, '{}') n
CROSS JOIN LATERAL (SELECT m.name_id FROM entity_name m WHERE m.entity_id = r.class_id OFFSET 0) m
JOIN removed_span s ON s.asset_id = m.name_id AND s.is_write AND s.since <= r.since AND s.until > n.at
WHERE EXISTS (SELECT FROM removed_span);

-- old_log_months --
-- The months of the log that have ended at a moment, the oldest first.
SELECT m.month
FROM pg_inherits i
JOIN pg_class c ON c.oid = i.inhrelid
CROSS JOIN LATERAL (SELECT to_date(substring(c.relname FROM '^event_([0-9]{6})$'), 'YYYYMM') AS month) m
WHERE i.inhparent = 'event'::regclass AND (m.month + interval '1 month') AT TIME ZONE 'UTC' <= $1::timestamptz
ORDER BY m.month;

-- log_of_month --
-- The events of a month of the log after one of them, by time.
SELECT e.at, e.content_hash, e.seq, e.dialect, e.source, e.body
FROM event e
WHERE e.at >= $1::date::timestamp AT TIME ZONE 'UTC' AND e.at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'
    AND (e.at, e.content_hash) > ($2::timestamptz, $3::uuid)
ORDER BY e.at, e.content_hash LIMIT $4;

-- drop_log_month --
-- Drops a month of the log, unless it has another number of events than $2; returns whether it did.
SELECT drop_event_partition($1, $2);

-- note_unused_facets --
-- Lists the sets of facets (false), or the values (true), that nothing uses.
SELECT note_unused_facets($1);

-- keep_used_facets --
-- Takes off the list all that is used by now.
SELECT keep_used_facets($1);

-- drop_unused_facets --
-- Deletes at most $2 of the listed sets of facets (false), or values (true); returns their number.
SELECT drop_unused_facets($1, $2);
