"""Connections to Postgres."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from asyncpg import Connection

from headwater.store.database import Database
from headwater.store.functions import search_path, use_functions
from headwater.store.pooler import connect_to_pooler
from headwater.store.queries import query
from headwater.store.rebuild_tables import SCHEMA as REBUILD_SCHEMA
from headwater.store.ticks import send_ticks

_SERVER_SETTINGS = {"application_name": "headwater", "timezone": "UTC", "jit": "off"}

CONNECT_SECONDS = 10
"""The longest wait for a host that does not answer, or for a program that is not Postgres and says nothing."""

LISTENER = "headwater run events"
"""The name of the listening connection in pg_stat_activity."""

READ_SETTINGS = {"plan_cache_mode": "force_generic_plan", "max_parallel_workers_per_gather": "0"}
"""A generic plan does not know the page's size: it would start workers, which takes longer than the page."""

_MERGE_SETTINGS = {
    "enable_seqscan": "off",
    "plan_cache_mode": "force_generic_plan",
    "idle_in_transaction_session_timeout": "0",
}
"""Planning a small merge takes longer than running it, so plans are kept while tables grow (`analyze_grown`).

A plan that reads the whole of a small table would soon read the whole of a large one. A claim of the queue waits in its
transaction for merges of other sessions: an ended session would count as an ended worker.
"""

_KEEPING_WAIT_MILLIS = 100
"""New merges wait behind it meanwhile."""


def read_settings() -> dict[str, str]:
    """Return the settings of a session that reads."""
    return _session_settings(READ_SETTINGS)


def _session_settings(settings: dict[str, str]) -> dict[str, str]:
    return _SERVER_SETTINGS | {"search_path": search_path()} | settings


async def open_connection(
    database: Database, settings: dict[str, str], wait_seconds: float | None = None, **options: Any
) -> Connection:
    """Open a connection with settings; through a pooler, it waits for a session no longer than wait_seconds."""
    settings = _session_settings(settings)
    options = {"timeout": CONNECT_SECONDS} | options
    if database.is_pooled:
        return await connect_to_pooler(database.url, settings, wait_seconds, **options)
    return await asyncpg.connect(database.url, server_settings=settings, **options)


async def connect(direct_url: str, **settings: str) -> Connection:
    """Open a connection to Postgres itself, with its own session."""
    return await open_connection(Database(direct_url), settings)


@asynccontextmanager
async def connected(direct_url: str) -> AsyncIterator[Connection]:
    """Yield a connection as `connect` opens it, and close it."""
    connection = await connect(direct_url)
    try:
        yield connection
    finally:
        await connection.close()


async def try_pooler(database: Database) -> None:
    """Read once through a pooler, as merges and queries will. Raises the driver's errors."""
    connection = await open_connection(database, {}, CONNECT_SECONDS)
    try:
        await connection.fetchval(query("search_path"))
    finally:
        await connection.close()


async def connect_to_listen(direct_url: str) -> Connection:
    """Open a connection that waits for notices, and reads the events behind them."""
    return await connect(direct_url, **READ_SETTINGS | {"application_name": LISTENER})


async def connect_to_merge(database: Database | str, most_seconds: float | None = None) -> Connection:
    """Open a connection that merges, and make the log's partitions of the coming year.

    A merge on it runs for at least most_seconds before it is cancelled (TOO_SLOW), and waits so long for other merges
    (OTHERS_MERGE); None: no limits.
    """
    # Postgres counts the wait as part of the statement.
    limits = {} if most_seconds is None else {"lock_timeout": most_seconds, "statement_timeout": 2 * most_seconds}
    timeouts = {name: f"{seconds * 1000:.0f}ms" for name, seconds in limits.items()}
    connection = await open_connection(Database.at(database), _MERGE_SETTINGS | timeouts)
    try:
        await send_ticks(connection)
        async with connection.transaction():
            await connection.execute(query("ensure_coming_partitions"))
            await use_functions(connection)
    except BaseException:
        connection.terminate()  # nobody else knows of it
        raise
    return connection


async def connect_to_keep(direct_url: str) -> Connection:
    """Open a connection that keeps steps: it waits for merges only as long as merges may wait for it."""
    return await connect(direct_url, lock_timeout=f"{_KEEPING_WAIT_MILLIS}ms", **_MERGE_SETTINGS)


async def connect_to_rebuild(database_url: str) -> Connection:
    """Open a connection for which names mean the tables of a rebuild, if there are any.

    Its commits need not be durable at once: a crash that loses rows also takes back the recorded progress.
    """
    search_path = f"{REBUILD_SCHEMA}, public"
    connection = await connect(database_url, search_path=search_path, synchronous_commit="off", **_MERGE_SETTINGS)
    await send_ticks(connection)
    return connection
