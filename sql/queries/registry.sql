-- registrations_by_id --
-- Registrations by id.
SELECT r.* FROM run_registration r WHERE r.id = ANY ($1::uuid[]);

-- registrations_of_runs --
-- The registrations of each run, newest revision first.
SELECT e.id AS owner_id, r.*
FROM entity e JOIN run_registration r ON r.run_key = e.run_key
WHERE e.id = ANY ($1::bigint[])
ORDER BY e.id, r.scope_key, r.revision DESC;

-- registrations_of_run_id --
-- A revision, or else the newest one, of each run with a run id: of one process, of one namespace, or of all; at most $5 runs.
SELECT DISTINCT ON (r.namespace COLLATE "C", r.process COLLATE "C") r.*
FROM run_registration r
WHERE r.run_id_key = $1 AND ($2::text IS NULL OR r.namespace = $2) AND ($3::text IS NULL OR r.process = $3)
    AND ($4::integer IS NULL OR r.revision = $4)
ORDER BY r.namespace COLLATE "C", r.process COLLATE "C", r.revision DESC
LIMIT $5;

-- registration_revisions --
-- Registrations by their runs and revisions.
SELECT r.*
FROM unnest($1::uuid[], $2::integer[]) AS k (scope_key, revision)
JOIN run_registration r ON r.scope_key = k.scope_key AND r.revision = k.revision;

-- registrations_page --
-- A page of registrations that meet conditions, newest first, ties by id.
SELECT r.* FROM run_registration r
WHERE {checksum} AND {run_id} AND {process} AND ($4::boolean IS NULL OR r.passed = $4)
    AND (r.recorded_at, r.id) < ($5::timestamptz, $6::uuid)
ORDER BY r.recorded_at DESC, r.id DESC
LIMIT $7;

-- narrowed_by_checksum --
-- The condition on a checksum.
r.checksum_keys @> ARRAY[$1::uuid]

-- narrowed_by_run_id --
-- The condition on a run id.
r.run_id_key = $2::uuid

-- narrowed_by_process --
-- The condition on a process.
r.process_key = $3::uuid

-- narrowed_by_checksum_or_none --
-- The condition on a checksum that may be absent.
($1::uuid IS NULL OR r.checksum_keys @> ARRAY[$1])

-- narrowed_by_run_id_or_none --
-- The condition on a run id that may be absent.
($2::uuid IS NULL OR r.run_id_key = $2)

-- narrowed_by_process_or_none --
-- The condition on a process that may be absent.
($3::uuid IS NULL OR r.process_key = $3)

-- last_verifications --
-- The newest verification of each registration, ties by id.
SELECT DISTINCT ON (v.registration_id) v.registration_id, v.checked_at, v.passed, v.items
FROM run_verification v
WHERE v.registration_id = ANY ($1::uuid[])
ORDER BY v.registration_id, v.checked_at DESC, v.id DESC;

-- run_ids_by_keys --
-- The runs of OpenLineage identities.
SELECT e.run_key, e.id FROM entity e WHERE e.run_key = ANY ($1::uuid[]);
