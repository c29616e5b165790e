-- The data that failed runs should have written, by earlier successes (docs/point-in-time-rule.md, 47).
-- After: types.

CREATE FUNCTION last_successes(of_template_id bigint, before timestamptz, most integer, v point_in_time, unsettled_ids bigint[])
RETURNS TABLE (run_id bigint, over_at timestamptz)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT s.run_id, s.over_at FROM (
        (SELECT r.id AS run_id, greatest(r.state_at, r.started_at) AS over_at FROM run r
         WHERE r.template_id = of_template_id AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
            AND greatest(r.state_at, r.started_at) < before AND r.first_event_at <= before AND NOT r.is_removed
            AND is_settled(r, v.as_of, v.known_at)
         ORDER BY greatest(r.state_at, r.started_at) DESC
         FETCH FIRST (most) ROWS WITH TIES)
        UNION ALL
        SELECT s.run_id, s.over_at
        FROM (SELECT WHERE unsettled_ids <> '{}') AS present
        CROSS JOIN LATERAL known_states(ARRAY(SELECT r.id FROM run r WHERE r.id = ANY (unsettled_ids) AND r.template_id = of_template_id AND r.first_event_at <= before), v) s
        WHERE s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS' AND s.over_at < before
    ) s
    ORDER BY s.over_at DESC FETCH FIRST (most) ROWS WITH TIES;
END $$;

COMMENT ON FUNCTION last_successes IS
    'The last successes of a template that were over before a moment, at a point in time; more than asked for if some ended at once.';

CREATE FUNCTION held_up(outer_id bigint, lost_ids bigint[], before timestamptz, v point_in_time, unsettled_ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE newest AS MATERIALIZED (
        -- A job may read other data since that run.
        SELECT j.template_id AS job_id, s.run_id
        FROM (SELECT DISTINCT r.template_id FROM run r WHERE r.parent_id = outer_id AND r.template_id IS NOT NULL AND NOT r.is_removed) j
        CROSS JOIN LATERAL last_successes(j.template_id, before, 1, v, unsettled_ids) s
    ), member (job_id, id) AS (
        SELECT n.job_id, n.run_id FROM newest n
        UNION
        SELECT m.job_id, c.id FROM member m CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.parent_id = m.id AND NOT r.is_removed OFFSET 0) c
    ), named AS MATERIALIZED (
        SELECT DISTINCT m.job_id, coalesce(a.class_id, a.id) AS class_id, g.direction, g.is_measured
        FROM member m JOIN edge g ON g.run_id = m.id AND g.is_current JOIN entity a ON a.id = g.asset_id
    ), awaited AS MATERIALIZED (
        SELECT n.job_id, n.class_id FROM named n
        WHERE n.direction = 'OUTPUT' OR n.job_id = ANY (lost_ids)
            AND (n.is_measured OR NOT EXISTS (SELECT FROM named o WHERE o.job_id = n.job_id AND o.direction = 'OUTPUT'))
    ), held (job_id) AS (
        SELECT unnest(lost_ids)
        UNION
        SELECT n.job_id FROM held h
        JOIN awaited a ON a.job_id = h.job_id
        JOIN named n ON n.class_id = a.class_id AND n.direction = 'INPUT'
    )
    SELECT m.id FROM member m
    WHERE m.job_id IN (SELECT h.job_id FROM held h)
        OR EXISTS (SELECT FROM unnest(lost_ids) AS l (id) WHERE NOT EXISTS (SELECT FROM named n WHERE n.job_id = l.id));
END $$;

COMMENT ON FUNCTION held_up IS
    'The newest successes of the jobs within a run that failed ones of them hold up, with the runs in them: of these jobs themselves, and of those that read what they wrote, and so on. A job that tested its inputs, or wrote nothing, holds up those that read what it read; one without any data all.';

CREATE FUNCTION missed_outputs(run_ids bigint[], v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[])
RETURNS TABLE (run_id bigint, root_id bigint, over_at timestamptz, class_id bigint)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH failed AS MATERIALIZED (
        SELECT s.run_id, s.template_id, coalesce(p.created_at, s.over_at) AS over_at,
            (SELECT f.root_id FROM family_root(r.id, r.parent_id) f) AS root_id,
            ARRAY(SELECT c.id FROM run c WHERE c.parent_id = s.run_id AND c.template_id IS NOT NULL AND NOT c.is_removed) AS child_ids
        FROM known_states(run_ids, v) s
        JOIN run r ON r.id = s.run_id
        LEFT JOIN run p ON r.is_derived AND p.id = r.parent_id
        WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED')
    ), part AS MATERIALIZED (
        SELECT f.run_id AS failed_id, c.template_id, coalesce(bool_or(s.result = 'FAILURE' OR s.status <> 'COMPLETE'), false) AS is_lost
        FROM failed f
        CROSS JOIN LATERAL unnest(f.child_ids) AS u (id)
        JOIN run c ON c.id = u.id
        LEFT JOIN known_states(ARRAY(SELECT unnest(f.child_ids) FROM failed f), v) s ON s.run_id = c.id
        GROUP BY f.run_id, c.template_id
    ), around AS MATERIALIZED (
        SELECT f.run_id AS failed_id, f.template_id, f.over_at, p.template_id AS lost_id, r.parent_id
        FROM failed f
        JOIN part p ON p.failed_id = f.run_id AND p.is_lost
        CROSS JOIN LATERAL last_successes(p.template_id, f.over_at, 20, v, unsettled_ids) s
        JOIN run r ON r.id = s.run_id
    ), size AS MATERIALIZED (
        SELECT r.id, r.template_id, r.created_at, n.jobs
        FROM (SELECT DISTINCT a.parent_id FROM around a) a
        JOIN run r ON r.id = a.parent_id AND NOT r.is_removed
        CROSS JOIN LATERAL (SELECT count(DISTINCT c.template_id) AS jobs FROM run c WHERE c.parent_id = r.id AND NOT c.is_removed) n
    ), fullest AS MATERIALIZED (
        -- The run with most jobs, of those around successes of the failed child's job: the others ran a selection.
        SELECT a.failed_id, a.lost_id, a.over_at, z.id AS outer_id,
            rank() OVER (PARTITION BY a.failed_id, a.lost_id ORDER BY z.jobs DESC, z.created_at DESC NULLS LAST) AS place
        FROM around a JOIN size z ON z.id = a.parent_id AND z.template_id = a.template_id
    ), whole AS MATERIALIZED (
        -- Nothing tells what these held up: no child failed, or one whose job is new.
        SELECT f.*, f.child_ids = '{}' AS is_alone, p.failed_id IS NOT NULL AS is_new
        FROM failed f
        LEFT JOIN (SELECT DISTINCT p.failed_id FROM part p WHERE p.is_lost
            AND NOT EXISTS (SELECT FROM fullest l WHERE l.failed_id = p.failed_id AND l.lost_id = p.template_id)) p ON p.failed_id = f.run_id
        WHERE p.failed_id IS NOT NULL OR NOT EXISTS (SELECT FROM part l WHERE l.failed_id = f.run_id AND l.is_lost)
    ), likeness AS MATERIALIZED (
        SELECT w.run_id AS failed_id, w.is_alone, w.is_new, s.run_id AS success_id, s.over_at, count(DISTINCT c.template_id) AS jobs,
            count(DISTINCT p.template_id) AS common_jobs
        FROM whole w
        CROSS JOIN LATERAL last_successes(w.template_id, w.over_at, CASE WHEN w.is_alone THEN 1 ELSE 20 END, v, unsettled_ids) s
        LEFT JOIN run c ON c.parent_id = s.run_id AND NOT c.is_removed AND NOT w.is_alone
        LEFT JOIN part p ON p.failed_id = w.run_id AND p.template_id = c.template_id
        GROUP BY w.run_id, w.is_alone, w.is_new, s.run_id, s.over_at
    ), nearest AS MATERIALIZED (
        SELECT l.*, rank() OVER (PARTITION BY l.failed_id ORDER BY l.common_jobs DESC, l.over_at DESC) AS place FROM likeness l
    ), writer AS MATERIALIZED (
        SELECT l.failed_id, u.id, l.outer_id
        FROM (SELECT l.failed_id, l.outer_id, l.over_at, array_agg(l.lost_id) AS lost_ids FROM fullest l WHERE l.place = 1
            GROUP BY l.failed_id, l.outer_id, l.over_at) l
        CROSS JOIN LATERAL (
            SELECT l.outer_id UNION ALL SELECT held_up(l.outer_id, l.lost_ids, l.over_at, v, unsettled_ids)
        ) AS u (id)
        UNION
        SELECT n.failed_id, descendants_of(ARRAY[n.success_id], true), NULL FROM nearest n
        WHERE n.place = 1 AND (n.is_alone OR n.common_jobs > 0) AND (NOT n.is_new OR 2 * n.common_jobs > n.jobs)
    )
    SELECT DISTINCT f.run_id, f.root_id, f.over_at, k.class_id
    FROM writer o
    JOIN failed f ON f.run_id = o.failed_id
    CROSS JOIN LATERAL known_writes(o.id, v, unsettled_ids, unsettled_writes) k
    -- A run held up in part is to write its own outputs again, not those of its other children.
    WHERE k.kind = 'VERSION' OR k.kind IN ('SHARED', 'LEFT') AND o.id IS DISTINCT FROM o.outer_id;
END $$;

COMMENT ON FUNCTION missed_outputs IS
    'The data that failed and skipped runs should have written, with the end of each such run. They are outputs of earlier successes, and of runs within these. A run without children: all of the last success of its template. With failed children, or children without an end: what each held up (held_up) in the run with most jobs around the last 20 successes of its job, and that run''s own outputs. If none ran it, or no child failed: all of the success of the last 20 that ran most jobs of its children. With a new child, only if these are more than half of its jobs. If several are equal, the last. A run that sent nothing ended when its parent began.';
