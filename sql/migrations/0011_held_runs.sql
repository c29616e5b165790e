-- Runs that no removal takes until they are released (docs/retention.md).
CREATE TABLE held_run (
    run_key uuid NOT NULL CONSTRAINT held_run_pkey PRIMARY KEY,
    reason text NOT NULL,
    held_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT held_run_reason CHECK (reason <> '')
);
COMMENT ON TABLE held_run IS 'Configuration: runs that retention keeps, whatever the policies say, until they are released.';
COMMENT ON COLUMN held_run.reason IS 'why the run is kept, such as the number of an incident';
