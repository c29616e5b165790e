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
    warnings     text[],
    body         bytea       NOT NULL,
    arrived_at   timestamptz NOT NULL DEFAULT arrival(),
    trace_id     uuid        NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (at, content_hash)
) PARTITION BY RANGE (at);

COMMENT ON TABLE event IS 'What was received: one row per distinct event, its body byte for byte (zstd).';
COMMENT ON COLUMN event.warnings IS 'codes of what was repaired in it (docs/codes.md); null: nothing';
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
) WITH (fillfactor = 50);

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
    kind          text        NOT NULL,
    is_terminal   boolean     NOT NULL,
    CONSTRAINT run_link_pkey PRIMARY KEY (run_id, kind, at, target_key),
    CONSTRAINT run_link_kind_known CHECK (kind IN ('PARENT', 'ROOT', 'UPSTREAM', 'DOWNSTREAM'))
);

CREATE INDEX run_link_new_idx ON run_link (run_id) WHERE target_id IS NULL;

-- Not of unresolved ones, so that it never looks as good as the key to who has no target in hand.
CREATE INDEX run_link_target_idx ON run_link (target_id, kind) WHERE target_id IS NOT NULL;

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
) WITH (fillfactor = 70);

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
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f295d8b4-8439-ef40-9247-b723fc578e1c', '34', 'openlineage', '', NULL, E'\\x28b52ffd6200803100750200a3c104bd37e863ca4015b7a07b32c40ce72ccffd632c15fced8a893f0c266078ded64837988018c9ad529160d759915da5116c8e4aea2e1f7b8cb143bcc7211cdecbf2cc46056724d1164b071f8a', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:00+00', 'f8acd1e3-8930-0ccb-460b-294490534b28', '1', 'openlineage', '', NULL, E'\\x28b52ffd6200803100750200a3c104bdb7e763ca4015b79e7b32c40ce72ccffd632c15fced8a893f0c266078ded64837988018c9ad529160d759915da5116c8e4aea2e1f7b8cb143bcc7211cdecbf2cc46056724d1164b071f8a', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c3b07174-fc18-60c3-c707-566ec5cbcde1', '2', 'openlineage', '', NULL, E'\\x28b52ffd6200800e01dd0300f3c208fdd2dbb3aea93d296a79bac1f37c4c19a8e2567bee9db0e7a00c31e3396779ee1f63011ffcb61a404e43be0e37686ad2c425b11a222ec228f7d1712eeb7547ae16a990b439c1366078167a5397300431d2aa52a96ad759915dd108568e4aea2e1f7b04c60e51100739bc0bcb338e0a4e93442ed6553e1401', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:01+00', 'c40b16b2-a171-3227-1a9b-7dc807b6e6ab', '35', 'openlineage', '', NULL, E'\\x28b52ffd6200800e01dd0300f3c208fdd21bb4aea941296a79bac1037d4c19a8e25683ee9d30e8a00c31e3396779ee1f63011ffcb61a404e43be0e37686ad2c425b11a222ec228f7d1712eeb7547ae16a990b439c1366078167a5397300431d2aa52a96ad759915dd108568e4aea2e1f7b04c60e51100739bc0bcb338e0a4e93442ed6553e1401', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '2001694e-1cb1-13c4-d534-24fb4a96e32a', '3', 'openlineage', '', NULL, E'\\x28b52ffd620080a7003d0300930208bdb73cdde0793ea60c5471ab3df74ed873508698019db33cf72fc78d8a188d0519fcd514d03e47a0655defc4d5870a698b1368fb8510215c5e0e970e236a532a12e83a1bb2ab19c1c25129dd65638fa0d8210ae0e08677b9ebb2bf3c4f92895844283505', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:02+00', '3fe25b94-9fe3-0d17-e4a8-97674908f882', '36', 'openlineage', '', NULL, E'\\x28b52ffd620080a700450300b34208bdb73cdde0e90dfa983250c5ad06dd3b61d04119620674cef2dcbf1c372a62341619fc3504002e925fcba2be8b2b0e2ca40ea711fe0b39b2b08c1c2e1d46d4a65424d07536645767048ba352bacbc61e63b14314c0c10def72d7657f799e2413b188506a0a', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '70b57bea-0cc6-3fe3-2abd-d5befe62f15f', '37', 'openlineage', '', NULL, E'\\x28b52ffd6200804b01050400f3c208fdd21bb4aea941296a79bac16386833ea60c5471ab41f74e1894216644e72ccffd632c21fcb61a805d43be0e1f6a6a72cc253159087278f7efa6de71290ff37f3897059c2357e82b24624eda0b0c67d1388d22ce1023f6552acfec3a13d96d1ac1e6a844dde5638fdcd82116e32087774179c653c16992c8625de5f319', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:03+00', '8bde2151-3e28-2ce7-be40-65ff0697db25', '4', 'openlineage', '', NULL, E'\\x28b52ffd6200804b01050400f3c208fdd2dbb3aea93d296a79bac163867b3ea60c5471ab3df74ed893216644e72ccffd632c21fcb61a805d43be0e1f6a6a72cc253159087278f7efa6de71290ff37f3897059c2357e82b24624eda0b0c67d1388d22ce1023f6552acfec3a13d96d1ac1e6a844dde5638fdcd82116e32087774179c653c16992c8625de5f319', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8b466ee4-d490-5a72-0f65-23108480af6b', '5', 'openlineage', '', NULL, E'\\x28b52ffd6200801101c50300d34208fdd2dbb3aea93d296a79bac1f37c4c19a8e2567bee9db02743cc90ce599efbc7581ffcb61a004f43be0e4f686a32c525b11a822ec2a8f8d17131eb75a7ae16a990b43cc176189ea5dfd65d6c2d46666ea948e0ebac64b76f04cba3927697953df2648758a4831fde05eb993693704b728b8513c167', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8c81eecf-05d7-9906-615f-15497633ecf4', '71', 'openlineage', '', NULL, E'\\x28b52ffd6200800e01f5030023c309fdd2dbb3aea93d296a79bac1f37c4c19a8e2567bee9db02743cc90ce599efbc7c3460b2c3b1a0b1ffcb61a404e43be0e37686ad2c425b11a222ec228f7d1712eeb7547ae16a990b439c116189ea5dfd65d6c21466656a948b0eb4c64b769049ba31275978f3d726387588c831cde85d76513f3bc24136211a1ec11', '2026-01-01 12:08:00+00', '00000000-0000-0000-0000-000000000009');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:04+00', '8ec7c0c5-f5c1-8c4f-ac11-6bd1207e89c7', '38', 'openlineage', '', NULL, E'\\x28b52ffd6200801101c50300d34208fdd21bb4aea941296a79bac1037d4c19a8e25683ee9d302843cc90ce599efbc7581ffcb61a004f43be0e4f686a32c525b11a822ec2a8f8d17131eb75a7ae16a990b43cc176189ea5dfd65d6c2d46666ea948e0ebac64b76f04cba3927697953df2648758a4831fde05eb993693704b728b8513c167', '2026-01-01 12:02:00+00', '00000000-0000-0000-0000-000000000003');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '2b66f38b-f9f4-bb95-b34f-7330c245e95a', '6', 'openlineage', '', NULL, E'\\x28b52ffd620080e200ad0300130309fdd2dbb3aea9517c634ee5e906cff33165a08a5bed3977c29e8b32c48ce99ce5b97f8c051dfcb3f8f78fff30e353016629c6f253ac2e4bfa48ae308090b89c441d603811c762e4708918515ba522c1ae3391dda7116c8e4ad45d3ef6a88d1d62310e72781794673c159c26892cd6553e9f01', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:05+00', '3f60a42a-fabe-bbf3-95ca-02709a24133a', '41', 'openlineage', '', NULL, E'\\x28b52ffd620080e200ad0300130309fdd21bb4aea9517c634ee5e9060ff43165a08a5b0d3a77c2a08b32c48ce99ce5b97f8c051dfcb3f8f78fff30e353016629c6f253ac2e4bfa48ae308090b89c441d603811c762e4708918515ba522c1ae3391dda7116c8e4ad45d3ef6a88d1d62310e72781794673c159c26892cd6553e9f01', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', '49f3291e-7cca-49b4-1764-3f6b98fa75fe', '42', 'openlineage', '', NULL, E'\\x28b52ffd6200806e000d0300834207fdd21bb4aea9517c634e3dd0c794812a6e4117658819d439cb73ff180b18fcbd3a937182721bc68757a50362300dc3f6b646bac184c548ee968a04bece96ecea8d6079546a7759d9634c7688023af8e15db89e693109b72477b17022a008', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:06+00', 'dac7a4ce-e777-1723-b6bc-b87c3acff1b5', '7', 'openlineage', '', NULL, E'\\x28b52ffd6200806e000d0300834207fdd2dbb3aea9517c634e3dcfc794812a6e3d17658819d439cb73ff180b18fcbd3a937182721bc68757a50362300dc3f6b646bac184c548ee968a04bece96ecea8d6079546a7759d9634c7688023af8e15db89e693109b72477b17022a008', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', '6dd46339-849e-0e96-5d5f-501eb7e440da', '8', 'openlineage', '', NULL, E'\\x28b52ffd62008030009d0200f30106bdb7e763ca4015b79e7b32c48cea9ce5b97f396e54c4682c15fcec8a493f0ca65f78ded64837987018c99d529140d7d9905d9d112c8e4ae92e1b7b8cc50e51000737bccb5d97fde579924cc42242a929', '2026-01-01 12:00:00+00', '00000000-0000-0000-0000-000000000001');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:00:07+00', 'ff56ca6f-6c00-261d-30d2-d72a02ef61c6', '43', 'openlineage', '', NULL, E'\\x28b52ffd62008030009d0200f30106bd37e863ca4015b7a07b32c48cea9ce5b97f396e54c4682c15fcec8a493f0ca65f78ded64837987018c99d529140d7d9905d9d112c8e4ae92e1b7b8cc50e51000737bccb5d97fde579924cc42242a929', '2026-01-01 12:04:00+00', '00000000-0000-0000-0000-000000000005');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:01:00+00', '6e4fbd20-0512-bfa4-fd56-1f8e5f557ca1', '39', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd6200800200ad0200734207bdf7166df0a399acead2ccc9642ee94d5971eb42d2cc70cef2dc3fc60213fc8d1b006ad9baac4419a1e2592cfdc14daa08f02ab5436ad6a382d6475dff98d00d14f3ea1c1e87f22c4c05174922c4c216ef33', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-01 00:02:00+00', '09406a89-f315-d5e9-45c1-83b6057f877a', '40', 'databand', '3a8bc7f8-0c65-115f-98f6-aa662e60cbe7', '{facet.not_object}', E'\\x28b52ffd6200800500b50200938207bdf7166df0a399acead2ccc9642ee94d5971eb4242818ee29ce5b97f8c0513fc901b006dd9c0ac441fa1e2592cfdc1cdab08202bb5466ad6bb82d65f5dff43b7282d7be8c343a29eed9b64a224b45857f91806', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '19581e27-de7c-ed00-ff1c-e50b2047e7a5', '9', 'datahub', '', NULL, E'\\x28b52ffd220080c8a50300f3c40fbd3de79c954fa144198a445d8dd224ea05d8c2fb87155912b73142c60b1a2f91b0896e4eab7438bd5f1a97a646426915d7601d7cf3c3aa6ed04e36156e270111fc7b030cc337c2927dd4717caf61d98cc1835537d061994e6ac38a5d7c700d7752aaa19bf73b2eed3d29684c2d84f11d38', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '35135aaa-6cc2-3891-b40c-b3f378c53a17', '29', 'datahub', '', NULL, E'\\x28b52ffd220080a13d030023840dbd3d4d91a8174811b6a449ffb0224be23646c87841d3cd695509b664709e32254d87f32c4a09b6285186225157ab6ed04e36156e27010ffc221b60bf8967f3bedb7c2bf9a1656c5c1b5236b7a1e9711a3a16401cce4443676da78b4b0abeb4160a6f2016', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '3fdba35f-04dc-8c46-2986-c992bcf87554', '13', 'datahub', '', NULL, E'\\x28b52ffd220080cf250400c34513bd8591a71b3c615815b79ce763ca400e18141f53460c6ce10d0645a25e90a731b085f70f2bb2246e63848c1734dd9c5695604b06e72953d27438cfa294608b1265281275b5ea06ed6453e1761211fcefd11f5979bffe2d9858a722c5a1c7fce55c59c6f36b33bae5b64b3dce78c75a88c3093674dbed447149419fd642189ac402', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4523540f-1504-cd17-100c-4835e85b7eef', '17', 'datahub', '', NULL, E'\\x28b52ffd220080b58d0300b3840fbd856155dc729e8f290339605024ea0562600bef1f566449dcc608192f68ba39ad2ac1960cce53a6a4e9709e4529c11625ca5024ea6ad50ddac9a6c2ed2410fcb94a824d7c5dbba5648ff58bc4641e65ec796dd41adc86d7e3f4e6580a71382b0d9db89d3a97142cd35ad8ae8158', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4a44dc15-3642-04a8-0fe8-0e9039455cc1', '10', 'datahub', '', NULL, E'\\x28b52ffd220080d97d0300d3030cbd3de79c954f91a817600bef1f566449dcc608192fd0cd694dc7734f5328518622519714614b9a74758376b2a9703b0916fc7b030cc337e2947d18727cb3ecc4fedf4c01d9fc28bab0e39c1f673c4f8eece36d0c73d85339c2b6a618e0cb4034d2d6ca971432b516c248c31d', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4ec9599f-c203-d176-a301-536c2e091a19', '18', 'datahub', '', NULL, E'\\x28b52ffd220080b765030043040ebd856155dc729e8f290339605024ea0562600bef1f566449dcc608192fd0cd694dc7734f5328518622519714614b9a74758376b2a9703b0911fcbb4a824d1c5ebba5649ff58bc4641e67ec991cf5f1b65939b653b90037b218e07f4db41bd6f14b0a90b516b673c01d', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '4fc82b26-aecb-47d2-868c-4efbe3581732', '11', 'datahub', '', NULL, E'\\x28b52ffd220080c00d0400134614bd8591a71b3c615815b79ce763ca400e18141f53460c302894284391a8ab519a44bd600c6ce1fdc38a2c89db1821e3058d9748d84437a7553a9cde2f8d4b5323a1b48a6bb00ebef961553768279b0ab7930efcefd1cf55f8694ee503a69c9202a0d371fcfc2bad78488c6b4a27c50ddd5269c795b82705c2d44286828103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '535fa30d-7e25-dd8a-49f1-536779734ec8', '23', 'datahub', '', NULL, E'\\x28b52ffd220080b40d0400c38616bd8521b2830719cecbf03d691c1f5306ca68281a6a822c9c21035b788341a144198a445d8dd224ea0519be271764343facc892b88d11325ed07889844d74735aa5c3e9fdd2b83435124aabb806ebe09b1f56758376b2a9703b090bfc73540b304dbe924a2609132bb620c635a693d2866e7edb71a9f7a4a036b5b0da77e0', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '59e19706-d51d-39f6-6711-c2653cd7eb12', '28', 'datahub', '', NULL, E'\\x28b52ffd220080bc65030013440dbd3d4d91a8174811b6a449ffb0224be23646c87841d3cdd1e1f48aa522f22e0ac5ab6b434d9a12652812759d90543768279b0ab79311fc222b307018a69f639e035a39400179c2701eb27bdbac34d98c770ea37e04517e4d503ad3b8f97aa1812e29fca616264f0b1c', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '5f9c4ab0-8cac-7457-e911-1a30e4664920', '26', 'datahub', '', NULL, E'\\x28b52ffd220080c5e50300a3c512bd8521b2830719cecbf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c878816e4e6b3a9e7b9a4289321489baa4085bd2a4ab1bb4934d85db4910fc731498127f91bfd4a3b1f2849ef16672a4b0b7b19ae1adca11dc4a65802fb7cfc8f8845f5248d65ad82e0d77', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '624b60c5-8c9d-8bfb-6ff1-886c2fd605d2', '30', 'datahub', '', NULL, E'\\x28b52ffd220080a3b5020013030abd49d40b7e589125711b2364bc4037a7351dcf3d4da144198a445d52842d69d2d50ddac9a6c2ed240ffcb100f009396db4e46cced8951c0bc5dbe67bac4cb960dad42ec0ff3e60e799592629c0985a08c32170', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '670671cd-9740-4156-226e-507973f2ab83', '27', 'datahub', '', NULL, E'\\x28b52ffd220080922d0300d3840fbd3d4da144198a445d8dd224ea0552842d69d23facc892b88d11325ed07889844d74735aa5c3e9fdd2b83435124aabb806ebe09b1f56758376b2a9703b090bfc2263780d70bb4db592056ac5fefbb8063a29ddd0cdc31d97f09e1444530b257f070e', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6b51d431-df5d-7f14-1cbe-ceccf79edf3d', '12', 'datahub', '', NULL, E'\\x28b52ffd220080ea350400738512bd8591a71b3c615815b79ce763ca400e18141f53460c302812f5823c8d812dbc7f589125711b2364bca0e9e6e8707ac55211791785e2d5b5a1264d89321489ba4e48aa1bb4934d85db4913fcefd11f57f8694e05136381bb44f598b9393f0079bee18cf5bd2dad3471c63b64a39e96288f75289d11dc7cb9d05d97141ea616da4a0b1c', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '6f4b6612-125f-b3a0-daec-d2799dfd6c9c', '21', 'datahub', '', NULL, E'\\x28b52ffd220080bfd50300630512bd8521b2830719ceb3aec9b12a6e5134d40459384306b6f0068322512ff8614596c46d8c90f182a69bd3aa126cc9e03c654a9a0ee75994126c51a20c45a2ae56dda09d6c2adc4e0210fcba50c026aeaeafc80c0a5d6f529565ecb2368c5b6e03e8719a3bd684389cd5864e6ca78e4b0ade692db4d5402c', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '785f3ec7-eb32-f30b-90cd-0fcf3657d388', '22', 'datahub', '', NULL, E'\\x28b52ffd220080c1950300b3c40fbd8521b2830719ceb3aec9b12a6e5134d404593843061814897ac10f2bb2246e63848c17e8e6b4a6e3b9a72994284391a84b8ab0254dbaba413bd954b89d0411fc731298127f91d7a50611af3757e58c5790239e781b731ea6518ec82de504f8f2f98cf427fe25857cad8530d27007', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '8527a891-e224-1369-50ff-32ca212b45bc', '14', 'datahub', '', NULL, E'\\x28b52ffd220080d1ed0300f3c410bd8591a71b3c615815b79ce763ca400e18141f53460c302812f58231b085f70f2bb2246e63848c17e8e6b4a6e3b9a72994284391a84b8ab0254dbaba413bd954b89d0413fcefd15756f8694e0513632f52d43b169e1b14489ee98c8d93639ede36a7c612950b8e0dbc01feb7383b98f9649202c0d4c2c50e8103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', '9400f1b2-1cb5-27d7-fa3d-3eabba93557a', '19', 'datahub', '', NULL, E'\\x28b52ffd220080b0b50300d34513bd8521b2830719ceb3aec9b12a6e5134d4045938430618144a94a148d4d5284da25ef0c38a2c89db1821e3058d9748d84437a7553a9cde2f8d4b5323a1b48a6bb00ebef961553768279b0ab7930cfc73520b300d052428d47692d2b062131f5cc39d9468e8e6ed8ecb764f0a76530b917c070e', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b17ef6d1-9c7a-5b1e-e83b-907c595526dc', '16', 'datahub', '', NULL, E'\\x28b52ffd220080d0bd0300a3840fbd856155dc729e8f290339605024ea0562600bef1f566449dcc608192f68ba393a9c5eb15444de45a178756da84953a20c45a2ae1392ea06ed6453e1761212fcd44a829db840e3f6929d993812f33c0079b3e15ceb7bfbad34cd8c77f0469d2d51be75289d49dc7c78a1892e299ca616924c0b1c', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'b7a56873-cd77-1f2c-446d-369b649430b6', '25', 'datahub', '', NULL, E'\\x28b52ffd220080c31d0400138614bd8521b2830719cecbf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c87841d3cd695509b664709e32254d87f32c4a09b6285186225157ab6ed04e36156e27010ffcba50c026aeae7fa9246325135ac69e6ba3cae636bc1ea737c75288c35969e8c4edd4b9a46099d6c2760dc402', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c2356069-e9d1-e79c-a924-378153cfbbfb', '24', 'datahub', '', NULL, E'\\x28b52ffd220080de3d0400034614bd8521b2830719cecbf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c87841d3cdd1e1f48aa522f22e0ac5ab6b434d9a12652812759d90543768279b0ab79311fc731498120fdc7fa94763e50905e44dc3b9caeeedb7d23433dec18c3a1144f99aa0742671f3e18526baa4709a5a48322d70', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'c6f3ac57-944a-5314-90cd-39902d0f7777', '33', 'datahub', '', NULL, E'\\x28b52ffd6200804200a5050003881a3dc3f7a4a134897ac10f2bb2246e63848c1734dd9c56f1c8a2f866a2c8683a9cde2fed39e7ac7c4a9ec6289122296a6188ece04186f34a1c1f5306ca68281a6a822c9c21035b788341d95c13c5820cdf930b321a4a94a148d4d54828adda5c135552dda09d6c2adc4e0219fc6d3d483bc5e98eb99e434fc53e090d72b6501fc3d9d601763569fee33f10618e5fe29800bc16793c0d2cee6d0c4f4e3cdd24ad475b2a0c1371f4c70b3d29504d2d7cb21938', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e29c9c18-0c62-79b0-b02a-bd6a1801c7c0', '32', 'datahub', '', NULL, E'\\x28b52ffd220080ae3d030073440ebd3d4da144198a445d8dd224ea053facc892b88d11325ed07473282e45d89226ad83e29214f1c8a2f866a2c8d04c5675e9ea06ed6453e176120efc22637c9e4f8f4e521a726c8237bc936e0068d4e956ddbc3c5c0b7849627027e99302dfd4c2e4238103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'e629fa65-98d7-3276-8f7c-726b4b621285', '15', 'datahub', '', NULL, E'\\x28b52ffd220080a68d0300934512bd856155dc729e8f2903396050285186225157a334897a818f292306b6f0fe614596c46d8c90f182c64b246ca29bd32a1d4eef97c6a5a991505ac5355807dffcb0aa1bb4934d85db490bfcaa4a5a047bf2ef918bf3d3b0e2a10fae299d1437744ba51d57e29e1408530b190a060e', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'eb1e33e8-a81b-697b-7585-5af6bfcdbcbf', '31', 'datahub', '', NULL, E'\\x28b52ffd220080b045030093840ebd3df734851265281275354a93a817fcb0224be23646c87841d3cda1b814614b9ab40e8a5bd7c4238be29b8922433359d5a5ab1bb4934d85db490efc22637c9e4f8f4e521a726c8237bc936e0068d4e956ddbc3c5c0b7849627027e99302dfd4c2e4238103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:01+00', 'f5ca38f7-48a1-d6ea-f726-b8a42fb575c3', '20', 'datahub', '', NULL, E'\\x28b52ffd220080daed0300134511bd8521b2830719ceb3aec9b12a6e5134d404593843061814897ac10f2bb2246e63848c1734dd1c1d4eaf582a22efa250bcba36d4a42951862251d70949758376b2a9703b0912fc731298120fdcaf8b13225e6fae4a405e319c8d7b6f432b4dcff14ec2a92327ca3b2da533889bef2eb4d62585c3d44286698103', '2026-01-01 12:01:00+00', '00000000-0000-0000-0000-000000000002');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '02d20bbd-7e39-4ad5-999a-4cebabac9619', '55', 'datahub', '', NULL, E'\\x28b52ffd220080b0b50300d34513bd8521b28307190eb4aec9b12a6e5134d4045938430618144a94a148d4d5284da25ef0c38a2c89db1821e3058d9748d84437a7553a9cde2f8d4b5323a1b48a6bb00ebef961553768279b0ab7930cfc73520b300d052428d47692d2b062131f5cc39d9468e8e6ed8ecb764f0a76530b917c070e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '031b4af5-197e-c30a-926f-48cf40e11a7d', '51', 'datahub', '', NULL, E'\\x28b52ffd220080a68d0300934512bd856155dc72a08f2903396050285186225157a334897a818f292306b6f0fe614596c46d8c90f182c64b246ca29bd32a1d4eef97c6a5a991505ac5355807dffcb0aa1bb4934d85db490bfcaa4a5a047bf2ef918bf3d3b0e2a10fae299d1437744ba51d57e29e1408530b190a060e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '0e17daca-5f3e-175f-448b-acace3bc0da4', '49', 'datahub', '', NULL, E'\\x28b52ffd220080cf250400c34513bd8591a71b3c615815b71ce863ca400e18141f53460c6ce10d0645a25e90a731b085f70f2bb2246e63848c1734dd9c5695604b06e72953d27438d0a294608b1265281275b5ea06ed6453e1761211fcefd11f5979bffe2d9858a722c5a1c7fce55c59c6f36b33bae5b64b3dce78c75a88c3093674dbed447149419fd642189ac402', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '108c995b-953c-8a35-5611-03e2014cf828', '65', 'datahub', '', NULL, E'\\x28b52ffd220080a13d030023840dbd414d91a8174811b6a449ffb0224be23646c87841d3cd695509b664709e32254d87032d4a09b6285186225157ab6ed04e36156e27010ffc221b60bf8967f3bedb7c2bf9a1656c5c1b5236b7a1e9711a3a16401cce4443676da78b4b0abeb4160a6f2016', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '1a656259-0ef1-9d10-45d0-6c4055742d38', '50', 'datahub', '', NULL, E'\\x28b52ffd220080d1ed030003c510bd8591a71b3c615815b71ce863ca400e18141f53460c302812f58231b085f70f2bb2246e63848c1734dd9cd67440f7348512652812754911b6a449573768279b0ab79313fcefd15756f8694e0513632f52d43b169e1b14489ec9191bdb8674bd0d681819a01cc2ad4c047879efed8675fc920264ad85ed1c7007', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '25fc0e70-96fc-6537-1820-2dc30b0c580b', '46', 'datahub', '', NULL, E'\\x28b52ffd220080d9850300e3430cbd41e79c954f91a817600bef1f566449dcc608192f68ba39ade980ee690a25ca5024ea92226c4993ae6ed04e36156e270116fc7b030cc337e2947d18727cb3ecc4fedf4c01d9fc28bab0e39c1f673cbf6dc6dadb9ed470a072e4dbc21be0cb8b3302339d4c52084c2d5c9c1638', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2858dcd1-057d-3eae-7f7d-5f782167e24b', '53', 'datahub', '', NULL, E'\\x28b52ffd220080b58d0300b3840fbd856155dc72a08f290339605024ea0562600bef1f566449dcc608192f68ba39ad2ac1960cce53a6a4e970a04529c11625ca5024ea6ad50ddac9a6c2ed2410fcb94a824d7c5dbba5648ff58bc4641e65ec796dd41adc86d7e3f4e6580a71382b0d9db89d3a97142cd35ad8ae8158', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '2fca346d-b656-1871-02ce-806ac732e06a', '54', 'datahub', '', NULL, E'\\x28b52ffd220080b76d030053440ebd856155dc72a08f290339605024ea0562600bef1f566449dcc608192f68ba39ade980ee690a25ca5024ea92226c4993ae6ed04e36156e270111fcbb4a824d1c5ebba5649ff58bc4641e67ecb96dd4dadb80af11a77288d99a37c0cb0167d7994b2629c0985a08c32170', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '31489056-e091-6d59-fe3a-dd79e63f095a', '47', 'datahub', '', NULL, E'\\x28b52ffd220080c00d0400134614bd8591a71b3c615815b71ce863ca400e18141f53460c302894284391a8ab519a44bd600c6ce1fdc38a2c89db1821e3058d9748d84437a7553a9cde2f8d4b5323a1b48a6bb00ebef961553768279b0ab7930efcefd1cf55f8694ee503a69c9202a0d371fcfc2bad78488c6b4a27c50ddd5269c795b82705c2d44286828103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '39fa9ec1-90ee-e7b6-f4df-f1100d6343e1', '60', 'datahub', '', NULL, E'\\x28b52ffd220080de3d0400034614bd8521b28307190eccf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c87841d3cdd1e1f48aa522022f0ac5ab6b434d9a12652812759d90543768279b0ab79311fc731498120fdc7fa94763e50905e44dc3b9caeeedb7d23433dec18c3a1144f99aa0742671f3e18526baa4709a5a48322d70', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3ada92f2-8b4c-eda3-8562-ebf047c6ff05', '66', 'datahub', '', NULL, E'\\x28b52ffd220080a3bd020033430abd41897ac10f2bb2246e63848c1734dd9cd67440f7348512652812754911b6a449573768279b0ab7930ffcb100f96839b5b424699cb17ddb40c7db00919120caa1bf055080972fd10e5a3f5f5200d45ab8d80177', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '3e1e967e-9b79-3e90-8f8e-ae83c74dba9b', '59', 'datahub', '', NULL, E'\\x28b52ffd220080b40d0400c38616bd8521b28307190eccf03d691c1f5306ca68281a6a822c9c21035b788341a144198a445d8dd224ea0519be271764343facc892b88d11325ed07889844d74735aa5c3e9fdd2b83435124aabb806ebe09b1f56758376b2a9703b090bfc73540b304dbe924a2609132bb620c635a693d2866e7edb71a9f7a4a036b5b0da77e0', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '41cfc0d1-f2d1-27b0-4555-b7246d84019b', '52', 'datahub', '', NULL, E'\\x28b52ffd220080d0bd0300a3840fbd856155dc72a08f290339605024ea0562600bef1f566449dcc608192f68ba393a9c5eb15444e045a178756da84953a20c45a2ae1392ea06ed6453e1761212fcd44a829db840e3f6929d993812f33c0079b3e15ceb7bfbad34cd8c77f0469d2d51be75289d49dc7c78a1892e299ca616924c0b1c', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '49d180ec-f561-3281-9571-bf39d9b7b342', '67', 'datahub', '', NULL, E'\\x28b52ffd220080b045030093840ebd41f734851265281275354a93a817fcb0224be23646c87841d3cda1b814614b9ab40e8a5bd7c4238be29b8922433359d5a5ab1bb4934d85db490efc22637c9e4f8f4e521a726c8237bc936e0068d4e956ddbc3c5c0b7849627027e99302dfd4c2e4238103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '6208ef0f-7750-c111-548c-f90b6ea1d0d0', '58', 'datahub', '', NULL, E'\\x28b52ffd220080c1950300c3c40fbd8521b28307190eb4aec9b12a6e5134d404593843061814897ac10f2bb2246e63848c1734dd9cd67440f7348512652812754911b6a449573768279b0ab79311fc731298127f91d7a50611af3757e519afb4cdc6f5b60730dca01c295b9308f065d81b696be54b0a995a0b61a4e10e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '7688b6ef-5255-5962-d008-fff894223582', '56', 'datahub', '', NULL, E'\\x28b52ffd220080daed0300134511bd8521b28307190eb4aec9b12a6e5134d404593843061814897ac10f2bb2246e63848c1734dd1c1d4eaf582a22f0a250bcba36d4a42951862251d70949758376b2a9703b0912fc731298120fdcaf8b13225e6fae4a405e319c8d7b6f432b4dcff14ec2a92327ca3b2da533889bef2eb4d62585c3d44286698103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '811786ad-1ae7-4adf-dd20-dd0372abaaeb', '45', 'datahub', '', NULL, E'\\x28b52ffd220080c8a50300f3c40fbd41e79c954fa144198a445d8dd224ea05d8c2fb87155912b73142c60b1a2f91b0896e4eab7438bd5f1a97a646426915d7601d7cf3c3aa6ed04e36156e270111fc7b030cc337c2927dd4717caf61d98cc1835537d061994e6ac38a5d7c700d7752aaa19bf73b2eed3d29684c2d84f11d38', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '81b8a03f-97e8-787c-53fe-1a86bda042b6', '62', 'datahub', '', NULL, E'\\x28b52ffd220080c5f50300b30513bd8521b28307190eccf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c87841d3cd694d07744f5328518622519714614b9a74758376b2a9703b0910fc731498127f91bfd4a3b1f2849ef166db5c65def6dec36eca11666bba005f868091ce54324921636a218cb4c001', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', '98010bd9-270f-9b10-0b62-14a21754fd33', '48', 'datahub', '', NULL, E'\\x28b52ffd220080ea350400738512bd8591a71b3c615815b71ce863ca400e18141f53460c302812f5823c8d812dbc7f589125711b2364bca0e9e6e8707ac55211811785e2d5b5a1264d89321489ba4e48aa1bb4934d85db4913fcefd11f57f8694e05136381bb44f598b9393f0079bee18cf5bd2dad3471c63b64a39e96288f75289d11dc7cb9d05d97141ea616da4a0b1c', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a21855da-08cb-102d-1d21-7c53dc5824a3', '68', 'datahub', '', NULL, E'\\x28b52ffd220080ae3d030073440ebd414da144198a445d8dd224ea053facc892b88d11325ed07473282e45d89226ad83e29214f1c8a2f866a2c8d04c5675e9ea06ed6453e176120efc22637c9e4f8f4e521a726c8237bc936e0068d4e956ddbc3c5c0b7849627027e99302dfd4c2e4238103', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'a68b412c-4282-555f-1554-6cf6e1fc4289', '64', 'datahub', '', NULL, E'\\x28b52ffd220080bc65030013440dbd414d91a8174811b6a449ffb0224be23646c87841d3cdd1e1f48aa522022f0ac5ab6b434d9a12652812759d90543768279b0ab79311fc222b307018a69f639e035a39400179c2701eb27bdbac34d98c770ea37e04517e4d503ad3b8f97aa1812e29fca616264f0b1c', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c75cb66a-e28d-8ebc-6ede-d002c28a8ba0', '69', 'datahub', '', NULL, E'\\x28b52ffd6200804200a5050003881a3dc3f7a4a134897ac10f2bb2246e63848c1734dd9c56f1c8a2f866a2c8683a9cde2f0d3ae7ac7c4a9ec6289122296a6188ece04186034b1c1f5306ca68281a6a822c9c21035b788341d95c13c5820cdf930b321a4a94a148d4d54828adda5c135552dda09d6c2adc4e0219fc6d3d483bc5e98eb99e434fc53e090d72b6501fc3d9d601763569fee33f10618e5fe29800bc16793c0d2cee6d0c4f4e3cdd24ad475b2a0c1371f4c70b3d29504d2d7cb21938', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'c837649c-ce43-f272-9138-e72cc3152070', '57', 'datahub', '', NULL, E'\\x28b52ffd220080bfd50300630512bd8521b28307190eb4aec9b12a6e5134d40459384306b6f0068322512ff8614596c46d8c90f182a69bd3aa126cc9e03c654a9a0e075a94126c51a20c45a2ae56dda09d6c2adc4e0210fcba50c026aeaeafc80c0a5d6f529565ecb2368c5b6e03e8719a3bd684389cd5864e6ca78e4b0ade692db4d5402c', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'd029fa3a-95e1-74a1-9934-857f535eb942', '61', 'datahub', '', NULL, E'\\x28b52ffd220080c31d0400138614bd8521b28307190eccf03d691c1f5306ca68281a6a822c9c21035b78834191a81764f89e5c90d1fcb0224be23646c87841d3cd695509b664709e32254d87032d4a09b6285186225157ab6ed04e36156e27010ffcba50c026aeae7fa9246325135ac69e6ba3cae636bc1ea737c75288c35969e8c4edd4b9a46099d6c2760dc402', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:02+00', 'da4ea2a5-506f-2693-eae1-90d9360a1f31', '63', 'datahub', '', NULL, E'\\x28b52ffd220080922d0300d3840fbd414da144198a445d8dd224ea0552842d69d23facc892b88d11325ed07889844d74735aa5c3e9fdd2b83435124aabb806ebe09b1f56758376b2a9703b090bfc2263780d70bb4db592056ac5fefbb8063a29ddd0cdc31d97f09e1444530b257f070e', '2026-01-01 12:06:00+00', '00000000-0000-0000-0000-000000000007');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-01-02 00:00:03+00', 'ff5a1ae0-12af-a5d4-c889-c50ad427aaf5', '70', 'datahub', '', NULL, E'\\x28b52ffd220080aead0200038309bd3de79c954fa144198a445d8dd224ea053facc892b80d91a69bd37e701c3a2ccd37156e270110fc7b030cc337828f7d6c717caf61d9195bbe3ae9244573cba0d08af6597b9233d14ace132036938c61eaca', '2026-01-01 12:07:00+00', '00000000-0000-0000-0000-000000000008');
INSERT INTO event (at, content_hash, seq, dialect, source, warnings, body, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('2026-11-20 10:01:00+00', '451cf0b0-56ed-4bf5-fc57-81f73d52198c', '44', 'gitlab', '', NULL, E'\\x28b52ffd620080fc01350900234e29bd354a8b7ab4134aa37875bdbdb99c49756d2ec4dc4d08ca1a43ba62cd1d8e507ddc6907a39d16d779dfc58dd2b049d59c264510a79a532b85df60a236d13ba1342e4519be8936cdb9f4f642aa3cdd20e443b846e3900c756132f7d11c4a7bd4ce4457b6aae6cce75d1bb3f995c9e047693b9a26552445507332994ba23469aa30a730ce3d8b83ff9e85319b5b98539a535726c210c6c794c9e08c335654c24b7644e576122efcaf63917d8f527fd0a778cf6031b482cab4af13bf74a89d444a19f282837893e761427077557e26788b4fe3bed33af74248799a109fa2fd18eb368285fb3af875bad953b1143d8c9254e4e53e70925bcef0ce6c524b249a1c7d643e6b0afc7ea7da93665aeafceeff1903390c912d6dd732881e6c3b3de823b4782936', '2026-01-01 12:05:00+00', '00000000-0000-0000-0000-000000000006');
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
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:01+00', '8', '5', '2026-01-01 12:00:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('10', '2026-01-01 00:00:02+00', '8', '5', '2026-01-01 12:00:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:01+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('22', '2026-01-01 00:00:02+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:03+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('24', '2026-01-01 00:00:04+00', '23', '20', '2026-01-01 12:02:00+00', '74f01b13-7fed-5c47-b08a-5f6a1c616352', '00000000-0000-4000-8000-000000000102', 'PARENT', 'true');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('29', '2026-01-01 00:00:05+00', '24', '21', '2026-01-01 12:04:00+00', 'f5290842-890b-57ec-bef9-0a319a074f62', '00000000-0000-4000-8000-000000000002', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('34', '2026-11-20 10:00:00+00', '36', '31', '2026-01-01 12:05:00+00', 'da9babb3-155f-5a3b-9c9a-861b9a23b10b', NULL, 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('36', '2026-11-20 10:00:00+00', '35', '33', '2026-01-01 12:05:00+00', 'da926069-45c9-5313-8c50-53be3f60a91d', NULL, 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('7', '2026-01-01 00:00:05+00', '9', '6', '2026-01-01 12:00:00+00', 'c71cf761-31af-5c76-97b2-bc8c6f599884', '00000000-0000-4000-8000-000000000001', 'PARENT', 'false');
INSERT INTO run_link (run_id, at, target_id, target_job_id, arrived_at, target_key, target_uuid, kind, is_terminal) OVERRIDING SYSTEM VALUE VALUES ('9', '2026-01-01 00:00:04+00', '8', '5', '2026-01-01 12:08:00+00', '689a5939-5463-566f-aa4f-d3bb2c9b5ff8', '00000000-0000-4000-8000-000000000101', 'PARENT', 'false');
INSERT INTO run_warning (run_id, code, arrived_at, trace_id) OVERRIDING SYSTEM VALUE VALUES ('27', 'facet.not_object', '2026-01-01 12:03:00+00', '00000000-0000-0000-0000-000000000004');
INSERT INTO schema_migration (name, checksum, applied_at) OVERRIDING SYSTEM VALUE VALUES ('0001_schema.sql', 'f1542a8c20524c62c6aff0f7d1f05f0e7ec087e2be417c9c09669e185d55cef8', '2026-01-02 00:00:00+00');
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
