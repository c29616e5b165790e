-- What data held before the first known write.
-- After: types.

CREATE FUNCTION read_by_nobody(data_id bigint, at timestamptz) RETURNS read_row
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(NULL, 0, 0, NULL, data_id, data_id, 0, at, at, 0, false, NULL, NULL, false, NULL)::read_row
$$;

COMMENT ON FUNCTION read_by_nobody IS 'What a person would do who looked at data at a moment: a read that is no run''s.';

CREATE FUNCTION implicit_version(data_id bigint, at timestamptz) RETURNS write_row
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(NULL, 0, 0, 0, false, data_id, data_id, 0, 'VERSION', 'UNKNOWN', NULL, at, at, NULL, NULL, NULL, 'infinity', NULL)::write_row
$$;

COMMENT ON FUNCTION implicit_version IS 'The data before its first known write, as if written at a moment: by no run.';

CREATE FUNCTION shows_implicit_version(data_id bigint, at timestamptz, v vantage, odd_ids bigint[], odd write_row[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT NOT is_replaced(implicit_version(data_id, '-infinity'), read_by_nobody(data_id, at), (v).appends, v, odd_ids, odd)
$$;

COMMENT ON FUNCTION shows_implicit_version IS 'True if no known write has replaced or dropped data as a whole by a moment, from a vantage.';

CREATE FUNCTION implicit_hops(data_id bigint, at timestamptz, v vantage, odd_ids bigint[], odd_reads read_row[], odd write_row[])
RETURNS SETOF hop LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    w write_row := implicit_version(data_id, at);
BEGIN
    RETURN QUERY
    SELECT NULL::bigint, NULL::integer, NULL::timestamptz, CASE WHEN s.certainty = 'POSSIBLE' THEN 1 ELSE 0 END,
        (s.r).run_id, (s.r).attempt, CASE WHEN (s.r).narrows THEN data_id ELSE 0 END, coalesce((s.r).output_id, 0),
        greatest((s.r).since, at), (s.r).until, NULL::timestamptz
    FROM (
        SELECT f.r, f.certainty FROM ruled_readers(w, v, odd_ids, odd_reads, odd) f
        UNION ALL
        SELECT k.r, sees(jsonb_populate_record(k.r, '{"version_key": null}'), w, v, odd_ids, odd)
        FROM (
            SELECT k FROM read_row k
            WHERE k.data_id = data_id AND k.version_key IS NOT NULL AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT o FROM unnest(odd_reads) o WHERE o.data_id = data_id AND o.version_key IS NOT NULL
        ) AS k (r)
        WHERE NOT EXISTS (
            SELECT FROM write_row o
            WHERE o.data_id = data_id AND o.version_key = (k.r).version_key AND o.kind = 'VERSION' AND is_known(o.run_id, v, odd_ids))
            AND NOT EXISTS (
            SELECT FROM unnest(odd) o
            WHERE o.data_id = data_id AND text_key(o.native_version) = (k.r).version_key AND o.kind = 'VERSION')
    ) s
    WHERE s.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION implicit_hops IS
    'The hops from an implicit version, as if written at a moment, to its readers; also to reads of a version id that no known version has.';
