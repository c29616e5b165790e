-- namespace_aliases --
-- The namespaces whose datasets are the same data where they have one name.
SELECT n.namespace, n.other FROM namespace_alias n ORDER BY n.namespace COLLATE "C", n.other COLLATE "C";

-- add_namespace_alias --
-- Says that two namespaces are the same; a second time changes nothing.
INSERT INTO namespace_alias (namespace, other) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- alias_known_datasets --
-- Joins the datasets of one name that two namespaces have already; returns those whose class may be another.
WITH added AS (
    INSERT INTO alias (entity_id, other_id, origin, trace_id)
    SELECT e.id, o.id, 'CONFIGURED', $3
    FROM entity e
    JOIN entity o ON o.kind = 'dataset' AND text_key(o.name) = text_key(e.name) AND o.name = e.name AND o.namespace = $2
    WHERE e.kind = 'dataset' AND e.namespace = $1
    ON CONFLICT DO NOTHING
    RETURNING entity_id
)
SELECT a.entity_id FROM added a;

-- drop_namespace_alias --
-- Forgets that two namespaces are the same.
DELETE FROM namespace_alias n WHERE n.namespace = $1 AND n.other = $2;

-- part_known_datasets --
-- Parts what the configuration of two namespaces had joined; returns those whose class may be another.
WITH dropped AS (
    DELETE FROM alias a USING entity e, entity o
    WHERE a.origin = 'CONFIGURED' AND e.id = a.entity_id AND o.id = a.other_id AND e.namespace = $1 AND o.namespace = $2
    RETURNING e.class_id
)
SELECT m.id FROM entity m WHERE m.class_id IN (SELECT d.class_id FROM dropped d);

-- derive_classes --
-- Recomputes the classes of names.
SELECT derive_classes($1);

-- names_of_entities --
-- The other names of the data that each entity is, in the order of their URNs.
SELECT n.entity_id AS owner_id, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM entity_name n JOIN entity e ON e.id = n.name_id
WHERE n.entity_id = ANY ($1::bigint[]) AND n.name_id <> n.entity_id
ORDER BY n.entity_id, e.urn COLLATE "C";
