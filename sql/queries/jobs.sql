-- upstreams_of_jobs --
-- The jobs before each job, by any statement, in the order of their URNs.
SELECT l.downstream_id AS owner_id, l.origin, l.first_at, l.last_at, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM job_order l JOIN entity e ON e.id = l.upstream_id
WHERE l.downstream_id = ANY ($1::bigint[])
ORDER BY l.downstream_id, e.urn COLLATE "C", l.origin;

-- downstreams_of_jobs --
-- The jobs after each job, by any statement, in the order of their URNs.
SELECT l.upstream_id AS owner_id, l.origin, l.first_at, l.last_at, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM job_order l JOIN entity e ON e.id = l.downstream_id
WHERE l.upstream_id = ANY ($1::bigint[])
ORDER BY l.upstream_id, e.urn COLLATE "C", l.origin;

-- declared_assets_of_jobs --
-- The assets declared for each (job, direction), in the order of their URNs.
SELECT g.job_id, g.direction, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM unnest($1::bigint[], $2::text[]) AS o (job_id, direction)
JOIN job_asset g ON g.job_id = o.job_id AND g.direction = o.direction
JOIN entity e ON e.id = g.asset_id
ORDER BY g.job_id, g.direction, e.urn COLLATE "C";
