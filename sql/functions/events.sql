-- The log of events: its partitions.

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
