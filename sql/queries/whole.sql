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

-- left_behind --
-- Names what a server has beside this database and its user: other databases, roles, settings by ALTER SYSTEM.
SELECT 'database ' || d.datname AS name FROM pg_database d
WHERE NOT d.datistemplate AND d.datname NOT IN ('postgres', current_database())
UNION ALL
SELECT 'role ' || r.rolname FROM pg_roles r WHERE r.rolname !~ '^pg_' AND r.rolname <> current_user
UNION ALL
SELECT 'setting ' || f.name FROM pg_file_settings f WHERE f.sourcefile LIKE '%/postgresql.auto.conf'
ORDER BY 1;
