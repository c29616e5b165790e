"""The pages of runs come sorted from an index, whatever the page and the size of the history; hung runs need no scan."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from headwater.model.lineage import Direction
from headwater.store.pool import connect
from headwater.store.queries import query
from headwater.store.walks import walk_query

from conftest import cloned_database, fetch
from history import fill

RUNS = 3000

# the query, its parameters after the owners and the page, the index that has to give the order, the owners
PAGES = {
    "runs_of_templates": ("", "run_template_idx", "SELECT template_id FROM run GROUP BY 1 LIMIT 3"),
    "runs_of_assets": (", 'INPUT'", "edge_asset_idx", "SELECT asset_id FROM edge GROUP BY 1 LIMIT 3"),
}


@pytest.fixture(scope="module")
def filled_url(postgres_url: str, template: str) -> Iterator[str]:
    with cloned_database(postgres_url, template) as url:
        fill(url, RUNS)
        yield url


def plan(url: str, name: str, arguments: str) -> dict[str, Any]:
    """The root of a named query's generic plan, which is the one that the pool uses."""
    return plan_of(url, query(name), arguments)


def plan_of(url: str, sql: str, arguments: str) -> dict[str, Any]:
    """The root of a generic plan."""
    [explained] = json.loads(asyncio.run(_explain(url, sql, arguments)))
    root: dict[str, Any] = explained["Plan"]
    return root


def nodes_of(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A node and all below it."""
    yield node
    for below in node.get("Plans", []):
        yield from nodes_of(below)


def is_limited(node: dict[str, Any]) -> bool:
    """Whether what comes out of a node went through a LIMIT before it was sorted."""
    below = node.get("Plans", [])
    return node["Node Type"] == "Limit" or (bool(below) and any(map(is_limited, below)))


async def _explain(url: str, sql: str, arguments: str) -> str:
    connection = await connect(url)
    await connection.execute("SET plan_cache_mode = force_generic_plan")
    await connection.execute(f"PREPARE hot AS {sql}")
    explained: str = await connection.fetchval(f"EXPLAIN (FORMAT json) EXECUTE hot ({arguments})")
    await connection.close()
    return explained


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_read_from_its_index_in_order(name: str, filled_url: str) -> None:
    more, index, owners = PAGES[name]
    ids = [row[0] for row in fetch(filled_url, owners)]
    nodes = list(nodes_of(plan(filled_url, name, f"ARRAY{ids}::bigint[], 0, 20{more}")))
    assert index in [node.get("Index Name") for node in nodes]
    sorts = [node for node in nodes if node["Node Type"] == "Sort"]
    assert all(map(is_limited, sorts)), "the whole history of an owner is sorted for a page"
    assert "Incremental Sort" in [node["Node Type"] for node in nodes]


def test_hung_runs_are_found_without_a_scan_of_the_runs(filled_url: str) -> None:
    nodes = list(nodes_of(plan(filled_url, "watched_runs", "NULL, now()")))
    assert {"run_started_idx", "run_template_idx"} <= {node.get("Index Name") for node in nodes}
    assert "run" not in [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("is_ruled", [False, True], ids=["kept", "ruled"])
def test_a_walk_looks_up_each_step(filled_url: str, direction: Direction, is_ruled: bool) -> None:
    """By index, and in loops: a scan or a hash of all would make a small answer cost what the history does."""
    starts = "ARRAY[1]::bigint[], ARRAY[0], ARRAY[0]::bigint[], ARRAY[0]::bigint[], ARRAY['-infinity']::timestamptz[]"
    vantage = ", 'infinity', 'infinity', '0', false, true" if is_ruled else ""
    arguments = f"{starts}, 1000, '10 s', false{vantage}"
    root = plan_of(filled_url, walk_query(direction, is_ruled=is_ruled), arguments)
    scanned = {
        node["Relation Name"]
        for node in nodes_of(root)
        if node["Node Type"] == "Seq Scan"
        and node["Relation Name"] in ("run", "asset_read", "asset_write", "run_event")
    }
    assert scanned == set()
    called = {node.get("Function Name") for node in nodes_of(root)}
    assert not called & {"kept_readers", "kept_seen", "newest_whole_write"}, "Postgres has to inline these"


def test_run_events_are_read_from_their_place_on(filled_url: str) -> None:
    """A page costs what a page has: nothing is scanned, and no history of a watched asset is looked at."""
    [asset] = fetch(filled_url, "SELECT e.urn_key FROM entity e JOIN edge g ON g.asset_id = e.id LIMIT 1")
    arguments = f"100, 9223372036854775807, 1000, ARRAY['{asset['urn_key']}']::uuid[]"
    nodes = list(nodes_of(plan(filled_url, "run_events_after", arguments)))
    assert {"run_event_seq_key", "edge_run_asset_key"} <= {node.get("Index Name") for node in nodes}
    assert "edge_asset_idx" not in {node.get("Index Name") for node in nodes}
    assert not {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"}
