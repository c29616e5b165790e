-- has_steps_to_keep --
-- True if keep_steps has something to keep, or to delete.
SELECT has_steps_to_keep() OR EXISTS (SELECT FROM forgotten_step f WHERE f.forgotten_at < oldest_told())
    OR EXISTS (SELECT FROM changed_data d WHERE d.changed_at < oldest_told());

-- keep_steps --
-- Keeps the hops of at most so many final steps; returns how many it looked at.
SELECT keep_steps($1);
