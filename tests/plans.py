"""The plans of statements as the pool of readers has them: what they read, and how much. And a store that seems large."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from headwater.store.pool import connect

from conftest import fetch

MILLION = 1_000_000
"""How many runs plans are held to."""

Plan = dict[str, Any]
"""A node of a plan, with those below it."""


def seem_large(database_url: str, runs: int = MILLION) -> None:
    """Have Postgres take a filled and analyzed store for one of so many runs, with all else in proportion."""
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
    """The root of a statement's plan; with what was read, if it is executed. Arguments are values, or SQL.

    Postgres plans a statement for its arguments at first (not generic), and for any arguments later.
    """
    return asyncio.run(read_plan(database_url, sql, arguments, is_executed=is_executed, is_generic=is_generic))


async def read_plan(
    database_url: str, sql: str, arguments: Sequence[object] | str, *, is_executed: bool, is_generic: bool = True
) -> Plan:
    """The same where a loop runs already.

    Of a statement whose parameters are bound EXPLAIN shows the plan for their values: only EXECUTE shows the generic one.
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
    """A value as SQL has it, of whatever type the parameter is."""
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
    """A node and all below it."""
    yield node
    for below in node.get("Plans", []):
        yield from nodes_of(below)


def indexes_of(root: Plan) -> set[str]:
    """The indexes that a plan reads."""
    return {node["Index Name"] for node in nodes_of(root) if "Index Name" in node}


def scans_of(root: Plan) -> set[str]:
    """The tables of which a plan reads every row."""
    return {node["Relation Name"] for node in nodes_of(root) if node["Node Type"] == "Seq Scan"}


def blocks_of(root: Plan) -> int:
    """How many pages of 8 KB an executed plan looked at."""
    return int(root["Shared Hit Blocks"] + root["Shared Read Blocks"])


def most_rows(root: Plan) -> float:
    """The most rows that any node of an executed plan looked at, in all of its loops."""
    return max(
        (float(node["Actual Rows"]) + float(node.get("Rows Removed by Filter", 0))) * float(node["Actual Loops"])
        for node in nodes_of(root)
    )


def is_limited(node: Plan) -> bool:
    """Whether what comes out of a node went through a LIMIT before it was sorted."""
    below = node.get("Plans", [])
    return node["Node Type"] == "Limit" or (bool(below) and any(map(is_limited, below)))
