-- References between runs.
-- After: types.

CREATE FUNCTION given_references(facts run_link_fact[])
RETURNS TABLE (
    run_id bigint, kind text, target_key uuid, target_uuid uuid, target_job_key uuid, at timestamptz, is_terminal boolean
) LANGUAGE sql STABLE AS $$
    SELECT DISTINCT ON (r.id, s.kind, s.target_key, s.at)
        r.id, s.kind, s.target_key, s.target_uuid, s.target_job_key, s.at, s.is_terminal
    FROM unnest(facts) s
    CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
    ORDER BY r.id, s.kind, s.target_key, s.at, s.is_terminal DESC
$$;

COMMENT ON FUNCTION given_references IS 'The references among facts; among several of one time a terminal one wins.';

CREATE FUNCTION add_references(run_links run_link_fact[], made new_run[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    unknown_uuids uuid[];
    added bigint;
BEGIN
    IF cardinality(run_links) = 0 THEN
        RETURN;
    END IF;

    -- Make unreported runs that a reference names by their UUID.
    unknown_uuids := ARRAY(
        SELECT DISTINCT l.target_uuid FROM unnest(run_links) l
        WHERE l.target_uuid IS NOT NULL
            AND NOT EXISTS (SELECT FROM run r WHERE r.run_uuid = l.target_uuid OFFSET 0)
            AND NOT EXISTS (SELECT FROM entity r WHERE r.run_key IN (l.target_key, l.target_uuid) OFFSET 0)
            AND l.target_uuid NOT IN (SELECT n.run_uuid FROM unnest(made) n WHERE n.run_uuid IS NOT NULL));
    IF cardinality(unknown_uuids) > 0 THEN
        WITH named AS MATERIALIZED (
            SELECT DISTINCT ON (l.target_uuid) l.target_uuid, run_urn(l.target_uuid) AS urn, l.target_native_id, l.trace_id
            FROM unnest(run_links) l WHERE l.target_uuid = ANY (unknown_uuids)
            ORDER BY l.target_uuid
        ), made AS (
            INSERT INTO entity (kind, urn, is_stub, trace_id)
            SELECT 'dataProcessInstance', n.urn, true, n.trace_id FROM named n
            RETURNING id, urn
        )
        INSERT INTO run (id, run_uuid, native_id)
        SELECT m.id, n.target_uuid, n.target_native_id FROM made m JOIN named n ON n.urn = m.urn;
    END IF;

    -- Add the references to other runs, once for each time.
    WITH given AS MATERIALIZED (
        SELECT g.* FROM given_references(run_links) g
        WHERE NOT EXISTS (
            SELECT FROM run_link k WHERE k.run_id = g.run_id AND k.kind = g.kind AND k.at = g.at AND k.target_key = g.target_key OFFSET 0)
    ), targets AS MATERIALIZED (
        -- Each once: all events of a run repeat its parent.
        SELECT t.target_key, t.target_job_key, j.id AS job_id, resolve_run(t.target_key, t.target_uuid) AS id
        FROM (SELECT DISTINCT ON (g.target_key, g.target_job_key) g.target_key, g.target_uuid, g.target_job_key FROM given g) t
        CROSS JOIN LATERAL (SELECT j.id FROM entity j WHERE j.urn_key = t.target_job_key OFFSET 0) j
    )
    INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_job_id, target_id, at, is_terminal)
    SELECT g.run_id, g.kind, g.target_key, g.target_uuid, t.job_id, t.id, g.at, g.is_terminal
    -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join.
    FROM given g FULL JOIN targets t ON t.target_key = g.target_key AND t.target_job_key = g.target_job_key;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added < cardinality(run_links) THEN
        UPDATE run_link k SET is_terminal = true
        FROM (
            SELECT g.*, o.place
            FROM given_references(run_links) g
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM run_link o
                WHERE o.run_id = g.run_id AND o.kind = g.kind AND o.at = g.at AND o.target_key = g.target_key
                    AND g.is_terminal AND NOT o.is_terminal
                OFFSET 0
            ) o
            OFFSET 0
        ) g
        WHERE k.ctid = g.place;
    END IF;
END $$;

COMMENT ON FUNCTION add_references IS
    'Adds references to runs, and the runs known only by them. made: named runs without a row yet; references to their ids are resolved later.';

CREATE FUNCTION resolve_run(target_key uuid, target_uuid uuid) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found_ids bigint[] := ARRAY(SELECT r.id FROM entity r WHERE r.run_key = target_key);
BEGIN
    IF cardinality(found_ids) = 0 THEN
        found_ids := ARRAY(SELECT r.id FROM run r WHERE r.run_uuid = target_uuid);
    END IF;
    IF cardinality(found_ids) > 1 THEN
        RETURN (
            SELECT r.id FROM run r LEFT JOIN entity t ON t.id = r.template_id
            WHERE r.id = ANY (found_ids)
            ORDER BY (SELECT e.at FROM run_event e WHERE e.run_id = r.id ORDER BY e.at LIMIT 1), t.namespace COLLATE "C", t.name COLLATE "C"
            LIMIT 1);
    END IF;
    RETURN coalesce(found_ids[1], (SELECT r.id FROM entity r WHERE r.run_key = target_uuid));
END $$;

COMMENT ON FUNCTION resolve_run IS
    'The run that a reference means: the one with its id and job, else of its UUID the least by (first event, namespace, name), else the run with this key. Only this function knows the rule.';

CREATE FUNCTION derive_references(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    contested uuid[];
    meant_ids bigint[];
    naming_ids bigint[];
BEGIN
    UPDATE run_link l SET target_id = resolve_run(l.target_key, l.target_uuid)
    WHERE l.run_id = ANY (run_ids) AND l.target_id IS NULL;

    -- The UUIDs of these runs that can mean several runs; references to other UUIDs keep their meaning.
    contested := ARRAY(
        SELECT DISTINCT o.run_uuid
        FROM unnest(run_ids) AS i (id)
        CROSS JOIN LATERAL (SELECT o.id, o.run_uuid FROM run o WHERE o.id = i.id AND o.run_uuid IS NOT NULL OFFSET 0) o
        WHERE EXISTS (SELECT FROM run r WHERE r.run_uuid = o.run_uuid AND r.id <> o.id OFFSET 0)
            OR EXISTS (SELECT FROM entity r WHERE r.run_key = o.run_uuid OFFSET 0));
    IF cardinality(contested) = 0 THEN
        RETURN run_ids;
    END IF;
    meant_ids := ARRAY(SELECT r.id FROM run r WHERE r.run_uuid = ANY (contested) UNION SELECT r.id FROM entity r WHERE r.run_key = ANY (contested));
    -- A reference with the job of its run keeps its meaning. All others count, since a run that keeps its parent may have
    -- its job by one that changes.
    naming_ids := ARRAY(
        SELECT l.run_id FROM run_link l
        CROSS JOIN LATERAL (SELECT e.run_key FROM entity e WHERE e.id = l.target_id OFFSET 0) e
        WHERE l.kind = 'PARENT' AND l.target_id = ANY (meant_ids) AND l.target_uuid = ANY (contested)
            AND l.target_key IS DISTINCT FROM e.run_key);
    UPDATE run_link l SET target_id = d.target_id
    FROM (
        SELECT k.run_id, k.kind, k.target_key, k.at, resolve_run(k.target_key, k.target_uuid) AS target_id
        FROM run_link k WHERE k.target_id = ANY (meant_ids) AND k.target_uuid = ANY (contested)
    ) d
    WHERE l.run_id = d.run_id AND l.kind = d.kind AND l.target_key = d.target_key AND l.at = d.at
        AND l.target_id IS DISTINCT FROM d.target_id;
    RETURN ARRAY(SELECT unnest(run_ids) UNION SELECT unnest(naming_ids));
END $$;

COMMENT ON FUNCTION derive_references IS
    'Resolves new references of these runs, and all references to an id that several runs share. Returns these runs, and those whose parent may have changed: they named the id with the job of none of its runs.';

CREATE FUNCTION named_by_references(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    -- In plpgsql, so that its plan is cached.
    RETURN ARRAY(
        SELECT DISTINCT t.id FROM run_link l
        CROSS JOIN LATERAL (SELECT t.* FROM run t WHERE t.id = l.target_id OFFSET 0) t
        WHERE l.run_id = ANY (run_ids) AND NOT t.is_reported AND t.template_id IS DISTINCT FROM l.target_job_id);
END $$;

COMMENT ON FUNCTION named_by_references IS
    'The unreported runs that these refer to by another job than their present one.';
