-- Which run saw which write (docs/point-in-time.md): what runs read and wrote, placed in time, and the rule.
--
-- Derived from the facts for the runs that a merge touches: asset_read, asset_write. A question as of another moment
-- derives the same rows for those runs of which it knows less, and takes the kept ones of all others.

CREATE TABLE write_mode (
    asset_id   bigint      NOT NULL,
    mode       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT write_mode_pkey PRIMARY KEY (asset_id),
    CONSTRAINT write_mode_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT write_mode_known CHECK (mode IN ('REPLACE', 'APPEND'))
);

COMMENT ON TABLE write_mode IS 'Configuration: whether writes of an asset replace it or append to it, where they do not say themselves.';

ALTER TABLE run
    ADD COLUMN first_arrived_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN last_arrived_at timestamptz NOT NULL DEFAULT now();

COMMENT ON COLUMN run.first_arrived_at IS 'when the store first heard of it';
COMMENT ON COLUMN run.last_arrived_at IS 'no fact of it has arrived after this';

-- Of the runs that were busy, or half known, at a moment a question must derive what was known then.
CREATE INDEX run_busy_idx ON run USING gist (tstzrange(first_event_at, last_event_at))
    WHERE first_event_at IS NOT NULL AND last_event_at > first_event_at;
CREATE INDEX run_arriving_idx ON run USING gist (tstzrange(first_arrived_at, last_arrived_at))
    WHERE last_arrived_at > first_arrived_at;

CREATE TABLE asset_write (
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    run_id         bigint      NOT NULL,
    attempt        integer     NOT NULL,
    edge_id        bigint      NOT NULL,
    is_departure   boolean     NOT NULL,
    asset_id       bigint      NOT NULL,
    data_id        bigint      NOT NULL,
    root_id        bigint      NOT NULL,
    kind           text        NOT NULL,
    effect         text        NOT NULL,
    begun_at       timestamptz,
    at             timestamptz NOT NULL,
    until          timestamptz NOT NULL,
    native_version text,
    version_key    uuid        GENERATED ALWAYS AS (text_key(native_version)) STORED,
    parts          text[],
    hidden_at      timestamptz NOT NULL DEFAULT 'infinity',
    hider_root_id  bigint,
    CONSTRAINT asset_write_pkey PRIMARY KEY (id),
    CONSTRAINT asset_write_key UNIQUE (edge_id, attempt, is_departure),
    CONSTRAINT asset_write_kind_known CHECK (kind IN ('VERSION', 'OPEN', 'DROP', 'SHARED', 'LEFT')),
    CONSTRAINT asset_write_effect_known CHECK (effect IN ('REPLACE', 'APPEND', 'UNKNOWN'))
) WITH (fillfactor = 80);

CREATE INDEX asset_write_run_idx ON asset_write (run_id, attempt);
CREATE INDEX asset_write_data_idx ON asset_write (data_id, at) WHERE kind = 'VERSION';
CREATE INDEX asset_write_hider_idx ON asset_write (data_id, effect, at) WHERE kind IN ('VERSION', 'DROP');
CREATE INDEX asset_write_long_idx ON asset_write (data_id) WHERE kind = 'OPEN' OR until > at;
CREATE INDEX asset_write_version_idx ON asset_write (data_id, version_key) WHERE version_key IS NOT NULL;
CREATE INDEX asset_write_endless_idx ON asset_write (run_id) WHERE kind IN ('SHARED', 'LEFT') AND until = 'infinity';
CREATE INDEX asset_write_shared_idx ON asset_write (root_id, data_id) WHERE kind IN ('SHARED', 'LEFT') OR root_id <> run_id;

COMMENT ON TABLE asset_write IS 'An attempt of a run wrote an asset: derived, with the moment (docs/point-in-time.md).';
COMMENT ON COLUMN asset_write.is_departure IS 'of a rename: that the old name shows nothing any more';
COMMENT ON COLUMN asset_write.data_id IS 'the asset, whatever its name: the class of its names';
COMMENT ON COLUMN asset_write.root_id IS 'the run at the root of those that contain the run';
COMMENT ON COLUMN asset_write.kind IS
    'VERSION: it can be seen; OPEN: not finished, or failed; DROP: it leaves nothing; SHARED, LEFT: a version, or an open write or a drop, of which a descendant made a version, which is this write';
COMMENT ON COLUMN asset_write.effect IS
    'its effect on earlier writes; UNKNOWN: as the question assumes; REPLACE of an open write: it may have destroyed them';
COMMENT ON COLUMN asset_write.begun_at IS 'when the attempt began; null where nobody said';
COMMENT ON COLUMN asset_write.at IS 'the moment of a version or a drop; a stream''s or an open write''s begin';
COMMENT ON COLUMN asset_write.until IS 'a stream''s or an open write''s end; of others the moment';
COMMENT ON COLUMN asset_write.parts IS 'the partitions, locations or condition of its subset; null where it is of the whole asset';
COMMENT ON COLUMN asset_write.hidden_at IS 'when the first write replaces it, where unknown ones replace: the kept answer of find_hider';
COMMENT ON COLUMN asset_write.hider_root_id IS 'root_id of the writes that replace it then, if it is one';

CREATE TABLE asset_read (
    id          bigint      GENERATED ALWAYS AS IDENTITY,
    run_id      bigint      NOT NULL,
    attempt     integer     NOT NULL,
    edge_id     bigint      NOT NULL,
    asset_id    bigint      NOT NULL,
    data_id     bigint      NOT NULL,
    root_id     bigint      NOT NULL,
    since       timestamptz NOT NULL,
    until       timestamptz NOT NULL,
    span        smallint    NOT NULL GENERATED ALWAYS AS (
                    CASE WHEN until = since THEN 0 WHEN NOT isfinite(since) OR NOT isfinite(until) THEN 3
                        WHEN until - since <= interval '1 hour' THEN 1 WHEN until - since <= interval '1 day' THEN 2 ELSE 3 END) STORED,
    streams     boolean     NOT NULL,
    version_key uuid,
    parts       text[],
    narrows     boolean     NOT NULL,
    output_id   bigint,
    CONSTRAINT asset_read_pkey PRIMARY KEY (id),
    CONSTRAINT asset_read_key UNIQUE (edge_id, attempt)
) WITH (fillfactor = 80);

CREATE INDEX asset_read_run_idx ON asset_read (run_id, attempt);
CREATE INDEX asset_read_data_idx ON asset_read (data_id, since) WHERE version_key IS NULL;
CREATE INDEX asset_read_long_idx ON asset_read (data_id, span, since) WHERE version_key IS NULL AND span > 0;
CREATE INDEX asset_read_stream_idx ON asset_read (data_id) WHERE streams;
CREATE INDEX asset_read_version_idx ON asset_read (data_id, version_key) WHERE version_key IS NOT NULL;
CREATE INDEX asset_read_root_idx ON asset_read (root_id, data_id, since);

COMMENT ON TABLE asset_read IS 'An attempt of a run read an asset: derived, with the interval (docs/point-in-time.md).';
COMMENT ON COLUMN asset_read.span IS 'how long it is: 0 a point, 1 up to an hour, 2 up to a day, 3 more';
COMMENT ON COLUMN asset_read.version_key IS 'the version that its events say it read';
COMMENT ON COLUMN asset_read.narrows IS 'facets say what the run made from it: run_derivations';
COMMENT ON COLUMN asset_read.output_id IS 'of a rename, which reads the old name: the data that alone was made from it';

-- Who belongs to whom -----------------------------------------------------------------------------

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

COMMENT ON FUNCTION ancestors_of IS 'The parent of a run, that one''s parent, and so on; once round where they form a ring.';

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
    -- By what does not change: ids depend on who was named first, and a URN on who else has the id.
    RETURN (SELECT r.id FROM run r WHERE r.id = ANY (ring || top) ORDER BY r.native_key, r.run_key LIMIT 1);
END $$;

COMMENT ON FUNCTION root_of IS
    'The last of a run''s ancestors, else itself; of a ring the one with the least key of its id. Relatives have one root.';

CREATE FUNCTION are_relatives(a bigint, b bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT a = b OR a = ANY (ancestors_of(b)) OR b = ANY (ancestors_of(a))
$$;

COMMENT ON FUNCTION are_relatives IS 'Whether one run is the other, or contains it: neither sees the other''s writes.';

CREATE FUNCTION descendants_of(run_ids bigint[]) RETURNS SETOF bigint
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE below (id) AS (
        SELECT unnest(run_ids)
        UNION
        SELECT c.id FROM below b CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.parent_id = b.id OFFSET 0) c
    )
    SELECT b.id FROM below b
$$;

COMMENT ON FUNCTION descendants_of IS 'These runs and all that they contain.';

-- Subsets -----------------------------------------------------------------------------------------

CREATE FUNCTION subset_parts(facet jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN jsonb_typeof(c.condition) IS DISTINCT FROM 'object' THEN NULL
        WHEN c.condition ->> 'type' = 'location' AND jsonb_typeof(c.condition -> 'locations') = 'array'
            AND jsonb_array_length(c.condition -> 'locations') > 0
            THEN ARRAY(SELECT DISTINCT 'location ' || l FROM jsonb_array_elements_text(c.condition -> 'locations') l ORDER BY 1)
        WHEN c.condition ->> 'type' = 'partition' AND jsonb_typeof(c.condition -> 'partitions') = 'array'
            AND jsonb_array_length(c.condition -> 'partitions') > 0
            AND NOT EXISTS (
                SELECT FROM jsonb_array_elements(c.condition -> 'partitions') p
                WHERE jsonb_typeof(p -> 'dimensions') IS DISTINCT FROM 'object')
            THEN ARRAY(
                SELECT DISTINCT 'partition ' || (SELECT coalesce(jsonb_agg(k ORDER BY k COLLATE "C"), '[]') FROM jsonb_object_keys(p -> 'dimensions') k)::text
                    || ' ' || (p -> 'dimensions')::text
                FROM jsonb_array_elements(c.condition -> 'partitions') p ORDER BY 1)
        ELSE ARRAY['condition ' || text_key(c.condition::text)::text]
    END
    FROM (SELECT coalesce(facet -> 'outputCondition', facet -> 'inputCondition') AS condition) c
$$;

COMMENT ON FUNCTION subset_parts IS
    'What a subset facet names: partitions (with their dimensions first), locations, or another condition as a whole.';

CREATE FUNCTION covers(newer text[], older text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN newer IS NULL OR older IS NOT NULL AND older <@ newer;

COMMENT ON FUNCTION covers IS 'Whether a write of the newer parts leaves nothing of the older ones.';

CREATE FUNCTION are_disjoint(a text[], b text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(NOT a && b AND (
        SELECT count(DISTINCT split_part(p, '{', 1)) = 1 OR bool_and(starts_with(p, 'location '))
        FROM unnest(a || b) p WHERE NOT starts_with(p, 'condition ')
        HAVING count(*) = cardinality(a || b)), false)
$$;

COMMENT ON FUNCTION are_disjoint IS
    'Whether two subsets have nothing in common for certain: partitions of the same dimensions, or locations, and none of them equal.';

-- What runs read and wrote ------------------------------------------------------------------------

CREATE TYPE asset_use AS (
    run_id bigint, attempt integer, edge_id bigint, direction text, asset_id bigint, data_id bigint, root_id bigint,
    started_at timestamptz, named_at timestamptz, over_at timestamptz, is_over boolean, result text, streams boolean,
    version text, terminal_version text, parts text[], lifecycle text, previous_asset_id bigint, previous_id bigint, mode text, narrows boolean
);

CREATE FUNCTION asset_uses(run_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS SETOF asset_use
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    WITH member AS MATERIALIZED (
        SELECT r.id, CASE WHEN r.parent_id IS NULL THEN r.id ELSE root_of(r.id) END AS root_id, r.declared_created_at,
            (SELECT min(e.at) FROM run_event e WHERE e.run_id = r.id AND e.arrived_at <= known_at) AS first_event_at,
            streams(r.id) AS streams,
            EXISTS (SELECT FROM derivation d WHERE d.run_id = r.id AND d.at <= as_of AND d.arrived_at <= known_at) AS narrows
        FROM run r
        WHERE r.id = ANY (run_ids) AND NOT r.is_removed
    ), tried AS MATERIALIZED (
        SELECT a.run_id, a.attempt, a.started_at, (a.final).at AS ended_at, (a.final).result
        FROM attempts_of(run_ids, as_of, known_at) a
    ), numbered AS MATERIALIZED (
        SELECT e.run_id, e.at, coalesce(e.counted_attempt, e.attempt) AS attempt
        FROM run_event e
        WHERE e.run_id = ANY (run_ids) AND e.at <= as_of AND e.arrived_at <= known_at
            AND (e.counted_attempt IS NOT NULL OR e.attempt IS NOT NULL AND e.status = 'STARTED')
    ), mention AS MATERIALIZED (
        -- Of a stream there may be a hundred thousand, of which the first and those that tell more say all.
        SELECT g.id AS edge_id, g.run_id, g.direction, g.asset_id, m.at, m.content_hash, m.place, m.version, m.is_terminal,
            m.set_key, m.own_set_key,
            -- The facets under each name that a run gives its output count.
            CASE g.direction WHEN 'OUTPUT' THEN (SELECT coalesce(a.class_id, a.id) FROM entity a WHERE a.id = g.asset_id) ELSE g.id END AS subject_id,
            coalesce(m.attempt, (SELECT max(n.attempt) FROM numbered n WHERE n.run_id = g.run_id AND n.at <= m.at), 1) AS attempt
        FROM edge g
        CROSS JOIN LATERAL (
            SELECT m.* FROM edge_mention m
            WHERE m.edge_id = g.id AND m.is_telling AND m.at <= as_of AND m.arrived_at <= known_at
            UNION ALL
            (SELECT m.* FROM edge_mention m
             WHERE m.edge_id = g.id AND NOT m.is_telling AND m.at <= as_of AND m.arrived_at <= known_at
             ORDER BY m.at, m.content_hash, m.place
             LIMIT CASE WHEN EXISTS (SELECT FROM numbered n WHERE n.run_id = g.run_id) THEN NULL ELSE 1 END)
        ) m
        WHERE g.run_id = ANY (run_ids)
    ), facet AS (
        SELECT DISTINCT ON (m.run_id, m.direction, m.subject_id, m.attempt, f.name) m.run_id, m.direction, m.subject_id, m.attempt, f.name,
            CASE WHEN NOT f.is_deleted THEN c.value END AS value
        FROM mention m
        CROSS JOIN LATERAL (VALUES (m.set_key), (m.own_set_key)) AS s (key)
        JOIN facet_set t ON t.key = s.key AND t.facets ?| ARRAY['lifecycleStateChange', 'subset']
        CROSS JOIN LATERAL facets_of(t.facets) f
        LEFT JOIN content c ON c.key = f.content_key
        WHERE f.name IN ('lifecycleStateChange', 'subset')
        ORDER BY m.run_id, m.direction, m.subject_id, m.attempt, f.name, m.at DESC, m.is_terminal DESC, f.content_key DESC
    ), named AS (
        SELECT m.edge_id, m.run_id, m.direction, m.asset_id, m.subject_id, m.attempt, min(m.at) AS named_at,
            (array_agg(m.version ORDER BY m.at, m.content_hash, m.place) FILTER (WHERE m.version IS NOT NULL))[1] AS version
        FROM mention m
        GROUP BY m.edge_id, m.run_id, m.direction, m.asset_id, m.subject_id, m.attempt
    ), spanned AS MATERIALIZED (
        -- An attempt of which nothing says a state ends with the start of the next one, too.
        SELECT a.*, (array_agg(a.started_at) FILTER (WHERE a.started_at IS NOT NULL) OVER (
            PARTITION BY a.run_id ORDER BY a.attempt ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING))[1] AS next_started_at
        FROM (
            SELECT t.* FROM tried t
            UNION ALL
            SELECT o.run_id, o.attempt, NULL, NULL, NULL
            FROM (SELECT n.run_id, n.attempt FROM named n EXCEPT SELECT t.run_id, t.attempt FROM tried t) o
        ) a
    ), ended AS (
        SELECT DISTINCT ON (m.run_id, m.subject_id, m.attempt) m.run_id, m.subject_id, m.attempt, m.version
        FROM mention m
        WHERE m.direction = 'OUTPUT' AND m.is_terminal AND m.version IS NOT NULL
        ORDER BY m.run_id, m.subject_id, m.attempt, m.at DESC, m.content_hash DESC, m.place DESC
    ), declared AS (
        SELECT DISTINCT g.id AS edge_id, d.run_id, d.direction, d.asset_id,
            CASE d.direction WHEN 'OUTPUT' THEN (SELECT coalesce(a.class_id, a.id) FROM entity a WHERE a.id = d.asset_id) ELSE g.id END AS subject_id
        FROM declared_edge d JOIN edge g ON g.run_id = d.run_id AND g.direction = d.direction AND g.asset_id = d.asset_id
        WHERE d.run_id = ANY (run_ids) AND d.arrived_at <= known_at AND (d.replaced_at IS NULL OR d.replaced_at > known_at)
    ), used AS MATERIALIZED (
        -- Sorted, not joined: the planner joins sets of unknown size by nested loops. Rows without an edge are about a subject.
        SELECT u.edge_id, u.run_id, u.direction, u.asset_id, u.attempt, u.named_at, u.version,
            max(u.terminal_version) OVER subject AS terminal_version,
            (array_agg(u.value) FILTER (WHERE u.name = 'lifecycleStateChange') OVER subject)[1] AS lifecycle,
            (array_agg(u.value) FILTER (WHERE u.name = 'subset') OVER subject)[1] AS subset
        FROM (
            SELECT n.edge_id, n.run_id, n.direction, n.asset_id, n.subject_id, n.attempt, n.named_at, n.version,
                NULL AS terminal_version, NULL AS name, NULL::jsonb AS value
            FROM named n
            UNION ALL
            SELECT d.edge_id, d.run_id, d.direction, d.asset_id, d.subject_id, a.attempt, NULL, NULL, NULL, NULL, NULL
            FROM declared d
            JOIN member m ON m.id = d.run_id
            CROSS JOIN LATERAL (
                SELECT t.attempt FROM tried t WHERE t.run_id = d.run_id
                UNION
                SELECT 1 WHERE NOT EXISTS (SELECT FROM tried t WHERE t.run_id = d.run_id)
                    AND (m.first_event_at IS NULL OR m.first_event_at <= as_of)
            ) a
            UNION ALL
            SELECT NULL, n.run_id, 'OUTPUT', NULL, n.subject_id, n.attempt, NULL, NULL, n.version, NULL, NULL FROM ended n
            UNION ALL
            SELECT NULL, f.run_id, f.direction, NULL, f.subject_id, f.attempt, NULL, NULL, NULL, f.name, f.value FROM facet f
        ) u
        WINDOW subject AS (PARTITION BY u.run_id, u.direction, u.subject_id, u.attempt)
    ), placed AS MATERIALIZED (
        -- A use that events name and an aspect declares is one.
        SELECT DISTINCT ON (u.edge_id, u.attempt) u.* FROM used u WHERE u.edge_id IS NOT NULL ORDER BY u.edge_id, u.attempt, u.named_at
    )
    SELECT u.run_id, u.attempt, u.edge_id, u.direction, u.asset_id, coalesce(e.class_id, e.id), m.root_id,
        t.started_at,
        coalesce(u.named_at, CASE WHEN m.first_event_at <= as_of THEN m.first_event_at END, m.declared_created_at),
        greatest(coalesce(t.ended_at, t.next_started_at, 'infinity'), t.started_at),
        t.ended_at IS NOT NULL, t.result, m.streams,
        u.version, u.terminal_version, subset_parts(u.subset), u.lifecycle ->> 'lifecycleStateChange', p.id, coalesce(p.class_id, p.id),
        w.mode, m.narrows
    FROM placed u
    JOIN member m ON m.id = u.run_id
    JOIN entity e ON e.id = u.asset_id
    LEFT JOIN spanned t ON t.run_id = u.run_id AND t.attempt = u.attempt
    LEFT JOIN entity p ON u.lifecycle ->> 'lifecycleStateChange' = 'RENAME' AND p.kind = 'dataset'
        AND text_key(p.name) = text_key(u.lifecycle #>> '{previousIdentifier,name}')
        AND p.name = u.lifecycle #>> '{previousIdentifier,name}' AND p.namespace = u.lifecycle #>> '{previousIdentifier,namespace}'
    LEFT JOIN LATERAL (
        SELECT c.mode FROM entity_name n JOIN write_mode c ON c.asset_id = n.name_id
        WHERE n.entity_id = coalesce(e.class_id, e.id) AND u.direction = 'OUTPUT'
        ORDER BY c.created_at DESC, (SELECT a.urn FROM entity a WHERE a.id = c.asset_id) COLLATE "C" LIMIT 1
    ) w ON true
    WHERE t.result IS DISTINCT FROM 'SKIPPED'
        AND NOT (u.direction = 'INPUT' AND EXISTS (
            SELECT FROM run_sibling b WHERE b.run_id = u.run_id AND b.asset_id = u.asset_id));
END $$;

COMMENT ON FUNCTION asset_uses IS
    'What the attempts of runs read and wrote, by the events up to as_of that had arrived by known_at, with all that places it in time.';

CREATE FUNCTION reads_of(uses asset_use[]) RETURNS SETOF asset_read
    LANGUAGE sql STABLE AS $$
    SELECT NULL::bigint, u.run_id, u.attempt, u.edge_id, u.asset_id, u.data_id, u.root_id,
        b.since, u.over_at, NULL::smallint, u.streams, text_key(u.version), u.parts, u.narrows, NULL::bigint
    FROM unnest(uses) u CROSS JOIN LATERAL (SELECT least(coalesce(u.started_at, u.named_at), u.over_at) AS since) b
    WHERE u.direction = 'INPUT' AND b.since IS NOT NULL
    UNION ALL
    SELECT NULL, u.run_id, u.attempt, u.edge_id, u.previous_asset_id, u.previous_id, u.root_id,
        u.over_at, u.over_at, NULL, false, NULL, NULL, false, u.data_id
    FROM unnest(uses) u
    WHERE u.direction = 'OUTPUT' AND u.is_over AND coalesce(u.result, 'SUCCESS') = 'SUCCESS' AND NOT u.streams
        AND u.lifecycle = 'RENAME' AND u.previous_id <> u.data_id
$$;

COMMENT ON FUNCTION reads_of IS 'The reads among uses: from the begin of the attempt until it is over. A rename reads the old name at its moment.';

CREATE FUNCTION writes_of(uses asset_use[]) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    WITH output AS (
        -- An asset that a run wrote under two names is one write, by the name that came first.
        SELECT DISTINCT ON (u.run_id, u.attempt, u.data_id) u.*,
            u.is_over AND coalesce(u.result, 'SUCCESS') = 'SUCCESS' AS is_done
        FROM unnest(uses) u
        WHERE u.direction = 'OUTPUT'
        ORDER BY u.run_id, u.attempt, u.data_id, u.named_at, (SELECT a.urn FROM entity a WHERE a.id = u.asset_id) COLLATE "C"
    ), stream AS (
        SELECT NULL::bigint, o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.data_id, o.root_id, 'VERSION', 'APPEND', o.started_at,
            least(o.named_at, o.over_at), o.over_at, o.terminal_version, text_key(o.terminal_version), o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.streams AND o.named_at IS NOT NULL
    ), done AS (
        SELECT NULL::bigint, o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.data_id, o.root_id,
            CASE o.lifecycle WHEN 'DROP' THEN 'DROP' ELSE 'VERSION' END,
            CASE WHEN o.lifecycle IN ('OVERWRITE', 'TRUNCATE', 'CREATE', 'DROP', 'RENAME') THEN 'REPLACE' ELSE coalesce(o.mode, 'UNKNOWN') END,
            o.started_at, o.over_at, o.over_at, o.terminal_version, text_key(o.terminal_version), o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.is_done AND NOT o.streams AND o.lifecycle IS DISTINCT FROM 'ALTER'
    ), departed AS (
        SELECT NULL::bigint, o.run_id, o.attempt, o.edge_id, true, o.previous_asset_id, o.previous_id, o.root_id, 'DROP', 'REPLACE',
            o.started_at, o.over_at, o.over_at, NULL::text, NULL::uuid, NULL::text[], 'infinity'::timestamptz, NULL::bigint
        FROM output o
        WHERE o.is_done AND NOT o.streams AND o.lifecycle = 'RENAME' AND o.previous_id <> o.data_id
    ), open AS (
        SELECT NULL::bigint, o.run_id, o.attempt, o.edge_id, false, o.asset_id, o.data_id, o.root_id, 'OPEN',
            CASE WHEN o.lifecycle IN ('OVERWRITE', 'TRUNCATE', 'CREATE', 'DROP', 'RENAME') THEN 'REPLACE' ELSE 'APPEND' END, o.started_at,
            b.at, o.over_at, NULL::text, NULL::uuid, o.parts, 'infinity'::timestamptz, NULL::bigint
        FROM output o CROSS JOIN LATERAL (SELECT least(coalesce(o.started_at, o.named_at), o.over_at) AS at) b
        WHERE NOT o.is_done AND NOT o.streams AND b.at IS NOT NULL
    )
    SELECT * FROM stream UNION ALL SELECT * FROM done UNION ALL SELECT * FROM departed UNION ALL SELECT * FROM open
$$;

COMMENT ON FUNCTION writes_of IS
    'The writes among uses: versions of attempts that succeeded and of streams, drops, and open writes of all others.';

CREATE FUNCTION is_settled(r run, as_of timestamptz, known_at timestamptz) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce((r).last_event_at <= as_of, true) AND (r).last_arrived_at <= known_at;

COMMENT ON FUNCTION is_settled IS 'Whether all that is known of a run now had happened by as_of, and arrived by known_at.';

CREATE FUNCTION share_writes(writes asset_write[], derived_ids bigint[], as_of timestamptz, known_at timestamptz) RETURNS asset_write[]
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    -- Only these can share: mostly none, where a thousand runs of one root write.
    parents bigint[] := ARRAY(SELECT o.id FROM unnest(derived_ids) AS o (id) WHERE EXISTS (SELECT FROM run c WHERE c.parent_id = o.id));
    version asset_write[];
    number integer;
BEGIN
    IF cardinality(parents) = 0 THEN
        RETURN writes;
    END IF;
    -- What descendants may have written: here, and of runs that are not derived here the kept rows.
    version := ARRAY(
        SELECT k
        FROM (SELECT DISTINCT w.root_id, w.data_id FROM unnest(writes) w WHERE w.run_id = ANY (parents)) f
        CROSS JOIN LATERAL (
            SELECT k FROM asset_write k
            WHERE k.root_id = f.root_id AND k.data_id = f.data_id AND k.kind IN ('VERSION', 'SHARED') AND k.root_id <> k.run_id
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
        FROM unnest(writes) WITH ORDINALITY AS w (id, run_id, attempt, edge_id, is_departure, asset_id, data_id, root_id, kind, effect,
            begun_at, at, until, native_version, version_key, parts, hidden_at, hider_root_id, number)
        JOIN unnest(version) o ON o.root_id = w.root_id AND o.data_id = w.data_id
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
    'Marks the writes of which a descendant of their run made a version, in the time of the attempt: that one is the write.';

CREATE FUNCTION unshared_reads(reads asset_read[], writes asset_write[]) RETURNS SETOF asset_read
    LANGUAGE sql STABLE AS $$
    SELECT r.* FROM unnest(reads) r
    WHERE r.output_id IS NULL
        OR (r.edge_id, r.attempt) IN (SELECT w.edge_id, w.attempt FROM unnest(writes) w WHERE w.kind = 'VERSION')
$$;

COMMENT ON FUNCTION unshared_reads IS 'The reads, but for those of renames that descendants made.';

-- The rule ----------------------------------------------------------------------------------------

CREATE TYPE vantage AS (
    as_of timestamptz, known_at timestamptz, tolerance interval, appends boolean, possible boolean
);

COMMENT ON TYPE vantage IS
    'From where a question looks: what had happened, what had arrived, how far clocks may differ, whether unknown writes append, whether what is only possible counts.';

CREATE FUNCTION is_known(run_id bigint, v vantage, odd_ids bigint[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT run_id <> ALL (odd_ids)
        AND (SELECT is_settled(r, (v).as_of, (v).known_at) FROM run r WHERE r.id = is_known.run_id)
$$;

COMMENT ON FUNCTION is_known IS
    'Whether the kept rows of a run hold for a vantage; those of odd_ids it sees otherwise, and of all that are not settled it knows nothing.';

CREATE FUNCTION hides(h asset_write, w asset_write, appends boolean) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (h).data_id = (w).data_id AND (h).kind IN ('VERSION', 'DROP')
        AND ((h).effect = 'REPLACE' OR NOT appends AND (h).effect = 'UNKNOWN')
        AND (h).at > (w).until AND covers((h).parts, (w).parts);

COMMENT ON FUNCTION hides IS 'Whether one write replaces and covers an older one.';

CREATE FUNCTION writes_at(data_id bigint, at timestamptz) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    SELECT h.*
    FROM (VALUES ('REPLACE'), ('UNKNOWN')) AS e (effect)
    CROSS JOIN LATERAL (
        SELECT h.* FROM asset_write h
        WHERE h.data_id = writes_at.data_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.at = writes_at.at
        ORDER BY h.at
    ) h
$$;

COMMENT ON FUNCTION writes_at IS 'The writes of data at a moment that may replace older ones.';

CREATE FUNCTION find_hider(
    w asset_write, appends boolean, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}', odd asset_write[] DEFAULT '{}',
    OUT replaced_at timestamptz, OUT by_root_id bigint, OUT by_run_id bigint
) LANGUAGE plpgsql STABLE AS $$
BEGIN
    SELECT min(f.at) INTO replaced_at
    FROM (
        SELECT n.at
        FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
        CROSS JOIN LATERAL (
            SELECT h.at FROM asset_write h
            WHERE h.data_id = w.data_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.at > w.until
                AND covers(h.parts, w.parts) AND (v IS NULL OR is_known(h.run_id, v, odd_ids))
            ORDER BY h.at LIMIT 1
        ) n
        UNION ALL
        SELECT h.at FROM unnest(odd) h WHERE hides(h, w, appends)
    ) f;
    SELECT CASE WHEN min(h.root_id) = max(h.root_id) THEN min(h.root_id) END, CASE WHEN min(h.root_id) = max(h.root_id) THEN min(h.run_id) END
    INTO by_root_id, by_run_id
    FROM (
        SELECT h.root_id, h.run_id FROM writes_at(w.data_id, replaced_at) h
        WHERE hides(h, w, appends) AND (v IS NULL OR is_known(h.run_id, v, odd_ids))
        UNION ALL
        SELECT h.root_id, h.run_id FROM unnest(odd) h WHERE h.at = replaced_at AND hides(h, w, appends)
    ) h;
    replaced_at := coalesce(replaced_at, 'infinity');
END $$;

COMMENT ON FUNCTION find_hider IS 'When a write is first replaced and covered; the root of those that do, if it is one, and one of them.';

CREATE FUNCTION is_replaced(w asset_write, r asset_read, appends boolean, v vantage, odd_ids bigint[], odd asset_write[])
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        -- In the order of time, where mostly the first one does; all at once they can be a year's.
        SELECT FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
        CROSS JOIN LATERAL (
            SELECT FROM asset_write h
            WHERE h.data_id = w.data_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect
                AND h.at > w.until AND h.at <= r.since AND hides(h, w, appends)
                AND (h.root_id <> r.root_id OR NOT are_relatives(h.run_id, r.run_id))
                AND (v IS NULL OR is_known(h.run_id, v, odd_ids))
            ORDER BY h.at LIMIT 1
        ) n)
        OR EXISTS (
        SELECT FROM unnest(odd) h
        WHERE h.at <= r.since AND hides(h, w, appends) AND (h.root_id <> r.root_id OR NOT are_relatives(h.run_id, r.run_id)));
END $$;

COMMENT ON FUNCTION is_replaced IS
    'Whether a write was replaced and covered when a read began, by others than the reader''s relatives; odd: writes of runs that a vantage sees otherwise than the kept rows.';

CREATE FUNCTION sees(r asset_read, w asset_write, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}', odd asset_write[] DEFAULT '{}')
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

CREATE FUNCTION reads_of_relatives(run_id bigint, data_id bigint, since timestamptz) RETURNS SETOF asset_read
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
    FROM unnest(relatives) AS k (id) CROSS JOIN LATERAL (SELECT r.* FROM asset_read r WHERE r.run_id = k.id OFFSET 0) r
    WHERE r.data_id = data_id AND r.version_key IS NULL AND r.since >= since;
END $$;

COMMENT ON FUNCTION reads_of_relatives IS
    'The reads of data since a moment by a run and its relatives: from them alone a write of the run does not hide older ones.';

CREATE FUNCTION reads_despite_hider(w asset_write) RETURNS SETOF asset_read
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

CREATE FUNCTION newest_whole_write(
    of_data_id bigint, latest timestamptz, reader_id bigint, reader_root_id bigint, appends boolean, v vantage, odd_ids bigint[]
) RETURNS TABLE (at timestamptz) LANGUAGE sql STABLE AS $$
    SELECT coalesce(max(n.at), '-infinity')
    FROM (VALUES ('REPLACE'), (CASE WHEN NOT appends THEN 'UNKNOWN' END)) AS e (effect)
    CROSS JOIN LATERAL (
        SELECT h.at FROM asset_write h
        WHERE h.data_id = of_data_id AND h.kind IN ('VERSION', 'DROP') AND h.effect = e.effect AND h.parts IS NULL
            AND h.at <= latest AND (h.root_id <> reader_root_id OR NOT are_relatives(h.run_id, reader_id))
            AND (v IS NULL OR is_known(h.run_id, v, odd_ids))
        ORDER BY h.at DESC LIMIT 1
    ) n
$$;

COMMENT ON FUNCTION newest_whole_write IS
    'When data was last replaced as a whole by a moment, by others than a reader''s relatives (0: by anybody): what was over before is hidden. Postgres inlines it.';

CREATE FUNCTION kept_readers(w asset_write) RETURNS SETOF asset_read
    LANGUAGE sql STABLE AS $$
    SELECT r.* FROM asset_read r
    WHERE r.data_id = w.data_id AND r.version_key IS NULL AND r.since >= w.at AND r.since < w.hidden_at
        AND (r.root_id <> w.root_id OR NOT are_relatives(r.run_id, w.run_id))
        AND (r.parts IS NULL OR w.parts IS NULL OR NOT are_disjoint(r.parts, w.parts))
    UNION ALL
    SELECT r.*
    FROM (
        SELECT WHERE EXISTS (
            SELECT FROM asset_read r WHERE r.root_id = w.hider_root_id AND r.data_id = w.data_id AND r.since >= w.hidden_at)
        OFFSET 0
    ) has_reads
    CROSS JOIN LATERAL reads_despite_hider(w) r
    UNION ALL
    -- Most stores have no stream: whether there is one is looked up once.
    SELECT r.* FROM asset_read r
    WHERE EXISTS (SELECT FROM asset_read s WHERE s.streams)
        AND r.streams AND r.data_id = w.data_id AND r.version_key IS NULL AND r.since < w.at AND w.at <= r.until
        AND sees(r, w) IS NOT NULL
    UNION ALL
    SELECT r.* FROM asset_read r
    WHERE w.version_key IS NOT NULL AND r.data_id = w.data_id AND r.version_key = w.version_key AND sees(r, w) IS NOT NULL
$$;

COMMENT ON FUNCTION kept_readers IS
    'The reads that saw a version, for the question that assumes nothing: by the kept hidden_at; a test holds it to the rule.';

CREATE FUNCTION kept_seen(r asset_read) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    SELECT w.*
    FROM newest_whole_write(r.data_id, r.since, r.run_id, r.root_id, false, NULL, '{}') newest
    CROSS JOIN LATERAL (
        SELECT w.* FROM asset_write w
        WHERE w.data_id = r.data_id AND w.kind = 'VERSION' AND w.at >= newest.at AND w.at <= r.since
        UNION ALL
        SELECT w.* FROM asset_write w
        WHERE w.data_id = r.data_id AND w.kind = 'VERSION' AND w.until > w.at AND w.at < newest.at
        UNION ALL
        SELECT w.* FROM asset_write w
        WHERE r.streams AND w.data_id = r.data_id AND w.kind = 'VERSION' AND w.at > r.since AND w.at <= r.until
    ) w
    WHERE r.version_key IS NULL
        AND CASE WHEN w.root_id <> r.root_id AND w.at <= r.since AND w.hidden_at > r.since AND r.parts IS NULL THEN true
            WHEN w.hidden_at <= r.since AND w.hider_root_id IS DISTINCT FROM r.root_id THEN false
            ELSE sees(r, w) IS NOT NULL END
    UNION ALL
    SELECT w.* FROM asset_write w
    WHERE w.data_id = r.data_id AND w.version_key = r.version_key AND sees(r, w) IS NOT NULL
$$;

COMMENT ON FUNCTION kept_seen IS 'The versions that a read saw, for the question that assumes nothing: the inverse of kept_readers.';

CREATE FUNCTION ruled_readers(w asset_write, v vantage, odd_ids bigint[], odd_reads asset_read[], odd asset_write[])
RETURNS TABLE (r asset_read, certainty text) LANGUAGE plpgsql STABLE AS $$
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
        SELECT k FROM asset_read k
        WHERE k.data_id = w.data_id AND k.version_key IS NULL AND k.since >= w.at - v.tolerance AND k.since < last_hider.replaced_at
        UNION ALL
        SELECT k
        FROM (
            SELECT DISTINCT h.run_id
            FROM (VALUES (hider.by_root_id, hider.by_run_id), (last_hider.by_root_id, last_hider.by_run_id)) AS h (root_id, run_id)
            WHERE EXISTS (
                SELECT FROM asset_read k WHERE k.root_id = h.root_id AND k.data_id = w.data_id AND k.since >= last_hider.replaced_at)
        ) h
        CROSS JOIN LATERAL reads_of_relatives(h.run_id, w.data_id, last_hider.replaced_at) k
        UNION ALL
        SELECT k FROM asset_read k
        WHERE k.streams AND k.data_id = w.data_id AND k.version_key IS NULL AND k.since < w.at - v.tolerance AND w.at <= k.until
        UNION ALL
        SELECT k
        FROM (VALUES (1::smallint, interval '1 hour'), (2::smallint, interval '1 day'), (3::smallint, NULL)) AS s (span, longest)
        CROSS JOIN LATERAL (
            SELECT k FROM asset_read k
            WHERE k.data_id = w.data_id AND k.version_key IS NULL AND k.span > 0 AND k.span = s.span AND NOT k.streams
                AND k.since >= coalesce(w.at - s.longest, '-infinity') AND k.since < w.at - v.tolerance AND w.at <= k.until
        ) k
        WHERE v.possible
        UNION ALL
        SELECT k FROM asset_read k WHERE k.data_id = w.data_id AND k.version_key = w.version_key
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

CREATE FUNCTION ruled_seen(r asset_read, v vantage, odd_ids bigint[], odd asset_write[])
RETURNS TABLE (w asset_write, certainty text) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    newest timestamptz;
BEGIN
    -- What was written before this was hidden when the read began, whatever may be assumed.
    SELECT n.at INTO newest
    FROM newest_whole_write(r.data_id, r.since, r.run_id, r.root_id, v.appends OR v.possible, v, odd_ids) n;
    RETURN QUERY
    WITH candidate AS (
        SELECT k FROM asset_write k
        WHERE r.version_key IS NULL AND k.data_id = r.data_id AND k.kind = 'VERSION' AND k.at >= newest
            AND k.at <= CASE WHEN r.streams OR v.possible THEN greatest(r.until, r.since + v.tolerance) ELSE r.since + v.tolerance END
        UNION ALL
        SELECT k FROM asset_write k
        WHERE r.version_key IS NULL AND k.data_id = r.data_id AND (k.kind = 'OPEN' OR k.until > k.at)
            AND (k.kind = 'OPEN' AND v.possible AND k.until >= newest AND k.at <= greatest(r.until, r.since + v.tolerance)
                OR k.kind = 'VERSION' AND k.at < newest)
        UNION ALL
        SELECT k FROM asset_write k WHERE k.data_id = r.data_id AND k.version_key = r.version_key
    ), answer AS (
        SELECT c.k, sees(r, c.k, v, odd_ids, odd) AS certainty FROM candidate c WHERE is_known((c.k).run_id, v, odd_ids)
        UNION ALL
        SELECT o, sees(r, o, v, odd_ids, odd) FROM unnest(odd) o WHERE o.data_id = r.data_id
    )
    SELECT a.k, a.certainty FROM answer a WHERE a.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION ruled_seen IS 'The writes that a read saw from a vantage, and with what certainty: the inverse of ruled_readers.';

-- Keeping it --------------------------------------------------------------------------------------

CREATE FUNCTION derive_hidden(changed asset_write[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE asset_write w SET hidden_at = f.replaced_at, hider_root_id = f.by_root_id
    FROM (
        -- The changed ones, and those that one of them hides, or hid: none of them is older than the newest write before it that hides all.
        SELECT k FROM unnest(changed) c
        JOIN asset_write k ON k.edge_id = c.edge_id AND k.attempt = c.attempt AND k.kind = 'VERSION' AND NOT k.is_departure
        UNION
        SELECT k
        FROM (SELECT DISTINCT c.data_id, c.at FROM unnest(changed) c WHERE c.kind IN ('VERSION', 'DROP') AND c.effect <> 'APPEND') c
        CROSS JOIN LATERAL newest_whole_write(c.data_id, c.at - interval '1 microsecond', 0, 0, false, NULL, '{}') newest
        CROSS JOIN LATERAL (
            SELECT k FROM asset_write k
            WHERE k.data_id = c.data_id AND k.kind = 'VERSION' AND k.at >= newest.at AND k.at < c.at AND k.until < c.at AND k.hidden_at >= c.at
            UNION ALL
            SELECT k FROM asset_write k
            WHERE k.data_id = c.data_id AND k.kind = 'VERSION' AND k.until > k.at AND k.at < newest.at AND k.until < c.at AND k.hidden_at >= c.at
            OFFSET 0
        ) k
    ) o (k)
    CROSS JOIN LATERAL find_hider(o.k, false) f
    WHERE w.id = (o.k).id AND (w.hidden_at, w.hider_root_id) IS DISTINCT FROM (f.replaced_at, f.by_root_id);
END $$;

COMMENT ON FUNCTION derive_hidden IS 'Recomputes what is kept of find_hider: of versions that changed, and of those that changed writes hide, or hid.';

CREATE FUNCTION derive_uses(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    uses asset_use[];
    reads asset_read[];
    writes asset_write[];
    before asset_write[];
BEGIN
    run_ids := ARRAY(
        SELECT DISTINCT o.id FROM unnest(run_ids) AS o (id)
        WHERE EXISTS (SELECT FROM edge g WHERE g.run_id = o.id)
            OR EXISTS (SELECT FROM asset_read k WHERE k.run_id = o.id) OR EXISTS (SELECT FROM asset_write k WHERE k.run_id = o.id));
    IF cardinality(run_ids) = 0 THEN
        RETURN;
    END IF;
    uses := ARRAY(SELECT u FROM asset_uses(run_ids, 'infinity', 'infinity') u);
    writes := share_writes(ARRAY(SELECT w FROM writes_of(uses) w), run_ids, 'infinity', 'infinity');
    reads := ARRAY(SELECT r FROM unshared_reads(ARRAY(SELECT r FROM reads_of(uses) r), writes) r);

    DELETE FROM asset_read k
    USING (
        SELECT o.edge_id, o.attempt FROM asset_read o WHERE o.run_id = ANY (run_ids)
        EXCEPT
        SELECT r.edge_id, r.attempt FROM unnest(reads) r
    ) g
    WHERE k.edge_id = g.edge_id AND k.attempt = g.attempt;
    INSERT INTO asset_read AS known (
        run_id, attempt, edge_id, asset_id, data_id, root_id, since, until, streams, version_key, parts, narrows, output_id)
    SELECT r.run_id, r.attempt, r.edge_id, r.asset_id, r.data_id, r.root_id, r.since, r.until, r.streams, r.version_key, r.parts,
        r.narrows, r.output_id
    FROM unnest(reads) r
    ON CONFLICT (edge_id, attempt) DO UPDATE
    SET asset_id = excluded.asset_id, data_id = excluded.data_id, root_id = excluded.root_id, since = excluded.since,
        until = excluded.until, streams = excluded.streams, version_key = excluded.version_key, parts = excluded.parts,
        narrows = excluded.narrows, output_id = excluded.output_id
    WHERE (known.asset_id, known.data_id, known.root_id, known.since, known.until, known.streams, known.version_key, known.parts, known.narrows,
            known.output_id)
        IS DISTINCT FROM (excluded.asset_id, excluded.data_id, excluded.root_id, excluded.since, excluded.until, excluded.streams, excluded.version_key,
            excluded.parts, excluded.narrows, excluded.output_id);

    before := ARRAY(SELECT k FROM asset_write k WHERE k.run_id = ANY (run_ids));
    DELETE FROM asset_write k
    USING (
        SELECT o.edge_id, o.attempt, o.is_departure FROM unnest(before) o
        EXCEPT
        SELECT w.edge_id, w.attempt, w.is_departure FROM unnest(writes) w
    ) g
    WHERE k.edge_id = g.edge_id AND k.attempt = g.attempt AND k.is_departure = g.is_departure;
    INSERT INTO asset_write AS known (
        run_id, attempt, edge_id, is_departure, asset_id, data_id, root_id, kind, effect, begun_at, at, until, native_version, parts)
    SELECT w.run_id, w.attempt, w.edge_id, w.is_departure, w.asset_id, w.data_id, w.root_id, w.kind, w.effect, w.begun_at, w.at,
        w.until, w.native_version, w.parts
    FROM unnest(writes) w
    ON CONFLICT (edge_id, attempt, is_departure) DO UPDATE
    SET asset_id = excluded.asset_id, data_id = excluded.data_id, root_id = excluded.root_id, kind = excluded.kind,
        effect = excluded.effect, begun_at = excluded.begun_at, at = excluded.at, until = excluded.until,
        native_version = excluded.native_version, parts = excluded.parts,
        hidden_at = CASE excluded.kind WHEN 'VERSION' THEN known.hidden_at ELSE excluded.hidden_at END,
        hider_root_id = CASE excluded.kind WHEN 'VERSION' THEN known.hider_root_id END
    WHERE (known.asset_id, known.data_id, known.root_id, known.kind, known.effect, known.begun_at, known.at, known.until, known.native_version,
            known.parts)
        IS DISTINCT FROM (excluded.asset_id, excluded.data_id, excluded.root_id, excluded.kind, excluded.effect, excluded.begun_at, excluded.at,
            excluded.until, excluded.native_version, excluded.parts);

    PERFORM derive_hidden(ARRAY(
        SELECT c.w
        FROM unnest(before) b
        FULL JOIN unnest(writes) a ON a.edge_id = b.edge_id AND a.attempt = b.attempt AND a.is_departure = b.is_departure
        CROSS JOIN LATERAL (VALUES (b), (a)) AS c (w)
        WHERE (a.data_id, a.root_id, a.kind, a.effect, a.at, a.until, a.parts)
            IS DISTINCT FROM (b.data_id, b.root_id, b.kind, b.effect, b.at, b.until, b.parts) AND (c.w).edge_id IS NOT NULL));
    PERFORM derive_job_uses(run_ids);
END $$;

COMMENT ON FUNCTION derive_uses IS 'Recomputes what runs read and wrote, with its place in time, and what their writes hide.';

-- Walking it --------------------------------------------------------------------------------------

CREATE TYPE hop AS (
    edge_id bigint, version_attempt integer, at timestamptz, flags integer,
    to_run_id bigint, to_attempt integer, to_input_id bigint, to_output_id bigint, since timestamptz, until timestamptz, written_until timestamptz
);

COMMENT ON TYPE hop IS
    'A hop from a run by a write to the next run, or, without an edge, by a reference or containment. A step is a run with what it is known by: its attempt (0: all), the input that it narrows and the output that alone counts (0: any). Flags: 1 possible, 2 a stream wrote, 4 a stream read, 8 a version id was read, 16 an open write. since and until are those of the read; without an edge since is when both runs were created, until when the one that depends on the other was over. written_until: when the write was.';

CREATE FUNCTION hop_flags(r asset_read, w asset_write, certainty text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    RETURN CASE WHEN certainty = 'POSSIBLE' OR (w).kind = 'OPEN' THEN 1 ELSE 0 END + CASE WHEN (w).kind = 'VERSION' AND (w).until > (w).at THEN 2 ELSE 0 END
        + CASE WHEN (r).streams THEN 4 ELSE 0 END + CASE WHEN (r).version_key IS NOT NULL THEN 8 ELSE 0 END
        + CASE WHEN (w).kind = 'OPEN' THEN 16 ELSE 0 END;

CREATE FUNCTION is_made_from(run_id bigint, output_data_id bigint, input_data_id bigint, as_of timestamptz, known_at timestamptz) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM run_derivations(ARRAY[run_id], as_of, known_at) d
        JOIN entity o ON o.id = d.output_id JOIN entity i ON i.id = d.input_id
        WHERE coalesce(o.class_id, o.id) = output_data_id AND coalesce(i.class_id, i.id) = input_data_id)
$$;

COMMENT ON FUNCTION is_made_from IS 'Whether a run made one data from another, by its facets.';

CREATE FUNCTION shared_versions(
    shared asset_write, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}', odd asset_write[] DEFAULT '{}'
) RETURNS SETOF asset_write LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE known AS MATERIALIZED (
        SELECT k FROM asset_write k
        WHERE k.root_id = shared.root_id AND k.data_id = shared.data_id AND k.kind IN ('VERSION', 'SHARED') AND k.root_id <> k.run_id
            AND (v IS NULL OR is_known(k.run_id, v, odd_ids))
        UNION ALL
        SELECT o FROM unnest(odd) o WHERE o.root_id = shared.root_id AND o.data_id = shared.data_id AND o.kind IN ('VERSION', 'SHARED')
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

COMMENT ON FUNCTION shared_versions IS 'The versions of descendants that a shared write is.';

CREATE FUNCTION sharers_of(
    w asset_write, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}', odd asset_write[] DEFAULT '{}'
) RETURNS SETOF asset_write LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY
    SELECT s.*
    FROM (
        SELECT k.* FROM asset_write k
        WHERE k.root_id = w.root_id AND k.data_id = w.data_id AND k.kind IN ('SHARED', 'LEFT') AND k.run_id = ANY (ancestors_of(w.run_id))
            AND (v IS NULL OR is_known(k.run_id, v, odd_ids))
        UNION ALL
        SELECT o.* FROM unnest(odd) o
        WHERE o.root_id = w.root_id AND o.data_id = w.data_id AND o.kind IN ('SHARED', 'LEFT') AND o.run_id = ANY (ancestors_of(w.run_id))
    ) s
    WHERE EXISTS (
        SELECT FROM shared_versions(s, v, odd_ids, odd) m WHERE m.edge_id = w.edge_id AND m.attempt = w.attempt);
END $$;

COMMENT ON FUNCTION sharers_of IS 'The writes of ancestors that are this version: the inverse of shared_versions.';

CREATE FUNCTION created_from(run_id bigint, v vantage) RETURNS timestamptz
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN v IS NULL OR (SELECT is_settled(r, v.as_of, v.known_at) FROM run r WHERE r.id = created_from.run_id)
        THEN (SELECT r.created_at FROM run r WHERE r.id = created_from.run_id)
        ELSE (SELECT s.created_at FROM derive_run_state(ARRAY[created_from.run_id], v.as_of, v.known_at) s) END;
END $$;

COMMENT ON FUNCTION created_from IS 'When a run was created, as a vantage knows it.';

CREATE FUNCTION over_from(run_id bigint, v vantage) RETURNS timestamptz
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN CASE WHEN v IS NULL OR (SELECT is_settled(r, v.as_of, v.known_at) FROM run r WHERE r.id = over_from.run_id)
        THEN (SELECT greatest(r.state_at, r.started_at) FROM run r
            WHERE r.id = over_from.run_id AND r.status = 'COMPLETE' AND r.result IS DISTINCT FROM 'UP_FOR_RETRY')
        ELSE (SELECT greatest(s.state_at, s.started_at) FROM derive_run_state(ARRAY[over_from.run_id], v.as_of, v.known_at) s
            WHERE s.status = 'COMPLETE' AND s.result IS DISTINCT FROM 'UP_FOR_RETRY') END;
END $$;

COMMENT ON FUNCTION over_from IS 'The end of a run, as a vantage knows it; null while it goes on.';

CREATE FUNCTION is_done(run_id bigint, v vantage, odd_ids bigint[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF v IS NOT NULL AND run_id = ANY (odd_ids) THEN
        RETURN (SELECT coalesce(bool_and(s.first_event_at IS NULL OR s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'), true)
            FROM derive_run_state(ARRAY[is_done.run_id], v.as_of, v.known_at) s);
    END IF;
    RETURN (SELECT r.first_event_at IS NULL OR coalesce(r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS', false)
            OR v IS NOT NULL AND NOT is_settled(r, v.as_of, v.known_at)
        FROM run r WHERE r.id = is_done.run_id);
END $$;

COMMENT ON FUNCTION is_done IS 'Whether a run succeeded, or has no event that is known: then those that name it as upstream are affected for certain.';

CREATE FUNCTION referring_runs(run_id bigint, is_downstream boolean, v vantage, odd_ids bigint[]) RETURNS SETOF hop
    LANGUAGE sql STABLE AS $$
    SELECT NULL::bigint, NULL::integer, NULL::timestamptz, CASE WHEN is_done(u.upstream_id, v, odd_ids) THEN 0 ELSE 1 END,
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
        AND (v IS NOT NULL AND (v).possible OR is_done(u.upstream_id, v, odd_ids))
$$;

COMMENT ON FUNCTION referring_runs IS 'The runs that depend on a run by their own word or its, or those that it depends on.';

CREATE FUNCTION is_heard_of(run_id bigint, v vantage) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT v IS NULL
        OR EXISTS (
            SELECT FROM descendants_of(ARRAY[run_id]) d (id)
            JOIN run_event e ON e.run_id = d.id AND e.at <= (v).as_of AND e.arrived_at <= (v).known_at)
        OR EXISTS (
            SELECT FROM run_link l
            WHERE l.target_id = is_heard_of.run_id AND l.at <= (v).as_of AND l.arrived_at <= (v).known_at)
$$;

COMMENT ON FUNCTION is_heard_of IS 'Whether a vantage knows that there is a run: by an event of it, of one that it contains, or that names it.';

CREATE FUNCTION containing_runs(run_id bigint, is_downstream boolean, v vantage) RETURNS SETOF hop
    LANGUAGE sql STABLE AS $$
    SELECT NULL::bigint, NULL::integer, NULL::timestamptz, 0, r.parent_id, 0, 0::bigint, 0::bigint,
        greatest(created_from(r.parent_id, v), created_from(r.id, v)), over_from(r.parent_id, v), NULL::timestamptz
    FROM run r WHERE is_downstream AND r.id = containing_runs.run_id AND r.parent_id IS NOT NULL AND is_heard_of(r.id, v)
    UNION ALL
    SELECT NULL, NULL, NULL, 0, r.id, 0, 0, 0,
        greatest(created_from(containing_runs.run_id, v), created_from(r.id, v)), over_from(containing_runs.run_id, v), NULL
    FROM run r WHERE NOT is_downstream AND r.parent_id = containing_runs.run_id AND is_heard_of(r.id, v)
$$;

COMMENT ON FUNCTION containing_runs IS 'Containment as hops: what happens to a run happens to its parent.';

CREATE FUNCTION kept_hops_down(run_id bigint, attempt integer, input_id bigint, output_id bigint) RETURNS SETOF hop
    LANGUAGE sql STABLE AS $$
    SELECT w.edge_id, w.attempt, w.at, hop_flags(r, w, 'CERTAIN'), r.run_id, r.attempt,
        CASE WHEN r.narrows THEN r.data_id ELSE 0 END, coalesce(r.output_id, 0), r.since, r.until, w.until
    FROM asset_write o
    CROSS JOIN LATERAL (
        SELECT o.* WHERE o.kind = 'VERSION'
        UNION ALL
        SELECT s.* FROM shared_versions(o) s WHERE o.kind IN ('SHARED', 'LEFT')
    ) w
    LEFT JOIN LATERAL kept_readers(w) r ON true
    WHERE o.run_id = kept_hops_down.run_id AND (kept_hops_down.attempt = 0 OR o.attempt = kept_hops_down.attempt)
        AND o.kind IN ('VERSION', 'SHARED', 'LEFT') AND (kept_hops_down.output_id = 0 OR o.data_id = kept_hops_down.output_id)
        AND (input_id = 0 OR is_made_from(o.run_id, o.data_id, input_id, 'infinity', 'infinity'))
$$;

COMMENT ON FUNCTION kept_hops_down IS 'From a step to those that saw what it wrote, for the question that assumes nothing.';

CREATE FUNCTION kept_hops_up(run_id bigint, attempt integer, input_id bigint, output_id bigint) RETURNS SETOF hop
    LANGUAGE sql STABLE AS $$
    SELECT w.edge_id, w.attempt, w.at, hop_flags(r, w, 'CERTAIN'), m.run_id, m.attempt, 0::bigint, w.data_id, r.since, r.until, w.until
    FROM asset_read r
    CROSS JOIN LATERAL kept_seen(r) w
    CROSS JOIN LATERAL (
        SELECT w.run_id, w.attempt
        UNION ALL
        SELECT s.run_id, s.attempt FROM sharers_of(w) s WHERE w.root_id <> w.run_id
    ) m
    WHERE r.run_id = kept_hops_up.run_id AND (kept_hops_up.attempt = 0 OR r.attempt = kept_hops_up.attempt)
        AND (kept_hops_up.output_id = 0 OR coalesce(r.output_id, kept_hops_up.output_id) = kept_hops_up.output_id)
        AND (kept_hops_up.output_id = 0 OR NOT r.narrows OR is_made_from(r.run_id, kept_hops_up.output_id, r.data_id, 'infinity', 'infinity'))
$$;

COMMENT ON FUNCTION kept_hops_up IS 'From a step to those whose writes it saw, for the question that assumes nothing.';

CREATE FUNCTION known_writes(writer_id bigint, v vantage, odd_ids bigint[], odd asset_write[]) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    SELECT w.* FROM asset_write w WHERE w.run_id = writer_id AND is_known(writer_id, v, odd_ids)
    UNION ALL
    SELECT o.* FROM unnest(odd) o WHERE o.run_id = writer_id
$$;

COMMENT ON FUNCTION known_writes IS 'The writes of a run from a vantage.';

CREATE FUNCTION may_destroy(o asset_write, w asset_write) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (o).kind = 'OPEN' AND (o).effect = 'REPLACE' AND (o).data_id = (w).data_id AND (o).until > (w).at
        AND NOT ((o).parts IS NOT NULL AND (w).parts IS NOT NULL AND are_disjoint((o).parts, (w).parts));

COMMENT ON FUNCTION may_destroy IS
    'True if an open write said that it replaces, and was not over when a version was written: what the version wrote may be gone.';

CREATE FUNCTION known_writes_of_edges(edge_ids bigint[], attempts integer[], v vantage, odd_ids bigint[], odd asset_write[]) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    SELECT w.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN asset_write w ON w.edge_id = k.edge_id AND w.attempt = k.attempt AND NOT w.is_departure
    WHERE is_known(w.run_id, v, odd_ids)
    UNION ALL
    SELECT o.* FROM unnest(edge_ids, attempts) AS k (edge_id, attempt)
    JOIN unnest(odd) o ON o.edge_id = k.edge_id AND o.attempt = k.attempt AND NOT o.is_departure
$$;

COMMENT ON FUNCTION known_writes_of_edges IS 'The writes of edges by attempts, from a vantage.';

CREATE FUNCTION ruled_hops_down(
    run_id bigint, attempt integer, input_id bigint, output_id bigint, v vantage, odd_ids bigint[], odd_reads asset_read[], odd asset_write[]
) RETURNS SETOF hop LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
BEGIN
    RETURN QUERY
    SELECT (w.w).edge_id, (w.w).attempt, (w.w).at, hop_flags(r.r, w.w, r.certainty),
        (r.r).run_id, (r.r).attempt,
        CASE WHEN (r.r).narrows THEN (r.r).data_id ELSE 0 END, coalesce((r.r).output_id, 0), (r.r).since, (r.r).until, (w.w).until
    FROM known_writes(run_id, v, odd_ids, odd) o
    CROSS JOIN LATERAL (
        SELECT o AS w WHERE o.kind = 'VERSION' OR o.kind = 'OPEN' AND v.possible
        UNION ALL
        SELECT s FROM shared_versions(o, v, odd_ids, odd) s WHERE o.kind IN ('SHARED', 'LEFT')
    ) w
    LEFT JOIN LATERAL ruled_readers(w.w, v, odd_ids, odd_reads, odd) r ON true
    WHERE (attempt = 0 OR o.attempt = attempt) AND (output_id = 0 OR o.data_id = output_id)
        AND (input_id = 0 OR is_made_from(o.run_id, o.data_id, input_id, v.as_of, v.known_at));
END $$;

COMMENT ON FUNCTION ruled_hops_down IS 'From a step to those that saw what it wrote, from a vantage.';

CREATE FUNCTION ruled_hops_up(
    run_id bigint, attempt integer, input_id bigint, output_id bigint, v vantage, odd_ids bigint[], odd_reads asset_read[], odd asset_write[]
) RETURNS SETOF hop LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
BEGIN
    RETURN QUERY
    SELECT (w.w).edge_id, (w.w).attempt, (w.w).at, hop_flags(r.r, w.w, w.certainty), m.run_id, m.attempt, 0::bigint, (w.w).data_id,
        (r.r).since, (r.r).until, (w.w).until
    FROM (
        SELECT k AS r FROM asset_read k WHERE k.run_id = run_id AND is_known(run_id, v, odd_ids)
        UNION ALL
        SELECT o FROM unnest(odd_reads) o WHERE o.run_id = run_id
    ) r
    CROSS JOIN LATERAL ruled_seen(r.r, v, odd_ids, odd) w
    CROSS JOIN LATERAL (
        SELECT (w.w).run_id, (w.w).attempt
        UNION ALL
        SELECT s.run_id, s.attempt FROM sharers_of(w.w, v, odd_ids, odd) s WHERE (w.w).root_id <> (w.w).run_id
    ) m
    WHERE (attempt = 0 OR (r.r).attempt = attempt)
        AND (output_id = 0 OR coalesce((r.r).output_id, output_id) = output_id)
        AND (output_id = 0 OR NOT (r.r).narrows OR is_made_from(run_id, output_id, (r.r).data_id, v.as_of, v.known_at));
END $$;

COMMENT ON FUNCTION ruled_hops_up IS 'From a step to those whose writes it saw, from a vantage.';

CREATE FUNCTION odd_runs(v vantage) RETURNS bigint[]
    LANGUAGE sql STABLE AS $$
    WITH busy AS (
        SELECT r.id FROM run r
        WHERE isfinite((v).as_of) AND r.first_event_at IS NOT NULL AND r.last_event_at > r.first_event_at
            AND tstzrange(r.first_event_at, r.last_event_at) @> (v).as_of
        UNION
        SELECT r.id FROM run r
        WHERE isfinite((v).known_at) AND r.last_arrived_at > r.first_arrived_at
            AND tstzrange(r.first_arrived_at, r.last_arrived_at) @> (v).known_at
        UNION
        -- What goes on may share a write that was made after the moment.
        SELECT w.run_id FROM asset_write w
        WHERE isfinite((v).as_of) AND w.kind IN ('SHARED', 'LEFT') AND w.until = 'infinity'
    )
    SELECT ARRAY(
        SELECT b.id FROM busy b
        UNION
        SELECT unnest(ancestors_of(b.id)) FROM busy b)
$$;

COMMENT ON FUNCTION odd_runs IS
    'The runs whose kept rows may not hold from a vantage, because something of them had happened, or arrived, and something had not; with their ancestors, who may share their writes.';

CREATE FUNCTION usual_run_time(of_template_id bigint, v vantage DEFAULT NULL, odd_ids bigint[] DEFAULT '{}')
RETURNS TABLE (duration interval, median interval, history bigint) LANGUAGE sql STABLE AS $$
    SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY s.duration), percentile_cont(0.5) WITHIN GROUP (ORDER BY s.duration), count(*)
    FROM (
        SELECT s.duration
        FROM (
            (SELECT r.ended_at - r.started_at AS duration, r.created_at, r.native_key, r.run_key FROM run r
             WHERE r.template_id = of_template_id AND r.result = 'SUCCESS' AND r.ended_at > r.started_at
                AND (v IS NULL OR r.id <> ALL (odd_ids) AND is_settled(r, (v).as_of, (v).known_at))
             ORDER BY r.created_at DESC, r.native_key, r.run_key LIMIT 100)
            UNION ALL
            SELECT s.ended_at - s.started_at, s.created_at, r.native_key, r.run_key
            FROM derive_run_state(
                ARRAY(SELECT r.id FROM run r WHERE r.id = ANY (odd_ids) AND r.template_id = of_template_id), (v).as_of, (v).known_at) s
            JOIN run r ON r.id = s.run_id
            WHERE s.result = 'SUCCESS' AND s.ended_at > s.started_at
        ) s
        ORDER BY s.created_at DESC, s.native_key, s.run_key LIMIT 100
    ) s
    HAVING count(*) >= 5
$$;

COMMENT ON FUNCTION usual_run_time IS
    'The 95th percentile and the median of a job''s newest 100 successes (docs/hung-runs.md), as known now or from a vantage; no row with fewer than 5.';

CREATE FUNCTION hangs_after(usual interval) RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN greatest(2 * usual, usual + interval '1 minute');

COMMENT ON FUNCTION hangs_after IS 'The time after which a run hangs, by the usual time of its job.';

CREATE FUNCTION lost_ends(v vantage, odd_ids bigint[]) RETURNS TABLE (run_id bigint, ends_at timestamptz)
    LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH odd_state AS MATERIALIZED (
        SELECT s.*, r.template_id
        FROM derive_run_state(odd_ids, v.as_of, v.known_at) s JOIN run r ON r.id = s.run_id
        WHERE r.template_id IS NOT NULL AND NOT r.is_removed
    ), going AS MATERIALIZED (
        SELECT r.id AS run_id, r.template_id, coalesce(r.started_at, r.created_at) AS since, r.last_event_at FROM run r
        WHERE r.status = 'STARTED' AND r.template_id IS NOT NULL AND NOT r.is_removed
            AND r.id <> ALL (odd_ids) AND is_settled(r, v.as_of, v.known_at)
        UNION ALL
        SELECT s.run_id, s.template_id, coalesce(s.started_at, s.created_at), s.last_event_at FROM odd_state s WHERE s.status = 'STARTED'
    ), usual AS MATERIALIZED (
        SELECT t.template_id, u.duration
        FROM (SELECT DISTINCT g.template_id FROM going g) t CROSS JOIN LATERAL usual_run_time(t.template_id, v, odd_ids) u
    )
    SELECT g.run_id, n.created_at
    FROM going g
    JOIN usual u ON u.template_id = g.template_id
    CROSS JOIN LATERAL (SELECT greatest(g.since + hangs_after(u.duration), g.last_event_at) AS at) h
    CROSS JOIN LATERAL (
        SELECT min(n.created_at) AS created_at
        FROM (
            (SELECT r.created_at FROM run r
             WHERE r.template_id = g.template_id AND r.created_at > h.at AND r.created_at <= v.as_of AND NOT r.is_removed
                AND r.id <> ALL (odd_ids) AND is_settled(r, v.as_of, v.known_at)
             ORDER BY r.created_at LIMIT 1)
            UNION ALL
            SELECT s.created_at FROM odd_state s WHERE s.template_id = g.template_id AND s.created_at > h.at
        ) n
    ) n
    WHERE n.created_at IS NOT NULL;
END $$;

COMMENT ON FUNCTION lost_ends IS
    'The runs whose end was lost, as a vantage knows them. They end where the next run of their job starts, after they would hang.';

CREATE FUNCTION with_lost_ends(v vantage, INOUT ids bigint[], INOUT reads asset_read[], INOUT writes asset_write[])
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    lost_ids bigint[];
    ends timestamptz[];
    more_ids bigint[];
BEGIN
    SELECT array_agg(l.run_id), array_agg(l.ends_at) INTO lost_ids, ends FROM lost_ends(v, ids) l;
    IF lost_ids IS NULL THEN
        RETURN;
    END IF;
    -- The kept rows of runs of which the vantage changes the end alone.
    more_ids := ARRAY(SELECT l.id FROM unnest(lost_ids) AS l (id) WHERE l.id <> ALL (ids));
    reads := ARRAY(
        SELECT CASE WHEN (o.r).until = 'infinity' AND NOT (o.r).streams AND l.ends_at IS NOT NULL
            THEN jsonb_populate_record(o.r, jsonb_build_object('until', greatest(l.ends_at, (o.r).since))) ELSE o.r END
        FROM (SELECT o FROM unnest(reads) o UNION ALL SELECT k FROM asset_read k WHERE k.run_id = ANY (more_ids)) AS o (r)
        LEFT JOIN unnest(lost_ids, ends) AS l (run_id, ends_at) ON l.run_id = (o.r).run_id);
    writes := ARRAY(
        SELECT CASE WHEN (o.w).until = 'infinity' AND (o.w).kind = 'OPEN' AND l.ends_at IS NOT NULL
            THEN jsonb_populate_record(o.w, jsonb_build_object('until', greatest(l.ends_at, (o.w).at))) ELSE o.w END
        FROM (SELECT o FROM unnest(writes) o UNION ALL SELECT k FROM asset_write k WHERE k.run_id = ANY (more_ids)) AS o (w)
        LEFT JOIN unnest(lost_ids, ends) AS l (run_id, ends_at) ON l.run_id = (o.w).run_id);
    ids := ids || more_ids;
END $$;

COMMENT ON FUNCTION with_lost_ends IS
    'The rows that a vantage sees otherwise than they are kept, with runs whose end was lost: their reads and open writes end, for what is possible.';

CREATE FUNCTION vantage_rows(INOUT v vantage, OUT ids bigint[], OUT reads asset_read[], OUT writes asset_write[])
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    uses asset_use[];
BEGIN
    ids := odd_runs(v);
    uses := ARRAY(SELECT u FROM asset_uses(ids, v.as_of, v.known_at) u);
    writes := share_writes(ARRAY(SELECT w FROM writes_of(uses) w), ids, v.as_of, v.known_at);
    reads := ARRAY(SELECT r FROM unshared_reads(ARRAY(SELECT r FROM reads_of(uses) r), writes) r);
    IF v.possible THEN
        SELECT l.* INTO ids, reads, writes FROM with_lost_ends(v, ids, reads, writes) l;
    END IF;
END $$;

COMMENT ON FUNCTION vantage_rows IS 'The runs that a vantage sees otherwise than the kept rows, and what it knows of their reads and writes.';

CREATE FUNCTION read_by_nobody(data_id bigint, at timestamptz) RETURNS asset_read
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(NULL, 0, 0, NULL, data_id, data_id, 0, at, at, 0, false, NULL, NULL, false, NULL)::asset_read
$$;

COMMENT ON FUNCTION read_by_nobody IS 'What a person would do who looked at data at a moment: a read that is no run''s.';

-- The implicit version: data before its first known write --------------------------------------------

CREATE FUNCTION implicit_version(data_id bigint, at timestamptz) RETURNS asset_write
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ROW(NULL, 0, 0, 0, false, data_id, data_id, 0, 'VERSION', 'UNKNOWN', NULL, at, at, NULL, NULL, NULL, 'infinity', NULL)::asset_write
$$;

COMMENT ON FUNCTION implicit_version IS 'The data before its first known write, as if written at a moment: by no run.';

CREATE FUNCTION shows_implicit_version(data_id bigint, at timestamptz, v vantage, odd_ids bigint[], odd asset_write[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT NOT is_replaced(implicit_version(data_id, '-infinity'), read_by_nobody(data_id, at), (v).appends, v, odd_ids, odd)
$$;

COMMENT ON FUNCTION shows_implicit_version IS 'True if no known write has replaced or dropped data as a whole by a moment, from a vantage.';

CREATE FUNCTION implicit_hops(data_id bigint, at timestamptz, v vantage, odd_ids bigint[], odd_reads asset_read[], odd asset_write[])
RETURNS SETOF hop LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_variable
DECLARE
    w asset_write := implicit_version(data_id, at);
BEGIN
    RETURN QUERY
    SELECT NULL::bigint, NULL::integer, NULL::timestamptz, CASE WHEN s.certainty = 'POSSIBLE' THEN 1 ELSE 0 END,
        (s.r).run_id, (s.r).attempt, CASE WHEN (s.r).narrows THEN data_id ELSE 0 END, coalesce((s.r).output_id, 0),
        greatest((s.r).since, at), (s.r).until, NULL::timestamptz
    FROM (
        SELECT f.r, f.certainty FROM ruled_readers(w, v, odd_ids, odd_reads, odd) f
        UNION ALL
        SELECT k.r, sees(jsonb_populate_record(k.r, '{"version_key": null}'), w, v, odd_ids, odd)
        FROM (
            SELECT k FROM asset_read k
            WHERE k.data_id = data_id AND k.version_key IS NOT NULL AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT o FROM unnest(odd_reads) o WHERE o.data_id = data_id AND o.version_key IS NOT NULL
        ) AS k (r)
        WHERE NOT EXISTS (
            SELECT FROM asset_write o
            WHERE o.data_id = data_id AND o.version_key = (k.r).version_key AND o.kind = 'VERSION' AND is_known(o.run_id, v, odd_ids))
            AND NOT EXISTS (
            SELECT FROM unnest(odd) o
            WHERE o.data_id = data_id AND text_key(o.native_version) = (k.r).version_key AND o.kind = 'VERSION')
    ) s
    WHERE s.certainty IS NOT NULL;
END $$;

COMMENT ON FUNCTION implicit_hops IS
    'The hops from an implicit version, as if written at a moment, to its readers; also to reads of a version id that no known version has.';

-- Assumptions -------------------------------------------------------------------------------------

CREATE FUNCTION is_missed(w asset_write, run_ids bigint[], v vantage, odd_ids bigint[], odd_reads asset_read[], odd asset_write[]) RETURNS boolean
    LANGUAGE plpgsql STABLE AS $$
DECLARE
    assumed record;
    told record;
    appending vantage := ROW(v.as_of, v.known_at, v.tolerance, true, false);
BEGIN
    SELECT f.* INTO assumed FROM find_hider(w, false, v, odd_ids, odd) f;
    IF assumed.replaced_at = 'infinity' THEN
        RETURN false;
    END IF;
    SELECT f.* INTO told FROM find_hider(w, true, v, odd_ids, odd) f;
    RETURN EXISTS (
        SELECT FROM (
            SELECT k FROM asset_read k
            WHERE k.data_id = w.data_id AND k.version_key IS NULL AND k.since >= assumed.replaced_at AND k.since < told.replaced_at
                AND k.run_id <> ALL (run_ids) AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT k FROM asset_read k
            WHERE k.root_id = told.by_root_id AND k.data_id = w.data_id AND k.version_key IS NULL AND k.since >= told.replaced_at
                AND k.run_id <> ALL (run_ids) AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT o FROM unnest(odd_reads) o WHERE o.data_id = w.data_id AND o.version_key IS NULL AND o.run_id <> ALL (run_ids)
        ) AS c (r)
        WHERE sees(c.r, w, appending, odd_ids, odd) = 'CERTAIN' AND sees(c.r, w, v, odd_ids, odd) IS DISTINCT FROM 'CERTAIN');
END $$;

COMMENT ON FUNCTION is_missed IS
    'True if a run that is none of these would certainly have seen a version if unknown writes appended, and did not.';

CREATE FUNCTION may_have_left(w asset_write, run_ids bigint[], v vantage, odd_ids bigint[], odd asset_write[]) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT w.effect = 'UNKNOWN' AND EXISTS (
        SELECT FROM newest_whole_write(w.data_id, w.at, 0, 0, true, v, odd_ids) newest
        CROSS JOIN LATERAL (
            SELECT k FROM asset_write k
            WHERE k.data_id = w.data_id AND k.kind = 'VERSION' AND k.at >= newest.at AND k.at < w.at AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT k FROM asset_write k
            WHERE k.data_id = w.data_id AND k.kind = 'VERSION' AND k.until > k.at AND k.at < newest.at AND is_known(k.run_id, v, odd_ids)
            UNION ALL
            SELECT o FROM unnest(odd) o WHERE o.data_id = w.data_id AND o.kind = 'VERSION'
        ) AS c (k)
        WHERE (c.k).run_id <> ALL (run_ids) AND (c.k).until < w.at AND covers(w.parts, (c.k).parts)
            AND (SELECT f.replaced_at FROM find_hider(c.k, true, v, odd_ids, odd) f) > w.at)
$$;

COMMENT ON FUNCTION may_have_left IS
    'True if an unknown write covers an older version, by none of these runs, that no write that certainly replaces had covered.';

CREATE FUNCTION assumed_replaced(
    edge_ids bigint[], attempts integer[], run_ids bigint[], is_upstream boolean, v vantage, implicit_id bigint, implicit_at timestamptz
) RETURNS SETOF bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    odd record;
BEGIN
    v.possible := false;
    SELECT o.* INTO odd FROM vantage_rows(v) o;
    RETURN QUERY
    WITH version AS (
        SELECT k AS w FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
        JOIN asset_write k ON k.edge_id = a.edge_id AND k.attempt = a.attempt
        WHERE NOT k.is_departure AND k.kind = 'VERSION' AND is_known(k.run_id, v, odd.ids)
        UNION ALL
        SELECT o FROM unnest(edge_ids, attempts) AS a (edge_id, attempt)
        JOIN unnest(odd.writes) o ON o.edge_id = a.edge_id AND o.attempt = a.attempt
        WHERE NOT o.is_departure AND o.kind = 'VERSION'
        UNION ALL
        SELECT implicit_version(implicit_id, implicit_at) WHERE implicit_id IS NOT NULL
    ), of_data AS (
        SELECT (n.w).data_id, array_agg(n.w) AS writes FROM version n GROUP BY (n.w).data_id
    )
    SELECT d.data_id FROM of_data d
    WHERE NOT v.appends AND EXISTS (
        SELECT FROM unnest(d.writes) w
        WHERE CASE WHEN is_upstream THEN may_have_left(w, run_ids, v, odd.ids, odd.writes)
            ELSE is_missed(w, run_ids, v, odd.ids, odd.reads, odd.writes) END);
END $$;

COMMENT ON FUNCTION assumed_replaced IS
    'The data for which it matters that unknown writes are taken to replace, given the versions of an answer and the runs that are certain in it.';

CREATE FUNCTION known_states(run_ids bigint[], v vantage)
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

COMMENT ON FUNCTION known_states IS 'The states of runs from a vantage, with the time at which each was over; runs of which it knows no event are left out unless they have none.';

-- The successes of a job by when they were over: the last before a failure is found at once.
CREATE INDEX run_over_idx ON run (template_id, (greatest(state_at, started_at)))
    WHERE status = 'COMPLETE' AND coalesce(result, 'SUCCESS') = 'SUCCESS' AND template_id IS NOT NULL;

CREATE FUNCTION versions_left(of_data_id bigint, moment timestamptz) RETURNS SETOF asset_write
    LANGUAGE sql STABLE AS $$
    WITH whole AS MATERIALIZED (
        -- What is not hidden at the moment, and what relatives of its hider read after it, which do not see the hider.
        SELECT h.at, n.at AS since, h.root_id
        FROM (
            SELECT NULL::timestamptz AS at, NULL::bigint AS root_id
            UNION ALL
            SELECT h.at, h.root_id
            FROM (
                SELECT r.root_id FROM asset_read r WHERE r.data_id = of_data_id AND r.version_key IS NULL AND r.since > moment
                UNION
                SELECT r.root_id FROM asset_read r WHERE r.data_id = of_data_id AND r.version_key IS NOT NULL AND r.since > moment
            ) r
            CROSS JOIN LATERAL (
                SELECT h.at, h.root_id, h.kind FROM asset_write h
                WHERE h.root_id = r.root_id AND h.data_id = of_data_id AND h.root_id <> h.run_id
                UNION ALL
                SELECT h.at, h.root_id, h.kind FROM asset_write h
                WHERE h.run_id = r.root_id AND h.data_id = of_data_id AND h.root_id = h.run_id
            ) h
            WHERE h.kind IN ('VERSION', 'DROP') AND h.at <= moment
        ) h
        CROSS JOIN LATERAL newest_whole_write(of_data_id, coalesce(h.at - interval '1 microsecond', moment), 0, 0, false, NULL, '{}') n
    )
    SELECT k.*
    FROM whole w
    CROSS JOIN LATERAL (
        SELECT k.* FROM asset_write k
        WHERE k.data_id = of_data_id AND k.kind = 'VERSION' AND k.at >= w.since AND k.at < moment
            AND (w.at IS NULL OR k.at < w.at)
        UNION ALL
        SELECT k.* FROM asset_write k
        WHERE k.data_id = of_data_id AND k.kind = 'VERSION' AND k.until > k.at AND k.at < w.since AND k.at < moment
    ) k
    WHERE CASE WHEN w.at IS NULL THEN k.hidden_at > moment ELSE k.hidden_at = w.at AND k.hider_root_id = w.root_id END
    UNION ALL
    SELECT k.*
    FROM (
        SELECT DISTINCT r.version_key FROM asset_read r
        WHERE r.data_id = of_data_id AND r.version_key IS NOT NULL AND r.since > moment
    ) r
    JOIN asset_write k ON k.data_id = of_data_id AND k.version_key = r.version_key AND k.kind = 'VERSION' AND k.at < moment
$$;

COMMENT ON FUNCTION versions_left IS
    'The versions of before a moment that may have been read after it, for the question that assumes nothing: those that nothing had replaced as a whole, those that relatives of their hider read, and those that a read names.';

CREATE FUNCTION stale_starts(run_ids bigint[], v vantage)
RETURNS TABLE (run_id bigint, attempt integer, output_id bigint, after timestamptz)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    odd record;
    is_kept boolean := NOT (isfinite(v.as_of) OR isfinite(v.known_at) OR v.appends OR v.possible);
BEGIN
    SELECT o.* INTO odd FROM vantage_rows(v) o;
    RETURN QUERY
    WITH odd_state AS MATERIALIZED (
        SELECT s.*, r.first_event_at FROM known_states(odd.ids, v) s JOIN run r ON r.id = s.run_id
    ), missed AS MATERIALIZED (
        SELECT DISTINCT k.data_id, f.over_at, f.run_id, f.root_id
        FROM (
            SELECT s.run_id, s.template_id, s.status, s.result, coalesce(p.created_at, s.over_at) AS over_at,
                CASE WHEN r.parent_id IS NULL THEN r.id ELSE root_of(r.id) END AS root_id
            FROM known_states(run_ids, v) s
            JOIN run r ON r.id = s.run_id
            LEFT JOIN run p ON r.is_derived AND p.id = r.parent_id
            WHERE s.status = 'COMPLETE' AND s.result IN ('FAILURE', 'SKIPPED')
        ) f
        CROSS JOIN LATERAL (
            SELECT s.run_id
            FROM (
                (SELECT r.id AS run_id, greatest(r.state_at, r.started_at) AS over_at FROM run r
                 WHERE r.template_id = f.template_id AND r.status = 'COMPLETE' AND coalesce(r.result, 'SUCCESS') = 'SUCCESS'
                    AND greatest(r.state_at, r.started_at) < f.over_at AND r.first_event_at <= f.over_at AND NOT r.is_removed
                    AND is_settled(r, v.as_of, v.known_at)
                 ORDER BY greatest(r.state_at, r.started_at) DESC FETCH FIRST ROW WITH TIES)
                UNION ALL
                SELECT s.run_id, s.over_at FROM odd_state s
                WHERE s.template_id = f.template_id AND s.status = 'COMPLETE' AND coalesce(s.result, 'SUCCESS') = 'SUCCESS'
                    AND s.over_at < f.over_at AND s.first_event_at <= f.over_at
            ) s
            ORDER BY s.over_at DESC FETCH FIRST ROW WITH TIES
        ) s
        CROSS JOIN LATERAL (SELECT descendants_of(ARRAY[s.run_id]) AS id OFFSET 0) o
        CROSS JOIN LATERAL known_writes(o.id, v, odd.ids, odd.writes) k
        WHERE k.kind IN ('VERSION', 'SHARED', 'LEFT')
    )
    SELECT w.run_id, w.attempt, w.data_id, min(d.over_at)
    FROM missed d
    CROSS JOIN LATERAL (
        SELECT k.run_id, k.attempt, k.data_id, k.root_id FROM versions_left(d.data_id, d.over_at) k
        WHERE is_kept AND is_known(k.run_id, v, odd.ids)
        UNION ALL
        -- A superset where more is asked than the kept answers know: which reads saw them, the walk finds out.
        SELECT k.run_id, k.attempt, k.data_id, k.root_id FROM asset_write k
        WHERE NOT is_kept AND k.data_id = d.data_id AND k.kind = 'VERSION' AND k.at < d.over_at AND is_known(k.run_id, v, odd.ids)
        UNION ALL
        SELECT o.run_id, o.attempt, o.data_id, o.root_id FROM unnest(odd.writes) o
        WHERE o.data_id = d.data_id AND o.kind = 'VERSION' AND o.at < d.over_at
    ) w
    -- A version of the failed run, or of a run in it, stands in no other's place.
    WHERE w.root_id <> d.root_id OR w.run_id <> d.run_id AND d.run_id <> ALL (ancestors_of(w.run_id))
    GROUP BY w.run_id, w.attempt, w.data_id;
END $$;

COMMENT ON FUNCTION stale_starts IS
    'The versions that were read in place of those that failed or skipped runs should have written, from when the run was over: older ones of what the last success of their template, or a run in it, wrote. A run that sent nothing was given up when its parent began.';

CREATE FUNCTION jobs_at_risk(
    data_ids bigint[], edge_ids bigint[], attempts integer[], at timestamptz, v vantage,
    implicit_id bigint DEFAULT NULL, implicit_at timestamptz DEFAULT NULL
)
RETURNS TABLE (template_id bigint, run_id bigint, data_id bigint, edge_id bigint, attempt integer)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
    odd record;
BEGIN
    SELECT o.* INTO odd FROM vantage_rows(v) o;
    RETURN QUERY
    WITH shown AS MATERIALIZED (
        SELECT s.w, d.id AS data_id, (s.w).edge_id, (s.w).attempt, (s.w).at, (s.w).parts
        FROM (SELECT DISTINCT o.id FROM unnest(data_ids) AS o (id)) d
        CROSS JOIN LATERAL ruled_seen(read_by_nobody(d.id, at), ROW(v.as_of, v.known_at, interval '0', v.appends, false)::vantage, odd.ids, odd.writes) s
        JOIN unnest(edge_ids, attempts) AS a (edge_id, attempt) ON a.edge_id = (s.w).edge_id AND a.attempt = (s.w).attempt
        UNION ALL
        SELECT implicit_version(implicit_id, implicit_at), implicit_id, NULL, NULL, implicit_at, NULL
        WHERE implicit_at < at AND shows_implicit_version(implicit_id, at, v, odd.ids, odd.writes)
    ), odd_state AS MATERIALIZED (
        SELECT k.run_id, k.template_id, k.created_at, EXISTS (
            SELECT FROM unnest(odd.reads) o WHERE o.run_id = k.run_id AND o.output_id IS NULL) AS has_inputs
        FROM known_states(odd.ids, v) k WHERE k.created_at <= at
    ), template (id) AS (
        -- The jobs whose runs have ever read it; where a run is given in place of a job, its job.
        SELECT coalesce(r.template_id, j.id)
        FROM (SELECT DISTINCT s.data_id FROM shown s) d
        CROSS JOIN LATERAL jobs_of_data(d.data_id, false) AS j (id)
        LEFT JOIN run r ON r.id = j.id
        UNION
        SELECT k.template_id FROM odd_state k WHERE k.has_inputs
    )
    SELECT DISTINCT ON (t.id, s.data_id, s.edge_id, s.attempt) t.id, l.run_id, s.data_id, s.edge_id, s.attempt
    FROM template t
    CROSS JOIN LATERAL (
        SELECT greatest(
            (SELECT r.created_at FROM run r
             WHERE r.template_id = t.id AND r.created_at <= at AND r.id <> ALL (odd.ids) AND NOT r.is_removed
                AND is_settled(r, v.as_of, v.known_at)
             ORDER BY r.created_at DESC LIMIT 1),
            (SELECT max(k.created_at) FROM odd_state k WHERE k.template_id = t.id)) AS created_at
    ) newest
    CROSS JOIN LATERAL (
        -- A run that failed before it could name inputs does not say what its job reads.
        SELECT k.run_id
        FROM (
            (SELECT r.id AS run_id, r.created_at FROM run r
             WHERE r.template_id = t.id AND r.created_at <= at AND r.id <> ALL (odd.ids) AND NOT r.is_removed
                AND is_settled(r, v.as_of, v.known_at)
                AND EXISTS (SELECT FROM asset_read k WHERE k.run_id = r.id AND k.output_id IS NULL OFFSET 0)
             ORDER BY r.created_at DESC FETCH FIRST ROW WITH TIES)
            UNION ALL
            SELECT k.run_id, k.created_at FROM odd_state k WHERE k.template_id = t.id AND k.has_inputs
        ) k
        ORDER BY k.created_at DESC FETCH FIRST ROW WITH TIES
    ) l
    CROSS JOIN LATERAL (
        SELECT k AS r FROM asset_read k WHERE k.run_id = l.run_id AND l.run_id <> ALL (odd.ids)
        UNION ALL
        SELECT o FROM unnest(odd.reads) o WHERE o.run_id = l.run_id
    ) r
    JOIN shown s ON s.data_id = (r.r).data_id AND newest.created_at < s.at
    WHERE (r.r).output_id IS NULL AND NOT are_disjoint((r.r).parts, s.parts)
        AND NOT ((r.r).streams AND sees(r.r, s.w, v, odd.ids, odd.writes) IS NOT DISTINCT FROM 'CERTAIN')
    ORDER BY t.id, s.data_id, s.edge_id, s.attempt, (SELECT e.urn FROM entity e WHERE e.id = l.run_id) COLLATE "C";
END $$;

COMMENT ON FUNCTION jobs_at_risk IS
    'The jobs that are next: their latest run that named inputs read what shows an affected version at a moment, and none of theirs began since it was written. A stream that saw it is affected already.';
