"""GraphQL queries of DataHub's own clients and documents, and files of real sources, answered by the API."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from datahub.ingestion.source.gc.dataprocess_cleanup import DATA_PROCESS_INSTANCES_QUERY
from graphql import build_schema, parse, validate

from headwater.dialects.datahub.proposal import items_of_record
from headwater.graphql.schema import schema_sdl

from conftest import CORPUS
from graphql_api import Api
from proposals import accept_items, event, item
from seed_examples import JOB, documented_query

GOLDEN = sorted(path.name for path in (CORPUS / "datahub" / "golden").glob("*.json"))

SERVED = ("dataProcessInstance", "dataJob", "dataFlow", "dataset", "mlModel", "mlModelGroup", "container")

ENTITIES = """query ($urns: [String!]!) { entities(urns: $urns, checkForExistence: true) { urn type
    ... on StoredEntity { exists }
    ... on DataProcessInstance { exists status { removed } subTypes { typeNames } container { urn }
      dataPlatformInstance { urn } optionalPlatform: platform { urn }
      properties { name externalUrl customProperties { key value } created { time actor } }
      edges: relationships(input: {direction: OUTGOING, count: 1000,
          types: ["Consumes", "Produces", "InstanceOf", "ChildOf", "UpstreamOf", "IsPartOf"]}) {
        total relationships { type entity { urn } } } }
    ... on DataJob { status { removed } subTypes { typeNames } container { urn } dataPlatformInstance { urn }
      tags { tags { tag { urn } } } ownership { owners { owner { ... on Entity { urn } } type } }
      properties { name description externalUrl customProperties { key value } }
      inputOutput { inputDatasets { urn } outputDatasets { urn } inputDatajobs { urn } } }
    ... on DataFlow { status { removed } subTypes { typeNames } container { urn } dataPlatformInstance { urn }
      tags { tags { tag { urn } } } ownership { owners { owner { ... on Entity { urn } } type } }
      flow: properties { name description project externalUrl customProperties { key value } } }
    ... on Dataset { subTypes { typeNames } dataPlatformInstance { urn } }
    ... on MLModel { tags { tags { tag { urn } } } status { removed }
      model: properties { name trainingMetrics { name value } hyperParams { name value } groups { urn }
        mlModelLineageInfo { trainingJobs } customProperties { key value } } }
    ... on MLModelGroup { status { removed } group: properties { name description } }
    ... on Container { status { removed } subTypes { typeNames } dataPlatformInstance { urn } container { urn } platform { urn }
      properties { name description externalUrl qualifiedName customProperties { key value } } }
    ... on Tag { tagged: properties { name description colorHex } } } }"""


def test_the_documents_query_and_the_clean_up_sources_are_valid(corpus: Path) -> None:
    schema = build_schema(schema_sdl())
    recorded = (corpus / "datahub" / "seed_doc_getJobRuns.graphql").read_text()
    for query in (recorded, documented_query(), DATA_PROCESS_INSTANCES_QUERY):
        assert validate(schema, parse(query)) == []


async def test_the_document_s_query_and_the_clean_up_sources_are_answered(api: Api, database_url: str) -> None:
    run, created = "urn:li:dataProcessInstance:one", {"time": 1_700_000_000_000, "actor": "urn:li:corpuser:me"}
    properties = {"name": "one", "created": created, "customProperties": {"a": "b"}, "type": "BATCH_SCHEDULED"}
    await asyncio.to_thread(
        accept_items,
        database_url,
        item(run, "dataProcessInstanceProperties", properties),
        item(run, "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []}),
        item(run, "dataProcessInstanceRunEvent", event(created["time"], "STARTED")),  # type: ignore[arg-type]
    )
    documented = (await api(documented_query()))["dataJob"]["runs"]
    assert documented["total"] == 1
    assert documented["runs"][0]["relationships"] == {"parentTemplate": JOB, "parentInstance": None}
    assert documented["runs"][0]["properties"]["type"] == "BATCH_SCHEDULED"
    cleaned = (await api(DATA_PROCESS_INSTANCES_QUERY, dataJobUrn=JOB, start=0, count=500))["dataJob"]
    assert cleaned["runs"]["runs"] == [{"created": created, "urn": run}]
    runs = (await api("{ runsConnection { nodes { created { time } } } }"))["runsConnection"]["nodes"]
    assert (runs, api.statements) == ([{"created": {"time": created["time"]}}], 1)  # the aspect tells only the actor
    [shown] = (await api("{ runsConnection { nodes { a: created { time } b: created { actor } } } }"))[
        "runsConnection"
    ]["nodes"]
    assert shown == {"a": {"time": created["time"]}, "b": {"actor": created["actor"]}}


@pytest.mark.parametrize("name", GOLDEN)
async def test_facts_of_a_source_file_are_answered(name: str, api: Api, database_url: str, corpus: Path) -> None:
    records = json.loads((corpus / "datahub" / "golden" / name).read_text())
    items = [one for record in records for one in items_of_record(record)]
    for start in range(0, len(items), 100):
        await asyncio.to_thread(accept_items, database_url, *items[start : start + 100])
    told = aspects(records)
    asked = sorted({urn for urn, _ in told})
    found = {one["urn"]: one for one in (await api(ENTITIES, urns=asked))["entities"]}
    assert list(found) == asked
    compared = 0
    for (urn, aspect), value in told.items():
        if urn.split(":")[2] not in SERVED and aspect != "tagProperties":
            continue
        for field, expected in expected_fields(aspect, value):
            assert (urn, field, said(found[urn], field)) == (urn, field, expected)
            compared += 1
    assert compared > 15
    for urn in (urn for urn in asked if ":dataProcessInstance:" in urn):
        edges = found[urn]["edges"]
        shown = {(one["type"], one["entity"]["urn"]) for one in edges["relationships"]}
        assert shown == set(edges_of(urn, told))
        assert edges["total"] == len(shown) == len(edges["relationships"])


def aspects(records: list[Any]) -> dict[tuple[str, str], Any]:
    """Return the last value of each (entity, aspect) in a file, found by plain loops; without patched aspects."""
    values: dict[tuple[str, str], Any] = {}
    patched = set()
    for record in records:
        if "entityUrn" in record:
            key = record["entityUrn"], record["aspectName"]
            if record["changeType"] == "PATCH":
                patched.add(key)
            else:
                given = record["aspect"]
                values[key] = given["json"] if "json" in given else json.loads(given["value"])
        else:  # an event with a snapshot uses record names
            [snapshot] = record["proposedSnapshot"].values()
            for one in snapshot["aspects"]:
                [record_name] = one
                short = record_name.rpartition(".")[2]
                patched.add((snapshot["urn"], short[0].lower() + short[1:]))
    return {key: value for key, value in values.items() if key not in patched}


def said(entity: Any, path: str) -> Any:
    """Return an answer's value at a path of names, through lists."""
    for name in path.split("."):
        entity = [one[name] for one in entity] if isinstance(entity, list) else entity and entity[name]
    return entity


def expected_fields(aspect: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the fields of an answer that an aspect fills, by their paths."""
    properties = {
        "dataProcessInstanceProperties": ("properties", ("name", "externalUrl")),
        "dataJobInfo": ("properties", ("name", "description", "externalUrl")),
        "dataFlowInfo": ("flow", ("name", "description", "project", "externalUrl")),
        "containerProperties": ("properties", ("name", "description", "externalUrl", "qualifiedName")),
        "mlModelProperties": ("model", ("name",)),
        "mlModelGroupProperties": ("group", ("name", "description")),
        "tagProperties": ("tagged", ("name", "description", "colorHex")),
    }
    if aspect in properties:
        field, names = properties[aspect]
        yield from ((f"{field}.{name}", value[name]) for name in names if name in value)
        if aspect not in ("mlModelGroupProperties", "tagProperties"):
            given = [{"key": key, "value": text} for key, text in sorted(value.get("customProperties", {}).items())]
            yield f"{field}.customProperties", given
    if aspect == "dataProcessInstanceProperties":
        yield "properties.created", {"time": value["created"]["time"], "actor": value["created"]["actor"]}
    if aspect == "mlModelProperties":
        for name in ("hyperParams", "trainingMetrics"):
            yield f"model.{name}", [{"name": one["name"], "value": one.get("value")} for one in value.get(name) or []]
        yield "model.groups.urn", value.get("groups") or []
        yield "model.mlModelLineageInfo.trainingJobs", value.get("trainingJobs")
    if aspect == "status":
        yield "status.removed", value["removed"]
    if aspect == "subTypes":
        yield "subTypes.typeNames", value["typeNames"]
    if aspect == "container":
        yield "container.urn", value["container"]
    if aspect == "dataPlatformInstance":
        yield "dataPlatformInstance.urn", value.get("instance")
    if aspect == "globalTags":
        yield "tags.tags.tag.urn", [one["tag"] for one in value["tags"]]
    if aspect == "ownership":
        yield "ownership.owners.owner.urn", [one["owner"] for one in value["owners"]]
        yield "ownership.owners.type", [one["type"] for one in value["owners"]]
    if aspect == "dataJobInputOutput":
        yield "inputOutput.inputDatasets.urn", sorted({*value["inputDatasets"], *edges_in(value, "inputDatasetEdges")})
        yield (
            "inputOutput.outputDatasets.urn",
            sorted({*value["outputDatasets"], *edges_in(value, "outputDatasetEdges")}),
        )
        yield (
            "inputOutput.inputDatajobs.urn",
            sorted({*value.get("inputDatajobs", []), *edges_in(value, "inputDatajobEdges")}),
        )


def edges_in(value: Any, name: str) -> list[str]:
    return [one["destinationUrn"] for one in value.get(name) or []]


def edges_of(run: str, told: dict[tuple[str, str], Any]) -> Iterator[tuple[str, str]]:
    """Yield the relationships of a run, by DataHub's names."""
    for aspect, side, name in (
        ("dataProcessInstanceInput", "input", "Consumes"),
        ("dataProcessInstanceOutput", "output", "Produces"),
    ):
        value = told.get((run, aspect), {})
        yield from ((name, asset) for asset in [*value.get(f"{side}s", []), *edges_in(value, f"{side}Edges")])
    related = told.get((run, "dataProcessInstanceRelationships"), {})
    if related.get("parentTemplate"):
        yield "InstanceOf", related["parentTemplate"]
    if related.get("parentInstance"):
        yield "ChildOf", related["parentInstance"]
    yield from (("UpstreamOf", other) for other in related.get("upstreamInstances", []))
    if (run, "container") in told:
        yield "IsPartOf", told[run, "container"]["container"]
    for (model, aspect), value in told.items():
        if aspect == "mlModelProperties" and run in (value.get("trainingJobs") or []):
            yield "Produces", model
