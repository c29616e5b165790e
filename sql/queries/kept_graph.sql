-- kept_graph_state --
-- The state of the kept steps for a server: if it may hold them, the store, round and snapshot, the changes since another snapshot, and the hops of some steps.
WITH changed AS MATERIALIZED (
    SELECT d.class_ids, d.run_ids, d.step_run_ids, d.step_attempts FROM changed_data d
    WHERE d.changed_in >= pg_snapshot_xmin($1::text::pg_snapshot) AND NOT pg_visible_in_snapshot(d.changed_in, $1::text::pg_snapshot)
)
SELECT NOT EXISTS (SELECT FROM maybe_dependency)
        AND NOT EXISTS (SELECT FROM functions_in_use u WHERE u.schema_name <> $2 AND u.seen_at > now() - interval '15 minutes') AS may_hold,
    to_regclass('kept_step')::oid || ' since ' || pg_postmaster_start_time() AS store,
    coalesce((SELECT max(k.round) FROM kept_step k), 0) AS round,
    pg_current_snapshot()::text AS snapshot,
    coalesce((
        SELECT string_agg(int8send(s.run_id) || int4send(s.attempt), '')
        FROM changed d CROSS JOIN LATERAL unnest(d.step_run_ids, d.step_attempts) AS s (run_id, attempt)
    ), '') AS forgotten,
    coalesce((SELECT string_agg(int8send(c.id), '') FROM changed d CROSS JOIN LATERAL unnest(d.class_ids) AS c (id)), '') AS changed_class_ids,
    coalesce((SELECT string_agg(int8send(r.id), '') FROM changed d CROSS JOIN LATERAL unnest(d.run_ids) AS r (id)), '') AS changed_run_ids,
    packed_hops_of_steps($3::bigint[], $4::integer[], $5::bigint[], $6::bigint[], NULL) AS hops;

-- kept_steps_since --
-- The number of steps that were kept after a round, counted up to a limit.
SELECT count(*) FROM (SELECT FROM kept_step k WHERE k.round > $1::bigint LIMIT $2::integer) k;

-- kept_graph_part --
-- The steps of the next rounds after $1 up to $2, about as many as $3: the last round, the steps with their numbers of hops, and the hops.
WITH last AS MATERIALIZED (
    SELECT max(k.round) AS round
    FROM (SELECT k.round FROM kept_step k WHERE k.round > $1::bigint AND k.round <= $2::bigint ORDER BY k.round LIMIT $3::integer) k
)
SELECT coalesce((SELECT last.round FROM last), $2::bigint) AS round,
    coalesce(string_agg(int8send(k.run_id) || int4send(k.attempt) || int4send(k.number), '' ORDER BY k.run_id, k.attempt), '') AS steps,
    coalesce(string_agg(k.hops, '' ORDER BY k.run_id, k.attempt), '') AS hops
FROM kept_step k
WHERE k.round > $1::bigint AND k.round <= (SELECT last.round FROM last);

-- runs_without_writes --
-- The runs among these that have written nothing: they lead nowhere. Packed.
SELECT coalesce(string_agg(int8send(r.id), ''), '') AS run_ids
FROM unnest($1::bigint[]) AS r (id)
WHERE NOT EXISTS (SELECT FROM asset_write w WHERE w.run_id = r.id OFFSET 0);

-- hops_of_steps --
-- The hops from steps to the readers of their writes, packed; of each step at most so many.
SELECT packed_hops_of_steps($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer);

-- data_of_steps --
-- The data that steps write: each with the run and the attempt of a step, packed.
SELECT coalesce(string_agg(int8send(w.class_id) || int8send(s.run_id) || int4send(s.attempt), '' ORDER BY w.class_id), '') AS data
FROM unnest($1::bigint[], $2::integer[]) AS s (run_id, attempt)
CROSS JOIN LATERAL (SELECT DISTINCT w.class_id FROM asset_write w WHERE w.run_id = s.run_id AND w.attempt = s.attempt OFFSET 0) w;
