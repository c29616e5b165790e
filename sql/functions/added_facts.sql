-- Facts with many rows per event: new facts are inserted, known ones updated if necessary (docs/store.md).
-- After: types.

CREATE FUNCTION given_run_events(facts run_event_fact[])
RETURNS TABLE (
    run_id bigint, at timestamptz, status text, result text, native_state text, attempt integer, declared_start timestamptz,
    duration_millis bigint, is_time_approximate boolean, is_untimed boolean, content_hash uuid, trace_id uuid
) LANGUAGE sql STABLE AS $$
    SELECT r.id, s.at, s.status, s.result, s.native_state, s.attempt, min(s.declared_start), min(s.duration_millis),
        bool_or(s.is_time_approximate), bool_and(s.is_untimed), (array_agg(s.content_hash ORDER BY s.content_hash DESC))[1],
        (array_agg(s.trace_id))[1]
    FROM unnest(facts) s
    CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
    GROUP BY r.id, s.at, s.status, s.result, s.native_state, s.attempt
$$;

COMMENT ON FUNCTION given_run_events IS
    'The run events among facts; several with one key become one, with the greatest content hash and the declarations of all.';

CREATE FUNCTION add_run_events(facts run_event_fact[]) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    added bigint;
BEGIN
    IF cardinality(facts) = 0 THEN
        RETURN false;
    END IF;
    INSERT INTO run_event (
        run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed,
        content_hash, trace_id)
    SELECT g.*
    FROM given_run_events(facts) g
    WHERE NOT EXISTS (
        SELECT FROM run_event k
        WHERE k.run_id = g.run_id AND k.at = g.at
            AND (k.status, k.result, k.native_state, k.attempt) IS NOT DISTINCT FROM (g.status, g.result, g.native_state, g.attempt)
        OFFSET 0)
    ORDER BY g.at, g.status DESC NULLS LAST;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added < cardinality(facts) THEN
        -- Some existed already, or came twice.
        UPDATE run_event k
        SET declared_start = least(k.declared_start, g.declared_start), duration_millis = least(k.duration_millis, g.duration_millis),
            is_time_approximate = k.is_time_approximate OR g.is_time_approximate, is_untimed = k.is_untimed AND g.is_untimed,
            content_hash = greatest(k.content_hash, g.content_hash)
        FROM (
            SELECT g.*, o.place
            FROM given_run_events(facts) g
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM run_event o
                WHERE o.run_id = g.run_id AND o.at = g.at AND o.content_hash <> g.content_hash
                    AND (o.status, o.result, o.native_state, o.attempt) IS NOT DISTINCT FROM (g.status, g.result, g.native_state, g.attempt)
                OFFSET 0
            ) o
            OFFSET 0
        ) g
        WHERE k.ctid = g.place;
    END IF;
    RETURN added > 0;
END $$;

COMMENT ON FUNCTION add_run_events IS
    'Adds run events, earlier ones first, and adds declarations to existing ones; true if any is new.';

CREATE FUNCTION given_run_facets(facts run_facets_fact[])
RETURNS TABLE (run_id bigint, scope text, names_key uuid, set_key uuid, at timestamptz, is_terminal boolean)
LANGUAGE sql STABLE AS $$
    SELECT DISTINCT ON (r.id, s.scope, s.names_key) r.id, s.scope, s.names_key, s.set_key, s.at, s.is_terminal
    FROM unnest(facts) s
    CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
    ORDER BY r.id, s.scope, s.names_key, s.at DESC, s.is_terminal DESC, s.set_key DESC
$$;

COMMENT ON FUNCTION given_run_facets IS
    'The sets of facets of runs among facts; for equal names the newest, by (time, terminal, set).';

CREATE FUNCTION add_run_facets(facts run_facets_fact[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    added bigint;
BEGIN
    IF cardinality(facts) = 0 THEN
        RETURN;
    END IF;
    INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal)
    SELECT g.*
    FROM given_run_facets(facts) g
    WHERE NOT EXISTS (SELECT FROM run_facets k WHERE k.run_id = g.run_id AND k.scope = g.scope AND k.names_key = g.names_key OFFSET 0);
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added < cardinality(facts) THEN
        -- Some runs had sets with these names before.
        UPDATE run_facets k SET set_key = g.set_key, at = g.at, is_terminal = g.is_terminal
        FROM (
            SELECT g.*, o.place
            FROM given_run_facets(facts) g
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM run_facets o
                WHERE o.run_id = g.run_id AND o.scope = g.scope AND o.names_key = g.names_key
                    AND (g.at, g.is_terminal, g.set_key) > (o.at, o.is_terminal, o.set_key)
                OFFSET 0
            ) o
            OFFSET 0
        ) g
        WHERE k.ctid = g.place;
    END IF;
END $$;

COMMENT ON FUNCTION add_run_facets IS 'Adds the sets of facets of runs; for equal names the newest stays.';

CREATE FUNCTION add_entity_facets(facts entity_facets_fact[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    changed entity_facets_row[];
    has_new boolean;
BEGIN
    IF cardinality(facts) = 0 THEN
        RETURN;
    END IF;
    -- Concurrent merges share these rows. Each merge takes them in the order of their key, in one statement, so that
    -- none deadlock.
    SELECT coalesce(array_agg(g.row), '{}'), coalesce(bool_or(g.is_new), false) INTO changed, has_new
    FROM (
        SELECT ROW(e.id, s.names_key, s.set_key, s.at, s.is_terminal)::entity_facets_row AS row, k.entity_id IS NULL AS is_new
        FROM (
            SELECT DISTINCT ON (s.urn_key, s.names_key) s.*
            FROM unnest(facts) s
            ORDER BY s.urn_key, s.names_key, s.at DESC, s.is_terminal DESC, s.set_key DESC
        ) s
        CROSS JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0) e
        LEFT JOIN LATERAL (
            SELECT k.* FROM entity_facets k WHERE k.entity_id = e.id AND k.names_key = s.names_key OFFSET 0
        ) k ON true
        WHERE k.entity_id IS NULL OR (s.at, s.is_terminal, s.set_key) > (k.at, k.is_terminal, k.set_key)
        ORDER BY e.id, s.names_key
    ) g;
    IF has_new THEN
        INSERT INTO entity_facets AS known (entity_id, names_key, set_key, at, is_terminal)
        SELECT c.* FROM unnest(changed) c
        ON CONFLICT (entity_id, names_key) DO UPDATE
        SET set_key = excluded.set_key, at = excluded.at, is_terminal = excluded.is_terminal
        WHERE (excluded.at, excluded.is_terminal, excluded.set_key) > (known.at, known.is_terminal, known.set_key);
    ELSIF cardinality(changed) > 0 THEN
        -- A plain update rereads a row after waiting for it, and unlike ON CONFLICT writes no lock of it to the WAL.
        UPDATE entity_facets k SET set_key = c.set_key, at = c.at, is_terminal = c.is_terminal
        FROM (SELECT c.* FROM unnest(changed) c OFFSET 0) c
        WHERE k.entity_id = c.entity_id AND k.names_key = c.names_key
            AND (c.at, c.is_terminal, c.set_key) > (k.at, k.is_terminal, k.set_key);
    END IF;
END $$;

COMMENT ON FUNCTION add_entity_facets IS
    'Adds the sets of facets of jobs and datasets; for equal names the newest stays, by (time, terminal, set).';
