"""The apples story, the smallest case of point in time: the crab apples' products, before and after each event."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from conftest import parse_files
from graphql_api import Api, stored

IMPACT = """query ($urn: String!, $pointInTime: PointInTimeInput) {
  impact(urn: $urn, pointInTime: $pointInTime) { truncated possibleBeyond
    runs(count: 100) { runs { run { nativeId } } } } }"""
SHOWN = """query ($at: DateTime, $asOf: DateTime) { openlineageDataset(namespace: "grandmas.kitchen", name: "apples") {
  versionAt(at: $at, pointInTime: { asOf: $asOf }) { run { nativeId } at } } }"""
VINEGAR = '{ openlineageDataset(namespace: "cupboard", name: "apple.vinegar") { urn } }'
CAUSE = """query ($urn: String!, $at: DateTime!) { impact(urn: $urn, at: $at, direction: UPSTREAM) {
  runs { runs { depth run { parentTemplate { ... on DataJob { jobId } } } } } } }"""

FIRST_APPLES = {"prepare_apple_filling": 0, "prepare_apple_pie": 0, "prepare_apple_cider": 0, "prepare_vinegar": 0}
"""The products of August's apples: the first run of each job."""

CRAB_APPLES = {"prepare_apple_filling": 1, "prepare_apple_pie": 1}
"""The products of October's crab apples: the second runs."""


@pytest.fixture
def story(corpus: Path) -> Path:
    return corpus / "openlineage" / "events" / "marquez_apples.ndjson"


@pytest.fixture
async def apples(api: Api, story: Path, database_url: str) -> Api:
    await stored(database_url, parse_files(story))
    return api


def happened(story: Path) -> list[tuple[datetime, str, str]]:
    """Return (end, job, run) of each run, in the order of time."""
    events = [json.loads(line) for line in story.read_text().splitlines()]
    return sorted((datetime.fromisoformat(e["eventTime"]), e["job"]["name"], e["run"]["runId"]) for e in events)


def runs_of(story: Path, chosen: dict[str, int], until: datetime) -> set[str]:
    """Return the chosen runs, as far as they had ended."""
    found = set()
    for job, number in chosen.items():
        at, _, run_id = [one for one in happened(story) if one[1] == job][number]
        if at <= until:
            found.add(run_id)
    return found


@pytest.mark.parametrize(("gathering", "meant"), [(0, FIRST_APPLES), (1, CRAB_APPLES)], ids=["apples", "crab apples"])
async def test_impact_of_each_gathering_before_and_after_each_event(
    apples: Api, story: Path, gathering: int, meant: dict[str, int]
) -> None:
    urn = "urn:li:dataProcessInstance:" + [one[2] for one in happened(story) if one[1] == "gather_apples"][gathering]
    for at, _, _ in happened(story):
        for moment in (at - timedelta(microseconds=1), at):
            answer = await apples(IMPACT, urn=urn, pointInTime={"asOf": moment.isoformat()})
            affected = {node["run"]["nativeId"] for node in answer["impact"]["runs"]["runs"]}
            assert affected == runs_of(story, meant, moment), moment
    answer = await apples(IMPACT, urn=urn)
    assert {node["run"]["nativeId"] for node in answer["impact"]["runs"]["runs"]} == runs_of(story, meant, at)
    assert not answer["impact"]["truncated"]
    # If the crab apples were appended, the later filling and pie would contain both.
    assert answer["impact"]["possibleBeyond"] is (gathering == 0)


async def test_the_newest_gathering_is_shown_at_each_moment(apples: Api, story: Path) -> None:
    gatherings = [one for one in happened(story) if one[1] == "gather_apples"]
    for at, _, _ in happened(story):
        for moment in ({"at": at.isoformat()}, {"asOf": at.isoformat()}):
            shown = (await apples(SHOWN, **moment))["openlineageDataset"]["versionAt"]
            assert shown["run"]["nativeId"] == max(g for g in gatherings if g[0] <= at)[2]
    shown = (await apples(SHOWN))["openlineageDataset"]["versionAt"]
    assert shown["run"]["nativeId"] == max(gatherings)[2]


async def test_the_vinegar_was_made_of_the_cider_of_the_first_apples(apples: Api, story: Path) -> None:
    urn = (await apples(VINEGAR))["openlineageDataset"]["urn"]
    answer = await apples(CAUSE, urn=urn, at="2020-11-01T00:00:00Z")
    nodes = answer["impact"]["runs"]["runs"]
    assert [(node["depth"], node["run"]["parentTemplate"]["jobId"]) for node in nodes] == [
        (0, "prepare_vinegar"),
        (1, "prepare_apple_cider"),
        (2, "gather_apples"),
    ]
