-- A run beside the history of its job.

CREATE FUNCTION run_millis(r run) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN NOT (r).is_time_approximate AND (r).ended_at > (r).started_at
        THEN extract(epoch FROM (r).ended_at - (r).started_at) * 1000 END;

COMMENT ON FUNCTION run_millis IS
    'The duration of a run in milliseconds; null if its start or end is unknown, or is the time of an export.';

CREATE FUNCTION json_number(value jsonb) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN jsonb_typeof(value) = 'number' AND abs(value::numeric) < 1e18 THEN value::double precision END;

COMMENT ON FUNCTION json_number IS
    'A number of a plausible size; null for anything else, since producers send facets in any shape.';

CREATE FUNCTION earlier_runs(r run, results text[], known_at timestamptz) RETURNS SETOF run
    LANGUAGE sql STABLE AS $$
    SELECT e.*
    FROM (
        SELECT h.* FROM run h
        WHERE h.template_id = (r).template_id AND h.created_at < (r).created_at AND h.result = ANY (results) AND NOT h.is_removed
        ORDER BY h.created_at DESC, (SELECT e.urn FROM entity e WHERE e.id = h.id) COLLATE "C" LIMIT 50
    ) e
    WHERE e.ended_at <= coalesce((r).started_at, (r).created_at) AND e.last_arrived_at <= known_at
$$;

COMMENT ON FUNCTION earlier_runs IS
    'The earlier runs to compare a run with: of the 50 newest of its job with such results, those over before its start and known by known_at. Ties in time are resolved by the least URN.';

CREATE FUNCTION earlier_intervals(r run, known_at timestamptz) RETURNS TABLE (place bigint, millis double precision)
    LANGUAGE sql STABLE AS $$
    SELECT row_number() OVER newest, extract(epoch FROM lag(b.created_at, 1, (r).created_at) OVER newest - b.created_at) * 1000
    FROM (
        SELECT h.created_at FROM run h
        WHERE h.template_id = (r).template_id AND h.created_at < (r).created_at AND h.first_event_at IS NOT NULL
            AND NOT h.is_derived AND NOT h.is_removed AND h.first_arrived_at <= known_at
        ORDER BY h.created_at DESC LIMIT 51
    ) b
    WINDOW newest AS (ORDER BY b.created_at DESC)
$$;

COMMENT ON FUNCTION earlier_intervals IS
    'Milliseconds between the starts of a job''s runs, newest first: place 1 is before the run itself, up to 50 more are before it. Derived runs, which never started, are left out.';

CREATE FUNCTION edge_statistics(edge_id bigint, direction text) RETURNS TABLE (rows double precision, size double precision)
    LANGUAGE sql STABLE AS $$
    SELECT json_number(s.value -> 'rowCount'), json_number(s.value -> 'size')
    FROM (
        SELECT c.value FROM edge_facet f JOIN content c ON c.key = f.content_key
        WHERE f.edge_id = edge_statistics.edge_id AND f.scope = 'EDGE'
            AND f.name = CASE edge_statistics.direction WHEN 'INPUT' THEN 'inputStatistics' ELSE 'outputStatistics' END
            AND NOT f.is_deleted
        OFFSET 0
    ) s
$$;

COMMENT ON FUNCTION edge_statistics IS
    'The amounts that a run reported of an input or output; no row without a report. The offset keeps Postgres from reading all edges.';

CREATE FUNCTION written_amounts(run_id bigint) RETURNS TABLE (rows numeric, size numeric)
    LANGUAGE sql STABLE AS $$
    SELECT coalesce(sum(greatest(s.rows, 0)::numeric), 0), coalesce(sum(greatest(s.size, 0)::numeric), 0)
    FROM (
        SELECT g.id FROM edge g
        WHERE g.run_id = written_amounts.run_id AND g.direction = 'OUTPUT'
            -- Most runs report nothing: this look takes a tenth of the time of the view of facets.
            AND EXISTS (SELECT FROM mention m WHERE m.run_id = written_amounts.run_id AND m.own_set_keys IS NOT NULL)
        OFFSET 0
    ) g
    CROSS JOIN LATERAL edge_statistics(g.id, 'OUTPUT') s
    HAVING count(s.rows) + count(s.size) > 0
$$;

COMMENT ON FUNCTION written_amounts IS 'The rows and bytes that a run reported to have written, of all outputs; no row without a report.';
