-- create_staging --
-- Gives a session its staging tables, emptied by every commit; a fact's tuple has these columns in this order, then its trace.
CREATE TEMP TABLE IF NOT EXISTS staged_event (
    at timestamptz, content_hash uuid, dialect text, source text, warnings text[], body bytea, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_entity (
    urn_key uuid, kind text, urn text, namespace text, name text, flow_key uuid, is_stub boolean, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_alias (
    urn_key uuid, other_key uuid, origin text, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_class (entity_id bigint) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_run (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_named_run (
    run_key uuid, run_uuid uuid, native_id text, template_key uuid, flow_key uuid, is_derived boolean, is_stub boolean,
    trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_new_run (
    run_key uuid, run_uuid uuid, native_id text, template_id bigint, flow_id bigint, urn text, is_derived boolean,
    is_stub boolean, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_contested (run_uuid uuid) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_run_event (
    run_key uuid, at timestamptz, status text, result text, native_state text, attempt integer,
    declared_start timestamptz, duration_millis bigint, is_time_approximate boolean, content_hash uuid, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_edge (
    run_key uuid, direction text, asset_key uuid, at timestamptz, origin text, attempt integer, version text,
    trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_derivation (
    run_key uuid, output_key uuid, input_key uuid, origin text, at timestamptz, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_checksum (run_key uuid, name text, checksum text, trace_id uuid) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_job_link (
    upstream_key uuid, downstream_key uuid, origin text, at timestamptz, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_job_edge (
    job_key uuid, direction text, asset_key uuid, at timestamptz, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_aspect (
    run_key uuid, urn_key uuid, dialect text, scope text, name text, at timestamptz, is_terminal boolean, content_key uuid,
    is_deleted boolean, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_edge_aspect (
    run_key uuid, direction text, asset_key uuid, scope text, name text, at timestamptz, is_terminal boolean,
    content_key uuid, is_deleted boolean, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_content (content_key uuid, value text) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_run_link (
    run_key uuid, kind text, target_key uuid, target_uuid uuid, target_native_id text, target_namespace text,
    target_name text, at timestamptz, is_terminal boolean, content_key uuid, trace_id uuid
) ON COMMIT DELETE ROWS;
CREATE TEMP TABLE IF NOT EXISTS staged_problem (
    key uuid, dialect text, source text, "position" bigint, code text, message text, payload bytea, trace_id uuid
) ON COMMIT DELETE ROWS;
