-- The graphs of jobs and of assets, as projections of the graph of runs (docs/datahub.md).
-- After: types.

CREATE FUNCTION keep_job_uses(run_ids bigint[], reads read_row[], writes write_row[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    WITH used AS MATERIALIZED (
        SELECT DISTINCT ON (u.run_id, u.attempt, u.is_write, u.class_id)
            j.job_id, u.*,
            CASE WHEN isfinite(u.at) AND isfinite(u.until) THEN u.until - u.at > interval '1 day' ELSE true END AS is_long
        FROM (
            SELECT r.run_id, r.attempt, false AS is_write, r.class_id, r.since AS at, r.until FROM unnest(reads) r
            UNION ALL
            SELECT w.run_id, w.attempt, true, w.class_id, w.at, w.until FROM unnest(writes) w WHERE w.kind IN ('VERSION', 'SHARED')
        ) u
        CROSS JOIN LATERAL (
            SELECT CASE WHEN t.kind IN ('dataJob', 'dataFlow') THEN t.id ELSE r.id END AS job_id
            FROM run r
            LEFT JOIN LATERAL (SELECT t.id, t.kind FROM entity t WHERE t.id = r.template_id OFFSET 0) t ON true
            WHERE r.id = u.run_id
            OFFSET 0
        ) j
        ORDER BY u.run_id, u.attempt, u.is_write, u.class_id, u.at, u.until DESC
    ), gone AS (
        DELETE FROM job_use k
        WHERE k.run_id = ANY (run_ids)
            AND (k.run_id, k.attempt, k.is_write, k.class_id) NOT IN (SELECT u.run_id, u.attempt, u.is_write, u.class_id FROM used u)
    )
    INSERT INTO job_use AS known (job_id, class_id, run_id, at, until, attempt, is_write, is_long)
    SELECT u.job_id, u.class_id, u.run_id, u.at, u.until, u.attempt, u.is_write, u.is_long FROM used u
    ON CONFLICT (run_id, attempt, is_write, class_id) DO UPDATE
    SET job_id = excluded.job_id, at = excluded.at, until = excluded.until, is_long = excluded.is_long
    WHERE (known.job_id, known.at, known.until) IS DISTINCT FROM (excluded.job_id, excluded.at, excluded.until);
END $$;

COMMENT ON FUNCTION keep_job_uses IS 'Makes these reads and writes of runs the uses of their jobs.';

CREATE FUNCTION data_of_job(job_id bigint, is_write boolean) RETURNS SETOF bigint
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found (id) AS (
        SELECT min(u.class_id) FROM job_use u WHERE u.job_id = data_of_job.job_id AND u.is_write = data_of_job.is_write
        UNION ALL
        SELECT (SELECT min(u.class_id) FROM job_use u
            WHERE u.job_id = data_of_job.job_id AND u.is_write = data_of_job.is_write AND u.class_id > f.id)
        FROM found f WHERE f.id IS NOT NULL
    )
    SELECT f.id FROM found f WHERE f.id IS NOT NULL
$$;

COMMENT ON FUNCTION data_of_job IS 'The different data that runs of a job have ever read, or written: a step in the index each.';

CREATE FUNCTION jobs_of_data(class_id bigint, is_write boolean) RETURNS SETOF bigint
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found (id) AS (
        SELECT min(u.job_id) FROM job_use u WHERE u.class_id = jobs_of_data.class_id AND u.is_write = jobs_of_data.is_write
        UNION ALL
        SELECT (SELECT min(u.job_id) FROM job_use u
            WHERE u.class_id = jobs_of_data.class_id AND u.is_write = jobs_of_data.is_write AND u.job_id > f.id)
        FROM found f WHERE f.id IS NOT NULL
    )
    SELECT f.id FROM found f WHERE f.id IS NOT NULL
$$;

COMMENT ON FUNCTION jobs_of_data IS 'The different jobs whose runs have ever read data, or written it: a step in the index each.';

CREATE FUNCTION job_uses(job_id bigint, is_write boolean, class_id bigint, since timestamptz, until timestamptz) RETURNS SETOF job_use
    LANGUAGE sql STABLE AS $$
    (SELECT u.* FROM job_use u
     WHERE u.class_id = job_uses.class_id AND u.is_write = job_uses.is_write AND u.job_id = job_uses.job_id
        AND u.at <= job_uses.until AND u.at >= CASE WHEN isfinite(job_uses.since) THEN job_uses.since - interval '1 day' ELSE job_uses.since END
        AND u.until >= job_uses.since
     ORDER BY u.at DESC)
    UNION ALL
    SELECT u.* FROM job_use u
    WHERE isfinite(job_uses.since) AND u.class_id = job_uses.class_id AND u.job_id = job_uses.job_id AND u.is_write = job_uses.is_write AND u.is_long
        AND u.at < job_uses.since - interval '1 day' AND u.until >= job_uses.since
$$;

COMMENT ON FUNCTION job_uses IS 'The uses of data by a job in a window of time, those that began last before the others.';

CREATE FUNCTION latest_use(job_id bigint, is_write boolean, class_id bigint, since timestamptz, until timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE AS $$
    SELECT u.at FROM job_uses(job_id, is_write, class_id, since, until) u LIMIT 1
$$;

COMMENT ON FUNCTION latest_use IS 'The time at which, in a window, a job last used data; null: it did not.';

CREATE FUNCTION is_write_of(job_id bigint, run_id bigint, attempt integer, class_id bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM job_use u
        WHERE u.run_id = is_write_of.run_id AND u.attempt = is_write_of.attempt AND u.is_write AND u.class_id = is_write_of.class_id
            AND u.job_id = is_write_of.job_id)
$$;

COMMENT ON FUNCTION is_write_of IS 'True if a write of a run is one of a job.';

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

COMMENT ON FUNCTION latest_flow IS 'The time at which, in a window, a run of a job last made data from other data, in one attempt; null: none did.';

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

COMMENT ON FUNCTION latest_sight IS 'The time at which, in a window, a run of one job last saw what a run of another had written; null: none did.';

CREATE FUNCTION is_said_within(created_at timestamptz, updated_at timestamptz, since timestamptz, until timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN created_at IS NULL AND updated_at IS NULL
        OR coalesce(created_at, updated_at) <= until AND coalesce(updated_at, created_at) >= since;

COMMENT ON FUNCTION is_said_within IS 'True if the time from an edge''s creation to its update meets a window; an edge that gives neither always does, as in DataHub.';

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
    'The entities one hop from a job or from data by what runs did in a window: a job and data that it used; a job whose run saw what another''s wrote; data that a run made from other data.';

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

COMMENT ON FUNCTION said_of IS 'The entities one hop from a job or an asset by what is declared; an edge made by hand holds at any time, as in DataHub.';
