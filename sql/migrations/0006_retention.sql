-- Removal of old runs (docs/retention.md).
CREATE TABLE retention_policy (
    scope text NOT NULL,
    name text NOT NULL,
    keep_runs integer,
    keep_days double precision,
    keep_failures_days double precision,
    keep_every integer,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT retention_policy_scope_known CHECK (scope IN ('EVERYTHING', 'PLATFORM', 'FLOW', 'TEMPLATE')),
    CONSTRAINT retention_policy_removes CHECK (keep_runs > 0 OR keep_days > 0),
    CONSTRAINT retention_policy_every CHECK (keep_every > 0)
);
CREATE UNIQUE INDEX retention_policy_key ON retention_policy (scope, text_key(name));
COMMENT ON TABLE retention_policy IS 'Configuration: the runs to keep, of a job, a flow, a platform, or everything. The most specific policy of a run counts.';
COMMENT ON COLUMN retention_policy.name IS 'the URN of the job or flow, or the name of the platform; empty for everything';
COMMENT ON COLUMN retention_policy.keep_runs IS 'the number of newest runs of a job to keep, whatever their age; null: none';
COMMENT ON COLUMN retention_policy.keep_days IS 'the age up to which all runs are kept; null: no age keeps a run';
COMMENT ON COLUMN retention_policy.keep_failures_days IS 'the age up to which failed runs are kept; null: as all others';
COMMENT ON COLUMN retention_policy.keep_every IS 'of the runs that would go, each k-th family stays, chosen by the key of its root; null: none';

CREATE TABLE removed_run (
    run_key uuid NOT NULL CONSTRAINT removed_run_pkey PRIMARY KEY,
    removed_at timestamp with time zone NOT NULL DEFAULT now()
);
COMMENT ON TABLE removed_run IS 'Runs that retention removed: their events store nothing when they come again.';

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
CREATE INDEX removed_write_idx ON removed_write (asset_id, at);
COMMENT ON TABLE removed_write IS 'The moments at which removed runs replaced an asset: versions from before stay replaced.';
COMMENT ON COLUMN removed_write.is_sure IS 'true: by its own word; false: it did not say whether it appends';
COMMENT ON COLUMN removed_write.parts IS 'the partitions, locations or condition that it replaced; null: the whole asset';

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
    CONSTRAINT removed_day_pkey PRIMARY KEY (template_id, flow_id, day)
);
CREATE INDEX removed_day_flow_idx ON removed_day (flow_id, day) WHERE flow_id <> 0;
CREATE INDEX removed_day_idx ON removed_day (day);
COMMENT ON TABLE removed_day IS 'The figures of removed runs by job, flow of a whole run (0: none) and UTC day of creation.';
COMMENT ON COLUMN removed_day.durations IS 'the number of successful runs by duration, in buckets of 2 percent (duration_bucket)';

CREATE TABLE dropped_log_month (
    month date NOT NULL CONSTRAINT dropped_log_month_pkey PRIMARY KEY,
    events bigint NOT NULL,
    dropped_at timestamp with time zone NOT NULL DEFAULT now()
);
COMMENT ON TABLE dropped_log_month IS 'Months whose events retention dropped from the log, all of removed runs: a rebuild takes names and facets of jobs and data from the tables in use.';
