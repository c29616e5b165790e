-- The family of a run: parents, siblings, templates, triggers.

CREATE FUNCTION derive_siblings(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql AS $$
DECLARE
    reader_ids bigint[];
BEGIN
    UPDATE input_job i SET parent_id = r.parent_id
    FROM run r
    WHERE i.run_id = ANY (run_ids) AND r.id = i.run_id AND i.parent_id IS DISTINCT FROM r.parent_id;

    -- The runs whose inputs may mean something else now: these, and the former and present readers of these.
    reader_ids := ARRAY(
        SELECT i.run_id FROM input_job i WHERE i.run_id = ANY (run_ids)
        UNION
        SELECT s.run_id FROM run_sibling s WHERE s.upstream_id = ANY (run_ids)
        UNION
        SELECT i.run_id
        FROM run r
        CROSS JOIN LATERAL (SELECT t.urn_key FROM entity t WHERE t.id = r.template_id OFFSET 0) t
        CROSS JOIN LATERAL (
            SELECT i.run_id FROM input_job i WHERE i.parent_id = r.parent_id AND i.job_key = t.urn_key OFFSET 0
        ) i
        WHERE r.id = ANY (run_ids) AND r.source IS NOT NULL);
    IF cardinality(reader_ids) = 0 THEN
        RETURN reader_ids;
    END IF;

    WITH meant AS (
        SELECT i.run_id, i.asset_id, k.id AS upstream_id
        FROM input_job i
        CROSS JOIN LATERAL (SELECT t.id FROM entity t WHERE t.urn_key = i.job_key OFFSET 0) t
        CROSS JOIN LATERAL (
            SELECT k.id FROM run k
            WHERE k.parent_id = i.parent_id AND k.template_id = t.id AND k.source IS NOT NULL AND k.id <> i.run_id
            OFFSET 0
        ) k
        WHERE i.run_id = ANY (reader_ids)
    ), gone AS (
        DELETE FROM run_sibling s
        WHERE s.run_id = ANY (reader_ids)
            AND (s.run_id, s.asset_id, s.upstream_id) NOT IN (SELECT m.run_id, m.asset_id, m.upstream_id FROM meant m)
    )
    INSERT INTO run_sibling (run_id, asset_id, upstream_id)
    SELECT m.run_id, m.asset_id, m.upstream_id FROM meant m
    ON CONFLICT DO NOTHING;

    -- Switch the edges whose input means a run now, or no longer. Each is looked up, for any size that the planner
    -- expects of a family.
    UPDATE edge e SET is_current = NOT e.is_current
    WHERE e.id = ANY (ARRAY(
        SELECT g.id
        FROM input_job i
        CROSS JOIN LATERAL (
            SELECT g.id, g.is_current FROM edge g
            WHERE g.run_id = i.run_id AND g.direction = 'INPUT' AND g.asset_id = i.asset_id
            OFFSET 0
        ) g
        CROSS JOIN LATERAL (
            SELECT count(*) > 0 AS is_run FROM run_sibling s WHERE s.run_id = i.run_id AND s.asset_id = i.asset_id
        ) s
        WHERE i.run_id = ANY (reader_ids) AND g.is_current = s.is_run));
    RETURN reader_ids;
END $$;

COMMENT ON FUNCTION derive_siblings IS
    'Finds the inputs that mean runs: inputs named like the job of a run with the same parent. For these runs and those whose inputs may mean them, which it returns. Only this function knows the rule.';

CREATE FUNCTION is_removed(id bigint) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (
        SELECT FROM versioned_aspect a
        WHERE a.entity_id = is_removed.id AND a.name = 'status' AND (a.value ->> 'removed')::boolean)
$$;

COMMENT ON FUNCTION is_removed IS 'True if the status aspect of an entity says that it is removed.';

-- `parent_of`, `job_type`, `streams` and `family_root` return at most one row as a set: Postgres makes them part of the
-- query that calls them. As a call of its own for each run of a merge, each would take four times as long.

CREATE FUNCTION parent_of(run_id bigint) RETURNS TABLE (parent_id bigint)
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT coalesce(
        (SELECT l.target_id FROM run_link l
         WHERE l.run_id = parent_of.run_id AND l.kind = 'PARENT' AND l.target_id <> parent_of.run_id
         ORDER BY l.at DESC, l.is_terminal DESC, l.target_key DESC LIMIT 1),
        (SELECT s.destination_id FROM relationship s JOIN run t ON t.id = s.destination_id
         WHERE s.source_id = parent_of.run_id AND s.type = 'ChildOf' AND s.replaced_at IS NULL AND s.destination_id <> parent_of.run_id
         LIMIT 1))
$$;

COMMENT ON FUNCTION parent_of IS
    'The parent of a run: the newest one in its events, other than itself, else the parentInstance of its aspect. Only this function knows the rule.';

CREATE FUNCTION job_type(run_id bigint) RETURNS TABLE (facet jsonb)
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT c.value
    FROM run_facets f JOIN facet_set s ON s.key = f.set_key
    JOIN content c ON c.key = ltrim(s.facets ->> 'jobType', '!')::uuid
    WHERE f.run_id = job_type.run_id AND f.scope = 'JOB' AND s.facets ? 'jobType'
    ORDER BY f.at DESC, f.is_terminal DESC, c.key DESC LIMIT 1
$$;

COMMENT ON FUNCTION job_type IS 'The newest jobType facet in the events of a run.';

CREATE FUNCTION streams(run_id bigint) RETURNS TABLE (is_stream boolean)
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT coalesce(upper(coalesce(
        (SELECT t.facet ->> 'processingType' FROM job_type(streams.run_id) t),
        (SELECT a.value ->> 'type' FROM versioned_aspect a
         WHERE a.entity_id = streams.run_id AND a.name = 'dataProcessInstanceProperties')
    )) IN ('STREAMING', 'SERVICE'), false)
$$;

COMMENT ON FUNCTION streams IS
    'True if a run streams: its events (jobType), else its properties, say STREAMING or SERVICE. Only this function knows the rule.';

CREATE FUNCTION snapshot_window(run_id bigint) RETURNS interval
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    pattern jsonb := (SELECT t.facet -> 'emissionPattern' FROM job_type(snapshot_window.run_id) t);
BEGIN
    IF pattern ->> 'eventContentMode' = 'COMPLETE_SNAPSHOT' THEN
        RETURN make_interval(secs => CASE jsonb_typeof(pattern -> 'windowDuration')
            WHEN 'number' THEN least(greatest((pattern ->> 'windowDuration')::double precision, 0), 1e8) ELSE 0 END);
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION snapshot_window IS
    'The window of time for which an event of a run is complete (eventContentMode COMPLETE_SNAPSHOT), 0 if no event tells its length; null if its events add to each other.';

CREATE FUNCTION derive_triggers(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(run_ids) = 0 THEN
        RETURN;
    END IF;
    UPDATE run r SET trigger = d.trigger
    FROM (
        SELECT o.id, (
            SELECT lower(s.word #>> '{}')
            FROM (
                SELECT array_position(ARRAY['airflow', 'airflowDagRun', 'gitlab'], f.name) AS place,
                    CASE f.name WHEN 'gitlab' THEN c.value -> 'source' ELSE c.value #> '{dagRun,run_type}' END AS word
                FROM entity_facet f JOIN content c ON c.key = f.content_key
                WHERE f.entity_id = o.id AND f.scope = 'OWN' AND f.name IN ('airflow', 'airflowDagRun', 'gitlab')
                    AND NOT f.is_deleted
                UNION ALL
                SELECT 4, a.value #> '{customProperties,run_type}' FROM versioned_aspect a
                WHERE a.entity_id = o.id AND a.name = 'dataProcessInstanceProperties'
            ) s
            WHERE jsonb_typeof(s.word) = 'string' AND length(s.word #>> '{}') BETWEEN 1 AND 64
            ORDER BY s.place LIMIT 1
        ) AS trigger
        FROM unnest(run_ids) AS o (id)
    ) d
    WHERE r.id = d.id AND r.trigger IS DISTINCT FROM d.trigger;
END $$;

COMMENT ON FUNCTION derive_triggers IS
    'Derives the triggers of runs: Airflow''s run_type, the source of a GitLab pipeline, else the custom property run_type of DataHub''s aspect. A text of more than 64 characters is no trigger. Only this function knows the rule.';

CREATE FUNCTION named_template(run_id bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce(
        (SELECT i.destination_id FROM relationship i
         WHERE i.source_id = named_template.run_id AND i.type = 'InstanceOf' AND i.replaced_at IS NULL),
        (SELECT t.id
         FROM run_link l JOIN entity t ON t.id = l.target_job_id JOIN entity r ON r.id = l.target_id
         WHERE l.target_id = named_template.run_id
         ORDER BY l.target_key IS NOT DISTINCT FROM r.run_key DESC, t.urn COLLATE "C" LIMIT 1));
END $$;

COMMENT ON FUNCTION named_template IS
    'The template of a run without OpenLineage events: the one in its aspect, else its job in references. Among several, the job of its run key comes first, then the least URN. Only this function knows the rule.';

CREATE FUNCTION ancestors_of(run_id bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    above bigint[] := '{}';
    parent bigint;
BEGIN
    SELECT r.parent_id INTO parent FROM run r WHERE r.id = ancestors_of.run_id;
    WHILE parent IS NOT NULL AND parent <> ALL (above) AND parent <> ancestors_of.run_id LOOP
        above := above || parent;
        SELECT r.parent_id INTO parent FROM run r WHERE r.id = above[cardinality(above)];
    END LOOP;
    RETURN above;
END $$;

COMMENT ON FUNCTION ancestors_of IS 'The parent of a run, that run''s parent, and so on; once round in a cycle.';

CREATE FUNCTION all_ancestors(run_ids bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    above bigint[] := '{}';
    level_ids bigint[] := run_ids;
BEGIN
    -- Level by level: the planner expects far too many rows of a recursion.
    LOOP
        level_ids := ARRAY(
            SELECT DISTINCT r.parent_id
            FROM unnest(level_ids) AS l (id)
            CROSS JOIN LATERAL (SELECT r.parent_id FROM run r WHERE r.id = l.id AND r.parent_id <> ALL (above) OFFSET 0) r);
        EXIT WHEN cardinality(level_ids) = 0;
        above := above || level_ids;
    END LOOP;
    RETURN above;
END $$;

COMMENT ON FUNCTION all_ancestors IS 'The ancestors of runs, each once.';

CREATE FUNCTION root_of(run_id bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    above bigint[] := ancestors_of(root_of.run_id);
    top bigint := coalesce(above[cardinality(above)], root_of.run_id);
    ring bigint[] := ancestors_of(top);
BEGIN
    IF ring = '{}' THEN
        RETURN top;
    END IF;
    -- By a stable key: ids depend on the order of arrival, and a URN on other runs with the same id.
    RETURN (
        SELECT r.id FROM run r JOIN entity e ON e.id = r.id
        WHERE r.id = ANY (ring || top)
        ORDER BY text_key(r.native_id), e.run_key LIMIT 1);
END $$;

COMMENT ON FUNCTION root_of IS
    'The last ancestor of a run, else the run itself; in a cycle the run whose id has the least key. Relatives have one root.';

CREATE FUNCTION family_root(run_id bigint, parent_id bigint) RETURNS TABLE (root_id bigint)
    LANGUAGE sql STABLE ROWS 1 AS $$
    SELECT CASE
        WHEN family_root.parent_id IS NULL THEN run_id
        WHEN (SELECT p.parent_id FROM run p WHERE p.id = family_root.parent_id) IS NULL THEN family_root.parent_id
        ELSE root_of(run_id)
    END
$$;

COMMENT ON FUNCTION family_root IS
    'What root_of says, for a run whose parent is known. Most runs have no grandparent, and need no call of root_of.';

CREATE FUNCTION relatives_of(run_id bigint) RETURNS bigint[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    relatives bigint[] := run_id || ancestors_of(run_id);
BEGIN
    IF EXISTS (SELECT FROM run c WHERE c.parent_id = relatives_of.run_id) THEN
        relatives := ARRAY(SELECT unnest(relatives) UNION SELECT descendants_of(ARRAY[relatives_of.run_id]));
    END IF;
    RETURN relatives;
END $$;

COMMENT ON FUNCTION relatives_of IS 'A run, the runs that contain it, and all within it.';

CREATE FUNCTION are_relatives(a bigint, b bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT a = b OR a = ANY (ancestors_of(b)) OR b = ANY (ancestors_of(a))
$$;

COMMENT ON FUNCTION are_relatives IS 'True if one run is the other, or contains it: neither sees the other''s writes.';

CREATE FUNCTION descendants_of(run_ids bigint[], only_listed boolean DEFAULT false) RETURNS SETOF bigint
    LANGUAGE plpgsql STABLE ROWS 4 AS $$
BEGIN
    -- In plpgsql, so that its plan is cached. The array of children hides their usual number: where parents have thousands,
    -- Postgres would make a table for millions of rows at each call.
    RETURN QUERY
    WITH RECURSIVE below (id) AS (
        SELECT unnest(run_ids)
        UNION
        SELECT c.id
        FROM below b
        CROSS JOIN LATERAL unnest(ARRAY(
            SELECT r.id FROM run r WHERE r.parent_id = b.id AND NOT (only_listed AND r.is_removed)
        )) AS c (id)
    )
    SELECT b.id FROM below b;
END $$;

COMMENT ON FUNCTION descendants_of IS
    'These runs and all that they contain. only_listed: without removed runs and those within them.';
