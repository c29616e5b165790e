-- quality_of_assets --
-- The edges of runs in a window that wrote or measured each asset, under any of its names, newest first by start, ties by URN.
SELECT o.owner_id, p.*
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT g.id AS edge_id, g.run_id, g.direction
    FROM entity_name n
    JOIN entity a ON a.id = n.name_id
    CROSS JOIN LATERAL (
        (SELECT g.id, g.run_id, g.direction, g.run_created_at, e.urn
         FROM edge g JOIN entity e ON e.id = g.run_id JOIN run r ON r.id = g.run_id
         WHERE g.asset_id = n.name_id AND g.direction = 'OUTPUT' AND g.is_current AND NOT r.is_removed
            AND g.run_created_at >= $2 AND g.run_created_at < $3
         ORDER BY g.run_created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT $4::bigint + $5::bigint)
        UNION ALL
        (SELECT g.id, g.run_id, g.direction, g.run_created_at, e.urn
         FROM edge g JOIN entity e ON e.id = g.run_id JOIN run r ON r.id = g.run_id
         WHERE g.asset_id = n.name_id AND g.is_measured AND g.is_current AND NOT r.is_removed
            AND g.run_created_at >= $2 AND g.run_created_at < $3
         ORDER BY g.run_created_at DESC NULLS LAST, e.urn COLLATE "C" LIMIT $4::bigint + $5::bigint)
    ) g
    WHERE n.entity_id = o.owner_id
    ORDER BY g.run_created_at DESC, g.urn COLLATE "C", g.direction DESC, a.urn COLLATE "C" OFFSET $4 LIMIT $5
) p;

-- quality_of_versions --
-- The edges of each version's writers, and of runs that began while it was current, saw it and measured it, newest first, ties by URN.
SELECT o.number, p.*
FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS o (edge_id, attempt, number)
CROSS JOIN LATERAL (
    SELECT w FROM edge g JOIN write_row w ON w.run_id = g.run_id AND w.edge_id = g.id
    WHERE g.id = o.edge_id AND w.attempt = o.attempt AND NOT w.is_departure OFFSET 0
) v
CROSS JOIN LATERAL (
    SELECT g.id AS edge_id, g.run_id, g.direction
    FROM (
        SELECT o.edge_id AS id
        UNION
        SELECT s.edge_id FROM sharers_of(v.w) s
        UNION
        SELECT m.id
        FROM (
            SELECT g.id, g.run_id
            FROM entity_name n JOIN edge g ON g.asset_id = n.name_id
            WHERE n.entity_id = (v.w).class_id AND g.is_measured AND g.is_current
                -- A later attempt may read data that an earlier one could not see.
                AND g.run_created_at >= (v.w).at - interval '1 day' AND g.run_created_at <= (v.w).replaced_at
            ORDER BY g.run_created_at DESC NULLS LAST, (SELECT e.urn FROM entity e WHERE e.id = g.run_id) COLLATE "C" LIMIT 1000
        ) m
        JOIN read_row r ON r.run_id = m.run_id AND r.edge_id = m.id
        WHERE EXISTS (SELECT FROM materialised_seen(r) s WHERE s.edge_id = o.edge_id AND s.attempt = o.attempt)
    ) m
    JOIN edge g ON g.id = m.id
    JOIN entity e ON e.id = g.run_id
    JOIN entity a ON a.id = g.asset_id
    ORDER BY g.run_created_at DESC NULLS LAST, e.urn COLLATE "C", g.direction DESC, a.urn COLLATE "C" LIMIT $3
) p;
