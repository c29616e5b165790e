-- Values that searches compare (docs/searching.md).

CREATE FUNCTION platform_begins(kind text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN kind = 'dataJob' THEN 'urn:li:dataJob:(urn:li:dataFlow:('
        WHEN kind IN ('dataset', 'mlModel', 'mlModelGroup', 'dataFlow') THEN 'urn:li:' || kind || ':('
        END;

COMMENT ON FUNCTION platform_begins IS 'The text before the platform in URNs of a kind; null for a kind without one.';

-- Without patterns, which take fifty times as long: facets look at the URNs of all results.
CREATE FUNCTION own_platform(kind text, urn text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN starts_with(urn, platform_begins(kind)) AND strpos(urn, ',') > 0 THEN
        'urn:li:dataPlatform:' || replace(split_part(substr(urn, length(platform_begins(kind)) + 1), ',', 1), 'urn:li:dataPlatform:', '') END;

COMMENT ON FUNCTION own_platform IS 'The platform in the URN of an entity; null without one.';

CREATE FUNCTION own_origin(kind text, urn text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN kind IN ('dataset', 'mlModel', 'mlModelGroup') AND right(urn, 1) = ')' AND strpos(urn, ',') > 0 THEN
        left(split_part(urn, ',', -1), -1) END;

COMMENT ON FUNCTION own_origin IS 'The environment in the URN of an asset, such as PROD; null for anything else.';

CREATE FUNCTION own_cluster(kind text, urn text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN substring(urn FROM CASE kind
        WHEN 'dataFlow' THEN '^urn:li:dataFlow:\([^,]*,[^,]*,([^,]*)\)$'
        WHEN 'dataJob' THEN '^urn:li:dataJob:\(urn:li:dataFlow:\([^,]*,[^,]*,([^,)]*)\),' END);

COMMENT ON FUNCTION own_cluster IS 'The cluster in the URN of a flow or of a job''s flow; null for anything else.';

CREATE FUNCTION words_of(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ' ' || array_to_string(name_words(value), ' ');

COMMENT ON FUNCTION words_of IS 'The words of a name as one text, a space before each.';

CREATE FUNCTION words_query(words text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT string_agg('''' || w.word || ''':*', ' & ')::tsquery FROM unnest(name_words(words)) AS w (word));

COMMENT ON FUNCTION words_query IS
    'The query for names in which each of these words begins a word; null without words.';

CREATE FUNCTION items_of(value jsonb) RETURNS SETOF jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT i.item FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS i (item)
$$;

COMMENT ON FUNCTION items_of IS 'The items of a list; none for anything else.';

CREATE FUNCTION least_uuid(beginning text) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (rpad(coalesce(substring(beginning FROM '^[0-9a-f]{1,8}'), ''), 8, '0') || '-0000-0000-0000-000000000000')::uuid;

COMMENT ON FUNCTION least_uuid IS
    'A lower bound of the UUIDs whose text is not less than this one: the start of an index scan.';

CREATE FUNCTION place_of_id(id bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '~' || lpad(id::text, 19, '0');

COMMENT ON FUNCTION place_of_id IS
    'The place of runs of one name in the order of a search: after all URNs, by their ids.';

CREATE FUNCTION least_id(place text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(substring(place FROM '^~(0[0-9]{18})$')::bigint, 0);

COMMENT ON FUNCTION least_id IS
    'A lower bound of the ids whose place is not less than this one: the start of an index scan.';

CREATE FUNCTION is_so(name text, whole text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN left(lower(name), 64) COLLATE "C" = left(lower(whole), 64) AND lower(name) = lower(whole);

COMMENT ON FUNCTION is_so IS
    'True if the id or the name of a run is this one, in any case; run_native_text_idx and versioned_aspect_run_name_idx find it.';

CREATE FUNCTION has_native_id(native_id text, run_uuid uuid, wanted text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN native_id = wanted AND (
        run_uuid = CASE WHEN wanted ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN wanted::uuid END
        OR run_uuid IS NULL AND is_so(native_id, wanted));

COMMENT ON FUNCTION has_native_id IS
    'True if the native id of a run is this one; run_uuid_idx finds a UUID, run_native_text_idx any other id.';

CREATE FUNCTION begins_so(name text, beginning text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN left(lower(name), 64) COLLATE "C" >= left(lower(beginning), 64)
        AND left(lower(name), 64) COLLATE "C" <= left(lower(beginning), 64) || U&'\+10FFFF'
        AND starts_with(lower(name), lower(beginning));

COMMENT ON FUNCTION begins_so IS
    'True if the id or the name of a run begins with this text; indexed as is_so. The upper bound is the text with the last Unicode character.';

CREATE FUNCTION containers_of(contained_id bigint) RETURNS TABLE (urn text)
    LANGUAGE sql STABLE AS $$
    WITH RECURSIVE around (id) AS (
        SELECT r.destination_id FROM relationship r
        WHERE r.source_id = contained_id AND r.type = 'IsPartOf' AND r.replaced_at IS NULL
        UNION
        SELECT r.destination_id FROM around a JOIN relationship r ON r.source_id = a.id
        WHERE r.type = 'IsPartOf' AND r.replaced_at IS NULL
    )
    SELECT c.urn FROM around a JOIN entity c ON c.id = a.id WHERE c.kind = 'container'
$$;

COMMENT ON FUNCTION containers_of IS 'The containers that hold an entity, directly or in one another.';
