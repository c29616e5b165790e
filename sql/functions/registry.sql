-- The run registry: registrations are numbered in the order of acceptance, and never replaced (docs/evidence.md).
-- After: types.

CREATE FUNCTION add_registrations(registrations registration_fact[], verifications verification_fact[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(registrations) > 0 THEN
        -- Two registrations of one run take turns, so that none of them takes the other's number.
        PERFORM lock_each('headwater.registry', ARRAY(SELECT uuid_hash(s.scope_key) FROM unnest(registrations) s));

        WITH said AS (
            -- An entry says more than the events that repeat it.
            SELECT DISTINCT ON (s.id) s.*
            FROM unnest(registrations) s
            ORDER BY s.id, s.is_entry DESC, s.recorded_at, s.document COLLATE "C"
        ), last_number AS (
            SELECT k.scope_key, coalesce(max(r.revision), 0) AS revision
            FROM (SELECT DISTINCT s.scope_key FROM said s) k
            LEFT JOIN run_registration r ON r.scope_key = k.scope_key
            GROUP BY k.scope_key
        ), numbered AS (
            SELECT s.*, l.revision + row_number() OVER (
                PARTITION BY s.scope_key ORDER BY r.id IS NOT NULL, s.recorded_at, s.id) AS revision
            FROM said s
            JOIN last_number l ON l.scope_key = s.scope_key
            LEFT JOIN run_registration r ON r.id = s.id
        )
        INSERT INTO run_registration AS known (
            id, scope_key, revision, run_key, run_id, namespace, process, passed, recorded_at, is_entry, entry_checksum,
            checksum_keys, document, trace_id)
        SELECT n.id, n.scope_key, n.revision, n.run_key, n.run_id, n.namespace, n.process, n.passed, n.recorded_at, n.is_entry,
            n.entry_checksum, ARRAY(SELECT DISTINCT text_key(c.checksum) FROM unnest(n.checksums) AS c (checksum) ORDER BY 1),
            n.document::jsonb, n.trace_id
        FROM numbered n
        ORDER BY n.id
        ON CONFLICT (id) DO UPDATE
        SET passed = excluded.passed, recorded_at = excluded.recorded_at, is_entry = excluded.is_entry,
            checksum_keys = excluded.checksum_keys, document = excluded.document
        WHERE (excluded.is_entry, known.recorded_at, known.document::text COLLATE "C")
            > (known.is_entry, excluded.recorded_at, excluded.document::text COLLATE "C");

        -- An exported event may give the run another id than its registration; of several the least counts.
        UPDATE run_registration r SET run_key = o.run_key
        FROM (
            SELECT DISTINCT ON (s.id) s.id, s.run_key FROM unnest(registrations) s
            WHERE s.run_key <> s.scope_key
            ORDER BY s.id, s.run_key
        ) o
        WHERE r.id = o.id AND (r.run_key = r.scope_key OR r.run_key > o.run_key);
    END IF;

    INSERT INTO run_verification (id, registration_id, checked_at, passed, items, trace_id)
    SELECT DISTINCT ON (s.id) s.id, s.registration_id, s.checked_at, s.passed, s.items::jsonb, s.trace_id
    FROM unnest(verifications) s
    ORDER BY s.id
    ON CONFLICT DO NOTHING;
END $$;

COMMENT ON FUNCTION add_registrations IS
    'Adds registrations and verifications. A known registration stays; its entry completes what an exported event has told of it.';
