-- Removal of old runs (docs/retention.md).
-- After: tries, types, views.

CREATE FUNCTION platform_of(flow_urn text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN substring(flow_urn FROM '^urn:li:dataFlow:\(([^,]*),');

COMMENT ON FUNCTION platform_of IS 'The orchestrator in the URN of a flow; "openlineage" for those that events name.';

CREATE FUNCTION integration_of(job_id bigint) RETURNS text
    LANGUAGE sql STABLE AS $$
    SELECT lower(c.value ->> 'integration')
    FROM entity_facet f JOIN content c ON c.key = f.content_key
    WHERE f.entity_id = integration_of.job_id AND f.scope = 'OWN' AND f.name = 'jobType' AND NOT f.is_deleted
$$;

COMMENT ON FUNCTION integration_of IS 'The integration that the events of a job give (jobType), such as airflow, in lower case.';

CREATE FUNCTION retention_of(template_id bigint) RETURNS retention_policy
    LANGUAGE sql STABLE AS $$
    SELECT p
    FROM (SELECT 1) one
    LEFT JOIN entity t ON t.id = retention_of.template_id
    LEFT JOIN entity f ON f.id = CASE t.kind WHEN 'dataFlow' THEN t.id ELSE t.flow_id END
    JOIN retention_policy p ON CASE p.scope WHEN 'TEMPLATE' THEN p.name = t.urn WHEN 'FLOW' THEN p.name = f.urn
        WHEN 'PLATFORM' THEN p.name = platform_of(f.urn) OR p.name = integration_of(t.id) ELSE true END
    ORDER BY array_position(ARRAY['TEMPLATE', 'FLOW', 'PLATFORM', 'EVERYTHING'], p.scope)
    LIMIT 1
$$;

COMMENT ON FUNCTION retention_of IS 'The most specific policy for the runs of a job: its own, its flow''s, its platform''s, else that of everything.';

CREATE FUNCTION duration_bucket(duration interval) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN floor(ln(greatest(extract(epoch FROM duration), 0.001)::float8) / ln(1.02))::integer;

COMMENT ON FUNCTION duration_bucket IS 'The bucket of a duration: each is 2 percent wider than the one before, and a millisecond is the least.';

CREATE FUNCTION duration_of_bucket(bucket integer) RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN make_interval(secs => power(1.02, bucket + 0.5));

COMMENT ON FUNCTION duration_of_bucket IS 'The duration in the middle of a bucket: at most 1 percent from any in it.';

CREATE FUNCTION kept_reason(r run, is_sample boolean, moment timestamptz) RETURNS text
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    policy retention_policy := retention_of(r.template_id);
    ended text := coalesce(r.closed_result, r.result);
BEGIN
    IF r.status = 'STARTED' AND r.closed_result IS NULL THEN
        RETURN 'RUNNING';
    ELSIF EXISTS (SELECT FROM entity e JOIN held_run h ON h.run_key = e.run_key WHERE e.id = r.id) THEN
        RETURN 'HELD';
    ELSIF policy.scope IS NULL THEN
        RETURN 'NO_POLICY';
    ELSIF r.created_at IS NULL AND r.first_event_at IS NULL THEN
        RETURN NULL; -- known by name alone: it goes with its family
    ELSIF r.created_at >= moment - make_interval(secs => policy.keep_days * 86400) THEN
        RETURN 'YOUNG';
    ELSIF ended = 'FAILURE' AND r.created_at >= moment - make_interval(secs => policy.keep_failures_days * 86400) THEN
        RETURN 'FAILURE';
    ELSIF r.template_id IS NULL AND policy.keep_runs IS NOT NULL THEN
        RETURN 'NEWEST';
    ELSIF policy.keep_runs IS NOT NULL AND NOT coalesce((r.created_at, -r.id) < (
        SELECT n.created_at, -n.id FROM run n WHERE n.template_id = r.template_id AND n.created_at IS NOT NULL
        ORDER BY n.created_at DESC, n.id OFFSET policy.keep_runs - 1 LIMIT 1), false) THEN
        RETURN 'NEWEST';
    ELSIF is_sample THEN
        RETURN 'SAMPLE';
    ELSIF EXISTS (
        SELECT FROM asset_write w
        WHERE w.run_id = r.id AND w.kind = 'VERSION' AND w.replaced_at = 'infinity'
            -- The newest of the appends to the same parts that an asset shows stays, and stands for all.
            AND (w.effect <> 'APPEND' OR NOT EXISTS (
                SELECT FROM asset_write n
                WHERE n.class_id = w.class_id AND n.kind = 'VERSION' AND n.at > w.at AND n.effect = 'APPEND'
                    AND n.replaced_at = 'infinity' AND n.parts IS NOT DISTINCT FROM w.parts OFFSET 0))
        OFFSET 0) THEN
        RETURN 'SHOWN';
    -- Only the gate gives a nonce. The evidence of dpone's entries and events stays without its run.
    ELSIF EXISTS (
        SELECT FROM entity e JOIN run_registration g ON g.run_key = e.run_key
        WHERE e.id = r.id AND g.document ->> 'nonce' IS NOT NULL) THEN
        RETURN 'REGISTERED';
    ELSIF EXISTS (SELECT FROM versioned_aspect a WHERE a.entity_id = r.id)
        OR EXISTS (SELECT FROM timeseries_aspect a WHERE a.entity_id = r.id)
        OR EXISTS (SELECT FROM relationship s WHERE r.id IN (s.source_id, s.destination_id)) THEN
        RETURN 'PROPOSED';
    ELSIF r.run_uuid IS NOT NULL AND EXISTS (SELECT FROM run o WHERE o.run_uuid = r.run_uuid AND o.id <> r.id) THEN
        RETURN 'SHARED_ID';
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION kept_reason IS 'The reason to keep a run; null: its policy lets it go (docs/retention.md). Only this function knows the rule.';

CREATE FUNCTION hold_run(urn_key uuid, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    -- A stub has no facts that could be kept.
    held_id bigint := (SELECT e.id FROM entity e WHERE e.urn_key = hold_run.urn_key AND e.run_key IS NOT NULL AND NOT e.is_stub);
BEGIN
    -- A removal of the run ends first, or sees that the run is held.
    PERFORM take_turn(
        ARRAY(
            SELECT ROW(e.run_key, r.run_uuid, r.native_id, NULL, NULL, false, NULL)::run_fact
            FROM run r JOIN entity e ON e.id = r.id WHERE r.id = held_id),
        '{}', '{}', '{}');
    INSERT INTO held_run AS h (run_key, reason)
    SELECT e.run_key, hold_run.reason FROM entity e WHERE e.id = held_id AND e.run_key IS NOT NULL AND NOT e.is_stub
    ON CONFLICT (run_key) DO UPDATE SET reason = excluded.reason;
    RETURN FOUND;
END $$;

COMMENT ON FUNCTION hold_run IS 'Keeps a run from removal; false: no run with facts of its own has this URN.';

CREATE FUNCTION judged_families(root_ids bigint[], moment timestamptz)
RETURNS TABLE (root_id bigint, run_ids bigint[], reason text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE family (root_id, id) AS (
        SELECT o.id, o.id FROM unnest(root_ids) AS o (id)
        UNION
        SELECT f.root_id, c.id FROM family f CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.parent_id = f.id OFFSET 0) c
    )
    SELECT f.root_id, array_agg(f.id ORDER BY f.id),
        CASE WHEN bool_or(r.created_at IS NOT NULL) THEN min(kept_reason(r, s.is_sample, moment)) ELSE 'UNTIMED' END
    FROM family f
    CROSS JOIN LATERAL (SELECT r FROM run r WHERE r.id = f.id OFFSET 0) o (r)
    CROSS JOIN LATERAL (
        SELECT coalesce(abs(uuid_hash(e.run_key)::bigint) % (retention_of((SELECT t.template_id FROM run t WHERE t.id = f.root_id))).keep_every = 0, false) AS is_sample
        FROM entity e WHERE e.id = f.root_id
    ) s
    CROSS JOIN LATERAL (SELECT (o.r).*) r
    GROUP BY f.root_id;
END $$;

COMMENT ON FUNCTION judged_families IS 'The families of roots: their runs, and a reason why the family stays whole; null: all of it may go.';

CREATE FUNCTION remove_families(root_ids bigint[], moment timestamptz, OUT families integer, OUT runs integer) LANGUAGE plpgsql AS $$
DECLARE
    found_root_ids bigint[];
    found_ids bigint[];
    gone_ids bigint[];
    named_ids bigint[];
    changed removed_span[];
    written write_row[];
    gone_reads read_row[];
    gone_class_ids bigint[];
    gone_steps step_key[];
BEGIN
    families := 0;
    runs := 0;
    SELECT array_agg(DISTINCT f.root_id), array_agg(f.run_id) INTO found_root_ids, found_ids
    FROM (SELECT j.root_id, unnest(j.run_ids) AS run_id FROM judged_families(root_ids, moment) j WHERE j.reason IS NULL) f;
    IF found_ids IS NULL THEN
        RETURN;
    END IF;
    PERFORM take_turn(
        ARRAY(
            SELECT ROW(e.run_key, r.run_uuid, r.native_id, NULL, NULL, false, NULL)::run_fact
            FROM unnest(found_ids) AS o (id) JOIN run r ON r.id = o.id JOIN entity e ON e.id = o.id),
        -- Also the runs that these name: some of them go, too.
        ARRAY(
            SELECT ROW(e.run_key, l.kind, l.target_key, l.target_uuid, NULL, NULL, l.at, l.is_terminal, NULL)::run_link_fact
            FROM unnest(found_ids) AS o (id) JOIN entity e ON e.id = o.id JOIN run_link l ON l.run_id = o.id),
        '{}', '{}');
    -- Merges lock data last and then change rows of it, so that it is locked before any row here.
    PERFORM lock_data(ARRAY(
        SELECT w.class_id FROM unnest(found_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT w.class_id FROM asset_write w WHERE w.run_id = o.id OFFSET 0) w
        UNION
        SELECT r.class_id FROM unnest(found_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT r.class_id FROM asset_read r WHERE r.run_id = o.id OFFSET 0) r));
    -- Nobody else changes these runs now, so that the rule holds for what it sees. A family that has grown waits.
    SELECT array_agg(f.id), count(DISTINCT f.root_id) INTO gone_ids, families
    FROM (
        SELECT j.root_id, unnest(j.run_ids) AS id FROM judged_families(found_root_ids, moment) j
        WHERE j.reason IS NULL AND j.run_ids <@ found_ids
    ) f;
    IF gone_ids IS NULL THEN
        RETURN;
    END IF;
    runs := cardinality(gone_ids);

    INSERT INTO removed_run (run_key, urn_key)
    SELECT e.run_key, e.urn_key FROM unnest(gone_ids) AS o (id) JOIN entity e ON e.id = o.id WHERE e.run_key IS NOT NULL
    ON CONFLICT DO NOTHING;
    PERFORM count_removed(gone_ids);
    changed := ARRAY(
        SELECT ROW(w.asset_id, true, w.at, w.until)::removed_span
        FROM unnest(gone_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT w.* FROM asset_write w WHERE w.run_id = o.id OFFSET 0) w
        WHERE w.kind IN ('VERSION', 'DROP')
        UNION ALL
        SELECT ROW(r.asset_id, false, r.since, greatest(r.since, r.until))::removed_span
        FROM unnest(gone_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT r.* FROM asset_read r WHERE r.run_id = o.id OFFSET 0) r);
    written := ARRAY(
        SELECT w
        FROM unnest(gone_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT w.* FROM write_row w WHERE w.run_id = o.id OFFSET 0) w
        WHERE w.kind IN ('VERSION', 'DROP') AND w.effect <> 'APPEND');
    gone_reads := ARRAY(
        SELECT r FROM unnest(gone_ids) AS o (id) CROSS JOIN LATERAL (SELECT r.* FROM read_row r WHERE r.run_id = o.id OFFSET 0) r);
    gone_class_ids := ARRAY(
        SELECT r.class_id FROM unnest(gone_reads) r
        UNION
        SELECT w.class_id FROM unnest(gone_ids) AS o (id) CROSS JOIN LATERAL (SELECT w.class_id FROM asset_write w WHERE w.run_id = o.id OFFSET 0) w);
    gone_steps := ARRAY(
        SELECT ROW(w.run_id, w.attempt)::step_key
        FROM unnest(gone_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT w.* FROM asset_write w WHERE w.run_id = o.id OFFSET 0) w
        WHERE w.kind = 'VERSION' AND w.replaced_at < 'infinity');
    named_ids := ARRAY(
        SELECT DISTINCT t.id
        FROM run_link l
        CROSS JOIN LATERAL (SELECT t.id FROM run t WHERE t.id = l.target_id AND NOT t.is_reported OFFSET 0) t
        WHERE l.run_id = ANY (gone_ids) AND t.id <> ALL (gone_ids));

    DELETE FROM asset_read k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM asset_write k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_sibling k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM input_job k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM derivation k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM mention k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM edge k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_checksum k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_warning k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_facets k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_event k WHERE k.run_id = ANY (gone_ids);
    DELETE FROM run_link k WHERE k.run_id = ANY (gone_ids);
    PERFORM drop_names(gone_ids || named_ids);
    PERFORM add_spans(changed);
    INSERT INTO removed_write (asset_id, at, is_sure, parts)
    SELECT DISTINCT w.asset_id, w.at, w.effect = 'REPLACE', w.parts FROM unnest(written) w;
    -- Kept versions stay replaced when they were, but no longer by a run.
    PERFORM tell_changes(gone_class_ids, gone_ids, forget_steps(gone_reads, gone_steps || derive_replaced(written)));
END $$;

COMMENT ON FUNCTION remove_families IS
    'Removes the families of roots that may go: their figures and the times of their reads and writes stay. A run that others name stays as a name.';

CREATE FUNCTION count_removed(run_ids bigint[]) RETURNS void LANGUAGE sql AS $$
    WITH gone AS (
        SELECT coalesce(r.template_id, 0) AS template_id, coalesce(r.flow_id, 0) AS flow_id, (r.created_at AT TIME ZONE 'UTC')::date AS day,
            CASE WHEN r.closed_result IS NOT NULL THEN 'COMPLETE' ELSE r.status END AS status,
            coalesce(r.closed_result, r.result) AS result, coalesce(r.attempt, 1) AS attempt,
            retries_of(r.id, r.attempt) AS retries,
            CASE WHEN r.result = 'SUCCESS' AND r.ended_at > r.started_at THEN r.ended_at - r.started_at END AS duration,
            w.rows AS written_rows, w.size AS written_bytes
        FROM run r LEFT JOIN LATERAL written_amounts(r.id) w ON true
        WHERE r.id = ANY (run_ids) AND NOT r.is_superseded AND NOT r.is_removed AND r.created_at IS NOT NULL
    ), bucket AS (
        SELECT b.template_id, b.flow_id, b.day, jsonb_object_agg(b.bucket, b.runs) AS durations
        FROM (
            SELECT g.template_id, g.flow_id, g.day, duration_bucket(g.duration) AS bucket, count(*) AS runs
            FROM gone g WHERE g.duration IS NOT NULL GROUP BY 1, 2, 3, 4
        ) b
        GROUP BY 1, 2, 3
    )
    INSERT INTO removed_day AS known
    SELECT g.template_id, g.flow_id, g.day, count(*), count(*) FILTER (WHERE g.status = 'STARTED'), count(*) FILTER (WHERE g.status = 'COMPLETE'),
        count(*) FILTER (WHERE g.result = 'SUCCESS'), count(*) FILTER (WHERE g.result = 'FAILURE'),
        count(*) FILTER (WHERE g.result = 'SKIPPED'), count(*) FILTER (WHERE g.result = 'UP_FOR_RETRY'),
        count(*) FILTER (WHERE g.attempt > 1), sum(g.retries), count(g.duration), min(g.duration), max(g.duration),
        coalesce(sum(g.duration), interval '0'), coalesce((array_agg(b.durations))[1], '{}'),
        count(g.written_rows), coalesce(sum(g.written_rows), 0), coalesce(sum(g.written_bytes), 0)
    FROM gone g LEFT JOIN bucket b USING (template_id, flow_id, day)
    GROUP BY g.template_id, g.flow_id, g.day
    ORDER BY 1, 2, 3
    ON CONFLICT (template_id, flow_id, day) DO UPDATE SET
        total = known.total + excluded.total, started = known.started + excluded.started, complete = known.complete + excluded.complete,
        success = known.success + excluded.success, failure = known.failure + excluded.failure, skipped = known.skipped + excluded.skipped,
        up_for_retry = known.up_for_retry + excluded.up_for_retry, retried = known.retried + excluded.retried,
        retries = known.retries + excluded.retries, timed = known.timed + excluded.timed,
        shortest = least(known.shortest, excluded.shortest), longest = greatest(known.longest, excluded.longest),
        total_duration = known.total_duration + excluded.total_duration,
        durations = added_counts(known.durations, excluded.durations),
        written_runs = known.written_runs + excluded.written_runs,
        written_rows = known.written_rows + excluded.written_rows, written_bytes = known.written_bytes + excluded.written_bytes
$$;

COMMENT ON FUNCTION count_removed IS 'Adds runs that go to the figures of their days.';

CREATE FUNCTION added_counts(one jsonb, other jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(jsonb_object_agg(s.key, s.total), '{}')
    FROM (
        SELECT c.key, sum(c.value::bigint) AS total
        FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) c
        GROUP BY c.key
    ) s
$$;

COMMENT ON FUNCTION added_counts IS 'Two objects of counts as one.';

CREATE FUNCTION drop_names(run_ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    named_ids bigint[];
    dropped_ids bigint[];
BEGIN
    SELECT array_agg(o.id) FILTER (WHERE o.is_named), array_agg(o.id) FILTER (WHERE NOT o.is_named)
    INTO named_ids, dropped_ids
    FROM (
        SELECT o.id, EXISTS (SELECT FROM run_link l WHERE l.target_id = o.id)
            OR EXISTS (SELECT FROM run c WHERE c.parent_id = o.id AND c.id <> ALL (run_ids))
            OR EXISTS (SELECT FROM run_event e WHERE e.run_id = o.id)
            OR EXISTS (SELECT FROM versioned_aspect a WHERE a.entity_id = o.id)
            OR EXISTS (SELECT FROM timeseries_aspect a WHERE a.entity_id = o.id)
            OR EXISTS (SELECT FROM relationship s WHERE o.id IN (s.source_id, s.destination_id)) AS is_named
        FROM unnest(run_ids) AS o (id)
    ) o;
    DELETE FROM run r WHERE r.id = ANY (dropped_ids);
    DELETE FROM entity e WHERE e.id = ANY (dropped_ids);
    IF cardinality(named_ids) > 0 THEN
        UPDATE run SET is_reported = false, is_derived = false, source = NULL, closed_result = NULL, closed_native_result = NULL
        WHERE id = ANY (named_ids);
        -- A reference gives the id; only an event of the run itself says which job's it is.
        UPDATE entity e SET is_stub = true, run_key = CASE WHEN r.run_uuid IS NULL THEN e.run_key END, urn = CASE WHEN r.run_uuid IS NULL THEN e.urn ELSE run_urn(r.run_uuid) END
        FROM run r WHERE e.id = r.id AND r.id = ANY (named_ids);
        PERFORM derive_runs('{}', named_ids);
        -- The store knows them only by these references.
        UPDATE run r SET first_arrived_at = l.first_at, last_arrived_at = l.last_at
        FROM (
            SELECT l.target_id, min(l.arrived_at) AS first_at, max(l.arrived_at) AS last_at
            FROM run_link l WHERE l.target_id = ANY (named_ids) GROUP BY l.target_id
        ) l
        WHERE r.id = l.target_id;
    END IF;
END $$;

COMMENT ON FUNCTION drop_names IS 'Deletes runs without facts of their own that nobody names; the others become names alone.';

CREATE FUNCTION add_spans(spans removed_span[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    asset_ids bigint[] := ARRAY(SELECT DISTINCT s.asset_id FROM unnest(spans) s);
BEGIN
    WITH known AS (
        DELETE FROM removed_span k WHERE k.asset_id = ANY (asset_ids) RETURNING k.*
    ), placed AS (
        SELECT s.*, n.at AS gap
        FROM (SELECT k.* FROM known k UNION ALL SELECT n.* FROM unnest(spans) n) s
        CROSS JOIN LATERAL (SELECT coalesce(e.class_id, e.id) AS class_id FROM entity e WHERE e.id = s.asset_id OFFSET 0) c
        CROSS JOIN LATERAL newest_whole_write(c.class_id, s.since, 0, 0, false, NULL, '{}') n
    )
    INSERT INTO removed_span
    SELECT p.asset_id, p.is_write, min(p.since), max(p.until)
    FROM placed p
    GROUP BY p.asset_id, p.is_write, p.gap;
END $$;

COMMENT ON FUNCTION add_spans IS 'Adds the reads and writes of removed runs to the spans, one for each stretch between kept writes.';

CREATE FUNCTION joined_percentiles(durations interval[], buckets jsonb[], parts float8[]) RETURNS interval[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH counted AS (
        SELECT d.duration, 1::bigint AS runs FROM unnest(durations) AS d (duration)
        UNION ALL
        SELECT duration_of_bucket(c.key::integer), c.value::bigint
        FROM unnest(buckets) AS b (counts) CROSS JOIN LATERAL jsonb_each_text(b.counts) c
    ), placed AS (
        SELECT c.duration, sum(c.runs) OVER (ORDER BY c.duration) AS place, sum(c.runs) OVER () AS total FROM counted c
    ), wanted AS (
        SELECT o.number, 1 + ((SELECT p.total FROM placed p LIMIT 1) - 1)::float8 * o.part AS place
        FROM unnest(parts) WITH ORDINALITY AS o (part, number)
    )
    -- Between the two durations around the place, as percentile_cont does: no figure jumps when runs go.
    SELECT array_agg(b.duration + (a.duration - b.duration) * (w.place - floor(w.place)) ORDER BY w.number)
    FROM wanted w
    CROSS JOIN LATERAL (SELECT min(p.duration) AS duration FROM placed p WHERE p.place >= floor(w.place)) b
    CROSS JOIN LATERAL (SELECT min(p.duration) AS duration FROM placed p WHERE p.place >= ceil(w.place)) a
$$;

COMMENT ON FUNCTION joined_percentiles IS 'Percentiles of durations and of counts by bucket together, within 1 percent.';
