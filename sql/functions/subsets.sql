-- Parts of assets.

CREATE FUNCTION subset_parts(facet jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN jsonb_typeof(c.condition) IS DISTINCT FROM 'object' THEN NULL
        WHEN c.condition ->> 'type' = 'location' AND jsonb_typeof(c.condition -> 'locations') = 'array'
            AND jsonb_array_length(c.condition -> 'locations') > 0
            THEN ARRAY(SELECT DISTINCT 'location ' || l FROM jsonb_array_elements_text(c.condition -> 'locations') l ORDER BY 1)
        WHEN c.condition ->> 'type' = 'partition' AND jsonb_typeof(c.condition -> 'partitions') = 'array'
            AND jsonb_array_length(c.condition -> 'partitions') > 0
            AND NOT EXISTS (
                SELECT FROM jsonb_array_elements(c.condition -> 'partitions') p
                WHERE jsonb_typeof(p -> 'dimensions') IS DISTINCT FROM 'object')
            THEN ARRAY(
                SELECT DISTINCT 'partition ' || (SELECT coalesce(jsonb_agg(k ORDER BY k COLLATE "C"), '[]') FROM jsonb_object_keys(p -> 'dimensions') k)::text
                    || ' ' || (p -> 'dimensions')::text
                FROM jsonb_array_elements(c.condition -> 'partitions') p ORDER BY 1)
        ELSE ARRAY['condition ' || text_key(c.condition::text)::text]
    END
    FROM (SELECT coalesce(facet -> 'outputCondition', facet -> 'inputCondition') AS condition) c
$$;

COMMENT ON FUNCTION subset_parts IS
    'The subset that a facet names: partitions (with their dimensions first), locations, or another condition as a whole.';

CREATE FUNCTION covers(newer text[], older text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN newer IS NULL OR older IS NOT NULL AND older <@ newer;

COMMENT ON FUNCTION covers IS 'True if a write of the newer parts leaves nothing of the older ones.';

CREATE FUNCTION are_disjoint(a text[], b text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(NOT a && b AND (
        SELECT count(DISTINCT split_part(p, '{', 1)) = 1 OR bool_and(starts_with(p, 'location '))
        FROM unnest(a || b) p WHERE NOT starts_with(p, 'condition ')
        HAVING count(*) = cardinality(a || b)), false)
$$;

COMMENT ON FUNCTION are_disjoint IS
    'True if two subsets certainly have nothing in common: partitions of the same dimensions, or locations, and none of them equal.';
