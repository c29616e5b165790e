-- How far a synchronisation has come with what it reads (docs/gitlab.md). No facts: those are where they always are.

CREATE TABLE sync_cursor (
    source_key uuid        NOT NULL,
    reached_at timestamptz NOT NULL,
    CONSTRAINT sync_cursor_pkey PRIMARY KEY (source_key)
);

COMMENT ON TABLE sync_cursor IS 'Up to which change each source has been read.';
COMMENT ON COLUMN sync_cursor.source_key IS 'text_key of the source, such as gitlab://gitlab.com/acme/shop';
COMMENT ON COLUMN sync_cursor.reached_at IS 'the newest change that the source listed, by its own clock';

CREATE TABLE sync_pipeline (
    source_key  uuid        NOT NULL,
    pipeline_id bigint      NOT NULL,
    updated_at  timestamptz,
    is_due      boolean     NOT NULL,
    CONSTRAINT sync_pipeline_pkey PRIMARY KEY (source_key, pipeline_id)
);

COMMENT ON TABLE sync_pipeline IS
    'Pipelines to read again whether or not they are listed, and those read lately, which need not be read again.';
COMMENT ON COLUMN sync_pipeline.updated_at IS 'as of which change it was merged; null: not yet';
COMMENT ON COLUMN sync_pipeline.is_due IS 'it was on its way when it was read, or could not be read';
