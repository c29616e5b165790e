-- The graphs of jobs and of assets, as projections of the graph of runs (docs/datahub.md).
-- After: types.

CREATE FUNCTION data_of_job(job_id bigint, is_write boolean) RETURNS SETOF bigint
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found (id) AS (
        SELECT 0::bigint
        UNION ALL
        SELECT CASE WHEN data_of_job.is_write
            THEN (SELECT min(w.class_id) FROM asset_write w
                WHERE w.job_id = data_of_job.job_id AND w.kind IN ('VERSION', 'SHARED') AND w.class_id > f.id)
            ELSE (SELECT min(r.class_id) FROM asset_read r WHERE r.job_id = data_of_job.job_id AND r.class_id > f.id) END
        FROM found f WHERE f.id IS NOT NULL
    )
    SELECT f.id FROM found f WHERE f.id > 0
$$;

COMMENT ON FUNCTION data_of_job IS
    'The distinct data that runs of a job have ever read, or written: one index step for each.';

CREATE FUNCTION jobs_of_data(class_id bigint, is_write boolean) RETURNS SETOF bigint
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found (id) AS (
        SELECT 0::bigint
        UNION ALL
        SELECT CASE WHEN jobs_of_data.is_write
            THEN (SELECT min(w.job_id) FROM asset_write w
                WHERE w.class_id = jobs_of_data.class_id AND w.kind IN ('VERSION', 'SHARED') AND w.job_id > f.id)
            ELSE (SELECT min(r.job_id) FROM asset_read r WHERE r.class_id = jobs_of_data.class_id AND r.job_id > f.id) END
        FROM found f WHERE f.id IS NOT NULL
    )
    SELECT f.id FROM found f WHERE f.id > 0
$$;

COMMENT ON FUNCTION jobs_of_data IS
    'The distinct jobs whose runs have ever read, or written, data: one index step for each.';

CREATE FUNCTION job_uses(job_id bigint, is_write boolean, class_id bigint, since timestamptz, until timestamptz)
RETURNS TABLE (run_id bigint, attempt integer, at timestamptz) LANGUAGE sql STABLE AS $$
    (SELECT r.run_id, r.attempt, r.since FROM asset_read r
     WHERE NOT job_uses.is_write AND r.class_id = job_uses.class_id AND r.job_id = job_uses.job_id
        AND r.since <= job_uses.until AND r.since >= CASE WHEN isfinite(job_uses.since) THEN job_uses.since - interval '1 day' ELSE job_uses.since END
        AND r.until >= job_uses.since
     ORDER BY r.since DESC)
    UNION ALL
    SELECT r.run_id, r.attempt, r.since FROM asset_read r
    WHERE NOT job_uses.is_write AND isfinite(job_uses.since) AND r.class_id = job_uses.class_id AND r.job_id = job_uses.job_id AND r.span = 2
        AND r.since < job_uses.since - interval '1 day' AND r.until >= job_uses.since
    UNION ALL
    (SELECT w.run_id, w.attempt, w.at FROM asset_write w
     WHERE job_uses.is_write AND w.class_id = job_uses.class_id AND w.job_id = job_uses.job_id AND w.kind IN ('VERSION', 'SHARED')
        AND w.at <= job_uses.until AND w.at >= CASE WHEN isfinite(job_uses.since) THEN job_uses.since - interval '1 day' ELSE job_uses.since END
        AND w.until >= job_uses.since
     ORDER BY w.at DESC)
    UNION ALL
    SELECT w.run_id, w.attempt, w.at FROM asset_write w
    WHERE job_uses.is_write AND isfinite(job_uses.since) AND w.class_id = job_uses.class_id AND w.job_id = job_uses.job_id
        AND w.kind IN ('VERSION', 'SHARED') AND (w.kind = 'OPEN' OR w.until > w.at)
        AND w.at < job_uses.since - interval '1 day' AND w.until >= job_uses.since
$$;

COMMENT ON FUNCTION job_uses IS
    'The reads of data by a job in a window of time, or its writes of versions: the last to begin first, then the longest ones.';

CREATE FUNCTION latest_use(job_id bigint, is_write boolean, class_id bigint, since timestamptz, until timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE AS $$
    SELECT u.at FROM job_uses(job_id, is_write, class_id, since, until) u LIMIT 1
$$;

COMMENT ON FUNCTION latest_use IS 'The time of a job''s last use of data in a window; null: none.';

CREATE FUNCTION is_write_of(job_id bigint, run_id bigint, attempt integer, class_id bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM asset_write w
        WHERE w.run_id = is_write_of.run_id AND w.attempt = is_write_of.attempt AND w.class_id = is_write_of.class_id
            AND w.job_id = is_write_of.job_id AND w.kind IN ('VERSION', 'SHARED'))
$$;

COMMENT ON FUNCTION is_write_of IS 'True if a write of a run belongs to a job.';

CREATE FUNCTION latest_flow(job_id bigint, input_id bigint, output_id bigint, since timestamptz, until timestamptz) RETURNS timestamptz
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    w record;
BEGIN
    -- One by one, the latest first: the first is nearly always the answer.
    FOR w IN SELECT u.run_id, u.attempt, u.at FROM job_uses(latest_flow.job_id, true, latest_flow.output_id, since, until) u LOOP
        IF EXISTS (
            SELECT FROM read_row k
            WHERE k.run_id = w.run_id AND k.attempt = w.attempt AND k.class_id = latest_flow.input_id
                AND coalesce(k.output_id, latest_flow.output_id) = latest_flow.output_id
                AND (NOT k.narrows OR is_made_from(k.run_id, latest_flow.output_id, k.class_id, 'infinity', 'infinity')))
        THEN
            RETURN w.at;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION latest_flow IS
    'The last time in a window at which a run of a job made data from other data, in one attempt; null: never.';

CREATE FUNCTION latest_sight(reader_job_id bigint, writer_job_id bigint, class_id bigint, since timestamptz, until timestamptz)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    r record;
BEGIN
    FOR r IN SELECT u.run_id, u.attempt, u.at FROM job_uses(reader_job_id, false, latest_sight.class_id, since, until) u LOOP
        IF EXISTS (
            SELECT FROM read_row k
            CROSS JOIN LATERAL materialised_seen(k) w
            WHERE k.run_id = r.run_id AND k.attempt = r.attempt AND k.class_id = latest_sight.class_id AND w.at <= latest_sight.until
                AND (is_write_of(writer_job_id, w.run_id, w.attempt, latest_sight.class_id)
                    OR w.root_id <> w.run_id AND EXISTS (
                        SELECT FROM sharers_of(w) s WHERE is_write_of(writer_job_id, s.run_id, s.attempt, latest_sight.class_id))))
        THEN
            RETURN r.at;
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION latest_sight IS
    'The last time in a window at which a run of one job saw a write of another''s run; null: never.';

CREATE FUNCTION is_said_within(created_at timestamptz, updated_at timestamptz, since timestamptz, until timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN created_at IS NULL AND updated_at IS NULL
        OR coalesce(created_at, updated_at) <= until AND coalesce(updated_at, created_at) >= since;

COMMENT ON FUNCTION is_said_within IS
    'True if the time from an edge''s creation to its update meets a window; always true for an edge with neither, as in DataHub.';

CREATE FUNCTION shown_by_runs(entity_id bigint, is_asset boolean, is_downstream boolean, since timestamptz, until timestamptz)
RETURNS SETOF lineage_hop LANGUAGE sql STABLE AS $$
    WITH job AS (
        SELECT j.id FROM jobs_of_data(entity_id, NOT is_downstream) AS j (id) WHERE is_asset
    ), data AS (
        SELECT d.id FROM data_of_job(entity_id, is_downstream) AS d (id) WHERE NOT is_asset
    ), found (other_id, type, at) AS (
        SELECT j.id, CASE WHEN is_downstream THEN 'Consumes' ELSE 'Produces' END, latest_use(j.id, NOT is_downstream, entity_id, since, until)
        FROM job j
        UNION ALL
        SELECT d.id, 'DownstreamOf', CASE WHEN is_downstream
            THEN latest_flow(j.id, entity_id, d.id, since, until) ELSE latest_flow(j.id, d.id, entity_id, since, until) END
        FROM job j CROSS JOIN LATERAL data_of_job(j.id, is_downstream) AS d (id)
        WHERE d.id <> entity_id
        UNION ALL
        SELECT d.id, CASE WHEN is_downstream THEN 'Produces' ELSE 'Consumes' END, latest_use(entity_id, is_downstream, d.id, since, until)
        FROM data d
        UNION ALL
        SELECT j.id, 'DownstreamOf', CASE WHEN is_downstream
            THEN latest_sight(j.id, entity_id, d.id, since, until) ELSE latest_sight(entity_id, j.id, d.id, since, until) END
        FROM data d CROSS JOIN LATERAL jobs_of_data(d.id, NOT is_downstream) AS j (id)
        WHERE j.id <> entity_id
    )
    SELECT f.other_id, f.type, false, NULL::timestamptz, NULL, max(f.at), NULL, NULL::boolean
    FROM found f WHERE f.at IS NOT NULL
    GROUP BY f.other_id, f.type
$$;

COMMENT ON FUNCTION shown_by_runs IS
    'The entities one hop from a job or from data, as shown by runs in a window. Hops: a job and its data; jobs, if a run saw another''s write; data made from other data.';

CREATE FUNCTION said_of(entity_id bigint, is_asset boolean, is_downstream boolean, since timestamptz, until timestamptz)
RETURNS SETOF lineage_hop LANGUAGE sql STABLE AS $$
    SELECT coalesce(e.class_id, e.id), l.type, true, l.created_at, l.created_actor, nullif(l.updated_at, 'infinity'), l.updated_actor, l.is_manual
    FROM (SELECT m.name_id AS id FROM entity_name m WHERE m.entity_id = said_of.entity_id) n
    CROSS JOIN LATERAL (
        SELECT l.*, l.downstream_id AS other_id FROM declared_lineage l WHERE is_downstream AND l.upstream_id = n.id
        UNION ALL
        SELECT l.*, l.upstream_id FROM declared_lineage l WHERE NOT is_downstream AND l.downstream_id = n.id
    ) l
    JOIN entity e ON e.id = l.other_id
    WHERE l.is_manual OR is_said_within(l.created_at, l.updated_at, since, until)
$$;

COMMENT ON FUNCTION said_of IS
    'The declared entities one hop from a job or an asset; an edge made by hand holds at any time, as in DataHub.';
