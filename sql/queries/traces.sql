-- writes_of_trace --
-- All writes of a trace at one moment, KNOWN: by an earlier request, and the current aspects of the entities $3. $2: the most writes of a state, $4: with bodies and places.
SELECT 'LOGGED' AS found, n.seq AS id, n.at, NULL::uuid AS urn_key, NULL AS aspect, n.dialect, n.source, NULL::bigint AS position,
    n.warnings, CASE WHEN $4::boolean THEN n.body END AS body, NULL AS code, NULL AS message, n.arrived_at, n.trace_id, 1::bigint AS total
FROM (SELECT v.* FROM event v WHERE v.trace_id = $1 ORDER BY v.seq DESC LIMIT $2) n
UNION ALL
SELECT 'QUEUED', NULL, NULL, w.urn_key, w.aspect, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, $1, count(*)
FROM (
    SELECT CASE WHEN $4 THEN q.urn_key END AS urn_key, CASE WHEN $4 THEN q.aspect END AS aspect
    FROM queued_write q WHERE q.trace_id = $1
) w
GROUP BY w.urn_key, w.aspect
UNION ALL
SELECT 'REFUSED', r.id, NULL, NULL, NULL, r.dialect, r.source, r.position,
    NULL, CASE WHEN $4 THEN r.payload END, r.code, r.message, r.arrived_at, r.trace_id, 1
FROM (SELECT q.* FROM quarantine q WHERE q.trace_id = $1 ORDER BY q.id DESC LIMIT $2) r
UNION ALL
SELECT 'REFUSED', q.id, NULL, NULL, NULL, q.dialect, q.source, q.position,
    NULL, CASE WHEN $4 THEN q.payload END, q.code, q.message, q.arrived_at, q.trace_id, 1
FROM (SELECT w.key FROM repeated_write w WHERE w.trace_id = $1 AND w.at IS NULL LIMIT $2) r JOIN quarantine q ON q.key = r.key
UNION ALL
SELECT 'KNOWN', NULL, NULL, NULL, NULL, v.dialect, v.source, NULL, NULL, v.body, NULL, NULL, NULL, $1, 1
FROM (SELECT w.at, w.key FROM repeated_write w WHERE w.trace_id = $1 AND w.at IS NOT NULL LIMIT $2) r
LEFT JOIN LATERAL (
    SELECT e.dialect, e.source, e.body FROM event e WHERE $4 AND e.at = r.at AND e.content_hash = r.key
) v ON true
UNION ALL
SELECT 'STORED', NULL, NULL, e.urn_key, a.name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, a.arrived_at, a.trace_id, 1
FROM entity e JOIN versioned_aspect a ON a.entity_id = e.id WHERE e.urn_key = ANY ($3::uuid[])
UNION ALL
SELECT 'STORED', NULL, NULL, e.urn_key, a.name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, e.arrived_at, e.trace_id, 1
FROM entity e JOIN run_aspect a ON a.entity_id = e.id WHERE e.urn_key = ANY ($3);

-- note_repeats --
-- Notes which of these events and refused records an earlier request brought, in the order of the function's parameters.
SELECT note_repeats($1, $2, $3);

-- bodies_of_writes --
-- The bodies of logged writes, by their times and numbers.
SELECT v.seq, v.body FROM event v WHERE v.at = ANY ($1::timestamptz[]) AND v.seq = ANY ($2::bigint[]);

-- urns_by_run_key --
-- The URNs of runs, by their OpenLineage identities.
SELECT e.run_key, e.urn FROM entity e WHERE e.run_key = ANY ($1::uuid[]);
