-- knowable_moments --
-- For each moment the last one before it of which it is known what had arrived, if a merge runs that began before it; null if none does.
SELECT CASE WHEN r.since <= m.at THEN r.since - interval '1 microsecond' END AS earlier
FROM unnest($1::timestamptz[]) WITH ORDINALITY AS m (at, place) CROSS JOIN running_merges() r
ORDER BY m.place;
