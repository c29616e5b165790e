-- Details and newest state of the runs on a page.

CREATE FUNCTION run_details(run_id bigint, job_id bigint, names text[]) RETURNS TABLE (declared jsonb, facets jsonb, job_facets jsonb)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT
        (SELECT a.value FROM versioned_aspect a WHERE a.entity_id = run_id AND a.name = 'dataProcessInstanceProperties'),
        (SELECT jsonb_object_agg(f.name, c.value)
            FROM entity_facet f CROSS JOIN LATERAL (SELECT c.value FROM content c WHERE c.key = f.content_key OFFSET 0) c
            WHERE f.entity_id = run_id AND f.name = ANY (names) AND f.scope = 'OWN' AND NOT f.is_deleted),
        (SELECT jsonb_object_agg(f.name, c.value)
            FROM entity_facet f CROSS JOIN LATERAL (SELECT c.value FROM content c WHERE c.key = f.content_key OFFSET 0) c
            WHERE cardinality(names) > 0 AND f.entity_id = job_id AND f.name = 'jobType' AND f.scope = 'OWN' AND NOT f.is_deleted)
$$;

COMMENT ON FUNCTION run_details IS
    'The sources of a run''s properties: DataHub''s aspect, some of its facets, and its job''s jobType facet.';

CREATE FUNCTION newest_state(run_id bigint)
RETURNS TABLE (event_at timestamptz, event_status text, event_result text, event_native_state text, event_attempt int, event_duration_millis bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT e.at, e.status, e.result, e.native_state, e.attempt, e.duration_millis
    FROM run_event e
    WHERE e.run_id = newest_state.run_id AND e.status IS NOT NULL
    ORDER BY e.at DESC, e.status, e.state_key LIMIT 1
$$;

COMMENT ON FUNCTION newest_state IS 'The newest state event of a run.';
