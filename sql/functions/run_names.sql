-- Names of runs: their identities and URNs (docs/identity.md).
-- After: types.

CREATE FUNCTION name_runs(runs run_fact[], run_links run_link_fact[], OUT relinked_ids bigint[], OUT made new_run[])
    LANGUAGE plpgsql AS $naming$
DECLARE
    has_new boolean;
    has_told boolean;
    is_met boolean := false;
    named_runs named_run[];
    candidates new_run[];
BEGIN
    relinked_ids := '{}';
    made := '{}';
    -- Mostly all are known, by events of their own.
    SELECT bool_or(k.is_reported IS NULL), bool_or(NOT k.is_reported AND NOT n.is_stub) INTO has_new, has_told
    FROM (
        SELECT s.run_key, false AS is_stub FROM unnest(runs) s
        UNION ALL
        SELECT l.target_key, true FROM unnest(run_links) l WHERE l.target_uuid IS NULL
    ) n
    LEFT JOIN LATERAL (
        SELECT r.is_reported FROM entity e CROSS JOIN LATERAL (SELECT r.is_reported FROM run r WHERE r.id = e.id OFFSET 0) r
        WHERE e.run_key = n.run_key OFFSET 0
    ) k ON true;

    IF has_new THEN
        -- Gather the runs with a full identity: from their own events, and from references whose id is no UUID.
        named_runs := ARRAY(
            SELECT DISTINCT ON (n.run_key) n::named_run
            FROM (
                SELECT s.run_key, s.run_uuid, s.native_id, s.template_key, s.flow_key, s.is_derived, false AS is_stub, s.trace_id
                FROM unnest(runs) s
                UNION ALL
                SELECT l.target_key, NULL, l.target_native_id, NULL, NULL, false, true, l.trace_id
                FROM unnest(run_links) l WHERE l.target_uuid IS NULL
            ) n
            ORDER BY n.run_key, n.is_stub);
        is_met := EXISTS (
            SELECT FROM unnest(named_runs) s
            CROSS JOIN LATERAL (VALUES (s.run_uuid), (s.run_key)) AS i (id)
            CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.run_uuid = i.id OFFSET 0) o
            CROSS JOIN LATERAL (SELECT e.run_key FROM entity e WHERE e.id = o.id OFFSET 0) r
            WHERE r.run_key IS DISTINCT FROM s.run_key);
        IF is_met THEN
            PERFORM take_urns(named_runs);
        END IF;
        candidates := new_runs(named_runs);
        IF is_met THEN
            relinked_ids := adopt_runs(candidates);
        END IF;
        made := make_entities(candidates);
    END IF;

    IF has_told OR is_met THEN
        -- A run known only by references now has a fact of its own: it gets its template, and is no stub.
        WITH found AS (
            SELECT DISTINCT ON (r.id) r.id, s.template_key, s.flow_key, s.is_derived
            FROM unnest(runs) s
            CROSS JOIN LATERAL (
                SELECT r.id, r.is_reported
                FROM entity e CROSS JOIN LATERAL (SELECT r.id, r.is_reported FROM run r WHERE r.id = e.id OFFSET 0) r
                WHERE e.run_key = s.run_key OFFSET 0
            ) r
            WHERE NOT r.is_reported
            ORDER BY r.id
        ), renamed AS (
            UPDATE entity e SET is_stub = false FROM found WHERE e.id = found.id
        )
        UPDATE run r SET template_id = t.id, flow_id = f.id, is_derived = found.is_derived, is_reported = true
        FROM found
        CROSS JOIN LATERAL (SELECT t.id FROM entity t WHERE t.urn_key = found.template_key OFFSET 0) t
        LEFT JOIN LATERAL (SELECT f.id FROM entity f WHERE f.urn_key = found.flow_key OFFSET 0) f ON true
        WHERE r.id = found.id;
    END IF;
END $naming$;

COMMENT ON FUNCTION name_runs IS
    'Makes the entities of runs with a full identity, or gives the identity to runs known by their UUID; make_runs makes the runs. Also returns the runs whose references must be resolved again.';

CREATE FUNCTION take_urns(named_runs named_run[]) RETURNS void LANGUAGE plpgsql AS $naming$
BEGIN
    UPDATE entity e SET urn = run_urn(e.run_key)
    FROM run r
    WHERE e.id = r.id AND e.run_key IS NOT NULL AND e.urn = run_urn(r.run_uuid)
        AND (r.run_uuid = ANY (ARRAY(SELECT s.run_key FROM unnest(named_runs) s))
            OR r.run_uuid = ANY (ARRAY(SELECT s.run_uuid FROM unnest(named_runs) s))
                AND EXISTS (SELECT FROM unnest(named_runs) s WHERE s.run_uuid = r.run_uuid AND s.run_key <> e.run_key));
END $naming$;

COMMENT ON FUNCTION take_urns IS
    'Takes the UUID from a run''s URN once another job uses it, or another run''s URN is made of it.';

CREATE FUNCTION new_runs(named_runs named_run[]) RETURNS new_run[] LANGUAGE plpgsql STABLE AS $naming$
BEGIN
    RETURN ARRAY(
        WITH shared AS (
            SELECT s.run_uuid FROM unnest(named_runs) s GROUP BY s.run_uuid HAVING count(*) > 1
        )
        SELECT ROW(s.run_key, s.run_uuid, s.native_id, t.id, f.id,
            run_urn(CASE
                WHEN s.run_uuid IS NULL
                    OR s.run_uuid IN (SELECT h.run_uuid FROM shared h)
                    OR s.run_uuid IN (SELECT k.run_key FROM unnest(named_runs) k)
                    OR EXISTS (
                        SELECT FROM run r CROSS JOIN LATERAL (SELECT e.run_key FROM entity e WHERE e.id = r.id OFFSET 0) e
                        WHERE r.run_uuid = s.run_uuid AND e.run_key IS NOT NULL OFFSET 0)
                    OR EXISTS (SELECT FROM entity e WHERE e.run_key = s.run_uuid OFFSET 0)
                THEN s.run_key ELSE s.run_uuid END),
            s.is_derived, s.is_stub, s.trace_id, NULL)::new_run
        FROM unnest(named_runs) s
        LEFT JOIN LATERAL (SELECT t.id FROM entity t WHERE t.urn_key = s.template_key OFFSET 0) t ON true
        LEFT JOIN LATERAL (SELECT f.id FROM entity f WHERE f.urn_key = s.flow_key OFFSET 0) f ON true
        WHERE NOT EXISTS (SELECT FROM entity e WHERE e.run_key = s.run_key OFFSET 0));
END $naming$;

COMMENT ON FUNCTION new_runs IS
    'The new runs among the named ones, with their URNs: the UUID if it belongs to one job and is no run key, else the run key.';

CREATE FUNCTION adopt_runs(new_runs new_run[]) RETURNS bigint[] LANGUAGE plpgsql AS $naming$
DECLARE
    left_over bigint[];
    relinked_ids bigint[] := '{}';
BEGIN
    -- A run known only by its UUID gets its identity from the first event or reference with it.
    WITH candidate AS (
        SELECT DISTINCT ON (r.id) r.id AS adopted_id, n.*, e.urn = n.urn AS has_urn
        FROM unnest(new_runs) n
        JOIN run r ON r.run_uuid IN (n.run_uuid, n.run_key)
        JOIN entity e ON e.id = r.id
        WHERE e.run_key IS NULL AND (e.is_stub OR e.urn = n.urn)
        ORDER BY r.id, e.urn = n.urn DESC, n.run_key
    ), adopted AS (
        SELECT DISTINCT ON (c.run_key) c.* FROM candidate c ORDER BY c.run_key, c.has_urn DESC, c.adopted_id
    ), renamed AS (
        UPDATE entity e SET is_stub = e.is_stub AND a.is_stub, urn = a.urn, run_key = a.run_key FROM adopted a WHERE e.id = a.adopted_id
    )
    UPDATE run r
    SET run_uuid = a.run_uuid, native_id = a.native_id
    FROM adopted a
    WHERE r.id = a.adopted_id;

    -- The same run may have been named by its UUID and by its key: references to a second stub are resolved again.
    left_over := ARRAY(
        SELECT r.id FROM run r
        JOIN entity e ON e.id = r.id
        WHERE e.run_key IS NULL AND e.is_stub
            AND NOT EXISTS (SELECT FROM relationship s WHERE r.id IN (s.source_id, s.destination_id))
            AND r.run_uuid = ANY (ARRAY(SELECT unnest(ARRAY[n.run_uuid, n.run_key]) FROM unnest(new_runs) n)));
    IF cardinality(left_over) > 0 THEN
        UPDATE run r SET parent_id = NULL WHERE r.parent_id = ANY (left_over);
        WITH relinked AS (
            UPDATE run_link l SET target_id = NULL WHERE l.target_id = ANY (left_over) RETURNING l.run_id
        )
        SELECT coalesce(array_agg(DISTINCT l.run_id), '{}') INTO relinked_ids FROM relinked l;
        DELETE FROM run r WHERE r.id = ANY (left_over);
        DELETE FROM entity e WHERE e.id = ANY (left_over);
    END IF;
    RETURN relinked_ids;
END $naming$;

COMMENT ON FUNCTION adopt_runs IS
    'Gives new runs the stubs that stood for them; returns the runs that referred to a second stub.';

CREATE FUNCTION make_entities(new_runs new_run[]) RETURNS new_run[] LANGUAGE plpgsql AS $naming$
DECLARE
    made new_run[];
BEGIN
    WITH added AS (
        INSERT INTO entity (kind, urn, run_key, is_stub, trace_id)
        SELECT 'dataProcessInstance', n.urn, n.run_key, n.is_stub, n.trace_id
        FROM unnest(new_runs) n
        WHERE NOT EXISTS (SELECT FROM entity e WHERE e.run_key = n.run_key OFFSET 0)
        ORDER BY n.run_key
        RETURNING id, run_key
    )
    SELECT array_agg(
        ROW(n.run_key, n.run_uuid, n.native_id, n.template_id, n.flow_id, n.urn, n.is_derived, n.is_stub, n.trace_id, a.id)::new_run)
        FILTER (WHERE a.id IS NOT NULL)
    INTO made
    -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join.
    FROM added a FULL JOIN unnest(new_runs) n ON n.run_key = a.run_key;
    RETURN coalesce(made, '{}');
END $naming$;

COMMENT ON FUNCTION make_entities IS
    'Makes the entities of new runs without a stub; returns these runs, with their ids.';

CREATE FUNCTION make_runs(made new_run[]) RETURNS bigint[] LANGUAGE plpgsql AS $naming$
DECLARE
    shared_ids uuid[];
BEGIN
    IF cardinality(made) = 0 THEN
        RETURN '{}';
    END IF;
    INSERT INTO run (
        id, run_uuid, native_id, template_id, flow_id, is_derived, is_reported, parent_id, created_at, attempt, status, result, native_result,
        started_at, ended_at, state_at, first_event_at, last_event_at, is_time_approximate)
    SELECT n.id, n.run_uuid, n.native_id, n.template_id, n.flow_id, n.is_derived, NOT n.is_stub, (SELECT p.parent_id FROM parent_of(n.id) p),
        d.created_at, d.attempt, d.status, d.result, d.native_result, d.started_at, d.ended_at, d.state_at, d.first_event_at, d.last_event_at,
        coalesce(d.is_time_approximate, false)
    FROM unnest(made) n
    FULL JOIN derive_run_state(ARRAY(SELECT n.id FROM unnest(made) n WHERE NOT n.is_stub)) d ON d.run_id = n.id;

    -- References to ids that others have, too, may mean another run now.
    shared_ids := ARRAY(SELECT DISTINCT n.run_uuid FROM unnest(made) n WHERE n.urn <> run_urn(n.run_uuid));
    RETURN ARRAY(
        SELECT n.id FROM unnest(made) n
        CROSS JOIN LATERAL (SELECT FROM run r WHERE r.id = n.id AND r.native_result IS DISTINCT FROM 'ABORT' OFFSET 0) r
        WHERE NOT n.is_stub
            AND NOT EXISTS (
                SELECT FROM run_link l WHERE l.run_id = n.id AND (l.target_id IS NULL OR l.target_uuid IN (SELECT unnest(shared_ids))) OFFSET 0));
END $naming$;

COMMENT ON FUNCTION make_runs IS
    'Makes new runs with their state and parent from the start, so that their rows need not be written again. Returns the runs for which both are final: no sibling makes them skipped, and their references are resolved. Runs of a source are not final.';
