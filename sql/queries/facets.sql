-- facets_of_entities --
-- The facets of entities without their values, by name and scope (OWN before JOB); of the given names and scope, or of all.
SELECT a.entity_id AS owner_id, a.scope, a.name, a.at, a.content_key
FROM entity_facet a
WHERE a.entity_id = ANY ($1::bigint[]) AND NOT a.is_deleted
    AND ($2::text[] IS NULL OR a.name = ANY ($2::text[])) AND ($3::text IS NULL OR a.scope = $3)
ORDER BY a.entity_id, a.name COLLATE "C", a.scope COLLATE "C" DESC;

-- facets_of_edges --
-- The facets of edges without their values, by name and scope (EDGE before DATASET); of the given names and scope, or of all.
SELECT a.edge_id AS owner_id, a.scope, a.name, a.at, a.content_key
FROM edge_facet a
WHERE a.edge_id = ANY ($1::bigint[]) AND NOT a.is_deleted
    AND ($2::text[] IS NULL OR a.name = ANY ($2::text[])) AND ($3::text IS NULL OR a.scope = $3)
ORDER BY a.edge_id, a.name COLLATE "C", a.scope COLLATE "C" DESC;

-- contents --
-- The values of content keys.
SELECT c.key, c.value FROM content c WHERE c.key = ANY ($1::uuid[]);

-- facet_values_of_edges --
-- The values of one facet of each edge; inputFacets or outputFacets win over facets.
SELECT p.owner_id, p.name, c.value
FROM (
    SELECT DISTINCT ON (a.edge_id, a.name) a.edge_id AS owner_id, a.name, a.content_key
    FROM unnest($1::bigint[], $2::text[]) AS o (edge_id, name)
    JOIN edge_facet a ON a.edge_id = o.edge_id AND a.name = o.name
    WHERE a.edge_id = ANY ($1::bigint[]) AND a.name = ANY ($2::text[]) AND NOT a.is_deleted
    ORDER BY a.edge_id, a.name, a.scope COLLATE "C" DESC
) p
JOIN content c ON c.key = p.content_key;
