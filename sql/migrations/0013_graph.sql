-- DataHub's graph, so that a page of what points at a hub is read from an index (docs/store.md).
--
-- What the aspects of runs declare is in run, edge and run_reference too, as what events report is: from there the
-- newest runs of a hub come sorted. Of those aspects only what has no place there is read from relationship.

CREATE FUNCTION is_of_run(aspect text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN aspect IN ('dataProcessInstanceInput', 'dataProcessInstanceOutput', 'dataProcessInstanceRelationships');

COMMENT ON FUNCTION is_of_run IS 'Whether an aspect says what a run points at.';

CREATE INDEX relationship_other_idx ON relationship (destination_id, type) WHERE replaced_at IS NULL AND NOT is_of_run(aspect);

DROP VIEW graph_neighbour;
DROP VIEW graph_edge;

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
SELECT e.id, 'IsPartOf', e.flow_id FROM entity e WHERE e.flow_id IS NOT NULL
UNION
SELECT f.run_id, 'UpstreamOf', f.target_id FROM run_reference f WHERE f.kind = 'UPSTREAM'
UNION
SELECT f.target_id, 'UpstreamOf', f.run_id FROM run_reference f WHERE f.kind = 'DOWNSTREAM';

COMMENT ON VIEW graph_other IS
    'The relationships of current aspects but for those that runs have, which job is part of which flow, and which run depends on which.';

CREATE VIEW graph_edge AS
SELECT g.source_id, g.type, g.destination_id FROM graph_template g
UNION ALL
SELECT g.source_id, g.type, g.destination_id FROM graph_parent g
UNION ALL
SELECT g.source_id, g.type, g.destination_id FROM graph_asset g
UNION ALL
SELECT g.source_id, g.type, g.destination_id FROM graph_other g;

COMMENT ON VIEW graph_edge IS
    'DataHub''s graph, each edge once: the relationships of current aspects, and for every run, whoever reported it, those that follow from what is known of it.';

CREATE FUNCTION is_removed(id bigint) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN EXISTS (
        SELECT FROM versioned_aspect a WHERE a.entity_id = id AND a.name = 'status' AND (a.value ->> 'removed')::boolean);

COMMENT ON FUNCTION is_removed IS 'Whether the status aspect of an entity says that it is removed.';
