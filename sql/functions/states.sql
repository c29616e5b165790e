-- The states of runs, by their events (docs/store.md).
-- After: types.

CREATE FUNCTION run_urn(id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN 'urn:li:dataProcessInstance:' || id::text;

COMMENT ON FUNCTION run_urn IS 'The URN of a run, as urn.run_urn builds it.';

CREATE FUNCTION was_left_out(run_id bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM run r JOIN run k ON k.parent_id = r.parent_id AND k.id <> r.id AND k.native_result = 'FAIL'
        WHERE r.id = was_left_out.run_id AND r.is_reported AND r.source IS NULL
    ) AND NOT EXISTS (
        SELECT FROM entity_facet f
        WHERE f.entity_id = was_left_out.run_id AND f.scope = 'OWN' AND f.name = 'errorMessage' AND NOT f.is_deleted);
END $$;

COMMENT ON FUNCTION was_left_out IS
    'True if an OpenLineage run that was aborted at its start was skipped: it has no error of its own, and another run of its parent failed.';

CREATE FUNCTION contradicted_runs(run_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT t.run_id
        FROM run_event t
        LEFT JOIN LATERAL (SELECT r.source FROM run r WHERE r.id = t.run_id OFFSET 0) r ON true
        WHERE t.run_id = ANY (run_ids) AND t.at <= as_of AND t.arrived_at <= known_at
            AND t.status = 'COMPLETE' AND t.native_state IN ('FAIL', 'ABORT', 'COMPLETE') AND r.source IS NULL
        GROUP BY t.run_id
        HAVING min(t.at) FILTER (WHERE t.native_state <> 'COMPLETE') < max(t.at) FILTER (WHERE t.native_state = 'COMPLETE'));
END $$;

COMMENT ON FUNCTION contradicted_runs IS
    'The runs among these with a COMPLETE after a failure, except runs of sources, whose words mean something else.';

CREATE FUNCTION placed_events(run_ids bigint[], contradicted_ids bigint[], as_of timestamptz, known_at timestamptz)
RETURNS TABLE (
    run_id bigint, at timestamptz, seq bigint, status text, result text, native_state text, declared_start timestamptz, duration_millis bigint,
    is_time_approximate boolean, is_untimed boolean, content_hash uuid, in_attempt integer
) LANGUAGE sql STABLE AS $$
    -- An event without an attempt joins the greatest attempt begun at or before it, else 1.
    SELECT s.run_id, s.at, s.seq, s.status, s.result, s.native_state, s.declared_start, s.duration_millis, s.is_time_approximate,
        s.is_untimed, s.content_hash,
        coalesce(
            s.attempt,
            s.counted_attempt,
            max(s.attempt) FILTER (WHERE s.status = 'STARTED')
                OVER (PARTITION BY s.run_id ORDER BY s.at RANGE UNBOUNDED PRECEDING),
            1)
    FROM (
        SELECT e.* FROM run_event e
        WHERE e.run_id = ANY (run_ids) AND e.at <= as_of AND e.arrived_at <= known_at
            AND (e.status = 'COMPLETE' OR e.attempt IS NOT NULL OR e.declared_start IS NOT NULL OR e.is_untimed)
        UNION ALL
        -- Only the first of the STARTED events without attempt or declared start matters,
        SELECT b.*
        FROM unnest(run_ids) AS o (id)
        CROSS JOIN LATERAL (
            SELECT e.* FROM run_event e
            WHERE e.run_id = o.id AND e.at <= as_of AND e.arrived_at <= known_at
                AND e.status = 'STARTED' AND e.attempt IS NULL AND e.declared_start IS NULL AND NOT e.is_untimed
            ORDER BY e.at LIMIT 1
        ) b
        UNION ALL
        -- except those that may lie between a failure and a COMPLETE.
        SELECT b.*
        FROM unnest(contradicted_ids) AS c (run_id)
        CROSS JOIN LATERAL (
            SELECT e.* FROM run_event e
            WHERE e.run_id = c.run_id AND e.at <= as_of AND e.arrived_at <= known_at AND e.native_state = 'START'
                AND e.attempt IS NULL AND e.declared_start IS NULL AND NOT e.is_untimed
            OFFSET 0
        ) b
    ) s
$$;

COMMENT ON FUNCTION placed_events IS
    'The events of runs that matter for their attempts, each with its attempt. Only this function knows which event belongs to which attempt.';

CREATE FUNCTION overruled_ends(contradicted_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF cardinality(contradicted_ids) = 0 THEN
        RETURN '{}';
    END IF;
    -- The START of an export by dpone has the time of the export, if its caller says so.
    RETURN ARRAY(
        SELECT t.seq
        FROM (
            SELECT p.seq, p.native_state,
                bool_or(p.native_state = 'START' AND NOT p.is_time_approximate) OVER attempt AS has_start,
                max(p.at) FILTER (WHERE p.native_state IN ('FAIL', 'ABORT')) OVER until AS failed_at,
                max(p.at) FILTER (WHERE p.native_state = 'START' AND NOT p.is_time_approximate) OVER until AS tried_at
            FROM placed_events(contradicted_ids, contradicted_ids, as_of, known_at) p
            WINDOW attempt AS (PARTITION BY p.run_id, p.in_attempt),
                until AS (PARTITION BY p.run_id, p.in_attempt ORDER BY p.at RANGE UNBOUNDED PRECEDING)
        ) t
        WHERE t.native_state = 'COMPLETE' AND t.has_start AND t.failed_at IS NOT NULL
            AND coalesce(t.tried_at <= t.failed_at, true));
END $$;

COMMENT ON FUNCTION overruled_ends IS
    'The COMPLETEs (seq of run_event) overruled by a failure: no START of the attempt lies between them.';

CREATE FUNCTION attempts_of(run_ids bigint[], as_of timestamptz DEFAULT 'infinity', known_at timestamptz DEFAULT 'infinity')
RETURNS SETOF run_attempt LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    contradicted_ids bigint[] := contradicted_runs(run_ids, as_of, known_at);
    overruled bigint[] := overruled_ends(contradicted_ids, as_of, known_at);
BEGIN
    -- In plpgsql, so that its plan is cached.
    RETURN QUERY
    SELECT t.run_id, t.in_attempt, t.has_state, t.start,
        CASE WHEN (t.final).native_state = 'ABORT' AND (t.final).at = t.start AND t.is_state AND was_left_out(t.run_id)
            THEN ((t.final).at, 'SKIPPED', (t.final).native_state, (t.final).duration_millis, (t.final).is_time_approximate,
                (t.final).is_untimed)::run_end
            ELSE t.final END
    FROM (
        SELECT a.*, coalesce(
                a.said_start,
                (a.final).at - CASE WHEN (a.final).duration_millis < 0 THEN 0 ELSE (a.final).duration_millis END * interval '1 millisecond'
            ) AS start,
            a.in_attempt = max(a.in_attempt) FILTER (WHERE a.has_state) OVER (PARTITION BY a.run_id) AS is_state
        FROM (
            SELECT p.run_id, p.in_attempt, bool_or(p.status IS NOT NULL) AS has_state,
                -- ties in time: FAILURE > SUCCESS > SKIPPED > UP_FOR_RETRY, FAIL > ABORT, then the content hash
                (array_agg((p.at, p.result, p.native_state, p.duration_millis, p.is_time_approximate, p.is_untimed)::run_end ORDER BY p.at DESC,
                    array_position(ARRAY['FAILURE', 'SUCCESS', 'SKIPPED', 'UP_FOR_RETRY'], p.result), p.native_state = 'ABORT',
                    p.content_hash DESC)
                    FILTER (WHERE p.status = 'COMPLETE' AND p.seq <> ALL (overruled)))[1] AS final,
                coalesce(min(p.at) FILTER (WHERE p.status = 'STARTED' AND NOT p.is_untimed), min(p.declared_start)) AS said_start
            FROM placed_events(run_ids, contradicted_ids, as_of, known_at) p
            GROUP BY p.run_id, p.in_attempt
        ) a
    ) t;
END $$;

COMMENT ON FUNCTION attempts_of IS
    'The attempts of runs, with their starts and ends, by their events up to as_of that had arrived by known_at.';

CREATE FUNCTION derive_run_state(run_ids bigint[], as_of timestamptz DEFAULT 'infinity', known_at timestamptz DEFAULT 'infinity')
RETURNS TABLE (
    run_id bigint, created_at timestamptz, attempt integer, status text, result text, native_result text,
    started_at timestamptz, ended_at timestamptz, state_at timestamptz, first_event_at timestamptz, last_event_at timestamptz,
    is_time_approximate boolean
) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH spans AS (
        SELECT o.id AS run_id, f.at AS first_event_at, l.at AS last_event_at
        FROM unnest(run_ids) AS o (id)
        CROSS JOIN LATERAL (
            SELECT e.at FROM run_event e WHERE e.run_id = o.id AND e.at <= as_of AND e.arrived_at <= known_at ORDER BY e.at LIMIT 1
        ) f
        CROSS JOIN LATERAL (
            SELECT e.at FROM run_event e WHERE e.run_id = o.id AND e.at <= as_of AND e.arrived_at <= known_at
            ORDER BY e.at DESC LIMIT 1
        ) l
    ),
    timed AS (
        SELECT a.*, min(a.started_at) FILTER (WHERE a.attempt = 1) OVER (PARTITION BY a.run_id) AS first_started_at
        FROM attempts_of(run_ids, as_of, known_at) a
    ),
    highest AS MATERIALIZED (
        -- One row a run, for a single join: the planner joins sets of unknown size by nested loops.
        SELECT DISTINCT ON (t.run_id) t.run_id, t.first_started_at, t.final,
            CASE WHEN t.has_state THEN t.attempt END AS attempt, CASE WHEN t.has_state THEN t.started_at END AS started_at
        FROM timed t
        ORDER BY t.run_id, t.has_state DESC, t.attempt DESC
    )
    SELECT s.run_id,
        coalesce(t.first_started_at, s.first_event_at),
        t.attempt,
        CASE WHEN (t.final).at IS NOT NULL THEN 'COMPLETE' WHEN t.attempt IS NOT NULL THEN 'STARTED' END,
        (t.final).result,
        (t.final).native_state,
        t.started_at,
        -- A terminal time that is not after a known start is no end, nor is the time of an untimed event.
        CASE WHEN NOT (t.final).is_untimed AND (t.started_at IS NULL OR (t.final).at > t.started_at) THEN (t.final).at END,
        coalesce((t.final).at, t.started_at),
        s.first_event_at,
        s.last_event_at,
        coalesce((t.final).is_time_approximate, false)
    FROM spans s LEFT JOIN highest t ON t.run_id = s.run_id;
END $$;

COMMENT ON FUNCTION derive_run_state IS
    'The state of runs from their events up to as_of that had arrived by known_at (docs/store.md). Only this function knows the rule.';

CREATE FUNCTION derive_attempts(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    WITH starts AS (
        SELECT e.run_id, e.declared_start AS start,
            lag(e.declared_start) OVER (PARTITION BY e.run_id ORDER BY e.declared_start) AS previous
        FROM run_event e JOIN run r ON r.id = e.run_id
        WHERE e.run_id = ANY (run_ids) AND r.source IS NOT NULL AND e.declared_start IS NOT NULL
        GROUP BY e.run_id, e.declared_start
    ), attempts AS (
        SELECT s.run_id, s.start,
            row_number() OVER (PARTITION BY s.run_id ORDER BY s.start) AS number,
            count(*) OVER (PARTITION BY s.run_id) AS total
        FROM starts s
        WHERE s.previous IS NULL OR EXISTS (
            SELECT FROM run_event e
            WHERE e.run_id = s.run_id AND e.status = 'COMPLETE' AND e.at >= s.previous AND e.at < s.start)
    ), counted AS (
        -- Counts nothing if there is one attempt after all: an event may declare an earlier start.
        SELECT e.run_id, e.at, e.state_key,
            CASE WHEN max(a.total) > 1
                THEN coalesce(max(a.number) FILTER (WHERE a.start <= coalesce(e.declared_start, e.at)), 1) END AS attempt
        FROM attempts a JOIN run_event e ON e.run_id = a.run_id
        GROUP BY e.run_id, e.at, e.state_key
    )
    UPDATE run_event e SET counted_attempt = c.attempt
    FROM counted c
    WHERE e.run_id = c.run_id AND e.at = c.at AND e.state_key = c.state_key
        AND e.counted_attempt IS DISTINCT FROM c.attempt;
END $$;

COMMENT ON FUNCTION derive_attempts IS
    'Counts the attempts of runs of a source: each declared start after an end begins one. Only this function knows the rule.';

CREATE FUNCTION derive_states(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    resorted_ids bigint[];
    moved_ids bigint[];
BEGIN
    IF cardinality(run_ids) = 0 THEN
        RETURN '{}';
    END IF;
    -- All at once: each change of a run writes it to most of its indexes.
    WITH derived AS (
        UPDATE run r
        SET created_at = d.created_at, attempt = d.attempt, status = d.status, result = d.result,
            native_result = d.native_result, started_at = d.started_at, ended_at = d.ended_at, state_at = d.state_at,
            first_event_at = d.first_event_at, last_event_at = d.last_event_at, parent_id = d.parent_id,
            is_time_approximate = d.is_time_approximate, last_arrived_at = arrival()
        FROM (
            SELECT k.id, coalesce(d.created_at, k.declared_created_at) AS created_at, d.attempt, d.status, d.result, d.native_result, d.started_at,
                d.ended_at, d.state_at, d.first_event_at, d.last_event_at, k.parent_id,
                coalesce(d.is_time_approximate, false) AS is_time_approximate, k.former_created_at, k.former_parent_id, k.former_arrived_at
            FROM unnest(run_ids) AS o (id)
            CROSS JOIN LATERAL (
                SELECT k.id, k.declared_created_at, k.created_at AS former_created_at, k.parent_id AS former_parent_id,
                    k.last_arrived_at AS former_arrived_at, (SELECT p.parent_id FROM parent_of(k.id) p) AS parent_id
                FROM run k WHERE k.id = o.id OFFSET 0
            ) k
            LEFT JOIN derive_run_state(run_ids) d ON d.run_id = o.id
        ) d
        WHERE r.id = d.id
            -- A new run has been made with the state of its events.
            AND (d.former_arrived_at <> arrival() OR (r.created_at, r.attempt, r.status, r.result, r.native_result, r.started_at, r.ended_at,
                    r.state_at, r.first_event_at, r.last_event_at, r.parent_id, r.is_time_approximate)
                IS DISTINCT FROM (d.created_at, d.attempt, d.status, d.result, d.native_result, d.started_at, d.ended_at,
                    d.state_at, d.first_event_at, d.last_event_at, d.parent_id, d.is_time_approximate))
        RETURNING r.id, d.former_created_at IS DISTINCT FROM r.created_at AS is_resorted, d.former_parent_id IS DISTINCT FROM r.parent_id AS is_moved
    )
    SELECT array_agg(d.id) FILTER (WHERE d.is_resorted), coalesce(array_agg(d.id) FILTER (WHERE d.is_moved), '{}')
    INTO resorted_ids, moved_ids FROM derived d;

    IF resorted_ids IS NOT NULL THEN
        UPDATE edge e SET run_created_at = r.created_at
        FROM unnest(resorted_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT r.created_at FROM run r WHERE r.id = o.id OFFSET 0) r
        WHERE e.run_id = o.id AND e.run_created_at IS DISTINCT FROM r.created_at;
    END IF;
    RETURN moved_ids;
END $$;

COMMENT ON FUNCTION derive_states IS
    'Derives the state of runs from all their events, their sort key on their edges, and their parent; returns the runs whose parent changed.';

CREATE FUNCTION derive_superseded(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(run_ids) = 0 THEN
        RETURN;
    END IF;
    UPDATE run d SET is_superseded = s.is_superseded
    FROM (
        -- All reported runs of the parents at once: a parent may have thousands of derived ones.
        SELECT c.id, coalesce((c.parent_id, c.template_id) IN (
            SELECT k.parent_id, k.template_id FROM run k
            WHERE k.parent_id = ANY (ARRAY(SELECT DISTINCT p.parent_id FROM run p WHERE p.is_derived AND p.id = ANY (run_ids)))
                AND NOT k.is_derived AND k.template_id IS NOT NULL
        ), false) AS is_superseded
        FROM run c
        WHERE c.is_derived AND c.id = ANY (run_ids)
    ) s
    WHERE d.id = s.id AND d.is_superseded IS DISTINCT FROM s.is_superseded;
END $$;

COMMENT ON FUNCTION derive_superseded IS
    'Marks derived runs as superseded if their parent has a reporting run of the same template. Only this function knows the rule.';

CREATE FUNCTION derive_skipped(run_ids bigint[], parent_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    changed_ids bigint[];
BEGIN
    changed_ids := ARRAY(
        SELECT r.id FROM run r
        WHERE r.id = ANY (ARRAY(
                SELECT k.id FROM run k WHERE k.id = ANY (run_ids) AND k.native_result = 'ABORT'
                UNION
                SELECT k.id FROM run k WHERE k.parent_id = ANY (parent_ids) AND k.native_result = 'ABORT'))
            AND r.state_at = r.started_at AND (r.result = 'SKIPPED') <> was_left_out(r.id));
    IF cardinality(changed_ids) > 0 THEN
        PERFORM derive_states(changed_ids);
    END IF;
    RETURN changed_ids;
END $$;

COMMENT ON FUNCTION derive_skipped IS
    'Derives the states of runs, and of parents'' children, that a sibling''s failure makes skipped, or no longer does; returns these runs.';

CREATE FUNCTION derive_closed(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    below_ids bigint[] := '{}';
    level_ids bigint[] := run_ids;
BEGIN
    -- Level by level: the planner expects far too many rows of a recursion.
    WHILE cardinality(level_ids) > 0 LOOP
        below_ids := below_ids || level_ids;
        level_ids := ARRAY(
            SELECT r.id FROM run r WHERE r.parent_id = ANY (level_ids) AND r.status IS DISTINCT FROM 'COMPLETE'
            EXCEPT
            SELECT unnest(below_ids));
    END LOOP;

    below_ids := ARRAY(
        SELECT r.id FROM run r
        WHERE r.id = ANY (below_ids) AND (r.closed_result IS NOT NULL OR r.parent_id IS NOT NULL AND r.status IS DISTINCT FROM 'COMPLETE'));
    IF cardinality(below_ids) = 0 THEN
        RETURN;
    END IF;
    UPDATE run c SET closed_result = d.result, closed_native_result = d.native_result
    FROM (
        SELECT o.id, a.result, a.native_result
        FROM unnest(below_ids) AS b (id)
        CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = b.id OFFSET 0) o
        LEFT JOIN LATERAL (
            -- Upwards through open runs until one has ended.
            WITH RECURSIVE above (parent_id, status, result, native_result, over_at, last_event_at, open_ids) AS (
                SELECT o.parent_id, o.status, NULL, NULL, NULL::timestamptz, o.last_event_at, ARRAY[o.id]
                UNION ALL
                SELECT p.parent_id, p.status, p.result, p.native_result, greatest(p.state_at, p.started_at),
                    CASE p.status WHEN 'COMPLETE' THEN a.last_event_at ELSE greatest(a.last_event_at, p.last_event_at) END,
                    CASE p.status WHEN 'COMPLETE' THEN a.open_ids ELSE a.open_ids || p.id END
                FROM above a
                CROSS JOIN LATERAL (SELECT p.* FROM run p WHERE p.id = a.parent_id OFFSET 0) p
                WHERE (a.status = 'STARTED' OR a.status IS NULL AND o.source IS NOT NULL AND p.source IS NOT NULL)
                    AND p.id <> ALL (a.open_ids) AND cardinality(a.open_ids) < 100
            )
            SELECT a.result, a.native_result FROM above a
            WHERE a.status = 'COMPLETE' AND a.over_at IS NOT NULL
                -- The times of a source's runs do not tell their order.
                AND (o.source IS NOT NULL
                    OR a.last_event_at <= a.over_at
                        AND NOT EXISTS (SELECT FROM unnest(a.open_ids) AS i (id) CROSS JOIN LATERAL streams(i.id) s WHERE s.is_stream))
        ) a ON true
    ) d
    WHERE c.id = d.id AND (c.closed_result, c.closed_native_result) IS DISTINCT FROM (d.result, d.native_result);
END $$;

COMMENT ON FUNCTION derive_closed IS
    'Closes runs without an end of their own, among some runs and all below them. The nearest ended ancestor gives the result, unless a run up to it streams, or sent an event after that end. Only this function knows the rule.';

CREATE FUNCTION known_states(run_ids bigint[], v point_in_time)
RETURNS TABLE (run_id bigint, template_id bigint, created_at timestamptz, status text, result text, over_at timestamptz)
LANGUAGE sql STABLE AS $$
    SELECT r.id, r.template_id, r.created_at, r.status, r.result, greatest(r.state_at, r.started_at)
    FROM run r WHERE r.id = ANY (run_ids) AND NOT r.is_removed AND is_settled(r, (v).as_of, (v).known_at)
    UNION ALL
    SELECT r.id, r.template_id, s.created_at, s.status, s.result, greatest(s.state_at, s.started_at)
    FROM derive_run_state(
        ARRAY(SELECT r.id FROM run r WHERE r.id = ANY (run_ids) AND NOT r.is_removed AND NOT is_settled(r, (v).as_of, (v).known_at)),
        (v).as_of, (v).known_at) s
    JOIN run r ON r.id = s.run_id
$$;

COMMENT ON FUNCTION known_states IS
    'The states of runs at a point in time, with their ends. Runs without a known event are left out, unless they have no event at all.';
