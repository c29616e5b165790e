"""Sessions that merge, or keep steps, have plans made for smaller tables: no plan may read a whole table."""

from itertools import pairwise
from typing import Any

import pytest
from asyncpg import Connection

from headwater.store.connections import connect, connect_to_keep, connect_to_merge
from headwater.store.keeping import MOST_STEPS, keep
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from events import parent, parsed, run_event, uuid

READ = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer FROM pg_stat_xact_user_tables"
STRETCH = 500
"""Runs, with two events each."""

MOST_ROWS = 300
"""A merge of one event reads fewer rows; by then a table has several times as many."""

MOST_ROWS_OF_A_STEP = 20
"""To keep a step reads fewer rows, on average."""


def events_of(number: int) -> list[dict[str, Any]]:
    """Return a run with a parent, with inputs and outputs."""
    of_run: dict[str, Any] = {
        "inputs": [f"a{number % 20}", "b"],
        "outputs": [f"c{number % 30}"],
        "parent": parent(uuid(9000 + number % 3), "flow"),
    }
    at = f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
    return [run_event(word, at, uuid(number), f"job {number % 7}", **of_run) for word in ("START", "COMPLETE")]


async def merged(connection: Connection, *events: dict[str, Any]) -> None:
    await merge(connection, [Delivery(parsed(*events), new_trace().trace_id)])


@pytest.mark.parametrize("analyzed", ["as it grows", "when it was small", "never"])
async def test_a_small_merge_reads_few_rows_of_large_tables(analyzed: str, database_url: str) -> None:
    connection = await connect_to_merge(database_url)
    other = await connect(database_url)
    if analyzed == "never":
        await other.execute("SELECT pg_advisory_lock(hashtext('headwater.analyze'))")
    for number in range(1, 60):
        for event in events_of(number):
            await merged(connection, event)
    if analyzed == "when it was small":
        await connection.execute("ANALYZE")
        await merged(connection, *events_of(60))
    for first in range(100, 2100, 250):
        await merged(connection, *(event for number in range(first, first + 250) for event in events_of(number)))
    read = []
    for event in events_of(3000):
        async with connection.transaction():
            before = await connection.fetchval(READ)
            await merged(connection, event)
            read.append(await connection.fetchval(READ) - before)
    await connection.close()
    await other.close()
    assert all(0 < rows < MOST_ROWS for rows in read), read


async def test_keeping_a_step_reads_few_rows_of_large_tables(database_url: str) -> None:
    """The session's plans were made when the tables were small."""
    connection, keeper = await connect_to_merge(database_url), await connect_to_keep(database_url)
    for number in range(60):
        await merged(connection, *events_of(number))
    while await keep(keeper):
        pass
    for first in range(100, 2100, 250):
        await merged(connection, *(event for number in range(first, first + 250) for event in events_of(number)))
    async with keeper.transaction():
        before = await keeper.fetchval(READ)
        kept = await keep(keeper)
        read = await keeper.fetchval(READ) - before
    await connection.close()
    await keeper.close()
    assert kept == MOST_STEPS
    assert 0 < read < MOST_ROWS_OF_A_STEP * kept


async def test_stretches_of_a_first_load_take_about_as_many_pages(database_url: str) -> None:
    """The load begins with an empty store, so its plans were made for empty tables."""
    connection = await connect_to_merge(database_url)
    pages = [await pages_taken(connection)]
    for stretch in range(5):
        for first in range(stretch * STRETCH, (stretch + 1) * STRETCH, 50):
            await merged(connection, *(event for number in range(first, first + 50) for event in events_of(number)))
        pages.append(await pages_taken(connection))
    await connection.close()
    taken = [after - before for before, after in pairwise(pages)]
    assert max(taken) <= 1.5 * min(taken), taken


async def pages_taken(connection: Connection) -> int:
    """Return the pages of tables and indexes read so far, from memory or disk."""
    await connection.execute("SELECT pg_stat_force_next_flush()")
    pages: int = await connection.fetchval(
        "SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()"
    )
    return pages


async def test_a_merge_reads_little_of_the_history_of_its_data(database_url: str) -> None:
    """All runs replace the same data: a new version, and a read of before the last ones, concern few of these."""
    connection = await connect_to_merge(database_url)
    for first in range(0, 2000, 250):
        await merged(connection, *(written(number) for number in range(first, first + 250)))
    # Writes that take long are many, too, but of other data.
    hung = [run_event("START", "00:00:00", uuid(10_000 + n), "hung", outputs=[f"other {n % 9}"]) for n in range(2000)]
    await merged(connection, *hung)
    await connection.execute("ANALYZE")
    await connection.close()
    connection = await connect_to_merge(database_url)
    late = run_event("COMPLETE", "00:32:00", uuid(5000), "reader", inputs=["hub"])
    read = []
    for event in (written(2000), late, written(2001)):
        async with connection.transaction():
            before = await connection.fetchval(READ)
            await merged(connection, event)
            read.append(await connection.fetchval(READ) - before)
    await connection.close()
    assert all(0 < rows < MOST_ROWS for rows in read), read


def written(number: int) -> dict[str, Any]:
    """Return the end of a run that replaces data which all others replace, too."""
    at = f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
    return run_event("COMPLETE", at, uuid(number), "writer", outputs=["hub"])
