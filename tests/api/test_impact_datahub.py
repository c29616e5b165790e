"""Impact of runs that DataHub's SDK reported: edges without a time, references, trained models, withdrawn edges."""

import asyncio
from typing import Any

import pytest

from graphql_api import Api
from proposals import DATASET, accept_items, event, item

LOADED, READ, AFTER, SILENT, TRAINED, WHOLE = (
    f"urn:li:dataProcessInstance:{name}" for name in ("loaded", "read", "after", "silent", "trained", "whole")
)
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,forecast,PROD)"
IMPACT = """query ($urn: String!, $direction: LineageDirection = DOWNSTREAM, $certainty: LineageCertainty = CERTAIN,
    $containment: Boolean = false, $at: PointInTimeInput) {
  impact(urn: $urn, direction: $direction, certainty: $certainty, containment: $containment, pointInTime: $at) {
    runs { runs { run { urn } certainty depth } } versions { versions { version { asset { urn } } } } } }"""

PATH = "query ($start: String!, $end: String!) { pathBetween(from: {urn: $start}, to: {urn: $end}) { isAffected } }"


async def accepted(database_url: str, *items: dict[str, Any]) -> None:
    await asyncio.to_thread(accept_items, database_url, *items)


def ran(urn: str, started: int, ended: int, result: str = "SUCCESS") -> list[dict[str, Any]]:
    """Return the run events of a run, in seconds."""
    return [
        item(urn, "dataProcessInstanceRunEvent", event(started * 1000, "STARTED")),
        item(urn, "dataProcessInstanceRunEvent", event(ended * 1000, "COMPLETE", result)),
    ]


async def affected(api: Api, urn: str, **arguments: Any) -> dict[str, str]:
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


async def test_a_negative_duration_moves_no_start(api: Api, database_url: str) -> None:
    """A client measured it by a clock that went back. The run would begin, and write, in the future."""
    backwards = event(20_000, "COMPLETE", "SUCCESS") | {"durationMillis": -600_000}
    await accepted(
        database_url,
        item(LOADED, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        item(LOADED, "dataProcessInstanceRunEvent", backwards),
        item(READ, "dataProcessInstanceInput", {"inputs": [DATASET]}),
        *ran(READ, 30, 40),
    )
    assert await affected(api, LOADED) == {READ: "CERTAIN"}


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


@pytest.mark.parametrize("at", [None, {"asOf": "1970-01-02T00:00:00Z"}], ids=["now", "at a point in time"])
async def test_a_removed_run_is_no_way_to_others(at: dict[str, str] | None, api: Api, database_url: str) -> None:
    """Neither by a reference nor as the run that contains others."""
    await accepted(
        database_url,
        *ran(LOADED, 10, 20),
        item(READ, "dataProcessInstanceRelationships", {"upstreamInstances": [LOADED], "parentInstance": WHOLE}),
        *ran(READ, 30, 40),
        *ran(WHOLE, 25, 45),
        item(AFTER, "dataProcessInstanceRelationships", {"upstreamInstances": [READ]}),
        *ran(AFTER, 50, 60),
    )
    within = {"containment": True, "at": at}
    assert await affected(api, LOADED, **within) == dict.fromkeys((READ, WHOLE, AFTER), "CERTAIN")
    assert await affected(api, WHOLE, direction="UPSTREAM", **within) == {LOADED: "CERTAIN"}
    await accepted(database_url, item(WHOLE, "status", {"removed": True}))
    assert await affected(api, LOADED, **within) == dict.fromkeys((READ, AFTER), "CERTAIN")
    await accepted(database_url, item(WHOLE, "status", {"removed": False}), item(READ, "status", {"removed": True}))
    assert await affected(api, LOADED, **within) == {}
    assert await affected(api, LOADED, certainty="POSSIBLE", **within) == {}
    assert await affected(api, AFTER, direction="UPSTREAM", **within) == {}
    assert await affected(api, WHOLE, direction="UPSTREAM", **within) == {}
    [found] = (await api(PATH, start=LOADED, end=AFTER)).values()
    assert not found["isAffected"]
