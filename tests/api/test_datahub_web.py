"""The documents of DataHub's web client about runs, unchanged: valid, affordable and answered."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema, parse, validate

from headwater.dialects.datahub.registry import is_entity_type
from headwater.graphql.entities.catalog import CATALOG_KINDS, CATALOG_TYPES
from headwater.graphql.schema import schema_sdl
from headwater.model.query_limits import DEFAULT_LIMITS

from conftest import CORPUS
from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn
from proposals import accept_items, item

DOCUMENTS = sorted(path.name for path in (CORPUS / "datahub" / "web").glob("*.graphql"))
SCHEMA = build_schema(schema_sdl())
RUNS = 20
NEIGHBOURS = 20
FLOW = "urn:li:dataFlow:(airflow,flow,PROD)"
JOB = f"urn:li:dataJob:({FLOW},load)"
OWNERS = {
    "owners": [{"owner": f"urn:li:corpuser:{name}", "type": "TECHNICAL_OWNER"} for name in "ab"],
    "lastModified": {"time": 0, "actor": "urn:li:corpuser:a"},
}
SHARED = "urn:li:dataset:(urn:li:dataPlatform:test,shared,PROD)"
VARIABLES: dict[str, dict[str, Any]] = {
    "getDataFlowDag": {"urn": FLOW, "start": 0, "count": RUNS},
    "getDataProcessInstance": {"urn": urn(1)},
    "getDatasetRuns": {"urn": SHARED, "start": 0, "count": RUNS, "direction": "INCOMING"},
    "getExecutionRuns": {"urn": JOB, "start": 0, "count": RUNS},
    "getLineageCounts": {"urn": JOB},
    "getSearchAcrossLineageCounts": {"urn": SHARED},
    "searchAcrossLineageStructure": {"input": {"urn": SHARED, "query": "*", "direction": "DOWNSTREAM", "count": RUNS}},
}
"""The client's variables, for a page of 20."""


@pytest.fixture
async def busy(api: Api, database_url: str) -> Api:
    """A page of runs with as many neighbours as the client shows; the runs' job has a flow with owners."""
    numbers = range(1, RUNS + 1)
    events = [
        run_event(
            "COMPLETE", f"00:{number:02}:00", uuid(number), "load",
            inputs=["shared", *(f"in{number}_{one}" for one in range(NEIGHBOURS - 1))],
            outputs=[f"out{number}_{one}" for one in range(NEIGHBOURS)],
        )
        for number in numbers
    ]  # fmt: skip
    await stored(database_url, parsed(*events))
    relationships = [
        item(urn(number), "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []})
        for number in numbers
    ]
    owned = item(FLOW, "ownership", OWNERS)
    named = [
        item(f"urn:li:dataJob:({FLOW},job{number})", "dataJobInfo", {"name": str(number), "type": {"string": "x"}})
        for number in numbers
    ]
    await asyncio.to_thread(accept_items, database_url, *relationships, owned, *named)
    return api


@pytest.mark.parametrize("name", DOCUMENTS)
async def test_a_document_of_the_web_client_is_answered(name: str, busy: Api) -> None:
    document = (CORPUS / "datahub" / "web" / name).read_text()
    assert validate(SCHEMA, parse(document)) == []
    answer = await busy.answer(document, **VARIABLES[name.removesuffix(".graphql")])
    assert answer.errors is None
    assert answer.extensions["cost"]["limit"] == DEFAULT_LIMITS.cost == 500_000
    assert all(value is not None for value in answer.data.values())


def test_every_recorded_document_is_asked(corpus: Path) -> None:
    assert {name.removesuffix(".graphql") for name in DOCUMENTS} == VARIABLES.keys()


async def test_the_runs_of_a_dataset_are_on_the_page_with_their_neighbours(busy: Api, corpus: Path) -> None:
    document = (corpus / "datahub" / "web" / "getDatasetRuns.graphql").read_text()
    page = (await busy(document, **VARIABLES["getDatasetRuns"]))["dataset"]["runs"]
    assert (page["total"], len(page["runs"])) == (RUNS, RUNS)
    assert {run["inputs"]["total"] for run in page["runs"]} == {NEIGHBOURS}
    assert {run["outputs"]["total"] for run in page["runs"]} == {NEIGHBOURS}


ENTITY = """query ($urn: String!) { entity(urn: $urn) { __typename urn type
    ... on Domain { properties { name } entities(input: {start: 0, count: 0}) { total } parentDomains { count } }
    ... on GlossaryTerm { name hierarchicalName properties { name } parentNodes { count } }
    ... on SchemaFieldEntity { fieldPath } ... on Chart { chartId } ... on MLFeature { name } } }"""


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("urn:li:domain:sales", {"type": "DOMAIN", "properties": None, "entities": None, "parentDomains": None}),
        (
            "urn:li:glossaryTerm:a.b",
            {
                "type": "GLOSSARY_TERM",
                "name": "a.b",
                "hierarchicalName": "a.b",
                "properties": None,
                "parentNodes": None,
            },
        ),
        (f"urn:li:schemaField:({SHARED},a.b)", {"type": "SCHEMA_FIELD", "fieldPath": "a.b"}),
        ("urn:li:chart:(looker,7)", {"type": "CHART", "chartId": "7"}),
        ("urn:li:mlFeature:(space,age)", {"type": "MLFEATURE", "name": "age"}),
        ("urn:li:dataProduct:x", {"type": "DATA_PRODUCT"}),
    ],
)
async def test_an_entity_of_the_catalog_has_its_name_and_else_null(
    named: str, expected: dict[str, Any], api: Api
) -> None:
    found = (await api(ENTITY, urn=named))["entity"]
    assert found.pop("__typename") in {kind.__name__ for kind in CATALOG_TYPES}
    assert found == {"urn": named, **expected}


def test_the_kinds_of_the_catalog_are_datahubs() -> None:
    assert all(is_entity_type(kind) for kind in CATALOG_KINDS)


async def test_neighbours_are_bounded_by_the_request_where_the_cost_is_not(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.graphql.entities.lineage.MOST_IN_REQUEST", 5)
    events = [run_event("COMPLETE", "00:01:00", uuid(n), "load", inputs=[f"{n}a", f"{n}b"]) for n in (1, 2, 3)]
    await stored(database_url, parsed(*events))
    query = """query ($urns: [String!]!) { entities(urns: $urns) { ... on EntityWithRelationships {
        lineage(input: {direction: UPSTREAM}) { count } } } }"""
    assert [one["lineage"]["count"] for one in (await api(query, urns=[urn(1), urn(2)]))["entities"]] == [2, 2]
    answer = await api.answer(query, urns=[urn(1), urn(2), urn(3)])
    [error] = answer.errors
    assert error.extensions["code"] == 400
    assert "at most 5 neighbours in a request" in error.message
    assert sorted(one["lineage"] is None for one in answer.data["entities"]) == [False, False, True]


async def test_the_neighbours_of_what_many_runs_share_count_for_each_run(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.graphql.entities.lineage.MOST_IN_REQUEST", 5)
    events = [run_event("COMPLETE", "00:01:00", uuid(n), "load", inputs=["a"], outputs=["b", "c"]) for n in (1, 2, 3)]
    await stored(database_url, parsed(*events))
    query = """query ($job: String!, $count: Int!) { dataJob(urn: $job) { runs(count: $count) { runs { inputs {
        ... on Dataset { lineage(input: {direction: DOWNSTREAM}) { total } } } } } } }"""
    run = await api("query ($urn: String!) { dataProcessInstance(urn: $urn) { parentTemplate { urn } } }", urn=urn(1))
    job = run["dataProcessInstance"]["parentTemplate"]["urn"]
    [one] = (await api(query, job=job, count=1))["dataJob"]["runs"]["runs"]
    most = 5 // one["inputs"][0]["lineage"]["total"]
    assert len((await api(query, job=job, count=most))["dataJob"]["runs"]["runs"]) == most < 3
    answer = await api.answer(query, job=job, count=3)
    assert len(answer.errors) == 3
    assert {"at most 5 neighbours in a request" in error.message for error in answer.errors} == {True}
