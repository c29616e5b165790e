-- take_whole_turn --
-- Waits for running merges, and blocks new ones until the transaction ends.
SELECT take_whole_turn();

-- ensure_coming_partitions --
-- Makes the log's partitions of the next year, before they are needed.
SELECT ensure_coming_event_partitions();

-- known_events --
-- The hashes of these events that are in the log already, also those erased since; their facts need no second merge.
SELECT w.content_hash FROM unnest($1::timestamptz[], $2::uuid[]) AS w (at, content_hash)
WHERE EXISTS (SELECT FROM event e WHERE e.at = w.at AND e.content_hash = w.content_hash)
    OR EXISTS (SELECT FROM erased_event x WHERE x.content_hash = w.content_hash);

-- merge_facts --
-- Merges facts, in the order of the function's parameters. Returns the hashes of new events, the wait for other merges, the reasons why nothing was written (removed runs, another dictionary), and whether one may be learned.
SELECT m.new_events, m.waited_seconds, m.removed_runs, m.dictionary, m.is_time_to_learn
FROM merge_facts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) m;

-- apply_facts --
-- Merges the facts of logged events, in the order of the function's parameters.
SELECT apply_facts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19);
