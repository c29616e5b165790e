-- The remains of data: what unknown writes may have left of older versions, for possible effects (docs/point-in-time-rule.md).
-- After: types.

CREATE FUNCTION to_micros(moment timestamptz) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    RETURN (extract(epoch FROM moment - timestamptz '2000-01-01 00:00:00+00') * 1000000)::bigint;

COMMENT ON FUNCTION to_micros IS 'A moment as Postgres''s microseconds.';

CREATE FUNCTION from_micros(micros bigint) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE
    RETURN timestamptz '2000-01-01 00:00:00+00' + micros * interval '1 microsecond';

COMMENT ON FUNCTION from_micros IS 'The moment of Postgres''s microseconds.';

CREATE FUNCTION hop_to_remains(w write_row, since timestamptz) RETURNS hop
    LANGUAGE sql IMMUTABLE
    RETURN ROW((w).edge_id, (w).attempt, (w).run_id, (w).asset_id, (w).at, 1, -1, 0, (w).class_id, to_micros(since), since, 'infinity', (w).until)::hop;

COMMENT ON FUNCTION hop_to_remains IS
    'The hop from a version that an unknown write covered, as if it was read then by the step of the remains: run -1, the data as its input, the moment as its output.';

CREATE FUNCTION is_whole_version(w write_row) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (w).kind = 'VERSION' AND (w).until = (w).at AND (w).parts IS NULL;

COMMENT ON FUNCTION is_whole_version IS 'True for a version of whole data that was written at one moment: each later write of whole data covers it.';

CREATE FUNCTION may_have_written(r read_row, unsettled_writes write_row[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
            SELECT FROM write_row h
            WHERE h.root_id = r.root_id AND h.class_id = r.class_id AND h.root_id <> h.run_id AND h.kind IN ('VERSION', 'DROP') AND h.at < r.since)
        OR EXISTS (
            SELECT FROM write_row h
            WHERE h.run_id = r.root_id AND h.class_id = r.class_id AND h.kind IN ('VERSION', 'DROP') AND h.at < r.since)
        OR EXISTS (SELECT FROM unnest(unsettled_writes) h WHERE h.root_id = r.root_id AND h.class_id = r.class_id)
$$;

COMMENT ON FUNCTION may_have_written IS 'True if a run of the reader''s root wrote the data before a read: false for most, by three look-ups.';

CREATE FUNCTION wrote_in_family(r read_row, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    relatives bigint[] := relatives_of(r.run_id);
BEGIN
    RETURN EXISTS (
            SELECT FROM unnest(relatives) AS k (id)
            CROSS JOIN LATERAL (SELECT h.* FROM write_row h WHERE h.run_id = k.id OFFSET 0) h
            WHERE h.class_id = r.class_id AND h.kind IN ('VERSION', 'DROP') AND h.at < r.since AND is_known(h.run_id, v, unsettled_ids))
        OR EXISTS (
            SELECT FROM unnest(unsettled_writes) h
            WHERE h.run_id = ANY (relatives) AND h.class_id = r.class_id AND h.kind IN ('VERSION', 'DROP') AND h.at < r.since);
END $$;

COMMENT ON FUNCTION wrote_in_family IS
    'True if the reader or a relative wrote the data before a read. For this read their writes replace nothing, so it may have seen other versions than most reads.';

CREATE FUNCTION hops_of_read(r read_row, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT (s.w).edge_id, (s.w).attempt, (s.w).run_id, (s.w).asset_id, (s.w).at, hop_flags(r, s.w, s.certainty), r.run_id, r.attempt,
        CASE WHEN r.narrows THEN r.class_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, (s.w).until
    FROM evaluated_seen(r, v, unsettled_ids, unsettled_writes) s
$$;

COMMENT ON FUNCTION hops_of_read IS 'The hops to a read from all versions and open writes that it saw.';

CREATE FUNCTION remaining_hops_down(
    of_class_id bigint, moment timestamptz, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]
) RETURNS SETOF hop LANGUAGE plpgsql STABLE ROWS 2 AS $$
#variable_conflict use_column
DECLARE
    replacement record;
    next_at timestamptz;
    first_read_at timestamptz;
    apart read_row[];
BEGIN
    -- A replacement at the moment itself counts, too.
    SELECT f.* INTO replacement
    FROM find_replacement(implicit_version(of_class_id, moment - interval '1 microsecond'), true, v, unsettled_ids, unsettled_writes) f;
    next_at := least(replacement.replaced_at, (
        SELECT min(h.at) FROM write_row h
        WHERE h.class_id = of_class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = 'UNKNOWN' AND h.at > moment AND h.at <= v.as_of));
    first_read_at := coalesce((
        SELECT r.since FROM read_row r
        WHERE r.class_id = of_class_id AND r.version_key IS NULL AND r.since >= moment
        ORDER BY r.since LIMIT 1), 'infinity');
    IF next_at < replacement.replaced_at AND first_read_at >= next_at THEN
        -- Nobody reads before the last unknown write up to the first read.
        next_at := coalesce((
            SELECT h.at FROM write_row h
            WHERE h.class_id = of_class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = 'UNKNOWN' AND h.at > moment
                AND h.at <= first_read_at AND h.at <= v.as_of AND h.at < replacement.replaced_at
            ORDER BY h.at DESC LIMIT 1), next_at);
    END IF;
    apart := ARRAY(
        SELECT r FROM read_row r
        WHERE r.class_id = of_class_id AND r.version_key IS NULL AND r.since >= moment AND r.since < next_at
            AND may_have_written(r, unsettled_writes) AND wrote_in_family(r, v, unsettled_ids, unsettled_writes)
            AND is_known(r.run_id, v, unsettled_ids));
    RETURN QUERY
    SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, moment, CASE WHEN r.streams THEN 5 ELSE 1 END, r.run_id, r.attempt,
        CASE WHEN r.narrows THEN r.class_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, NULL::timestamptz
    FROM read_row r
    WHERE r.class_id = of_class_id AND r.version_key IS NULL AND r.since >= moment AND r.since < next_at
        AND is_known(r.run_id, v, unsettled_ids) AND (apart = '{}' OR r <> ALL (apart));
    IF next_at < replacement.replaced_at THEN
        RETURN QUERY SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, moment, 1, -1::bigint, 0, of_class_id, to_micros(next_at), next_at,
            timestamptz 'infinity', NULL::timestamptz;
    ELSIF replacement.by_root_id IS NOT NULL AND EXISTS (
        SELECT FROM read_row k WHERE k.root_id = replacement.by_root_id AND k.class_id = of_class_id AND k.since >= next_at)
    THEN
        -- Relatives of the replacing run do not see its write, and so see older versions.
        apart := apart || ARRAY(
            SELECT k FROM reads_of_relatives(replacement.by_run_id, of_class_id, next_at) k WHERE is_known(k.run_id, v, unsettled_ids));
    END IF;
    IF cardinality(apart) > 0 THEN
        RETURN QUERY SELECT h.* FROM unnest(apart) r CROSS JOIN LATERAL hops_of_read(r, v, unsettled_ids, unsettled_writes) h;
    END IF;
END $$;

COMMENT ON FUNCTION remaining_hops_down IS
    'The hops from the remains of data at a moment: to the reads up to the next unknown write before a read, and to the remains at that. Reads by relatives of writers get a hop from each version that they saw.';

CREATE FUNCTION remains_seen(
    r read_row, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[], by_remains boolean
) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
    newest timestamptz;
    replaced_at timestamptz;
BEGIN
    IF NOT by_remains OR r.version_key IS NOT NULL THEN
        RETURN NULL;
    END IF;
    SELECT n.at INTO newest FROM newest_whole_write(r.class_id, r.since, r.run_id, r.root_id, false, v, unsettled_ids) n;
    IF newest = '-infinity' OR EXISTS (
        SELECT FROM newest_whole_write(r.class_id, r.since, r.run_id, r.root_id, true, v, unsettled_ids) last
        CROSS JOIN LATERAL (
            SELECT FROM write_row k WHERE k.class_id = r.class_id AND k.parts IS NOT NULL AND k.at >= last.at AND k.at < newest LIMIT 1) k)
    THEN
        RETURN NULL;
    END IF;
    SELECT f.replaced_at INTO replaced_at
    FROM find_replacement(implicit_version(r.class_id, newest - interval '1 microsecond'), true, v, unsettled_ids, unsettled_writes) f;
    RETURN CASE WHEN replaced_at > r.since
        AND NOT (may_have_written(r, unsettled_writes) AND wrote_in_family(r, v, unsettled_ids, unsettled_writes)) THEN newest END;
END $$;

COMMENT ON FUNCTION remains_seen IS
    'The moment of the last unknown write before a read, whose remains it possibly saw; null if nothing remains, or if each version is to be asked for.';

CREATE FUNCTION remaining_hops_up(
    of_class_id bigint, moment timestamptz, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]
) RETURNS SETOF hop LANGUAGE plpgsql STABLE ROWS 2 AS $$
#variable_conflict use_column
DECLARE
    last_at timestamptz := (
        SELECT max(k.at) FROM write_row k WHERE k.class_id = of_class_id AND k.kind = 'VERSION' AND k.at < moment);
    replaced_at timestamptz;
BEGIN
    SELECT f.replaced_at INTO replaced_at
    FROM find_replacement(implicit_version(of_class_id, last_at), true, v, unsettled_ids, unsettled_writes) f;
    IF last_at IS NULL OR replaced_at < moment THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT k.edge_id, k.attempt, k.run_id, k.asset_id, k.at, 1, m.run_id, m.attempt, 0::bigint, k.class_id,
        k.at, timestamptz 'infinity', k.until
    FROM write_row k CROSS JOIN LATERAL makers_of(k, v, unsettled_ids, unsettled_writes) m
    WHERE k.class_id = of_class_id AND k.kind = 'VERSION' AND k.at = last_at AND is_whole_version(k) AND is_known(k.run_id, v, unsettled_ids);
    SELECT f.replaced_at INTO replaced_at
    FROM find_replacement(implicit_version(of_class_id, last_at - interval '1 microsecond'), true, v, unsettled_ids, unsettled_writes) f;
    IF replaced_at > last_at THEN
        RETURN QUERY SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, timestamptz '-infinity', 1, -1::bigint, 0, of_class_id, to_micros(last_at),
            last_at, timestamptz 'infinity', NULL::timestamptz;
    END IF;
END $$;

COMMENT ON FUNCTION remaining_hops_up IS
    'The hops from the remains of data at a moment: to the last versions before it, and to the remains at these.';
