-- knowable_moments --
-- For each moment, the last earlier moment whose arrivals are complete, if a merge that began before it still runs; else null.
SELECT CASE WHEN r.since <= m.at THEN r.since - interval '1 microsecond' END AS earlier
FROM unnest($1::timestamptz[]) WITH ORDINALITY AS m (at, place) CROSS JOIN running_merges() r
ORDER BY m.place;

-- oldest_merge --
-- The age of the oldest running merge in seconds, to a second; 0 if none runs.
SELECT greatest(extract(epoch FROM clock_timestamp() - r.since), 0)::float8 AS seconds FROM running_merges() r;
