-- Which read saw which write (docs/point-in-time.md).
-- After: subsets, types.

CREATE FUNCTION is_known(run_id bigint, v vantage, odd_ids bigint[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT run_id <> ALL (odd_ids)
        AND (SELECT is_settled(r, (v).as_of, (v).known_at) FROM run r WHERE r.id = is_known.run_id)
$$;

COMMENT ON FUNCTION is_known IS
    'Whether the kept rows of a run hold for a vantage; those of odd_ids it sees otherwise, and of all that are not settled it knows nothing.';

CREATE FUNCTION sees(r read_row, w write_row, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}', odd write_row[] DEFAULT '{}')
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
        w.at <= latest AND NOT is_replaced(w, r, appends, v, odd_ids, odd)
        OR r.streams AND w.at > r.since AND w.at <= r.until)
    THEN
        RETURN 'CERTAIN';
    ELSIF NOT coalesce((v).possible, false) THEN
        RETURN NULL;
    ELSIF w.kind = 'VERSION' THEN
        RETURN CASE WHEN w.at > r.since AND w.at <= r.until
            OR w.at <= latest AND NOT is_replaced(w, r, true, v, odd_ids, odd) THEN 'POSSIBLE' END;
    ELSIF w.kind = 'OPEN' THEN
        RETURN CASE WHEN w.at <= r.until
            AND NOT (w.until <= r.since AND is_replaced(w, r, appends, v, odd_ids, odd)) THEN 'POSSIBLE' END;
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION sees IS
    'The rule (docs/point-in-time.md): whether a read saw a write, CERTAIN or POSSIBLE; null: it did not. The only place that knows it; readers_of and seen_by only find what to ask it of.';

CREATE FUNCTION reads_of_relatives(run_id bigint, data_id bigint, since timestamptz) RETURNS SETOF read_row
    LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    relatives bigint[] := run_id || ancestors_of(run_id);
BEGIN
    IF EXISTS (SELECT FROM run c WHERE c.parent_id = run_id) THEN
        relatives := ARRAY(SELECT unnest(relatives) UNION SELECT descendants_of(ARRAY[run_id]));
    END IF;
    RETURN QUERY
    SELECT r.*
    FROM unnest(relatives) AS k (id) CROSS JOIN LATERAL (SELECT r.* FROM read_row r WHERE r.run_id = k.id OFFSET 0) r
    WHERE r.data_id = data_id AND r.version_key IS NULL AND r.since >= since;
END $$;

COMMENT ON FUNCTION reads_of_relatives IS
    'The reads of data since a moment by a run and its relatives: from them alone a write of the run does not hide older ones.';

CREATE FUNCTION reads_despite_hider(w write_row) RETURNS SETOF read_row
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    hider_id bigint := (
        SELECT h.run_id FROM writes_at(w.data_id, w.hidden_at) h
        WHERE h.root_id = w.hider_root_id AND hides(h, w, false)
        LIMIT 1);
BEGIN
    RETURN QUERY SELECT r.* FROM reads_of_relatives(hider_id, w.data_id, w.hidden_at) r WHERE sees(r, w) IS NOT NULL;
END $$;

COMMENT ON FUNCTION reads_despite_hider IS 'The reads that saw a version after it was hidden, being of relatives of all that hid it.';

CREATE FUNCTION kept_readers(w write_row) RETURNS SETOF read_row
    LANGUAGE sql STABLE AS $$
    SELECT r.* FROM read_row r
    WHERE r.data_id = w.data_id AND r.version_key IS NULL AND r.since >= w.at AND r.since < w.hidden_at
        AND (r.root_id <> w.root_id OR NOT are_relatives(r.run_id, w.run_id))
        AND (r.parts IS NULL OR w.parts IS NULL OR NOT are_disjoint(r.parts, w.parts))
    UNION ALL
    SELECT r.*
    FROM (
        SELECT WHERE EXISTS (
            SELECT FROM read_row r WHERE r.root_id = w.hider_root_id AND r.data_id = w.data_id AND r.since >= w.hidden_at)
        OFFSET 0
    ) has_reads
    CROSS JOIN LATERAL reads_despite_hider(w) r
    UNION ALL
    -- Most stores have no stream: whether there is one is looked up once.
    SELECT r.* FROM read_row r
    WHERE EXISTS (SELECT FROM read_row s WHERE s.streams)
        AND r.streams AND r.data_id = w.data_id AND r.version_key IS NULL AND r.since < w.at AND w.at <= r.until
        AND sees(r, w) IS NOT NULL
    UNION ALL
    SELECT r.* FROM read_row r
    WHERE w.version_key IS NOT NULL AND r.data_id = w.data_id AND r.version_key = w.version_key AND sees(r, w) IS NOT NULL
$$;

COMMENT ON FUNCTION kept_readers IS
    'The reads that saw a version, for the question that assumes nothing: by the kept hidden_at; a test holds it to the rule.';

CREATE FUNCTION kept_seen(r read_row) RETURNS SETOF write_row
    LANGUAGE sql STABLE AS $$
    SELECT w.*
    FROM newest_whole_write(r.data_id, r.since, r.run_id, r.root_id, false, NULL, '{}') newest
    CROSS JOIN LATERAL (
        SELECT w.* FROM write_row w
        WHERE w.data_id = r.data_id AND w.kind = 'VERSION' AND w.at >= newest.at AND w.at <= r.since
        UNION ALL
        SELECT w.* FROM write_row w
        WHERE w.data_id = r.data_id AND w.kind = 'VERSION' AND w.until > w.at AND w.at < newest.at
        UNION ALL
        SELECT w.* FROM write_row w
        WHERE r.streams AND w.data_id = r.data_id AND w.kind = 'VERSION' AND w.at > r.since AND w.at <= r.until
    ) w
    WHERE r.version_key IS NULL
        AND CASE WHEN w.root_id <> r.root_id AND w.at <= r.since AND w.hidden_at > r.since AND r.parts IS NULL THEN true
            WHEN w.hidden_at <= r.since AND w.hider_root_id IS DISTINCT FROM r.root_id THEN false
            ELSE sees(r, w) IS NOT NULL END
    UNION ALL
    SELECT w.* FROM write_row w
    WHERE w.data_id = r.data_id AND w.version_key = r.version_key AND sees(r, w) IS NOT NULL
$$;

COMMENT ON FUNCTION kept_seen IS 'The versions that a read saw, for the question that assumes nothing: the inverse of kept_readers.';

CREATE FUNCTION ruled_readers(w write_row, v vantage, odd_ids bigint[], odd_reads read_row[], odd write_row[])
RETURNS TABLE (r read_row, certainty text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    hider record;
    last_hider record;
BEGIN
    SELECT f.* INTO hider FROM find_hider(w, v.appends, v, odd_ids, odd) f;
    last_hider := hider;
    IF v.possible AND NOT v.appends THEN
        SELECT f.* INTO last_hider FROM find_hider(w, true, v, odd_ids, odd) f;
    END IF;
    RETURN QUERY
    WITH candidate AS (
        SELECT k FROM read_row k
        WHERE k.data_id = w.data_id AND k.version_key IS NULL AND k.since >= w.at - v.tolerance AND k.since < last_hider.replaced_at
        UNION ALL
        SELECT k
        FROM (
            SELECT DISTINCT h.run_id
            FROM (VALUES (hider.by_root_id, hider.by_run_id), (last_hider.by_root_id, last_hider.by_run_id)) AS h (root_id, run_id)
            WHERE EXISTS (
                SELECT FROM read_row k WHERE k.root_id = h.root_id AND k.data_id = w.data_id AND k.since >= last_hider.replaced_at)
        ) h
        CROSS JOIN LATERAL reads_of_relatives(h.run_id, w.data_id, last_hider.replaced_at) k
        UNION ALL
        SELECT k FROM read_row k
        WHERE k.streams AND k.data_id = w.data_id AND k.version_key IS NULL AND k.since < w.at - v.tolerance AND w.at <= k.until
        UNION ALL
        SELECT k
        FROM (VALUES (1::smallint, interval '1 hour'), (2::smallint, interval '1 day'), (3::smallint, NULL)) AS s (span, longest)
        CROSS JOIN LATERAL (
            SELECT k FROM read_row k
            WHERE k.data_id = w.data_id AND k.version_key IS NULL AND k.span > 0 AND k.span = s.span AND NOT k.streams
                AND k.since >= coalesce(w.at - s.longest, '-infinity') AND k.since < w.at - v.tolerance AND w.at <= k.until
        ) k
        WHERE v.possible
        UNION ALL
        SELECT k FROM read_row k WHERE k.data_id = w.data_id AND k.version_key = w.version_key
    ), answer AS (
        SELECT c.k, CASE
            WHEN (c.k).root_id <> w.root_id AND w.kind = 'VERSION' AND (c.k).version_key IS NULL AND (c.k).parts IS NULL
                AND w.at <= (c.k).since + v.tolerance AND (c.k).since < hider.replaced_at THEN 'CERTAIN'
            ELSE sees(c.k, w, v, odd_ids, odd) END AS certainty
        FROM candidate c WHERE is_known((c.k).run_id, v, odd_ids)
        UNION ALL
        SELECT o, sees(o, w, v, odd_ids, odd) FROM unnest(odd_reads) o WHERE o.data_id = w.data_id
    )
    SELECT a.k, a.certainty FROM answer a WHERE a.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION ruled_readers IS
    'The reads that saw a write from a vantage, and with what certainty: all that the rule might hold for, asked of the rule.';

CREATE FUNCTION ruled_seen(r read_row, v vantage, odd_ids bigint[], odd write_row[])
RETURNS TABLE (w write_row, certainty text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    newest timestamptz;
BEGIN
    -- What was written before this was hidden when the read began, whatever may be assumed.
    SELECT n.at INTO newest
    FROM newest_whole_write(r.data_id, r.since, r.run_id, r.root_id, v.appends OR v.possible, v, odd_ids) n;
    RETURN QUERY
    WITH candidate AS (
        SELECT k FROM write_row k
        WHERE r.version_key IS NULL AND k.data_id = r.data_id AND k.kind = 'VERSION' AND k.at >= newest
            AND k.at <= CASE WHEN r.streams OR v.possible THEN greatest(r.until, r.since + v.tolerance) ELSE r.since + v.tolerance END
        UNION ALL
        SELECT k FROM write_row k
        WHERE r.version_key IS NULL AND k.data_id = r.data_id AND (k.kind = 'OPEN' OR k.until > k.at)
            AND (k.kind = 'OPEN' AND v.possible AND k.until >= newest AND k.at <= greatest(r.until, r.since + v.tolerance)
                OR k.kind = 'VERSION' AND k.at < newest)
        UNION ALL
        SELECT k FROM write_row k WHERE k.data_id = r.data_id AND k.version_key = r.version_key
    ), answer AS (
        SELECT c.k, sees(r, c.k, v, odd_ids, odd) AS certainty FROM candidate c WHERE is_known((c.k).run_id, v, odd_ids)
        UNION ALL
        SELECT o, sees(r, o, v, odd_ids, odd) FROM unnest(odd) o WHERE o.data_id = r.data_id
    )
    SELECT a.k, a.certainty FROM answer a WHERE a.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION ruled_seen IS 'The writes that a read saw from a vantage, and with what certainty: the inverse of ruled_readers.';

CREATE FUNCTION known_writes(writer_id bigint, v vantage, odd_ids bigint[], odd write_row[]) RETURNS SETOF write_row
    LANGUAGE sql STABLE AS $$
    SELECT w.* FROM write_row w WHERE w.run_id = writer_id AND is_known(writer_id, v, odd_ids)
    UNION ALL
    SELECT o.* FROM unnest(odd) o WHERE o.run_id = writer_id
$$;

COMMENT ON FUNCTION known_writes IS 'The writes of a run from a vantage.';

CREATE FUNCTION may_destroy(o write_row, w write_row) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (o).kind = 'OPEN' AND (o).effect = 'REPLACE' AND (o).data_id = (w).data_id AND (o).until > (w).at
        AND NOT ((o).parts IS NOT NULL AND (w).parts IS NOT NULL AND are_disjoint((o).parts, (w).parts));

COMMENT ON FUNCTION may_destroy IS
    'True if an open write said that it replaces, and was not over when a version was written: what the version wrote may be gone.';

CREATE FUNCTION known_writes_of_edges(edge_ids bigint[], attempts integer[], v vantage, odd_ids bigint[], odd write_row[]) RETURNS SETOF write_row
    LANGUAGE sql STABLE AS $$
    SELECT w.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN write_row w ON w.edge_id = k.edge_id AND w.attempt = k.attempt AND NOT w.is_departure
    WHERE is_known(w.run_id, v, odd_ids)
    UNION ALL
    SELECT o.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN unnest(odd) o ON o.edge_id = k.edge_id AND o.attempt = k.attempt AND NOT o.is_departure
$$;

COMMENT ON FUNCTION known_writes_of_edges IS 'The writes of edges by attempts, from a vantage.';
