-- search_page --
-- A page of the results of each owner (0: of everything), in order; each branch gives its first rows.
SELECT o.owner_id, p.*
FROM unnest({owners}) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT b.id, b.kind, b.name, {position} AS position
    FROM ({branches}) b
    ORDER BY {order} OFFSET {start} LIMIT {count}
) p;

-- search_totals --
-- The number of results of each owner (0: of everything).
SELECT o.owner_id, p.total
FROM unnest({owners}) AS o (owner_id)
CROSS JOIN LATERAL (SELECT count(*) AS total FROM ({branches}) b) p;

-- search_facets --
-- The number of results of each owner (0: of everything) with each value of some fields, the most frequent first.
SELECT o.owner_id, p.*
FROM unnest({owners}) AS o (owner_id)
CROSS JOIN LATERAL (
    SELECT f.field, f.value, sum(b.total)::bigint AS total
    FROM (
        SELECT b.type, b.platform, b.origin, count(*) AS total FROM ({branches}) b GROUP BY b.type, b.platform, b.origin
    ) b
    CROSS JOIN LATERAL (VALUES ('_entityType', b.type), ('platform', b.platform), ('origin', b.origin)) AS f (field, value)
    WHERE f.value IS NOT NULL
    GROUP BY f.field, f.value
) p
ORDER BY p.total DESC, p.value COLLATE "C";

-- search_values --
-- The values of some fields of entities, in the order of the fields.
SELECT e.id AS owner_id, v.field, v.value
FROM unnest({owners}) AS o (owner_id)
JOIN entity e ON e.id = o.owner_id
LEFT JOIN run r ON r.id = e.id
CROSS JOIN LATERAL ({branches}) AS v (place, field, value)
WHERE v.value IS NOT NULL
ORDER BY v.place, v.value COLLATE "C";

-- values_of_field --
-- The values of one of these fields, of runs or of other entities.
(SELECT {place}, {name}, f.value FROM {rows} AS f (value) WHERE (e.kind = 'dataProcessInstance') = {of_runs})

-- branch_entities --
-- Entities other than runs, of some kinds, in the order of URNs.
SELECT {columns} FROM entity e
WHERE e.kind <> 'dataProcessInstance' AND e.kind = ANY ({kinds})
    AND left(e.urn, 400) COLLATE "C" >= 'urn:li:' || {first_kind} || ':' AND left(e.urn, 400) COLLATE "C" < 'urn:li:' || {last_kind} || ';'
    AND NOT e.is_stub AND {holds}

-- branch_named_entities --
-- Entities other than runs, of some kinds, with a name in which each word begins a word.
SELECT {columns}
FROM (
    SELECT DISTINCT ON (m.id) m.id, m.name, m.rank
    FROM (
        SELECT w.id, w.name,
            CASE WHEN lower(w.name) = lower({words}) THEN 0 WHEN starts_with(lower(w.name), lower({words})) THEN 1 ELSE 2 END AS rank
        FROM (
            SELECT e.id, own_name(e.kind, e.urn, e.name) AS name FROM entity e
            WHERE e.kind <> 'dataProcessInstance' AND name_vector(own_name(e.kind, e.urn, e.name)) @@ (SELECT words_query({words}))
            UNION ALL
            SELECT a.entity_id, a.value ->> 'name' FROM versioned_aspect a
            WHERE gives_name(a.name) AND name_vector(a.value ->> 'name') @@ (SELECT words_query({words}))
        ) w
    ) m
    ORDER BY m.id, m.rank, m.name COLLATE "C"
) n
JOIN entity e ON e.id = n.id
WHERE e.kind <> 'dataProcessInstance' AND e.kind = ANY ({kinds}) AND NOT e.is_stub AND {holds}

-- branch_runs --
-- All runs.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_counted_runs --
-- All runs in no order, for counts: their names are only read for a condition on them.
SELECT {columns} FROM run r LEFT JOIN entity e ON e.id = r.id
WHERE NOT r.is_superseded AND NOT EXISTS (SELECT FROM entity s WHERE s.id = r.id AND s.is_stub) AND {holds}

-- branch_dated_runs --
-- The runs with a known start.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE r.created_at IS NOT NULL AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_undated_runs --
-- The runs without a known start.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE r.created_at IS NULL AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_runs_of_uuid --
-- The runs whose UUID begins with a text.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE r.run_uuid BETWEEN {first_uuid} AND {last_uuid} AND (lower(r.native_id) = lower({words}) OR {is_not_named})
    AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_runs_of_id --
-- The runs with one id, which is no UUID, in any case.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE r.run_uuid IS NULL AND is_so(r.native_id, {words}) AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_runs_of_longer_id --
-- The runs whose id, which is no UUID, begins with a text and is longer.
SELECT {columns} FROM run r JOIN entity e ON e.id = r.id
WHERE r.run_uuid IS NULL AND begins_so(r.native_id, {words}) AND lower(r.native_id) <> lower({words}) AND {is_not_named}
    AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_runs_of_name --
-- The runs with one name in DataHub's aspect, in any case, other than their id.
SELECT {columns} FROM versioned_aspect n JOIN run r ON r.id = n.entity_id JOIN entity e ON e.id = r.id
WHERE n.name = 'dataProcessInstanceProperties' AND is_so(n.value ->> 'name', {words})
    AND lower(r.native_id) <> lower({words}) AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- branch_runs_of_longer_name --
-- The runs whose name in DataHub's aspect begins with a text and is longer, and whose id does not begin with it.
-- From the least character after the text: runs with exactly this name may be many.
SELECT {columns} FROM versioned_aspect n JOIN run r ON r.id = n.entity_id JOIN entity e ON e.id = r.id
WHERE n.name = 'dataProcessInstanceProperties' AND begins_so(n.value ->> 'name', {words})
    AND left(lower(n.value ->> 'name'), 64) COLLATE "C" >= left(lower({words}) || U&'\0001', 64)
    AND lower(n.value ->> 'name') <> lower({words}) AND NOT starts_with(lower(r.native_id), lower({words}))
    AND NOT r.is_superseded AND NOT e.is_stub AND {holds}

-- holds_not_named --
-- The run does not have one name in DataHub's aspect; another branch finds such runs.
EXISTS (
    SELECT FROM versioned_aspect n
    WHERE n.entity_id = r.id AND n.name = 'dataProcessInstanceProperties' AND is_so(n.value ->> 'name', {words})) IS NOT TRUE

-- order_name --
-- The name that orders an entity: the one in DataHub's aspect, else its own.
lower(coalesce((
    SELECT a.value ->> 'name' FROM versioned_aspect a WHERE a.entity_id = e.id AND gives_name(a.name)), own_name(e.kind, e.urn, e.name)))

-- meets_equal --
-- A value is one of these.
{found} = ANY ({values})

-- meets_iequal --
-- A value is one of these, in any case.
lower({found}) = ANY (ARRAY(SELECT lower(v.value) FROM unnest({values}) AS v (value)))

-- meets_contain --
-- One of these is in a value.
EXISTS (SELECT FROM unnest({values}) AS v (value) WHERE strpos({found}, v.value) > 0)

-- meets_start_with --
-- A value begins with one of these.
EXISTS (SELECT FROM unnest({values}) AS v (value) WHERE starts_with({found}, v.value))

-- meets_end_with --
-- A value ends with one of these.
EXISTS (SELECT FROM unnest({values}) AS v (value) WHERE right({found}, length(v.value)) = v.value)

-- meets_exists --
-- A value exists.
{found} IS NOT NULL

-- holds_in_container --
-- The owner, a container, contains it.
{id} = ANY (ARRAY(
    SELECT m.source_id FROM relationship m
    WHERE m.destination_id = o.owner_id AND m.type = 'IsPartOf' AND m.replaced_at IS NULL))

-- equal_urn --
-- It has one of these URNs.
e.urn_key = ANY (ARRAY(SELECT text_key(v.urn) FROM unnest({values}) AS v (urn)))

-- equal_container --
-- One of these containers holds it.
{id} = ANY (ARRAY(
    SELECT m.source_id FROM relationship m JOIN entity c ON c.id = m.destination_id
    WHERE m.type = 'IsPartOf' AND m.replaced_at IS NULL AND c.kind = 'container'
        AND c.urn_key = ANY (ARRAY(SELECT text_key(v.urn) FROM unnest({values}) AS v (urn)))))

-- equal_parent_template --
-- The run executed one of these: looked up first, so that the search does not pass through all runs.
r.id = ANY (ARRAY(
    SELECT k.id FROM entity t JOIN run k ON k.template_id = t.id
    WHERE t.urn_key = ANY (ARRAY(SELECT text_key(v.urn) FROM unnest({values}) AS v (urn)))))

-- equal_one_parent_template --
-- The run executed this template, whose runs an index has in order.
r.template_id = (SELECT t.id FROM entity t WHERE t.urn_key = text_key(({values})[1]))

-- equal_parent_instance --
-- One of these runs contains it.
r.id = ANY (ARRAY(
    SELECT k.id FROM entity t JOIN run k ON k.parent_id = t.id
    WHERE t.urn_key = ANY (ARRAY(SELECT text_key(v.urn) FROM unnest({values}) AS v (urn)))))

-- field_urn --
-- Its URN.
e.urn

-- field_type --
-- Its type, as GraphQL names it.
CASE e.kind
    WHEN 'dataset' THEN 'DATASET' WHEN 'dataJob' THEN 'DATA_JOB' WHEN 'dataFlow' THEN 'DATA_FLOW' WHEN 'container' THEN 'CONTAINER'
    WHEN 'mlModel' THEN 'MLMODEL' WHEN 'mlModelGroup' THEN 'MLMODEL_GROUP' END

-- field_type_of_run --
-- The type of a run.
'DATA_PROCESS_INSTANCE'::text

-- field_name --
-- Its name, and the name in DataHub's aspect.
SELECT own_name(e.kind, e.urn, e.name)
UNION ALL
SELECT a.value ->> 'name' FROM versioned_aspect a WHERE a.entity_id = e.id AND gives_name(a.name)

-- field_name_of_run --
-- The id of a run, and the name in DataHub's aspect.
SELECT r.native_id
UNION ALL
SELECT a.value ->> 'name' FROM versioned_aspect a WHERE a.entity_id = e.id AND a.name = 'dataProcessInstanceProperties'

-- field_platform --
-- The platform in its URN, else in DataHub's aspect.
coalesce(own_platform(e.kind, e.urn), (
    SELECT a.value ->> 'platform' FROM versioned_aspect a WHERE a.entity_id = e.id AND a.name = 'dataPlatformInstance'))

-- field_platform_of_run --
-- The platform of a run in DataHub's aspect.
(SELECT a.value ->> 'platform' FROM versioned_aspect a WHERE a.entity_id = e.id AND a.name = 'dataPlatformInstance')

-- field_platform_instance --
-- The instance of its platform.
(SELECT a.value ->> 'instance' FROM versioned_aspect a WHERE a.entity_id = e.id AND a.name = 'dataPlatformInstance')

-- field_origin --
-- The environment in the URN of an asset, else in DataHub's aspect.
coalesce(own_origin(e.kind, e.urn), (
    SELECT a.value ->> 'env' FROM versioned_aspect a WHERE a.entity_id = e.id AND gives_name(a.name)))

-- field_orchestrator --
-- The tool that runs a flow or a job, in the URN.
CASE WHEN e.kind IN ('dataFlow', 'dataJob') THEN substring(own_platform(e.kind, e.urn) FROM length('urn:li:dataPlatform:') + 1) END

-- field_cluster --
-- The cluster of a flow or a job.
own_cluster(e.kind, e.urn)

-- field_data_flow --
-- The flow of a job.
(SELECT f.urn FROM entity f WHERE f.id = e.flow_id)

-- field_container --
-- The containers that hold it.
SELECT c.urn FROM relationship m JOIN entity c ON c.id = m.destination_id
WHERE m.source_id = e.id AND m.type = 'IsPartOf' AND m.replaced_at IS NULL AND c.kind = 'container'

-- field_containers --
-- The containers that hold it, directly or indirectly.
SELECT c.urn FROM containers_of(e.id) c

-- field_sub_types --
-- The name of its subtype, such as Table.
SELECT t.item #>> '{}' FROM versioned_aspect a CROSS JOIN LATERAL items_of(a.value -> 'typeNames') AS t (item)
WHERE a.entity_id = e.id AND a.name = 'subTypes'

-- field_tags --
-- Its tags.
SELECT t.item ->> 'tag' FROM versioned_aspect a CROSS JOIN LATERAL items_of(a.value -> 'tags') AS t (item)
WHERE a.entity_id = e.id AND a.name = 'globalTags'

-- field_owners --
-- Its owners.
SELECT t.item ->> 'owner' FROM versioned_aspect a CROSS JOIN LATERAL items_of(a.value -> 'owners') AS t (item)
WHERE a.entity_id = e.id AND a.name = 'ownership'

-- field_custom_properties --
-- Its custom properties, as name=value.
SELECT p.key || '=' || p.value FROM versioned_aspect a
CROSS JOIN LATERAL jsonb_each_text(CASE jsonb_typeof(a.value -> 'customProperties') WHEN 'object' THEN a.value -> 'customProperties' ELSE '{}' END) p
WHERE a.entity_id = e.id AND (gives_name(a.name) OR a.name = 'dataProcessInstanceProperties')

-- field_removed --
-- True if its status says that it is removed.
EXISTS (SELECT FROM versioned_aspect a WHERE a.entity_id = e.id AND a.name = 'status' AND (a.value ->> 'removed')::boolean)

-- field_removed_of_run --
-- True if the status of a run says that it is removed.
r.is_removed

-- field_has_run_events --
-- True if a run has an event.
r.first_event_at IS NOT NULL

-- field_created --
-- The start of a run.
r.created_at

-- field_parent_template --
-- The template of a run: a job, a flow or a dataset.
(SELECT t.urn FROM entity t WHERE t.id = r.template_id)

-- field_parent_instance --
-- The run that contains a run.
(SELECT t.urn FROM entity t WHERE t.id = r.parent_id)
