"""Runs by GraphQL: DataHub's semantics, the query of DataHub's documentation, and few statements."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import parse_files
from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn

SEED_QUERY = """query GetJobRuns { dataJob( urn: "%s" ) { runs(start: 0, count: 10) { total runs { urn created { time }
properties { name type externalUrl customProperties { key value } } relationships { parentTemplate parentInstance }
inputs { urn type } outputs { urn type } } } } }"""
"""The query of DataHub's documentation on DataProcessInstance, word for word; only the URN is ours."""

JOB = named_job_urn(NAMESPACE, "flow.job")
FLOW = named_flow_urn(NAMESPACE, "flow")


def history(runs: int) -> list[dict[str, Any]]:
    """Return runs of flow.job, one a minute, below runs of the flow; each reads 2 datasets and writes 1."""
    flow = [run_event("START", "00:00:00", uuid(900), "flow"), run_event("COMPLETE", "01:30:00", uuid(900), "flow")]
    tasks = [
        run_event(
            word, f"00:{n:02}:{second:02}", uuid(n), "flow.job", inputs=["in1", "in2"], outputs=[f"out{n % 3}"],
            parent=parent(uuid(900), "flow"),
            nominalTime={"nominalStartTime": "2026-01-01T00:00:00Z"},
            tags={"tags": [{"key": "team", "value": "prices"}]},
        )
        for n in range(1, runs + 1)
        for word, second in (("START", 0), ("COMPLETE", 30))
    ]  # fmt: skip
    return [*flow, *tasks]


async def test_seed_query_runs_verbatim(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(2)))
    data = await api(SEED_QUERY % JOB)
    assert data["dataJob"]["runs"]["total"] == 2
    assert data["dataJob"]["runs"]["runs"][0] == {
        "urn": urn(2),
        "created": {"time": 1767225720000},
        "properties": {
            "name": uuid(2),
            "type": "BATCH_SCHEDULED",
            "externalUrl": None,
            "customProperties": [
                {"key": "nominalTime.nominalStartTime", "value": "2026-01-01T00:00:00Z"},
                {"key": "team", "value": "prices"},
            ],
        },
        "relationships": {"parentTemplate": JOB, "parentInstance": urn(900)},
        "inputs": [
            {"urn": named_dataset_urn(NAMESPACE, "in1"), "type": "DATASET"},
            {"urn": named_dataset_urn(NAMESPACE, "in2"), "type": "DATASET"},
        ],
        "outputs": [{"urn": named_dataset_urn(NAMESPACE, "out2"), "type": "DATASET"}],
    }


async def test_recorded_seed_query_is_valid(api: Api, corpus: Path) -> None:
    data = await api((corpus / "datahub" / "seed_doc_getJobRuns.graphql").read_text())
    assert data == {"dataJob": {"runs": {"total": 0, "runs": []}}}


@pytest.mark.parametrize("runs", [1, 10])
async def test_statements_do_not_grow_with_the_page(runs: int, api: Api, database_url: str) -> None:
    """The job with the page, its total and the rows of its properties; inputs and outputs together."""
    await stored(database_url, parsed(*history(runs)))
    data = await api(SEED_QUERY % JOB)
    assert len(data["dataJob"]["runs"]["runs"]) == runs
    assert api.statements == 2


async def test_the_jobs_and_parents_of_a_list_take_a_statement_each(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(3)))
    data = await api(
        """{ runsConnection { nodes { urn parentTemplate { urn ... on StoredEntity { isStub } }
        parentInstance { urn nativeId } } } }"""
    )
    parent = {"urn": urn(900), "nativeId": uuid(900)}
    flow = {"urn": named_job_urn(NAMESPACE, "flow"), "isStub": False}
    assert data["runsConnection"]["nodes"] == [
        *(
            {"urn": urn(n), "parentTemplate": {"urn": JOB, "isStub": False}, "parentInstance": parent}
            for n in (3, 2, 1)
        ),
        {"urn": urn(900), "parentTemplate": flow, "parentInstance": None},
    ]
    assert api.statements == 3


@pytest.mark.parametrize("runs", [3, 9])
async def test_statements_of_a_deep_query_do_not_grow(runs: int, api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(runs)))
    data = await api(
        """query Deep($urn: String!) { dataJob(urn: $urn) { dataFlow { urn } runs(count: 9) { runs {
          state { status } parentTemplate { urn } parentInstance { children(count: 2) { total runs { urn } } }
          parentChain { urn } upstreamInstances { total } downstreamInstances { runs { urn } }
          outputs { ... on Dataset { runs(direction: OUTGOING, count: 2) { total runs { inputs { urn } } } } } } } } }""",
        urn=JOB,
    )
    assert len(data["dataJob"]["runs"]["runs"]) == runs
    assert api.statements == 10


@pytest.mark.parametrize("page", ["start: 0, count: 2", "start: 3, count: 2", "count: 0"])
async def test_a_page_without_runs_is_counted_with_the_page(page: str, api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(1)))
    data = await api(
        "query Q($urn: String!) { dataProcessInstance(urn: $urn) { children(%s) { total totalIsExact runs { urn } } } }"
        % page,
        urn=urn(1),
    )
    assert data["dataProcessInstance"]["children"] == {"total": 0, "totalIsExact": True, "runs": []}
    assert api.statements == 2


LISTS = """query Q($job: String!, $flow: String!, $table: String!, $named: String!, $run: String!, $start: Int!) {
dataJob(urn: $job) { runs(start: $start, count: 1) { ...Counted } }
dataFlow(urn: $flow) { runs(start: $start, count: 1) { ...Counted } }
readers: dataset(urn: $table) { runs(direction: INCOMING, start: $start, count: 1) { ...Counted } }
writers: dataset(urn: $named) { runs(direction: OUTGOING, start: $start, count: 1) { ...Counted } }
above: dataProcessInstance(urn: $run) {
  children(start: $start, count: 1) { ...Counted }
  downstreamInstances(start: $start, count: 1) { ...Counted } } }
fragment Counted on DataProcessInstanceResult { total totalIsExact runs { urn } }"""
"""Lists of each kind of owner. The table that is written has two names."""

NAMES = [{"namespace": f"{scheme}://bucket", "name": "t"} for scheme in ("s3", "s3a")]
"""Two names of one table."""


def five_of_each() -> list[dict[str, Any]]:
    """Return five runs in each of LISTS."""
    above = [run_event("START", f"00:0{n}:00", uuid(90 + n), "flow") for n in range(5)]
    needed = {"upstream": [{"job": {"namespace": NAMESPACE, "name": "flow"}, "run": {"runId": uuid(90)}}]}
    below = [
        run_event(
            "START", f"00:1{n}:00", uuid(n), "flow.job", inputs=["table"], outputs=NAMES[: 1 + n % 2],
            parent=parent(uuid(90), "flow"), jobDependencies=needed,
        )
        for n in range(1, 6)
    ]  # fmt: skip
    return [*above, *below]


@pytest.mark.parametrize(
    ("start", "counted"), [(0, (3, False)), (1, (4, False)), (2, (5, False)), (3, (5, True)), (9, (5, True))]
)
async def test_counting_stops_some_runs_after_the_page(
    start: int, counted: tuple[int, bool], api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The total is beyond the page while runs are left: a client that reads it with each page comes to the end."""
    monkeypatch.setattr("headwater.graphql.runs.page.COUNTED_AFTER", 2)
    await stored(database_url, parsed(*five_of_each()))
    named = named_dataset_urn("s3a://bucket", "t")
    urns = {"job": JOB, "flow": FLOW, "table": named_dataset_urn(NAMESPACE, "table"), "named": named, "run": urn(90)}
    found = await api(LISTS, **urns, start=start)
    pages = {(owner, field): page for owner, of in found.items() for field, page in of.items()}
    assert {key: (page["total"], page["totalIsExact"]) for key, page in pages.items()} == dict.fromkeys(pages, counted)
    assert [len(page["runs"]) for page in pages.values()] == [int(start < 5)] * 6

    for name in ("total", "totalIsExact"):
        alone = await api(LISTS.replace("total totalIsExact runs { urn }", name), **urns, start=start)
        assert all(alone[owner][field] == {name: page[name]} for (owner, field), page in pages.items())


async def test_each_of_several_jobs_has_its_own_total(api: Api, database_url: str) -> None:
    """The page is behind the last run of one of them; the last one is unknown."""
    jobs = {"flow.many": 3, "flow.few": 1, "flow.none": 0}
    events = [
        run_event("START", f"00:0{n}:00", uuid(10 * place + n), job)
        for place, (job, count) in enumerate(jobs.items())
        for n in range(count)
    ]
    await stored(database_url, parsed(*events))
    data = await api(
        """query Q($urns: [String!]!) { entities(urns: $urns) {
          ... on DataJob { runs(start: 2, count: 2) { total totalIsExact runs { urn } } } } }""",
        urns=[named_job_urn(NAMESPACE, job) for job in jobs],
    )
    assert [one["runs"] for one in data["entities"]] == [
        {"total": 3, "totalIsExact": True, "runs": [{"urn": urn(0)}]},
        {"total": 1, "totalIsExact": True, "runs": []},
        {"total": 0, "totalIsExact": True, "runs": []},
    ]


async def test_newest_first_ties_by_urn_and_pages(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(*(run_event("START", f"00:0{n // 2}:00", uuid(n), "flow.job") for n in (3, 1, 5, 2, 4))),
    )
    query = 'query Q($s: Int, $c: Int) { dataJob(urn: "%s") { runs(start: $s, count: $c) { start count total runs { urn } } } }'
    page = (await api(query % JOB, s=1, c=3))["dataJob"]["runs"]
    assert page == {"start": 1, "count": 3, "total": 5, "runs": [{"urn": urn(5)}, {"urn": urn(2)}, {"urn": urn(3)}]}
    assert len((await api(query % JOB))["dataJob"]["runs"]["runs"]) == 5
    assert (await api(query % JOB))["dataJob"]["runs"]["count"] == 20
    assert (await api(query % JOB, s=9, c=3))["dataJob"]["runs"]["runs"] == []


async def test_flow_runs_are_the_runs_of_the_job_with_the_flows_name(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(2)))
    flow = named_flow_urn(NAMESPACE, "flow")
    data = await api(
        "query Q($u: String!) { dataFlow(urn: $u) { flowId cluster runs { total runs { urn } } } }", u=flow
    )
    assert data["dataFlow"] == {
        "flowId": "flow", "cluster": NAMESPACE, "runs": {"total": 1, "runs": [{"urn": urn(900)}]}
    }  # fmt: skip


async def test_jobs_list_no_run_without_an_event(api: Api, database_url: str) -> None:
    """A child names the stub; no job lists the stub as its run."""
    await stored(
        database_url, parsed(run_event("START", "00:00:00", uuid(1), "flow.job", parent=parent(uuid(2), "flow")))
    )
    data = await api(
        """query Q($job: String!, $stub: String!) {
          openlineageJob(namespace: "test", name: "flow") { isStub exists runs { total runs { urn } } }
          dataJob(urn: $job) { isStub runs { total } }
          dataProcessInstance(urn: $stub) { exists isStub nativeId currentState { status } created { time }
            children { runs { urn } } } }""",
        job=JOB,
        stub=urn(2),
    )
    assert data["openlineageJob"] == {"isStub": True, "exists": True, "runs": {"total": 0, "runs": []}}
    assert data["dataJob"] == {"isStub": False, "runs": {"total": 1}}
    assert data["dataProcessInstance"] == {
        "exists": True, "isStub": True, "nativeId": uuid(2), "currentState": None, "created": None,
        "children": {"runs": [{"urn": urn(1)}]},
    }  # fmt: skip


async def test_dataset_runs_by_direction(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), outputs=["table"]),
            run_event("START", "00:01:00", uuid(2), inputs=["table"]),
            run_event("START", "00:02:00", uuid(3), inputs=["table"], outputs=["table"]),
        ),
    )
    data = await api(
        """{ openlineageDataset(namespace: "test", name: "table") {
          incoming: runs(direction: INCOMING) { total runs { urn } }
          outgoing: runs(direction: OUTGOING, count: 1) { total runs { urn } } } }"""
    )
    assert data["openlineageDataset"] == {
        "incoming": {"total": 2, "runs": [{"urn": urn(3)}, {"urn": urn(2)}]},
        "outgoing": {"total": 2, "runs": [{"urn": urn(3)}]},
    }


async def test_state_events_and_the_state_derived_from_them(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1)),
            run_event("OTHER", "00:01:00", uuid(1)),
            run_event("ABORT", "00:02:00.500", uuid(1)),
            run_event("RUNNING", "00:03:00", uuid(1)),
        ),
    )
    data = await api(
        """query Q($urn: String!, $until: Long) { dataProcessInstance(urn: $urn) {
          currentState { status attempt startedAt endedAt durationMillis result { resultType nativeResultType } }
          state { timestampMillis status result { resultType nativeResultType } }
          newest: state(limit: 1) { timestampMillis }
          until: state(endTimeMillis: $until) { timestampMillis } } }""",
        urn=urn(1),
        until=1767225720500,
    )
    run = data["dataProcessInstance"]
    assert run["currentState"] == {
        "status": "COMPLETE", "attempt": 1, "durationMillis": 120500,
        "startedAt": "2026-01-01T00:00:00+00:00", "endedAt": "2026-01-01T00:02:00.500000+00:00",
        "result": {"resultType": "FAILURE", "nativeResultType": "ABORT"},
    }  # fmt: skip
    assert [event["status"] for event in run["state"]] == ["STARTED", "COMPLETE", "STARTED"]
    assert [event["timestampMillis"] for event in run["state"]] == [1767225780000, 1767225720500, 1767225600000]
    assert run["newest"] == [{"timestampMillis": 1767225780000}]
    assert run["until"] == [{"timestampMillis": 1767225720500}, {"timestampMillis": 1767225600000}]


async def test_parents_children_upstream_and_downstream(api: Api, database_url: str) -> None:
    dependency = {"upstream": [{"job": {"namespace": NAMESPACE, "name": "b"}, "run": {"runId": uuid(2)}}]}
    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), "a"),
            run_event("START", "00:01:00", uuid(2), "b", parent=parent(uuid(1), "a")),
            run_event("START", "00:02:00", uuid(3), "c", parent=parent(uuid(2), "b"), jobDependencies=dependency),
        ),
    )
    query = """query Q($urn: String!) { dataProcessInstance(urn: $urn) {
      parentInstance { urn } parentChain { urn } children { runs { urn } }
      upstreamInstances { runs { urn } } downstreamInstances { total runs { urn } } } }"""
    assert (await api(query, urn=urn(3)))["dataProcessInstance"] == {
        "parentInstance": {"urn": urn(2)},
        "parentChain": [{"urn": urn(2)}, {"urn": urn(1)}],
        "children": {"runs": []},
        "upstreamInstances": {"runs": [{"urn": urn(2)}]},
        "downstreamInstances": {"total": 0, "runs": []},
    }
    assert (await api(query, urn=urn(2)))["dataProcessInstance"]["downstreamInstances"] == {
        "total": 1, "runs": [{"urn": urn(3)}]
    }  # fmt: skip


async def test_a_downstream_said_by_the_other_side_counts(api: Api, database_url: str) -> None:
    dependency = {"downstream": [{"job": {"namespace": NAMESPACE, "name": "b"}, "run": {"runId": uuid(2)}}]}
    merge = [
        run_event("START", "00:00:00", uuid(1), "a", jobDependencies=dependency),
        run_event("START", "00:01:00", uuid(2), "b"),
    ]
    await stored(database_url, parsed(*merge))
    query = "query Q($urn: String!) { dataProcessInstance(urn: $urn) { upstreamInstances { total runs { urn } } downstreamInstances { total runs { urn } } } }"
    none: dict[str, Any] = {"total": 0, "runs": []}
    assert (await api(query, urn=urn(1)))["dataProcessInstance"] == {
        "upstreamInstances": none, "downstreamInstances": {"total": 1, "runs": [{"urn": urn(2)}]}
    }  # fmt: skip
    assert (await api(query, urn=urn(2)))["dataProcessInstance"] == {
        "upstreamInstances": {"total": 1, "runs": [{"urn": urn(1)}]}, "downstreamInstances": none
    }  # fmt: skip


async def test_unknown_runs_take_two_statements_however_many(api: Api) -> None:
    urns = [urn(n) for n in range(100)]
    data = await api(
        "query Q($urns: [String!]!) { entities(urns: $urns) { ... on DataProcessInstance { exists } } }", urns=urns
    )
    assert data["entities"] == [{"exists": False}] * 100
    assert api.statements == 2


async def test_a_cycle_of_parents_ends(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            run_event("START", "00:00:00", uuid(1), "a", parent=parent(uuid(2), "b")),
            run_event("START", "00:01:00", uuid(2), "b", parent=parent(uuid(1), "a")),
        ),
    )
    data = await api("query Q($urn: String!) { dataProcessInstance(urn: $urn) { parentChain { urn } } }", urn=urn(1))
    assert data["dataProcessInstance"]["parentChain"] == [{"urn": urn(2)}]


async def test_a_shared_uuid_stands_for_the_run_that_began_first(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(run_event("START", "00:05:00", uuid(1), "late"), run_event("START", "00:00:00", uuid(1), "early")),
    )
    data = await api(
        """query Q($urn: String!, $id: String!) {
          bare: dataProcessInstance(urn: $urn) { parentTemplate { ... on DataJob { jobId } } }
          id: openlineageRun(runId: $id) { parentTemplate { ... on DataJob { jobId } } }
          job: openlineageRun(runId: $id, namespace: "test", name: "late") { parentTemplate { ... on DataJob { jobId } } }
          none: openlineageRun(runId: "no such run") { urn } }""",
        urn=urn(1),
        id=uuid(1).upper(),
    )
    assert {name: run and run["parentTemplate"]["jobId"] for name, run in data.items()} == {
        "bare": "early", "id": "early", "job": "late", "none": None
    }  # fmt: skip


async def test_warnings_of_a_run(api: Api, database_url: str) -> None:
    broken = run_event("START", "00:00:00", uuid(1), "a", inputs=[{"name": "no namespace"}])
    await stored(database_url, parsed(broken, run_event("START", "00:00:00", uuid(1), "b")))
    data = await api(
        """{ a: openlineageRun(runId: "%s", namespace: "test", name: "a") { warnings }
             b: openlineageRun(runId: "%s", namespace: "test", name: "b") { warnings } }"""
        % (uuid(1), uuid(1))
    )
    assert data == {"a": {"warnings": ["dataset.skipped", "run_id.shared"]}, "b": {"warnings": ["run_id.shared"]}}


async def test_odd_texts_find_nothing(api: Api) -> None:
    data = await api(
        r"""{ nul: openlineageRun(runId: "a\u0000b") { urn }
              urn: entity(urn: "urn:li:dataset:(urn:li:dataPlatform:\u0000,x,PROD)") { urn }
              name: openlineageDataset(namespace: "\u0000", name: "\u0000") { exists } }"""
    )
    assert data["nul"] is None
    assert data["name"] == {"exists": False}


async def test_entities_in_order_and_missing_ones_say_so(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*history(1)))
    urns = [
        urn(1),
        "urn:li:dataset:(urn:li:dataPlatform:none,such.table,PROD)",
        JOB,
        named_dataset_urn(NAMESPACE, "in1"),
        urn(77),
        "urn:li:mlModel:(urn:li:dataPlatform:mlflow,model,PROD)",
        "urn:li:container:15c06b721b1be8b660e73dcd3a2f19ed",
    ]
    data = await api(
        """query Q($urns: [String!]!) { entities(urns: $urns) { __typename urn type
          ... on DataProcessInstance { exists } ... on Dataset { exists name openlineage { namespace name } }
          ... on DataJob { exists jobId } ... on MLModel { exists name } ... on Container { exists } } }""",
        urns=urns,
    )
    assert [entity["urn"] for entity in data["entities"]] == urns
    assert [entity["exists"] for entity in data["entities"]] == [True, False, True, True, False, False, False]
    assert [entity["__typename"] for entity in data["entities"]] == [
        "DataProcessInstance", "Dataset", "DataJob", "Dataset", "DataProcessInstance", "MLModel", "Container"
    ]  # fmt: skip
    assert data["entities"][3]["openlineage"] == {"namespace": NAMESPACE, "name": "in1"}
    assert data["entities"][1]["name"] == "such.table"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ('{ dataJob(urn: "nonsense") { urn } }', "urn: expected urn:li:<type>:<id>, got 'nonsense'"),
        ('{ dataJob(urn: "urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)") { urn } }', "expected the URN of a DataJob"),
        ('{ dataset(urn: "urn:li:dataset:(a,b") { urn } }', "unbalanced"),
        ('{ dataset(urn: "urn:li:dataset:(a,b)") { urn } }', "a dataset has 3 part(s), got 2"),
        ('{ entity(urn: "urn:li:nothing:x") { urn } }', "expected an entity type that DataHub has"),
        ('{ dataJob(urn: "%s") { runs(count: 100000) { total } } }' % JOB, "count: expected 0 to 1000, got 100000"),
        ('{ dataJob(urn: "%s") { runs(start: -1) { total } } }' % JOB, "start: expected 0 or more, got -1"),
        (
            '{ dataJob(urn: "%s") { runs(start: 100001) { total } } }' % JOB,
            "start: expected at most 100000, got 100001",
        ),
        ('{ openlineageRun(runId: "x", name: "y") { urn } }', "expected both"),
        (r'{ openlineageRun(runId: "\uD800") { urn } }', ""),
        ('{ openlineageRun(runId: "x") { state(startTimeMillis: "x") { status } } }', "Long"),
        ('{ openlineageRun(runId: "x") { state(startTimeMillis: 99999999999999999999) { status } } }', "Long"),
        ('{ openlineageRun(runId: "x") { state(startTimeMillis: 1.5) { status } } }', "Long"),
        ("{ noSuchField }", "Cannot query field"),
        ("{ dataJob(", "Syntax Error"),
    ],
)
async def test_bad_input_names_what_was_expected(query: str, said: str, api: Api) -> None:
    answer = await api.answer(query)
    assert said in answer.errors[0].message
    assert answer.errors[0].extensions == {"code": 400, "type": "BAD_REQUEST"}


@pytest.mark.filterwarnings("ignore")
async def test_an_unexpected_error_is_not_shown(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    await api.pool.execute("ALTER TABLE entity RENAME COLUMN kind TO sort")  # a missing table is an outage
    answer = await api.answer('{ dataJob(urn: "%s") { urn } }' % JOB)
    assert [(error.message, error.extensions) for error in answer.errors] == [
        ("The server failed; its log says why.", {"code": 500, "type": "SERVER_ERROR"})
    ]


@pytest.mark.parametrize(
    "make",
    [
        lambda: '{ a: dataJob(urn: "%s") { %s urn %s } }' % (JOB, "dataFlow { runs { runs { " * 9, "} } }" * 9),
        lambda: "{ %s }" % " ".join(f'a{n}: dataJob(urn: "{JOB}") {{ urn }}' for n in range(60)),
        lambda: '{ dataJob(urn: "%s") { %s } }' % (JOB, "urn " * 6000),
    ],
)
async def test_queries_beyond_the_limits_are_refused(make: Callable[[], str], api: Api) -> None:
    answer = await api.answer(make())
    assert answer.errors
    assert api.statements == 0


async def test_apples_story(api: Api, database_url: str, corpus: Path) -> None:
    """The last run to write the apple pie, its inputs, and the runs that made them."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / "marquez_apples.ndjson"))
    data = await api(
        """{ openlineageDataset(namespace: "grandmas.kitchen", name: "apple.pie") {
          runs(direction: OUTGOING, count: 1) { runs { nativeId currentState { endedAt }
            inputs { ... on Dataset { name runs(direction: OUTGOING, count: 1) { runs { nativeId currentState { endedAt }
              inputs { ... on Dataset { openlineage { namespace name } } } } } } } } } } }"""
    )
    [pie] = data["openlineageDataset"]["runs"]["runs"]
    assert pie["nativeId"] == "bcef9942-cb5c-476a-995b-3e5ca14aff27"
    assert pie["currentState"] == {"endedAt": "2020-10-16T05:00:00+00:00"}
    [filling] = pie["inputs"]
    assert filling["name"] == "apple.filling"
    [filled] = filling["runs"]["runs"]
    assert filled["nativeId"] == "e7d71919-25b3-49cc-a0f5-63ecbee72b0f"
    names = sorted((i["openlineage"]["namespace"], i["openlineage"]["name"]) for i in filled["inputs"])
    assert names == [("cupboard", "sugar"), ("grandmas.kitchen", "apples"), ("grandmas.kitchen", "cinnamon")]
