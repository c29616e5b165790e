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
    failed := ARRAY(SELECT descendants_of(failed));
    SELECT o.* INTO unsettled FROM unsettled_rows(v) o;
    RETURN QUERY
    WITH unsettled_state AS MATERIALIZED (
        SELECT s.*, r.first_event_at FROM known_states(unsettled.ids, v) s JOIN run r ON r.id = s.run_id
    ), missed AS MATERIALIZED (
        SELECT DISTINCT k.class_id, f.over_at, f.run_id, f.root_id
        FROM (
            SELECT s.run_id, s.template_id, s.status, s.result, coalesce(p.created_at, s.over_at) AS over_at,
                CASE WHEN r.parent_id IS NULL THEN r.id ELSE root_of(r.id) END AS root_id
            FROM known_states(failed, v) s
            JOIN run r ON r.id = s.run_id
            LEFT JOIN run p ON r.is_derived AND p.id = r.parent_id
            WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED')
        ) f
        CROSS JOIN LATERAL (
            SELECT s.run_id
            FROM (
                (SELECT r.id AS run_id, greatest(r.state_at, r.started_at) AS over_at FROM run r
                 WHERE r.template_id = f.template_id AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
                    AND greatest(r.state_at, r.started_at) < f.over_at AND r.first_event_at <= f.over_at AND NOT r.is_removed
                    AND is_settled(r, v.as_of, v.known_at)
                 ORDER BY greatest(r.state_at, r.started_at) DESC FETCH FIRST ROW WITH TIES)
                UNION ALL
                SELECT s.run_id, s.over_at FROM unsettled_state s
                WHERE s.template_id = f.template_id AND s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'
                    AND s.over_at < f.over_at AND s.first_event_at <= f.over_at
            ) s
            ORDER BY s.over_at DESC FETCH FIRST ROW WITH TIES
        ) s
        CROSS JOIN LATERAL (SELECT descendants_of(ARRAY[s.run_id]) AS id OFFSET 0) o
        CROSS JOIN LATERAL known_writes(o.id, v, unsettled.ids, unsettled.writes) k
        WHERE k.kind IN ('VERSION', 'SHARED', 'LEFT')
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
    'The versions read instead of those that failed or skipped runs, or failed and skipped runs within these, should have written, from the end of each such run. They are older versions of the outputs of its template''s last success, and of runs within that. A run that sent nothing ended when its parent began.';
