-- create_fact_types --
-- Gives a session the types of facts: a fact's tuple (model/changes.py) has these fields in this order, then its trace.
CREATE TYPE pg_temp.event_fact AS (
    at timestamptz, content_hash uuid, dialect text, source text, warnings text[], body bytea, trace_id uuid
);
CREATE TYPE pg_temp.entity_fact AS (
    urn_key uuid, kind text, urn text, namespace text, name text, flow_key uuid, is_stub boolean, trace_id uuid
);
CREATE TYPE pg_temp.alias_fact AS (urn_key uuid, other_key uuid, origin text, trace_id uuid);
CREATE TYPE pg_temp.run_fact AS (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, trace_id uuid
);
CREATE TYPE pg_temp.named_run AS (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, is_stub boolean,
    trace_id uuid
);
CREATE TYPE pg_temp.new_run AS (
    run_key uuid, run_uuid uuid, native_id text, template_id bigint, flow_id bigint, urn text, is_derived boolean,
    is_stub boolean, trace_id uuid
);
CREATE TYPE pg_temp.run_event_fact AS (
    run_key uuid, at timestamptz, status text, result text, native_state text, attempt integer,
    declared_start timestamptz, duration_millis bigint, is_time_approximate boolean, is_untimed boolean,
    content_hash uuid, trace_id uuid
);
CREATE TYPE pg_temp.edge_fact AS (
    run_key uuid, direction text, asset_key uuid, at timestamptz, content_hash uuid, place integer, origin text, attempt integer,
    version text, is_terminal boolean, set_key uuid, own_set_key uuid, trace_id uuid
);
CREATE TYPE pg_temp.derivation_fact AS (
    run_key uuid, output_key uuid, input_key uuid, origin text, at timestamptz, trace_id uuid
);
CREATE TYPE pg_temp.run_warning_fact AS (run_key uuid, code text, trace_id uuid);
CREATE TYPE pg_temp.checksum_fact AS (run_key uuid, name text, checksum text, trace_id uuid);
CREATE TYPE pg_temp.job_link_fact AS (upstream_key uuid, downstream_key uuid, origin text, at timestamptz, trace_id uuid);
CREATE TYPE pg_temp.job_edge_fact AS (job_key uuid, direction text, asset_key uuid, at timestamptz, trace_id uuid);
CREATE TYPE pg_temp.source_run_fact AS (run_key uuid, source text, job_key uuid, trace_id uuid);
CREATE TYPE pg_temp.input_job_fact AS (run_key uuid, asset_key uuid, job_key uuid, trace_id uuid);
CREATE TYPE pg_temp.aspect_fact AS (
    urn_key uuid, dialect text, name text, at timestamptz, is_terminal boolean, content_key uuid, is_deleted boolean,
    trace_id uuid
);
CREATE TYPE pg_temp.run_facets_fact AS (
    run_key uuid, scope text, names_key uuid, set_key uuid, at timestamptz, is_terminal boolean, trace_id uuid
);
CREATE TYPE pg_temp.facet_set_fact AS (set_key uuid, facets text);
CREATE TYPE pg_temp.content_fact AS (content_key uuid, value text);
CREATE TYPE pg_temp.run_link_fact AS (
    run_key uuid, kind text, target_key uuid, target_uuid uuid, target_native_id text, target_namespace text,
    target_name text, target_job_key uuid, at timestamptz, is_terminal boolean, content_key uuid, trace_id uuid
);
CREATE TYPE pg_temp.problem AS (
    key uuid, dialect text, source text, "position" bigint, code text, message text, payload bytea,
    tenant text, trace_id uuid
);
CREATE TYPE pg_temp.versioned_fact AS (
    urn_key uuid, name text, value text, system_metadata text, version bigint, trace_id uuid
);
CREATE TYPE pg_temp.timeseries_fact AS (
    urn_key uuid, name text, at timestamptz, key uuid, value text, system_metadata text, trace_id uuid
);
CREATE TYPE pg_temp.relationship_fact AS (
    source_key uuid, aspect text, type text, field text, destination_key uuid, details text, trace_id uuid
);
CREATE TYPE pg_temp.reported_event_fact AS (
    urn_key uuid, at timestamptz, status text, result text, native_state text, attempt integer, duration_millis bigint,
    content_hash uuid, trace_id uuid
);
CREATE TYPE pg_temp.changed_aspect AS (urn_key uuid, name text);
