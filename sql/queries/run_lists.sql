-- run_list_page --
-- Frame: a page of the runs of each owner, in order, with the columns of run_view that answers show; branches find them (store/run_lists.py).
SELECT o.owner_id, p.*, t.kind AS template_kind, t.urn AS template_urn, c.urn AS parent_urn
FROM unnest({owners}) AS o (owner_id)
CROSS JOIN LATERAL ({runs}) p
LEFT JOIN LATERAL (SELECT t.kind, t.urn FROM entity t WHERE t.id = p.template_id OFFSET 0) t ON true
LEFT JOIN LATERAL (SELECT c.urn FROM entity c WHERE c.id = p.parent_id OFFSET 0) c ON true
ORDER BY o.owner_id, {page_key} {direction}, p.urn

-- run_list_union --
-- Frame: the first of the runs of several branches; distinct if two branches may find the same run.
SELECT {distinct} c.* FROM ({branches}) c ORDER BY {union_key} {direction}, c.urn LIMIT {limit}

-- run_list_count --
-- Frame: the number of runs of each owner; branches find them.
SELECT o.owner_id, (SELECT count({counted}) FROM ({branches}) c) AS total
FROM unnest({owners}) AS o (owner_id)

-- run_list_branch --
-- The first of the runs of a source that meet the conditions.
SELECT r.id, e.urn COLLATE "C" AS urn, e.is_stub, r.native_id, r.template_id, r.parent_id, r.created_at, r.attempt, r.status,
    r.result, r.native_result, r.started_at, r.ended_at, r.is_time_approximate, r.is_derived, r.closed_result, r.closed_native_result,
    r.is_removed, r.trigger
FROM {source}
CROSS JOIN LATERAL (SELECT e.urn, e.is_stub FROM entity e WHERE e.id = r.id OFFSET 0) e
WHERE {conditions}
ORDER BY {key} {direction}, e.urn COLLATE "C" LIMIT {limit}

-- run_list_members --
-- All runs of a source that meet the conditions.
SELECT r.id FROM {source} WHERE {conditions}

-- run_list_scans --
-- The rows that a branch finds for each of some values, each in order by an index.
SELECT b.* FROM {scans} CROSS JOIN LATERAL ({branch}) b

-- run_list_from_runs --
-- Source: all runs.
run r

-- run_list_from_open --
-- Source: the open runs, which are few.
unnest(ARRAY(SELECT s.id FROM run s WHERE s.status = 'STARTED')) AS s (id)
CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = s.id OFFSET 0) r

-- run_list_from_uuids --
-- Source: the runs whose UUID is in a span.
(SELECT r.* FROM run r WHERE r.run_uuid BETWEEN {first_uuid} AND {last_uuid} OFFSET 0) r

-- run_list_from_texts --
-- Source: the runs whose native id is no UUID and begins with a text.
(SELECT r.* FROM run r WHERE r.run_uuid IS NULL AND begins_so(r.native_id, {text}) OFFSET 0) r

-- run_list_from_run_names --
-- Source: the runs whose name in DataHub's aspect begins with a text.
(
    SELECT r.* FROM versioned_aspect n JOIN run r ON r.id = n.entity_id
    WHERE n.name = 'dataProcessInstanceProperties' AND begins_so(n.value ->> 'name', {text}) OFFSET 0) r

-- run_list_from_edges --
-- Source: the runs that read or wrote an asset by one of its names.
edge g CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = g.run_id OFFSET 0) r

-- run_list_from_edges_alone --
-- Source for counts: the readers or writers of an asset, without conditions on the runs other than being listed.
edge g CROSS JOIN LATERAL (SELECT g.run_id AS id) r

-- run_list_from_edges_of_open --
-- Source: the edges of open runs, which are few.
unnest(ARRAY(SELECT s.id FROM run s WHERE s.status = 'STARTED')) AS s (id)
CROSS JOIN LATERAL (SELECT r.* FROM run r WHERE r.id = s.id OFFSET 0) r
CROSS JOIN LATERAL (SELECT g.* FROM edge g WHERE g.run_id = r.id OFFSET 0) g

-- run_list_from_edges_of_native_id --
-- Source: the edges of the runs with a native id.
(SELECT r.* FROM run r WHERE has_native_id(r.native_id, r.run_uuid, {native_id}) OFFSET 0) r
CROSS JOIN LATERAL (SELECT g.* FROM edge g WHERE g.run_id = r.id OFFSET 0) g

-- run_list_scans_of_names --
-- Scans: the names of the owner's data.
(SELECT n.name_id AS value FROM entity_name n WHERE n.entity_id = o.owner_id) w

-- run_list_scans_of_values --
-- Scans: the given values.
unnest({values}) AS w (value)

-- run_list_scans_of_jobs --
-- Scans: the jobs with a word of the name that begins with a text.
({jobs}) j

-- run_list_jobs --
-- The jobs with a word of the name that begins with a text, and later words that continue it.
SELECT j.id AS value FROM entity j
WHERE j.kind <> 'dataProcessInstance' AND name_vector(own_name(j.kind, j.urn, j.name)) @@ (SELECT words_query({text}))
    AND j.flow_id IS NOT NULL AND strpos(words_of(own_name(j.kind, j.urn, j.name)), words_of({text})) > 0

-- run_list_scans_of_templates --
-- Scans: the given jobs and flows.
({template_ids}) j

-- run_list_template_ids --
-- The given jobs and flows.
SELECT t.id AS value FROM entity t WHERE t.urn_key = ANY ({template_keys})

-- run_list_scans_of_flows --
-- Scans: the given flows, and their jobs.
({flow_ids}) j

-- run_list_flow_ids --
-- The given flows, and their jobs.
SELECT f.id AS value FROM entity f WHERE f.urn_key = ANY ({flow_keys})
UNION
SELECT j.id FROM entity f JOIN entity j ON j.flow_id = f.id WHERE f.urn_key = ANY ({flow_keys})

-- run_list_listed --
-- Condition: lists show the run, and it has a known time.
{created} IS NOT NULL AND NOT r.is_superseded AND NOT r.is_removed

-- run_list_listed_alone --
-- Condition: the same as listed, without the run: the unlisted runs are few, and found together.
{created} IS NOT NULL
    AND EXISTS (SELECT FROM run x WHERE x.id = r.id AND (x.is_superseded OR x.is_removed)) IS NOT TRUE

-- run_list_of_template --
-- Condition: the run is of the job.
r.template_id = o.owner_id

-- run_list_of_flow --
-- Condition: the run is one of the flow as a whole.
r.flow_id = o.owner_id

-- run_list_of_parent --
-- Condition: the owner contains the run.
r.parent_id = o.owner_id

-- run_list_of_edge --
-- Condition: the run read, or wrote, the asset of the scan.
g.asset_id = w.value AND g.direction = {edge_direction} AND g.is_current

-- run_list_of_result --
-- Condition: the run has the result of the scan, which is no success.
coalesce(r.closed_result, r.result) = w.value AND coalesce(r.closed_result, r.result) <> 'SUCCESS'

-- run_list_of_success --
-- Condition: the run succeeded.
coalesce(r.closed_result, r.result) = 'SUCCESS'

-- run_list_of_retried --
-- Condition: the run took more than one attempt.
r.attempt > 1

-- run_list_of_trigger --
-- Condition: the scan's word started the run, and is no schedule's.
r.trigger = w.value AND r.trigger NOT IN ('scheduled', 'schedule')

-- run_list_of_job --
-- Condition: the run is of the job of the scan.
r.template_id = j.value

-- run_list_statuses --
-- Condition: the status of the run is one of some.
CASE WHEN r.closed_result IS NOT NULL THEN 'COMPLETE' ELSE r.status END = ANY ({statuses})

-- run_list_results --
-- Condition: the result of the run is one of some.
coalesce(r.closed_result, r.result) = ANY ({results})

-- run_list_triggers --
-- Condition: the trigger of the run is one of some.
r.trigger = ANY ({triggers})

-- run_list_templates --
-- Condition: the run is of one of some jobs and flows.
r.template_id = ANY (ARRAY({template_ids}))

-- run_list_flows --
-- Condition: the run is of one of some flows, or of a job of one.
r.template_id = ANY (ARRAY({flow_ids}))

-- run_list_created_since --
-- Condition: the run was created at a time or later.
{created} >= {created_since}

-- run_list_created_until --
-- Condition: the run was created before a time.
{created} < {created_until}

-- run_list_arrived_since --
-- Condition: the first event of the run arrived at a time or later.
r.first_arrived_at >= {arrived_since}

-- run_list_arrived_until --
-- Condition: the first event of the run arrived before a time.
r.first_arrived_at < {arrived_until}

-- run_list_attempt --
-- Condition: the run is in this attempt.
coalesce(r.attempt, 1) = {attempt}

-- run_list_min_attempt --
-- Condition: the run is in this attempt or a later one.
coalesce(r.attempt, 1) >= {min_attempt}

-- run_list_is_contained --
-- Condition: another run contains the run, or none does.
(r.parent_id IS NOT NULL) = {is_contained}

-- run_list_native_id --
-- Condition: the native id of the run is this one.
has_native_id(r.native_id, r.run_uuid, {native_id})

-- run_list_text --
-- Condition: the native id of the run, its name, or a word of its job's name begins with a text.
(starts_with(lower(r.native_id), lower({text})) OR r.template_id = ANY (ARRAY({jobs})) OR EXISTS (
    SELECT FROM versioned_aspect n
    WHERE n.entity_id = r.id AND n.name = 'dataProcessInstanceProperties' AND begins_so(n.value ->> 'name', {text})))

-- run_list_after_created --
-- Condition: the run comes after a place in the order by creation, which an index has.
{key} {reaches} {place_key} AND ({key} {passes} {place_key} OR e.urn COLLATE "C" > {place_urn})

-- run_list_after_key --
-- Condition: the run comes after a place in an order, in which runs without a value are last.
({key} IS NULL OR {key} {passes} {place_key} OR {key} = {place_key} AND e.urn COLLATE "C" > {place_urn})

-- run_list_after_none --
-- Condition: the run comes after a place among the runs without a value, which are last.
{key} IS NULL AND e.urn COLLATE "C" > {place_urn}
