"""The apples story, the smallest case of point in time: what the crab apples went into, before and after each event."""

from pathlib import Path
from typing import Any

import pytest

from conftest import parse_files
from graphql_api import Api, stored

IMPACT = """query ($urn: String!, $vantage: VantageInput) {
  impact(urn: $urn, vantage: $vantage) { truncated possibleBeyond
    runs(count: 100) { runs { depth run { created { time } parentTemplate { ... on DataJob { jobId } } } } } } }"""


@pytest.fixture
async def apples(api: Api, corpus: Path, database_url: str) -> Api:
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "marquez_apples.ndjson"))
    return api


async def gatherings(api: Api) -> list[str]:
    answer = await api(
        '{ openlineageJob(namespace: "grandmas.kitchen", name: "gather_apples") { runs { runs { urn } } } }'
    )
    return [run["urn"] for run in answer["openlineageJob"]["runs"]["runs"]]


def affected(answer: dict[str, Any]) -> list[str]:
    return [node["run"]["parentTemplate"]["jobId"] for node in answer["impact"]["runs"]["runs"]]


async def test_the_crab_apples_went_into_the_filling_and_the_pie_alone(apples: Api) -> None:
    crabs, _ = await gatherings(apples)
    answer = await apples(IMPACT, urn=crabs)
    assert affected(answer) == ["prepare_apple_filling", "prepare_apple_pie"]
    assert not answer["impact"]["truncated"]
    assert not answer["impact"]["possibleBeyond"]


async def test_the_first_apples_went_into_the_cider_and_its_vinegar(apples: Api) -> None:
    _, first = await gatherings(apples)
    answer = await apples(IMPACT, urn=first)
    assert sorted(affected(answer)) == [
        "prepare_apple_cider", "prepare_apple_filling", "prepare_apple_pie", "prepare_vinegar"
    ]  # fmt: skip
