-- log_bodies --
-- The events of the log after a place, in the order of acceptance, up to a number and a place.
SELECT e.seq, e.at, e.content_hash, e.dialect, e.source, e.body
FROM event e WHERE e.seq > $1 AND e.seq <= $3 ORDER BY e.seq LIMIT $2;

-- last_logged --
-- The last place in the log.
SELECT coalesce(max(e.seq), 0) FROM event e;

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

-- erased_from_quarantine --
-- Drops the quarantined records whose payload holds a text, in any of its spellings; returns their ids.
DELETE FROM quarantine q
WHERE EXISTS (SELECT FROM unnest($1::bytea[]) AS s (spelling) WHERE position(s.spelling IN q.payload) > 0)
RETURNING q.id;

-- quarantined_with --
-- Counts the quarantined records whose payload holds a text, in any of its spellings.
SELECT count(*) FROM quarantine q
WHERE EXISTS (SELECT FROM unnest($1::bytea[]) AS s (spelling) WHERE position(s.spelling IN q.payload) > 0);

-- tables_with_text --
-- The number of rows that hold a text, by table; $1 is the text as in JSON.
SELECT s.name, s.rows
FROM (
    SELECT 'content' AS name, count(*) AS rows FROM content c WHERE strpos(c.value::text, $1) > 0
    UNION ALL SELECT 'versioned_aspect', count(*) FROM versioned_aspect a WHERE strpos(a.value::text, $1) > 0
    UNION ALL SELECT 'timeseries_aspect', count(*) FROM timeseries_aspect a WHERE strpos(a.value::text, $1) > 0
    UNION ALL SELECT 'relationship', count(*) FROM relationship r WHERE strpos(r.details::text, $1) > 0
    UNION ALL SELECT 'run_registration', count(*) FROM run_registration r WHERE strpos(r.document::text, $1) > 0
    UNION ALL SELECT 'run_verification', count(*) FROM run_verification v WHERE strpos(v.items::text, $1) > 0
    UNION ALL SELECT 'entity', count(*) FROM entity e WHERE strpos(e.urn, $1) > 0 OR strpos(e.namespace, $1) > 0 OR strpos(e.name, $1) > 0
    UNION ALL SELECT 'run', count(*) FROM run r WHERE strpos(r.native_id, $1) > 0 OR strpos(r.trigger, $1) > 0
    UNION ALL SELECT 'run_event', count(*) FROM run_event e WHERE strpos(e.native_state, $1) > 0
    UNION ALL SELECT 'queued_write', count(*) FROM queued_write w WHERE position(convert_to($1, 'UTF8') IN w.body) > 0
) s
WHERE s.rows > 0
ORDER BY s.name;
