"""Impact of runs that DataHub's SDK reported: edges without a time, references, trained models, withdrawn edges."""

import asyncio
from typing import Any

from graphql_api import Api
from proposals import DATASET, accept_items, event, item

LOADED, READ, AFTER, SILENT, TRAINED = (
    f"urn:li:dataProcessInstance:{name}" for name in ("loaded", "read", "after", "silent", "trained")
)
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,forecast,PROD)"
IMPACT = """query ($urn: String!, $direction: LineageDirection = DOWNSTREAM, $certainty: LineageCertainty = CERTAIN) {
  impact(urn: $urn, direction: $direction, certainty: $certainty) {
    runs { runs { run { urn } certainty depth } } versions { versions { version { asset { urn } } } } } }"""


async def accepted(database_url: str, *items: dict[str, Any]) -> None:
    await asyncio.to_thread(accept_items, database_url, *items)


def ran(urn: str, started: int, ended: int, result: str = "SUCCESS") -> list[dict[str, Any]]:
    """Return the run events of a run, in seconds."""
    return [
        item(urn, "dataProcessInstanceRunEvent", event(started * 1000, "STARTED")),
        item(urn, "dataProcessInstanceRunEvent", event(ended * 1000, "COMPLETE", result)),
    ]


async def affected(api: Api, urn: str, **arguments: str) -> dict[str, str]:
    answer = await api(IMPACT, urn=urn, **arguments)
    return {node["run"]["urn"]: node["certainty"] for node in answer["impact"]["runs"]["runs"]}


async def test_inputs_and_outputs_of_both_forms(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        item(LOADED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        *ran(LOADED, 10, 20),
        item(READ, "dataProcessInstanceInput", {"inputs": [], "inputEdges": [{"destinationUrn": DATASET}]}),
        *ran(READ, 30, 40),
    )
    assert await affected(api, LOADED) == {READ: "CERTAIN"}
    assert await affected(api, READ, direction="UPSTREAM") == {LOADED: "CERTAIN"}


async def test_a_withdrawn_input_is_no_way_any_more(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        item(LOADED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        *ran(LOADED, 10, 20),
        item(READ, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        *ran(READ, 30, 40),
    )
    await accepted(database_url, item(READ, "dataProcessInstanceInput", {"inputs": []}))
    assert await affected(api, LOADED) == {}


async def test_runs_that_name_an_upstream_run(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        *ran(LOADED, 10, 20, "FAILURE"),
        item(AFTER, "dataProcessInstanceRelationships", {"upstreamInstances": [LOADED]}),
        *ran(AFTER, 30, 40),
        item(READ, "dataProcessInstanceRelationships", {"upstreamInstances": [SILENT]}),
    )
    assert await affected(api, LOADED) == {}, "a failed run passes nothing on for certain"
    assert await affected(api, LOADED, certainty="POSSIBLE") == {AFTER: "POSSIBLE"}
    assert await affected(api, SILENT) == {READ: "CERTAIN"}, "nothing says that it failed"


async def test_a_trained_model_is_an_output(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        item(LOADED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        *ran(LOADED, 10, 20),
        item(TRAINED, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        *ran(TRAINED, 30, 40),
        item(MODEL, "mlModelProperties", {"trainingJobs": [TRAINED]}),
    )
    answer = await api(IMPACT, urn=LOADED)
    assert {node["version"]["asset"]["urn"] for node in answer["impact"]["versions"]["versions"]} == {DATASET, MODEL}


async def test_a_removed_run_takes_no_part(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        item(LOADED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        *ran(LOADED, 10, 20),
        item(READ, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        *ran(READ, 30, 40),
        item(READ, "status", {"removed": True}),
    )
    assert await affected(api, LOADED) == {}
