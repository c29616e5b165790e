-- A store learns dictionaries from its own events, so that bodies of the log take a fraction of their place.
CREATE TABLE body_dictionary (
    id bigint NOT NULL,
    content bytea NOT NULL,
    learned_until bigint NOT NULL,
    learned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT body_dictionary_pkey PRIMARY KEY (id)
);
ALTER TABLE body_dictionary ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE body_dictionary IS 'Dictionaries of zstd, each learned from events of the log. The newest packs the bodies of new events.';
COMMENT ON COLUMN body_dictionary.id IS 'zstd''s id of it, which is in each body that it packed';
COMMENT ON COLUMN body_dictionary.learned_until IS 'the last event.seq that was given before it was added';
COMMENT ON COLUMN queued_write.body IS 'packed by the program''s dictionary, which costs less than to write it at full size';
