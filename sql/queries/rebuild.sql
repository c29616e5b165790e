-- lock_rebuild --
-- Lets one session rebuild at a time; false: another one does.
SELECT pg_try_advisory_lock(hashtext('headwater.rebuild'));

-- unlock_rebuild --
-- Lets other sessions rebuild again.
SELECT pg_advisory_unlock(hashtext('headwater.rebuild'));

-- derivation_version --
-- Reads the version of the rules that derived the store.
SELECT d.version FROM derivation_version d;

-- begin_derivation --
-- Records the version of the rules in a new store.
INSERT INTO derivation_version (version) SELECT $1 WHERE NOT EXISTS (SELECT FROM derivation_version);

-- set_derivation_version --
-- Records the version of the rules that derived the store.
UPDATE derivation_version SET version = $1;

-- is_other_version_in_use --
-- True if a server or a load of another version used the store within the last quarter of an hour; they report every ten minutes.
SELECT EXISTS (SELECT FROM functions_in_use u WHERE u.schema_name <> $1 AND u.seen_at > now() - interval '15 minutes');

-- lower_derivation_version --
-- Records that an earlier version of the rules derives merges from now on.
UPDATE derivation_version SET version = $1 WHERE version > $1;

-- drop_rebuild --
-- Drops the tables of a rebuild so far.
DROP SCHEMA IF EXISTS headwater_rebuild CASCADE;

-- create_rebuild_schema --
-- Makes the schema of a rebuild: its tables, and this version's functions over them.
CREATE SCHEMA headwater_rebuild;
SET LOCAL search_path = public;

-- table_definitions --
-- Statements that make tables again, under the same names but in the schema of the rebuild, in order.
WITH chosen AS (
    SELECT c.oid, c.relname, c.reloptions FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1::text[])
)
SELECT s.definition
FROM (
    SELECT 1 AS step, c.relname AS name, format(
        'CREATE TABLE headwater_rebuild.%1$I (LIKE public.%1$I INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY'
            ' INCLUDING STORAGE INCLUDING COMPRESSION INCLUDING STATISTICS INCLUDING COMMENTS)%2$s',
        c.relname, ' WITH (' || array_to_string(c.reloptions, ', ') || ')') AS definition
    FROM chosen c
    UNION ALL
    SELECT 2, c.relname, format('COMMENT ON TABLE headwater_rebuild.%I IS %L', c.relname, obj_description(c.oid, 'pg_class')) FROM chosen c
    UNION ALL
    SELECT CASE k.contype WHEN 'f' THEN 5 ELSE 3 END, k.conname,
        format('ALTER TABLE headwater_rebuild.%I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid, true))
    FROM chosen c JOIN pg_constraint k ON k.conrelid = c.oid
    WHERE k.contype IN ('p', 'u', 'c', 'f')
    UNION ALL
    SELECT 4, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid, 0, true)
    FROM chosen c JOIN pg_index i ON i.indrelid = c.oid
    WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)
) s
ORDER BY s.step, s.name COLLATE "C";

-- use_rebuild --
-- Makes names mean the rebuild's tables.
SET LOCAL search_path = headwater_rebuild, public;

-- keep_numbers --
-- Gives the new rows of entities and run events the numbers of the old ones, which clients hold in cursors; other rows get numbers far beyond.
CREATE FUNCTION keep_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.id := coalesce(
        (SELECT o.id FROM public.entity o
         WHERE o.urn_key = text_key(NEW.urn) AND NOT EXISTS (SELECT FROM entity n WHERE n.id = o.id)), NEW.id);
    RETURN NEW;
END $$;
CREATE TRIGGER keep_id BEFORE INSERT ON entity FOR EACH ROW EXECUTE FUNCTION keep_id();
CREATE FUNCTION keep_seq() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.seq := coalesce(
        (SELECT o.seq FROM public.run_event o
         WHERE o.run_id = coalesce(
                (SELECT p.id FROM entity r JOIN public.entity p ON p.run_key = r.run_key WHERE r.id = NEW.run_id), NEW.run_id)
            AND o.at = NEW.at AND (o.status, o.result, o.native_state, o.attempt)
                IS NOT DISTINCT FROM (NEW.status, NEW.result, NEW.native_state, NEW.attempt)
            AND NOT EXISTS (SELECT FROM run_event n WHERE n.seq = o.seq)), NEW.seq);
    RETURN NEW;
END $$;
CREATE TRIGGER keep_seq BEFORE INSERT ON run_event FOR EACH ROW EXECUTE FUNCTION keep_seq();
SELECT setval('entity_id_seq', (SELECT s.last_value FROM public.entity_id_seq s) + (1::bigint << 40)),
    setval('run_event_seq_seq', (SELECT s.last_value FROM public.run_event_seq_seq s) + (1::bigint << 40)),
    -- A question that goes on over the swap must not take new rows for old ones.
    setval('edge_id_seq', (SELECT s.last_value FROM public.edge_id_seq s) + (1::bigint << 32)),
    setval('relationship_id_seq', (SELECT s.last_value FROM public.relationship_id_seq s) + (1::bigint << 32));

-- create_rebuild_progress --
-- Records the maker and the progress of a rebuild, and copies the aliases of namespaces.
CREATE TABLE rebuild_progress (
    maker text NOT NULL, position bigint NOT NULL DEFAULT 0, done bigint NOT NULL DEFAULT 0, unusable bigint NOT NULL DEFAULT 0
);
INSERT INTO namespace_alias SELECT n.* FROM public.namespace_alias n;

-- begin_rebuild_progress --
-- Records the maker of the rebuild.
INSERT INTO rebuild_progress (maker) VALUES ($1);

-- has_rebuild --
-- True if there is an unfinished rebuild.
SELECT to_regclass('headwater_rebuild.rebuild_progress') IS NOT NULL;

-- is_rebuild_interrupted --
-- True if there is an unfinished rebuild that no session continues.
SELECT to_regclass('headwater_rebuild.rebuild_progress') IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.objsubid = 1
        AND (l.classid::bigint << 32 | l.objid::bigint) = hashtext('headwater.rebuild'));

-- rebuild_progress --
-- Reads the progress of a rebuild by this maker.
SELECT p.position, p.done, p.unusable FROM rebuild_progress p WHERE p.maker = $1;

-- keep_rebuild_progress --
-- Records the progress of the rebuild.
UPDATE rebuild_progress SET position = $1, done = $2, unusable = $3;

-- logged_total --
-- Counts the events accepted after a place in the log.
SELECT count(*) FROM event e WHERE e.seq > $1;

-- logged_until --
-- The place in the log up to which all events are visible: later ones may belong to running merges.
SELECT m.event_seq FROM running_merges() m;

-- logged_after --
-- The next events of the log in the order of acceptance, up to a place, a number, and a size (at least one); a request's proposals stay together.
WITH page AS MATERIALIZED (
    SELECT e.seq, e.at, e.trace_id, e.dialect, sum(octet_length(e.body)) OVER (ORDER BY e.seq) - octet_length(e.body) AS bytes_before
    FROM event e WHERE e.seq > $1 AND e.seq <= $4 ORDER BY e.seq LIMIT $2
), last AS (
    SELECT p.* FROM page p WHERE p.bytes_before < $3 ORDER BY p.seq DESC LIMIT 1
), until AS (
    SELECT greatest(l.seq, (
        SELECT max(e.seq) FROM event e
        WHERE l.dialect = 'datahub' AND e.at = l.at AND e.trace_id = l.trace_id AND e.dialect = 'datahub')) AS seq
    FROM last l
)
SELECT e.seq, e.at, e.dialect, e.source, coalesce(e.warnings, '{}') AS warnings, e.body, e.arrived_at, e.trace_id
FROM event e
WHERE e.seq > $1 AND e.seq <= (SELECT u.seq FROM until u)
ORDER BY e.seq;

-- set_arrival --
-- Sets the arrival time of this transaction's merges.
SELECT set_config('headwater.arrived_at', $1, true);

-- changed_namespace_aliases --
-- Finds the aliases of namespaces that were added or removed since the rebuild copied them.
SELECT n.namespace, n.other, true AS is_new
FROM (SELECT a.namespace, a.other FROM public.namespace_alias a EXCEPT SELECT k.namespace, k.other FROM namespace_alias k) n
UNION ALL
SELECT n.namespace, n.other, false
FROM (SELECT k.namespace, k.other FROM namespace_alias k EXCEPT SELECT a.namespace, a.other FROM public.namespace_alias a) n;

-- take_over_write_modes --
-- Copies the configured modes of writes to the rebuild's entities; returns those whose mode changed.
WITH wanted AS (
    SELECT n.id, w.mode, w.created_at
    FROM public.write_mode w JOIN public.entity o ON o.id = w.asset_id JOIN entity n ON n.urn_key = o.urn_key
), dropped AS (
    DELETE FROM write_mode k WHERE k.asset_id NOT IN (SELECT w.id FROM wanted w) RETURNING k.asset_id
), taken AS (
    INSERT INTO write_mode AS known (asset_id, mode, created_at) SELECT w.id, w.mode, w.created_at FROM wanted w
    ON CONFLICT (asset_id) DO UPDATE SET mode = excluded.mode, created_at = excluded.created_at
    WHERE (known.mode, known.created_at) <> (excluded.mode, excluded.created_at)
    RETURNING asset_id
)
SELECT d.asset_id FROM dropped d UNION SELECT t.asset_id FROM taken t;

-- lost_write_modes --
-- Finds the configured modes of entities that are no longer in the log.
SELECT o.urn, w.mode FROM public.write_mode w JOIN public.entity o ON o.id = w.asset_id
WHERE NOT EXISTS (SELECT FROM entity n WHERE n.urn_key = o.urn_key) ORDER BY o.urn COLLATE "C";

-- vacuum_rebuild --
-- Vacuums the new tables, so that the planner knows them.
VACUUM (ANALYZE) {tables};

-- hold_merges --
-- Blocks new merges until this session releases them.
SELECT pg_advisory_lock(hashtext('headwater.merge'));

-- release_merges --
-- Releases merges.
SELECT pg_advisory_unlock(hashtext('headwater.merge'));

-- lock_tables --
-- Locks the tables to be replaced, and the views over them, all at once or not at all. It gives up soon: a deadlock then mostly ends a merge, which its server repeats.
SET LOCAL statement_timeout = '2s';
LOCK TABLE {tables} IN SHARE UPDATE EXCLUSIVE MODE; -- an automatic vacuum gives way after a second; nobody else waits
SET LOCAL statement_timeout = '800ms';
LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE;
SET LOCAL statement_timeout = 0;

-- hold_tables --
-- Keeps tables from being replaced until the transaction ends.
LOCK TABLE {tables} IN ACCESS SHARE MODE;

-- function_views --
-- The views of all versions' functions.
SELECT format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname ~ '^headwater_[0-9a-f]{12}$' AND c.relkind = 'v' ORDER BY 1;

-- function_schemas --
-- The schemas with functions, each of one version of the code.
SELECT n.nspname FROM pg_namespace n WHERE n.nspname ~ '^headwater_[0-9a-f]{12}$' ORDER BY n.nspname;

-- use_function_schema --
-- Makes names mean a version's functions, and allows functions that call later ones.
SET LOCAL search_path = {schema}, public;
SET LOCAL check_function_bodies = off;

-- function_definitions --
-- Statements that make a version's functions and views again, in the order of their creation.
SELECT s.definition
FROM (
    SELECT p.oid, pg_get_functiondef(p.oid) || coalesce(
        format('; COMMENT ON FUNCTION %s IS %L', p.oid::regprocedure, obj_description(p.oid, 'pg_proc')), '') AS definition
    FROM pg_proc p WHERE p.pronamespace = to_regnamespace($1)
    UNION ALL
    SELECT c.oid, format('CREATE OR REPLACE VIEW %I.%I AS %s', $1, c.relname, pg_get_viewdef(c.oid))
    FROM pg_class c WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'v'
) s
ORDER BY s.oid;

-- set_tables_aside --
-- Makes a schema for the old tables.
CREATE SCHEMA headwater_replaced;

-- move_table --
-- Moves a table, with its indexes and sequences, into another schema.
ALTER TABLE {table} SET SCHEMA {schema};

-- last_numbers --
-- Reads the last numbers that the old tables gave to entities and run events.
SELECT e.last_value AS entity_id, r.last_value AS seq FROM public.entity_id_seq e CROSS JOIN public.run_event_seq_seq r;

-- continue_numbers --
-- Continues the numbers of the old tables.
SELECT setval('public.entity_id_seq', greatest((SELECT max(e.id) FROM public.entity e), $1::bigint)),
    setval('public.run_event_seq_seq', greatest((SELECT max(e.seq) FROM public.run_event e), $2::bigint));

-- stop_keeping_numbers --
-- Leaves numbers to the tables again.
DROP TRIGGER keep_id ON entity;
DROP TRIGGER keep_seq ON run_event;

-- functions_of_replaced_tables --
-- The functions with rows of the replaced tables as arguments or results: only these cannot stay the same objects.
SELECT string_agg(p.oid::regprocedure::text, ', ')
FROM pg_proc p
WHERE EXISTS (
    SELECT FROM unnest(p.proargtypes::oid[] || p.prorettype) AS a (type_id) JOIN pg_type t ON t.oid = a.type_id
    WHERE t.typnamespace = 'headwater_replaced'::regnamespace);

-- drop_functions --
-- Drops functions.
DROP FUNCTION {functions};

-- drop_replaced_tables --
-- Drops the replaced tables, unless anything but Headwater's own depends on them, and the rest of the rebuild.
DROP TABLE {tables};
DROP SCHEMA headwater_replaced;
DROP SCHEMA headwater_rebuild CASCADE;

-- take_over_dropped --
-- Copies names, aliases and facets of jobs and data, and evidence, to the rebuild's tables if months of the log were dropped: their events gave some of these.
CREATE TEMPORARY TABLE taken_over ON COMMIT DROP AS
SELECT e.id FROM public.entity e WHERE e.kind <> 'dataProcessInstance' AND e.namespace IS NOT NULL AND EXISTS (SELECT FROM dropped_log_month);
INSERT INTO entity (id, kind, urn, namespace, name, is_stub, arrived_at, trace_id) OVERRIDING SYSTEM VALUE
SELECT e.id, e.kind, e.urn, e.namespace, e.name, e.is_stub, e.arrived_at, e.trace_id FROM public.entity e JOIN taken_over t ON t.id = e.id;
UPDATE entity n SET flow_id = o.flow_id, class_id = o.class_id FROM public.entity o
WHERE o.id = n.id AND (o.flow_id IS NULL OR o.flow_id IN (SELECT t.id FROM taken_over t)) AND (o.class_id IS NULL OR o.class_id IN (SELECT t.id FROM taken_over t));
INSERT INTO alias SELECT a.* FROM public.alias a JOIN taken_over t ON t.id = a.entity_id JOIN taken_over o ON o.id = a.other_id;
INSERT INTO job_link SELECT l.* FROM public.job_link l JOIN taken_over u ON u.id = l.upstream_id JOIN taken_over d ON d.id = l.downstream_id;
INSERT INTO job_edge SELECT j.* FROM public.job_edge j JOIN taken_over t ON t.id = j.job_id JOIN taken_over a ON a.id = j.asset_id;
INSERT INTO entity_facets SELECT f.* FROM public.entity_facets f JOIN taken_over t ON t.id = f.entity_id;
INSERT INTO facet_set SELECT s.* FROM public.facet_set s WHERE s.key IN (SELECT f.set_key FROM entity_facets f);
INSERT INTO content SELECT c.* FROM public.content c
WHERE c.key IN (SELECT f.content_key FROM facet_set s CROSS JOIN LATERAL facets_of(s.facets) f);
INSERT INTO run_registration (id, scope_key, revision, run_key, run_id, namespace, process, passed, recorded_at, is_entry, entry_checksum,
    checksum_keys, document, arrived_at, trace_id)
SELECT r.id, r.scope_key, r.revision, r.run_key, r.run_id, r.namespace, r.process, r.passed, r.recorded_at, r.is_entry, r.entry_checksum,
    r.checksum_keys, r.document, r.arrived_at, r.trace_id
FROM public.run_registration r WHERE EXISTS (SELECT FROM dropped_log_month);
INSERT INTO run_verification SELECT v.* FROM public.run_verification v WHERE EXISTS (SELECT FROM dropped_log_month);
