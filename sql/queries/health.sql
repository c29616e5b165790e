-- ping --
-- Asks whether the database answers.
SELECT 1;
