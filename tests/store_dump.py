"""The store by natural keys: equal dumps are equal stores (no numbers, arrival times or traces)."""

from conftest import fetch

DUMPS = {
    "event": "SELECT at, content_hash, dialect, source, warnings FROM event",
    "entity": """
        SELECT e.kind, e.urn, e.namespace, e.name, e.is_stub, f.urn AS flow, c.urn AS class
        FROM entity e LEFT JOIN entity f ON f.id = e.flow_id LEFT JOIN entity c ON c.id = e.class_id""",
    "alias": """
        SELECT e.urn, o.urn AS other, a.origin
        FROM alias a JOIN entity e ON e.id = a.entity_id JOIN entity o ON o.id = a.other_id""",
    "derivation": """
        SELECT v.urn, o.urn AS output, i.urn AS input, d.origin, d.at
        FROM derivation d JOIN run_view v ON v.id = d.run_id JOIN entity o ON o.id = d.output_id
        LEFT JOIN entity i ON i.id = d.input_id""",
    "checksum": "SELECT v.urn, c.name, c.checksum FROM run_checksum c JOIN run_view v ON v.id = c.run_id",
    "job_link": """
        SELECT u.urn AS upstream, d.urn AS downstream, l.origin, l.first_at, l.last_at
        FROM job_link l JOIN entity u ON u.id = l.upstream_id JOIN entity d ON d.id = l.downstream_id""",
    "job_edge": """
        SELECT j.urn, g.direction, a.urn AS asset, g.at
        FROM job_edge g JOIN entity j ON j.id = g.job_id JOIN entity a ON a.id = g.asset_id""",
    "run": """
        SELECT v.urn, v.native_id, r.run_key, r.run_uuid, v.template_urn, f.urn AS flow, v.parent_urn, v.created_at,
            v.attempt, v.status, v.result, v.native_result, v.started_at, v.ended_at, v.state_at, v.first_event_at, v.last_event_at,
            v.is_time_approximate, v.is_derived, v.is_superseded
        FROM run_view v JOIN run r USING (id) LEFT JOIN entity f ON f.id = v.flow_id""",
    "run_event": """
        SELECT v.urn, e.at, e.status, e.result, e.native_state, e.attempt, e.declared_start, e.duration_millis, e.is_time_approximate,
            e.content_hash
        FROM run_event e JOIN run_view v ON v.id = e.run_id""",
    "run_link": """
        SELECT v.urn, l.kind, l.target_key, l.target_native_id, l.target_namespace, l.target_name, t.urn AS target,
            l.at, l.is_terminal, l.content_key
        FROM run_link l JOIN run_view v ON v.id = l.run_id LEFT JOIN run_view t ON t.id = l.target_id""",
    "edge": """
        SELECT v.urn, g.direction, a.urn AS asset, g.run_created_at
        FROM edge g JOIN run_view v ON v.id = g.run_id JOIN entity a ON a.id = g.asset_id""",
    "edge_mention": """
        SELECT v.urn, g.direction, a.urn AS asset, m.at, m.origin, m.attempt, m.version
        FROM edge_mention m JOIN edge g ON g.id = m.edge_id
        JOIN run_view v ON v.id = g.run_id JOIN entity a ON a.id = g.asset_id""",
    "aspect": """
        SELECT e.urn, a.dialect, a.scope, a.name, a.at, a.is_terminal, a.content_key, a.is_deleted, c.value
        FROM aspect a JOIN entity e ON e.id = a.entity_id JOIN content c ON c.key = a.content_key""",
    "edge_aspect": """
        SELECT v.urn, g.direction, a.urn AS asset, s.scope, s.name, s.at, s.is_terminal, s.content_key, s.is_deleted, c.value
        FROM edge_aspect s JOIN content c ON c.key = s.content_key JOIN edge g ON g.id = s.edge_id
        JOIN run_view v ON v.id = g.run_id JOIN entity a ON a.id = g.asset_id""",
    "quarantine": "SELECT key, dialect, source, position, code, message, payload FROM quarantine",
}


def dump(database_url: str) -> dict[str, list[str]]:
    """Every table, each row as text, sorted."""
    return {
        table: [row["line"] for row in fetch(database_url, f"SELECT d::text AS line FROM ({sql}) d ORDER BY 1")]
        for table, sql in DUMPS.items()
    }
