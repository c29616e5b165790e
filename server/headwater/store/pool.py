"""Connections to Postgres."""

import asyncpg
from asyncpg import Connection, Pool

from headwater.store.queries import query

UNREACHABLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What a query raises where the database does not answer."""

_SERVER_SETTINGS = {"application_name": "headwater", "timezone": "UTC", "jit": "off"}

LISTENER = "headwater run events"
"""As what the connection that waits for notices is seen in pg_stat_activity."""

_READ_SETTINGS = {"plan_cache_mode": "force_generic_plan", "statement_timeout": "30s"}


async def _keep_session(connection: Connection) -> None:
    """Queries leave nothing behind in a session, and a reset would be a second round trip for each."""


async def connect(database_url: str) -> Connection:
    """One connection."""
    return await asyncpg.connect(database_url, server_settings=_SERVER_SETTINGS)


async def connect_to_listen(database_url: str) -> Connection:
    """One connection that waits for notices, and reads what they tell of."""
    settings = _SERVER_SETTINGS | _READ_SETTINGS | {"application_name": LISTENER}
    return await asyncpg.connect(database_url, server_settings=settings)


async def connect_to_merge(database_url: str) -> Connection:
    """One connection with the functions that merge; they and their types belong to the session."""
    connection = await connect(database_url)
    for functions in ("create_fact_types", "create_naming", "create_merge", "create_merge_aspects"):
        await connection.execute(query(functions))
    await connection.execute(query("ensure_coming_partitions"))
    return connection


async def read_pool(database_url: str, max_size: int) -> Pool:
    """A pool for the queries of the API.

    Their plans do not depend on their parameters, and Postgres would plan anew at every call where a
    LIMIT is a parameter: so the generic plan is forced (it halves the time of a page of runs).
    """
    return await asyncpg.create_pool(
        database_url,
        min_size=1,
        max_size=max_size,
        max_cached_statement_lifetime=0,
        reset=_keep_session,
        server_settings=_SERVER_SETTINGS | _READ_SETTINGS,
    )
