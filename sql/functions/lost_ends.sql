-- Runs whose end was lost.
-- After: types.

CREATE FUNCTION usual_run_time(of_template_id bigint, v point_in_time DEFAULT NULL, unsettled_ids bigint[] DEFAULT '{}')
RETURNS TABLE (duration interval, median interval, history bigint) LANGUAGE sql STABLE AS $$
    SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY s.duration), percentile_cont(0.5) WITHIN GROUP (ORDER BY s.duration), count(*)
    FROM (
        SELECT s.duration
        FROM (
            (SELECT r.ended_at - r.started_at AS duration, r.created_at, text_key(r.native_id) AS native_key, e.run_key
             FROM run r JOIN entity e ON e.id = r.id
             WHERE r.template_id = of_template_id AND r.result = 'SUCCESS' AND r.ended_at > r.started_at
                AND (v IS NULL OR r.id <> ALL (unsettled_ids) AND is_settled(r, (v).as_of, (v).known_at))
             ORDER BY r.created_at DESC, text_key(r.native_id), e.run_key LIMIT 100)
            UNION ALL
            SELECT s.ended_at - s.started_at, s.created_at, text_key(r.native_id), e.run_key
            FROM derive_run_state(
                ARRAY(SELECT r.id FROM run r WHERE r.id = ANY (unsettled_ids) AND r.template_id = of_template_id), (v).as_of, (v).known_at) s
            JOIN run r ON r.id = s.run_id JOIN entity e ON e.id = r.id
            WHERE s.result = 'SUCCESS' AND s.ended_at > s.started_at
        ) s
        ORDER BY s.created_at DESC, s.native_key, s.run_key LIMIT 100
    ) s
    HAVING count(*) >= 5
$$;

COMMENT ON FUNCTION usual_run_time IS
    'The 95th percentile and the median of a job''s newest 100 successes (docs/hung-runs.md), as known now or at a point in time; no row with fewer than 5.';

CREATE FUNCTION hangs_after(usual interval) RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN greatest(2 * usual, usual + interval '1 minute');

COMMENT ON FUNCTION hangs_after IS 'The time after which a run hangs, given the usual time of its job.';

CREATE FUNCTION lost_ends(v point_in_time, unsettled_ids bigint[]) RETURNS TABLE (run_id bigint, ends_at timestamptz)
    LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH unsettled_state AS MATERIALIZED (
        SELECT s.*, r.template_id
        FROM derive_run_state(unsettled_ids, v.as_of, v.known_at) s JOIN run r ON r.id = s.run_id
        WHERE r.template_id IS NOT NULL AND NOT r.is_removed
    ), going AS MATERIALIZED (
        SELECT r.id AS run_id, r.template_id, coalesce(r.started_at, r.created_at) AS since, r.last_event_at FROM run r
        WHERE r.status = 'STARTED' AND r.template_id IS NOT NULL AND NOT r.is_removed
            AND r.id <> ALL (unsettled_ids) AND is_settled(r, v.as_of, v.known_at)
        UNION ALL
        SELECT s.run_id, s.template_id, coalesce(s.started_at, s.created_at), s.last_event_at FROM unsettled_state s WHERE s.status = 'STARTED'
    ), usual AS MATERIALIZED (
        SELECT t.template_id, u.duration
        FROM (SELECT DISTINCT g.template_id FROM going g) t CROSS JOIN LATERAL usual_run_time(t.template_id, v, unsettled_ids) u
    )
    SELECT g.run_id, n.created_at
    FROM going g
    JOIN usual u ON u.template_id = g.template_id
    CROSS JOIN LATERAL (SELECT greatest(g.since + hangs_after(u.duration), g.last_event_at) AS at) h
    CROSS JOIN LATERAL (
        SELECT min(n.created_at) AS created_at
        FROM (
            (SELECT r.created_at FROM run r
             WHERE r.template_id = g.template_id AND r.created_at > h.at AND r.created_at <= v.as_of AND NOT r.is_removed
                AND r.id <> ALL (unsettled_ids) AND is_settled(r, v.as_of, v.known_at)
             ORDER BY r.created_at LIMIT 1)
            UNION ALL
            SELECT s.created_at FROM unsettled_state s WHERE s.template_id = g.template_id AND s.created_at > h.at
        ) n
    ) n
    WHERE n.created_at IS NOT NULL;
END $$;

COMMENT ON FUNCTION lost_ends IS
    'The runs whose end was lost, as known at a point in time. They end at the next start of their job after the time when they would hang.';

CREATE FUNCTION with_lost_ends(v point_in_time, INOUT ids bigint[], INOUT reads read_row[], INOUT writes write_row[])
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    lost_ids bigint[];
    ends timestamptz[];
    more_ids bigint[];
BEGIN
    SELECT array_agg(l.run_id), array_agg(l.ends_at) INTO lost_ids, ends FROM lost_ends(v, ids) l;
    IF lost_ids IS NULL THEN
        RETURN;
    END IF;
    -- The materialised rows of runs that differ at the point in time only by their end.
    more_ids := ARRAY(SELECT l.id FROM unnest(lost_ids) AS l (id) WHERE l.id <> ALL (ids));
    reads := ARRAY(
        SELECT CASE WHEN (o.r).until = 'infinity' AND NOT (o.r).streams AND l.ends_at IS NOT NULL
            THEN jsonb_populate_record(o.r, jsonb_build_object('until', greatest(l.ends_at, (o.r).since))) ELSE o.r END
        FROM (SELECT o FROM unnest(reads) o UNION ALL SELECT k FROM read_row k WHERE k.run_id = ANY (more_ids)) AS o (r)
        LEFT JOIN unnest(lost_ids, ends) AS l (run_id, ends_at) ON l.run_id = (o.r).run_id);
    writes := ARRAY(
        SELECT CASE WHEN (o.w).until = 'infinity' AND (o.w).kind = 'OPEN' AND l.ends_at IS NOT NULL
            THEN jsonb_populate_record(o.w, jsonb_build_object('until', greatest(l.ends_at, (o.w).at))) ELSE o.w END
        FROM (SELECT o FROM unnest(writes) o UNION ALL SELECT k FROM write_row k WHERE k.run_id = ANY (more_ids)) AS o (w)
        LEFT JOIN unnest(lost_ids, ends) AS l (run_id, ends_at) ON l.run_id = (o.w).run_id);
    ids := ids || more_ids;
END $$;

COMMENT ON FUNCTION with_lost_ends IS
    'The rows that differ from the materialised ones at a point in time, plus those of runs with a lost end: their reads and open writes end, for possible effects.';
