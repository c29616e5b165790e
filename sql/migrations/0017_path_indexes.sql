-- Indexes for the search of a path (docs/impact.md).
CREATE INDEX asset_write_left_idx ON asset_write (class_id, job_id) WHERE kind = 'LEFT';
CREATE INDEX run_link_dependency_idx ON run_link (run_id) WHERE kind IN ('UPSTREAM', 'DOWNSTREAM');
