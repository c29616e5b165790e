-- What is compared between the runs of a job (docs/suspects.md).

CREATE FUNCTION run_millis(r run) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN NOT (r).is_time_approximate AND (r).ended_at > (r).started_at
        THEN extract(epoch FROM (r).ended_at - (r).started_at) * 1000 END;

COMMENT ON FUNCTION run_millis IS 'How long a run took, in milliseconds; null where its start or end is unknown, or only the time of an export.';

CREATE FUNCTION json_number(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN jsonb_typeof(value) = 'number' AND abs(value::numeric) < 1e18 THEN value::double precision END;

COMMENT ON FUNCTION json_number IS 'A number of a size that data can have; null for anything else. Producers send facets in any shape.';
