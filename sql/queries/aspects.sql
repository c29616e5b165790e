-- aspects_of_entities --
-- The versioned aspects of entities, all or those of the given names, with those that reported runs have by their events, of version 0.
SELECT e.urn, a.name, a.value, a.system_metadata, a.version, a.created_at, a.arrived_at, a.trace_id
FROM entity e JOIN versioned_aspect a ON a.entity_id = e.id
WHERE e.urn_key = ANY ($1::uuid[]) AND ($2::text[] IS NULL OR a.name = ANY ($2))
UNION ALL
SELECT e.urn, a.name, a.value, '{}', 0, e.arrived_at, e.arrived_at, e.trace_id
FROM entity e JOIN run_aspect a ON a.entity_id = e.id
WHERE e.urn_key = ANY ($1) AND ($2 IS NULL OR a.name = ANY ($2));

-- values_of_aspects --
-- The values of some versioned aspects of each entity.
SELECT a.entity_id, a.name, a.value
FROM versioned_aspect a
WHERE a.entity_id = ANY ($1::bigint[]) AND a.name = ANY ($2::text[]);

-- timeseries_values --
-- The newest values of a timeseries aspect of an entity within a span of time that meet a filter, newest first.
SELECT v.value, v.system_metadata
FROM entity e JOIN timeseries_value v ON v.entity_id = e.id
WHERE e.urn_key = $1 AND v.name = $2 AND v.at >= $3 AND v.at <= $4 AND meets_filter(v.value, $5::text::jsonb)
ORDER BY v.at DESC, v.value ->> 'status', v.key LIMIT $6;

-- newest_timeseries_values --
-- The newest value of each of some timeseries aspects of entities.
SELECT e.urn, v.name, v.value, v.system_metadata, 1 AS version, v.arrived_at AS created_at, v.arrived_at, v.trace_id
FROM entity e
CROSS JOIN unnest($2::text[]) AS w (name)
CROSS JOIN LATERAL (
    SELECT v.* FROM timeseries_value v WHERE v.entity_id = e.id AND v.name = w.name
    ORDER BY v.at DESC, v.value ->> 'status', v.key LIMIT 1
) v
WHERE e.urn_key = ANY ($1::uuid[]);

-- timeseries_statistics --
-- Metrics over the values of a timeseries aspect that meet a filter, by groups; of one entity where its key is given.
WITH chosen AS (
    SELECT v.at, v.value,
        ARRAY(SELECT bucket_of(v.value, v.at, b.bucket)
              FROM jsonb_array_elements($4::text::jsonb) WITH ORDINALITY AS b (bucket, place) ORDER BY b.place) AS groups
    FROM entity e JOIN timeseries_value v ON v.entity_id = e.id
    WHERE ($1::uuid IS NULL OR e.urn_key = $1) AND v.name = $2
        AND meets_filter(v.value || jsonb_build_object('urn', e.urn), $3::text::jsonb)
), measured AS (
    SELECT c.groups, m.place, CASE m.metric ->> 'aggregationType'
        WHEN 'SUM' THEN (sum(CASE WHEN f.found ~ '^-?[0-9]{1,30}(\.[0-9]{1,30})?$' THEN f.found::numeric END))::text
        WHEN 'CARDINALITY' THEN count(DISTINCT f.found)::text
        ELSE (array_agg(f.found ORDER BY c.at DESC, f.found COLLATE "C"))[1] END AS measure
    FROM chosen c
    CROSS JOIN jsonb_array_elements($5::text::jsonb) WITH ORDINALITY AS m (metric, place)
    CROSS JOIN LATERAL (SELECT c.value #>> string_to_array(m.metric ->> 'fieldPath', '.') AS found) f
    GROUP BY c.groups, m.place, m.metric
)
SELECT m.groups, array_agg(m.measure ORDER BY m.place) AS measures
FROM measured m GROUP BY m.groups ORDER BY m.groups LIMIT $6;

-- aspect_counts_of_entity --
-- The number of versioned aspects of a name that an entity has, and of values of timeseries within a span of time; of all names where none is given.
SELECT
    (SELECT count(*) FROM versioned_aspect a JOIN entity e ON e.id = a.entity_id
     WHERE e.urn_key = $1 AND ($2::text IS NULL OR a.name = $2)) AS aspects,
    (SELECT count(*) FROM timeseries_aspect t JOIN entity e ON e.id = t.entity_id
     WHERE e.urn_key = $1 AND ($2::text IS NULL OR t.name = $2) AND t.at >= $3 AND t.at <= $4) AS timeseries;

-- proposals_of_trace --
-- The newest accepted proposals of a trace, the oldest of them first.
SELECT n.body, n.arrived_at
FROM (
    SELECT v.body, v.arrived_at, v.seq FROM event v WHERE v.dialect = 'datahub' AND v.trace_id = $1
    ORDER BY v.seq DESC LIMIT $2
) n
ORDER BY n.seq;

-- references_to_entity --
-- The aspects of others that name an entity, by their URNs; a key, which the URN itself says, is none.
SELECT s.urn, r.type, r.aspect, a.value
FROM entity e
JOIN relationship r ON r.destination_id = e.id AND r.replaced_at IS NULL AND r.source_id <> e.id AND r.aspect NOT LIKE '%Key'
JOIN entity s ON s.id = r.source_id
JOIN versioned_aspect a ON a.entity_id = s.id AND a.name = r.aspect
WHERE e.urn_key = $1
ORDER BY s.urn COLLATE "C", r.aspect, r.type LIMIT $2;
