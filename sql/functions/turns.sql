-- Turns: the locks of a merge until its commit, and the visibility of running merges (docs/store.md).
-- After: types.

CREATE FUNCTION max_locks() RETURNS integer
    LANGUAGE sql STABLE
    RETURN current_setting('max_locks_per_transaction')::integer * current_setting('max_connections')::integer / 16;

COMMENT ON FUNCTION max_locks IS
    'The most locks of one kind that a merge takes one by one: a sixteenth of Postgres''s capacity.';

CREATE FUNCTION lock_each(kind text, keys integer[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- Sorted, so that no two merges deadlock.
    PERFORM pg_advisory_xact_lock(hashtext(kind), k.key)
    FROM (SELECT DISTINCT u.key FROM unnest(keys) AS u (key) ORDER BY u.key) k;
END $$;

COMMENT ON FUNCTION lock_each IS
    'Locks keys of a kind until the transaction ends; two keys with one hash are locked together.';

CREATE FUNCTION begin_merging(is_alone boolean) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- running_merges reads these three locks; the time of arrival and all numbers come later.
    PERFORM pg_advisory_xact_lock_shared(hashtext('headwater.since'), floor(extract(epoch FROM clock_timestamp()))::bigint::bit(32)::integer),
        pg_advisory_xact_lock_shared(hashtext('headwater.events'), given_number('acceptance_seq')::bit(32)::integer),
        pg_advisory_xact_lock_shared(hashtext('headwater.run_events'), given_number('run_event_seq_seq')::bit(32)::integer);
    PERFORM set_config('headwater.shares_turn', CASE WHEN is_alone THEN '' ELSE 'true' END, true);
    IF coalesce(current_setting('headwater.arrived_at', true), '') = '' THEN
        PERFORM set_config('headwater.arrived_at', clock_timestamp()::text, true);
    END IF;
END $$;

COMMENT ON FUNCTION begin_merging IS
    'Announces a merge: its start, and the last numbers of events and run events before its own. Its facts arrive now.';

CREATE FUNCTION given_number(sequence regclass) RETURNS bigint
    LANGUAGE sql
    RETURN coalesce(pg_sequence_last_value(sequence), 0);

COMMENT ON FUNCTION given_number IS 'The last number that a sequence gave; 0: none.';

CREATE FUNCTION take_whole_turn() RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('headwater.merge'));
    PERFORM begin_merging(is_alone => true);
END $$;

COMMENT ON FUNCTION take_whole_turn IS 'Waits for running merges, and blocks new ones until the transaction ends.';

CREATE FUNCTION take_turn(runs run_fact[], run_links run_link_fact[], entities entity_fact[], aliases alias_fact[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    ids uuid[] := ARRAY(
        SELECT s.run_key FROM unnest(runs) s
        UNION SELECT s.run_uuid FROM unnest(runs) s WHERE s.run_uuid IS NOT NULL
        UNION SELECT l.target_key FROM unnest(run_links) l
        UNION SELECT l.target_uuid FROM unnest(run_links) l WHERE l.target_uuid IS NOT NULL);
    held integer[] := ARRAY(SELECT uuid_hash(i.id) FROM unnest(ids) AS i (id));
    roots integer[];
    is_alone boolean := adds_names(entities, aliases) OR cardinality(held) > max_locks();
BEGIN
    WHILE NOT is_alone LOOP
        BEGIN
            PERFORM pg_advisory_xact_lock_shared(hashtext('headwater.merge'));
            PERFORM lock_each('headwater.run', held);
            -- Now nobody else changes these runs, so they can be read; their families may be more than was locked.
            SELECT f.roots, f.are_mixed INTO roots, is_alone FROM families_of(runs, ids) f;
            IF NOT is_alone AND roots <@ held THEN
                PERFORM begin_merging(is_alone => false);
                RETURN;
            END IF;
            held := ARRAY(SELECT unnest(held) UNION SELECT unnest(roots));
            RAISE SQLSTATE 'HW001'; -- releases the locks: waiting for more while holding some causes deadlocks
        EXCEPTION WHEN SQLSTATE 'HW001' THEN
            is_alone := is_alone OR cardinality(held) > max_locks();
        END;
    END LOOP;
    PERFORM take_whole_turn();
END $$;

COMMENT ON FUNCTION take_turn IS
    'Waits for merges of the same runs, their families, or runs that these refer to, and blocks such merges until the transaction ends. Takes the whole turn if names are joined, if references may come to mean other runs, and for more runs than there are locks.';

CREATE FUNCTION families_of(runs run_fact[], ids uuid[], OUT roots integer[], OUT are_mixed boolean)
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found_ids bigint[] := ARRAY(
        SELECT r.id FROM unnest(ids) AS i (id) CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = i.id OFFSET 0) r
        UNION
        SELECT r.id FROM unnest(ids) AS i (id) CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.run_uuid = i.id OFFSET 0) r);
BEGIN
    IF cardinality(found_ids) = 0 AND cardinality(runs) < 2 THEN
        roots := '{}';
        are_mixed := false;
        RETURN;
    END IF;
    WITH found AS MATERIALIZED (
        SELECT r.* FROM unnest(found_ids) AS f (id)
        CROSS JOIN LATERAL (
            SELECT r.id, e.run_key, r.run_uuid, r.parent_id
            FROM run r CROSS JOIN LATERAL (SELECT e.run_key FROM entity e WHERE e.id = r.id OFFSET 0) e
            WHERE r.id = f.id OFFSET 0
        ) r
    ), named AS MATERIALIZED (
        SELECT f.id, f.run_key, f.run_uuid FROM found f
        UNION ALL
        SELECT NULL, s.run_key, s.run_uuid FROM unnest(runs) s
    ), shared AS (
        SELECT n.run_uuid FROM named n
        WHERE (n.run_uuid IN (SELECT s.run_uuid FROM unnest(runs) s)) IS TRUE
        GROUP BY n.run_uuid
        HAVING count(DISTINCT n.run_key) > 1 OR count(DISTINCT n.id) > 1
    )
    SELECT
        ARRAY(
            SELECT coalesce(uuid_hash(coalesce(r.run_uuid, r.run_key)), hashint8(r.id))
            FROM (SELECT DISTINCT o.root_id AS id FROM found f CROSS JOIN LATERAL family_root(f.id, f.parent_id) o) o
            CROSS JOIN LATERAL (
                SELECT r.id, e.run_key, r.run_uuid
                FROM run r CROSS JOIN LATERAL (SELECT e.run_key FROM entity e WHERE e.id = r.id OFFSET 0) e
                WHERE r.id = o.id OFFSET 0
            ) r),
        EXISTS (
            -- IS TRUE lets the planner hash the ids: by a join it would compare all with all.
            SELECT FROM found f
            CROSS JOIN LATERAL (
                SELECT FROM run_link l
                WHERE l.target_id = f.id AND l.target_uuid = f.run_uuid AND l.target_key IS DISTINCT FROM f.run_key
                OFFSET 0
            ) l
            WHERE (f.run_uuid IN (SELECT s.run_uuid FROM shared s)) IS TRUE)
        OR EXISTS (SELECT n.run_uuid FROM named n INTERSECT SELECT n.run_key FROM named n WHERE n.run_key IS NOT NULL)
    INTO roots, are_mixed;
END $$;

COMMENT ON FUNCTION families_of IS
    'The locks of the roots of the runs with these ids; are_mixed: references may come to mean other runs, since they name an id that several runs share, and the job of none of these, or since the id of one run is the key of another.';

CREATE FUNCTION adds_names(entities entity_fact[], aliases alias_fact[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN cardinality(aliases) > 0 AND EXISTS (
        SELECT FROM unnest(aliases) s
        WHERE NOT EXISTS (
            SELECT FROM entity e
            CROSS JOIN LATERAL (SELECT o.id FROM entity o WHERE o.urn_key = s.other_key OFFSET 0) o
            CROSS JOIN LATERAL (SELECT FROM alias a WHERE a.entity_id = e.id AND a.other_id = o.id AND a.origin = s.origin OFFSET 0) a
            WHERE e.urn_key = s.urn_key
            OFFSET 0)
    ) OR EXISTS (SELECT FROM namespace_alias) AND EXISTS (
        SELECT FROM unnest(entities) s
        JOIN namespace_alias n ON s.namespace IN (n.namespace, n.other)
        WHERE s.kind = 'dataset' AND NOT EXISTS (SELECT FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0));
END $$;

COMMENT ON FUNCTION adds_names IS
    'True if entities and aliases join names that were not joined, or may do so by configuration.';

CREATE FUNCTION lock_data(class_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(class_ids) = 0 OR current_setting('headwater.shares_turn', true) IS DISTINCT FROM 'true' THEN
        RETURN;
    END IF;
    IF cardinality(class_ids) > max_locks() THEN
        PERFORM pg_advisory_xact_lock(hashtext('headwater.data'));
    ELSE
        PERFORM pg_advisory_xact_lock_shared(hashtext('headwater.data'));
        PERFORM lock_each('headwater.data', ARRAY(SELECT hashint8(c.id) FROM unnest(class_ids) AS c (id)));
    END IF;
END $$;

COMMENT ON FUNCTION lock_data IS
    'Blocks other writes of data until the transaction ends, which takes only those of registrations after this. In a whole turn there are no others.';

CREATE FUNCTION running_merges(OUT since timestamptz, OUT event_seq bigint, OUT run_event_seq bigint, OUT are_running boolean)
    LANGUAGE plpgsql AS $$
DECLARE
    given_event bigint := given_number('acceptance_seq');
    given_run_event bigint := given_number('run_event_seq_seq');
    now_seconds bigint := floor(extract(epoch FROM clock_timestamp()));
BEGIN
    -- In this order: the given numbers, the running merges, then (by the caller) the rows. So a merge that is not found
    -- here has committed all its numbers up to these. A lock holds the last 32 bits of a number.
    SELECT 'epoch'::timestamptz + make_interval(secs => min(now_seconds - m.back) FILTER (WHERE m.kind = hashtext('headwater.since'))),
        least(min(given_event - m.back) FILTER (WHERE m.kind = hashtext('headwater.events')), given_event),
        least(min(given_run_event - m.back) FILTER (WHERE m.kind = hashtext('headwater.run_events')), given_run_event),
        count(*) > 0
    INTO since, event_seq, run_event_seq, are_running
    FROM (
        -- Below 0 for a merge that began after the numbers were read.
        SELECT l.kind, ((CASE l.kind WHEN hashtext('headwater.since') THEN now_seconds
            WHEN hashtext('headwater.events') THEN given_event ELSE given_run_event END - l.place + 2147483648) & 4294967295) - 2147483648 AS back
        FROM (
            SELECT k.classid::bigint::bit(32)::integer AS kind, k.objid::bigint AS place, k.objsubid,
                bool_or(k.objsubid = 1 AND k.objid::bigint::bit(32)::integer = hashtext('headwater.merge')) OVER (PARTITION BY k.pid) AS is_merging
            FROM pg_locks k
            WHERE k.locktype = 'advisory' AND k.granted
                AND k.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        ) l
        -- Without the lock of merges, one has committed: Postgres lets all locks go after that, one by one. The next holder of that lock must see it.
        WHERE l.objsubid = 2 AND l.is_merging
            AND l.kind IN (hashtext('headwater.since'), hashtext('headwater.events'), hashtext('headwater.run_events'))
    ) m;
END $$;

COMMENT ON FUNCTION running_merges IS
    'The start of the oldest running merge in whole seconds, null if none runs. Also the numbers of events and run events up to which the next statement sees everything that will ever be committed.';
