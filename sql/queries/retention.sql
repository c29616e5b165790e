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

-- unset_retention_policy --
-- Removes the policy of a scope.
DELETE FROM retention_policy p WHERE p.scope = $1 AND p.name = $2;

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
-- Those of some runs that retention removed.
SELECT r.run_key FROM removed_run r WHERE r.run_key = ANY ($1::uuid[]);

-- removed_total --
-- The number of removed runs.
SELECT count(*) FROM removed_run;
