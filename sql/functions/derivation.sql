-- The order of derivation: each step uses the results of the steps before it (docs/store.md).
-- After: types.

CREATE FUNCTION derive_runs(
    run_ids bigint[], declared_ids bigint[] DEFAULT '{}', named edge_fact[] DEFAULT '{}', settled_ids bigint[] DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    has_source boolean;
    derived_ids bigint[];
    test_ids bigint[];
    trigger_ids bigint[];
    named_ids bigint[];
    parent_ids bigint[];
    moved_ids bigint[];
    reader_ids bigint[] := '{}';
BEGIN
    -- The jobs in aspects, and the runs that these jobs or references name.
    derived_ids := derive_declared(declared_ids);
    run_ids := derive_references(run_ids || declared_ids);
    named_ids := named_by_references(run_ids);
    IF cardinality(named_ids) > 0 THEN
        derived_ids := derived_ids || derive_declared(named_ids);
        run_ids := run_ids || named_ids;
    END IF;
    SELECT coalesce(bool_or(r.source IS NOT NULL), false), coalesce(array_agg(DISTINCT r.parent_id) FILTER (WHERE r.parent_id IS NOT NULL), '{}')
    INTO has_source, parent_ids
    FROM run r WHERE r.id = ANY (run_ids);

    -- Each run: its attempts, its state, its parent, its edges, its trigger.
    IF has_source THEN
        PERFORM derive_attempts(run_ids);
        settled_ids := '{}';
    END IF;
    moved_ids := derive_states(ARRAY(SELECT unnest(run_ids) EXCEPT SELECT unnest(settled_ids)));
    PERFORM name_edges(named);
    IF cardinality(declared_ids) > 0 OR EXISTS (SELECT FROM edge e WHERE NOT e.is_current AND e.run_id = ANY (run_ids)) THEN
        PERFORM derive_edges(run_ids);
    END IF;
    SELECT coalesce(array_agg(f.run_id) FILTER (WHERE s.facets ? 'test'), '{}'),
        coalesce(array_agg(f.run_id) FILTER (WHERE s.facets ?| ARRAY['airflow', 'airflowDagRun', 'gitlab']), '{}')
    INTO test_ids, trigger_ids
    FROM run_facets f
    CROSS JOIN LATERAL (SELECT s.facets FROM facet_set s WHERE s.key = f.set_key OFFSET 0) s
    WHERE f.run_id = ANY (run_ids) AND f.scope = 'OWN';
    PERFORM derive_measured(test_ids);
    PERFORM derive_triggers(trigger_ids || declared_ids || named_ids);

    -- The family: superseded derived runs, inputs that mean siblings, skipped runs, runs closed by their parent.
    IF cardinality(moved_ids) > 0 THEN
        parent_ids := parent_ids
            || ARRAY(SELECT DISTINCT r.parent_id FROM run r WHERE r.id = ANY (moved_ids) AND r.parent_id IS NOT NULL);
    END IF;
    PERFORM derive_superseded(derived_ids || ARRAY(
        SELECT k.id FROM run k WHERE k.is_derived AND k.id = ANY (run_ids)
        UNION
        SELECT f.id FROM run f
        WHERE f.is_derived AND f.parent_id = ANY (parent_ids)
            AND f.template_id = ANY (ARRAY(SELECT DISTINCT k.template_id FROM run k WHERE k.id = ANY (run_ids)))));
    IF has_source
        OR EXISTS (SELECT FROM run r WHERE r.parent_id = ANY (run_ids) AND r.source IS NOT NULL)
        OR EXISTS (SELECT FROM run_sibling s WHERE s.upstream_id = ANY (run_ids)) THEN
        reader_ids := derive_siblings(run_ids);
    END IF;
    run_ids := run_ids || derive_skipped(run_ids, parent_ids);
    PERFORM derive_closed(run_ids);

    -- The data. A run that contains others may have shared a write of theirs, so it is derived again.
    run_ids := run_ids || reader_ids;
    IF cardinality(moved_ids) > 0 THEN
        run_ids := run_ids || ARRAY(SELECT descendants_of(moved_ids));
    END IF;
    parent_ids := parent_ids || all_ancestors(run_ids || parent_ids);
    PERFORM derive_lineage(run_ids || parent_ids, moved_ids);
    -- Parents know of their shared writes from now on.
    UPDATE run r SET last_arrived_at = arrival()
    WHERE r.id = ANY (parent_ids) AND r.last_arrived_at < arrival()
        AND EXISTS (SELECT FROM asset_write w WHERE w.run_id = r.id AND w.kind IN ('SHARED', 'LEFT') OFFSET 0);
END $$;

COMMENT ON FUNCTION derive_runs IS
    'Derives everything that follows from the facts of runs, after a merge that touched them; only this function knows the order. declared_ids: runs whose aspects or references may have changed. named: the edges in the merge. settled_ids: new runs that are already final.';

CREATE FUNCTION derive_lineage(run_ids bigint[], moved_ids bigint[] DEFAULT '{}') RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    uses asset_use[];
    reads read_row[];
    writes write_row[];
    changed_reads read_row[];
    changed write_row[];
    forgotten step_key[];
    touched_ids bigint[];
    touched_class_ids bigint[];
BEGIN
    run_ids := ARRAY(
        SELECT DISTINCT o.id FROM unnest(run_ids) AS o (id)
        WHERE EXISTS (SELECT FROM edge g WHERE g.run_id = o.id OFFSET 0)
            OR EXISTS (SELECT FROM asset_read k WHERE k.run_id = o.id OFFSET 0)
            OR EXISTS (SELECT FROM asset_write k WHERE k.run_id = o.id OFFSET 0));
    IF cardinality(run_ids) = 0 THEN
        RETURN;
    END IF;
    uses := ARRAY(SELECT u FROM asset_uses(run_ids, 'infinity', 'infinity') u);
    writes := share_writes(ARRAY(SELECT w FROM writes_of(uses) w), run_ids, 'infinity', 'infinity');
    reads := ARRAY(SELECT r FROM unshared_reads(uses, writes) r);
    PERFORM lock_data(ARRAY(
        SELECT w.class_id FROM unnest(writes) w
        UNION
        SELECT k.class_id FROM unnest(run_ids) AS o (id)
        CROSS JOIN LATERAL (SELECT k.class_id FROM asset_write k WHERE k.run_id = o.id OFFSET 0) k));
    changed_reads := keep_reads(run_ids, reads);
    SELECT k.changed, k.forgotten, k.touched_ids, k.class_ids INTO changed, forgotten, touched_ids, touched_class_ids
    FROM keep_writes(run_ids, writes) k;
    IF cardinality(moved_ids) > 0 THEN
        -- Their relatives changed.
        moved_ids := ARRAY(SELECT descendants_of(moved_ids));
        changed_reads := changed_reads || ARRAY(SELECT r FROM unnest(reads) r WHERE r.run_id = ANY (moved_ids));
        changed := changed || ARRAY(SELECT w FROM unnest(writes) w WHERE w.run_id = ANY (moved_ids) AND w.kind IN ('VERSION', 'DROP'));
        touched_class_ids := touched_class_ids || ARRAY(SELECT w.class_id FROM unnest(writes) w WHERE w.run_id = ANY (moved_ids));
    END IF;
    IF cardinality(changed) > 0 THEN
        forgotten := forgotten || derive_replaced(changed);
    END IF;
    PERFORM tell_changes(
        touched_class_ids || ARRAY(SELECT r.class_id FROM unnest(changed_reads) r), touched_ids, forget_steps(changed_reads, forgotten));
END $$;

COMMENT ON FUNCTION derive_lineage IS
    'Derives the reads and writes of runs, placed in time, and the versions that the writes replace: the end of every derivation. Forgets the kept steps that depend on them, and tells servers of the changes. moved_ids: runs whose parent changed.';
