-- The log of events: its partitions.
-- After: turns.

CREATE FUNCTION ensure_event_partitions(months date[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    month date;
    partition_name text;
BEGIN
    FOREACH month IN ARRAY months LOOP
        partition_name := 'event_' || to_char(month, 'YYYYMM');
        IF month >= '2000-01-01' AND month < '2100-01-01' AND to_regclass('public.' || partition_name) IS NULL THEN
            PERFORM pg_advisory_xact_lock(hashtext('headwater.event_partitions'));
            EXECUTE format(
                'CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.event FOR VALUES FROM (%L) TO (%L)',
                partition_name,
                to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
                to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
            -- Like the log's setting; partitions do not inherit it.
            EXECUTE format('ALTER TABLE public.%I ALTER COLUMN body SET STATISTICS 0', partition_name);
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION ensure_coming_event_partitions() RETURNS void
    LANGUAGE sql AS $$
    SELECT ensure_event_partitions(ARRAY(
        SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + m * interval '1 month')::date
        FROM generate_series(-1, 12) AS g (m)))
$$;

COMMENT ON FUNCTION ensure_coming_event_partitions IS
    'Creates the partitions of the next year: creating one waits for all readers of the log, so no merge should do it.';

COMMENT ON FUNCTION ensure_event_partitions IS 'Creates the missing monthly partitions of the event log, given the first days of months.';

CREATE FUNCTION drop_event_partition(month date, total bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM take_whole_turn();
    -- No merge runs now, so this counts all that were acknowledged.
    IF total <> (
        SELECT count(*) FROM event e
        WHERE e.at >= month::timestamp AT TIME ZONE 'UTC' AND e.at < (month + interval '1 month') AT TIME ZONE 'UTC') THEN
        RETURN false;
    END IF;
    SET LOCAL lock_timeout = '800ms'; -- merges wait meanwhile; a backup reads the log for long
    INSERT INTO dropped_log_month AS known (month, events) VALUES (month, total)
    ON CONFLICT ON CONSTRAINT dropped_log_month_pkey DO UPDATE SET events = known.events + excluded.events, dropped_at = excluded.dropped_at;
    EXECUTE format('DROP TABLE public.%I', 'event_' || to_char(month, 'YYYYMM'));
    RETURN true;
END $$;

COMMENT ON FUNCTION drop_event_partition IS
    'Drops a month of the log that has a total of events; false: it has another number of them.';
