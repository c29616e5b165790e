-- Entities, runs, their events, edges and aspects, the event log and the quarantine (docs/store.md).
--
-- Two kinds of table. Facts are merged as sets, so that the same events give the same rows in any order:
-- event, entity, alias, run_event, run_facets, edge_mention, aspect, derivation, run_link, job_link, job_edge,
-- run_checksum, content, facet_set, quarantine.
-- Derived columns are recomputed from the facts by every merge that touches them: the state in run,
-- entity.urn and entity.is_stub of runs, entity.class_id, run.parent_id, run.is_superseded, run.closed_result, run_link.target_id,
-- run.trigger, edge.run_created_at, edge.is_measured.
--
-- Free text from events is indexed by its hash (text_key), never whole: a name can be longer than an index row.

CREATE FUNCTION text_key(value text) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN encode(substring(sha256(convert_to(value, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid;

CREATE FUNCTION run_urn(id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN 'urn:li:dataProcessInstance:' || id::text;

COMMENT ON FUNCTION run_urn IS 'The URN of a run, as urn.run_urn builds it.';
COMMENT ON FUNCTION text_key IS 'The first 128 bits of the SHA-256 of a text: what stands for it in an index.';


-- The durable log ---------------------------------------------------------------------------------

CREATE SEQUENCE acceptance_seq;

CREATE TABLE event (
    at           timestamptz NOT NULL,
    content_hash uuid        NOT NULL,
    seq          bigint      NOT NULL DEFAULT nextval('acceptance_seq'),
    dialect      text        NOT NULL,
    source       text        NOT NULL,
    warnings     text[]      NOT NULL DEFAULT '{}',
    body         bytea       NOT NULL,
    arrived_at   timestamptz NOT NULL DEFAULT now(),
    trace_id     uuid        NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (at, content_hash)
) PARTITION BY RANGE (at);

COMMENT ON TABLE event IS 'What was received: one row per distinct event, its body byte for byte (zstd).';
COMMENT ON COLUMN event.at IS 'eventTime; a function of the content, so that a copy meets its original in the same partition';
COMMENT ON COLUMN event.content_hash IS 'hash of the canonical JSON together with dialect and source';
COMMENT ON COLUMN event.seq IS 'the order of acceptance';
ALTER TABLE event ALTER COLUMN body SET STORAGE EXTERNAL;  -- compressed by us

CREATE TABLE event_other PARTITION OF event DEFAULT;  -- times outside 2000..2099

CREATE FUNCTION ensure_event_partitions(months date[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    month date;
BEGIN
    FOREACH month IN ARRAY months LOOP
        IF month >= '2000-01-01' AND month < '2100-01-01' AND to_regclass('event_' || to_char(month, 'YYYYMM')) IS NULL THEN
            PERFORM pg_advisory_xact_lock(hashtext('headwater.event_partitions'));
            EXECUTE format(
                'CREATE TABLE IF NOT EXISTS %I PARTITION OF event FOR VALUES FROM (%L) TO (%L)',
                'event_' || to_char(month, 'YYYYMM'),
                to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
                to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
        END IF;
    END LOOP;
END $$;

CREATE FUNCTION ensure_coming_event_partitions() RETURNS void
    LANGUAGE sql AS $$
    SELECT ensure_event_partitions(ARRAY(
        SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') + m * interval '1 month')::date
        FROM generate_series(-1, 12) AS g (m)))
$$;

SELECT ensure_coming_event_partitions();

COMMENT ON FUNCTION ensure_coming_event_partitions IS
    'Creates the partitions of the next year: to make one waits for all who read the log, so no merge should have to.';
COMMENT ON FUNCTION ensure_event_partitions IS 'Creates the missing monthly partitions of the event log, given the first days of months.';

CREATE TABLE quarantine (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    key        uuid        NOT NULL,
    dialect    text        NOT NULL,
    source     text        NOT NULL,
    position   bigint      NOT NULL,
    code       text        NOT NULL,
    message    text        NOT NULL,
    payload    bytea       NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT quarantine_pkey PRIMARY KEY (id),
    CONSTRAINT quarantine_key UNIQUE (key)
);

COMMENT ON TABLE quarantine IS 'What could not be parsed, with its source (file or request), position (line or index) and reason.';
COMMENT ON COLUMN quarantine.key IS 'hash of dialect, source, position and payload: the same record again is one row, with the newest reason';


-- Entities ----------------------------------------------------------------------------------------

CREATE TABLE entity (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    kind       text        NOT NULL,
    urn        text        NOT NULL,
    urn_key    uuid        NOT NULL GENERATED ALWAYS AS (text_key(urn)) STORED,
    namespace  text,
    name       text,
    flow_id    bigint,
    class_id   bigint,
    is_stub    boolean     NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT entity_pkey PRIMARY KEY (id),
    CONSTRAINT entity_urn_key UNIQUE (urn_key),
    CONSTRAINT entity_flow_fkey FOREIGN KEY (flow_id) REFERENCES entity (id),
    CONSTRAINT entity_class_fkey FOREIGN KEY (class_id) REFERENCES entity (id)
);

CREATE INDEX entity_flow_idx ON entity (flow_id) WHERE flow_id IS NOT NULL;
CREATE INDEX entity_class_idx ON entity (class_id) WHERE class_id IS NOT NULL;
CREATE INDEX entity_dataset_name_idx ON entity (text_key(name)) WHERE kind = 'dataset';

COMMENT ON TABLE entity IS 'Everything that has a URN: runs, jobs, flows, datasets, models, containers.';
COMMENT ON COLUMN entity.kind IS 'the entity type in the URN, such as dataProcessInstance';
COMMENT ON COLUMN entity.namespace IS 'OpenLineage namespace as it was given; null for runs and for what only DataHub named';
COMMENT ON COLUMN entity.flow_id IS 'the flow of a job';
COMMENT ON COLUMN entity.class_id IS 'of several names for the same data the entity with the least URN; null where there is one name';
COMMENT ON COLUMN entity.is_stub IS 'named by a reference, without a fact of its own';

CREATE TABLE alias (
    entity_id  bigint      NOT NULL,
    other_id   bigint      NOT NULL,
    origin     text        NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT alias_pkey PRIMARY KEY (entity_id, other_id, origin),
    CONSTRAINT alias_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id),
    CONSTRAINT alias_other_fkey FOREIGN KEY (other_id) REFERENCES entity (id),
    CONSTRAINT alias_origin_known CHECK (origin IN ('SYMLINK', 'SCHEME', 'CONFIGURED'))
);

CREATE INDEX alias_other_idx ON alias (other_id);

COMMENT ON TABLE alias IS 'Two names of the same data; the classes that they join are in entity.class_id.';
COMMENT ON COLUMN alias.origin IS
    'SYMLINK: a symlinks facet said so; SCHEME: s3a and s3n are s3; CONFIGURED: it follows from namespace_alias';

CREATE TABLE namespace_alias (
    namespace  text        NOT NULL,
    other      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX namespace_alias_key ON namespace_alias (text_key(namespace), text_key(other));

CREATE VIEW entity_name AS
SELECT e.id AS entity_id, e.id AS name_id FROM entity e WHERE e.class_id IS NULL
UNION ALL
SELECT e.id, m.id FROM entity e JOIN entity m ON m.class_id = e.class_id;

COMMENT ON VIEW entity_name IS 'All names of the data that an entity is, itself included.';
COMMENT ON TABLE namespace_alias IS 'Configuration: datasets of one name in these two namespaces are the same data.';

CREATE FUNCTION derive_classes(entity_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    ids bigint[];
    tops bigint[];
    lower_tops bigint[];
    changed bigint[];
BEGIN
    WITH RECURSIVE walk (id) AS (
        SELECT unnest(entity_ids)
        UNION
        SELECT n.id
        FROM walk w
        CROSS JOIN LATERAL (
            SELECT a.other_id AS id FROM alias a WHERE a.entity_id = w.id
            UNION ALL
            SELECT a.entity_id FROM alias a WHERE a.other_id = w.id
        ) n
    )
    SELECT array_agg(w.id ORDER BY w.id) INTO ids FROM walk w;
    -- A name, and what it has for its top, take the least top among its neighbours; then each takes the top of its top. A
    -- chain so takes as many rounds as its length has bits. Grouped, not joined: an event may bring ten thousand names.
    lower_tops := ids;
    WHILE lower_tops IS DISTINCT FROM tops LOOP
        tops := lower_tops;
        WITH low AS (
            SELECT s.id, min(s.top) FILTER (WHERE s.is_own) AS top, min(s.top) AS low
            FROM (
                SELECT o.id, o.top, true AS is_own FROM unnest(ids, tops) AS o (id, top)
                UNION ALL
                SELECT a.id, o.top, false FROM unnest(ids, tops) AS o (id, top)
                CROSS JOIN LATERAL (SELECT a.other_id AS id FROM alias a WHERE a.entity_id = o.id OFFSET 0) a
                UNION ALL
                SELECT a.id, o.top, false FROM unnest(ids, tops) AS o (id, top)
                CROSS JOIN LATERAL (SELECT a.entity_id AS id FROM alias a WHERE a.other_id = o.id OFFSET 0) a
            ) s
            GROUP BY s.id
        ), hooked AS (
            SELECT s.id, min(s.low) AS top
            FROM (SELECT l.id, l.low FROM low l UNION ALL SELECT l.top, l.low FROM low l) s
            GROUP BY s.id
        )
        SELECT array_agg(j.top ORDER BY j.id) INTO lower_tops
        FROM (
            SELECT s.below_id AS id, min(s.top) OVER (PARTITION BY s.id) AS top
            FROM (
                SELECT h.id, h.top, NULL::bigint AS below_id FROM hooked h
                UNION ALL
                SELECT h.top, NULL, h.id FROM hooked h
            ) s
        ) j
        WHERE j.id IS NOT NULL;
    END LOOP;
    WITH class AS MATERIALIZED (
        SELECT c.id, c.former_id, c.class_id, bool_or(c.class_id IS DISTINCT FROM c.former_id) OVER (PARTITION BY c.top) AS is_changed
        FROM (
            SELECT e.id, o.top, e.class_id AS former_id,
                CASE WHEN count(*) OVER (PARTITION BY o.top) > 1
                    THEN first_value(e.id) OVER (PARTITION BY o.top ORDER BY e.urn COLLATE "C") END AS class_id
            FROM unnest(ids, tops) AS o (id, top)
            CROSS JOIN LATERAL (SELECT e.id, e.urn, e.class_id FROM entity e WHERE e.id = o.id OFFSET 0) e
        ) c
    ), moved AS (
        UPDATE entity e SET class_id = c.class_id FROM class c
        WHERE e.id = c.id AND c.class_id IS DISTINCT FROM c.former_id
    )
    SELECT array_agg(c.id) INTO changed
    FROM (
        SELECT c.id FROM class c WHERE c.is_changed
        UNION
        SELECT m.id
        FROM (SELECT DISTINCT c.former_id FROM class c WHERE c.is_changed) f
        CROSS JOIN LATERAL (SELECT m.id FROM entity m WHERE m.class_id = f.former_id OFFSET 0) m
    ) c;
    -- What was read and written is kept by class, and what is said of one name holds for all.
    PERFORM derive_uses(ARRAY(
        SELECT DISTINCT g.run_id FROM edge g WHERE g.asset_id = ANY (changed)
        UNION
        SELECT w.run_id FROM asset_write w WHERE w.data_id = ANY (changed) AND w.kind = 'DROP' AND w.effect = 'REPLACE'));
END $$;

COMMENT ON FUNCTION derive_classes IS
    'The class of a name is all that can be reached from it by aliases, under the least URN; a name alone has none.';


-- Content -----------------------------------------------------------------------------------------

CREATE TABLE content (
    key   uuid  NOT NULL,
    value jsonb NOT NULL,
    CONSTRAINT content_pkey PRIMARY KEY (key)
);

COMMENT ON TABLE content IS
    'Values of aspects, each kept once: most facets say the same again in every run. Rows never change.';
COMMENT ON COLUMN content.key IS 'hash of the canonical JSON of the value';

CREATE TABLE facet_set (
    key    uuid  NOT NULL,
    facets jsonb NOT NULL,
    CONSTRAINT facet_set_pkey PRIMARY KEY (key)
);

COMMENT ON TABLE facet_set IS 'Which facets one part of an event has; most parts have those that many others have. Rows never change.';
COMMENT ON COLUMN facet_set.key IS 'hash of the canonical JSON of facets';
COMMENT ON COLUMN facet_set.facets IS 'by name the content key, after a "!" where the facet says _deleted';

CREATE FUNCTION facets_of(facets jsonb) RETURNS TABLE (name text, content_key uuid, is_deleted boolean)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT f.key, ltrim(f.value, '!')::uuid, starts_with(f.value, '!') FROM jsonb_each_text(facets) f
$$;

COMMENT ON FUNCTION facets_of IS 'The facets of a set.';

CREATE TABLE aspect (
    entity_id   bigint      NOT NULL,
    dialect     text        NOT NULL,
    name        text        NOT NULL,
    name_key    uuid        NOT NULL GENERATED ALWAYS AS (text_key(name)) STORED,
    at          timestamptz NOT NULL,
    is_terminal boolean     NOT NULL,
    content_key uuid        NOT NULL,
    is_deleted  boolean     NOT NULL,
    arrived_at  timestamptz NOT NULL DEFAULT now(),
    trace_id    uuid        NOT NULL,
    CONSTRAINT aspect_pkey PRIMARY KEY (entity_id, dialect, name_key),
    CONSTRAINT aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id)
) WITH (fillfactor = 80);

COMMENT ON TABLE aspect IS
    'The newest value of each named piece of metadata of a job, a flow or an asset, by (at, is_terminal, content_key).';
COMMENT ON COLUMN aspect.arrived_at IS 'when the value arrived that is current';
COMMENT ON COLUMN aspect.is_deleted IS 'a tombstone: the facet said _deleted at this time';


-- Runs --------------------------------------------------------------------------------------------

CREATE TABLE run (
    id              bigint      NOT NULL,
    run_key         uuid,
    run_uuid        uuid,
    native_id       text        NOT NULL,
    native_key      uuid        NOT NULL GENERATED ALWAYS AS (text_key(native_id)) STORED,
    template_id     bigint,
    flow_id         bigint,
    parent_id       bigint,
    created_at      timestamptz,
    attempt         integer,
    status          text,
    result          text,
    native_result   text,
    started_at      timestamptz,
    ended_at        timestamptz,
    trigger         text,
    state_at        timestamptz,
    first_event_at  timestamptz,
    last_event_at   timestamptz,
    is_time_approximate boolean NOT NULL DEFAULT false,
    is_derived      boolean     NOT NULL DEFAULT false,
    is_superseded   boolean     NOT NULL DEFAULT false,
    closed_result   text,
    closed_native_result text,
    CONSTRAINT run_pkey PRIMARY KEY (id),
    CONSTRAINT run_run_key UNIQUE (run_key),
    CONSTRAINT run_entity_fkey FOREIGN KEY (id) REFERENCES entity (id),
    CONSTRAINT run_template_fkey FOREIGN KEY (template_id) REFERENCES entity (id),
    CONSTRAINT run_flow_fkey FOREIGN KEY (flow_id) REFERENCES entity (id),
    CONSTRAINT run_parent_fkey FOREIGN KEY (parent_id) REFERENCES run (id),
    CONSTRAINT run_status_known CHECK (status IN ('STARTED', 'COMPLETE')),
    CONSTRAINT run_result_known CHECK (result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY')),
    CONSTRAINT run_closed_result_known CHECK (closed_result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY'))
) WITH (fillfactor = 80);

CREATE INDEX run_uuid_idx ON run (run_uuid) WHERE run_uuid IS NOT NULL;
CREATE INDEX run_native_idx ON run (native_key);
CREATE INDEX run_derived_idx ON run (template_id, parent_id) WHERE is_derived;
CREATE INDEX run_started_idx ON run (id) WHERE status = 'STARTED';
CREATE INDEX run_left_open_idx ON run (parent_id) WHERE status IS DISTINCT FROM 'COMPLETE' AND parent_id IS NOT NULL;
CREATE INDEX run_failed_idx ON run (parent_id) WHERE native_result = 'FAIL' AND parent_id IS NOT NULL;
CREATE INDEX run_aborted_idx ON run (parent_id) WHERE native_result = 'ABORT' AND parent_id IS NOT NULL;

COMMENT ON TABLE run IS 'One execution, with the state derived from its events. A run with no event has first_event_at null.';
COMMENT ON COLUMN run.run_key IS 'OpenLineage identity: uuid5 of (namespace, job, runId); null while only an id has been named';
COMMENT ON COLUMN run.run_uuid IS 'the runId where it is a UUID; several jobs may share one';
COMMENT ON COLUMN run.flow_id IS 'the flow that this is a run of, if it is one of a whole flow';
COMMENT ON COLUMN run.created_at IS 'the sort key: start of attempt 1, else the least event time';
COMMENT ON COLUMN run.trigger IS 'what started it, as its producer says it, in lower case; null where nobody said';
COMMENT ON COLUMN run.state_at IS 'the time of the event that gives the state';
COMMENT ON COLUMN run.closed_result IS 'the result of the nearest ancestor that ended by its own word, where that closes the run; else null';
COMMENT ON COLUMN run.is_time_approximate IS 'the end is when the run was exported, not when it ended';
COMMENT ON COLUMN run.is_derived IS 'it sent nothing of its own: its parent said what became of it';
COMMENT ON COLUMN run.is_superseded IS 'derived, but its parent has a run of this template that did send something: not listed';

CREATE TABLE run_event (
    run_id          bigint      NOT NULL,
    at              timestamptz NOT NULL,
    status          text,
    result          text,
    native_state    text,
    attempt         integer,
    state_key       uuid        NOT NULL GENERATED ALWAYS AS (text_key(
                        coalesce(status, '') || '/' || coalesce(result, '') || '/' || coalesce(attempt::text, '') || coalesce('/' || native_state, '')
                    )) STORED,
    declared_start  timestamptz,
    duration_millis bigint,
    is_time_approximate boolean NOT NULL DEFAULT false,
    is_untimed      boolean     NOT NULL DEFAULT false,
    counted_attempt integer,
    content_hash    uuid        NOT NULL,
    seq             bigint      GENERATED ALWAYS AS IDENTITY,
    arrived_at      timestamptz NOT NULL DEFAULT now(),
    trace_id        uuid        NOT NULL,
    CONSTRAINT run_event_pkey PRIMARY KEY (run_id, at, state_key),
    CONSTRAINT run_event_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT run_event_status_known CHECK (status IN ('STARTED', 'COMPLETE')),
    CONSTRAINT run_event_result_known CHECK (result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY')),
    -- DataHub knows runs that are complete with no result.
    CONSTRAINT run_event_result_of_complete CHECK (result IS NULL OR status IS NOT DISTINCT FROM 'COMPLETE')
);

-- Of a run that streams there may be a hundred thousand events, of which these and the first STARTED say all.
CREATE INDEX run_event_telling_idx ON run_event (run_id)
    WHERE status = 'COMPLETE' OR attempt IS NOT NULL OR declared_start IS NOT NULL OR is_untimed;

-- Whoever adds run events holds the lock of the merge until after its commit can be seen. So the numbers are those of the
-- order of commits: who has seen all up to one number never meets a smaller one later. Those that are left out mean nothing.
CREATE UNIQUE INDEX run_event_seq_key ON run_event (seq);

COMMENT ON TABLE run_event IS 'A state change or other event of a run; status null moves no state.';
COMMENT ON COLUMN run_event.native_state IS 'the word that the producer used';
COMMENT ON COLUMN run_event.attempt IS 'the attempt that the event gave; null where it gave none (derive_run_state finds it)';
COMMENT ON COLUMN run_event.declared_start IS 'start of the run as the event declares it (startTime facet)';
COMMENT ON COLUMN run_event.counted_attempt IS 'of a run of a source with several attempts: the one that it belongs to, by the starts that they declare';
COMMENT ON COLUMN run_event.is_time_approximate IS 'its time is that of an export (dpone)';
COMMENT ON COLUMN run_event.content_hash IS 'the event in the log (with at); of several with this key the greatest';
COMMENT ON COLUMN run_event.seq IS 'the order of acceptance; an event that comes again keeps its own';

CREATE FUNCTION notify_run_events() RETURNS trigger
    LANGUAGE plpgsql AS $$
BEGIN
    -- Of several of one transaction Postgres sends one.
    IF EXISTS (SELECT FROM added) THEN
        NOTIFY run_events;
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION notify_run_events IS 'Tells the servers that there are run events that were not there before.';

-- Rows that an event only changes are no rows added.
CREATE TRIGGER run_event_added AFTER INSERT ON run_event
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION notify_run_events();

CREATE TABLE run_facets (
    run_id      bigint      NOT NULL,
    scope       text        NOT NULL,
    names_key   uuid        NOT NULL,
    set_key     uuid        NOT NULL,
    at          timestamptz NOT NULL,
    is_terminal boolean     NOT NULL,
    arrived_at  timestamptz NOT NULL DEFAULT now(),
    trace_id    uuid        NOT NULL,
    CONSTRAINT run_facets_pkey PRIMARY KEY (run_id, scope, names_key),
    CONSTRAINT run_facets_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT run_facets_scope_known CHECK (scope IN ('OWN', 'JOB'))
) WITH (fillfactor = 80);

COMMENT ON TABLE run_facets IS
    'The sets of facets that the events of a run gave: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN run_facets.names_key IS 'hash of the names in the set';
COMMENT ON COLUMN run_facets.scope IS 'OWN: of the run; JOB: what its events said of its job, which may say otherwise later';

CREATE FUNCTION is_test_run(run_id bigint) RETURNS boolean
    LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT FROM run_facets f JOIN facet_set s ON s.key = f.set_key
        WHERE f.run_id = is_test_run.run_id AND f.scope = 'OWN' AND s.facets ? 'test')
$$;

COMMENT ON FUNCTION is_test_run IS 'Whether a run said what tests it made (test): they are of what it read.';

CREATE VIEW entity_facet AS
SELECT a.entity_id, 'OWN' AS scope, a.name, a.at, a.content_key, a.is_deleted
FROM aspect a
WHERE a.dialect = 'openlineage'
UNION ALL
SELECT r.run_id, r.scope, r.name, r.at, r.content_key, r.is_deleted
FROM (
    SELECT DISTINCT ON (s.run_id, s.scope, f.name) s.run_id, s.scope, f.name, s.at, f.content_key, f.is_deleted
    FROM run_facets s JOIN facet_set t ON t.key = s.set_key CROSS JOIN LATERAL facets_of(t.facets) f
    ORDER BY s.run_id, s.scope, f.name, s.at DESC, s.is_terminal DESC, f.content_key DESC
) r;

COMMENT ON VIEW entity_facet IS 'The OpenLineage facets of entities, of each the greatest by (at, is_terminal, content_key).';

CREATE TABLE run_link (
    run_id           bigint      NOT NULL,
    kind             text        NOT NULL,
    target_key       uuid        NOT NULL,
    target_uuid      uuid,
    target_native_id text        NOT NULL,
    target_namespace text,
    target_name      text,
    target_job_id    bigint      NOT NULL,
    target_id        bigint,
    at               timestamptz NOT NULL,
    is_terminal      boolean     NOT NULL,
    content_key      uuid        NOT NULL,
    arrived_at       timestamptz NOT NULL DEFAULT now(),
    trace_id         uuid        NOT NULL,
    CONSTRAINT run_link_pkey PRIMARY KEY (run_id, kind, at, target_key),
    CONSTRAINT run_link_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT run_link_target_fkey FOREIGN KEY (target_id) REFERENCES run (id),
    CONSTRAINT run_link_kind_known CHECK (kind IN ('PARENT', 'ROOT', 'UPSTREAM', 'DOWNSTREAM'))
);

CREATE INDEX run_link_new_idx ON run_link (run_id) WHERE target_id IS NULL;
CREATE INDEX run_link_target_idx ON run_link (target_id, kind);
CREATE INDEX run_link_target_uuid_idx ON run_link (target_uuid) WHERE target_uuid IS NOT NULL;

COMMENT ON TABLE run_link IS 'A reference from one run to another, once for each time at which it was given; target_id is what it resolves to.';
COMMENT ON COLUMN run_link.kind IS 'what the target is to the run';
COMMENT ON COLUMN run_link.target_job_id IS 'the job that the reference gives (an entity: no key, since no job is ever deleted, and an index would only slow merges)';
COMMENT ON COLUMN run_link.target_key IS 'run_key of the run with the id and the job that the reference gives';

CREATE TABLE run_warning (
    run_id     bigint      NOT NULL,
    code       text        NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT run_warning_pkey PRIMARY KEY (run_id, code),
    CONSTRAINT run_warning_run_fkey FOREIGN KEY (run_id) REFERENCES run (id)
);

COMMENT ON TABLE run_warning IS 'The codes of what was repaired in the events of a run (docs/codes.md).';

CREATE TABLE run_checksum (
    run_id       bigint      NOT NULL,
    name         text        NOT NULL,
    checksum     text        NOT NULL,
    checksum_key uuid        NOT NULL GENERATED ALWAYS AS (text_key(checksum)) STORED,
    name_key     uuid        NOT NULL GENERATED ALWAYS AS (text_key(name)) STORED,
    arrived_at   timestamptz NOT NULL DEFAULT now(),
    trace_id     uuid        NOT NULL,
    CONSTRAINT run_checksum_pkey PRIMARY KEY (checksum_key, run_id, name_key),
    CONSTRAINT run_checksum_run_fkey FOREIGN KEY (run_id) REFERENCES run (id)
);

CREATE INDEX run_checksum_run_idx ON run_checksum (run_id);

COMMENT ON TABLE run_checksum IS 'Checksums of evidence that a run gave (dpone), to find the run by.';


-- Jobs --------------------------------------------------------------------------------------------

CREATE TABLE job_link (
    upstream_id   bigint      NOT NULL,
    downstream_id bigint      NOT NULL,
    origin        text        NOT NULL,
    first_at      timestamptz NOT NULL,
    last_at       timestamptz NOT NULL,
    arrived_at    timestamptz NOT NULL DEFAULT now(),
    trace_id      uuid        NOT NULL,
    CONSTRAINT job_link_pkey PRIMARY KEY (downstream_id, upstream_id, origin),
    CONSTRAINT job_link_upstream_fkey FOREIGN KEY (upstream_id) REFERENCES entity (id),
    CONSTRAINT job_link_downstream_fkey FOREIGN KEY (downstream_id) REFERENCES entity (id),
    CONSTRAINT job_link_origin_known CHECK (origin IN ('JOB_DEPENDENCIES', 'AIRFLOW', 'LINEAGE'))
) WITH (fillfactor = 80);

CREATE INDEX job_link_upstream_idx ON job_link (upstream_id);

COMMENT ON TABLE job_link IS 'One job comes before another, as jobDependencies, Airflow''s task order or a lineage facet says.';
COMMENT ON COLUMN job_link.last_at IS 'the newest event that said so; the order of a pipeline changes';

CREATE TABLE job_edge (
    job_id     bigint      NOT NULL,
    direction  text        NOT NULL,
    asset_id   bigint      NOT NULL,
    at         timestamptz NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT job_edge_pkey PRIMARY KEY (job_id, direction, asset_id),
    CONSTRAINT job_edge_job_fkey FOREIGN KEY (job_id) REFERENCES entity (id),
    CONSTRAINT job_edge_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT job_edge_direction_known CHECK (direction IN ('INPUT', 'OUTPUT'))
) WITH (fillfactor = 80);

CREATE INDEX job_edge_asset_idx ON job_edge (asset_id, direction);

COMMENT ON TABLE job_edge IS 'A JobEvent declared an asset as input or output of a job, without a run.';
COMMENT ON COLUMN job_edge.at IS 'the newest JobEvent that did; those of the job''s newest in a direction are what it declares now';

CREATE FUNCTION resolve_run(target_key uuid, target_uuid uuid) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN coalesce(
        (SELECT r.id FROM run r WHERE r.run_key = target_key),
        (SELECT r.id FROM run r LEFT JOIN entity t ON t.id = r.template_id
         WHERE r.run_uuid = target_uuid
         ORDER BY r.first_event_at, t.namespace COLLATE "C", t.name COLLATE "C" LIMIT 1),
        (SELECT r.id FROM run r WHERE r.run_key = target_uuid));
END $$;

COMMENT ON FUNCTION resolve_run IS
    'The run that a reference means: that of its id and job, else of its UUID the least by (first event, namespace, name), else the run whose key it is. The only place that knows the rule.';


-- Edges -------------------------------------------------------------------------------------------

CREATE TABLE edge (
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    run_id         bigint      NOT NULL,
    direction      text        NOT NULL,
    asset_id       bigint      NOT NULL,
    run_created_at timestamptz,
    is_current     boolean     NOT NULL DEFAULT true,
    is_measured    boolean     NOT NULL DEFAULT false,
    CONSTRAINT edge_pkey PRIMARY KEY (id),
    CONSTRAINT edge_run_asset_key UNIQUE (run_id, direction, asset_id) INCLUDE (id),
    CONSTRAINT edge_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT edge_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT edge_direction_known CHECK (direction IN ('INPUT', 'OUTPUT'))
) WITH (fillfactor = 90);

CREATE INDEX edge_asset_idx ON edge (asset_id, direction, run_created_at DESC NULLS LAST, run_id) WHERE is_current;
CREATE INDEX edge_measured_idx ON edge (asset_id, run_created_at DESC NULLS LAST, run_id) WHERE is_measured AND is_current;

COMMENT ON TABLE edge IS 'A run read or wrote an asset.';
COMMENT ON COLUMN edge.is_current IS 'false: what it names is a run, or it was withdrawn';
COMMENT ON COLUMN edge.is_measured IS 'of an input: the run said what it is like (dataQualityMetrics, dataQualityAssertions), or is a test (test): derived';
COMMENT ON COLUMN edge.run_created_at IS 'run.created_at, kept here so that the runs of an asset come sorted from the index';

CREATE TABLE edge_mention (
    edge_id      bigint      NOT NULL,
    at           timestamptz NOT NULL,
    content_hash uuid        NOT NULL,
    place        integer     NOT NULL,
    origin       text        NOT NULL,
    attempt      integer,
    version      text,
    is_terminal  boolean     NOT NULL,
    set_key      uuid,
    own_set_key  uuid,
    is_telling   boolean     NOT NULL,
    arrived_at   timestamptz NOT NULL DEFAULT now(),
    trace_id     uuid        NOT NULL,
    CONSTRAINT edge_mention_pkey PRIMARY KEY (edge_id, at, content_hash, place),
    CONSTRAINT edge_mention_edge_fkey FOREIGN KEY (edge_id) REFERENCES edge (id)
);

CREATE INDEX edge_mention_telling_idx ON edge_mention (edge_id) WHERE is_telling;

COMMENT ON TABLE edge_mention IS 'An event that named the edge: when, in which attempt, and what it said of it. Rows never change.';
COMMENT ON COLUMN edge_mention.content_hash IS 'the event in the log (with at)';
COMMENT ON COLUMN edge_mention.place IS 'which mention of the event it is: an event may name an asset twice';
COMMENT ON COLUMN edge_mention.origin IS 'the part of the event that named it';
COMMENT ON COLUMN edge_mention.version IS 'the version of the asset that the event gave';
COMMENT ON COLUMN edge_mention.is_telling IS 'it gives an attempt, a version, a subset or a change of lifecycle, or comes at an end';
COMMENT ON COLUMN edge_mention.set_key IS 'its facets';
COMMENT ON COLUMN edge_mention.own_set_key IS 'its inputFacets or outputFacets';

CREATE VIEW edge_facet AS
WITH said AS (
    SELECT DISTINCT ON (m.edge_id, s.scope, s.set_key) m.edge_id, s.scope, s.set_key, m.at, m.is_terminal
    FROM edge_mention m
    CROSS JOIN LATERAL (VALUES ('DATASET', m.set_key), ('EDGE', m.own_set_key)) AS s (scope, set_key)
    WHERE s.set_key IS NOT NULL
    ORDER BY m.edge_id, s.scope, s.set_key, m.at DESC, m.is_terminal DESC
)
SELECT DISTINCT ON (s.edge_id, s.scope, f.name) s.edge_id, s.scope, f.name, s.at, f.content_key, f.is_deleted
FROM said s JOIN facet_set t ON t.key = s.set_key CROSS JOIN LATERAL facets_of(t.facets) f
ORDER BY s.edge_id, s.scope, f.name, s.at DESC, s.is_terminal DESC, f.content_key DESC;

COMMENT ON VIEW edge_facet IS
    'What a run said of its input or output: for each facet the greatest by (at, is_terminal, content_key). Scope DATASET: from facets; EDGE: from inputFacets or outputFacets.';

CREATE TABLE derivation (
    run_id     bigint      NOT NULL,
    output_id  bigint,
    input_id   bigint,
    origin     text        NOT NULL,
    at         timestamptz NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT now(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT derivation_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT derivation_output_fkey FOREIGN KEY (output_id) REFERENCES entity (id),
    CONSTRAINT derivation_input_fkey FOREIGN KEY (input_id) REFERENCES entity (id),
    CONSTRAINT derivation_origin_known CHECK (origin IN ('JOB_LINEAGE', 'DATASET_LINEAGE', 'COLUMN_LINEAGE'))
);

CREATE UNIQUE INDEX derivation_key ON derivation (run_id, coalesce(output_id, 0), origin, coalesce(input_id, 0));
CREATE INDEX derivation_output_idx ON derivation (output_id) WHERE output_id IS NOT NULL;
CREATE INDEX derivation_input_idx ON derivation (input_id) WHERE input_id IS NOT NULL;

COMMENT ON TABLE derivation IS 'A facet says from which input a run made an output; what follows from it is run_derivations.';
COMMENT ON COLUMN derivation.output_id IS 'null: the run has the facet, whatever it names';
COMMENT ON COLUMN derivation.input_id IS 'null: the facet names the output, whatever its sources';
COMMENT ON COLUMN derivation.at IS 'the earliest event that said so';

CREATE FUNCTION run_derivations(run_ids bigint[], as_of timestamptz DEFAULT 'infinity', known_at timestamptz DEFAULT 'infinity')
RETURNS TABLE (run_id bigint, output_id bigint, input_id bigint, origin text)
LANGUAGE sql STABLE AS $$
    WITH facts AS (
        SELECT d.run_id, d.output_id, d.input_id, d.origin FROM derivation d
        WHERE d.run_id = ANY (run_ids) AND d.at <= as_of AND d.arrived_at <= known_at
    ), stated AS (
        SELECT d.run_id, d.output_id, d.input_id, d.origin,
            min(CASE d.origin WHEN 'JOB_LINEAGE' THEN 0 ELSE 1 END) OVER (PARTITION BY d.run_id) = 0 AS is_complete,
            min(CASE d.origin WHEN 'COLUMN_LINEAGE' THEN 1 ELSE 0 END) OVER (PARTITION BY d.run_id, d.output_id) = 0 AS has_lineage
        FROM facts d
    )
    SELECT s.run_id, s.output_id, s.input_id, s.origin FROM stated s
    WHERE s.input_id IS NOT NULL
        AND (s.origin <> 'COLUMN_LINEAGE' OR NOT s.is_complete AND NOT s.has_lineage)
    UNION ALL
    SELECT o.run_id, o.asset_id, i.asset_id, 'ALL_INPUTS'
    FROM edge o JOIN edge i ON i.run_id = o.run_id AND i.direction = 'INPUT' AND i.is_current
    WHERE o.run_id = ANY (run_ids) AND o.direction = 'OUTPUT' AND o.is_current
        AND NOT EXISTS (
            SELECT FROM facts d
            WHERE d.run_id = o.run_id AND (d.origin = 'JOB_LINEAGE' OR d.output_id = o.asset_id))
$$;

COMMENT ON FUNCTION run_derivations IS
    'From which inputs runs made their outputs: by its lineage facet, which is complete; else for each output by the output''s own lineage facet, else by its columnLineage, else from all (LineageFacet of OpenLineage). The only place that knows the rule.';


-- State -------------------------------------------------------------------------------------------

CREATE TYPE run_end AS (
    at timestamptz, result text, native_state text, duration_millis bigint, is_time_approximate boolean, is_untimed boolean
);

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
    'True if a run of OpenLineage that was aborted when it began was skipped: it has no error of its own, and another run of its parent failed.';

CREATE FUNCTION attempts_of(run_ids bigint[], as_of timestamptz DEFAULT 'infinity', known_at timestamptz DEFAULT 'infinity')
RETURNS TABLE (run_id bigint, attempt integer, has_state boolean, started_at timestamptz, final run_end)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
    -- In plpgsql, so that its plan is kept.
    RETURN QUERY
    WITH telling AS MATERIALIZED (
        SELECT e.* FROM run_event e
        WHERE e.run_id = ANY (run_ids) AND e.at <= as_of AND e.arrived_at <= known_at
            AND (e.status = 'COMPLETE' OR e.attempt IS NOT NULL OR e.declared_start IS NOT NULL OR e.is_untimed)
    ),
    contradicted AS MATERIALIZED (
        -- The runs that said COMPLETE after a failure, where OpenLineage's words mean what OpenLineage says.
        SELECT t.run_id FROM telling t JOIN run r ON r.id = t.run_id
        WHERE t.native_state IN ('FAIL', 'ABORT', 'COMPLETE') AND r.source IS NULL
        GROUP BY t.run_id
        HAVING min(t.at) FILTER (WHERE t.native_state <> 'COMPLETE') < max(t.at) FILTER (WHERE t.native_state = 'COMPLETE')
    ),
    seen AS (
        SELECT t.* FROM telling t
        UNION ALL
        -- Only the first of the STARTED events without attempt or declared start can say anything,
        SELECT b.*
        FROM unnest(run_ids) AS o (id)
        CROSS JOIN LATERAL (
            SELECT e.* FROM run_event e
            WHERE e.run_id = o.id AND e.at <= as_of AND e.arrived_at <= known_at
                AND e.status = 'STARTED' AND e.attempt IS NULL AND e.declared_start IS NULL AND NOT e.is_untimed
            ORDER BY e.at LIMIT 1
        ) b
        UNION ALL
        -- but for those that may lie between a failure and a COMPLETE.
        SELECT b.*
        FROM contradicted c
        CROSS JOIN LATERAL (
            SELECT e.* FROM run_event e
            WHERE e.run_id = c.run_id AND e.at <= as_of AND e.arrived_at <= known_at AND e.native_state = 'START'
                AND e.attempt IS NULL AND e.declared_start IS NULL AND NOT e.is_untimed
        ) b
    ),
    placed AS (
        -- An event without an attempt joins the greatest attempt begun at or before it, else 1.
        SELECT s.*, coalesce(
            s.attempt,
            s.counted_attempt,
            max(s.attempt) FILTER (WHERE s.status = 'STARTED')
                OVER (PARTITION BY s.run_id ORDER BY s.at RANGE UNBOUNDED PRECEDING),
            1) AS in_attempt
        FROM seen s
    ),
    overruled AS MATERIALIZED (
        -- The COMPLETEs against which a failure stands: no START of the attempt lies between them. The START of an export by
        -- dpone has the time of the export, if its caller says so.
        SELECT t.run_id, t.at, t.state_key
        FROM (
            SELECT p.run_id, p.at, p.state_key, p.native_state,
                bool_or(p.native_state = 'START' AND NOT p.is_time_approximate) OVER attempt AS has_start,
                max(p.at) FILTER (WHERE p.native_state IN ('FAIL', 'ABORT')) OVER until AS failed_at,
                max(p.at) FILTER (WHERE p.native_state = 'START' AND NOT p.is_time_approximate) OVER until AS tried_at
            FROM placed p
            WHERE p.run_id IN (SELECT c.run_id FROM contradicted c)
            WINDOW attempt AS (PARTITION BY p.run_id, p.in_attempt),
                until AS (PARTITION BY p.run_id, p.in_attempt ORDER BY p.at RANGE UNBOUNDED PRECEDING)
        ) t
        WHERE t.native_state = 'COMPLETE' AND t.has_start AND t.failed_at IS NOT NULL
            AND coalesce(t.tried_at <= t.failed_at, true)
    ),
    attempts AS (
        SELECT p.run_id, p.in_attempt, bool_or(p.status IS NOT NULL) AS has_state,
            -- ties in time: FAILURE > SUCCESS > SKIPPED > UP_FOR_RETRY, FAIL > ABORT, then the content hash
            (array_agg((p.at, p.result, p.native_state, p.duration_millis, p.is_time_approximate, p.is_untimed)::run_end ORDER BY p.at DESC,
                array_position(ARRAY['FAILURE', 'SUCCESS', 'SKIPPED', 'UP_FOR_RETRY'], p.result), p.native_state = 'ABORT',
                p.content_hash DESC)
                FILTER (WHERE p.status = 'COMPLETE'
                    AND (p.run_id, p.at, p.state_key) NOT IN (SELECT o.run_id, o.at, o.state_key FROM overruled o)))[1] AS final,
            coalesce(min(p.at) FILTER (WHERE p.status = 'STARTED' AND NOT p.is_untimed), min(p.declared_start)) AS said_start
        FROM placed p
        GROUP BY p.run_id, p.in_attempt
    )
    SELECT t.run_id, t.in_attempt, t.has_state, t.start,
        CASE WHEN (t.final).native_state = 'ABORT' AND (t.final).at = t.start AND t.is_state AND was_left_out(t.run_id)
            THEN ((t.final).at, 'SKIPPED', (t.final).native_state, (t.final).duration_millis, (t.final).is_time_approximate,
                (t.final).is_untimed)::run_end
            ELSE t.final END
    FROM (
        SELECT a.*, coalesce(a.said_start, (a.final).at - (a.final).duration_millis * interval '1 millisecond') AS start,
            a.in_attempt = max(a.in_attempt) FILTER (WHERE a.has_state) OVER (PARTITION BY a.run_id) AS is_state
        FROM attempts a
    ) t;
END $$;

COMMENT ON FUNCTION attempts_of IS
    'The attempts of runs by their events up to as_of that had arrived by known_at: when each began, and what ended it. The only place that knows which event belongs to which attempt.';

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
        -- A terminal time that is not after a known start is no end, nor is that of an untimed event.
        CASE WHEN NOT (t.final).is_untimed AND (t.started_at IS NULL OR (t.final).at > t.started_at) THEN (t.final).at END,
        coalesce((t.final).at, t.started_at),
        s.first_event_at,
        s.last_event_at,
        coalesce((t.final).is_time_approximate, false)
    FROM spans s LEFT JOIN highest t ON t.run_id = s.run_id;
END $$;

COMMENT ON FUNCTION derive_run_state IS
    'The state of runs from their events up to as_of that had arrived by known_at (design: convergence). The only place that knows the rule.';
