-- An index of the writes of parts, which walks look for before they pass over versions that only remain (docs/point-in-time-rule.md).
CREATE INDEX asset_write_part_idx ON asset_write (class_id, at) WHERE parts IS NOT NULL;
