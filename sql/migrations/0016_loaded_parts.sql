-- Parts of files that a load has taken as a whole (docs/loading.md).
CREATE TABLE loaded_part (
    file_hash bytea NOT NULL,
    start_byte bigint NOT NULL,
    end_byte bigint NOT NULL,
    dialect text NOT NULL,
    source text NOT NULL,
    trace_id uuid NOT NULL,
    loaded_at timestamp with time zone NOT NULL DEFAULT now(),
    CONSTRAINT loaded_part_dialect_known CHECK (dialect IN ('', 'openlineage', 'datahub', 'databand')),
    CONSTRAINT loaded_part_pkey PRIMARY KEY (file_hash, start_byte, end_byte, dialect, source)
);
COMMENT ON TABLE loaded_part IS 'Configuration: the files that a load skips. A file is loaded once its parts cover all its bytes.';
COMMENT ON COLUMN loaded_part.file_hash IS 'the SHA-256 of the whole file';
COMMENT ON COLUMN loaded_part.end_byte IS 'the byte before which the last line of the part begins';
COMMENT ON COLUMN loaded_part.dialect IS 'the dialect that the load was told; empty: the shape of each record told it';
COMMENT ON COLUMN loaded_part.source IS 'the source of Databand bodies; empty in other dialects';
