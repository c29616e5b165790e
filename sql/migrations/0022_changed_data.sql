-- Servers hold hops of steps that nobody keeps yet, until a merge changes the data (docs/store-merging.md).
CREATE TABLE changed_data (
    class_ids bigint[] NOT NULL,
    run_ids bigint[] NOT NULL,
    changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX changed_data_in_idx ON changed_data (changed_in);
COMMENT ON TABLE changed_data IS 'The data whose reads or writes a merge changed in the last hour, for servers that hold steps in memory.';
COMMENT ON COLUMN changed_data.class_ids IS 'entity.id of the first of all names of each data';
COMMENT ON COLUMN changed_data.run_ids IS 'the runs whose writes changed';
COMMENT ON COLUMN changed_data.changed_in IS 'the transaction: servers read by snapshot what is new';

COMMENT ON TABLE forgotten_step IS 'Kept steps whose hops a merge forgot in the last hour, for servers that hold steps in memory.';
COMMENT ON COLUMN forgotten_step.attempt IS NULL;

-- Transactions are in the order of time.
DROP INDEX forgotten_step_at_idx;
