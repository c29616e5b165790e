-- The queue of writes that are acknowledged before they are merged (docs/asynchronous-writes.md).

CREATE FUNCTION enqueue_writes(
    dialects text[], sources text[], tenants text[], bodies bytea[], urn_keys uuid[], aspects text[],
    trace_ids uuid[], span_ids text[], are_logged boolean[]
) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- Proposals get their numbers one transaction after the other, on all servers: so numbers commit in their order.
    IF EXISTS (SELECT FROM unnest(urn_keys) AS u (key) WHERE u.key IS NOT NULL) THEN
        PERFORM pg_advisory_xact_lock(hashtext('headwater.queue'));
    END IF;
    INSERT INTO queued_write (dialect, source, tenant, body, urn_key, aspect, trace_id, span_id, is_logged, enqueued_at)
    SELECT w.dialect, w.source, w.tenant, w.body, w.urn_key, w.aspect, w.trace_id, w.span_id, w.is_logged, clock_timestamp()
    FROM unnest(dialects, sources, tenants, bodies, urn_keys, aspects, trace_ids, span_ids, are_logged)
        WITH ORDINALITY AS w (dialect, source, tenant, body, urn_key, aspect, trace_id, span_id, is_logged, place)
    ORDER BY w.place;
END $$;

COMMENT ON FUNCTION enqueue_writes IS 'Puts writes into the queue, in their order. Proposals of all servers commit in the order of their numbers.';

CREATE FUNCTION without_telemetry(metadata jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN jsonb_typeof(metadata -> 'properties') = 'object' THEN
        jsonb_strip_nulls((metadata - 'properties') || jsonb_build_object('properties', nullif(
            (metadata -> 'properties') - ARRAY['telemetryTraceId', 'telemetryQueueSpanId', 'telemetryLog', 'telemetryEnqueuedAt'], '{}')))
        ELSE metadata END;

COMMENT ON FUNCTION without_telemetry IS 'The system metadata of an aspect without the properties that tell how it came; null members are left out.';
