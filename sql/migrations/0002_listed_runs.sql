-- A page of a job's runs tells how many there are: in this index a count reads a tenth of what it reads in run_template_idx.
CREATE INDEX run_listed_idx ON run (template_id) WHERE first_event_at IS NOT NULL AND NOT is_superseded AND NOT is_removed;
