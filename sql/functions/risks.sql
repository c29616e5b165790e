-- The jobs that will read affected versions next.
-- After: types.

CREATE FUNCTION jobs_at_risk(
    class_ids bigint[], edge_ids bigint[], attempts integer[], at timestamptz, v point_in_time,
    implicit_id bigint DEFAULT NULL, implicit_at timestamptz DEFAULT NULL
)
RETURNS TABLE (
    template_id bigint, run_id bigint, class_id bigint, edge_id bigint, attempt integer, has_run_since boolean
)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    unsettled record;
BEGIN
    SELECT o.* INTO unsettled FROM unsettled_rows(v) o;
    RETURN QUERY
    WITH candidate AS MATERIALIZED (
        -- Later writes have replaced most versions of a long answer as a whole: these need no closer look.
        SELECT w
        FROM (
            SELECT w.class_id, array_agg(w) AS writes
            FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
            JOIN edge g ON g.id = a.edge_id
            JOIN write_row w ON w.run_id = g.run_id AND w.edge_id = g.id AND w.attempt = a.attempt
            WHERE w.class_id = ANY (class_ids)
            GROUP BY w.class_id
        ) d
        CROSS JOIN LATERAL newest_whole_write(d.class_id, jobs_at_risk.at, 0, 0, v.appends, v, unsettled.ids) n
        CROSS JOIN LATERAL unnest(d.writes) w
        WHERE (w.at >= n.at OR w.until > w.at) AND w.run_id <> ALL (unsettled.ids)
            AND EXISTS (SELECT FROM run k WHERE k.id = w.run_id AND is_settled(k, v.as_of, v.known_at) OFFSET 0)
        UNION ALL
        SELECT o FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
        JOIN unnest(unsettled.writes) o ON o.edge_id = a.edge_id AND o.attempt = a.attempt AND o.class_id = ANY (class_ids)
    ), shown AS MATERIALIZED (
        SELECT c.w, (c.w).class_id, (c.w).edge_id, (c.w).attempt, (c.w).at, (c.w).parts
        FROM candidate c
        -- Mostly nothing has replaced the candidate yet.
        WHERE CASE WHEN (c.w).kind = 'VERSION' AND (c.w).at <= jobs_at_risk.at AND (c.w).replaced_at > jobs_at_risk.at
                AND NOT EXISTS (SELECT FROM unnest(unsettled.writes) o WHERE o.class_id = (c.w).class_id) THEN true
            ELSE sees(read_by_nobody((c.w).class_id, jobs_at_risk.at), c.w,
                ROW(v.as_of, v.known_at, interval '0', v.appends, false)::point_in_time, unsettled.ids, unsettled.writes) = 'CERTAIN' END
        UNION ALL
        SELECT implicit_version(implicit_id, implicit_at), implicit_id, NULL, NULL, implicit_at, NULL
        WHERE implicit_at < at AND shows_implicit_version(implicit_id, at, v, unsettled.ids, unsettled.writes)
    ), unsettled_state AS MATERIALIZED (
        SELECT k.run_id, k.template_id, k.created_at, EXISTS (
            SELECT FROM unnest(unsettled.reads) o WHERE o.run_id = k.run_id AND o.output_id IS NULL) AS has_inputs
        FROM known_states(unsettled.ids, v) k WHERE k.created_at <= at
    ), template (id) AS (
        -- The jobs whose runs have ever read it; a run in place of a job stands for its job.
        SELECT coalesce(r.template_id, j.id)
        FROM (SELECT DISTINCT s.class_id FROM shown s) d
        CROSS JOIN LATERAL jobs_of_data(d.class_id, false) AS j (id)
        LEFT JOIN run r ON r.id = j.id
        UNION
        SELECT k.template_id FROM unsettled_state k WHERE k.has_inputs
    )
    SELECT DISTINCT ON (t.id, s.class_id, s.edge_id, s.attempt) t.id, l.run_id, s.class_id, s.edge_id, s.attempt,
        newest.created_at >= s.at
    FROM template t
    CROSS JOIN LATERAL (
        SELECT greatest(
            (SELECT r.created_at FROM run r
             WHERE r.template_id = t.id AND r.created_at <= at AND r.id <> ALL (unsettled.ids) AND NOT r.is_removed
                AND is_settled(r, v.as_of, v.known_at)
             ORDER BY r.created_at DESC LIMIT 1),
            (SELECT max(k.created_at) FROM unsettled_state k WHERE k.template_id = t.id)) AS created_at
    ) newest
    CROSS JOIN LATERAL (
        -- A run that failed before it could name inputs does not tell the inputs of its job.
        SELECT k.run_id
        FROM (
            (SELECT r.id AS run_id, r.created_at FROM run r
             WHERE r.template_id = t.id AND r.created_at <= at AND r.id <> ALL (unsettled.ids) AND NOT r.is_removed
                AND is_settled(r, v.as_of, v.known_at)
                AND EXISTS (SELECT FROM read_row k WHERE k.run_id = r.id AND k.output_id IS NULL OFFSET 0)
             ORDER BY r.created_at DESC FETCH FIRST ROW WITH TIES)
            UNION ALL
            SELECT k.run_id, k.created_at FROM unsettled_state k WHERE k.template_id = t.id AND k.has_inputs
        ) k
        ORDER BY k.created_at DESC FETCH FIRST ROW WITH TIES
    ) l
    CROSS JOIN LATERAL (
        SELECT k AS r FROM read_row k WHERE k.run_id = l.run_id AND l.run_id <> ALL (unsettled.ids)
        UNION ALL
        SELECT o FROM unnest(unsettled.reads) o WHERE o.run_id = l.run_id
    ) r
    JOIN shown s ON s.class_id = (r.r).class_id
    WHERE (r.r).output_id IS NULL AND NOT are_disjoint((r.r).parts, s.parts)
        AND NOT ((r.r).streams AND sees(r.r, s.w, v, unsettled.ids, unsettled.writes) IS NOT DISTINCT FROM 'CERTAIN')
    ORDER BY t.id, s.class_id, s.edge_id, s.attempt, (SELECT e.urn FROM entity e WHERE e.id = l.run_id) COLLATE "C";
END $$;

COMMENT ON FUNCTION jobs_at_risk IS
    'The jobs that read an affected version next: their latest run with inputs read an asset that shows the version at a moment. A stream that saw the version is affected, and not next. has_run_since: a run of the job began at or after the write.';
