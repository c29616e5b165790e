-- The merge of aspects from proposals.
-- After: types.

CREATE FUNCTION merge_aspects(
    events event_fact[],
    entities entity_fact[],
    versioned versioned_fact[],
    timeseries timeseries_fact[],
    gone changed_aspect[],
    relationships relationship_fact[],
    withdrawn relationship_fact[],
    reported_events reported_event_fact[]
) RETURNS void LANGUAGE plpgsql AS $merge$
BEGIN
    -- Write the proposals to the durable log, in order.
    INSERT INTO event (at, content_hash, dialect, source, warnings, body, trace_id)
    SELECT s.at, s.content_hash, s.dialect, s.source, nullif(s.warnings, '{}'), s.body, s.trace_id FROM unnest(events) s;
    PERFORM apply_aspects(entities, versioned, timeseries, gone, relationships, withdrawn, reported_events);
END $merge$;

COMMENT ON FUNCTION merge_aspects IS
    'Merges the results of accepted proposals: into the log, and into the tables derived from it.';

CREATE FUNCTION apply_aspects(
    entities entity_fact[],
    versioned versioned_fact[],
    timeseries timeseries_fact[],
    gone changed_aspect[],
    relationships relationship_fact[],
    withdrawn relationship_fact[],
    reported_events reported_event_fact[]
) RETURNS void LANGUAGE plpgsql AS $merge$
DECLARE
    has_new_run_events boolean;
    run_ids bigint[];
    withdrawn_ids bigint[];
    related_ids bigint[];
BEGIN
    PERFORM name_entities(entities);
    PERFORM join_names('{}', entities);

    -- Make new runs among the entities.
    INSERT INTO run (id, run_uuid, native_id)
    SELECT e.id, CASE WHEN i.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN i.id::uuid END, i.id
    FROM entity e CROSS JOIN LATERAL (SELECT substr(e.urn, length('urn:li:dataProcessInstance:') + 1) AS id) i
    WHERE e.urn_key = ANY (ARRAY(SELECT s.urn_key FROM unnest(entities) s WHERE s.kind = 'dataProcessInstance'))
        AND NOT EXISTS (SELECT FROM run r WHERE r.id = e.id);

    -- Delete the aspects without a value, and set the others.
    DELETE FROM versioned_aspect a
    USING unnest(gone) c JOIN entity e ON e.urn_key = c.urn_key
    WHERE a.entity_id = e.id AND a.name = c.name;
    INSERT INTO versioned_aspect AS known (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id)
    SELECT e.id, s.name, s.value::jsonb, s.system_metadata::jsonb, s.version, arrival(), arrival(), s.trace_id
    FROM unnest(versioned) s JOIN entity e ON e.urn_key = s.urn_key
    ON CONFLICT (entity_id, name) DO UPDATE
    SET value = excluded.value, system_metadata = excluded.system_metadata, version = excluded.version,
        arrived_at = CASE WHEN known.version <> excluded.version THEN excluded.arrived_at ELSE known.arrived_at END,
        trace_id = CASE WHEN known.version <> excluded.version THEN excluded.trace_id ELSE known.trace_id END;

    -- Set the values of timeseries.
    INSERT INTO timeseries_aspect AS known (entity_id, name, at, key, value, system_metadata, trace_id)
    SELECT e.id, s.name, s.at, s.key, s.value::jsonb, s.system_metadata::jsonb, s.trace_id
    FROM unnest(timeseries) s JOIN entity e ON e.urn_key = s.urn_key
    ON CONFLICT (entity_id, name, at, key) DO UPDATE
    SET value = excluded.value, system_metadata = excluded.system_metadata, trace_id = excluded.trace_id;

    -- Replace relationships that aspects no longer contain, and begin new ones.
    withdrawn_ids := ARRAY(
        SELECT r.id FROM unnest(withdrawn) s
        CROSS JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = s.source_key OFFSET 0) e
        CROSS JOIN LATERAL (SELECT d.id FROM entity d WHERE d.urn_key = s.destination_key OFFSET 0) d
        CROSS JOIN LATERAL (
            SELECT r.id FROM relationship r
            WHERE r.source_id = e.id AND r.aspect = s.aspect AND r.type = s.type AND r.field = s.field
                AND r.destination_id = d.id AND r.replaced_at IS NULL OFFSET 0
        ) r);
    UPDATE relationship r SET replaced_at = arrival() WHERE r.id = ANY (withdrawn_ids);
    INSERT INTO relationship AS known (source_id, type, destination_id, aspect, field, details, trace_id)
    SELECT e.id, s.type, d.id, s.aspect, s.field, s.details::jsonb, s.trace_id
    FROM unnest(relationships) s
    CROSS JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = s.source_key OFFSET 0) e
    CROSS JOIN LATERAL (SELECT d.id FROM entity d WHERE d.urn_key = s.destination_key OFFSET 0) d
    ON CONFLICT (source_id, aspect, type, field, destination_id) WHERE replaced_at IS NULL
    DO UPDATE SET details = excluded.details WHERE known.details <> excluded.details;
    related_ids := ARRAY(
        SELECT e.id FROM entity e
        WHERE e.urn_key = ANY (ARRAY(
            SELECT unnest(ARRAY[s.source_key, s.destination_key]) FROM unnest(relationships || withdrawn) s)));

    -- Add the events of runs; a newer event with the same state and time replaces the rest of the older one.
    WITH added AS (
        INSERT INTO run_event AS known (run_id, at, status, result, native_state, attempt, duration_millis, content_hash, trace_id)
        SELECT e.id, s.at, s.status, s.result, s.native_state, s.attempt, s.duration_millis, s.content_hash, s.trace_id
        FROM unnest(reported_events) s JOIN entity e ON e.urn_key = s.urn_key
        ORDER BY s.at, s.status DESC NULLS LAST
        ON CONFLICT (run_id, at, state_key) DO UPDATE
        SET duration_millis = excluded.duration_millis, content_hash = greatest(known.content_hash, excluded.content_hash)
        RETURNING xmax = 0 AS is_new
    )
    SELECT bool_or(a.is_new) INTO has_new_run_events FROM added a;
    IF has_new_run_events THEN
        NOTIFY run_events; -- of several in one transaction Postgres sends one
    END IF;

    -- Derive these runs, and the runs that other entities point at (a model's training jobs).
    run_ids := ARRAY(
        SELECT r.id FROM run r
        WHERE r.id = ANY (related_ids) OR r.id = ANY (ARRAY(
            SELECT e.id FROM entity e
            WHERE e.urn_key = ANY (ARRAY(
                SELECT s.urn_key FROM unnest(entities) s WHERE NOT s.is_stub
                UNION
                SELECT c.urn_key FROM unnest(gone) c)))));
    IF cardinality(run_ids) > 0 THEN
        PERFORM derive_runs('{}', run_ids);
    END IF;
END $merge$;

COMMENT ON FUNCTION apply_aspects IS 'Merges the results of logged proposals into the tables derived from the log.';
