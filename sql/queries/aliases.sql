-- namespace_aliases --
-- The pairs of namespaces whose datasets of one name are the same data.
SELECT n.namespace, n.other FROM namespace_alias n ORDER BY n.namespace COLLATE "C", n.other COLLATE "C";

-- add_namespace_alias --
-- Configures two namespaces as the same; a second time changes nothing.
INSERT INTO namespace_alias (namespace, other) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- namespaces_without_data --
-- Leaves out of some namespaces those with a known dataset.
SELECT n.name FROM unnest($1::text[]) AS n (name)
WHERE NOT EXISTS (SELECT FROM entity e WHERE e.kind = 'dataset' AND e.namespace = n.name);

-- alias_known_datasets --
-- Joins the known datasets of one name in two namespaces; returns those whose class may change.
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
-- Removes the alias of two namespaces.
DELETE FROM namespace_alias n WHERE n.namespace = $1 AND n.other = $2;

-- part_known_datasets --
-- Separates the datasets that an alias of two namespaces had joined; returns those whose class may change.
WITH dropped AS (
    DELETE FROM alias a USING entity e, entity o
    WHERE a.origin = 'CONFIGURED' AND e.id = a.entity_id AND o.id = a.other_id AND e.namespace = $1 AND o.namespace = $2
    RETURNING e.class_id
)
SELECT m.id FROM entity m WHERE m.class_id IN (SELECT d.class_id FROM dropped d);

-- derive_classes --
-- Derives the classes of names.
SELECT derive_classes($1);

-- names_of_entities --
-- The other names of each entity's data, in the order of their URNs.
SELECT n.entity_id AS owner_id, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM entity_name n JOIN entity e ON e.id = n.name_id
WHERE n.entity_id = ANY ($1::bigint[]) AND n.name_id <> n.entity_id
ORDER BY n.entity_id, e.urn COLLATE "C";
