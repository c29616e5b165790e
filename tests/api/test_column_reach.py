"""`searchAcrossLineage` from a column: the datasets and jobs that it reaches, by runs and by DataHub's aspects."""

import asyncio
from typing import Any

from column_runs import FIVE_HOPS
from headwater.urn import column_urn, named_dataset_urn

from events import NAMESPACE, parsed
from graphql_api import Api, stored
from proposals import accept_items, item

SEARCH = """query ($urn: String!, $direction: LineageDirection!, $filters: [AndFilterInput!], $end: Long) {
  searchAcrossLineage(input: {urn: $urn, direction: $direction, query: "*", orFilters: $filters,
      lineageFlags: {endTimeMillis: $end},
      searchFlags: {groupingSpec: {groupingCriteria: {baseEntityType: SCHEMA_FIELD, groupingEntityType: DATASET}}}}) {
    total isPartial searchResults { degree explored entity { urn type } paths { path { urn type } } } } }"""


def dataset(name: str) -> str:
    return named_dataset_urn(NAMESPACE, name)


def column(name: str, field: str) -> str:
    return column_urn(dataset(name), field)


async def found(api: Api, urn: str, direction: str = "DOWNSTREAM", **more: Any) -> dict[str, Any]:
    """Return each result with its degree and its paths: the names of columns, and of jobs in between."""

    def name(step: dict[str, Any]) -> str:
        parts = step["urn"].rstrip(")").split(",")
        return parts[-1] if step["type"] == "SCHEMA_FIELD" else f"<{parts[-1]}>"

    answer = await api(SEARCH, urn=urn, direction=direction, **more)
    results = answer["searchAcrossLineage"]["searchResults"]
    return {
        one["entity"]["urn"].split(",")[-2 if one["entity"]["type"] == "DATASET" else -1].rstrip(")"): (
            one["degree"],
            [" ".join(map(name, each["path"])) for each in one["paths"]],
        )
        for one in results
    }


async def test_columns_that_runs_told(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*FIVE_HOPS))
    downstream = await found(api, column("prices", "price"))
    assert downstream == {
        "euros": (1, ["price <convert> amount"]),
        "convert": (1, ["price <convert>"]),
        "sums": (2, ["price <convert> amount <sum> revenue"]),
        "sum": (2, ["price <convert> amount <sum>"]),
        "report": (3, ["price <convert> amount <sum> revenue <report> turnover"]),
        "copied": (4, ["price <convert> amount <sum> revenue <report> turnover <copy> turnover"]),
        "copy": (4, ["price <convert> amount <sum> revenue <report> turnover <copy>"]),
    }, "the job and the dataset of the report have one name"
    upstream = await found(api, column("report", "turnover"), "UPSTREAM")
    assert upstream["prices"] == (
        3,
        [
            "turnover <report> revenue <sum> amount <convert> currency",
            "turnover <report> revenue <sum> amount <convert> price",
            "turnover <report> revenue <sum> product <convert> product",
        ],
    )


async def test_a_window_of_time(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*FIVE_HOPS))
    half_past_three = 1767238200000
    assert set(await found(api, column("prices", "price"), end=half_past_three)) == {"euros", "convert", "sums", "sum"}


async def test_filters_by_degree(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*FIVE_HOPS))
    filters = [{"and": [{"field": "degree", "values": ["1"]}]}]
    assert set(await found(api, column("prices", "price"), filters=filters)) == {"euros", "convert"}


async def test_columns_of_datahubs_aspects_join_those_of_runs(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*FIVE_HOPS))
    lineage = {
        "upstreams": [{"dataset": dataset("euros"), "type": "TRANSFORMED", "auditStamp": {"time": 0, "actor": "urn:li:corpuser:a"}}],
        "fineGrainedLineages": [
            {
                "upstreamType": "FIELD_SET", "upstreams": [column("euros", "amount")],
                "downstreamType": "FIELD", "downstreams": [column("board", "total")],
                "query": "urn:li:query:q", "confidenceScore": 1.0,
            }
        ],
    }  # fmt: skip
    await asyncio.to_thread(accept_items, database_url, item(dataset("board"), "upstreamLineage", lineage))
    assert (await found(api, column("prices", "price")))["board"] == (
        2,
        ["price <convert> amount <urn:li:query:q> total"],
    )
    assert (await found(api, column("board", "total"), "UPSTREAM"))["euros"][0] == 1


async def test_an_unknown_column_has_no_results(api: Api, database_url: str) -> None:
    await stored(database_url, parsed(*FIVE_HOPS))
    assert await found(api, column("prices", "nothing")) == {}
    assert await found(api, column("nowhere", "nothing")) == {}
