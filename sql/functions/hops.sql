-- The hops from run to run (docs/point-in-time.md).
-- After: types.

CREATE FUNCTION hop_flags(r read_row, w write_row, certainty text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN certainty = 'POSSIBLE' OR (w).kind = 'OPEN' THEN 1 ELSE 0 END + CASE WHEN (w).kind = 'VERSION' AND (w).until > (w).at THEN 2 ELSE 0 END
        + CASE WHEN (r).streams THEN 4 ELSE 0 END + CASE WHEN (r).version_key IS NOT NULL THEN 8 ELSE 0 END
        + CASE WHEN (w).kind = 'OPEN' THEN 16 ELSE 0 END;

CREATE FUNCTION packed_step(run_id bigint, attempt integer, input_id bigint, output_id bigint, start bigint) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    -- Mostly the rest is 0, and a constant takes less time.
    RETURN int8send(run_id) || int4send(attempt) || CASE WHEN input_id = 0 AND output_id = 0 AND start = 0
        THEN '\x000000000000000000000000000000000000000000000000'::bytea ELSE int8send(input_id) || int8send(output_id) || int8send(start) END;

COMMENT ON FUNCTION packed_step IS 'A step of a walk for the server, with the number of its start; 0: it is no start.';

CREATE FUNCTION packed_hop(
    edge_id bigint, attempt integer, writer_id bigint, asset_id bigint, at timestamptz, flags integer, since timestamptz, until timestamptz,
    written_until timestamptz
) RETURNS bytea LANGUAGE sql IMMUTABLE
    RETURN int8send(coalesce(edge_id, 0)) || int4send(coalesce(attempt, 0)) || int8send(coalesce(writer_id, 0)) || int8send(coalesce(asset_id, 0)) || timestamptz_send(coalesce(at, '-infinity')) || int4send(flags)
        || timestamptz_send(coalesce(since, '-infinity')) || timestamptz_send(coalesce(until, 'infinity'))
        || timestamptz_send(coalesce(written_until, 'infinity'));

COMMENT ON FUNCTION packed_hop IS 'A hop of a walk for the server, between its two packed steps.';

CREATE FUNCTION shared_versions(
    shared write_row, v point_in_time DEFAULT NULL, unsettled_ids bigint[] DEFAULT '{}', unsettled_writes write_row[] DEFAULT '{}'
) RETURNS SETOF write_row LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE known AS MATERIALIZED (
        SELECT k FROM write_row k
        WHERE k.root_id = shared.root_id AND k.class_id = shared.class_id AND k.kind IN ('VERSION', 'SHARED') AND k.root_id <> k.run_id
            AND (v IS NULL OR is_known(k.run_id, v, unsettled_ids))
        UNION ALL
        SELECT o FROM unnest(unsettled_writes) o WHERE o.root_id = shared.root_id AND o.class_id = shared.class_id AND o.kind IN ('VERSION', 'SHARED')
    ), meant (w) AS (
        SELECT shared
        UNION
        SELECT k.k FROM meant m JOIN known k
            ON (k.k).at <= (m.w).until AND (k.k).at >= coalesce((m.w).begun_at, '-infinity')
            AND (k.k).run_id <> (m.w).run_id AND (m.w).run_id = ANY (ancestors_of((k.k).run_id))
        WHERE (m.w).kind IN ('SHARED', 'LEFT')
    )
    SELECT (m.w).* FROM meant m WHERE (m.w).kind = 'VERSION';
END $$;

COMMENT ON FUNCTION shared_versions IS 'The versions of descendants behind a shared write.';

CREATE FUNCTION sharers_of(
    w write_row, v point_in_time DEFAULT NULL, unsettled_ids bigint[] DEFAULT '{}', unsettled_writes write_row[] DEFAULT '{}'
) RETURNS SETOF write_row LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
    RETURN QUERY
    SELECT s.*
    FROM (
        -- By the few ancestors: a root may contain ten thousand runs that wrote the same data.
        SELECT k.*
        FROM unnest(ancestors_of(w.run_id)) AS a (id) CROSS JOIN LATERAL (SELECT k.* FROM write_row k WHERE k.run_id = a.id OFFSET 0) k
        WHERE k.class_id = w.class_id AND k.kind IN ('SHARED', 'LEFT') AND (v IS NULL OR is_known(k.run_id, v, unsettled_ids))
        UNION ALL
        SELECT o.* FROM unnest(unsettled_writes) o
        WHERE o.root_id = w.root_id AND o.class_id = w.class_id AND o.kind IN ('SHARED', 'LEFT') AND o.run_id = ANY (ancestors_of(w.run_id))
    ) s
    WHERE EXISTS (
        SELECT FROM shared_versions(s, v, unsettled_ids, unsettled_writes) m WHERE m.edge_id = w.edge_id AND m.attempt = w.attempt);
END $$;

COMMENT ON FUNCTION sharers_of IS 'The writes of ancestors that share this version: the inverse of shared_versions.';

CREATE FUNCTION makers_of(w write_row, v point_in_time, unsettled_ids bigint[], unsettled_writes write_row[])
RETURNS TABLE (run_id bigint, attempt integer) LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT w.run_id, w.attempt
    UNION ALL
    SELECT s.run_id, s.attempt FROM sharers_of(w, v, unsettled_ids, unsettled_writes) s WHERE w.root_id <> w.run_id
$$;

COMMENT ON FUNCTION makers_of IS 'The attempts whose write a version is: its own, and those of ancestors that share it. Postgres inlines it.';

CREATE FUNCTION created_from(run_id bigint, v point_in_time) RETURNS timestamptz
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN v IS NULL OR (SELECT is_settled(r, v.as_of, v.known_at) FROM run r WHERE r.id = created_from.run_id)
        THEN (SELECT r.created_at FROM run r WHERE r.id = created_from.run_id)
        ELSE (SELECT s.created_at FROM derive_run_state(ARRAY[created_from.run_id], v.as_of, v.known_at) s) END;
END $$;

COMMENT ON FUNCTION created_from IS 'The creation time of a run, as known at a point in time.';

CREATE FUNCTION over_from(run_id bigint, v point_in_time) RETURNS timestamptz
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN v IS NULL OR (SELECT is_settled(r, v.as_of, v.known_at) FROM run r WHERE r.id = over_from.run_id)
        THEN (SELECT greatest(r.state_at, r.started_at) FROM run r
            WHERE r.id = over_from.run_id AND r.status = 'COMPLETE' AND r.result IS DISTINCT FROM 'UP_FOR_RETRY')
        ELSE (SELECT greatest(s.state_at, s.started_at) FROM derive_run_state(ARRAY[over_from.run_id], v.as_of, v.known_at) s
            WHERE s.status = 'COMPLETE' AND s.result IS DISTINCT FROM 'UP_FOR_RETRY') END;
END $$;

COMMENT ON FUNCTION over_from IS 'The end of a run, as known at a point in time; null while it goes on.';

CREATE FUNCTION is_done(run_id bigint, v point_in_time, unsettled_ids bigint[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF v IS NOT NULL AND run_id = ANY (unsettled_ids) THEN
        RETURN (SELECT coalesce(bool_and(s.first_event_at IS NULL OR s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'), true)
            FROM derive_run_state(ARRAY[is_done.run_id], v.as_of, v.known_at) s);
    END IF;
    RETURN (SELECT r.first_event_at IS NULL OR coalesce(r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS', false)
            OR v IS NOT NULL AND NOT is_settled(r, v.as_of, v.known_at)
        FROM run r WHERE r.id = is_done.run_id);
END $$;

COMMENT ON FUNCTION is_done IS
    'True if a run succeeded, or has no known event: then the runs that name it as upstream are affected for certain.';

CREATE FUNCTION referring_runs(run_id bigint, is_downstream boolean, v point_in_time, unsettled_ids bigint[]) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::timestamptz, CASE WHEN is_done(u.upstream_id, v, unsettled_ids) THEN 0 ELSE 1 END,
        u.other_id, 0, 0::bigint, 0::bigint,
        greatest(created_from(u.other_id, v), created_from(referring_runs.run_id, v)),
        over_from(CASE WHEN is_downstream THEN u.other_id ELSE referring_runs.run_id END, v), NULL::timestamptz
    FROM (
        SELECT d.run_id AS other_id, d.upstream_id, d.at, d.arrived_at FROM run_dependency d
        WHERE is_downstream AND d.upstream_id = referring_runs.run_id
        UNION ALL
        SELECT d.upstream_id, d.upstream_id, d.at, d.arrived_at FROM run_dependency d
        WHERE NOT is_downstream AND d.run_id = referring_runs.run_id
    ) u
    WHERE (v IS NULL OR coalesce(u.at <= (v).as_of, true) AND coalesce(u.arrived_at <= (v).known_at, true))
        AND (v IS NOT NULL AND (v).possible OR is_done(u.upstream_id, v, unsettled_ids))
        AND NOT EXISTS (SELECT FROM run r WHERE r.id = u.other_id AND r.is_removed)
$$;

COMMENT ON FUNCTION referring_runs IS
    'The runs that depend on a run, or that it depends on, by references of either run; removed runs take no part.';

CREATE FUNCTION is_heard_of(run_id bigint, v point_in_time) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT v IS NULL
        OR EXISTS (
            SELECT FROM descendants_of(ARRAY[run_id], true) d (id)
            JOIN run_event e ON e.run_id = d.id AND e.at <= (v).as_of AND e.arrived_at <= (v).known_at)
        OR EXISTS (
            SELECT FROM run_link l
            WHERE l.target_id = is_heard_of.run_id AND l.at <= (v).as_of AND l.arrived_at <= (v).known_at)
$$;

COMMENT ON FUNCTION is_heard_of IS
    'True if a run is known at a point in time: by its own event, by a run within it, or by a reference.';

CREATE FUNCTION containing_runs(run_id bigint, is_downstream boolean, v point_in_time) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::timestamptz, 0, r.parent_id, 0, 0::bigint, 0::bigint,
        greatest(created_from(r.parent_id, v), created_from(r.id, v)), over_from(r.parent_id, v), NULL::timestamptz
    FROM run r JOIN run p ON p.id = r.parent_id AND NOT p.is_removed
    WHERE is_downstream AND r.id = containing_runs.run_id AND is_heard_of(r.id, v)
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, NULL, 0, r.id, 0, 0, 0,
        greatest(created_from(containing_runs.run_id, v), created_from(r.id, v)), over_from(containing_runs.run_id, v), NULL
    FROM run r
    WHERE NOT is_downstream AND r.parent_id = containing_runs.run_id AND NOT r.is_removed AND is_heard_of(r.id, v)
$$;

COMMENT ON FUNCTION containing_runs IS 'Containment as hops: an affected run affects its parent; removed runs take no part.';

CREATE FUNCTION other_hops_of(o write_row) RETURNS SETOF hop
    LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
    RETURN QUERY
    SELECT (h.w).edge_id, (h.w).attempt, (h.w).run_id, (h.w).asset_id, (h.w).at, hop_flags(h.r, h.w, 'CERTAIN'), (h.r).run_id, (h.r).attempt,
        CASE WHEN (h.r).narrows THEN (h.r).class_id ELSE 0 END, coalesce((h.r).output_id, 0), (h.r).since, (h.r).until, (h.w).until
    FROM (
        SELECT o AS w, r FROM other_readers(o) r WHERE o.kind = 'VERSION'
        UNION ALL
        SELECT w, r FROM shared_versions(o) w LEFT JOIN LATERAL materialised_readers(w) r ON true WHERE o.kind IN ('SHARED', 'LEFT')
    ) h;
END $$;

COMMENT ON FUNCTION other_hops_of IS
    'The hops from a write to its other_readers; from a shared one to all readers of its versions.';

CREATE FUNCTION materialised_hops_of(o write_row) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 4 AS $$
    SELECT o.edge_id, o.attempt, o.run_id, o.asset_id, o.at, hop_flags(r, o, 'CERTAIN'), r.run_id, r.attempt,
        CASE WHEN r.narrows THEN r.class_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, o.until
    FROM (SELECT WHERE o.kind = 'VERSION') n LEFT JOIN LATERAL plain_readers(o) r ON true
    UNION ALL
    SELECT k.* FROM has_other_readers(o) CROSS JOIN LATERAL other_hops_of(o) k
$$;

COMMENT ON FUNCTION materialised_hops_of IS
    'The hops from a write to its readers, for the question that assumes nothing. Postgres inlines it.';

CREATE FUNCTION materialised_hops_down(run_id bigint, attempt integer, input_id bigint, output_id bigint) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 4 AS $$
    SELECT h.*
    FROM write_row o
    CROSS JOIN LATERAL materialised_hops_of(o) h
    WHERE o.run_id = materialised_hops_down.run_id AND (materialised_hops_down.attempt = 0 OR o.attempt = materialised_hops_down.attempt)
        AND o.kind IN ('VERSION', 'SHARED', 'LEFT') AND (materialised_hops_down.output_id = 0 OR o.class_id = materialised_hops_down.output_id)
        AND (input_id = 0 OR is_made_from(o.run_id, o.class_id, input_id, 'infinity', 'infinity'))
$$;

COMMENT ON FUNCTION materialised_hops_down IS
    'The hops from a step to the readers of its writes, for the question that assumes nothing.';

CREATE FUNCTION packed_hops_of_steps(run_ids bigint[], attempts integer[], input_ids bigint[], output_ids bigint[], most integer) RETURNS bytea
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT coalesce(string_agg(
            int4send((s.place - 1)::integer) || timestamptz_send(h.at) || int4send(h.flags) || timestamptz_send(coalesce(h.since, '-infinity'))
                || timestamptz_send(h.written_until)
                || packed_step(coalesce(h.to_run_id, 0), coalesce(h.to_attempt, 0), coalesce(h.to_input_id, 0), coalesce(h.to_output_id, 0), 0), ''), '')
        FROM unnest(run_ids, attempts, input_ids, output_ids) WITH ORDINALITY AS s (run_id, attempt, input_id, output_id, place)
        CROSS JOIN LATERAL (SELECT h.* FROM materialised_hops_down(s.run_id, s.attempt, s.input_id, s.output_id) h LIMIT most) h
    );
END $$;

COMMENT ON FUNCTION packed_hops_of_steps IS
    'The hops of materialised_hops_down from some steps, packed for the server, each with the place of its step, from 0. most: of each step; null: all.';

CREATE FUNCTION materialised_hops_up(run_id bigint, attempt integer, input_id bigint, output_id bigint) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 4 AS $$
    SELECT w.edge_id, w.attempt, w.run_id, w.asset_id, w.at, hop_flags(r, w, 'CERTAIN'), m.run_id, m.attempt, 0::bigint, w.class_id, r.since, r.until, w.until
    FROM read_row r
    CROSS JOIN LATERAL materialised_seen(r) w
    CROSS JOIN LATERAL (
        SELECT w.run_id, w.attempt
        UNION ALL
        SELECT s.run_id, s.attempt FROM sharers_of(w) s WHERE w.root_id <> w.run_id
    ) m
    WHERE r.run_id = materialised_hops_up.run_id AND (materialised_hops_up.attempt = 0 OR r.attempt = materialised_hops_up.attempt)
        AND (materialised_hops_up.output_id = 0 OR coalesce(r.output_id, materialised_hops_up.output_id) = materialised_hops_up.output_id)
        AND (materialised_hops_up.output_id = 0 OR NOT r.narrows OR is_made_from(r.run_id, materialised_hops_up.output_id, r.class_id, 'infinity', 'infinity'))
$$;

COMMENT ON FUNCTION materialised_hops_up IS
    'The hops from a step to the writers of its reads, for the question that assumes nothing.';

CREATE FUNCTION evaluated_hops_of(
    o write_row, v point_in_time, unsettled_ids bigint[], unsettled_reads read_row[], unsettled_writes write_row[], by_remains boolean
) RETURNS SETOF hop LANGUAGE plpgsql STABLE ROWS 4 AS $$
BEGIN
    RETURN QUERY
    SELECT (w.w).edge_id, (w.w).attempt, (w.w).run_id, (w.w).asset_id, (w.w).at, hop_flags(r.r, w.w, r.certainty),
        (r.r).run_id, (r.r).attempt,
        CASE WHEN (r.r).narrows THEN (r.r).class_id ELSE 0 END, coalesce((r.r).output_id, 0), (r.r).since, (r.r).until, (w.w).until
    FROM (
        SELECT o AS w WHERE o.kind = 'VERSION' OR o.kind = 'OPEN' AND v.possible
        UNION ALL
        SELECT s FROM shared_versions(o, v, unsettled_ids, unsettled_writes) s WHERE o.kind IN ('SHARED', 'LEFT')
    ) w
    LEFT JOIN LATERAL evaluated_readers(
        w.w, v, unsettled_ids, unsettled_reads, unsettled_writes, by_remains AND is_whole_version(w.w)) r ON true;
    IF by_remains THEN
        RETURN QUERY
        SELECT h.*
        FROM (
            SELECT o AS w WHERE o.kind = 'VERSION'
            UNION ALL
            SELECT s FROM shared_versions(o, v, unsettled_ids, unsettled_writes) s WHERE o.kind IN ('SHARED', 'LEFT')
        ) w
        CROSS JOIN LATERAL find_replacement(w.w, false, v, unsettled_ids, unsettled_writes) f
        CROSS JOIN LATERAL hop_to_remains(w.w, f.replaced_at) h
        WHERE is_whole_version(w.w) AND f.replaced_at < 'infinity';
    END IF;
END $$;

COMMENT ON FUNCTION evaluated_hops_of IS
    'The hops from a write to its readers, by the rule at a point in time. by_remains: once replaced, to the remains of the data in place of possible readers.';

CREATE FUNCTION possible_hops_of(w write_row, v point_in_time, unsettled_ids bigint[]) RETURNS SETOF hop
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT w.edge_id, w.attempt, w.run_id, w.asset_id, w.at, 1, r.run_id, r.attempt,
        CASE WHEN r.narrows THEN r.class_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, w.until
    FROM reads_at_write(w, v, unsettled_ids) r
    WHERE (r.root_id <> w.root_id OR NOT are_relatives(r.run_id, w.run_id))
    UNION ALL
    SELECT h.* FROM hop_to_remains(w, w.replaced_at) h WHERE w.replaced_at < 'infinity' AND w.replaced_at <= (v).as_of
$$;

COMMENT ON FUNCTION possible_hops_of IS
    'The hops from a version that is_settled_write told of: to the reads that went on when it was written, and to the remains of its data.';

CREATE FUNCTION evaluated_hops_down(
    run_id bigint, attempt integer, input_id bigint, output_id bigint, v point_in_time, unsettled_ids bigint[], unsettled_class_ids bigint[],
    unsettled_root_ids bigint[], unsettled_reads read_row[], unsettled_writes write_row[], by_remains boolean DEFAULT false
) RETURNS SETOF hop LANGUAGE sql STABLE ROWS 4 AS $$
    SELECT h.*
    FROM write_row o
    CROSS JOIN LATERAL is_settled_write(o, v, unsettled_ids, unsettled_class_ids, unsettled_root_ids, by_remains) s (is_settled)
    CROSS JOIN LATERAL (
        SELECT o.edge_id, o.attempt, o.run_id, o.asset_id, o.at, hop_flags(r, o, 'CERTAIN'), r.run_id, r.attempt,
            CASE WHEN r.narrows THEN r.class_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, o.until
        FROM (SELECT WHERE s.is_settled) n LEFT JOIN LATERAL settled_readers(o, v, unsettled_ids) r ON true
        UNION ALL
        SELECT p.* FROM (SELECT WHERE s.is_settled AND by_remains) n CROSS JOIN LATERAL possible_hops_of(o, v, unsettled_ids) p
        UNION ALL
        SELECT e.* FROM (SELECT WHERE NOT s.is_settled) n
        CROSS JOIN LATERAL evaluated_hops_of(o, v, unsettled_ids, unsettled_reads, unsettled_writes, by_remains) e
    ) h
    WHERE o.run_id = evaluated_hops_down.run_id AND o.run_id <> ALL (unsettled_ids)
        AND EXISTS (SELECT FROM run k WHERE k.id = evaluated_hops_down.run_id AND is_settled(k, (v).as_of, (v).known_at))
        AND (evaluated_hops_down.attempt = 0 OR o.attempt = evaluated_hops_down.attempt)
        AND (evaluated_hops_down.output_id = 0 OR o.class_id = evaluated_hops_down.output_id)
        AND (input_id = 0 OR is_made_from(o.run_id, o.class_id, input_id, (v).as_of, (v).known_at))
    UNION ALL
    SELECT e.*
    FROM unnest(unsettled_writes) o
    CROSS JOIN LATERAL evaluated_hops_of(o, v, unsettled_ids, unsettled_reads, unsettled_writes, by_remains) e
    WHERE o.run_id = evaluated_hops_down.run_id
        AND (evaluated_hops_down.attempt = 0 OR o.attempt = evaluated_hops_down.attempt)
        AND (evaluated_hops_down.output_id = 0 OR o.class_id = evaluated_hops_down.output_id)
        AND (input_id = 0 OR is_made_from(o.run_id, o.class_id, input_id, (v).as_of, (v).known_at))
$$;

COMMENT ON FUNCTION evaluated_hops_down IS
    'The hops from a step to the readers of its writes, at a point in time; by_remains as of evaluated_hops_of.';

CREATE FUNCTION evaluated_hops_up(
    run_id bigint, attempt integer, input_id bigint, output_id bigint, v point_in_time, unsettled_ids bigint[], unsettled_reads read_row[],
    unsettled_writes write_row[], by_remains boolean
) RETURNS SETOF hop LANGUAGE plpgsql STABLE ROWS 4 AS $$
#variable_conflict use_variable
BEGIN
    RETURN QUERY
    WITH seeing AS MATERIALIZED (
        SELECT r.r, remains_seen(r.r, v, unsettled_ids, unsettled_writes, by_remains) AS remains_at
        FROM (
            SELECT k AS r FROM read_row k WHERE k.run_id = run_id AND is_known(run_id, v, unsettled_ids)
            UNION ALL
            SELECT o FROM unnest(unsettled_reads) o WHERE o.run_id = run_id
        ) r
        WHERE (attempt = 0 OR (r.r).attempt = attempt)
            AND (output_id = 0 OR coalesce((r.r).output_id, output_id) = output_id)
            AND (output_id = 0 OR NOT (r.r).narrows OR is_made_from(run_id, output_id, (r.r).class_id, v.as_of, v.known_at))
    )
    SELECT (w.w).edge_id, (w.w).attempt, (w.w).run_id, (w.w).asset_id, (w.w).at, hop_flags(r.r, w.w, w.certainty), m.run_id, m.attempt, 0::bigint, (w.w).class_id,
        (r.r).since, (r.r).until, (w.w).until
    FROM seeing r
    CROSS JOIN LATERAL evaluated_seen(r.r, v, unsettled_ids, unsettled_writes, r.remains_at IS NOT NULL) w
    CROSS JOIN LATERAL makers_of(w.w, v, unsettled_ids, unsettled_writes) m
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, '-infinity', hop_flags(r.r, NULL, 'POSSIBLE'), -1, 0, (r.r).class_id, to_micros(r.remains_at),
        (r.r).since, (r.r).until, NULL
    FROM seeing r WHERE r.remains_at IS NOT NULL;
END $$;

COMMENT ON FUNCTION evaluated_hops_up IS
    'The hops from a step to the writers of its reads, at a point in time. by_remains: to the remains of data in place of older possible versions.';
