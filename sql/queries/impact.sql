-- walk --
-- Walks from steps, hop by hop, and returns the steps met and the hops between them as packed columns; braces stand for fragments below.
WITH RECURSIVE {unsettled}
-- A row is a step, or a packed hop without a run_id: so each step is expanded once, and several hops to a step make one
-- step. For a bound on the depth, each round has a row without both, which counts the rounds: a count in other rows would
-- split a step into many. By remains a round is no distance, so there each step has its depth, negative, in place of start.
walk (run_id, attempt, input_id, output_id, start, after, packed) AS (
    SELECT s.run_id, s.attempt, s.input_id, s.output_id, s.start, s.after, packed_step(s.run_id, s.attempt, s.input_id, s.output_id, s.start)
    FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::bigint[], $5::timestamptz[])
        WITH ORDINALITY AS s (run_id, attempt, input_id, output_id, after, start)
    UNION ALL
    SELECT NULL, NULL, NULL, NULL, 0, '-infinity', NULL WHERE $9::integer IS NOT NULL AND NOT {by_remains}
    UNION
    SELECT n.*
    FROM (
        SELECT w.*, max(w.start) FILTER (WHERE w.run_id IS NULL) OVER () AS depth, count(w.run_id) OVER () AS others
        FROM walk w WHERE w.run_id IS NOT NULL OR w.packed IS NULL
    ) s
{kept}
    CROSS JOIN LATERAL (
        SELECT n.*
        FROM (SELECT WHERE {expands} OFFSET 0) g
        CROSS JOIN LATERAL ({hops} UNION ALL SELECT (NULL::hop).* WHERE s.run_id IS NULL) h
        CROSS JOIN LATERAL (
            SELECT NULL::bigint, NULL::integer, NULL::bigint, NULL::bigint, NULL::bigint, NULL::timestamptz,
                s.packed || packed_hop(h.edge_id, h.version_attempt, h.writer_id, h.asset_id, h.at, h.flags, h.since, h.until, h.written_until)
                    || packed_step(coalesce(h.to_run_id, 0), coalesce(h.to_attempt, 0), coalesce(h.to_input_id, 0), coalesce(h.to_output_id, 0), 0)
            WHERE s.run_id IS NOT NULL
            UNION ALL
            SELECT h.to_run_id, h.to_attempt, h.to_input_id, h.to_output_id, {start}, '-infinity',
                packed_step(h.to_run_id, h.to_attempt, h.to_input_id, h.to_output_id, 0)
            WHERE h.to_run_id IS NOT NULL
            UNION ALL
            SELECT NULL, NULL, NULL, NULL, s.start + 1, '-infinity', NULL WHERE s.run_id IS NULL AND s.others > 0
        ) n
        -- A reader of data that should have been replaced saw them for certain.
        WHERE h.to_run_id IS NULL OR h.edge_id IS NULL OR h.since > s.after AND (s.after = '-infinity' OR h.flags & 1 = 0)
{kept_rows}
    ) n
    -- Postgres evaluates this before the hops only if it names a column of the step, for any $9.
    WHERE CASE WHEN clock_timestamp() < statement_timestamp() + $7::interval THEN s.depth IS NULL OR s.depth <= $9 ELSE false END{near}
)
SELECT clock_timestamp() >= statement_timestamp() + $7::interval AS is_late,
    coalesce(string_agg(w.packed, '') FILTER (WHERE w.run_id IS NOT NULL), '') AS steps,
    coalesce(string_agg(w.packed, '') FILTER (WHERE w.run_id IS NULL AND w.attempt IS NULL), '') AS hops,
    coalesce(string_agg(substring(w.packed FOR 40), '') FILTER (WHERE w.run_id IS NULL AND w.attempt IS NOT NULL), '') AS kept,
    coalesce(string_agg(substring(w.packed FROM 41), '') FILTER (WHERE w.run_id IS NULL AND w.attempt IS NOT NULL), '') AS kept_hops
FROM (
    SELECT w.*
    FROM (SELECT w.*, count(w.run_id) FILTER (WHERE w.run_id >= 0) OVER (ROWS UNBOUNDED PRECEDING) AS steps FROM walk w) w
    WHERE w.steps <= {most_steps}
) w;

-- start_by_remains --
-- Fragment of walk by remains: the depth of the next step, negative, if it is bounded. Remains are as deep as the step before.
CASE WHEN $9 IS NULL THEN 0 WHEN h.to_run_id = -1 THEN least(s.start, 0) ELSE least(s.start, 0) - 1 END

-- most_steps_by_remains --
-- The limit of steps of walk by remains: with a bounded depth, a step is there once for each of its depths.
$6::bigint * CASE WHEN $9 IS NULL THEN 1 ELSE 2 + $9 END

-- near_by_remains --
-- Condition of walk by remains: the step is within the depth.
 AND ($9 IS NULL OR s.start >= -$9)

-- kept_step_of_walk --
-- Fragment of walk: the kept hops of a step, if they hold. All other hops come from the rule.
    LEFT JOIN LATERAL (
        SELECT k.run_id, k.number, k.hops, k.to_run_ids, k.to_attempts, k.to_input_ids, k.to_output_ids FROM kept_step k
        WHERE k.run_id = s.run_id AND k.attempt = s.attempt AND s.input_id = 0 AND s.output_id = 0 AND s.start = 0{holds}
        OFFSET 0
    ) k ON true

-- kept_holds_at --
-- Condition of kept_step_of_walk: the hops hold at a point in time, since nothing on which they depend is unsettled then.
AND k.settled_at <= $10 AND k.arrived_at <= $11 AND ($12 = interval '0' OR $12 < k.nearest_read_millis * interval '1 millisecond')
            AND NOT $13 AND NOT $14 AND k.run_id <> ALL ((SELECT o.ids FROM unsettled o)::bigint[])
            AND NOT k.depends_on && (SELECT o.ids || o.class_ids FROM unsettled o) AND NOT k.to_run_ids && (SELECT o.ids FROM unsettled o)

-- kept_rows_of_walk --
-- Fragment of walk: the kept hops of a step as one row, with the number of hops as its attempt, and the next steps.
        UNION ALL
        SELECT NULL, k.number, NULL, NULL, NULL, NULL, s.packed || int4send(k.number) || k.hops WHERE k.run_id IS NOT NULL
        UNION ALL
        SELECT t.run_id, t.attempt, coalesce(t.input_id, 0), coalesce(t.output_id, 0), 0, '-infinity',
            packed_step(t.run_id, t.attempt, coalesce(t.input_id, 0), coalesce(t.output_id, 0), 0)
        -- In the list of columns, where unnest needs no store of its own.
        FROM (
            SELECT unnest(k.to_run_ids) AS run_id, unnest(k.to_attempts) AS attempt, unnest(k.to_input_ids) AS input_id,
                unnest(k.to_output_ids) AS output_id
        ) t

-- hops_down_materialised --
-- Fragment of walk: from a step to the readers of its writes, and to dependent runs, for the question that assumes nothing.
SELECT m.* FROM (SELECT WHERE {by_rule} OFFSET 0) n CROSS JOIN LATERAL materialised_hops_down(s.run_id, s.attempt, s.input_id, s.output_id) m
UNION ALL
SELECT o.*
FROM (
    SELECT WHERE {has_other} OFFSET 0
) has_other
CROSS JOIN LATERAL (
    SELECT f.* FROM referring_runs(s.run_id, true, NULL, '{}') f WHERE NOT (s.start > 0 AND s.output_id <> 0)
    UNION ALL
    SELECT c.* FROM containing_runs(s.run_id, true, NULL) c WHERE $8 AND NOT (s.start > 0 AND s.output_id <> 0)
    UNION ALL
    SELECT i.* FROM implicit_hops(s.output_id, s.after, ROW('infinity', 'infinity', '0', false, false)::point_in_time, '{}', '{}', '{}') i WHERE s.run_id = 0
) o

-- hops_down_has_other --
-- Condition of hops_down_materialised and hops_down_evaluated: a step may lead to other hops. Most stores have none, which is checked once.
$8 OR s.run_id = 0 OR EXISTS (SELECT FROM maybe_dependency)

-- hops_up_materialised --
-- Fragment of walk: from a step to the writers of its reads, and to runs that it depends on, for the question that assumes nothing.
SELECT k.* FROM materialised_hops_up(s.run_id, s.attempt, s.input_id, s.output_id) k
UNION ALL
SELECT f.* FROM referring_runs(s.run_id, false, NULL, '{}') f
UNION ALL
SELECT c.* FROM containing_runs(s.run_id, false, NULL) c WHERE $8

-- hops_down_evaluated --
-- Fragment of walk: the hops of hops_down_materialised, at a point in time.
SELECT k.*
FROM (SELECT WHERE {by_rule} OFFSET 0) n
CROSS JOIN unsettled o
CROSS JOIN LATERAL evaluated_hops_down(s.run_id, s.attempt, s.input_id, s.output_id, o.v, o.ids, o.class_ids, o.root_ids, o.reads, o.writes, {by_remains}) k
UNION ALL
SELECT h.*
FROM (
    SELECT WHERE {has_other} OFFSET 0
) has_other
CROSS JOIN unsettled o
CROSS JOIN LATERAL (
    SELECT f.* FROM referring_runs(s.run_id, true, o.v, o.ids) f WHERE NOT (s.start > 0 AND s.output_id <> 0)
    UNION ALL
    SELECT c.* FROM containing_runs(s.run_id, true, o.v) c WHERE $8 AND NOT (s.start > 0 AND s.output_id <> 0)
    UNION ALL
    SELECT i.* FROM implicit_hops(s.output_id, s.after, o.v, o.ids, o.reads, o.writes) i WHERE s.run_id = 0
) h{remains}

-- hops_down_of_remains --
-- Fragment of hops_down_evaluated: from the remains of data at a moment to later reads.
UNION ALL
SELECT m.* FROM (SELECT WHERE s.run_id = -1 OFFSET 0) n
CROSS JOIN unsettled o
CROSS JOIN LATERAL remaining_hops_down(s.input_id, from_micros(s.output_id), o.v, o.ids, o.writes) m

-- hops_up_evaluated --
-- Fragment of walk: the hops of hops_up_materialised, at a point in time.
SELECT k.* FROM unsettled o CROSS JOIN LATERAL evaluated_hops_up(s.run_id, s.attempt, s.input_id, s.output_id, o.v, o.ids, o.reads, o.writes, {by_remains}) k
UNION ALL
SELECT f.* FROM unsettled o CROSS JOIN LATERAL referring_runs(s.run_id, false, o.v, o.ids) f
UNION ALL
SELECT c.* FROM unsettled o CROSS JOIN LATERAL containing_runs(s.run_id, false, o.v) c WHERE $8{remains}

-- hops_up_of_remains --
-- Fragment of hops_up_evaluated: from the remains of data at a moment to older versions.
UNION ALL
SELECT m.* FROM (SELECT WHERE s.run_id = -1 OFFSET 0) n
CROSS JOIN unsettled o
CROSS JOIN LATERAL remaining_hops_up(s.input_id, from_micros(s.output_id), o.v, o.ids, o.writes) m

-- unsettled_rows_of_walk --
-- Fragment of walk: the point in time, with the unsettled runs, and their reads and writes then.
unsettled AS MATERIALIZED (
    SELECT o.v, o.ids, o.reads, o.writes,
        ARRAY(SELECT r.class_id FROM unnest(o.reads) r UNION SELECT w.class_id FROM unnest(o.writes) w) AS class_ids,
        ARRAY(SELECT DISTINCT root_of(i) FROM unnest(o.ids) AS i) AS root_ids
    FROM (SELECT ROW($10::timestamptz, $11::timestamptz, $12::interval, $13::boolean, $14::boolean)::point_in_time) q (v)
    CROSS JOIN LATERAL unsettled_rows(q.v) o
),

-- visible_versions --
-- The versions that each data shows at a moment, at a point in time: those that a person's read would see. Newest first (streams that go on by their start), ties by URN.
SELECT d.id AS shown_by, w.edge_id, w.attempt, w.run_id, w.asset_id, w.class_id, w.at, w.until, w.native_version, w.effect, w.kind
FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, interval '0', $5::boolean, false)::point_in_time) o
CROSS JOIN unnest($1::bigint[]) AS d (id)
CROSS JOIN LATERAL (SELECT read_by_nobody(d.id, $2::timestamptz) AS r OFFSET 0) n
CROSS JOIN LATERAL evaluated_seen(n.r, o.v, o.ids, o.writes) s
CROSS JOIN LATERAL (SELECT (s.w).*) w
JOIN entity m ON m.id = w.run_id JOIN entity a ON a.id = w.asset_id
ORDER BY least(w.until, $2::timestamptz) DESC, w.at DESC, m.urn COLLATE "C", a.urn COLLATE "C", w.attempt DESC;

-- shows_implicit_version --
-- True if data show at a moment their content from before the first known write, at a point in time.
SELECT shows_implicit_version($1::bigint, $2::timestamptz, o.v, o.ids, o.writes)
FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, interval '0', $5::boolean, false)::point_in_time) o;

-- makers_of_versions --
-- The runs that made versions, with those whose write is the same, at a point in time.
SELECT DISTINCT m.run_id, m.attempt, m.class_id, m.until, 'VERSION' AS kind
FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, interval '0', $5::boolean, false)::point_in_time) o
CROSS JOIN LATERAL known_writes_of_edges($1::bigint[], $2::integer[], o.v, o.ids, o.writes) w
CROSS JOIN LATERAL (
    SELECT w.run_id, w.attempt, w.class_id, w.until
    UNION ALL
    SELECT s.run_id, s.attempt, s.class_id, w.until FROM sharers_of(w, o.v, o.ids, o.writes) s
) m;

-- versions_of_run --
-- The versions that a run made of data, and its open writes, at a point in time, the newest first, ties by URN.
SELECT w.edge_id, w.attempt, w.run_id, w.asset_id, w.class_id, w.at, w.until, w.native_version, w.effect, w.kind
FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, interval '0', $5::boolean, false)::point_in_time) v
CROSS JOIN LATERAL known_writes($1::bigint, v.v, v.ids, v.writes) o
CROSS JOIN LATERAL (
    SELECT o.* WHERE o.kind IN ('VERSION', 'OPEN')
    UNION ALL
    SELECT s.* FROM shared_versions(o, v.v, v.ids, v.writes) s WHERE o.kind IN ('SHARED', 'LEFT')
) w
JOIN entity m ON m.id = w.run_id JOIN entity a ON a.id = w.asset_id
WHERE o.class_id = $2::bigint
ORDER BY w.at DESC, m.urn COLLATE "C", a.urn COLLATE "C", w.attempt DESC;

-- classes_of_assets --
-- The class of names of each asset: reads and writes are stored by class.
SELECT e.id, coalesce(e.class_id, e.id) AS class_id FROM entity e WHERE e.id = ANY ($1::bigint[]);

-- runs_to_start_from --
-- The runs of a job or a flow (with its jobs), oldest first, ties by URN.
SELECT r.id
FROM (
    SELECT r.id, r.created_at FROM run r WHERE r.template_id = $1 AND NOT r.is_removed AND NOT r.is_superseded
    UNION
    SELECT r.id, r.created_at FROM run r WHERE r.flow_id = $1 AND NOT r.is_removed AND NOT r.is_superseded
    UNION
    SELECT r.id, r.created_at FROM entity j JOIN run r ON r.template_id = j.id
    WHERE j.flow_id = $1 AND NOT r.is_removed AND NOT r.is_superseded
) r
JOIN entity e ON e.id = r.id
ORDER BY r.created_at, e.urn COLLATE "C";

-- runs_within --
-- These runs and all runs within them, without removed ones and those within these, oldest first, ties by URN.
SELECT d.id FROM descendants_of($1::bigint[], true) AS d (id) JOIN run r ON r.id = d.id JOIN entity e ON e.id = d.id
ORDER BY r.created_at, e.urn COLLATE "C";

-- runs_directly_within --
-- The runs directly within some runs, without these themselves and later ones by events until $3 that arrived until $4; at most $2.
SELECT c.id
FROM (
    SELECT c.id FROM unnest($1::bigint[]) AS s (id)
    CROSS JOIN LATERAL (
        SELECT c.id FROM run c
        WHERE c.parent_id = s.id AND NOT c.is_removed AND NOT c.is_superseded
            AND (c.first_event_at IS NULL OR c.first_event_at <= $3 AND c.first_arrived_at <= $4)
        OFFSET 0
    ) c
    LIMIT $2::integer + cardinality($1)
) c
EXCEPT SELECT unnest($1)
LIMIT $2;

-- runs_known_by --
-- Leaves out of some runs those of which, and of the runs within them, no event came until $2 and arrived until $3, unless a reference may make one known.
WITH RECURSIVE within (start_id, id) AS (
    SELECT s.id, s.id FROM unnest($1::bigint[]) AS s (id)
    UNION
    SELECT w.start_id, c.id
    FROM within w
    CROSS JOIN LATERAL (
        SELECT FROM run r WHERE r.id = w.id AND (r.first_event_at <= $2 AND r.first_arrived_at <= $3) IS NOT TRUE OFFSET 0
    ) later
    CROSS JOIN LATERAL unnest(ARRAY(SELECT k.id FROM run k WHERE k.parent_id = w.id)) AS c (id)
)
SELECT DISTINCT w.start_id AS id
FROM within w
CROSS JOIN LATERAL (SELECT r.first_event_at, r.first_arrived_at FROM run r WHERE r.id = w.id OFFSET 0) r
WHERE r.first_event_at <= $2 AND r.first_arrived_at <= $3
    OR r.first_event_at IS NULL AND NOT EXISTS (SELECT FROM run k WHERE k.parent_id = w.id OFFSET 0)
    OR EXISTS (SELECT FROM run_dependency d WHERE d.upstream_id = w.id OFFSET 0)
    OR EXISTS (SELECT FROM run_dependency d WHERE d.run_id = w.id OFFSET 0)
    OR EXISTS (SELECT FROM declared_edge d WHERE d.run_id = w.id OFFSET 0);

-- stale_starts --
-- The versions, each with a time from which it was read, that failed or skipped runs should have replaced.
SELECT s.* FROM stale_starts($1::bigint[], ROW($2::timestamptz, $3::timestamptz, $4::interval, $5::boolean, $6::boolean)::point_in_time) s;

-- unwritten_outputs --
-- The data that failed and skipped runs among these should have written, and none of these wrote, by URN; only data that somebody has read. Outputs that runs of $7 name count if somebody has written them.
WITH unsettled AS MATERIALIZED (
    SELECT u.* FROM unsettled_rows(ROW($2::timestamptz, $3::timestamptz, $4::interval, $5::boolean, $6::boolean)::point_in_time) u
), missed AS MATERIALIZED (
    SELECT m.class_id FROM unsettled u CROSS JOIN LATERAL missed_outputs($1::bigint[], u.v, u.ids, u.writes) m
    UNION
    SELECT coalesce(e.class_id, e.id) FROM edge g JOIN entity e ON e.id = g.asset_id
    WHERE g.run_id = ANY ($7::bigint[]) AND g.direction = 'OUTPUT'
        AND EXISTS (SELECT FROM write_row w WHERE w.class_id = coalesce(e.class_id, e.id) AND w.kind = 'VERSION')
)
SELECT e.urn FROM missed m JOIN entity e ON e.id = m.class_id CROSS JOIN unsettled u
WHERE EXISTS (SELECT FROM read_row r WHERE r.class_id = m.class_id) AND NOT EXISTS (
    SELECT FROM unnest($1::bigint[]) AS r (id) CROSS JOIN LATERAL known_writes(r.id, u.v, u.ids, u.writes) w
    WHERE w.class_id = m.class_id AND w.kind IN ('VERSION', 'SHARED')
)
ORDER BY e.urn COLLATE "C";

-- jobs_at_risk --
-- The jobs that read affected versions next, or the implicit one of $9, with the version and their latest run, by URN.
SELECT j.template_id, j.run_id, j.class_id, j.edge_id, j.attempt, j.has_run_since
FROM jobs_at_risk(
    ARRAY(SELECT DISTINCT coalesce(e.class_id, e.id) FROM unnest($1::bigint[]) AS a (edge_id)
        JOIN edge g ON g.id = a.edge_id JOIN entity e ON e.id = g.asset_id),
    $1, $2, $3::timestamptz, ROW($4::timestamptz, $5::timestamptz, $6::interval, $7::boolean, $8::boolean)::point_in_time,
    $9::bigint, $10::timestamptz) j
JOIN entity t ON t.id = j.template_id JOIN entity d ON d.id = j.class_id
LEFT JOIN edge g ON g.id = j.edge_id LEFT JOIN entity m ON m.id = g.run_id
ORDER BY t.urn COLLATE "C", d.urn COLLATE "C", m.urn COLLATE "C", j.attempt;

-- assumed_replaced --
-- The data, by URN, for which an answer assumes that unknown writes replace.
SELECT e.id
FROM assumed_replaced(
    $1::bigint[], $2::integer[], $3::bigint[], $4::boolean,
    ROW($5::timestamptz, $6::timestamptz, $7::interval, $8::boolean, false)::point_in_time, $9::bigint, $10::timestamptz) AS a (class_id)
JOIN entity e ON e.id = a.class_id
ORDER BY e.urn COLLATE "C";

-- versions_by_key --
-- Versions and open writes as known at a point in time, given their edges and attempts.
WITH known AS MATERIALIZED (
    SELECT w.*
    FROM unsettled_rows(ROW($3::timestamptz, $4::timestamptz, interval '0', $5::boolean, false)::point_in_time) v
    CROSS JOIN LATERAL known_writes_of_edges($1::bigint[], $2::integer[], v.v, v.ids, v.writes) w
)
SELECT g.id AS edge_id, o.attempt, g.run_id, g.asset_id, coalesce(w.class_id, g.asset_id) AS class_id, w.at, w.until, w.native_version, w.effect, w.kind
FROM unnest($1, $2) AS o (edge_id, attempt)
JOIN edge g ON g.id = o.edge_id
LEFT JOIN known w ON w.edge_id = o.edge_id AND w.attempt = o.attempt;

-- possible_destroyers --
-- The newest open writes up to a moment that may have destroyed versions since, given their edges and attempts, at a point in time, newest first, ties by URN.
SELECT k.edge_id AS version_edge_id, k.attempt AS version_attempt,
    row_number() OVER (ORDER BY w.at DESC, w.run_urn COLLATE "C", w.asset_urn COLLATE "C", w.attempt DESC) AS place,
    w.edge_id, w.attempt, w.run_id, w.asset_id, w.class_id, w.at, w.until, w.native_version, w.effect, w.kind
FROM unsettled_rows(ROW($4::timestamptz, $5::timestamptz, interval '0', $6::boolean, false)::point_in_time) o
CROSS JOIN LATERAL known_writes_of_edges($1::bigint[], $2::integer[], o.v, o.ids, o.writes) k
CROSS JOIN LATERAL (
    SELECT w.*, m.urn AS run_urn, a.urn AS asset_urn
    FROM (
        SELECT w.* FROM write_row w
        WHERE w.class_id = k.class_id AND (w.kind = 'OPEN' OR w.until > w.at) AND is_known(w.run_id, o.v, o.ids)
        UNION ALL
        SELECT w.* FROM unnest(o.writes) w WHERE w.class_id = k.class_id
    ) w
    JOIN entity m ON m.id = w.run_id JOIN entity a ON a.id = w.asset_id
    WHERE may_destroy(w, k) AND w.at <= $3::timestamptz
    ORDER BY w.at DESC, m.urn COLLATE "C", a.urn COLLATE "C", w.attempt DESC
    LIMIT $7::integer
) w
ORDER BY place;

-- places_of_entities --
-- The place of each entity in the order of their URNs, as a packed column in the given order.
SELECT coalesce(string_agg(int8send(p.place), '' ORDER BY p.number), '') AS places
FROM (
    SELECT o.number, row_number() OVER (ORDER BY e.urn COLLATE "C") AS place
    FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN entity e ON e.id = o.id
) p;

-- ends_of_edges --
-- The run and the asset of each edge, as packed columns in the given order; 0 for an edge that is gone.
SELECT coalesce(string_agg(int8send(coalesce(g.run_id, 0)), '' ORDER BY o.number), '') AS run_ids,
    coalesce(string_agg(int8send(coalesce(g.asset_id, 0)), '' ORDER BY o.number), '') AS asset_ids
FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN edge g ON g.id = o.id;

-- states_at_point_in_time --
-- The states of runs as known at a point in time.
SELECT s.*, NULL::text AS closed_result, NULL::text AS closed_native_result
FROM derive_run_state($1::bigint[], $2::timestamptz, $3::timestamptz) s;

-- reads_of_runs --
-- The reads of runs, with the versions that each read saw and their certainty, in the order of the assets' URNs, newest versions first, ties by URN.
SELECT r.run_id, r.edge_id AS read_id, r.attempt AS read_attempt, r.asset_id AS read_asset_id, r.since, r.until AS read_until,
    s.certainty, (s.w).edge_id, (s.w).attempt, (s.w).run_id AS writer_id, (s.w).asset_id, (s.w).class_id, (s.w).at, (s.w).until,
    (s.w).native_version, (s.w).effect, (s.w).kind
FROM unsettled_rows(ROW($2::timestamptz, $3::timestamptz, $4::interval, $5::boolean, $6::boolean)::point_in_time) o
CROSS JOIN LATERAL (
    SELECT k FROM read_row k WHERE k.run_id = ANY ($1::bigint[]) AND is_known(k.run_id, o.v, o.ids)
    UNION ALL
    SELECT k FROM unnest(o.reads) k WHERE k.run_id = ANY ($1::bigint[])
) k (r)
CROSS JOIN LATERAL (SELECT (k.r).*) r
JOIN entity a ON a.id = r.asset_id
LEFT JOIN entity p ON p.id = r.output_id
LEFT JOIN LATERAL evaluated_seen(k.r, o.v, o.ids, o.writes) s ON true
LEFT JOIN entity m ON m.id = (s.w).run_id
LEFT JOIN entity d ON d.id = (s.w).asset_id
ORDER BY r.run_id, a.urn COLLATE "C", r.attempt, p.urn COLLATE "C" NULLS FIRST,
    (s.w).at DESC, m.urn COLLATE "C", d.urn COLLATE "C", (s.w).attempt DESC;

-- runs_to_draw --
-- The runs of a picture: URN, job, and, at a point in time, state, start and end.
SELECT e.id, e.urn, r.template_id, s.status, s.result, s.created_at AS began_at,
    CASE WHEN s.status = 'COMPLETE' THEN s.over_at END AS ended_at
FROM entity e
JOIN run r ON r.id = e.id
LEFT JOIN known_states($1::bigint[], ROW($2::timestamptz, $3::timestamptz, $4::interval, $5::boolean, $6::boolean)::point_in_time) s
    ON s.run_id = e.id
WHERE e.id = ANY ($1::bigint[]);

-- templates_of_runs --
-- The job of each run, as a packed column in the given order; 0 for a run that is gone.
SELECT coalesce(string_agg(int8send(coalesce(r.template_id, 0)), '' ORDER BY o.number), '') AS template_ids
FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN run r ON r.id = o.id;

-- results_of_runs --
-- The latest result of each run, in the given order.
SELECT coalesce(r.closed_result, r.result, '') AS result
FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN run r ON r.id = o.id
ORDER BY o.number;

-- classes_of_versions --
-- The class of names of each version, as a packed column in the given order of edges; 0 for an edge that is gone.
SELECT coalesce(string_agg(int8send(coalesce(e.class_id, e.id, 0)), '' ORDER BY o.number), '') AS class_ids
FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN edge g ON g.id = o.id LEFT JOIN entity e ON e.id = g.asset_id;

-- durations_of_runs --
-- The durations of runs in milliseconds at a point in time, as a packed column in the given order; 0 if unknown, or not ended.
SELECT coalesce(string_agg(float8send(CASE WHEN is_settled(r, $2, $3) THEN coalesce(run_millis(r), 0) ELSE 0 END), '' ORDER BY o.number), '') AS millis
FROM unnest($1::bigint[]) WITH ORDINALITY AS o (id, number) LEFT JOIN run r ON r.id = o.id;
