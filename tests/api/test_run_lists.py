"""Lists of runs by cursors: every list equals Python's list of the sent runs, for pages of any size."""

import base64
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import parse_files
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from run_histories import JOBS, MadeRun, in_order, moment, random_history

Rule = Callable[[MadeRun], bool]

PAGE = "nodes { urn } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { urn } } totalCount"
STATE_AT = "stateAt(pointInTime: {asOf: $at}) { status result { resultType } endedAt }"
ARGUMENTS = "first: $first, after: $after, filter: $filter, orderBy: $order"

OWNERS: dict[str, tuple[str, Rule]] = {
    "all": (f"runsConnection({ARGUMENTS}) {{ {PAGE} }}", lambda run: True),
    "job": (
        f'openlineageJob(namespace: "test", name: "load.orders") {{ runsConnection({ARGUMENTS}) {{ {PAGE} }} }}',
        lambda run: run.job == "load.orders",
    ),
    "flow": (
        f'dataFlow(urn: "{named_flow_urn(NAMESPACE, "load")}") {{ runsConnection({ARGUMENTS}) {{ {PAGE} }} }}',
        lambda run: run.job == "load",
    ),
    "run": (
        f'dataProcessInstance(urn: "{urn(1)}") {{ runsConnection({ARGUMENTS}) {{ {PAGE} }} }}',
        lambda run: run.parent == 1,
    ),
    "readers": (
        f'dataset(urn: "{named_dataset_urn(NAMESPACE, "a")}")'
        f" {{ runsConnection(direction: INCOMING, {ARGUMENTS}) {{ {PAGE} }} }}",
        lambda run: "a" in run.inputs,
    ),
    "writers": (
        f'dataset(urn: "{named_dataset_urn(NAMESPACE, "b")}")'
        f" {{ runsConnection(direction: OUTGOING, {ARGUMENTS}) {{ {PAGE} }} }}",
        lambda run: "b" in run.outputs,
    ),
}

FILTERS: dict[str, tuple[dict[str, Any], Rule]] = {
    "none": ({}, lambda run: True),
    "failed": ({"results": ["FAILURE"]}, lambda run: run.result == "FAILURE"),
    "ended": ({"results": ["FAILURE", "SUCCESS", "SKIPPED"]}, lambda run: run.result is not None),
    "open": ({"statuses": ["STARTED"]}, lambda run: run.result is None),
    "complete": ({"statuses": ["COMPLETE"]}, lambda run: run.result is not None),
    "open and failed": ({"statuses": ["STARTED"], "results": ["FAILURE"]}, lambda run: False),
    "window": (
        {"created": {"since": moment(4_000), "until": moment(20_000)}},
        lambda run: 4_000 <= run.created < 20_000,
    ),
    "retried": ({"minAttempt": 2}, lambda run: run.attempt >= 2),
    "whole pipelines": ({"isContained": False}, lambda run: run.parent is None),
    "parts of pipelines": ({"isContained": True, "results": ["FAILURE"]}, lambda run: run.parent is not None and run.result == "FAILURE"),
    "first attempt": ({"attempt": 1, "statuses": []}, lambda run: run.attempt == 1),
    "by hand": ({"triggers": ["MANUAL", "backfill"]}, lambda run: run.trigger in ("manual", "backfill")),
    "by any": ({"triggers": ["manual", "scheduled"]}, lambda run: run.trigger in ("manual", "scheduled")),
    "templates": (
        {"templates": [named_job_urn(NAMESPACE, name) for name in ("load.prices", "mart.revenue")]},
        lambda run: run.job in ("load.prices", "mart.revenue"),
    ),
    "flows": (
        {"flows": [named_flow_urn(NAMESPACE, "load"), named_flow_urn(NAMESPACE, "unknown")]},
        lambda run: run.job.startswith("load"),
    ),
    "a job of a flow": (
        {
            "flows": [named_flow_urn(NAMESPACE, "mart"), named_flow_urn(NAMESPACE, "load")],
            "templates": [named_job_urn(NAMESPACE, "mart.revenue")],
        },
        lambda run: run.job == "mart.revenue",
    ),
    "failed of a flow": (
        {"flows": [named_flow_urn(NAMESPACE, "load")], "results": ["FAILURE"], "text": "load"},
        lambda run: run.job.startswith("load") and run.result == "FAILURE",
    ),
    "none of the templates": ({"templates": [named_job_urn(NAMESPACE, "unknown")]}, lambda run: False),
    "id": ({"nativeId": uuid(7).upper()}, lambda run: run.number == 7),
    "beginning of ids": ({"text": uuid(7)[:-1]}, lambda run: run.number < 10),
    "word": ({"text": "PRI"}, lambda run: run.job == "load.prices"),
    "words": ({"text": "load ord"}, lambda run: run.job == "load.orders"),
    "middle of a word": ({"text": "rders"}, lambda run: False),
    "much": (
        {"text": "load", "results": ["SUCCESS", "FAILURE"], "triggers": ["scheduled"], "created": {"since": moment(0)}, "attempt": 1},
        lambda run: run.job.startswith("load") and run.result is not None and run.trigger == "scheduled" and run.attempt == 1,
    ),
}  # fmt: skip

ORDERS = [f"{key}_{way}" for key in ("CREATED", "STARTED", "ENDED", "DURATION") for way in ("DESC", "ASC")]


async def listed(api: Api, field: str, first: int, given: dict[str, Any], order: str) -> tuple[list[str], int]:
    """Return the URNs of all pages of a list, and its total."""
    query = f"query Q($first: Int, $after: String, $filter: RunFilter, $order: RunOrder! = CREATED_DESC) {{ {field} }}"
    urns: list[str] = []
    after = None
    while True:
        answer: Any = await api(query, first=first, after=after, filter=given, order=order)
        while "nodes" not in answer:
            [answer] = answer.values()
        info, edges = answer["pageInfo"], answer["edges"]
        assert [edge["node"] for edge in edges] == answer["nodes"]
        assert info["hasPreviousPage"] == (after is not None)
        assert [info["startCursor"], info["endCursor"]] == (
            [edges[0]["cursor"], edges[-1]["cursor"]] if edges else [None] * 2
        )
        urns += [node["urn"] for node in answer["nodes"]]
        after = info["endCursor"]
        if not info["hasNextPage"]:
            return urns, answer["totalCount"]
        assert len(edges) == first


@pytest.mark.parametrize("seed", range(3))
async def test_every_list_is_what_was_sent(seed: int, api: Api, database_url: str) -> None:
    runs = random_history(seed, 60)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    for owner, (field, is_of_owner) in OWNERS.items():
        for name, (given, meets) in FILTERS.items():
            expected = [run for run in runs if is_of_owner(run) and meets(run)]
            urns, total = await listed(api, field, 7, given, "CREATED_DESC")
            assert (urns, total) == (in_order(expected, "CREATED_DESC"), len(expected)), (owner, name)


PAIRS = [
    (one, other) for one, other in combinations(FILTERS, 2) if FILTERS[one][0].keys().isdisjoint(FILTERS[other][0])
]


@pytest.mark.parametrize("seed", range(3))
async def test_two_filters_leave_what_meets_both(seed: int, api: Api, database_url: str) -> None:
    """The index of either filter may serve the list."""
    runs = random_history(seed, 60)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    for place, (owner, (field, is_of_owner)) in enumerate(OWNERS.items()):
        for one, other in PAIRS[(seed + place) % len(OWNERS) :: len(OWNERS)]:
            (given, meets), (more, meets_too) = FILTERS[one], FILTERS[other]
            expected = [run for run in runs if is_of_owner(run) and meets(run) and meets_too(run)]
            urns, total = await listed(api, field, 7, given | more, "CREATED_DESC")
            assert (urns, total) == (in_order(expected, "CREATED_DESC"), len(expected)), (owner, one, other)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("first", [1, 5])
async def test_every_order_pages_to_the_end(order: str, first: int, api: Api, database_url: str) -> None:
    runs = random_history(7, 40)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    for owner, (field, is_of_owner) in OWNERS.items():
        expected = [run for run in runs if is_of_owner(run)]
        urns, _ = await listed(api, field, first, {"created": {"since": moment(0)}}, order)
        assert urns == in_order(expected, order), owner


async def test_an_alias_of_a_dataset_lists_each_run_once(api: Api, database_url: str) -> None:
    both = [{"namespace": f"{scheme}://bucket", "name": "t"} for scheme in ("s3", "s3a")]
    await stored(
        database_url,
        parsed(*(run_event("START", f"00:0{n}:00", uuid(n), inputs=both[: 1 + n % 2]) for n in range(1, 6))),
    )
    field = OWNERS["readers"][0].replace(named_dataset_urn(NAMESPACE, "a"), named_dataset_urn("s3a://bucket", "t"))
    assert await listed(api, field, 2, {}, "CREATED_DESC") == ([urn(n) for n in (5, 4, 3, 2, 1)], 5)


async def test_runs_without_a_known_time_are_not_listed(api: Api, database_url: str) -> None:
    link = {"run": {"runId": uuid(9)}, "job": {"namespace": NAMESPACE, "name": "other"}}
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1), parent=link)))
    assert await listed(api, OWNERS["all"][0], 5, {}, "CREATED_DESC") == ([urn(1)], 1)


async def test_an_unknown_job_has_no_runs(api: Api) -> None:
    empty = {"nodes": [], "totalCount": 0, "pageInfo": {"hasNextPage": False, "endCursor": None}}
    shape = "{ nodes { urn } totalCount pageInfo { hasNextPage endCursor } }"
    job = named_job_urn(NAMESPACE, "none")
    data = await api(f'{{ runsConnection {shape} dataJob(urn: "{job}") {{ runsConnection {shape} }} }}')
    assert data == {"runsConnection": empty, "dataJob": {"runsConnection": empty}}


async def test_no_page_follows_an_empty_one(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1))))
    data = await api("{ runsConnection(first: 0) { totalCount pageInfo { hasNextPage endCursor } } }")
    assert data["runsConnection"] == {"totalCount": 1, "pageInfo": {"hasNextPage": False, "endCursor": None}}


@pytest.mark.parametrize("jobs", [1, 4])
async def test_a_level_is_one_statement_and_a_total_one_more(jobs: int, api: Api, database_url: str) -> None:
    runs = random_history(1, 30)
    await stored(database_url, parsed(*(event for run in runs for event in run.events())))
    urns = [named_job_urn(NAMESPACE, job) for job in JOBS[:jobs]]
    page = "runsConnection(first: 3, filter: {results: [FAILURE]}) { %s nodes { urn trigger } edges { cursor } pageInfo { hasNextPage } }"
    query = "query Q($urns: [String!]!) { entities(urns: $urns) { ... on DataJob { %s } } }" % page
    await api(query % "", urns=urns)
    assert api.statements == 2  # the jobs; their runs
    await api(query % "totalCount", urns=urns)
    assert api.statements == 3


async def test_only_a_total_reads_no_page(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(run_event("START", "00:00:00", uuid(1))))
    assert await api("{ runsConnection { totalCount } }") == {"runsConnection": {"totalCount": 1}}
    assert api.statements == 1


def cursor(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("first: -1", "first: expected 0 to 1000, got -1"),
        ("first: 1001", "first: expected 0 to 1000, got 1001"),
        ('after: "x"', "after: expected a cursor that this list gave"),
        ('after: "é"', "after: expected a cursor"),
        ('after: ""', "after: expected a cursor"),
        (f'after: "{cursor()}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC")}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC", None, "u")}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC", "soon", "u")}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC", 2**59, "u")}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC", 10**30, "u")}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_DESC", 1, chr(0))}"', "after: expected a cursor"),
        (f'after: "{cursor("CREATED_ASC", 1, "u")}"', "expected a cursor of the order CREATED_DESC, got one of 'CREATED_ASC'"),
        ('filter: {templates: ["x"]}', "expected urn:li:"),
        ('filter: {templates: ["urn:li:dataset:(a,b,c)"]}', "templates: expected the URN of a dataJob or dataFlow, got 'urn:li:dataset"),
        ("orderBy: ENDED_DESC", "orderBy: ENDED_DESC expected created.since in the filter"),
        (
            'filter: {created: {since: "2026-01-02T00:00:00Z", until: "2026-01-02T01:00:00+01:00"}}',
            "created.until: expected a time after created.since, 2026-01-02T00:00:00+00:00, got 2026-01-02T00:00:00+00:00",
        ),
        (
            'filter: {arrived: {since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z"}}',
            "arrived.until: expected a time after arrived.since, 2026-01-02T00:00:00+00:00, got 2026-01-01T00:00:00+00:00",
        ),
        ("filter: {attempt: 0}", "attempt: expected 1 or more, got 0"),
        ("filter: {minAttempt: -5}", "minAttempt: expected 1 or more, got -5"),
        ('filter: {text: "ab"}', "text: expected 3 to 100 characters with a letter or a digit, got 'ab'"),
        ('filter: {text: "  .. "}', "text: expected 3 to 100"),
        (r'filter: {text: "abc\u0000"}', "text: expected text without NUL"),
        (r'filter: {nativeId: "\uD800"}', ""),
        (r'filter: {triggers: ["\u0000"]}', "triggers: expected text without NUL"),
        (f'after: "{cursor("CREATED_DESC", 1, chr(0xD800))}"', "after: expected a cursor"),
        ("filter: {triggers: [%s]}" % ('"a" ' * 101), "triggers: expected at most 100, got 101"),
    ],
)  # fmt: skip
async def test_bad_arguments_name_what_was_expected(arguments: str, said: str, api: Api) -> None:
    answer = await api.answer("{ runsConnection(%s) { nodes { urn } } }" % arguments)
    assert answer.errors, "it was answered"
    assert said in answer.errors[0].message
    assert answer.errors[0].extensions == {"code": 400, "type": "BAD_REQUEST"}
    assert api.statements == 0


@pytest.mark.parametrize("text", ["%", "a_b", "\\\\d+", "(", "'; --", "éclair", "*", "🜁🜁a"])
async def test_odd_texts_find_what_they_say(text: str, api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(run_event("START", "00:00:00", uuid(1), f"x.{text}abc"), run_event("START", "00:00:01", uuid(2), "xyz")),
    )
    answer = await api("query Q($t: String!) { runsConnection(filter: {text: $t}) { nodes { urn } } }", t=f"{text}abc")
    assert answer["runsConnection"]["nodes"] == [{"urn": urn(1)}]


async def test_airflow_says_what_started_a_run(api: Api, database_url: str, corpus: Path) -> None:
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"))
    query = "{ runsConnection(first: 1000) { nodes { trigger %s } } }"
    data = await api(
        query % " ".join(f'{name}: aspect(name: "{name}") {{ value }}' for name in ("airflow", "airflowDagRun"))
    )
    told = {
        (run["trigger"], (run["airflow"] or run["airflowDagRun"])["value"]["dagRun"]["run_type"])
        for run in data["runsConnection"]["nodes"]
        if run["airflow"] or run["airflowDagRun"]
    }
    assert {trigger for trigger, _ in told} >= {"manual", "asset_triggered", "operator_triggered"}
    assert all(trigger == value for trigger, value in told)


@pytest.mark.parametrize("field", ["runsConnection", "dataset", "openlineageJob"])
async def test_runs_that_arrived_later_are_left_out(field: str, api: Api, database_url: str) -> None:
    """A filter and a state of the run, as the store knew them at a moment between two loads."""
    first, second = (run_event("START", f"00:0{number}:00", uuid(number), "job", outputs=["a"]) for number in (1, 2))
    end = run_event("FAIL", "00:03:00", uuid(1), "job", outputs=["a"])
    await stored(database_url, parsed(first))
    at = (await api.pool.fetchval("SELECT clock_timestamp()")).isoformat()
    await stored(database_url, parsed(second, end))
    page = "{ totalCount nodes { urn currentState { status } stateAt(pointInTime: {knownAt: $at}) { status } } }"
    filters = "filter: {arrived: {%s: $at}}"
    owners = {
        "runsConnection": "runsConnection(%s) %s",
        "dataset": 'dataset(urn: "'
        + named_dataset_urn(NAMESPACE, "a")
        + '") { runsConnection(direction: OUTGOING, %s) %s }',
        "openlineageJob": 'openlineageJob(namespace: "test", name: "job") { runsConnection(%s) %s }',
    }
    found = []
    for word in ("until", "since"):
        answer: Any = await api("query ($at: DateTime!) { %s }" % (owners[field] % (filters % word, page)), at=at)
        while "nodes" not in answer:
            [answer] = answer.values()
        found.append(answer)
    known, unknown = found
    assert known == {
        "totalCount": 1,
        "nodes": [{"urn": urn(1), "currentState": {"status": "COMPLETE"}, "stateAt": {"status": "STARTED"}}],
    }
    assert unknown == {
        "totalCount": 1,
        "nodes": [{"urn": urn(2), "currentState": {"status": "STARTED"}, "stateAt": None}],
    }


async def test_a_runs_state_at_a_moment_is_of_its_events_until_then(api: Api, database_url: str) -> None:
    events = [
        run_event(word, f"00:0{minute}:00", uuid(1), "job")
        for minute, word in ((1, "START"), (2, "RUNNING"), (3, "FAIL"))
    ]
    await stored(database_url, parsed(*events))
    query = "query ($at: DateTime) { dataProcessInstance(urn: %s) { %s } }" % (json.dumps(urn(1)), STATE_AT)
    states = [
        await api(query, at=at) for at in ("2026-01-01T00:00:30Z", "2026-01-01T00:02:30Z", "2026-01-01T00:03:00Z", None)
    ]
    assert [state["dataProcessInstance"]["stateAt"] for state in states] == [
        None,
        {"status": "STARTED", "result": None, "endedAt": None},
        *[{"status": "COMPLETE", "result": {"resultType": "FAILURE"}, "endedAt": "2026-01-01T00:03:00+00:00"}] * 2,
    ]
