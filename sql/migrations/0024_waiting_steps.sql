-- One row for the steps of a merge that wait to be kept: merges pay for each row and each index. Servers keep all steps anew.
TRUNCATE kept_step;
DELETE FROM keeping_progress;

DROP INDEX kept_step_forgotten_idx;
DROP INDEX kept_step_round_idx;
CREATE INDEX kept_step_round_idx ON kept_step (round);
ALTER TABLE kept_step
    ALTER COLUMN number SET NOT NULL,
    ALTER COLUMN hops SET NOT NULL,
    ALTER COLUMN to_run_ids SET NOT NULL,
    ALTER COLUMN to_attempts SET NOT NULL,
    ALTER COLUMN round SET NOT NULL;
COMMENT ON COLUMN kept_step.hops IS 'the hops, packed';

CREATE TABLE waiting_steps (
    run_ids bigint[] NOT NULL,
    attempts integer[] NOT NULL
);
COMMENT ON TABLE waiting_steps IS 'Steps that wait to be kept: a merge replaced their versions, or changed what their hops depend on. At most 100 a row. None of runs beyond keeping_progress, which are found.';
COMMENT ON COLUMN waiting_steps.attempts IS 'the attempts of these runs, in the same order';
