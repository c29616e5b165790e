-- sizes --
-- The bytes of the database (name: null), then of the largest tables with their indexes and partitions.
SELECT NULL AS name, pg_database_size(current_database()) AS bytes
UNION ALL
(
    SELECT coalesce(p.relname, c.relname), sum(pg_total_relation_size(c.oid))::bigint AS bytes
    FROM pg_class c
    LEFT JOIN pg_class p ON c.relispartition AND p.oid = pg_partition_root(c.oid)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    GROUP BY 1
    ORDER BY bytes DESC, 1
    LIMIT $1
);
