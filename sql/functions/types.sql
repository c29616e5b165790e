-- The row types of functions' arguments and results. A fact's tuple (model/changes.py) has the fields of its type in this order, then its trace.

CREATE TYPE run_end AS (
    at timestamptz, result text, native_state text, duration_millis bigint, is_time_approximate boolean, is_untimed boolean
);

CREATE TYPE run_attempt AS (run_id bigint, attempt integer, has_state boolean, started_at timestamptz, final run_end);

CREATE TYPE numbered_event AS (at timestamptz, attempt integer);

CREATE TYPE edge_saying AS (
    run_id bigint, root_id bigint, job_id bigint, streams boolean, narrows boolean, edge_id bigint, direction text, asset_id bigint,
    class_id bigint, attempt integer, at timestamptz, content_hash uuid, place bigint, version text, is_terminal boolean, is_placed boolean,
    set_key uuid, own_set_key uuid
);

CREATE TYPE asset_use AS (
    run_id bigint, attempt integer, edge_id bigint, direction text, asset_id bigint, class_id bigint, root_id bigint, job_id bigint,
    started_at timestamptz, named_at timestamptz, over_at timestamptz, is_over boolean, result text, streams boolean,
    version text, terminal_version text, parts text[], lifecycle text, previous_asset_id bigint, previous_id bigint, mode text, narrows boolean
);

CREATE TYPE point_in_time AS (
    as_of timestamptz, known_at timestamptz, tolerance interval, appends boolean, possible boolean
);

COMMENT ON TYPE point_in_time IS
    'The point of view of a question: the last time of events, the last time of arrivals, the tolerance of clocks, if unknown writes append, if possible effects count.';

CREATE TYPE hop AS (
    edge_id bigint, version_attempt integer, writer_id bigint, asset_id bigint, at timestamptz, flags integer,
    to_run_id bigint, to_attempt integer, to_input_id bigint, to_output_id bigint, since timestamptz, until timestamptz, written_until timestamptz
);

COMMENT ON TYPE hop IS
    'A hop from a run by a write to the next run; without an edge, by a reference or containment. writer_id, asset_id: of the write. to_run_id, to_attempt (0: all), to_input_id (the narrowed input) and to_output_id (the only output that counts; 0: any) are the next step. Flags: 1 possible, 2 a stream wrote, 4 a stream read, 8 a version id was read, 16 an open write. since, until: of the read; without an edge, the creation of both runs and the end of the dependent one. written_until: the end of the write.';

CREATE TYPE step_key AS (run_id bigint, attempt integer);

CREATE TYPE lineage_hop AS (
    other_id bigint, type text, is_declared boolean, created_at timestamptz, created_actor text, updated_at timestamptz, updated_actor text,
    is_manual boolean
);

CREATE TYPE event_fact AS (
    at timestamptz, content_hash uuid, dialect text, source text, warnings text[], body bytea, trace_id uuid
);

CREATE TYPE entity_fact AS (
    urn_key uuid, kind text, urn text, namespace text, name text, flow_key uuid, is_stub boolean, trace_id uuid
);

CREATE TYPE alias_fact AS (urn_key uuid, other_key uuid, origin text, trace_id uuid);

CREATE TYPE run_fact AS (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, trace_id uuid
);

CREATE TYPE named_run AS (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, is_stub boolean,
    trace_id uuid
);

CREATE TYPE new_run AS (
    run_key uuid, run_uuid uuid, native_id text, template_id bigint, flow_id bigint, urn text, is_derived boolean,
    is_stub boolean, trace_id uuid, id bigint
);

CREATE TYPE run_event_fact AS (
    run_key uuid, at timestamptz, status text, result text, native_state text, attempt integer,
    declared_start timestamptz, duration_millis bigint, is_time_approximate boolean, is_untimed boolean,
    content_hash uuid, trace_id uuid
);

CREATE TYPE edge_fact AS (
    run_key uuid, direction text, asset_key uuid, at timestamptz, content_hash uuid, place integer, origin text, attempt integer,
    version text, is_terminal boolean, set_key uuid, own_set_key uuid, trace_id uuid
);

CREATE TYPE derivation_fact AS (
    run_key uuid, output_key uuid, input_key uuid, origin text, at timestamptz, trace_id uuid
);

CREATE TYPE run_warning_fact AS (run_key uuid, code text, trace_id uuid);

CREATE TYPE checksum_fact AS (run_key uuid, name text, checksum text, trace_id uuid);

CREATE TYPE job_link_fact AS (upstream_key uuid, downstream_key uuid, origin text, at timestamptz, trace_id uuid);

CREATE TYPE job_edge_fact AS (job_key uuid, direction text, asset_key uuid, at timestamptz, trace_id uuid);

CREATE TYPE source_run_fact AS (run_key uuid, source text, job_key uuid, trace_id uuid);

CREATE TYPE input_job_fact AS (run_key uuid, asset_key uuid, job_key uuid, trace_id uuid);

CREATE TYPE registration_fact AS (
    id uuid, scope_key uuid, run_key uuid, run_id text, namespace text, process text, passed boolean,
    recorded_at timestamptz, is_entry boolean, entry_checksum text, checksums text[], document text, trace_id uuid
);

CREATE TYPE verification_fact AS (
    id uuid, registration_id uuid, checked_at timestamptz, passed boolean, items text, trace_id uuid
);

CREATE TYPE entity_facets_fact AS (
    urn_key uuid, names_key uuid, set_key uuid, at timestamptz, is_terminal boolean, trace_id uuid
);

CREATE TYPE run_facets_fact AS (
    run_key uuid, scope text, names_key uuid, set_key uuid, at timestamptz, is_terminal boolean, trace_id uuid
);

CREATE TYPE entity_facets_row AS (entity_id bigint, names_key uuid, set_key uuid, at timestamptz, is_terminal boolean);

CREATE TYPE facet_set_fact AS (set_key uuid, facets text);

CREATE TYPE content_fact AS (content_key uuid, value text);

CREATE TYPE run_link_fact AS (
    run_key uuid, kind text, target_key uuid, target_uuid uuid, target_native_id text, target_job_key uuid, at timestamptz, is_terminal boolean, trace_id uuid
);

CREATE TYPE problem AS (
    key uuid, dialect text, source text, "position" bigint, code text, message text, payload bytea,
    tenant text, trace_id uuid
);

CREATE TYPE versioned_fact AS (
    urn_key uuid, name text, value text, system_metadata text, version bigint, trace_id uuid
);

CREATE TYPE timeseries_fact AS (
    urn_key uuid, name text, at timestamptz, key uuid, value text, system_metadata text, trace_id uuid
);

CREATE TYPE relationship_fact AS (
    source_key uuid, aspect text, type text, field text, destination_key uuid, details text, trace_id uuid
);

CREATE TYPE reported_event_fact AS (
    urn_key uuid, at timestamptz, status text, result text, native_state text, attempt integer, duration_millis bigint,
    content_hash uuid, trace_id uuid
);

CREATE TYPE changed_aspect AS (urn_key uuid, name text);

CREATE TYPE merged_events AS (
    new_events uuid[], waited_seconds double precision, removed_runs uuid[], dictionary bigint, is_time_to_learn boolean
);

-- A column that a later version adds to these tables is in neither row, so that it breaks no function.

CREATE VIEW read_row AS
SELECT r.run_id, r.attempt, r.edge_id, r.asset_id, r.class_id, r.root_id, r.job_id, r.since, r.until, r.span, r.streams, r.version_key, r.parts,
    r.narrows, r.output_id
FROM asset_read r;

CREATE VIEW write_row AS
SELECT w.run_id, w.attempt, w.edge_id, w.is_departure, w.asset_id, w.class_id, w.root_id, w.job_id, w.kind, w.effect, w.begun_at, w.at, w.until,
    w.native_version, w.version_key, w.parts, w.replaced_at, w.replaced_by_root_id
FROM asset_write w;
