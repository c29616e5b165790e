"""An external feed has no known writer; `impact` starts at its readers since a moment."""

import json
from pathlib import Path
from typing import Any

from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn

FEED = named_dataset_urn(NAMESPACE, "feed")
IMPACT = """query ($urn: String!, $at: DateTime, $certainty: LineageCertainty!, $direction: LineageDirection!, $asOf: DateTime) {
  impact(urn: $urn, at: $at, certainty: $certainty, direction: $direction, pointInTime: { asOf: $asOf }) {
    startTotal startReads total truncated possibleBeyond
    levels { depth runs versions }
    runs { runs { run { urn } certainty depth reachedAt path { run { urn } version { asset { urn } } } } }
    versions { total }
    criticalPath { total durationMillis steps { run { urn } } }
    dominators { reached dominators { dominated run { urn } } }
    atRisk { template { urn } latestRun { urn } asset { urn } version { at } hasRunSince }
    diagram(format: TEXT)
  }
}"""


def run(number: int, job: str, begin: str, end: str, inputs: list[Any], outputs: list[Any]) -> list[dict[str, Any]]:
    """Return the events of a successful run between two times of the day."""
    return [
        run_event(word, f"{at}:00", uuid(number), job, inputs=inputs, outputs=outputs)
        for word, at in (("START", begin), ("COMPLETE", end))
    ]


MORNING = [
    *run(1, "load", "01:00", "01:10", ["feed"], ["prices"]),
    *run(2, "load", "02:00", "02:10", ["feed"], ["prices"]),
    *run(3, "report", "03:00", "03:10", ["prices"], ["report"]),
]


async def impact(
    api: Api, urn: str = FEED, at: str | None = None, certainty: str = "CERTAIN", direction: str = "DOWNSTREAM", as_of: str | None = None
) -> dict[str, Any]:  # fmt: skip
    times = {name: value and f"2026-01-01T{value}:00Z" for name, value in (("at", at), ("asOf", as_of))}
    answer = await api(IMPACT, urn=urn, certainty=certainty, direction=direction, **times)
    found: dict[str, Any] = answer["impact"]
    return found


def runs(answer: dict[str, Any]) -> dict[str, tuple[str, int]]:
    """Return certainty and depth of each run, by URN."""
    return {one["run"]["urn"]: (one["certainty"], one["depth"]) for one in answer["runs"]["runs"]}


async def test_it_starts_at_the_reads_since(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    found = await impact(api, at="01:30")
    assert runs(found) == {urn(2): ("CERTAIN", 1), urn(3): ("CERTAIN", 2)}
    assert (found["startTotal"], found["startReads"], found["total"], found["versions"]["total"]) == (0, 1, 4, 2)
    assert found["levels"] == [{"depth": 1, "runs": 1, "versions": 1}, {"depth": 2, "runs": 1, "versions": 1}]
    assert [one["reachedAt"] for one in found["runs"]["runs"]] == [
        "2026-01-01T02:00:00+00:00",
        "2026-01-01T03:00:00+00:00",
    ]
    assert not found["truncated"]


async def test_the_way_begins_with_the_first_reader(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    found = await impact(api, at="01:30")
    prices = named_dataset_urn(NAMESPACE, "prices")
    assert found["runs"]["runs"][1]["path"] == [
        {"run": {"urn": urn(2)}, "version": None},
        {"run": None, "version": {"asset": {"urn": prices}}},
        {"run": {"urn": urn(3)}, "version": None},
    ]
    assert found["criticalPath"]["durationMillis"] == 1_200_000
    assert [step["run"] for step in found["criticalPath"]["steps"]] == [{"urn": urn(2)}, None, {"urn": urn(3)}]
    dominators = found["dominators"]
    assert (dominators["reached"], dominators["dominators"][0]) == (4, {"dominated": 3, "run": {"urn": urn(2)}})


async def test_without_a_moment_only_those_that_go_on_count(api: Api, database_url: str) -> None:
    watch = run_event("START", "01:00:00", uuid(7), "watch", inputs=["feed"])
    watch["job"]["facets"] = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}}
    await stored(database_url, parsed(*MORNING, watch))
    found = await impact(api)
    assert (found["startReads"], runs(found)) == (1, {urn(7): ("CERTAIN", 1)})
    assert runs(await impact(api, as_of="00:30")) == {}


async def test_a_running_reader_is_possibly_affected(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    found = await impact(api, at="02:05")
    assert (found["startReads"], runs(found), found["possibleBeyond"]) == (0, {}, True)
    found = await impact(api, at="02:05", certainty="POSSIBLE")
    assert (found["startReads"], runs(found)) == (1, {urn(2): ("POSSIBLE", 1), urn(3): ("POSSIBLE", 2)})


async def test_a_known_write_ends_it(api: Api, database_url: str) -> None:
    take = run_event("COMPLETE", "02:30:00", uuid(9), "take", outputs=["feed"])
    await stored(database_url, parsed(*MORNING, take, *run(4, "load", "03:30", "03:40", ["feed"], ["prices"])))
    assert set(runs(await impact(api, at="01:30"))) == {urn(2), urn(3)}
    found = await impact(api, at="02:30")
    assert (found["startTotal"], found["startReads"], set(runs(found))) == (1, None, {urn(4)})


async def test_a_dropped_feed_has_no_reads(api: Api, database_url: str) -> None:
    facets = {"lifecycleStateChange": {"lifecycleStateChange": "DROP"}}
    gone = {"namespace": NAMESPACE, "name": "feed", "facets": facets}
    drop = run_event("COMPLETE", "01:30:00", uuid(9), "drop", outputs=[gone])
    await stored(database_url, parsed(*MORNING, drop))
    found = await impact(api, at="01:45")
    assert (found["startTotal"], found["startReads"], runs(found)) == (0, None, {})


async def test_a_read_of_a_version_that_nobody_made_counts(api: Api, database_url: str) -> None:
    def of(version: str) -> dict[str, Any]:
        return {"namespace": NAMESPACE, "name": "feed", "facets": {"version": {"datasetVersion": version}}}

    take = run_event("COMPLETE", "02:30:00", uuid(9), "take", outputs=[of("7")])
    early = run(5, "early", "02:00", "02:10", [of("7")], ["early"])
    await stored(database_url, parsed(*run(2, "load", "02:00", "02:10", [of("6")], ["prices"]), take, *early))
    assert runs(await impact(api, at="01:00")) == {urn(2): ("CERTAIN", 1)}


async def test_nothing_went_into_it(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    found = await impact(api, at="01:30", direction="UPSTREAM")
    assert (found["total"], found["startReads"]) == (0, None)
    assert runs(await impact(api, urn=urn(3), direction="UPSTREAM")) == {urn(2): ("CERTAIN", 1)}


async def test_it_has_no_version(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    answer = await api(
        """query ($urn: String!, $run: String!) {
          dataset(urn: $urn) { versionAt(at: "2026-01-01T01:30:00Z") { at } versionsAt(at: "2026-01-01T01:30:00Z") { at } }
          provenance(urn: $run) { total roots { inputs { inputs { asset { urn } } } } }
          lineageDiff(left: { urn: $urn, at: "2026-01-01T01:30:00Z" }, right: { urn: $run }) {
            inputs { inputs { change asset { urn } } } runs { left { urn } }
          }
        }""",
        urn=FEED,
        run=urn(2),
    )
    assert answer["dataset"] == {"versionAt": None, "versionsAt": []}
    assert answer["provenance"]["roots"] == {"inputs": {"inputs": [{"asset": {"urn": FEED}}]}}
    assert answer["lineageDiff"] == {
        "inputs": {"inputs": [{"change": "ONLY_RIGHT", "asset": {"urn": FEED}}]},
        "runs": None,
    }


async def test_the_job_that_has_not_read_it_since_is_next(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    found = await impact(api, at="02:30")
    assert runs(found) == {}
    assert found["atRisk"] == [
        {
            "template": {"urn": named_job_urn(NAMESPACE, "load")},
            "latestRun": {"urn": urn(2)},
            "asset": {"urn": FEED},
            "version": None,
            "hasRunSince": False,
        }
    ]
    assert "AT_RISK: would read feed\n" in found["diagram"]
    earlier = await impact(api, at="01:30", as_of="02:20")
    assert [(one["asset"]["urn"], one["hasRunSince"]) for one in earlier["atRisk"]] == [(FEED, True)]
    assert "AT_RISK: would read feed again\n" in earlier["diagram"]


async def test_a_picture_names_it(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*MORNING))
    lines = (await impact(api, at="01:30"))["diagram"].splitlines()
    assert lines[:2] == ["Affected by feed", "2 runs, 2 versions, from 1 read since 2026-01-01 01:30."]
    assert "CONTAMINATED, 1 away: read feed; wrote prices" in [line.strip() for line in lines]


async def test_a_feed_found_in_the_wild(api: Api, database_url: str, corpus: Path) -> None:
    case = json.loads((corpus / "found" / "sem-external-feed.json").read_text())
    await stored(database_url, parsed(*case["events"]))
    feed = named_dataset_urn(case["namespace"], "feed")
    answer = await api(IMPACT, urn=feed, at="2026-03-01T01:00:00Z", certainty="CERTAIN", direction="DOWNSTREAM")
    names = [one["depth"] for one in answer["impact"]["runs"]["runs"]]
    assert (answer["impact"]["startReads"], names) == (1, [1, 2])
