-- Removal of facets that nothing uses (docs/retention.md).
-- After: views.

CREATE FUNCTION used_facets(are_values boolean) RETURNS SETOF uuid
    LANGUAGE sql STABLE AS $$
    SELECT f.set_key FROM run_facets f WHERE NOT are_values
    UNION ALL
    SELECT f.set_key FROM entity_facets f WHERE NOT are_values
    UNION ALL
    SELECT unnest(m.set_keys || m.own_set_keys) FROM mention m WHERE NOT are_values
    UNION ALL
    SELECT f.content_key FROM facet_set s CROSS JOIN LATERAL facets_of(s.facets) f WHERE are_values
$$;

COMMENT ON FUNCTION used_facets IS 'The keys of all sets of facets, or of all values, that rows refer to, with repetitions.';

CREATE FUNCTION note_unused_facets(are_values boolean) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = on AS $$
BEGIN
    DELETE FROM unused_facet;
    INSERT INTO unused_facet (key)
    SELECT k.key
    FROM (SELECT s.key FROM facet_set s WHERE NOT are_values UNION ALL SELECT c.key FROM content c WHERE are_values) k
    EXCEPT SELECT used_facets(are_values);
END $$;

COMMENT ON FUNCTION note_unused_facets IS
    'Notes the sets of facets, or the values, that nothing uses. Merges that begin later take those that they use off the list.';

CREATE FUNCTION keep_used_facets(are_values boolean) RETURNS void
    LANGUAGE plpgsql SET enable_seqscan = on AS $$
BEGIN
    DELETE FROM unused_facet u WHERE u.key IN (SELECT used_facets(are_values));
END $$;

COMMENT ON FUNCTION keep_used_facets IS
    'Takes off the list all that merges used while it was written, once these merges have ended.';

CREATE FUNCTION drop_unused_facets(are_values boolean, most integer) RETURNS integer
    LANGUAGE plpgsql AS $$
DECLARE
    keys uuid[] := ARRAY(SELECT u.key FROM unused_facet u ORDER BY u.key LIMIT most FOR UPDATE);
BEGIN
    IF are_values THEN
        DELETE FROM content c WHERE c.key = ANY (keys);
    ELSE
        DELETE FROM facet_set s WHERE s.key = ANY (keys);
    END IF;
    DELETE FROM unused_facet u WHERE u.key = ANY (keys);
    RETURN cardinality(keys);
END $$;

COMMENT ON FUNCTION drop_unused_facets IS 'Deletes some of the listed sets of facets, or values; returns their number.';

CREATE FUNCTION use_facets(keys uuid[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM unused_facet) THEN
        DELETE FROM unused_facet u
        WHERE u.key = ANY (ARRAY(SELECT o.key FROM unused_facet o WHERE o.key = ANY (keys) ORDER BY o.key FOR UPDATE));
    END IF;
END $$;

COMMENT ON FUNCTION use_facets IS
    'Keeps facets from a removal under way. If it has deleted one just now, the caller finds it missing, and stores it again.';
