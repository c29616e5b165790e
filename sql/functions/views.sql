-- Views of the tables.
-- After: edges, facets.

CREATE VIEW entity_name AS
SELECT e.id AS entity_id, e.id AS name_id FROM entity e WHERE e.class_id IS NULL
UNION ALL
SELECT e.id, m.id FROM entity e JOIN entity m ON m.class_id = e.class_id;

COMMENT ON VIEW entity_name IS 'All names of an entity''s data, including its own.';

CREATE VIEW entity_facet AS
SELECT DISTINCT ON (s.entity_id, s.scope, f.name) s.entity_id, s.scope, f.name, s.at, f.content_key, f.is_deleted
FROM (
    SELECT r.run_id AS entity_id, r.scope, r.set_key, r.at, r.is_terminal FROM run_facets r
    UNION ALL
    SELECT e.entity_id, 'OWN', e.set_key, e.at, e.is_terminal FROM entity_facets e
) s
JOIN facet_set t ON t.key = s.set_key
CROSS JOIN LATERAL facets_of(t.facets) f
ORDER BY s.entity_id, s.scope, f.name, s.at DESC, s.is_terminal DESC, f.content_key DESC;

COMMENT ON VIEW entity_facet IS 'The facets of entities; for each name the greatest by (at, is_terminal, content_key).';

CREATE VIEW edge_mention AS
SELECT g.id AS edge_id, m.at, m.content_hash, p.place, coalesce(p.origin, origin_of(g.direction)) AS origin, m.attempt, p.version,
    m.is_terminal, p.set_key, p.own_set_key, m.arrived_at
FROM edge g
JOIN mention m ON m.run_id = g.run_id
CROSS JOIN LATERAL unnest(m.edge_ids, m.origins, m.versions, m.set_keys, m.own_set_keys)
    WITH ORDINALITY AS p (edge_id, origin, version, set_key, own_set_key, place)
WHERE p.edge_id = g.id;

COMMENT ON VIEW edge_mention IS 'Each mention of an edge by an event. place: its index among the event''s mentions.';

CREATE VIEW edge_facet AS
WITH said AS (
    SELECT DISTINCT ON (m.edge_id, s.scope, s.set_key) m.edge_id, s.scope, s.set_key, m.at, m.is_terminal
    FROM edge_mention m
    CROSS JOIN LATERAL (VALUES ('DATASET', m.set_key), ('EDGE', m.own_set_key)) AS s (scope, set_key)
    WHERE s.set_key IS NOT NULL
    ORDER BY m.edge_id, s.scope, s.set_key, m.at DESC, m.is_terminal DESC
)
SELECT DISTINCT ON (s.edge_id, s.scope, f.name) s.edge_id, s.scope, f.name, s.at, f.content_key, f.is_deleted
FROM said s JOIN facet_set t ON t.key = s.set_key CROSS JOIN LATERAL facets_of(t.facets) f
ORDER BY s.edge_id, s.scope, f.name, s.at DESC, s.is_terminal DESC, f.content_key DESC;

COMMENT ON VIEW edge_facet IS
    'The facets that a run gave its input or output; for each name the greatest by (at, is_terminal, content_key). Scope DATASET: from facets; EDGE: from inputFacets or outputFacets.';

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
    'The edges of runs declared by DataHub''s aspects: inputs and inputEdges alike, and the runs that trained or used a model. Only this view knows the rule.';

CREATE VIEW run_reference AS
SELECT l.run_id, l.kind, l.target_id, l.at, l.arrived_at FROM run_link l WHERE l.target_id <> l.run_id
UNION ALL
SELECT s.run_id, 'UPSTREAM', s.upstream_id, NULL, NULL FROM run_sibling s
UNION ALL
SELECT r.source_id, 'UPSTREAM', r.destination_id, NULL, r.arrived_at
FROM relationship r JOIN run t ON t.id = r.destination_id
WHERE r.replaced_at IS NULL AND r.type IN ('UpstreamOf', 'DataProcessInstanceConsumes') AND r.destination_id <> r.source_id
UNION ALL
SELECT r.source_id, 'DOWNSTREAM', r.destination_id, NULL, r.arrived_at
FROM relationship r JOIN run t ON t.id = r.destination_id
WHERE r.replaced_at IS NULL AND r.type = 'DataProcessInstanceProduces' AND r.destination_id <> r.source_id;

COMMENT ON VIEW run_reference IS
    'The references of runs to other runs: OpenLineage''s own, inputs of Databand that mean runs, and DataHub''s upstreamInstances. A run that reads a run depends on it. A reference by the run''s own id, with another job, means no run until that job has one.';

CREATE VIEW run_dependency AS
SELECT f.run_id, f.target_id AS upstream_id, f.at, f.arrived_at FROM run_reference f WHERE f.kind = 'UPSTREAM'
UNION ALL
SELECT f.target_id, f.run_id, f.at, f.arrived_at FROM run_reference f WHERE f.kind = 'DOWNSTREAM';

COMMENT ON VIEW run_dependency IS
    'Runs with a run that they depend on, by a reference of either run; one row for each reference.';

CREATE VIEW maybe_dependency AS
-- In the order of the partial indexes, which any plan uses then.
(SELECT l.run_id FROM run_link l WHERE l.kind IN ('UPSTREAM', 'DOWNSTREAM') ORDER BY l.run_id LIMIT 1)
UNION ALL
(SELECT s.run_id FROM run_sibling s LIMIT 1)
UNION ALL
(SELECT r.source_id FROM relationship r
WHERE r.replaced_at IS NULL AND r.type IN ('UpstreamOf', 'DataProcessInstanceConsumes', 'DataProcessInstanceProduces')
ORDER BY r.source_id LIMIT 1);

COMMENT ON VIEW maybe_dependency IS 'A few runs of run_dependency, or runs that name data in the same way: mostly none, which an index tells at once.';

CREATE VIEW run_view AS
SELECT r.id, e.urn, e.is_stub, r.native_id, r.template_id, t.kind AS template_kind, t.urn AS template_urn,
    r.flow_id, r.parent_id, p.urn AS parent_urn, r.created_at, r.attempt, r.status, r.result, r.native_result,
    r.started_at, r.ended_at, r.first_event_at, r.is_time_approximate, r.is_derived, r.is_superseded, r.closed_result,
    r.closed_native_result, r.is_removed, r.trigger
FROM run r
JOIN entity e ON e.id = r.id
LEFT JOIN entity t ON t.id = r.template_id
LEFT JOIN entity p ON p.id = r.parent_id;

COMMENT ON VIEW run_view IS 'A run as the API shows it, with the URNs that it points at.';

-- A page of incoming edges is read from an index. The aspects of runs are also in run, edge and run_reference,
-- like the facts of events; from there the newest runs come sorted. Only the rest of those aspects is read
-- from relationship.
CREATE VIEW graph_template AS
SELECT r.id AS source_id, 'InstanceOf' AS type, r.template_id AS destination_id, r.created_at
FROM run r WHERE r.template_id IS NOT NULL;

COMMENT ON VIEW graph_template IS 'Runs with the job, flow or dataset of which they are instances.';

CREATE VIEW graph_parent AS
SELECT r.id AS source_id, 'ChildOf' AS type, r.parent_id AS destination_id, r.created_at
FROM run r WHERE r.parent_id IS NOT NULL;

COMMENT ON VIEW graph_parent IS 'Runs with the run that contains them.';

CREATE VIEW graph_asset AS
SELECT g.run_id AS source_id, t.type, g.asset_id AS destination_id
FROM edge g
CROSS JOIN (VALUES ('Consumes'), ('DataProcessInstanceConsumes'), ('Produces'), ('DataProcessInstanceProduces')) AS t (type)
WHERE g.is_current AND g.direction = edge_direction(t.type);

COMMENT ON VIEW graph_asset IS
    'The assets that runs read and wrote, each under both of DataHub''s names: with lineage and without.';

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
    'The relationships of current aspects, without those of runs; plus the flows of jobs, and the dependencies of runs.';

CREATE VIEW graph_edge AS
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' AS source_kind FROM graph_template g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' FROM graph_parent g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, 'dataProcessInstance' FROM graph_asset g
UNION ALL
SELECT g.source_id, g.type, g.destination_id, NULL FROM graph_other g;

COMMENT ON VIEW graph_edge IS
    'DataHub''s graph, each edge once: the relationships of current aspects, and for every run, from any origin, the relationships that follow from its facts.';
COMMENT ON COLUMN graph_edge.source_kind IS 'the kind of the source, if known without the entity; else null';

CREATE VIEW job_order AS
SELECT l.upstream_id, l.downstream_id, l.origin, l.first_at, l.last_at FROM job_link l
UNION ALL
SELECT r.destination_id, r.source_id, 'DATAHUB', r.arrived_at, r.arrived_at
FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.type = 'DownstreamOf' AND r.replaced_at IS NULL AND s.kind = 'dataJob' AND d.kind = 'dataJob';

COMMENT ON VIEW job_order IS 'Jobs with a job that comes before them, by events and by DataHub''s dataJobInputOutput.';

CREATE VIEW job_asset AS
SELECT g.job_id, g.direction, g.asset_id
FROM job_edge g
WHERE g.at = (SELECT max(n.at) FROM job_edge n WHERE n.job_id = g.job_id AND n.direction = g.direction)
UNION
SELECT r.source_id, CASE r.type WHEN 'Consumes' THEN 'INPUT' ELSE 'OUTPUT' END, r.destination_id
FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.type IN ('Consumes', 'Produces') AND r.replaced_at IS NULL AND s.kind = 'dataJob' AND d.kind IN ('dataset', 'mlModel');

COMMENT ON VIEW job_asset IS
    'The assets that a job declares without a run: in each direction those of its newest JobEvent with any, and those of DataHub''s dataJobInputOutput.';

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

COMMENT ON VIEW run_aspect IS
    'Facts of runs reported by OpenLineage events, as DataHub''s aspects; only aspects that no proposal gave.';

CREATE VIEW timeseries_value AS
SELECT t.entity_id, t.name, t.at, t.key, t.value, t.system_metadata, t.arrived_at, t.trace_id FROM timeseries_aspect t
UNION ALL
SELECT v.entity_id, 'dataProcessInstanceRunEvent', v.at, NULL, v.value, '{}'::jsonb, v.arrived_at, v.trace_id FROM run_event_value v;

COMMENT ON VIEW timeseries_value IS
    'The values of timeseries aspects: those of proposals, and the events of all other runs.';

CREATE VIEW declared_lineage AS
SELECT CASE WHEN r.type IN ('Produces', 'UsedBy') THEN r.source_id ELSE r.destination_id END AS upstream_id,
    CASE WHEN r.type IN ('Produces', 'UsedBy') THEN r.destination_id ELSE r.source_id END AS downstream_id,
    r.type,
    'epoch'::timestamptz + nullif((r.details #>> '{created,time}')::numeric::bigint, 0) * interval '1 millisecond' AS created_at,
    r.details #>> '{created,actor}' AS created_actor,
    'epoch'::timestamptz + nullif((r.details #>> '{lastModified,time}')::numeric::bigint, 0) * interval '1 millisecond' AS updated_at,
    r.details #>> '{lastModified,actor}' AS updated_actor,
    coalesce(r.details #>> '{properties,source}' = 'UI', false) AS is_manual
FROM relationship r JOIN entity s ON s.id = r.source_id JOIN entity d ON d.id = r.destination_id
WHERE r.replaced_at IS NULL AND r.aspect IN ('dataJobInputOutput', 'upstreamLineage', 'mlModelProperties')
    AND r.type IN ('Consumes', 'Produces', 'DownstreamOf', 'TrainedBy', 'UsedBy')
    AND s.kind IN ('dataJob', 'dataset', 'mlModel') AND d.kind IN ('dataJob', 'dataset', 'mlModel')
UNION ALL
SELECT l.upstream_id, l.downstream_id, 'DownstreamOf', l.first_at, NULL, l.last_at, NULL, false FROM job_link l
UNION ALL
SELECT CASE g.direction WHEN 'INPUT' THEN g.asset_id ELSE g.job_id END, CASE g.direction WHEN 'INPUT' THEN g.job_id ELSE g.asset_id END,
    CASE g.direction WHEN 'INPUT' THEN 'Consumes' ELSE 'Produces' END, g.at, NULL, 'infinity', NULL, false
FROM job_edge g
WHERE g.at = (SELECT max(n.at) FROM job_edge n WHERE n.job_id = g.job_id AND n.direction = g.direction);

COMMENT ON VIEW declared_lineage IS
    'Declarations of jobs and assets without a run: DataHub''s aspects, the order of jobs, and the newest JobEvent of a job, which stays valid.';
