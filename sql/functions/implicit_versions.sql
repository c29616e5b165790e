-- Implicit versions: the data before the first known write.
-- After: types.

CREATE FUNCTION read_by_nobody(class_id bigint, at timestamptz) RETURNS read_row
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(0, 0, NULL, class_id, class_id, 0, 0, at, at, 0, false, NULL, NULL, false, NULL)::read_row
$$;

COMMENT ON FUNCTION read_by_nobody IS 'The read of a person who looks at data at a moment; it belongs to no run.';

CREATE FUNCTION implicit_version(class_id bigint, at timestamptz) RETURNS write_row
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(0, 0, 0, false, class_id, class_id, 0, 0, 'VERSION', 'UNKNOWN', NULL, at, at, NULL, NULL, NULL, 'infinity', NULL)::write_row
$$;

COMMENT ON FUNCTION implicit_version IS 'The data before the first known write, as if written at a moment by no run.';

CREATE FUNCTION shows_implicit_version(class_id bigint, at timestamptz, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT NOT is_replaced(implicit_version(class_id, '-infinity'), read_by_nobody(class_id, at), (v).appends, v, unsettled_ids, unsettled_writes)
$$;

COMMENT ON FUNCTION shows_implicit_version IS
    'True if no known write has replaced or dropped data as a whole by a moment, at a point in time.';

CREATE FUNCTION implicit_hops(class_id bigint, at timestamptz, v point_in_time, unsettled_ids bigint[], unsettled_reads read_row[], unsettled_writes write_row[])
RETURNS SETOF hop LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_variable
DECLARE
    w write_row := implicit_version(class_id, at);
BEGIN
    RETURN QUERY
    SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::timestamptz, CASE WHEN s.certainty = 'POSSIBLE' THEN 1 ELSE 0 END,
        (s.r).run_id, (s.r).attempt, CASE WHEN (s.r).narrows THEN class_id ELSE 0 END, coalesce((s.r).output_id, 0),
        greatest((s.r).since, at), (s.r).until, NULL::timestamptz
    FROM (
        SELECT f.r, f.certainty FROM evaluated_readers(w, v, unsettled_ids, unsettled_reads, unsettled_writes) f
        UNION ALL
        SELECT k.r, sees(jsonb_populate_record(k.r, '{"version_key": null}'), w, v, unsettled_ids, unsettled_writes)
        FROM (
            SELECT k FROM read_row k
            WHERE k.class_id = class_id AND k.version_key IS NOT NULL AND is_known(k.run_id, v, unsettled_ids)
            UNION ALL
            SELECT o FROM unnest(unsettled_reads) o WHERE o.class_id = class_id AND o.version_key IS NOT NULL
        ) AS k (r)
        WHERE NOT EXISTS (
            SELECT FROM write_row o
            WHERE o.class_id = class_id AND o.version_key = (k.r).version_key AND o.kind = 'VERSION' AND is_known(o.run_id, v, unsettled_ids))
            AND NOT EXISTS (
            SELECT FROM unnest(unsettled_writes) o
            WHERE o.class_id = class_id AND text_key(o.native_version) = (k.r).version_key AND o.kind = 'VERSION')
    ) s
    WHERE s.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION implicit_hops IS
    'The hops from an implicit version, as if written at a moment, to its readers; also to reads of a version id without a known version.';
