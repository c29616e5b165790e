-- The names of removed runs, so that answers tell a removed run from a mistyped one (docs/retention.md).
ALTER TABLE removed_run ADD COLUMN urn_key uuid;
COMMENT ON COLUMN removed_run.urn_key IS 'the key of the URN that the run had; null: removed before this column came';
CREATE INDEX removed_run_urn_idx ON removed_run (urn_key);
