"""A job or a flow comes with the page of its runs that a query asks for, in one statement, and is the same as alone."""

import pytest

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn

JOB = named_job_urn(NAMESPACE, "flow.job")
FLOW = named_flow_urn(NAMESPACE, "flow")
UNKNOWN = named_job_urn(NAMESPACE, "flow.unknown")
DATASET = named_dataset_urn(NAMESPACE, "in")

OF_ANY = "__typename urn type ... on StoredEntity { exists isStub }"
OF_JOB = "jobId dataFlow { urn isStub } openlineage { namespace name } properties { name }"
OF_FLOW = "flowId openlineage { namespace name } properties { name }"
FIELDS = {"dataJob": f"{OF_ANY} {OF_JOB}", "dataFlow": f"{OF_ANY} {OF_FLOW}", "entity": OF_ANY}
"""Fields of the root fields."""

RUNS = "runs(count: 2) { start count total runs { urn name state(limit: 1) { status } } }"

JOB_TEXT, FLOW_TEXT = f'"{JOB}"', f'"{FLOW}"'

ROOTS = [
    ("dataJob", JOB),
    ("dataFlow", FLOW),
    ("dataJob", UNKNOWN),
    ("entity", JOB),
    ("entity", FLOW),
    ("entity", DATASET),
]


@pytest.fixture
async def history(database_url: str) -> None:
    tasks = [
        run_event("START", f"00:0{n}:00", uuid(n), "flow.job", inputs=["in"], parent=parent(uuid(9), "flow"))
        for n in (1, 2, 3)
    ]
    flow = [run_event("START", "00:00:00", uuid(n), "flow") for n in (8, 9)]
    await stored(database_url, parsed(*flow, *tasks))


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(("root", "of"), ROOTS)
async def test_an_entity_with_its_runs_is_the_same_as_alone(root: str, of: str, api: Api) -> None:
    """Two aliases of `runs` have the entity read alone, with the pages after it."""
    query = f"query Q($urn: String!) {{ {root}(urn: $urn) {{ {FIELDS[root]} ... on HasExecutionRuns {{ %s }} }} }}"
    together = (await api(query % RUNS, urn=of))[root]
    apart = (await api(query % f"{RUNS} again: {RUNS}", urn=of))[root]
    assert together == {name: value for name, value in apart.items() if name != "again"}
    assert together.get("runs") == apart.get("again")


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(
    ("asked", "statements"),
    [
        ("dataJob(urn: $job) { urn runs(count: 2) { total runs { urn } } }", 1),
        ("dataFlow(urn: $flow) { urn isStub runs { total } }", 1),
        ("entity(urn: $job) { ... on DataJob { isStub runs { runs { urn parentTemplate { urn } } } } }", 1),
        (f'openlineageJob(namespace: "{NAMESPACE}", name: "flow.job") {{ runs {{ total }} }}', 1),
        ("dataJob(urn: $job) { urn runs { total } } dataFlow(urn: $flow) { runs { total } }", 2),
        ("dataJob(urn: $job) { new: runs(count: 1) { total } old: runs(start: 1) { total } }", 3),
        ("dataJob(urn: $job) { urn runs @include(if: true) { total } }", 1),
        ("dataJob(urn: $job) { runs { total } ... @skip(if: true) { old: runs(start: 1) { total } } }", 1),
        ("dataJob(urn: $job) { runs { total } runs { runs { urn } } ... on HasExecutionRuns { runs { start } } }", 1),
        ("entity(urn: $job) { ... on DataFlow { runs { total } } ... on DataJob { runs { count } } }", 1),
        (f'dataJob(urn: "{UNKNOWN}") {{ exists runs {{ total runs {{ urn }} }} }}', 1),
    ],
)  # fmt: skip
async def test_a_page_takes_no_statement_of_its_own(asked: str, statements: int, api: Api) -> None:
    await api(f"{{ {asked.replace('$job', JOB_TEXT).replace('$flow', FLOW_TEXT)} }}")
    assert api.statements == statements


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(("old", "statements"), [(True, 3), (False, 1)])
async def test_a_field_that_a_variable_leaves_out_is_not_read(old: bool, statements: int, api: Api) -> None:
    query = """query Q($urn: String!, $old: Boolean!) {
      dataJob(urn: $urn) { runs(count: 1) { total } old: runs(start: 1) @include(if: $old) { total } } }"""
    for _ in range(2):  # the second time with the same plan
        found = await api(query, urn=JOB, old=old)
        assert (found["dataJob"].get("old") is not None, api.statements) == (old, statements)


@pytest.mark.usefixtures("history")
async def test_a_page_by_variables_and_defaults_is_the_one_asked_for(api: Api) -> None:
    query = "query Q($urn: String!, $start: Int, $count: Int = 1) { dataJob(urn: $urn) { runs(start: $start, count: $count) { count runs { urn } } } }"
    pages = [
        (await api(query, urn=JOB, **asked))["dataJob"]["runs"]
        for asked in ({}, {"start": None, "count": None}, {"start": 1, "count": 2})
    ]
    assert [page["count"] for page in pages] == [1, 20, 2]
    assert [[run["urn"] for run in page["runs"]] for page in pages] == [
        [urn(3)],
        [urn(3), urn(2), urn(1)],
        [urn(2), urn(1)],
    ]


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize("bad", ["start: -1", "count: 1001", "start: 100001"])
async def test_a_page_out_of_bounds_is_the_error_of_its_field(bad: str, api: Api) -> None:
    answer = await api.answer(f'{{ dataJob(urn: "{JOB}") {{ urn runs({bad}) {{ total }} }} }}')
    assert answer.data == {"dataJob": {"urn": JOB, "runs": None}}
    assert [error.path for error in answer.errors] == [["dataJob", "runs"]]


@pytest.mark.usefixtures("history")
@pytest.mark.parametrize(
    ("root", "of"), [("dataJob", FLOW), ("dataFlow", JOB), ("dataJob", DATASET), ("dataJob", "no")]
)
async def test_another_entity_is_refused_as_without_runs(root: str, of: str, api: Api) -> None:
    told = []
    for more in ("", "runs { total }"):
        answer = await api.answer(f"query Q($urn: String!) {{ {root}(urn: $urn) {{ urn {more} }} }}", urn=of)
        assert answer.data == {root: None}
        told.append([(error.message, error.path, error.extensions) for error in answer.errors])
    assert told[0] == told[1]
    assert len(told[0]) == 1
