-- Sets of facets.

CREATE FUNCTION facets_of(facets jsonb) RETURNS TABLE (name text, content_key uuid, is_deleted boolean)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT f.key, ltrim(f.value, '!')::uuid, starts_with(f.value, '!') FROM jsonb_each_text(facets) f
$$;

COMMENT ON FUNCTION facets_of IS 'The facets of a set.';
