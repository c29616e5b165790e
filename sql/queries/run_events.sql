-- newest_run_event --
-- The place in the order of run events up to which all are visible, the last place given, and true if merges run.
SELECT m.run_event_seq AS seen, given_number('run_event_seq_seq') AS given, m.are_running FROM running_merges() m;

-- run_events_after --
-- The next run events between two places, each with the URNs of its run, job, flow, parent and watched assets.
WITH page AS MATERIALIZED (
    SELECT e.seq, e.run_id, e.at, e.status, e.result, e.native_state, e.attempt, e.duration_millis, e.arrived_at
    FROM run_event e WHERE e.seq > $1 AND e.seq <= $2 ORDER BY e.seq LIMIT $3
), watched AS MATERIALIZED (
    SELECT n.name_id, e.urn
    FROM unnest($4::uuid[]) AS k (key)
    CROSS JOIN LATERAL (SELECT e.id, e.urn FROM entity e WHERE e.urn_key = k.key OFFSET 0) e
    CROSS JOIN LATERAL (SELECT n.name_id FROM entity_name n WHERE n.entity_id = e.id OFFSET 0) n
), used AS MATERIALIZED (
    SELECT r.run_id,
        array_agg(DISTINCT w.urn) FILTER (WHERE g.direction = 'INPUT') AS input_urns,
        array_agg(DISTINCT w.urn) FILTER (WHERE g.direction = 'OUTPUT') AS output_urns
    FROM (SELECT DISTINCT p.run_id FROM page p WHERE cardinality($4::uuid[]) > 0) r
    CROSS JOIN LATERAL (SELECT g.asset_id, g.direction FROM edge g WHERE g.run_id = r.run_id AND g.is_current OFFSET 0) g
    JOIN watched w ON w.name_id = g.asset_id
    GROUP BY r.run_id
)
SELECT p.*, e.urn, t.urn AS template_urn, t.kind AS template_kind, f.urn AS flow_urn, j.urn AS job_flow_urn, m.urn AS parent_urn,
    u.input_urns, u.output_urns, NOT r.is_superseded AND NOT r.is_removed AS is_listed
FROM page p
CROSS JOIN LATERAL (SELECT k.* FROM run k WHERE k.id = p.run_id OFFSET 0) r
CROSS JOIN LATERAL (SELECT k.urn FROM entity k WHERE k.id = p.run_id OFFSET 0) e
LEFT JOIN LATERAL (SELECT k.* FROM entity k WHERE k.id = r.template_id OFFSET 0) t ON true
LEFT JOIN LATERAL (SELECT k.urn FROM entity k WHERE k.id = r.flow_id OFFSET 0) f ON true
LEFT JOIN LATERAL (SELECT k.urn FROM entity k WHERE k.id = t.flow_id OFFSET 0) j ON true
LEFT JOIN LATERAL (SELECT k.urn FROM entity k WHERE k.id = r.parent_id OFFSET 0) m ON true
LEFT JOIN used u ON u.run_id = p.run_id
ORDER BY p.seq;
