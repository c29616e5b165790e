-- A replacement leaves the versions whose write was not over: these are found by the end of their writes.
CREATE INDEX asset_write_end_idx ON asset_write (class_id, until) WHERE kind = 'VERSION' AND until > at;
