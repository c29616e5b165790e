-- Attempts of one run, and tries that are runs of their own.
-- After: views.

CREATE FUNCTION is_one_try(run_id bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM entity_facet f
        WHERE f.entity_id = is_one_try.run_id AND f.scope = 'OWN' AND f.name = 'airflow' AND NOT f.is_deleted)
$$;

COMMENT ON FUNCTION is_one_try IS
    'True for a run that is one try of a task: Airflow makes a run for each, and counts on. In all others, attempts are counted by run.';

CREATE FUNCTION retries_of(run_id bigint, attempt integer) RETURNS integer
    LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN attempt > 1 AND is_one_try(run_id) THEN 1 ELSE greatest(attempt - 1, 0) END
$$;

COMMENT ON FUNCTION retries_of IS 'The number of attempts of a run beyond the first one of its work.';
