-- log_bodies --
-- The events of the log after a place, in the order of acceptance, up to a number and a place.
SELECT e.seq, e.at, e.content_hash, e.dialect, e.source, e.body
FROM event e WHERE e.seq > $1 AND e.seq <= $3 ORDER BY e.seq LIMIT $2;

-- erase_event --
-- Replaces the body of an event of the log, and remembers its former hash; an event that is there already goes.
WITH known AS (
    INSERT INTO erased_event (content_hash) SELECT $2::uuid WHERE $2::uuid <> $3::uuid ON CONFLICT DO NOTHING
), other AS (
    SELECT FROM event o WHERE o.at = $1 AND o.content_hash = $3::uuid AND $2::uuid <> $3::uuid
), gone AS (
    DELETE FROM event e WHERE e.at = $1 AND e.content_hash = $2::uuid AND EXISTS (SELECT FROM other)
)
UPDATE event e SET content_hash = $3::uuid, body = $4
WHERE e.at = $1 AND e.content_hash = $2::uuid AND NOT EXISTS (SELECT FROM other);

-- quarantined_texts --
-- The quarantined records after an id, up to a number.
SELECT q.id, concat_ws(E'\n', q.source, q.message, q.tenant) AS texts, q.payload
FROM quarantine q WHERE q.id > $1 ORDER BY q.id LIMIT $2;

-- drop_quarantined --
-- Drops quarantined records by id.
DELETE FROM quarantine q WHERE q.id = ANY ($1::bigint[]);

-- queued_bodies --
-- The writes in the queue after a number, up to a number of them.
SELECT w.seq AS id, w.source AS texts, w.body FROM queued_write w WHERE w.seq > $1 ORDER BY w.seq LIMIT $2;

-- tables_with_text --
-- The rows that may hold a text, with their table and their JSON; $1 is a part of the text without escapes.
SELECT s.name, s.value
FROM (
    SELECT 'content' AS name, c.value::text AS value FROM content c
    UNION ALL SELECT 'versioned_aspect', a.value::text FROM versioned_aspect a
    UNION ALL SELECT 'timeseries_aspect', a.value::text FROM timeseries_aspect a
    UNION ALL SELECT 'relationship', r.details::text FROM relationship r
    UNION ALL SELECT 'run_registration', r.document::text FROM run_registration r
    UNION ALL SELECT 'run_verification', v.items::text FROM run_verification v
    UNION ALL SELECT 'entity', jsonb_build_array(e.urn, e.namespace, e.name)::text FROM entity e
    UNION ALL SELECT 'run', jsonb_build_array(r.native_id, r.trigger)::text FROM run r
    UNION ALL SELECT 'run_event', jsonb_build_array(e.native_state)::text FROM run_event e
) s
WHERE strpos(s.value, $1) > 0 OR strpos(s.value, '\u') > 0;
