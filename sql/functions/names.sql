-- Names of entities, and the classes of names of the same data.
-- After: types.

CREATE FUNCTION derive_classes(entity_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    ids bigint[];
    tops bigint[];
    lower_tops bigint[];
    changed bigint[];
BEGIN
    WITH RECURSIVE walk (id) AS (
        SELECT unnest(entity_ids)
        UNION
        SELECT n.id
        FROM walk w
        CROSS JOIN LATERAL (
            SELECT a.other_id AS id FROM alias a WHERE a.entity_id = w.id
            UNION ALL
            SELECT a.entity_id FROM alias a WHERE a.other_id = w.id
        ) n
    )
    SELECT array_agg(w.id ORDER BY w.id) INTO ids FROM walk w;
    -- Hooking and pointer jumping: each name and its top take the least top among their neighbours, then each takes the
    -- top of its top. A chain takes as many rounds as its length has bits. Grouped, not joined: an event may bring ten
    -- thousand names.
    lower_tops := ids;
    WHILE lower_tops IS DISTINCT FROM tops LOOP
        tops := lower_tops;
        WITH low AS (
            SELECT s.id, min(s.top) FILTER (WHERE s.is_own) AS top, min(s.top) AS low
            FROM (
                SELECT o.id, o.top, true AS is_own FROM unnest(ids, tops) AS o (id, top)
                UNION ALL
                SELECT a.id, o.top, false FROM unnest(ids, tops) AS o (id, top)
                CROSS JOIN LATERAL (SELECT a.other_id AS id FROM alias a WHERE a.entity_id = o.id OFFSET 0) a
                UNION ALL
                SELECT a.id, o.top, false FROM unnest(ids, tops) AS o (id, top)
                CROSS JOIN LATERAL (SELECT a.entity_id AS id FROM alias a WHERE a.other_id = o.id OFFSET 0) a
            ) s
            GROUP BY s.id
        ), hooked AS (
            SELECT s.id, min(s.low) AS top
            FROM (SELECT l.id, l.low FROM low l UNION ALL SELECT l.top, l.low FROM low l) s
            GROUP BY s.id
        )
        SELECT array_agg(j.top ORDER BY j.id) INTO lower_tops
        FROM (
            SELECT s.below_id AS id, min(s.top) OVER (PARTITION BY s.id) AS top
            FROM (
                SELECT h.id, h.top, NULL::bigint AS below_id FROM hooked h
                UNION ALL
                SELECT h.top, NULL, h.id FROM hooked h
            ) s
        ) j
        WHERE j.id IS NOT NULL;
    END LOOP;
    WITH class AS MATERIALIZED (
        SELECT c.id, c.former_id, c.class_id, bool_or(c.class_id IS DISTINCT FROM c.former_id) OVER (PARTITION BY c.top) AS is_changed
        FROM (
            SELECT e.id, o.top, e.class_id AS former_id,
                CASE WHEN count(*) OVER (PARTITION BY o.top) > 1
                    THEN first_value(e.id) OVER (PARTITION BY o.top ORDER BY e.urn COLLATE "C") END AS class_id
            FROM unnest(ids, tops) AS o (id, top)
            CROSS JOIN LATERAL (SELECT e.id, e.urn, e.class_id FROM entity e WHERE e.id = o.id OFFSET 0) e
        ) c
    ), moved AS (
        UPDATE entity e SET class_id = c.class_id FROM class c
        WHERE e.id = c.id AND c.class_id IS DISTINCT FROM c.former_id
    )
    SELECT array_agg(c.id) INTO changed
    FROM (
        SELECT c.id FROM class c WHERE c.is_changed
        UNION
        SELECT m.id
        FROM (SELECT DISTINCT c.former_id FROM class c WHERE c.is_changed) f
        CROSS JOIN LATERAL (SELECT m.id FROM entity m WHERE m.class_id = f.former_id OFFSET 0) m
    ) c;
    -- Also if no row moves: with names come removed writes.
    PERFORM tell_changes(changed, '{}', '{}');
    -- Reads and writes are stored by class, and a fact about one name holds for all.
    PERFORM derive_lineage(ARRAY(
        SELECT DISTINCT g.run_id FROM edge g WHERE g.asset_id = ANY (changed)
        UNION
        SELECT w.run_id FROM write_row w WHERE w.class_id = ANY (changed) AND w.kind = 'DROP' AND w.effect = 'REPLACE'));
END $$;

COMMENT ON FUNCTION derive_classes IS
    'Derives the class of names: all names reachable by aliases, under the least URN; a single name has none.';

CREATE FUNCTION name_entities(entities entity_fact[]) RETURNS void LANGUAGE plpgsql AS $naming$
BEGIN
    -- Mostly all are known, by facts of their own.
    IF NOT EXISTS (
        SELECT FROM unnest(entities) s
        LEFT JOIN LATERAL (SELECT e.is_stub FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0) e ON true
        WHERE e.is_stub IS NULL OR e.is_stub AND NOT s.is_stub) THEN
        RETURN;
    END IF;

    -- Flows first, since jobs point at them.
    INSERT INTO entity (kind, urn, namespace, name, is_stub, trace_id)
    SELECT DISTINCT ON (s.urn_key) s.kind, s.urn, s.namespace, s.name, s.is_stub, s.trace_id
    FROM unnest(entities) s
    WHERE s.kind = 'dataFlow' AND NOT EXISTS (SELECT FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0)
    ORDER BY s.urn_key, s.is_stub
    ON CONFLICT (urn_key) DO NOTHING;

    -- Jobs and assets. Known ones are not touched, so that hot rows are not locked.
    INSERT INTO entity (kind, urn, namespace, name, flow_id, is_stub, trace_id)
    SELECT DISTINCT ON (s.urn_key) s.kind, s.urn, s.namespace, s.name, f.id, s.is_stub, s.trace_id
    FROM unnest(entities) s
    LEFT JOIN LATERAL (SELECT f.id FROM entity f WHERE f.urn_key = s.flow_key OFFSET 0) f ON true
    WHERE s.kind <> 'dataFlow' AND NOT EXISTS (SELECT FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0)
    ORDER BY s.urn_key, s.is_stub
    ON CONFLICT (urn_key) DO NOTHING;

    -- Stubs that now have a fact of their own.
    UPDATE entity SET is_stub = false
    WHERE id = ANY (ARRAY(
        SELECT e.id FROM entity e
        WHERE e.is_stub AND e.urn_key = ANY (ARRAY(SELECT s.urn_key FROM unnest(entities) s WHERE NOT s.is_stub))
        ORDER BY e.urn_key
        FOR NO KEY UPDATE));
END $naming$;

CREATE FUNCTION join_names(aliases alias_fact[], entities entity_fact[]) RETURNS void LANGUAGE plpgsql AS $naming$
DECLARE
    renamed_ids bigint[];
BEGIN
    -- Add new pairs of names: those in events, and those that follow from configuration and new names.
    IF cardinality(aliases) > 0 OR EXISTS (SELECT FROM namespace_alias) THEN
        WITH said AS (
            SELECT e.id AS entity_id, o.id AS other_id, s.origin, s.trace_id
            FROM unnest(aliases) s
            CROSS JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = s.urn_key OFFSET 0) e
            CROSS JOIN LATERAL (SELECT o.id FROM entity o WHERE o.urn_key = s.other_key OFFSET 0) o
            UNION ALL
            SELECT e.id, o.id, 'CONFIGURED', s.trace_id
            FROM unnest(entities) s
            JOIN namespace_alias n ON s.namespace IN (n.namespace, n.other)
            JOIN entity e ON e.kind = 'dataset' AND text_key(e.name) = text_key(s.name) AND e.name = s.name AND e.namespace = n.namespace
            JOIN entity o ON o.kind = 'dataset' AND text_key(o.name) = text_key(s.name) AND o.name = s.name AND o.namespace = n.other
            WHERE s.kind = 'dataset'
        ), added AS (
            INSERT INTO alias (entity_id, other_id, origin, trace_id)
            SELECT DISTINCT ON (s.entity_id, s.other_id, s.origin) s.entity_id, s.other_id, s.origin, s.trace_id
            FROM said s
            WHERE NOT EXISTS (
                SELECT FROM alias a WHERE a.entity_id = s.entity_id AND a.other_id = s.other_id AND a.origin = s.origin)
            ORDER BY s.entity_id, s.other_id, s.origin
            RETURNING entity_id, other_id
        )
        SELECT array_agg(a.entity_id) INTO renamed_ids FROM added a;
    END IF;
    IF renamed_ids IS NOT NULL THEN
        PERFORM derive_classes(renamed_ids);
    END IF;
END $naming$;
