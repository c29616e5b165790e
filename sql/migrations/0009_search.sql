-- Searching entities by their names, and through all of them page by page (docs/searching.md).
--
-- Only indexes and functions: nothing is stored that other tables do not say. Runs have no index of words: of a million
-- of them most are named by a UUID, of which an index that is there anyway finds the beginning. Of the names that DataHub's
-- aspect gives runs the beginning is found, too.

CREATE FUNCTION own_name(kind text, urn text, name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(name, replace(replace(replace(replace(
        substring(urn FROM CASE
            WHEN kind IN ('dataset', 'mlModel', 'mlModelGroup') THEN '^urn:li:[^:]*:\([^,]*,(.*),[^,]*\)$'
            WHEN kind = 'dataJob' THEN '^urn:li:dataJob:\(urn:li:dataFlow:\([^)]*\),(.*)\)$'
            WHEN kind = 'dataFlow' THEN '^urn:li:dataFlow:\([^,]*,([^,]*),'
            ELSE '^urn:li:[^:]*:(.*)$' END),
        '%2C', ','), '%28', '('), '%29', ')'), '%25', '%'));

COMMENT ON FUNCTION own_name IS 'The name of an entity: the one that OpenLineage gave it, else the one in its URN.';

CREATE FUNCTION platform_begins(kind text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN kind = 'dataJob' THEN 'urn:li:dataJob:(urn:li:dataFlow:('
        WHEN kind IN ('dataset', 'mlModel', 'mlModelGroup', 'dataFlow') THEN 'urn:li:' || kind || ':('
        END;

COMMENT ON FUNCTION platform_begins IS 'What comes before the platform in URNs of a kind; null where they have none.';

-- Not with patterns, which take fifty times as long: facets look at the URNs of all that is found.
CREATE FUNCTION own_platform(kind text, urn text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN starts_with(urn, platform_begins(kind)) AND strpos(urn, ',') > 0 THEN
        'urn:li:dataPlatform:' || replace(split_part(substr(urn, length(platform_begins(kind)) + 1), ',', 1), 'urn:li:dataPlatform:', '') END;

COMMENT ON FUNCTION own_platform IS 'The platform in the URN of an entity; null where it has none.';

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

CREATE FUNCTION gives_name(aspect text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN aspect IN (
        'datasetProperties', 'dataJobInfo', 'dataFlowInfo', 'containerProperties', 'mlModelProperties', 'mlModelGroupProperties');

COMMENT ON FUNCTION gives_name IS 'Whether an aspect of DataHub''s has a name of its entity, other than a run''s.';

CREATE FUNCTION name_words(name text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(regexp_split_to_array(lower(left(name, 500)), '[^[:alnum:]]+'), '');

COMMENT ON FUNCTION name_words IS
    'The words of a name: letters and digits, in lower case, of its first 500 characters (a longer word does not fit into an index).';

CREATE FUNCTION words_of(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ' ' || array_to_string(name_words(value), ' ');

COMMENT ON FUNCTION words_of IS 'The words of a name as one text, a space before each.';

CREATE FUNCTION name_vector(name text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_tsvector(name_words(name));

COMMENT ON FUNCTION name_vector IS 'The words of a name as an index keeps them. Not to_tsvector, which sees hosts and numbers in names.';

CREATE FUNCTION words_query(words text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT string_agg('''' || w.word || ''':*', ' & ')::tsquery FROM unnest(name_words(words)) AS w (word));

COMMENT ON FUNCTION words_query IS 'What finds the names in which each of these words begins a word; null where there is no word.';

CREATE FUNCTION items_of(value jsonb) RETURNS SETOF jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT i.item FROM jsonb_array_elements(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS i (item)
$$;

COMMENT ON FUNCTION items_of IS 'The items of a list; none of anything else.';

CREATE FUNCTION least_uuid(beginning text) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (rpad(coalesce(substring(beginning FROM '^[0-9a-f]{1,8}'), ''), 8, '0') || '-0000-0000-0000-000000000000')::uuid;

COMMENT ON FUNCTION least_uuid IS 'What no UUID is less than whose text is not less than this one: an index may be looked at from there.';

CREATE FUNCTION place_of_id(id bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN '~' || lpad(id::text, 19, '0');

COMMENT ON FUNCTION place_of_id IS 'Where runs of one name are in the order of a search: after all URNs, by their ids.';

CREATE FUNCTION least_id(place text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN coalesce(substring(place FROM '^~(0[0-9]{18})$')::bigint, 0);

COMMENT ON FUNCTION least_id IS 'What no id is less than whose place is not less than this one: an index may be looked at from there.';

CREATE FUNCTION is_so(name text, whole text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN left(lower(name), 64) COLLATE "C" = left(lower(whole), 64) AND lower(name) = lower(whole);

COMMENT ON FUNCTION is_so IS
    'Whether the id or the name of a run is this one, whatever the case: as run_native_text_idx and versioned_aspect_run_name_idx find it.';

CREATE FUNCTION begins_so(name text, beginning text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN left(lower(name), 64) COLLATE "C" >= left(lower(beginning), 64)
        AND left(lower(name), 64) COLLATE "C" <= left(lower(beginning), 64) || U&'\+10FFFF'
        AND starts_with(lower(name), lower(beginning));

COMMENT ON FUNCTION begins_so IS
    'Whether the id or the name of a run begins in some way, found as by is_so. What begins so is not greater than with the last character that there is.';

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

CREATE INDEX entity_words_idx ON entity USING gin (name_vector(own_name(kind, urn, name))) WHERE kind <> 'dataProcessInstance';
CREATE INDEX entity_order_idx ON entity ((left(urn, 400)) COLLATE "C") WHERE kind <> 'dataProcessInstance';
CREATE INDEX versioned_aspect_words_idx ON versioned_aspect USING gin (name_vector(value ->> 'name')) WHERE gives_name(name);

-- All runs in order. Those without a UUID are found by the beginning of their id, which is indexed as far as it must be;
-- those with one by run_uuid_idx. What was removed is few, and is what cleaning up asks for. The first has what says
-- which runs are counted, too.
CREATE INDEX run_created_idx ON run (created_at DESC, id) INCLUDE (is_superseded, is_removed);
CREATE INDEX run_native_text_idx ON run ((left(lower(native_id), 64)) COLLATE "C") WHERE run_uuid IS NULL;
CREATE INDEX versioned_aspect_run_name_idx ON versioned_aspect ((left(lower(value ->> 'name'), 64)) COLLATE "C", entity_id)
    WHERE name = 'dataProcessInstanceProperties';
CREATE INDEX run_removed_idx ON run (created_at DESC, id) WHERE is_removed;

-- What is counted is all there is but for what is removed or only named, which is found here as a whole.
CREATE INDEX versioned_aspect_removed_idx ON versioned_aspect (entity_id) WHERE name = 'status' AND (value ->> 'removed')::boolean;
CREATE INDEX entity_stub_idx ON entity (id) WHERE is_stub;
