-- Edges: the inputs and outputs of runs, and the inputs used for each output.
-- After: types.

CREATE FUNCTION run_derivations(run_ids bigint[], as_of timestamptz DEFAULT 'infinity', known_at timestamptz DEFAULT 'infinity')
RETURNS TABLE (run_id bigint, output_id bigint, input_id bigint, origin text)
LANGUAGE sql STABLE AS $$
    WITH facts AS (
        SELECT d.run_id, d.output_id, d.input_id, d.origin FROM derivation d
        WHERE d.run_id = ANY (run_ids) AND d.at <= as_of AND d.arrived_at <= known_at
    ), stated AS (
        SELECT d.run_id, d.output_id, d.input_id, d.origin,
            min(CASE d.origin WHEN 'JOB_LINEAGE' THEN 0 ELSE 1 END) OVER (PARTITION BY d.run_id) = 0 AS is_complete,
            min(CASE d.origin WHEN 'COLUMN_LINEAGE' THEN 1 ELSE 0 END) OVER (PARTITION BY d.run_id, d.output_id) = 0 AS has_lineage
        FROM facts d
    )
    SELECT s.run_id, s.output_id, s.input_id, s.origin FROM stated s
    WHERE s.input_id IS NOT NULL
        AND (s.origin <> 'COLUMN_LINEAGE' OR NOT s.is_complete AND NOT s.has_lineage)
    UNION ALL
    SELECT o.run_id, o.asset_id, i.asset_id, 'ALL_INPUTS'
    FROM edge o JOIN edge i ON i.run_id = o.run_id AND i.direction = 'INPUT' AND i.is_current
    WHERE o.run_id = ANY (run_ids) AND o.direction = 'OUTPUT' AND o.is_current
        AND NOT EXISTS (
            SELECT FROM facts d
            WHERE d.run_id = o.run_id AND (d.origin = 'JOB_LINEAGE' OR d.output_id = o.asset_id))
$$;

COMMENT ON FUNCTION run_derivations IS
    'The inputs that runs used for their outputs. The job''s lineage facet wins and is complete. Without it, for each output: its own lineage facet, else its columnLineage, else all inputs (LineageFacet of OpenLineage). Only this function knows the rule.';

CREATE FUNCTION edge_direction(type text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN type IN ('Consumes', 'DataProcessInstanceConsumes') THEN 'INPUT'
        WHEN type IN ('Produces', 'DataProcessInstanceProduces') THEN 'OUTPUT' END;

COMMENT ON FUNCTION edge_direction IS 'The direction of edges with a DataHub name; null for other names.';

CREATE FUNCTION relationship_stamp(source_id bigint, type text, destination_id bigint) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT r.details ->> 'created' FROM relationship r
    WHERE r.source_id = relationship_stamp.source_id AND r.type = relationship_stamp.type
        AND r.destination_id = relationship_stamp.destination_id AND r.replaced_at IS NULL AND r.details ? 'created'
    ORDER BY r.field LIMIT 1
$$;

COMMENT ON FUNCTION relationship_stamp IS
    'The time and the author of a relationship, from its aspect; null if no aspect has them.';

CREATE FUNCTION origin_of(direction text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE direction WHEN 'INPUT' THEN 'inputs' ELSE 'outputs' END;

COMMENT ON FUNCTION origin_of IS 'The default part of an event for the edges of a direction.';

CREATE FUNCTION name_edges(named edge_fact[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    placing_keys uuid[];
    quality_keys uuid[];
BEGIN
    IF cardinality(named) = 0 THEN
        RETURN;
    END IF;

    -- Find the sets that place a use in time, or measure an input.
    SELECT array_agg(f.key) FILTER (WHERE f.facets ?| ARRAY['lifecycleStateChange', 'subset', 'headwater_write']),
        coalesce(array_agg(f.key) FILTER (WHERE f.facets ?| ARRAY['dataQualityAssertions', 'dataQualityMetrics']), '{}')
    INTO placing_keys, quality_keys
    FROM facet_set f
    WHERE f.key = ANY (ARRAY(SELECT s.set_key FROM unnest(named) s UNION SELECT s.own_set_key FROM unnest(named) s));

    -- Add new edges, and the mentions of each edge. Among mentions of an edge without further details, only the
    -- earliest matters.
    WITH known AS MATERIALIZED (
        SELECT r.id AS run_id, a.id AS asset_id, e.id AS edge_id, s.*
        FROM unnest(named) s
        CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
        CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
        LEFT JOIN LATERAL (
            SELECT e.id FROM edge e WHERE e.run_id = r.id AND e.direction = s.direction AND e.asset_id = a.id OFFSET 0
        ) e ON true
    ), added AS (
        INSERT INTO edge (run_id, direction, asset_id, run_created_at)
        SELECT k.run_id, k.direction, k.asset_id, r.created_at
        FROM (SELECT DISTINCT k.run_id, k.direction, k.asset_id FROM known k WHERE k.edge_id IS NULL) k
        CROSS JOIN LATERAL (SELECT r.created_at FROM run r WHERE r.id = k.run_id OFFSET 0) r
        ORDER BY k.run_id, k.direction, k.asset_id
        RETURNING id, run_id, direction, asset_id
    )
    INSERT INTO mention (
        run_id, at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys)
    SELECT m.run_id, m.at, m.content_hash, m.attempt, m.is_terminal, m.is_placed,
        m.is_placed OR m.is_terminal OR m.attempt IS NOT NULL OR m.versions IS NOT NULL OR EXISTS (
            SELECT FROM unnest(m.first_edge_ids) AS f (edge_id)
            WHERE NOT EXISTS (
                SELECT FROM (SELECT k.* FROM mention k WHERE k.run_id = m.run_id AND k.is_telling OFFSET 0) k
                WHERE (k.at, k.content_hash) < (m.at, m.content_hash) AND f.edge_id = ANY (k.edge_ids)
                    AND NOT k.is_placed AND NOT k.is_terminal AND k.attempt IS NULL AND k.versions IS NULL)),
        m.edge_ids, m.origins, m.versions, m.set_keys, m.own_set_keys
    FROM (
        SELECT o.run_id, o.at, o.content_hash, o.attempt, o.is_terminal,
            bool_or(o.is_placed) AS is_placed,
            array_agg(o.edge_id) FILTER (WHERE o.is_first) AS first_edge_ids,
            array_agg(o.edge_id ORDER BY o.place) AS edge_ids,
            CASE WHEN bool_or(o.origin <> origin_of(o.direction)) THEN array_agg(o.origin ORDER BY o.place) END AS origins,
            CASE WHEN count(o.version) > 0 THEN array_agg(o.version ORDER BY o.place) END AS versions,
            CASE WHEN count(o.set_key) > 0 THEN array_agg(o.set_key ORDER BY o.place) END AS set_keys,
            CASE WHEN count(o.own_set_key) > 0 THEN array_agg(o.own_set_key ORDER BY o.place) END AS own_set_keys
        FROM (
            SELECT k.run_id, e.id AS edge_id, k.at, k.content_hash, k.place, k.direction, k.origin, k.attempt, k.version, k.is_terminal,
                k.set_key, k.own_set_key, p.is_placed,
                NOT d.is_detailed AND row_number() OVER (PARTITION BY e.id, d.is_detailed ORDER BY k.at, k.content_hash, k.place) = 1 AS is_first
            FROM known k
            -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join.
            FULL JOIN added a ON a.run_id = k.run_id AND a.direction = k.direction AND a.asset_id = k.asset_id
            CROSS JOIN LATERAL (SELECT coalesce(k.edge_id, a.id) AS id OFFSET 0) e
            CROSS JOIN LATERAL (
                SELECT coalesce(k.set_key = ANY (placing_keys) OR k.own_set_key = ANY (placing_keys), false) AS is_placed OFFSET 0
            ) p
            CROSS JOIN LATERAL (
                SELECT p.is_placed OR k.is_terminal OR k.attempt IS NOT NULL OR k.version IS NOT NULL AS is_detailed OFFSET 0
            ) d
        ) o
        GROUP BY o.run_id, o.at, o.content_hash, o.attempt, o.is_terminal
    ) m
    WHERE NOT EXISTS (SELECT FROM mention k WHERE k.run_id = m.run_id AND k.at = m.at AND k.content_hash = m.content_hash OFFSET 0)
    ORDER BY m.run_id, m.at, m.content_hash;

    -- Mark the inputs that their run measured.
    IF cardinality(quality_keys) > 0 THEN
        UPDATE edge e SET is_measured = true
        FROM (
            SELECT r.id AS run_id, a.id AS asset_id
            FROM unnest(named) s
            CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
            CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
            WHERE s.direction = 'INPUT' AND (s.set_key = ANY (quality_keys) OR s.own_set_key = ANY (quality_keys))
        ) m
        WHERE e.run_id = m.run_id AND e.direction = 'INPUT' AND e.asset_id = m.asset_id AND NOT e.is_measured;
    END IF;
END $$;

COMMENT ON FUNCTION name_edges IS
    'Adds the edges in events, sorted by the time of their run, with their mentions, and marks measured inputs.';

CREATE FUNCTION derive_measured(test_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(test_ids) > 0 THEN
        UPDATE edge e SET is_measured = true
        WHERE e.run_id = ANY (test_ids) AND e.direction = 'INPUT' AND NOT e.is_measured;
    END IF;
END $$;

COMMENT ON FUNCTION derive_measured IS 'Marks the inputs of runs with a test facet: the tests are of their inputs.';

CREATE FUNCTION derive_edges(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO edge (run_id, direction, asset_id, run_created_at)
    SELECT DISTINCT d.run_id, d.direction, d.asset_id, r.created_at
    FROM declared_edge d JOIN run r ON r.id = d.run_id
    WHERE d.run_id = ANY (run_ids) AND d.replaced_at IS NULL
    ORDER BY d.run_id, d.direction, d.asset_id
    ON CONFLICT (run_id, direction, asset_id) DO NOTHING;

    UPDATE edge e SET is_current = s.is_current
    FROM (
        SELECT g.id, (
                EXISTS (SELECT FROM mention m WHERE m.run_id = g.run_id AND m.is_telling AND g.id = ANY (m.edge_ids))
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

COMMENT ON FUNCTION derive_edges IS
    'Derives the edges of runs from DataHub''s aspects; an edge that only a replaced aspect declared is not current.';

CREATE FUNCTION derive_declared(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    derived_ids bigint[];
BEGIN
    IF cardinality(run_ids) = 0 THEN
        RETURN run_ids;
    END IF;
    -- The derived runs of these runs' former jobs: they may no longer be superseded.
    derived_ids := ARRAY(
        SELECT d.id FROM run r JOIN run d ON d.template_id = r.template_id AND d.parent_id = r.parent_id AND d.is_derived
        WHERE r.id = ANY (run_ids) AND NOT r.is_reported);
    UPDATE run r
    SET declared_created_at = d.created_at, is_removed = d.is_removed,
        template_id = CASE WHEN r.is_reported THEN r.template_id ELSE d.template_id END,
        flow_id = CASE WHEN r.is_reported THEN r.flow_id ELSE d.flow_id END
    FROM (
        SELECT o.id,
            'epoch'::timestamptz + (p.value #>> '{created,time}')::numeric::bigint * interval '1 millisecond' AS created_at,
            coalesce((s.value ->> 'removed')::boolean, false) AS is_removed,
            t.id AS template_id, CASE t.kind WHEN 'dataFlow' THEN t.id END AS flow_id
        FROM unnest(run_ids) AS o (id)
        LEFT JOIN versioned_aspect p ON p.entity_id = o.id AND p.name = 'dataProcessInstanceProperties'
        LEFT JOIN versioned_aspect s ON s.entity_id = o.id AND s.name = 'status'
        LEFT JOIN entity t ON t.id = named_template(o.id)
    ) d
    WHERE r.id = d.id;
    RETURN derived_ids;
END $$;

COMMENT ON FUNCTION derive_declared IS
    'Derives the declarations of DataHub''s aspects about runs, and the job of runs known only by references. Returns the derived runs that may no longer be superseded.';

CREATE FUNCTION is_made_from(run_id bigint, output_class_id bigint, input_class_id bigint, as_of timestamptz, known_at timestamptz) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM run_derivations(ARRAY[run_id], as_of, known_at) d
        JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id
        WHERE coalesce(o.class_id, o.id) = output_class_id AND coalesce(i.class_id, i.id) = input_class_id)
$$;

COMMENT ON FUNCTION is_made_from IS 'True if a run made one class of names from another, by its facets.';
