-- A store of one version, as tests/upgrade/record.py wrote it.
-- The tables of the store, their indexes, and the functions that these use (docs/store.md).
--
-- Two kinds of table. Facts are merged as sets, so that the same events give the same rows in any order:
-- event, entity, alias, run_event, run_facets, mention, aspect, derivation, run_link, job_link, job_edge, input_job,
-- run_checksum, content, facet_set, quarantine. DataHub's proposals are in the log, in the order of acceptance (event.seq):
-- versioned_aspect and timeseries_aspect are what they come to.
-- Derived rows and columns are recomputed by every merge that touches what they follow from: the state in run, entity.urn and
-- entity.is_stub of runs, entity.class_id, run.parent_id, run.template_id, run.is_superseded, run.closed_result, run.trigger,
-- run_link.target_id, run_event.counted_attempt, run_sibling, edge.run_created_at, edge.is_measured, edge.is_current,
-- relationship, asset_read, asset_write, job_use.
-- Free text from events is indexed by its hash (text_key), never whole: a name can be longer than an index row.
-- Failures, retries, runs that are not listed, and what a person or another system started are few: they have partial
-- indexes, which cost nothing for runs that a schedule started and that succeeded.

CREATE FUNCTION text_key(value text) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN encode(substring(sha256(convert_to(value, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid;

COMMENT ON FUNCTION text_key IS 'The first 128 bits of the SHA-256 of a text: what stands for it in an index.';

CREATE FUNCTION arrival() RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN coalesce(nullif(current_setting('headwater.arrived_at', true), '')::timestamptz, now());

COMMENT ON FUNCTION arrival IS 'When the facts of this transaction arrived: when its turn came; in a rebuild, which reads them from the log, when they first did.';

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
    arrived_at   timestamptz NOT NULL DEFAULT arrival(),
    trace_id     uuid        NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (at, content_hash)
) PARTITION BY RANGE (at);

COMMENT ON TABLE event IS 'What was received: one row per distinct event, its body byte for byte (zstd).';
COMMENT ON COLUMN event.at IS 'eventTime; a function of the content, so that a copy meets its original in the same partition';
COMMENT ON COLUMN event.content_hash IS 'hash of the canonical JSON together with dialect and source';
COMMENT ON COLUMN event.seq IS 'the order of acceptance';

ALTER TABLE event ALTER COLUMN body SET STORAGE EXTERNAL;  -- compressed by us

CREATE INDEX event_seq_idx ON event (seq);

CREATE TABLE event_other PARTITION OF event DEFAULT;  -- times outside 2000..2099

CREATE TABLE quarantine (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    key        uuid        NOT NULL,
    dialect    text        NOT NULL,
    source     text        NOT NULL,
    position   bigint      NOT NULL,
    code       text        NOT NULL,
    message    text        NOT NULL,
    payload    bytea       NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
    trace_id   uuid        NOT NULL,
    tenant text NOT NULL DEFAULT '',
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
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
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
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
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

COMMENT ON TABLE namespace_alias IS 'Configuration: datasets of one name in these two namespaces are the same data.';

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

CREATE TABLE aspect (
    entity_id   bigint      NOT NULL,
    dialect     text        NOT NULL,
    name        text        NOT NULL,
    name_key    uuid        NOT NULL GENERATED ALWAYS AS (text_key(name)) STORED,
    at          timestamptz NOT NULL,
    is_terminal boolean     NOT NULL,
    content_key uuid        NOT NULL,
    is_deleted  boolean     NOT NULL,
    arrived_at  timestamptz NOT NULL DEFAULT arrival(),
    trace_id    uuid        NOT NULL,
    CONSTRAINT aspect_pkey PRIMARY KEY (entity_id, dialect, name_key)
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
    source text,
    declared_created_at timestamptz,
    is_reported boolean NOT NULL DEFAULT false,
    is_removed boolean NOT NULL DEFAULT false,
    first_arrived_at timestamptz NOT NULL DEFAULT arrival(),
    last_arrived_at timestamptz NOT NULL DEFAULT arrival(),
    CONSTRAINT run_pkey PRIMARY KEY (id),
    CONSTRAINT run_run_key UNIQUE (run_key),
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
    arrived_at      timestamptz NOT NULL DEFAULT arrival(),
    trace_id        uuid        NOT NULL,
    CONSTRAINT run_event_pkey PRIMARY KEY (run_id, at, state_key),
    CONSTRAINT run_event_status_known CHECK (status IN ('STARTED', 'COMPLETE')),
    CONSTRAINT run_event_result_known CHECK (result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY')),
    -- DataHub knows runs that are complete with no result.
    CONSTRAINT run_event_result_of_complete CHECK (result IS NULL OR status IS NOT DISTINCT FROM 'COMPLETE')
);

-- Of a run that streams there may be a hundred thousand events, of which these and the first STARTED say all.
CREATE INDEX run_event_status_idx ON run_event (run_id)
    WHERE status = 'COMPLETE' OR attempt IS NOT NULL OR declared_start IS NOT NULL OR is_untimed;

-- Merges commit in another order than they take these numbers: who goes by them reads up to what running_merges says.
CREATE UNIQUE INDEX run_event_seq_key ON run_event (seq);

COMMENT ON TABLE run_event IS 'A state change or other event of a run; status null moves no state.';
COMMENT ON COLUMN run_event.native_state IS 'the word that the producer used';
COMMENT ON COLUMN run_event.attempt IS 'the attempt that the event gave; null where it gave none (derive_run_state finds it)';
COMMENT ON COLUMN run_event.declared_start IS 'start of the run as the event declares it (startTime facet)';
COMMENT ON COLUMN run_event.counted_attempt IS 'of a run of a source with several attempts: the one that it belongs to, by the starts that they declare';
COMMENT ON COLUMN run_event.is_time_approximate IS 'its time is that of an export (dpone)';
COMMENT ON COLUMN run_event.content_hash IS 'the event in the log (with at); of several with this key the greatest';
COMMENT ON COLUMN run_event.seq IS 'the order of acceptance; an event that comes again keeps its own';

CREATE TABLE run_facets (
    run_id      bigint      NOT NULL,
    scope       text        NOT NULL,
    names_key   uuid        NOT NULL,
    set_key     uuid        NOT NULL,
    at          timestamptz NOT NULL,
    is_terminal boolean     NOT NULL,
    arrived_at  timestamptz NOT NULL DEFAULT arrival(),
    trace_id    uuid        NOT NULL,
    CONSTRAINT run_facets_pkey PRIMARY KEY (run_id, scope, names_key),
    CONSTRAINT run_facets_scope_known CHECK (scope IN ('OWN', 'JOB'))
) WITH (fillfactor = 80);

COMMENT ON TABLE run_facets IS
    'The sets of facets that the events of a run gave: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN run_facets.names_key IS 'hash of the names in the set';
COMMENT ON COLUMN run_facets.scope IS 'OWN: of the run; JOB: what its events said of its job, which may say otherwise later';

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
    arrived_at       timestamptz NOT NULL DEFAULT arrival(),
    trace_id         uuid        NOT NULL,
    CONSTRAINT run_link_pkey PRIMARY KEY (run_id, kind, at, target_key),
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
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
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
    arrived_at   timestamptz NOT NULL DEFAULT arrival(),
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
    arrived_at    timestamptz NOT NULL DEFAULT arrival(),
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
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT job_edge_pkey PRIMARY KEY (job_id, direction, asset_id),
    CONSTRAINT job_edge_job_fkey FOREIGN KEY (job_id) REFERENCES entity (id),
    CONSTRAINT job_edge_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT job_edge_direction_known CHECK (direction IN ('INPUT', 'OUTPUT'))
) WITH (fillfactor = 80);

CREATE INDEX job_edge_asset_idx ON job_edge (asset_id, direction);

COMMENT ON TABLE job_edge IS 'A JobEvent declared an asset as input or output of a job, without a run.';
COMMENT ON COLUMN job_edge.at IS 'the newest JobEvent that did; those of the job''s newest in a direction are what it declares now';

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
    CONSTRAINT edge_direction_known CHECK (direction IN ('INPUT', 'OUTPUT'))
) WITH (fillfactor = 90);

-- Whole, not of current edges alone: who deletes an entity looks for all edges to it.
CREATE INDEX edge_asset_idx ON edge (asset_id, direction, run_created_at DESC NULLS LAST, run_id) INCLUDE (is_current);

CREATE INDEX edge_measured_idx ON edge (asset_id, run_created_at DESC NULLS LAST, run_id) WHERE is_measured AND is_current;

COMMENT ON TABLE edge IS 'A run read or wrote an asset.';
COMMENT ON COLUMN edge.is_current IS 'false: what it names is a run, or it was withdrawn';
COMMENT ON COLUMN edge.is_measured IS 'of an input: the run said what it is like (dataQualityMetrics, dataQualityAssertions), or is a test (test): derived';
COMMENT ON COLUMN edge.run_created_at IS 'run.created_at, kept here so that the runs of an asset come sorted from the index';

CREATE TABLE mention (
    run_id       bigint      NOT NULL,
    at           timestamptz NOT NULL,
    arrived_at   timestamptz NOT NULL DEFAULT arrival(),
    content_hash uuid        NOT NULL,
    attempt      integer,
    is_terminal  boolean     NOT NULL,
    is_placed    boolean     NOT NULL,
    is_telling   boolean     NOT NULL,
    edge_ids     bigint[]    NOT NULL,
    origins      text[],
    versions     text[],
    set_keys     uuid[],
    own_set_keys uuid[],
    CONSTRAINT mention_pkey PRIMARY KEY (run_id, at, content_hash)
);

CREATE INDEX mention_telling_idx ON mention (run_id) WHERE is_telling;

COMMENT ON TABLE mention IS
    'An event that named edges of its run: when, in which attempt, and what it said of each, all in the same order (edge_mention shows one a row). Rows never change.';
COMMENT ON COLUMN mention.content_hash IS 'the event in the log (with at)';
COMMENT ON COLUMN mention.is_placed IS 'facets place one of them in time: a subset, or a change of lifecycle';
COMMENT ON COLUMN mention.is_telling IS
    'it gives an attempt, a version, a subset or a change of lifecycle, comes at an end, or was the earliest of an edge when it came';
COMMENT ON COLUMN mention.edge_ids IS 'the edges; an event may name one twice';
COMMENT ON COLUMN mention.origins IS 'the parts of the event that named them; null: its inputs and its outputs';
COMMENT ON COLUMN mention.versions IS 'the versions of assets that the event gave, each null where it gave none; null: none at all, as in the arrays below';
COMMENT ON COLUMN mention.set_keys IS 'their facets';
COMMENT ON COLUMN mention.own_set_keys IS 'their inputFacets or outputFacets';

CREATE TABLE derivation (
    run_id     bigint      NOT NULL,
    output_id  bigint,
    input_id   bigint,
    origin     text        NOT NULL,
    at         timestamptz NOT NULL,
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
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

CREATE TABLE source (
    id         uuid        NOT NULL DEFAULT gen_random_uuid(),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    CONSTRAINT source_pkey PRIMARY KEY (id)
);

COMMENT ON TABLE source IS 'A client that sends to an address of its own, such as one Databand integration.';
COMMENT ON COLUMN source.id IS 'part of that address';

CREATE TABLE token (
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    name       text        NOT NULL,
    hash       bytea       NOT NULL,
    scopes     text[]      NOT NULL,
    source_id  uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT token_pkey PRIMARY KEY (id),
    CONSTRAINT token_hash_key UNIQUE (hash),
    CONSTRAINT token_source_fkey FOREIGN KEY (source_id) REFERENCES source (id),
    CONSTRAINT token_scopes_known CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY ['READ', 'WRITE', 'ADMIN'])
);

CREATE INDEX token_source_idx ON token (source_id) WHERE source_id IS NOT NULL;

COMMENT ON TABLE token IS 'Bearer tokens. The secret itself is nowhere.';
COMMENT ON COLUMN token.hash IS 'SHA-256 of the secret: of 256 random bits nothing can be guessed, so nothing slower is needed';
COMMENT ON COLUMN token.source_id IS 'the only source for which the token is good; null: for everything that its scopes allow';
COMMENT ON COLUMN token.expires_at IS 'from when on it is no longer good; null: never';
COMMENT ON COLUMN quarantine.tenant IS 'whose it is, which is part of what it means (event.source); a replay needs it';

CREATE INDEX run_of_source_idx ON run (parent_id, template_id) WHERE source IS NOT NULL;
COMMENT ON COLUMN run.source IS 'the source in which its id is unique; null where its job tells it apart';
COMMENT ON COLUMN run_event.is_untimed IS 'its time does not say when the run began or ended; declared_start still does';

-- Inputs that are runs ----------------------------------------------------------------------------

CREATE TABLE input_job (
    run_id     bigint      NOT NULL,
    asset_id   bigint      NOT NULL,
    job_key    uuid        NOT NULL,
    parent_id  bigint,
    arrived_at timestamptz NOT NULL DEFAULT arrival(),
    trace_id   uuid        NOT NULL,
    CONSTRAINT input_job_pkey PRIMARY KEY (run_id, asset_id),
    CONSTRAINT input_job_run_fkey FOREIGN KEY (run_id) REFERENCES run (id),
    CONSTRAINT input_job_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT input_job_parent_fkey FOREIGN KEY (parent_id) REFERENCES run (id)
) WITH (fillfactor = 90);

CREATE INDEX input_job_asset_idx ON input_job (asset_id);

CREATE INDEX input_job_sibling_idx ON input_job (parent_id, job_key) WHERE parent_id IS NOT NULL;

COMMENT ON TABLE input_job IS 'An input of a run of a source has the name of a job, whose run under the same parent it then means.';
COMMENT ON COLUMN input_job.job_key IS 'urn_key of the job, whether there is one or not';
COMMENT ON COLUMN input_job.parent_id IS 'run.parent_id, kept here so that those who name a run are found from it';

CREATE TABLE run_sibling (
    run_id      bigint NOT NULL,
    asset_id    bigint NOT NULL,
    upstream_id bigint NOT NULL,
    CONSTRAINT run_sibling_pkey PRIMARY KEY (run_id, asset_id, upstream_id),
    CONSTRAINT run_sibling_input_fkey FOREIGN KEY (run_id, asset_id) REFERENCES input_job (run_id, asset_id),
    CONSTRAINT run_sibling_upstream_fkey FOREIGN KEY (upstream_id) REFERENCES run (id)
);

CREATE INDEX run_sibling_upstream_idx ON run_sibling (upstream_id);

COMMENT ON TABLE run_sibling IS 'The run that an input means, derived from input_job: it comes before the run that has the input.';

CREATE TABLE sync_cursor (
    source_key uuid        NOT NULL,
    reached_at timestamptz NOT NULL,
    CONSTRAINT sync_cursor_pkey PRIMARY KEY (source_key)
);

COMMENT ON TABLE sync_cursor IS 'Up to which change each source has been read.';
COMMENT ON COLUMN sync_cursor.source_key IS 'text_key of the source, such as gitlab://gitlab.com/acme/shop';
COMMENT ON COLUMN sync_cursor.reached_at IS 'the newest change that the source listed, by its own clock';

CREATE TABLE sync_pipeline (
    source_key  uuid        NOT NULL,
    pipeline_id bigint      NOT NULL,
    updated_at  timestamptz,
    is_due      boolean     NOT NULL,
    CONSTRAINT sync_pipeline_pkey PRIMARY KEY (source_key, pipeline_id)
);

COMMENT ON TABLE sync_pipeline IS
    'Pipelines to read again whether or not they are listed, and those read lately, which need not be read again.';
COMMENT ON COLUMN sync_pipeline.updated_at IS 'as of which change it was merged; null: not yet';
COMMENT ON COLUMN sync_pipeline.is_due IS 'it was on its way when it was read, or could not be read';
COMMENT ON COLUMN event.at IS
    'eventTime, a function of the content, so that a copy meets its original in the same partition; of a DataHub proposal, when those of its request were accepted';
COMMENT ON COLUMN event.content_hash IS
    'hash of the canonical JSON together with dialect and source; of a DataHub proposal, which is never a copy, an id of its own';

CREATE INDEX event_trace_idx ON event (trace_id) WHERE dialect = 'datahub';

CREATE TABLE versioned_aspect (
    entity_id       bigint      NOT NULL,
    name            text        NOT NULL,
    value           jsonb       NOT NULL,
    system_metadata jsonb       NOT NULL,
    version         bigint      NOT NULL,
    created_at      timestamptz NOT NULL,
    arrived_at      timestamptz NOT NULL,
    trace_id        uuid        NOT NULL,
    CONSTRAINT versioned_aspect_pkey PRIMARY KEY (entity_id, name),
    CONSTRAINT versioned_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id)
) WITH (fillfactor = 80);

COMMENT ON TABLE versioned_aspect IS 'The current value of each aspect that DataHub proposals gave an entity.';
COMMENT ON COLUMN versioned_aspect.version IS 'how many values it has had, this one included';
COMMENT ON COLUMN versioned_aspect.created_at IS 'when its first value was accepted';
COMMENT ON COLUMN versioned_aspect.arrived_at IS 'when the current value was accepted';

CREATE TABLE timeseries_aspect (
    entity_id       bigint      NOT NULL,
    name            text        NOT NULL,
    at              timestamptz NOT NULL,
    key             uuid        NOT NULL,
    value           jsonb       NOT NULL,
    system_metadata jsonb       NOT NULL,
    arrived_at      timestamptz NOT NULL DEFAULT arrival(),
    trace_id        uuid        NOT NULL,
    CONSTRAINT timeseries_aspect_pkey PRIMARY KEY (entity_id, name, at, key),
    CONSTRAINT timeseries_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity (id)
);

COMMENT ON TABLE timeseries_aspect IS 'The values of DataHub''s timeseries aspects, such as run events.';
COMMENT ON COLUMN timeseries_aspect.at IS 'its timestampMillis';
COMMENT ON COLUMN timeseries_aspect.key IS
    'hash of what tells two values of one time apart: granularity, message id and partition; of a run event its state too';

CREATE FUNCTION is_of_run(aspect text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN aspect IN ('dataProcessInstanceInput', 'dataProcessInstanceOutput', 'dataProcessInstanceRelationships');

COMMENT ON FUNCTION is_of_run IS 'Whether an aspect says what a run points at.';

CREATE TABLE relationship (
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    source_id      bigint      NOT NULL,
    type           text        NOT NULL,
    destination_id bigint      NOT NULL,
    aspect         text        NOT NULL,
    field          text        NOT NULL,
    details        jsonb       NOT NULL,
    arrived_at     timestamptz NOT NULL DEFAULT arrival(),
    replaced_at    timestamptz,
    trace_id       uuid        NOT NULL,
    CONSTRAINT relationship_pkey PRIMARY KEY (id),
    CONSTRAINT relationship_source_fkey FOREIGN KEY (source_id) REFERENCES entity (id),
    CONSTRAINT relationship_destination_fkey FOREIGN KEY (destination_id) REFERENCES entity (id)
);

CREATE UNIQUE INDEX relationship_key ON relationship (source_id, aspect, type, field, destination_id) WHERE replaced_at IS NULL;

CREATE INDEX relationship_destination_idx ON relationship (destination_id, type);

CREATE INDEX relationship_source_idx ON relationship (source_id, type);

CREATE INDEX relationship_other_idx ON relationship (destination_id, type) WHERE replaced_at IS NULL AND NOT is_of_run(aspect);

COMMENT ON TABLE relationship IS
    'An aspect of one entity points at another: by the current aspect, or by one that was replaced. Both times are of the store''s clock.';
COMMENT ON COLUMN relationship.type IS 'DataHub''s name of the relationship, such as Consumes';
COMMENT ON COLUMN relationship.field IS 'the field of the aspect that points, such as inputs or inputEdges';
COMMENT ON COLUMN relationship.details IS 'what an edge says of itself: audit stamps and properties';

-- They have what says which runs are counted: in a large history those of a job are on as many pages as it has.
CREATE INDEX run_template_idx ON run (template_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed)
    WHERE template_id IS NOT NULL;

CREATE INDEX run_flow_idx ON run (flow_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed) WHERE flow_id IS NOT NULL;

CREATE INDEX run_parent_idx ON run (parent_id, created_at DESC NULLS LAST, id) INCLUDE (is_superseded, is_removed)
    WHERE parent_id IS NOT NULL;
COMMENT ON COLUMN run.created_at IS 'the sort key: start of attempt 1, else the least event time, else what its properties declare';
COMMENT ON COLUMN run.declared_created_at IS 'created of its dataProcessInstanceProperties';
COMMENT ON COLUMN run.is_reported IS 'an OpenLineage event of its own has come, which gives its template; else named_template does';
COMMENT ON COLUMN run.is_removed IS 'its status aspect says removed: not listed';

CREATE INDEX edge_withdrawn_idx ON edge (run_id) WHERE NOT is_current;

CREATE TABLE write_mode (
    asset_id   bigint      NOT NULL,
    mode       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT write_mode_pkey PRIMARY KEY (asset_id),
    CONSTRAINT write_mode_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity (id),
    CONSTRAINT write_mode_known CHECK (mode IN ('REPLACE', 'APPEND'))
);

COMMENT ON TABLE write_mode IS 'Configuration: whether writes of an asset replace it or append to it, where they do not say themselves.';
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
    class_id        bigint      NOT NULL,
    root_id        bigint      NOT NULL,
    kind           text        NOT NULL,
    effect         text        NOT NULL,
    begun_at       timestamptz,
    at             timestamptz NOT NULL,
    until          timestamptz NOT NULL,
    native_version text,
    version_key    uuid        GENERATED ALWAYS AS (text_key(native_version)) STORED,
    parts          text[],
    replaced_at      timestamptz NOT NULL DEFAULT 'infinity',
    replaced_by_root_id  bigint,
    CONSTRAINT asset_write_pkey PRIMARY KEY (id),
    CONSTRAINT asset_write_key UNIQUE (edge_id, attempt, is_departure),
    CONSTRAINT asset_write_kind_known CHECK (kind IN ('VERSION', 'OPEN', 'DROP', 'SHARED', 'LEFT')),
    CONSTRAINT asset_write_effect_known CHECK (effect IN ('REPLACE', 'APPEND', 'UNKNOWN'))
) WITH (fillfactor = 80);

CREATE INDEX asset_write_run_idx ON asset_write (run_id, attempt);

CREATE INDEX asset_write_data_idx ON asset_write (class_id, at) WHERE kind = 'VERSION';

CREATE INDEX asset_write_replacing_idx ON asset_write (class_id, effect, at) WHERE kind IN ('VERSION', 'DROP');

CREATE INDEX asset_write_long_idx ON asset_write (class_id) WHERE kind = 'OPEN' OR until > at;

CREATE INDEX asset_write_version_idx ON asset_write (class_id, version_key) WHERE version_key IS NOT NULL;

CREATE INDEX asset_write_endless_idx ON asset_write (run_id) WHERE kind IN ('SHARED', 'LEFT') AND until = 'infinity';

CREATE INDEX asset_write_shared_idx ON asset_write (root_id, class_id) WHERE kind IN ('SHARED', 'LEFT') OR root_id <> run_id;

COMMENT ON TABLE asset_write IS 'An attempt of a run wrote an asset: derived, with the moment (docs/point-in-time.md).';
COMMENT ON COLUMN asset_write.is_departure IS 'of a rename: that the old name shows nothing any more';
COMMENT ON COLUMN asset_write.class_id IS 'the asset, whatever its name: the class of its names';
COMMENT ON COLUMN asset_write.root_id IS 'the run at the root of those that contain the run';
COMMENT ON COLUMN asset_write.kind IS
    'VERSION: it can be seen; OPEN: not finished, or failed; DROP: it leaves nothing; SHARED, LEFT: a version, or an open write or a drop, of which a descendant made a version, which is this write';
COMMENT ON COLUMN asset_write.effect IS
    'its effect on earlier writes; UNKNOWN: as the question assumes; REPLACE of an open write: it may have destroyed them';
COMMENT ON COLUMN asset_write.begun_at IS 'when the attempt began; null where nobody said';
COMMENT ON COLUMN asset_write.at IS 'the moment of a version or a drop; a stream''s or an open write''s begin';
COMMENT ON COLUMN asset_write.until IS 'a stream''s or an open write''s end; of others the moment';
COMMENT ON COLUMN asset_write.parts IS 'the partitions, locations or condition of its subset; null where it is of the whole asset';
COMMENT ON COLUMN asset_write.replaced_at IS 'when the first write replaces it, where unknown ones replace: the materialised answer of find_replacement';
COMMENT ON COLUMN asset_write.replaced_by_root_id IS 'root_id of the writes that replace it then, if it is one';

CREATE TABLE asset_read (
    id          bigint      GENERATED ALWAYS AS IDENTITY,
    run_id      bigint      NOT NULL,
    attempt     integer     NOT NULL,
    edge_id     bigint      NOT NULL,
    asset_id    bigint      NOT NULL,
    class_id     bigint      NOT NULL,
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

CREATE INDEX asset_read_data_idx ON asset_read (class_id, since) WHERE version_key IS NULL;

CREATE INDEX asset_read_long_idx ON asset_read (class_id, span, since) WHERE version_key IS NULL AND span > 0;

CREATE INDEX asset_read_stream_idx ON asset_read (class_id) WHERE streams;

CREATE INDEX asset_read_version_idx ON asset_read (class_id, version_key) WHERE version_key IS NOT NULL;

CREATE INDEX asset_read_root_idx ON asset_read (root_id, class_id, since);

COMMENT ON TABLE asset_read IS 'An attempt of a run read an asset: derived, with the interval (docs/point-in-time.md).';
COMMENT ON COLUMN asset_read.span IS 'how long it is: 0 a point, 1 up to an hour, 2 up to a day, 3 more';
COMMENT ON COLUMN asset_read.version_key IS 'the version that its events say it read';
COMMENT ON COLUMN asset_read.narrows IS 'facets say what the run made from it: run_derivations';
COMMENT ON COLUMN asset_read.output_id IS 'of a rename, which reads the old name: the data that alone was made from it';

-- The successes of a job by when they were over: the last before a failure is found at once.
CREATE INDEX run_over_idx ON run (template_id, (greatest(state_at, started_at)))
    WHERE status = 'COMPLETE' AND coalesce(result, 'SUCCESS') = 'SUCCESS' AND template_id IS NOT NULL;

CREATE TABLE job_use (
    job_id   bigint      NOT NULL,
    class_id  bigint      NOT NULL,
    run_id   bigint      NOT NULL,
    at       timestamptz NOT NULL,
    until    timestamptz NOT NULL,
    attempt  integer     NOT NULL,
    is_write boolean     NOT NULL,
    is_long  boolean     NOT NULL,
    CONSTRAINT job_use_pkey PRIMARY KEY (run_id, attempt, is_write, class_id)
) WITH (fillfactor = 90);

CREATE INDEX job_use_data_idx ON job_use (class_id, is_write, job_id, at);

CREATE INDEX job_use_job_idx ON job_use (job_id, is_write, class_id);

CREATE INDEX job_use_long_idx ON job_use (class_id, job_id, at) WHERE is_long;

COMMENT ON TABLE job_use IS 'An attempt of a run of a job read data, or made a version of it: derived.';
COMMENT ON COLUMN job_use.job_id IS 'the job or the flow of the run; the run itself where it has none, or a dataset in its place';
COMMENT ON COLUMN job_use.at IS 'when the read began; when the version was written';
COMMENT ON COLUMN job_use.until IS 'when the read was over; of a stream''s version, until when it wrote';
COMMENT ON COLUMN job_use.is_long IS 'it took more than a day';

CREATE FUNCTION own_name(kind text, urn text, name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(name, replace(replace(replace(replace(
        substring(urn FROM CASE
            WHEN kind IN ('dataset', 'mlModel', 'mlModelGroup') THEN '^urn:li:[^:]*:\([^,]*,(.*),[^,]*\)$'
            WHEN kind = 'dataJob' THEN '^urn:li:dataJob:\(urn:li:dataFlow:\([^)]*\),(.*)\)$'
            WHEN kind = 'dataFlow' THEN '^urn:li:dataFlow:\([^,]*,([^,]*),'
            ELSE '^urn:li:[^:]*:(.*)$' END),
        '%2C', ','), '%28', '('), '%29', ')'), '%25', '%'));

COMMENT ON FUNCTION own_name IS 'The name of an entity: the one that OpenLineage gave it, else the one in its URN.';

CREATE FUNCTION gives_name(aspect text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN aspect IN (
        'datasetProperties', 'dataJobInfo', 'dataFlowInfo', 'containerProperties', 'mlModelProperties', 'mlModelGroupProperties');

COMMENT ON FUNCTION gives_name IS 'Whether an aspect of DataHub''s has a name of its entity, other than a run''s.';

CREATE FUNCTION name_words(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(regexp_split_to_array(lower(left(name, 500)), '[^[:alnum:]]+'), '');

COMMENT ON FUNCTION name_words IS
    'The words of a name: letters and digits, in lower case, of its first 500 characters (a longer word does not fit into an index).';

CREATE FUNCTION name_vector(name text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_tsvector(name_words(name));

COMMENT ON FUNCTION name_vector IS 'The words of a name as an index keeps them. Not to_tsvector, which sees hosts and numbers in names.';

CREATE INDEX entity_words_idx ON entity USING gin (name_vector(own_name(kind, urn, name))) WHERE kind <> 'dataProcessInstance';

CREATE INDEX entity_order_idx ON entity ((left(urn, 400)) COLLATE "C") WHERE kind <> 'dataProcessInstance';

CREATE INDEX versioned_aspect_words_idx ON versioned_aspect USING gin (name_vector(value ->> 'name')) WHERE gives_name(name);

-- All runs in order. Those without a UUID are found by the beginning of their id, which is indexed as far as it must be;
-- those with one by run_uuid_idx. What was removed is few, and is what cleaning up asks for. The first has what says
-- which runs are counted, too.
CREATE INDEX run_created_idx ON run (created_at DESC, id) INCLUDE (is_superseded, is_removed);

CREATE INDEX run_native_text_idx ON run ((left(lower(native_id), 64)) COLLATE "C") WHERE run_uuid IS NULL;

CREATE INDEX versioned_aspect_run_name_idx ON versioned_aspect ((left(lower(value ->> 'name'), 64)) COLLATE "C", entity_id)
    WHERE name = 'dataProcessInstanceProperties';

CREATE INDEX run_removed_idx ON run (created_at DESC, id) WHERE is_removed;

-- What is counted is all there is but for what is removed or only named, which is found here as a whole.
CREATE INDEX versioned_aspect_removed_idx ON versioned_aspect (entity_id) WHERE name = 'status' AND (value ->> 'removed')::boolean;

CREATE INDEX entity_stub_idx ON entity (id) WHERE is_stub;

CREATE INDEX run_result_idx ON run ((coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';

CREATE INDEX run_template_result_idx ON run (template_id, (coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';

CREATE INDEX run_flow_result_idx ON run (flow_id, (coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS' AND flow_id IS NOT NULL;

CREATE INDEX run_parent_result_idx ON run (parent_id, (coalesce(closed_result, result)), created_at DESC NULLS LAST, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS' AND parent_id IS NOT NULL;

CREATE INDEX run_retried_idx ON run (created_at DESC, id) WHERE attempt > 1;

CREATE INDEX run_unlisted_idx ON run (id) WHERE is_superseded OR is_removed;

CREATE INDEX run_trigger_idx ON run (trigger, created_at DESC, id) WHERE trigger NOT IN ('scheduled', 'schedule');

-- The newest successes of a job tell how long it usually takes, also where it has not succeeded for a year.
CREATE INDEX run_success_idx ON run (template_id, created_at DESC, id) WHERE result = 'SUCCESS' AND template_id IS NOT NULL;

-- Functions ---------------------------------------------------------------------------------------

CREATE TABLE functions_in_use (
    schema_name text        NOT NULL,
    seen_at     timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT functions_in_use_pkey PRIMARY KEY (schema_name)
);

COMMENT ON TABLE functions_in_use IS 'The schemas of functions, each of one version of the code, and when a server or a load last used them.';

CREATE TABLE derivation_version (
    version integer NOT NULL
);

COMMENT ON TABLE derivation_version IS 'By which version of the rules everything but the log is derived: one row.';

-- Makes the table that says which migrations were applied.
CREATE TABLE IF NOT EXISTS schema_migration (
    name text CONSTRAINT schema_migration_pkey PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE event_202601 PARTITION OF event FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00');
CREATE TABLE event_202611 PARTITION OF event FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');
SET session_replication_role = replica;
INSERT INTO aspect (entity_id, dialect, name, at, is_terminal, content_key, is_deleted, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('31', 'openlineage', 'jobType', '2026-11-20 10:00:00+00', 'false', 'fcbbd5df-81b2-00ec-4b93-1ff89434f137', 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO aspect (entity_id, dialect, name, at, is_terminal, content_key, is_deleted, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('32', 'openlineage', 'jobType', '2026-11-20 10:00:00+00', 'false', '108294dd-c020-dbbe-ab70-983ce5bd6a31', 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO aspect (entity_id, dialect, name, at, is_terminal, content_key, is_deleted, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('33', 'openlineage', 'jobType', '2026-11-20 10:00:00+00', 'false', '12cab90e-0fad-18fb-fa0d-12db8786864a', 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('1', '7', '1', '1', '2', '2', '8', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('12', '9', '1', '15', '3', '3', '8', '2026-01-01 00:00:04+00', 'infinity', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('3', '10', '1', '4', '3', '3', '8', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('5', '22', '1', '7', '19', '19', '23', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('6', '24', '1', '9', '19', '19', '23', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_read (id, run_id, attempt, edge_id, asset_id, class_id, root_id, since, until, streams, version_key, parts, narrows, output_id) OVERRIDING SYSTEM VALUE VALUES ('8', '29', '1', '11', '18', '18', '23', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', NULL, NULL, 'false', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('10', '9', '1', '13', 'false', '16', '16', '8', 'OPEN', 'APPEND', NULL, '2026-01-01 00:00:04+00', 'infinity', NULL, NULL, 'infinity', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('12', '9', '1', '16', 'false', '2', '2', '8', 'OPEN', 'APPEND', NULL, '2026-01-01 00:00:04+00', 'infinity', NULL, NULL, 'infinity', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('2', '10', '1', '5', 'false', '2', '2', '8', 'OPEN', 'APPEND', '2026-01-01 00:00:01+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, NULL, 'infinity', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('5', '24', '1', '10', 'false', '18', '18', '23', 'VERSION', 'UNKNOWN', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', NULL, NULL, 'infinity', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('6', '22', '1', '8', 'false', '18', '18', '23', 'OPEN', 'APPEND', '2026-01-01 00:00:01+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, NULL, 'infinity', NULL);
INSERT INTO asset_write (id, run_id, attempt, edge_id, is_departure, asset_id, class_id, root_id, kind, effect, begun_at, at, until, native_version, parts, replaced_at, replaced_by_root_id) OVERRIDING SYSTEM VALUE VALUES ('9', '24', '1', '12', 'false', '39', '39', '23', 'VERSION', 'UNKNOWN', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', NULL, NULL, 'infinity', NULL);
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('108294dd-c020-dbbe-ab70-983ce5bd6a31', '{"jobType": "JOB", "integration": "GITLAB", "processingType": "BATCH"}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('12cab90e-0fad-18fb-fa0d-12db8786864a', '{"jobType": "PIPELINE", "integration": "GITLAB", "processingType": "BATCH"}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('1ddda84c-7917-2156-aea3-3438384f303b', '{"id": 1, "iid": 1, "tag": false, "source": "push", "web_url": "https://gitlab.com/acme/shop/-/pipelines/1"}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('2a1e1d15-cb35-5519-74e7-8872a99f30f2', '{"job": {"name": "flow1", "namespace": "test"}, "run": {"runId": "00000000-0000-4000-8000-000000000101"}}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('43b8b560-5a3b-1825-d201-3755040ac5bc', '{"job": {"name": "flow2.job", "namespace": "test"}, "run": {"runId": "00000000-0000-4000-8000-000000000002"}}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('4b217c67-2f2d-5c3e-eee8-d2a7c2b2cf97', '{"job": {"name": "flow1.job", "namespace": "test"}, "run": {"runId": "00000000-0000-4000-8000-000000000001"}}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('973079b9-b196-a3ac-abed-d3bc5b363952', '{"tags": [{"key": "ref", "value": "main", "source": "GITLAB"}, {"key": "source", "value": "push", "source": "GITLAB"}, {"key": "sha", "value": "a91957a858320c0e17f3a0eca7cfacbff50ea29a", "source": "GITLAB"}, {"key": "user", "value": "kim", "source": "GITLAB"}]}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('9d0abbdf-f104-ea22-f4ed-8d8533172086', '{"id": 1, "web_url": "https://gitlab.com/acme/shop/-/jobs/1", "allow_failure": false, "queued_duration": 1.5}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('c1898752-19b6-51c9-d86d-2942627ad869', '{"job": {"name": "flow2", "namespace": "test"}, "run": {"runId": "00000000-0000-4000-8000-000000000102"}}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('d04c9bb4-8e60-d42a-a520-9d4d3cf4bf5d', '{"nominalStartTime": "2026-01-01T00:00:00Z"}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('f308a1bc-5702-b1f2-4d26-d70bbed787fe', '{"logUrl": "https://gitlab.com/acme/shop/-/jobs/1"}');
INSERT INTO content (key, value) OVERRIDING SYSTEM VALUE VALUES ('fcbbd5df-81b2-00ec-4b93-1ff89434f137', '{"jobType": "STAGE", "integration": "GITLAB", "processingType": "BATCH"}');
INSERT INTO derivation_version (version) OVERRIDING SYSTEM VALUE VALUES ('1');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('1', '7', 'INPUT', '2', '2026-01-01 00:00:05+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('10', '24', 'OUTPUT', '18', '2026-01-01 00:00:03+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('11', '29', 'INPUT', '18', '2026-01-01 00:00:05+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('12', '24', 'OUTPUT', '39', '2026-01-01 00:00:03+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('13', '9', 'OUTPUT', '16', '2026-01-01 00:00:04+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('15', '9', 'INPUT', '3', '2026-01-01 00:00:04+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('16', '9', 'OUTPUT', '2', '2026-01-01 00:00:04+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('4', '10', 'INPUT', '3', '2026-01-01 00:00:01+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('5', '10', 'OUTPUT', '2', '2026-01-01 00:00:01+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('7', '22', 'INPUT', '19', '2026-01-01 00:00:01+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('8', '22', 'OUTPUT', '18', '2026-01-01 00:00:01+00', 'true', 'false');
INSERT INTO edge (id, run_id, direction, asset_id, run_created_at, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('9', '24', 'INPUT', '19', '2026-01-01 00:00:03+00', 'true', 'false');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'dataFlow', 'urn:li:dataFlow:(openlineage,flow1,test)', 'test', 'flow1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000201', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('11', 'container', 'urn:li:container:c101', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'container', 'urn:li:container:c1', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('13', 'corpuser', 'urn:li:corpuser:u1', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('14', 'tag', 'urn:li:tag:t1', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('15', 'mlModelGroup', 'urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g1,PROD)', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'mlModel', 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,model1,PROD)', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'dataFlow', 'urn:li:dataFlow:(openlineage,flow2,test)', 'test', 'flow2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,out2,PROD)', 'test', 'out2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('19', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,in2,PROD)', 'test', 'in2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,out1,PROD)', 'test', 'out1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('20', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2)', 'test', 'flow2', '17', NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2.job)', 'test', 'flow2.job', '17', NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000202', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000102', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000002', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('25', 'dataFlow', 'urn:li:dataFlow:(openlineage,task,test)', 'test', 'task', NULL, NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('26', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,task,test),task)', 'test', 'task', '25', NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', 'dataProcessInstance', 'urn:li:dataProcessInstance:d3a511b2-0b56-5eb0-90ee-557bd3ba7585', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('28', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2.reader)', 'test', 'flow2.reader', '17', NULL, 'false', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000302', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('3', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,in1,PROD)', 'test', 'in1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('30', 'dataFlow', 'urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop)', 'gitlab://gitlab.com/acme/shop', 'shop', NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('31', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop.build)', 'gitlab://gitlab.com/acme/shop', 'shop.build', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('32', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop.build.all)', 'gitlab://gitlab.com/acme/shop', 'shop.build.all', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('33', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop)', 'gitlab://gitlab.com/acme/shop', 'shop', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', 'dataProcessInstance', 'urn:li:dataProcessInstance:014bf39d-e931-547d-8d56-7962d8e6dd15', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', 'dataProcessInstance', 'urn:li:dataProcessInstance:da926069-45c9-5313-8c50-53be3f60a91d', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', 'dataProcessInstance', 'urn:li:dataProcessInstance:da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('37', 'corpuser', 'urn:li:corpuser:u2', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('38', 'tag', 'urn:li:tag:t2', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'mlModel', 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,model2,PROD)', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('4', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1.reader)', 'test', 'flow1.reader', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'container', 'urn:li:container:c2', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('41', 'mlModelGroup', 'urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g2,PROD)', NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('42', 'container', 'urn:li:container:c102', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('5', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1)', 'test', 'flow1', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1.job)', 'test', 'flow1.job', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000301', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000101', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000001', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f295d8b4-8439-ef40-9247-b723fc578e1c', '34', 'openlineage', '', '{}', E'\\x28b52ffd603100a50600b2cd2b22304dac03013bda027625ba8818907396dacf70e310c75e4ae42523024ce2888808a85174f6009bc5b5e4f95c94ecb866808c6b8aa286b6cbc9cf2dd774b60781da5d01b5bbabf6daae1c34f4bca1ed0d3dd7f4d9ec60d010b2e4c24ac0026828198ae688b0985ac5d6e328176412dce0b899a6394205a2e01c5e3c794dcb812fc14d741c04afd5649c73716d7ff8410a7ce2357da1ed26c7aa63d5005be6309a9e200549c2b59d6344329b1df88d0d00073b188d1b776bbc25c8806b6592245c2ef7cc32549c76a82275a740c3d39d4d', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f8acd1e3-8930-0ccb-460b-294490534b28', '1', 'openlineage', '', '{}', E'\\x28b52ffd603100ad0600b20d2c23306bac03009dfa64209578016590d3be2242ff6963064d267cc82a80d689838282a202d3f4a3013a8c6bc9f3b928f971bd001957354d92b6cbc9cf3157f5638f81b5bb016b7777edb57d31e808baa4ed1d4157f5d9dc28e8286192e10580211a4a86a2391e3064ed42d8e328196c12cce0b81ba739424592e01e5e3c7955ec812fc14e7c9c0333d6649c73716d87f8450b84e2555da1ed2ac7ae639700b2c8d3a8ba92102808d7768e0fca6c6ef0a50d00073b188d1b776bbc25c8806b6592245c2ef7cc32549c76a82275a740c3d39d4d', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c3b07174-fc18-60c3-c707-566ec5cbcde1', '2', 'openlineage', '', '{}', E'\\x28b52ffd600e0155080036903423306dab034355416a262de2c3c14282b3c05cdafecc618778b1ec0a3f024cbc828202302a002c002900714ec751fbc38f32e0138fd217d8b6ddb6cbb0556cd580b28ad3a074662960128eda394230b339c28f080ba0a17c249a23c252d42a653d8e72c126e106c7dd409a234c2c0ace61c793476939f0250c898e7be0b59a0cfcb828273fd7384a67ab10a8dd1550bbbb6a8fda19074d9f47a0f6a6cf51fa6c8e18345d966c3023205551cf268593c2a3a4a867dd30d0d8cd023e925aeb990384345c4b9ecf45c98eeb057c1ca57ab66c761400ac96c9465f9c1d41434bae6a0ed2224e591b382bbc88cb97420497567c250f6e90499270b9dc33cb50718a43d506b7cd6c8a01', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', '35', 'openlineage', '', '{}', E'\\x28b52ffd600e0155080036903423306dab034355416a262de2c3c14282b3c05cdafecc61877851b7093f024cbc828202302a002c002900714ec751fbc38f32e0138fd217946dbb6d97515629ab06d832a741e9cc52c0241cb57384606673841f110ba0a17c249a23c2626a155b8fa35cb049b8c1713790e608138b8273d8f1e4515a0e7c0943a2e31e78ad2603fcb828273fd7384a67cb08d4ee0aa8dd5db547ed8c83a6cf23507bd3e7287d36470c9a2e4b369811105551cf268593c2a3a4a867dd30d0d8cd023e925aeb990384345c4b9ecf45c98eeb057c1ca57ab6caec1400ac96c9465f9c1d41434bae6a0ed2224e591b382bbc88cb97420497567c250f6e90499270b9dc33cb50718a43d506b7cd6c8a01', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '2001694e-1cb1-13c4-d534-24fb4a96e32a', '3', 'openlineage', '', '{}', E'\\x28b52ffd60a700450700c2ce2e23406bab03fb6ac2c89a90080f477d79de5d822c2e2c08ab89885dd97f128b790cc3bd01b57e111b48adf58c213a96d793297c7272f37a111b47a99e2da3cdce9393327ccb513adb46a0765740edeeaa3d725710fd387f40eefd3847e9b4f961d04f62cd85958005d07136926689b09a5ad51664395764105e78dc8ca359c62491f01a66c07994561321c20ed9bc065ecb4d4929e3c8dd61f828d19147e90a6dddaedb55b0556cd540dbd630283d41141c1cb9b37450d0e607ff2110005735076911a7ac0d9c155ec4e54b21824b2bbe920737c82449b85cee9965a838c5a16a83db6036c5', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '3fe25b94-9fe3-0d17-e4a8-97674908f882', '36', 'openlineage', '', '{}', E'\\x28b52ffd60a700450700c2ce2e23306bac03c37c6a642095b88732c8d3b6224a6eea9345c7dc414c88bd18e34744448101b57e119ba3d6fac6109de5f5640a9f9cfcbc5ec4e649d5b7456833f4e4a40cdff2a4deb611acdd1558bbbb6b9fdc154447d01f927b47d0933a6d6e187494607361258001749c4dd22c11585bbb1a832c278bccc10b8f9b719a654c1209ef61069c4f8a3d111eecc8e73530636e4a4a194fee10c34889907c525768eb76ddae02d985ec1a68db1e26a9278882832777960e0adadce03f0410005735076911a7ac0d9c155ec4e54b21824b2bbe920737c82449b85cee9965a838c5a16a83db6036c5', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', '37', 'openlineage', '', '{}', E'\\x28b52ffd604b010509003691372330ab540700cd5fc2409ae427bf5ece3b8ef019ddb431832643ef17350275fc888828302d002f002b006b3519e7941cb53ffc28043ef128bd21b06db7ed2e89558955046c99c3a0f46561b0308eda393e2cb399c2af0474b1648421010ba0a19c289a63c2626a155b8fa35c90413083e3669ae608150b05e7b0e4c9a3b41cf810dc44c73970fd8093a354cf36319b1f17e5e4e72247e9ac40edee80dadd557bd40e4168fabc82da9b3e47e9b39972d001d551cf268593c2a3e4a867cd2cd0d8cc034e10f58d7ddc64541ad78c03fb28d57ad6009b886bc9f3b928d971011800ac9699b2be753b52b296ca01408896dcad4033ef12231790085bea9bc35989455cb31462b934f8951890974c4285cbfa9e59868a531caa36b86d66530c', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '8bde2151-3e28-2ce7-be40-65ff0697db25', '4', 'openlineage', '', '{}', E'\\x28b52ffd604b010d090036d13724308b5607009dd8f5202dfe61ad107d2094f33e61a2f8069e696857f811a8e347444481012d0030002a008c3919e7843cb947dc50078ce293fa4260ddaedb65daaeb68b60d90572923a933060144fee1c1f98d92ce14f0234c1e4831d010ca0a18c209a63025bd6ae85351c25838ec20c8fdb799a234424141ec490463e2906c146e12742cf8103dd80912755dfb6cde6e84539b9798f27f556b0767760edeeae7d727720348d3e49ee4da327f5d92c39e89551df268593c227c5a86fed2cd0d84e034694fac5466f2a26cf6b0782fda46a7d6b80cfe3b5e4d9bc28197a011800ac9699b2be753b52b296ca01408896dcad4033ef12231790085bea9bc35989455cb31462b934f8951890974c4285cbfa9e59868a531caa36b86d66530c', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8b466ee4-d490-5a72-0f65-23108480af6b', '5', 'openlineage', '', '{}', E'\\x28b52ffd60110165080046103522406bf4388bb1b4268c771ffad3abe595378cb4a15e2f6dc27fc3e77a26d9300ce0062c002b002a000d568f278fb691d364b51801d1affb7533ae996b169074223d6ab1c2288b41416280d5639f0d4c7d77383f029242cbfb4cb484354b5af4499b7c105780fe4ff43ee5a2388092372265b59a2423e2d1942083b7f6e8ac35139cb47a840eabc54e807537827577b366f5b821783bf1433d7e3bb15a5cdf1dca5b45a38e3700edf0017771d9552bab95acd6e2b2fb27c1ce7f181242eebdec1664e4c0a75e239cd425f80c09b15a975dbbfa1e1400ac96c9465f9c1d41434bae6a0ed2224e591b382bbc88cb9742049756be120e7290499270b9dc33cb50718a43d506b7c9d9c403', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8c81eecf-05d7-9906-615f-15497633ecf4', '71', 'openlineage', '', '{}', E'\\x28b52ffd600e0155080016903423308b5607c37ce8fe2124f06a5415d09ef684514f71045d26d55fe147a08e1f111105062b002c002900714ec851fbc38f3ae0138fd20f0edb76dbee82ad62ab04965d9c06a533088285e2a89d23c362364ff80d010ba0a18c249aa3622d6ad5b21e47b960a37082e36e24cd11261803e730e4c9a3b41cf8149644c72df05a4d06b3f971514e7eee7194ce06d4ee1ed4eeaedaa3764741d3e70da8bde973943e9b2788a6cc920f7604049551cf268593c2a3c4a867dd20d0d84d0346945aeb9902943c5c4b9ecf45c98eeb068c1ca57ab62c1400ac96c9465f9c1d41434bae6a0ed2224e591b382bbc88cb9742049756be120e7290499270b9dc33cb50718a43d506b7cd6c8a01', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', '38', 'openlineage', '', '{}', E'\\x28b52ffd60110165080046103522406bf4388bb1b4268c771ffad3abe595378cb4a15e2f6dc2fbc3e77a26d9300ce0062c002b002a000d568f278fb691d364b51801d1affb753349b3a459806b273d6ab1c2288b41416280d5639f0d4c7d77383f029242cbfb4c34c79ab9167dd2261fc415a0ff13bd4fb9280ea0e48d4859ad26c988783425c8e0ad3d3a6b0d139cb47a840eabc54e807537827577b366f5b821783bf1433d7e3bb15a5cdf1dca5b45a38e3700edf0017771d9552bab95acd6e2b2fb27c1ce7f181242eebdec1664e4c0a75e239cd425f80c09b15a975d27f53d1400ac96c9465f9c1d41434bae6a0ed2224e591b382bbc88cb9742049756be120e7290499270b9dc33cb50718a43d506b7c9d9c403', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '2b66f38b-f9f4-bb95-b34f-7330c245e95a', '6', 'openlineage', '', '{}', E'\\x28b52ffd60e200dd0700d28f3121306df3c0a54c35a9846b0ef6f9ce265fdbfe11f144a15ef597731fb4dc6060a04af7e132ab363a58f9ce74c6f9bcf7f2223e088b888dc63df5fa9ca40edd2fe2c3285d66ddf57d3a49ab3fd7304acc5ac04075f780eaee56cda83193f076f203357e3b1925aeef0e84b7caa28d33010be0237d14ef526125aa55b29e4bbaa2833884f3771aef322a1406079df128a3b4607c8837247412be56a3b25606a3c6d39f65e2948c12371074eb6edd0b6bc55a15249d4007255e94836581516397134b7d77383f02130073b4f8d99137b40559e347dac129bb81b38d1721f85288e0d28aafe4c10d3249122e977b66192a4e71a8dae0b6994d31', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '3f60a42a-fabe-bbf3-95ca-02709a24133a', '41', 'openlineage', '', '{}', E'\\x28b52ffd60e200d50700d24f3121306df3c0a54c35a964fb0ef6f9ce265fdbfe11f144a15eba93320ff4d83030504af7e132ab363a58f9cdf4c5f9bcf732233a088b880fe39e7a7d4e5287ee19d161942eb3eefa3e9da4d59f631825662d60a0ba7b407577ab66d47849783bf9811abf9d8c12d77707c2db6451c6978005f0913a8b77a9b0986ac5d67349576c108770fecdf32ee3226170d01b8f324a0bc687f823a193f0b51a95b53618359efeec12a76494b881a05b77eb5614ad14ad0a5833d8a0c44a72a02c306aec7242a9ef0ee747130073b4f8d99137b40559e347dac129bb81b38d1721f85288e0d28aafe4c10d3249122e977b66192a4e71a8dae0b6994d31', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', '49f3291e-7cca-49b4-1764-3f6b98fa75fe', '42', 'openlineage', '', '{}', E'\\x28b52ffd606e006d0700924f3122406df3f85ce0a2e426742c8e4e574778da435c76da59399cca4f56e6359955145d131143c48c56b850e33fbc2962e98d7399b007f870dc4fa7cfc5e990fb06e8e04d5114d9c693fa730e6f62d60204aabb075477b76adec68dc157c9916dfc55f226a6ef10e52b634dc79b8005f0703a96f7b8584cb562eb799c0b3e893b38ffe7f11ee1c248709037dee44d0b822ff147841c84afd566a4b4c1db58faab0d949137b182a25b77eb6612ad12ad14ac19f46c62855116848345016f638f110c7d873847020e005d5b44e2b2831d8cc68dbb35de1264c0b53249122e977b66192a4e71a8dae036399b78', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', '7', 'openlineage', '', '{}', E'\\x28b52ffd606e006d0700924f3122306df4c0a5419291cd773858f30d553e3f0fd6fb631486e6b6d907104b233322421013c3c409ad70a1c68778d5c4d21de712491e60f4b89f4e9f8bd325f70db0c1aba6e9b18d27f5e71e5ec5490b10acee1e58ddddab791b3b065f253fb6f157c9ab98be3b96af0b361f770218c0c3d960dea38229ab97c29ec7c92084b883f387a2f708994582939cf126af62127c8847517210ce589b9152066f63e9af3a50465ec50a896eddadbb497a25bd124a2b12b48a976661100e1405bc8d3d4634f4dde1fc080e005d5b44e2b2831d8cc68dbb35de1264c0b53249122e977b66192a4e71a8dae036399b78', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', '6dd46339-849e-0e96-5d5f-501eb7e440da', '8', 'openlineage', '', '{}', E'\\x28b52ffd603000b50600f2cd2c23306bac03009dfa64209578016590d3be224a6eea934507373f32a14640957a6060502ad374a4013a8c6bc9f3b928f971bd001d57354d92b6cbc9cf315775641182b5bb016b7777edb57d5174045dd2f68ea0abfa6c7e1874b46092e10580211a4a87d21c1158b27625ec71940c36096670dc8dd31ca1b248700f379ebc2af6c09760273ece81196b32ced9b8b643fca20542f1aaae30b06db7ed32905dc82e816493a75175455170706de7f8c098cd0fbe140c00073b188d1b776bbc25c8806b6592245c2ef7cc32549ce250b5c16d309b62', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', 'ff56ca6f-6c00-261d-30d2-d72a02ef61c6', '43', 'openlineage', '', '{}', E'\\x28b52ffd603000b50600f2cd2c23306dab03c055fe7a9016ffe1602fe72cb518b1d175308b490531614480491c111101155174f6009bc5b5e4f95c94ecb866808e6b8aa287b6cbc9cf2dd774b64881da5d01b5bbabf6daae281a7afed0f6869e6bfa6c76386868b1e4c24ac00268281d49734c584cad62eb71940b32096e70dc4cd31c61b250700e379ebca6e5c097e0263a0e82d76a32ced9b8b63ffc20053ef19abe40b06db7ed329055c8aa01b6cc61343d5118205cdb39463066b303ff110c00073b188d1b776bbc25c8806b6592245c2ef7cc32549ce250b5c16d309b62', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:01:00+00', '6e4fbd20-0512-bfa4-fd56-1f8e5f557ca1', '39', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd6002009d0500424b2420504daa034618957cb5db47f4e29efa0cd63075510558c46ff96d41929999fd04cbb2f8700a004916c6a5502874bb0f4ef5632b3292e7189ca6d188eda98556d8520e4e63244070fe079cff3f77aa19062dbe169fd32c8e802a8d17b25dca4186a86625d50d09c4c6c4691614520d37ba76388d137e45d73fa11ff433b0f80239d2381d142404a79ab989b48d49302b010c0037a382878b60009924e11245d57ca6049c331adcaec8e4025a9bee1403', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:02:00+00', '09406a89-f315-d5e9-45c1-83b6057f877a', '40', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd600500bd0500724b2521404dab03ce1d9584fe3ee225467492e2c8484488e82a7ff1fffc8e35c5320c3b17cff378710a806916c6751c0add6e8453fdd88a8ce63907276a34627b6aa11db614841319112048ff03d2ffa73bd50c83165f8bcf891e4f4095c80bd92ee5206354b393ea87466263e3440d0ca9861b5d5b9cc80bbf26d75f419e90a781e409b324f242591c2820241438d5cc5528db1805b3130c0037a382878b60009924e11245d57ca6049c331adcaec8e4025a93dd8907', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '19581e27-de7c-ed00-ff1c-e50b2047e7a5', '9', 'datahub', '', '{}', E'\\x28b52ffd20c83d040082081c1e6045d406cd61af66327964162b83b4d0fcd53569e184a6ded9800c41b05cd103037577027577a70e7109c0759ee3d751746d366f815957e320d9b968bdf4ead31303e18028c72b6b8932361bebe9acac258a878f57268f144589eb3647e059993c94b53e84df86010ee17b29e33c14070020039924e1328ca9f41b558273669d95293d', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '35135aaa-6cc2-3891-b40c-b3f378c53a17', '29', 'datahub', '', '{}', E'\\x28b52ffd20a18d03002207171a80a93ac4aa10329692896e62928446b6f099607b095027323d02cfc6b9b283a5265c5d27d9b49a2e3603004170f84e2431891411c7c50da15178580af94e0506ca7b8667638f709fd4952d7c17ee8670ed6e5d2d6177ef49a4a15d0600420b60c31e3ccb819c19c22adb6ccb18', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '3fdba35f-04dc-8c46-2986-c992bcf87554', '13', 'datahub', '', '{}', E'\\x28b52ffd20cf8d040052c91d1c50abda500d26a76de3d14854ed672f3719051c1683ebc6cf646626d4ef08c3100069a7bd92899b62294bdda7ad467ce0c44d909dce812b2d0c0fb2d3a1fae9d5af2b86c0a1b01caf11a528db5c345f772c95960c3776bc3292b0de4bbc278d2c1b9f862b358e47e01dcb7e855f76d02b7c371ab97c150800798da7878c407350c31e3a8b819c19c22adb6ccb18', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4523540f-1504-cd17-100c-4835e85b7eef', '17', 'datahub', '', '{}', E'\\x28b52ffd20b525040072c81b1e6055d306ad1b8eb56b64574f97efed0c842b2364a53292160ea18320b00bed8266d90869d636502a26abe55c56e098499ab5046c6438ad9af3e8e930401892df7371522aa343393a534c8b8bb5fa7b026001b5a66847fa14fbd41e3301bf27ee4cb1ffdc79b1c79f7b2bb930fc130600410958c31e3b0b879c19c22adb6ccb18', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4a44dc15-3642-04a8-0fe8-0e9039455cc1', '10', 'datahub', '', '{}', E'\\x28b52ffd20d91d0400d247191b606bdbe611b7cf3ab50a293b4abf85cb7b15d5508f2f4c8220e802cd5300dd1d00dddda14366c92a67371eb4b6bad8919d87a555f3fe1c29080c4772fc2a0bb208ce84fefcf86524e134cdd32545540b64d6389e2dab6c5e7a06cfab29cee05b576979260a0020039924e132649ac21ef6685409e7cc79a8b2b7cae756cc27', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4ec9599f-c203-d176-a301-536c2e091a19', '18', 'datahub', '', '{}', E'\\x28b52ffd20b7ed0300c247191b704bdb84fc2a1b88d24c937d373e9e4d1fc610c4a5641f00554f08ef816edb68169514b88a2ea3c4bb142099258b4a046d4d3c1a35eff1c861803024cfef7a20abb02ecef1cf6f430bf8de8dc09c4c949299e379b68cb4599dbb3cabc6b8cbf7d9d5f42e0700410980c31e3b0b3f67764315b3553eb7623e01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4fc82b26-aecb-47d2-868c-4efbe3581732', '11', 'datahub', '', '{}', E'\\x28b52ffd20c06d040012091e1f5085aa0d08219a6cd2640e9919a7ff5576df86f11618e93e227e263333a106d58f859fc0d14e7b092666004b9bd475d86a630327660403d161b89174fc46cac285ec5cbc767af5ebc961803028c76b7b89369b01ccd79db6972c923b5ea144565529aecb4fe09d4289687b7d0abfec9e53f866b4b93c150600bd0c37d36040e5afb318e7cc252b537a', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '535fa30d-7e25-dd8a-49f1-536779734ec8', '23', 'datahub', '', '{}', E'\\x28b52ffd20b4550400f2c81d1f5085b80d88603c9b34897d9a0ee4910bd86fc09f822446ba19941eaaaac21ad305844382a8c16ab35805ac759691a1e5b85c245d3601c467b1a1e8f88696d56619969f7b5cebd595a4804096e3953d45199d0de6ea4dd95316513b5e390f354d8a6baf27f04d390f65cf5dc2f76a0097f08e51d6f252050033330654fe3a8b71ce5cb232a507', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '59e19706-d51d-39f6-6711-c2653cd7eb12', '28', 'datahub', '', '{}', E'\\x28b52ffd20bc35040052881b1e70b5d501c4fedc05a449aad891143416bced9718172c8f5bd34be9ff1b02f18526b7d2cb2a395eda38e5787f8e92833050d022382dfa73a696d6cbcc7a7e031272623cc42707521018c8083cbfac713f2f5ef6b6c77a692a80e47ecf1bf2ad97997598e7d5128779a7cb5a3a0c0700423330307cf02c47ce5ccd3ab0a99075ce4a1e', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '5f9c4ab0-8cac-7457-e911-1a30e4664920', '26', 'datahub', '', '{}', E'\\x28b52ffd20c53d040042481b1c608bda75a1ee0c93bb53152b5306546b2f382fc7012a3e9c0441d005d303834382a8439361a61aac8db2638d9b4645b09101dcb64593e182b2a89ddebcba921010c8f27b3e91928945c5bafaefc9d0a0a6e987e058778ede36c6ef2dd7c15e5e97eecbd0e2d2bd573e105e0a08007fc808348737eca1b39873663754315be5732be613', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '624b60c5-8c9d-8bfb-6ff1-886c2fd605d2', '30', 'datahub', '', '{}', E'\\x28b52ffd20a3350300b285131a7069d301843f28b1b5456af56d0aa33daa3c609291fbaafe2f21ed54c7b2d24adc6c100285c171c76431d09077409befa8388169ed0338a84d89a65adc1566ba95089af54414c4ac2f848972b307007150c37300a9383867764315b3553eb7623e01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '670671cd-9740-4156-226e-507973f2ab83', '27', 'datahub', '', '{}', E'\\x28b52ffd20925d030022c7161980a93aec6517d59a40bf5fbc93d0c816be447a5e3aea24a646cf80838816a82b315ad7b1ae2899a6d318627a179b418020388cbe6ae608cdc471f15e357348d6e8236994f70cbe2617d07b248dabc6ecd09a56618766e76ad32e04004295cfb31ce7cc252b537a', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6b51d431-df5d-7f14-1cbe-ceccf79edf3d', '12', 'datahub', '', '{}', E'\\x28b52ffd20ea4d0500820a23224089b60d169199ec2291b2165a8b179c4553031749c52fbd081983166b5414c50501ef89821d0049376da438560a4819a99bd4ea62041d2b81ec5c20b82ca1e081ec5c3c3af5ead11984c1a020c12863b3d11c7da54663ba8e8fd7853ca0f712de1186c301c1c22c01c7eb7af4d11507993667316e30295ce61c8f806f4cd7f11ffc7273fcc177a3abe59f0900798d17311981e610307be82c46ce5ccd3ab0a99075ce4a1e', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6f4b6612-125f-b3a0-daec-d2799dfd6c9c', '21', 'datahub', '', '{}', E'\\x28b52ffd20bf550400b2881c1e6045d501746ca3a66ddf1f6d3b32ab8566ef7c6a9a148745304212044117cf8281013994f1c8a9af1e1dc82d9eecc82713c00629d7cd2723bd79532b2708e1702846eb2325ba5a022c56de95094b8563cb6875b2a0de4b3c1bc795c786618322a311e85d794fe8e636c013fa8b3e9b9e0207007ac808340735eca1b318c89921acb2cdb68c01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '785f3ec7-eb32-f30b-90cd-0fcf3657d388', '22', 'datahub', '', '{}', E'\\x28b52ffd20c115040002081a1b70897395ef33d552d46a402a37bf9875720ee3908c5cb203a87a4291030383b192bad3d29f1e19d710cf65e53301e03ae4faf2993c57beeae4c3201c1662b436cfa1894d0573b2d1ca642145919540314465c1758ed14e57c96f6386d0dbdec210fa4c9b97860208007fc808348737eca1b39873663754315be5732be613', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '8527a891-e224-1369-50ff-32ca212b45bc', '14', 'datahub', '', '{}', E'\\x28b52ffd20d1850400a2c81c1f5085b80df05050e2d01695e72c165d7607e865dd453b061b561c263333a106d30f859bc0d18fb65a103b855226759b5b7d6c20c48e909d8b81eb240a17b27389baf5ead511c42071488ed71721ca6c2ed8d58f578034a869fa122c86d81cae1370bca3dbb297d925fcf2d35cc237d3f7e4a50900798df7878c407378c31e3a8b3967764315b3553eb7623e01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '9400f1b2-1cb5-27d7-fa3d-3eabba93557a', '19', 'datahub', '', '{}', E'\\x28b52ffd20b015040072c81b1e6045db0666a0ed6622f9377e188217f5be46d62da81360b2e8e6922008bacf05040392d0a01b869ab57139c6e86452007161705d73fcbaa495b373f17ae9d5a32ba47048c9f1da9ed2c626807274d6f694a2e1e375e5819e27715d76049e75e5a1edf51dfc320eb8836f451be79d0500330d0654fe3a8b71ce5cb232a507', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b17ef6d1-9c7a-5b1e-e83b-907c595526dc', '16', 'datahub', '', '{}', E'\\x28b52ffd20d0a50400a2091f1d608b73f58bbd7bb7e44a590be91e6bf66f71747e0354287c380982a00bf3810837aa43765ba87dd6326bbcae01caaf91dd062b2e851459e4bd3ab3248642c3ecc30b72aeee1804dfb2ecebb7b1143567627e499403016110c1f5eba478f523d2b73072af1d654df945d723f4f02dcbfea4e7868c4ffae8ac83eb530700410910983d76162e67ae661dd854c83a67250f', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b7a56873-cd77-1f2c-446d-369b649430b6', '25', 'datahub', '', '{}', E'\\x28b52ffd20c37d0400f2c81d1f6045d406f5078eedfd4d72684a956f2d347fbf0b389e0053a56f2e0982a00bef82c12141d4b1da305301bcce3264113b9d8b646713c0162dab0d179649fd74d3ab2b0901812cc72b2429ba5a3298abbb95cae682771daf2c0dea3dc5fbd1b8b2f1596c11c0f109bc5bd99ff08d5de313be19855c7e0a07007ac808340735eca1b318c89921acb2cdb68c01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c2356069-e9d1-e79c-a924-378153cfbbfb', '24', 'datahub', '', '{}', E'\\x28b52ffd20de050500224a211f50473607000824ca24a49c8801698923862e1009cb57e49ad7e32299993135f38402519235f03addd6d4fc70d306fb918c132699335007195ea70bdc281949b75f5f140320619625700c6abefe2228c275535fbf8d1d6bce8179c538021062218aebf751f2eb83a470a3f460371ab13a285d2fa08f70ddd4aff4ae63c12bbd6cf645f62a0800119311680e01b387ce62e4ccd5ac039b0a59e7ace401', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c6f3ac57-944a-5314-90cd-39902d0f7777', '33', 'datahub', '', '{}', E'\\x28b52ffd604200350600320c2822506b9b030d389a48b622f7226d2fb63f78f0673f70d9ae98b4192e5fd28e3133536bd1110985b252e294e197df663c628bab4f5f2802088bf1bc3a8f8536cb1696a7436db1d5e15ecfeb6307298a1a4f0210a51400a29452884a5d9645b80410eac2adc005cdb66dace353e388844259296952033b877bf99a1d91b9c522630ee93cdc034e1936702f9bcbede70979e83cdccda1fc326438948f8b3a901d0a0d0069bb81db74d55942ab0c92938be6f386995c20039924c1e56a6dc19ec0cb6036f7', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e29c9c18-0c62-79b0-b02a-bd6a1801c7c0', '32', 'datahub', '', '{}', E'\\x28b52ffd20ae95030042c7161980a96d3ca8c97a6bf1058962891e66886582f3d2054e626a04cb80334b845d139baf4762738f2e3606014271d88c286160e1c6702e8a4fb33f27286b59f14f9b11317759ca9c3057111d2d90b329392bf34f3a5899f71025631507004295e75982ab02cc999d56e6748eab3c5350', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e629fa65-98d7-3276-8f7c-726b4b621285', '15', 'datahub', '', '{}', E'\\x28b52ffd20a6fd030072c81b1e60459c038d865bfac8ca9d616b117c38ee7d4618f170305974734910045d9105ebbe69f0b0d54857f2ba2c7d6301c465a1368ed1da200f5b85dc64bc5d56ef647520200c88d16f4f5dd104489cecde9e5a38cee83379a42852f8ca9c40bb3379bcbd358456e6020ca1377973692804004191bfb370e7cc252b537a', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'eb1e33e8-a81b-697b-7585-5af6bfcdbcbf', '31', 'datahub', '', '{}', E'\\x28b52ffd20b0a503006247171980b76d6429c94eaf8c0d8a6245ef7fbc6a9e32bd0f1cccca08ed863078870ea7bc7e573e9246adf97243001814c7ef991223097a0af8c2a9e8b42e064a6be7ecb5bf2772f4a5b1bb4ad49c69b940b6d5c2b3bbae329cdd1b33a9731607004295e75982ab02cc999d56e6748eab3c5350', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'f5ca38f7-48a1-d6ea-f726-b8a42fb575c3', '20', 'datahub', '', '{}', E'\\x28b52ffd20dae50400e249201f5047360700184836f7b4fd8d511a672286ac0750ac1419677d5c243333a606f184025192353464abdf764a8e0db44689b63a8364c7f43e6d75a8869af7eb8b621412665902d6a7f97a839ee79627f6fc4a7aac1805e215e300408885289edf46f5d707986e1f6c8e350945c90e3e1f907f6e7962aff2cc5ec1ab7c37db9ebe0a0800119311680e01b387ce62e4ccd5ac039b0a59e7ace401', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '02d20bbd-7e39-4ad5-999a-4cebabac9619', '55', 'datahub', '', '{}', E'\\x28b52ffd20b015040072c81b1e6045db0666a0ed6622f9377e188217f5be46d62da813e020e8e6922008bacf05040392d0a01b869ab57139c6e86452007161705d73fcbaa495b373f17ae9d5a32ba47048c9f1da9ed2c626807274d6f694a2e1e375e5819e27715d76049e75e5a1edf51dfc320eb8836f451be79d0500330d0654fe3a8b71ce5cb232a507', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '031b4af5-197e-c30a-926f-48cf40e11a7d', '51', 'datahub', '', '{}', E'\\x28b52ffd20a6fd030072c81b1e60459c038d865bfac8ca9d616b117c38ee7d4618f170701074734910045d9105ebbe69f0b0d54857f2ba2c7d6301c465a1368ed1da200f5b85dc64bc5d56ef647520200c88d16f4f5dd104489cecde9e5a38cee83379a42852f8ca9c40bb3379bcbd358456e6020ca1377973692804004191bfb370e7cc252b537a', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '0e17daca-5f3e-175f-448b-acace3bc0da4', '49', 'datahub', '', '{}', E'\\x28b52ffd20cf8d040052c91d1c50abda500d26a76de3d14854ed672f3719051c16c7328e1d6366a6d6ef08c3100069a7bd92899b62294bdda7ad467ce0c44d909dce812b2d0c0fb2d3a1fae9d5af2b86c0a1b01caf11a528db5c345f772c95960c3776bc3292b0de4bbc278d2c1b9f862b358e47e01dcb7e855f76d02b7c371ab97c150800798da7878c407350c31e3a8b819c19c22adb6ccb18', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '108c995b-953c-8a35-5611-03e2014cf828', '65', 'datahub', '', '{}', E'\\x28b52ffd20a18d03002207171a80a93ac4aa10329692896e62928446b6f09960ab21051b326704cfc6b9b283a5265c5d27d9b49a2e3603004170f84e2431891411c7c50da15178580af94e0506ca7b8667638f709fd4952d7c17ee8670ed6e5d2d6177ef49a4a15d0600420b60c31e3ccb819c19c22adb6ccb18', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '1a656259-0ef1-9d10-45d0-6c4055742d38', '50', 'datahub', '', '{}', E'\\x28b52ffd20d17d0400a2881c1d50abda500daa15924c0312294b75ebc544500693d532327f8c9999a706d511861f00d291f64a24768aa54eea36b7faf840891d213b9b03175a182e64673375ebd5af2b8841e2b01caf6f52d4d95cb0af1faf8c34acaa7a121030c4e670a1c6f1906ecb5e66a7f0cbd1730adf4c5f94a7020900798df7878c407378c31e3a8b3967764315b3553eb7623e01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '25fc0e70-96fc-6537-1820-2dc30b0c580b', '46', 'datahub', '', '{}', E'\\x28b52ffd20d9250400d287191b704bdb947fd9c0b8e73bb8b760c2a69da7f042a26c6a2ea5ff5f08cd1101babb00babb4387bc9655ce664c606c55ad243b118f4ecdfb73c5303824cbf1cb3c944d702af4e7c76f230ba7698e1c4011130379398e5fcb299b95bee159b1c51bbe7519966f010a0020039924e132649ac21ef6685409e7cc79a8b2b7cae756cc27', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2858dcd1-057d-3eae-7f7d-5f782167e24b', '53', 'datahub', '', '{}', E'\\x28b52ffd20b525040072c81b1e6055d306ad1b8eb56b64574f97efed0c842b2364a53206005d0201001c17ed8266d90869d636502a26abe55c56e098499ab5046c6438ad9af3e8e930401892df7371522aa343393a534c8b8bb5fa7b026001b5a66847fa14fbd41e3301bf27ee4cb1ffdc79b1c79f7b2bb930fc130600410958c31e3b0b879c19c22adb6ccb18', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2fca346d-b656-1871-02ce-806ac732e06a', '54', 'datahub', '', '{}', E'\\x28b52ffd20b7ed0300c247191b606bdbc48eba3b88d242c3b09d02bf45761b0e97be98770800e0b8ef816edb88302a2d70175d4689772940325318950adaaa681a35eff10982903828cfef6a925d5819e7f8e7d7a1067cef88607032514a668fe7d932d26675eef2ac5ae32edf6757d3bb0700410980c31e3b0b3f67764315b3553eb7623e01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '31489056-e091-6d59-fe3a-dd79e63f095a', '47', 'datahub', '', '{}', E'\\x28b52ffd20c06d040012091e1f5085aa0d08219a6cd2640e9919a7ff5576df86f116189968347f8c9999a706d58f859fc0d14e7b092666004b9bd475d86a630327660403d161b89174fc46cac285ec5cbc767af5ebc961803028c76b7b89369b01ccd79db6972c923b5ea144565529aecb4fe09d4289687b7d0abfec9e53f866b4b93c150600bd0c37d36040e5afb318e7cc252b537a', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '39fa9ec1-90ee-e7b6-f4df-f1100d6343e1', '60', 'datahub', '', '{}', E'\\x28b52ffd20de050500224a211f50473607000824ca24a49c8801698923862e1009cb5764bbcfe32299993135f38402519235f03addd6d4fc70d306fb918c132699335007195ea70bdc281949b75f5f140320619625700c6abefe2228c275535fbf8d1d6bce8179c538021062218aebf751f2eb83a470a3f460371ab13a285d2fa08f70ddd4aff4ae63c12bbd6cf645f62a0800119311680e01b387ce62e4ccd5ac039b0a59e7ace401', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3ada92f2-8b4c-eda3-8562-ebf047c6ff05', '66', 'datahub', '', '{}', E'\\x28b52ffd20a3450300c205141b7069d301843f28b1b5456af56d0aa33daa3c601ad98c0a40551802ed2355d2acb4123f2384406190dc71691034e41dd0e73b2a4e705afb3000a84d89a65adc1566ba950a9af55418c4ac2f840b73b3070071f8c37300a9383867764315b3553eb7623e01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3e1e967e-9b79-3e90-8f8e-ae83c74dba9b', '59', 'datahub', '', '{}', E'\\x28b52ffd20b4550400f2c81d1f5085b80d88603c9b34897d9a0ee4910bd86fc09f82244626de0917aaaac21ad305844382a8c16ab35805ac759691a1e5b85c245d3601c467b1a1e8f88696d56619969f7b5cebd595a4804096e3953d45199d0de6ea4dd95316513b5e390f354d8a6baf27f04d390f65cf5dc2f76a0097f08e51d6f252050033330654fe3a8b71ce5cb232a507', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '41cfc0d1-f2d1-27b0-4555-b7246d84019b', '52', 'datahub', '', '{}', E'\\x28b52ffd20d0a50400a2091f1d608b73f58bbd7bb7e44a590be91e6bf66f71747e03b40a7f9800008e0bf3810837aa43765ba87dd6326bbcae01caaf91dd062b2e851459e4bd3ab3248642c3ecc30b72aeee1804dfb2ecebb7b1143567627e499403016110c1f5eba478f523d2b73072af1d654df945d723f4f02dcbfea4e7868c4ffae8ac83eb530700410910983d76162e67ae661dd854c83a67250f', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '49d180ec-f561-3281-9571-bf39d9b7b342', '67', 'datahub', '', '{}', E'\\x28b52ffd20b0a503006247171980a96dc452929dde02f50cbb413333c4c9dcf622b5c0494c8ded810280772871caeb77e52369d49a2f37088282397ecf941869d073c0174e45a77571505a3b67affd3d91a32f8ddd55a2e64ccb06d9560bcfeeba0a71766fcca4ce5907004295e75982ab02cc999d56e6748eab3c5350', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '6208ef0f-7750-c111-548c-f90b6ea1d0d0', '58', 'datahub', '', '{}', E'\\x28b52ffd20c12d040002c81a1e60459c03f5f833d952341d5c0cb97d80d673a969523cfc7684d04110d805910505c4a19271a7a53f3d32ae299e8bcaa712c075c9f5e55379cebeea64e430245462b4360fa28b4d80e564a395c9438a221b03c242640bae738c76ba2cbf6d19426f7b0186d05fdabc341408007fc808348737eca1b39873663754315be5732be613', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '7688b6ef-5255-5962-d008-fff894223582', '56', 'datahub', '', '{}', E'\\x28b52ffd20dae50400e249201f5047360700184836f7b4fd8d511a672286ac0750ac14d96e7d5c243333a606f184025192353464abdf764a8e0db44689b63a8364c7f43e6d75a8869af7eb8b621412665902d6a7f97a839ee79627f6fc4a7aac1805e215e300408885289edf46f5d707986e1f6c8e350945c90e3e1f907f6e7962aff2cc5ec1ab7c37db9ebe0a0800119311680e01b387ce62e4ccd5ac039b0a59e7ace401', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '811786ad-1ae7-4adf-dd20-dd0372abaaeb', '45', 'datahub', '', '{}', E'\\x28b52ffd20c83d040082081c1e6045d406cd61af66327964162b83b4d0fcd53569e18406cdd9800c41b05cd103037577027577a70e7109c0759ee3d751746d366f815957e320d9b968bdf4ead31303e18028c72b6b8932361bebe9acac258a878f57268f144589eb3647e059993c94b53e84df86010ee17b29e33c14070020039924e1328ca9f41b558273669d95293d', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '81b8a03f-97e8-787c-53fe-1a86bda042b6', '62', 'datahub', '', '{}', E'\\x28b52ffd20c54d040042c81b1e6045d406f5076ea39adc3d54b53b654035e5eb8826c9416376741d04815dd305854482a8439361a602581b65c71a378d8a602313b86d8b26c30765513bbd797525312890e5f77c2225178b8c75f5df9321424dd38f0161dd397adb007e6fb90ef6f2ba745f861a97eebdf281f05208007fc808348737eca1b39873663754315be5732be613', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '98010bd9-270f-9b10-0b62-14a21754fd33', '48', 'datahub', '', '{}', E'\\x28b52ffd20ea4d0500820a23224089b60d169199ec2291b2165a8b179c4553031749c52fbdc8c980166b5414c50501ef89821d0049376da438560a4819a99bd4ea62041d2b81ec5c20b82ca1e081ec5c3c3af5ead11984c1a020c12863b3d11c7da54663ba8e8fd7853ca0f712de1186c301c1c22c01c7eb7af4d11507993667316e30295ce61c8f806f4cd7f11ffc7273fcc177a3abe59f0900798d17311981e610307be82c46ce5ccd3ab0a99075ce4a1e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a21855da-08cb-102d-1d21-7c53dc5824a3', '68', 'datahub', '', '{}', E'\\x28b52ffd20ae95030042c7161980a96d3ca8c97a6bf1058962891e668865821373051b326704cb80334b845d139baf4762738f2e3606014271d88c286160e1c6702e8a4fb33f27286b59f14f9b11317759ca9c3057111d2d90b329392bf34f3a5899f71025631507004295e75982ab02cc999d56e6748eab3c5350', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a68b412c-4282-555f-1554-6cf6e1fc4289', '64', 'datahub', '', '{}', E'\\x28b52ffd20bc35040052881b1e70b5d501c4fedc05a449aad891143416bced9718172c8f8fd74be9ff1b02f18526b7d2cb2a395eda38e5787f8e92833050d022382dfa73a696d6cbcc7a7e031272623cc42707521018c8083cbfac713f2f5ef6b6c77a692a80e47ecf1bf2ad97997598e7d5128779a7cb5a3a0c0700423330307cf02c47ce5ccd3ab0a99075ce4a1e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c75cb66a-e28d-8ebc-6ede-d002c28a8ba0', '69', 'datahub', '', '{}', E'\\x28b52ffd604200350600320c2822506b9b030d389a48b622f7226d2fb63f78f0673f70d9ae98b44d87741fd49899a935d1110985b252e294e197df663c628bab4f5f2802088bf1bc3a8f8536cb1696a7436db1d5e15ecfeb6307298a1a4f0210a51400a29452884a5d9645b80410eac2adc005cdb66dace353e388844259296952033b877bf99a1d91b9c522630ee93cdc034e1936702f9bcbede70979e83cdccda1fc326438948f8b3a901d0a0d0069bb81db74d55942ab0c92938be6f386995c20039924c1e56a6dc19ec0cb6036f7', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c837649c-ce43-f272-9138-e72cc3152070', '57', 'datahub', '', '{}', E'\\x28b52ffd20bf550400b2881c1e6045d501746ca3a66ddf1f6d3b32ab8566ef7c6a9a14afe908a18320b00bcf8281013994f1c8a9af1e1dc82d9eecc82713c00629d7cd2723bd79532b2708e1702846eb2325ba5a022c56de95094b8563cb6875b2a0de4b3c1bc795c786618322a311e85d794fe8e636c013fa8b3e9b9e0207007ac808340735eca1b318c89921acb2cdb68c01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'd029fa3a-95e1-74a1-9934-857f535eb942', '61', 'datahub', '', '{}', E'\\x28b52ffd20c37d0400f2c81d1f6045d406f5078eedfd4d72684a956f2d347fbf0b389e0067826e2e0982a00bef82c12141d4b1da305301bcce3264113b9d8b646713c0162dab0d179649fd74d3ab2b0901812cc72b2429ba5a3298abbb95cae682771daf2c0dea3dc5fbd1b8b2f1596c11c0f109bc5bd99ff08d5de313be19855c7e0a07007ac808340735eca1b318c89921acb2cdb68c01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'da4ea2a5-506f-2693-eae1-90d9360a1f31', '63', 'datahub', '', '{}', E'\\x28b52ffd20925d030022c7161980a93aec6517d59a40bf5fbc93d0c816be447a622eba217346cf80838816a82b315ad7b1ae2899a6d318627a179b418020388cbe6ae608cdc471f15e357348d6e8236994f70cbe2617d07b248dabc6ecd09a56618766e76ad32e04004295cfb31ce7cc252b537a', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:03+00', 'ff5a1ae0-12af-a5d4-c889-c50ad427aaf5', '70', 'datahub', '', '{}', E'\\x28b52ffd20ae6d03002286151b804bdae8d44ab2b6286d606fb9c2ff4541cbaa0ef6b9d486cc1901112b81f31f70feffdc8c6198a687cd9a106b99d57462b4a00212d89ccd5a52a1b740275e4948d45ba503a5121de9707b099bb37186c56cd41912070020039924e1328ca9f44615f1550222b36906', '2026-01-01 12:07:00+00', '00000000-0000-0000-0000-000000000008');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-11-20 10:01:00+00', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '44', 'gitlab', '', '{}', E'\\x28b52ffd60fc01950a00669743214069ac031fbd2b3bf49f168db842424081ce3906001283efacf4c11532866118103b0038003a0003e92828550838d271bd5c85b15c8eeb88fb6dd3739ccf6d5312e07b7b4581be1798387a0397c130b41f2999eb977dd2218e0c0af4cd08e6e2724567cfcde57a46acec23c4a0f40e7472e3640ae3c913e1e8efedf5dcac73a4f4cc214c3bc7b5a3f7a6a377602f47e5e8042925434a9a9226154777dc36d7378e4749a2674e918b13303e4e29f4ecb8c78f7b8e0c1657462f3061148c07326d70b3d678712a0b271cbd9bd79a7d7d4fb9b2550c8b5fbf78e30e22f7bc421fb9a762cf44ac4c4ccfe77a5e71c23efa1e8ee584b4b6ac6d2bd9c569015aa238ad74000820029b200775d8eb97e91800af5b46640b1ef7c2df1200c5355a7db904f1056b9010c500731bcf1a67c5093840daf8129609fbb1d0b363fd0185908cbd38530014ac10d675b6ca1134cc27', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('10cc8f24-94bd-be79-ae43-29287a9efe8b', '{"parent": "c189875219b651c9d86d2942627ad869"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('2056ad7f-0842-aace-c794-af4b7f7f064e', '{"parent": "43b8b5605a3b1825d2013755040ac5bc"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('23aec3e9-7cbc-a317-161f-1042f3c67cd8', '{"tags": "973079b9b196a3acabedd3bc5b363952", "gitlab": "1ddda84c79172156aea33438384f303b"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('8cddc730-24c9-e4bd-1a44-48d904c8bfb1', '{"log": "f308a1bc5702b1f24d26d70bbed787fe", "gitlab": "9d0abbdff104ea22f4ed8d8533172086"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('944109a6-717b-7ce7-bbda-8b8dccfdf993', '{"parent": "c189875219b651c9d86d2942627ad869", "nominalTime": "d04c9bb48e60d42aa5209d4d3cf4bf5d"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('c2ddf9e0-e209-9bf0-420c-987d9b2d7901', '{"parent": "4b217c672f2d5c3eeee8d2a7c2b2cf97"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('dfc5f645-9dff-857c-9e14-4ca8486a59a2', '{"parent": "2a1e1d15cb35551974e78872a99f30f2", "nominalTime": "d04c9bb48e60d42aa5209d4d3cf4bf5d"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', '{"parent": "2a1e1d15cb35551974e78872a99f30f2"}');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('21', '18', '24', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', '1', 'true', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('21', '19', '22', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', '1', 'false', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('21', '19', '24', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '1', 'false', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('21', '39', '24', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', '1', 'true', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('28', '18', '29', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', '1', 'false', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('4', '2', '7', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', '1', 'false', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('6', '3', '10', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', '1', 'false', 'false');
INSERT INTO job_use (job_id, class_id, run_id, at, until, attempt, is_write, is_long) OVERRIDING SYSTEM VALUE VALUES ('6', '3', '9', '2026-01-01 00:00:04+00', 'infinity', '1', 'false', 'true');
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:01+00', '2026-01-01 12:00:00+00', 'c3b07174-fc18-60c3-c707-566ec5cbcde1', NULL, 'false', 'false', 'true', '{4,5}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:01+00', '2026-01-01 12:02:00+00', 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', NULL, 'false', 'false', 'true', '{7,8}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', '2026-01-01 12:02:00+00', '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', NULL, 'false', 'false', 'true', '{9,10}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', '2026-01-01 12:02:00+00', '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', NULL, 'true', 'false', 'true', '{9,10}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', '2026-01-01 12:04:00+00', '3f60a42a-fabe-bbf3-95ca-02709a24133a', NULL, 'false', 'false', 'true', '{11}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:06+00', '2026-01-01 12:04:00+00', '49f3291e-7cca-49b4-1764-3f6b98fa75fe', NULL, 'true', 'false', 'true', '{11}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', '2026-01-01 12:00:00+00', '2b66f38b-f9f4-bb95-b34f-7330c245e95a', NULL, 'false', 'false', 'true', '{1}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:06+00', '2026-01-01 12:00:00+00', 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', NULL, 'true', 'false', 'true', '{1}', NULL, NULL, NULL, NULL);
INSERT INTO mention (run_id, at, arrived_at, content_hash, attempt, is_terminal, is_placed, is_telling, edge_ids, origins, versions, set_keys, own_set_keys) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', '2026-01-01 12:08:00+00', '8c81eecf-05d7-9906-615f-15497633ecf4', NULL, 'false', 'false', 'true', '{15,16}', NULL, NULL, NULL, NULL);
INSERT INTO namespace_alias (namespace, other, created_at) OVERRIDING SYSTEM VALUE VALUES ('other', 'test', '2026-01-02 00:00:00+00');
INSERT INTO quarantine (id, key, dialect, source, "position", code, message, payload, arrived_at, trace_id, tenant) OVERRIDING SYSTEM VALUE VALUES ('1', 'f8cbb689-60d3-4b81-f613-c68501b16dc7', 'openlineage', 'old.ndjson', '1', 'json.invalid', 'not JSON', E'\\x7b', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005', '');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', '2', 'IsPartOf', '11', 'container', 'container', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('11', '16', 'OwnedBy', '13', 'ownership', 'owners', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', '16', 'TaggedWith', '14', 'globalTags', 'tags', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('13', '16', 'IsPartOf', '11', 'container', 'container', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('14', '12', 'OwnedBy', '13', 'ownership', 'owners', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('15', '12', 'TaggedWith', '14', 'globalTags', 'tags', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', '12', 'IsPartOf', '11', 'container', 'container', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', '16', 'TrainedBy', '9', 'mlModelProperties', 'trainingJobs', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', '16', 'MemberOf', '15', 'mlModelProperties', 'groups', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('19', '24', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', '6', 'OwnedBy', '13', 'ownership', 'owners', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('20', '21', 'OwnedBy', '37', 'ownership', 'owners', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', '21', 'TaggedWith', '38', 'globalTags', 'tags', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', '21', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', '17', 'OwnedBy', '37', 'ownership', 'owners', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', '17', 'TaggedWith', '38', 'globalTags', 'tags', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('25', '17', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('26', '18', 'OwnedBy', '37', 'ownership', 'owners', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', '18', 'TaggedWith', '38', 'globalTags', 'tags', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('28', '18', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', '39', 'OwnedBy', '37', 'ownership', 'owners', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('3', '6', 'TaggedWith', '14', 'globalTags', 'tags', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('30', '39', 'TaggedWith', '38', 'globalTags', 'tags', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('31', '39', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('32', '40', 'OwnedBy', '37', 'ownership', 'owners', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('33', '40', 'TaggedWith', '38', 'globalTags', 'tags', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '40', 'IsPartOf', '42', 'container', 'container', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '39', 'TrainedBy', '24', 'mlModelProperties', 'trainingJobs', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '39', 'MemberOf', '41', 'mlModelProperties', 'groups', '{}', '2026-01-01 12:06:00+00', NULL, '00000000-0000-0000-0000-000000000007');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('4', '6', 'IsPartOf', '11', 'container', 'container', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('5', '1', 'OwnedBy', '13', 'ownership', 'owners', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', '1', 'TaggedWith', '14', 'globalTags', 'tags', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', '1', 'IsPartOf', '11', 'container', 'container', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', '2', 'OwnedBy', '13', 'ownership', 'owners', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO relationship (id, source_id, type, destination_id, aspect, field, details, arrived_at, replaced_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', '2', 'TaggedWith', '14', 'globalTags', 'tags', '{}', '2026-01-01 12:01:00+00', NULL, '00000000-0000-0000-0000-000000000002');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('10', 'd18c5c10-2a6f-5cc0-ad87-42d6be716392', '00000000-0000-4000-8000-000000000201', '00000000-0000-4000-8000-000000000201', '6', NULL, '8', '2026-01-01 00:00:01+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('22', '2790175a-d8b1-5527-a254-8769e2c2b6c7', '00000000-0000-4000-8000-000000000202', '00000000-0000-4000-8000-000000000202', '21', NULL, '23', '2026-01-01 00:00:01+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:02:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('23', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', '20', '17', NULL, '2026-01-01 00:00:00+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', NULL, '2026-01-01 00:00:07+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:04:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('24', 'f5290842-890b-57ec-bef9-0a319a074f62', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '21', NULL, '23', '2026-01-01 00:00:03+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', NULL, '2026-01-01 00:00:04+00', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:06:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('27', 'd3a511b2-0b56-5eb0-90ee-557bd3ba7585', NULL, '00000000-0000-4000-8000-000000000051', '26', '25', NULL, '2026-01-01 00:01:00+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', NULL, '2026-01-01 00:02:00+00', '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', 'false', 'false', 'false', NULL, NULL, '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', NULL, 'true', 'false', '2026-01-01 12:03:00+00', '2026-01-01 12:03:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('29', '78736369-aa2c-56c3-9788-150704276a6d', '00000000-0000-4000-8000-000000000302', '00000000-0000-4000-8000-000000000302', '28', NULL, '24', '2026-01-01 00:00:05+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', NULL, '2026-01-01 00:00:06+00', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:04:00+00', '2026-01-01 12:04:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('34', '014bf39d-e931-547d-8d56-7962d8e6dd15', NULL, '1/build/all', '32', NULL, '36', '2026-11-20 10:00:10+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:10+00', '2026-11-20 10:00:50+00', NULL, '2026-11-20 10:00:50+00', '2026-11-20 10:00:00+00', '2026-11-20 10:00:50+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('35', 'da926069-45c9-5313-8c50-53be3f60a91d', NULL, '1', '33', '30', NULL, '2026-11-20 10:00:00+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:00+00', '2026-11-20 10:01:00+00', 'push', '2026-11-20 10:01:00+00', '2026-11-20 10:00:00+00', '2026-11-20 10:01:00+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('36', 'da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, '1/build', '31', NULL, '35', '2026-11-20 10:00:10+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:10+00', '2026-11-20 10:00:50+00', NULL, '2026-11-20 10:00:50+00', '2026-11-20 10:00:00+00', '2026-11-20 10:00:50+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('7', '25bd4256-cc43-5bcd-85d3-88e7fa30b08a', '00000000-0000-4000-8000-000000000301', '00000000-0000-4000-8000-000000000301', '4', NULL, '9', '2026-01-01 00:00:05+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', NULL, '2026-01-01 00:00:06+00', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('8', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', '5', '1', NULL, '2026-01-01 00:00:00+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', NULL, '2026-01-01 00:00:07+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('9', 'c71cf761-31af-5c76-97b2-bc8c6f599884', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', '6', NULL, '8', '2026-01-01 00:00:04+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:08:00+00');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:01+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, 'c3b07174-fc18-60c3-c707-566ec5cbcde1', '2', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:02+00', 'COMPLETE', 'FAILURE', 'FAIL', NULL, NULL, NULL, 'false', 'false', NULL, '2001694e-1cb1-13c4-d534-24fb4a96e32a', '3', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:01+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', '10', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:02+00', 'COMPLETE', 'FAILURE', 'FAIL', NULL, NULL, NULL, 'false', 'false', NULL, '3fe25b94-9fe3-0d17-e4a8-97674908f882', '11', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', '2026-01-01 00:00:00+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, 'f295d8b4-8439-ef40-9247-b723fc578e1c', '9', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', '2026-01-01 00:00:07+00', 'COMPLETE', 'FAILURE', 'FAIL', NULL, NULL, NULL, 'false', 'false', NULL, 'ff56ca6f-6c00-261d-30d2-d72a02ef61c6', '18', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', '12', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', 'COMPLETE', 'SUCCESS', 'COMPLETE', NULL, NULL, NULL, 'false', 'false', NULL, '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', '13', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', '2026-01-01 00:01:00+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, '6e4fbd20-0512-bfa4-fd56-1f8e5f557ca1', '14', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', '2026-01-01 00:02:00+00', 'COMPLETE', 'SUCCESS', 'COMPLETE', NULL, NULL, NULL, 'false', 'false', NULL, '09406a89-f315-d5e9-45c1-83b6057f877a', '15', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, '3f60a42a-fabe-bbf3-95ca-02709a24133a', '16', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:06+00', 'COMPLETE', 'SUCCESS', 'COMPLETE', NULL, NULL, NULL, 'false', 'false', NULL, '49f3291e-7cca-49b4-1764-3f6b98fa75fe', '17', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:00+00', NULL, NULL, 'created', NULL, NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '20', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:10+00', 'STARTED', NULL, 'running', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '23', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:50+00', 'COMPLETE', 'SUCCESS', 'success', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '25', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:00:00+00', 'STARTED', NULL, 'running', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '19', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:00:00+00', NULL, NULL, 'created', NULL, NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '21', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:01:00+00', 'COMPLETE', 'SUCCESS', 'success', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '27', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:00+00', NULL, NULL, 'created', NULL, NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '22', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:10+00', 'STARTED', NULL, 'running', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '24', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:50+00', 'COMPLETE', 'SUCCESS', 'success', '1', NULL, NULL, 'false', 'false', NULL, '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '26', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, '2b66f38b-f9f4-bb95-b34f-7330c245e95a', '6', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:06+00', 'COMPLETE', 'SUCCESS', 'COMPLETE', NULL, NULL, NULL, 'false', 'false', NULL, 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', '7', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', '2026-01-01 00:00:00+00', 'STARTED', NULL, 'START', NULL, NULL, NULL, 'false', 'false', NULL, 'f8acd1e3-8930-0ccb-460b-294490534b28', '1', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', '2026-01-01 00:00:07+00', 'COMPLETE', 'FAILURE', 'FAIL', NULL, NULL, NULL, 'false', 'false', NULL, '6dd46339-849e-0e96-5d5f-501eb7e440da', '8', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed, counted_attempt, content_hash, seq, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', NULL, NULL, 'OTHER', NULL, NULL, NULL, 'false', 'false', NULL, '8c81eecf-05d7-9906-615f-15497633ecf4', '28', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', '2026-01-01 00:00:02+00', 'true', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '10cc8f24-94bd-be79-ae43-29287a9efe8b', '2026-01-01 00:00:02+00', 'true', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'OWN', '1d7a7ea8-d91d-e245-2b6d-19a76c27ca54', '944109a6-717b-7ce7-bbda-8b8dccfdf993', '2026-01-01 00:00:03+00', 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '10cc8f24-94bd-be79-ae43-29287a9efe8b', '2026-01-01 00:00:04+00', 'true', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '2056ad7f-0842-aace-c794-af4b7f7f064e', '2026-01-01 00:00:05+00', 'false', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', 'OWN', '2e63d15f-7bc5-f0e8-9eb9-6706ada14fd5', '8cddc730-24c9-e4bd-1a44-48d904c8bfb1', '2026-11-20 10:00:50+00', 'true', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', 'OWN', '5c4f2dd1-047e-fca3-a6d1-62bdcd5df668', '23aec3e9-7cbc-a317-161f-1042f3c67cd8', '2026-11-20 10:01:00+00', 'true', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'c2ddf9e0-e209-9bf0-420c-987d9b2d7901', '2026-01-01 00:00:05+00', 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_facets (run_id, scope, names_key, set_key, at, is_terminal, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', 'OWN', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', '2026-01-01 00:00:04+00', 'false', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', 'PARENT', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', 'test', 'flow1', '5', '8', '2026-01-01 00:00:01+00', 'false', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', 'PARENT', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', 'test', 'flow1', '5', '8', '2026-01-01 00:00:02+00', 'true', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', 'PARENT', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', 'test', 'flow2', '20', '23', '2026-01-01 00:00:01+00', 'false', 'c1898752-19b6-51c9-d86d-2942627ad869', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', 'PARENT', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', 'test', 'flow2', '20', '23', '2026-01-01 00:00:02+00', 'true', 'c1898752-19b6-51c9-d86d-2942627ad869', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'PARENT', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', 'test', 'flow2', '20', '23', '2026-01-01 00:00:03+00', 'false', 'c1898752-19b6-51c9-d86d-2942627ad869', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'PARENT', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', 'test', 'flow2', '20', '23', '2026-01-01 00:00:04+00', 'true', 'c1898752-19b6-51c9-d86d-2942627ad869', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', 'PARENT', 'f5290842-890b-57ec-bef9-0a319a074f62', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', 'test', 'flow2.job', '21', '24', '2026-01-01 00:00:05+00', 'false', '43b8b560-5a3b-1825-d201-3755040ac5bc', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', 'PARENT', 'da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, '1/build', 'gitlab://gitlab.com/acme/shop', 'shop.build', '31', '36', '2026-11-20 10:00:00+00', 'false', 'f3563e81-12fe-75c1-b785-c69077aecb2c', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', 'PARENT', 'da926069-45c9-5313-8c50-53be3f60a91d', NULL, '1', 'gitlab://gitlab.com/acme/shop', 'shop', '33', '35', '2026-11-20 10:00:00+00', 'false', '74509edf-2667-dc9a-8868-9019a2bf5812', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', 'PARENT', 'c71cf761-31af-5c76-97b2-bc8c6f599884', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', 'test', 'flow1.job', '6', '9', '2026-01-01 00:00:05+00', 'false', '4b217c67-2f2d-5c3e-eee8-d2a7c2b2cf97', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_link (run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id, target_id, at, is_terminal, content_key, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', 'PARENT', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', 'test', 'flow1', '5', '8', '2026-01-01 00:00:04+00', 'false', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO run_warning (run_id, code, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', 'facet.not_object', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO schema_migration (name, checksum, applied_at) OVERRIDING SYSTEM VALUE VALUES ('0001_schema.sql', 'a498f7355065ad84f6b2fbecac23936406fc55402469c51ce1a7b3ff496e1337', '2026-01-02 00:00:00+00');
INSERT INTO source (id, name, created_at, revoked_at) OVERRIDING SYSTEM VALUE VALUES ('3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', 'tasks', '2026-01-02 00:00:00+00', NULL);
INSERT INTO sync_cursor (source_key, reached_at) OVERRIDING SYSTEM VALUE VALUES ('796bd80a-d311-e736-10f5-6233b068b5f8', '2026-01-02 00:00:00+00');
INSERT INTO sync_pipeline (source_key, pipeline_id, updated_at, is_due) OVERRIDING SYSTEM VALUE VALUES ('796bd80a-d311-e736-10f5-6233b068b5f8', '1', '2026-01-02 00:00:00+00', 'true');
INSERT INTO token (id, name, hash, scopes, source_id, created_at, expires_at, revoked_at) OVERRIDING SYSTEM VALUE VALUES ('1', 'reader', E'\\x32626238306435332d376231642d613365332d386264332d303336316161383535363836', '{READ}', NULL, '2026-01-02 00:00:00+00', NULL, NULL);
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'container', '{"container": "urn:li:container:c101"}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('11', 'containerProperties', '{"name": "outer", "customProperties": {}}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'container', '{"container": "urn:li:container:c101"}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'containerProperties', '{"name": "inner", "customProperties": {}}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'container', '{"container": "urn:li:container:c101"}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'mlModelProperties', '{"groups": ["urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g1,PROD)"], "trainingJobs": ["urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000001"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'container', '{"container": "urn:li:container:c101"}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'mlModelProperties', '{"groups": ["urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g2,PROD)"], "trainingJobs": ["urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000002"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'container', '{"container": "urn:li:container:c102"}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'containerProperties', '{"name": "inner", "customProperties": {}}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u2"}]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('42', 'containerProperties', '{"name": "outer", "customProperties": {}}', '{}', '1', '2026-01-01 12:06:00+00', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'container', '{"container": "urn:li:container:c101"}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'globalTags', '{"tags": [{"tag": "urn:li:tag:t1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'ownership', '{"owners": [{"type": "DATAOWNER", "owner": "urn:li:corpuser:u1"}]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO versioned_aspect (entity_id, name, value, system_metadata, version, created_at, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'subTypes', '{"typeNames": ["one"]}', '{}', '1', '2026-01-01 12:01:00+00', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO write_mode (asset_id, mode, created_at) OVERRIDING SYSTEM VALUE VALUES ('2', 'APPEND', '2026-01-02 00:00:00+00');
SELECT setval('acceptance_seq', 71);
SELECT setval('asset_read_id_seq', 15);
SELECT setval('asset_write_id_seq', 16);
SELECT setval('edge_id_seq', 16);
SELECT setval('entity_id_seq', 42);
SELECT setval('quarantine_id_seq', 1);
SELECT setval('relationship_id_seq', 36);
SELECT setval('run_event_seq_seq', 28);
SELECT setval('token_id_seq', 1);
RESET session_replication_role;
