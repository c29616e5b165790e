"""Searches over entities: by their names, and through all of them with DataHub's filters."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from headwater.model.cursors import encode_cursor
from headwater.store.pool import read_pool
from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import cloned_database, fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from graphql_api import Api, stored, urn
from proposals import accept_items, event, item

SEARCH = """query ($text: String!, $types: [EntityType!], $first: Int, $after: String) {
  search(text: $text, types: $types, first: $first, after: $after) {
    edges { cursor name node { urn type } } pageInfo { hasNextPage endCursor } totalCount } }"""

ACROSS = """query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
  start count total searchResults { entity { urn type } matchedFields { name value } }
  facets { field displayName aggregations { value count } } } }"""

SCROLL = """query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) {
  nextScrollId count total searchResults { entity { urn } } } }"""

FLOW = "urn:li:dataFlow:(airflow,sales,prod)"
JOB = f"urn:li:dataJob:({FLOW},load_catalog)"
TABLE = "urn:li:dataset:(urn:li:dataPlatform:snowflake,sales.public.orders,PROD)"
VIEW = "urn:li:dataset:(urn:li:dataPlatform:hive,a%2Cb,DEV)"
MODEL = "urn:li:mlModel:(urn:li:dataPlatform:mlflow,churn,PROD)"
OUTER = "urn:li:container:outer"
INNER = "urn:li:container:0123abcd"
RUN = "urn:li:dataProcessInstance:nightly-7"
GONE = "urn:li:dataProcessInstance:nightly-8"
BARE = "urn:li:dataProcessInstance:bare"
DAY_MILLIS = 86_400_000

CATALOG = {"namespace": "postgres://shop-db:5432", "name": "shop.public.catalog"}
CATALOG_URN = named_dataset_urn(CATALOG["namespace"], CATALOG["name"])


def properties(name: str, day: int) -> dict[str, Any]:
    stamp = {"time": day * DAY_MILLIS, "actor": "urn:li:corpuser:me"}
    return {"name": name, "created": stamp, "customProperties": {"team": "prices"}}


ITEMS = (
    item(FLOW, "dataFlowInfo", {"name": "Sales", "customProperties": {}, "env": "QA"}),
    item(JOB, "dataJobInfo", {"name": "Load the Catalog", "type": {"string": "COMMAND"}, "customProperties": {}}),
    item(TABLE, "datasetProperties", {"name": "Orders", "customProperties": {}}),
    item(TABLE, "subTypes", {"typeNames": ["Table"]}),
    item(TABLE, "container", {"container": INNER}),
    item(TABLE, "globalTags", {"tags": [{"tag": "urn:li:tag:pii"}]}),
    item(VIEW, "status", {"removed": True}),
    item(MODEL, "mlModelProperties", {"customProperties": {}}),
    item(OUTER, "containerProperties", {"name": "Warehouse", "customProperties": {}}),
    item(INNER, "containerProperties", {"name": "Catalog Experiments", "customProperties": {"env": "PROD"}}),
    item(INNER, "container", {"container": OUTER}),
    item(RUN, "dataProcessInstanceProperties", properties("seven", 20_000)),
    item(RUN, "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []}),
    item(RUN, "dataProcessInstanceRunEvent", event(20_000 * DAY_MILLIS, "STARTED")),
    item(RUN, "container", {"container": INNER}),
    item(RUN, "dataPlatformInstance", {"platform": "urn:li:dataPlatform:mlflow"}),
    item(GONE, "dataProcessInstanceProperties", properties("eight", 20_001)),
    item(GONE, "dataProcessInstanceRelationships", {"parentTemplate": JOB, "upstreamInstances": []}),
    item(GONE, "status", {"removed": True}),
    item(BARE, "status", {"removed": False}),
)


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    """Two runs of OpenLineage, three of DataHub (one removed, one without properties), and some of each other type."""
    events = parsed(
        run_event("START", "01:00:00", uuid(1), "shop.build_catalog", outputs=[CATALOG]),
        run_event("COMPLETE", "01:10:00", uuid(1), "shop.build_catalog", outputs=[CATALOG]),
        run_event("START", "02:00:00", uuid(2), "catalog", inputs=[CATALOG, "Straße-44"]),
    )
    with cloned_database(postgres_url, template) as url:
        merge_items(url, events)
        accept_items(url, *ITEMS)
        yield url


@pytest.fixture
async def store(filled_url: str) -> AsyncIterator[Api]:
    """The schema over the filled database, which no test changes."""
    async with await read_pool(filled_url, 1) as pool:
        api = Api(pool)
        async with pool.acquire() as connection:
            connection._con.add_query_logger(api.count)
        yield api


async def names(api: Api, text: str, **arguments: Any) -> list[tuple[str, str]]:
    """Return the entities found by name, as (name, URN)."""
    found = (await api(SEARCH, text=text, **arguments))["search"]
    return [(edge["name"], edge["node"]["urn"]) for edge in found["edges"]]


async def across(api: Api, query: str = "*", **arguments: Any) -> list[str]:
    """Return the URNs of a search, as many as its total."""
    found = (await api(ACROSS, input={"query": query, "count": 100, **arguments}))["searchAcrossEntities"]
    assert found["total"] == found["count"] == len(found["searchResults"])
    return [one["entity"]["urn"] for one in found["searchResults"]]


def where(field: str, *values: str, **more: Any) -> dict[str, Any]:
    return {"orFilters": [{"and": [{"field": field, "values": list(values), **more}]}]}


async def test_a_name_is_found_by_the_beginnings_of_its_words_the_best_first(store: Api) -> None:
    job, build = named_job_urn(NAMESPACE, "catalog"), named_job_urn(NAMESPACE, "shop.build_catalog")
    flow = named_flow_urn(NAMESPACE, "catalog")
    assert await names(store, "CATALOG") == [
        ("catalog", flow),
        ("catalog", job),
        ("Catalog Experiments", INNER),
        ("Load the Catalog", JOB),
        ("shop.build_catalog", build),
        ("shop.public.catalog", CATALOG_URN),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cat shop", ["shop.build_catalog", "shop.public.catalog"]),
        ("pub_cat", ["shop.public.catalog"]),
        ("shop.public.cat", ["shop.public.catalog"]),
        ("atalog", []),
        ("STRASSE", []),
        ("straß 4", ["Straße-44"]),
        ("a,b", []),
        ("wareh", ["Warehouse"]),
        (uuid(2), [uuid(2)]),
        ("00000000-0000-4", [uuid(1), uuid(2)]),
        ("NIGHT", ["nightly-7"]),
        ("nightly 7", []),
        ("nightly-7", ["nightly-7"]),
        ("7", []),
        ("SEVEN", ["seven"]),
        ("sev", ["seven"]),
        ("even", []),
        ("eight", []),
    ],
)
async def test_every_word_has_to_begin_a_word_of_the_name(store: Api, text: str, found: list[str]) -> None:
    assert [name for name, _ in await names(store, text)] == found


async def test_names_of_some_types(store: Api) -> None:
    assert await names(store, "catalog", types=["DATASET"]) == [("shop.public.catalog", CATALOG_URN)]
    assert await names(store, "0", types=["DATASET"]) == []
    assert await names(store, "catalog", types=["CORP_USER"]) == []


async def test_no_types_are_all_types(store: Api) -> None:
    """DataHub's clients send an empty list if nobody chose a type."""
    for document, field, asked in (
        (ACROSS, "searchAcrossEntities", {"query": "*", "count": 100}),
        (SCROLL, "scrollAcrossEntities", {"query": "*", "count": 100}),
    ):
        default = (await store(document, input=asked))[field]
        assert default["total"] > 0
        assert (await store(document, input={**asked, "types": []}))[field] == default
    assert await names(store, "cat", types=[]) == await names(store, "cat") != []


async def test_types_that_nothing_is_found_of_have_fields_of_their_own(store: Api) -> None:
    """The default queries of `datahub-gc`."""
    asked = {
        "query": "*",
        "types": ["QUERY"],
        "orFilters": [{"and": [{"field": "lastModifiedAt", "values": ["5"], "condition": "LESS_THAN"}]}],
        "sortInput": {"sortCriteria": [{"field": "lastModifiedAt", "sortOrder": "ASCENDING"}]},
    }
    page = (await store(SCROLL, input=asked))["scrollAcrossEntities"]
    assert page == {"nextScrollId": None, "count": 0, "total": 0, "searchResults": []}


async def test_pages_of_names_are_the_whole(store: Api) -> None:
    """Entities, runs of UUIDs and runs of other ids have branches of their own."""
    for text in ("catalog", "0", "s"):
        whole = (await store(SEARCH, text=text))["search"]
        assert whole["totalCount"] == len(whole["edges"])
        assert whole["pageInfo"] == {"hasNextPage": False, "endCursor": whole["edges"][-1]["cursor"]}
        edges, after = [], None
        while True:
            page = (await store(SEARCH, text=text, first=1, after=after))["search"]
            edges += page["edges"]
            if not page["pageInfo"]["hasNextPage"]:
                break
            after = page["pageInfo"]["endCursor"]
        assert edges == whole["edges"]


async def test_all_but_runs_by_default_and_what_is_not_removed(store: Api) -> None:
    found = await across(store)
    assert found == sorted(found)
    assert {INNER, OUTER, FLOW, JOB, TABLE, MODEL, CATALOG_URN} <= set(found)
    assert VIEW not in found
    assert RUN not in found


async def test_runs_come_newest_first_after_all_else(store: Api) -> None:
    runs = [urn(2), urn(1), RUN, BARE]
    assert await across(store, types=["DATA_PROCESS_INSTANCE"]) == runs
    assert await across(store, types=["DATA_PROCESS_INSTANCE", "CONTAINER"]) == [INNER, OUTER, *runs]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        (where("urn", JOB, VIEW), [JOB, VIEW]),
        (where("urn", "urn:li:dataset:(", condition="START_WITH"), None),
        (where("name", "Orders"), [TABLE]),
        (where("name", "orders", condition="IEQUAL"), [TABLE]),
        (where("name", "a,b"), [VIEW]),
        (where("name", "atalog", condition="CONTAIN", negated=True), None),
        (where("platform", "snowflake"), [TABLE]),
        (where("platform.keyword", "urn:li:dataPlatform:mlflow"), [MODEL, RUN]),
        (where("platform", "flow", condition="END_WITH"), None),
        (where("origin", "DEV"), [VIEW]),
        (where("env", "QA"), [FLOW]),
        (where("typeNames", "Table"), [TABLE]),
        (where("typeNames", condition="EXISTS"), [TABLE]),
        (where("tags", "urn:li:tag:pii"), [TABLE]),
        (where("owners", condition="EXISTS"), []),
        (where("customProperties", "team=prices"), [GONE, RUN]),
        (where("container", INNER), [TABLE, RUN]),
        (where("container", OUTER), [INNER]),
        (where("container", "outer", condition="END_WITH"), [INNER]),
        (where("browsePathV2", OUTER, condition="CONTAIN"), [INNER, TABLE, RUN]),
        (where("orchestrator", "airflow"), [FLOW, JOB]),
        (where("cluster", "prod"), [FLOW, JOB]),
        (where("dataFlow", FLOW), [JOB]),
        (where("parentTemplate", JOB), [GONE, RUN]),
        (where("parentTemplate", "sales", condition="CONTAIN"), [GONE, RUN]),
        (where("parentInstance", RUN), []),
        (where("hasRunEvents", "true"), [urn(2), urn(1), RUN]),
        (where("hasRunEvents", "true", negated=True, condition="IN"), None),
        (where("_entityType", "MLMODEL", "DATA_FLOW"), None),
        (where("entityType", "DATA_PROCESS_INSTANCE"), None),
        (where("created", str(20_000 * DAY_MILLIS)), [RUN]),
        (where("created", str(20_000 * DAY_MILLIS), condition="GREATER_THAN"), [urn(2), urn(1), GONE]),
        (where("created", str(20_000 * DAY_MILLIS), condition="GREATER_THAN_OR_EQUAL_TO"), [urn(2), urn(1), GONE, RUN]),
        (where("created", str(20_001 * DAY_MILLIS), condition="LESS_THAN"), [RUN]),
        (where("created", str(20_001 * DAY_MILLIS), condition="LESS_THAN_OR_EQUAL_TO"), [GONE, RUN]),
        (where("created", "1", "2"), []),
        (where("created", condition="EXISTS"), [urn(2), urn(1), GONE, RUN]),
        (where("created", "9" * 30, condition="LESS_THAN"), [urn(2), urn(1), GONE, RUN]),
    ],
)
async def test_a_filter(store: Api, condition: dict[str, Any], found: list[str] | None) -> None:
    """A filter finds these entities among all, and its opposite the rest; with None, only the opposite is checked."""
    types = ["DATA_FLOW", "DATA_JOB", "DATASET", "MLMODEL", "CONTAINER", "DATA_PROCESS_INSTANCE"]
    flags: dict[str, Any] = {"searchFlags": {"includeSoftDeleted": True}}
    everything = await across(store, types=types, **flags)
    held = await across(store, types=types, **flags, **condition)
    assert found is None or held == found
    [one] = condition["orFilters"][0]["and"]
    opposite: dict[str, Any] = {"orFilters": [{"and": [{**one, "negated": not one.get("negated")}]}]}
    assert await across(store, types=types, **flags, **opposite) == [one for one in everything if one not in held]
    assert (found is not None and not found) or held


async def test_filters_of_what_is_removed(store: Api) -> None:
    runs: dict[str, Any] = {"types": ["DATA_PROCESS_INSTANCE", "DATASET"]}
    assert await across(store, **runs, **where("removed", "true")) == [VIEW, GONE]
    assert set(await across(store, **runs, **where("removed", "false"))).isdisjoint({VIEW, GONE})
    assert {VIEW, GONE, RUN} <= set(await across(store, **runs, **where("removed", "true", "false")))
    assert {VIEW, GONE, RUN} <= set(await across(store, **runs, **where("removed", condition="EXISTS")))
    assert {VIEW, GONE} <= set(await across(store, **runs, searchFlags={"includeSoftDeleted": True}))


async def test_any_of_conjunctions_or_the_older_list(store: Api) -> None:
    flow, job = {"field": "urn", "values": [FLOW]}, {"field": "urn", "values": [JOB]}
    assert await across(store, orFilters=[{"and": [flow]}, {"and": [job]}]) == [FLOW, JOB]
    assert await across(store, orFilters=[{"and": [flow, job]}]) == []
    assert await across(store, filters=[flow]) == [FLOW]
    assert await across(store, filters=[flow], orFilters=[{"and": [job]}]) == [JOB], "as DataHub has it"
    assert await across(store, orFilters=[{"and": []}]) == await across(store)


async def test_words_say_where_they_were_found(store: Api) -> None:
    found = (await store(ACROSS, input={"query": "cat*", "types": ["DATASET"]}))["searchAcrossEntities"]
    [one] = found["searchResults"]
    assert one["matchedFields"] == [{"name": "name", "value": "shop.public.catalog"}]
    assert await across(store, "night", types=["DATA_PROCESS_INSTANCE"]) == [RUN]
    named = (await store(ACROSS, input={"query": "sev", "types": ["DATA_PROCESS_INSTANCE"]}))["searchAcrossEntities"]
    assert named["searchResults"] == [
        {"entity": {"urn": RUN, "type": "DATA_PROCESS_INSTANCE"}, "matchedFields": [{"name": "name", "value": "seven"}]}
    ]
    assert await across(store, "catalog", **where("platform", "airflow")) == [JOB]


async def test_facets_are_of_all_pages(store: Api) -> None:
    found = await store(ACROSS, input={"query": "*", "types": ["DATASET", "DATA_PROCESS_INSTANCE"], "count": 1})
    facets = {facet["field"]: facet["aggregations"] for facet in found["searchAcrossEntities"]["facets"]}
    assert facets["_entityType"] == [{"value": "DATA_PROCESS_INSTANCE", "count": 4}, {"value": "DATASET", "count": 3}]
    assert {"value": "urn:li:dataPlatform:snowflake", "count": 1} in facets["platform"]
    assert facets["origin"] == [{"value": "PROD", "count": 3}]
    one = (await store(ACROSS, input={"query": "*", "searchFlags": {"maxAggValues": 1}}))["searchAcrossEntities"]
    assert [len(facet["aggregations"]) for facet in one["facets"]] == [1, 1, 1]
    none = (await store(ACROSS, input={"query": "*", "searchFlags": {"skipAggregates": True}}))["searchAcrossEntities"]
    assert none["facets"] == []


def by(field: str, order: str) -> dict[str, Any]:
    return {"sortInput": {"sortCriteria": [{"field": field, "sortOrder": order}]}}


async def test_orders(store: Api) -> None:
    runs: dict[str, Any] = {"types": ["DATA_PROCESS_INSTANCE", "MLMODEL"]}
    assert await across(store, **runs, **by("created", "ASCENDING")) == [RUN, urn(1), urn(2), BARE, MODEL]
    assert await across(store, **runs, **by("created", "DESCENDING")) == [urn(2), urn(1), RUN, BARE, MODEL]
    assert await across(store, **runs, **by("name", "ASCENDING")) == [urn(1), urn(2), BARE, MODEL, RUN]
    assert await across(store, **runs, **by("urn", "DESCENDING")) == [MODEL, RUN, BARE, urn(2), urn(1)]
    words = await across(store, "n", **runs, **by("created", "ASCENDING"))
    assert words == [RUN]
    old: dict[str, Any] = {"sortInput": {"sortCriterion": {"field": "urn", "sortOrder": "DESCENDING"}}}
    assert await across(store, types=["DATA_FLOW"], **old) == sorted(await across(store, types=["DATA_FLOW"]))[::-1]


@pytest.mark.parametrize("query", ["*", "catalog", "0", "n"])
@pytest.mark.parametrize(
    "order", [{}, *(by(field, way) for field in ("created", "name", "urn") for way in ("ASCENDING", "DESCENDING"))]
)
async def test_a_scroll_gives_the_whole_in_order(store: Api, query: str, order: dict[str, Any]) -> None:
    asked = {
        "query": query,
        "types": ["DATA_PROCESS_INSTANCE", "DATASET", "DATA_JOB", "CONTAINER", "DATA_FLOW"],
        **order,
    }
    pages, scroll_id = [], None
    while True:
        page = (await store(SCROLL, input={**asked, "count": 2, "scrollId": scroll_id}))["scrollAcrossEntities"]
        pages += [one["entity"]["urn"] for one in page["searchResults"]]
        if (scroll_id := page["nextScrollId"]) is None:
            break
    assert pages == await across(store, **asked)
    assert len(set(pages)) == len(pages)


@pytest.mark.parametrize(
    ("field", "asked", "said"),
    [
        ("searchAcrossEntities", where("color", "red"), "orFilters: expected a field among urn, name, _entityType"),
        ("searchAcrossEntities", where("created", "soon"), "created: expected milliseconds, got 'soon'"),
        ("searchAcrossEntities", where("created", "1", condition="CONTAIN"), "created: expected a condition among"),
        ("searchAcrossEntities", where("name", "1", condition="LESS_THAN"), "name: expected a condition among"),
        ("searchAcrossEntities", where("removed", "1", condition="CONTAIN"), "removed: expected a condition among"),
        ("searchAcrossEntities", where("name", "a\0"), "values: expected text without NUL"),
        (
            "searchAcrossEntities",
            by("color", "ASCENDING"),
            "sortInput: expected one of created, name, urn, got 'color'",
        ),
        ("searchAcrossEntities", {"count": 1001}, "count: expected 0 to 1000, got 1001"),
        ("searchAcrossEntities", {"start": -1}, "start: expected 0 or more, got -1"),
        ("searchAcrossEntities", {"start": 100_001}, "start: expected at most 100000, got 100001"),
        ("scrollAcrossEntities", {"count": 10_001}, "count: expected 0 to 10000, got 10001"),
        ("scrollAcrossEntities", {"scrollId": "x"}, "scrollId: expected what a page of the same search gave, got 'x'"),
        (
            "scrollAcrossEntities",
            {"scrollId": encode_cursor("best", "0")},
            "scrollId: expected what a page of the same",
        ),
        ("scrollAcrossEntities", {"scrollId": encode_cursor("usual", 1)}, "scrollId: expected what a page of the same"),
        (
            "scrollAcrossEntities",
            {"scrollId": encode_cursor("usual", "\ud800")},
            "scrollId: expected what a page of the same",
        ),
        ("scrollAcrossEntities", {"scrollId": encode_cursor("usual", "1", "x", "y")}, "of a page of the same search"),
        ("scrollAcrossEntities", {"scrollId": encode_cursor("usual", "1")}, "of a page of the same search"),
    ],
)
async def test_impossible_searches_are_refused(api: Api, field: str, asked: dict[str, Any], said: str) -> None:
    query = ACROSS if field == "searchAcrossEntities" else SCROLL
    answer = await api.answer(query, input={"query": "*", **asked})
    assert said in answer.errors[0].message
    assert answer.errors[0].extensions["type"] == "BAD_REQUEST"


@pytest.mark.parametrize("text", ["", "*", "._"])
async def test_a_text_without_a_word_is_refused(api: Api, text: str) -> None:
    answer = await api.answer(SEARCH, text=text)
    assert "text: expected a letter or a digit" in answer.errors[0].message


CONTENTS = """query ($urn: String!, $input: ContainerEntitiesInput) { container(urn: $urn) {
  entities(input: $input) { start count total searchResults { entity { urn } } facets { field } } } }"""


async def test_a_cursor_of_no_page_is_a_place_all_the_same(store: Api) -> None:
    for position in (["9" * 30, "2026-W01", "x"], ["-" + "9" * 30, "20260101", ""], ["0", "-infinity", "urn"]):
        asked = {
            "query": "*",
            "scrollId": encode_cursor("usual", *position),
            "types": ["DATASET", "DATA_PROCESS_INSTANCE"],
        }
        assert (await store(SCROLL, input=asked))["scrollAcrossEntities"]["nextScrollId"] is None


async def test_contents_of_a_container(store: Api) -> None:
    async def held(container: str, **asked: Any) -> list[str]:
        found = (await store(CONTENTS, urn=container, input=asked or None))["container"]["entities"]
        assert found["total"] == len(found["searchResults"])
        return [one["entity"]["urn"] for one in found["searchResults"]]

    assert await held(INNER) == [TABLE, RUN]
    assert await held(OUTER) == [INNER]
    assert await held(INNER, query="night") == [RUN]
    assert await held(INNER, filters=[{"field": "typeNames", "values": ["Table"]}]) == [TABLE]
    assert await held("urn:li:container:unknown") == []


async def test_statements_do_not_grow_with_the_containers(store: Api) -> None:
    query = """{ searchAcrossEntities(input: {query: "*", types: [CONTAINER]}) { searchResults { entity {
      ... on Container { entities { total searchResults { entity { urn } } } } } } } }"""
    await store(query)
    assert store.statements == 6, "the page and its entities; their pages, totals, entities and runs"


async def test_a_hard_deleted_entity_is_no_longer_found(api: Api, database_url: str) -> None:
    await asyncio.to_thread(accept_items, database_url, item(BARE, "status", {"removed": False}))
    assert await names(api, "bare") == [("bare", BARE)]
    await asyncio.to_thread(accept_items, database_url, item(BARE, "dataProcessInstanceKey", None, "DELETE"))
    assert await names(api, "bare") == []
    assert await across(api, types=["DATA_PROCESS_INSTANCE"]) == []


async def test_a_scroll_goes_through_runs_of_uuids_and_of_other_ids(api: Api, database_url: str) -> None:
    """The two kinds of ids begin alike, so a page that ends among one kind continues among the other."""
    ids = ["a0", "aaaa", "ab-1", "az", *(f"aaaaaaa{n}-0000-4000-8000-000000000000" for n in (1, 2)), f"ab{uuid(1)[2:]}"]
    runs = [item(f"urn:li:dataProcessInstance:{one}", "status", {"removed": False}) for one in ids]
    await asyncio.to_thread(accept_items, database_url, *runs)
    found: list[str] = []
    after = None
    while True:
        page = (await api(SEARCH, text="A", first=1, after=after))["search"]
        found += [edge["name"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert found == sorted(ids)


NAMED_RUNS = {
    "aa": "Nightly",
    "ab": "nightly",
    "nightly": "nightly",
    "nightly-1": "nightly",
    "nightly-2": "Nightly-Load",
    "ac": "NIGHTLY load",
    "ad": "nightly-1",
    "ae": "a nightly",
    "0123abcd": "nightly-" + "x" * 80 + "b",
    "0123abce": "nightly-" + "x" * 80 + "a",
    uuid(1): "nightly",
    uuid(2): "nightly-3",
    f"ab{uuid(3)[2:]}": "ab",
    f"ab{uuid(4)[2:]}": uuid(4),
    "af": f"AB{uuid(4)[2:]}",
    "ag": f"ab{uuid(4)[2:]}-again",
    "nameless": None,
}


async def found_by_hand(text: str, database_url: str) -> list[tuple[str, str]]:
    """Return the runs whose id or name begins with the text, as (match, URN).

    Whole matches come first, then the order of the match (names by their first 64 characters). Ids come before names,
    ties in order of arrival.
    """
    rows = await asyncio.to_thread(fetch, database_url, "SELECT urn, id FROM entity")
    came = {row["urn"]: row["id"] for row in rows}
    found = []
    for native_id, name in NAMED_RUNS.items():
        by_id = [native_id] if native_id.startswith(text) else []
        by_name = [name] if name is not None and name.lower().startswith(text) else []
        both = sorted(by_id + by_name, key=lambda one: one.lower() != text)
        if both:
            # A whole match goes before a longer one, and the id before the name.
            run, matched = urn_of(native_id), both[0]
            is_name = matched is not native_id
            counted = matched.lower()[:64] if is_name else matched
            found.append((matched.lower() != text, counted, is_name, came[run] if is_name else run, run, matched))
    return [(matched, run) for *_, run, matched in sorted(found, key=lambda one: one[:4])]


def urn_of(native_id: str) -> str:
    return f"urn:li:dataProcessInstance:{native_id}"


async def named_runs(database_url: str) -> None:
    items = [
        item(urn_of(native_id), "dataProcessInstanceProperties", {**properties("", day), "name": name})
        if name is not None
        else item(urn_of(native_id), "status", {"removed": False})
        for day, (native_id, name) in enumerate(NAMED_RUNS.items(), 20_000)
    ]
    await asyncio.to_thread(accept_items, database_url, *items)


@pytest.mark.parametrize("first", [1, 3, 100])
async def test_runs_are_found_by_their_ids_and_by_their_names(first: int, api: Api, database_url: str) -> None:
    await named_runs(database_url)
    texts = ("nightly", "nightly-", "nightly-1", "n", "a", "ab", "0", "012", "e", f"ab{uuid(4)[2:]}", uuid(1), "x" * 70)
    for text in (*texts, "nightly-" + "x" * 80, "nightly-" + "x" * 80 + "b"):
        edges, after = [], None
        while True:
            page = (await api(SEARCH, text=text.upper(), first=first, after=after))["search"]
            edges += [(edge["name"], edge["node"]["urn"]) for edge in page["edges"]]
            if not page["pageInfo"]["hasNextPage"]:
                break
            after = page["pageInfo"]["endCursor"]
        assert edges == await found_by_hand(text, database_url), text
        assert page["totalCount"] == len(edges)


@pytest.mark.parametrize("field", ["created", "name", "urn"])
@pytest.mark.parametrize("way", ["ASCENDING", "DESCENDING"])
async def test_a_scroll_finds_named_runs_once(field: str, way: str, api: Api, database_url: str) -> None:
    await named_runs(database_url)
    made = [urn_of(native_id) for native_id in NAMED_RUNS]
    in_order = {"created": made, "name": sorted(made), "urn": sorted(made)}
    for text in ("nightly", "n", "ab", f"ab{uuid(4)[2:]}"):
        asked = {"query": text, "types": ["DATA_PROCESS_INSTANCE"], **by(field, way)}
        pages, scroll_id = [], None
        while True:
            page = (await api(SCROLL, input={**asked, "count": 2, "scrollId": scroll_id}))["scrollAcrossEntities"]
            pages += [one["entity"]["urn"] for one in page["searchResults"]]
            if (scroll_id := page["nextScrollId"]) is None:
                break
        runs = {run for _, run in await found_by_hand(text, database_url)}
        expected = [run for run in in_order[field] if run in runs][:: 1 if way == "ASCENDING" else -1]
        if field == "created":
            expected.sort(key=urn_of("nameless").__eq__)  # nobody gave its time: last in both directions
        assert pages == expected
        assert await across(api, **asked) == expected


async def test_a_run_is_found_by_the_name_that_it_has_now(api: Api, database_url: str) -> None:
    def change(name: str | None) -> Any:
        value = None if name is None else {**properties("", 20_000), "name": name}
        change_type = "DELETE" if name is None else "UPSERT"
        return item(BARE, "dataProcessInstanceProperties", value, change_type)

    listed = "query ($filter: RunFilter) { runsConnection(filter: $filter) { totalCount nodes { urn } } }"
    await asyncio.to_thread(accept_items, database_url, item(BARE, "dataProcessInstanceRunEvent", event(1, "STARTED")))
    for name in ("before", "after", None):
        await asyncio.to_thread(accept_items, database_url, change(name))
        for text in ("before", "after"):
            found = [(name, BARE)] if name == text else []
            assert await names(api, text) == found
            for given in ({"text": text[:4]}, {"text": text[:4], "nativeId": "bare"}):
                runs = (await api(listed, filter=given))["runsConnection"]
                assert runs == {"totalCount": len(found), "nodes": [{"urn": run} for _, run in found]}
    assert await names(api, "bare") == [("bare", BARE)]


async def test_a_long_name_is_found_by_its_beginning(api: Api, database_url: str) -> None:
    long = "ä" * 3000 + ".end"
    await stored(database_url, parsed(run_event("COMPLETE", "01:00:00", uuid(1), "j", outputs=[long])))
    assert [name for name, _ in await names(api, "ää")] == [long]
    assert await across(api, types=["DATASET"]) == [named_dataset_urn(NAMESPACE, long)]


def test_a_day_is_a_day() -> None:
    assert datetime.fromtimestamp(20_000 * DAY_MILLIS / 1000, UTC) == datetime(2024, 10, 4, tzinfo=UTC)
