-- primary_place --
-- The primary's place in the WAL (null: it is no primary), the last moment whose arrivals are all committed before it, and the start of its Postgres.
SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint END AS wal_bytes,
    least(statement_timestamp(), m.since - interval '1 microsecond') AS settled_until,
    pg_postmaster_start_time() AS started_at
FROM running_merges() m;

-- replica_place --
-- The replica's place in the WAL, the age of the last commit there, if the functions of a schema are there, and the start of its Postgres.
SELECT pg_is_in_recovery() AS is_follower, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS wal_bytes,
    clock_timestamp() - pg_last_xact_replay_timestamp() AS lag, to_regnamespace($1) IS NOT NULL AS has_functions,
    pg_postmaster_start_time() AS started_at;

-- database_identity --
-- Names the database: a replica has the same name as its primary.
SELECT format('%s/%s', c.system_identifier, d.oid)
FROM pg_control_system() c, pg_database d
WHERE d.datname = current_database();
