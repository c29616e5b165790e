"""The record of statements: names, rows, and the rounds that sent them."""

import asyncio
from typing import Any

import pytest

from headwater.store.queries import query
from headwater.store.recording import RecordingPool

PING, SEARCH_PATH = query("ping"), query("search_path")


class Rows:
    """A pool whose statements return as many rows as their argument, and none for no argument."""

    async def fetch(self, sql: str, count: int) -> list[int]:
        await asyncio.sleep(0)
        if not count:
            raise ValueError("none")
        return list(range(count))

    async def fetchrow(self, sql: str, count: int) -> int | None:
        return count or None

    async def fetchval(self, sql: str) -> str:
        return sql


def recorded(pool: RecordingPool) -> list[tuple[int, str, int | None]]:
    """Return all fields except the times, which are at least 0."""
    assert all(one.seconds >= 0 for one in pool.sent)
    return [(one.round, one.name, one.rows) for one in pool.sent]


async def test_a_statement_has_its_name_and_rows() -> None:
    pool = RecordingPool(Rows())
    assert await pool.fetch(PING, 2) == [0, 1]
    assert await pool.fetchrow(PING, 5) == 5
    assert await pool.fetchrow(PING, 0) is None
    assert await pool.fetchval(SEARCH_PATH) == SEARCH_PATH
    assert recorded(pool) == [(1, "ping", 2), (2, "ping", 1), (3, "ping", 0), (4, "search_path", 1)]


async def test_statements_that_wait_for_none_are_one_round() -> None:
    pool = RecordingPool(Rows())

    async def two(*counts: Any) -> None:
        for count in counts:
            await pool.fetch(PING, count)

    await asyncio.gather(two(1, 2), two(3))
    await two(4)
    assert recorded(pool) == [(1, "ping", 1), (1, "ping", 3), (2, "ping", 2), (3, "ping", 4)]


async def test_a_statement_that_fails_has_no_rows() -> None:
    pool = RecordingPool(Rows())
    with pytest.raises(ValueError, match="none"):
        await pool.fetch(PING, 0)
    assert recorded(pool) == [(1, "ping", None)]
