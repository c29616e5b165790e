"""Scrolls of entities and edges by OpenAPI v3 (by DataHub's SDK if it has them); and entities of several types."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from datahub.ingestion.graph.client import DataHubGraph
from datahub.ingestion.graph.config import ClientMode, DatahubClientConfig
from datahub.ingestion.graph.openapi import RelationshipDirection
from datahub.metadata.schema_classes import DatasetPropertiesClass

from headwater.urn import named_dataset_urn, named_job_urn

from conftest import cloned_database
from events import run_event, uuid
from proposals import event, item
from server_process import BATCH, Server

FLOW = "urn:li:dataFlow:(airflow,sales,prod)"
JOB = f"urn:li:dataJob:({FLOW},load)"
TABLES = [f"urn:li:dataset:(urn:li:dataPlatform:hive,t{number},PROD)" for number in range(5)]
GONE = "urn:li:dataset:(urn:li:dataPlatform:hive,gone,PROD)"
ONLY_NAMED = "urn:li:dataset:(urn:li:dataPlatform:hive,only_named,PROD)"
TAG = "urn:li:tag:pii"
RUN = "urn:li:dataProcessInstance:one"
OL_RUN = f"urn:li:dataProcessInstance:{uuid(1)}"
OL_DATA = named_dataset_urn("test", "out")
OL_JOB = named_job_urn("test", "flow.job")

ITEMS = [
    item(JOB, "dataJobInfo", {"name": "load", "type": {"string": "COMMAND"}, "customProperties": {}}),
    item(JOB, "dataJobInputOutput", {"inputDatasets": [TABLES[0], ONLY_NAMED], "outputDatasets": [TABLES[1]]}),
    *(
        item(urn, "datasetProperties", {"name": f"table {urn[-7]}", "customProperties": {}, "tags": []})
        for urn in TABLES
    ),
    item(TABLES[0], "globalTags", {"tags": [{"tag": TAG}]}),
    item(GONE, "globalTags", {"tags": [{"tag": TAG}]}),
    item(GONE, "status", {"removed": True}),
    item(TAG, "tagProperties", {"name": "pii"}),
    item(RUN, "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []}),
    item(RUN, "dataProcessInstanceRunEvent", event(5, "STARTED")),
]


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with a job, its tables and a run by proposals, and a run of OpenLineage; no test changes them."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        answer = httpx.post(f"{server.url}/aspects?action=ingestProposalBatch", json={"proposals": ITEMS}, timeout=60)
        assert answer.status_code == 200, answer.text
        server.post([run_event("COMPLETE", "00:01:00", uuid(1), "flow.job", outputs=["out"])], BATCH)
        yield server


@pytest.fixture
def graph(server: Server) -> Iterator[DataHubGraph]:
    with DataHubGraph(DatahubClientConfig(server=server.url, client_mode=ClientMode.SDK)) as graph:
        yield graph


def all_urns(graph: DataHubGraph, **asked: Any) -> list[str]:
    """Return the URNs of all pages; every page has the same total, and none is empty."""
    found: list[str] = []
    scroll_id = None
    while True:
        page = graph.scroll_entities(scroll_id=scroll_id, **asked)
        found += page.entities
        scroll_id = page.scroll_id
        if scroll_id is None:
            assert page.total_count == len(found)
            return found
        assert page.entities


@pytest.mark.parametrize("count", [1, 2, 100])
def test_a_scroll_goes_through_everything_once(graph: DataHubGraph, count: int) -> None:
    found = all_urns(graph, count=count)
    assert len(found) == len(set(found))
    assert {JOB, *TABLES, TAG, RUN, OL_RUN, OL_DATA, OL_JOB} <= set(found)
    assert not {GONE, ONLY_NAMED} & set(found)
    assert GONE in all_urns(graph, count=count, include_soft_delete=True)


def test_entities_of_some_types_with_some_aspects(graph: DataHubGraph) -> None:
    page = graph.scroll_entities(entity_names=["Dataset"], aspects=["datasetproperties"], count=3, sort_field="urn")
    assert list(page.entities) == TABLES[:3]
    assert page.total_count == len([*TABLES, OL_DATA])
    for aspects in page.entities.values():
        [(name, (value, _))] = aspects.items()
        assert name == "datasetProperties"
        assert isinstance(value, DatasetPropertiesClass)
    everything = graph.scroll_entities(entity_names=["dataset"], aspects=[], count=1, with_system_metadata=True)
    [(urn, aspects)] = everything.entities.items()
    assert urn == TABLES[0]
    assert aspects.keys() == {"datasetKey", "datasetProperties", "globalTags"}
    stamp = aspects["globalTags"][1]
    assert stamp is not None
    assert len((stamp.properties or {})["telemetryTraceId"]) == 32
    named = graph.scroll_entities(entity_names=["dataset", "tag"], aspects=["tagProperties"], query="pii")
    assert {urn: list(one) for urn, one in named.entities.items()} == {TAG: ["tagProperties"]}


def test_runs_are_gone_through_with_their_newest_event(graph: DataHubGraph) -> None:
    aspects = ["dataProcessInstanceRunEvent"]
    page = graph.scroll_entities(entity_names=["dataProcessInstance"], aspects=aspects)
    assert {urn: one[aspects[0]][0].status for urn, one in page.entities.items()} == {  # type: ignore[attr-defined]
        RUN: "STARTED",
        OL_RUN: "COMPLETE",
    }


def test_entities_that_meet_a_filter(graph: DataHubGraph) -> None:
    def found(*groups: list[dict[str, Any]], **asked: Any) -> list[str]:
        return all_urns(graph, filter=[{"and": group} for group in groups], **asked)

    one = {"field": "urn", "condition": "EQUAL", "values": [TABLES[3]]}
    other = {"field": "name", "condition": "EQUAL", "values": ["table 4"]}
    assert found([one]) == [TABLES[3]]
    assert found([one], [other]) == [TABLES[3], TABLES[4]], "any group"
    assert found([one, other]) == [], "all of a group"
    assert found([one | {"negated": True}], entity_names=["dataset"], query="table") != []
    assert found([{"field": "removed", "condition": "EQUAL", "values": ["true"]}]) == [GONE]
    ordered = all_urns(
        graph, entity_names=["dataset"], query="table", sort_criteria=[{"field": "urn", "order": "DESCENDING"}]
    )
    assert ordered == TABLES[::-1]


@pytest.mark.parametrize("count", [1, 100])
def test_the_entities_of_a_type(server: Server, count: int) -> None:
    found: dict[str, Any] = {}
    asked: dict[str, Any] = {"count": count, "aspects": "datasetProperties,globalTags"}
    while True:
        page = httpx.get(f"{server.url}/openapi/v3/entity/dataset", params=asked, timeout=60).json()
        found |= {entity.pop("urn"): entity for entity in page["entities"]}
        if "scrollId" not in page:
            break
        asked["scrollId"] = page["scrollId"]
    assert found.keys() == {*TABLES, OL_DATA}
    assert found[TABLES[0]]["globalTags"]["value"] == {"tags": [{"tag": TAG}]}
    assert found[TABLES[1]].keys() == {"datasetProperties"}
    assert found[OL_DATA] == {}
    whole = httpx.get(f"{server.url}/openapi/v3/entity/tag", timeout=60).json()["entities"]
    assert whole == [{"urn": TAG, "tagKey": {"value": {"name": "pii"}}, "tagProperties": {"value": {"name": "pii"}}}]


def all_edges(graph: DataHubGraph, **asked: Any) -> set[tuple[str, str, str]]:
    """Return the edges of all pages, each once."""
    found: list[tuple[str, str, str]] = []
    scroll_id = None
    while True:
        page = graph.scroll_relationships(scroll_id=scroll_id, **asked)
        found += [(one.source_urn, one.relationship_type, one.destination_urn) for one in page.relationships]
        scroll_id = page.scroll_id
        if scroll_id is None:
            assert len(found) == len(set(found))
            return set(found)


@pytest.mark.parametrize("count", [1, 3, 100])
def test_a_scroll_goes_through_all_edges_once(graph: DataHubGraph, count: int) -> None:
    found = all_edges(graph, count=count)
    assert {
        (JOB, "Consumes", TABLES[0]),
        (JOB, "Consumes", ONLY_NAMED),
        (JOB, "Produces", TABLES[1]),
        (TABLES[0], "TaggedWith", TAG),
        (RUN, "InstanceOf", JOB),
        (OL_RUN, "InstanceOf", OL_JOB),
        (OL_RUN, "Produces", OL_DATA),
        (OL_RUN, "DataProcessInstanceProduces", OL_DATA),
    } <= found
    assert all_edges(graph, count=count, include_soft_delete=True) - found == {(GONE, "TaggedWith", TAG)}


def test_edges_of_some_types_and_ends(graph: DataHubGraph) -> None:
    assert all_edges(graph, relationship_types=["Consumes"]) == {
        (JOB, "Consumes", TABLES[0]),
        (JOB, "Consumes", ONLY_NAMED),
    }
    assert all_edges(graph, source_urns=[RUN]) == {(RUN, "InstanceOf", JOB)}
    assert all_edges(graph, destination_urns=[TAG]) == {(TABLES[0], "TaggedWith", TAG)}
    assert all_edges(graph, destination_urns=[TAG], source_urns=[RUN]) == set()
    assert all_edges(graph, destination_urns=[TAG], include_soft_delete=True, count=1) == {
        (TABLES[0], "TaggedWith", TAG),
        (GONE, "TaggedWith", TAG),
    }
    runs = all_edges(graph, source_types=["dataprocessinstance"], destination_types=["dataset"])
    assert runs == {(OL_RUN, "Produces", OL_DATA), (OL_RUN, "DataProcessInstanceProduces", OL_DATA)}
    incoming = all_edges(graph, source_urns=[TAG], direction=RelationshipDirection.INCOMING)
    assert incoming == {(TABLES[0], "TaggedWith", TAG)}


def test_edges_by_their_addresses(server: Server) -> None:
    def edges(path: str, **asked: Any) -> list[dict[str, Any]]:
        answer = httpx.get(f"{server.url}/openapi/v3/relationship/{path}", params=asked or None, timeout=60)
        assert answer.status_code == 200, answer.text
        results: list[dict[str, Any]] = answer.json()["results"]
        return results

    tagged = {
        "relationshipType": "TaggedWith",
        "source": {"entityType": "dataset", "urn": TABLES[0]},
        "destination": {"entityType": "tag", "urn": TAG},
    }
    assert edges("TaggedWith") == [tagged]
    assert tagged in edges(f"dataset/{quote(TABLES[0], safe='')}")
    assert edges(f"tag/{quote(TAG, safe='')}", direction="INCOMING") == [tagged]
    assert edges(f"tag/{quote(TAG, safe='')}") == []
    job = f"dataJob/{quote(JOB, safe='')}"
    assert {one["relationshipType"] for one in edges(job)} == {"Consumes", "Produces", "IsPartOf"}
    assert {one["relationshipType"] for one in edges(job, **{"relationshipType[]": "Produces"})} == {"Produces"}


def test_entities_of_several_types_in_one_request(shared_server: Server) -> None:
    address = f"{shared_server.url}/openapi/v3/entity/generic"
    tag, table = "urn:li:tag:new", "urn:li:dataset:(urn:li:dataPlatform:hive,new,PROD)"
    body = {
        "dataset": [{"urn": table, "datasetProperties": {"value": {"name": "new"}}}],
        "Tag": [{"urn": tag, "tagProperties": {"value": {"name": "new"}}}],
    }
    written = httpx.post(address, params={"async": "false"}, json=body, timeout=60)
    assert (written.status_code, written.json()) == (200, body)
    assert httpx.post(address, json=body, timeout=60).status_code == 202
    patch = {"value": {"patch": [{"op": "add", "path": "/name", "value": "newer"}]}}
    patched = httpx.patch(address, json={"dataset": [{"urn": table, "datasetProperties": patch}]}, timeout=60)
    assert patched.json()["dataset"][0]["datasetProperties"]["value"]["name"] == "newer"
    asked = {"tag": [{"urn": tag, "tagProperties": {}}, {"urn": "urn:li:tag:none"}], "dataset": [{"urn": table}]}
    read = httpx.post(f"{address}/batchGet", json=asked, timeout=60).json()
    assert read["tag"] == [{"urn": tag, "tagProperties": {"value": {"name": "new"}}}]
    assert read["dataset"][0]["datasetProperties"]["value"]["name"] == "newer"
    bad = body | {"Tag": [{"urn": table, "tagProperties": {"value": {"name": "x"}}}]}
    assert httpx.post(address, json=bad, timeout=60).status_code == 422
    assert httpx.post(address, json=[], timeout=60).status_code == 422


SCROLL, EDGES = "/openapi/v3/entity/scroll", "/openapi/v3/relationship/scroll"


@pytest.mark.parametrize(
    ("path", "query", "body", "said"),
    [
        (SCROLL, {"scrollId": "x"}, {}, "scrollId: expected what a page of the same search gave"),
        (SCROLL, {"sliceMax": 2, "sliceId": 0}, {}, "sliceMax"),
        (SCROLL, {"sort": "lastOperationTime"}, {}, "sort: expected one of created, name, urn"),
        (SCROLL, {"sortOrder": "UP"}, {}, "sortOrder"),
        (SCROLL, {"count": "x"}, {}, "count"),
        (SCROLL, {}, [], "the body: expected an object"),
        (SCROLL, {}, {"entities": ["nothing"]}, "entities: expected types that DataHub has"),
        (SCROLL, {}, {"entities": "dataset"}, "entities: expected a list of texts"),
        (SCROLL, {}, {"entities": ["dataset"], "aspects": ["tagProperties"]}, "aspects: expected aspects that"),
        (SCROLL, {}, {"filter": {"or": []}}, "filter: expected a filter"),
        (
            SCROLL,
            {},
            {"filter": {"and": [{"criteria": [{"field": "nothing", "values": ["a"]}]}]}},
            "filter: expected a field among",
        ),
        (SCROLL, {}, {"filter": {"and": [{"criteria": [{"field": "urn", "values": [5]}]}]}}, "urn: expected a list"),
        (EDGES, {"scrollId": "x"}, {}, "scrollId: expected what a page of edges gave"),
        (EDGES, {"sliceMax": 2}, {}, "sliceMax"),
        (EDGES, {"direction": "UP"}, {}, "direction"),
        (EDGES, {"sourceTypes": "nothing"}, {}, "sourceTypes"),
        (EDGES, {}, {"sourceFilter": {"and": [{"criteria": [{"field": "name", "values": ["a"]}]}]}}, "only URNs"),
        (EDGES, {}, {"edgeFilter": {"and": [{"criteria": []}]}}, "edgeFilter"),
    ],
)
def test_impossible_scrolls_are_refused(server: Server, path: str, query: dict[str, Any], body: Any, said: str) -> None:
    answer = httpx.post(server.url + path, params=query or None, json=body, timeout=60)
    assert answer.status_code == 400
    assert said in answer.json()["message"]
    assert "orFilters" not in answer.json()["message"]
