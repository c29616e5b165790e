-- Statistics of tables, by which the planner plans.

CREATE FUNCTION analyze_grown() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    grown regclass;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('headwater.analyze')) THEN
        RETURN;
    END IF;
    -- A fifth of the usual sample: plans have to know how large tables are, and autovacuum looks closely.
    PERFORM set_config('default_statistics_target', '20', true);
    FOR grown IN
        SELECT c.oid FROM pg_class c
        WHERE c.relkind = 'r' AND c.relpages < 10000 AND pg_has_role(c.relowner, 'USAGE')
            AND c.relnamespace = (SELECT k.relnamespace FROM pg_class k WHERE k.oid = 'run'::regclass)
            AND pg_relation_size(c.oid) > (1.5 * c.relpages + 8) * current_setting('block_size')::integer
        ORDER BY c.oid
    LOOP
        EXECUTE format('ANALYZE %s', grown);
    END LOOP;
END $$;

COMMENT ON FUNCTION analyze_grown IS
    'Analyzes the tables that have grown by half since they were analyzed: a session keeps its plans, and plans for small tables are slow on larger ones. Tables of 80 MB and more are left to autovacuum.';
