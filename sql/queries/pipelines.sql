-- members_of_runs --
-- The runs within each run, nearest first up to a limit, with their results, in order of start, ties by URN. A run without a known start has the place of its end.
SELECT o.owner_id, r.id, r.parent_id, r.template_id, coalesce(r.attempt, 1) AS attempt,
    -- No event reports the failure of a run that stays open; clients of a source leave every failed run open
    -- (docs/databand.md).
    CASE WHEN r.source IS NULL THEN r.result ELSE coalesce(r.closed_result, r.result) END AS result,
    s.began_at, coalesce(s.began_at, s.over_at) AS placed_at, r.ended_at, s.over_at, r.is_derived,
    r.status IS NOT DISTINCT FROM 'STARTED' AND r.closed_result IS NULL AS is_open,
    r.source IS NULL AND r.closed_result IS NOT NULL AS is_left_open,
    CASE WHEN count(*) OVER of_one_job > 1 THEN (
        SELECT c.value #>> '{taskInstance,map_index}' FROM entity_facet f JOIN content c ON c.key = f.content_key
        WHERE f.entity_id = r.id AND f.scope = 'OWN' AND f.name = 'airflow' AND NOT f.is_deleted
    ) END AS part,
    count(*) OVER of_one_job > 1 AND is_one_try(r.id)
        AND EXISTS (SELECT FROM run_event e WHERE e.run_id = r.id AND e.attempt IS NOT NULL) AS is_numbered
FROM unnest($1::bigint[]) AS o (owner_id)
CROSS JOIN LATERAL (
    WITH RECURSIVE below (id) AS (
        SELECT o.owner_id
        UNION
        SELECT c.id
        FROM below b
        CROSS JOIN LATERAL (
            SELECT r.id FROM run r WHERE r.parent_id = b.id AND NOT r.is_superseded AND NOT r.is_removed OFFSET 0
        ) c
    )
    SELECT b.id FROM below b WHERE b.id <> o.owner_id LIMIT $2
) m
CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = m.id OFFSET 0) r
CROSS JOIN LATERAL (
    SELECT coalesce(r.ended_at, r.state_at, r.created_at) AS over_at,
        CASE WHEN r.is_derived THEN NULL
            -- Airflow's tries are runs of their own, mostly without an attempt before.
            WHEN r.attempt > 1 AND EXISTS (
                SELECT FROM run_event e WHERE e.run_id = r.id AND coalesce(e.attempt, e.counted_attempt, 1) < r.attempt)
            THEN (SELECT min(a.started_at) FROM attempts_of(ARRAY[r.id]) a)
            ELSE r.started_at END AS began_at
    OFFSET 0
) s
JOIN entity e ON e.id = r.id
WINDOW of_one_job AS (PARTITION BY o.owner_id, r.parent_id, r.template_id)
ORDER BY o.owner_id, placed_at NULLS LAST, e.urn COLLATE "C";

-- dependencies_of_runs --
-- The dependencies of downstream runs on upstream runs within each group, with their reasons (docs/failed-pipeline.md).
WITH RECURSIVE upstream AS MATERIALIZED (
    SELECT u.number, r FROM unnest($1::integer[], $2::bigint[]) AS u (number, id) JOIN run r ON r.id = u.id
), downstream AS MATERIALIZED (
    SELECT d.number, r FROM unnest($3::integer[], $4::bigint[]) AS d (number, id) JOIN run r ON r.id = d.id
), parent AS MATERIALIZED (
    SELECT p.id, p.created_at, p.last_event_at FROM run p WHERE p.id IN (SELECT (d.r).parent_id FROM downstream d)
), sibling AS MATERIALIZED (
    SELECT DISTINCT k.parent_id, k.template_id
    FROM parent p JOIN run k ON k.parent_id = p.id
    WHERE k.template_id IS NOT NULL AND NOT k.is_superseded AND NOT k.is_removed
), before (number, run_id, parent_id, job_id, is_own, is_passed) AS (
    -- Through jobs that have no run here: Airflow's EmptyOperators send nothing.
    SELECT d.number, (d.r).id, (d.r).parent_id, (d.r).template_id, true, true FROM downstream d WHERE (d.r).parent_id IS NOT NULL
    UNION
    SELECT b.number, b.run_id, b.parent_id, l.upstream_id, false,
        (b.parent_id, l.upstream_id) NOT IN (SELECT s.parent_id, s.template_id FROM sibling s)
    FROM before b
    JOIN parent p ON p.id = b.parent_id
    JOIN job_order l ON l.downstream_id = b.job_id
        AND (l.origin <> 'AIRFLOW' OR l.last_at >= coalesce(p.created_at, '-infinity') AND l.first_at <= coalesce(p.last_event_at, 'infinity'))
    WHERE b.is_passed
), used AS MATERIALIZED (
    -- A run without edges, since it failed or never began, uses the edges of its job's last success.
    SELECT DISTINCT (o.r).id AS run_id, o.direction, coalesce(e.class_id, e.id) AS class_id
    FROM (
        SELECT u.r, 'OUTPUT' AS direction FROM upstream u
        UNION ALL
        SELECT d.r, 'INPUT' FROM downstream d
    ) o
    CROSS JOIN LATERAL (
        SELECT (o.r).id AS run_id
        UNION ALL
        SELECT l.id FROM (
            SELECT k.id FROM earlier_runs(o.r, '{SUCCESS}', 'infinity') k
            WHERE (o.r).result IN ('FAILURE', 'SKIPPED') AND NOT EXISTS (
                SELECT FROM edge g WHERE g.run_id = (o.r).id AND g.direction = o.direction AND g.is_current)
            ORDER BY k.created_at DESC, (SELECT e.urn FROM entity e WHERE e.id = k.id) COLLATE "C" LIMIT 1
        ) l
    ) s
    JOIN edge g ON g.run_id = s.run_id AND g.direction = o.direction AND g.is_current
    JOIN entity e ON e.id = g.asset_id
), referred AS (
    SELECT DISTINCT d.upstream_id, d.run_id AS downstream_id FROM run_dependency d WHERE d.run_id = ANY ($4::bigint[])
)
SELECT d.number, f.upstream_id, f.downstream_id, 'RUN_REFERENCE' AS reason
FROM referred f
JOIN downstream d ON (d.r).id = f.downstream_id
JOIN upstream u ON (u.r).id = f.upstream_id AND u.number = d.number
UNION
SELECT b.number, (u.r).id, b.run_id, 'JOB_ORDER'
FROM before b JOIN upstream u ON u.number = b.number AND (u.r).template_id = b.job_id AND (u.r).parent_id = b.parent_id
WHERE NOT b.is_own AND (u.r).id <> b.run_id
UNION
SELECT d.number, w.run_id, k.run_id, 'DATA'
FROM downstream d
JOIN used k ON k.run_id = (d.r).id AND k.direction = 'INPUT'
JOIN used w ON w.class_id = k.class_id AND w.direction = 'OUTPUT' AND w.run_id <> k.run_id
JOIN upstream u ON (u.r).id = w.run_id AND u.number = d.number;

-- attempts_of_runs --
-- The attempts of runs, by their events: start, end and result.
SELECT a.run_id, a.attempt, a.started_at, (a.final).result,
    CASE WHEN NOT (a.final).is_untimed AND (a.started_at IS NULL OR (a.final).at > a.started_at) THEN (a.final).at END AS ended_at
FROM attempts_of($1::bigint[]) a
WHERE a.has_state
ORDER BY a.run_id, a.attempt;
