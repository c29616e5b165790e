-- is_connection_encrypted --
-- True if this connection uses TLS.
SELECT coalesce((SELECT s.ssl FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()), false);

-- has_relations --
-- True if the database has tables, views or sequences besides those of Postgres and of extensions.
SELECT EXISTS (
    SELECT FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^(pg_|information_schema$)'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
);

-- analyze_all --
-- Collects the planner's statistics of all tables.
ANALYZE;
