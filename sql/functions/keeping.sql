-- Kept steps: the hops from final attempts of runs, which walks read in place of the rule (docs/store.md).
-- After: types.

CREATE FUNCTION farthest_tolerance() RETURNS interval
    LANGUAGE sql IMMUTABLE
    RETURN interval '1 minute';

COMMENT ON FUNCTION farthest_tolerance IS 'The greatest tolerance for which kept hops are looked at. Late reads forget the versions within it.';

CREATE FUNCTION hops_to_keep(steps step_key[]) RETURNS TABLE (
    run_id bigint, attempt integer, number integer, hops bytea, to_run_ids bigint[], to_attempts integer[], to_input_ids bigint[],
    to_output_ids bigint[], settled_at timestamptz, arrived_at timestamptz, depends_on bigint[], nearest_read_millis integer
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH written AS MATERIALIZED (
        SELECT s.run_id, s.attempt, w.version,
            bool_and((w.version).kind = 'VERSION' AND (w.version).replaced_at < 'infinity') OVER (PARTITION BY s.run_id, s.attempt) AS is_replaced
        FROM unnest(steps) s
        CROSS JOIN LATERAL (
            SELECT w AS version FROM write_row w
            WHERE w.run_id = s.run_id AND w.attempt = s.attempt AND w.kind IN ('VERSION', 'SHARED', 'LEFT') OFFSET 0
        ) w
    ), replaced AS (
        -- Reads by relatives of the replacing runs depend on all later writes of the data.
        SELECT w.run_id, w.attempt, w.version, bool_or(EXISTS (
            SELECT FROM (
                SELECT DISTINCT h.run_id FROM writes_at((w.version).class_id, (w.version).replaced_at) h
                WHERE h.root_id = (w.version).replaced_by_root_id
            ) h
            CROSS JOIN LATERAL reads_of_relatives(h.run_id, (w.version).class_id, (w.version).replaced_at) r
            WHERE EXISTS (
                SELECT FROM read_row r
                WHERE r.root_id = (w.version).replaced_by_root_id AND r.class_id = (w.version).class_id AND r.since >= (w.version).replaced_at
                OFFSET 0)
        )) OVER (PARTITION BY w.run_id, w.attempt) AS is_read_late
        FROM written w WHERE w.is_replaced
    ), version AS MATERIALIZED (
        SELECT w.run_id, w.attempt, w.version FROM replaced w WHERE NOT w.is_read_late
    ), hop AS MATERIALIZED (
        SELECT DISTINCT v.run_id, v.attempt, h.*
        FROM version v CROSS JOIN LATERAL materialised_hops_of(v.version) h
    ), packed AS (
        SELECT h.run_id, h.attempt, count(*)::integer AS number, string_agg(
            packed_hop(h.edge_id, h.version_attempt, h.writer_id, h.asset_id, h.at, h.flags, h.since, h.until, h.written_until)
                || int8send(coalesce(h.to_run_id, 0)) || int4send(coalesce(h.to_attempt, 0)) || int8send(coalesce(h.to_input_id, 0))
                || int8send(coalesce(h.to_output_id, 0)), '') AS hops
        FROM hop h GROUP BY h.run_id, h.attempt
    ), target AS (
        SELECT t.run_id, t.attempt, array_agg(t.to_run_id) AS to_run_ids, array_agg(t.to_attempt) AS to_attempts,
            CASE WHEN max(t.to_input_id) > 0 THEN array_agg(t.to_input_id) END AS to_input_ids,
            CASE WHEN max(t.to_output_id) > 0 THEN array_agg(t.to_output_id) END AS to_output_ids
        FROM (SELECT DISTINCT h.run_id, h.attempt, h.to_run_id, h.to_attempt, h.to_input_id, h.to_output_id FROM hop h WHERE h.to_run_id IS NOT NULL) t
        GROUP BY t.run_id, t.attempt
    ), moment AS (
        SELECT i.run_id, i.attempt, coalesce(max(r.last_event_at), '-infinity') AS settled_at, max(r.last_arrived_at) AS arrived_at,
            array_agg(DISTINCT i.id) FILTER (WHERE i.replaces) AS replacing_ids
        FROM (
            SELECT DISTINCT v.run_id, v.attempt, v.run_id AS id, false AS replaces FROM version v
            UNION ALL
            SELECT v.run_id, v.attempt, h.run_id, true
            FROM version v CROSS JOIN LATERAL writes_at((v.version).class_id, (v.version).replaced_at) h
            WHERE replaces(h, v.version, false)
            UNION ALL
            SELECT DISTINCT h.run_id, h.attempt, h.to_run_id, false FROM hop h
        ) i
        CROSS JOIN LATERAL (SELECT r.last_event_at, r.last_arrived_at FROM run r WHERE r.id = i.id OFFSET 0) r
        GROUP BY i.run_id, i.attempt
    ), data AS (
        SELECT v.run_id, v.attempt, array_agg(DISTINCT (v.version).class_id) AS class_ids,
            floor(extract(epoch FROM least(farthest_tolerance(), min((v.version).at - n.since))) * 1000)::integer AS nearest_read_millis,
            -- Other readers, and replacements by several families, are left to the rule.
            bool_and((v.version).replaced_by_root_id IS NOT NULL AND NOT EXISTS (SELECT FROM has_other_readers(v.version))) AS has_moments
        FROM version v
        LEFT JOIN LATERAL (
            SELECT r.since FROM read_row r
            WHERE r.class_id = (v.version).class_id AND r.version_key IS NULL AND r.since < (v.version).at
                AND r.since >= (v.version).at - farthest_tolerance()
            ORDER BY r.since DESC LIMIT 1
        ) n ON true
        GROUP BY v.run_id, v.attempt
    )
    SELECT d.run_id, d.attempt, p.number, p.hops, coalesce(t.to_run_ids, '{}'), coalesce(t.to_attempts, '{}'), t.to_input_ids, t.to_output_ids,
        CASE WHEN d.has_moments THEN m.settled_at END, CASE WHEN d.has_moments THEN m.arrived_at END,
        CASE WHEN d.has_moments THEN coalesce(m.replacing_ids, '{}') || d.class_ids END, CASE WHEN d.has_moments THEN d.nearest_read_millis END
    FROM data d
    -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join. The first has all steps.
    FULL JOIN packed p ON p.run_id = d.run_id AND p.attempt = d.attempt
    FULL JOIN moment m ON m.run_id = d.run_id AND m.attempt = d.attempt
    FULL JOIN target t ON t.run_id = d.run_id AND t.attempt = d.attempt;
END $$;

COMMENT ON FUNCTION hops_to_keep IS
    'The hops from settled steps to the readers of their versions, packed for the server, and the distinct steps that they lead to. A step is settled if all its versions are replaced, and no relative of a replacing run read their data later: then forget_steps knows everything that its hops depend on. Also the moments and tolerances at which the hops hold, if its run, the readers and the replacing runs do not change: those for which is_settled_write and settled_readers would say the same. Null: only now.';

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

CREATE FUNCTION let_wait(steps step_key[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO waiting_steps (run_ids, attempts)
    SELECT array_agg(s.run_id), array_agg(s.attempt)
    FROM (
        SELECT s.run_id, s.attempt, (row_number() OVER () - 1) / 100 AS part
        FROM (SELECT DISTINCT s.run_id, s.attempt FROM unnest(steps) s) s
        WHERE s.run_id <= (SELECT p.run_id FROM keeping_progress p)
    ) s
    GROUP BY s.part;
END $$;

COMMENT ON FUNCTION let_wait IS 'Lets steps wait to be kept. Those of runs beyond keeping_progress are found once keeping comes to them.';

CREATE FUNCTION forget_steps(of_reads read_row[], steps step_key[]) RETURNS step_key[]
    LANGUAGE plpgsql AS $$
DECLARE
    forgotten step_key[] := steps;
    places tid[];
    kept step_key[];
BEGIN
    -- In a first load nothing is kept yet.
    IF cardinality(of_reads) > 0 AND EXISTS (SELECT FROM keeping_progress) THEN
        forgotten := forgotten || ARRAY(SELECT s FROM settled_versions_of(of_reads) s);
    END IF;
    IF coalesce(cardinality(forgotten), 0) = 0 THEN
        RETURN '{}';
    END IF;
    PERFORM let_wait(forgotten);
    -- In order, so that no two merges deadlock. Nobody keeps steps while a merge runs.
    SELECT array_agg(k.place), array_agg(ROW(s.run_id, s.attempt)::step_key) INTO places, kept
    FROM (SELECT DISTINCT s.run_id, s.attempt FROM unnest(forgotten) s ORDER BY s.run_id, s.attempt) s
    CROSS JOIN LATERAL (
        SELECT k.ctid AS place FROM kept_step k WHERE k.run_id = s.run_id AND k.attempt = s.attempt FOR UPDATE OFFSET 0
    ) k;
    IF cardinality(places) > 0 THEN
        DELETE FROM kept_step k WHERE k.ctid = ANY (places);
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

CREATE FUNCTION find_steps(most integer) RETURNS step_key[]
    LANGUAGE plpgsql AS $$
DECLARE
    reached bigint := coalesce((SELECT p.run_id FROM keeping_progress p), 0);
    last bigint := (
        SELECT max(w.run_id) FROM (SELECT w.run_id FROM asset_write w WHERE w.run_id > reached ORDER BY w.run_id LIMIT most) w);
BEGIN
    DELETE FROM keeping_progress;
    INSERT INTO keeping_progress (run_id) VALUES (coalesce(last, 9223372036854775807));
    RETURN ARRAY(
        SELECT DISTINCT ROW(w.run_id, w.attempt)::step_key FROM asset_write w
        WHERE w.run_id > reached AND w.run_id <= last AND w.kind = 'VERSION' AND w.replaced_at < 'infinity');
END $$;

COMMENT ON FUNCTION find_steps IS 'Finds the steps to keep of the next runs in a store whose merges did not tell of them.';

CREATE FUNCTION take_steps(most integer) RETURNS step_key[]
    LANGUAGE sql AS $$
    WITH taken AS (
        DELETE FROM waiting_steps w WHERE w.ctid = ANY (ARRAY(
            SELECT w.place
            FROM (
                SELECT w.place, sum(w.number) OVER (ROWS UNBOUNDED PRECEDING) - w.number AS before
                FROM (SELECT w.ctid AS place, cardinality(w.run_ids) AS number FROM waiting_steps w LIMIT most) w
            ) w
            WHERE w.before < most))
        RETURNING w.run_ids, w.attempts
    )
    SELECT coalesce(array_agg(DISTINCT ROW(s.run_id, s.attempt)::step_key), '{}')
    FROM taken w CROSS JOIN LATERAL unnest(w.run_ids, w.attempts) AS s (run_id, attempt)
$$;

COMMENT ON FUNCTION take_steps IS 'Takes about so many of the steps that wait to be kept: whole rows, at least one.';

CREATE FUNCTION has_steps_to_keep() RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM waiting_steps)
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
    steps := take_steps(most);
    PERFORM let_wait(steps[most + 1:]);
    steps := steps[:most];
    IF cardinality(steps) < most AND NOT EXISTS (SELECT FROM keeping_progress p WHERE p.run_id = 9223372036854775807) THEN
        steps := steps || find_steps(most - cardinality(steps));
    END IF;
    INSERT INTO kept_step (
        run_id, attempt, number, hops, to_run_ids, to_attempts, to_input_ids, to_output_ids, settled_at, arrived_at, depends_on,
        nearest_read_millis, round)
    SELECT h.*, this_round
    FROM hops_to_keep(ARRAY(
        SELECT DISTINCT s FROM unnest(steps) s
        -- Forgotten twice, and kept since: no merge has forgotten it again.
        WHERE NOT EXISTS (SELECT FROM kept_step k WHERE k.run_id = s.run_id AND k.attempt = s.attempt OFFSET 0))) h
    -- The others come back once their versions are replaced.
    WHERE h.hops IS NOT NULL;
    PERFORM analyze_grown();
    RETURN cardinality(steps);
END $$;

COMMENT ON FUNCTION keep_steps IS
    'Keeps the hops of at most so many final steps, in a turn of its own, and returns how many it looked at.';
