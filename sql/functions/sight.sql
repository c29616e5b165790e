-- Reads and the writes that they saw (docs/point-in-time.md).
-- After: subsets, types.

CREATE FUNCTION is_known(run_id bigint, v point_in_time, unsettled_ids bigint[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT run_id <> ALL (unsettled_ids)
        AND (SELECT is_settled(r, (v).as_of, (v).known_at) FROM run r WHERE r.id = is_known.run_id)
$$;

COMMENT ON FUNCTION is_known IS
    'True if the materialised rows of a run hold at a point in time: not for unsettled_ids, whose rows differ, nor for other unsettled runs, which are unknown.';

CREATE FUNCTION sees(r read_row, w write_row, v point_in_time DEFAULT NULL, unsettled_ids bigint[] DEFAULT '{}', unsettled_writes write_row[] DEFAULT '{}')
RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    latest timestamptz := r.since + coalesce((v).tolerance, interval '0');
    appends boolean := coalesce((v).appends, false);
BEGIN
    IF r.root_id = w.root_id AND are_relatives(r.run_id, w.run_id)
        OR r.parts IS NOT NULL AND w.parts IS NOT NULL AND are_disjoint(r.parts, w.parts)
    THEN
        RETURN NULL;
    ELSIF r.version_key IS NOT NULL THEN
        RETURN CASE WHEN w.kind = 'VERSION' AND w.version_key = r.version_key THEN 'CERTAIN' END;
    ELSIF w.kind = 'VERSION' AND (
        w.at <= latest AND NOT is_replaced(w, r, appends, v, unsettled_ids, unsettled_writes)
        OR r.streams AND w.at > r.since AND w.at <= r.until)
    THEN
        RETURN 'CERTAIN';
    ELSIF NOT coalesce((v).possible, false) THEN
        RETURN NULL;
    ELSIF w.kind = 'VERSION' THEN
        RETURN CASE WHEN w.at > r.since AND w.at <= r.until
            OR w.at <= latest AND NOT is_replaced(w, r, true, v, unsettled_ids, unsettled_writes) THEN 'POSSIBLE' END;
    ELSIF w.kind = 'OPEN' THEN
        RETURN CASE WHEN w.at <= r.until
            AND NOT (w.until <= r.since AND is_replaced(w, r, appends, v, unsettled_ids, unsettled_writes)) THEN 'POSSIBLE' END;
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION sees IS
    'The rule of sight (docs/point-in-time.md): a read saw a write CERTAIN or POSSIBLE; null: it did not. Only this function knows the rule; the readers and seen functions only find candidates.';

CREATE FUNCTION reads_of_relatives(run_id bigint, class_id bigint, since timestamptz) RETURNS SETOF read_row
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
#variable_conflict use_variable
BEGIN
    RETURN QUERY
    SELECT r.*
    FROM unnest(relatives_of(run_id)) AS k (id) CROSS JOIN LATERAL (SELECT r.* FROM read_row r WHERE r.run_id = k.id OFFSET 0) r
    WHERE r.class_id = class_id AND r.version_key IS NULL AND r.since >= since;
END $$;

COMMENT ON FUNCTION reads_of_relatives IS
    'The reads of data since a moment by a run and its relatives: only for them a write of the run does not replace older ones.';

CREATE FUNCTION reads_despite_replacement(w write_row) RETURNS SETOF read_row
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
DECLARE
    replacing_id bigint := (
        SELECT h.run_id FROM writes_at(w.class_id, w.replaced_at) h
        WHERE h.root_id = w.replaced_by_root_id AND replaces(h, w, false)
        LIMIT 1);
BEGIN
    RETURN QUERY SELECT r.* FROM reads_of_relatives(replacing_id, w.class_id, w.replaced_at) r WHERE sees(r, w) IS NOT NULL;
END $$;

COMMENT ON FUNCTION reads_despite_replacement IS
    'The reads that saw a version after its replacement, as relatives of all runs that replaced it.';

CREATE FUNCTION has_other_readers(w write_row) RETURNS SETOF boolean
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT true
    WHERE w.kind <> 'VERSION'
        OR EXISTS (SELECT FROM read_row r WHERE r.root_id = w.replaced_by_root_id AND r.class_id = w.class_id AND r.since >= w.replaced_at)
        OR EXISTS (SELECT FROM read_row r WHERE r.streams) AND EXISTS (SELECT FROM read_row r WHERE r.streams AND r.class_id = w.class_id)
        OR EXISTS (SELECT FROM read_row r WHERE r.class_id = w.class_id AND r.version_key = w.version_key)
    OFFSET 0
$$;

COMMENT ON FUNCTION has_other_readers IS
    'A row if reads may have seen a write that plain_readers leaves out, or if it is no version. Few writes have such readers; Postgres inlines the check.';

CREATE FUNCTION plain_readers(w write_row) RETURNS SETOF read_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT r.* FROM read_row r
    WHERE r.class_id = w.class_id AND r.version_key IS NULL AND r.since >= w.at AND r.since < w.replaced_at
        AND (r.root_id <> w.root_id OR NOT are_relatives(r.run_id, w.run_id))
        AND (r.parts IS NULL OR w.parts IS NULL OR NOT are_disjoint(r.parts, w.parts))
$$;

COMMENT ON FUNCTION plain_readers IS
    'The reads without a version id that began after a version was written, and before its materialised replacement. Postgres inlines it.';

CREATE FUNCTION other_readers(w write_row) RETURNS SETOF read_row
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
    RETURN QUERY
    SELECT r.* FROM reads_despite_replacement(w) r
    UNION ALL
    SELECT r.* FROM read_row r
    WHERE r.streams AND r.class_id = w.class_id AND r.version_key IS NULL AND r.since < w.at AND w.at <= r.until
        AND sees(r, w) IS NOT NULL
    UNION ALL
    SELECT r.* FROM read_row r
    WHERE r.class_id = w.class_id AND r.version_key = w.version_key AND sees(r, w) IS NOT NULL;
END $$;

COMMENT ON FUNCTION other_readers IS
    'The reads that saw a version though they began before it, after its replacement, or name a version id.';

CREATE FUNCTION materialised_readers(w write_row) RETURNS SETOF read_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT r.* FROM plain_readers(w) r
    UNION ALL
    SELECT r.* FROM has_other_readers(w) CROSS JOIN LATERAL other_readers(w) r
$$;

COMMENT ON FUNCTION materialised_readers IS
    'The reads that saw a version, for the question that assumes nothing, by the materialised replaced_at; a test compares them with the rule.';

CREATE FUNCTION materialised_seen(r read_row) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT w.*
    FROM newest_whole_write(r.class_id, r.since, r.run_id, r.root_id, false, NULL, '{}') newest
    CROSS JOIN LATERAL (
        SELECT w.* FROM write_row w
        WHERE w.class_id = r.class_id AND w.kind = 'VERSION' AND w.at >= newest.at AND w.at <= r.since
        UNION ALL
        SELECT w.* FROM versions_during(r.class_id, newest.at) w
        UNION ALL
        SELECT w.* FROM write_row w
        WHERE r.streams AND w.class_id = r.class_id AND w.kind = 'VERSION' AND w.at > r.since AND w.at <= r.until
    ) w
    WHERE r.version_key IS NULL
        AND CASE WHEN w.root_id <> r.root_id AND w.at <= r.since AND w.replaced_at > r.since AND r.parts IS NULL THEN true
            WHEN w.replaced_at <= r.since AND w.replaced_by_root_id IS DISTINCT FROM r.root_id THEN false
            ELSE sees(r, w) IS NOT NULL END
    UNION ALL
    SELECT w.* FROM write_row w
    WHERE w.class_id = r.class_id AND w.version_key = r.version_key AND sees(r, w) IS NOT NULL
$$;

COMMENT ON FUNCTION materialised_seen IS
    'The versions that a read saw, for the question that assumes nothing: the inverse of materialised_readers.';

CREATE FUNCTION settled_readers(w write_row, v point_in_time, unsettled_ids bigint[]) RETURNS SETOF read_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT r.* FROM read_row r
    WHERE r.class_id = w.class_id AND r.version_key IS NULL AND r.since >= w.at - (v).tolerance AND r.since < w.replaced_at
        AND (r.root_id <> w.root_id OR NOT are_relatives(r.run_id, w.run_id))
        AND (r.parts IS NULL OR w.parts IS NULL OR NOT are_disjoint(r.parts, w.parts))
        AND r.run_id <> ALL (unsettled_ids) AND EXISTS (SELECT FROM run k WHERE k.id = r.run_id AND is_settled(k, (v).as_of, (v).known_at))
$$;

COMMENT ON FUNCTION settled_readers IS
    'The reads that saw a write at a point in time, if the write''s replacement is the materialised one then, and it has no other readers.';

CREATE FUNCTION is_settled_write(
    w write_row, v point_in_time, unsettled_ids bigint[], unsettled_class_ids bigint[], unsettled_root_ids bigint[], by_remains boolean
) RETURNS SETOF boolean
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT (NOT (v).possible OR by_remains AND is_whole_version(w)) AND NOT (v).appends AND w.kind = 'VERSION' AND w.class_id <> ALL (unsettled_class_ids)
        AND (w.replaced_at = 'infinity' OR w.replaced_at > (v).as_of
            OR w.replaced_by_root_id IS NOT NULL AND (
                -- A write had an event by its moment, so its run is known, or unsettled.
                NOT isfinite((v).known_at) AND w.replaced_by_root_id <> ALL (unsettled_root_ids)
                OR EXISTS (
                    SELECT FROM writes_at(w.class_id, w.replaced_at) h JOIN run k ON k.id = h.run_id
                    WHERE replaces(h, w, false) AND h.run_id <> ALL (unsettled_ids) AND is_settled(k, (v).as_of, (v).known_at))))
        AND NOT EXISTS (SELECT FROM has_other_readers(w))
    OFFSET 0
$$;

COMMENT ON FUNCTION is_settled_write IS
    'True if settled_readers are all readers of a known write at a point in time. The first known replacement is the materialised one, or none had happened. No unsettled run uses the data. Postgres inlines it.';

CREATE FUNCTION reads_at_write(w write_row, v point_in_time, unsettled_ids bigint[]) RETURNS SETOF read_row
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT r.*
    FROM (VALUES (0::smallint, interval '1 hour'), (1::smallint, interval '1 day'), (2::smallint, NULL)) AS s (span, longest)
    CROSS JOIN LATERAL (
        SELECT r.* FROM read_row r
        WHERE s.span = 0 AND r.class_id = w.class_id AND r.version_key IS NULL AND r.span = 0
            AND r.since >= w.at - s.longest AND r.since < w.at - (v).tolerance AND r.until >= w.at
        UNION ALL
        SELECT r.* FROM read_row r
        WHERE s.span > 0 AND r.class_id = w.class_id AND r.version_key IS NULL AND r.span > 0 AND r.span = s.span
            AND r.since >= coalesce(w.at - s.longest, '-infinity') AND r.since < w.at - (v).tolerance AND r.until >= w.at
    ) r
    WHERE NOT r.streams AND is_known(r.run_id, v, unsettled_ids)
$$;

COMMENT ON FUNCTION reads_at_write IS 'The reads that went on when a version was written, without streams.';

CREATE FUNCTION evaluated_readers(
    w write_row, v point_in_time, unsettled_ids bigint[], unsettled_reads read_row[], unsettled_writes write_row[], by_remains boolean DEFAULT false
) RETURNS TABLE (r read_row, certainty text) LANGUAGE plpgsql STABLE ROWS 4 AS $$
#variable_conflict use_variable
DECLARE
    replacement record;
    last_replacement record;
BEGIN
    SELECT f.* INTO replacement FROM find_replacement(w, v.appends, v, unsettled_ids, unsettled_writes) f;
    last_replacement := replacement;
    IF v.possible AND NOT v.appends AND NOT by_remains THEN
        SELECT f.* INTO last_replacement FROM find_replacement(w, true, v, unsettled_ids, unsettled_writes) f;
    END IF;
    RETURN QUERY
    WITH candidate AS (
        SELECT k FROM read_row k
        WHERE k.class_id = w.class_id AND k.version_key IS NULL AND k.since >= w.at - v.tolerance AND k.since < last_replacement.replaced_at
        UNION ALL
        SELECT k
        FROM (
            SELECT DISTINCT h.run_id
            FROM (VALUES (replacement.by_root_id, replacement.by_run_id), (last_replacement.by_root_id, last_replacement.by_run_id)) AS h (root_id, run_id)
            WHERE EXISTS (
                SELECT FROM read_row k WHERE k.root_id = h.root_id AND k.class_id = w.class_id AND k.since >= last_replacement.replaced_at)
        ) h
        CROSS JOIN LATERAL reads_of_relatives(h.run_id, w.class_id, last_replacement.replaced_at) k
        UNION ALL
        SELECT k FROM read_row k
        WHERE k.streams AND k.class_id = w.class_id AND k.version_key IS NULL AND k.since < w.at - v.tolerance AND w.at <= k.until
        UNION ALL
        SELECT k FROM (SELECT WHERE v.possible) n CROSS JOIN LATERAL reads_at_write(w, v, unsettled_ids) k
        UNION ALL
        SELECT k FROM read_row k WHERE k.class_id = w.class_id AND k.version_key = w.version_key
    ), answer AS (
        SELECT c.k, CASE
            WHEN (c.k).root_id <> w.root_id AND w.kind = 'VERSION' AND (c.k).version_key IS NULL AND (c.k).parts IS NULL
                AND w.at <= (c.k).since + v.tolerance AND (c.k).since < replacement.replaced_at THEN 'CERTAIN'
            ELSE sees(c.k, w, v, unsettled_ids, unsettled_writes) END AS certainty
        FROM candidate c WHERE is_known((c.k).run_id, v, unsettled_ids)
        UNION ALL
        SELECT o, sees(o, w, v, unsettled_ids, unsettled_writes) FROM unnest(unsettled_reads) o WHERE o.class_id = w.class_id
    )
    SELECT a.k, a.certainty FROM answer a WHERE a.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION evaluated_readers IS
    'The reads that saw a write at a point in time, with their certainty: the rule is applied to all candidates. by_remains: the reads after the first replacement are left to the remains of the data, but those by its relatives.';

CREATE FUNCTION evaluated_seen(
    r read_row, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[], by_remains boolean DEFAULT false
) RETURNS TABLE (w write_row, certainty text) LANGUAGE plpgsql STABLE ROWS 2 AS $$
#variable_conflict use_variable
DECLARE
    newest timestamptz;
BEGIN
    -- Versions from before this moment were replaced when the read began, under any assumption; or only remain.
    SELECT n.at INTO newest
    FROM newest_whole_write(r.class_id, r.since, r.run_id, r.root_id, v.appends OR v.possible AND NOT by_remains, v, unsettled_ids) n;
    RETURN QUERY
    WITH candidate AS (
        SELECT k FROM write_row k
        WHERE r.version_key IS NULL AND k.class_id = r.class_id AND k.kind = 'VERSION' AND k.at >= newest
            AND k.at <= CASE WHEN r.streams OR v.possible THEN greatest(r.until, r.since + v.tolerance) ELSE r.since + v.tolerance END
        UNION ALL
        SELECT k FROM versions_during(r.class_id, newest) k WHERE r.version_key IS NULL
        UNION ALL
        SELECT k FROM write_row k
        WHERE v.possible AND r.version_key IS NULL AND k.class_id = r.class_id AND (k.kind = 'OPEN' OR k.until > k.at)
            AND (k.kind = 'OPEN' AND k.until >= newest AND k.at <= greatest(r.until, r.since + v.tolerance)
                -- The last whole write may be unknown then, and remains know only the beginning of a write.
                OR k.kind = 'VERSION' AND by_remains AND k.at < newest AND k.until < newest)
        UNION ALL
        SELECT k FROM write_row k WHERE k.class_id = r.class_id AND k.version_key = r.version_key
    ), answer AS (
        SELECT c.k, sees(r, c.k, v, unsettled_ids, unsettled_writes) AS certainty FROM candidate c WHERE is_known((c.k).run_id, v, unsettled_ids)
        UNION ALL
        SELECT o, sees(r, o, v, unsettled_ids, unsettled_writes) FROM unnest(unsettled_writes) o WHERE o.class_id = r.class_id
    )
    SELECT a.k, a.certainty FROM answer a WHERE a.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION evaluated_seen IS
    'The writes that a read saw at a point in time, with their certainty: the inverse of evaluated_readers. by_remains: the versions before the last whole write are left to the remains of the data.';

CREATE FUNCTION known_writes(writer_id bigint, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT w.* FROM write_row w WHERE w.run_id = writer_id AND is_known(writer_id, v, unsettled_ids)
    UNION ALL
    SELECT o.* FROM unnest(unsettled_writes) o WHERE o.run_id = writer_id
$$;

COMMENT ON FUNCTION known_writes IS 'The writes of a run at a point in time.';

CREATE FUNCTION may_destroy(o write_row, w write_row) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (o).kind = 'OPEN' AND (o).effect = 'REPLACE' AND (o).class_id = (w).class_id AND (o).until > (w).at
        AND NOT ((o).parts IS NOT NULL AND (w).parts IS NOT NULL AND are_disjoint((o).parts, (w).parts));

COMMENT ON FUNCTION may_destroy IS
    'True if an open write replaces by its own word, and was not over when a version was written: the version may be destroyed.';

CREATE FUNCTION known_writes_of_edges(edge_ids bigint[], attempts integer[], v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[]) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT w.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN edge g ON g.id = k.edge_id
    JOIN write_row w ON w.run_id = g.run_id AND w.edge_id = g.id AND w.attempt = k.attempt AND NOT w.is_departure
    WHERE is_known(w.run_id, v, unsettled_ids)
    UNION ALL
    SELECT o.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN unnest(unsettled_writes) o ON o.edge_id = k.edge_id AND o.attempt = k.attempt AND NOT o.is_departure
$$;

COMMENT ON FUNCTION known_writes_of_edges IS 'The writes of edges by attempts, at a point in time.';
