-- The data that failed runs should have written, by their template's earlier successes (docs/point-in-time-rule.md, 47).
-- After: types.

CREATE FUNCTION held_up(success_id bigint, lost_ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH RECURSIVE member (part_id, id) AS (
        SELECT r.id, r.id FROM run r WHERE r.parent_id = success_id
        UNION
        SELECT m.part_id, c.id FROM member m CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.parent_id = m.id OFFSET 0) c
    ), named AS MATERIALIZED (
        SELECT DISTINCT m.part_id, coalesce(a.class_id, a.id) AS class_id, g.direction
        FROM member m JOIN edge g ON g.run_id = m.id AND g.is_current JOIN entity a ON a.id = g.asset_id
    ), awaited AS MATERIALIZED (
        SELECT n.part_id, n.class_id FROM named n
        WHERE n.direction = 'OUTPUT' OR n.part_id = ANY (lost_ids)
            AND NOT EXISTS (SELECT FROM named o WHERE o.part_id = n.part_id AND o.direction = 'OUTPUT')
    ), held (part_id) AS (
        SELECT unnest(lost_ids)
        UNION
        SELECT n.part_id FROM held h
        JOIN awaited a ON a.part_id = h.part_id
        JOIN named n ON n.class_id = a.class_id AND n.direction = 'INPUT'
    )
    SELECT m.id FROM member m JOIN held h ON h.part_id = m.part_id
    UNION
    SELECT descendants_of(ARRAY[success_id])
    WHERE EXISTS (SELECT FROM unnest(lost_ids) AS l (id) WHERE l.id NOT IN (SELECT n.part_id FROM named n));
END $$;

COMMENT ON FUNCTION held_up IS
    'These children of a run, and those that needed them: by reading what these wrote, and so on. A child without outputs, such as a test, holds up those that read what it read; one without any data holds up the whole run. The runs within count for the child that contains them.';

CREATE FUNCTION missed_outputs(run_ids bigint[], v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[])
RETURNS TABLE (run_id bigint, root_id bigint, over_at timestamptz, class_id bigint)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH unsettled_state AS MATERIALIZED (
        SELECT s.*, r.first_event_at FROM known_states(unsettled_ids, v) s JOIN run r ON r.id = s.run_id
    ), failed AS MATERIALIZED (
        SELECT s.run_id, s.template_id, coalesce(p.created_at, s.over_at) AS over_at,
            CASE WHEN r.parent_id IS NULL THEN r.id ELSE root_of(r.id) END AS root_id,
            ARRAY(SELECT c.id FROM run c WHERE c.parent_id = s.run_id AND c.template_id IS NOT NULL) AS child_ids
        FROM known_states(run_ids, v) s
        JOIN run r ON r.id = s.run_id
        LEFT JOIN run p ON r.is_derived AND p.id = r.parent_id
        WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED')
    ), part AS MATERIALIZED (
        SELECT f.run_id AS failed_id, c.template_id, coalesce(bool_or(s.result = 'FAILURE'), false) AS is_lost
        FROM failed f
        CROSS JOIN LATERAL unnest(f.child_ids) AS u (id)
        JOIN run c ON c.id = u.id
        LEFT JOIN known_states(ARRAY(SELECT unnest(f.child_ids) FROM failed f), v) s ON s.run_id = c.id
        GROUP BY f.run_id, c.template_id
    ), success AS MATERIALIZED (
        SELECT f.run_id AS failed_id, f.child_ids = '{}' AS is_alone, s.run_id, s.over_at
        FROM failed f
        CROSS JOIN LATERAL (
            SELECT s.* FROM (
                (SELECT r.id AS run_id, greatest(r.state_at, r.started_at) AS over_at FROM run r
                 WHERE r.template_id = f.template_id AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
                    AND greatest(r.state_at, r.started_at) < f.over_at AND r.first_event_at <= f.over_at AND NOT r.is_removed
                    AND is_settled(r, v.as_of, v.known_at)
                 ORDER BY greatest(r.state_at, r.started_at) DESC
                 FETCH FIRST (CASE WHEN f.child_ids = '{}' THEN 1 ELSE 20 END) ROWS WITH TIES)
                UNION ALL
                SELECT s.run_id, s.over_at FROM unsettled_state s
                WHERE s.template_id = f.template_id AND s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'
                    AND s.over_at < f.over_at AND s.first_event_at <= f.over_at
            ) s
            ORDER BY s.over_at DESC FETCH FIRST (CASE WHEN f.child_ids = '{}' THEN 1 ELSE 20 END) ROWS WITH TIES
        ) s
    ), child AS MATERIALIZED (
        SELECT s.failed_id, s.run_id AS success_id, s.over_at, c.id, c.template_id, p.template_id IS NOT NULL AS is_part, coalesce(p.is_lost, false) AS is_lost
        FROM success s
        JOIN run c ON c.parent_id = s.run_id
        LEFT JOIN part p ON p.failed_id = s.failed_id AND p.template_id = c.template_id
        WHERE NOT s.is_alone
    ), likeness AS MATERIALIZED (
        SELECT c.failed_id, c.success_id, c.over_at, count(DISTINCT c.template_id) AS parts,
            count(DISTINCT c.template_id) FILTER (WHERE c.is_part) AS common_parts
        FROM child c GROUP BY c.failed_id, c.success_id, c.over_at
    ), fullest AS MATERIALIZED (
        -- The success that ran most jobs, of those that ran the job of a failed child: others ran a selection.
        SELECT c.failed_id, c.success_id, c.id, c.template_id,
            rank() OVER (PARTITION BY c.failed_id, c.template_id ORDER BY l.parts DESC, l.over_at DESC) AS place
        FROM child c JOIN likeness l ON l.failed_id = c.failed_id AND l.success_id = c.success_id
        WHERE c.is_lost
    ), nearest AS MATERIALIZED (
        SELECT l.failed_id, l.success_id,
            rank() OVER (PARTITION BY l.failed_id ORDER BY l.common_parts DESC, l.over_at DESC) AS place
        FROM likeness l WHERE l.common_parts > 0
    ), writer AS MATERIALIZED (
        SELECT s.failed_id, descendants_of(ARRAY[s.run_id]) AS id, NULL::bigint AS outer_id FROM success s WHERE s.is_alone
        UNION
        SELECT h.failed_id, u.id, h.success_id
        FROM (SELECT c.failed_id, c.success_id, array_agg(c.id) AS child_ids FROM fullest c WHERE c.place = 1 GROUP BY c.failed_id, c.success_id) h
        CROSS JOIN LATERAL (SELECT h.success_id UNION ALL SELECT held_up(h.success_id, h.child_ids)) AS u (id)
        UNION
        SELECT n.failed_id, descendants_of(ARRAY[n.success_id]), NULL FROM nearest n
        WHERE n.place = 1 AND (
            NOT EXISTS (SELECT FROM part p WHERE p.failed_id = n.failed_id AND p.is_lost)
            OR EXISTS (SELECT FROM part p WHERE p.failed_id = n.failed_id AND p.is_lost
                AND p.template_id NOT IN (SELECT c.template_id FROM fullest c WHERE c.failed_id = n.failed_id)))
    )
    SELECT DISTINCT f.run_id, f.root_id, f.over_at, k.class_id
    FROM writer o
    JOIN failed f ON f.run_id = o.failed_id
    CROSS JOIN LATERAL known_writes(o.id, v, unsettled_ids, unsettled_writes) k
    -- A success held up in part is to write its own outputs again, not those of its other children.
    WHERE k.kind = 'VERSION' OR k.kind IN ('SHARED', 'LEFT') AND o.id IS DISTINCT FROM o.outer_id;
END $$;

COMMENT ON FUNCTION missed_outputs IS
    'The data that failed and skipped runs should have written, with the end of each such run. They are outputs of successes of its template before it, and of runs within these. A run without children: all of the last success. With failed children: its own, and for each failed child, what it held up (held_up) in the fullest of the last 20 successes that ran its job. If none ran it, or no child failed: all of the most similar of the 20, by the jobs of the children. If several are equal, the last. A run that sent nothing ended when its parent began.';
