"""Exported events and dpone's files go to a server by real clients, and come back as the same runs and registrations."""

import json
from pathlib import Path
from typing import Any

import attr
import httpx
import pytest
from openlineage.client.client import OpenLineageClient
from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState
from openlineage.client.facet_v2 import RunFacet
from openlineage.client.transport.http import HttpConfig, HttpTransport

from headwater.evidence.client import RunRegistry
from headwater.registry.checksums import sha256
from headwater.urn import named_dataset_urn

from server_process import LINEAGE, Server

RESULT = {"run_id": "run_01", "process": "daily_orders", "passed": True, "result": {"duration_seconds": 60.0}}
RUN = """query ($sha256: String!) { runRegistrations(sha256: $sha256) { nodes {
  runId passed blockers warnings contradictsRun
  run { urn nativeId warnings currentState { timeApproximate result { resultType } }
    inputs { urn } outputs { urn } registrations { revision } }
} } }"""


def ask(server: Server, query: str, **variables: Any) -> Any:
    answer = httpx.post(f"{server.url}/graphql", json={"query": query, "variables": variables}, timeout=60).json()
    assert "errors" not in answer, answer
    [value] = answer["data"].values()
    return value


def registered(server: Server, folder: Path, result: dict[str, Any] = RESULT) -> tuple[RunRegistry, str]:
    path = folder / "result.json"
    path.write_text(json.dumps(result))
    registry = RunRegistry(server.url)
    registry.register(path)
    return registry, sha256(path.read_bytes())


def facet_of(name: str, content: dict[str, Any]) -> RunFacet:
    """Return a facet as an object of the client."""
    members = {member: value for member, value in content.items() if not member.startswith("_")}
    made = attr.make_class(name, {member: attr.field(default=None) for member in members}, bases=(RunFacet,))
    found: RunFacet = made(**members)
    return found


def test_an_exported_event_by_openlineages_client(server: Server, tmp_path: Path) -> None:
    registry, checksum = registered(server, tmp_path)
    registry.export("run_01", tmp_path, [("postgres", "public.orders")], [("mssql", "landing.orders")])
    event = json.loads((tmp_path / "run_01__openlineage.json").read_text())
    facets = {name: facet_of(name, content) for name, content in event["run"]["facets"].items()}
    read = RunEvent(
        eventType=RunState(event["eventType"]),
        eventTime=event["eventTime"],
        run=Run(runId=event["run"]["runId"], facets=facets),
        job=Job(**event["job"]),
        inputs=[InputDataset(**one) for one in event["inputs"]],
        outputs=[OutputDataset(**one) for one in event["outputs"]],
        producer=event["producer"],
    )
    OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url))).emit(read)
    assert server.post(event, LINEAGE).status_code == 201
    [found] = ask(server, RUN, sha256=checksum)["nodes"]
    assert found["run"]["urn"] == f"urn:li:dataProcessInstance:{event['run']['runId']}"
    assert [one["urn"] for one in found["run"]["inputs"]] == [named_dataset_urn("postgres", "public.orders")]
    assert found["run"]["registrations"] == [{"revision": 1}]
    assert found["contradictsRun"] is False
    assert server.count("quarantine") == 0


def test_datasets_come_with_a_second_export(server: Server, tmp_path: Path) -> None:
    """The document's runbook: inputs and outputs are missing in the catalog."""
    registry, checksum = registered(server, tmp_path)
    assert registry.export("run_01", tmp_path, send=server.url).passed
    [found] = ask(server, RUN, sha256=checksum)["nodes"]
    assert (found["run"]["nativeId"], found["run"]["inputs"]) == ("run_01", [])
    registry.export("run_01", tmp_path, [("a", "x"), ("a", "y")], [("b", "z")], send=server.url)
    [found] = ask(server, RUN, sha256=checksum)["nodes"]
    assert len(found["run"]["inputs"]) == 2
    assert len(found["run"]["outputs"]) == 1
    assert found["run"]["currentState"] == {"timeApproximate": True, "result": {"resultType": "SUCCESS"}}


def case_files(corpus: Path, case: str, pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((corpus / "dpone" / "cases" / case).glob(pattern))]


def test_one_run_id_of_many_dbt_models(server: Server, corpus: Path) -> None:
    """dpone's case 19: each model's job has its own run."""
    for body in case_files(corpus, "19_dbt_lineage", "out*/dbt_openlineage.json"):
        assert server.post(body, LINEAGE).status_code == 200
    [events, _] = (
        json.loads(body)["events"] for body in case_files(corpus, "19_dbt_lineage", "out*/dbt_openlineage.json")
    )
    runs = server.rows("SELECT native_id, template_urn FROM run_view WHERE first_event_at IS NOT NULL")
    jobs = {row["template_urn"] for row in runs if row["native_id"] == events[0]["run"]["runId"]}
    assert len(jobs) == len({event["job"]["name"] for event in events}) > 1
    assert server.count("quarantine") == server.count("run_registration") == 0


def test_a_catalog_that_calls_a_red_run_complete_is_flagged(server: Server, corpus: Path) -> None:
    """dpone's case 20: the event has no facet that could contradict, but the registration does."""
    [entry] = case_files(corpus, "20_catalog_publish", ".dpone/run-registry/run_01__run_registry.json")
    [event] = case_files(corpus, "20_catalog_publish", "out/openlineage_catalog_event.json")
    for body in (entry, event):
        assert server.post(body, LINEAGE).status_code == 201
    [found] = ask(server, RUN, sha256=sha256(entry))["nodes"]
    assert (found["passed"], found["contradictsRun"]) == (False, True)
    assert found["run"]["currentState"]["result"] == {"resultType": "SUCCESS"}


@pytest.mark.parametrize("bundle", ["incomplete", "tampered", "missing"])
def test_a_bad_airflow_bundle_changes_no_registration(bundle: str, server: Server, corpus: Path) -> None:
    """dpone's case 18: its export is red, its event says COMPLETE, and the entry is the same."""
    [entry] = case_files(corpus, "18_airflow_correlation", ".dpone/run-registry/scheduled*.json")
    [event] = case_files(corpus, "18_airflow_correlation", f"out/{bundle}/*.json")
    for body in (event, entry):
        assert server.post(body, LINEAGE).status_code == 201
    [found] = ask(server, RUN, sha256=sha256(entry))["nodes"]
    assert found["run"]["nativeId"] == found["runId"] == "scheduled__2026-11-20T00:00:00+00:00"
    assert (found["passed"], found["contradictsRun"]) == (True, False)


def test_a_forced_complete_is_flagged(server: Server, corpus: Path) -> None:
    """dpone's case 15: COMPLETE for a red run."""
    [event] = case_files(corpus, "15_event_type_override", "out/complete_on_red/*.json")
    assert server.post(event, LINEAGE).status_code == 201
    checksum = json.loads(event)["run"]["facets"]["dpone_run"]["run_registry_entry_sha256"]
    [found] = ask(server, RUN, sha256=checksum)["nodes"]
    assert "event_type.contradicts_facet" in found["warnings"]
    assert found["run"]["warnings"] == ["event_type.contradicts_facet"]
    assert found["contradictsRun"] is True


ROWS = [
    ("postgres", "public.orders", "postgres://db:5432"),
    ("mssql", "landing.orders", "mssql://db:1433"),
    ("clickhouse", "analytics.orders", "clickhouse://db:9000"),
    ("bigquery", "demo_project.dwh.orders", "bigquery"),
    ("kafka", "orders_events", "kafka://broker:9092"),
    ("api", "example_provider.orders", "https://example.com"),
]


def test_the_naming_convention_joins_other_producers(server: Server, tmp_path: Path) -> None:
    """Each row: the namespace is the platform; an alias joins it with the names that have a host."""
    registry, _ = registered(server, tmp_path)
    registry.export("run_01", tmp_path, [row[:2] for row in ROWS], send=server.url)
    event = {"eventTime": "2026-01-01T00:00:00Z", "job": {"namespace": "n", "name": "j"}}
    server.post({**event, "inputs": [{"namespace": other, "name": name} for _, name, other in ROWS]}, LINEAGE)
    query = "query ($namespace: String!, $name: String!) { openlineageDataset(namespace: $namespace, name: $name) { urn runs(direction: INCOMING) { total } } }"
    for namespace, name, other in ROWS:
        found = ask(server, query, namespace=namespace, name=name)
        assert found["urn"] == f"urn:li:dataset:(urn:li:dataPlatform:{namespace},{name},PROD)"
        if other == namespace:
            continue  # OpenLineage's own name of it
        add_alias(server, namespace, other)
        assert ask(server, query, namespace=other, name=name)["runs"]["total"] == 1


def add_alias(server: Server, namespace: str, other: str) -> None:
    import asyncio

    from headwater.store.aliases import add_namespace_alias, namespace_alias
    from headwater.store.connections import connect_to_merge
    from headwater.trace import new_trace

    async def run() -> None:
        connection = await connect_to_merge(server.database_url)
        await add_namespace_alias(connection, namespace_alias(namespace, other), new_trace().trace_id)
        await connection.close()

    asyncio.run(run())
