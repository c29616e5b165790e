-- The rows and bytes that removed runs wrote (docs/retention.md).
ALTER TABLE removed_day
    ADD COLUMN written_runs bigint NOT NULL DEFAULT 0,
    ADD COLUMN written_rows numeric NOT NULL DEFAULT 0,
    ADD COLUMN written_bytes numeric NOT NULL DEFAULT 0;
COMMENT ON COLUMN removed_day.written_runs IS 'the number of runs that reported amounts of what they wrote';
