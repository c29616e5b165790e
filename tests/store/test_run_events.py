"""The order of acceptance of run events, and the cost of notifying any number of subscribers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import asyncpg
import pytest

from headwater.dialects.datahub.proposal import parse_proposal
from headwater.dialects.problems import UnusableError
from headwater.graphql.schema import build_schema, request_context
from headwater.store.connections import connect, connect_to_merge
from headwater.store.merge import Delivery, merge
from headwater.store.pool import read_pool
from headwater.store.proposals import Submission, accept
from headwater.store.reader import Reader
from headwater.store.run_event_feed import RunEventFeed
from headwater.store.run_events import Interest, RunEventReader, Trait, from_cursor, to_cursor
from headwater.trace import new_trace

from conftest import fetch, merge_items
from events import parsed, run_event, uuid
from graphql_api import stored
from proposals import RUN, event, item

SUBSCRIBERS = 50


async def notices_of(database_url: str, *items: Any) -> int:
    """Return the number of notices that a merge sends."""
    notices: list[object] = []
    connection = await connect(database_url)
    await connection.add_listener("run_events", lambda *notice: notices.append(notice))
    await stored(database_url, items)
    await connection.execute("SELECT")  # all earlier notices have arrived by then
    await connection.close()
    return len(notices)


async def test_a_commit_sends_one_notice_and_only_of_what_is_new(database_url: str) -> None:
    events = [run_event(word, "00:00:00", uuid(number)) for word in ("START", "COMPLETE") for number in range(50)]
    assert await notices_of(database_url, *parsed(*events)) == 1
    again = [run_event("START", "00:00:00", uuid(number), inputs=["in"]) for number in range(50)]
    assert await notices_of(database_url, *parsed(*again)) == 0
    no_run = {"eventTime": "2026-01-01T00:00:00Z", "job": {"namespace": "test", "name": "job"}}
    assert await notices_of(database_url, *parsed(no_run)) == 0


async def test_no_smaller_number_appears_after_a_number_was_seen(database_url: str) -> None:
    """Events come by both ways into the store, two of each at a time: each look sees all rows below its numbers."""
    looks: list[tuple[int, set[int]]] = []

    async def write(first: int) -> None:
        connection = await connect_to_merge(database_url)
        for number in range(first, first + 25):
            await merge(
                connection, [Delivery(parsed(run_event("START", "00:00:00", uuid(number))), new_trace().trace_id)]
            )
        await connection.close()

    async def propose(first: int) -> None:
        connection = await connect_to_merge(database_url)
        for number in range(first, first + 25):
            value = event(number, "STARTED")
            proposal = parse_proposal(item(f"{RUN}{first}", "dataProcessInstanceRunEvent", value))
            [became] = await accept(connection, [Submission([proposal], new_trace().trace_id, 0)])
            assert not isinstance(became, UnusableError), became
        await connection.close()

    async def look() -> None:
        connection = await connect(database_url)
        reader = RunEventReader(connection)
        while not writing.done():
            place = (await reader.newest()).seen
            rows = await connection.fetch("SELECT seq FROM run_event WHERE seq <= $1", place)
            looks.append((place, {row["seq"] for row in rows}))
        await connection.close()

    writing = asyncio.gather(write(0), write(25), propose(50), propose(75))
    await asyncio.gather(look(), writing)
    every = {row["seq"] for row in await asyncio.to_thread(fetch, database_url, "SELECT seq FROM run_event")}
    assert len({place for place, _ in looks}) > 10
    assert len(every) == 100
    for place, seen in looks:
        assert seen == {number for number in every if number <= place}


@pytest.fixture
async def counted(database_url: str) -> AsyncIterator[tuple[asyncpg.Pool, list[str]]]:
    """A pool of one reader, and its named statements."""
    statements: list[str] = []

    def note(record: Any) -> None:
        if record.query.startswith("-- "):
            statements.append(record.query)

    async with await read_pool(database_url, 1) as pool:
        async with pool.acquire() as connection:
            connection._con.add_query_logger(note)
        yield pool, statements


async def test_subscribers_share_the_statements_of_what_they_are_told(
    database_url: str, counted: tuple[asyncpg.Pool, list[str]]
) -> None:
    """Fifty ask for the same three levels of ten events: a statement for each level and event, for all subscribers."""
    pool, statements = counted
    query = "subscription { runEvents { run { nativeId parentTemplate { urn } outputs { urn } inputs { urn } } } }"
    schema = build_schema()
    async with RunEventFeed(database_url, Reader(pool).run_events, 100) as feed:
        context = request_context(Reader(pool), run_events=feed)
        streams: list[Any] = [await schema.stream(query, context_value=context) for _ in range(SUBSCRIBERS)]
        first = [asyncio.ensure_future(anext(stream)) for stream in streams]
        async with asyncio.timeout(60):
            while len(set().union(*feed._subscribers.values())) < SUBSCRIBERS:
                await asyncio.sleep(0.01)
        statements.clear()
        events = [run_event("START", "00:00:00", uuid(number), f"job{number}", outputs=["out"]) for number in range(10)]
        await stored(database_url, parsed(*events))
        answers = await asyncio.gather(*first)
        for stream in streams:
            answers += [await anext(stream) for _ in range(9)]
            await stream.aclose()
    assert all(answer.errors is None for answer in answers)
    assert len(answers) == 10 * SUBSCRIBERS
    assert len(statements) <= 3 * 10


async def test_each_message_may_give_as_many_neighbours_as_a_query(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.graphql.entities.lineage.MOST_IN_REQUEST", 2)
    query = """subscription ($after: String) { runEvents(after: $after) {
        run { lineage(input: {direction: UPSTREAM}) { count } } } }"""
    events = [run_event("COMPLETE", "00:00:00", uuid(number), inputs=["a", "b"]) for number in (1, 2, 3)]
    await stored(database_url, parsed(*events))
    async with await read_pool(database_url, 2) as pool, RunEventFeed(database_url, Reader(pool).run_events, 9) as feed:
        context = request_context(Reader(pool), run_events=feed)
        stream: Any = await build_schema().stream(query, variable_values={"after": to_cursor(0)}, context_value=context)
        async with aclosing(stream):
            answers = [await anext(stream) for _ in events]
    assert [answer.errors for answer in answers] == [None] * 3
    assert [answer.data["runEvents"]["run"]["lineage"]["count"] for answer in answers] == [2] * 3


async def test_a_page_that_has_nothing_of_interest_is_passed_over(database_url: str) -> None:
    """A subscriber that begins long ago reads in pages, and gets the events that came meanwhile."""
    events = [
        run_event("START", "00:00:00", uuid(number), "rare" if number == 2500 else "job") for number in range(2600)
    ]
    await stored(database_url, parsed(*events))
    async with await read_pool(database_url, 2) as pool, RunEventFeed(database_url, Reader(pool).run_events, 1) as feed:
        interest = Interest({Trait.RUN: frozenset([f"urn:li:dataProcessInstance:{uuid(n)}" for n in (2500, 2601)])})
        async with aclosing(feed.follow(interest, 0)) as told:
            assert (await anext(told)).row["run_id"]
            await asyncio.to_thread(merge_items, database_url, parsed(run_event("FAIL", "00:00:00", uuid(2601))))
            assert (await anext(told)).row["result"] == "FAILURE"


def test_a_cursor_is_the_place_that_it_was_made_of() -> None:
    for place in (0, 1, 10**17):
        assert from_cursor(to_cursor(place)) == place
