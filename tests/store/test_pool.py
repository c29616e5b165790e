"""Connections of a pool: handed on from statement to statement, and given back."""

import asyncio
import time

import asyncpg
import pytest

from headwater.errors import OverloadedError, UnavailableError
from headwater.store import pool as pools
from headwater.store.pool import ReadPool, read_pool

from conftest import fetch, without_new_connections

SESSION = "SELECT pg_backend_pid()"


async def free_holders(pool: ReadPool, count: int) -> None:
    """Wait until asyncpg has so many connections without a user."""
    async with asyncio.timeout(20):
        while sum(holder._in_use is None for holder in pool._holders) != count:
            await asyncio.sleep(0.01)


async def test_a_statement_takes_the_connection_of_the_one_before(database_url: str) -> None:
    async with await read_pool(database_url, 4) as pool:
        first = await pool.fetchval(SESSION)
        await free_holders(pool, 3)
        assert {await pool.fetchval(SESSION) for _ in range(5)} == {first}
        async with pool.snapshot() as connection:
            assert await connection.fetchval(SESSION) == first
        await free_holders(pool, 4)  # a moment later, asyncpg looks after the connection
        assert await pool.fetchval(SESSION) == first


async def test_all_get_a_connection_though_all_are_warm(database_url: str) -> None:
    async with await read_pool(database_url, 2, wait_seconds=20) as pool:
        await asyncio.gather(*(pool.fetchval("SELECT pg_sleep(0.1)") for _ in range(2)))
        await free_holders(pool, 0)
        async with pool.acquire() as one, pool.acquire() as other:
            assert await one.fetchval(SESSION) != await other.fetchval(SESSION)


async def test_those_who_wait_get_their_turn(database_url: str) -> None:
    async with await read_pool(database_url, 1, wait_seconds=20) as pool:
        assert await asyncio.gather(*(pool.fetchval("SELECT $1::integer", number) for number in range(50))) == [
            *range(50)
        ]


async def test_a_warm_connection_that_is_lost_is_replaced(database_url: str) -> None:
    async with await read_pool(database_url, 2) as pool:
        lost = await pool.fetchval(SESSION)
        await free_holders(pool, 1)
        other = await asyncpg.connect(database_url)
        await other.fetchval("SELECT pg_terminate_backend($1)", lost)
        await other.close()
        await free_holders(pool, 2)
        assert await pool.fetchval(SESSION) != lost


async def test_a_statement_that_fails_leaves_no_connection_behind(database_url: str) -> None:
    async with await read_pool(database_url, 1, wait_seconds=20) as pool:
        for _ in range(3):
            try:
                await pool.fetchval("SELECT 1 / 0")
            except asyncpg.DivisionByZeroError:
                await free_holders(pool, 1)
            task = asyncio.create_task(pool.fetchval("SELECT pg_sleep(60)"))
            await asyncio.sleep(0.05)
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
        assert await pool.fetchval("SELECT 2") == 2


async def test_a_pool_closes_at_once_with_warm_connections(database_url: str) -> None:
    pool = await read_pool(database_url, 2)
    await pool.fetchval(SESSION)
    async with asyncio.timeout(pools._WARM_SECONDS * 20):
        await pool.close()
    assert pool.get_size() == 0


async def test_a_pool_closes_though_a_statement_does_not_end(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "_CLOSE_SECONDS", 0.2)
    pool = await read_pool(database_url, 1)
    endless = asyncio.create_task(pool.fetchval("SELECT pg_sleep(60)"))
    await free_holders(pool, 0)
    async with asyncio.timeout(20):
        await pool.close()
        with pytest.raises(UnavailableError):
            await endless


async def test_statements_share_the_connections_that_there_are(database_url: str) -> None:
    async with await read_pool(database_url, 4, wait_seconds=20) as pool:
        with without_new_connections(database_url):
            sessions = await asyncio.gather(*(pool.fetchval(f"{SESSION}, pg_sleep(0.01)") for _ in range(20)))
        assert len(set(sessions)) == 1


async def test_a_refused_statement_waits_for_no_longer_than_others(database_url: str) -> None:
    async with await read_pool(database_url, 4, wait_seconds=0.3) as pool, pool.acquire():
        with without_new_connections(database_url):
            began_at = time.monotonic()
            with pytest.raises(OverloadedError, match="busy"):
                await pool.fetchval("SELECT 1")
            assert 0.3 <= time.monotonic() - began_at < 10


async def test_a_refused_statement_is_told_once_the_last_connection_is_lost(
    postgres_url: str, database_url: str
) -> None:
    async with await read_pool(database_url, 4, wait_seconds=60) as pool:
        lost = await pool.fetchval(SESSION)
        with without_new_connections(database_url):
            running = asyncio.create_task(pool.fetchval("SELECT pg_sleep(60)"))
            await free_holders(pool, 3)
            waiting = asyncio.create_task(pool.fetchval("SELECT 1"))
            while not pool._queue.empty():  # it is refused, and keeps the closed ones
                await asyncio.sleep(0.01)
            fetch(postgres_url, "SELECT pg_terminate_backend($1)", lost)
            async with asyncio.timeout(20):
                for task in (running, waiting):
                    with pytest.raises(UnavailableError):
                        await task
            await free_holders(pool, 4)


async def test_without_a_connection_a_refusal_is_told(database_url: str) -> None:
    async with await read_pool(database_url, 2, opens_at_once=False) as pool:
        with without_new_connections(database_url), pytest.raises(UnavailableError):
            await pool.fetchval("SELECT 1")
        assert await pool.fetchval("SELECT 1") == 1
