-- Lists of runs beyond DataHub's (docs/runs.md): what started a run, and the indexes that give all runs in order.
--
-- Derived from the facts: run.trigger.

ALTER TABLE run ADD COLUMN trigger text;

COMMENT ON COLUMN run.trigger IS 'what started it, as its producer says it, in lower case; null where nobody said';

-- Failures, and what a person or another system started, are few: they have indexes of their own, which the runs that
-- a schedule started and that succeeded cost nothing.
CREATE INDEX run_result_idx ON run ((coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';
CREATE INDEX run_template_result_idx ON run (template_id, (coalesce(closed_result, result)), created_at DESC, id)
    WHERE coalesce(closed_result, result) <> 'SUCCESS';
CREATE INDEX run_trigger_idx ON run (trigger, created_at DESC, id) WHERE trigger NOT IN ('scheduled', 'schedule');

CREATE FUNCTION derive_triggers(run_ids bigint[]) RETURNS void
    LANGUAGE sql AS $$
    UPDATE run r SET trigger = d.trigger
    FROM (
        SELECT o.id, (
            SELECT lower(s.word #>> '{}')
            FROM (
                SELECT array_position(ARRAY['airflow', 'airflowDagRun', 'gitlab'], f.name) AS place,
                    CASE f.name WHEN 'gitlab' THEN c.value -> 'source' ELSE c.value #> '{dagRun,run_type}' END AS word
                FROM entity_facet f JOIN content c ON c.key = f.content_key
                WHERE f.entity_id = o.id AND f.scope = 'OWN' AND f.name IN ('airflow', 'airflowDagRun', 'gitlab')
                    AND NOT f.is_deleted
                UNION ALL
                SELECT 4, a.value #> '{customProperties,run_type}' FROM versioned_aspect a
                WHERE a.entity_id = o.id AND a.name = 'dataProcessInstanceProperties'
            ) s
            WHERE jsonb_typeof(s.word) = 'string' AND length(s.word #>> '{}') BETWEEN 1 AND 64
            ORDER BY s.place LIMIT 1
        ) AS trigger
        FROM unnest(run_ids) AS o (id)
    ) d
    WHERE r.id = d.id AND r.trigger IS DISTINCT FROM d.trigger
$$;

COMMENT ON FUNCTION derive_triggers IS
    'What started runs: Airflow''s run_type, the source of a GitLab pipeline, else the custom property run_type of DataHub''s aspect. What is longer than 64 characters is no word. The only place that knows the rule.';

CREATE OR REPLACE FUNCTION derive_declared(run_ids bigint[]) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE run r
    SET declared_created_at = d.created_at, is_removed = d.is_removed,
        template_id = CASE WHEN r.is_reported THEN r.template_id ELSE d.template_id END,
        flow_id = CASE WHEN r.is_reported THEN r.flow_id ELSE d.flow_id END
    FROM (
        SELECT o.id,
            'epoch'::timestamptz + (p.value #>> '{created,time}')::numeric::bigint * interval '1 millisecond' AS created_at,
            coalesce((s.value ->> 'removed')::boolean, false) AS is_removed,
            t.id AS template_id, CASE t.kind WHEN 'dataFlow' THEN t.id END AS flow_id
        FROM unnest(run_ids) AS o (id)
        LEFT JOIN versioned_aspect p ON p.entity_id = o.id AND p.name = 'dataProcessInstanceProperties'
        LEFT JOIN versioned_aspect s ON s.entity_id = o.id AND s.name = 'status'
        LEFT JOIN relationship i ON i.source_id = o.id AND i.type = 'InstanceOf' AND i.replaced_at IS NULL
        LEFT JOIN entity t ON t.id = i.destination_id
    ) d
    WHERE r.id = d.id;
    PERFORM derive_triggers(run_ids);
    PERFORM derive_states(run_ids);
    PERFORM derive_family(run_ids);
END $$;

CREATE OR REPLACE VIEW run_view AS
SELECT r.id, e.urn, e.is_stub, r.native_id, r.template_id, t.kind AS template_kind, t.urn AS template_urn,
    r.flow_id, r.parent_id, p.urn AS parent_urn, r.created_at, r.attempt, r.status, r.result, r.native_result,
    r.started_at, r.ended_at, r.state_at, r.first_event_at, r.last_event_at, r.is_time_approximate, r.is_derived,
    r.is_superseded, r.closed_result, r.closed_native_result, r.is_removed, r.trigger
FROM run r
JOIN entity e ON e.id = r.id
LEFT JOIN entity t ON t.id = r.template_id
LEFT JOIN entity p ON p.id = r.parent_id;

CREATE FUNCTION words_of(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ' ' || array_to_string(name_words(value), ' ');

COMMENT ON FUNCTION words_of IS
    'The words of a name as one text, a space before each.';
