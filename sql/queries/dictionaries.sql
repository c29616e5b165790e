-- dictionaries --
-- Dictionaries by their ids.
SELECT d.content FROM body_dictionary d WHERE d.id = ANY ($1::bigint[]);

-- try_hold_learning --
-- True if nobody else learns a dictionary, or erases a text, until the end of the transaction.
SELECT pg_try_advisory_xact_lock(hashtext('headwater.learn'));

-- may_learn --
-- True if all merges have ended that may use a dictionary before the newest. The minute is for merges that began before that one was committed.
SELECT coalesce((SELECT max(d.learned_at) FROM body_dictionary d) + interval '1 minute' < coalesce(m.since, now()), true)
FROM running_merges() m;

-- dictionary_samples --
-- So many bodies of events, spread over the newer half of the log, each of at most so many packed bytes, and without those of a dialect.
SELECT e.body
FROM (SELECT given_number('acceptance_seq') AS last) l
CROSS JOIN LATERAL (SELECT greatest(l.last / (2 * $1::integer), 1) AS size) step
CROSS JOIN LATERAL generate_series(0, $1::integer - 1) AS s (place)
CROSS JOIN LATERAL (
    SELECT e.body FROM event e
    WHERE e.seq <= l.last - s.place * step.size AND e.seq > l.last - s.place * step.size - least(step.size, 100)
        AND octet_length(e.body) <= $2 AND e.dialect <> $3
    ORDER BY e.seq DESC LIMIT 1
) e;

-- add_dictionary --
-- Adds a learned dictionary: merges pack by it from now on.
INSERT INTO body_dictionary (id, content, learned_until) VALUES ($1, $2, given_number('acceptance_seq'));

-- hold_learning --
-- Waits until no dictionary is being learned, and lets none be learned until this session releases it.
SELECT pg_advisory_lock(hashtext('headwater.learn'));

-- release_learning --
-- Lets dictionaries be learned.
SELECT pg_advisory_unlock(hashtext('headwater.learn'));

-- drop_dictionaries --
-- Drops all dictionaries: no body of the log needs them.
DELETE FROM body_dictionary;

-- drop_unused_dictionaries --
-- Drops the dictionaries that packed only events before the oldest one in the log. When the second one after it was added, no merge used it any more.
DELETE FROM body_dictionary d
WHERE 2 <= (
    SELECT count(*) FROM body_dictionary n
    WHERE n.learned_until > d.learned_until AND n.learned_until < (SELECT min(e.seq) FROM event e)
);

-- pack_anew --
-- Replaces the bodies of events of the log by the same ones, packed by another dictionary.
UPDATE event e SET body = n.body
FROM unnest($1::timestamptz[], $2::uuid[], $3::bytea[]) AS n (at, content_hash, body)
WHERE e.at = n.at AND e.content_hash = n.content_hash;
