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
