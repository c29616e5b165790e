-- begin_migration --
-- Makes the transaction's tables belong to no version, and limits its wait for locks.
SET LOCAL search_path = public;
SET LOCAL lock_timeout = '2s';

-- create_migration_table --
-- Makes the table of applied migrations.
CREATE TABLE IF NOT EXISTS schema_migration (
    name text CONSTRAINT schema_migration_pkey PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);

-- has_migration_table --
-- True if the database has ever been migrated.
SELECT to_regclass('schema_migration') IS NOT NULL;

-- applied_migrations --
-- Reads the applied migrations.
SELECT name, checksum FROM schema_migration ORDER BY name;

-- record_migration --
-- Records an applied migration.
INSERT INTO schema_migration (name, checksum) VALUES ($1, $2);

-- lock_migrations --
-- Lets one session migrate at a time.
SELECT pg_advisory_lock(hashtext('headwater.migrate'));

-- unlock_migrations --
-- Lets the next session migrate.
SELECT pg_advisory_unlock(hashtext('headwater.migrate'));
