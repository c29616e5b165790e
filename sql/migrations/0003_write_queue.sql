-- Writes that were acknowledged before they were merged (docs/asynchronous-writes.md).
CREATE TABLE queued_write (
    seq bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT queued_write_pkey PRIMARY KEY,
    dialect text NOT NULL,
    source text NOT NULL,
    tenant text NOT NULL,
    body bytea NOT NULL,
    urn_key uuid,
    aspect text,
    trace_id uuid NOT NULL,
    span_id text NOT NULL,
    is_logged boolean NOT NULL,
    enqueued_at timestamp with time zone NOT NULL,
    tries integer NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
-- A body lives for a moment: to compress it costs more than it saves.
ALTER TABLE queued_write ALTER COLUMN body SET STORAGE EXTERNAL;
COMMENT ON TABLE queued_write IS 'Writes that were acknowledged and wait to be merged: a document of events, or one proposal, a row.';
COMMENT ON COLUMN queued_write.seq IS 'the order of acceptance; proposals commit in this order';
COMMENT ON COLUMN queued_write.source IS 'the request, as the quarantine names it';
COMMENT ON COLUMN queued_write.tenant IS 'the owner, which is part of the meaning of an event (event.source)';
COMMENT ON COLUMN queued_write.urn_key IS 'the entity of a proposal; null: a document of events, whose order does not matter';
COMMENT ON COLUMN queued_write.is_logged IS 'true: the spans of the request go to the log (X-Enable-Trace-Log)';
COMMENT ON COLUMN queued_write.tries IS 'the number of merges that failed by a mistake of the server';
CREATE INDEX queued_write_urn_idx ON queued_write (urn_key, seq) WHERE urn_key IS NOT NULL;
CREATE INDEX queued_proposal_idx ON queued_write (seq) WHERE urn_key IS NOT NULL;
CREATE INDEX queued_document_idx ON queued_write (seq) WHERE urn_key IS NULL;
CREATE INDEX queued_write_trace_idx ON queued_write (trace_id);
CREATE INDEX quarantine_trace_idx ON quarantine (trace_id, id);

-- The writes of a trace, whatever their dialect.
DROP INDEX event_trace_idx;
CREATE INDEX event_trace_idx ON event (trace_id, seq);
