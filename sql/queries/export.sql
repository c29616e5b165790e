-- exported_bodies --
-- The bodies of the log after a place, in the order of acceptance, up to a number, a place, and within a window of event times.
SELECT e.seq, e.dialect, e.source, e.body
FROM event e
WHERE e.seq > $1 AND e.seq <= $3 AND e.at >= $4::timestamptz AND e.at < $5::timestamptz
ORDER BY e.seq
LIMIT $2;

-- left_out_of_export --
-- Counts the events of the log outside a window of event times, those of months that retention dropped, the runs that it removed, and the erased events.
SELECT (SELECT count(*) FROM event e WHERE e.at < $1::timestamptz OR e.at >= $2::timestamptz) AS outside,
    (SELECT coalesce(sum(d.events), 0)::bigint FROM dropped_log_month d) AS dropped,
    (SELECT count(*) FROM removed_run) AS removed_runs,
    (SELECT count(*) FROM erased_event) AS erased;
