-- Servers hold hops of steps that nobody keeps yet, until a merge changes the data (docs/store-merging.md).
-- One row for all that a merge changed: merges pay for each row and each index.
CREATE TABLE changed_data (
    class_ids bigint[] NOT NULL,
    run_ids bigint[] NOT NULL,
    step_run_ids bigint[] NOT NULL,
    step_attempts integer[] NOT NULL,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX changed_data_in_idx ON changed_data (changed_in);
COMMENT ON TABLE changed_data IS 'The data whose reads or writes a merge changed in the last hour, for servers that hold steps in memory.';
COMMENT ON COLUMN changed_data.class_ids IS 'entity.id of the first of all names of each data';
COMMENT ON COLUMN changed_data.run_ids IS 'the runs whose writes changed';
COMMENT ON COLUMN changed_data.step_run_ids IS 'the runs of the kept steps whose hops the merge forgot; the next column has their attempts';
COMMENT ON COLUMN changed_data.changed_in IS 'the transaction: servers read by snapshot what is new';

DROP TABLE forgotten_step;
