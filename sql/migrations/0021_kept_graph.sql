-- Servers hold the kept steps in memory, and follow their changes (docs/store-merging.md).
CREATE SEQUENCE kept_round;
ALTER TABLE kept_step ADD COLUMN round bigint;
CREATE INDEX kept_step_round_idx ON kept_step (round) WHERE hops IS NOT NULL;
COMMENT ON COLUMN kept_step.round IS 'the number of the round of keep_steps that kept the hops: rounds are in the order of commits';

-- Servers keep all steps anew, in rounds.
DELETE FROM kept_step;
DELETE FROM keeping_progress;

CREATE TABLE forgotten_step (
    run_id bigint NOT NULL,
    attempt integer NOT NULL,
    forgotten_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    forgotten_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX forgotten_step_in_idx ON forgotten_step (forgotten_in);
CREATE INDEX forgotten_step_at_idx ON forgotten_step (forgotten_at);
COMMENT ON TABLE forgotten_step IS 'Kept steps whose hops a merge forgot in the last hour, and runs that wrote for the first time, for servers that hold steps in memory.';
COMMENT ON COLUMN forgotten_step.attempt IS '0: all steps of a run that had written nothing before';
COMMENT ON COLUMN forgotten_step.forgotten_in IS 'the transaction: servers read by snapshot what is new';

-- Mostly no run names another as upstream or downstream: walks need to know it at once.
CREATE INDEX relationship_dependency_idx ON relationship (source_id)
    WHERE replaced_at IS NULL AND type IN ('UpstreamOf', 'DataProcessInstanceConsumes', 'DataProcessInstanceProduces');
