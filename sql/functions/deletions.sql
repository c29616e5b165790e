-- Hard deletions, and deletions from the history of an aspect (docs/datahub.md).

CREATE FUNCTION delete_entity(deleted_id bigint) RETURNS TABLE (aspects bigint, timeseries bigint)
    LANGUAGE plpgsql AS $$
DECLARE
    run_ids bigint[];
    named_ids bigint[];
BEGIN
    WITH gone AS (DELETE FROM versioned_aspect a WHERE a.entity_id = deleted_id RETURNING 1)
    SELECT count(*) INTO aspects FROM gone;
    WITH gone AS (DELETE FROM timeseries_aspect a WHERE a.entity_id = deleted_id RETURNING 1)
    SELECT count(*) INTO timeseries FROM gone;
    run_ids := ARRAY(
        SELECT DISTINCT d.run_id FROM relationship r JOIN declared_edge d ON d.relationship_id = r.id
        WHERE r.source_id = deleted_id AND r.source_id <> d.run_id);
    named_ids := ARRAY(
        SELECT DISTINCT t.id FROM run_link l JOIN run t ON t.id = l.target_id WHERE l.run_id = deleted_id AND NOT t.is_reported);
    DELETE FROM relationship r WHERE r.source_id = deleted_id;
    DELETE FROM entity_facets f WHERE f.entity_id = deleted_id;
    DELETE FROM job_edge j WHERE j.job_id = deleted_id;
    DELETE FROM run_event e WHERE e.run_id = deleted_id;
    DELETE FROM run_facets f WHERE f.run_id = deleted_id;
    DELETE FROM run_link l WHERE l.run_id = deleted_id;
    DELETE FROM run_warning w WHERE w.run_id = deleted_id;
    DELETE FROM run_checksum c WHERE c.run_id = deleted_id;
    DELETE FROM derivation d WHERE d.run_id = deleted_id;
    DELETE FROM mention m WHERE m.run_id = deleted_id;
    DELETE FROM edge g WHERE g.run_id = deleted_id;
    DELETE FROM run_sibling s WHERE s.run_id = deleted_id;
    DELETE FROM input_job i WHERE i.run_id = deleted_id;
    UPDATE run SET is_reported = false, source = NULL, closed_result = NULL, closed_native_result = NULL WHERE id = deleted_id;
    UPDATE entity SET is_stub = true WHERE id = deleted_id;
    PERFORM derive_runs('{}', run_ids || named_ids || ARRAY(SELECT r.id FROM run r WHERE r.id = deleted_id));
    RETURN NEXT;
END $$;

COMMENT ON FUNCTION delete_entity IS
    'Deletes an entity''s own statements from the tables that queries read; others'' statements about it, and the log, stay.';

CREATE FUNCTION meets_criterion(given jsonb, criterion jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce((criterion ->> 'negated')::boolean, false) <> coalesce(CASE upper(coalesce(criterion ->> 'condition', 'EQUAL'))
        WHEN 'EXISTS' THEN f.found IS NOT NULL
        WHEN 'IS_NULL' THEN f.found IS NULL
        WHEN 'CONTAIN' THEN EXISTS (SELECT FROM unnest(f.wanted) w WHERE strpos(f.found, w) > 0)
        WHEN 'START_WITH' THEN EXISTS (SELECT FROM unnest(f.wanted) w WHERE starts_with(f.found, w))
        WHEN 'END_WITH' THEN EXISTS (SELECT FROM unnest(f.wanted) w WHERE right(f.found, length(w)) = w)
        WHEN 'IEQUAL' THEN EXISTS (SELECT FROM unnest(f.wanted) w WHERE lower(f.found) = lower(w))
        WHEN 'GREATER_THAN' THEN f.number > f.wanted[1]::numeric
        WHEN 'GREATER_THAN_OR_EQUAL_TO' THEN f.number >= f.wanted[1]::numeric
        WHEN 'LESS_THAN' THEN f.number < f.wanted[1]::numeric
        WHEN 'LESS_THAN_OR_EQUAL_TO' THEN f.number <= f.wanted[1]::numeric
        ELSE f.found = ANY (f.wanted)
    END, false)
    FROM (
        SELECT g.found, CASE WHEN g.found ~ '^-?[0-9]{1,30}(\.[0-9]{1,30})?$' THEN g.found::numeric END AS number,
            CASE WHEN jsonb_array_length(coalesce(criterion -> 'values', '[]')) > 0
                THEN ARRAY(SELECT jsonb_array_elements_text(criterion -> 'values')) ELSE ARRAY[criterion ->> 'value'] END AS wanted
        FROM (SELECT given #>> string_to_array(criterion ->> 'field', '.') AS found) g
    ) f
$$;

COMMENT ON FUNCTION meets_criterion IS
    'True if a field of a value, named by its path, meets a criterion of a DataHub filter.';

CREATE FUNCTION meets_filter(given jsonb, filter jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT jsonb_array_length(coalesce(filter -> 'or', '[]')) = 0 OR EXISTS (
        SELECT FROM jsonb_array_elements(filter -> 'or') AS o (conjunction)
        WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements(coalesce(o.conjunction -> 'and', '[]')) AS c (criterion)
            WHERE NOT meets_criterion(given, c.criterion)))
$$;

COMMENT ON FUNCTION meets_filter IS
    'True if a value meets a DataHub filter: all criteria of one conjunction; an empty filter is met.';

CREATE FUNCTION bucket_of(given jsonb, at timestamptz, bucket jsonb) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN bucket ->> 'type' = 'DATE_GROUPING_BUCKET'
        THEN (floor(extract(epoch FROM CASE
                WHEN bucket #>> '{timeWindowSize,unit}' IN ('MONTH', 'QUARTER', 'YEAR')
                    THEN date_trunc(lower(bucket #>> '{timeWindowSize,unit}'), at, 'UTC')
                ELSE date_bin((bucket #>> '{timeWindowSize,multiple}' || ' ' || lower(bucket #>> '{timeWindowSize,unit}'))::interval,
                    at, timestamptz '2001-01-01 00:00:00+00')
            END) * 1000)::bigint)::text
        ELSE given #>> string_to_array(bucket ->> 'key', '.') END
$$;

COMMENT ON FUNCTION bucket_of IS
    'The group of a value: the start of its time window in milliseconds (UTC; weeks begin on Monday), or the text of a field.';

CREATE FUNCTION delete_timeseries(deleted_id bigint, aspect text, since timestamptz, until timestamptz) RETURNS bigint
    LANGUAGE plpgsql AS $$
DECLARE
    total bigint;
BEGIN
    WITH gone AS (
        DELETE FROM timeseries_aspect t
        WHERE t.entity_id = deleted_id AND t.name = aspect AND t.at >= since AND t.at <= until
        RETURNING 1
    )
    SELECT count(*) INTO total FROM gone;
    IF aspect = 'dataProcessInstanceRunEvent' THEN
        DELETE FROM run_event e WHERE e.run_id = deleted_id AND e.at >= since AND e.at <= until;
        PERFORM derive_runs('{}', ARRAY[deleted_id]);
    END IF;
    RETURN total;
END $$;

COMMENT ON FUNCTION delete_timeseries IS
    'Deletes the values of a timeseries aspect within a span of time, both ends included; for run events, derives the state again.';
