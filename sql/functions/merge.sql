-- The merge of facts: the one way into the store (docs/store.md).
-- After: types.

CREATE FUNCTION merge_facts(
    events event_fact[],
    entities entity_fact[],
    aliases alias_fact[],
    runs run_fact[],
    run_events run_event_fact[],
    edges edge_fact[],
    derivations derivation_fact[],
    aspects aspect_fact[],
    run_facets run_facets_fact[],
    run_links run_link_fact[],
    run_warnings run_warning_fact[],
    checksums checksum_fact[],
    job_links job_link_fact[],
    job_edges job_edge_fact[],
    source_runs source_run_fact[],
    input_jobs input_job_fact[],
    contents content_fact[],
    facet_sets facet_set_fact[],
    problems problem[],
    leaving bigint[]
) RETURNS uuid[] LANGUAGE plpgsql AS $merge$
DECLARE
    new_events uuid[];
    has_new_run_events boolean;
    named_runs named_run[];
    new_runs new_run[];
    run_ids bigint[];
    contested uuid[];
    left_over bigint[];
    named_ids bigint[];
    relinked_ids bigint[] := '{}';
    telling_keys uuid[];
    quality_keys uuid[];
    test_keys uuid[];
    trigger_keys uuid[];
BEGIN
    -- One merge at a time: what it sees of runs, references and partitions then stays true until it commits.
    PERFORM pg_advisory_xact_lock(hashtext('headwater.merge'));

    -- Takes the records out of quarantine that are replayed or dropped.
    DELETE FROM quarantine q WHERE q.id = ANY (leaving);

    -- Writes the problems to quarantine, each record once; of one that is there already the reason may be new.
    IF cardinality(problems) > 0 THEN
        INSERT INTO quarantine AS known (key, dialect, source, position, code, message, payload, tenant, trace_id)
        SELECT DISTINCT ON (s.key) s.key, s.dialect, s.source, s."position", s.code, s.message, s.payload, s.tenant, s.trace_id
        FROM unnest(problems) s
        ORDER BY s.key
        ON CONFLICT (key) DO UPDATE SET code = excluded.code, message = excluded.message
        WHERE (excluded.code, excluded.message) <> (known.code, known.message);
    END IF;

    IF cardinality(events) = 0 THEN
        RETURN '{}';
    END IF;

    -- Creates the log's partitions for the events.
    PERFORM ensure_event_partitions(array_agg(DISTINCT date_trunc('month', s.at AT TIME ZONE 'UTC')::date)) FROM unnest(events) s;

    -- Writes the events to the durable log, each distinct one once.
    WITH added AS (
        INSERT INTO event (at, content_hash, dialect, source, warnings, body, trace_id)
        SELECT s.at, s.content_hash, s.dialect, s.source, s.warnings, s.body, s.trace_id
        FROM unnest(events) s
        ORDER BY s.at, s.content_hash
        ON CONFLICT DO NOTHING
        RETURNING content_hash
    )
    SELECT coalesce(array_agg(a.content_hash), '{}') INTO new_events FROM added a;

    PERFORM name_entities(entities);
    PERFORM join_names(aliases, entities);

    -- Gathers the runs that are named with their whole identity: by their own events, and by references whose id is no UUID.
    named_runs := ARRAY(
    SELECT DISTINCT ON (n.run_key) n::named_run
    FROM (
        SELECT s.run_key, s.run_uuid, s.native_id, s.template_key, s.flow_key, s.is_derived, false AS is_stub, s.trace_id
        FROM unnest(runs) s
        UNION ALL
        SELECT l.target_key, NULL, l.target_native_id, NULL, NULL, false, true, l.trace_id FROM unnest(run_links) l WHERE l.target_uuid IS NULL
    ) n
    ORDER BY n.run_key, n.is_stub);

    -- A run loses its UUID as its URN once another job uses it, or once it is what another run's URN is made of.
    UPDATE entity e SET urn = run_urn(r.run_key)
    FROM run r
    WHERE e.id = r.id AND r.run_key IS NOT NULL AND e.urn = run_urn(r.run_uuid)
        AND (r.run_uuid = ANY (ARRAY(SELECT s.run_key FROM unnest(named_runs) s))
            OR r.run_uuid = ANY (ARRAY(SELECT s.run_uuid FROM unnest(named_runs) s))
                AND EXISTS (SELECT FROM unnest(named_runs) s WHERE s.run_uuid = r.run_uuid AND s.run_key <> r.run_key));

    -- Finds the named runs that are new, and their URNs: the UUID where it is one job's and no run key, else the run key.
    new_runs := ARRAY(
    WITH shared AS (
        SELECT s.run_uuid FROM unnest(named_runs) s GROUP BY s.run_uuid HAVING count(*) > 1
    )
    SELECT ROW(s.run_key, s.run_uuid, s.native_id, t.id, f.id,
        run_urn(CASE
            WHEN s.run_uuid IS NULL
                OR s.run_uuid IN (SELECT h.run_uuid FROM shared h)
                OR s.run_uuid IN (SELECT k.run_key FROM unnest(named_runs) k)
                OR EXISTS (SELECT FROM run r WHERE r.run_uuid = s.run_uuid AND r.run_key IS NOT NULL)
                OR EXISTS (SELECT FROM run r WHERE r.run_key = s.run_uuid)
            THEN s.run_key ELSE s.run_uuid END),
        s.is_derived, s.is_stub, s.trace_id)::new_run
    FROM unnest(named_runs) s
    LEFT JOIN entity t ON t.urn_key = s.template_key
    LEFT JOIN entity f ON f.urn_key = s.flow_key
    WHERE NOT EXISTS (SELECT FROM run r WHERE r.run_key = s.run_key));

    IF cardinality(new_runs) > 0 THEN
        -- A run that was only named by its UUID so far gets its identity from the first event or reference that has it.
        WITH candidate AS (
            SELECT DISTINCT ON (r.id) r.id, n.*, e.urn = n.urn AS has_urn
            FROM unnest(new_runs) n
            JOIN run r ON r.run_uuid IN (n.run_uuid, n.run_key) AND r.run_key IS NULL
            JOIN entity e ON e.id = r.id
            WHERE e.is_stub OR e.urn = n.urn
            ORDER BY r.id, e.urn = n.urn DESC, n.run_key
        ), adopted AS (
            SELECT DISTINCT ON (c.run_key) c.* FROM candidate c ORDER BY c.run_key, c.has_urn DESC, c.id
        ), renamed AS (
            UPDATE entity e SET is_stub = e.is_stub AND a.is_stub, urn = a.urn FROM adopted a WHERE e.id = a.id
        )
        UPDATE run r
        SET run_key = a.run_key, run_uuid = a.run_uuid, native_id = a.native_id
        FROM adopted a
        WHERE r.id = a.id;

        -- The same run may have been named by its UUID and by its key: what a second stub stood for is sought again.
        left_over := ARRAY(
            SELECT r.id FROM run r
            JOIN entity e ON e.id = r.id
            WHERE r.run_key IS NULL AND e.is_stub
                AND NOT EXISTS (SELECT FROM relationship s WHERE r.id IN (s.source_id, s.destination_id))
                AND r.run_uuid = ANY (ARRAY(SELECT unnest(ARRAY[n.run_uuid, n.run_key]) FROM unnest(new_runs) n)));
        IF cardinality(left_over) > 0 THEN
            UPDATE run r SET parent_id = NULL WHERE r.parent_id = ANY (left_over);
            WITH relinked AS (
                UPDATE run_link l SET target_id = NULL WHERE l.target_id = ANY (left_over) RETURNING l.run_id
            )
            SELECT coalesce(array_agg(DISTINCT l.run_id), '{}') INTO relinked_ids FROM relinked l;
            DELETE FROM run r WHERE r.id = ANY (left_over);
            DELETE FROM entity e WHERE e.id = ANY (left_over);
        END IF;

        -- Makes the other new runs.
        WITH made AS (
            INSERT INTO entity (kind, urn, is_stub, trace_id)
            SELECT 'dataProcessInstance', n.urn, n.is_stub, n.trace_id
            FROM unnest(new_runs) n
            WHERE NOT EXISTS (SELECT FROM run r WHERE r.run_key = n.run_key)
            ORDER BY n.run_key
            RETURNING id, urn
        )
        INSERT INTO run (id, run_key, run_uuid, native_id, template_id, flow_id, is_derived, is_reported)
        SELECT m.id, n.run_key, n.run_uuid, n.native_id, n.template_id, n.flow_id, n.is_derived, NOT n.is_stub
        FROM made m JOIN unnest(new_runs) n ON n.urn = m.urn;
    END IF;

    -- A run of which only others have told now has a fact of its own: its template, and it is no stub.
    WITH found AS (
        SELECT DISTINCT ON (r.id) r.id, s.template_key, s.flow_key, s.is_derived
        FROM unnest(runs) s JOIN run r ON r.run_key = s.run_key
        WHERE NOT r.is_reported
        ORDER BY r.id
    ), renamed AS (
        UPDATE entity e SET is_stub = false FROM found WHERE e.id = found.id
    )
    UPDATE run r SET template_id = t.id, flow_id = f.id, is_derived = found.is_derived, is_reported = true
    FROM found
    JOIN entity t ON t.urn_key = found.template_key
    LEFT JOIN entity f ON f.urn_key = found.flow_key
    WHERE r.id = found.id;

    run_ids := ARRAY(SELECT r.id FROM run r WHERE r.run_key = ANY (ARRAY(SELECT s.run_key FROM unnest(runs) s)));

    -- Adds the run events, the earlier ones first; of several with one key the greatest content hash, and what any of them declares.
    WITH added AS (
        INSERT INTO run_event AS known (
            run_id, at, status, result, native_state, attempt, declared_start, duration_millis, is_time_approximate, is_untimed,
            content_hash, trace_id)
        SELECT r.id, s.at, s.status, s.result, s.native_state, s.attempt, min(s.declared_start), min(s.duration_millis),
            bool_or(s.is_time_approximate), bool_and(s.is_untimed), (array_agg(s.content_hash ORDER BY s.content_hash DESC))[1], (array_agg(s.trace_id))[1]
        FROM unnest(run_events) s JOIN run r ON r.run_key = s.run_key
        GROUP BY r.id, s.at, s.status, s.result, s.native_state, s.attempt
        ORDER BY s.at, s.status DESC NULLS LAST
        ON CONFLICT (run_id, at, state_key) DO UPDATE
        SET declared_start = least(known.declared_start, excluded.declared_start),
            duration_millis = least(known.duration_millis, excluded.duration_millis),
            is_time_approximate = known.is_time_approximate OR excluded.is_time_approximate,
            is_untimed = known.is_untimed AND excluded.is_untimed,
            content_hash = greatest(known.content_hash, excluded.content_hash)
        WHERE excluded.content_hash <> known.content_hash
        RETURNING xmax = 0 AS is_new
    )
    SELECT bool_or(a.is_new) INTO has_new_run_events FROM added a;
    IF has_new_run_events THEN
        NOTIFY run_events;  -- of several of one transaction Postgres sends one
    END IF;

    -- Adds the warnings of the events of runs.
    IF cardinality(run_warnings) > 0 THEN
        INSERT INTO run_warning (run_id, code, trace_id)
        SELECT DISTINCT ON (r.id, s.code) r.id, s.code, s.trace_id
        FROM unnest(run_warnings) s JOIN run r ON r.run_key = s.run_key
        ORDER BY r.id, s.code
        ON CONFLICT DO NOTHING;
    END IF;

    IF cardinality(source_runs) > 0 THEN
        -- Says whose the runs of sources are; a run that several jobs claim is of the one with the least URN, with a warning.
        WITH said AS (
            SELECT r.id, s.source, t.id AS job_id, r.template_id, s.trace_id
            FROM unnest(source_runs) s JOIN run r ON r.run_key = s.run_key JOIN entity t ON t.urn_key = s.job_key
        ), warned AS (
            INSERT INTO run_warning (run_id, code, trace_id)
            SELECT DISTINCT ON (s.id) s.id, 'run.several_jobs', s.trace_id FROM said s WHERE s.job_id <> s.template_id
            ON CONFLICT DO NOTHING
        ), least AS (
            SELECT DISTINCT ON (c.id) c.id, c.source, t.id AS template_id, CASE WHEN f.name = t.name THEN f.id END AS flow_id
            FROM (SELECT s.id, s.source, unnest(ARRAY[s.job_id, s.template_id]) AS job_id FROM said s) c
            JOIN entity t ON t.id = c.job_id
            LEFT JOIN entity f ON f.id = t.flow_id
            ORDER BY c.id, t.urn COLLATE "C"
        )
        UPDATE run r SET source = l.source, template_id = l.template_id, flow_id = l.flow_id
        FROM least l
        WHERE r.id = l.id AND (r.source, r.template_id, r.flow_id) IS DISTINCT FROM (l.source, l.template_id, l.flow_id);

        PERFORM derive_attempts(run_ids);
    END IF;

    PERFORM derive_states(run_ids);

    -- Adds the edges that are new.
    IF cardinality(edges) > 0 THEN
        INSERT INTO edge (run_id, direction, asset_id, run_created_at, is_measured)
        SELECT DISTINCT r.id, s.direction, a.id, r.created_at, s.direction = 'INPUT' AND is_test_run(r.id)
        FROM unnest(edges) s
        CROSS JOIN LATERAL (SELECT r.id, r.created_at FROM run r WHERE r.run_key = s.run_key OFFSET 0) r
        CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
        WHERE NOT EXISTS (SELECT FROM edge e WHERE e.run_id = r.id AND e.direction = s.direction AND e.asset_id = a.id OFFSET 0)
        ORDER BY r.id, s.direction, a.id
        ON CONFLICT (run_id, direction, asset_id) DO NOTHING;
    END IF;

    -- Finds the sets that have the facets from which something is derived here.
    SELECT array_agg(f.set_key) FILTER (WHERE f.facets ?| ARRAY['lifecycleStateChange', 'subset']),
        array_agg(f.set_key) FILTER (WHERE f.facets ?| ARRAY['dataQualityAssertions', 'dataQualityMetrics']),
        array_agg(f.set_key) FILTER (WHERE f.facets ? 'test'),
        array_agg(f.set_key) FILTER (WHERE f.facets ?| ARRAY['airflow', 'airflowDagRun', 'gitlab'])
    INTO telling_keys, quality_keys, test_keys, trigger_keys
    FROM (SELECT s.set_key, s.facets::jsonb AS facets FROM unnest(facet_sets) s OFFSET 0) f;

    -- Adds which event named which edge, and what it said of it.
    IF cardinality(edges) > 0 THEN
        INSERT INTO edge_mention (
            edge_id, at, content_hash, place, origin, attempt, version, is_terminal, set_key, own_set_key, is_telling, trace_id)
        SELECT e.id, s.at, s.content_hash, s.place, s.origin, s.attempt, s.version, s.is_terminal, s.set_key, s.own_set_key,
            s.is_terminal OR s.attempt IS NOT NULL OR s.version IS NOT NULL
                OR coalesce(s.set_key = ANY (telling_keys), false) OR coalesce(s.own_set_key = ANY (telling_keys), false),
            s.trace_id
        FROM unnest(edges) s
        CROSS JOIN LATERAL (SELECT r.id FROM run r WHERE r.run_key = s.run_key OFFSET 0) r
        CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
        CROSS JOIN LATERAL (
            SELECT e.id FROM edge e WHERE e.run_id = r.id AND e.direction = s.direction AND e.asset_id = a.id OFFSET 0
        ) e
        ON CONFLICT DO NOTHING;
        IF EXISTS (SELECT FROM edge e WHERE NOT e.is_current AND e.run_id = ANY (run_ids)) THEN
            PERFORM derive_edges(run_ids);
        END IF;
    END IF;

    -- Adds what facets say of which output was made from which input; the earliest event that said so counts.
    IF cardinality(derivations) > 0 THEN
        INSERT INTO derivation AS known (run_id, output_id, input_id, origin, at, trace_id)
        SELECT DISTINCT ON (r.id, o.id, i.id, s.origin) r.id, o.id, i.id, s.origin, s.at, s.trace_id
        FROM unnest(derivations) s
        JOIN run r ON r.run_key = s.run_key
        LEFT JOIN entity o ON o.urn_key = s.output_key
        LEFT JOIN entity i ON i.urn_key = s.input_key
        ORDER BY r.id, o.id, i.id, s.origin, s.at
        ON CONFLICT (run_id, coalesce(output_id, 0), origin, coalesce(input_id, 0)) DO UPDATE SET at = excluded.at
        WHERE excluded.at < known.at;
    END IF;

    -- Adds the checksums that runs gave of their evidence.
    IF cardinality(checksums) > 0 THEN
        INSERT INTO run_checksum (run_id, name, checksum, trace_id)
        SELECT DISTINCT ON (r.id, s.name, s.checksum) r.id, s.name, s.checksum, s.trace_id
        FROM unnest(checksums) s JOIN run r ON r.run_key = s.run_key
        ORDER BY r.id, s.name, s.checksum
        ON CONFLICT DO NOTHING;
    END IF;

    -- Adds which job comes before which, and keeps the first and the last time at which it was said.
    IF cardinality(job_links) > 0 THEN
        INSERT INTO job_link AS known (upstream_id, downstream_id, origin, first_at, last_at, trace_id)
        SELECT u.id, d.id, s.origin, min(s.at), max(s.at), (array_agg(s.trace_id))[1]
        FROM unnest(job_links) s JOIN entity u ON u.urn_key = s.upstream_key JOIN entity d ON d.urn_key = s.downstream_key
        GROUP BY u.id, d.id, s.origin
        ORDER BY u.id, d.id, s.origin
        ON CONFLICT (downstream_id, upstream_id, origin) DO UPDATE
        SET first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)
        WHERE excluded.first_at < known.first_at OR excluded.last_at > known.last_at;
    END IF;

    -- Adds the assets that JobEvents declare, and keeps the last time at which each was declared.
    IF cardinality(job_edges) > 0 THEN
        INSERT INTO job_edge AS known (job_id, direction, asset_id, at, trace_id)
        SELECT j.id, s.direction, a.id, max(s.at), (array_agg(s.trace_id))[1]
        FROM unnest(job_edges) s JOIN entity j ON j.urn_key = s.job_key JOIN entity a ON a.urn_key = s.asset_key
        GROUP BY j.id, s.direction, a.id
        ORDER BY j.id, s.direction, a.id
        ON CONFLICT (job_id, direction, asset_id) DO UPDATE SET at = excluded.at
        WHERE excluded.at > known.at;
    END IF;

    -- Keeps each value of an aspect once.
    INSERT INTO content (key, value)
    SELECT DISTINCT ON (s.content_key) s.content_key, s.value::jsonb
    FROM unnest(contents) s
    WHERE NOT EXISTS (SELECT FROM content c WHERE c.key = s.content_key)
    ORDER BY s.content_key
    ON CONFLICT (key) DO NOTHING;

    -- Keeps each set of facets once.
    INSERT INTO facet_set (key, facets)
    SELECT s.set_key, s.facets::jsonb
    FROM unnest(facet_sets) s
    WHERE NOT EXISTS (SELECT FROM facet_set f WHERE f.key = s.set_key)
    ON CONFLICT (key) DO NOTHING;

    -- Adds the sets of facets that runs gave; of those with the same names the newest, by (time, terminal, set).
    INSERT INTO run_facets AS known (run_id, scope, names_key, set_key, at, is_terminal, trace_id)
    SELECT DISTINCT ON (r.id, s.scope, s.names_key) r.id, s.scope, s.names_key, s.set_key, s.at, s.is_terminal, s.trace_id
    FROM unnest(run_facets) s JOIN run r ON r.run_key = s.run_key
    ORDER BY r.id, s.scope, s.names_key, s.at DESC, s.is_terminal DESC, s.set_key DESC
    ON CONFLICT (run_id, scope, names_key) DO UPDATE
    SET set_key = excluded.set_key, at = excluded.at, is_terminal = excluded.is_terminal
    WHERE (excluded.at, excluded.is_terminal, excluded.set_key) > (known.at, known.is_terminal, known.set_key);

    -- Marks the inputs of which runs said what they are like, and those of tests (is_test_run).
    IF cardinality(quality_keys || test_keys) > 0 THEN
        UPDATE edge e SET is_measured = true
        FROM (
            SELECT r.id AS run_id, a.id AS asset_id
            FROM unnest(edges) s JOIN run r ON r.run_key = s.run_key JOIN entity a ON a.urn_key = s.asset_key
            WHERE s.direction = 'INPUT' AND (s.set_key = ANY (quality_keys) OR s.own_set_key = ANY (quality_keys))
            UNION
            SELECT g.run_id, g.asset_id
            FROM unnest(run_facets) s JOIN run r ON r.run_key = s.run_key JOIN edge g ON g.run_id = r.id AND g.direction = 'INPUT'
            WHERE s.scope = 'OWN' AND s.set_key = ANY (test_keys)
        ) m
        WHERE e.run_id = m.run_id AND e.direction = 'INPUT' AND e.asset_id = m.asset_id AND NOT e.is_measured;
    END IF;

    -- Looks again at what started the runs whose facets can say it.
    IF cardinality(trigger_keys) > 0 THEN
        PERFORM derive_triggers(ARRAY(
            SELECT r.id FROM run r
            WHERE r.run_key = ANY (ARRAY(SELECT s.run_key FROM unnest(run_facets) s WHERE s.set_key = ANY (trigger_keys)))));
    END IF;

    -- The value of an aspect is the greatest by (time, terminal, content).
    INSERT INTO aspect AS known (entity_id, dialect, name, at, is_terminal, content_key, is_deleted, trace_id)
    SELECT DISTINCT ON (e.id, s.dialect, s.name)
        e.id, s.dialect, s.name, s.at, s.is_terminal, s.content_key, s.is_deleted, s.trace_id
    FROM unnest(aspects) s
    JOIN entity e ON e.urn_key = s.urn_key
    WHERE NOT EXISTS (
        SELECT FROM aspect k
        WHERE k.entity_id = e.id AND k.dialect = s.dialect AND k.name_key = text_key(s.name)
            AND (k.at, k.is_terminal, k.content_key) >= (s.at, s.is_terminal, s.content_key))
    ORDER BY e.id, s.dialect, s.name, s.at DESC, s.is_terminal DESC, s.content_key DESC
    ON CONFLICT (entity_id, dialect, name_key) DO UPDATE
    SET at = excluded.at, is_terminal = excluded.is_terminal, content_key = excluded.content_key,
        is_deleted = excluded.is_deleted, arrived_at = excluded.arrived_at, trace_id = excluded.trace_id
    WHERE (excluded.at, excluded.is_terminal, excluded.content_key) > (known.at, known.is_terminal, known.content_key);

    -- Adds the references to other runs, once for each time; of several at one time the greatest (terminal, content).
    IF cardinality(run_links) > 0 THEN
        INSERT INTO run_link AS known (
            run_id, kind, target_key, target_uuid, target_native_id, target_namespace, target_name, target_job_id,
            at, is_terminal, content_key, trace_id)
        SELECT DISTINCT ON (r.id, s.kind, s.target_key, s.at)
            r.id, s.kind, s.target_key, s.target_uuid, s.target_native_id, s.target_namespace, s.target_name, j.id,
            s.at, s.is_terminal, s.content_key, s.trace_id
        FROM unnest(run_links) s JOIN run r ON r.run_key = s.run_key JOIN entity j ON j.urn_key = s.target_job_key
        ORDER BY r.id, s.kind, s.target_key, s.at, s.is_terminal DESC, s.content_key DESC
        ON CONFLICT (run_id, kind, at, target_key) DO UPDATE
        SET is_terminal = excluded.is_terminal, content_key = excluded.content_key
        WHERE (excluded.is_terminal, excluded.content_key) > (known.is_terminal, known.content_key);
    END IF;

    -- Makes the runs that a reference names by their UUID and nobody has reported.
    IF cardinality(run_links) > 0 THEN
        INSERT INTO entity (kind, urn, is_stub, trace_id)
        SELECT DISTINCT ON (l.target_uuid) 'dataProcessInstance', run_urn(l.target_uuid), true, l.trace_id
        FROM unnest(run_links) l
        WHERE l.target_uuid IS NOT NULL
            AND NOT EXISTS (SELECT FROM run r WHERE r.run_uuid = l.target_uuid OFFSET 0)
            AND NOT EXISTS (SELECT FROM run r WHERE r.run_key IN (l.target_key, l.target_uuid) OFFSET 0)
        ORDER BY l.target_uuid;
        INSERT INTO run (id, run_uuid, native_id)
        SELECT DISTINCT ON (l.target_uuid) e.id, l.target_uuid, l.target_native_id
        FROM unnest(run_links) l
        CROSS JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = text_key(run_urn(l.target_uuid)) OFFSET 0) e
        WHERE l.target_uuid IS NOT NULL AND NOT EXISTS (SELECT FROM run r WHERE r.id = e.id OFFSET 0)
        ORDER BY l.target_uuid;
    END IF;

    -- Finds the UUIDs of these runs that can mean more than one run; references to any other mean what they meant before.
    contested := ARRAY(
    SELECT r.run_uuid FROM run r WHERE r.run_uuid = ANY (ARRAY(SELECT s.run_uuid FROM unnest(runs) s))
    GROUP BY r.run_uuid
    HAVING count(*) > 1 OR EXISTS (SELECT FROM run k WHERE k.run_key = r.run_uuid));

    -- Resolves the references that are new, and those to a contested id.
    run_ids := run_ids || relinked_ids;
    UPDATE run_link l SET target_id = resolve_run(l.target_key, l.target_uuid)
    WHERE l.run_id = ANY (run_ids) AND l.target_id IS NULL;
    IF cardinality(contested) > 0 THEN
        UPDATE run_link l SET target_id = d.target_id
        FROM (
            SELECT k.run_id, k.kind, k.target_key, k.at, resolve_run(k.target_key, k.target_uuid) AS target_id
            FROM run_link k WHERE k.target_uuid = ANY (contested)
        ) d
        WHERE l.run_id = d.run_id AND l.kind = d.kind AND l.target_key = d.target_key AND l.at = d.at
            AND l.target_id IS DISTINCT FROM d.target_id;
    END IF;

    IF cardinality(contested) > 0 THEN
        run_ids := ARRAY(
            SELECT unnest(run_ids)
            UNION
            SELECT l.run_id FROM run_link l WHERE l.kind = 'PARENT' AND l.target_uuid = ANY (contested));
    END IF;

    -- Gives the runs of which only references have told the job that these give, and recomputes what follows from it.
    IF cardinality(run_links) > 0 THEN
        named_ids := ARRAY(
            SELECT DISTINCT t.id
            FROM unnest(run_links) s
            CROSS JOIN LATERAL (SELECT o.id FROM run o WHERE o.run_key = s.run_key OFFSET 0) o
            CROSS JOIN LATERAL (
                SELECT l.target_id, l.target_job_id FROM run_link l
                WHERE l.run_id = o.id AND l.kind = s.kind AND l.at = s.at AND l.target_key = s.target_key OFFSET 0
            ) l
            CROSS JOIN LATERAL (SELECT t.* FROM run t WHERE t.id = l.target_id OFFSET 0) t
            WHERE NOT t.is_reported AND t.template_id IS DISTINCT FROM l.target_job_id);
        IF cardinality(named_ids) > 0 THEN
            PERFORM derive_declared(named_ids);
        END IF;
    END IF;

    -- Adds the inputs that may mean runs.
    IF cardinality(input_jobs) > 0 THEN
        INSERT INTO input_job (run_id, asset_id, job_key, trace_id)
        SELECT DISTINCT ON (r.id, a.id) r.id, a.id, s.job_key, s.trace_id
        FROM unnest(input_jobs) s JOIN run r ON r.run_key = s.run_key JOIN entity a ON a.urn_key = s.asset_key
        ORDER BY r.id, a.id, s.job_key
        ON CONFLICT (run_id, asset_id) DO NOTHING;
    END IF;

    -- For these runs and those that refer to a contested id.
    PERFORM derive_family(run_ids);

    RETURN new_events;
END $merge$;
