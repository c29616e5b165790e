-- entities_by_urn --
-- Finds entities by the keys of their URNs.
SELECT e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id FROM entity e WHERE e.urn_key = ANY ($1::uuid[]);

-- entities_by_id --
-- Finds entities by id.
SELECT e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id FROM entity e WHERE e.id = ANY ($1::bigint[]);
