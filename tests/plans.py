"""Plans of statements as the pool of readers gets them: their reads and row counts. And a store that seems large."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from headwater.store.connections import connect

from conftest import fetch

MILLION = 1_000_000
"""The number of runs that plans are checked for."""

Plan = dict[str, Any]
"""A node of a plan, with its children."""


def seem_large(database_url: str, runs: int = MILLION) -> None:
    """Make Postgres plan a filled and analyzed store as if it had so many runs, with all tables in proportion."""
    fetch(
        database_url,
        """UPDATE pg_class SET reltuples = reltuples * $1 / (SELECT r.reltuples FROM pg_class r WHERE r.oid = 'run'::regclass)
           WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND reltuples > 0""",
        runs,
    )


def plan_of(
    database_url: str,
    sql: str,
    arguments: Sequence[object] | str,
    *,
    is_executed: bool = False,
    is_generic: bool = True,
) -> Plan:
    """Return the root of a statement's plan, with its reads if executed. Arguments are values, or SQL.

    Postgres plans a statement for its actual arguments at first (not generic), and for any arguments later.
    """
    return asyncio.run(read_plan(database_url, sql, arguments, is_executed=is_executed, is_generic=is_generic))


async def read_plan(
    database_url: str, sql: str, arguments: Sequence[object] | str, *, is_executed: bool, is_generic: bool = True
) -> Plan:
    """Return the same plan inside a running event loop.

    EXPLAIN of a statement with bound parameters shows the plan for their values; only EXECUTE shows the generic plan.
    """
    given = arguments if isinstance(arguments, str) else ", ".join(map(literal, arguments))
    connection = await connect(database_url)
    mode = "force_generic_plan" if is_generic else "force_custom_plan"
    await connection.execute(f"SET plan_cache_mode = {mode}; SET max_parallel_workers_per_gather = 0")
    await connection.execute(f"PREPARE hot AS {sql}")
    options = "ANALYZE, BUFFERS, FORMAT json" if is_executed else "FORMAT json"
    [explained] = json.loads(
        await connection.fetchval(f"EXPLAIN ({options}) EXECUTE hot{f' ({given})' if given else ''}")
    )
    await connection.close()
    root: Plan = explained["Plan"]
    return root


def literal(value: object) -> str:
    """Return a value as a SQL literal for a parameter of any type."""
    match value:
        case None:
            return "NULL"
        case bool() | int() | float():
            return str(value)
        case list() | tuple():
            return literal(f"{{{','.join(json.dumps(str(one), ensure_ascii=False) for one in value)}}}")
        case datetime():
            return literal(value.isoformat())
        case timedelta():
            return literal(f"{value.total_seconds()} seconds")
        case _:
            return "'" + str(value).replace("'", "''") + "'"


def nodes_of(node: Plan) -> Iterator[Plan]:
    """Yield a node and all nodes below it."""
    yield node
    for below in node.get("Plans", []):
        yield from nodes_of(below)


def indexes_of(root: Plan) -> set[str]:
    """Return the indexes that a plan reads."""
    return {node["Index Name"] for node in nodes_of(root) if "Index Name" in node}


def scans_of(root: Plan) -> set[str]:
    """Return the tables that a plan reads in full."""
    return {node["Relation Name"] for node in nodes_of(root) if node["Node Type"] == "Seq Scan"}


def blocks_of(root: Plan) -> int:
    """Return the number of 8 KB pages that an executed plan read."""
    return int(root["Shared Hit Blocks"] + root["Shared Read Blocks"])


def most_rows(root: Plan) -> float:
    """Return the most rows that any node of an executed plan read, over all of its loops."""
    return max(
        (float(node["Actual Rows"]) + float(node.get("Rows Removed by Filter", 0))) * float(node["Actual Loops"])
        for node in nodes_of(root)
    )


def is_limited(node: Plan) -> bool:
    """Return true if a node's rows passed a LIMIT, on each path below it."""
    below = node.get("Plans", [])
    return node["Node Type"] == "Limit" or (bool(below) and any(map(is_limited, below)))
