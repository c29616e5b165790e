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

CREATE FUNCTION earlier_successes(r run, known_at timestamptz) RETURNS SETOF run
    LANGUAGE sql STABLE AS $$
    SELECT e.*
    FROM (
        SELECT h.* FROM run h
        WHERE h.template_id = (r).template_id AND h.created_at < (r).created_at AND h.result = 'SUCCESS' AND NOT h.is_removed
        ORDER BY h.created_at DESC, h.id LIMIT 50
    ) e
    WHERE e.ended_at <= coalesce((r).started_at, (r).created_at) AND e.last_arrived_at <= known_at
$$;

COMMENT ON FUNCTION earlier_successes IS
    'The runs that a run is compared with: of the 50 newest successes of its job that began before it, those that were over when it began, and had arrived by known_at.';

CREATE FUNCTION output_statistics(edge_id bigint) RETURNS TABLE (rows double precision, size double precision)
    LANGUAGE sql STABLE AS $$
    SELECT json_number(s.value -> 'rowCount'), json_number(s.value -> 'size')
    FROM (
        SELECT c.value FROM edge_facet f JOIN content c ON c.key = f.content_key
        WHERE f.edge_id = output_statistics.edge_id AND f.scope = 'EDGE' AND f.name = 'outputStatistics' AND NOT f.is_deleted
        OFFSET 0
    ) s
$$;

COMMENT ON FUNCTION output_statistics IS 'How much a run said that it wrote; no row where it did not say. The offset keeps Postgres from reading all edges.';
