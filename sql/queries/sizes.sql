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

-- log_months --
-- The log by month (UTC), oldest first: bytes with indexes, and Postgres' estimate of the events, null before the first ANALYZE. month: null for times outside 2000 to 2099.
SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''(\d{4}-\d{2})') AS month, pg_total_relation_size(c.oid) AS bytes,
    CASE WHEN c.reltuples >= 0 THEN c.reltuples::bigint END AS events
FROM pg_inherits i
JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'public.event'::regclass AND pg_relation_size(c.oid) > 0
ORDER BY month NULLS LAST;

-- log_pages --
-- The pages of the log, without what Postgres stores apart from its rows.
SELECT coalesce(sum(pg_relation_size(i.inhrelid)) / current_setting('block_size')::int, 0)::bigint
FROM pg_inherits i
WHERE i.inhparent = 'public.event'::regclass;

-- log_sources --
-- The events in about $1 percent of the log's pages, and the bytes of their packed bodies, by dialect and owner; the most bytes first.
SELECT e.dialect, e.source, count(*) AS events, sum(octet_length(e.body))::bigint AS bytes
FROM event e TABLESAMPLE SYSTEM ($1)
GROUP BY e.dialect, e.source
ORDER BY bytes DESC, e.dialect, e.source;
