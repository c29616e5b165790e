-- Runs beside the history of their own job, and data beside what was measured of it (docs/anomalies.md, docs/failed-pipeline.md).

-- What is compared ---------------------------------------------------------------------------------

DROP FUNCTION earlier_successes;
DROP FUNCTION output_statistics;

CREATE FUNCTION earlier_runs(r run, results text[], known_at timestamptz) RETURNS SETOF run
    LANGUAGE sql STABLE AS $$
    SELECT e.*
    FROM (
        SELECT h.* FROM run h
        WHERE h.template_id = (r).template_id AND h.created_at < (r).created_at AND h.result = ANY (results) AND NOT h.is_removed
        ORDER BY h.created_at DESC, h.id LIMIT 50
    ) e
    WHERE e.ended_at <= coalesce((r).started_at, (r).created_at) AND e.last_arrived_at <= known_at
$$;

COMMENT ON FUNCTION earlier_runs IS
    'The runs that a run is compared with: of the 50 newest of its job with such results that began before it, those that were over when it began, and had arrived by known_at.';

CREATE FUNCTION earlier_intervals(r run, known_at timestamptz) RETURNS TABLE (place bigint, millis double precision)
    LANGUAGE sql STABLE AS $$
    SELECT row_number() OVER newest, extract(epoch FROM lag(b.created_at, 1, (r).created_at) OVER newest - b.created_at) * 1000
    FROM (
        SELECT h.created_at, h.id FROM run h
        WHERE h.template_id = (r).template_id AND h.created_at < (r).created_at AND h.first_event_at IS NOT NULL
            AND NOT h.is_derived AND NOT h.is_removed AND h.first_arrived_at <= known_at
        ORDER BY h.created_at DESC, h.id LIMIT 51
    ) b
    WINDOW newest AS (ORDER BY b.created_at DESC, b.id)
$$;

COMMENT ON FUNCTION earlier_intervals IS
    'Milliseconds from begin to begin of the runs of a job, newest first: place 1 is that before a run itself, the others, 50 at most, are those before it. Runs that never began (derived) are left out.';

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
    'How much a run said that it read or wrote; no row where it did not say. The offset keeps Postgres from reading all edges.';


-- What is measured of data --------------------------------------------------------------------------

ALTER TABLE edge ADD COLUMN is_measured boolean NOT NULL DEFAULT false;

COMMENT ON COLUMN edge.is_measured IS 'of an input: the run said what it is like (dataQualityMetrics, dataQualityAssertions), or is a test (test): derived';

CREATE INDEX edge_measured_idx ON edge (asset_id, run_created_at DESC NULLS LAST, run_id) WHERE is_measured AND is_current;

CREATE FUNCTION is_test_run(run_id bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM run_facets f JOIN facet_set s ON s.key = f.set_key
        WHERE f.run_id = is_test_run.run_id AND f.scope = 'OWN' AND s.facets ? 'test')
$$;

COMMENT ON FUNCTION is_test_run IS 'Whether a run said what tests it made (test): they are of what it read.';

-- As before, but that the new edges of tests are measured.
CREATE OR REPLACE FUNCTION derive_edges(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO edge (run_id, direction, asset_id, run_created_at, is_measured)
    SELECT DISTINCT d.run_id, d.direction, d.asset_id, r.created_at, d.direction = 'INPUT' AND is_test_run(d.run_id)
    FROM declared_edge d JOIN run r ON r.id = d.run_id
    WHERE d.run_id = ANY (run_ids) AND d.replaced_at IS NULL
    ORDER BY d.run_id, d.direction, d.asset_id
    ON CONFLICT (run_id, direction, asset_id) DO NOTHING;

    UPDATE edge e SET is_current = s.is_current
    FROM (
        SELECT g.id, (
                EXISTS (SELECT FROM edge_mention m WHERE m.edge_id = g.id)
                OR EXISTS (
                    SELECT FROM declared_edge d
                    WHERE d.run_id = g.run_id AND d.direction = g.direction AND d.asset_id = g.asset_id AND d.replaced_at IS NULL)
            ) AND NOT EXISTS (
                SELECT FROM run_sibling s
                WHERE s.run_id = g.run_id AND s.asset_id = g.asset_id AND g.direction = 'INPUT'
            ) AS is_current
        FROM edge g WHERE g.run_id = ANY (run_ids)
    ) s
    WHERE e.id = s.id AND e.is_current <> s.is_current;
END $$;
