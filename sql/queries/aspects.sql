-- aspects_of_entities --
-- The versioned aspects of entities, all or those of the given names; with those derived from runs' events, of version 0.
SELECT e.urn, a.name, a.value, a.system_metadata, a.version, a.created_at, a.arrived_at, a.trace_id
FROM entity e JOIN versioned_aspect a ON a.entity_id = e.id
WHERE e.urn_key = ANY ($1::uuid[]) AND ($2::text[] IS NULL OR a.name = ANY ($2))
UNION ALL
SELECT e.urn, a.name, a.value, '{}', 0, e.arrived_at, e.arrived_at, e.trace_id
FROM entity e JOIN run_aspect a ON a.entity_id = e.id
WHERE e.urn_key = ANY ($1) AND ($2 IS NULL OR a.name = ANY ($2));

-- values_of_entities --
-- Values of entities, named by ids or keys of URNs, each by one of some questions (aspects, own facets, the last ingestion).
SELECT o.place, v.source, v.name, v.value
FROM unnest($1::bigint[], $2::uuid[], $3::int[]) WITH ORDINALITY AS o (id, urn_key, question, place)
JOIN jsonb_to_recordset($4::jsonb) AS q (question int, aspects text[], facets text[], ingested boolean) USING (question)
LEFT JOIN LATERAL (SELECT e.id FROM entity e WHERE e.urn_key = o.urn_key OFFSET 0) e ON true
CROSS JOIN LATERAL (
    SELECT 'ASPECT' AS source, a.name, a.value
    FROM versioned_aspect a
    WHERE a.entity_id = coalesce(o.id, e.id) AND a.name = ANY (q.aspects)
    UNION ALL
    SELECT 'FACET', f.name, c.value
    FROM entity_facet f CROSS JOIN LATERAL (SELECT c.value FROM content c WHERE c.key = f.content_key OFFSET 0) c
    WHERE q.facets IS NOT NULL AND f.entity_id = coalesce(o.id, e.id) AND f.name = ANY (q.facets) AND f.scope = 'OWN' AND NOT f.is_deleted
    UNION ALL
    SELECT 'INGESTED', 'millis', to_jsonb(max((a.system_metadata ->> 'lastObserved')::numeric)::bigint)
    FROM versioned_aspect a
    WHERE q.ingested AND a.entity_id = coalesce(o.id, e.id)
        AND coalesce(a.system_metadata ->> 'runId', 'no-run-id-provided') <> 'no-run-id-provided'
    HAVING max((a.system_metadata ->> 'lastObserved')::numeric) IS NOT NULL
) v;

-- timeseries_values --
-- The newest values of an entity's timeseries aspect within a span of time that meet a filter, newest first.
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
-- Metrics over the values of a timeseries aspect that meet a filter, by groups; of one entity if its key is given.
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
-- The numbers of an entity's versioned aspects, and of its timeseries values within a span of time; of one name, or of all.
SELECT
    (SELECT count(*) FROM versioned_aspect a JOIN entity e ON e.id = a.entity_id
     WHERE e.urn_key = $1 AND ($2::text IS NULL OR a.name = $2)) AS aspects,
    (SELECT count(*) FROM timeseries_aspect t JOIN entity e ON e.id = t.entity_id
     WHERE e.urn_key = $1 AND ($2::text IS NULL OR t.name = $2) AND t.at >= $3 AND t.at <= $4) AS timeseries;

-- references_to_entity --
-- The aspects of others that name an entity, by their URNs; without key aspects, which only repeat the URN.
SELECT s.urn, r.type, r.aspect, a.value
FROM entity e
JOIN relationship r ON r.destination_id = e.id AND r.replaced_at IS NULL AND r.source_id <> e.id AND r.aspect NOT LIKE '%Key'
JOIN entity s ON s.id = r.source_id
JOIN versioned_aspect a ON a.entity_id = s.id AND a.name = r.aspect
WHERE e.urn_key = $1
ORDER BY s.urn COLLATE "C", r.aspect, r.type LIMIT $2;
