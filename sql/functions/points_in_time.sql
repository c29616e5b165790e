-- Points in time of questions.
-- After: types.

CREATE FUNCTION unsettled_runs(v point_in_time) RETURNS bigint[]
    LANGUAGE sql STABLE AS $$
    WITH busy AS (
        SELECT r.id FROM run r
        WHERE isfinite((v).as_of) AND r.first_event_at IS NOT NULL AND r.last_event_at > r.first_event_at
            AND tstzrange(r.first_event_at, r.last_event_at) @> (v).as_of
        UNION
        SELECT r.id FROM run r
        WHERE isfinite((v).known_at) AND r.last_arrived_at > r.first_arrived_at
            AND tstzrange(r.first_arrived_at, r.last_arrived_at) @> (v).known_at
        UNION
        -- A run that goes on may share a write that was made after the moment.
        SELECT w.run_id FROM write_row w
        WHERE isfinite((v).as_of) AND w.kind IN ('SHARED', 'LEFT') AND w.until = 'infinity'
    )
    SELECT ARRAY(
        SELECT b.id FROM busy b
        UNION
        SELECT unnest(ancestors_of(b.id)) FROM busy b)
$$;

COMMENT ON FUNCTION unsettled_runs IS
    'The runs whose materialised rows may not hold at a point in time, since only a part of their events had happened, or arrived. Includes their ancestors, which may share their writes.';

CREATE FUNCTION unsettled_rows(INOUT v point_in_time, OUT ids bigint[], OUT reads read_row[], OUT writes write_row[])
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    uses asset_use[];
BEGIN
    ids := unsettled_runs(v);
    uses := ARRAY(SELECT u FROM asset_uses(ids, v.as_of, v.known_at) u);
    writes := share_writes(ARRAY(SELECT w FROM writes_of(uses) w), ids, v.as_of, v.known_at);
    reads := ARRAY(SELECT r FROM unshared_reads(uses, writes) r);
    IF v.possible THEN
        SELECT l.* INTO ids, reads, writes FROM with_lost_ends(v, ids, reads, writes) l;
    END IF;
END $$;

COMMENT ON FUNCTION unsettled_rows IS
    'The unsettled runs of a point in time, whose rows differ from the materialised ones, with their reads and writes.';
