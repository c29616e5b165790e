-- Starts of stale reads: versions that a failed run should have replaced.
-- After: types.

CREATE FUNCTION missed_outputs(run_ids bigint[], v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[])
RETURNS TABLE (run_id bigint, root_id bigint, over_at timestamptz, class_id bigint)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH unsettled_state AS MATERIALIZED (
        SELECT s.*, r.first_event_at FROM known_states(unsettled_ids, v) s JOIN run r ON r.id = s.run_id
    )
    SELECT DISTINCT f.run_id, f.root_id, f.over_at, k.class_id
    FROM (
        SELECT s.run_id, s.template_id, coalesce(p.created_at, s.over_at) AS over_at,
            CASE WHEN r.parent_id IS NULL THEN r.id ELSE root_of(r.id) END AS root_id,
            ARRAY(SELECT DISTINCT c.template_id FROM run c WHERE c.parent_id = s.run_id AND c.template_id IS NOT NULL) AS part_ids
        FROM known_states(run_ids, v) s
        JOIN run r ON r.id = s.run_id
        LEFT JOIN run p ON r.is_derived AND p.id = r.parent_id
        WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED')
    ) f
    CROSS JOIN LATERAL (
        SELECT s.run_id
        FROM (
            SELECT s.* FROM (
                (SELECT r.id AS run_id, greatest(r.state_at, r.started_at) AS over_at FROM run r
                 WHERE r.template_id = f.template_id AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
                    AND greatest(r.state_at, r.started_at) < f.over_at AND r.first_event_at <= f.over_at AND NOT r.is_removed
                    AND is_settled(r, v.as_of, v.known_at)
                 ORDER BY greatest(r.state_at, r.started_at) DESC
                 FETCH FIRST (CASE WHEN f.part_ids = '{}' THEN 1 ELSE 20 END) ROWS WITH TIES)
                UNION ALL
                SELECT s.run_id, s.over_at FROM unsettled_state s
                WHERE s.template_id = f.template_id AND s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'
                    AND s.over_at < f.over_at AND s.first_event_at <= f.over_at
            ) s
            ORDER BY s.over_at DESC FETCH FIRST (CASE WHEN f.part_ids = '{}' THEN 1 ELSE 20 END) ROWS WITH TIES
        ) s
        CROSS JOIN LATERAL (
            -- The runs of one job may do different things, as the commands of dbt do: the most similar one counts.
            SELECT count(DISTINCT c.template_id) AS parts FROM run c JOIN unnest(f.part_ids) AS p (id) ON p.id = c.template_id
            WHERE c.parent_id = s.run_id AND f.part_ids <> '{}'
        ) c
        WHERE f.part_ids = '{}' OR c.parts > 0
        ORDER BY c.parts DESC, s.over_at DESC FETCH FIRST ROW WITH TIES
    ) s
    CROSS JOIN LATERAL (SELECT descendants_of(ARRAY[s.run_id]) AS id OFFSET 0) o
    CROSS JOIN LATERAL known_writes(o.id, v, unsettled_ids, unsettled_writes) k
    WHERE k.kind IN ('VERSION', 'SHARED', 'LEFT');
END $$;

COMMENT ON FUNCTION missed_outputs IS
    'The data that failed and skipped runs should have written, with the end of each such run. They are the outputs of the success of its template before it, and of runs within that. Of the last 20 successes this is the one whose children ran most jobs of its own children, and of several the last; for a run without children the last. A run that sent nothing ended when its parent began.';

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
        SELECT m.* FROM missed_outputs(ARRAY(SELECT descendants_of(failed)), v, unsettled.ids, unsettled.writes) m
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
