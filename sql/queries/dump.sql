-- dump_event --
-- Dumps the event log without the bytes; without proposals, which are stored in the order of arrival.
SELECT v.at, v.content_hash, v.dialect, v.source, coalesce(v.warnings, '{}') AS warnings
FROM event v
WHERE v.dialect <> 'datahub'
ORDER BY v.at, v.content_hash;

-- dump_quarantine --
-- Dumps the quarantine, each payload once, from any ingestion path.
SELECT DISTINCT q.dialect COLLATE "C" AS dialect, q.code COLLATE "C" AS code, q.message COLLATE "C" AS message, q.payload,
    q.tenant COLLATE "C" AS tenant
FROM quarantine q
ORDER BY 1, 2, 3, 4, 5;

-- dump_entity --
-- Dumps the entities.
SELECT e.urn, e.kind, e.namespace, e.name, f.urn AS flow, c.urn AS class, e.is_stub
FROM entity e
LEFT JOIN entity f ON f.id = e.flow_id
LEFT JOIN entity c ON c.id = e.class_id
ORDER BY e.urn COLLATE "C";

-- dump_alias --
-- Dumps the aliases of names.
SELECT e.urn AS entity, o.urn AS other, a.origin
FROM alias a
JOIN entity e ON e.id = a.entity_id
JOIN entity o ON o.id = a.other_id
ORDER BY e.urn COLLATE "C", o.urn COLLATE "C", a.origin COLLATE "C";

-- dump_namespace_alias --
-- Dumps the configured aliases of namespaces.
SELECT n.namespace, n.other
FROM namespace_alias n
ORDER BY n.namespace COLLATE "C", n.other COLLATE "C";

-- dump_content --
-- Dumps the values of facets.
SELECT c.key, c.value
FROM content c
ORDER BY c.key;

-- dump_entity_facets --
-- Dumps the sets of facets of jobs and datasets, for each choice of names the newest.
SELECT e.urn AS entity, s.names_key, s.set_key, s.at, s.is_terminal
FROM entity_facets s
JOIN entity e ON e.id = s.entity_id
ORDER BY e.urn COLLATE "C", s.names_key;

-- dump_facet_set --
-- Dumps the sets of facets.
SELECT f.key, f.facets
FROM facet_set f
ORDER BY f.key;

-- dump_run --
-- Dumps the runs with their state.
SELECT e.urn, e.run_key, r.run_uuid, r.native_id, t.urn AS template, f.urn AS flow, p.urn AS parent, r.created_at, r.attempt,
    r.status, r.result, r.native_result, r.started_at, r.ended_at, r.state_at, r.first_event_at, r.last_event_at,
    r.is_time_approximate, r.is_derived, r.is_superseded, r.declared_created_at, r.is_reported, r.is_removed,
    r.source, r.closed_result, r.closed_native_result, r.trigger
FROM run r
JOIN entity e ON e.id = r.id
LEFT JOIN entity t ON t.id = r.template_id
LEFT JOIN entity f ON f.id = r.flow_id
LEFT JOIN entity p ON p.id = r.parent_id
ORDER BY e.urn COLLATE "C";

-- dump_run_event --
-- Dumps the events of runs.
SELECT e.urn AS run, v.at, v.status, v.result, v.native_state, v.attempt, v.declared_start, v.duration_millis,
    v.is_time_approximate, v.is_untimed, v.counted_attempt, v.content_hash
FROM run_event v
JOIN entity e ON e.id = v.run_id
ORDER BY e.urn COLLATE "C", v.at, v.status COLLATE "C", v.result COLLATE "C", v.native_state COLLATE "C", v.attempt;

-- dump_run_facets --
-- Dumps the sets of facets of runs, for each choice of names the newest.
SELECT e.urn AS run, s.scope, s.names_key, s.set_key, s.at, s.is_terminal
FROM run_facets s
JOIN entity e ON e.id = s.run_id
ORDER BY e.urn COLLATE "C", s.scope COLLATE "C", s.names_key;

-- dump_run_link --
-- Dumps the references between runs, resolved.
SELECT e.urn AS run, l.kind, l.target_key, l.target_uuid,
    j.urn AS target_job, t.urn AS target, l.at, l.is_terminal
FROM run_link l
JOIN entity e ON e.id = l.run_id
JOIN entity j ON j.id = l.target_job_id
LEFT JOIN entity t ON t.id = l.target_id
ORDER BY e.urn COLLATE "C", l.kind COLLATE "C", l.target_key, l.at;

-- dump_run_warning --
-- Dumps the warnings of runs' events.
SELECT e.urn AS run, w.code
FROM run_warning w
JOIN entity e ON e.id = w.run_id
ORDER BY e.urn COLLATE "C", w.code COLLATE "C";

-- dump_run_checksum --
-- Dumps the checksums of runs.
SELECT e.urn AS run, c.name, c.checksum
FROM run_checksum c
JOIN entity e ON e.id = c.run_id
ORDER BY e.urn COLLATE "C", c.name COLLATE "C", c.checksum COLLATE "C";

-- dump_run_registration --
-- Dumps the registrations of runs, without their numbers.
SELECT r.run_id, r.namespace, r.process, r.scope_key, r.run_key, r.passed, r.recorded_at, r.is_entry, r.entry_checksum,
    r.checksum_keys, r.document
FROM run_registration r
ORDER BY r.id;

-- dump_run_verification --
-- Dumps the verifications of registrations.
SELECT v.registration_id, v.checked_at, v.passed, v.items
FROM run_verification v
ORDER BY v.id;

-- dump_job_link --
-- Dumps the order of jobs.
SELECT u.urn AS upstream, d.urn AS downstream, l.origin, l.first_at, l.last_at
FROM job_link l
JOIN entity u ON u.id = l.upstream_id
JOIN entity d ON d.id = l.downstream_id
ORDER BY u.urn COLLATE "C", d.urn COLLATE "C", l.origin COLLATE "C";

-- dump_job_edge --
-- Dumps the declared edges of jobs.
SELECT j.urn AS job, g.direction, a.urn AS asset, g.at
FROM job_edge g
JOIN entity j ON j.id = g.job_id
JOIN entity a ON a.id = g.asset_id
ORDER BY j.urn COLLATE "C", g.direction COLLATE "C", a.urn COLLATE "C";

-- dump_derivation --
-- Dumps the derivations of outputs from inputs, by facets.
SELECT e.urn AS run, o.urn AS output, i.urn AS input, d.origin, d.at
FROM derivation d
JOIN entity e ON e.id = d.run_id
LEFT JOIN entity o ON o.id = d.output_id
LEFT JOIN entity i ON i.id = d.input_id
ORDER BY e.urn COLLATE "C", o.urn COLLATE "C", i.urn COLLATE "C", d.origin COLLATE "C";

-- dump_edge --
-- Dumps the current edges of runs.
SELECT e.urn AS run, g.direction, a.urn AS asset, g.run_created_at, g.is_measured
FROM edge g
JOIN entity e ON e.id = g.run_id
JOIN entity a ON a.id = g.asset_id
WHERE g.is_current
ORDER BY e.urn COLLATE "C", g.direction COLLATE "C", a.urn COLLATE "C";

-- dump_mention --
-- Dumps the mentions of edges.
SELECT e.urn AS run, g.direction, a.urn AS asset, m.at, m.content_hash, m.place, m.origin, m.attempt, m.version,
    m.is_terminal, m.set_key, m.own_set_key
FROM edge_mention m
JOIN edge g ON g.id = m.edge_id
JOIN entity e ON e.id = g.run_id
JOIN entity a ON a.id = g.asset_id
ORDER BY e.urn COLLATE "C", g.direction COLLATE "C", a.urn COLLATE "C", m.at, m.content_hash, m.place;

-- dump_input_job --
-- Dumps the inputs that may mean runs.
SELECT e.urn AS run, a.urn AS asset, i.job_key, p.urn AS parent
FROM input_job i
JOIN entity e ON e.id = i.run_id
JOIN entity a ON a.id = i.asset_id
LEFT JOIN entity p ON p.id = i.parent_id
ORDER BY e.urn COLLATE "C", a.urn COLLATE "C";

-- dump_run_sibling --
-- Dumps the inputs that mean runs, with these runs.
SELECT e.urn AS run, a.urn AS asset, u.urn AS upstream
FROM run_sibling s
JOIN entity e ON e.id = s.run_id
JOIN entity a ON a.id = s.asset_id
JOIN entity u ON u.id = s.upstream_id
ORDER BY e.urn COLLATE "C", a.urn COLLATE "C", u.urn COLLATE "C";

-- dump_versioned_aspect --
-- Dumps the current aspects that proposals gave.
SELECT e.urn AS entity, a.name, a.value, without_telemetry(a.system_metadata) AS system_metadata
FROM versioned_aspect a
JOIN entity e ON e.id = a.entity_id
ORDER BY e.urn COLLATE "C", a.name COLLATE "C";

-- dump_timeseries_aspect --
-- Dumps the values of timeseries aspects.
SELECT e.urn AS entity, t.name, t.at, t.key, t.value, without_telemetry(t.system_metadata) AS system_metadata
FROM timeseries_aspect t
JOIN entity e ON e.id = t.entity_id
ORDER BY e.urn COLLATE "C", t.name COLLATE "C", t.at, t.key;

-- dump_relationship --
-- Dumps the relationships of current aspects.
SELECT e.urn AS source, r.type, d.urn AS destination, r.aspect, r.field, r.details
FROM relationship r
JOIN entity e ON e.id = r.source_id
JOIN entity d ON d.id = r.destination_id
WHERE r.replaced_at IS NULL
ORDER BY e.urn COLLATE "C", r.aspect COLLATE "C", r.type COLLATE "C", r.field COLLATE "C", d.urn COLLATE "C";

-- dump_write_mode --
-- Dumps the configured modes of writes.
SELECT e.urn AS asset, m.mode FROM write_mode m JOIN entity e ON e.id = m.asset_id ORDER BY e.urn COLLATE "C";

-- dump_asset_read --
-- Dumps the reads of runs, placed in time.
SELECT r.urn AS run, k.attempt, a.urn AS asset, d.urn AS class, t.urn AS root, k.since, k.until, k.span, k.streams, k.version_key,
    k.parts, k.narrows, o.urn AS output
FROM asset_read k
JOIN entity r ON r.id = k.run_id
JOIN entity a ON a.id = k.asset_id
JOIN entity d ON d.id = k.class_id
JOIN entity t ON t.id = k.root_id
LEFT JOIN entity o ON o.id = k.output_id
ORDER BY r.urn COLLATE "C", a.urn COLLATE "C", k.attempt, o.urn COLLATE "C";

-- dump_asset_write --
-- Dumps the writes of runs, placed in time, with their replacement.
SELECT r.urn AS run, k.attempt, a.urn AS asset, d.urn AS class, t.urn AS root, k.is_departure, k.kind, k.effect, k.begun_at, k.at,
    k.until, k.native_version, k.parts, k.replaced_at, h.urn AS replaced_by_root
FROM asset_write k
JOIN entity r ON r.id = k.run_id
JOIN entity a ON a.id = k.asset_id
JOIN entity d ON d.id = k.class_id
JOIN entity t ON t.id = k.root_id
LEFT JOIN entity h ON h.id = k.replaced_by_root_id
ORDER BY r.urn COLLATE "C", a.urn COLLATE "C", k.attempt, k.is_departure;

-- dump_retention_policy --
-- Dumps the policies of retention.
SELECT p.scope, p.name, p.keep_runs, p.keep_days, p.keep_failures_days, p.keep_every
FROM retention_policy p
ORDER BY p.scope COLLATE "C", p.name COLLATE "C";

-- dump_held_run --
-- Dumps the runs that retention keeps until they are released.
SELECT h.run_key, h.reason FROM held_run h ORDER BY h.run_key;

-- dump_sampling_policy --
-- Dumps the policies of sampling.
SELECT p.scope, p.name, p.keep_every FROM sampling_policy p ORDER BY p.scope COLLATE "C", p.name COLLATE "C";

-- dump_removed_run --
-- Dumps the removed runs.
SELECT r.run_key FROM removed_run r ORDER BY r.run_key;

-- dump_removed_span --
-- Dumps the times within which removed runs read and wrote assets.
SELECT e.urn AS asset, s.is_write, s.since, s.until
FROM removed_span s
JOIN entity e ON e.id = s.asset_id
ORDER BY e.urn COLLATE "C", s.is_write, s.since;

-- dump_removed_write --
-- Dumps the moments at which removed runs replaced assets.
SELECT e.urn AS asset, w.at, w.is_sure, w.parts
FROM removed_write w
JOIN entity e ON e.id = w.asset_id
ORDER BY e.urn COLLATE "C", w.at, w.is_sure, w.parts;

-- dump_removed_day --
-- Dumps the figures of removed runs.
SELECT t.urn AS template, f.urn AS flow, d.day, d.total, d.started, d.complete, d.success, d.failure, d.skipped, d.up_for_retry,
    d.retried, d.retries, d.timed, d.shortest, d.longest, d.total_duration, d.durations,
    d.written_runs, d.written_rows, d.written_bytes
FROM removed_day d
LEFT JOIN entity t ON t.id = d.template_id
LEFT JOIN entity f ON f.id = d.flow_id
ORDER BY t.urn COLLATE "C", f.urn COLLATE "C", d.day;

-- dump_erased_event --
-- Dumps the events from which a text was erased.
SELECT x.content_hash FROM erased_event x ORDER BY x.content_hash;
