-- Statistics of tables, for the planner.

CREATE FUNCTION grown_tables(factor numeric) RETURNS SETOF regclass
    LANGUAGE sql STABLE AS $$
    SELECT c.oid::regclass FROM pg_class c
    WHERE c.relkind = 'r' AND c.relpages < 10000 AND pg_has_role(c.relowner, 'USAGE')
        AND c.relnamespace = (SELECT k.relnamespace FROM pg_class k WHERE k.oid = 'run'::regclass)
        AND pg_relation_size(c.oid) > (factor * c.relpages + 8) * current_setting('block_size')::integer
    ORDER BY c.oid
$$;

COMMENT ON FUNCTION grown_tables IS
    'The tables that have grown by a factor since they were analyzed. Tables of 80 MB and more are left to autovacuum.';

CREATE FUNCTION analyze_grown() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    grown regclass;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtext('headwater.analyze')) OR NOT EXISTS (SELECT FROM grown_tables(3)) THEN
        RETURN;
    END IF;
    -- A tenth of the usual sample: plans need the sizes of tables, and autovacuum takes closer samples.
    PERFORM set_config('default_statistics_target', '10', true);
    -- Together with tables that soon would be due, since sessions replan queries on analyzed tables.
    FOR grown IN SELECT g FROM grown_tables(1.5) g LOOP
        EXECUTE format('ANALYZE %s', grown);
    END LOOP;
END $$;

COMMENT ON FUNCTION analyze_grown IS
    'Analyzes the tables that have grown by half once one has three times its size: sessions cache plans, and plans for small tables are slow on larger ones.';
