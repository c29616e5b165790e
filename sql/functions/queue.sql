-- The queue of writes that are acknowledged before they are merged (docs/asynchronous-writes.md).

CREATE FUNCTION enqueue_writes(
    dialects text[], sources text[], tenants text[], bodies bytea[], urn_keys uuid[], aspects text[],
    trace_ids uuid[], span_ids text[], are_logged boolean[], are_sampled boolean[]
) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- Proposals get their numbers one transaction after the other, on all servers: so numbers commit in their order.
    IF EXISTS (SELECT FROM unnest(urn_keys) AS u (key) WHERE u.key IS NOT NULL) THEN
        PERFORM pg_advisory_xact_lock(hashtext('headwater.queue'));
    END IF;
    INSERT INTO queued_write (dialect, source, tenant, body, urn_key, aspect, trace_id, span_id, is_logged, is_sampled, enqueued_at)
    SELECT w.dialect, w.source, w.tenant, w.body, w.urn_key, w.aspect, w.trace_id, w.span_id, w.is_logged, w.is_sampled, clock_timestamp()
    FROM unnest(dialects, sources, tenants, bodies, urn_keys, aspects, trace_ids, span_ids, are_logged, are_sampled)
        WITH ORDINALITY AS w (dialect, source, tenant, body, urn_key, aspect, trace_id, span_id, is_logged, is_sampled, place)
    ORDER BY w.place;
END $$;

COMMENT ON FUNCTION enqueue_writes IS 'Puts writes into the queue, in their order. Proposals of all servers commit in the order of their numbers.';

CREATE FUNCTION begin_claim(seqs bigint[]) RETURNS bigint
    LANGUAGE plpgsql AS $$
DECLARE
    claim_id bigint;
BEGIN
    -- Only a crash of Postgres loses it, which also ends the work of the worker.
    PERFORM set_config('synchronous_commit', 'off', true);
    DELETE FROM queue_claim c WHERE NOT EXISTS (SELECT FROM queued_write q WHERE q.seq = ANY (c.seqs));
    INSERT INTO queue_claim (seqs) VALUES (begin_claim.seqs) RETURNING id INTO claim_id;
    RETURN claim_id;
END $$;

COMMENT ON FUNCTION begin_claim IS 'Notes that a worker begins to merge queued writes, and returns the id of the claim. Removes claims whose writes have all left.';

CREATE FUNCTION without_telemetry(metadata jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN jsonb_typeof(metadata -> 'properties') = 'object' THEN
        jsonb_strip_nulls((metadata - 'properties') || jsonb_build_object('properties', nullif(
            (metadata -> 'properties') - ARRAY['telemetryTraceId', 'telemetryQueueSpanId', 'telemetryLog', 'telemetryEnqueuedAt'], '{}')))
        ELSE metadata END;

COMMENT ON FUNCTION without_telemetry IS 'The system metadata of an aspect without the properties that tell how it came; null members are left out.';

CREATE FUNCTION note_repeats(trace_ids uuid[], keys uuid[], times timestamptz[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    noted bigint;
BEGIN
    INSERT INTO repeated_write (trace_id, key, at)
    SELECT DISTINCT s.trace_id, s.key, s.at
    FROM unnest(trace_ids, keys, times) AS s (trace_id, key, at)
    WHERE CASE WHEN s.at IS NULL
        THEN NOT EXISTS (SELECT FROM quarantine q WHERE q.key = s.key AND q.trace_id = s.trace_id)
        ELSE NOT EXISTS (SELECT FROM event e WHERE e.at = s.at AND e.content_hash = s.key AND e.trace_id = s.trace_id) END
    ORDER BY s.trace_id, s.key
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS noted = ROW_COUNT;
    -- Remove more old ones than came, so no other process has to.
    DELETE FROM repeated_write r USING (
        SELECT o.trace_id, o.key FROM repeated_write o WHERE o.noted_at < now() - interval '1 day'
        ORDER BY o.noted_at LIMIT 2 * noted FOR UPDATE SKIP LOCKED
    ) o WHERE r.trace_id = o.trace_id AND r.key = o.key;
END $$;

COMMENT ON FUNCTION note_repeats IS
    'Notes for a day which of these events (by time and hash) and refused records (by key, with no time) an earlier request brought.';
