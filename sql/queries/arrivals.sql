-- knowable_moments --
-- For each moment the last one up to it of which it is known what had arrived: what a merge that runs brings has arrived since it began.
SELECT least(m.at, r.since - interval '1 microsecond') AS at
FROM unnest($1::timestamptz[]) WITH ORDINALITY AS m (at, place) CROSS JOIN running_merges() r
ORDER BY m.place;
