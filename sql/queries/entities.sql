-- entities_by_urn --
-- Finds entities by the keys of their URNs.
SELECT e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id FROM entity e WHERE e.urn_key = ANY ($1::uuid[]);

-- entities_by_id --
-- Finds entities by id.
SELECT e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id FROM entity e WHERE e.id = ANY ($1::bigint[]);

-- assets_of_runs --
-- The assets that runs read or wrote, by (run, direction), in the order of their URNs.
SELECT g.run_id, g.direction, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM unnest($1::bigint[], $2::text[]) AS o (run_id, direction)
JOIN edge g ON g.run_id = o.run_id AND g.direction = o.direction
JOIN entity e ON e.id = g.asset_id
ORDER BY g.run_id, g.direction, e.urn COLLATE "C";
