"""What points at a hub is read page by page from an index: a hundred thousand runs are neither sorted nor compared."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from headwater.store.pool import connect
from headwater.store.queries import query

from conftest import cloned_database, fetch
from hub_history import RUNS, SEEMING_RUNS, fill_hubs

PAGE = 20


@pytest.fixture(scope="module")
def hubs_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill_hubs(url)
        yield url


async def _explain(url: str, name: str, arguments: str) -> dict[str, Any]:
    connection = await connect(url)
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    await connection.execute(f"PREPARE hot AS {query(name)}")
    [explained] = json.loads(await connection.fetchval(f"EXPLAIN (ANALYZE, FORMAT json) EXECUTE hot ({arguments})"))
    await connection.close()
    root: dict[str, Any] = explained["Plan"]
    return root


def most_rows(node: dict[str, Any]) -> float:
    """The most rows that any node looked at, in all of its loops."""
    loops = node["Actual Loops"]
    own: float = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * loops
    return max([own, *map(most_rows, node.get("Plans", []))])


@pytest.mark.parametrize("kind", ["dataset", "dataJob", "dataProcessInstance"])
@pytest.mark.parametrize(
    "types", ["ARRAY['Consumes']", "ARRAY['InstanceOf']", "ARRAY['ChildOf']", "ARRAY['Consumes', 'Produces']", "NULL"]
)
def test_a_page_of_what_points_at_a_hub_reads_no_more_than_itself(kind: str, types: str, hubs_url: str) -> None:
    [[hub]] = fetch(hubs_url, "SELECT min(id) FROM entity WHERE kind = $1", kind)
    [[seeming]] = fetch(hubs_url, "SELECT reltuples FROM pg_class WHERE relname = 'run'")
    assert seeming == pytest.approx(SEEMING_RUNS)
    root = asyncio.run(_explain(hubs_url, "incoming_relationships", f"ARRAY[{hub}], {types}, NULL, true, 0, {PAGE}"))
    assert most_rows(root) < 20 * PAGE < RUNS
