-- Starts of stale reads: versions that a failed run should have replaced.
-- After: types.

CREATE FUNCTION stale_starts(run_ids bigint[], v point_in_time)
RETURNS TABLE (run_id bigint, attempt integer, output_id bigint, after timestamptz)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    unsettled record;
    is_kept boolean := NOT (isfinite(v.as_of) OR isfinite(v.known_at) OR v.appends OR v.possible);
    failed bigint[] := ARRAY(SELECT s.run_id FROM known_states(run_ids, v) s WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED'));
BEGIN
    -- Mostly there are none, and the rest takes longer than a small walk.
    IF failed = '{}' THEN
        RETURN;
    END IF;
    SELECT o.* INTO unsettled FROM unsettled_rows(v) o;
    RETURN QUERY
    WITH missed AS MATERIALIZED (
        SELECT m.* FROM missed_outputs(ARRAY(SELECT descendants_of(failed, true)), v, unsettled.ids, unsettled.writes) m
    )
    SELECT w.run_id, w.attempt, w.class_id, min(d.over_at)
    FROM missed d
    CROSS JOIN LATERAL (
        SELECT k.run_id, k.attempt, k.class_id, k.root_id FROM versions_left(d.class_id, d.over_at) k
        WHERE is_kept AND is_known(k.run_id, v, unsettled.ids)
        UNION ALL
        -- A superset if the question exceeds the materialised answers; the walk finds the reads that saw them.
        SELECT k.run_id, k.attempt, k.class_id, k.root_id FROM write_row k
        WHERE NOT is_kept AND k.class_id = d.class_id AND k.kind = 'VERSION' AND k.at < d.over_at AND is_known(k.run_id, v, unsettled.ids)
        UNION ALL
        SELECT o.run_id, o.attempt, o.class_id, o.root_id FROM unnest(unsettled.writes) o
        WHERE o.class_id = d.class_id AND o.kind = 'VERSION' AND o.at < d.over_at
    ) w
    -- A version of the failed run, or of a run in it, is not stale.
    WHERE w.root_id <> d.root_id OR w.run_id <> d.run_id AND d.run_id <> ALL (ancestors_of(w.run_id))
    GROUP BY w.run_id, w.attempt, w.class_id;
END $$;

COMMENT ON FUNCTION stale_starts IS
    'The versions read instead of those that failed or skipped runs, or failed and skipped runs within these, should have written (missed_outputs), from the end of each such run.';
