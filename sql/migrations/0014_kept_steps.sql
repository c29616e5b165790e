-- The hops of settled steps, kept for walks (docs/store.md).
CREATE TABLE kept_step (
    run_id bigint NOT NULL,
    attempt integer NOT NULL,
    number integer,
    hops bytea,
    to_run_ids bigint[],
    to_attempts integer[],
    to_input_ids bigint[],
    to_output_ids bigint[],
    CONSTRAINT kept_step_pkey PRIMARY KEY (run_id, attempt)
);
ALTER TABLE kept_step ALTER COLUMN hops SET STORAGE EXTERNAL;
CREATE INDEX kept_step_forgotten_idx ON kept_step (run_id, attempt) WHERE hops IS NULL;
COMMENT ON TABLE kept_step IS 'The hops from an attempt of a run to the readers of its versions, once all are replaced: derived (materialised_hops_down).';
COMMENT ON COLUMN kept_step.number IS 'the number of hops';
COMMENT ON COLUMN kept_step.hops IS 'the hops, packed; null: forgotten, or not kept yet';
COMMENT ON COLUMN kept_step.to_run_ids IS 'the distinct steps that the hops lead to';
COMMENT ON COLUMN kept_step.to_input_ids IS 'null: all are 0, as to_output_ids';

CREATE TABLE keeping_progress (
    run_id bigint NOT NULL
);
COMMENT ON TABLE keeping_progress IS 'The run up to which steps were found when keeping began: no row at its begin, the greatest number at its end. Merges tell of later ones.';
