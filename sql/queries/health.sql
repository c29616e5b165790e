-- ping --
-- Checks that the database answers.
SELECT 1;
