-- has_steps_to_keep --
-- True if keep_steps has something to do.
SELECT has_steps_to_keep() OR EXISTS (SELECT FROM forgotten_step f WHERE f.forgotten_at < now() - interval '1 hour');

-- keep_steps --
-- Keeps the hops of at most so many final steps; returns how many it looked at.
SELECT keep_steps($1);
