-- Assumptions of an answer about unknown writes.
-- After: types.

CREATE FUNCTION is_missed(w write_row, run_ids bigint[], v point_in_time, unsettled_ids bigint[], unsettled_reads read_row[], unsettled_writes write_row[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    assumed record;
    told record;
    appending point_in_time := ROW(v.as_of, v.known_at, v.tolerance, true, false);
BEGIN
    SELECT f.* INTO assumed FROM find_replacement(w, false, v, unsettled_ids, unsettled_writes) f;
    IF assumed.replaced_at = 'infinity' THEN
        RETURN false;
    END IF;
    SELECT f.* INTO told FROM find_replacement(w, true, v, unsettled_ids, unsettled_writes) f;
    RETURN EXISTS (
        SELECT FROM (
            SELECT k FROM read_row k
            WHERE k.class_id = w.class_id AND k.version_key IS NULL AND k.since >= assumed.replaced_at AND k.since < told.replaced_at
                AND k.run_id <> ALL (run_ids) AND is_known(k.run_id, v, unsettled_ids)
            UNION ALL
            SELECT k FROM read_row k
            WHERE k.root_id = told.by_root_id AND k.class_id = w.class_id AND k.version_key IS NULL AND k.since >= told.replaced_at
                AND k.run_id <> ALL (run_ids) AND is_known(k.run_id, v, unsettled_ids)
            UNION ALL
            SELECT o FROM unnest(unsettled_reads) o WHERE o.class_id = w.class_id AND o.version_key IS NULL AND o.run_id <> ALL (run_ids)
        ) AS c (r)
        WHERE sees(c.r, w, appending, unsettled_ids, unsettled_writes) = 'CERTAIN' AND sees(c.r, w, v, unsettled_ids, unsettled_writes) IS DISTINCT FROM 'CERTAIN');
END $$;

COMMENT ON FUNCTION is_missed IS
    'True if a run, none of these, did not see a version that it would certainly have seen if unknown writes appended.';

CREATE FUNCTION may_have_left(w write_row, run_ids bigint[], v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT w.effect = 'UNKNOWN' AND EXISTS (
        SELECT FROM newest_whole_write(w.class_id, w.at, 0, 0, true, v, unsettled_ids) newest
        CROSS JOIN LATERAL (
            SELECT k FROM write_row k
            WHERE k.class_id = w.class_id AND k.kind = 'VERSION' AND k.at >= newest.at AND k.at < w.at AND is_known(k.run_id, v, unsettled_ids)
            UNION ALL
            SELECT k FROM versions_during(w.class_id, newest.at) k WHERE is_known(k.run_id, v, unsettled_ids)
            UNION ALL
            SELECT o FROM unnest(unsettled_writes) o WHERE o.class_id = w.class_id AND o.kind = 'VERSION'
        ) AS c (k)
        WHERE (c.k).run_id <> ALL (run_ids) AND (c.k).until < w.at AND covers(w.parts, (c.k).parts)
            AND (SELECT f.replaced_at FROM find_replacement(c.k, true, v, unsettled_ids, unsettled_writes) f) > w.at)
$$;

COMMENT ON FUNCTION may_have_left IS
    'True if an unknown write covers an older version that is not of these runs and that no certain replacement had covered.';

CREATE FUNCTION assumed_replaced(
    edge_ids bigint[], attempts integer[], run_ids bigint[], is_upstream boolean, v point_in_time, implicit_id bigint, implicit_at timestamptz
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    unsettled record;
BEGIN
    v.possible := false;
    SELECT o.* INTO unsettled FROM unsettled_rows(v) o;
    RETURN QUERY
    WITH version AS (
        SELECT k AS w FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
        JOIN edge g ON g.id = a.edge_id
        JOIN write_row k ON k.run_id = g.run_id AND k.edge_id = g.id AND k.attempt = a.attempt
        WHERE NOT k.is_departure AND k.kind = 'VERSION' AND is_known(k.run_id, v, unsettled.ids)
        UNION ALL
        SELECT o FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
        JOIN unnest(unsettled.writes) o ON o.edge_id = a.edge_id AND o.attempt = a.attempt
        WHERE NOT o.is_departure AND o.kind = 'VERSION'
        UNION ALL
        SELECT implicit_version(implicit_id, implicit_at) WHERE implicit_id IS NOT NULL
    ), of_data AS (
        SELECT (n.w).class_id, array_agg(n.w) AS writes FROM version n GROUP BY (n.w).class_id
    )
    SELECT d.class_id FROM of_data d
    WHERE NOT v.appends AND EXISTS (
        SELECT FROM unnest(d.writes) w
        WHERE CASE WHEN is_upstream THEN may_have_left(w, run_ids, v, unsettled.ids, unsettled.writes)
            ELSE is_missed(w, run_ids, v, unsettled.ids, unsettled.reads, unsettled.writes) END);
END $$;

COMMENT ON FUNCTION assumed_replaced IS
    'The data for which the assumption matters that unknown writes replace, given an answer''s versions and its certain runs.';
