-- The moments at which kept hops hold, so that walks at another moment read them too (docs/store-merging.md).
ALTER TABLE kept_step ADD COLUMN settled_at timestamptz;
ALTER TABLE kept_step ADD COLUMN arrived_at timestamptz;
ALTER TABLE kept_step ADD COLUMN depends_on bigint[];
ALTER TABLE kept_step ADD COLUMN nearest_read_millis integer;
COMMENT ON COLUMN kept_step.settled_at IS 'the last event of the runs on which the hops depend: the hops hold as of then and later; null: only now';
COMMENT ON COLUMN kept_step.arrived_at IS 'the arrival of the last of their events';
COMMENT ON COLUMN kept_step.depends_on IS 'the written data, and the runs that replaced them';
COMMENT ON COLUMN kept_step.nearest_read_millis IS 'the least time from a read to a later version of the step, at most a minute: the hops hold for a smaller tolerance';

-- Servers keep all steps anew, with these.
DELETE FROM kept_step;
DELETE FROM keeping_progress;
