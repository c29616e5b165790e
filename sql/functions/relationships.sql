-- The numbers of an entity's relationships.
-- After: views.

CREATE FUNCTION outgoing_total(entity_id bigint, types text[], kinds text[], with_removed boolean) RETURNS TABLE (total bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT count(*)
    FROM graph_edge g
    WHERE g.source_id = outgoing_total.entity_id AND (types IS NULL OR g.type = ANY (types))
        AND (kinds IS NULL OR (SELECT e.kind FROM entity e WHERE e.id = g.destination_id) = ANY (kinds))
        AND (with_removed OR NOT EXISTS (
            SELECT FROM versioned_aspect a WHERE a.entity_id = g.destination_id AND a.name = 'status' AND (a.value ->> 'removed')::boolean))
$$;

COMMENT ON FUNCTION outgoing_total IS
    'The number of relationships from an entity; types, kinds: only those of these types, or to these kinds of entities.';

CREATE FUNCTION incoming_total(entity_id bigint, types text[], kinds text[], with_removed boolean) RETURNS TABLE (total bigint)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT count(*)
    FROM graph_edge g
    WHERE g.destination_id = incoming_total.entity_id AND (types IS NULL OR g.type = ANY (types))
        AND (kinds IS NULL OR coalesce(g.source_kind, (SELECT e.kind FROM entity e WHERE e.id = g.source_id)) = ANY (kinds))
        AND (with_removed OR NOT EXISTS (
            SELECT FROM versioned_aspect a WHERE a.entity_id = g.source_id AND a.name = 'status' AND (a.value ->> 'removed')::boolean))
$$;

COMMENT ON FUNCTION incoming_total IS
    'The number of relationships to an entity; types, kinds: only those of these types, or from these kinds of entities.';
