-- Rows of reads and writes, derived from uses (docs/point-in-time.md).
-- After: uses.

CREATE FUNCTION reads_of(uses asset_use[]) RETURNS SETOF read_row
    LANGUAGE sql STABLE AS $$
    SELECT u.run_id, u.attempt, u.edge_id, u.asset_id, u.class_id, u.root_id, u.job_id,
        b.since, u.over_at, NULL::smallint, u.streams, text_key(u.version), u.parts, u.narrows, NULL::bigint
    FROM unnest(uses) u CROSS JOIN LATERAL (SELECT least(coalesce(u.started_at, u.named_at), u.over_at) AS since) b
    WHERE u.direction = 'INPUT' AND b.since IS NOT NULL
    UNION ALL
    SELECT u.run_id, u.attempt, u.edge_id, u.previous_asset_id, u.previous_id, u.root_id, u.job_id,
        u.over_at, u.over_at, NULL, false, NULL, NULL, false, u.class_id
    FROM unnest(uses) u
    WHERE u.direction = 'OUTPUT' AND u.is_over AND coalesce(u.result, 'SUCCESS') = 'SUCCESS' AND NOT u.streams
        AND u.lifecycle = 'RENAME' AND u.previous_id <> u.class_id
$$;

COMMENT ON FUNCTION reads_of IS
    'The reads among uses: from the attempt''s start to its end. A rename reads the old name at its moment.';

CREATE FUNCTION writes_of(uses asset_use[]) RETURNS SETOF write_row
    LANGUAGE sql STABLE AS $$
    WITH output AS (
        -- An asset that a run wrote under two names is one write, by the name that came first.
        SELECT DISTINCT ON (u.run_id, u.attempt, u.class_id) u.*,
            u.is_over AND coalesce(u.result, 'SUCCESS') = 'SUCCESS' AS is_done
        FROM unnest(uses) u
        WHERE u.direction = 'OUTPUT'
        ORDER BY u.run_id, u.attempt, u.class_id, u.named_at, (SELECT a.urn FROM entity a WHERE a.id = u.asset_id) COLLATE "C"
    ), stream AS (
        SELECT o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.class_id, o.root_id, o.job_id, 'VERSION', 'APPEND', o.started_at,
            least(o.named_at, o.over_at), o.over_at, o.terminal_version, text_key(o.terminal_version), o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.streams AND o.named_at IS NOT NULL
    ), done AS (
        SELECT o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.class_id, o.root_id, o.job_id,
            CASE o.lifecycle WHEN 'DROP' THEN 'DROP' ELSE 'VERSION' END,
            CASE WHEN o.lifecycle IN ('OVERWRITE', 'TRUNCATE', 'CREATE', 'DROP', 'RENAME') THEN 'REPLACE' WHEN o.lifecycle = 'APPEND' THEN 'APPEND'
                ELSE coalesce(o.mode, 'UNKNOWN') END,
            o.started_at, o.over_at, o.over_at, o.terminal_version, text_key(o.terminal_version), o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.is_done AND NOT o.streams AND o.lifecycle IS DISTINCT FROM 'ALTER'
    ), departed AS (
        SELECT o.run_id, o.attempt, o.edge_id, true, o.previous_asset_id, o.previous_id, o.root_id, o.job_id, 'DROP', 'REPLACE',
            o.started_at, o.over_at, o.over_at, NULL::text, NULL::uuid, NULL::text[], 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.is_done AND NOT o.streams AND o.lifecycle = 'RENAME' AND o.previous_id <> o.class_id
    ), open AS (
        SELECT o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.class_id, o.root_id, o.job_id, 'OPEN',
            CASE WHEN o.lifecycle IN ('OVERWRITE', 'TRUNCATE', 'CREATE', 'DROP', 'RENAME') THEN 'REPLACE' ELSE 'APPEND' END, o.started_at,
            b.at, o.over_at, NULL::text, NULL::uuid, o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o CROSS JOIN LATERAL (SELECT least(coalesce(o.started_at, o.named_at), o.over_at) AS at) b
        WHERE NOT o.is_done AND NOT o.streams AND b.at IS NOT NULL
    )
    SELECT * FROM stream UNION ALL SELECT * FROM done UNION ALL SELECT * FROM departed UNION ALL SELECT * FROM open
$$;

COMMENT ON FUNCTION writes_of IS
    'The writes among uses: versions of successful attempts and of streams, drops, and open writes of all other attempts.';

CREATE FUNCTION is_settled(r run, as_of timestamptz, known_at timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce((r).last_event_at <= as_of, true) AND (r).last_arrived_at <= known_at;

COMMENT ON FUNCTION is_settled IS
    'True if everything known of a run now had happened by as_of, and arrived by known_at.';

CREATE FUNCTION share_writes(writes write_row[], derived_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS write_row[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    -- Only these can share: mostly none, even if a thousand runs of one root write.
    parents bigint[] := ARRAY(SELECT o.id FROM unnest(derived_ids) AS o (id) WHERE EXISTS (SELECT FROM run c WHERE c.parent_id = o.id OFFSET 0));
    version write_row[];
    number integer;
BEGIN
    IF cardinality(parents) = 0 THEN
        RETURN writes;
    END IF;
    -- The descendants' possible writes: those found here, and the materialised rows of runs that are not derived here.
    version := ARRAY(
        SELECT k
        FROM (SELECT DISTINCT w.root_id, w.class_id FROM unnest(writes) w WHERE w.run_id = ANY (parents)) f
        CROSS JOIN LATERAL (
            SELECT k FROM write_row k
            WHERE k.root_id = f.root_id AND k.class_id = f.class_id AND k.kind IN ('VERSION', 'SHARED') AND k.root_id <> k.run_id
                AND k.run_id <> ALL (derived_ids)
        ) k
        JOIN run r ON r.id = (k.k).run_id
        WHERE is_settled(r, as_of, known_at)
    ) || ARRAY(SELECT w FROM unnest(writes) w WHERE w.kind = 'VERSION' AND w.root_id <> w.run_id);
    IF cardinality(version) = 0 THEN
        RETURN writes;
    END IF;
    FOR number IN
        SELECT DISTINCT w.number
        FROM unnest(writes) WITH ORDINALITY AS w (run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, job_id,
            kind, effect, begun_at, at, until, native_version, version_key, parts, replaced_at, replaced_by_root_id, number)
        JOIN unnest(version) o ON o.root_id = w.root_id AND o.class_id = w.class_id
        WHERE NOT w.is_departure AND w.run_id = ANY (parents) AND o.run_id <> w.run_id AND o.at <= w.until AND (w.begun_at IS NULL OR o.at >= w.begun_at)
            AND w.run_id = ANY (ancestors_of(o.run_id))
    LOOP
        writes[number].kind := CASE writes[number].kind WHEN 'VERSION' THEN 'SHARED' ELSE 'LEFT' END;
    END LOOP;
    RETURN ARRAY(
        SELECT w FROM unnest(writes) w
        WHERE NOT w.is_departure
            OR (w.edge_id, w.attempt) NOT IN (SELECT o.edge_id, o.attempt FROM unnest(writes) o WHERE o.kind = 'SHARED'));
END $$;

COMMENT ON FUNCTION share_writes IS
    'Marks the writes whose version a descendant of their run made, during the attempt: the descendant''s version is the write.';

CREATE FUNCTION unshared_reads(uses asset_use[], writes write_row[]) RETURNS SETOF read_row
    LANGUAGE sql STABLE AS $$
    SELECT r.* FROM reads_of(uses) r
    WHERE r.output_id IS NULL
        OR (r.edge_id, r.attempt) IN (SELECT w.edge_id, w.attempt FROM unnest(writes) w WHERE w.kind = 'VERSION')
$$;

COMMENT ON FUNCTION unshared_reads IS 'The reads among uses, without those of renames that descendants made.';

CREATE FUNCTION keep_reads(run_ids bigint[], reads read_row[]) RETURNS read_row[]
    LANGUAGE plpgsql AS $$
DECLARE
    before read_row[] := ARRAY(SELECT k FROM read_row k WHERE k.run_id = ANY (run_ids));
    added read_row[] := reads;
    moved read_row[] := '{}';
    gone read_row[] := '{}';
    changed read_row[] := reads;
BEGIN
    IF cardinality(before) > 0 THEN
        SELECT coalesce(array_agg(d.b) FILTER (WHERE d.is_gone), '{}'), coalesce(array_agg(d.a) FILTER (WHERE d.is_added), '{}'),
            coalesce(array_agg(d.a) FILTER (WHERE d.is_moved AND NOT d.is_added AND NOT d.is_gone), '{}'),
            coalesce(array_agg(d.b) FILTER (WHERE d.is_elsewhere AND NOT d.is_added), '{}')
                || coalesce(array_agg(d.a) FILTER (WHERE d.is_moved AND NOT d.is_gone), '{}')
        INTO gone, added, moved, changed
        FROM (
            SELECT a, b, a.edge_id IS NULL AS is_gone, b.edge_id IS NULL AS is_added,
                (a.asset_id, a.class_id, a.root_id, a.job_id, a.since, a.until, a.streams, a.version_key, a.parts, a.narrows, a.output_id)
                    IS DISTINCT FROM (b.asset_id, b.class_id, b.root_id, b.job_id, b.since, b.until, b.streams, b.version_key, b.parts, b.narrows,
                        b.output_id) AS is_moved,
                -- Mostly only its end is new, and the read may see the same versions.
                (a.class_id, a.root_id, a.since, a.streams, a.version_key) IS DISTINCT FROM (b.class_id, b.root_id, b.since, b.streams, b.version_key)
                    OR b.streams AND a.until <> b.until AS is_elsewhere
            FROM unnest(before) b FULL JOIN unnest(reads) a ON a.edge_id = b.edge_id AND a.attempt = b.attempt
        ) d;
    END IF;
    IF cardinality(gone) > 0 THEN
        DELETE FROM asset_read k
        WHERE (k.run_id, k.edge_id, k.attempt) IN (SELECT g.run_id, g.edge_id, g.attempt FROM unnest(gone) g);
    END IF;
    IF cardinality(moved) > 0 THEN
        UPDATE asset_read k
        SET asset_id = r.asset_id, class_id = r.class_id, root_id = r.root_id, job_id = r.job_id, since = r.since, until = r.until,
            streams = r.streams, version_key = r.version_key, parts = r.parts, narrows = r.narrows, output_id = r.output_id
        FROM (
            SELECT r.*, o.place
            FROM unnest(moved) r
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM asset_read o
                WHERE o.run_id = r.run_id AND o.edge_id = r.edge_id AND o.attempt = r.attempt
                OFFSET 0
            ) o
            OFFSET 0
        ) r
        WHERE k.ctid = r.place;
    END IF;
    IF cardinality(added) > 0 THEN
        INSERT INTO asset_read (
            run_id, attempt, edge_id, asset_id, class_id, root_id, job_id, since, until, streams, version_key, parts, narrows, output_id)
        SELECT r.run_id, r.attempt, r.edge_id, r.asset_id, r.class_id, r.root_id, r.job_id, r.since, r.until, r.streams, r.version_key, r.parts,
            r.narrows, r.output_id
        FROM unnest(added) r;
    END IF;
    RETURN changed;
END $$;

COMMENT ON FUNCTION keep_reads IS 'Replaces the stored reads of runs by these; returns those that changed, and the old ones that may have seen other versions.';

CREATE FUNCTION keep_writes(
    run_ids bigint[], writes write_row[], OUT changed write_row[], OUT forgotten step_key[], OUT touched_ids bigint[], OUT class_ids bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
    before write_row[] := ARRAY(SELECT k FROM write_row k WHERE k.run_id = ANY (run_ids));
    added write_row[] := writes;
    moved write_row[] := '{}';
    gone write_row[] := '{}';
BEGIN
    forgotten := '{}';
    IF cardinality(before) > 0 THEN
        SELECT coalesce(array_agg(d.b) FILTER (WHERE d.is_gone), '{}'), coalesce(array_agg(d.a) FILTER (WHERE d.is_added), '{}'),
            coalesce(array_agg(d.a) FILTER (WHERE d.is_moved AND NOT d.is_added AND NOT d.is_gone), '{}'),
            coalesce(array_agg(d.b) FILTER (WHERE d.is_changed AND (d.b).kind IN ('VERSION', 'DROP')), '{}')
                || coalesce(array_agg(d.a) FILTER (WHERE d.is_changed AND (d.a).kind IN ('VERSION', 'DROP')), '{}'),
            array_agg(DISTINCT coalesce((d.a).run_id, (d.b).run_id)) FILTER (WHERE d.is_moved),
            array_agg((d.a).class_id) FILTER (WHERE d.is_moved AND NOT d.is_gone) || array_agg((d.b).class_id) FILTER (WHERE d.is_moved AND NOT d.is_added)
        INTO gone, added, moved, changed, touched_ids, class_ids
        FROM (
            SELECT a, b, a.edge_id IS NULL AS is_gone, b.edge_id IS NULL AS is_added,
                (a.asset_id, a.class_id, a.root_id, a.job_id, a.kind, a.effect, a.begun_at, a.at, a.until, a.native_version, a.parts)
                    IS DISTINCT FROM (b.asset_id, b.class_id, b.root_id, b.job_id, b.kind, b.effect, b.begun_at, b.at, b.until,
                        b.native_version, b.parts) AS is_moved,
                (a.class_id, a.root_id, a.kind, a.effect, a.at, a.until, a.parts)
                    IS DISTINCT FROM (b.class_id, b.root_id, b.kind, b.effect, b.at, b.until, b.parts) AS is_changed
            FROM unnest(before) b
            FULL JOIN unnest(writes) a ON a.edge_id = b.edge_id AND a.attempt = b.attempt AND a.is_departure = b.is_departure
        ) d;
        forgotten := ARRAY(
            SELECT ROW(b.run_id, b.attempt)::step_key FROM unnest(before) b
            WHERE b.kind = 'VERSION' AND b.replaced_at < 'infinity' AND b.run_id = ANY (touched_ids));
    ELSE
        changed := ARRAY(SELECT w FROM unnest(writes) w WHERE w.kind IN ('VERSION', 'DROP'));
        SELECT array_agg(DISTINCT w.run_id), array_agg(w.class_id) INTO touched_ids, class_ids FROM unnest(writes) w;
    END IF;
    IF cardinality(gone) > 0 THEN
        DELETE FROM asset_write k
        WHERE (k.run_id, k.edge_id, k.attempt, k.is_departure)
            IN (SELECT g.run_id, g.edge_id, g.attempt, g.is_departure FROM unnest(gone) g);
    END IF;
    IF cardinality(moved) > 0 THEN
        UPDATE asset_write k
        SET asset_id = w.asset_id, class_id = w.class_id, root_id = w.root_id, job_id = w.job_id, kind = w.kind, effect = w.effect,
            begun_at = w.begun_at, at = w.at, until = w.until, native_version = w.native_version, parts = w.parts,
            replaced_at = CASE w.kind WHEN 'VERSION' THEN k.replaced_at ELSE w.replaced_at END,
            replaced_by_root_id = CASE w.kind WHEN 'VERSION' THEN k.replaced_by_root_id END
        FROM (
            SELECT w.*, o.place
            FROM unnest(moved) w
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM asset_write o
                WHERE o.run_id = w.run_id AND o.edge_id = w.edge_id AND o.attempt = w.attempt AND o.is_departure = w.is_departure
                OFFSET 0
            ) o
            OFFSET 0
        ) w
        WHERE k.ctid = w.place;
    END IF;
    IF cardinality(added) > 0 THEN
        INSERT INTO asset_write (
            run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, job_id, kind, effect, begun_at, at, until, native_version, parts)
        SELECT w.run_id, w.attempt, w.edge_id, w.is_departure, w.asset_id, w.class_id, w.root_id, w.job_id, w.kind, w.effect, w.begun_at, w.at,
            w.until, w.native_version, w.parts
        FROM unnest(added) w;
    END IF;
END $$;

COMMENT ON FUNCTION keep_writes IS
    'Replaces the stored writes of runs by these; returns the versions and drops that changed, old and new, the final attempts of runs with changed writes, and these runs and their data.';
