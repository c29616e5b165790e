"""The differences between two runs, or two versions."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_job_urn

import proposals
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from proposals import DATASET, accept_items, item

DIFF = """query Q($left: LineagePoint!, $right: LineagePoint!, $maxDepth: Int! = 1, $pointInTime: PointInTimeInput) {
  lineageDiff(left: $left, right: $right, maxDepth: $maxDepth, pointInTime: $pointInTime) { truncated
    inputs { total inputs { asset { urn } change depth left { run { urn } } right { run { urn } } } }
    runs { left { urn } right { urn } differences { kind facet scope left right }
      outputs { asset { urn } left { rowCount } right { rowCount } } } } }"""


def dataset(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


def run(
    number: int, begin: int, job: str, inputs: list[str], outputs: list[Any], word: str = "COMPLETE", **more: Any
) -> list[dict[str, Any]]:
    """Return a run of ten seconds that begins at a minute of the day."""
    events = [
        run_event(kind, f"00:{begin:02}:{second:02}", uuid(number), job, inputs=inputs, outputs=outputs)
        for kind, second in (("START", 0), (word, more.get("seconds", 10)))
    ]
    for event in events:
        event["job"]["facets"] = more.get("job_facets", {})
        event["run"]["facets"] = more.get("run_facets", {})
    return events


HISTORY = [
    *run(1, 0, "load", ["feed"], ["a"]),
    *run(2, 1, "other", [], ["b"]),
    *run(3, 2, "report", ["a", "b", "outside", "old"], ["r"]),
    *run(4, 3, "load", ["feed"], ["a"]),
    *run(5, 4, "report", ["a", "b", "outside", "new"], ["r"]),
]


async def diff(api: Api, left: dict[str, Any], right: dict[str, Any], **variables: Any) -> dict[str, Any]:
    found: dict[str, Any] = (await api(DIFF, left=left, right=right, **variables))["lineageDiff"]
    return found


def told(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [
        (one["change"], one["asset"]["urn"].split(",")[1].rsplit(".")[-1], one["depth"])
        for one in found["inputs"]["inputs"]
    ]


async def test_two_runs_of_one_job(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*HISTORY))
    found = await diff(api, {"urn": urn(3)}, {"urn": urn(5)})
    assert told(found) == [
        ("OTHER", "a", 1), ("ONLY_LEFT", "old", 1), ("ONLY_RIGHT", "new", 1), ("UNKNOWN", "outside", 1), ("SAME", "b", 1)
    ]  # fmt: skip
    assert not found["truncated"]
    other, *_, same = found["inputs"]["inputs"]
    assert (other["left"], other["right"]) == ([{"run": {"urn": urn(1)}}], [{"run": {"urn": urn(4)}}])
    assert same["left"] == same["right"] == [{"run": {"urn": urn(2)}}]
    assert found["runs"]["differences"] == []


async def test_further_up(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*HISTORY))
    found = await diff(api, {"urn": urn(3)}, {"urn": urn(5)}, maxDepth=2)
    assert ("UNKNOWN", "feed", 2) in told(found)
    assert len(told(found)) == 6


async def test_an_asset_at_two_moments_or_by_two_runs(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*HISTORY))
    at = [{"urn": dataset("r"), "at": f"2026-01-01T00:{minute}:00Z"} for minute in ("03", "06")]
    made = [{"urn": dataset("r"), "madeBy": urn(number)} for number in (3, 5)]
    for left, right in (at, made, (at[0], made[1])):
        found = await diff(api, left, right)
        assert told(found)[0] == ("OTHER", "a", 1)
        assert (found["runs"]["left"]["urn"], found["runs"]["right"]["urn"]) == (urn(3), urn(5))
    before = await diff(api, at[0] | {"at": "2026-01-01T00:00:00Z"}, at[1])
    assert before["runs"] is None
    assert {change for change, *_ in told(before)} == {"ONLY_RIGHT"}


async def test_at_a_point_in_time(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*HISTORY))
    found = await diff(api, {"urn": urn(3)}, {"urn": urn(5)}, pointInTime={"asOf": "2026-01-01T00:03:30Z"})
    assert ("ONLY_LEFT", "a", 1) in told(found)  # run 5 had not begun


async def test_differences_between_two_runs(api: Api, database_url: str) -> None:
    def written(rows: int) -> dict[str, Any]:
        return {"namespace": NAMESPACE, "name": "r", "outputFacets": {"outputStatistics": {"rowCount": rows}}}

    def code(commit: str, engine: str) -> dict[str, Any]:
        return {
            "job_facets": {"sourceCodeLocation": {"type": "git", "version": commit}, "jobType": {"jobType": "TASK"}},
            "run_facets": {
                "processing_engine": {"name": "Spark", "version": engine},
                "nominalTime": {"nominalStartTime": commit},
            },
        }

    await stored(
        database_url,
        parsed(
            *run(1, 0, "report", [], [written(100)], **code("abc", "4.0")),
            *run(2, 1, "report_v2", [], [written(5), "extra"], "FAIL", seconds=30, **code("def", "4.1")),
        ),
    )
    runs = (await diff(api, {"urn": urn(1)}, {"urn": urn(2)}))["runs"]
    differences = {
        (one["kind"], one["facet"], one["scope"]): (one["left"], one["right"]) for one in runs["differences"]
    }
    assert differences["STATUS", None, None] == ("SUCCESS", "FAILURE")
    assert differences["DURATION", None, None] == (10_000, 30_000)
    assert differences["JOB", None, None][1].endswith("report_v2)")
    assert differences["FACET", "sourceCodeLocation", "JOB"][1]["version"] == "def"
    assert differences["FACET", "processing_engine", "OWN"][0]["version"] == "4.0"
    assert len(differences) == 5  # the period of a run always differs, and the type of the job is the same
    assert [(one["asset"]["urn"], one["left"], one["right"]) for one in runs["outputs"]] == [
        (dataset("extra"), None, None),
        (dataset("r"), {"rowCount": 100}, {"rowCount": 5}),
    ]


async def test_outputs_at_a_point_in_time(api: Api, database_url: str) -> None:
    """The answer tells neither outputs nor sizes that came later."""
    first, written = (
        {"namespace": NAMESPACE, "name": "r", "outputFacets": {"outputStatistics": {"rowCount": rows}}}
        for rows in (3, 7)
    )
    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), "report", outputs=["r"]),
            run_event("RUNNING", "00:06:00", uuid(1), "report", outputs=[first]),
            run_event("COMPLETE", "00:10:00", uuid(1), "report", outputs=[written, "extra"]),
            *run(2, 20, "report", [], [written]),
        ),
    )

    async def outputs(**moment: str) -> list[tuple[str, Any, Any]]:
        found = await diff(api, {"urn": urn(1)}, {"urn": urn(2)}, pointInTime=moment)
        return [(one["asset"]["urn"], one["left"], one["right"]) for one in found["runs"]["outputs"]]

    size = {"rowCount": 7}
    assert await outputs() == [(dataset("extra"), None, None), (dataset("r"), size, size)]
    assert await outputs(asOf="2026-01-01T00:15:00Z") == [(dataset("extra"), None, None), (dataset("r"), size, None)]
    assert await outputs(asOf="2026-01-01T00:08:00Z") == [(dataset("r"), {"rowCount": 3}, None)]
    assert await outputs(asOf="2026-01-01T00:05:00Z") == [(dataset("r"), None, None)]
    assert await outputs(asOf="2025-12-31T00:00:00Z") == []
    assert await outputs(knownAt="2026-01-01T00:00:00Z") == []


async def test_outputs_of_aspects_at_a_point_in_time(api: Api, database_url: str) -> None:
    """They have no time of their own: they are of the run, from its first event on."""
    told = f"urn:li:dataProcessInstance:{uuid(1)}"
    await asyncio.to_thread(
        accept_items,
        database_url,
        item(told, "dataProcessInstanceOutput", {"outputs": [DATASET]}),
        item(told, "dataProcessInstanceRunEvent", proposals.event(60_000, "STARTED")),
    )

    async def outputs(**moment: str) -> list[str]:
        found = await diff(api, {"urn": told}, {"urn": told}, pointInTime=moment)
        return [one["asset"]["urn"] for one in found["runs"]["outputs"]]

    assert await outputs(asOf="1970-01-01T00:02:00Z") == [DATASET]
    assert await outputs(asOf="1970-01-01T00:00:30Z") == []
    between = datetime.now(UTC).isoformat()
    other = DATASET.replace("PROD", "DEV")
    await asyncio.to_thread(accept_items, database_url, item(told, "dataProcessInstanceOutput", {"outputs": [other]}))
    assert await outputs() == [other]
    assert await outputs(knownAt=between) == [DATASET]


async def test_statements_do_not_grow_with_the_inputs(api: Api, database_url: str) -> None:
    many = [event for n in range(30) for event in run(10 + n, n, f"load{n}", [], [f"t{n}"])]
    inputs = [f"t{n}" for n in range(30)]
    await stored(
        database_url, parsed(*many, *run(3, 40, "report", inputs[:1], ["r"]), *run(5, 41, "report", inputs, ["r"]))
    )
    counts = set()
    for right in (3, 5):
        await diff(api, {"urn": urn(3)}, {"urn": urn(right)})
        counts.add(api.statements)
    assert max(counts) - min(counts) <= 2, counts  # the run on the right, and its outputs


@pytest.mark.parametrize(
    ("point", "depth", "message"),
    [
        (
            {"urn": named_job_urn(NAMESPACE, "report")},
            1,
            "urn: expected a run, a dataset or a model, got a dataJob",
        ),
        (
            {"urn": urn(3), "at": "2026-01-01T00:00:00Z"},
            1,
            "madeBy, at: expected only with the URN of a dataset or a model",
        ),
        ({"urn": urn(3)}, 0, "maxDepth: expected 1 or more, got 0"),
        (
            {"urn": urn(404)},
            1,
            f"right.urn: no such run is known: {urn(404)}. Check its spelling: GraphQL's search(text:) finds names",
        ),
        (
            {"urn": urn(3), "madeBy": urn(404)},
            1,
            f"right.madeBy: no such run is known: {urn(404)}. Check its spelling: GraphQL's search(text:) finds names",
        ),
    ],
)
async def test_a_bad_point_is_refused(
    point: dict[str, Any], depth: int, message: str, api: Api, database_url: str
) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(3), "report")))
    answer = await api.answer(DIFF, left={"urn": urn(3)}, right=point, maxDepth=depth)
    assert [error.message for error in answer.errors] == [message]


async def test_no_point_is_after_what_it_is_answered_from(api: Api, database_url: str) -> None:
    """At 11:00 nothing is known of 12:00: the answer would be that of 11:00, without saying so."""
    await stored(database_url, parsed(run_event("COMPLETE", "10:00:00", uuid(1), "load", outputs=["t"])))
    table = f'urn: "{named_dataset_urn(NAMESPACE, "t")}"'
    early, late = (f'{table}, at: "2026-01-01T{time}Z"' for time in ("11:00:00", "11:00:00.000001"))
    point_in_time = 'pointInTime: { asOf: "2026-01-01T12:00:00+01:00" }'
    asked = {
        f"impact({late}, {point_in_time}) {{ total }}": "",
        f"provenance({late}, {point_in_time}) {{ total }}": "",
        f"lineageDiff(left: {{ {late} }}, right: {{ {early} }}, {point_in_time}) {{ truncated }}": "left.",
        f"lineageDiff(left: {{ {early} }}, right: {{ {late} }}, {point_in_time}) {{ truncated }}": "right.",
    }
    for query, within in asked.items():
        answer = await api.answer(f"{{ {query} }}")
        got = "2026-01-01T11:00:00.000001+00:00"
        assert answer.errors[0].message == f"{within}at: expected a time not after asOf, got {got}"
        assert answer.errors[0].extensions["code"] == 400
    assert (await api(f"{{ impact({early}, {point_in_time}) {{ startTotal }} }}"))["impact"] == {"startTotal": 1}
