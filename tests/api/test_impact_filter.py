"""Pages of affected runs and versions, filtered by job, asset, kind, certainty and result."""

import asyncio
from typing import Any

import pytest

from events import parsed, run_event, uuid
from graphql_api import Api, stored, urn

JOB = "urn:li:dataJob:(urn:li:dataFlow:(openlineage,flow,test),flow.%s)"
RUNS = """query ($urn: String!, $filter: AffectedRunFilter, $certainty: LineageCertainty = POSSIBLE) {
  impact(urn: $urn, certainty: $certainty) { runs(filter: $filter) { total runs { run { nativeId } } } } }"""
VERSIONS = """query ($urn: String!, $filter: AffectedVersionFilter) {
  impact(urn: $urn) { versions(filter: $filter) { total versions { version { run { nativeId } } } } } }"""


@pytest.fixture
async def history(api: Api, database_url: str) -> Api:
    """2 reads from 1 and succeeds, 3 reads from 1 and fails, and 4, begun before 1, perhaps read from 1."""
    events = [
        run_event("START", "00:00:30", uuid(4), "flow.long"),
        run_event("COMPLETE", "00:01:00", uuid(1), "flow.load", outputs=["prices"]),
        run_event("COMPLETE", "00:02:00", uuid(2), "flow.good", inputs=["prices"], outputs=["report"]),
        run_event("FAIL", "00:03:00", uuid(3), "flow.bad", inputs=["prices"]),
        run_event("COMPLETE", "00:04:00", uuid(4), "flow.long", inputs=["prices"]),
    ]
    await stored(database_url, parsed(*events))
    return api


async def found(api: Api, given: dict[str, Any] | None) -> list[str]:
    page = (await api(RUNS, urn=urn(1), filter=given))["impact"]["runs"]
    assert page["total"] == len(page["runs"])
    return [node["run"]["nativeId"] for node in page["runs"]]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, [4, 2, 3]),
        ({}, [4, 2, 3]),
        ({"certainty": "CERTAIN"}, [2, 3]),
        ({"certainty": "POSSIBLE"}, [4]),
        ({"kinds": ["CONTAMINATED"]}, [4, 2, 3]),
        ({"kinds": ["STALE"]}, []),
        ({"templates": [JOB % "good", JOB % "long", JOB % "unknown"]}, [4, 2]),
        ({"results": ["FAILURE"]}, [3]),
        ({"results": ["SUCCESS"], "certainty": "CERTAIN"}, [2]),
        ({"templates": [], "results": [], "kinds": []}, [4, 2, 3]),
    ],
)
async def test_runs(history: Api, given: dict[str, Any] | None, expected: list[int]) -> None:
    assert await found(history, given) == [uuid(number) for number in expected]


async def test_versions_of_an_asset(history: Api) -> None:
    report = (await history('{ openlineageDataset(namespace: "test", name: "report") { urn } }'))["openlineageDataset"]
    page = (await history(VERSIONS, urn=urn(1), filter={"assets": [report["urn"]]}))["impact"]["versions"]
    assert page == {"total": 1, "versions": [{"version": {"run": {"nativeId": uuid(2)}}}]}


async def test_arguments_that_mean_nothing_are_refused(history: Api) -> None:
    refused = {
        'impact(urn: "%s", kinds: []) { total }': "kinds",
        'impact(urn: "%s", at: "2026-01-01T00:00:00Z") { total }': "madeBy, at",
        'impact(urn: "%s", pointInTime: { asOf: "0001-01-01T00:00:00+05:00" }) { total }': "DateTime: expected a time from the year 1 to 9999, got '0001-01-01T00:00:00+05:00'",
        'impact(urn: "%s", maxNodes: 0) { total }': "maxNodes",
    }
    answers = await asyncio.gather(*(history.answer("{ " + query % urn(1) + " }") for query in refused))
    for answer, name in zip(answers, refused.values(), strict=True):
        assert answer.errors is not None
        assert name in answer.errors[0].message
        assert (answer.errors[0].extensions or {}).get("code") == 400
