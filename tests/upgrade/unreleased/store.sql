-- A store of one version, as tests/upgrade/record.py wrote it.
-- The tables of the store, their indexes, and the functions that these use (docs/store.md).
--
-- Two kinds of table. Facts are merged as sets, so that the same events give the same rows in any order:
-- event, entity, alias, run_event, run_facets, mention, entity_facets, derivation, run_link, job_link, job_edge, input_job,
-- run_checksum, content, facet_set, quarantine. DataHub's proposals are in the log, in the order of acceptance (event.seq):
-- versioned_aspect and timeseries_aspect are what they come to.
-- Derived rows and columns are recomputed by every merge that touches what they follow from: the state in run, entity.urn and
-- entity.is_stub of runs, entity.class_id, run.parent_id, run.template_id, run.is_superseded, run.closed_result, run.trigger,
-- run_link.target_id, run_event.counted_attempt, run_sibling, edge.run_created_at, edge.is_measured, edge.is_current,
-- relationship, asset_read, asset_write.
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

ALTER TABLE event ALTER COLUMN body SET STATISTICS 0;  -- else a hundred bodies of each partition, to plan what nobody asks

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
    run_key    uuid,
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

CREATE UNIQUE INDEX entity_run_key ON entity (run_key) WHERE run_key IS NOT NULL;

CREATE INDEX entity_flow_idx ON entity (flow_id) WHERE flow_id IS NOT NULL;

CREATE INDEX entity_class_idx ON entity (class_id) WHERE class_id IS NOT NULL;

CREATE INDEX entity_dataset_name_idx ON entity (text_key(name)) WHERE kind = 'dataset';

COMMENT ON TABLE entity IS 'Everything that has a URN: runs, jobs, flows, datasets, models, containers.';
COMMENT ON COLUMN entity.kind IS 'the entity type in the URN, such as dataProcessInstance';
COMMENT ON COLUMN entity.run_key IS 'of a run, its OpenLineage identity: uuid5 of (namespace, job, runId); null while only an id has been named. Here and not in run, whose rows change with each event';
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

-- As the key, so that a pair is looked up at once by either: a name may have thousands of others.
CREATE INDEX alias_other_idx ON alias (other_id, entity_id);

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
    'Values of facets, each kept once: most facets say the same again in every run. Rows never change.';
COMMENT ON COLUMN content.key IS 'hash of the canonical JSON of the value';

CREATE TABLE facet_set (
    key    uuid  NOT NULL,
    facets jsonb NOT NULL,
    CONSTRAINT facet_set_pkey PRIMARY KEY (key)
);

COMMENT ON TABLE facet_set IS 'Which facets one part of an event has; most parts have those that many others have. Rows never change.';
COMMENT ON COLUMN facet_set.key IS 'hash of the canonical JSON of facets';
COMMENT ON COLUMN facet_set.facets IS 'by name the content key, after a "!" where the facet says _deleted';

CREATE TABLE entity_facets (
    entity_id   bigint      NOT NULL,
    at          timestamptz NOT NULL,
    names_key   uuid        NOT NULL,
    set_key     uuid        NOT NULL,
    is_terminal boolean     NOT NULL,
    CONSTRAINT entity_facets_pkey PRIMARY KEY (entity_id, names_key)
) WITH (fillfactor = 80);

COMMENT ON TABLE entity_facets IS
    'The sets of facets that events gave of a job or a dataset: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN entity_facets.names_key IS 'hash of the names in the set';

-- Runs --------------------------------------------------------------------------------------------

CREATE TABLE run (
    id              bigint      NOT NULL,
    run_uuid        uuid,
    native_id       text        NOT NULL,
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
    CONSTRAINT run_status_known CHECK (status IN ('STARTED', 'COMPLETE')),
    CONSTRAINT run_result_known CHECK (result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY')),
    CONSTRAINT run_closed_result_known CHECK (closed_result IN ('SUCCESS', 'FAILURE', 'SKIPPED', 'UP_FOR_RETRY'))
);

CREATE INDEX run_uuid_idx ON run (run_uuid) WHERE run_uuid IS NOT NULL;

CREATE INDEX run_derived_idx ON run (template_id, parent_id) WHERE is_derived;

CREATE INDEX run_started_idx ON run (id) WHERE status = 'STARTED';

CREATE INDEX run_left_open_idx ON run (parent_id) WHERE status IS DISTINCT FROM 'COMPLETE' AND parent_id IS NOT NULL;

CREATE INDEX run_failed_idx ON run (parent_id) WHERE native_result = 'FAIL' AND parent_id IS NOT NULL;

CREATE INDEX run_aborted_idx ON run (parent_id) WHERE native_result = 'ABORT' AND parent_id IS NOT NULL;

COMMENT ON TABLE run IS 'One execution, with the state derived from its events. A run with no event has first_event_at null.';
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
    seq             bigint      GENERATED ALWAYS AS IDENTITY,
    arrived_at      timestamptz NOT NULL DEFAULT arrival(),
    declared_start  timestamptz,
    duration_millis bigint,
    attempt         integer,
    counted_attempt integer,
    status          text,
    result          text,
    native_state    text,
    state_key       uuid        NOT NULL GENERATED ALWAYS AS (text_key(
                        coalesce(status, '') || '/' || coalesce(result, '') || '/' || coalesce(attempt::text, '') || coalesce('/' || native_state, '')
                    )) STORED,
    is_time_approximate boolean NOT NULL DEFAULT false,
    is_untimed      boolean     NOT NULL DEFAULT false,
    content_hash    uuid        NOT NULL,
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
    at          timestamptz NOT NULL,
    names_key   uuid        NOT NULL,
    set_key     uuid        NOT NULL,
    scope       text        NOT NULL,
    is_terminal boolean     NOT NULL,
    CONSTRAINT run_facets_pkey PRIMARY KEY (run_id, scope, names_key),
    CONSTRAINT run_facets_scope_known CHECK (scope IN ('OWN', 'JOB'))
) WITH (fillfactor = 80);

COMMENT ON TABLE run_facets IS
    'The sets of facets that the events of a run gave: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN run_facets.names_key IS 'hash of the names in the set';
COMMENT ON COLUMN run_facets.scope IS 'OWN: of the run; JOB: what its events said of its job, which may say otherwise later';

CREATE TABLE run_link (
    run_id        bigint      NOT NULL,
    at            timestamptz NOT NULL,
    target_id     bigint,
    target_job_id bigint      NOT NULL,
    arrived_at    timestamptz NOT NULL DEFAULT arrival(),
    target_key    uuid        NOT NULL,
    target_uuid   uuid,
    content_key   uuid        NOT NULL,
    kind          text        NOT NULL,
    is_terminal   boolean     NOT NULL,
    CONSTRAINT run_link_pkey PRIMARY KEY (run_id, kind, at, target_key),
    CONSTRAINT run_link_kind_known CHECK (kind IN ('PARENT', 'ROOT', 'UPSTREAM', 'DOWNSTREAM'))
);

CREATE INDEX run_link_new_idx ON run_link (run_id) WHERE target_id IS NULL;

CREATE INDEX run_link_target_idx ON run_link (target_id, kind);

COMMENT ON TABLE run_link IS 'A reference from one run to another, once for each time at which it was given; target_id is what it resolves to.';
COMMENT ON COLUMN run_link.kind IS 'what the target is to the run';
COMMENT ON COLUMN run_link.target_job_id IS 'the job that the reference gives (an entity: no key, since no job is ever deleted, and an index would only slow merges)';
COMMENT ON COLUMN run_link.target_key IS 'run_key of the run with the id and the job that the reference gives';
COMMENT ON COLUMN run_link.target_uuid IS 'the id that the reference gives, where it is a UUID';

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
    asset_id       bigint      NOT NULL,
    run_created_at timestamptz,
    direction      text        NOT NULL,
    is_current     boolean     NOT NULL DEFAULT true,
    is_measured    boolean     NOT NULL DEFAULT false,
    CONSTRAINT edge_pkey PRIMARY KEY (id),
    CONSTRAINT edge_run_asset_key UNIQUE (run_id, direction, asset_id),
    CONSTRAINT edge_direction_known CHECK (direction IN ('INPUT', 'OUTPUT'))
);

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
    'it gives an attempt, a version, a subset or a change of lifecycle, comes at an end, or was the earliest without all these of an edge when it came';
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
    run_id         bigint      NOT NULL,
    edge_id        bigint      NOT NULL,
    asset_id       bigint      NOT NULL,
    class_id       bigint      NOT NULL,
    root_id        bigint      NOT NULL,
    job_id         bigint      NOT NULL,
    begun_at       timestamptz,
    at             timestamptz NOT NULL,
    until          timestamptz NOT NULL,
    replaced_at    timestamptz NOT NULL DEFAULT 'infinity',
    replaced_by_root_id bigint,
    attempt        integer     NOT NULL,
    is_departure   boolean     NOT NULL,
    kind           text        NOT NULL,
    effect         text        NOT NULL,
    native_version text,
    version_key    uuid        GENERATED ALWAYS AS (text_key(native_version)) STORED,
    parts          text[],
    CONSTRAINT asset_write_pkey PRIMARY KEY (run_id, edge_id, attempt, is_departure),
    CONSTRAINT asset_write_kind_known CHECK (kind IN ('VERSION', 'OPEN', 'DROP', 'SHARED', 'LEFT')),
    CONSTRAINT asset_write_effect_known CHECK (effect IN ('REPLACE', 'APPEND', 'UNKNOWN'))
) WITH (fillfactor = 80);

CREATE INDEX asset_write_data_idx ON asset_write (class_id, at) WHERE kind = 'VERSION';

CREATE INDEX asset_write_replacing_idx ON asset_write (class_id, effect, at) WHERE kind IN ('VERSION', 'DROP');

CREATE INDEX asset_write_long_idx ON asset_write (class_id, job_id) WHERE kind = 'OPEN' OR until > at;

CREATE INDEX asset_write_version_idx ON asset_write (class_id, version_key) WHERE version_key IS NOT NULL;

CREATE INDEX asset_write_endless_idx ON asset_write (run_id) WHERE kind IN ('SHARED', 'LEFT') AND until = 'infinity';

CREATE INDEX asset_write_shared_idx ON asset_write (root_id, class_id) WHERE kind IN ('SHARED', 'LEFT') OR root_id <> run_id;

CREATE INDEX asset_write_use_idx ON asset_write (class_id, job_id, at) WHERE kind IN ('VERSION', 'SHARED');

CREATE INDEX asset_write_job_idx ON asset_write (job_id, class_id) WHERE kind IN ('VERSION', 'SHARED');

COMMENT ON TABLE asset_write IS 'An attempt of a run wrote an asset: derived, with the moment (docs/point-in-time.md).';
COMMENT ON COLUMN asset_write.is_departure IS 'of a rename: that the old name shows nothing any more';
COMMENT ON COLUMN asset_write.class_id IS 'the asset, whatever its name: the class of its names';
COMMENT ON COLUMN asset_write.root_id IS 'the run at the root of those that contain the run';
COMMENT ON COLUMN asset_write.job_id IS 'the job or the flow of the run; the run itself where it has none, or a dataset in its place';
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
    run_id      bigint      NOT NULL,
    edge_id     bigint      NOT NULL,
    asset_id    bigint      NOT NULL,
    class_id    bigint      NOT NULL,
    root_id     bigint      NOT NULL,
    job_id      bigint      NOT NULL,
    output_id   bigint,
    since       timestamptz NOT NULL,
    until       timestamptz NOT NULL,
    attempt     integer     NOT NULL,
    span        smallint    NOT NULL GENERATED ALWAYS AS (
                    CASE WHEN NOT isfinite(since) OR NOT isfinite(until) THEN 2
                        WHEN until - since <= interval '1 hour' THEN 0 WHEN until - since <= interval '1 day' THEN 1 ELSE 2 END) STORED,
    streams     boolean     NOT NULL,
    narrows     boolean     NOT NULL,
    version_key uuid,
    parts       text[],
    CONSTRAINT asset_read_pkey PRIMARY KEY (run_id, edge_id, attempt)
);

CREATE INDEX asset_read_data_idx ON asset_read (class_id, since) WHERE version_key IS NULL;

CREATE INDEX asset_read_long_idx ON asset_read (class_id, span, since) WHERE span > 0;

CREATE INDEX asset_read_stream_idx ON asset_read (class_id) WHERE streams;

CREATE INDEX asset_read_version_idx ON asset_read (class_id, version_key) WHERE version_key IS NOT NULL;

CREATE INDEX asset_read_root_idx ON asset_read (root_id, class_id, since);

CREATE INDEX asset_read_use_idx ON asset_read (class_id, job_id, since);

CREATE INDEX asset_read_job_idx ON asset_read (job_id, class_id);

COMMENT ON TABLE asset_read IS 'An attempt of a run read an asset: derived, with the interval (docs/point-in-time.md).';
COMMENT ON COLUMN asset_read.job_id IS 'the same as of a write';
COMMENT ON COLUMN asset_read.span IS 'how long it is: 0 up to an hour, 1 up to a day, 2 more';
COMMENT ON COLUMN asset_read.version_key IS 'the version that its events say it read';
COMMENT ON COLUMN asset_read.narrows IS 'facets say what the run made from it: run_derivations';
COMMENT ON COLUMN asset_read.output_id IS 'of a rename, which reads the old name: the data that alone was made from it';

-- The successes of a job by when they were over: the last before a failure is found at once.
CREATE INDEX run_over_idx ON run (template_id, (greatest(state_at, started_at)))
    WHERE status = 'COMPLETE' AND coalesce(result, 'SUCCESS') = 'SUCCESS' AND template_id IS NOT NULL;

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
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('10', '4', '3', '3', '8', '6', NULL, '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('22', '7', '19', '19', '23', '21', NULL, '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('24', '9', '19', '19', '23', '21', NULL, '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('29', '11', '18', '18', '23', '28', NULL, '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('7', '1', '2', '2', '8', '4', NULL, '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_read (run_id, edge_id, asset_id, class_id, root_id, job_id, output_id, since, until, attempt, streams, narrows, version_key, parts) OVERRIDING SYSTEM VALUE VALUES ('9', '15', '3', '3', '8', '6', NULL, '2026-01-01 00:00:04+00', 'infinity', '1', 'false', 'false', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('10', '5', '2', '2', '8', '6', '2026-01-01 00:00:01+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'infinity', NULL, '1', 'false', 'OPEN', 'APPEND', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('22', '8', '18', '18', '23', '21', '2026-01-01 00:00:01+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'infinity', NULL, '1', 'false', 'OPEN', 'APPEND', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('24', '10', '18', '18', '23', '21', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', 'infinity', NULL, '1', 'false', 'VERSION', 'UNKNOWN', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('24', '12', '39', '39', '23', '21', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', 'infinity', NULL, '1', 'false', 'VERSION', 'UNKNOWN', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('9', '13', '16', '16', '8', '6', NULL, '2026-01-01 00:00:04+00', 'infinity', 'infinity', NULL, '1', 'false', 'OPEN', 'APPEND', NULL, NULL);
INSERT INTO asset_write (run_id, edge_id, asset_id, class_id, root_id, job_id, begun_at, at, until, replaced_at, replaced_by_root_id, attempt, is_departure, kind, effect, native_version, parts) OVERRIDING SYSTEM VALUE VALUES ('9', '16', '2', '2', '8', '6', NULL, '2026-01-01 00:00:04+00', 'infinity', 'infinity', NULL, '1', 'false', 'OPEN', 'APPEND', NULL, NULL);
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
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('1', '7', '2', '2026-01-01 00:00:05+00', 'INPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('10', '24', '18', '2026-01-01 00:00:03+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('11', '29', '18', '2026-01-01 00:00:05+00', 'INPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('12', '24', '39', '2026-01-01 00:00:03+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('13', '9', '16', '2026-01-01 00:00:04+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('15', '9', '3', '2026-01-01 00:00:04+00', 'INPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('16', '9', '2', '2026-01-01 00:00:04+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('4', '10', '3', '2026-01-01 00:00:01+00', 'INPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('5', '10', '2', '2026-01-01 00:00:01+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('7', '22', '19', '2026-01-01 00:00:01+00', 'INPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('8', '22', '18', '2026-01-01 00:00:01+00', 'OUTPUT', 'true', 'false');
INSERT INTO edge (id, run_id, asset_id, run_created_at, direction, is_current, is_measured) OVERRIDING SYSTEM VALUE VALUES ('9', '24', '19', '2026-01-01 00:00:03+00', 'INPUT', 'true', 'false');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('1', 'dataFlow', 'urn:li:dataFlow:(openlineage,flow1,test)', NULL, 'test', 'flow1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000201', 'd18c5c10-2a6f-5cc0-ad87-42d6be716392', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('11', 'container', 'urn:li:container:c101', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('12', 'container', 'urn:li:container:c1', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('13', 'corpuser', 'urn:li:corpuser:u1', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('14', 'tag', 'urn:li:tag:t1', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('15', 'mlModelGroup', 'urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g1,PROD)', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('16', 'mlModel', 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,model1,PROD)', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('17', 'dataFlow', 'urn:li:dataFlow:(openlineage,flow2,test)', NULL, 'test', 'flow2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('18', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,out2,PROD)', NULL, 'test', 'out2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('19', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,in2,PROD)', NULL, 'test', 'in2', NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,out1,PROD)', NULL, 'test', 'out1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('20', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2)', NULL, 'test', 'flow2', '17', NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('21', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2.job)', NULL, 'test', 'flow2.job', '17', NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000202', '2790175a-d8b1-5527-a254-8769e2c2b6c7', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000102', '74f01b13-7fed-5c47-b08a-5f6a1c616352', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000002', 'f5290842-890b-57ec-bef9-0a319a074f62', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('25', 'dataFlow', 'urn:li:dataFlow:(openlineage,task,test)', NULL, 'test', 'task', NULL, NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('26', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,task,test),task)', NULL, 'test', 'task', '25', NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', 'dataProcessInstance', 'urn:li:dataProcessInstance:d3a511b2-0b56-5eb0-90ee-557bd3ba7585', 'd3a511b2-0b56-5eb0-90ee-557bd3ba7585', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('28', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow2,test),flow2.reader)', NULL, 'test', 'flow2.reader', '17', NULL, 'false', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000302', '78736369-aa2c-56c3-9788-150704276a6d', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('3', 'dataset', 'urn:li:dataset:(urn:li:dataPlatform:test,in1,PROD)', NULL, 'test', 'in1', NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('30', 'dataFlow', 'urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop)', NULL, 'gitlab://gitlab.com/acme/shop', 'shop', NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('31', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop.build)', NULL, 'gitlab://gitlab.com/acme/shop', 'shop.build', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('32', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop.build.all)', NULL, 'gitlab://gitlab.com/acme/shop', 'shop.build.all', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('33', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,shop,gitlab://gitlab.com/acme/shop),shop)', NULL, 'gitlab://gitlab.com/acme/shop', 'shop', '30', NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', 'dataProcessInstance', 'urn:li:dataProcessInstance:014bf39d-e931-547d-8d56-7962d8e6dd15', '014bf39d-e931-547d-8d56-7962d8e6dd15', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', 'dataProcessInstance', 'urn:li:dataProcessInstance:da926069-45c9-5313-8c50-53be3f60a91d', 'da926069-45c9-5313-8c50-53be3f60a91d', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', 'dataProcessInstance', 'urn:li:dataProcessInstance:da9babb3-155f-5a3b-9c9a-861b9a23b10b', 'da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('37', 'corpuser', 'urn:li:corpuser:u2', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('38', 'tag', 'urn:li:tag:t2', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('39', 'mlModel', 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,model2,PROD)', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('4', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1.reader)', NULL, 'test', 'flow1.reader', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('40', 'container', 'urn:li:container:c2', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('41', 'mlModelGroup', 'urn:li:mlModelGroup:(urn:li:dataPlatform:mlflow,g2,PROD)', NULL, NULL, NULL, NULL, NULL, 'true', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('42', 'container', 'urn:li:container:c102', NULL, NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('5', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1)', NULL, 'test', 'flow1', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('6', 'dataJob', 'urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow1,test),flow1.job)', NULL, 'test', 'flow1.job', '1', NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000301', '25bd4256-cc43-5bcd-85d3-88e7fa30b08a', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000101', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity (id, kind, urn, run_key, namespace, name, flow_id, class_id, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', 'dataProcessInstance', 'urn:li:dataProcessInstance:00000000-0000-4000-8000-000000000001', 'c71cf761-31af-5c76-97b2-bc8c6f599884', NULL, NULL, NULL, NULL, 'false', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO entity_facets (entity_id, at, names_key, set_key, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('31', '2026-11-20 10:00:00+00', 'c4f7e645-95b8-7ac5-8a3c-1b74d8c860a2', 'cea2d563-ddc8-1c55-4bf5-27ce2cc832b2', 'false');
INSERT INTO entity_facets (entity_id, at, names_key, set_key, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('32', '2026-11-20 10:00:00+00', 'c4f7e645-95b8-7ac5-8a3c-1b74d8c860a2', '3282f8ef-decb-e576-1a1f-4fa1b95c6a17', 'false');
INSERT INTO entity_facets (entity_id, at, names_key, set_key, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('33', '2026-11-20 10:00:00+00', 'c4f7e645-95b8-7ac5-8a3c-1b74d8c860a2', 'b80a67ca-885d-512d-f3aa-46a34eddee73', 'false');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f295d8b4-8439-ef40-9247-b723fc578e1c', '34', 'openlineage', '', '{}', E'\\x28b52ffd603100b5060082cb2622304dac03013bda0276259a8818c83785cd9ff9a41c624d0bc44a094031091911118251a4eb013a8cfcbc6b51feb55606c8d07444919c778d598c3081626601a578396824a60d3d060d252b992f010bd0503214fd88b04bb15aeb1ee5c226f186f66e9c7e848a44a1bd2f9cd474ec832e7127be06f15d26e39c8be70e5ae0131718b382b042580d2c5eaf49872a498192a089e9638432fb0ed746170033037002a078e3c1865e8c7f65852b4b3b09a084a584c39369c1dacad60a0b3cc6ae7b660e2a9e0c55eca860a482d59d020d4f773601', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f8acd1e3-8930-0ccb-460b-294490534b28', '1', 'openlineage', '', '{}', E'\\x28b52ffd603100b5060082cb2622304dac03013bda0276259a8818c83785cd9ff9a41ca2d115a449094031091911118251a4eb013a8cfcbc6b51feb55606c8d07444919c778d59bc984031b38052bc1c3412a20d3d060d252b992f010bd0503214fd88b04cb162eb1ee5c226f186f66e9c7e848a44a1bd2f9cd474ec832e7127be06f15d44c63917cf1db4c0272e20ccca62b5580d3066af49872a498192a009d1c70865f61dae8d170033037002a078e3c1865e8c7f65852b4b3b09a084a584c39369c1dacad60a0b3cc6ae7b660e2a9e0c55eca860a482d59d020d4f773601', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c3b07174-fc18-60c3-c707-566ec5cbcde1', '2', 'openlineage', '', '{}', E'\\x28b52ffd600e010d0800b24d2c21504df333c0566c26a6f6af4716afece28e0ef7c3f2a913b099d23b0e79999915067551774d1a278d8b8e45dde58f81be3fa4d6ba0b223a8dece9dacb86cd1b6263d15177f19ade4f7b39dbb566316382c4cc0229317330819275fa183855946c9a0950001e6543e1fd088a254e4cb97ea9e243daa1b53fc7fba3425168b0194e2e3a148c0e69e7618b68a512f973329e769489cf2fac8479599c16a701c60c3e74eca2142c098b92ed9758a6f743ef4420202002a394b51eac65b2e88bfbc862006add2b76911610174811194e1defb64e4289f980d22b7f295c813604d0b054384ca6d9dab6b5d4020fedba670ec69341b13338f2c0bca170f1cc4213', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', '35', 'openlineage', '', '{}', E'\\x28b52ffd600e010d0800b24d2c21304dec432d72a3b3f92f120e3967266cfacc27e5108dae1013621f4e0806060620733195a37c513e4dc7622abb6390ef0e99732a43bcc7811d1b7bd810f386d7d0744ce54da277c41ec66ecce1e52550bb2ba0d43607134951979181cb6541a79b8005e00f3614de8fb058ade2d5fae17a0e6907d6ee1eef7f8a458141cd6850d3b1a0d7907e1e6211bd96023f4646d44d362ffa8544d9659255c9aa015e865c3a94590a98044d8af64b30d1fba1752220202002a394b51eac65b2e88bfbc862006add2b76911610174811194e1defb64e4289f980d22b7f295c813604d0b054384ca6d9dab6b5d4020fedba670ec69341b13338f2c0bca170f1cc4213', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '2001694e-1cb1-13c4-d534-24fb4a96e32a', '3', 'openlineage', '', '{}', E'\\x28b52ffd60a700550700824c2922306bac03415d0eb62194f05b2bf2cbca92c6e77dc1236f772094e27f0c0919111182b5ee223a48ad7559437c9879fae7e43c74bd88cea6a32e6346fb909393fe3986716302c5cc024af18268a4643b820c3a4aacc97c0958001da7a3f425c26a8a555bef72aed8205f70efe6e9cba824121c3ce3cd4dc782f1217f24740e5f2b99925206f4172d11920a2d615630568cd540e3069b74ac822838d894ece58382f619be8d1b0057653773016781d4cb08429cae97934289d5034a78e52b295c05da4900252c251c9e4c0bd656b65658e03176dd337350f164a8624705472a305d287031cc6613', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '3fe25b94-9fe3-0d17-e4a8-97674908f882', '36', 'openlineage', '', '{}', E'\\x28b52ffd60a7005d0700828c2923406b9c0338cbfadd4056b6efa8cda7bf2390a3d387d92fa2214db6b33ecaae288ab90173eae23dc89c53b9e1414dbcbc6b303e6abd788faa632a6f22fb528351deb586979760edaec05acb201a4ad19e24839e122c3667021840bff82c7d88c078ed62e60e237b0ef285f676a03e7c4b22a14567b8a8ea60d173c82118358733a644282543ba9b98274105567615c9ae64d7002f478e3a7441141ca852f4f04121fb0cd7461b0057653773016781d4cb08429cae97934289d5034a78e52b295c05da4900252c251c9e4c0bd656b65658e03176dd337350f164a8624705472a305d287031cc6613', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', '37', 'openlineage', '', '{}', E'\\x28b52ffd604b01b50800a20e2f22306df4c0557275ede44f10bef906222473b56f2a1fe8952ad2ec8ba8663d181808039551974dfa93fe26845197f95ba0d15f52eb2e386a53f1809a3ff85e973d3cf4c89eae45d9b039c33b362175192bd33b6a51ce76ed61cc5ca09879402976101e6959a7d1815366c9a79d8005e02f1d09ef98b09862c596eb28d7bfa41b5afb83bce327188506bbe1e42664c17749431136885e6b9171ce46d48e3a1fc585c0c2dc28ac1456048c197c09d9863168149b96ed18d14c6f87de4724202002a3983b3bac65a6dcb7ce512d834ed65d7653df25d0e45d31b999ae4559401748bd0ca78e77b64e5a89f580d257be52f8026d08a061a970984cb3b5d1d6a2051eecba9b39384f068a1d83a30d4c178a8b67869b', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '8bde2151-3e28-2ce7-be40-65ff0697db25', '4', 'openlineage', '', '{}', E'\\x28b52ffd604b01b50800a20e2f22306df4c0557275ede44f10bef906222473b56f2a1fe895aac6c88ba8663d181808039551974dfa93fe26845197f95ba0d15f52eb2e386a53f1809a3ff85e973d3cf4c89eae45d9b039c33b36217519b3e91db52867bbf630662e50cc3ca0143b088fb4acd3e8c029b3e4d34ec002f0978e84774c588a62a52cd751ae7f4937b4f60779c74f300a0d76c3c94dc882ef9286226c10bdd622e39c8da81d753e8a0b8185b961ac182b028515f812b20d63d028362ddb31a299de0ebd8f24202002a3983b3bac65a6dcb7ce512d834ed65d7653df25d0e45d31b999ae4559401748bd0ca78e77b64e5a89f580d257be52f8026d08a061a970984cb3b5d1d6a2051eecba9b39384f068a1d83a30d4c178a8b67869b', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8b466ee4-d490-5a72-0f65-23108480af6b', '5', 'openlineage', '', '{}', E'\\x28b52ffd6011012d0800e24d2d22406bf438cb5ada4e8c772c74f3a507d3348cb4a15e6f91c37fc397fc2ad9300ce0069551b74d1a278dab1046dde63081bec3a4d6baad214690ecf9dccb969c2b44c72aa46ee336bd27f772f67350636681c5cc89b5f82178a8659d4e8cd30593503f000ce1513a1aef573065f152d8eb972cc2a4175c3b8cbc3f368b032775e3c9550893e24b3a7ac93934638bfc391b533ffac4e911120bb3d378355e010a2b1254c8320ed318142806562ddbffe04c6f86de4720202002a394b51eac65b2e88bfbc862006add2b7691161017481119511defb64e4289f980d22b7f295c813604d0b054384ca6d9dab6b5d4020fedba670ec69341b13338f2c0bca170b19c8531', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8c81eecf-05d7-9906-615f-15497633ecf4', '71', 'openlineage', '', '{}', E'\\x28b52ffd600e010d0800b24d2c21406bf438cb5ada4e8c572c74f3a507d3d47143d8edae2adc247cc9af920dc3006e9551974d1a278d9b10465de6ef80bebfa4d6ba6c21428fece9dacb86cd11a263135297319bde517b39dbb58731b38062668452ec103cd2b24ea3845366c9a71d8075f0281d0aef5f2c45b15296eb972bbea4135afb83bc3f2a988206bbe1e42664c1e892861e36865e6b913f67236a479d18bd0162616e182bc62a406105be842c931868169b96ed6f68a6b742ef2320202002a394b51eac65b2e88bfbc862006add2b76911610174811194e1defb64e4289f980d22b7f295c813604d0b054384ca6d9dab6b5d4020fedba670ec69341b13338f2c0bca170f1cc4213', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', '38', 'openlineage', '', '{}', E'\\x28b52ffd6011012d0800e24d2d22406bf438cb5ada4e8c772c74f3a507d3348cb4a15e6f91c3fbc397fc2ad9300ce0069551b74d1a278dab1046dde63081bec3a4d6baad214690ecf9dccb969c2b44c72aa46e63657a4feee5ece7a0c6cc028b99136bf143f050cb3a9d18a70b26a17e0018c2a37434deaf606df16aecf54b1661d20bae1d46de1f9bc58193baf1e42a8449f1251dbde41c9ab145fe9c8da91f7de2f4088985d9517829bc021a37092a641987690c0a1403ab96ed7f70a63743ef2320202002a394b51eac65b2e88bfbc862006add2b7691161017481119511defb64e4289f980d22b7f295c813604d0b054384ca6d9dab6b5d4020fedba670ec69341b13338f2c0bca170b19c8531', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '2b66f38b-f9f4-bb95-b34f-7330c245e95a', '6', 'openlineage', '', '{}', E'\\x28b52ffd60e200fd0700624d2c23404d9c03f8ac69222d57464506fb2ce9084f6a2c0649dae9af6a2bdbd95712bd8a024cf3612a93d373989a23857fdae19c536113cf01c5cbbbd6f1526388d7502499ca76251fb68ef2ae416c05d640edee8052fb243c10467982083c352b427f021600bfd858f05b612d6ad5b2dc3bae17298f68e7c8c1efb768189a74868b8a244b7a4eb9a3a546f1b598d85232e0ddf43cd80d04ccaec356b15505cb2e528424ea3407ce82228cbe2b1cc997b83e021f0073b4f89923c0326415c329ab9906380652df2308eb74159c144aac1e50c22b5f49e12ad04e02286129e1f0645ab0b6b2b5c2028fb1eb9e99838a2743153b2a385281e942818b67369b', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '3f60a42a-fabe-bbf3-95ca-02709a24133a', '41', 'openlineage', '', '{}', E'\\x28b52ffd60e200f50700620d2c23404d9c03f8ac69222d57b622837d9674842735168324edf457dd28d44d6bb95c863126f3612a93d373989a218577dae19c5361132f7ae2e55deb78a931c47328924c65bb920f5b4779d71eb6026ba0767740a975121ec8a23c41049e98159f3b010b805f7430f8adb0985ac5967bc7f520e511ed0c45fc7e0c86a1496fb8a848b2a4e794472d358aafb5c496b201ef26e7c16e2058769bc5aac5aa02b64c8290441be6a0595064d1774523f912d7471f0073b4f89923c0326415c329ab9906380652df2308eb74159c144aac1e50c22b5f49e12ad04e02286129e1f0645ab0b6b2b5c2028fb1eb9e99838a2743153b2a385281e942818b67369b', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', '49f3291e-7cca-49b4-1764-3f6b98fa75fe', '42', 'openlineage', '', '{}', E'\\x28b52ffd606e007d0700e24c2b23106d5807a625db5ddb3fbd42e4f56ca744b93f33476070766f238697072955555515dfd3c2c4cd5ea970678c98fe71a7497b9012546fffdcac872e328374b042a6a9da3f07b50ee881d5dd026bf553f0500bc74b997819ac427f005822caea68e2e782b5d5abb1f759998c9237b8c7488a9fb2612038f8c6abac1006e54b2e4de820ced852a7b50dfa771f49678262e976945e4a2f45eb06238530e330cd81c18280d5c29f118e8d77383f021a005d5b20e188acec675ae01840b1c78317bd2cff6a0b578b763e40594b59873bd3c2b6d5ae151b78cc5af7741d543c19aad851c1910a4c170a5c2c67730c', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', '7', 'openlineage', '', '{}', E'\\x28b52ffd606e00850700e28c2b24106d5807a625db5ddb3fbd42e4f56ca744b93f33476070761d51080d0156aaaaaa2ab801d3c2c4cd5ea970678c98fe71a7497b9012546fffdcac872e328374b042a6a9da3f07b50ee881d5dd026bf553f0500bc74b997819ac427f005822caea68e2e78229ab97c2de6765324adee01e23297eca8681e0e01bafb24218942fb934a18338634b9dd636e8df7d249d098aa5db69bd5a2f85d20a8c14c28cc33407060b02560b7f463836dee1fc081a005d5b20e188acec675ae01840b1c78317bd2cff6a0b578b763e40594b59873bd3c2b6d5ae151b78cc5af7741d543c19aad851c1910a4c170a5c2c67730c', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', '6dd46339-849e-0e96-5d5f-501eb7e440da', '8', 'openlineage', '', '{}', E'\\x28b52ffd603000c50600824b2723306dab03c055fe7a90ca9f78d4cf37852dec3c7dad1c0e4f4f9a4858cb4bc88888100451a4eb013a8cfcbc6b51feb55606e8d08444919c778d59bcb84031b38052bc281e29d1869e8386162b992f010bd0503a947e4c58a658b1758f72619378437b374e3f4265a1d0de1b4e6a42f64197b8135f83f86e22e39c8de70e5ae01317081266c662b5580d3066af49882a0a03044d893e463066dfe1fa08170033037002a078e3c1865e8c7f65852b4b3b09a084a584c39369c1dacad60a0b3cc6ae7b660e2a9e0c55eca8e04805a60b052e86d96c02', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', 'ff56ca6f-6c00-261d-30d2-d72a02ef61c6', '43', 'openlineage', '', '{}', E'\\x28b52ffd603000c50600824b2723306dab03c055fe7a90ca9f78d4cf37852dec3c7dad9ce65247ac4858cb4bc88888100451a4eb013a8cfcbc6b51feb55606e8d08444919c778d599c7081626601a578513c12d3869e8386162b992f010bd0503a947e4cd8a558ad758f72619378437b374e3f4265a1d0de1b4e6a42f64197b8135f83f82e9371cec673072df0890b048c9991b04a580d2c5eaf49882a0a03044d4c1f2318b3ef707d04170033037002a078e3c1865e8c7f65852b4b3b09a084a584c39369c1dacad60a0b3cc6ae7b660e2a9e0c55eca8e04805a60b052e86d96c02', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:01:00+00', '6e4fbd20-0512-bfa4-fd56-1f8e5f557ca1', '39', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd600200bd050002ca212040a5560768b75a754d867e7518be5906dbfd1b52dfe204ffe65c2e4214453137f75e66a61338b2ab7d49c2eaec8e50f8ec22e974304a4d6323755df981cf4116e137a8ff03a5be20a2a5d15246e9724075dd15f673b342c7457e10e38704682b19a5060331ae6d6764163f5b677f5b57ebaaa05c711894b8250e4dc188319c03ad231480fc041200ac08eb6654f038d2044b3b09a084a584c325eb692f6a53177671aeedba883108ab4c5e9032061a9eee6c02', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:02:00+00', '09406a89-f315-d5e9-45c1-83b6057f877a', '40', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd600500dd050032ca222130c5580708789e926ef723b788fd860679aebb6d90b0a7a9ffc1ee90202828a840f75e86a61348b2ab7d8ad2eaec9e50f8ec23e984b05a516423755d7982cf4916c26f60ff078cfd41444ba3a5acd6e580eaba2bece76685928b3ca9c61109d056b25a0f876a5cdbce0835fec6bcfdce72b69c15983312a416374e9360281607568de11c703a4201c8531200ac08eb6654f038d2044b3b09a084a584c325eb692f6a53177671aeedba083308ab4c5e9032061a96dd3906', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '19581e27-de7c-ed00-ff1c-e50b2047e7a5', '9', 'datahub', '', '{}', E'\\x28b52ffd20c8350400b287191c506ddb830d93fd84e07754d45c3dbda19b34a9c21a72831b3333bd06cf01772748771748e91099076e6b8edfb6a8da6c5e02b3aad592ec5c38cdf4ead115c3e0902cc72b63b3a18ececa1c45d1f0f1e87912d75d47e059215950e6f42e763c826fa58cf3910b003b09a084a5848bcb30a6d26f540972a615d36ea75d97ca6b560103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '35135aaa-6cc2-3891-b40c-b3f378c53a17', '29', 'datahub', '', '{}', E'\\x28b52ffd20a195030062c6151a80a93ad6aa10329692896e62928446b6f099607b269583591901cf065d9bd15215ae3284ac5a4d179f018020300ee46452442097b3f0c056f29d0a0c94f70ccf669f70afd6b52d7c176e977095b984937b511e0e9d040900420b60c31e3ccb91336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '3fdba35f-04dc-8c46-2986-c992bcf87554', '13', 'datahub', '', '{}', E'\\x28b52ffd20cfa5040052881c1f6045d406f50dc7f67e6f9635900aba0ed93d2320642a234dd4a7894110d805efc8c24e0069a7ad92881b43294bdda6ad3e7c60c46d70e042cac284ec5c48ddf4ead5d7418030288fb4946d3698abd572e1c68e57802ca8f714ef4923cbc6a6e14201c727f08e652f3be713be197d5c7e0a0c00bd8ccf04a0e38c407350c31e3a8b91336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4523540f-1504-cd17-100c-4835e85b7eef', '17', 'datahub', '', '{}', E'\\x28b52ffd20b5150400b2c7191c606bdbe68fba3f9ab2528b247a11f7356fc632195d8b3b910441d005ef8076da2869d82e90aa545ecbda1882cc280d5b41762a9c5ecd7af4540818084a73922a4ec6729436136cd5f1eac8017a0ff19e34aa6c5c8bcc3c8e3fe09dca66e61a7ff0bd6873f9270900410958c31e3b0b97336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4a44dc15-3642-04a8-0fe8-0e9039455cc1', '10', 'datahub', '', '{}', E'\\x28b52ffd20d92d04002207181b606bdbe611b7cf3ab50a293b4abf85cb7b15d5508f2f4c8220e802cdd3dd05d0dd01103a6496ac7276e3416bab8b1dd979585a35efcf9182c07024ca822c8233a13ff86524e134cdd32545540b64d6389e2dab6c5ecaab29cee05b576979260d003b09a084a5848bcb90690a7bd8a35125cc9995a79d5619b855966d96b5a08001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4ec9599f-c203-d176-a301-536c2e091a19', '18', 'datahub', '', '{}', E'\\x28b52ffd20b7ed03002247181b606bdbe68fba3b88d242c3b09d02bf45761b0e13d666010400205cef8076db7896a512b88a2e27c5cbd691dc9265a981b622984ecd7b3c62101c0a096390555815e8985f8612f0bd9fc041994925b7c6f36d3969f342bcdce24dbed132a76f020900410980c31e3b0b97332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4fc82b26-aecb-47d2-868c-4efbe3581732', '11', 'datahub', '', '{}', E'\\x28b52ffd20c06d040052481c1f5085aa0d508d167b24250a81ad9a794aaba5977517ed58c7889fc9cc4ca801d591659f00d29cbd04d2b2c6ca06531da6d9f6386919e1b873d82914fdae90b26c011b19533badf9f50431481c94dfb3510460beced9a66489f8f755558ba7ee1577ce0034649b5a979f53f766b2319e0a0900bd0c37d36040e5afb31839338869b7d3ae4be535ab8001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '535fa30d-7e25-dd8a-49f1-536779734ec8', '23', 'datahub', '', '{}', E'\\x28b52ffd20b4450400f2071b1d508bdb701a2898d4b2149421477e701ffe255f286fa29fe88e99995a03d3038303b29480a947db6619b2a7359dbbb29301203a8bfc40c7f3a3ac32adb02c6aa759af9e2004c4528e57066763b9fa5317250be81dafa64971e5f604fe294b83baa8b93dc7257c2fea5e5e0a09008510d8cc8c0195bfce62e4cc20a6dd4ebb2e95d7ac0206', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '59e19706-d51d-39f6-6711-c2653cd7eb12', '28', 'datahub', '', '{}', E'\\x28b52ffd20bc2504008247191c6089dbf043ebc24db90ac6b525a891f56bc2fd0da850125210447101ef46e2f2c2ba4bb965e9b8e5568f9e14642058921e563179f4b69856a804bd67785790841038d201385e9be38e6e34c8da4d6396b812b8dc1c5fc037eb2ed8b246fcc1bbd4d6ea4f0a00423330307cf02c47ce5c671d25c201a076980ab9b8a434ab8001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '5f9c4ab0-8cac-7457-e911-1a30e4664920', '26', 'datahub', '', '{}', E'\\x28b52ffd20c53d04006287191c508bdb700a1585a75d0aca901df301bc3ada00760c9b864aa8aa0a6bd10383c3b1926aa9e176d986edb9a57357762a00e497ac2aaeb0ed69a6599f8e1c04c44a9a07d104a7823de1b5a52145d19540314466911fe3f8a7cc64b363ec9cc5217c336d9c3c140b008508ec0f1981e6f0863d74162367569e765a65e05659b659d6820206', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '624b60c5-8c9d-8bfb-6ff1-886c2fd605d2', '30', 'datahub', '', '{}', E'\\x28b52ffd20a32d03001245121980276eec1ac26992c0a028f6ec9a903fc1181b6b001766e008efbc4e6bd4bc27378022701cd5cc0a38077a825f431ae4bd17a228222a20afc3f16b196573524e8c70876f5dc5f22e09007150c37300a93890332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '670671cd-9740-4156-226e-507973f2ab83', '27', 'datahub', '', '{}', E'\\x28b52ffd20926d03006286151a804b33067daa26563665f47ce17ac8b9768c929e57153891e911cb00749718972cf94e8630cc7436156a9b3671f341081406c83726f228d066c5d50e44a2df66590e63aa0db762e30870b54da58b957b112e3d2b0107004295cfb31c39338869b7d3ae4be535ab8001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6b51d431-df5d-7f14-1cbe-ceccf79edf3d', '12', 'datahub', '', '{}', E'\\x28b52ffd20ea3d05007249202040493607083024ea44649c35966eda2c8a8f5dbfae895c910c15881f15457141f345d351a19071e532a676086b1fb6dc1cef6b42a776074219324d0330c90e28d924efd71705191060967d9841ced75f8362024bd69c06f30a9210041ccb61b87e1f25bf6e480a374a0fb6a3cd2943e9fa027d84cb5373c7e8955e3afb227b150d00bd8ccf0410791981e610307be82c46ce5c671d25c201a076980ab9b8a434ab8001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6f4b6612-125f-b3a0-daec-d2799dfd6c9c', '21', 'datahub', '', '{}', E'\\x28b52ffd20bf450400b2071a1c608b73f5f8f3b949a8fdf6644d8f27ef2ec71e1453d51f230000e102d101410151e9f8f3d2e13e19e72dae4d01d239c917ea55017db95b272f6460504903ad654e198ad36a9a788d39bd8c12528c88e8e3c9f4b9b474cee3f4210d99de3dd87094beb20d5447010b003301e83823d01cd4b087ce62e4ccdad3e6acac8255369636b69625', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '785f3ec7-eb32-f30b-90cd-0fcf3657d388', '22', 'datahub', '', '{}', E'\\x28b52ffd20c11504002287181c6089dbf0f8bbf15c50e522b6537018246563061c700107488220e802ef0041e14888ba61d86e3b97c610ad4a32925bd2ebb4f5e0f46adee39163604809e3209b6055a8637e1725e07b4701a4329792dc9ae7dbf2d266a698b9c59f7cab659cfe090b003301fc3823d01cdeb087ce62e4cccad34eab0cdc2acb36cb5a50c0', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '8527a891-e224-1369-50ff-32ca212b45bc', '14', 'datahub', '', '{}', E'\\x28b52ffd20d1750400c2c71a1d508bdbf010943834d13f655a6db00b27f54a186c8a0c2b0e9399995003d391851b00d28fb65a103b855226759b5b7d7c20c46e70e03acac284ec4c44dd7af5eac9418030282f4a94d95cb02bbc32b2a0a6e92bb0186273b84ee37847b7652fb3e5a7b9846fa6efc94b010c00bd8ccf04f0e38c407378c31e3a8b91332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '9400f1b2-1cb5-27d7-fa3d-3eabba93557a', '19', 'datahub', '', '{}', E'\\x28b52ffd20b0fd0300b287191c606bdb6620ad36227195155abd88fbda7e3be60498957d9800008e0bef8181014948d04da1666d74986274360980c834b8ac1dbf4c69e5ec5cb8667af5e809423824e5786d6c3a96a3b32e97281a1f8fde4b5c571d816775b2a0cbf52a7efcc1f7a28bf34f0800330d0654fe3a8b91338398763bedba545eb30a18', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b17ef6d1-9c7a-5b1e-e83b-907c595526dc', '16', 'datahub', '', '{}', E'\\x28b52ffd20d0a50400d2881d1d608b73f5c52f973765a5db06e91e6b6e76e3ecfd3954287c380982a00bf38196dbea889e5ba875d87273bcf0019423133d3760cd1452b7e6bdfa5a12438159eb307b9aabc3f6c80653d49c89f925510e04642182eb174a7df503d2b81282f135da9c7284ae47e8655c8e1e3fc9f8a4ef66a1649f020a00410910983d76162e67aeb38e12e100503b4c855c5c529a55c0', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b7a56873-cd77-1f2c-446d-369b649430b6', '25', 'datahub', '', '{}', E'\\x28b52ffd20c3750400f2471b1d508b75700a2a4c2329c582e83f3fb84f7612470ec6ea3849253333a606f3804021510971a901b961a72ec2a697d5f63287bea83063e0801dd44e3ff6f495080c4a79a0c5da5bc5f2b4781390dbf5cc2d21cd8998475adbb63aac2f32ae3fe865db7e502e1ee97b618fdc47010b0085084c0f1981e6a0863d74162367d69e36676515acb2b1b4b1b52c01', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c2356069-e9d1-e79c-a924-378153cfbbfb', '24', 'datahub', '', '{}', E'\\x28b52ffd20de05050012091f1f4065ac0e08307a81ec5d7f6a347686794c104b4ccbab1220504e9b61180008f5022351d6126e27d89ee6d849f850d616a3cc09f0934c6b070e9aa368445f7fbf280761314b033c0635dfc7089a8e215beba15e399042522c85717e478a7e4f482c7b4a51c286a3c64f4ae71bf853f69be08333e0159f361d277b150c0085082c623202cd2160f6d0598c9cb9ce3a4a840340ed301572714969560103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c6f3ac57-944a-5314-90cd-39902d0f7777', '33', 'datahub', '', '{}', E'\\x28b52ffd6042001d0600e24a2420406dea18c690032b428bd13f5e1434f9ff2331c566cf146ea80ecf66180600020b5ba55b223b03f2eb79d1e04251c080180eb258c5fa90d0e0dbf5beae1d61e2365530cbd2c0c439672039e70824c9c94dacfff8e0bd4ded0e8da078f1527f340d0c20585020935026a29983b56cde8e5786f455014803b64a27b0968b25fb031b129f7bb42bee078191c44feb9e622412006d23346d77709bae3a4b6895819c5911b5426379c34cbe9d0450c252c285cbd5da823d81179cd9da69d8ac0206', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e29c9c18-0c62-79b0-b02a-bd6a1801c7c0', '32', 'datahub', '', '{}', E'\\x28b52ffd20ae9d0300c2c6151980a96d3ca8c97a6bf1058962891e66886582f3d2054e626a04cb80334b845d139baf4762738f2e3606014271a08481851bc3b9283ecdfe9ca0ac65c53f6d46c4dc652973c25c4574b440cea6e47ed2c1cabc872819ab09004295e75982ab02e4cc6a949d5a19a973087395cfacb204', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e629fa65-98d7-3276-8f7c-726b4b621285', '15', 'datahub', '', '{}', E'\\x28b52ffd20a6ed0300b287191c706d3a88e811d1c69e34e34d4b863471d0228455d37f867c4affdf109103abdf2478d86aa433f8542bdf18e04eadcbc6f1391be5618b808b0c68d5e69d9c1c060883e2f39944c7e2647d839285a33ea72852f8c99c38eb2158788336993e1c39eff2a6e84807004191bfb37039338869b7d3ae4be535ab8001', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'eb1e33e8-a81b-697b-7585-5af6bfcdbcbf', '31', 'datahub', '', '{}', E'\\x28b52ffd20b0ad0300e246161980b76d6429c94eaf8c0d8a6245ef7fbc6a9e32bd0f1cccca08ed863078870ea7bc7e573e9246adf97243001814474a8c24e829e00ba7a2d3ba1828ad9db3d7fe9ec8d197c6ee2a5173a6e502d9560b7595e1ecde98499db309004295e75982ab02e4cc6a949d5a19a973087395cfacb204', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'f5ca38f7-48a1-d6ea-f726-b8a42fb575c3', '20', 'datahub', '', '{}', E'\\x28b52ffd20dadd0400d2081e1f60b5ce01d00613b1b6dcef1e7588c9431e1894fde4eff1400126dc4110d805f1824361962c1ab66cded6e935442f6909287b4e2faf5e07aaa366fb7cc32083c56936c116f43cef2288a795648c86780649088ad118c7f5eba87ebe80fa96a17bedd14852f6e0f5053dbf65018d350678a5ef671daf57010c003301445e46a03904cc1e3a8b9133d75947897000a81da6422e2e29cd2a60', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '02d20bbd-7e39-4ad5-999a-4cebabac9619', '55', 'datahub', '', '{}', E'\\x28b52ffd20b0fd0300b287191c606bdb6620ad36227195155abd88fbda7e3be60438397d8c0000840bef8181014948d04da1666d74986274360980c834b8ac1dbf4c69e5ec5cb8667af5e809423824e5786d6c3a96a3b32e97281a1f8fde4b5c571d816775b2a0cbf52a7efcc1f7a28bf34f0800330d0654fe3a8b91338398763bedba545eb30a18', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '031b4af5-197e-c30a-926f-48cf40e11a7d', '51', 'datahub', '', '{}', E'\\x28b52ffd20a6ed0300b287191c706d3a88e811d1c69e34e34d4b863471d0228455d3b7bf3e00aa9e109103abdf2478d86aa433f8542bdf18e04eadcbc6f1391be5618b808b0c68d5e69d9c1c060883e2f39944c7e2647d839285a33ea72852f8c99c38eb2158788336993e1c39eff2a6e84807004191bfb37039338869b7d3ae4be535ab8001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '0e17daca-5f3e-175f-448b-acace3bc0da4', '49', 'datahub', '', '{}', E'\\x28b52ffd20cfa5040052881c1f6045d406f50dc7f67e6f9635900aba0ed93d2320642a638c48a7894110d805efc8c24e0069a7ad92881b43294bdda6ad3e7c60c46d70e042cac284ec5c48ddf4ead5d7418030288fb4946d3698abd572e1c68e57802ca8f714ef4923cbc6a6e14201c727f08e652f3be713be197d5c7e0a0c00bd8ccf04a0e38c407350c31e3a8b91336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '108c995b-953c-8a35-5611-03e2014cf828', '65', 'datahub', '', '{}', E'\\x28b52ffd20a195030062c6151a80a93ad6aa10329692896e62928446b6f09960ab09d486cc1901cf065d9bd15215ae3284ac5a4d179f018020300ee46452442097b3f0c056f29d0a0c94f70ccf669f70afd6b52d7c176e977095b984937b511e0e9d040900420b60c31e3ccb91336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '1a656259-0ef1-9d10-45d0-6c4055742d38', '50', 'datahub', '', '{}', E'\\x28b52ffd20d1750400c2c71a1d508bdb6310943d34d13f655a6db00b27f54a186c16902f4b8d9999a706d393861f40d290b652226e0ba54eeab2b6ea18c1881b01c17d4cc385ec5448cd7af5ea0b629038304e5ad4d964ac2bbc36d2a0a6e94a40b01059c37d8ee39f2ecb5e5ecbd0f307be973a28ff080c00bd8ccf04f0e38c407378c31e3a8b91332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '25fc0e70-96fc-6537-1820-2dc30b0c580b', '46', 'datahub', '', '{}', E'\\x28b52ffd20d93504002247181b606bdb8310b7cf3ab50a293b4abf85cb7b15d5035b7c6112044117edc8dd09d0dd05103ae4b5ac7236630263ab6a25d989683a35efcf15c3e0902c4ca36c8253a13ff86d64e1b476e4008a9818c8cb71fc5a4ed9ac94155bfc816f5d86e51f010d003b09a084a5848bcb90690a7bd8a35125cc9995a79d5619b855966d96b5a08001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2858dcd1-057d-3eae-7f7d-5f782167e24b', '53', 'datahub', '', '{}', E'\\x28b52ffd20b5150400b2c7191c606bdbe68fba3f9ab2528b247a11f7356fc6321963c253d14110d805ef8076da2869d82e90aa545ecbda1882cc280d5b41762a9c5ecd7af4540818084a73922a4ec6729436136cd5f1eac8017a0ff19e34aa6c5c8bcc3c8e3fe09dca66e61a7ff0bd6873f9270900410958c31e3b0b97336b4f9bb3b20a56d958dad85a96', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2fca346d-b656-1871-02ce-806ac732e06a', '54', 'datahub', '', '{}', E'\\x28b52ffd20b7f503002287181c606bdbe68fba3b48b20582613b057e8bec361c2e7d31ef1000c07101cf03ddb40f61582d4e97d44d6a75310097290cab42762a9a4ebdfa7b8220240eca6a125d3619e88757471aee798e08060831295cf6389ee9a6ec65b4dc1a77f08d74b5bc130900410980c31e3b0b97332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '31489056-e091-6d59-fe3a-dd79e63f095a', '47', 'datahub', '', '{}', E'\\x28b52ffd20c06d040052481c1f5085aa0d508d167b24250a81ad9a794aaba5977517ed381acd1f6366e6a901d591659f00d29cbd04d2b2c6ca06531da6d9f6386919e1b873d82914fdae90b26c011b19533badf9f50431481c94dfb3510460beced9a66489f8f755558ba7ee1577ce0034649b5a979f53f766b2319e0a0900bd0c37d36040e5afb31839338869b7d3ae4be535ab8001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '39fa9ec1-90ee-e7b6-f4df-f1100d6343e1', '60', 'datahub', '', '{}', E'\\x28b52ffd20de05050012091f1f4065ac0e08307a81ec5d7f6a347686794c104b4ccbab2206504e9b61180008f5022351d6126e27d89ee6d849f850d616a3cc09f0934c6b070e9aa368445f7fbf280761314b033c0635dfc7089a8e215beba15e399042522c85717e478a7e4f482c7b4a51c286a3c64f4ae71bf853f69be08333e0159f361d277b150c0085082c623202cd2160f6d0598c9cb9ce3a4a840340ed301572714969560103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3ada92f2-8b4c-eda3-8562-ebf047c6ff05', '66', 'datahub', '', '{}', E'\\x28b52ffd20a3350300228512197049dc141f426a4a48ab7715a231828ef0bdd746be55ff8710ef85d7698d9af7e446700c024735b304ce829ee0179100f2de4b6128223a20afc4f16b196573524ecc70876f5dc5f22e090071f8c37300a93890332b4f3bad3270ab2cdb2c6b410103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3e1e967e-9b79-3e90-8f8e-ae83c74dba9b', '59', 'datahub', '', '{}', E'\\x28b52ffd20b4450400f2071b1d508bdb701a2898d4b2149421477e701ffe255f286f7249a884aaaab006d3038303b29480a947db6619b2a7359dbbb29301203a8bfc40c7f3a3ac32adb02c6aa759af9e2004c4528e57066763b9fa5317250be81dafa64971e5f604fe294b83baa8b93dc7257c2fea5e5e0a09008510d8cc8c0195bfce62e4cc20a6dd4ebb2e95d7ac0206', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '41cfc0d1-f2d1-27b0-4555-b7246d84019b', '52', 'datahub', '', '{}', E'\\x28b52ffd20d0a50400d2881d1d608b73f5c52f973765a5db06e91e6b6e76e3ecfd39b40a7f9800008e0bf38196dbea889e5ba875d87273bcf0019423133d3760cd1452b7e6bdfa5a12438159eb307b9aabc3f6c80653d49c89f925510e04642182eb174a7df503d2b81282f135da9c7284ae47e8655c8e1e3fc9f8a4ef66a1649f020a00410910983d76162e67aeb38e12e100503b4c855c5c529a55c0', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '49d180ec-f561-3281-9571-bf39d9b7b342', '67', 'datahub', '', '{}', E'\\x28b52ffd20b0b50300e286161980a96dc452929dde02f50cbb413333c4c9dcf622b5c0494c8ded810280772871caeb77e52369d49a2f37088282395262a441cf015f38159dd6c54169ed9cbdf6f7448ebe347657899a332d1b645b2dd45588b37b632675ce0209004295e75982ab02e4cc6a949d5a19a973087395cfacb204', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '6208ef0f-7750-c111-548c-f90b6ea1d0d0', '58', 'datahub', '', '{}', E'\\x28b52ffd20c10d04002247181b608b73f5f833d95254410cc84e81fb5d327b509a2fd3c7080040b891038403a2d271a7a53f3d32ae299e8b02e03ae5faf29978cebeeae404292094d23c892e3619cb09ad4c1a5214f9100c16225b709d63b4d365f96d6bdb6b18427f69f3d2500b003301fc3823d01cdeb087ce62e4cccad34eab0cdc2acb36cb5a50c0', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '7688b6ef-5255-5962-d008-fff894223582', '56', 'datahub', '', '{}', E'\\x28b52ffd20dadd0400d2081e1f60b5ce01d00613b1b6dcef1e7588c9431e1894fde4eff16906369c0441d005f1824361962c1ab66cded6e935442f6909287b4e2faf5e07aaa366fb7cc32083c56936c116f43cef2288a795648c86780649088ad118c7f5eba87ebe80fa96a17bedd14852f6e0f5053dbf65018d350678a5ef671daf57010c003301445e46a03904cc1e3a8b9133d75947897000a81da6422e2e29cd2a60', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '811786ad-1ae7-4adf-dd20-dd0372abaaeb', '45', 'datahub', '', '{}', E'\\x28b52ffd20c8350400b287191c506ddb830d93fd84e07754d45c3dbda19b34a9422276831b3333bd06cf01772748771748e91099076e6b8edfb6a8da6c5e02b3aad592ec5c38cdf4ead115c3e0902cc72b63b3a18ececa1c45d1f0f1e87912d75d47e059215950e6f42e763c826fa58cf3910b003b09a084a5848bcb30a6d26f540972a615d36ea75d97ca6b560103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '81b8a03f-97e8-787c-53fe-1a86bda042b6', '62', 'datahub', '', '{}', E'\\x28b52ffd20c53d04006287191c606bdbc3c1d8fd46bb53155f7606e4e6598c3801ad7dd1c7080040b8d1030444a212d292c36db30ddb734de7aaec6400c86f59659c611bd4ac599fae2485845a1c485105e7623de1b5e52145d111c16021b2457e8de39f32cb66b7d83d8c3ff0bdd479f28f0b008508ec0f1981e6f0863d74162367569e765a65e05659b659d6820206', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '98010bd9-270f-9b10-0b62-14a21754fd33', '48', 'datahub', '', '{}', E'\\x28b52ffd20ea3d05007249202040493607083024ea44649c35966eda2c8a8f5dbfae895c910f15881f15457141f345d351a19071e532a676086b1fb6dc1cef6b42a776074219324d0330c90e28d924efd71705191060967d9841ced75f8362024bd69c06f30a9210041ccb61b87e1f25bf6e480a374a0fb6a3cd2943e9fa027d84cb5373c7e8955e3afb227b150d00bd8ccf0410791981e610307be82c46ce5c671d25c201a076980ab9b8a434ab8001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a21855da-08cb-102d-1d21-7c53dc5824a3', '68', 'datahub', '', '{}', E'\\x28b52ffd20ae9d0300c2c6151980a96d3ca8c97a6bf1058962891e668865821373051b326704cb80334b845d139baf4762738f2e3606014271a08481851bc3b9283ecdfe9ca0ac65c53f6d46c4dc652973c25c4574b440cea6e47ed2c1cabc872819ab09004295e75982ab02e4cc6a949d5a19a973087395cfacb204', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a68b412c-4282-555f-1554-6cf6e1fc4289', '64', 'datahub', '', '{}', E'\\x28b52ffd20bc2504008247191c6089dbf043ebc24db90ac6b525a891f56bc2fd0d6815021100807001ef46e2f2c2ba4bb965e9b8e5568f9e14642058921e563179f4b69856a804bd67785790841038d201385e9be38e6e34c8da4d6396b812b8dc1c5fc037eb2ed8b246fcc1bbd4d6ea4f0a00423330307cf02c47ce5c671d25c201a076980ab9b8a434ab8001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c75cb66a-e28d-8ebc-6ede-d002c28a8ba0', '69', 'datahub', '', '{}', E'\\x28b52ffd6042001d0600e24a2420406dea18c690032b428bd13f5e1434f9ff2331c566cf14df35b7c166180600020b5ba55b223b03f2eb79d1e04251c080180eb258c5fa90d0e0dbf5beae1d61e2365530cbd2c0c439672039e70824c9c94dacfff8e0bd4ded0e8da078f1527f340d0c20585020935026a29983b56cde8e5786f455014803b64a27b0968b25fb031b129f7bb42bee078191c44feb9e622412006d23346d77709bae3a4b6895819c5911b5426379c34cbe9d0450c252c285cbd5da823d81179cd9da69d8ac0206', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c837649c-ce43-f272-9138-e72cc3152070', '57', 'datahub', '', '{}', E'\\x28b52ffd20bf450400b2071a1c608b73f5f8f3b949a8fdf6644d8f27ef2ec71e1467421f230000e102d101410151e9f8f3d2e13e19e72dae4d01d239c917ea55017db95b272f6460504903ad654e198ad36a9a788d39bd8c12528c88e8e3c9f4b9b474cee3f4210d99de3dd87094beb20d5447010b003301e83823d01cd4b087ce62e4ccdad3e6acac8255369636b69625', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'd029fa3a-95e1-74a1-9934-857f535eb942', '61', 'datahub', '', '{}', E'\\x28b52ffd20c3750400f2471b1d508b75700a2a4c2329c582e83f3fb84f7612470ec621498286aaaab006f3804021510971a901b961a72ec2a697d5f63287bea83063e0801dd44e3ff6f495080c4a79a0c5da5bc5f2b4781390dbf5cc2d21cd8998475adbb63aac2f32ae3fe865db7e502e1ee97b618fdc47010b0085084c0f1981e6a0863d74162367d69e36676515acb2b1b4b1b52c01', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'da4ea2a5-506f-2693-eae1-90d9360a1f31', '63', 'datahub', '', '{}', E'\\x28b52ffd20926d03006286151a804b33067daa26563665f47ce17ac8b9768c929e8829d8903923cb00749718972cf94e8630cc7436156a9b3671f341081406c83726f228d066c5d50e44a2df66590e63aa0db762e30870b54da58b957b112e3d2b0107004295cfb31c39338869b7d3ae4be535ab8001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:03+00', 'ff5a1ae0-12af-a5d4-c889-c50ad427aaf5', '70', 'datahub', '', '{}', E'\\x28b52ffd20ae750300d2c5141a704bdb88afb2c932155db5bb100704342fe1e62ad870a9fabf849127661638660638c7ee14c6ad7afcbe0ab15ae9d59ba3840a48b0aca48ac545de7c294173b17907cc9a0e75c0c6c4efda4043a72e8c870409003b09a084a5848bcb30a6d21b55c45709c8993592a5f6', '2026-01-01 12:07:00+00', '00000000-0000-0000-0000-000000000008');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-11-20 10:01:00+00', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '44', 'gitlab', '', '{}', E'\\x28b52ffd60fc01a50a0076943d2140875807d9dc2a5bc03f2b88b80252a04afd1dc3cea203df59b9e188338aa21c08330034003300c73aae97ab302c97637be286ebf41c277ceb940504e19eb1408aa73b502328a51d49d95cbf2c942ff18418d037279817973302e7c4ca7e4208ecc98d9351189e3c0b9eae67679f27a6671ed2f47b9e7b82703efa07eae5a83c5d60ad4558ba58c03a068c0d0002f1294914d95801c5e831869e9f07397ad113a271a6d4404550d38a9db60ac6a92cbc787a37b736fbfa9e7265b37806beb95c038d37ee3c82c83d1913cdc4cad5f48c5a9cd01e8ee58538b7b4752dd9c66b0b2e61bcda3a0a06c4b009726087bd7e9be7ad73bde32420600219a2211faf09120a20b2e0b10b7f09806246d5c76317e07411f1bd6b90483198cb7348cf2e29dd967b5f25b67839de1992981364ac1f213cc9fa76fcc71542babde725b814a003e1ab6005adbb6946726cafd90e1af013', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('10cc8f24-94bd-be79-ae43-29287a9efe8b', '{"parent": "c189875219b651c9d86d2942627ad869"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('2056ad7f-0842-aace-c794-af4b7f7f064e', '{"parent": "43b8b5605a3b1825d2013755040ac5bc"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('23aec3e9-7cbc-a317-161f-1042f3c67cd8', '{"tags": "973079b9b196a3acabedd3bc5b363952", "gitlab": "1ddda84c79172156aea33438384f303b"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('3282f8ef-decb-e576-1a1f-4fa1b95c6a17', '{"jobType": "108294ddc020dbbeab70983ce5bd6a31"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('8cddc730-24c9-e4bd-1a44-48d904c8bfb1', '{"log": "f308a1bc5702b1f24d26d70bbed787fe", "gitlab": "9d0abbdff104ea22f4ed8d8533172086"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('944109a6-717b-7ce7-bbda-8b8dccfdf993', '{"parent": "c189875219b651c9d86d2942627ad869", "nominalTime": "d04c9bb48e60d42aa5209d4d3cf4bf5d"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('b80a67ca-885d-512d-f3aa-46a34eddee73', '{"jobType": "12cab90e0fad18fbfa0d12db8786864a"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('c2ddf9e0-e209-9bf0-420c-987d9b2d7901', '{"parent": "4b217c672f2d5c3eeee8d2a7c2b2cf97"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('cea2d563-ddc8-1c55-4bf5-27ce2cc832b2', '{"jobType": "fcbbd5df81b200ec4b931ff89434f137"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('dfc5f645-9dff-857c-9e14-4ca8486a59a2', '{"parent": "2a1e1d15cb35551974e78872a99f30f2", "nominalTime": "d04c9bb48e60d42aa5209d4d3cf4bf5d"}');
INSERT INTO facet_set (key, facets) OVERRIDING SYSTEM VALUE VALUES ('eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', '{"parent": "2a1e1d15cb35551974e78872a99f30f2"}');
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
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('10', '00000000-0000-4000-8000-000000000201', '00000000-0000-4000-8000-000000000201', '6', NULL, '8', '2026-01-01 00:00:01+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('22', '00000000-0000-4000-8000-000000000202', '00000000-0000-4000-8000-000000000202', '21', NULL, '23', '2026-01-01 00:00:01+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', '2026-01-01 00:00:01+00', '2026-01-01 00:00:02+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:02:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('23', '00000000-0000-4000-8000-000000000102', '00000000-0000-4000-8000-000000000102', '20', '17', NULL, '2026-01-01 00:00:00+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', NULL, '2026-01-01 00:00:07+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:04:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('24', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000002', '21', NULL, '23', '2026-01-01 00:00:03+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', NULL, '2026-01-01 00:00:04+00', '2026-01-01 00:00:03+00', '2026-01-01 00:00:04+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:02:00+00', '2026-01-01 12:06:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('27', NULL, '00000000-0000-4000-8000-000000000051', '26', '25', NULL, '2026-01-01 00:01:00+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', NULL, '2026-01-01 00:02:00+00', '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', 'false', 'false', 'false', NULL, NULL, '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', NULL, 'true', 'false', '2026-01-01 12:03:00+00', '2026-01-01 12:03:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('29', '00000000-0000-4000-8000-000000000302', '00000000-0000-4000-8000-000000000302', '28', NULL, '24', '2026-01-01 00:00:05+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', NULL, '2026-01-01 00:00:06+00', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:04:00+00', '2026-01-01 12:04:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('34', NULL, '1/build/all', '32', NULL, '36', '2026-11-20 10:00:10+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:10+00', '2026-11-20 10:00:50+00', NULL, '2026-11-20 10:00:50+00', '2026-11-20 10:00:00+00', '2026-11-20 10:00:50+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('35', NULL, '1', '33', '30', NULL, '2026-11-20 10:00:00+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:00+00', '2026-11-20 10:01:00+00', 'push', '2026-11-20 10:01:00+00', '2026-11-20 10:00:00+00', '2026-11-20 10:01:00+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('36', NULL, '1/build', '31', NULL, '35', '2026-11-20 10:00:10+00', '1', 'COMPLETE', 'SUCCESS', 'success', '2026-11-20 10:00:10+00', '2026-11-20 10:00:50+00', NULL, '2026-11-20 10:00:50+00', '2026-11-20 10:00:00+00', '2026-11-20 10:00:50+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:05:00+00', '2026-01-01 12:05:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('7', '00000000-0000-4000-8000-000000000301', '00000000-0000-4000-8000-000000000301', '4', NULL, '9', '2026-01-01 00:00:05+00', '1', 'COMPLETE', 'SUCCESS', 'COMPLETE', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', NULL, '2026-01-01 00:00:06+00', '2026-01-01 00:00:05+00', '2026-01-01 00:00:06+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('8', '00000000-0000-4000-8000-000000000101', '00000000-0000-4000-8000-000000000101', '5', '1', NULL, '2026-01-01 00:00:00+00', '1', 'COMPLETE', 'FAILURE', 'FAIL', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', NULL, '2026-01-01 00:00:07+00', '2026-01-01 00:00:00+00', '2026-01-01 00:00:07+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO run (id, run_uuid, native_id, template_id, flow_id, parent_id, created_at, attempt, status, result, native_result, started_at, ended_at, trigger, state_at, first_event_at, last_event_at, is_time_approximate, is_derived, is_superseded, closed_result, closed_native_result, source, declared_created_at, is_reported, is_removed, first_arrived_at, last_arrived_at) OVERRIDING SYSTEM VALUE VALUES ('9', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', '6', NULL, '8', '2026-01-01 00:00:04+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-01-01 00:00:04+00', '2026-01-01 00:00:04+00', 'false', 'false', 'false', NULL, NULL, NULL, NULL, 'true', 'false', '2026-01-01 12:00:00+00', '2026-01-01 12:08:00+00');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:01+00', '2', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', 'c3b07174-fc18-60c3-c707-566ec5cbcde1', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:02+00', '3', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'FAILURE', 'FAIL', 'false', 'false', '2001694e-1cb1-13c4-d534-24fb4a96e32a', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:01+00', '10', '2026-01-01 12:02:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:02+00', '11', '2026-01-01 12:02:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'FAILURE', 'FAIL', 'false', 'false', '3fe25b94-9fe3-0d17-e4a8-97674908f882', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', '2026-01-01 00:00:00+00', '9', '2026-01-01 12:02:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', 'f295d8b4-8439-ef40-9247-b723fc578e1c', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('23', '2026-01-01 00:00:07+00', '18', '2026-01-01 12:04:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'FAILURE', 'FAIL', 'false', 'false', 'ff56ca6f-6c00-261d-30d2-d72a02ef61c6', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', '12', '2026-01-01 12:02:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', '13', '2026-01-01 12:02:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'SUCCESS', 'COMPLETE', 'false', 'false', '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', '00000000-0000-0000-0000-000000000003');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', '2026-01-01 00:01:00+00', '14', '2026-01-01 12:03:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', '6e4fbd20-0512-bfa4-fd56-1f8e5f557ca1', '00000000-0000-0000-0000-000000000004');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', '2026-01-01 00:02:00+00', '15', '2026-01-01 12:03:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'SUCCESS', 'COMPLETE', 'false', 'false', '09406a89-f315-d5e9-45c1-83b6057f877a', '00000000-0000-0000-0000-000000000004');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', '16', '2026-01-01 12:04:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', '3f60a42a-fabe-bbf3-95ca-02709a24133a', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:06+00', '17', '2026-01-01 12:04:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'SUCCESS', 'COMPLETE', 'false', 'false', '49f3291e-7cca-49b4-1764-3f6b98fa75fe', '00000000-0000-0000-0000-000000000005');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:00+00', '20', '2026-01-01 12:05:00+00', NULL, NULL, NULL, NULL, NULL, NULL, 'created', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:10+00', '24', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'STARTED', NULL, 'running', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:50+00', '26', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'COMPLETE', 'SUCCESS', 'success', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:00:00+00', '19', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'STARTED', NULL, 'running', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:00:00+00', '21', '2026-01-01 12:05:00+00', NULL, NULL, NULL, NULL, NULL, NULL, 'created', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:01:00+00', '27', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'COMPLETE', 'SUCCESS', 'success', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:00+00', '22', '2026-01-01 12:05:00+00', NULL, NULL, NULL, NULL, NULL, NULL, 'created', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:10+00', '23', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'STARTED', NULL, 'running', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:50+00', '25', '2026-01-01 12:05:00+00', NULL, NULL, '1', NULL, 'COMPLETE', 'SUCCESS', 'success', 'false', 'false', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '00000000-0000-0000-0000-000000000006');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', '6', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', '2b66f38b-f9f4-bb95-b34f-7330c245e95a', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:06+00', '7', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'SUCCESS', 'COMPLETE', 'false', 'false', 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', '2026-01-01 00:00:00+00', '1', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'STARTED', NULL, 'START', 'false', 'false', 'f8acd1e3-8930-0ccb-460b-294490534b28', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('8', '2026-01-01 00:00:07+00', '8', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'COMPLETE', 'FAILURE', 'FAIL', 'false', 'false', '6dd46339-849e-0e96-5d5f-501eb7e440da', '00000000-0000-0000-0000-000000000001');
INSERT INTO run_event (run_id, at, seq, arrived_at, declared_start, duration_millis, attempt, counted_attempt, status, result, native_state, is_time_approximate, is_untimed, content_hash, trace_id) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', '28', '2026-01-01 12:08:00+00', NULL, NULL, NULL, NULL, NULL, NULL, 'OTHER', 'false', 'false', '8c81eecf-05d7-9906-615f-15497633ecf4', '00000000-0000-0000-0000-000000000009');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:02+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', 'OWN', 'true');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:02+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '10cc8f24-94bd-be79-ae43-29287a9efe8b', 'OWN', 'true');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', '1d7a7ea8-d91d-e245-2b6d-19a76c27ca54', '944109a6-717b-7ce7-bbda-8b8dccfdf993', 'OWN', 'false');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '10cc8f24-94bd-be79-ae43-29287a9efe8b', 'OWN', 'true');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', '2056ad7f-0842-aace-c794-af4b7f7f064e', 'OWN', 'false');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:50+00', '2e63d15f-7bc5-f0e8-9eb9-6706ada14fd5', '8cddc730-24c9-e4bd-1a44-48d904c8bfb1', 'OWN', 'true');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('35', '2026-11-20 10:01:00+00', '5c4f2dd1-047e-fca3-a6d1-62bdcd5df668', '23aec3e9-7cbc-a317-161f-1042f3c67cd8', 'OWN', 'true');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'c2ddf9e0-e209-9bf0-420c-987d9b2d7901', 'OWN', 'false');
INSERT INTO run_facets (run_id, at, names_key, set_key, scope, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', 'be7d1f94-ed8c-39f6-9911-d03d0ebabce0', 'eb34ab38-d7fb-6c9a-c826-18e4c870d9f5', 'OWN', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:01+00', '8', '5', '2026-01-01 12:00:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:02+00', '8', '5', '2026-01-01 12:00:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:01+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'c1898752-19b6-51c9-d86d-2942627ad869', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:02+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'c1898752-19b6-51c9-d86d-2942627ad869', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'c1898752-19b6-51c9-d86d-2942627ad869', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'c1898752-19b6-51c9-d86d-2942627ad869', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', '24', '21', '2026-01-01 12:04:00+00', 'f5290842-890b-57ec-bef9-0a319a074f62', '00000000-0000-4000-8000-000000000002', '43b8b560-5a3b-1825-d201-3755040ac5bc', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:00+00', '36', '31', '2026-01-01 12:05:00+00', 'da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, 'f3563e81-12fe-75c1-b785-c69077aecb2c', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:00+00', '35', '33', '2026-01-01 12:05:00+00', 'da926069-45c9-5313-8c50-53be3f60a91d', NULL, '74509edf-2667-dc9a-8868-9019a2bf5812', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', '9', '6', '2026-01-01 12:00:00+00', 'c71cf761-31af-5c76-97b2-bc8c6f599884', '00000000-0000-4000-8000-000000000001', '4b217c67-2f2d-5c3e-eee8-d2a7c2b2cf97', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, content_key, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', '8', '5', '2026-01-01 12:08:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', '2a1e1d15-cb35-5519-74e7-8872a99f30f2', 'PARENT', 'false');
INSERT INTO run_warning (run_id, code, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', 'facet.not_object', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO schema_migration (name, checksum, applied_at) OVERRIDING SYSTEM VALUE VALUES ('0001_schema.sql', 'a19a7000b376a171489d4931d86083285982f71f9e4021975ed02d395b76393b', '2026-01-02 00:00:00+00');
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
SELECT setval('edge_id_seq', 16);
SELECT setval('entity_id_seq', 42);
SELECT setval('quarantine_id_seq', 1);
SELECT setval('relationship_id_seq', 36);
SELECT setval('run_event_seq_seq', 28);
SELECT setval('token_id_seq', 1);
RESET session_replication_role;
