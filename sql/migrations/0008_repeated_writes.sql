-- Requests that brought what the store knew before (docs/asynchronous-writes.md).
CREATE TABLE repeated_write (
    trace_id uuid NOT NULL,
    key uuid NOT NULL,
    at timestamp with time zone,
    noted_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT repeated_write_pkey PRIMARY KEY (trace_id, key)
);
CREATE INDEX repeated_write_noted_idx ON repeated_write (noted_at);
COMMENT ON TABLE repeated_write IS 'Events and refused records that a request brought again: its trace has no other rows for them. Kept for a day.';
COMMENT ON COLUMN repeated_write.key IS 'the event''s content_hash, or the record''s key';
COMMENT ON COLUMN repeated_write.at IS 'the event''s time, as in the log; null: a record in quarantine';
