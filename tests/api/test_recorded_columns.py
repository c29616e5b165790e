"""Recorded columns of dbt, Spark and Airflow: the API agrees with a person's reading of the raw events."""

from pathlib import Path
from typing import Any

from headwater.urn import named_dataset_urn

from conftest import parse_files
from graphql_api import Api, stored

POSTGRES = "postgres://127.0.0.1:55433"
UPSTREAM = """query ($urn: String!, $columns: [String!], $certainty: LineageCertainty!) {
  provenance(urn: $urn, columns: $columns, certainty: $certainty) {
    columns(count: 100) { columns { column certainty direct version { at } asset { ... on Dataset { name } }
      path { transformations { type subtype masking } } } } } }"""


async def upstream(
    api: Api,
    database_url: str,
    corpus: Path,
    file: str,
    asset: tuple[str, str],
    column: str,
    certainty: str = "CERTAIN",
) -> list[dict[str, Any]]:
    """Merge a recorded file, and ask for the columns that a column was made from."""
    await stored(database_url, parse_files(corpus / "openlineage" / "events" / f"{file}.ndjson"))
    answer = await api(UPSTREAM, urn=named_dataset_urn(*asset), columns=[column], certainty=certainty)
    found: list[dict[str, Any]] = answer["provenance"]["columns"]["columns"]
    return found


def named(found: list[dict[str, Any]]) -> list[str]:
    """Return table and column, with ? for POSSIBLE, ~ for indirect uses, and ! for data without a known version."""
    return [
        f"{one['asset']['name'].rpartition('.')[2]}.{one['column'] or '*'}{'?' * (one['certainty'] == 'POSSIBLE')}"
        f"{'~' * (not one['direct'])}{'!' * (one['version'] is None)}"
        for one in found
    ]


async def test_dbt(api: Api, database_url: str, corpus: Path) -> None:
    """The models read the seeds: no run of the recording wrote these."""
    asset = (POSTGRES, "dbt_test.main.customer_analytics")
    assert named(await upstream(api, database_url, corpus, "dbt_local_artifacts", asset, "total_revenue")) == [
        "stg_orders.completed_amount",
        "raw_orders.amount!",
        "raw_orders.status!",
    ]


async def test_spark(api: Api, database_url: str, corpus: Path) -> None:
    """A filter on both columns, a group by the word, a sum of the counts."""
    asset = ("file", "/tmp/outputs/1729097570970")
    found = await upstream(api, database_url, corpus, "spark_dataproc_bigquery_shakespeare", asset, "SUM(word_count)")
    assert named(found) == ["shakespeare.word~!", "shakespeare.word_count!"]
    assert [one["path"][-1]["transformations"] for one in found] == [
        [
            {"type": "INDIRECT", "subtype": "GROUP_BY", "masking": False},
            {"type": "INDIRECT", "subtype": "FILTER", "masking": False},
        ],
        [
            {"type": "DIRECT", "subtype": "AGGREGATION", "masking": False},
            {"type": "INDIRECT", "subtype": "FILTER", "masking": False},
        ],
    ]


async def test_airflow(api: Api, database_url: str, corpus: Path) -> None:
    """Airflow's parser calls sum(amount) `_0`: it may be the total that the report reads."""
    asset = (POSTGRES, "shop.public.report")
    assert named(await upstream(api, database_url, corpus, "airflow3_local_etl", asset, "total")) == [
        "order_totals.total"
    ]
    possible = await upstream(api, database_url, corpus, "airflow3_local_etl", asset, "total", "POSSIBLE")
    assert named(possible) == ["order_totals.total", "raw_orders.amount?!"]
