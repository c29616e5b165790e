"""The facets of jobs and datasets: kept as sets; the newest facet of each name counts, in any order of events."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asyncpg import Connection

from headwater.dialects.events.kept_facets import keep_facets
from headwater.store.connections import connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.trace import new_trace

from conftest import fetch, merge_items
from events import NAMESPACE, parsed, run_event, uuid
from store_dump import dump
from two_stores import TwoStores, two_stores

Event = dict[str, Any]
Facets = dict[str, Any]


def said(time: str, facets: Facets, *, word: str = "RUNNING", number: int = 1) -> Event:
    """Return an event with facets of the dataset `x`, beside other datasets."""
    return run_event(word, time, uuid(number), inputs=[{"namespace": NAMESPACE, "name": "x", "facets": facets}, "y"])


def facets_of_x(database_url: str) -> Facets:
    """Return the current facets of the dataset; None for a deleted one."""
    rows = fetch(
        database_url,
        """SELECT f.name, f.is_deleted, c.value FROM entity_facet f
        JOIN entity e ON e.id = f.entity_id JOIN content c ON c.key = f.content_key
        WHERE e.kind = 'dataset' AND e.name = 'x' AND f.scope = 'OWN'""",
    )
    return {row["name"]: None if row["is_deleted"] else json.loads(row["value"])["v"] for row in rows}


def v(**values: int) -> Facets:
    """Return facets by their values; 0: deleted."""
    return {name: {"v": value} if value else {"_deleted": True} for name, value in values.items()}


CASES: dict[str, tuple[list[Event], Facets]] = {
    "the newest of the same names": (
        [said("00:01:00", v(a=1, b=1)), said("00:03:00", v(a=3, b=3)), said("00:02:00", v(a=2, b=2))],
        {"a": 3, "b": 3},
    ),
    "other names from event to event": (
        [said("00:01:00", v(a=1)), said("00:02:00", v(a=2, b=2)), said("00:03:00", v(b=3, c=3)), said("00:04:00", v(c=4))],
        {"a": 2, "b": 3, "c": 4},
    ),
    "the same names in turns": (
        [said("00:01:00", v(a=1)), said("00:02:00", v(a=2, b=2)), said("00:03:00", v(a=3)), said("00:04:00", v(a=4, b=4))],
        {"a": 4, "b": 4},
    ),
    "a deletion with an older value beside it and after it": (
        [said("00:01:00", v(a=1, b=1)), said("00:03:00", v(a=0)), said("00:02:00", v(a=2))],
        {"a": None, "b": 1},
    ),
    "a value newer than a deletion of other facets, too": (
        [said("00:01:00", v(a=0, b=0)), said("00:02:00", v(a=2)), said("00:02:00", v(c=2))],
        {"a": 2, "b": None, "c": 2},
    ),
    "the end of a run and another event of one time": (
        [said("00:01:00", v(a=1), word="COMPLETE"), said("00:01:00", v(a=2)), said("00:01:00", v(a=3, b=3))],
        {"a": 1, "b": 3},
    ),
    "the same set again, and another between": (
        [said("00:01:00", v(a=1)), said("00:03:00", v(a=1)), said("00:02:00", v(a=2))],
        {"a": 1},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def stores(postgres_url: str, template: str) -> Iterator[TwoStores]:
    with two_stores(postgres_url, template) as stores:
        yield stores


def assert_any_order_gives(expected: Facets, history: list[Event], database_url: str, stores: TwoStores) -> None:
    """Compare the events merged one by one with all at once."""
    merge_items(database_url, parsed(*history))
    assert facets_of_x(database_url) == expected
    found = dump(database_url)
    for order in itertools.permutations(history):
        assert stores.dumps([parsed(event) for event in order], [parsed(*order)]) == [found, found]


@pytest.mark.parametrize("name", CASES)
def test_the_newest_facet_of_each_name_counts(name: str, database_url: str, stores: TwoStores) -> None:
    history, expected = CASES[name]
    assert_any_order_gives(expected, history, database_url, stores)


def test_the_greater_of_two_sets_of_one_time_counts_whole(database_url: str, stores: TwoStores) -> None:
    """Facets of two events are not mixed."""
    sets = [v(a=1, b=2), v(a=2, b=1)]
    greatest = max(sets, key=lambda facets: str(keep_facets(facets).set_key))
    history = [said("00:01:00", facets, number=number) for number, facets in enumerate(sets, 1)]
    expected = {name: facet["v"] for name, facet in greatest.items()}
    assert_any_order_gives(expected, history, database_url, stores)


def test_sets_of_the_same_names_are_one_row(database_url: str) -> None:
    names = [f"facet {number}" for number in range(40)]
    history = [said(f"00:{minute:02}:00", {name: {"v": minute} for name in names}) for minute in range(1, 6)]
    for event in history:
        merge_items(database_url, parsed(event))
    assert facets_of_x(database_url) == dict.fromkeys(names, 5)
    [rows] = fetch(database_url, "SELECT count(*) FROM entity_facets")
    assert rows["count"] == 1


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def until_waiting(observer: Connection, merges: int) -> None:
    """Wait until so many merges wait for a lock."""
    async with asyncio.timeout(20):
        while await observer.fetchval(WAITING) < merges:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("is_known", [False, True], ids=["of a new dataset", "of a known dataset"])
@pytest.mark.parametrize("is_older", [False, True], ids=["newer", "older"])
async def test_a_merge_that_waited_for_another_keeps_the_newest(
    is_known: bool, is_older: bool, database_url: str
) -> None:
    """The merge looked for known facets before the other one committed."""
    connections = [await connect_to_merge(database_url) for _ in range(3)]
    first, second, observer = connections
    await merge_one(first, said("00:01:00", v(a=1) if is_known else {}, number=1))
    transaction = first.transaction()
    await transaction.start()
    await merge_one(first, said("00:03:00", v(a=3), number=2))
    waiting = asyncio.create_task(merge_one(second, said("00:02:00" if is_older else "00:04:00", v(a=4), number=3)))
    await until_waiting(observer, 1)
    await transaction.commit()
    await waiting
    for connection in connections:
        await connection.close()
    assert await asyncio.to_thread(facets_of_x, database_url) == {"a": 3 if is_older else 4}


async def test_merges_that_name_the_same_datasets_in_any_order_do_not_deadlock(database_url: str) -> None:
    """Both merges stop among the datasets, and continue at the same time."""
    names = [f"d{number}" for number in range(9)]

    def event(number: int, order: list[str]) -> Event:
        inputs = [{"namespace": NAMESPACE, "name": name, "facets": v(a=number)} for name in order]
        return run_event("COMPLETE", f"00:{number:02}:00", uuid(number), f"job {number}", inputs=inputs)

    connections = [await connect_to_merge(database_url) for _ in range(4)]
    one, other, holder, observer = connections
    await merge_one(one, event(1, names))
    transaction = holder.transaction()
    await transaction.start()
    await holder.execute(
        "SELECT FROM entity_facets f JOIN entity e ON e.id = f.entity_id WHERE e.name = $1 FOR UPDATE OF f", names[4]
    )
    merges = asyncio.gather(merge_one(one, event(2, names)), merge_one(other, event(3, names[::-1])))
    await until_waiting(observer, 2)
    await transaction.commit()
    await merges
    for connection in connections:
        await connection.close()


async def merge_one(connection: Connection, event: Event) -> None:
    """Merge one event alone."""
    await merge(connection, [Delivery(parsed(event), new_trace().trace_id)])
