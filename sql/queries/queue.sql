-- enqueue_writes --
-- Puts writes into the queue, in the order of the function's parameters.
SELECT enqueue_writes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- claim_documents --
-- Claims the oldest documents of events that no other worker has claimed, until the transaction ends: those that a cursor fetches.
SELECT q.* FROM queued_write q WHERE q.urn_key IS NULL ORDER BY q.seq FOR UPDATE SKIP LOCKED;

-- has_proposals --
-- True if proposals wait in the queue.
SELECT EXISTS (SELECT FROM queued_write q WHERE q.urn_key IS NOT NULL);

-- oldest_proposals --
-- The oldest queued proposals up to number $1 (null: any), in their order, up to $2 proposals and $3 packed bytes.
SELECT o.seq, o.dialect, o.source, o.body, o.trace_id, o.span_id, o.is_logged, o.is_sampled, o.tries
FROM (
    SELECT q.*, sum(octet_length(q.body)) OVER (ORDER BY q.seq) - octet_length(q.body) AS bytes_before
    FROM (
        SELECT * FROM queued_write w WHERE w.urn_key IS NOT NULL AND ($1::bigint IS NULL OR w.seq <= $1) ORDER BY w.seq LIMIT $2
    ) q
) o
WHERE o.bytes_before < $3
ORDER BY o.seq;

-- last_queued --
-- The number of the last queued proposal for these entities; null: none.
SELECT max(q.seq) FROM queued_write q WHERE q.urn_key = ANY ($1::uuid[]);

-- leave_queue --
-- Takes writes out of the queue, by their numbers.
DELETE FROM queued_write q WHERE q.seq = ANY ($1::bigint[]);

-- begin_claim --
-- Notes that a worker begins to merge these writes; returns the id of the claim.
SELECT begin_claim($1);

-- end_claim --
-- Removes a claim.
DELETE FROM queue_claim c WHERE c.id = $1;

-- claims --
-- The writes of each claim. If the caller has locked a claim, its worker has ended.
SELECT c.seqs FROM queue_claim c;

-- count_try --
-- Counts a merge of a queued write that failed.
UPDATE queued_write q SET tries = q.tries + 1 WHERE q.seq = $1;

-- queue_state --
-- The depth of the queue in writes, at most, and the age in seconds of the oldest write.
SELECT coalesce((SELECT max(q.seq) FROM queued_write q) - o.seq + 1, 0) AS depth,
    coalesce(extract(epoch FROM clock_timestamp() - o.enqueued_at), 0)::float8 AS age_seconds
FROM (SELECT 1) one
LEFT JOIN LATERAL (SELECT q.seq, q.enqueued_at FROM queued_write q ORDER BY q.seq LIMIT 1) o ON true;
