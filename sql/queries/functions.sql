-- search_path --
-- Reads in which schemas the session finds functions and tables.
SELECT current_setting('search_path');

-- has_functions --
-- True if a version's functions are there, as they were made.
SELECT to_regnamespace($1) IS NOT NULL AND EXISTS (SELECT FROM functions_in_use u WHERE u.schema_name = $1);

-- create_functions_schema --
-- Makes the schema of a version's functions, and has all that this transaction makes belong to it.
CREATE SCHEMA {schema};
SET LOCAL search_path = {schema}, public;

-- trust_functions --
-- Lets functions be made that call others which are made after them.
SET LOCAL check_function_bodies = off;

-- check_functions --
-- Checks the bodies of the functions of a schema, once all are there.
SELECT CASE l.lanname WHEN 'plpgsql' THEN plpgsql_validator(p.oid)::text ELSE fmgr_sql_validator(p.oid)::text END
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang CROSS JOIN set_config('check_function_bodies', 'on', true)
WHERE p.pronamespace = to_regnamespace($1) AND l.lanname IN ('plpgsql', 'sql');

-- use_functions --
-- Notes that the functions of a schema are in use.
INSERT INTO functions_in_use (schema_name) VALUES ($1)
ON CONFLICT (schema_name) DO UPDATE SET seen_at = now() WHERE functions_in_use.seen_at < now() - interval '1 minute';

-- unused_functions --
-- Forgets the functions that nobody has used for a day, and returns their schemas.
DELETE FROM functions_in_use WHERE seen_at < now() - interval '1 day' RETURNING schema_name;

-- drop_functions_schema --
-- Drops the functions of a version, or what is left of them.
DROP SCHEMA IF EXISTS {schema} CASCADE;
