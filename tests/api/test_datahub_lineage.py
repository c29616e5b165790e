"""DataHub's lineage fields: the neighbours of runs, jobs and assets, and the graphs of jobs and of assets over time."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.urn import named_dataset_urn, named_job_urn

from events import NAMESPACE, parent, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from proposals import accept_items, item

LINEAGE = """query ($urn: String!, $input: LineageInput!) { entity(urn: $urn) { ... on EntityWithRelationships {
  lineage(input: $input) { start count total filtered relationships {
    type degree entity { urn } createdOn createdActor { urn type ... on CorpUser { username } } updatedOn
    updatedActor { urn } isManual paths { path { urn } } } } } } }"""

SEARCH = """query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
  start count total isPartial searchResults { degree entity { urn type } paths { path { urn } }
    matchedFields { name value } }
  facets { field displayName aggregations { value count } } } }"""


def data(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


def job(name: str) -> str:
    return named_job_urn(NAMESPACE, name)


def millis(time: str) -> int:
    return int(datetime.fromisoformat(f"2026-01-01T{time}").replace(tzinfo=UTC).timestamp() * 1000)


NAMES = {
    **{data(name): name for name in ("raw", "prices", "other", "report", "audit", "spare", "more", "shop")},
    **{job(name): name.upper() for name in ("load", "fix", "mail", "chart", "copy", "task", "spark")},
    **{urn(number): f"run{number}" for number in range(1, 20)},
}


def names(urns: list[str]) -> list[str]:
    """Return the tests' names of URNs: jobs in capitals."""
    return [NAMES.get(one, one) for one in urns]


async def hop(api: Api, start: str, direction: str, **arguments: Any) -> set[tuple[str, str]]:
    """Return the neighbours of an entity, with the types of the relationships."""
    answer = await api(LINEAGE, urn=start, input={"direction": direction, **arguments})
    found = answer["entity"]["lineage"]
    assert found["total"] == len(found["relationships"]) == found["count"]
    assert all(one["degree"] == 1 for one in found["relationships"])
    return {(one["type"], *names([one["entity"]["urn"]])) for one in found["relationships"]}


async def search(api: Api, start: str, direction: str, **arguments: Any) -> list[tuple[str, int]]:
    """Return the entities upstream or downstream with their degrees, in the order of the answer."""
    answer = await api(SEARCH, input={"urn": start, "direction": direction, "count": 100, **arguments})
    found = answer["searchAcrossLineage"]
    assert found["total"] == len(found["searchResults"])
    assert not found["isPartial"]
    for one in found["searchResults"]:
        [way] = one["paths"]
        assert (way["path"][0]["urn"], way["path"][-1]["urn"]) == (start, one["entity"]["urn"])
        assert len(way["path"]) == one["degree"] + 1
    return [(NAMES.get(one["entity"]["urn"], one["entity"]["urn"]), one["degree"]) for one in found["searchResults"]]


@pytest.fixture
async def day(api: Api, database_url: str) -> Api:
    """LOAD writes prices at 1:00, and CHART sees them; FIX writes prices at 3:00, and MAIL sees them."""
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(1), "load", inputs=["raw"], outputs=["prices"]),
            run_event("COMPLETE", "02:00:00", uuid(2), "chart", inputs=["prices"], outputs=["report"]),
            run_event("COMPLETE", "03:00:00", uuid(3), "fix", inputs=["other"], outputs=["prices"]),
            run_event("COMPLETE", "04:00:00", uuid(4), "mail", inputs=["prices", "report"], outputs=["audit"]),
        ),
    )
    return api


async def test_neighbours_of_a_run_are_its_inputs_and_outputs(day: Api) -> None:
    assert await hop(day, urn(4), "UPSTREAM") == {
        ("DataProcessInstanceConsumes", "prices"),
        ("DataProcessInstanceConsumes", "report"),
    }
    assert await hop(day, urn(4), "DOWNSTREAM") == {("DataProcessInstanceProduces", "audit")}


async def test_no_types_are_all_types(day: Api) -> None:
    found = await search(day, urn(4), "UPSTREAM")
    assert found
    assert await search(day, urn(4), "UPSTREAM", types=[]) == found


async def test_neighbours_of_data_are_its_jobs_and_derived_data(day: Api) -> None:
    assert await hop(day, data("prices"), "DOWNSTREAM") == {
        ("Consumes", "CHART"),
        ("Consumes", "MAIL"),
        ("DownstreamOf", "report"),
        ("DownstreamOf", "audit"),
    }
    assert await hop(day, data("prices"), "UPSTREAM") == {
        ("Produces", "LOAD"),
        ("Produces", "FIX"),
        ("DownstreamOf", "raw"),
        ("DownstreamOf", "other"),
    }


async def test_a_job_comes_before_another_whose_run_saw_what_its_run_wrote(day: Api) -> None:
    """MAIL reads prices, as CHART does, but it never saw those of LOAD."""
    assert await hop(day, job("load"), "DOWNSTREAM") == {("Produces", "prices"), ("DownstreamOf", "CHART")}
    assert await hop(day, job("fix"), "DOWNSTREAM") == {("Produces", "prices"), ("DownstreamOf", "MAIL")}
    assert await hop(day, job("mail"), "UPSTREAM") == {
        ("Consumes", "prices"),
        ("Consumes", "report"),
        ("DownstreamOf", "FIX"),
        ("DownstreamOf", "CHART"),
    }


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (None, "02:30:00", {("Consumes", "CHART"), ("DownstreamOf", "report")}),
        ("02:30:00", None, {("Consumes", "MAIL"), ("DownstreamOf", "audit")}),
        ("02:30:00", "03:30:00", set()),
        ("02:00:00", "02:00:00", {("Consumes", "CHART"), ("DownstreamOf", "report")}),
        (None, "01:59:59.999", set()),
    ],
)
async def test_a_window_has_what_was_so_within_it(day: Api, since: str, until: str, expected: Any) -> None:
    window = {"startTimeMillis": since and millis(since), "endTimeMillis": until and millis(until)}
    assert await hop(day, data("prices"), "DOWNSTREAM", **window) == expected


async def test_all_that_follows(day: Api) -> None:
    assert await search(day, job("load"), "DOWNSTREAM") == [
        ("CHART", 1), ("prices", 1), ("MAIL", 2), ("report", 2), ("audit", 3)
    ]  # fmt: skip
    assert await search(day, job("fix"), "DOWNSTREAM") == [("MAIL", 1), ("prices", 1), ("audit", 2)]
    assert await search(day, data("raw"), "DOWNSTREAM") == [
        ("LOAD", 1), ("prices", 1), ("CHART", 2), ("MAIL", 2), ("audit", 2), ("report", 2)
    ]  # fmt: skip
    assert await search(day, data("audit"), "UPSTREAM", types=["DATASET"]) == [
        ("prices", 1), ("report", 1), ("other", 2), ("raw", 2)
    ]  # fmt: skip
    assert await search(day, job("load"), "DOWNSTREAM", lineageFlags={"endTimeMillis": millis("02:00:00")}) == [
        ("CHART", 1), ("prices", 1), ("report", 2)
    ]  # fmt: skip


async def test_all_that_follows_from_a_run_goes_by_the_runs(day: Api) -> None:
    assert await search(day, urn(1), "DOWNSTREAM") == [
        ("prices", 1), ("run2", 2), ("report", 3), ("run4", 4), ("audit", 5)
    ]  # fmt: skip
    assert await search(day, urn(3), "DOWNSTREAM") == [("prices", 1), ("run4", 2), ("audit", 3)]
    assert await search(day, urn(4), "UPSTREAM") == [
        ("prices", 1), ("report", 1), ("run2", 2), ("run3", 2), ("other", 3), ("run1", 4), ("raw", 5)
    ]  # fmt: skip
    as_of = {"lineageFlags": {"endTimeMillis": millis("03:30:00")}}
    assert await search(day, urn(1), "DOWNSTREAM", **as_of) == [("prices", 1), ("run2", 2), ("report", 3)]
    since = {"lineageFlags": {"startTimeMillis": millis("02:30:00")}}
    assert await search(day, urn(4), "UPSTREAM", **since) == [
        ("prices", 1), ("report", 1), ("run3", 2), ("other", 3)
    ]  # fmt: skip


@pytest.mark.parametrize("start", [job("load"), urn(1)], ids=["job", "run"])
async def test_an_entity_is_explored_where_the_walk_went_on_from_it(start: str, day: Api) -> None:
    query = """query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
        searchResults { degree explored ignoredAsHop } } }"""

    async def explored(**filters: Any) -> set[tuple[int, bool]]:
        asked = {"urn": start, "direction": "DOWNSTREAM", **filters}
        found = (await day(query, input=asked))["searchAcrossLineage"]["searchResults"]
        assert {one["ignoredAsHop"] for one in found} == {False}
        return {(min(one["degree"], 3), one["explored"]) for one in found}

    assert await explored() == {(1, True), (2, True), (3, True)}
    near = [{"and": [{"field": "degree", "values": ["1", "2"]}]}]
    assert await explored(orFilters=near) == {(1, True), (2, False)}


async def test_facets_of_a_run_narrow_what_was_made_from_what(api: Api, database_url: str) -> None:
    """Data leads to the data made from it; the use of both by one job says nothing."""
    lineage = {"fields": {"a": {"inputFields": [{"namespace": NAMESPACE, "name": "raw", "field": "a"}]}}}
    narrow = {"namespace": NAMESPACE, "name": "prices", "facets": {"columnLineage": lineage}}
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(1), "load", inputs=["raw", "other"], outputs=[narrow, "more"]),
            run_event("COMPLETE", "02:00:00", uuid(2), "mail", inputs=["prices"], outputs=["report"]),
        ),
    )
    assert await search(api, data("raw"), "DOWNSTREAM", types=["DATASET"]) == [
        ("more", 1), ("prices", 1), ("report", 2)
    ]  # fmt: skip
    assert await search(api, data("other"), "DOWNSTREAM") == [("LOAD", 1), ("more", 1)]
    assert await search(api, data("report"), "UPSTREAM", types=["DATASET"]) == [("prices", 1), ("raw", 2)]


async def test_a_run_without_a_version_has_no_downstream(api: Api, database_url: str) -> None:
    """The answer shows a failed run with its named output; no other run counts as having seen the output."""
    await stored(
        database_url,
        parsed(
            run_event("START", "01:00:00", uuid(1), "load", inputs=["raw"], outputs=["prices"]),
            run_event("FAIL", "01:10:00", uuid(1), "load"),
            run_event("COMPLETE", "02:00:00", uuid(2), "mail", inputs=["prices"]),
        ),
    )
    assert await hop(api, urn(1), "DOWNSTREAM") == {("DataProcessInstanceProduces", "prices")}
    assert await hop(api, job("load"), "DOWNSTREAM") == set()
    assert await hop(api, job("mail"), "UPSTREAM") == {("Consumes", "prices")}
    assert await search(api, urn(1), "DOWNSTREAM") == [("prices", 1)]


async def test_a_parent_and_its_child_both_wrote_the_one_version(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            run_event("START", "01:00:00", uuid(1), "task", outputs=["prices"]),
            run_event("START", "01:01:00", uuid(2), "spark", parent=parent(uuid(1), "task")),
            run_event("COMPLETE", "01:05:00", uuid(2), "spark", outputs=["prices"], parent=parent(uuid(1), "task")),
            run_event("COMPLETE", "01:10:00", uuid(1), "task"),
            run_event("COMPLETE", "02:00:00", uuid(3), "mail", inputs=["prices"]),
        ),
    )
    assert await hop(api, job("mail"), "UPSTREAM") == {
        ("Consumes", "prices"),
        ("DownstreamOf", "TASK"),
        ("DownstreamOf", "SPARK"),
    }
    assert await hop(api, job("task"), "DOWNSTREAM") == {("Produces", "prices"), ("DownstreamOf", "MAIL")}


async def test_an_open_stream_is_in_every_window_that_it_overlaps(api: Api, database_url: str) -> None:
    """A stream that began years ago, and still reads and writes."""
    stream = run_event("START", "01:00:00", uuid(1), "copy", inputs=["raw"], outputs=["more"])
    stream["eventTime"] = "2020-01-01T00:00:00Z"
    stream["job"]["facets"] = {"jobType": {"processingType": "STREAMING", "integration": "FLINK", "jobType": "JOB"}}
    await stored(
        database_url, parsed(stream, run_event("COMPLETE", "02:00:00", uuid(2), "mail", inputs=["more"], outputs=[]))
    )
    window = {"startTimeMillis": millis("01:30:00"), "endTimeMillis": millis("03:00:00")}
    assert await hop(api, data("raw"), "DOWNSTREAM", **window) == {("Consumes", "COPY"), ("DownstreamOf", "more")}
    assert await hop(api, job("copy"), "DOWNSTREAM", **window) == {("Produces", "more"), ("DownstreamOf", "MAIL")}
    assert await hop(api, urn(1), "DOWNSTREAM", **window) == {("DataProcessInstanceProduces", "more")}


DECLARED = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),job)"
AFTER = "urn:li:dataJob:(urn:li:dataFlow:(airflow,flow,prod),after)"


def edge(to: str, created: int, updated: int, **more: Any) -> dict[str, Any]:
    def stamp(time: int) -> dict[str, Any]:
        return {"time": time, "actor": "urn:li:corpuser:ann"}

    return {"destinationUrn": to, "created": stamp(created), "lastModified": stamp(updated), **more}


async def test_declared_edges_have_their_stamps(api: Api, database_url: str) -> None:
    value = {
        "inputDatasets": [],
        "outputDatasets": [data("more")],
        "inputDatasetEdges": [edge(data("raw"), 1000, 2000), edge(data("spare"), 0, 0, properties={"source": "UI"})],
    }
    await _accept(database_url, item(DECLARED, "dataJobInputOutput", value))
    answer = await api(LINEAGE, urn=DECLARED, input={"direction": "UPSTREAM"})
    assert answer["entity"]["lineage"] == {
        "start": 0,
        "count": 2,
        "total": 2,
        "filtered": 0,
        "relationships": [
            {
                "type": "Consumes",
                "degree": 1,
                "entity": {"urn": data("raw")},
                "createdOn": 1000,
                "createdActor": {"urn": "urn:li:corpuser:ann", "type": "CORP_USER", "username": "ann"},
                "updatedOn": 2000,
                "updatedActor": {"urn": "urn:li:corpuser:ann"},
                "isManual": False,
                "paths": [{"path": [{"urn": DECLARED}, {"urn": data("raw")}]}],
            },
            {
                "type": "Consumes",
                "degree": 1,
                "entity": {"urn": data("spare")},
                "createdOn": None,
                "createdActor": {"urn": "urn:li:corpuser:ann", "type": "CORP_USER", "username": "ann"},
                "updatedOn": None,
                "updatedActor": {"urn": "urn:li:corpuser:ann"},
                "isManual": True,
                "paths": [{"path": [{"urn": DECLARED}, {"urn": data("spare")}]}],
            },
        ],
    }
    for since, until, expected in ((2000, 3000, {"raw", "spare"}), (500, 999, {"spare"}), (2001, 3000, {"spare"})):
        found = await hop(api, DECLARED, "UPSTREAM", startTimeMillis=since, endTimeMillis=until)
        assert {name for _, name in found} == expected
    assert await hop(api, DECLARED, "DOWNSTREAM") == {("Produces", "more")}


async def test_declared_edges_continue_the_lineage_of_runs(api: Api, database_url: str) -> None:
    """Runs show LOAD and prices; aspects say that a report is made from prices, and that jobs used the report."""
    await stored(
        database_url,
        parsed(run_event("COMPLETE", "01:00:00", uuid(1), "load", inputs=["raw"], outputs=["prices"])),
    )
    await _accept(
        database_url,
        item(data("report"), "upstreamLineage", {"upstreams": [{"dataset": data("prices"), "type": "TRANSFORMED"}]}),
        item(DECLARED, "dataJobInputOutput", {"inputDatasets": [data("report")], "outputDatasets": [data("audit")]}),
        item(AFTER, "dataJobInputOutput", {"inputDatasets": [], "outputDatasets": [], "inputDatajobs": [DECLARED]}),
    )
    assert await search(api, job("load"), "DOWNSTREAM") == [
        ("prices", 1), ("report", 2), (DECLARED, 3), (AFTER, 4), ("audit", 4)
    ]  # fmt: skip
    assert await search(api, AFTER, "UPSTREAM") == [
        (DECLARED, 1), ("report", 2), ("prices", 3), ("LOAD", 4), ("raw", 4)
    ]  # fmt: skip


async def test_removed_entities_are_left_out_unless_requested(day: Api, database_url: str) -> None:
    await _accept(database_url, item(data("report"), "status", {"removed": True}))
    answer = await day(LINEAGE, urn=data("prices"), input={"direction": "DOWNSTREAM"})
    assert (answer["entity"]["lineage"]["total"], answer["entity"]["lineage"]["filtered"]) == (3, 1)
    ghosts = await hop(day, data("prices"), "DOWNSTREAM", includeGhostEntities=True)
    assert ("DownstreamOf", "report") in ghosts
    assert "report" not in dict(await search(day, data("prices"), "DOWNSTREAM"))
    removed = {"and": [{"field": "removed", "values": ["true"]}]}
    assert await search(day, data("prices"), "DOWNSTREAM", orFilters=[removed]) == [("report", 1)]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"field": "degree", "values": ["1"]}, ["CHART", "prices"]),
        ({"field": "degree", "values": ["1", "2"]}, ["CHART", "prices", "MAIL", "report"]),
        ({"field": "degree", "values": ["3+"]}, ["audit"]),
        ({"field": "_entityType", "values": ["DATA_JOB"]}, ["CHART", "MAIL"]),
        ({"field": "platform", "values": ["openlineage"]}, ["CHART", "MAIL"]),
        ({"field": "platform.keyword", "values": ["urn:li:dataPlatform:openlineage"], "negated": True},
         ["prices", "report", "audit"]),
        ({"field": "origin", "values": ["PROD"]}, ["prices", "report", "audit"]),
        ({"field": "name", "values": ["RE"], "condition": "START_WITH"}, []),
        ({"field": "name", "values": ["re"], "condition": "START_WITH"}, ["report"]),
        ({"field": "name", "values": ["it"], "condition": "END_WITH"}, ["audit"]),
        ({"field": "name", "values": ["AUDIT"], "condition": "IEQUAL"}, ["audit"]),
        ({"field": "urn", "values": ["chart"], "condition": "CONTAIN"}, ["CHART"]),
        ({"field": "urn", "condition": "EXISTS"}, ["CHART", "prices", "MAIL", "report", "audit"]),
        ({"field": "origin", "condition": "EXISTS", "negated": True}, ["CHART", "MAIL"]),
    ],
)  # fmt: skip
async def test_filters(day: Api, condition: Any, expected: list[str]) -> None:
    found = await search(day, job("load"), "DOWNSTREAM", orFilters=[{"and": [condition]}])
    assert [name for name, _ in found] == expected


@pytest.mark.parametrize(
    ("field", "order", "expected"),
    [
        ("degree", "ASCENDING", ["CHART", "prices", "MAIL", "report", "audit"]),
        ("degree", "DESCENDING", ["audit", "MAIL", "report", "CHART", "prices"]),
        ("name", "ASCENDING", ["audit", "CHART", "MAIL", "prices", "report"]),
        ("name", "DESCENDING", ["report", "prices", "MAIL", "CHART", "audit"]),
        ("urn", "DESCENDING", ["report", "prices", "audit", "MAIL", "CHART"]),
    ],
)
async def test_an_order_that_is_asked_for(day: Api, field: str, order: str, expected: list[str]) -> None:
    asked = {"sortCriteria": [{"field": field, "sortOrder": order}]}
    assert [name for name, _ in await search(day, job("load"), "DOWNSTREAM", sortInput=asked)] == expected


async def test_search_filters_of_datahubs_clients(day: Api, database_url: str) -> None:
    only = [{"field": "_entityType", "values": ["DATA_JOB"]}]
    assert [name for name, _ in await search(day, job("load"), "DOWNSTREAM", filters=only)] == ["CHART", "MAIL"]
    degree = [{"and": [{"field": "degree", "values": ["3+"]}]}]
    assert await search(day, job("load"), "DOWNSTREAM", filters=only, orFilters=degree) == [("audit", 3)]
    await _accept(database_url, item(data("report"), "status", {"removed": True}))
    flags = {"includeSoftDeleted": True, "skipHighlighting": True, "maxAggValues": 1}
    assert ("report", 1) in await search(day, data("prices"), "DOWNSTREAM", searchFlags=flags, viewUrn=None)
    asked = {"urn": data("prices"), "direction": "DOWNSTREAM", "query": "report", "searchFlags": flags}
    page = (await day(
        """query ($input: SearchAcrossLineageInput!) { searchAcrossLineage(input: $input) {
          searchResults { matchedFields { name entity { urn } } }
          facets { field aggregations { value entity { ... on DataPlatform { name } } } } } }""", input=asked,
    ))["searchAcrossLineage"]  # fmt: skip
    [found] = page["searchResults"]
    assert found["matchedFields"] == [
        {"name": "name", "entity": None},
        {"name": "urn", "entity": {"urn": data("report")}},
    ]
    assert page["facets"][2]["aggregations"] == [{"value": "urn:li:dataPlatform:test", "entity": {"name": "test"}}]
    none = await day(SEARCH, input={**asked, "searchFlags": {"skipAggregates": True}})
    assert none["searchAcrossLineage"]["facets"] == []


async def test_words_and_facets_and_pages(day: Api) -> None:
    asked = {"urn": job("load"), "direction": "DOWNSTREAM"}
    found = (await day(SEARCH, input={**asked, "query": "RePort"}))["searchAcrossLineage"]
    assert [one["matchedFields"] for one in found["searchResults"]] == [
        [{"name": "name", "value": "report"}, {"name": "urn", "value": data("report")}]
    ]
    page = (await day(SEARCH, input={**asked, "query": "*", "start": 1, "count": 2}))["searchAcrossLineage"]
    assert (page["start"], page["count"], page["total"]) == (1, 2, 5)
    assert names([one["entity"]["urn"] for one in page["searchResults"]]) == ["prices", "MAIL"]
    assert page["facets"] == [
        {
            "field": "degree",
            "displayName": "Degree of Dependencies",
            "aggregations": [{"value": "1", "count": 2}, {"value": "2", "count": 2}, {"value": "3+", "count": 1}],
        },
        {
            "field": "_entityType",
            "displayName": "Type",
            "aggregations": [{"value": "DATASET", "count": 3}, {"value": "DATA_JOB", "count": 2}],
        },
        {
            "field": "platform",
            "displayName": "Platform",
            "aggregations": [
                {"value": "urn:li:dataPlatform:test", "count": 3},
                {"value": "urn:li:dataPlatform:openlineage", "count": 2},
            ],
        },
    ]


async def test_scrolling(day: Api) -> None:
    query = """query ($input: ScrollAcrossLineageInput!) { scrollAcrossLineage(input: $input) {
      nextScrollId count total searchResults { entity { urn } } } }"""
    asked: dict[str, Any] = {"urn": job("load"), "direction": "DOWNSTREAM", "count": 2}
    found: list[str] = []
    pages = 0
    while True:
        page = (await day(query, input=asked))["scrollAcrossLineage"]
        pages += 1
        found += [one["entity"]["urn"] for one in page["searchResults"]]
        if page["nextScrollId"] is None:
            break
        asked["scrollId"] = page["nextScrollId"]
    assert (pages, names(found)) == (3, ["CHART", "prices", "MAIL", "report", "audit"])
    answer = await day.answer(query, input={**asked, "scrollId": "x"})
    assert answer.errors[0].message == "scrollId: expected the nextScrollId of a page, got 'x'"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"urn": None}, "urn: expected the URN of the entity to start at"),
        ({"urn": "urn:li:container:c"}, "urn: expected a run, a job, a flow, a dataset, a model or a column"),
        ({"orFilters": [{"and": [{"field": "owners"}]}]}, "orFilters: expected a field among degree, "),
        ({"orFilters": [{"and": [{"field": "urn", "condition": "LESS_THAN"}]}]}, "urn: LESS_THAN is for numbers"),
        ({"count": 10_001}, "count: expected 0 to 10000, got 10001"),
        ({"viewUrn": "urn:li:dataHubView:v"}, "viewUrn: expected null, since there are no views, got"),
        (
            {"sortInput": {"sortCriterion": {"field": "color", "sortOrder": "ASCENDING"}}},
            "sortInput: expected one of degree, name, urn, got 'color'",
        ),
        ({"lineageFlags": {"startTimeMillis": 2, "endTimeMillis": 1}}, "endTimeMillis: expected startTimeMillis (2)"),
    ],
)
async def test_bad_questions(day: Api, arguments: Any, message: str) -> None:
    answer = await day.answer(SEARCH, input={"urn": job("load"), "direction": "DOWNSTREAM", **arguments})
    assert answer.errors[0].message.startswith(message)
    assert answer.errors[0].extensions["code"] == 400


async def test_unknown_entities_have_no_lineage(day: Api) -> None:
    assert await hop(day, job("nothing"), "UPSTREAM") == set()
    assert await search(day, job("nothing"), "UPSTREAM") == []


async def test_a_flow_stands_for_its_jobs_and_its_own_runs(api: Api, database_url: str) -> None:
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(1), "dag.load", inputs=["raw"], outputs=["prices"]),
            run_event("COMPLETE", "02:00:00", uuid(2), "dag.chart", inputs=["prices"], outputs=["report"]),
            run_event("COMPLETE", "03:00:00", uuid(3), "mail", inputs=["report"]),
        ),
    )
    flow = f"urn:li:dataFlow:(openlineage,dag,{NAMESPACE})"
    assert await hop(api, flow, "DOWNSTREAM") == {
        ("Produces", "prices"),
        ("Produces", "report"),
        ("DownstreamOf", "MAIL"),
    }
    assert await search(api, flow, "UPSTREAM") == [("prices", 1), ("raw", 1)]


async def test_data_of_many_names_is_one(api: Api, database_url: str) -> None:
    link = {"symlinks": {"identifiers": [{"namespace": NAMESPACE, "name": "shop", "type": "TABLE"}]}}
    await stored(
        database_url,
        parsed(
            run_event("COMPLETE", "01:00:00", uuid(1), "load", outputs=["prices"]),
            run_event("COMPLETE", "02:00:00", uuid(2), "mail", inputs=["shop"], outputs=["report"]),
            {
                "eventTime": "2026-01-01T00:00:00Z",
                "dataset": {"namespace": NAMESPACE, "name": "prices", "facets": link},
            },
        ),
    )
    for name in ("prices", "shop"):
        assert await hop(api, data(name), "UPSTREAM") == {("Produces", "LOAD")}
        assert await hop(api, data(name), "DOWNSTREAM") == {("Consumes", "MAIL"), ("DownstreamOf", "report")}
    assert await hop(api, job("load"), "DOWNSTREAM") == {("Produces", "prices"), ("DownstreamOf", "MAIL")}


async def test_a_hop_is_one_statement_whatever_it_finds(day: Api, database_url: str) -> None:
    await hop(day, data("prices"), "DOWNSTREAM")
    before = day.statements  # the entity, its start, the hop, the facts about the neighbours, and the neighbours
    assert before == 5
    more = [
        run_event("COMPLETE", f"05:{n % 60:02}:00", uuid(100 + n), f"j{n % 7}", inputs=["prices"], outputs=["more"])
        for n in range(100)
    ]
    await stored(database_url, parsed(*more))
    assert len(await hop(day, data("prices"), "DOWNSTREAM")) == 12
    assert day.statements == before
    await search(day, urn(1), "DOWNSTREAM")
    assert day.statements == 7  # the run, the walk, data between, data that runs used, names, two kinds


async def _accept(database_url: str, *items: dict[str, Any]) -> None:
    await asyncio.to_thread(accept_items, database_url, *items)
