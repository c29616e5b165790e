-- DataHub's aspects, their relationships, and what they say of runs (docs/store.md).
--
-- Proposals are kept in the event log, in the order of their acceptance (event.seq). The aspects here are what they
-- come to; relationships, edges of DataHub's runs and the columns added to run are derived from the current aspects.

COMMENT ON COLUMN event.at IS
    'eventTime, a function of the content, so that a copy meets its original in the same partition; of a DataHub proposal, when it was accepted';
COMMENT ON COLUMN event.content_hash IS
    'hash of the canonical JSON together with dialect and source; of a DataHub proposal, which is never a copy, an id of its own';

CREATE INDEX event_trace_idx ON event (trace_id) WHERE dialect = 'datahub';

CREATE TABLE versioned_aspect (
    entity_id       bigint      NOT NULL,
    name            text        NOT NULL,
    value           jsonb       NOT NULL,
    system_metadata jsonb       NOT NULL,
    version         bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    arrived_at      timestamptz NOT NULL,
    trace_id        uuid        NOT NULL,
    CONSTRAINT versioned_aspect_pkey PRIMARY KEY (entity_id, name),
    CONSTRAINT versioned_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id)
) WITH (fillfactor = 80);

COMMENT ON TABLE versioned_aspect IS 'The current value of each aspect that DataHub proposals gave an entity.';
COMMENT ON COLUMN versioned_aspect.version IS 'how many values it has had, this one included';
COMMENT ON COLUMN versioned_aspect.created_at IS 'when its first value was accepted';
COMMENT ON COLUMN versioned_aspect.arrived_at IS 'when the current value was accepted';

CREATE TABLE timeseries_aspect (
    entity_id       bigint      NOT NULL,
    name            text        NOT NULL,
    at              timestamptz NOT NULL,
    key             uuid        NOT NULL,
    value           jsonb       NOT NULL,
    system_metadata jsonb       NOT NULL,
    arrived_at      timestamptz NOT NULL DEFAULT now(),
    trace_id        uuid        NOT NULL,
    CONSTRAINT timeseries_aspect_pkey PRIMARY KEY (entity_id, name, at, key),
    CONSTRAINT timeseries_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id)
);

COMMENT ON TABLE timeseries_aspect IS 'The values of DataHub''s timeseries aspects, such as run events.';
COMMENT ON COLUMN timeseries_aspect.at IS 'its timestampMillis';
COMMENT ON COLUMN timeseries_aspect.key IS
    'hash of what tells two values of one time apart: granularity, message id and partition; of a run event its state too';

CREATE FUNCTION is_of_run(aspect text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN aspect IN ('dataProcessInstanceInput', 'dataProcessInstanceOutput', 'dataProcessInstanceRelationships');

COMMENT ON FUNCTION is_of_run IS 'Whether an aspect says what a run points at.';

CREATE TABLE relationship (
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    source_id      bigint      NOT NULL,
    type           text        NOT NULL,
    destination_id bigint      NOT NULL,
    aspect         text        NOT NULL,
    field          text        NOT NULL,
    details        jsonb       NOT NULL,
    arrived_at     timestamptz NOT NULL DEFAULT now(),
    replaced_at    timestamptz,
    trace_id       uuid        NOT NULL,
    CONSTRAINT relationship_pkey PRIMARY KEY (id),
    CONSTRAINT relationship_source_fkey FOREIGN KEY (source_id) REFERENCES entity (id),
    CONSTRAINT relationship_destination_fkey FOREIGN KEY (destination_id) REFERENCES entity (id)
);

CREATE UNIQUE INDEX relationship_key ON relationship (source_id, aspect, type, field, destination_id) WHERE replaced_at IS NULL;
CREATE INDEX relationship_destination_idx ON relationship (destination_id, type);
CREATE INDEX relationship_source_idx ON relationship (source_id, type);
CREATE INDEX relationship_other_idx ON relationship (destination_id, type) WHERE replaced_at IS NULL AND NOT is_of_run(aspect);

COMMENT ON TABLE relationship IS
    'An aspect of one entity points at another: by the current aspect, or by one that was replaced. Both times are of the store''s clock.';
COMMENT ON COLUMN relationship.type IS 'DataHub''s name of the relationship, such as Consumes';
COMMENT ON COLUMN relationship.field IS 'the field of the aspect that points, such as inputs or inputEdges';
COMMENT ON COLUMN relationship.details IS 'what an edge says of itself: audit stamps and properties';

-- What DataHub's aspects say of runs --------------------------------------------------------------

ALTER TABLE run
    ADD COLUMN declared_created_at timestamptz,
    ADD COLUMN is_reported boolean NOT NULL DEFAULT false,
    ADD COLUMN is_removed boolean NOT NULL DEFAULT false;

-- They have what says which runs are counted: in a large history those of a job are on as many pages as it has.
CREATE INDEX run_template_idx ON run (template_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed)
    WHERE template_id IS NOT NULL;
CREATE INDEX run_flow_idx ON run (flow_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed) WHERE flow_id IS NOT NULL;
CREATE INDEX run_parent_idx ON run (parent_id, created_at DESC NULLS LAST, id) INCLUDE (is_superseded, is_removed)
    WHERE parent_id IS NOT NULL;

COMMENT ON COLUMN run.created_at IS 'the sort key: start of attempt 1, else the least event time, else what its properties declare';
COMMENT ON COLUMN run.declared_created_at IS 'created of its dataProcessInstanceProperties';
COMMENT ON COLUMN run.is_reported IS 'an OpenLineage event of its own has come, which gives its template; else named_template does';
COMMENT ON COLUMN run.is_removed IS 'its status aspect says removed: not listed';

CREATE VIEW declared_edge AS
SELECT r.id AS relationship_id, r.source_id AS run_id,
    CASE WHEN r.type IN ('Consumes', 'DataProcessInstanceConsumes') THEN 'INPUT' ELSE 'OUTPUT' END AS direction,
    r.destination_id AS asset_id, r.field, r.details, r.arrived_at, r.replaced_at
FROM relationship r JOIN run k ON k.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.type IN ('Consumes', 'DataProcessInstanceConsumes', 'Produces', 'DataProcessInstanceProduces')
    AND d.kind IN ('dataset', 'mlModel')
UNION ALL
SELECT r.id, r.destination_id, CASE r.type WHEN 'TrainedBy' THEN 'OUTPUT' ELSE 'INPUT' END,
    r.source_id, r.field, r.details, r.arrived_at, r.replaced_at
FROM relationship r JOIN run k ON k.id = r.destination_id JOIN entity s ON s.id = r.source_id
WHERE r.type IN ('TrainedBy', 'UsedBy') AND s.kind = 'mlModel';

COMMENT ON VIEW declared_edge IS
    'What DataHub''s aspects say that runs read and wrote: inputs and inputEdges alike, and the runs that trained or used a model. The only place that knows the rule.';

CREATE VIEW run_reference AS
SELECT l.run_id, l.kind, l.target_id, l.at, l.arrived_at FROM run_link l
UNION ALL
SELECT s.run_id, 'UPSTREAM', s.upstream_id, NULL, NULL FROM run_sibling s
UNION ALL
SELECT r.source_id, 'UPSTREAM', r.destination_id, NULL, r.arrived_at
FROM relationship r JOIN run t ON t.id = r.destination_id
WHERE r.replaced_at IS NULL AND r.type IN ('UpstreamOf', 'DataProcessInstanceConsumes')
UNION ALL
SELECT r.source_id, 'DOWNSTREAM', r.destination_id, NULL, r.arrived_at
FROM relationship r JOIN run t ON t.id = r.destination_id
WHERE r.replaced_at IS NULL AND r.type = 'DataProcessInstanceProduces';

COMMENT ON VIEW run_reference IS
    'Which run says that it depends on which: OpenLineage''s references, inputs of Databand that mean runs, and DataHub''s upstreamInstances, where a run that reads a run depends on it.';

CREATE VIEW run_dependency AS
SELECT f.run_id, f.target_id AS upstream_id, f.at, f.arrived_at FROM run_reference f WHERE f.kind = 'UPSTREAM'
UNION ALL
SELECT f.target_id, f.run_id, f.at, f.arrived_at FROM run_reference f WHERE f.kind = 'DOWNSTREAM';

COMMENT ON VIEW run_dependency IS 'Which run depends on which, by its own word or the other''s; as often as it is said.';

CREATE VIEW run_view AS
SELECT r.id, e.urn, e.is_stub, r.native_id, r.template_id, t.kind AS template_kind, t.urn AS template_urn,
    r.flow_id, r.parent_id, p.urn AS parent_urn, r.created_at, r.attempt, r.status, r.result, r.native_result,
    r.started_at, r.ended_at, r.state_at, r.first_event_at, r.last_event_at, r.is_time_approximate, r.is_derived,
    r.is_superseded, r.closed_result, r.closed_native_result, r.is_removed, r.trigger
FROM run r
JOIN entity e ON e.id = r.id
LEFT JOIN entity t ON t.id = r.template_id
LEFT JOIN entity p ON p.id = r.parent_id;

COMMENT ON VIEW run_view IS 'A run as the API shows it, with the URNs that it points at.';

-- DataHub's graph ---------------------------------------------------------------------------------

-- A page of what points at a hub is read from an index. What the aspects of runs declare is in run, edge and
-- run_reference too, as what events report is: from there the newest runs of a hub come sorted. Of those aspects only
-- what has no place there is read from relationship.

CREATE VIEW graph_template AS
SELECT r.id AS source_id, 'InstanceOf' AS type, r.template_id AS destination_id, r.created_at
FROM run r WHERE r.template_id IS NOT NULL;

COMMENT ON VIEW graph_template IS 'Which run is an instance of which job, flow or dataset.';

CREATE VIEW graph_parent AS
SELECT r.id AS source_id, 'ChildOf' AS type, r.parent_id AS destination_id, r.created_at
FROM run r WHERE r.parent_id IS NOT NULL;

COMMENT ON VIEW graph_parent IS 'Which run contains which.';

CREATE FUNCTION edge_direction(type text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN type IN ('Consumes', 'DataProcessInstanceConsumes') THEN 'INPUT'
        WHEN type IN ('Produces', 'DataProcessInstanceProduces') THEN 'OUTPUT' END;

COMMENT ON FUNCTION edge_direction IS 'Which edges have a name of DataHub''s; null for the names of all else.';

CREATE VIEW graph_asset AS
SELECT g.run_id AS source_id, t.type, g.asset_id AS destination_id
FROM edge g
CROSS JOIN (VALUES ('Consumes'), ('DataProcessInstanceConsumes'), ('Produces'), ('DataProcessInstanceProduces')) AS t (type)
WHERE g.is_current AND g.direction = edge_direction(t.type);

COMMENT ON VIEW graph_asset IS 'What runs read and wrote, each under both of DataHub''s names: with lineage and without.';

CREATE VIEW graph_other AS
SELECT r.source_id, r.type, r.destination_id FROM relationship r WHERE r.replaced_at IS NULL AND NOT is_of_run(r.aspect)
UNION
SELECT r.source_id, r.type, r.destination_id
FROM relationship r JOIN entity d ON d.id = r.destination_id
WHERE r.replaced_at IS NULL AND is_of_run(r.aspect) AND d.kind NOT IN ('dataset', 'mlModel')
    AND r.type IN ('Consumes', 'Produces', 'DataProcessInstanceConsumes', 'DataProcessInstanceProduces', 'UpstreamOf')
UNION
-- A parent that is a container is in no column of run.
SELECT r.source_id, r.type, r.destination_id
FROM relationship r JOIN entity d ON d.id = r.destination_id
WHERE r.replaced_at IS NULL AND is_of_run(r.aspect) AND d.kind <> 'dataProcessInstance' AND r.type = 'ChildOf'
UNION
SELECT e.id, 'IsPartOf', e.flow_id FROM entity e WHERE e.flow_id IS NOT NULL
UNION
SELECT d.run_id, 'UpstreamOf', d.upstream_id FROM run_dependency d;

COMMENT ON VIEW graph_other IS
    'The relationships of current aspects but for those that runs have, which job is part of which flow, and which run depends on which.';

CREATE VIEW graph_edge AS
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' AS source_kind FROM graph_template g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' FROM graph_parent g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' FROM graph_asset g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, NULL FROM graph_other g;

COMMENT ON VIEW graph_edge IS
    'DataHub''s graph, each edge once: the relationships of current aspects, and for every run, whoever reported it, those that follow from what is known of it.';
COMMENT ON COLUMN graph_edge.source_kind IS 'the kind of the source, where it is known without the entity; else null';

CREATE FUNCTION relationship_stamp(source_id bigint, type text, destination_id bigint) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (
        SELECT r.details ->> 'created' FROM relationship r
        WHERE r.source_id = relationship_stamp.source_id AND r.type = relationship_stamp.type
            AND r.destination_id = relationship_stamp.destination_id AND r.replaced_at IS NULL AND r.details ? 'created'
        ORDER BY r.field LIMIT 1);

COMMENT ON FUNCTION relationship_stamp IS 'When and by whom a relationship was made, as its aspect has it; null where no aspect says.';

CREATE FUNCTION is_removed(id bigint) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN EXISTS (
        SELECT FROM versioned_aspect a WHERE a.entity_id = id AND a.name = 'status' AND (a.value ->> 'removed')::boolean);

COMMENT ON FUNCTION is_removed IS 'Whether the status aspect of an entity says that it is removed.';

-- The parent of runs ------------------------------------------------------------------------------

CREATE FUNCTION derive_parents(run_ids bigint[]) RETURNS SETOF bigint
    LANGUAGE sql AS $$
    UPDATE run r SET parent_id = d.parent_id
    FROM (
        SELECT c.id, coalesce(
            (SELECT l.target_id FROM run_link l
             WHERE l.run_id = c.id AND l.kind = 'PARENT' AND l.target_id <> c.id
             ORDER BY l.at DESC, l.is_terminal DESC, l.content_key DESC LIMIT 1),
            (SELECT s.destination_id FROM relationship s JOIN run t ON t.id = s.destination_id
             WHERE s.source_id = c.id AND s.type = 'ChildOf' AND s.replaced_at IS NULL AND s.destination_id <> c.id
             LIMIT 1)
        ) AS parent_id
        FROM run c
        WHERE c.id = ANY (run_ids)
    ) d
    WHERE r.id = d.id AND r.parent_id IS DISTINCT FROM d.parent_id
    RETURNING r.id
$$;

COMMENT ON FUNCTION derive_parents IS
    'The parent of a run is the newest that its events named, other than itself, else the parentInstance of its aspect; the runs that have another now. The only place that knows the rule.';

-- What is derived of runs -------------------------------------------------------------------------

CREATE FUNCTION derive_states(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE run r
    SET created_at = coalesce(d.created_at, r.declared_created_at), attempt = d.attempt, status = d.status, result = d.result,
        native_result = d.native_result, started_at = d.started_at, ended_at = d.ended_at, state_at = d.state_at,
        first_event_at = d.first_event_at, last_event_at = d.last_event_at,
        is_time_approximate = coalesce(d.is_time_approximate, false), last_arrived_at = now()
    FROM unnest(run_ids) AS o (id) LEFT JOIN derive_run_state(run_ids) d ON d.run_id = o.id
    WHERE r.id = o.id;

    UPDATE edge e SET run_created_at = r.created_at
    FROM run r
    WHERE e.run_id = r.id AND r.id = ANY (run_ids) AND e.run_created_at IS DISTINCT FROM r.created_at;
END $$;

COMMENT ON FUNCTION derive_states IS 'Recomputes the state of runs from all their events, and their sort key on their edges.';

CREATE FUNCTION derive_edges(run_ids bigint[]) RETURNS void
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

COMMENT ON FUNCTION derive_edges IS
    'The edges of runs that DataHub''s aspects declare: one that only a replaced aspect declared is not current.';

CREATE INDEX edge_withdrawn_idx ON edge (run_id) WHERE NOT is_current;

CREATE FUNCTION derive_superseded(run_ids bigint[]) RETURNS void
    LANGUAGE sql AS $$
    UPDATE run d SET is_superseded = s.is_superseded
    FROM (
        -- All reported runs of the parents at once: a parent may have thousands of derived ones.
        SELECT c.id, coalesce((c.parent_id, c.template_id) IN (
            SELECT k.parent_id, k.template_id FROM run k
            WHERE k.parent_id = ANY (ARRAY(SELECT DISTINCT p.parent_id FROM run p WHERE p.is_derived AND p.id = ANY (run_ids)))
                AND NOT k.is_derived AND k.template_id IS NOT NULL
        ), false) AS is_superseded
        FROM run c
        WHERE c.is_derived AND c.id = ANY (run_ids)
    ) s
    WHERE d.id = s.id AND d.is_superseded IS DISTINCT FROM s.is_superseded
$$;

COMMENT ON FUNCTION derive_superseded IS
    'A derived run stands back where its parent has a run of the same template that sent something itself. The only place that knows the rule.';

CREATE FUNCTION streams(run_id bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce(upper(coalesce(
        (SELECT c.value ->> 'processingType'
         FROM run_facets f JOIN facet_set s ON s.key = f.set_key
         JOIN content c ON c.key = ltrim(s.facets ->> 'jobType', '!')::uuid
         WHERE f.run_id = streams.run_id AND f.scope = 'JOB' AND s.facets ? 'jobType'
         ORDER BY f.at DESC, f.is_terminal DESC, c.key DESC LIMIT 1),
        (SELECT a.value ->> 'type' FROM versioned_aspect a
         WHERE a.entity_id = streams.run_id AND a.name = 'dataProcessInstanceProperties')
    )) IN ('STREAMING', 'SERVICE'), false);
END $$;

COMMENT ON FUNCTION streams IS
    'True if a run goes on for its own time: its events (jobType), else its properties, say STREAMING or SERVICE. The only place that knows the rule.';

CREATE FUNCTION derive_skipped(run_ids bigint[], parent_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    changed_ids bigint[];
BEGIN
    changed_ids := ARRAY(
        SELECT r.id FROM run r
        WHERE r.id = ANY (ARRAY(
                SELECT k.id FROM run k WHERE k.id = ANY (run_ids) AND k.native_result = 'ABORT'
                UNION
                SELECT k.id FROM run k WHERE k.parent_id = ANY (parent_ids) AND k.native_result = 'ABORT'))
            AND r.state_at = r.started_at AND (r.result = 'SKIPPED') <> was_left_out(r.id));
    IF cardinality(changed_ids) > 0 THEN
        PERFORM derive_states(changed_ids);
    END IF;
    RETURN changed_ids;
END $$;

COMMENT ON FUNCTION derive_skipped IS
    'Recomputes the states of runs, and of children of parents, that a failure beside them skips, or no longer does; returns these runs.';

CREATE FUNCTION derive_closed(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    below_ids bigint[] := '{}';
    level_ids bigint[] := run_ids;
BEGIN
    -- Level by level: the planner expects far too many rows of a recursion.
    WHILE cardinality(level_ids) > 0 LOOP
        below_ids := below_ids || level_ids;
        level_ids := ARRAY(
            SELECT r.id FROM run r WHERE r.parent_id = ANY (level_ids) AND r.status IS DISTINCT FROM 'COMPLETE'
            EXCEPT
            SELECT unnest(below_ids));
    END LOOP;

    UPDATE run c SET closed_result = d.result, closed_native_result = d.native_result
    FROM (
        SELECT o.id, a.result, a.native_result
        FROM unnest(below_ids) AS b (id)
        CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = b.id OFFSET 0) o
        LEFT JOIN LATERAL (
            -- Upwards through what is open until one has ended.
            WITH RECURSIVE above (parent_id, status, result, native_result, over_at, last_event_at, open_ids) AS (
                SELECT o.parent_id, o.status, NULL, NULL, NULL::timestamptz, o.last_event_at, ARRAY[o.id]
                UNION ALL
                SELECT p.parent_id, p.status, p.result, p.native_result, greatest(p.state_at, p.started_at),
                    CASE p.status WHEN 'COMPLETE' THEN a.last_event_at ELSE greatest(a.last_event_at, p.last_event_at) END,
                    CASE p.status WHEN 'COMPLETE' THEN a.open_ids ELSE a.open_ids || p.id END
                FROM above a
                CROSS JOIN LATERAL (SELECT p.* FROM run p WHERE p.id = a.parent_id OFFSET 0) p
                WHERE (a.status = 'STARTED' OR a.status IS NULL AND o.source IS NOT NULL AND p.source IS NOT NULL)
                    AND p.id <> ALL (a.open_ids) AND cardinality(a.open_ids) < 100
            )
            SELECT a.result, a.native_result FROM above a
            WHERE a.status = 'COMPLETE' AND a.over_at IS NOT NULL
                -- The times of a source's runs do not say what came after what.
                AND (o.source IS NOT NULL
                    OR a.last_event_at <= a.over_at AND NOT EXISTS (SELECT FROM unnest(a.open_ids) AS s (id) WHERE streams(s.id)))
        ) a ON true
    ) d
    WHERE c.id = d.id AND (c.closed_result, c.closed_native_result) IS DISTINCT FROM (d.result, d.native_result);
END $$;

COMMENT ON FUNCTION derive_closed IS
    'Closes those of some runs, and of all below them, that did not end by their own word. The nearest ancestor that did gives the result, unless a run up to it streams, or sent something after that end. The only place that knows the rule.';

CREATE FUNCTION derive_family(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    parent_ids bigint[];
    moved_ids bigint[];
    reader_ids bigint[] := '{}';
BEGIN
    parent_ids := ARRAY(SELECT DISTINCT r.parent_id FROM run r WHERE r.id = ANY (run_ids) AND r.parent_id IS NOT NULL);
    moved_ids := ARRAY(SELECT derive_parents(run_ids));
    parent_ids := parent_ids
        || ARRAY(SELECT DISTINCT r.parent_id FROM run r WHERE r.id = ANY (run_ids) AND r.parent_id IS NOT NULL);

    PERFORM derive_superseded(run_ids || ARRAY(
        SELECT f.id
        FROM (SELECT DISTINCT k.template_id FROM run k WHERE k.id = ANY (run_ids)) t
        JOIN run f ON f.template_id = t.template_id AND f.is_derived AND f.parent_id = ANY (parent_ids)));

    IF EXISTS (SELECT FROM run r WHERE r.id = ANY (run_ids) AND r.source IS NOT NULL)
        OR EXISTS (SELECT FROM run r WHERE r.parent_id = ANY (run_ids) AND r.source IS NOT NULL) THEN
        reader_ids := derive_siblings(run_ids);
    END IF;
    run_ids := run_ids || derive_skipped(run_ids, parent_ids);
    PERFORM derive_closed(run_ids);

    -- What these runs read and wrote; who contains them may have shared a write, and has to look again.
    run_ids := run_ids || reader_ids || ARRAY(SELECT descendants_of(moved_ids));
    parent_ids := parent_ids || ARRAY(SELECT unnest(ancestors_of(o.id)) FROM unnest(run_ids || parent_ids) AS o (id));
    PERFORM derive_uses(run_ids || parent_ids);
    -- What those share, they know of since now.
    UPDATE run r SET last_arrived_at = now()
    WHERE r.id = ANY (parent_ids) AND r.last_arrived_at < now()
        AND EXISTS (SELECT FROM asset_write w WHERE w.run_id = r.id AND w.kind IN ('SHARED', 'LEFT'));
END $$;

COMMENT ON FUNCTION derive_family IS
    'Recomputes what follows from containment: the parents of these runs, the derived runs beside them, the inputs that mean runs, and skips. Then what closes the runs below, and what all of these read and wrote.';

CREATE FUNCTION derive_triggers(run_ids bigint[]) RETURNS void
    LANGUAGE sql AS $$
    UPDATE run r SET trigger = d.trigger
    FROM (
        SELECT o.id, (
            SELECT lower(s.word #>> '{}')
            FROM (
                SELECT array_position(ARRAY['airflow', 'airflowDagRun', 'gitlab'], f.name) AS place,
                    CASE f.name WHEN 'gitlab' THEN c.value -> 'source' ELSE c.value #> '{dagRun,run_type}' END AS word
                FROM entity_facet f JOIN content c ON c.key = f.content_key
                WHERE f.entity_id = o.id AND f.scope = 'OWN' AND f.name IN ('airflow', 'airflowDagRun', 'gitlab')
                    AND NOT f.is_deleted
                UNION ALL
                SELECT 4, a.value #> '{customProperties,run_type}' FROM versioned_aspect a
                WHERE a.entity_id = o.id AND a.name = 'dataProcessInstanceProperties'
            ) s
            WHERE jsonb_typeof(s.word) = 'string' AND length(s.word #>> '{}') BETWEEN 1 AND 64
            ORDER BY s.place LIMIT 1
        ) AS trigger
        FROM unnest(run_ids) AS o (id)
    ) d
    WHERE r.id = d.id AND r.trigger IS DISTINCT FROM d.trigger
$$;

COMMENT ON FUNCTION derive_triggers IS
    'What started runs: Airflow''s run_type, the source of a GitLab pipeline, else the custom property run_type of DataHub''s aspect. What is longer than 64 characters is no word. The only place that knows the rule.';

CREATE FUNCTION named_template(run_id bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce(
        (SELECT i.destination_id FROM relationship i
         WHERE i.source_id = named_template.run_id AND i.type = 'InstanceOf' AND i.replaced_at IS NULL),
        (SELECT t.id
         FROM run_link l JOIN entity t ON t.id = l.target_job_id JOIN run r ON r.id = l.target_id
         WHERE l.target_id = named_template.run_id
         ORDER BY l.target_key IS NOT DISTINCT FROM r.run_key DESC, t.urn COLLATE "C" LIMIT 1));
END $$;

COMMENT ON FUNCTION named_template IS
    'The template of a run that sent no OpenLineage event: that of its aspect, else the job by which references name it. Among several, the job that its key is made of comes first, then the least URN. The only place that knows the rule.';

CREATE FUNCTION derive_declared(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    derived_ids bigint[];
BEGIN
    -- The derived runs of the jobs that these runs have had: they may no longer stand back.
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
    PERFORM derive_triggers(run_ids);
    PERFORM derive_states(run_ids);
    PERFORM derive_family(run_ids);
    PERFORM derive_superseded(derived_ids);
END $$;

COMMENT ON FUNCTION derive_declared IS
    'Recomputes all that follows from DataHub''s aspects and events of runs, and from references to them, but for their edges.';

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
    DELETE FROM aspect a WHERE a.entity_id = deleted_id;
    DELETE FROM job_edge j WHERE j.job_id = deleted_id;
    DELETE FROM run_event e WHERE e.run_id = deleted_id;
    DELETE FROM run_facets f WHERE f.run_id = deleted_id;
    DELETE FROM run_link l WHERE l.run_id = deleted_id;
    DELETE FROM run_warning w WHERE w.run_id = deleted_id;
    DELETE FROM run_checksum c WHERE c.run_id = deleted_id;
    DELETE FROM derivation d WHERE d.run_id = deleted_id;
    DELETE FROM edge_mention m USING edge g WHERE g.id = m.edge_id AND g.run_id = deleted_id;
    DELETE FROM edge g WHERE g.run_id = deleted_id;
    DELETE FROM run_sibling s WHERE s.run_id = deleted_id;
    DELETE FROM input_job i WHERE i.run_id = deleted_id;
    UPDATE run SET is_reported = false, source = NULL, closed_result = NULL, closed_native_result = NULL WHERE id = deleted_id;
    UPDATE entity SET is_stub = true WHERE id = deleted_id;
    PERFORM derive_edges(run_ids);
    PERFORM derive_declared(run_ids || named_ids || ARRAY(SELECT r.id FROM run r WHERE r.id = deleted_id));
    PERFORM derive_uses(derive_siblings(ARRAY[deleted_id]));
    RETURN NEXT;
END $$;

COMMENT ON FUNCTION delete_entity IS
    'Takes all that an entity has said of itself out of the tables that queries read; what others say of it, and the log, stay.';

-- Reading -----------------------------------------------------------------------------------------

CREATE VIEW job_order AS
SELECT l.upstream_id, l.downstream_id, l.origin, l.first_at, l.last_at FROM job_link l
UNION ALL
SELECT r.destination_id, r.source_id, 'DATAHUB', r.arrived_at, r.arrived_at
FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.type = 'DownstreamOf' AND r.replaced_at IS NULL AND s.kind = 'dataJob' AND d.kind = 'dataJob';

COMMENT ON VIEW job_order IS 'Which job comes before which, by events and by DataHub''s dataJobInputOutput.';

CREATE VIEW job_asset AS
SELECT g.job_id, g.direction, g.asset_id
FROM job_edge g
WHERE g.at = (SELECT max(n.at) FROM job_edge n WHERE n.job_id = g.job_id AND n.direction = g.direction)
UNION
SELECT r.source_id, CASE r.type WHEN 'Consumes' THEN 'INPUT' ELSE 'OUTPUT' END, r.destination_id
FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.type IN ('Consumes', 'Produces') AND r.replaced_at IS NULL AND s.kind = 'dataJob' AND d.kind IN ('dataset', 'mlModel');

COMMENT ON VIEW job_asset IS
    'The assets that a job declares without a run: those of its newest JobEvent with any in a direction, and DataHub''s dataJobInputOutput.';

CREATE VIEW run_event_value AS
SELECT e.run_id AS entity_id, e.at, e.arrived_at, e.trace_id,
    jsonb_strip_nulls(jsonb_build_object(
        'timestampMillis', floor(extract(epoch FROM e.at) * 1000)::bigint,
        'partitionSpec', jsonb_build_object('type', 'FULL_TABLE', 'partition', 'FULL_TABLE_SNAPSHOT'),
        'status', e.status, 'attempt', e.attempt, 'durationMillis', e.duration_millis,
        'result', CASE WHEN e.result IS NOT NULL
            THEN jsonb_build_object('type', e.result, 'nativeResultType', coalesce(e.native_state, e.result)) END)) AS value
FROM run_event e
WHERE e.status IS NOT NULL
    AND NOT EXISTS (
        SELECT FROM timeseries_aspect t
        WHERE t.entity_id = e.run_id AND t.name = 'dataProcessInstanceRunEvent' AND t.at = e.at
            AND t.value ->> 'status' = e.status AND t.value #>> '{result,type}' IS NOT DISTINCT FROM e.result);

COMMENT ON VIEW run_event_value IS 'Run events that no proposal gave, as values of DataHub''s aspect.';

CREATE VIEW run_aspect AS
SELECT r.id AS entity_id, v.name, v.value
FROM run r
CROSS JOIN LATERAL (
    SELECT 'dataProcessInstanceProperties' AS name,
        jsonb_build_object('name', r.native_id, 'customProperties', '{}'::jsonb, 'created', jsonb_build_object(
            'time', floor(extract(epoch FROM r.created_at) * 1000)::bigint, 'actor', 'urn:li:corpuser:unknown')) AS value
    WHERE r.created_at IS NOT NULL
    UNION ALL
    SELECT 'dataProcessInstanceRelationships', jsonb_strip_nulls(jsonb_build_object(
        'parentTemplate', (SELECT t.urn FROM entity t WHERE t.id = r.template_id),
        'parentInstance', (SELECT p.urn FROM entity p WHERE p.id = r.parent_id),
        'upstreamInstances', (
            SELECT coalesce(jsonb_agg(u.urn ORDER BY u.urn COLLATE "C"), '[]')
            FROM (
                SELECT DISTINCT t.urn FROM run_reference f JOIN entity t ON t.id = f.target_id
                WHERE f.run_id = r.id AND f.kind = 'UPSTREAM'
            ) u)))
    UNION ALL
    SELECT 'dataProcessInstanceInput', jsonb_build_object('inputs', jsonb_agg(a.urn ORDER BY a.urn COLLATE "C"))
    FROM edge g JOIN entity a ON a.id = g.asset_id
    WHERE g.run_id = r.id AND g.direction = 'INPUT' AND g.is_current
    HAVING count(*) > 0
    UNION ALL
    SELECT 'dataProcessInstanceOutput', jsonb_build_object('outputs', jsonb_agg(a.urn ORDER BY a.urn COLLATE "C"))
    FROM edge g JOIN entity a ON a.id = g.asset_id
    WHERE g.run_id = r.id AND g.direction = 'OUTPUT' AND g.is_current
    HAVING count(*) > 0
) v
WHERE r.is_reported AND NOT EXISTS (SELECT FROM versioned_aspect a WHERE a.entity_id = r.id AND a.name = v.name);

COMMENT ON VIEW run_aspect IS 'What is known of runs that OpenLineage events reported, as DataHub''s aspects, where no proposal gave them.';

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

COMMENT ON FUNCTION meets_criterion IS 'Whether a field of a value, named by its path, meets a criterion of a DataHub filter.';

CREATE FUNCTION meets_filter(given jsonb, filter jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT jsonb_array_length(coalesce(filter -> 'or', '[]')) = 0 OR EXISTS (
        SELECT FROM jsonb_array_elements(filter -> 'or') AS o (conjunction)
        WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements(coalesce(o.conjunction -> 'and', '[]')) AS c (criterion)
            WHERE NOT meets_criterion(given, c.criterion)))
$$;

COMMENT ON FUNCTION meets_filter IS 'Whether a value meets a DataHub filter: one of its conjunctions, each of all criteria; an empty one is met.';

CREATE VIEW timeseries_value AS
SELECT t.entity_id, t.name, t.at, t.key, t.value, t.system_metadata, t.arrived_at, t.trace_id FROM timeseries_aspect t
UNION ALL
SELECT v.entity_id, 'dataProcessInstanceRunEvent', v.at, NULL, v.value, '{}'::jsonb, v.arrived_at, v.trace_id FROM run_event_value v;

COMMENT ON VIEW timeseries_value IS 'The values of timeseries aspects: those of proposals, and the events of all other runs.';

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
        PERFORM derive_declared(ARRAY[deleted_id]);
    END IF;
    RETURN total;
END $$;

COMMENT ON FUNCTION delete_timeseries IS 'Deletes the values of a timeseries aspect within a span of time, both ends included; of run events the state follows.';
