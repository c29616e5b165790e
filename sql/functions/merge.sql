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
    entity_facets entity_facets_fact[],
    run_facets run_facets_fact[],
    run_links run_link_fact[],
    run_warnings run_warning_fact[],
    checksums checksum_fact[],
    job_links job_link_fact[],
    job_edges job_edge_fact[],
    source_runs source_run_fact[],
    input_jobs input_job_fact[],
    registrations registration_fact[],
    verifications verification_fact[],
    contents content_fact[],
    facet_sets facet_set_fact[],
    problems problem[],
    leaving bigint[],
    packed_by bigint
) RETURNS merged_events LANGUAGE plpgsql AS $merge$
DECLARE
    began_at timestamptz := clock_timestamp();
    result merged_events;
    learned_until bigint;
    first_seq bigint;
    last_seq bigint;
BEGIN
    PERFORM take_turn(runs, run_links, entities, aliases);
    result.new_events := '{}';
    result.waited_seconds := extract(epoch FROM clock_timestamp() - began_at);

    -- Write nothing if runs among these were removed: the caller leaves their events out.
    result.removed_runs := ARRAY(
        SELECT r.run_key FROM unnest(runs) s CROSS JOIN LATERAL (SELECT r.run_key FROM removed_run r WHERE r.run_key = s.run_key OFFSET 0) r);
    IF cardinality(result.removed_runs) > 0 THEN
        RETURN result;
    END IF;

    -- Write nothing if another dictionary than the newest packed the bodies: the caller packs them anew.
    IF cardinality(events) > 0 THEN
        SELECT d.id, d.learned_until INTO result.dictionary, learned_until
        FROM body_dictionary d ORDER BY d.learned_until DESC, d.id LIMIT 1;
        IF result.dictionary IS DISTINCT FROM packed_by THEN
            RETURN result;
        END IF;
    END IF;

    -- Remove replayed and dropped records from quarantine.
    IF cardinality(leaving) > 0 THEN
        DELETE FROM quarantine q WHERE q.id = ANY (ARRAY(SELECT o.id FROM quarantine o WHERE o.id = ANY (leaving) ORDER BY o.key FOR UPDATE));
    END IF;

    -- Write problems to quarantine, each record once; a known record may get a new reason.
    IF cardinality(problems) > 0 THEN
        INSERT INTO quarantine AS known (key, dialect, source, position, code, message, payload, tenant, trace_id)
        SELECT DISTINCT ON (s.key) s.key, s.dialect, s.source, s."position", s.code, s.message, s.payload, s.tenant, s.trace_id
        FROM unnest(problems) s
        ORDER BY s.key
        ON CONFLICT (key) DO UPDATE SET code = excluded.code, message = excluded.message
        WHERE (excluded.code, excluded.message) <> (known.code, known.message);
    END IF;

    IF cardinality(events) = 0 THEN
        RETURN result;
    END IF;

    -- Create the log's partitions for the events.
    PERFORM ensure_event_partitions(array_agg(DISTINCT date_trunc('month', s.at AT TIME ZONE 'UTC')::date)) FROM unnest(events) s;

    -- Write the events to the durable log, each distinct one once.
    WITH added AS (
        INSERT INTO event (at, content_hash, dialect, source, warnings, body, trace_id)
        SELECT s.at, s.content_hash, s.dialect, s.source, nullif(s.warnings, '{}'), s.body, s.trace_id
        FROM unnest(events) s
        WHERE NOT EXISTS (SELECT FROM erased_event x WHERE x.content_hash = s.content_hash OFFSET 0)
        ORDER BY s.at, s.content_hash
        ON CONFLICT DO NOTHING
        RETURNING content_hash, seq
    )
    SELECT coalesce(array_agg(a.content_hash), '{}'), min(a.seq), max(a.seq)
    INTO result.new_events, first_seq, last_seq FROM added a;
    IF cardinality(result.new_events) = 0 THEN
        RETURN result;
    END IF;

    PERFORM apply_facts(
        entities, aliases, runs, run_events, edges, derivations, entity_facets, run_facets, run_links, run_warnings,
        checksums, job_links, job_edges, source_runs, input_jobs, registrations, verifications, contents, facet_sets);
    -- Once in 256 events: look at what grows.
    IF last_seq / 256 > (first_seq - 1) / 256 THEN
        PERFORM analyze_grown();
        -- In a large store, once in 8,192: it may have nothing to learn from.
        result.is_time_to_learn := last_seq >= 4 * coalesce(learned_until, 250)
            AND (last_seq < 10000 OR last_seq / 8192 > (first_seq - 1) / 8192);
    END IF;
    RETURN result;
END $merge$;

COMMENT ON FUNCTION merge_facts IS
    'Merges the facts of events, in turn: into quarantine, the log, and the tables derived from the log.';

CREATE FUNCTION apply_facts(
    entities entity_fact[],
    aliases alias_fact[],
    runs run_fact[],
    run_events run_event_fact[],
    edges edge_fact[],
    derivations derivation_fact[],
    entity_facets entity_facets_fact[],
    run_facets run_facets_fact[],
    run_links run_link_fact[],
    run_warnings run_warning_fact[],
    checksums checksum_fact[],
    job_links job_link_fact[],
    job_edges job_edge_fact[],
    source_runs source_run_fact[],
    input_jobs input_job_fact[],
    registrations registration_fact[],
    verifications verification_fact[],
    contents content_fact[],
    facet_sets facet_set_fact[]
) RETURNS void LANGUAGE plpgsql AS $merge$
DECLARE
    run_ids bigint[];
    relinked_ids bigint[];
    made new_run[];
    settled_ids bigint[];
BEGIN
    PERFORM name_entities(entities);
    PERFORM join_names(aliases, entities);

    SELECT n.relinked_ids, n.made INTO relinked_ids, made FROM name_runs(runs, run_links) n;
    run_ids := ARRAY(SELECT r.id FROM entity r WHERE r.run_key = ANY (ARRAY(SELECT s.run_key FROM unnest(runs) s)));

    IF add_run_events(run_events) THEN
        NOTIFY run_events; -- of several in one transaction Postgres sends one
    END IF;
    PERFORM add_references(run_links, made);
    settled_ids := make_runs(made);

    -- Add the warnings of runs' events.
    IF cardinality(run_warnings) > 0 THEN
        INSERT INTO run_warning (run_id, code, trace_id)
        SELECT DISTINCT ON (r.id, s.code) r.id, s.code, s.trace_id
        FROM unnest(run_warnings) s
        CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
        ORDER BY r.id, s.code
        ON CONFLICT DO NOTHING;
    END IF;

    IF cardinality(source_runs) > 0 THEN
        -- Set the jobs of sources' runs. If several jobs claim a run, the alphabetically first URN wins, with a warning.
        WITH said AS (
            SELECT r.id, s.source, t.id AS job_id, r.template_id, s.trace_id
            FROM unnest(source_runs) s
            CROSS JOIN LATERAL (
                SELECT r.id, r.template_id
                FROM entity e CROSS JOIN LATERAL (SELECT r.id, r.template_id FROM run r WHERE r.id = e.id OFFSET 0) r
                WHERE e.run_key = s.run_key OFFSET 0
            ) r
            CROSS JOIN LATERAL (SELECT t.id FROM entity t WHERE t.urn_key = s.job_key OFFSET 0) t
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
    END IF;

    -- Add the facets' statements about inputs of outputs; the earliest event with each counts.
    IF cardinality(derivations) > 0 THEN
        INSERT INTO derivation AS known (run_id, output_id, input_id, origin, at, trace_id)
        SELECT DISTINCT ON (r.id, o.id, i.id, s.origin) r.id, o.id, i.id, s.origin, s.at, s.trace_id
        FROM unnest(derivations) s
        CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
        LEFT JOIN LATERAL (SELECT o.id FROM entity o WHERE o.urn_key = s.output_key OFFSET 0) o ON true
        LEFT JOIN LATERAL (SELECT i.id FROM entity i WHERE i.urn_key = s.input_key OFFSET 0) i ON true
        ORDER BY r.id, o.id, i.id, s.origin, s.at
        ON CONFLICT (run_id, coalesce(output_id, 0), origin, coalesce(input_id, 0)) DO UPDATE SET at = excluded.at
        WHERE excluded.at < known.at;
    END IF;

    -- Add the checksums of runs' evidence.
    IF cardinality(checksums) > 0 THEN
        INSERT INTO run_checksum (run_id, name, checksum, trace_id)
        SELECT DISTINCT ON (r.id, s.name, s.checksum) r.id, s.name, s.checksum, s.trace_id
        FROM unnest(checksums) s
        CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
        ORDER BY r.id, s.name, s.checksum
        ON CONFLICT DO NOTHING;
    END IF;

    -- Add the order of jobs, with the first and the last time of each statement.
    IF cardinality(job_links) > 0 THEN
        INSERT INTO job_link AS known (upstream_id, downstream_id, origin, first_at, last_at, trace_id)
        SELECT u.id, d.id, s.origin, min(s.at), max(s.at), (array_agg(s.trace_id))[1]
        FROM unnest(job_links) s
        CROSS JOIN LATERAL (SELECT u.id FROM entity u WHERE u.urn_key = s.upstream_key OFFSET 0) u
        CROSS JOIN LATERAL (SELECT d.id FROM entity d WHERE d.urn_key = s.downstream_key OFFSET 0) d
        GROUP BY u.id, d.id, s.origin
        ORDER BY u.id, d.id, s.origin
        ON CONFLICT (downstream_id, upstream_id, origin) DO UPDATE
        SET first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)
        WHERE excluded.first_at < known.first_at OR excluded.last_at > known.last_at;
    END IF;

    -- Add the assets that JobEvents declare, with the last time of each declaration.
    IF cardinality(job_edges) > 0 THEN
        INSERT INTO job_edge AS known (job_id, direction, asset_id, at, trace_id)
        SELECT j.id, s.direction, a.id, max(s.at), (array_agg(s.trace_id))[1]
        FROM unnest(job_edges) s
        CROSS JOIN LATERAL (SELECT j.id FROM entity j WHERE j.urn_key = s.job_key OFFSET 0) j
        CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
        GROUP BY j.id, s.direction, a.id
        ORDER BY j.id, s.direction, a.id
        ON CONFLICT (job_id, direction, asset_id) DO UPDATE SET at = excluded.at
        WHERE excluded.at > known.at;
    END IF;

    PERFORM use_facets(ARRAY(SELECT s.content_key FROM unnest(contents) s UNION ALL SELECT s.set_key FROM unnest(facet_sets) s));

    -- Store each value of a facet once.
    INSERT INTO content (key, value)
    SELECT DISTINCT ON (s.content_key) s.content_key, s.value::jsonb
    FROM unnest(contents) s
    WHERE NOT EXISTS (SELECT FROM content c WHERE c.key = s.content_key OFFSET 0)
    ORDER BY s.content_key
    ON CONFLICT (key) DO NOTHING;

    -- Store each set of facets once.
    INSERT INTO facet_set (key, facets)
    SELECT s.set_key, s.facets::jsonb
    FROM unnest(facet_sets) s
    WHERE NOT EXISTS (SELECT FROM facet_set f WHERE f.key = s.set_key OFFSET 0)
    ORDER BY s.set_key
    ON CONFLICT (key) DO NOTHING;

    PERFORM add_run_facets(run_facets);

    PERFORM add_entity_facets(entity_facets);

    -- Add the inputs that may mean runs.
    IF cardinality(input_jobs) > 0 THEN
        INSERT INTO input_job (run_id, asset_id, job_key, trace_id)
        SELECT DISTINCT ON (r.id, a.id) r.id, a.id, s.job_key, s.trace_id
        FROM unnest(input_jobs) s
        CROSS JOIN LATERAL (SELECT r.id FROM entity r WHERE r.run_key = s.run_key OFFSET 0) r
        CROSS JOIN LATERAL (SELECT a.id FROM entity a WHERE a.urn_key = s.asset_key OFFSET 0) a
        ORDER BY r.id, a.id, s.job_key
        ON CONFLICT (run_id, asset_id) DO NOTHING;
    END IF;

    PERFORM derive_runs(run_ids || relinked_ids, '{}', edges, settled_ids);

    IF cardinality(registrations) > 0 OR cardinality(verifications) > 0 THEN
        PERFORM add_registrations(registrations, verifications);
    END IF;
END $merge$;

COMMENT ON FUNCTION apply_facts IS 'Merges the facts of logged events into the tables derived from the log.';
