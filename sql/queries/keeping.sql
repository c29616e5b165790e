-- has_steps_to_keep --
-- True if keep_steps has something to keep, or to delete.
SELECT has_steps_to_keep() OR has_told_enough();

-- keep_steps --
-- Keeps the hops of at most so many final steps; returns how many it looked at.
SELECT keep_steps($1);
