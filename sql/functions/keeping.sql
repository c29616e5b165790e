-- Kept steps: the hops from final attempts of runs, which walks read in place of the rule (docs/store.md).
-- After: types.

CREATE FUNCTION packed_hops_down(
    of_run_id bigint, of_attempt integer, OUT number integer, OUT hops bytea, OUT to_run_ids bigint[], OUT to_attempts integer[],
    OUT to_input_ids bigint[], OUT to_output_ids bigint[]
) LANGUAGE plpgsql STABLE AS $$
BEGIN
    WITH hop AS MATERIALIZED (
        SELECT DISTINCT h.* FROM materialised_hops_down(of_run_id, of_attempt, 0, 0) h
    )
    SELECT p.*, t.*
    INTO packed_hops_down.number, packed_hops_down.hops, to_run_ids, to_attempts, to_input_ids, to_output_ids
    FROM (
        SELECT count(*), coalesce(string_agg(
            packed_hop(h.edge_id, h.version_attempt, h.writer_id, h.asset_id, h.at, h.flags, h.since, h.until, h.written_until)
                || int8send(coalesce(h.to_run_id, 0)) || int4send(coalesce(h.to_attempt, 0)) || int8send(coalesce(h.to_input_id, 0))
                || int8send(coalesce(h.to_output_id, 0)), ''), '')
        FROM hop h
    ) p
    CROSS JOIN (
        SELECT coalesce(array_agg(t.to_run_id), '{}'), coalesce(array_agg(t.to_attempt), '{}'),
            CASE WHEN max(t.to_input_id) > 0 THEN array_agg(t.to_input_id) END, CASE WHEN max(t.to_output_id) > 0 THEN array_agg(t.to_output_id) END
        FROM (SELECT DISTINCT h.to_run_id, h.to_attempt, h.to_input_id, h.to_output_id FROM hop h WHERE h.to_run_id IS NOT NULL) t
    ) t;
END $$;

COMMENT ON FUNCTION packed_hops_down IS
    'The hops from an attempt of a run to the readers of its versions, packed for the server, and the distinct steps that they lead to.';

CREATE FUNCTION moments_of_step(
    of_run_id bigint, of_attempt integer, reader_ids bigint[], OUT settled_at timestamptz, OUT arrived_at timestamptz, OUT depends_on bigint[],
    OUT nearest_read_millis integer
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    versions write_row[] := ARRAY(
        SELECT w FROM write_row w WHERE w.run_id = of_run_id AND w.attempt = of_attempt AND w.kind = 'VERSION');
    replacing_ids bigint[] := ARRAY(
        SELECT DISTINCT h.run_id FROM unnest(versions) w CROSS JOIN LATERAL writes_at(w.class_id, w.replaced_at) h
        WHERE replaces(h, w, false));
BEGIN
    -- Other readers, and replacements by several families, are left to the rule.
    IF EXISTS (SELECT FROM unnest(versions) w WHERE w.replaced_by_root_id IS NULL OR EXISTS (SELECT FROM has_other_readers(w))) THEN
        RETURN;
    END IF;
    SELECT coalesce(max(r.last_event_at), '-infinity'), max(r.last_arrived_at) INTO moments_of_step.settled_at, moments_of_step.arrived_at
    FROM unnest(of_run_id || replacing_ids || reader_ids) AS i (id)
    CROSS JOIN LATERAL (SELECT r.last_event_at, r.last_arrived_at FROM run r WHERE r.id = i.id OFFSET 0) r;
    depends_on := replacing_ids || ARRAY(SELECT DISTINCT w.class_id FROM unnest(versions) w);
    nearest_read_millis := floor(extract(epoch FROM least(farthest_tolerance(), (
        SELECT min(w.at - n.since) FROM unnest(versions) w CROSS JOIN LATERAL (
            SELECT r.since FROM read_row r
            WHERE r.class_id = w.class_id AND r.version_key IS NULL AND r.since < w.at AND r.since >= w.at - farthest_tolerance()
            ORDER BY r.since DESC LIMIT 1
        ) n
    ))) * 1000);
END $$;

COMMENT ON FUNCTION moments_of_step IS
    'The moments and tolerances at which the hops from an attempt hold, if its run, the readers and the replacing runs do not change: those for which is_settled_write and settled_readers would say the same. Null: only now.';

CREATE FUNCTION farthest_tolerance() RETURNS interval
    LANGUAGE sql IMMUTABLE
    RETURN interval '1 minute';

COMMENT ON FUNCTION farthest_tolerance IS 'The greatest tolerance for which kept hops are looked at. Late reads forget the versions within it.';

CREATE FUNCTION is_settled_step(of_run_id bigint, of_attempt integer) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT coalesce(bool_or(w.kind = 'VERSION') AND bool_and(w.kind = 'VERSION' AND w.replaced_at < 'infinity'), false)
        FROM write_row w
        WHERE w.run_id = of_run_id AND w.attempt = of_attempt AND w.kind IN ('VERSION', 'SHARED', 'LEFT')
    ) AND NOT EXISTS (
        -- Reads by relatives of the replacing runs depend on all later writes of the data.
        SELECT FROM write_row w
        CROSS JOIN LATERAL (
            SELECT DISTINCT h.run_id FROM writes_at(w.class_id, w.replaced_at) h WHERE h.root_id = w.replaced_by_root_id
        ) h
        CROSS JOIN LATERAL reads_of_relatives(h.run_id, w.class_id, w.replaced_at) r
        WHERE w.run_id = of_run_id AND w.attempt = of_attempt AND w.kind = 'VERSION' AND EXISTS (
            SELECT FROM read_row r WHERE r.root_id = w.replaced_by_root_id AND r.class_id = w.class_id AND r.since >= w.replaced_at OFFSET 0)
    );
END $$;

COMMENT ON FUNCTION is_settled_step IS
    'True if all versions of an attempt are replaced, and no relative of a replacing run read their data later: then forget_steps knows everything that the hops depend on.';

CREATE FUNCTION versions_replaced_at(of_class_id bigint, moment timestamptz) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT w.*
    FROM newest_whole_write(of_class_id, moment - interval '1 microsecond', 0, 0, false, NULL, '{}') newest
    CROSS JOIN LATERAL (
        SELECT w.* FROM write_row w
        WHERE w.class_id = of_class_id AND w.kind = 'VERSION' AND w.at >= newest.at AND w.at < moment
        UNION ALL
        SELECT w.* FROM versions_during(of_class_id, newest.at) w
    ) w
    WHERE w.replaced_at = moment
$$;

COMMENT ON FUNCTION versions_replaced_at IS 'The versions of data that were replaced at a moment. Postgres inlines it.';

CREATE FUNCTION versions_replaced_before(reads read_row[]) RETURNS SETOF write_row
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
    reader_id bigint;
    kin bigint[];
BEGIN
    FOR reader_id IN SELECT DISTINCT r.run_id FROM unnest(reads) r LOOP
        kin := relatives_of(reader_id);
        RETURN QUERY
        SELECT w.*
        FROM (
            SELECT h.class_id, h.at, r.since
            FROM (
                SELECT h.class_id, h.at
                FROM unnest(kin) AS k (id) CROSS JOIN LATERAL (SELECT h.* FROM write_row h WHERE h.run_id = k.id OFFSET 0) h
                WHERE h.kind IN ('VERSION', 'DROP')
            ) h
            -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join.
            FULL JOIN (SELECT r.class_id, r.since FROM unnest(reads) r WHERE r.run_id = reader_id) r ON r.class_id = h.class_id
            OFFSET 0
        ) h
        CROSS JOIN LATERAL versions_replaced_at(h.class_id, h.at) w
        WHERE h.at <= h.since;
    END LOOP;
END $$;

COMMENT ON FUNCTION versions_replaced_before IS 'The versions that readers and their relatives replaced before reads: the reads may have seen them.';

CREATE FUNCTION settled_versions_of(changed read_row[]) RETURNS SETOF step_key
    LANGUAGE plpgsql STABLE ROWS 2 AS $$
DECLARE
    late read_row[];
    related read_row[];
    named read_row[];
BEGIN
    SELECT array_agg(k.r) FILTER (WHERE k.is_late), array_agg(k.r) FILTER (WHERE k.is_related), array_agg(k.r) FILTER (WHERE k.is_named)
    INTO late, related, named
    FROM (
        SELECT r, r.version_key IS NOT NULL AS is_named,
            r.version_key IS NULL AND (
                EXISTS (
                    SELECT FROM write_row h
                    WHERE h.class_id = r.class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = 'UNKNOWN' AND h.at > r.since OFFSET 0)
                OR EXISTS (
                    SELECT FROM write_row h
                    WHERE h.class_id = r.class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = 'REPLACE' AND h.at > r.since OFFSET 0)
                OR EXISTS (SELECT FROM removed_write) AND EXISTS (
                    SELECT FROM entity_name n JOIN removed_write h ON h.asset_id = n.name_id WHERE n.entity_id = r.class_id AND h.at > r.since OFFSET 0)
            ) AS is_late,
            r.version_key IS NULL AND (
                EXISTS (
                    SELECT FROM write_row h
                    WHERE h.root_id = r.root_id AND h.class_id = r.class_id AND h.root_id <> h.run_id AND h.at <= r.since OFFSET 0)
                -- By a hashed set: a run may read and write thousands of data.
                OR (r.root_id, r.class_id) IN (
                    SELECT h.run_id, h.class_id
                    FROM (SELECT DISTINCT o.root_id FROM unnest(changed) o) o
                    CROSS JOIN LATERAL (SELECT h.run_id, h.class_id, h.root_id FROM write_row h WHERE h.run_id = o.root_id OFFSET 0) h
                    WHERE h.root_id = h.run_id)
            ) AS is_related
        FROM unnest(changed) r
    ) k;
    IF cardinality(late) > 0 THEN
        RETURN QUERY
        SELECT w.run_id, w.attempt
        FROM unnest(late) r
        CROSS JOIN LATERAL newest_whole_write(r.class_id, r.since, 0, 0, false, NULL, '{}') newest
        CROSS JOIN LATERAL (
            SELECT w.* FROM write_row w
            WHERE w.class_id = r.class_id AND w.kind = 'VERSION' AND w.at >= newest.at AND w.at <= r.since
            UNION ALL
            SELECT w.* FROM versions_during(r.class_id, newest.at) w
            UNION ALL
            -- With a tolerance, any read sees versions that come soon.
            SELECT w.* FROM write_row w
            WHERE w.class_id = r.class_id AND w.kind = 'VERSION' AND w.at > r.since
                AND w.at <= greatest(CASE WHEN r.streams THEN r.until END, r.since + farthest_tolerance())
        ) w
        WHERE w.replaced_at > r.since AND w.replaced_at < 'infinity';
    END IF;
    IF cardinality(related) > 0 THEN
        RETURN QUERY SELECT w.run_id, w.attempt FROM versions_replaced_before(related) w;
    END IF;
    IF cardinality(named) > 0 THEN
        RETURN QUERY
        SELECT w.run_id, w.attempt
        FROM unnest(named) r
        JOIN write_row w ON w.class_id = r.class_id AND w.version_key = r.version_key AND w.kind = 'VERSION'
        WHERE w.replaced_at < 'infinity';
    END IF;
END $$;

COMMENT ON FUNCTION settled_versions_of IS
    'The attempts whose replaced versions changed reads may see, or saw. Most reads began after every write of their data, and cost a few look-ups.';

CREATE FUNCTION forget_steps(of_reads read_row[], steps step_key[]) RETURNS step_key[]
    LANGUAGE plpgsql AS $$
DECLARE
    forgotten step_key[] := steps;
    kept step_key[];
BEGIN
    -- In a first load nothing is kept yet: all steps wait.
    IF cardinality(of_reads) > 0 AND EXISTS (SELECT FROM keeping_progress) THEN
        forgotten := forgotten || ARRAY(SELECT s FROM settled_versions_of(of_reads) s);
    END IF;
    IF cardinality(forgotten) > 0 THEN
        SELECT array_agg(ROW(s.run_id, s.attempt)::step_key) FILTER (WHERE k.is_kept IS DISTINCT FROM false),
            array_agg(ROW(s.run_id, s.attempt)::step_key) FILTER (WHERE k.is_kept)
        INTO forgotten, kept
        FROM (SELECT DISTINCT s.run_id, s.attempt FROM unnest(forgotten) s) s
        LEFT JOIN LATERAL (
            SELECT k.hops IS NOT NULL AS is_kept FROM kept_step k WHERE k.run_id = s.run_id AND k.attempt = s.attempt OFFSET 0
        ) k ON true;
    END IF;
    IF cardinality(forgotten) > 0 THEN
        -- In order, so that no two merges deadlock. Nobody keeps steps while a merge runs.
        INSERT INTO kept_step AS known (run_id, attempt)
        SELECT s.run_id, s.attempt FROM unnest(forgotten) s
        ORDER BY s.run_id, s.attempt
        ON CONFLICT (run_id, attempt) DO UPDATE
        SET number = NULL, hops = NULL, to_run_ids = NULL, to_attempts = NULL, to_input_ids = NULL, to_output_ids = NULL,
            settled_at = NULL, arrived_at = NULL, depends_on = NULL, nearest_read_millis = NULL
        WHERE known.hops IS NOT NULL;
    END IF;
    RETURN kept;
END $$;

COMMENT ON FUNCTION forget_steps IS
    'Forgets the hops of steps, and of those whose versions changed reads may see or saw (old and new rows): they wait to be kept. Returns the kept ones.';

CREATE FUNCTION tell_changes(of_class_ids bigint[], of_run_ids bigint[], forgotten step_key[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(of_class_ids) > 0 OR cardinality(forgotten) > 0 THEN
        INSERT INTO changed_data (class_ids, run_ids, step_run_ids, step_attempts)
        VALUES (
            ARRAY(SELECT DISTINCT unnest(of_class_ids)), coalesce(of_run_ids, '{}'),
            ARRAY(SELECT s.run_id FROM unnest(forgotten) s), ARRAY(SELECT s.attempt FROM unnest(forgotten) s));
    END IF;
END $$;

COMMENT ON FUNCTION tell_changes IS
    'Tells servers the data whose reads or writes changed, the runs whose writes changed, and kept steps that were forgotten: hops that they hold in memory may not hold.';

CREATE FUNCTION oldest_told() RETURNS timestamptz
    LANGUAGE sql STABLE
    RETURN now() - interval '1 hour';

COMMENT ON FUNCTION oldest_told IS 'The moment since which changes are told to servers that hold steps in memory.';

CREATE FUNCTION has_told_enough() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT d.changed_at FROM changed_data d ORDER BY d.changed_in LIMIT 1) < oldest_told(), false)
$$;

COMMENT ON FUNCTION has_told_enough IS 'True if delete_told has something to delete.';

CREATE FUNCTION delete_told(most integer) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF has_told_enough() THEN
        DELETE FROM changed_data d
        WHERE d.ctid = ANY (ARRAY(SELECT o.ctid FROM changed_data o ORDER BY o.changed_in LIMIT most)) AND d.changed_at < oldest_told();
    END IF;
END $$;

COMMENT ON FUNCTION delete_told IS 'Deletes changes that were told for long enough, at most so many.';

CREATE FUNCTION find_steps(most integer) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    reached bigint := coalesce((SELECT p.run_id FROM keeping_progress p), 0);
    last bigint := (
        SELECT max(w.run_id) FROM (SELECT w.run_id FROM asset_write w WHERE w.run_id > reached ORDER BY w.run_id LIMIT most) w);
BEGIN
    INSERT INTO kept_step (run_id, attempt)
    SELECT DISTINCT w.run_id, w.attempt FROM asset_write w
    WHERE w.run_id > reached AND w.run_id <= last AND w.kind = 'VERSION' AND w.replaced_at < 'infinity'
    ON CONFLICT (run_id, attempt) DO NOTHING;
    DELETE FROM keeping_progress;
    INSERT INTO keeping_progress (run_id) VALUES (coalesce(last, 9223372036854775807));
END $$;

COMMENT ON FUNCTION find_steps IS 'Finds the steps to keep of the next runs in a store whose merges did not tell of them.';

CREATE FUNCTION has_steps_to_keep() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    -- In the order of the partial index, which any plan uses then.
    SELECT EXISTS (SELECT FROM kept_step k WHERE k.hops IS NULL ORDER BY k.run_id, k.attempt LIMIT 1)
        OR NOT EXISTS (SELECT FROM keeping_progress p WHERE p.run_id = 9223372036854775807) AND EXISTS (SELECT FROM asset_write)
$$;

COMMENT ON FUNCTION has_steps_to_keep IS 'True if keep_steps has something to do.';

CREATE FUNCTION keep_steps(most integer) RETURNS integer
    LANGUAGE plpgsql AS $$
DECLARE
    steps step_key[];
    this_round bigint;
BEGIN
    -- One server at a time; the others would wait for nothing.
    IF NOT pg_try_advisory_xact_lock(hashtext('headwater.keeping')) THEN
        RETURN 0;
    END IF;
    PERFORM delete_told(10000);
    -- Hold all merges before any other table is used: a snapshot from now on shows everything that the hops depend on.
    PERFORM pg_advisory_xact_lock(hashtext('headwater.merge'));
    IF NOT has_steps_to_keep() THEN
        RETURN 0;
    END IF;
    this_round := nextval('kept_round');
    IF NOT EXISTS (SELECT FROM keeping_progress p WHERE p.run_id = 9223372036854775807) THEN
        PERFORM find_steps(most);
    END IF;
    steps := ARRAY(
        SELECT ROW(k.run_id, k.attempt)::step_key FROM kept_step k WHERE k.hops IS NULL ORDER BY k.run_id, k.attempt LIMIT most);
    UPDATE kept_step k
    SET number = h.number, hops = h.hops, to_run_ids = h.to_run_ids, to_attempts = h.to_attempts, to_input_ids = h.to_input_ids,
        to_output_ids = h.to_output_ids, settled_at = h.settled_at, arrived_at = h.arrived_at, depends_on = h.depends_on,
        nearest_read_millis = h.nearest_read_millis, round = this_round
    FROM (
        SELECT k.place, h.*, m.*
        FROM unnest(steps) s
        CROSS JOIN LATERAL (SELECT k.ctid AS place FROM kept_step k WHERE k.run_id = s.run_id AND k.attempt = s.attempt OFFSET 0) k
        CROSS JOIN LATERAL packed_hops_down(s.run_id, s.attempt) h
        CROSS JOIN LATERAL moments_of_step(s.run_id, s.attempt, h.to_run_ids) m
        WHERE is_settled_step(s.run_id, s.attempt)
        OFFSET 0
    ) h
    WHERE k.ctid = h.place;
    -- They come back once their versions are replaced.
    DELETE FROM kept_step k
    WHERE k.hops IS NULL AND (k.run_id, k.attempt) IN (SELECT s.run_id, s.attempt FROM unnest(steps) s);
    PERFORM analyze_grown();
    RETURN cardinality(steps);
END $$;

COMMENT ON FUNCTION keep_steps IS
    'Keeps the hops of at most so many final steps, in a turn of its own, and returns how many it looked at.';
