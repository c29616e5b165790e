-- search_path --
-- Reads the session's schemas of functions and tables.
SELECT current_setting('search_path');

-- has_functions --
-- True if a version's functions exist.
SELECT to_regnamespace($1) IS NOT NULL AND EXISTS (SELECT FROM functions_in_use u WHERE u.schema_name = $1);

-- create_functions_schema --
-- Makes the schema of a version's functions, for everything that this transaction creates.
CREATE SCHEMA {schema};
SET LOCAL search_path = {schema}, public;

-- trust_functions --
-- Allows functions that call later ones.
SET LOCAL check_function_bodies = off;

-- check_functions --
-- Checks the bodies of a schema's functions, once all exist.
SELECT CASE l.lanname WHEN 'plpgsql' THEN plpgsql_validator(p.oid)::text ELSE fmgr_sql_validator(p.oid)::text END
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang CROSS JOIN set_config('check_function_bodies', 'on', true)
WHERE p.pronamespace = to_regnamespace($1) AND l.lanname IN ('plpgsql', 'sql');

-- use_functions --
-- Records that a schema's functions are in use.
INSERT INTO functions_in_use (schema_name) VALUES ($1)
ON CONFLICT (schema_name) DO UPDATE SET seen_at = now() WHERE functions_in_use.seen_at < now() - interval '1 minute';

-- unused_functions --
-- Removes the records of functions unused for a day, and returns their schemas.
DELETE FROM functions_in_use WHERE seen_at < now() - interval '1 day' RETURNING schema_name;

-- drop_functions_schema --
-- Drops the functions of a version, or the rest of them.
DROP SCHEMA IF EXISTS {schema} CASCADE;
