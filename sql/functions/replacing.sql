-- Writes that replace older ones.
-- After: subsets, types, views.

CREATE FUNCTION removed_replacement(of_class_id bigint, over_at timestamptz, older_parts text[], appends boolean) RETURNS timestamptz
    LANGUAGE sql STABLE AS $$
    SELECT min(f.at)
    FROM entity_name n
    CROSS JOIN LATERAL (
        SELECT h.at FROM removed_write h
        WHERE h.asset_id = n.name_id AND h.at > over_at AND (h.is_sure OR NOT appends) AND covers(h.parts, older_parts)
        ORDER BY h.at LIMIT 1
    ) f
    WHERE n.entity_id = of_class_id
$$;

COMMENT ON FUNCTION removed_replacement IS
    'The first time at which a removed write replaced and covered data that was over at a time. Callers first ask if any write was removed.';

CREATE FUNCTION replaces(h write_row, w write_row, appends boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (h).class_id = (w).class_id AND (h).kind IN ('VERSION', 'DROP')
        AND ((h).effect = 'REPLACE' OR NOT appends AND (h).effect = 'UNKNOWN')
        AND (h).at > (w).until AND covers((h).parts, (w).parts);

COMMENT ON FUNCTION replaces IS 'True if one write replaces and covers an older one.';

CREATE FUNCTION writes_at(class_id bigint, at timestamptz) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    SELECT h.*
    -- Most writes are of unknown effect, so a search for one of them mostly ends with the first.
    FROM (VALUES ('UNKNOWN'), ('REPLACE')) AS e (effect)
    CROSS JOIN LATERAL (
        SELECT h.* FROM write_row h
        WHERE h.class_id = writes_at.class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.at = writes_at.at
        ORDER BY h.at
    ) h
$$;

COMMENT ON FUNCTION writes_at IS 'The writes of data at a moment that may replace older ones.';

CREATE FUNCTION first_replacement(
    of_class_id bigint, over_at timestamptz, older_parts text[], appends boolean, v point_in_time, unsettled_ids bigint[]
) RETURNS TABLE (at timestamptz) LANGUAGE sql STABLE AS $$
    SELECT least(min(n.at), (SELECT removed_replacement(of_class_id, over_at, older_parts, appends) WHERE EXISTS (SELECT FROM removed_write)))
    FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
    CROSS JOIN LATERAL (
        SELECT h.at FROM write_row h
        WHERE h.class_id = of_class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.at > over_at
            AND covers(h.parts, older_parts) AND (v IS NULL OR is_known(h.run_id, v, unsettled_ids))
        ORDER BY h.at LIMIT 1
    ) n
$$;

COMMENT ON FUNCTION first_replacement IS
    'The first time at which materialised writes replace and cover a write that was over at a time. Postgres inlines it.';

CREATE FUNCTION find_replacement(
    w write_row, appends boolean, v point_in_time DEFAULT NULL, unsettled_ids bigint[] DEFAULT '{}', unsettled_writes write_row[] DEFAULT '{}',
    OUT replaced_at timestamptz, OUT by_root_id bigint, OUT by_run_id bigint
) LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT min(f.at) INTO replaced_at
    FROM (
        SELECT n.at FROM first_replacement(w.class_id, w.until, w.parts, appends, v, unsettled_ids) n
        UNION ALL
        SELECT h.at FROM unnest(unsettled_writes) h WHERE replaces(h, w, appends)
    ) f;
    IF find_replacement.replaced_at IS NULL THEN
        replaced_at := 'infinity';
        RETURN;
    END IF;
    SELECT CASE WHEN min(h.root_id) = max(h.root_id) THEN min(h.root_id) END, CASE WHEN min(h.root_id) = max(h.root_id) THEN min(h.run_id) END
    INTO by_root_id, by_run_id
    FROM (
        SELECT h.root_id, h.run_id FROM writes_at(w.class_id, find_replacement.replaced_at) h
        WHERE replaces(h, w, appends) AND (v IS NULL OR is_known(h.run_id, v, unsettled_ids))
        UNION ALL
        SELECT h.root_id, h.run_id FROM unnest(unsettled_writes) h WHERE h.at = find_replacement.replaced_at AND replaces(h, w, appends)
    ) h;
END $$;

COMMENT ON FUNCTION find_replacement IS
    'The first time at which a write is replaced and covered; the root of the replacing writes if it is unique, and a run of them.';

CREATE FUNCTION is_replaced(w write_row, r read_row, appends boolean, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[])
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        -- In the order of time: mostly the first one replaces, and all of them can be a year's.
        SELECT FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
        CROSS JOIN LATERAL (
            SELECT FROM write_row h
            WHERE h.class_id = w.class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect
                AND h.at > w.until AND h.at <= r.since AND replaces(h, w, appends)
                AND (h.root_id <> r.root_id OR NOT are_relatives(h.run_id, r.run_id))
                AND (v IS NULL OR is_known(h.run_id, v, unsettled_ids))
            ORDER BY h.at LIMIT 1
        ) n)
        OR EXISTS (SELECT FROM removed_write) AND coalesce(removed_replacement(w.class_id, w.until, w.parts, appends) <= r.since, false)
        OR EXISTS (
        SELECT FROM unnest(unsettled_writes) h
        WHERE h.at <= r.since AND replaces(h, w, appends) AND (h.root_id <> r.root_id OR NOT are_relatives(h.run_id, r.run_id)));
END $$;

COMMENT ON FUNCTION is_replaced IS
    'True if a write was replaced and covered before a read began, by runs other than the reader''s relatives. unsettled_writes: writes of runs whose rows differ at the point in time.';

CREATE FUNCTION newest_whole_write(
    of_class_id bigint, latest timestamptz, reader_id bigint, reader_root_id bigint, appends boolean, v point_in_time, unsettled_ids bigint[]
) RETURNS TABLE (at timestamptz) LANGUAGE sql STABLE AS $$
    SELECT coalesce(max(n.at), '-infinity')
    FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
    CROSS JOIN LATERAL (
        SELECT h.at FROM write_row h
        WHERE h.class_id = of_class_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.parts IS NULL
            AND h.at <= latest AND (h.root_id <> reader_root_id OR NOT are_relatives(h.run_id, reader_id))
            AND (v IS NULL OR is_known(h.run_id, v, unsettled_ids))
        ORDER BY h.at DESC LIMIT 1
    ) n
$$;

COMMENT ON FUNCTION newest_whole_write IS
    'The last time by a moment at which data was replaced as a whole, by runs other than a reader''s relatives (0: by any run). It replaces all writes that were over before it. Postgres inlines it.';

CREATE FUNCTION versions_during(of_class_id bigint, moment timestamptz) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT w.*
    FROM (
        -- Few writes take long: the index of these knows the end, and the one of all versions only the beginning.
        SELECT w.* FROM write_row w WHERE w.class_id = of_class_id AND w.kind = 'VERSION' AND w.until > w.at AND w.until >= moment OFFSET 0
    ) w
    WHERE w.at < moment
$$;

COMMENT ON FUNCTION versions_during IS
    'The versions whose write had begun before a moment, and was not over: a replacement at that moment leaves them. Postgres inlines it.';

CREATE FUNCTION derive_replaced(changed write_row[]) RETURNS step_key[]
    LANGUAGE plpgsql AS $$
DECLARE
    -- The changed ones, and the ones they replace or replaced; all of those are newer than the newest earlier write
    -- that replaces everything.
    affected write_row[] := ARRAY(
        SELECT DISTINCT ON ((a.k).run_id, (a.k).edge_id, (a.k).attempt) a.k
        FROM (
            -- The kind is checked outside, so that no partial index looks as good as the key while the table is small.
            SELECT k.k FROM unnest(changed) c
            CROSS JOIN LATERAL (
                SELECT k FROM write_row k
                WHERE k.run_id = c.run_id AND k.edge_id = c.edge_id AND k.attempt = c.attempt AND NOT k.is_departure
                OFFSET 0
            ) k (k)
            WHERE (k.k).kind = 'VERSION'
            UNION ALL
            SELECT k.k
            FROM (SELECT DISTINCT c.class_id, c.at FROM unnest(changed) c WHERE c.kind IN ('VERSION', 'DROP') AND c.effect <> 'APPEND') c
            CROSS JOIN LATERAL newest_whole_write(c.class_id, c.at - interval '1 microsecond', 0, 0, false, NULL, '{}') newest
            CROSS JOIN LATERAL (
                SELECT k FROM write_row k
                WHERE k.class_id = c.class_id AND k.kind = 'VERSION' AND k.at >= newest.at AND k.at < c.at AND k.until < c.at
                    AND k.replaced_at >= c.at
                UNION ALL
                SELECT k FROM versions_during(c.class_id, newest.at) k WHERE k.until < c.at AND k.replaced_at >= c.at
                OFFSET 0
            ) k (k)
        ) a
        ORDER BY (a.k).run_id, (a.k).edge_id, (a.k).attempt);
    forgotten step_key[] := ARRAY(SELECT ROW(k.run_id, k.attempt)::step_key FROM unnest(affected) k WHERE k.replaced_at < 'infinity');
    settled step_key[];
BEGIN
    IF cardinality(affected) > 0 THEN
        -- By their places: nobody else changes writes of this data now, and the planner has no choice.
        WITH pointed AS (
            UPDATE asset_write w SET replaced_at = d.replaced_at, replaced_by_root_id = d.by_root_id
            FROM (
                SELECT o.place, coalesce(f.at, 'infinity') AS replaced_at, h.by_root_id
                FROM unnest(affected) k
                CROSS JOIN LATERAL first_replacement(k.class_id, k.until, k.parts, false, NULL, '{}') f
                CROSS JOIN LATERAL (
                    SELECT CASE WHEN min(h.root_id) = max(h.root_id) THEN min(h.root_id) END AS by_root_id
                    FROM writes_at(k.class_id, f.at) h WHERE replaces(h, k, false)
                ) h
                CROSS JOIN LATERAL (
                    SELECT o.ctid AS place FROM asset_write o
                    WHERE o.run_id = k.run_id AND o.edge_id = k.edge_id AND o.attempt = k.attempt AND NOT o.is_departure
                    OFFSET 0
                ) o
                WHERE (k.replaced_at, k.replaced_by_root_id) IS DISTINCT FROM (coalesce(f.at, 'infinity'), h.by_root_id)
                OFFSET 0
            ) d
            WHERE w.ctid = d.place
            RETURNING w.run_id, w.attempt, w.replaced_at
        )
        SELECT array_agg(ROW(p.run_id, p.attempt)::step_key) INTO settled FROM pointed p WHERE p.replaced_at < 'infinity';
    END IF;
    RETURN forgotten || settled;
END $$;

COMMENT ON FUNCTION derive_replaced IS
    'Derives find_replacement for materialised writes: for changed versions, and for versions that changed writes replace, or replaced. Returns the attempts whose versions are replaced, or were.';

CREATE FUNCTION versions_left(of_class_id bigint, moment timestamptz) RETURNS SETOF write_row
    LANGUAGE sql STABLE ROWS 2 AS $$
    WITH whole AS MATERIALIZED (
        -- The bounds of the versions that nothing replaces at the moment, and of those read after it by relatives of
        -- their replacement, which do not see it.
        SELECT h.at, n.at AS since, h.root_id
        FROM (
            SELECT NULL::timestamptz AS at, NULL::bigint AS root_id
            UNION ALL
            SELECT h.at, h.root_id
            FROM (
                SELECT r.root_id FROM read_row r WHERE r.class_id = of_class_id AND r.version_key IS NULL AND r.since > moment
                UNION
                SELECT r.root_id FROM read_row r WHERE r.class_id = of_class_id AND r.version_key IS NOT NULL AND r.since > moment
            ) r
            CROSS JOIN LATERAL (
                SELECT h.at, h.root_id, h.kind FROM write_row h
                WHERE h.root_id = r.root_id AND h.class_id = of_class_id AND h.root_id <> h.run_id
                UNION ALL
                SELECT h.at, h.root_id, h.kind FROM write_row h
                WHERE h.run_id = r.root_id AND h.class_id = of_class_id AND h.root_id = h.run_id
            ) h
            WHERE h.kind IN ('VERSION', 'DROP') AND h.at <= moment
        ) h
        CROSS JOIN LATERAL newest_whole_write(of_class_id, coalesce(h.at - interval '1 microsecond', moment), 0, 0, false, NULL, '{}') n
    )
    SELECT k.*
    FROM whole w
    CROSS JOIN LATERAL (
        SELECT k.* FROM write_row k
        WHERE k.class_id = of_class_id AND k.kind = 'VERSION' AND k.at >= w.since AND k.at < moment
            AND (w.at IS NULL OR k.at < w.at)
        UNION ALL
        SELECT k.* FROM versions_during(of_class_id, w.since) k WHERE k.at < moment
    ) k
    WHERE CASE WHEN w.at IS NULL THEN k.replaced_at > moment ELSE k.replaced_at = w.at AND k.replaced_by_root_id = w.root_id END
    UNION ALL
    SELECT k.*
    FROM (
        SELECT DISTINCT r.version_key FROM read_row r
        WHERE r.class_id = of_class_id AND r.version_key IS NOT NULL AND r.since > moment
    ) r
    JOIN write_row k ON k.class_id = of_class_id AND k.version_key = r.version_key AND k.kind = 'VERSION' AND k.at < moment
$$;

COMMENT ON FUNCTION versions_left IS
    'The versions of before a moment that may have been read after it, for the question that assumes nothing. They are those not replaced as a whole, those read by relatives of their replacement, and those that a read names.';
