-- current_aspects --
-- The current values of versioned aspects, each by the key of its entity's URN and its name.
SELECT e.urn_key, a.name, a.value, a.system_metadata, a.version, a.arrived_at
FROM unnest($1::uuid[], $2::text[]) AS w (urn_key, name)
JOIN entity e ON e.urn_key = w.urn_key
JOIN versioned_aspect a ON a.entity_id = e.id AND a.name = w.name;

-- existing_entities --
-- The keys of these entities that have a fact of their own.
SELECT e.urn_key FROM entity e WHERE e.urn_key = ANY ($1::uuid[]) AND NOT e.is_stub;

-- merge_aspects --
-- Merges the results of accepted proposals, in the order of the function's parameters.
SELECT merge_aspects($1, $2, $3, $4, $5, $6, $7, $8);

-- apply_aspects --
-- Merges the results of logged proposals, in the order of the function's parameters.
SELECT apply_aspects($1, $2, $3, $4, $5, $6, $7);

-- delete_entity --
-- Deletes an entity's own statements; returns the numbers of its versioned and timeseries aspects.
SELECT d.aspects, d.timeseries FROM entity e CROSS JOIN LATERAL delete_entity(e.id) d WHERE e.urn_key = $1 AND NOT e.is_stub;

-- delete_timeseries --
-- Deletes the values of an entity's timeseries aspect within a span of time.
SELECT delete_timeseries(e.id, $2, $3, $4) FROM entity e WHERE e.urn_key = $1;
