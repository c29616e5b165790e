"""A real pgbouncer in transaction mode: clients share sessions, and none gets another's settings."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from headwater.errors import OverloadedError
from headwater.store.connections import connect, connect_to_merge
from headwater.store.database import Database
from headwater.store.functions import functions_schema
from headwater.store.pool import read_pool
from headwater.store.pooler import connect_to_pooler

from pgbouncer import pooled

SETTINGS = "search_path", "plan_cache_mode", "enable_seqscan", "statement_timeout", "lock_timeout", "jit", "TimeZone"
SHOWN = f"SELECT {', '.join(f'current_setting($${name}$$)' for name in SETTINGS)}, pg_backend_pid()"
LEFT = "SELECT name FROM pg_settings WHERE source = 'session' AND name = ANY($1)"


@pytest.fixture
def one_session(database_url: str) -> Iterator[Database]:
    """A database behind a pooler with one session for all."""
    with pooled(database_url, pool_size=1) as database:
        yield database


@asynccontextmanager
async def plain(database: Database) -> AsyncIterator[asyncpg.Connection]:
    """Open another program's connection to the pooler."""
    connection = await asyncpg.connect(database.url, statement_cache_size=0)
    try:
        yield connection
    finally:
        await connection.close()


async def test_clients_of_one_session_have_their_own_settings(one_session: Database) -> None:
    merging = await connect_to_merge(one_session, 7)
    later = await connect_to_pooler(one_session.url, {"search_path": "later, public", "lock_timeout": "1234ms"})
    async with plain(one_session) as other, await read_pool(one_session, 2, statement_seconds=11) as pool:
        defaults = tuple(await other.fetchrow(SHOWN))
        for _ in range(3):
            assert tuple(await pool.fetchrow(SHOWN)) == (
                *(f"{functions_schema()}, public", "force_generic_plan", "on", "11s", "0", "off", "UTC", defaults[-1]),
            )
            assert tuple(await merging.fetchrow(SHOWN)) == (
                *(
                    f"{functions_schema()}, public",
                    "force_generic_plan",
                    "off",
                    "14s",
                    "7s",
                    "off",
                    "UTC",
                    defaults[-1],
                ),
            )
            async with later.transaction():
                assert await later.fetchval("SELECT current_setting('search_path')") == "later, public"
                async with later.transaction():
                    assert await later.fetchval("SELECT current_setting('lock_timeout')") == "1234ms"
            assert tuple(await other.fetchrow(SHOWN)) == defaults
    for connection in (merging, later):
        await connection.close()


async def test_a_look_up_of_types_leaves_nothing_in_the_session(one_session: Database) -> None:
    """The driver looks up unknown types, and turns jit off for the look-up if it may."""
    direct = await connect(one_session.direct_url)
    await direct.execute("CREATE TYPE pair AS (one integer, other text)")
    await direct.close()
    async with await read_pool(one_session, 1) as pool:
        assert tuple(await pool.fetchval("SELECT (1, 'a')::pair")) == (1, "a")
    async with plain(one_session) as other:
        assert await other.fetch(LEFT, list(SETTINGS)) == []


async def test_a_statement_that_takes_too_long_is_refused(one_session: Database) -> None:
    async with await read_pool(one_session, 1, statement_seconds=0.2) as pool:
        with pytest.raises(OverloadedError, match="took too long"):
            await pool.fetchval("SELECT pg_sleep(60)")
        assert await pool.fetchval("SELECT 1") == 1


async def test_nobody_waits_for_a_session_for_ever(one_session: Database) -> None:
    async with plain(one_session) as other, await read_pool(one_session, 2, wait_seconds=0.5) as pool:
        async with other.transaction():
            await other.fetchval("SELECT 1")
            with pytest.raises(OverloadedError, match="busy"):
                await pool.fetchval("SELECT 1")
        assert await pool.fetchval("SELECT 1") == 1


async def test_a_reader_who_goes_leaves_the_session_to_others(one_session: Database) -> None:
    """The reader leaves because the time of a question is over, or its client hangs up."""
    async with plain(one_session) as other, await read_pool(one_session, 1) as pool:
        for seconds in (0.001, 0.002, 0.004, 0.2):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(seconds):
                    await pool.fetchval("SELECT pg_sleep(60)")
            async with asyncio.timeout(10):
                assert await other.fetchval("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%sleep(60)'") <= 1
                assert await pool.fetchval("SELECT 1") == 1


async def test_a_statement_that_fails_ends_its_transaction(one_session: Database) -> None:
    async with await read_pool(one_session, 1) as pool:
        with pytest.raises(asyncpg.DivisionByZeroError):
            await pool.fetchval("SELECT 1 / 0")
        assert await pool.fetchval("SELECT 1") == 1


async def ways(database: Database, sql: str) -> list[Any]:
    """Return the value of a statement on each kind of connection."""
    merging = await connect_to_merge(database)
    async with await read_pool(database, 1) as pool:
        values = [await pool.fetchval(sql), await merging.fetchval(sql)]
    await merging.close()
    return values


async def test_without_a_pooler_a_session_keeps_its_settings(database_url: str) -> None:
    """A read is one round trip: a statement that is prepared once."""
    for database in (Database(database_url), Database(database_url, database_url)):
        assert not database.is_pooled
        assert await ways(database, "SELECT count(*) FROM pg_prepared_statements") == [1, 2]
        assert await ways(database, "SELECT current_setting('jit')") == ["off", "off"]
