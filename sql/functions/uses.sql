-- The reads and writes of runs, placed in time (docs/point-in-time.md). A question at an earlier time derives the same rows for the runs that it knows less of.
-- After: types.

CREATE FUNCTION edge_sayings(run_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS SETOF edge_saying
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    -- Mostly there are none, as the few events with more than a state show.
    has_numbered boolean := EXISTS (
        SELECT FROM run_event e WHERE e.run_id = ANY (run_ids) AND (e.attempt IS NOT NULL OR e.declared_start IS NOT NULL) OFFSET 0);
BEGIN
    RETURN QUERY
    SELECT r.id, r.root_id, r.job_id, r.streams, r.narrows, g.id, g.direction, g.asset_id, a.class_id,
        coalesce(m.attempt, (SELECT max(n.attempt) FROM unnest(r.numbered) n WHERE n.at <= m.at), 1),
        m.at, m.content_hash, p.place, p.version, m.is_terminal, m.is_placed, p.set_key, p.own_set_key
    FROM (
        -- Numbered events begin an attempt for later mentions without one. Only runs with declared starts have counted attempts.
        SELECT m.*, CASE WHEN has_numbered THEN ARRAY(
            SELECT ROW(e.at, coalesce(e.counted_attempt, e.attempt))::numbered_event
            FROM run_event e
            WHERE e.run_id = m.id AND e.at <= as_of AND e.arrived_at <= known_at
                AND (e.counted_attempt IS NOT NULL OR e.attempt IS NOT NULL AND e.status = 'STARTED')
            ) ELSE '{}' END AS numbered
        FROM run_places(run_ids, as_of, known_at) m
        OFFSET 0
    ) r
    CROSS JOIN LATERAL (
        -- A stream may have a hundred thousand mentions; the telling ones suffice. Numbered attempts and snapshots
        -- need all of theirs.
        SELECT m.* FROM mention m
        WHERE m.run_id = r.id AND m.is_telling AND m.at <= as_of AND m.arrived_at <= known_at
        UNION ALL
        SELECT m.* FROM mention m
        WHERE m.run_id = r.id AND NOT m.is_telling AND m.at <= as_of AND m.arrived_at <= known_at
            AND (r.is_in_windows OR cardinality(r.numbered) > 0)
    ) m
    CROSS JOIN LATERAL unnest(m.edge_ids, m.versions, m.set_keys, m.own_set_keys)
        WITH ORDINALITY AS p (edge_id, version, set_key, own_set_key, place)
    CROSS JOIN LATERAL (SELECT g.id, g.direction, g.asset_id FROM edge g WHERE g.id = p.edge_id OFFSET 0) g
    CROSS JOIN LATERAL (SELECT coalesce(a.class_id, a.id) AS class_id FROM entity a WHERE a.id = g.asset_id OFFSET 0) a;
END $$;

COMMENT ON FUNCTION edge_sayings IS
    'The mentions of edges, each with its attempt, by the events up to as_of that had arrived by known_at.';

CREATE FUNCTION run_places(run_ids bigint[], as_of timestamptz, known_at timestamptz)
RETURNS TABLE (id bigint, root_id bigint, job_id bigint, streams boolean, is_in_windows boolean, narrows boolean) LANGUAGE sql STABLE AS $$
    SELECT r.id, (SELECT f.root_id FROM family_root(r.id, r.parent_id) f),
        CASE WHEN t.kind IN ('dataJob', 'dataFlow') THEN t.id ELSE r.id END,
        s.is_stream, s.is_stream AND snapshot_window(r.id) IS NOT NULL,
        EXISTS (SELECT FROM derivation d WHERE d.run_id = r.id AND d.at <= as_of AND d.arrived_at <= known_at OFFSET 0)
    FROM run r
    CROSS JOIN LATERAL (SELECT s.is_stream FROM streams(r.id) s OFFSET 0) s
    LEFT JOIN LATERAL (SELECT t.id, t.kind FROM entity t WHERE t.id = r.template_id OFFSET 0) t ON true
    WHERE r.id = ANY (run_ids) AND NOT r.is_removed
$$;

COMMENT ON FUNCTION run_places IS
    'The runs that are not removed, with the root of their family, their job, and their way to use data.';

CREATE FUNCTION declared_uses(run_ids bigint[], tried run_attempt[], as_of timestamptz, known_at timestamptz) RETURNS SETOF asset_use
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM declared_edge d WHERE d.run_id = ANY (run_ids)) THEN
        RETURN;
    END IF;
    RETURN QUERY
    SELECT DISTINCT r.id, t.attempt, g.id, d.direction, d.asset_id, a.class_id, r.root_id, r.job_id, t.started_at,
        coalesce(CASE WHEN f.first_event_at <= as_of THEN f.first_event_at END, k.declared_created_at),
        greatest(coalesce((t.final).at, 'infinity'), t.started_at), (t.final).at IS NOT NULL, (t.final).result, r.streams,
        NULL, NULL, NULL::text[], NULL, NULL::bigint, NULL::bigint, NULL, r.narrows
    FROM run_places(run_ids, as_of, known_at) r
    CROSS JOIN LATERAL (SELECT k.declared_created_at FROM run k WHERE k.id = r.id OFFSET 0) k
    LEFT JOIN LATERAL (
        SELECT e.at AS first_event_at FROM run_event e WHERE e.run_id = r.id AND e.arrived_at <= known_at ORDER BY e.at LIMIT 1
    ) f ON true
    JOIN declared_edge d ON d.run_id = r.id AND d.arrived_at <= known_at AND (d.replaced_at IS NULL OR d.replaced_at > known_at)
    CROSS JOIN LATERAL (
        SELECT g.id FROM edge g WHERE g.run_id = d.run_id AND g.direction = d.direction AND g.asset_id = d.asset_id OFFSET 0
    ) g
    CROSS JOIN LATERAL (SELECT coalesce(a.class_id, a.id) AS class_id FROM entity a WHERE a.id = d.asset_id OFFSET 0) a
    CROSS JOIN LATERAL (
        SELECT t.attempt, t.started_at, t.final FROM unnest(tried) t WHERE t.run_id = d.run_id
        UNION ALL
        SELECT 1, NULL, NULL::run_end
        WHERE NOT EXISTS (SELECT FROM unnest(tried) t WHERE t.run_id = d.run_id) AND (f.first_event_at IS NULL OR f.first_event_at <= as_of)
    ) t
    WHERE (t.final).result IS DISTINCT FROM 'SKIPPED';
END $$;

COMMENT ON FUNCTION declared_uses IS 'The uses of declared edges (DataHub''s aspects) by all attempts of runs.';

CREATE FUNCTION placing_facets(said edge_saying[])
RETURNS TABLE (run_id bigint, direction text, subject_id bigint, attempt integer, lifecycle jsonb, subset jsonb, effect jsonb)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT f.run_id, f.direction, f.subject_id, f.attempt,
        (array_agg(f.value) FILTER (WHERE f.name = 'lifecycleStateChange'))[1], (array_agg(f.value) FILTER (WHERE f.name = 'subset'))[1],
        (array_agg(f.value) FILTER (WHERE f.name = 'headwater_write'))[1]
    FROM (
        SELECT DISTINCT ON (m.run_id, m.direction, m.subject_id, m.attempt, f.name) m.run_id, m.direction, m.subject_id, m.attempt, f.name,
            CASE WHEN NOT f.is_deleted THEN c.value END AS value
        FROM (SELECT s.*, subject_of(s.direction, s.edge_id, s.class_id) AS subject_id FROM unnest(said) s WHERE s.is_placed) m
        CROSS JOIN LATERAL (VALUES (m.set_key), (m.own_set_key)) AS s (key)
        CROSS JOIN LATERAL (SELECT t.facets FROM facet_set t WHERE t.key = s.key OFFSET 0) t
        CROSS JOIN LATERAL facets_of(t.facets) f
        LEFT JOIN LATERAL (SELECT c.value FROM content c WHERE c.key = f.content_key OFFSET 0) c ON true
        WHERE f.name IN ('lifecycleStateChange', 'subset', 'headwater_write')
        ORDER BY m.run_id, m.direction, m.subject_id, m.attempt, f.name, m.at DESC, m.is_terminal DESC, f.content_key DESC
    ) f
    GROUP BY f.run_id, f.direction, f.subject_id, f.attempt;
END $$;

COMMENT ON FUNCTION placing_facets IS
    'The facets that place uses in time; for each name the greatest by (at, is_terminal, content_key).';

CREATE FUNCTION subject_of(direction text, edge_id bigint, class_id bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE direction WHEN 'OUTPUT' THEN class_id ELSE edge_id END;

COMMENT ON FUNCTION subject_of IS
    'The subject of a use''s facets: for an output its data, since the facets under all its names count; for an input its edge.';

CREATE FUNCTION numbered_uses(uses asset_use[]) RETURNS TABLE (number bigint, u asset_use)
    LANGUAGE sql STABLE AS $$
    SELECT row_number() OVER (), u FROM unnest(uses) u
$$;

COMMENT ON FUNCTION numbered_uses IS 'Uses with their places in the array.';

CREATE FUNCTION end_with_next(uses asset_use[], tried run_attempt[]) RETURNS asset_use[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT DISTINCT ON (o.number) o.number, greatest(t.started_at, (o.u).started_at) AS over_at
        FROM numbered_uses(uses) o
        JOIN unnest(tried) t ON t.run_id = (o.u).run_id AND t.attempt > (o.u).attempt
        WHERE NOT (o.u).is_over AND t.started_at IS NOT NULL
        ORDER BY o.number, t.attempt
    LOOP
        uses[found.number].over_at := found.over_at;
    END LOOP;
    RETURN uses;
END $$;

COMMENT ON FUNCTION end_with_next IS
    'Returns uses; those of an attempt without a known end are over at the start of the next attempt.';

CREATE FUNCTION end_with_window(uses asset_use[], said edge_saying[]) RETURNS asset_use[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT o.number, (o.u).direction, b.since, CASE WHEN l.named_at < l.said_at THEN l.named_at ELSE (o.u).over_at END AS over_at
        FROM (
            SELECT s.run_id, snapshot_window(s.run_id) AS span
            FROM (SELECT DISTINCT u.run_id FROM unnest(uses) u WHERE u.streams) s
            OFFSET 0
        ) w
        JOIN numbered_uses(uses) o ON (o.u).run_id = w.run_id
        JOIN (
            SELECT s.run_id, s.attempt, s.direction, subject_of(s.direction, s.edge_id, s.class_id) AS subject_id, max(s.at) AS named_at,
                max(max(s.at)) OVER (PARTITION BY s.run_id, s.attempt) AS said_at
            FROM unnest(said) s
            GROUP BY s.run_id, s.attempt, s.direction, subject_of(s.direction, s.edge_id, s.class_id)
        ) l ON l.run_id = w.run_id AND l.attempt = (o.u).attempt AND l.direction = (o.u).direction
            AND l.subject_id = subject_of((o.u).direction, (o.u).edge_id, (o.u).class_id)
        CROSS JOIN LATERAL (
            SELECT CASE WHEN (o.u).started_at IS NULL THEN (o.u).named_at ELSE greatest((o.u).started_at, (o.u).named_at - w.span) END AS since
        ) b
        WHERE w.span IS NOT NULL AND (o.u).named_at IS NOT NULL
    LOOP
        IF found.direction = 'INPUT' THEN
            uses[found.number].started_at := found.since;
        ELSE
            uses[found.number].named_at := found.since;
        END IF;
        uses[found.number].over_at := least(uses[found.number].over_at, greatest(found.over_at, found.since));
    END LOOP;
    RETURN uses;
END $$;

COMMENT ON FUNCTION end_with_window IS
    'Returns uses; those of a stream whose events are complete for a window begin with the window of the first event that names the data, and are over at the last such event if a later one leaves the data out.';

CREATE FUNCTION give_versions(uses asset_use[], said edge_saying[]) RETURNS asset_use[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT o.number, v.version, e.version AS terminal_version
        FROM numbered_uses(uses) o
        LEFT JOIN (
            SELECT DISTINCT ON (s.edge_id, s.attempt) s.edge_id, s.attempt, s.version
            FROM unnest(said) s
            WHERE s.version IS NOT NULL
            ORDER BY s.edge_id, s.attempt, s.at, s.content_hash, s.place
        ) v ON v.edge_id = (o.u).edge_id AND v.attempt = (o.u).attempt
        LEFT JOIN (
            SELECT DISTINCT ON (s.run_id, s.class_id, s.attempt) s.run_id, s.class_id, s.attempt, s.version
            FROM unnest(said) s
            WHERE s.direction = 'OUTPUT' AND s.is_terminal AND s.version IS NOT NULL
            ORDER BY s.run_id, s.class_id, s.attempt, s.at DESC, s.content_hash DESC, s.place DESC
        ) e ON (o.u).direction = 'OUTPUT' AND e.run_id = (o.u).run_id AND e.class_id = (o.u).class_id AND e.attempt = (o.u).attempt
        WHERE v.version IS NOT NULL OR e.version IS NOT NULL
    LOOP
        uses[found.number].version := found.version;
        uses[found.number].terminal_version := found.terminal_version;
    END LOOP;
    RETURN uses;
END $$;

COMMENT ON FUNCTION give_versions IS
    'Returns uses with the versions in events: the first of an edge, and for an output also the last terminal one.';

CREATE FUNCTION give_facets(uses asset_use[], said edge_saying[]) RETURNS asset_use[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT o.number, CASE WHEN f.subset IS NOT NULL THEN subset_parts(f.subset) END AS parts,
            -- Files that a table still has are proof, whatever the word for the write.
            CASE WHEN w.is_measured AND (w.word IS NULL OR w.word IN ('OVERWRITE', 'TRUNCATE', 'CREATE'))
                THEN CASE w.effect WHEN 'REPLACE' THEN 'OVERWRITE' ELSE 'APPEND' END ELSE w.word END AS lifecycle,
            w.effect AS mode, p.id AS previous_asset_id, coalesce(p.class_id, p.id) AS previous_id
        FROM numbered_uses(uses) o
        JOIN placing_facets(said) f ON f.run_id = (o.u).run_id AND f.direction = (o.u).direction AND f.attempt = (o.u).attempt
            AND f.subject_id = subject_of((o.u).direction, (o.u).edge_id, (o.u).class_id)
        CROSS JOIN LATERAL (
            SELECT f.lifecycle ->> 'lifecycleStateChange' AS word, e.effect, e.effect IS NOT NULL AND f.effect -> 'isMeasured' = 'true' AS is_measured
            FROM (SELECT CASE WHEN f.effect ->> 'effect' IN ('APPEND', 'REPLACE') THEN f.effect ->> 'effect' END AS effect) e
        ) w
        LEFT JOIN LATERAL (
            SELECT p.id, p.class_id FROM entity p
            WHERE f.lifecycle ->> 'lifecycleStateChange' = 'RENAME' AND p.kind = 'dataset'
                AND text_key(p.name) = text_key(f.lifecycle #>> '{previousIdentifier,name}')
                AND p.name = f.lifecycle #>> '{previousIdentifier,name}' AND p.namespace = f.lifecycle #>> '{previousIdentifier,namespace}'
            OFFSET 0
        ) p ON true
    LOOP
        uses[found.number].parts := found.parts;
        uses[found.number].lifecycle := found.lifecycle;
        uses[found.number].mode := found.mode;
        uses[found.number].previous_asset_id := found.previous_asset_id;
        uses[found.number].previous_id := found.previous_id;
    END LOOP;
    RETURN uses;
END $$;

COMMENT ON FUNCTION give_facets IS 'Returns uses with the subsets, lifecycle changes and effects in facets.';

CREATE FUNCTION give_modes(uses asset_use[]) RETURNS asset_use[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT o.number, w.mode
        FROM numbered_uses(uses) o
        CROSS JOIN LATERAL (
            SELECT c.mode FROM entity_name n JOIN write_mode c ON c.asset_id = n.name_id
            WHERE n.entity_id = (o.u).class_id
            ORDER BY c.created_at DESC, (SELECT a.urn FROM entity a WHERE a.id = c.asset_id) COLLATE "C" LIMIT 1
        ) w
        WHERE (o.u).direction = 'OUTPUT'
    LOOP
        uses[found.number].mode := found.mode;
    END LOOP;
    RETURN uses;
END $$;

COMMENT ON FUNCTION give_modes IS 'Returns uses with the configured modes of outputs, before the effects that tools declare.';

CREATE FUNCTION asset_uses(run_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS SETOF asset_use
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    tried run_attempt[] := ARRAY(SELECT a FROM attempts_of(run_ids, as_of, known_at) a);
    said edge_saying[] := ARRAY(SELECT s FROM edge_sayings(run_ids, as_of, known_at) s);
    uses asset_use[];
    declared asset_use[];
BEGIN
    -- Full, since the planner uses nested loops for sets of unknown size, which cannot do a full join.
    uses := ARRAY(
        SELECT ROW(u.run_id, u.attempt, u.edge_id, u.direction, u.asset_id, u.class_id, u.root_id, u.job_id, u.started_at, u.at,
            greatest(coalesce((u.final).at, 'infinity'), u.started_at), (u.final).at IS NOT NULL, (u.final).result, u.streams,
            NULL, NULL, NULL, NULL, NULL, NULL, NULL, u.narrows)::asset_use
        FROM (
            SELECT s.*, t.started_at, t.final
            FROM (SELECT DISTINCT ON (s.edge_id, s.attempt) s.* FROM unnest(said) s ORDER BY s.edge_id, s.attempt, s.at) s
            FULL JOIN unnest(tried) t ON t.run_id = s.run_id AND t.attempt = s.attempt
            OFFSET 0
        ) u
        WHERE u.edge_id IS NOT NULL AND (u.final).result IS DISTINCT FROM 'SKIPPED');

    -- A use that events name and an aspect declares is one use.
    declared := ARRAY(SELECT d FROM declared_uses(run_ids, tried, as_of, known_at) d);
    IF cardinality(declared) > 0 THEN
        uses := uses || ARRAY(
            SELECT d FROM unnest(declared) d WHERE (d.edge_id, d.attempt) NOT IN (SELECT u.edge_id, u.attempt FROM unnest(uses) u));
    END IF;
    -- An input that means a run is no use of data.
    IF EXISTS (SELECT FROM run_sibling b WHERE b.run_id = ANY (run_ids)) THEN
        uses := ARRAY(
            SELECT u FROM unnest(uses) u
            WHERE u.direction = 'OUTPUT'
                OR NOT EXISTS (SELECT FROM run_sibling b WHERE b.run_id = u.run_id AND b.asset_id = u.asset_id OFFSET 0));
    END IF;

    IF EXISTS (SELECT FROM unnest(tried) t WHERE t.attempt <> 1) THEN
        uses := end_with_next(uses, tried);
    END IF;
    IF EXISTS (SELECT FROM unnest(uses) u WHERE u.streams) THEN
        uses := end_with_window(uses, said);
    END IF;
    IF EXISTS (SELECT FROM unnest(said) s WHERE s.version IS NOT NULL) THEN
        uses := give_versions(uses, said);
    END IF;
    IF EXISTS (SELECT FROM unnest(said) s WHERE s.is_placed) THEN
        uses := give_facets(uses, said);
    END IF;
    IF EXISTS (SELECT FROM write_mode) THEN
        uses := give_modes(uses);
    END IF;
    RETURN QUERY SELECT u.* FROM unnest(uses) u;
END $$;

COMMENT ON FUNCTION asset_uses IS
    'The reads and writes of attempts, placed in time, by the events up to as_of that had arrived by known_at.';
