-- The tables as all migrations together make them. Written by `make tables`; a test compares it with a migrated database.
-- It is to be read, not run. To change a table, add a migration (docs/upgrading.md).

CREATE SEQUENCE acceptance_seq;

CREATE SEQUENCE kept_round;

CREATE OR REPLACE FUNCTION arrival()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((NULLIF(current_setting('headwater.arrived_at'::text, true), ''::text))::timestamp with time zone, now());

CREATE OR REPLACE FUNCTION gives_name(aspect text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (aspect = ANY (ARRAY['datasetProperties'::text, 'dataJobInfo'::text, 'dataFlowInfo'::text, 'containerProperties'::text, 'mlModelProperties'::text, 'mlModelGroupProperties'::text]));

CREATE OR REPLACE FUNCTION is_of_run(aspect text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (aspect = ANY (ARRAY['dataProcessInstanceInput'::text, 'dataProcessInstanceOutput'::text, 'dataProcessInstanceRelationships'::text]));

CREATE OR REPLACE FUNCTION name_vector(name text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(name_words(name));

CREATE OR REPLACE FUNCTION name_words(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower("left"(name, 500)), '[^[:alnum:]]+'::text), ''::text);

CREATE OR REPLACE FUNCTION own_name(kind text, urn text, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(name, replace(replace(replace(replace("substring"(urn, CASE WHEN (kind = ANY (ARRAY['dataset'::text, 'mlModel'::text, 'mlModelGroup'::text])) THEN '^urn:li:[^:]*:\([^,]*,(.*),[^,]*\)$'::text WHEN (kind = 'dataJob'::text) THEN '^urn:li:dataJob:\(urn:li:dataFlow:\([^)]*\),(.*)\)$'::text WHEN (kind = 'dataFlow'::text) THEN '^urn:li:dataFlow:\([^,]*,([^,]*),'::text ELSE '^urn:li:[^:]*:(.*)$'::text END), '%2C'::text, ','::text), '%28'::text, '('::text), '%29'::text, ')'::text), '%25'::text, '%'::text));

CREATE OR REPLACE FUNCTION text_key(value text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (encode(SUBSTRING(sha256(convert_to(value, 'UTF8'::name)) FROM 1 FOR 16), 'hex'::text))::uuid;

CREATE TABLE alias (
    entity_id bigint NOT NULL,
    other_id bigint NOT NULL,
    origin text NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT alias_pkey PRIMARY KEY (entity_id, other_id, origin),
    CONSTRAINT alias_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity(id),
    CONSTRAINT alias_origin_known CHECK ((origin = ANY (ARRAY['SYMLINK'::text, 'SCHEME'::text, 'CONFIGURED'::text]))),
    CONSTRAINT alias_other_fkey FOREIGN KEY (other_id) REFERENCES entity(id)
);
COMMENT ON TABLE alias IS 'Two names of the same data; the classes that they join are in entity.class_id.';
COMMENT ON COLUMN alias.origin IS 'SYMLINK: a symlinks facet said so; SCHEME: s3a and s3n are s3; CONFIGURED: it follows from namespace_alias';

CREATE INDEX alias_other_idx ON alias USING btree (other_id, entity_id);

CREATE TABLE asset_read (
    run_id bigint NOT NULL,
    edge_id bigint NOT NULL,
    asset_id bigint NOT NULL,
    class_id bigint NOT NULL,
    root_id bigint NOT NULL,
    job_id bigint NOT NULL,
    output_id bigint,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    attempt integer NOT NULL,
    span smallint NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN ((NOT isfinite(since)) OR (NOT isfinite(until))) THEN 2
    WHEN ((until - since) <= '01:00:00'::interval) THEN 0
    WHEN ((until - since) <= '1 day'::interval) THEN 1
    ELSE 2
END) STORED,
    streams boolean NOT NULL,
    narrows boolean NOT NULL,
    version_key uuid,
    parts text[],
    CONSTRAINT asset_read_pkey PRIMARY KEY (run_id, edge_id, attempt)
);
COMMENT ON TABLE asset_read IS 'An attempt of a run read an asset: derived, with the interval (docs/point-in-time.md).';
COMMENT ON COLUMN asset_read.job_id IS 'the same as of a write';
COMMENT ON COLUMN asset_read.output_id IS 'of a rename, which reads the old name: the data that alone was made from it';
COMMENT ON COLUMN asset_read.span IS 'how long it is: 0 up to an hour, 1 up to a day, 2 more';
COMMENT ON COLUMN asset_read.narrows IS 'facets say what the run made from it: run_derivations';
COMMENT ON COLUMN asset_read.version_key IS 'the version that its events say it read';

CREATE INDEX asset_read_data_idx ON asset_read USING btree (class_id, since) WHERE (version_key IS NULL);

CREATE INDEX asset_read_job_idx ON asset_read USING btree (job_id, class_id);

CREATE INDEX asset_read_long_idx ON asset_read USING btree (class_id, span, since) WHERE (span > 0);

CREATE INDEX asset_read_root_idx ON asset_read USING btree (root_id, class_id, since);

CREATE INDEX asset_read_stream_idx ON asset_read USING btree (class_id) WHERE streams;

CREATE INDEX asset_read_use_idx ON asset_read USING btree (class_id, job_id, since);

CREATE INDEX asset_read_version_idx ON asset_read USING btree (class_id, version_key) WHERE (version_key IS NOT NULL);

CREATE TABLE asset_write (
    run_id bigint NOT NULL,
    edge_id bigint NOT NULL,
    asset_id bigint NOT NULL,
    class_id bigint NOT NULL,
    root_id bigint NOT NULL,
    job_id bigint NOT NULL,
    begun_at timestamp with time zone,
    at timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone NOT NULL DEFAULT 'infinity'::timestamp with time zone,
    replaced_by_root_id bigint,
    attempt integer NOT NULL,
    is_departure boolean NOT NULL,
    kind text NOT NULL,
    effect text NOT NULL,
    native_version text,
    version_key uuid GENERATED ALWAYS AS (text_key(native_version)) STORED,
    parts text[],
    CONSTRAINT asset_write_pkey PRIMARY KEY (run_id, edge_id, attempt, is_departure),
    CONSTRAINT asset_write_effect_known CHECK ((effect = ANY (ARRAY['REPLACE'::text, 'APPEND'::text, 'UNKNOWN'::text]))),
    CONSTRAINT asset_write_kind_known CHECK ((kind = ANY (ARRAY['VERSION'::text, 'OPEN'::text, 'DROP'::text, 'SHARED'::text, 'LEFT'::text])))
) WITH (fillfactor=70);
COMMENT ON TABLE asset_write IS 'An attempt of a run wrote an asset: derived, with the moment (docs/point-in-time.md).';
COMMENT ON COLUMN asset_write.class_id IS 'the asset, whatever its name: the class of its names';
COMMENT ON COLUMN asset_write.root_id IS 'the run at the root of those that contain the run';
COMMENT ON COLUMN asset_write.job_id IS 'the job or the flow of the run; the run itself where it has none, or a dataset in its place';
COMMENT ON COLUMN asset_write.begun_at IS 'when the attempt began; null where nobody said';
COMMENT ON COLUMN asset_write.at IS 'the moment of a version or a drop; a stream''s or an open write''s begin';
COMMENT ON COLUMN asset_write.until IS 'a stream''s or an open write''s end; of others the moment';
COMMENT ON COLUMN asset_write.replaced_at IS 'when the first write replaces it, where unknown ones replace: the materialised answer of find_replacement';
COMMENT ON COLUMN asset_write.replaced_by_root_id IS 'root_id of the writes that replace it then, if it is one';
COMMENT ON COLUMN asset_write.is_departure IS 'of a rename: that the old name shows nothing any more';
COMMENT ON COLUMN asset_write.kind IS 'VERSION: it can be seen; OPEN: not finished, or failed; DROP: it leaves nothing; SHARED, LEFT: a version, or an open write or a drop, of which a descendant made a version, which is this write';
COMMENT ON COLUMN asset_write.effect IS 'its effect on earlier writes; UNKNOWN: as the question assumes; REPLACE of an open write: it may have destroyed them';
COMMENT ON COLUMN asset_write.parts IS 'the partitions, locations or condition of its subset; null where it is of the whole asset';

CREATE INDEX asset_write_data_idx ON asset_write USING btree (class_id, at) WHERE (kind = 'VERSION'::text);

CREATE INDEX asset_write_end_idx ON asset_write USING btree (class_id, until) WHERE ((kind = 'VERSION'::text) AND (until > at));

CREATE INDEX asset_write_endless_idx ON asset_write USING btree (run_id) WHERE ((kind = ANY (ARRAY['SHARED'::text, 'LEFT'::text])) AND (until = 'infinity'::timestamp with time zone));

CREATE INDEX asset_write_job_idx ON asset_write USING btree (job_id, class_id) WHERE (kind = ANY (ARRAY['VERSION'::text, 'SHARED'::text]));

CREATE INDEX asset_write_left_idx ON asset_write USING btree (class_id, job_id) WHERE (kind = 'LEFT'::text);

CREATE INDEX asset_write_long_idx ON asset_write USING btree (class_id, job_id) WHERE ((kind = 'OPEN'::text) OR (until > at));

CREATE INDEX asset_write_part_idx ON asset_write USING btree (class_id, at) WHERE (parts IS NOT NULL);

CREATE INDEX asset_write_replacing_idx ON asset_write USING btree (class_id, effect, at) WHERE (kind = ANY (ARRAY['VERSION'::text, 'DROP'::text]));

CREATE INDEX asset_write_shared_idx ON asset_write USING btree (root_id, class_id) WHERE ((kind = ANY (ARRAY['SHARED'::text, 'LEFT'::text])) OR (root_id <> run_id));

CREATE INDEX asset_write_use_idx ON asset_write USING btree (class_id, job_id, at) WHERE (kind = ANY (ARRAY['VERSION'::text, 'SHARED'::text]));

CREATE INDEX asset_write_version_idx ON asset_write USING btree (class_id, version_key) WHERE (version_key IS NOT NULL);

CREATE TABLE body_dictionary (
    id bigint NOT NULL,
    content bytea NOT NULL,
    learned_until bigint NOT NULL,
    learned_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT body_dictionary_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE body_dictionary IS 'Dictionaries of zstd, each learned from events of the log. The newest packs the bodies of new events.';
COMMENT ON COLUMN body_dictionary.id IS 'zstd''s id of it, which is in each body that it packed';
COMMENT ON COLUMN body_dictionary.learned_until IS 'the last event.seq that was given before it was added';

CREATE TABLE changed_data (
    class_ids bigint[] NOT NULL,
    run_ids bigint[] NOT NULL,
    step_run_ids bigint[] NOT NULL,
    step_attempts integer[] NOT NULL,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE changed_data IS 'The data whose reads or writes a merge changed in the last hour, for servers that hold steps in memory.';
COMMENT ON COLUMN changed_data.class_ids IS 'entity.id of the first of all names of each data';
COMMENT ON COLUMN changed_data.run_ids IS 'the runs whose writes changed';
COMMENT ON COLUMN changed_data.step_run_ids IS 'the runs of the kept steps whose hops the merge forgot; the next column has their attempts';
COMMENT ON COLUMN changed_data.changed_in IS 'the transaction: servers read by snapshot what is new';

CREATE INDEX changed_data_in_idx ON changed_data USING btree (changed_in);

CREATE TABLE content (
    key uuid NOT NULL,
    value jsonb NOT NULL,
    CONSTRAINT content_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE content IS 'Values of facets, each kept once: most facets say the same again in every run. Rows never change.';
COMMENT ON COLUMN content.key IS 'hash of the canonical JSON of the value';

CREATE TABLE derivation (
    run_id bigint NOT NULL,
    output_id bigint,
    input_id bigint,
    origin text NOT NULL,
    at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT derivation_input_fkey FOREIGN KEY (input_id) REFERENCES entity(id),
    CONSTRAINT derivation_origin_known CHECK ((origin = ANY (ARRAY['JOB_LINEAGE'::text, 'DATASET_LINEAGE'::text, 'COLUMN_LINEAGE'::text]))),
    CONSTRAINT derivation_output_fkey FOREIGN KEY (output_id) REFERENCES entity(id),
    CONSTRAINT derivation_run_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
COMMENT ON TABLE derivation IS 'A facet says from which input a run made an output; what follows from it is run_derivations.';
COMMENT ON COLUMN derivation.output_id IS 'null: the run has the facet, whatever it names';
COMMENT ON COLUMN derivation.input_id IS 'null: the facet names the output, whatever its sources';
COMMENT ON COLUMN derivation.at IS 'the earliest event that said so';

CREATE INDEX derivation_input_idx ON derivation USING btree (input_id) WHERE (input_id IS NOT NULL);

CREATE INDEX derivation_output_idx ON derivation USING btree (output_id) WHERE (output_id IS NOT NULL);

CREATE UNIQUE INDEX derivation_key ON derivation USING btree (run_id, COALESCE(output_id, (0)::bigint), origin, COALESCE(input_id, (0)::bigint));

CREATE TABLE derivation_version (
    version integer NOT NULL
);
COMMENT ON TABLE derivation_version IS 'By which version of the rules everything but the log is derived: one row.';

CREATE TABLE dropped_log_month (
    month date NOT NULL,
    events bigint NOT NULL,
    dropped_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT dropped_log_month_pkey PRIMARY KEY (month)
);
COMMENT ON TABLE dropped_log_month IS 'Months whose events retention dropped from the log, all of removed runs: a rebuild takes names and facets of jobs and data from the tables in use.';

CREATE TABLE edge (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    run_id bigint NOT NULL,
    asset_id bigint NOT NULL,
    run_created_at timestamp with time zone,
    direction text NOT NULL,
    is_current boolean NOT NULL DEFAULT true,
    is_measured boolean NOT NULL DEFAULT false,
    CONSTRAINT edge_pkey PRIMARY KEY (id),
    CONSTRAINT edge_direction_known CHECK ((direction = ANY (ARRAY['INPUT'::text, 'OUTPUT'::text]))),
    CONSTRAINT edge_run_asset_key UNIQUE (run_id, direction, asset_id)
);
COMMENT ON TABLE edge IS 'A run read or wrote an asset.';
COMMENT ON COLUMN edge.run_created_at IS 'run.created_at, kept here so that the runs of an asset come sorted from the index';
COMMENT ON COLUMN edge.is_current IS 'false: what it names is a run, or it was withdrawn';
COMMENT ON COLUMN edge.is_measured IS 'of an input: the run said what it is like (dataQualityMetrics, dataQualityAssertions), or is a test (test): derived';

CREATE INDEX edge_asset_idx ON edge USING btree (asset_id, direction, run_created_at DESC NULLS LAST, run_id) INCLUDE (is_current);

CREATE INDEX edge_measured_idx ON edge USING btree (asset_id, run_created_at DESC NULLS LAST, run_id) WHERE (is_measured AND is_current);

CREATE INDEX edge_withdrawn_idx ON edge USING btree (run_id) WHERE (NOT is_current);

CREATE TABLE entity (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    urn text NOT NULL,
    urn_key uuid NOT NULL GENERATED ALWAYS AS (text_key(urn)) STORED,
    run_key uuid,
    namespace text,
    name text,
    flow_id bigint,
    class_id bigint,
    is_stub boolean NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT entity_pkey PRIMARY KEY (id),
    CONSTRAINT entity_class_fkey FOREIGN KEY (class_id) REFERENCES entity(id),
    CONSTRAINT entity_flow_fkey FOREIGN KEY (flow_id) REFERENCES entity(id),
    CONSTRAINT entity_urn_key UNIQUE (urn_key)
);
COMMENT ON TABLE entity IS 'Everything that has a URN: runs, jobs, flows, datasets, models, containers.';
COMMENT ON COLUMN entity.kind IS 'the entity type in the URN, such as dataProcessInstance';
COMMENT ON COLUMN entity.run_key IS 'of a run, its OpenLineage identity: uuid5 of (namespace, job, runId); null while only an id has been named. Here and not in run, whose rows change with each event';
COMMENT ON COLUMN entity.namespace IS 'OpenLineage namespace as it was given; null for runs and for what only DataHub named';
COMMENT ON COLUMN entity.flow_id IS 'the flow of a job';
COMMENT ON COLUMN entity.class_id IS 'of several names for the same data the entity with the least URN; null where there is one name';
COMMENT ON COLUMN entity.is_stub IS 'named by a reference, without a fact of its own';

CREATE INDEX entity_class_idx ON entity USING btree (class_id) WHERE (class_id IS NOT NULL);

CREATE INDEX entity_dataset_name_idx ON entity USING btree (text_key(name)) WHERE (kind = 'dataset'::text);

CREATE INDEX entity_flow_idx ON entity USING btree (flow_id) WHERE (flow_id IS NOT NULL);

CREATE INDEX entity_order_idx ON entity USING btree ("left"(urn, 400) COLLATE "C") WHERE (kind <> 'dataProcessInstance'::text);

CREATE INDEX entity_stub_idx ON entity USING btree (id) WHERE is_stub;

CREATE INDEX entity_words_idx ON entity USING gin (name_vector(own_name(kind, urn, name))) WHERE (kind <> 'dataProcessInstance'::text);

CREATE UNIQUE INDEX entity_run_key ON entity USING btree (run_key) WHERE (run_key IS NOT NULL);

CREATE TABLE entity_facets (
    entity_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    names_key uuid NOT NULL,
    set_key uuid NOT NULL,
    is_terminal boolean NOT NULL,
    CONSTRAINT entity_facets_pkey PRIMARY KEY (entity_id, names_key)
) WITH (fillfactor=50);
COMMENT ON TABLE entity_facets IS 'The sets of facets that events gave of a job or a dataset: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN entity_facets.names_key IS 'hash of the names in the set';

CREATE TABLE erased_event (
    content_hash uuid NOT NULL,
    erased_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT erased_event_pkey PRIMARY KEY (content_hash)
);
COMMENT ON TABLE erased_event IS 'Events of the log from which a text was erased: a copy that comes again stores nothing.';
COMMENT ON COLUMN erased_event.content_hash IS 'event.content_hash before; the log has the event without the text, under another hash';

CREATE TABLE event (
    at timestamp with time zone NOT NULL,
    content_hash uuid NOT NULL,
    seq bigint NOT NULL DEFAULT nextval('acceptance_seq'::regclass),
    dialect text NOT NULL,
    source text NOT NULL,
    warnings text[],
    body bytea NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT event_pkey PRIMARY KEY (at, content_hash)
) PARTITION BY RANGE (at);
COMMENT ON TABLE event IS 'What was received: one row per distinct event, its body byte for byte (zstd).';
COMMENT ON COLUMN event.at IS 'eventTime, a function of the content, so that a copy meets its original in the same partition; of a DataHub proposal, when those of its request were accepted';
COMMENT ON COLUMN event.content_hash IS 'hash of the canonical JSON together with dialect and source; of a DataHub proposal, which is never a copy, an id of its own';
COMMENT ON COLUMN event.seq IS 'the order of acceptance';
COMMENT ON COLUMN event.warnings IS 'codes of what was repaired in it (docs/codes.md); null: nothing';

CREATE INDEX event_seq_idx ON ONLY event USING btree (seq);

CREATE INDEX event_trace_idx ON ONLY event USING btree (trace_id, seq);

CREATE TABLE facet_set (
    key uuid NOT NULL,
    facets jsonb NOT NULL,
    CONSTRAINT facet_set_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE facet_set IS 'Which facets one part of an event has; most parts have those that many others have. Rows never change.';
COMMENT ON COLUMN facet_set.key IS 'hash of the canonical JSON of facets';
COMMENT ON COLUMN facet_set.facets IS 'by name the content key, after a "!" where the facet says _deleted';

CREATE TABLE functions_in_use (
    schema_name text NOT NULL,
    seen_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT functions_in_use_pkey PRIMARY KEY (schema_name)
);
COMMENT ON TABLE functions_in_use IS 'The schemas of functions, each of one version of the code, and when a server or a load last used them.';

CREATE TABLE held_run (
    run_key uuid NOT NULL,
    reason text NOT NULL,
    held_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT held_run_pkey PRIMARY KEY (run_key),
    CONSTRAINT held_run_reason CHECK ((reason <> ''::text))
);
COMMENT ON TABLE held_run IS 'Configuration: runs that retention keeps, whatever the policies say, until they are released.';
COMMENT ON COLUMN held_run.reason IS 'why the run is kept, such as the number of an incident';

CREATE TABLE input_job (
    run_id bigint NOT NULL,
    asset_id bigint NOT NULL,
    job_key uuid NOT NULL,
    parent_id bigint,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT input_job_pkey PRIMARY KEY (run_id, asset_id),
    CONSTRAINT input_job_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity(id),
    CONSTRAINT input_job_parent_fkey FOREIGN KEY (parent_id) REFERENCES run(id),
    CONSTRAINT input_job_run_fkey FOREIGN KEY (run_id) REFERENCES run(id)
) WITH (fillfactor=90);
COMMENT ON TABLE input_job IS 'An input of a run of a source has the name of a job, whose run under the same parent it then means.';
COMMENT ON COLUMN input_job.job_key IS 'urn_key of the job, whether there is one or not';
COMMENT ON COLUMN input_job.parent_id IS 'run.parent_id, kept here so that those who name a run are found from it';

CREATE INDEX input_job_asset_idx ON input_job USING btree (asset_id);

CREATE INDEX input_job_sibling_idx ON input_job USING btree (parent_id, job_key) WHERE (parent_id IS NOT NULL);

CREATE TABLE job_edge (
    job_id bigint NOT NULL,
    direction text NOT NULL,
    asset_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT job_edge_pkey PRIMARY KEY (job_id, direction, asset_id),
    CONSTRAINT job_edge_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity(id),
    CONSTRAINT job_edge_direction_known CHECK ((direction = ANY (ARRAY['INPUT'::text, 'OUTPUT'::text]))),
    CONSTRAINT job_edge_job_fkey FOREIGN KEY (job_id) REFERENCES entity(id)
) WITH (fillfactor=80);
COMMENT ON TABLE job_edge IS 'A JobEvent declared an asset as input or output of a job, without a run.';
COMMENT ON COLUMN job_edge.at IS 'the newest JobEvent that did; those of the job''s newest in a direction are what it declares now';

CREATE INDEX job_edge_asset_idx ON job_edge USING btree (asset_id, direction);

CREATE TABLE job_link (
    upstream_id bigint NOT NULL,
    downstream_id bigint NOT NULL,
    origin text NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT job_link_pkey PRIMARY KEY (downstream_id, upstream_id, origin),
    CONSTRAINT job_link_downstream_fkey FOREIGN KEY (downstream_id) REFERENCES entity(id),
    CONSTRAINT job_link_origin_known CHECK ((origin = ANY (ARRAY['JOB_DEPENDENCIES'::text, 'AIRFLOW'::text, 'LINEAGE'::text]))),
    CONSTRAINT job_link_upstream_fkey FOREIGN KEY (upstream_id) REFERENCES entity(id)
) WITH (fillfactor=80);
COMMENT ON TABLE job_link IS 'One job comes before another, as jobDependencies, Airflow''s task order or a lineage facet says.';
COMMENT ON COLUMN job_link.last_at IS 'the newest event that said so; the order of a pipeline changes';

CREATE INDEX job_link_upstream_idx ON job_link USING btree (upstream_id);

CREATE TABLE keeping_progress (
    run_id bigint NOT NULL
);
COMMENT ON TABLE keeping_progress IS 'The run up to which steps were found when keeping began: no row at its begin, the greatest number at its end. Merges tell of later ones.';

CREATE TABLE kept_step (
    run_id bigint NOT NULL,
    attempt integer NOT NULL,
    number integer NOT NULL,
    hops bytea NOT NULL,
    to_run_ids bigint[] NOT NULL,
    to_attempts integer[] NOT NULL,
    to_input_ids bigint[],
    to_output_ids bigint[],
    settled_at timestamp with time zone,
    arrived_at timestamp with time zone,
    depends_on bigint[],
    nearest_read_millis integer,
    round bigint NOT NULL,
    CONSTRAINT kept_step_pkey PRIMARY KEY (run_id, attempt)
);
COMMENT ON TABLE kept_step IS 'The hops from an attempt of a run to the readers of its versions, once all are replaced: derived (materialised_hops_down).';
COMMENT ON COLUMN kept_step.number IS 'the number of hops';
COMMENT ON COLUMN kept_step.hops IS 'the hops, packed';
COMMENT ON COLUMN kept_step.to_run_ids IS 'the distinct steps that the hops lead to';
COMMENT ON COLUMN kept_step.to_input_ids IS 'null: all are 0, as to_output_ids';
COMMENT ON COLUMN kept_step.settled_at IS 'the last event of the runs on which the hops depend: the hops hold as of then and later; null: only now';
COMMENT ON COLUMN kept_step.arrived_at IS 'the arrival of the last of their events';
COMMENT ON COLUMN kept_step.depends_on IS 'the written data, and the runs that replaced them';
COMMENT ON COLUMN kept_step.nearest_read_millis IS 'the least time from a read to a later version of the step, at most a minute: the hops hold for a smaller tolerance';
COMMENT ON COLUMN kept_step.round IS 'the number of the round of keep_steps that kept the hops: rounds are in the order of commits';

CREATE INDEX kept_step_round_idx ON kept_step USING btree (round);

CREATE TABLE loaded_part (
    file_hash bytea NOT NULL,
    start_byte bigint NOT NULL,
    end_byte bigint NOT NULL,
    dialect text NOT NULL,
    source text NOT NULL,
    trace_id uuid NOT NULL,
    loaded_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT loaded_part_pkey PRIMARY KEY (file_hash, start_byte, end_byte, dialect, source),
    CONSTRAINT loaded_part_dialect_known CHECK ((dialect = ANY (ARRAY[''::text, 'openlineage'::text, 'datahub'::text, 'databand'::text])))
);
COMMENT ON TABLE loaded_part IS 'Configuration: the files that a load skips. A file is loaded once its parts cover all its bytes.';
COMMENT ON COLUMN loaded_part.file_hash IS 'the SHA-256 of the whole file';
COMMENT ON COLUMN loaded_part.end_byte IS 'the byte before which the last line of the part begins';
COMMENT ON COLUMN loaded_part.dialect IS 'the dialect that the load was told; empty: the shape of each record told it';
COMMENT ON COLUMN loaded_part.source IS 'the source of Databand bodies; empty in other dialects';

CREATE TABLE mention (
    run_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    content_hash uuid NOT NULL,
    attempt integer,
    is_terminal boolean NOT NULL,
    is_placed boolean NOT NULL,
    is_telling boolean NOT NULL,
    edge_ids bigint[] NOT NULL,
    origins text[],
    versions text[],
    set_keys uuid[],
    own_set_keys uuid[],
    CONSTRAINT mention_pkey PRIMARY KEY (run_id, at, content_hash)
);
COMMENT ON TABLE mention IS 'An event that named edges of its run: when, in which attempt, and what it said of each, all in the same order (edge_mention shows one a row). Rows never change.';
COMMENT ON COLUMN mention.content_hash IS 'the event in the log (with at)';
COMMENT ON COLUMN mention.is_placed IS 'facets place one of them in time: a subset, or a change of lifecycle';
COMMENT ON COLUMN mention.is_telling IS 'it gives an attempt, a version, a subset or a change of lifecycle, comes at an end, or was the earliest without all these of an edge when it came';
COMMENT ON COLUMN mention.edge_ids IS 'the edges; an event may name one twice';
COMMENT ON COLUMN mention.origins IS 'the parts of the event that named them; null: its inputs and its outputs';
COMMENT ON COLUMN mention.versions IS 'the versions of assets that the event gave, each null where it gave none; null: none at all, as in the arrays below';
COMMENT ON COLUMN mention.set_keys IS 'their facets';
COMMENT ON COLUMN mention.own_set_keys IS 'their inputFacets or outputFacets';

CREATE INDEX mention_telling_idx ON mention USING btree (run_id) WHERE is_telling;

CREATE TABLE namespace_alias (
    namespace text NOT NULL,
    other text NOT NULL,
    created_at timestamp with time zone NOT NULL DEFAULT now()
);
COMMENT ON TABLE namespace_alias IS 'Configuration: datasets of one name in these two namespaces are the same data.';

CREATE UNIQUE INDEX namespace_alias_key ON namespace_alias USING btree (text_key(namespace), text_key(other));

CREATE TABLE quarantine (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    key uuid NOT NULL,
    dialect text NOT NULL,
    source text NOT NULL,
    position bigint NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    payload bytea NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    tenant text NOT NULL DEFAULT ''::text,
    CONSTRAINT quarantine_pkey PRIMARY KEY (id),
    CONSTRAINT quarantine_key UNIQUE (key)
);
COMMENT ON TABLE quarantine IS 'What could not be parsed, with its source (file or request), position (line or index) and reason.';
COMMENT ON COLUMN quarantine.key IS 'hash of dialect, source, position and payload: the same record again is one row, with the newest reason';
COMMENT ON COLUMN quarantine.tenant IS 'whose it is, which is part of what it means (event.source); a replay needs it';

CREATE INDEX quarantine_trace_idx ON quarantine USING btree (trace_id, id);

CREATE TABLE queue_claim (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    seqs bigint[] NOT NULL,
    claimed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT queue_claim_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE queue_claim IS 'Writes that a worker has begun to merge. If another can lock them, the worker has ended meanwhile.';
COMMENT ON COLUMN queue_claim.seqs IS 'the numbers of the writes (queued_write.seq)';

CREATE TABLE queued_write (
    seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    dialect text NOT NULL,
    source text NOT NULL,
    tenant text NOT NULL,
    body bytea NOT NULL,
    urn_key uuid,
    aspect text,
    trace_id uuid NOT NULL,
    span_id text NOT NULL,
    is_logged boolean NOT NULL,
    enqueued_at timestamp with time zone NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    is_sampled boolean NOT NULL DEFAULT true,
    CONSTRAINT queued_write_pkey PRIMARY KEY (seq)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=5000);
COMMENT ON TABLE queued_write IS 'Writes that were acknowledged and wait to be merged: a document of events, or one proposal, a row.';
COMMENT ON COLUMN queued_write.seq IS 'the order of acceptance; proposals commit in this order';
COMMENT ON COLUMN queued_write.source IS 'the request, as the quarantine names it';
COMMENT ON COLUMN queued_write.tenant IS 'the owner, which is part of the meaning of an event (event.source)';
COMMENT ON COLUMN queued_write.body IS 'packed by the program''s dictionary, which costs less than to write it at full size';
COMMENT ON COLUMN queued_write.urn_key IS 'the entity of a proposal; null: a document of events, whose order does not matter';
COMMENT ON COLUMN queued_write.is_logged IS 'true: the spans of the request go to the log (X-Enable-Trace-Log)';
COMMENT ON COLUMN queued_write.tries IS 'the number of merges that failed by a mistake of the server';
COMMENT ON COLUMN queued_write.is_sampled IS 'true: the spans of the write may be exported, as those of its request';

CREATE INDEX queued_document_idx ON queued_write USING btree (seq) WHERE (urn_key IS NULL);

CREATE INDEX queued_proposal_idx ON queued_write USING btree (seq) WHERE (urn_key IS NOT NULL);

CREATE INDEX queued_write_trace_idx ON queued_write USING btree (trace_id);

CREATE INDEX queued_write_urn_idx ON queued_write USING btree (urn_key, seq) WHERE (urn_key IS NOT NULL);

CREATE TABLE relationship (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    source_id bigint NOT NULL,
    type text NOT NULL,
    destination_id bigint NOT NULL,
    aspect text NOT NULL,
    field text NOT NULL,
    details jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    replaced_at timestamp with time zone,
    trace_id uuid NOT NULL,
    CONSTRAINT relationship_pkey PRIMARY KEY (id),
    CONSTRAINT relationship_destination_fkey FOREIGN KEY (destination_id) REFERENCES entity(id),
    CONSTRAINT relationship_source_fkey FOREIGN KEY (source_id) REFERENCES entity(id)
);
COMMENT ON TABLE relationship IS 'An aspect of one entity points at another: by the current aspect, or by one that was replaced. Both times are of the store''s clock.';
COMMENT ON COLUMN relationship.type IS 'DataHub''s name of the relationship, such as Consumes';
COMMENT ON COLUMN relationship.field IS 'the field of the aspect that points, such as inputs or inputEdges';
COMMENT ON COLUMN relationship.details IS 'what an edge says of itself: audit stamps and properties';

CREATE INDEX relationship_dependency_idx ON relationship USING btree (source_id) WHERE ((replaced_at IS NULL) AND (type = ANY (ARRAY['UpstreamOf'::text, 'DataProcessInstanceConsumes'::text, 'DataProcessInstanceProduces'::text])));

CREATE INDEX relationship_destination_idx ON relationship USING btree (destination_id, type);

CREATE INDEX relationship_other_idx ON relationship USING btree (destination_id, type) WHERE ((replaced_at IS NULL) AND (NOT is_of_run(aspect)));

CREATE INDEX relationship_source_idx ON relationship USING btree (source_id, type);

CREATE UNIQUE INDEX relationship_key ON relationship USING btree (source_id, aspect, type, field, destination_id) WHERE (replaced_at IS NULL);

CREATE TABLE removed_day (
    template_id bigint NOT NULL,
    flow_id bigint NOT NULL,
    day date NOT NULL,
    total bigint NOT NULL,
    started bigint NOT NULL,
    complete bigint NOT NULL,
    success bigint NOT NULL,
    failure bigint NOT NULL,
    skipped bigint NOT NULL,
    up_for_retry bigint NOT NULL,
    retried bigint NOT NULL,
    retries bigint NOT NULL,
    timed bigint NOT NULL,
    shortest interval,
    longest interval,
    total_duration interval NOT NULL,
    durations jsonb NOT NULL,
    written_runs bigint NOT NULL DEFAULT 0,
    written_rows numeric NOT NULL DEFAULT 0,
    written_bytes numeric NOT NULL DEFAULT 0,
    CONSTRAINT removed_day_pkey PRIMARY KEY (template_id, flow_id, day)
);
COMMENT ON TABLE removed_day IS 'The figures of removed runs by job, flow of a whole run (0: none) and UTC day of creation.';
COMMENT ON COLUMN removed_day.durations IS 'the number of successful runs by duration, in buckets of 2 percent (duration_bucket)';
COMMENT ON COLUMN removed_day.written_runs IS 'the number of runs that reported amounts of what they wrote';

CREATE INDEX removed_day_flow_idx ON removed_day USING btree (flow_id, day) WHERE (flow_id <> 0);

CREATE INDEX removed_day_idx ON removed_day USING btree (day);

CREATE TABLE removed_run (
    run_key uuid NOT NULL,
    removed_at timestamp with time zone NOT NULL DEFAULT now(),
    urn_key uuid,
    CONSTRAINT removed_run_pkey PRIMARY KEY (run_key)
);
COMMENT ON TABLE removed_run IS 'Runs that retention removed: their events store nothing when they come again.';
COMMENT ON COLUMN removed_run.urn_key IS 'the key of the URN that the run had; null: removed before this column came';

CREATE INDEX removed_run_urn_idx ON removed_run USING btree (urn_key);

CREATE TABLE removed_span (
    asset_id bigint NOT NULL,
    is_write boolean NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT removed_span_pkey PRIMARY KEY (asset_id, is_write, since)
);
COMMENT ON TABLE removed_span IS 'The times within which removed runs read or wrote an asset, with no write that was kept between them.';

CREATE TABLE removed_write (
    asset_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    is_sure boolean NOT NULL,
    parts text[]
);
COMMENT ON TABLE removed_write IS 'The moments at which removed runs replaced an asset: versions from before stay replaced.';
COMMENT ON COLUMN removed_write.is_sure IS 'true: by its own word; false: it did not say whether it appends';
COMMENT ON COLUMN removed_write.parts IS 'the partitions, locations or condition that it replaced; null: the whole asset';

CREATE INDEX removed_write_idx ON removed_write USING btree (asset_id, at);

CREATE TABLE repeated_write (
    trace_id uuid NOT NULL,
    key uuid NOT NULL,
    at timestamp with time zone,
    noted_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT repeated_write_pkey PRIMARY KEY (trace_id, key)
);
COMMENT ON TABLE repeated_write IS 'Events and refused records that a request brought again: its trace has no other rows for them. Kept for a day.';
COMMENT ON COLUMN repeated_write.key IS 'the event''s content_hash, or the record''s key';
COMMENT ON COLUMN repeated_write.at IS 'the event''s time, as in the log; null: a record in quarantine';

CREATE INDEX repeated_write_noted_idx ON repeated_write USING btree (noted_at);

CREATE TABLE retention_policy (
    scope text NOT NULL,
    name text NOT NULL,
    keep_runs integer,
    keep_days double precision,
    keep_failures_days double precision,
    keep_every integer,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT retention_policy_every CHECK ((keep_every > 0)),
    CONSTRAINT retention_policy_removes CHECK (((keep_runs > 0) OR (keep_days > (0)::double precision))),
    CONSTRAINT retention_policy_scope_known CHECK ((scope = ANY (ARRAY['EVERYTHING'::text, 'PLATFORM'::text, 'FLOW'::text, 'TEMPLATE'::text])))
);
COMMENT ON TABLE retention_policy IS 'Configuration: the runs to keep, of a job, a flow, a platform, or everything. The most specific policy of a run counts.';
COMMENT ON COLUMN retention_policy.name IS 'the URN of the job or flow, or the name of the platform; empty for everything';
COMMENT ON COLUMN retention_policy.keep_runs IS 'the number of newest runs of a job to keep, whatever their age; null: none';
COMMENT ON COLUMN retention_policy.keep_days IS 'the age up to which all runs are kept; null: no age keeps a run';
COMMENT ON COLUMN retention_policy.keep_failures_days IS 'the age up to which failed runs are kept; null: as all others';
COMMENT ON COLUMN retention_policy.keep_every IS 'of the runs that would go, each k-th family stays, chosen by the key of its root; null: none';

CREATE UNIQUE INDEX retention_policy_key ON retention_policy USING btree (scope, text_key(name));

CREATE TABLE run (
    id bigint NOT NULL,
    run_uuid uuid,
    native_id text NOT NULL,
    template_id bigint,
    flow_id bigint,
    parent_id bigint,
    created_at timestamp with time zone,
    attempt integer,
    status text,
    result text,
    native_result text,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    trigger text,
    state_at timestamp with time zone,
    first_event_at timestamp with time zone,
    last_event_at timestamp with time zone,
    is_time_approximate boolean NOT NULL DEFAULT false,
    is_derived boolean NOT NULL DEFAULT false,
    is_superseded boolean NOT NULL DEFAULT false,
    closed_result text,
    closed_native_result text,
    source text,
    declared_created_at timestamp with time zone,
    is_reported boolean NOT NULL DEFAULT false,
    is_removed boolean NOT NULL DEFAULT false,
    first_arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    last_arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    CONSTRAINT run_pkey PRIMARY KEY (id),
    CONSTRAINT run_closed_result_known CHECK ((closed_result = ANY (ARRAY['SUCCESS'::text, 'FAILURE'::text, 'SKIPPED'::text, 'UP_FOR_RETRY'::text]))),
    CONSTRAINT run_result_known CHECK ((result = ANY (ARRAY['SUCCESS'::text, 'FAILURE'::text, 'SKIPPED'::text, 'UP_FOR_RETRY'::text]))),
    CONSTRAINT run_status_known CHECK ((status = ANY (ARRAY['STARTED'::text, 'COMPLETE'::text])))
);
COMMENT ON TABLE run IS 'One execution, with the state derived from its events. A run with no event has first_event_at null.';
COMMENT ON COLUMN run.run_uuid IS 'the runId where it is a UUID; several jobs may share one';
COMMENT ON COLUMN run.flow_id IS 'the flow that this is a run of, if it is one of a whole flow';
COMMENT ON COLUMN run.created_at IS 'the sort key: start of attempt 1, else the least event time, else what its properties declare';
COMMENT ON COLUMN run.trigger IS 'what started it, as its producer says it, in lower case; null where nobody said';
COMMENT ON COLUMN run.state_at IS 'the time of the event that gives the state';
COMMENT ON COLUMN run.is_time_approximate IS 'the end is when the run was exported, not when it ended';
COMMENT ON COLUMN run.is_derived IS 'it sent nothing of its own: its parent said what became of it';
COMMENT ON COLUMN run.is_superseded IS 'derived, but its parent has a run of this template that did send something: not listed';
COMMENT ON COLUMN run.closed_result IS 'the result of the nearest ancestor that ended by its own word, where that closes the run; else null';
COMMENT ON COLUMN run.source IS 'the source in which its id is unique; null where its job tells it apart';
COMMENT ON COLUMN run.declared_created_at IS 'created of its dataProcessInstanceProperties';
COMMENT ON COLUMN run.is_reported IS 'an OpenLineage event of its own has come, which gives its template; else named_template does';
COMMENT ON COLUMN run.is_removed IS 'its status aspect says removed: not listed';
COMMENT ON COLUMN run.first_arrived_at IS 'when the store first heard of it';
COMMENT ON COLUMN run.last_arrived_at IS 'no fact of it has arrived after this';

CREATE INDEX run_aborted_idx ON run USING btree (parent_id) WHERE ((native_result = 'ABORT'::text) AND (parent_id IS NOT NULL));

CREATE INDEX run_arriving_idx ON run USING gist (tstzrange(first_arrived_at, last_arrived_at)) WHERE (last_arrived_at > first_arrived_at);

CREATE INDEX run_busy_idx ON run USING gist (tstzrange(first_event_at, last_event_at)) WHERE ((first_event_at IS NOT NULL) AND (last_event_at > first_event_at));

CREATE INDEX run_created_idx ON run USING btree (created_at DESC, id) INCLUDE (is_superseded, is_removed);

CREATE INDEX run_derived_idx ON run USING btree (template_id, parent_id) WHERE is_derived;

CREATE INDEX run_failed_idx ON run USING btree (parent_id) WHERE ((native_result = 'FAIL'::text) AND (parent_id IS NOT NULL));

CREATE INDEX run_flow_idx ON run USING btree (flow_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed) WHERE (flow_id IS NOT NULL);

CREATE INDEX run_flow_result_idx ON run USING btree (flow_id, COALESCE(closed_result, result), created_at DESC, id) WHERE ((COALESCE(closed_result, result) <> 'SUCCESS'::text) AND (flow_id IS NOT NULL));

CREATE INDEX run_left_open_idx ON run USING btree (parent_id) WHERE ((status IS DISTINCT FROM 'COMPLETE'::text) AND (parent_id IS NOT NULL));

CREATE INDEX run_listed_idx ON run USING btree (template_id) WHERE ((first_event_at IS NOT NULL) AND (NOT is_superseded) AND (NOT is_removed));

CREATE INDEX run_native_text_idx ON run USING btree ("left"(lower(native_id), 64) COLLATE "C") WHERE (run_uuid IS NULL);

CREATE INDEX run_of_source_idx ON run USING btree (parent_id, template_id) WHERE (source IS NOT NULL);

CREATE INDEX run_over_idx ON run USING btree (template_id, GREATEST(state_at, started_at)) WHERE ((status = 'COMPLETE'::text) AND (COALESCE(result, 'SUCCESS'::text) = 'SUCCESS'::text) AND (template_id IS NOT NULL));

CREATE INDEX run_parent_idx ON run USING btree (parent_id, created_at DESC NULLS LAST, id) INCLUDE (is_superseded, is_removed) WHERE (parent_id IS NOT NULL);

CREATE INDEX run_parent_result_idx ON run USING btree (parent_id, COALESCE(closed_result, result), created_at DESC NULLS LAST, id) WHERE ((COALESCE(closed_result, result) <> 'SUCCESS'::text) AND (parent_id IS NOT NULL));

CREATE INDEX run_removed_idx ON run USING btree (created_at DESC, id) WHERE is_removed;

CREATE INDEX run_result_idx ON run USING btree (COALESCE(closed_result, result), created_at DESC, id) WHERE (COALESCE(closed_result, result) <> 'SUCCESS'::text);

CREATE INDEX run_retried_idx ON run USING btree (created_at DESC, id) WHERE (attempt > 1);

CREATE INDEX run_started_idx ON run USING btree (id) WHERE (status = 'STARTED'::text);

CREATE INDEX run_success_idx ON run USING btree (template_id, created_at DESC, id) WHERE ((result = 'SUCCESS'::text) AND (template_id IS NOT NULL));

CREATE INDEX run_template_idx ON run USING btree (template_id, created_at DESC, id) INCLUDE (first_event_at, is_superseded, is_removed) WHERE (template_id IS NOT NULL);

CREATE INDEX run_template_result_idx ON run USING btree (template_id, COALESCE(closed_result, result), created_at DESC, id) WHERE (COALESCE(closed_result, result) <> 'SUCCESS'::text);

CREATE INDEX run_trigger_idx ON run USING btree (trigger, created_at DESC, id) WHERE (trigger <> ALL (ARRAY['scheduled'::text, 'schedule'::text]));

CREATE INDEX run_unlisted_idx ON run USING btree (id) WHERE (is_superseded OR is_removed);

CREATE INDEX run_uuid_idx ON run USING btree (run_uuid) WHERE (run_uuid IS NOT NULL);

CREATE TABLE run_checksum (
    run_id bigint NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    checksum_key uuid NOT NULL GENERATED ALWAYS AS (text_key(checksum)) STORED,
    name_key uuid NOT NULL GENERATED ALWAYS AS (text_key(name)) STORED,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT run_checksum_pkey PRIMARY KEY (checksum_key, run_id, name_key),
    CONSTRAINT run_checksum_run_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
COMMENT ON TABLE run_checksum IS 'Checksums of evidence that a run gave (dpone), to find the run by.';

CREATE INDEX run_checksum_run_idx ON run_checksum USING btree (run_id);

CREATE TABLE run_event (
    run_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    declared_start timestamp with time zone,
    duration_millis bigint,
    attempt integer,
    counted_attempt integer,
    status text,
    result text,
    native_state text,
    state_key uuid NOT NULL GENERATED ALWAYS AS (text_key((((((COALESCE(status, ''::text) || '/'::text) || COALESCE(result, ''::text)) || '/'::text) || COALESCE((attempt)::text, ''::text)) || COALESCE(('/'::text || native_state), ''::text)))) STORED,
    is_time_approximate boolean NOT NULL DEFAULT false,
    is_untimed boolean NOT NULL DEFAULT false,
    content_hash uuid NOT NULL,
    trace_id uuid NOT NULL,
    CONSTRAINT run_event_pkey PRIMARY KEY (run_id, at, state_key),
    CONSTRAINT run_event_result_known CHECK ((result = ANY (ARRAY['SUCCESS'::text, 'FAILURE'::text, 'SKIPPED'::text, 'UP_FOR_RETRY'::text]))),
    CONSTRAINT run_event_result_of_complete CHECK (((result IS NULL) OR (NOT (status IS DISTINCT FROM 'COMPLETE'::text)))),
    CONSTRAINT run_event_status_known CHECK ((status = ANY (ARRAY['STARTED'::text, 'COMPLETE'::text])))
);
COMMENT ON TABLE run_event IS 'A state change or other event of a run; status null moves no state.';
COMMENT ON COLUMN run_event.seq IS 'the order of acceptance; an event that comes again keeps its own';
COMMENT ON COLUMN run_event.declared_start IS 'start of the run as the event declares it (startTime facet)';
COMMENT ON COLUMN run_event.attempt IS 'the attempt that the event gave; null where it gave none (derive_run_state finds it)';
COMMENT ON COLUMN run_event.counted_attempt IS 'of a run of a source with several attempts: the one that it belongs to, by the starts that they declare';
COMMENT ON COLUMN run_event.native_state IS 'the word that the producer used';
COMMENT ON COLUMN run_event.is_time_approximate IS 'its time is that of an export (dpone)';
COMMENT ON COLUMN run_event.is_untimed IS 'its time does not say when the run began or ended; declared_start still does';
COMMENT ON COLUMN run_event.content_hash IS 'the event in the log (with at); of several with this key the greatest';

CREATE INDEX run_event_status_idx ON run_event USING btree (run_id) WHERE ((status = 'COMPLETE'::text) OR (attempt IS NOT NULL) OR (declared_start IS NOT NULL) OR is_untimed);

CREATE UNIQUE INDEX run_event_seq_key ON run_event USING btree (seq);

CREATE TABLE run_facets (
    run_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    names_key uuid NOT NULL,
    set_key uuid NOT NULL,
    scope text NOT NULL,
    is_terminal boolean NOT NULL,
    CONSTRAINT run_facets_pkey PRIMARY KEY (run_id, scope, names_key),
    CONSTRAINT run_facets_scope_known CHECK ((scope = ANY (ARRAY['OWN'::text, 'JOB'::text])))
) WITH (fillfactor=80);
COMMENT ON TABLE run_facets IS 'The sets of facets that the events of a run gave: of those with the same names the newest, by (at, is_terminal, set_key).';
COMMENT ON COLUMN run_facets.names_key IS 'hash of the names in the set';
COMMENT ON COLUMN run_facets.scope IS 'OWN: of the run; JOB: what its events said of its job, which may say otherwise later';

CREATE TABLE run_link (
    run_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    target_id bigint,
    target_job_id bigint NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    target_key uuid NOT NULL,
    target_uuid uuid,
    kind text NOT NULL,
    is_terminal boolean NOT NULL,
    CONSTRAINT run_link_pkey PRIMARY KEY (run_id, kind, at, target_key),
    CONSTRAINT run_link_kind_known CHECK ((kind = ANY (ARRAY['PARENT'::text, 'ROOT'::text, 'UPSTREAM'::text, 'DOWNSTREAM'::text])))
);
COMMENT ON TABLE run_link IS 'A reference from one run to another, once for each time at which it was given; target_id is what it resolves to.';
COMMENT ON COLUMN run_link.target_job_id IS 'the job that the reference gives (an entity: no key, since no job is ever deleted, and an index would only slow merges)';
COMMENT ON COLUMN run_link.target_key IS 'run_key of the run with the id and the job that the reference gives';
COMMENT ON COLUMN run_link.target_uuid IS 'the id that the reference gives, where it is a UUID';
COMMENT ON COLUMN run_link.kind IS 'what the target is to the run';

CREATE INDEX run_link_dependency_idx ON run_link USING btree (run_id) WHERE (kind = ANY (ARRAY['UPSTREAM'::text, 'DOWNSTREAM'::text]));

CREATE INDEX run_link_new_idx ON run_link USING btree (run_id) WHERE (target_id IS NULL);

CREATE INDEX run_link_target_idx ON run_link USING btree (target_id, kind) WHERE (target_id IS NOT NULL);

CREATE TABLE run_registration (
    id uuid NOT NULL,
    scope_key uuid NOT NULL,
    revision integer NOT NULL,
    run_key uuid NOT NULL,
    run_id text NOT NULL,
    run_id_key uuid NOT NULL GENERATED ALWAYS AS (text_key(run_id)) STORED,
    namespace text NOT NULL,
    process text NOT NULL,
    process_key uuid NOT NULL GENERATED ALWAYS AS (text_key(process)) STORED,
    passed boolean NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    is_entry boolean NOT NULL,
    entry_checksum text NOT NULL,
    checksum_keys uuid[] NOT NULL,
    document jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT run_registration_pkey PRIMARY KEY (id),
    CONSTRAINT run_registration_revision UNIQUE (scope_key, revision)
);
COMMENT ON TABLE run_registration IS 'The evidence of a run at one moment, as registered. No row is replaced; the greatest revision of a run is the current one.';
COMMENT ON COLUMN run_registration.id IS 'the hash of scope_key and entry_checksum';
COMMENT ON COLUMN run_registration.scope_key IS 'the identity of the run as registered: namespace, process and run_id';
COMMENT ON COLUMN run_registration.revision IS 'counts the registrations of a run, from 1, in the order of acceptance';
COMMENT ON COLUMN run_registration.run_key IS 'the run (entity.run_key); differs from scope_key if an exported event gives the run another id';
COMMENT ON COLUMN run_registration.is_entry IS 'false: known only from an exported event, which does not repeat all of the entry';
COMMENT ON COLUMN run_registration.entry_checksum IS 'the SHA-256 of the entry';
COMMENT ON COLUMN run_registration.checksum_keys IS 'the keys of the checksums of the entry and of all evidence';
COMMENT ON COLUMN run_registration.document IS 'the entry';

CREATE INDEX run_registration_checksum_idx ON run_registration USING gin (checksum_keys);

CREATE INDEX run_registration_process_idx ON run_registration USING btree (process_key, recorded_at DESC, id DESC);

CREATE INDEX run_registration_recorded_idx ON run_registration USING btree (recorded_at DESC, id DESC);

CREATE INDEX run_registration_run_id_idx ON run_registration USING btree (run_id_key);

CREATE INDEX run_registration_run_idx ON run_registration USING btree (run_key);

CREATE TABLE run_sibling (
    run_id bigint NOT NULL,
    asset_id bigint NOT NULL,
    upstream_id bigint NOT NULL,
    CONSTRAINT run_sibling_pkey PRIMARY KEY (run_id, asset_id, upstream_id),
    CONSTRAINT run_sibling_input_fkey FOREIGN KEY (run_id, asset_id) REFERENCES input_job(run_id, asset_id),
    CONSTRAINT run_sibling_upstream_fkey FOREIGN KEY (upstream_id) REFERENCES run(id)
);
COMMENT ON TABLE run_sibling IS 'The run that an input means, derived from input_job: it comes before the run that has the input.';

CREATE INDEX run_sibling_upstream_idx ON run_sibling USING btree (upstream_id);

CREATE TABLE run_verification (
    id uuid NOT NULL,
    registration_id uuid NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    passed boolean NOT NULL,
    items jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT run_verification_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE run_verification IS 'The differences between a registration and its files at one moment.';
COMMENT ON COLUMN run_verification.registration_id IS 'run_registration.id; the registration may arrive later';
COMMENT ON COLUMN run_verification.items IS 'the differences; empty: none';

CREATE INDEX run_verification_registration_idx ON run_verification USING btree (registration_id, checked_at DESC, id DESC);

CREATE TABLE run_warning (
    run_id bigint NOT NULL,
    code text NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT run_warning_pkey PRIMARY KEY (run_id, code),
    CONSTRAINT run_warning_run_fkey FOREIGN KEY (run_id) REFERENCES run(id)
);
COMMENT ON TABLE run_warning IS 'The codes of what was repaired in the events of a run (docs/codes.md).';

CREATE TABLE sampling_policy (
    scope text NOT NULL,
    name text NOT NULL,
    keep_every integer NOT NULL,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT sampling_policy_every CHECK ((keep_every > 0)),
    CONSTRAINT sampling_policy_scope_known CHECK ((scope = ANY (ARRAY['EVERYTHING'::text, 'PLATFORM'::text, 'FLOW'::text, 'TEMPLATE'::text])))
);
COMMENT ON TABLE sampling_policy IS 'Configuration: the share of successful runs whose events are kept whole. The most specific policy of a run counts.';
COMMENT ON COLUMN sampling_policy.name IS 'the URN of the job or flow, or the name of the platform; empty for everything';
COMMENT ON COLUMN sampling_policy.keep_every IS 'one run in so many is kept whole, chosen by its key; 1: all';

CREATE UNIQUE INDEX sampling_policy_key ON sampling_policy USING btree (scope, text_key(name));

CREATE TABLE schema_migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT schema_migration_pkey PRIMARY KEY (name)
);

CREATE TABLE source (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    revoked_at timestamp with time zone,
    CONSTRAINT source_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE source IS 'A client that sends to an address of its own, such as one Databand integration.';
COMMENT ON COLUMN source.id IS 'part of that address';

CREATE TABLE sync_cursor (
    source_key uuid NOT NULL,
    reached_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_cursor_pkey PRIMARY KEY (source_key)
);
COMMENT ON TABLE sync_cursor IS 'Up to which change each source has been read.';
COMMENT ON COLUMN sync_cursor.source_key IS 'text_key of the source, such as gitlab://gitlab.com/acme/shop';
COMMENT ON COLUMN sync_cursor.reached_at IS 'the newest change that the source listed, by its own clock';

CREATE TABLE sync_pipeline (
    source_key uuid NOT NULL,
    pipeline_id bigint NOT NULL,
    updated_at timestamp with time zone,
    is_due boolean NOT NULL,
    CONSTRAINT sync_pipeline_pkey PRIMARY KEY (source_key, pipeline_id)
);
COMMENT ON TABLE sync_pipeline IS 'Pipelines to read again whether or not they are listed, and those read lately, which need not be read again.';
COMMENT ON COLUMN sync_pipeline.updated_at IS 'as of which change it was merged; null: not yet';
COMMENT ON COLUMN sync_pipeline.is_due IS 'it was on its way when it was read, or could not be read';

CREATE TABLE timeseries_aspect (
    entity_id bigint NOT NULL,
    name text NOT NULL,
    at timestamp with time zone NOT NULL,
    key uuid NOT NULL,
    value jsonb NOT NULL,
    system_metadata jsonb NOT NULL,
    arrived_at timestamp with time zone NOT NULL DEFAULT arrival(),
    trace_id uuid NOT NULL,
    CONSTRAINT timeseries_aspect_pkey PRIMARY KEY (entity_id, name, at, key),
    CONSTRAINT timeseries_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity(id)
);
COMMENT ON TABLE timeseries_aspect IS 'The values of DataHub''s timeseries aspects, such as run events.';
COMMENT ON COLUMN timeseries_aspect.at IS 'its timestampMillis';
COMMENT ON COLUMN timeseries_aspect.key IS 'hash of what tells two values of one time apart: granularity, message id and partition; of a run event its state too';

CREATE TABLE token (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    hash bytea NOT NULL,
    scopes text[] NOT NULL,
    source_id uuid,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT token_pkey PRIMARY KEY (id),
    CONSTRAINT token_hash_key UNIQUE (hash),
    CONSTRAINT token_scopes_known CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['READ'::text, 'WRITE'::text, 'METRICS'::text, 'ADMIN'::text]))),
    CONSTRAINT token_source_fkey FOREIGN KEY (source_id) REFERENCES source(id)
);
COMMENT ON TABLE token IS 'Bearer tokens. The secret itself is nowhere.';
COMMENT ON COLUMN token.hash IS 'SHA-256 of the secret: of 256 random bits nothing can be guessed, so nothing slower is needed';
COMMENT ON COLUMN token.source_id IS 'the only source for which the token is good; null: for everything that its scopes allow';
COMMENT ON COLUMN token.expires_at IS 'from when on it is no longer good; null: never';

CREATE INDEX token_source_idx ON token USING btree (source_id) WHERE (source_id IS NOT NULL);

CREATE TABLE unused_facet (
    key uuid NOT NULL,
    CONSTRAINT unused_facet_pkey PRIMARY KEY (key)
);
COMMENT ON TABLE unused_facet IS 'Sets and values of facets that nothing used when a removal of runs looked; it deletes them unless a merge uses them first.';

CREATE TABLE versioned_aspect (
    entity_id bigint NOT NULL,
    name text NOT NULL,
    value jsonb NOT NULL,
    system_metadata jsonb NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    trace_id uuid NOT NULL,
    CONSTRAINT versioned_aspect_pkey PRIMARY KEY (entity_id, name),
    CONSTRAINT versioned_aspect_entity_fkey FOREIGN KEY (entity_id) REFERENCES entity(id)
) WITH (fillfactor=80);
COMMENT ON TABLE versioned_aspect IS 'The current value of each aspect that DataHub proposals gave an entity.';
COMMENT ON COLUMN versioned_aspect.version IS 'how many values it has had, this one included';
COMMENT ON COLUMN versioned_aspect.created_at IS 'when its first value was accepted';
COMMENT ON COLUMN versioned_aspect.arrived_at IS 'when the current value was accepted';

CREATE INDEX versioned_aspect_removed_idx ON versioned_aspect USING btree (entity_id) WHERE ((name = 'status'::text) AND ((value ->> 'removed'::text))::boolean);

CREATE INDEX versioned_aspect_run_name_idx ON versioned_aspect USING btree ("left"(lower((value ->> 'name'::text)), 64) COLLATE "C", entity_id) WHERE (name = 'dataProcessInstanceProperties'::text);

CREATE INDEX versioned_aspect_words_idx ON versioned_aspect USING gin (name_vector((value ->> 'name'::text))) WHERE gives_name(name);

CREATE TABLE waiting_steps (
    run_ids bigint[] NOT NULL,
    attempts integer[] NOT NULL
);
COMMENT ON TABLE waiting_steps IS 'Steps that wait to be kept: a merge replaced their versions, or changed what their hops depend on. At most 100 a row. None of runs beyond keeping_progress, which are found.';
COMMENT ON COLUMN waiting_steps.attempts IS 'the attempts of these runs, in the same order';

CREATE TABLE write_mode (
    asset_id bigint NOT NULL,
    mode text NOT NULL,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT write_mode_pkey PRIMARY KEY (asset_id),
    CONSTRAINT write_mode_asset_fkey FOREIGN KEY (asset_id) REFERENCES entity(id),
    CONSTRAINT write_mode_known CHECK ((mode = ANY (ARRAY['REPLACE'::text, 'APPEND'::text])))
);
COMMENT ON TABLE write_mode IS 'Configuration: whether writes of an asset replace it or append to it, where they do not say themselves.';
