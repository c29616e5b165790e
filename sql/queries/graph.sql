-- outgoing_ends --
-- The other ends of the relationships from some entities, each once a type with the ids of those: by type, runs newest first, then by URN. $4 limits the relationships, $5 the rows.
SELECT g.type, NULL::text AS created, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id, g.source_ids, $3::boolean AND is_removed(e.id) AS is_removed
FROM (
    SELECT f.type, f.destination_id, array_agg(f.source_id) AS source_ids
    FROM (
        SELECT g.source_id, g.type, g.destination_id
        FROM graph_edge g WHERE g.source_id = ANY ($1::bigint[]) AND ($2::text[] IS NULL OR g.type = ANY ($2)) LIMIT $4::bigint
    ) f
    GROUP BY f.type, f.destination_id LIMIT $5::bigint
) g
JOIN entity e ON e.id = g.destination_id
LEFT JOIN LATERAL (SELECT r.created_at FROM run r WHERE r.id = e.id AND e.kind = 'dataProcessInstance' OFFSET 0) r ON true
ORDER BY g.type, r.created_at DESC NULLS LAST, e.urn COLLATE "C";

-- outgoing_relationships --
-- Pages of the relationships from entities, each by one of some questions (types, kinds of entities, place): by type, runs newest first, then by URN. With the row after each page for questions with a total.
SELECT o.place, p.type, CASE WHEN q.with_stamps THEN relationship_stamp(o.owner_id, p.type, p.id) END AS created, p.id, p.kind, p.urn, p.namespace, p.name, p.is_stub, p.flow_id
FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS o (owner_id, question, place)
JOIN jsonb_to_recordset($3::jsonb)
    AS q (
        question int, types text[], kinds text[], with_removed boolean, start bigint, count bigint, with_total boolean, with_stamps boolean
    ) USING (question)
CROSS JOIN LATERAL (
    SELECT g.type, r.created_at, e.*
    FROM graph_edge g JOIN entity e ON e.id = g.destination_id
    LEFT JOIN LATERAL (SELECT r.created_at FROM run r WHERE r.id = e.id AND e.kind = 'dataProcessInstance' OFFSET 0) r ON true
    WHERE g.source_id = o.owner_id AND (q.types IS NULL OR g.type = ANY (q.types)) AND (q.kinds IS NULL OR e.kind = ANY (q.kinds))
        AND (q.with_removed OR NOT is_removed(e.id))
    ORDER BY g.type, r.created_at DESC NULLS LAST, e.urn COLLATE "C"
    OFFSET q.start LIMIT q.count + q.with_total::int
) p
ORDER BY o.place, p.type, p.created_at DESC NULLS LAST, p.urn COLLATE "C";

-- count_outgoing_relationships --
-- The numbers of relationships from entities, each by one of some questions (types, kinds of entities).
SELECT o.place, t.total
FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS o (owner_id, question, place)
JOIN jsonb_to_recordset($3::jsonb) AS q (question int, types text[], kinds text[], with_removed boolean) USING (question)
CROSS JOIN LATERAL (
    SELECT count(*) AS total
    FROM graph_edge g
    WHERE g.source_id = o.owner_id AND (q.types IS NULL OR g.type = ANY (q.types))
        AND (q.kinds IS NULL OR (SELECT e.kind FROM entity e WHERE e.id = g.destination_id) = ANY (q.kinds))
        AND (q.with_removed OR NOT EXISTS (
            SELECT FROM versioned_aspect a WHERE a.entity_id = g.destination_id AND a.name = 'status' AND (a.value ->> 'removed')::boolean))
) t;

-- incoming_relationships --
-- Pages of the relationships to entities, each by one of some questions (types, kinds of entities, place): by type, runs newest first, then by URN. With the row after each page for questions with a total.
SELECT o.place, p.type, CASE WHEN q.with_stamps THEN relationship_stamp(p.id, p.type, o.owner_id) END AS created, p.id, p.kind, p.urn, p.namespace, p.name, p.is_stub, p.flow_id
FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS o (owner_id, question, place)
JOIN jsonb_to_recordset($3::jsonb)
    AS q (
        question int, types text[], kinds text[], with_removed boolean, start bigint, count bigint, with_total boolean, with_stamps boolean
    ) USING (question)
CROSS JOIN LATERAL (
    SELECT h.type, h.created_at, e.*
    FROM (
        -- Each part in the order of its index, and no further than the page: a dataset may have a hundred thousand runs.
        (SELECT g.type, g.created_at, g.source_id
         FROM graph_template g JOIN entity e ON e.id = g.source_id
         WHERE g.destination_id = o.owner_id AND g.created_at IS NOT NULL AND (q.types IS NULL OR g.type = ANY (q.types))
             AND (q.kinds IS NULL OR 'dataProcessInstance' = ANY (q.kinds)) AND (q.with_removed OR NOT is_removed(g.source_id))
         ORDER BY g.created_at DESC, e.urn COLLATE "C" LIMIT q.start + q.count + 1)
        UNION ALL
        (SELECT g.type, g.created_at, g.source_id
         FROM graph_template g JOIN entity e ON e.id = g.source_id
         WHERE g.destination_id = o.owner_id AND g.created_at IS NULL AND (q.types IS NULL OR g.type = ANY (q.types))
             AND (q.kinds IS NULL OR 'dataProcessInstance' = ANY (q.kinds)) AND (q.with_removed OR NOT is_removed(g.source_id))
         ORDER BY e.urn COLLATE "C" LIMIT q.start + q.count + 1)
        UNION ALL
        (SELECT g.type, g.created_at, g.source_id
         FROM graph_parent g JOIN entity e ON e.id = g.source_id
         WHERE g.destination_id = o.owner_id AND (q.types IS NULL OR g.type = ANY (q.types))
             AND (q.kinds IS NULL OR 'dataProcessInstance' = ANY (q.kinds)) AND (q.with_removed OR NOT is_removed(g.source_id))
         ORDER BY g.created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT q.start + q.count + 1)
        UNION ALL
        SELECT a.type, a.created_at, a.source_id
        FROM unnest(coalesce(q.types, ARRAY['Consumes', 'DataProcessInstanceConsumes', 'Produces', 'DataProcessInstanceProduces'])) AS t (type)
        CROSS JOIN LATERAL (
            SELECT t.type, g.run_created_at AS created_at, g.run_id AS source_id
            FROM edge g JOIN entity e ON e.id = g.run_id
            WHERE g.asset_id = o.owner_id AND g.direction = edge_direction(t.type) AND g.is_current
                AND (q.kinds IS NULL OR 'dataProcessInstance' = ANY (q.kinds)) AND (q.with_removed OR NOT is_removed(g.run_id))
            ORDER BY g.run_created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT q.start + q.count + 1
        ) a
        UNION ALL
        (SELECT g.type, r.created_at, g.source_id
         FROM graph_other g JOIN entity e ON e.id = g.source_id
         LEFT JOIN LATERAL (SELECT r.created_at FROM run r WHERE r.id = e.id AND e.kind = 'dataProcessInstance' OFFSET 0) r ON true
         WHERE g.destination_id = o.owner_id AND (q.types IS NULL OR g.type = ANY (q.types)) AND (q.kinds IS NULL OR e.kind = ANY (q.kinds))
             AND (q.with_removed OR NOT is_removed(e.id))
         ORDER BY g.type, r.created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT q.start + q.count + 1)
    ) h
    JOIN entity e ON e.id = h.source_id
    ORDER BY h.type, h.created_at DESC NULLS LAST, e.urn COLLATE "C"
    OFFSET q.start LIMIT q.count + q.with_total::int
) p
ORDER BY o.place, p.type, p.created_at DESC NULLS LAST, p.urn COLLATE "C";

-- count_incoming_relationships --
-- The numbers of relationships to entities, each by one of some questions (types, kinds of entities).
SELECT o.place, t.total
FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS o (owner_id, question, place)
JOIN jsonb_to_recordset($3::jsonb) AS q (question int, types text[], kinds text[], with_removed boolean) USING (question)
CROSS JOIN LATERAL (
    SELECT count(*) AS total
    FROM graph_edge g
    WHERE g.destination_id = o.owner_id AND (q.types IS NULL OR g.type = ANY (q.types))
        AND (q.kinds IS NULL OR coalesce(g.source_kind, (SELECT e.kind FROM entity e WHERE e.id = g.source_id)) = ANY (q.kinds))
        AND (q.with_removed OR NOT EXISTS (
            SELECT FROM versioned_aspect a WHERE a.entity_id = g.source_id AND a.name = 'status' AND (a.value ->> 'removed')::boolean))
) t;

-- edges_of_graph --
-- The edges of the graph after a place, source by source; of the given types and kinds, or of all.
SELECT p.type, s.id AS source_id, s.kind AS source_kind, s.urn AS source_urn,
    p.destination_id, p.kind AS destination_kind, p.urn AS destination_urn
FROM entity s
CROSS JOIN LATERAL (
    SELECT g.type, g.destination_id, d.kind, d.urn
    FROM graph_edge g JOIN entity d ON d.id = g.destination_id
    WHERE g.source_id = s.id AND ($1::text[] IS NULL OR g.type = ANY ($1)) AND ($3::text[] IS NULL OR d.kind = ANY ($3))
        AND ($4::boolean OR NOT is_removed(d.id))
        AND (g.source_id, g.type COLLATE "C", g.destination_id) > ($5::bigint, $6::text COLLATE "C", $7::bigint)
    OFFSET 0 -- for each source: the whole graph would be built for each page
) p
WHERE s.id >= $5 AND ($2::text[] IS NULL OR s.kind = ANY ($2)) AND ($4 OR NOT is_removed(s.id))
ORDER BY s.id, p.type COLLATE "C", p.destination_id LIMIT $8::bigint;

-- edges_of_sources --
-- The edges of the graph from some entities after a place, to the given entities or to all; of the given types and kinds, or of all.
SELECT p.type, s.id AS source_id, s.kind AS source_kind, s.urn AS source_urn,
    p.destination_id, p.kind AS destination_kind, p.urn AS destination_urn
FROM entity s
CROSS JOIN LATERAL (
    SELECT g.type, g.destination_id, d.kind, d.urn
    FROM graph_edge g JOIN entity d ON d.id = g.destination_id
    WHERE g.source_id = s.id AND ($1::text[] IS NULL OR g.type = ANY ($1)) AND ($3::text[] IS NULL OR d.kind = ANY ($3))
        AND ($10::uuid[] IS NULL OR d.urn_key = ANY ($10)) AND ($4::boolean OR NOT is_removed(d.id))
        AND (g.source_id, g.type COLLATE "C", g.destination_id) > ($5::bigint, $6::text COLLATE "C", $7::bigint)
    OFFSET 0
) p
WHERE s.urn_key = ANY ($9::uuid[]) AND s.id >= $5 AND ($2::text[] IS NULL OR s.kind = ANY ($2)) AND ($4 OR NOT is_removed(s.id))
ORDER BY s.id, p.type COLLATE "C", p.destination_id LIMIT $8::bigint;

-- edges_to_entities --
-- The edges of the graph to some entities after a place; of the given types and kinds, or of all.
SELECT g.type, s.id AS source_id, s.kind AS source_kind, s.urn AS source_urn, g.destination_id, g.destination_kind, g.destination_urn
FROM (
    -- In the order of the answer, before the look-up of sources: there may be a hundred thousand.
    SELECT p.type, p.source_id, d.id AS destination_id, d.kind AS destination_kind, d.urn AS destination_urn
    FROM entity d
    CROSS JOIN LATERAL (
        SELECT g.type, g.source_id
        FROM graph_edge g
        WHERE g.destination_id = d.id AND ($1::text[] IS NULL OR g.type = ANY ($1))
        OFFSET 0
    ) p
    WHERE d.urn_key = ANY ($9::uuid[]) AND ($3::text[] IS NULL OR d.kind = ANY ($3)) AND ($4::boolean OR NOT is_removed(d.id))
        AND (p.source_id, p.type COLLATE "C", d.id) > ($5::bigint, $6::text COLLATE "C", $7::bigint)
    ORDER BY p.source_id, p.type COLLATE "C", d.id
) g
CROSS JOIN LATERAL (SELECT s.* FROM entity s WHERE s.id = g.source_id OFFSET 0) s
WHERE ($2::text[] IS NULL OR s.kind = ANY ($2)) AND ($4 OR NOT is_removed(s.id))
ORDER BY g.source_id, g.type COLLATE "C", g.destination_id LIMIT $8::bigint;

-- containers_of_entities --
-- The container of each entity, the container of that, and so on, nearest first; a cycle ends where it would begin again.
WITH RECURSIVE chain (owner_id, id, depth) AS (
    SELECT r.source_id, r.destination_id, 1 FROM relationship r
    WHERE r.source_id = ANY ($1::bigint[]) AND r.type = 'IsPartOf' AND r.aspect = 'container' AND r.replaced_at IS NULL
    UNION ALL
    SELECT c.owner_id, r.destination_id, c.depth + 1 FROM chain c JOIN relationship r ON r.source_id = c.id
    WHERE r.type = 'IsPartOf' AND r.aspect = 'container' AND r.replaced_at IS NULL AND c.depth < 100
) CYCLE id SET is_cycle USING path
SELECT c.owner_id, e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.flow_id
FROM chain c JOIN entity e ON e.id = c.id
WHERE NOT c.is_cycle AND c.id <> c.owner_id AND e.kind = 'container'
ORDER BY c.owner_id, c.depth;
