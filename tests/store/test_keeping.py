"""Servers keep the hops of settled steps beside merges; `test_kept_steps.py` compares these hops with the rule."""

import asyncio
from functools import partial
from typing import Any

import asyncpg
import pytest

from headwater.store import keeping
from headwater.store.connections import connect, connect_to_keep
from headwater.store.database import Database
from headwater.store.functions import is_other_version_in_use
from headwater.store.keeping import keep, keeping_steps
from headwater.store.pool import read_pool

from conftest import fetch, merge_items
from events import parsed, run_event, uuid

PATIENCE_SECONDS = 20
HISTORY = [
    run_event("COMPLETE", "00:01:00", uuid(1), "writer", outputs=["a"]),
    run_event("COMPLETE", "00:02:00", uuid(2), "reader", inputs=["a"]),
    run_event("COMPLETE", "00:03:00", uuid(3), "writer", outputs=["a"]),
]
"""The first version was replaced, the second one was not."""

STEPS = """
    SELECT k.number, false AS is_waiting FROM kept_step k
    UNION ALL
    SELECT NULL, true FROM waiting_steps w, unnest(w.run_ids)"""


FOUND_ALL = "INSERT INTO keeping_progress VALUES (9223372036854775807)"
"""All earlier steps were found: merges tell of the next ones."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers look for steps all the time."""
    monkeypatch.setattr(keeping, "LOOK_SECONDS", 0.01)


def steps(url: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in fetch(url, STEPS)]


def test_a_merge_tells_of_what_may_be_kept(database_url: str) -> None:
    fetch(database_url, FOUND_ALL)
    merge_items(database_url, parsed(*HISTORY[:2]))
    assert steps(database_url) == []
    merge_items(database_url, parsed(HISTORY[2]))
    assert steps(database_url) == [(None, True)]


async def test_a_server_keeps_steps_and_keeps_them_again(database_url: str, impatient: None) -> None:
    await asyncio.to_thread(merge_items, database_url, parsed(*HISTORY))
    async with await read_pool(database_url, 1) as pool, keeping_steps(Database(database_url), pool):
        await _until_kept(database_url, [(1, False)])
        late = run_event("COMPLETE", "00:02:30", uuid(4), "reader", inputs=["a"])
        await asyncio.to_thread(merge_items, database_url, parsed(late))
        await _until_kept(database_url, [(2, False)])


async def test_a_server_finds_the_steps_of_a_store_that_has_none(database_url: str, impatient: None) -> None:
    """As after an upgrade, or the load of a dump."""
    await asyncio.to_thread(merge_items, database_url, parsed(*HISTORY))
    await asyncio.to_thread(fetch, database_url, "DELETE FROM waiting_steps")
    async with await read_pool(database_url, 1) as pool, keeping_steps(Database(database_url), pool):
        await _until_kept(database_url, [(1, False)])


async def test_a_server_drops_the_changes_of_an_hour_ago(database_url: str, impatient: None) -> None:
    """Even if there is nothing to keep."""
    await asyncio.to_thread(
        fetch,
        database_url,
        "INSERT INTO changed_data (changed_in, changed_at, class_ids, run_ids, step_run_ids, step_attempts)"
        " SELECT (4 - n)::text::xid8, now() - n * interval '40 minutes', ARRAY[n], '{}', '{}', '{}'"
        " FROM generate_series(1, 3) n",
    )
    told = partial(fetch, database_url, "SELECT unnest(class_ids) FROM changed_data")
    async with (
        await read_pool(database_url, 1) as pool,
        keeping_steps(Database(database_url), pool),
        asyncio.timeout(10),
    ):
        while [tuple(row) for row in await asyncio.to_thread(told)] != [(1,)]:
            await asyncio.sleep(0.01)


async def test_nothing_is_kept_while_another_version_may_merge(database_url: str) -> None:
    """Its functions may not forget."""
    await asyncio.to_thread(fetch, database_url, FOUND_ALL)
    await asyncio.to_thread(merge_items, database_url, parsed(*HISTORY))
    await asyncio.to_thread(
        fetch, database_url, "INSERT INTO functions_in_use (schema_name) VALUES ('headwater_other')"
    )
    connection = await connect(database_url)
    assert await is_other_version_in_use(connection)
    await connection.close()
    await keeping._keep_all(Database(database_url))
    assert await asyncio.to_thread(steps, database_url) == [(None, True)]


async def test_keeping_waits_only_a_moment_for_merges(database_url: str) -> None:
    await asyncio.to_thread(merge_items, database_url, parsed(*HISTORY))
    merging, keeper = await connect(database_url), await connect_to_keep(database_url)
    async with merging.transaction():
        await merging.execute("SELECT pg_advisory_xact_lock_shared(hashtext('headwater.merge'))")
        with pytest.raises(asyncpg.LockNotAvailableError):
            await keep(keeper)
    assert await keep(keeper) == 1
    assert await keep(keeper) == 0
    await merging.close()
    await keeper.close()


async def test_a_merge_of_many_steps_is_kept_in_parts(database_url: str) -> None:
    """A round holds all merges, so it must not take all of a large merge."""
    await asyncio.to_thread(fetch, database_url, FOUND_ALL)
    runs = [run_event("COMPLETE", f"00:{n // 60:02}:{n % 60:02}", uuid(n), "writer", outputs=["a"]) for n in range(252)]
    await asyncio.to_thread(merge_items, database_url, parsed(*runs))
    assert len(await asyncio.to_thread(steps, database_url)) == 251
    keeper = await connect_to_keep(database_url)
    looked_at = [await keep(keeper, 150) for _ in range(3)]
    await keeper.close()
    assert looked_at == [150, 101, 0]


def test_a_second_keeper_has_nothing_to_do(database_url: str) -> None:
    merge_items(database_url, parsed(*HISTORY))

    async def run() -> None:
        one, other = await connect(database_url), await connect_to_keep(database_url)
        async with one.transaction():
            await one.execute("SELECT pg_advisory_xact_lock(hashtext('headwater.keeping'))")
            assert await keep(other) == 0
        assert await keep(other) == 1
        await one.close()
        await other.close()

    asyncio.run(run())


async def _until_kept(url: str, expected: list[tuple[Any, ...]]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await asyncio.to_thread(steps, url) != expected:
            await asyncio.sleep(0.02)
