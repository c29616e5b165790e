"""`Impact.graph`: the answer as nodes and edges, folded by job and by flow."""

from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn

GRAPH = """query ($urn: String!, $max: Int, $unfold: [String!], $folding: ImpactGraphFolding! = NONE, $direction: LineageDirection! = DOWNSTREAM,
  $certainty: LineageCertainty! = CERTAIN, $asOf: DateTime, $at: DateTime) {
  impact(urn: $urn, direction: $direction, certainty: $certainty, at: $at, pointInTime: {asOf: $asOf}) {
    graph(maxNodes: $max, unfold: $unfold, folding: $folding) {
      folding total omitted omittedEdges
      nodes {
        key role folding name urn template madeBy count members states { state total } kinds { kind certainty } certainty
        depth hasRunSince from until
      }
      edges { from to count certainty }
    } } }"""


@pytest.fixture
async def shop(api: Api, database_url: str) -> Api:
    """load writes prices at 0:10, report reads them from 0:20 to 0:25, a load fails at 0:40, mail reads at 0:50."""
    events = [
        run_event("START", "00:00:00", uuid(1), "load", outputs=["prices"]),
        run_event("COMPLETE", "00:10:00", uuid(1), "load"),
        run_event("START", "00:20:00", uuid(2), "report", inputs=["prices"], outputs=["report"]),
        run_event("COMPLETE", "00:25:00", uuid(2), "report"),
        run_event("START", "00:30:00", uuid(3), "load", outputs=["prices"]),
        run_event("FAIL", "00:40:00", uuid(3), "load"),
        run_event("START", "00:50:00", uuid(4), "mail", inputs=["prices", "report"]),
    ]
    await stored(database_url, parsed(*events))
    return api


async def fan(database_url: str, jobs: int, runs: int) -> None:
    """Many jobs of the flow `fan` read prices and write a table each, so many times."""
    events = [
        run_event(
            "FAIL" if run == 1 and job == 1 else "COMPLETE",
            f"01:{job:02}:{run:02}",
            uuid(1000 + 100 * job + run),
            f"fan.job{job}",
            inputs=["prices"],
            outputs=[f"table{job}"],
        )
        for job in range(jobs)
        for run in range(runs)
    ]
    await stored(database_url, parsed(*events))


async def graph(api: Api, start: str, **variables: Any) -> dict[str, Any]:
    answer = await api(GRAPH, urn=start, **variables)
    return dict(answer["impact"]["graph"])


def job(name: str) -> str:
    return named_job_urn(NAMESPACE, name)


def table(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


def told(found: dict[str, Any], *fields: str) -> list[tuple[Any, ...]]:
    return [tuple(node[field] for field in fields) for node in found["nodes"]]


def edges(found: dict[str, Any]) -> list[tuple[str, str]]:
    names = {node["key"]: f"{node['role']} {node['name']}" for node in found["nodes"]}
    assert len(names) == len(found["nodes"]), "keys are unique"
    return [(names[edge["from"]], names[edge["to"]]) for edge in found["edges"]]


async def test_a_small_answer_has_a_node_for_each_run_version_and_job_at_risk(shop: Api) -> None:
    found = await graph(shop, urn(1))
    assert (found["folding"], found["total"], found["omitted"]) == ("NONE", 7, 0)
    load, prices, report, made, mail, *at_risk = found["nodes"]
    assert load == {
        "key": load["key"],
        "role": "START",
        "folding": "NONE",
        "name": "load",
        "urn": urn(1),
        "template": job("load"),
        "madeBy": None,
        "count": 1,
        "members": 1,
        "states": [{"state": "SUCCESS", "total": 1}],
        "kinds": [],
        "certainty": "CERTAIN",
        "depth": 0,
        "hasRunSince": None,
        "from": "2026-01-01T00:00:00+00:00",
        "until": "2026-01-01T00:10:00+00:00",
    }
    assert (prices["role"], prices["urn"], prices["madeBy"], prices["template"]) == (
        "VERSION",
        table("prices"),
        urn(1),
        None,
    )
    assert prices["states"] == []
    assert (report["kinds"], report["depth"]) == ([{"kind": "CONTAMINATED", "certainty": "CERTAIN"}], 1)
    assert made["madeBy"] == urn(2)
    assert (mail["states"], mail["until"]) == ([{"state": "STARTED", "total": 1}], None)
    assert [(node["role"], node["name"], node["hasRunSince"]) for node in at_risk] == [
        ("NEXT", "report", True),
        ("NEXT", "mail", True),
    ]
    assert edges(found) == [
        ("START load", "VERSION prices"),
        ("VERSION prices", "RUN report"),
        ("VERSION prices", "RUN mail"),
        ("VERSION prices", "NEXT report"),
        ("VERSION prices", "NEXT mail"),
        ("RUN report", "VERSION report"),
        ("VERSION report", "RUN mail"),
        ("VERSION report", "NEXT mail"),
    ]
    assert {(edge["count"], edge["certainty"]) for edge in found["edges"]} == {(1, "CERTAIN")}


async def test_upstream_edges_go_with_time_too(shop: Api) -> None:
    found = await graph(shop, table("report"), direction="UPSTREAM")
    assert edges(found) == [
        ("RUN load", "VERSION prices"),
        ("VERSION prices", "START report"),
        ("START report", "VERSION report"),
    ]
    assert {node["madeBy"] for node in found["nodes"]} == {None, urn(1), urn(2)}


async def test_possible_effects_are_told(shop: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("COMPLETE", "00:35:00", uuid(5), "hasty", inputs=["prices"])))
    found = await graph(shop, urn(3), certainty="POSSIBLE")
    [hasty] = [node for node in found["nodes"] if node["urn"] == urn(5)]
    assert hasty["certainty"] == "POSSIBLE"
    assert hasty["kinds"] == [{"kind": "CONTAMINATED", "certainty": "POSSIBLE"}]
    assert {edge["certainty"] for edge in found["edges"] if edge["to"] == hasty["key"]} == {"POSSIBLE"}


async def test_many_runs_are_folded_by_job(shop: Api, database_url: str) -> None:
    await fan(database_url, 2, 5)
    found = await graph(shop, urn(1), max=14)
    assert (found["folding"], found["omitted"]) == ("JOB", 0)
    [node] = [node for node in found["nodes"] if node["name"] == "fan.job1" and node["role"] == "RUN"]
    assert (node["folding"], node["urn"], node["template"]) == ("JOB", job("fan.job1"), job("fan.job1"))
    assert (node["count"], node["states"]) == (
        5,
        [{"state": "SUCCESS", "total": 4}, {"state": "FAILURE", "total": 1}],
    )
    assert (node["from"], node["until"]) == ("2026-01-01T01:01:00+00:00", "2026-01-01T01:01:04+00:00")
    [edge] = [edge for edge in found["edges"] if edge["to"] == node["key"]]
    assert edge["count"] == 5
    assert found["total"] == sum(count for (count,) in told(found, "count"))


async def test_still_too_many_are_folded_by_flow_and_unfolded_on_demand(shop: Api, database_url: str) -> None:
    await fan(database_url, 8, 3)
    found = await graph(shop, urn(1), max=12)
    assert (found["folding"], found["omitted"]) == ("FLOW", 0)
    folds = [node for node in found["nodes"] if node["folding"] == "FLOW"]
    assert [(node["role"], node["name"], node["count"], node["members"]) for node in folds] == [
        ("RUN", "fan", 24, 8),
        ("VERSION", "data of fan", 23, 8),
        ("NEXT", "fan", 8, 8),
    ]
    flow = folds[0]["urn"]
    assert flow == named_flow_urn(NAMESPACE, "fan.job0")
    assert folds[0]["template"] is None

    unfolded = await graph(shop, urn(1), max=40, unfold=[flow])
    assert unfolded["folding"] == "JOB"
    assert len([node for node in unfolded["nodes"] if node["role"] == "RUN" and node["name"].startswith("fan.")]) == 8

    some = await graph(shop, urn(1), max=30, unfold=[job("fan.job1"), table("table2")])
    assert some["omitted"] == 0
    assert len(some["nodes"]) <= 30
    assert told(
        {"nodes": [n for n in some["nodes"] if n["template"] == job("fan.job1")]}, "folding", "count", "role"
    ) == [
        ("NONE", 1, "RUN"),
        ("NONE", 1, "RUN"),
        ("NONE", 1, "RUN"),
        ("NONE", 1, "NEXT"),
    ]
    kept = {node["key"] for node in found["nodes"] if node["folding"] == "NONE"}
    assert kept <= {node["key"] for node in some["nodes"]}, "a key stays when others are unfolded"


async def test_the_least_folding_holds_also_if_all_would_fit(shop: Api, database_url: str) -> None:
    await fan(database_url, 3, 3)
    by_job = await graph(shop, urn(1), folding="JOB")
    assert by_job["folding"] == "JOB"
    fan_runs = ("folding", "count", "role", "name")
    assert ("JOB", 3, "RUN", "fan.job1") in told(by_job, *fan_runs)
    assert ("NONE", 1, "RUN", "report") in told(by_job, *fan_runs)
    opened = await graph(shop, urn(1), folding="JOB", unfold=[job("fan.job1")])
    assert told(opened, *fan_runs).count(("NONE", 1, "RUN", "fan.job1")) == 3
    by_flow = await graph(shop, urn(1), folding="FLOW")
    assert ("FLOW", 9, "RUN", "fan") in told(by_flow, *fan_runs)
    assert [found["total"] for found in (by_job, opened, by_flow)] == [by_job["total"]] * 3


@pytest.mark.parametrize("folding", ["JOB", "FLOW"])
async def test_the_versions_of_the_start_stand_apart(folding: str, shop: Api, database_url: str) -> None:
    """A job of the same flow rewrites the data that it reads: what it wrote is no part of the start."""
    again = [
        run_event("COMPLETE", f"01:00:0{second}", uuid(5 + second), "fan.job", inputs=["prices"], outputs=["prices"])
        for second in range(2)
    ]
    await stored(database_url, parsed(*again))
    found = await graph(shop, urn(5), folding=folding)
    versions = [node for node in found["nodes"] if node["role"] == "VERSION"]
    assert [(node["depth"], node["count"]) for node in versions] == [(0, 1), (1, 1)]
    assert len({node["key"] for node in found["nodes"]}) == len(found["nodes"])


async def test_an_unfolded_group_without_room_shows_its_nearest_runs(shop: Api, database_url: str) -> None:
    await fan(database_url, 1, 30)
    found = await graph(shop, urn(1), max=15, unfold=[job("fan.job0")])
    runs = [node for node in found["nodes"] if node["template"] == job("fan.job0") and node["role"] == "RUN"]
    assert len(found["nodes"]) == 15
    assert found["omitted"] == 0
    assert [node["count"] for node in runs] == [1] * (len(runs) - 1) + [30 - len(runs) + 1]
    assert runs[0]["from"] == "2026-01-01T01:00:00+00:00"
    assert runs[-1]["urn"] == job("fan.job0")


async def test_the_farthest_are_left_out_and_counted(shop: Api) -> None:
    found = await graph(shop, urn(1), max=2)
    assert told(found, "role", "name") == [("START", "load"), ("VERSION", "prices")]
    assert found["omittedEdges"] == 0
    assert (found["total"], found["omitted"]) == (7, 5)


async def test_edges_beyond_five_a_node_are_left_out_and_counted(shop: Api, database_url: str) -> None:
    """Twelve jobs run twice, and each reads what all wrote before."""
    names = [f"dense{number}" for number in range(12)]
    events = [
        run_event(
            "COMPLETE",
            f"02:00:0{second}",
            uuid(500 + 20 * second + number),
            f"job{number}",
            inputs=["prices", *names],
            outputs=[names[number]],
        )
        for second in range(2)
        for number in range(12)
    ]
    await stored(database_url, parsed(*events))
    found = await graph(shop, urn(1), max=26, folding="JOB")
    assert len(found["edges"]) == 5 * 26
    assert found["omittedEdges"] > 0
    whole = await graph(shop, urn(1), max=1000, folding="JOB")
    assert whole["omittedEdges"] == 0


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"max": 0}, "maxNodes: expected 1 to 1000, got 0"),
        ({"max": 1001}, "maxNodes: expected 1 to 1000, got 1001"),
        ({"unfold": ["x"] * 101}, "unfold: expected at most 100 URNs, got 101"),
    ],
)
async def test_arguments_out_of_bounds_are_named(variables: dict[str, Any], said: str, shop: Api) -> None:
    answer = await shop.answer(GRAPH, urn=urn(1), **variables)
    assert answer.errors[0].message == said


async def test_a_graph_costs_the_same_statements_for_any_size_and_shares_them(shop: Api, database_url: str) -> None:
    both = """query ($urn: String!, $max: Int) { impact(urn: $urn) {
        graph(maxNodes: $max) { nodes { name states { total } } edges { count } } diagram %s } }"""
    await shop(both % "", urn=urn(1))
    shared = shop.statements
    await shop(GRAPH, urn=urn(1))
    assert shop.statements == shared
    await shop(both % "atRisk { hasRunSince } totalsByType { total }", urn=urn(1))
    with_more = shop.statements
    await shop(
        "query ($urn: String!) { impact(urn: $urn) { atRisk { hasRunSince } totalsByType { total } } }", urn=urn(1)
    )
    alone = shop.statements
    assert with_more - shared < alone, "the jobs at risk and the assets are read once"
    await fan(database_url, 4, 20)
    for most in (1, 30, 1000):
        await shop(GRAPH, urn=urn(1), max=most)
        assert shop.statements == shared


async def test_a_job_or_flow_starts_with_the_runs_that_had_begun(shop: Api, database_url: str) -> None:
    await fan(database_url, jobs=2, runs=2)
    flow = await graph(shop, named_flow_urn(NAMESPACE, "fan"), asOf="2026-01-01T01:00:30Z")
    assert told(flow, "role").count(("START",)) == 2
    for as_of, begun in (("2026-01-01T00:45:00Z", 2), ("2026-01-01T00:20:00Z", 1)):
        found = await graph(shop, job("load"), asOf=as_of)
        assert told(found, "role", "name").count(("START", "load")) == begun
    for moment in ("asOf", "knownAt"):
        query = 'query ($urn: String!) { impact(urn: $urn, pointInTime: {%s: "2025-12-31T00:00:00Z"}) { graph { nodes { name } } } }'
        answer = await shop(query % moment, urn=job("load"))
        assert answer["impact"]["graph"]["nodes"] == []


async def test_a_flow_starts_without_runs_whose_tasks_began_later(shop: Api, database_url: str) -> None:
    tasks = [
        run_event(
            "COMPLETE", f"0{hour}:00:00", uuid(2000 + hour), "night.load", parent=parent(uuid(2100 + hour), "night")
        )
        for hour in (1, 2, 3)
    ]
    await stored(database_url, parsed(*tasks))
    for as_of, begun in (("2026-01-01T00:30:00Z", 0), ("2026-01-01T01:30:00Z", 1), ("2026-01-01T02:30:00Z", 2)):
        found = await graph(shop, named_flow_urn(NAMESPACE, "night"), asOf=as_of)
        assert told(found, "role", "name").count(("START", "night")) == begun
