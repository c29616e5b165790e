-- Erasing of texts from the log (docs/erasing.md).
CREATE TABLE erased_event (
    content_hash uuid NOT NULL CONSTRAINT erased_event_pkey PRIMARY KEY,
    erased_at timestamp with time zone NOT NULL DEFAULT now()
);
COMMENT ON TABLE erased_event IS 'Events of the log from which a text was erased: a copy that comes again stores nothing.';
COMMENT ON COLUMN erased_event.content_hash IS 'event.content_hash before; the log has the event without the text, under another hash';
