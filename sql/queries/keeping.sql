-- has_steps_to_keep --
-- True if keep_steps has something to keep, or to delete.
SELECT has_steps_to_keep()
    OR coalesce((SELECT f.forgotten_at FROM forgotten_step f ORDER BY f.forgotten_in LIMIT 1) < oldest_told(), false)
    OR coalesce((SELECT d.changed_at FROM changed_data d ORDER BY d.changed_in LIMIT 1) < oldest_told(), false);

-- keep_steps --
-- Keeps the hops of at most so many final steps; returns how many it looked at.
SELECT keep_steps($1);
