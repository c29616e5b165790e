"""`relationships`, as DataHub's clients ask for them: pages, totals, kinds, removed entities, and few statements."""

import asyncio
from typing import Any

import pytest
from query_texts import WEB_CLIENT

from headwater.dialects.datahub.registry import urn_of_key
from headwater.graphql.entities.entity_type import GRAPHQL_TYPES, OTHER_TYPE
from headwater.graphql.mapper import missing_entity
from headwater.store import graph_reader
from headwater.store.graph_reader import GraphReader

import datahub_model
from conftest import merge_items
from datahub_queries import DATASET_RUNS, EXECUTION_RUNS, PROCESS_INSTANCE
from events import parent, parsed, run_event, uuid
from graphql_api import Api, urn
from proposals import accept_items, event, item

FLOW = "urn:li:dataFlow:(airflow,flow,prod)"
JOB = f"urn:li:dataJob:({FLOW},job)"
HIVE = "urn:li:dataset:(urn:li:dataPlatform:hive,{},PROD)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,model,PROD)"
CONTAINERS = ["urn:li:container:inner", "urn:li:container:outer"]
STAMP: dict[str, Any] = {"time": 1_700_000_000_000, "actor": "urn:li:corpuser:me"}

PAGE = """query ($urn: String!, $input: RelationshipsInput) { entity(urn: $urn) { relationships(input: $input) {
    start count total relationships { type direction created { time actor } entity { urn type } } } } }"""


def run_of(number: int) -> str:
    return f"urn:li:dataProcessInstance:run{number:03}"


def run_items(number: int) -> list[dict[str, Any]]:
    """Return a run of JOB, a minute after the one before; the run reads `shared` and data of its own."""
    created = {"time": STAMP["time"] + number * 60_000, "actor": STAMP["actor"]}
    run = run_of(number)
    return [
        item(
            run, "dataProcessInstanceProperties", {"name": f"run {number}", "created": created, "customProperties": {}}
        ),
        item(run, "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []}),
        item(run, "dataProcessInstanceInput", {"inputs": [HIVE.format("shared"), HIVE.format(f"in{number}")]}),
        item(run, "dataProcessInstanceOutput", {"outputs": [HIVE.format(f"out{number}")]}),
        item(run, "dataProcessInstanceRunEvent", event(created["time"], "STARTED", attempt=1)),
        item(run, "dataProcessInstanceRunEvent", event(created["time"] + 1000, "COMPLETE", "SUCCESS")),
        item(HIVE.format(f"in{number}"), "datasetProperties", {"name": f"In {number}", "customProperties": {}}),
    ]


async def accepted(database_url: str, *items: dict[str, Any]) -> None:
    await asyncio.to_thread(accept_items, database_url, *items)


async def page_of(api: Api, entity: str, direction: str, *types: str, **more: Any) -> dict[str, Any]:
    asked = {"types": types, "direction": direction, **more}
    page: dict[str, Any] = (await api(PAGE, urn=entity, input=asked))["entity"]["relationships"]
    return page


def urns(page: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["type"], one["entity"]["urn"]) for one in page["relationships"]]


async def test_a_page_is_by_type_then_the_newest_run_then_by_urn(api: Api, database_url: str) -> None:
    runs = [one for number in range(3) for one in run_items(number)]
    await accepted(
        database_url,
        *runs,
        item(JOB, "dataJobInputOutput", {"inputDatasets": [HIVE.format("shared")], "outputDatasets": []}),
        item(
            HIVE.format("later"), "upstreamLineage", {"upstreams": [{"dataset": HIVE.format("shared"), "type": "COPY"}]}
        ),
    )
    shared = HIVE.format("shared")
    page = await page_of(api, shared, "INCOMING", "Consumes", "DownstreamOf", "Consumes")
    assert urns(page) == [
        ("Consumes", run_of(2)),
        ("Consumes", run_of(1)),
        ("Consumes", run_of(0)),
        ("Consumes", JOB),
        ("DownstreamOf", HIVE.format("later")),
    ]
    assert (page["start"], page["count"], page["total"]) == (0, 5, 5)
    assert {one["direction"] for one in page["relationships"]} == {"INCOMING"}
    middle = await page_of(api, shared, "INCOMING", "Consumes", start=2, count=2)
    assert urns(middle) == [("Consumes", run_of(0)), ("Consumes", JOB)]
    assert (middle["start"], middle["count"], middle["total"]) == (2, 2, 4)
    everything = await page_of(api, shared, "INCOMING")
    assert everything["total"] == len(everything["relationships"]) == 3 * 2 + 1 + 1


async def test_pages_are_the_whole(api: Api, database_url: str) -> None:
    """Pages of one together equal one page of all: no page leaves an entity out, or repeats one."""
    await accepted(database_url, *(one for number in range(4) for one in run_items(number)))
    await asyncio.to_thread(
        merge_items,
        database_url,
        parsed(*(run_event("START", f"00:00:0{n}", uuid(n), inputs=["a"], parent=parent(uuid(9))) for n in range(3))),
    )
    for entity, direction in [
        (JOB, "INCOMING"), (HIVE.format("shared"), "INCOMING"), (urn(9), "INCOMING"), (run_of(0), "OUTGOING"),
        (urn(1), "OUTGOING"), (FLOW, "INCOMING"),
    ]:  # fmt: skip
        whole = await page_of(api, entity, direction)
        single = [await page_of(api, entity, direction, start=n, count=1) for n in range(whole["total"] + 1)]
        assert [urns(one) for one in single] == [[one] for one in urns(whole)] + [[]]
        assert whole["total"] == whole["count"] > 0
        assert {one["total"] for one in single} == {whole["total"]}


ASKED: list[dict[str, Any]] = [
    {},
    {"types": ["Consumes", "InstanceOf"], "start": 1, "count": 1},
    {"count": 2, "relatedEntityTypes": ["DATASET"]},
    {"includeSoftDelete": False},
    {"start": 100},
    {"count": 0},
]


@pytest.mark.parametrize("limit", ["_FEW_RELATIONSHIPS", "_FEW_ENDS"])
async def test_pages_are_the_same_for_few_relationships_and_many(
    limit: str, api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few are dealt out from one statement; of many, Postgres cuts each page."""
    removed = item(HIVE.format("in0"), "status", {"removed": True})
    await accepted(database_url, *(one for number in range(4) for one in run_items(number)), removed)
    fields = "{ start count total relationships { type direction entity { urn type } } }"
    aliases = " ".join(f"page{n}: relationships(input: $input{n}) {fields}" for n in range(len(ASKED)))
    declared = ", ".join(f"$input{n}: RelationshipsInput" for n in range(len(ASKED)))
    query = f"query ($urn: String!, {declared}) {{ dataJob(urn: $urn) {{ runs(count: 20) {{ runs {{ urn {aliases} }} }} }} }}"
    asked = {f"input{n}": {"types": [], "direction": "OUTGOING", **one} for n, one in enumerate(ASKED)}
    dealt = await api(query, urn=JOB, **asked)
    statements = api.statements
    shown = [one for run in dealt["dataJob"]["runs"]["runs"] for one in run["page0"]["relationships"]]
    few = len(shown if limit == "_FEW_RELATIONSHIPS" else {(one["type"], one["entity"]["urn"]) for one in shown})
    assert few > 10
    monkeypatch.setattr(graph_reader, limit, few)
    assert (await api(query, urn=JOB, **asked), api.statements) == (dealt, statements)
    monkeypatch.setattr(graph_reader, limit, few - 1)
    assert await api(query, urn=JOB, **asked) == dealt
    assert api.statements > statements


async def test_pages_with_stamps_are_not_dealt_out(api: Api, database_url: str) -> None:
    """One of two pages asks for stamps: each relationship has its own, so Postgres finds both pages."""
    for number in range(2):
        edge = {"destinationUrn": HIVE.format("in"), "created": {**STAMP, "time": STAMP["time"] + number}}
        await accepted(
            database_url,
            *run_items(number),
            item(run_of(number), "dataProcessInstanceInput", {"inputs": [], "inputEdges": [edge]}),
        )
    page = 'relationships(input: {types: ["DataProcessInstanceConsumes"], direction: OUTGOING}) { relationships'
    query = "query ($urn: String!) { dataJob(urn: $urn) { runs(count: 2) { runs { a: %s { type } } b: %s { created { time } } } } } } }"
    runs = (await api(query % (page, page), urn=JOB))["dataJob"]["runs"]["runs"]
    assert [run["b"]["relationships"] for run in runs] == [
        [{"created": {"time": STAMP["time"] + number}}] for number in (1, 0)
    ]
    assert [run["a"]["relationships"] for run in runs] == [[{"type": "DataProcessInstanceConsumes"}]] * 2


async def test_only_a_page_that_leaves_relationships_out_counts_them(api: Api, database_url: str) -> None:
    await accepted(database_url, *(one for number in range(3) for one in run_items(number)))
    statements = []
    for count in (3, 2):
        page = await page_of(api, HIVE.format("shared"), "INCOMING", "Consumes", count=count)
        assert (page["count"], page["total"]) == (count, 3)
        statements.append(api.statements)
    assert statements[1] == statements[0] + 1


async def test_a_total_is_more_than_the_rows_that_were_seen(
    api: Api, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Edges may go between the statement of the page and that of the total."""

    async def fewer(*_: object) -> list[int]:
        return [1]

    await accepted(database_url, *(one for number in range(3) for one in run_items(number)))
    monkeypatch.setattr(GraphReader, "_totals", fewer)
    page = await page_of(api, HIVE.format("shared"), "INCOMING", "Consumes", count=2)
    assert (page["count"], page["total"]) == (2, 3)


async def test_kinds_and_removed_entities_are_filtered_before_pages_are_cut(api: Api, database_url: str) -> None:
    await accepted(
        database_url,
        *(one for number in range(3) for one in run_items(number)),
        item(JOB, "dataJobInputOutput", {"inputDatasets": [HIVE.format("shared")], "outputDatasets": []}),
        item(run_of(1), "status", {"removed": True}),
        item(JOB, "status", {"removed": True}),
    )
    shared = HIVE.format("shared")
    jobs = await page_of(api, shared, "INCOMING", "Consumes", relatedEntityTypes=["DATA_JOB"], count=1)
    assert (urns(jobs), jobs["total"]) == ([("Consumes", JOB)], 1)
    runs = await page_of(api, shared, "INCOMING", "Consumes", relatedEntityTypes=["dataProcessInstance"], count=2)
    assert (urns(runs), runs["total"]) == ([("Consumes", run_of(2)), ("Consumes", run_of(1))], 3)
    kept = await page_of(api, shared, "INCOMING", "Consumes", includeSoftDelete=False)
    assert (urns(kept), kept["total"]) == ([("Consumes", run_of(2)), ("Consumes", run_of(0))], 2)
    template = await page_of(api, run_of(0), "OUTGOING", "InstanceOf", includeSoftDelete=False)
    assert (urns(template), template["total"]) == ([], 0)


async def test_an_edge_has_its_own_creation_stamp(api: Api, database_url: str) -> None:
    edge = {"destinationUrn": HIVE.format("in"), "created": STAMP}
    await accepted(database_url, item(run_of(0), "dataProcessInstanceInput", {"inputs": [], "inputEdges": [edge]}))
    page = await page_of(api, run_of(0), "OUTGOING", "DataProcessInstanceConsumes")
    assert page["relationships"][0]["created"] == STAMP
    both = await page_of(api, HIVE.format("in"), "INCOMING", "DataProcessInstanceConsumes", "Consumes")
    assert [one["created"] for one in both["relationships"]] == [None, STAMP]
    beside = """query ($urn: String!) { entity(urn: $urn) {
        without: relationships { relationships { type } } with: relationships { relationships { type ...stamp } } } }
        fragment stamp on EntityRelationship { created { time actor } }"""
    pages = (await api(beside, urn=run_of(0)))["entity"]
    assert pages["without"] == {"relationships": [{"type": one["type"]} for one in pages["with"]["relationships"]]}
    assert STAMP in [one["created"] for one in pages["with"]["relationships"]]


async def test_entities_without_a_type_of_their_own_have_their_urn(api: Api, database_url: str) -> None:
    chart, feature = "urn:li:chart:(looker,c)", "urn:li:mlFeature:(space,f)"
    await accepted(
        database_url,
        item(chart, "chartInfo", {"inputs": [{"string": HIVE.format("in")}], "title": "", "description": ""}),
        item(MODEL, "mlModelProperties", {"mlFeatures": [feature], "groups": ["urn:li:mlModelGroup:odd"]}),
        item(HIVE.format("in"), "globalTags", {"tags": [{"tag": "urn:li:tag:gold"}]}),
    )
    incoming = await page_of(api, HIVE.format("in"), "INCOMING", "Consumes")
    assert [one["entity"] for one in incoming["relationships"]] == [{"urn": chart, "type": "CHART"}]
    outgoing = await page_of(api, MODEL, "OUTGOING", "Consumes", "MemberOf")
    assert [one["entity"] for one in outgoing["relationships"]] == [
        {"urn": feature, "type": "MLFEATURE"},
        {"urn": "urn:li:mlModelGroup:odd", "type": "MLMODEL_GROUP"},
    ]
    tagged = await page_of(api, "urn:li:tag:gold", "INCOMING", "TaggedWith")
    assert urns(tagged) == [("TaggedWith", HIVE.format("in"))]
    of_chart = await page_of(api, chart, "OUTGOING", "Consumes")
    assert urns(of_chart) == [("Consumes", HIVE.format("in"))]


async def test_one_template_and_one_parent(api: Api, database_url: str) -> None:
    """If events report the run, too, `relationships` and `parentTemplate` both follow the events."""
    other = f"urn:li:dataJob:({FLOW},other)"
    await asyncio.to_thread(
        merge_items, database_url, parsed(run_event("START", "00:00:00", uuid(1), parent=parent(uuid(2))))
    )
    asked = "{ parentTemplate { urn } parentInstance { urn } relationships { parentTemplate parentInstance } }"
    before = (await api('{ dataProcessInstance(urn: "%s") %s }' % (urn(1), asked)))["dataProcessInstance"]
    await accepted(
        database_url,
        item(urn(1), "dataProcessInstanceRelationships", {"parentTemplate": other, "upstreamInstances": []}),
    )
    after = (await api('{ dataProcessInstance(urn: "%s") %s }' % (urn(1), asked)))["dataProcessInstance"]
    assert after == before
    template, instance = after["parentTemplate"]["urn"], after["parentInstance"]["urn"]
    assert after["relationships"] == {"parentTemplate": template, "parentInstance": instance}
    found = await page_of(api, urn(1), "OUTGOING", "InstanceOf", "ChildOf")
    assert urns(found) == [("ChildOf", instance), ("InstanceOf", template)]
    assert urns(await page_of(api, other, "INCOMING", "InstanceOf")) == []


async def test_a_parent_that_is_a_container_is_found(api: Api, database_url: str) -> None:
    """The container holds no run as a parent run does, but the graph has the edge both ways."""
    container, run = "urn:li:container:experiment", run_of(0)
    aspect = {"parentInstance": container, "upstreamInstances": []}
    await accepted(database_url, item(run, "dataProcessInstanceRelationships", aspect))
    assert urns(await page_of(api, run, "OUTGOING", "ChildOf")) == [("ChildOf", container)]
    assert urns(await page_of(api, container, "INCOMING")) == [("ChildOf", run)]
    found = await api('{ dataProcessInstance(urn: "%s") { parentInstance { urn } } }' % run)
    assert found["dataProcessInstance"] == {"parentInstance": None}


def test_the_type_of_each_kind_is_the_one_that_is_priced() -> None:
    for kind, facts in datahub_model.registry()["entities"].items():
        named = urn_of_key(kind, {field["name"]: FLOW for field in facts["keyFields"]})
        assert type(missing_entity(named, "urn")).__name__ == GRAPHQL_TYPES.get(kind, OTHER_TYPE)


async def test_unknown_entities_have_no_relationships(api: Api) -> None:
    for unknown in (urn(1), JOB, "urn:li:tag:none", "urn:li:dataPlatform:hive"):
        page = await page_of(api, unknown, "INCOMING", "Consumes")
        assert page == {"start": 0, "count": 0, "total": 0, "relationships": []}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"count": 1001}, "count: expected 0 to 1000, got 1001"),
        ({"start": -1}, "start: expected 0 or more"),
        ({"start": 100_001}, "start: expected at most 100000, got 100001"),
        ({"relatedEntityTypes": ["dataSet"]}, "relatedEntityTypes: expected types of DataHub's"),
        ({"relatedEntityTypes": ["OTHER"]}, "relatedEntityTypes: expected types of DataHub's"),
        ({"types": ["a"] * 101}, "types: expected at most 100, got 101"),
        ({"types": ["\0"]}, "types: expected text without NUL"),
    ],
)  # fmt: skip
async def test_bad_questions_name_the_field(asked: dict[str, Any], said: str, api: Api) -> None:
    answer = await api.answer(PAGE, urn=JOB, input={"types": [], "direction": "INCOMING", **asked})
    assert [said in error.message for error in answer.errors] == [True]
    assert answer.errors[0].extensions["type"] == "BAD_REQUEST"


@pytest.mark.parametrize(("query", "statements"), [(EXECUTION_RUNS, 5), (DATASET_RUNS, 6)], ids=["job", "dataset"])
async def test_a_page_of_twenty_runs_takes_as_many_statements_as_one_of_two(
    query: str, statements: int, api: Api, database_url: str
) -> None:
    """Three aliases of `relationships`, `state(limit: 1)`, and the web client's selection of related entities."""
    await accepted(
        database_url,
        *(one for number in range(20) for one in run_items(number)),
        item(FLOW, "dataFlowInfo", {"name": "flow", "customProperties": {}}),
        item(JOB, "dataJobInfo", {"name": "The job", "type": {"string": "COMMAND"}, "customProperties": {}}),
        item("urn:li:dataPlatform:hive", "dataPlatformInfo", {
            "name": "hive", "displayName": "Hive", "type": "FILE_SYSTEM", "datasetNameDelimiter": "."}),
    )  # fmt: skip
    asked = {"start": 0, "direction": "INCOMING"} if query is DATASET_RUNS else {"start": 0}
    of = HIVE.format("shared") if query is DATASET_RUNS else JOB
    counts = []
    for count in (2, 20):
        data = await api(query, urn=of, count=count, **asked)
        [owner] = data.values()
        runs = owner["runs"]["runs"]
        assert [run["urn"] for run in runs] == [run_of(19 - n) for n in range(count)]
        counts.append(api.statements)
    # A dataset; the page with properties and newest states, and the job; all relationships; aspects, and the flow's
    # row; its aspects.
    assert counts == [statements] * 2
    newest = runs[0]
    assert newest["state"][0]["result"] == {"resultType": "SUCCESS", "nativeResultType": "success"}
    assert [one["entity"]["urn"] for one in newest["inputs"]["relationships"]] == [
        HIVE.format("in19"),
        HIVE.format("shared"),
    ]
    dataset = newest["inputs"]["relationships"][0]["entity"]
    assert dataset["properties"] == {"name": "In 19", "description": None, "qualifiedName": None}
    assert dataset["platform"]["properties"]["displayName"] == dataset["platform"]["displayName"] == "Hive"
    [template] = newest["parentTemplate"]["relationships"]
    assert template["entity"]["properties"]["name"] == "The job"
    assert template["entity"]["dataFlow"]["properties"]["name"] == "flow"
    assert (newest["outputs"]["total"], newest["name"]) == (1, "run 19")


async def test_owners_beside_a_page_of_runs_are_looked_up_once(api: Api, database_url: str) -> None:
    ann, bob, team = "urn:li:corpuser:ann", "urn:li:corpuser:bob", "urn:li:corpGroup:team"
    await accepted(
        database_url,
        *(one for number in range(20) for one in run_items(number)),
        item(FLOW, "ownership", {"owners": [{"owner": ann, "type": "DATAOWNER"}, {"owner": team, "type": "NONE"}]}),
        item(ann, "corpUserInfo", {"active": True, "displayName": "Ann"}),
        item(team, "corpGroupInfo", {"admins": [], "members": [bob], "groups": []}),
        item(bob, "corpUserInfo", {"active": True, "displayName": "Bob"}),
    )
    counts = []
    for count in (2, 20):
        runs = (await api(EXECUTION_RUNS, urn=JOB, start=0, count=count))["entity"]["runs"]["runs"]
        counts.append(api.statements)
        for run in runs:
            [template] = run["parentTemplate"]["relationships"]
            user, group = [one["owner"] for one in template["entity"]["dataFlow"]["ownership"]["owners"]]
            assert user["properties"]["displayName"] == "Ann"
            assert [member["info"]["displayName"] for member in group["info"]["members"]] == ["Bob"]
    # The page's statements without owners, and one each for the owners and the members of their groups.
    assert counts == [7, 7]


async def test_the_page_that_is_measured_takes_as_many_statements_whatever_its_size(
    api: Api, database_url: str
) -> None:
    without_outputs = [one for one in run_items(19) if one["aspectName"] != "dataProcessInstanceOutput"]
    await accepted(database_url, *(one for number in range(19) for one in run_items(number)), *without_outputs)
    counts = []
    for count in (0, 1, 20, 100):
        data = await api(WEB_CLIENT, urn=JOB, count=count)
        counts.append(api.statements)
        assert len(data["dataJob"]["runs"]["runs"]) == min(count, 20)
    # The job with its page, all relationships. An empty page has no further statements.
    assert counts == [1, 2, 2, 2]


async def test_a_page_is_read_once_for_all_that_ask_for_it(api: Api, database_url: str) -> None:
    await accepted(database_url, *(one for number in range(3) for one in run_items(number)))
    consumed = 'relationships(input: {types: ["Consumes"], direction: OUTGOING})'
    some, others = [[run_of(number) for number in numbers] for numbers in ((0, 1), (2, 1))]
    query = f"""query ($some: [String!]!, $others: [String!]!) {{
        some: entities(urns: $some) {{ rows: {consumed} {{ relationships {{ entity {{ urn }} }} }} }}
        others: entities(urns: $others) {{ both: {consumed} {{ total relationships {{ type }} }} total: {consumed} {{ total }} }} }}"""
    data = await api(query, some=some, others=others)
    assert api.statements == 2, "the runs; their pages with rows and totals"
    for number, one in enumerate(data["some"]):
        rows = [row["entity"]["urn"] for row in one["rows"]["relationships"]]
        assert rows == [HIVE.format(f"in{number}"), HIVE.format("shared")]
    for one in data["others"]:
        assert one == {"both": {"total": 2, "relationships": [{"type": "Consumes"}] * 2}, "total": {"total": 2}}


async def test_the_page_of_a_run(api: Api, database_url: str) -> None:
    run = run_of(0)
    instance = "urn:li:dataPlatformInstance:(urn:li:dataPlatform:mlflow,eu)"
    await accepted(
        database_url,
        *run_items(0),
        item(run, "container", {"container": CONTAINERS[0]}),
        item(CONTAINERS[0], "container", {"container": CONTAINERS[1]}),
        item(CONTAINERS[0], "containerProperties", {"name": "Experiment", "customProperties": {}}),
        item(run, "subTypes", {"typeNames": ["ML Training Run"]}),
        item(run, "dataPlatformInstance", {"platform": "urn:li:dataPlatform:mlflow", "instance": instance}),
        item(run, "mlTrainingRunProperties", {
            "id": "t", "outputUrls": ["s3://o"], "hyperParams": [{"name": "depth", "value": "3"}], "trainingMetrics": []}),
    )  # fmt: skip
    found = (await api(PROCESS_INSTANCE, urn=run))["dataProcessInstance"]
    assert found["exists"] is True
    assert found["parentContainers"]["count"] == 2
    assert [one["urn"] for one in found["parentContainers"]["containers"]] == CONTAINERS
    assert found["container"]["properties"] == {"name": "Experiment"}
    assert found["subTypes"] == {"typeNames": ["ML Training Run"]}
    assert found["dataPlatformInstance"]["urn"] == instance
    assert found["dataPlatformInstance"]["instanceId"] == "eu"
    assert found["optionalPlatform"]["name"] == "mlflow"
    assert found["mlTrainingRunProperties"]["hyperParams"] == [{"name": "depth", "description": None, "value": "3"}]
    assert found["parentTemplate"]["jobId"] == "job"
    assert found["relationships"]["total"] == 4
    assert [one["type"] for one in found["relationships"]["relationships"]] == ["Consumes"] * 2 + [
        "InstanceOf",
        "Produces",
    ]
    missing = (await api(PROCESS_INSTANCE, urn=urn(404)))["dataProcessInstance"]
    assert (missing["urn"], missing["exists"], missing["state"]) == (urn(404), False, [])
    assert missing["relationships"] == {"start": 0, "count": 0, "total": 0, "relationships": []}


async def test_an_ingestion_without_a_time_fails_nothing(api: Api, database_url: str) -> None:
    """A runId without lastObserved: the time is null, and the fields beside it have values."""
    without_time = item(FLOW, "dataFlowInfo", {"name": "flow"}) | {"systemMetadata": {"runId": "r"}}
    await accepted(database_url, without_time)
    flow = (await api("query($urn: String!) { dataFlow(urn: $urn) { lastIngested properties { name } } }", urn=FLOW))[
        "dataFlow"
    ]
    assert flow == {"lastIngested": None, "properties": {"name": "flow"}}
