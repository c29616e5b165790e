"""DataHub's clean-up source, `datahub-gc`, and its searches, against a server."""

import re
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import httpx
import pytest
from datahub.api.entities.dataprocess.dataprocess_instance import DataProcessInstance
from datahub.configuration.yaml import YamlConfigurationMechanism
from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.ingestion.graph.filters import RemovedStatusFilter
from datahub.ingestion.run.pipeline import Pipeline
from datahub.metadata.schema_classes import (
    AuditStampClass,
    ContainerClass,
    ContainerPropertiesClass,
    DataFlowInfoClass,
    DataJobInfoClass,
    DataProcessInstancePropertiesClass,
    DataProcessInstanceRelationshipsClass,
    DataProcessInstanceRunEventClass,
    DatasetPropertiesClass,
    StatusClass,
    SubTypesClass,
    _Aspect,
)
from datahub.sdk.main_client import DataHubClient
from datahub.sdk.search_filters import FilterDsl

from conftest import ROOT
from server_process import Server

FLOW = "urn:li:dataFlow:(airflow,sales,prod)"
JOB = f"urn:li:dataJob:({FLOW},load)"
EMPTY = f"urn:li:dataJob:({FLOW},never_run)"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:snowflake,sales.orders,PROD)"
SHELF = "urn:li:container:shelf"
AGES_DAYS = (0, 1, 2, 20, 30)
DAY_MILLIS = 86_400_000


def run_of_age(days: int) -> str:
    return f"urn:li:dataProcessInstance:age-{days}"


@pytest.fixture
def graph(server: Server) -> Iterator[DataHubGraph]:
    """The SDK, a job with runs of these ages, one without any, and a table in a container."""
    now = int(time.time() * 1000)
    aspects: list[tuple[str, _Aspect]] = [
        (FLOW, DataFlowInfoClass(name="sales")),
        (JOB, DataJobInfoClass(name="load", type="COMMAND")),
        (EMPTY, DataJobInfoClass(name="never", type="COMMAND")),
        (TABLE, DatasetPropertiesClass(name="orders")),
        (TABLE, SubTypesClass(typeNames=["Table"])),
        (TABLE, ContainerClass(container=SHELF)),
        (SHELF, ContainerPropertiesClass(name="Shelf")),
    ]
    for age in AGES_DAYS:
        began, run = now - age * DAY_MILLIS, run_of_age(age)
        stamp = AuditStampClass(time=began, actor="urn:li:corpuser:me")
        aspects += [
            (run, DataProcessInstancePropertiesClass(name=f"age {age}", created=stamp)),
            (run, DataProcessInstanceRelationshipsClass(parentTemplate=JOB, upstreamInstances=[])),
            (run, DataProcessInstanceRunEventClass(timestampMillis=began, status="STARTED")),
        ]
    with DataHubGraph(DatahubClientConfig(server=server.url, client_mode=ClientMode.SDK)) as graph:
        graph.emit_mcps([MetadataChangeProposalWrapper(entityUrn=urn, aspect=aspect) for urn, aspect in aspects])
        yield graph


def clean_up(server: Server, **changed: dict[str, Any]) -> dict[str, Any]:
    """Run the recipe of the documentation with some parts changed, and return its report."""
    [recipe_text] = re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "docs" / "searching.md").read_text(), re.M | re.S)
    text = recipe_text.replace("http://localhost:8080", server.url)
    recipe = YamlConfigurationMechanism().load_config(StringIO(text))
    for part, config in changed.items():
        recipe["source"]["config"][part] |= config
    pipeline = Pipeline.create(recipe, report_to=None)
    pipeline.run()
    pipeline.raise_from_status()
    report: dict[str, Any] = pipeline.source.get_report().as_obj()
    assert report["failures"] == []
    return report


def runs_of_job(server: Server) -> list[str]:
    query = '{ dataJob(urn: "%s") { runs { total runs { urn } } } }' % JOB
    answer = httpx.post(f"{server.url}/graphql", json={"query": query}, timeout=60).json()
    runs = answer["data"]["dataJob"]["runs"]
    assert runs["total"] == len(runs["runs"])
    return [run["urn"] for run in runs["runs"]]


@pytest.mark.parametrize("is_hard", [False, True], ids=["soft", "hard"])
def test_old_runs_are_removed_and_newer_ones_stay(graph: DataHubGraph, server: Server, is_hard: bool) -> None:
    """The recipe keeps the newest 4 runs, one of which is too old."""
    assert runs_of_job(server) == [run_of_age(age) for age in AGES_DAYS]
    report = clean_up(
        server, dataprocess_cleanup={"keep_last_n": 4, "retention_days": 10, "hard_delete_entities": is_hard}
    )
    assert report["num_aspects_removed"] == 2
    assert report["num_data_jobs_found"] == 2
    assert runs_of_job(server) == [run_of_age(age) for age in (0, 1, 2)]
    found = graph.get_urns_by_filter(entity_types=["dataProcessInstance"], status=RemovedStatusFilter.ONLY_SOFT_DELETED)
    assert list(found) == ([] if is_hard else [run_of_age(20), run_of_age(30)])
    assert graph.exists(run_of_age(30)) is not is_hard
    assert graph.exists(run_of_age(2))


def test_soft_deleted_entities_are_deleted_later(graph: DataHubGraph, server: Server) -> None:
    """The clean-up deletes only runs that are old themselves, and only entities soft-deleted long ago."""
    for urn in (TABLE, *map(run_of_age, AGES_DAYS)):
        graph.soft_delete_entity(urn)
    server.rows(
        "UPDATE versioned_aspect a SET arrived_at = a.arrived_at - interval '11 days' FROM entity e"
        f" WHERE e.id = a.entity_id AND a.name = 'status' AND e.urn <> '{run_of_age(30)}' RETURNING 1"
    )
    report = clean_up(server)
    assert report["num_soft_deleted_entity_found"] == 3
    assert report["num_soft_deleted_retained_due_to_age"] == 1
    assert report["num_hard_deleted"] == 2
    assert not graph.exists(TABLE)
    assert [age for age in AGES_DAYS if graph.exists(run_of_age(age))] == [0, 1, 2, 30]


def test_jobs_without_runs_can_go_too(graph: DataHubGraph, server: Server) -> None:
    clean_up(server, dataprocess_cleanup={"delete_empty_data_jobs": True, "delete_empty_data_flows": True})
    aspect = graph.get_aspect(EMPTY, StatusClass)
    assert aspect is not None
    assert aspect.removed
    assert graph.get_aspect(JOB, StatusClass) is None
    assert graph.get_aspect(FLOW, StatusClass) is None


def test_it_scrolls_through_what_its_filters_find(graph: DataHubGraph) -> None:
    def found(**asked: Any) -> list[str]:
        urns = list(graph.get_urns_by_filter(**asked))
        assert list(graph.get_urns_by_filter(batch_size=1, **asked)) == urns
        return urns

    runs = [run_of_age(age) for age in AGES_DAYS]
    assert found() == [SHELF, FLOW, JOB, EMPTY, TABLE]
    assert found(entity_types=["dataProcessInstance"]) == runs
    assert found(platform="snowflake") == [TABLE]
    assert found(env="PROD") == [TABLE]
    assert found(container=SHELF) == [TABLE]
    assert found(query="ord") == [TABLE]
    assert found(status=RemovedStatusFilter.ALL) == found()
    assert found(entity_types=["dataProcessInstance"], sort_by="created") == runs[::-1]
    assert found(extraFilters=[{"field": "typeNames", "condition": "EQUAL", "values": ["Table"]}]) == [TABLE]
    graph.soft_delete_entity(TABLE)
    assert found(entity_types=["dataset"]) == []
    assert found(entity_types=["dataset"], status=RemovedStatusFilter.ONLY_SOFT_DELETED) == [TABLE]


def test_its_results_have_the_fields_that_it_asks_for(graph: DataHubGraph) -> None:
    [table] = graph.get_results_by_filter(
        entity_types=["dataset"], extra_source_fields=["platform", "typeNames", "created"]
    )
    assert table["entity"] == {"urn": TABLE}
    assert table["extraProperties"] == [
        {"name": "platform", "value": "urn:li:dataPlatform:snowflake"},
        {"name": "typeNames", "value": "Table"},
    ]
    [plain] = graph.get_results_by_filter(entity_types=["dataset"])
    assert plain["extraProperties"] is None


def test_its_search_client(graph: DataHubGraph) -> None:
    client = DataHubClient(graph=graph)

    def found(query: str | None = None, filter: Any = None) -> list[str]:
        return [str(urn) for urn in client.search.get_urns(query=query, filter=filter)]

    assert found(filter=FilterDsl.entity_type("dataJob")) == [JOB, EMPTY]
    assert found(filter=FilterDsl.and_(FilterDsl.env("PROD"), FilterDsl.platform("snowflake"))) == [TABLE]
    assert found(filter=FilterDsl.container(SHELF)) == [TABLE]
    assert found(filter=FilterDsl.container(SHELF, direct_descendants_only=True)) == [TABLE]
    assert found(filter=FilterDsl.not_(FilterDsl.entity_type(["dataset", "container"]))) == [FLOW, JOB, EMPTY]
    assert found(query="she") == [SHELF]


def test_runs_of_the_sdk_are_found_by_name(graph: DataHubGraph, server: Server) -> None:
    """The id in its URN is a hash."""
    run = DataProcessInstance(id="my-run-1", orchestrator="airflow", cluster="prod")
    run.emit_process_start(graph, start_timestamp_millis=int(time.time() * 1000), emit_template=False)
    answers = httpx.post(
        f"{server.url}/graphql",
        json={
            "query": """{ search(text: "my-run-1") { totalCount edges { name node { urn } } }
              searchAcrossEntities(input: {query: "MY-run", types: [DATA_PROCESS_INSTANCE]}) {
                searchResults { entity { urn } matchedFields { name value } } }
              runsConnection(filter: {text: "my-run"}) { nodes { urn name } } }"""
        },
        timeout=60,
    ).json()
    urn = str(run.urn)
    assert "my-run-1" not in urn
    assert answers["data"] == {
        "search": {"totalCount": 1, "edges": [{"name": "my-run-1", "node": {"urn": urn}}]},
        "searchAcrossEntities": {
            "searchResults": [{"entity": {"urn": urn}, "matchedFields": [{"name": "name", "value": "my-run-1"}]}]
        },
        "runsConnection": {"nodes": [{"urn": urn, "name": "my-run-1"}]},
    }


def test_references_to_what_is_deleted_go_too(graph: DataHubGraph) -> None:
    """Other runs name a container and an upstream run; the remaining edge keeps its aspect."""
    old, new = run_of_age(30), run_of_age(0)
    other = run_of_age(1)
    named = DataProcessInstanceRelationshipsClass(
        parentTemplate=JOB, parentInstance=old, upstreamInstances=[old, other]
    )
    graph.emit(MetadataChangeProposalWrapper(entityUrn=new, aspect=named))
    count, related = graph.delete_references_to_urn(old, dry_run=True)
    assert count == len(related) == 2
    assert {(one["entity"], one["relationship"], one["aspect"]) for one in related} == {
        (new, "ChildOf", "dataProcessInstanceRelationships"),
        (new, "UpstreamOf", "dataProcessInstanceRelationships"),
    }
    assert graph.get_aspect(new, DataProcessInstanceRelationshipsClass) == named, "it was a rehearsal"
    assert graph.delete_references_to_urn(old)[0] == 2
    assert graph.get_aspect(new, DataProcessInstanceRelationshipsClass) == DataProcessInstanceRelationshipsClass(
        parentTemplate=JOB, upstreamInstances=[other]
    )
    assert graph.delete_references_to_urn(old)[0] == 0
    assert graph.delete_references_to_urn(SHELF)[0] == 1
    assert graph.get_aspect(TABLE, ContainerClass) is None
    assert graph.delete_references_to_urn(FLOW) == (0, []), "a job names its flow in its own URN"
