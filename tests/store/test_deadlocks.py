"""A change of tables beside a merge: Postgres ends one of the two for a deadlock, and it is repeated."""

import asyncio
from unittest import mock

import pytest
from asyncpg import Connection
from structlog.testing import capture_logs

from headwater.store import migrations
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from events import parsed, run_event, uuid

FIRST, LAST = "run", "edge"
"""Tables that a merge locks in this order."""

EAGER, PATIENT = "SET deadlock_timeout = '100ms'", "SET deadlock_timeout = '1h'"
"""Postgres ends the session of a deadlock that looks for it first."""

CHANGE = f"""
LOCK TABLE {LAST};
DO $$
BEGIN
    FOR tries IN 1..500 LOOP
        EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE relation = '{LAST}'::regclass AND NOT granted)
            OR EXISTS (SELECT FROM run_event);
        PERFORM pg_sleep(0.01);
    END LOOP;
END $$;
LOCK TABLE {FIRST};
"""
"""Locks the last table, and the first one once a merge waits for the last; at the repeat there is no merge."""

HELD = "SELECT count(*) FROM pg_locks WHERE relation = $1::regclass AND mode = 'AccessExclusiveLock' AND granted"


async def merged_beside(changing: "asyncio.Task[object]", merging: Connection) -> int:
    """Merge an event once the change has its first lock. The number of events in the store at the end of both."""
    async with asyncio.timeout(30):
        while not await merging.fetchval(HELD, LAST):
            await asyncio.sleep(0.01)
        event = run_event("COMPLETE", "00:00:00", uuid(1), outputs=["table"])
        [result] = await merge(merging, [Delivery(parsed(event), new_trace().trace_id)])
        await changing
    assert result.new == 1
    return int(await merging.fetchval("SELECT count(*) FROM run_event"))


@pytest.mark.parametrize("victim", ["merge", "migration"])
async def test_the_victim_of_a_deadlock_is_repeated(victim: str, database_url: str) -> None:
    merging, changing = await connect_to_merge(database_url), await connect(database_url)
    await merging.execute(EAGER if victim == "merge" else PATIENT)
    await changing.execute(EAGER if victim == "migration" else PATIENT)
    name = "9999_change.sql"
    with mock.patch.object(migrations, "_texts", return_value={name: CHANGE}), capture_logs() as logs:
        change = asyncio.create_task(migrations._apply_patiently(changing, name))
        assert await merged_beside(change, merging) == 1
    [repeated] = logs
    assert repeated["event"] == ("merge.repeats" if victim == "merge" else "migration.waits")
    assert "deadlock detected" in repeated["reason"]
    await merging.close()
    await changing.close()
