"""Run events from a server to gql's client: the selection, the order, the start, and the rights."""

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from gql.client import AsyncClientSession
from gql.transport.exceptions import TransportError, TransportQueryError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from headwater.model.access import Scope
from headwater.store.connections import LISTENER
from headwater.store.connections import connect as connect_to_database
from headwater.store.run_events import to_cursor
from headwater.store.tokens import create_token, revoke_token
from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from conftest import cloned_database
from events import NAMESPACE, parent, run_event, uuid
from graphql_api import urn
from proposals import RUN, event, item
from server_process import BATCH, Server
from subscriber import PATIENCE_SECONDS, RUN_EVENTS, Subscription, connected, cursor_now, subscribed

JOB = named_job_urn(NAMESPACE, "flow.job")
FLOW = named_flow_urn(NAMESPACE, "flow.job")
S3_NAMESPACE, S3A_NAMESPACE = "s3://bucket", "s3a://bucket"


def dataset(name: str) -> str:
    """Return the URN of a dataset of these events."""
    return named_dataset_urn(NAMESPACE, name)


STORY = [
    run_event("START", "00:00:01", uuid(1), "flow.job", parent=parent(uuid(8)), inputs=["in"]),
    run_event("COMPLETE", "00:00:02", uuid(2), "flow.other", outputs=["in"]),
    run_event("COMPLETE", "00:00:03", uuid(3), "elsewhere", inputs=["other"]),
    run_event("COMPLETE", "00:00:04", uuid(4), "flow"),
    run_event("FAIL", "00:00:05", uuid(5), "flow.job"),
    run_event("COMPLETE", "00:00:06", uuid(6), "elsewhere", inputs=[{"namespace": S3A_NAMESPACE, "name": "x"}]),
    run_event("OTHER", "00:00:07", uuid(1), "flow.job"),
    # This event passes every filter: it ends the messages.
    run_event(
        "FAIL", "00:00:09", uuid(9), "flow.job", parent=parent(uuid(8)), outputs=["out"],
        inputs=["in", {"namespace": S3_NAMESPACE, "name": "x"}],
    ),
]  # fmt: skip
FILTERS: list[tuple[Any, list[int]]] = [
    (None, [1, 2, 3, 4, 5, 6]),
    ({}, [1, 2, 3, 4, 5, 6]),
    ({"templates": [JOB]}, [1, 5]),
    ({"templates": [JOB, named_job_urn(NAMESPACE, "flow")]}, [1, 4, 5]),
    ({"flows": [FLOW], "results": []}, [1, 2, 4, 5]),
    ({"assets": [dataset("in")]}, [1, 2]),
    ({"inputs": [dataset("in")]}, [1]),
    ({"outputs": [dataset("in"), dataset("out")]}, [2]),
    ({"assets": [named_dataset_urn(S3_NAMESPACE, "x")]}, [6]),
    ({"parents": [urn(8)]}, [1]),
    ({"runs": [urn(3), urn(9)]}, [3]),
    ({"statuses": ["COMPLETE"]}, [2, 3, 4, 5, 6]),
    ({"results": ["FAILURE"]}, [5]),
    ({"flows": [FLOW], "results": ["FAILURE", "SKIPPED"], "statuses": ["COMPLETE"]}, [5]),
    ({"templates": [JOB], "assets": [dataset("in")]}, [1]),
    ({"templates": [JOB], "statuses": ["COMPLETE"]}, [5]),
]


async def send(server: Server, *events: dict[str, Any]) -> None:
    """Send events in one batch, which may become one transaction or several."""
    answer = await asyncio.to_thread(server.post, list(events), BATCH)
    assert answer.status_code == 200, answer.text


async def test_each_filter_tells_its_events_from_the_store_and_live(server: Server) -> None:
    start = cursor_now(server)

    async def told(session: AsyncClientSession) -> list[list[str]]:
        those = [Subscription(session, RUN_EVENTS, {"filter": one, "after": start}) for one, _ in FILTERS]
        counts = [len(numbers) + 1 for _, numbers in FILTERS]
        answers = await asyncio.gather(*map(Subscription.native_ids, those, counts))
        await asyncio.gather(*(one.messages.aclose() for one in those))
        return answers

    async with connected(server) as session:
        taking = asyncio.create_task(told(session))
        for one in STORY:
            await send(server, one)
        live = await taking
    async with connected(server, "/api/graphql") as session:
        stored = await told(session)
    assert live == stored == [[uuid(number) for number in (*numbers, 9)] for _, numbers in FILTERS]


async def test_a_message_says_what_happened(server: Server) -> None:
    query = """subscription ($after: String) { runEvents(after: $after) {
        cursor arrivedAt
        event { status attempt timestampMillis durationMillis result { resultType nativeResultType } }
        run { urn currentState { status } parentTemplate { urn } outputs { urn } } } }"""
    start = cursor_now(server)
    async with subscribed(server, query, after=start) as subscription:
        await send(server, run_event("FAIL", "00:00:05", uuid(1), "flow.job", outputs=["out"]))
        [message] = await subscription.take(1)
    [row] = await asyncio.to_thread(server.rows, "SELECT arrived_at FROM run_event")
    assert message.pop("arrivedAt") == row["arrived_at"].isoformat()
    assert message.pop("cursor") == cursor_now(server) != start
    assert message == {
        "event": {
            "status": "COMPLETE", "attempt": None, "timestampMillis": 1767225605000, "durationMillis": None,
            "result": {"resultType": "FAILURE", "nativeResultType": "FAIL"},
        },
        "run": {
            "urn": urn(1), "currentState": {"status": "COMPLETE"}, "parentTemplate": {"urn": JOB},
            "outputs": [{"urn": dataset("out")}],
        },
    }  # fmt: skip


async def test_without_a_cursor_it_begins_now(server: Server) -> None:
    await send(server, run_event("START", "00:00:01", uuid(1)))
    async with subscribed(server) as subscription:
        first = asyncio.create_task(subscription.native_ids(1))
        number = 2
        while not first.done():  # no message tells when a subscription has begun
            await send(server, run_event("START", "00:00:01", uuid(number)))
            await asyncio.sleep(0.05)
            number += 1
        assert (await first)[0] != uuid(1)


async def test_an_event_that_comes_again_is_not_told_again(server: Server) -> None:
    start = cursor_now(server)
    again = run_event("START", "00:00:01", uuid(1), inputs=["in"], startTime={"startTime": "2026-01-01T00:00:00Z"})
    async with subscribed(server, after=start) as subscription:
        for one in (run_event("START", "00:00:01", uuid(1)), again, again, run_event("FAIL", "00:00:02", uuid(2))):
            await send(server, one)
        assert await subscription.native_ids(2) == [uuid(1), uuid(2)]


async def test_one_merge_tells_its_events_by_their_times(server: Server) -> None:
    start = cursor_now(server)
    times = [*range(30, 40), *range(10, 20)]
    await send(server, *(run_event(word, f"00:00:{n}", uuid(n)) for n in times for word in ("COMPLETE", "START")))
    async with subscribed(server, after=start) as subscription:
        messages = await subscription.take(40)
    told = [(message["event"]["timestampMillis"], message["event"]["status"] == "COMPLETE") for message in messages]
    assert told == sorted(told)


async def test_datahubs_proposals_are_told_too(server: Server) -> None:
    start = cursor_now(server)
    aspect = "dataProcessInstanceRunEvent"
    async with subscribed(server, filter={"runs": [RUN]}, after=start) as subscription:
        for value in (event(1000, "STARTED"), event(1000, "STARTED"), event(2000, "COMPLETE", "FAILURE")):
            proposal = {**item(RUN, aspect), "aspect": {"value": json.dumps(value), "contentType": "application/json"}}
            answer = await asyncio.to_thread(server.post, {"proposal": proposal}, "/aspects?action=ingestProposal")
            assert answer.status_code == 200, answer.text
        messages = await subscription.take(2)
    assert [message["event"]["status"] for message in messages] == ["STARTED", "COMPLETE"]
    assert messages[1]["event"]["result"] == {"resultType": "FAILURE"}


WRONG = [
    ({"after": "x"}, "after: expected the cursor of a run event"),
    ({"after": ""}, "after: expected the cursor of a run event"),
    ({"after": "cnVuLWV2ZW50Oi0x"}, "after: expected the cursor of a run event"),
    ({"after": to_cursor(10**9)}, "after: expected a cursor of this store"),
    ({"filter": {"templates": ["nonsense"]}}, "filter.templates: expected urn:li:<type>:<id>"),
    ({"filter": {"templates": ["urn:li:dataJob:(urn:li:dataFlow:(a,b),c"]}}, "filter.templates: unbalanced"),
    ({"filter": {"flows": ["urn:li:dataFlow:(openlineage,etl)"]}}, "filter.flows: a dataFlow has 3 part(s), got 2"),
    ({"filter": {"assets": [JOB]}}, "filter.assets: expected the URN of a dataset or mlModel, got"),
    ({"filter": {"runs": [urn(1)] * 1001}}, "filter.runs: expected at most 1000, got 1001"),
]


@pytest.mark.parametrize(("variables", "message"), WRONG, ids=[message for _, message in WRONG])
async def test_impossible_subscriptions_are_refused(variables: Any, message: str, shared_server: Server) -> None:
    async with subscribed(shared_server, **variables) as subscription:
        with pytest.raises(TransportQueryError) as refused:
            await subscription.take(1)
    [error] = refused.value.errors or []
    assert error["message"].startswith(message)
    assert error["extensions"] == {"code": 400, "type": "BAD_REQUEST"}


async def test_subscriptions_are_for_websockets_and_mutations_are_not(shared_server: Server) -> None:
    body = {"query": "subscription { runEvents { cursor } }"}
    for accept, status in (("*/*", 400), ("text/event-stream", 406), ("multipart/mixed;boundary=graphql", 406)):
        answer = shared_server.post(body, "/graphql", **{"content-type": "application/json", "accept": accept})
        assert answer.status_code == status, answer.text
    async with ByHand(shared_server) as client:
        await client.init()
        await client.ask("mutation { dropQuarantine(ids: []) }")
        refused = await client.hear()
        assert (refused["type"], refused["payload"][0]["message"]) == ("error", "mutations are not allowed")
        await client.ask("{ __typename }")
        cost = {"requested": 0, "limit": 500_000}
        assert (await client.hear())["payload"] == {"data": {"__typename": "Query"}, "extensions": {"cost": cost}}


DEEP = "subscription { runEvents { run { parentInstance { parentInstance { parentInstance { parentInstance { urn } } } } } } }"
ALIASED = "subscription { a: runEvents { b: cursor c: cursor d: cursor } }"
LIMITED: list[tuple[str, str | None]] = [
    (
        "subscription { runEvents { run { children(count: 1000) { runs { urn } } } } }",
        "costs 1004: expected at most 1000",
    ),
    (DEEP, "too deep: expected at most 5 levels"),
    (ALIASED, "has 4 aliases: expected at most 3"),
    ("subscription { runEvents { " + "cursor " * 100 + "} }", "token"),
    ("query One { __typename } subscription Two { runEvents { cursor } }", "operationName: expected one of the 2"),
    ("subscription One { runEvents { cursor } } subscription Two { runEvents { cursor } }", "operationName: expected"),
    ("subscription { runEvents { cursor __schema { types { name } } } }", "__schema"),
    ("{ __schema { types { name } } }", "introspection"),
    ("subscription { nothingOfThisName }", "nothingOfThisName"),
    ("subscription { runEvents {", "Syntax Error"),
    ('subscription { runEvents(filter: {runs: "x y"}) { cursor } }', "filter.runs: expected"),
]
SETTINGS = {"max_query_depth": "5", "max_query_aliases": "3", "max_query_tokens": "60", "max_query_cost": "1000"}


@pytest.fixture(scope="module")
def limited_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with small limits, without introspection."""
    with cloned_database(postgres_url, template) as url, Server(url, introspection="false", **SETTINGS) as server:
        yield server


@pytest.mark.parametrize(("query", "said"), LIMITED, ids=[said for _, said in LIMITED])
async def test_limits_of_queries_apply_to_subscriptions(query: str, said: str, limited_server: Server) -> None:
    async with ByHand(limited_server) as client:
        await client.init()
        await client.ask(query)
        answer = await client.hear()
        errors = answer["payload"]["errors"] if answer["type"] == "next" else answer["payload"]
        assert said.lower() in errors[0]["message"].lower()
        assert errors[0]["extensions"] == {"code": 400, "type": "BAD_REQUEST"}


@pytest.fixture
def trusting_server(postgres_url: str, template: str, tmp_path: Path) -> Iterator[Server]:
    """A server that executes one document only."""
    (tmp_path / "events.graphql").write_text(RUN_EVENTS)
    with cloned_database(postgres_url, template) as url, Server(url, trusted_documents=str(tmp_path)) as server:
        yield server


async def test_only_trusted_documents_are_subscribed_to(trusting_server: Server) -> None:
    async with ByHand(trusting_server) as client:
        await client.init()
        await client.ask("subscription { runEvents { cursor } }")
        refused = await client.hear()
        errors = refused["payload"]["errors"] if refused["type"] == "next" else refused["payload"]
        assert errors[0]["message"].startswith("this server runs only trusted documents")
        await client.ask(RUN_EVENTS, "2", after=to_cursor(0))
        await send(trusting_server, run_event("START", "00:00:01", uuid(1)))
        told = await client.hear()
        while told["id"] != "2":
            told = await client.hear()
        assert told["payload"]["data"]["runEvents"]["run"] == {"urn": urn(1), "nativeId": uuid(1)}
        assert "extensions" not in told["payload"]


class ByHand:
    """The protocol by hand, for steps that gql's client would not take."""

    def __init__(self, server: Server, protocol: str = "graphql-transport-ws", **arguments: Any) -> None:
        url = server.url.replace("http", "ws") + "/graphql"
        self._connecting = connect(url, subprotocols=[Subprotocol(protocol)], **arguments)

    async def __aenter__(self) -> Self:
        self.socket = await self._connecting
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        return message

    async def init(self, **payload: Any) -> None:
        """Open the connection with a payload."""
        await self.say(type="connection_init", payload=payload)
        assert await self.hear() == {"type": "connection_ack"}

    async def ask(self, query: str, name: str = "1", **variables: Any) -> None:
        """Begin a query or a subscription."""
        await self.say(type="subscribe", id=name, payload={"query": query, "variables": variables})

    async def close_code(self) -> int | None:
        """Return the code with which the server closes the connection."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            with suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
        return self.socket.close_code


MALFORMED = [
    "", "x", "[]", "5", "null", "{}", "[" * 500_000, b"{}", '{"type": "nonsense"}', '{"type": ["ping"]}',
    '{"type": "subscribe", "id": "1"}',
    '{"type": "subscribe", "id": "1", "payload": "{ __typename }"}',
    '{"type": "subscribe", "id": "1", "payload": {"query": 5}}',
    '{"type": "subscribe", "id": "1", "payload": {"query": "{ __typename }", "variables": []}}',
    '{"type": "subscribe", "id": "1", "payload": {"query": "{ __typename }", "operationName": 5}}',
    '{"type": "subscribe", "id": ["1"], "payload": {"query": "{ __typename }"}}',
    '{"type": "complete", "id": {}}',
    '{"type": "connection_init"}',
]  # fmt: skip


@pytest.mark.parametrize("message", MALFORMED, ids=lambda message: repr(message[:80]))
async def test_unknown_messages_end_the_connection(message: str | bytes, shared_server: Server) -> None:
    async with ByHand(shared_server) as client:
        await client.init()
        await client.socket.send(message)
        assert await client.close_code() == (4429 if message == MALFORMED[-1] else 4400)


async def test_the_protocol_before_it_is_refused(shared_server: Server) -> None:
    async with ByHand(shared_server, "graphql-ws") as client:
        assert await client.close_code() == 4406


async def test_a_message_is_not_too_long(shared_server: Server) -> None:
    async with ByHand(shared_server) as client:
        await client.init()
        await client.ask("x" * 1024 * 1024)
        assert await client.close_code() == CloseCode.MESSAGE_TOO_BIG


async def test_a_connection_has_not_too_many_subscriptions(shared_server: Server) -> None:
    async with ByHand(shared_server) as client:
        await client.init()
        for number in range(101):
            await client.ask(RUN_EVENTS, str(number))
        message = await client.hear()
        assert (message["id"], message["type"]) == ("100", "error")
        said = "Subscription limit reached: expected at most 100 at a time over one connection"
        assert message["payload"] == [{"message": said, "extensions": {"code": 400, "type": "BAD_REQUEST"}}]
        await client.say(type="ping")
        assert await client.hear() == {"type": "pong"}


async def test_a_connection_that_ends_while_it_is_told_something_is_no_failure(server: Server) -> None:
    for _ in range(50):
        async with ByHand(server) as client:
            await client.init()
            for _ in range(20):
                await client.ask("{ __typename }")
    server.process.terminate()
    server.process.wait(PATIENCE_SECONDS)
    assert server.said() == ""  # the server logs errors only


@pytest.fixture
def guarded_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server that asks for tokens."""
    with cloned_database(postgres_url, template) as url, Server(url, token="operator") as server:
        yield server


async def test_a_token_comes_by_header_or_by_the_first_message(guarded_server: Server) -> None:
    ways: list[dict[str, Any]] = [
        {"headers": {"authorization": "Bearer operator"}},
        {"init_payload": {"Authorization": "Bearer operator"}},
        {"init_payload": {"token": "operator"}},
    ]
    for way in ways:
        async with subscribed(guarded_server, transport=way, after=to_cursor(0)) as subscription:
            guarded_server.post(run_event("START", "00:00:00", uuid(1)), authorization="Bearer operator")
            assert await subscription.native_ids(1) == [uuid(1)]


async def test_silent_and_revoked_clients_are_disconnected(guarded_server: Server) -> None:
    connection = await connect_to_database(guarded_server.database_url)
    token = await create_token(connection, "test", [Scope.READ])
    async with ByHand(guarded_server) as silent, ByHand(guarded_server) as revoked:
        await revoked.init(token=token.secret)
        await revoked.ask(RUN_EVENTS)
        await revoke_token(connection, token.id)
        assert list(await asyncio.gather(silent.close_code(), revoked.close_code())) == [4408, 4401]
    await connection.close()


async def test_resumed_after_a_restart_nothing_is_missed_and_nothing_told_twice(server: Server) -> None:
    """Four writers send events meanwhile, and resend each event without a known outcome."""
    total, cursor = 160, cursor_now(server)
    part = total // 4
    allowed = 2 * part  # so many events, so that some remain to be written during and after each restart
    told: list[dict[str, Any]] = []

    async def write(numbers: Iterator[int]) -> None:
        for number in numbers:
            while number >= allowed:
                await asyncio.sleep(0.01)
            while True:
                try:
                    answer = await asyncio.to_thread(server.post, run_event("START", "00:00:00", uuid(number)))
                    assert answer.status_code == 201, answer.text
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    async def read() -> None:
        nonlocal cursor
        while len(told) < total:
            try:
                async with subscribed(server, after=cursor) as subscription:
                    while len(told) < total:
                        [message] = await subscription.take(1)
                        told.append(message)
                        cursor = message["cursor"]
            except (TransportError, StopAsyncIteration):
                await asyncio.sleep(0.05)

    async def restart() -> None:
        nonlocal allowed
        for sign in (signal.SIGTERM, signal.SIGKILL):
            while len(told) < allowed - part:
                await asyncio.sleep(0.01)
            allowed += part
            await asyncio.to_thread(server.stop, sign)
            await asyncio.to_thread(server.start)

    numbers = iter(range(total))
    await asyncio.gather(read(), restart(), *(write(numbers) for _ in range(4)))
    places = [
        to_cursor(row["seq"]) for row in await asyncio.to_thread(server.rows, "SELECT seq FROM run_event ORDER BY seq")
    ]
    assert [message["cursor"] for message in told] == places
    assert {message["run"]["nativeId"] for message in told} == {uuid(number) for number in range(total)}


async def test_nothing_is_lost_with_the_connection_that_listens(server: Server) -> None:
    kill = f"""SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '{LISTENER}' AND datname = current_database()"""
    async with subscribed(server, after=cursor_now(server)) as subscription:
        for number in range(3):
            await send(server, run_event("START", "00:00:00", uuid(2 * number)))
            while not await asyncio.to_thread(server.rows, kill):  # the connection is back in a second
                await asyncio.sleep(0.05)
            await send(server, run_event("START", "00:00:00", uuid(2 * number + 1)))
            assert await subscription.native_ids(2) == [uuid(2 * number), uuid(2 * number + 1)]


LARGE = """subscription ($after: String) { runEvents(after: $after) { cursor run { %s } } }""" % " ".join(
    f"n{number}: nativeId" for number in range(40)
)
"""Each message has 40 times the length of the run's id."""


def large_event(number: int) -> dict[str, Any]:
    """Return an event of a run with a long id."""
    return run_event("START", "00:00:00", f"{number}-{'x' * 20_000}")


@pytest.fixture
def small_server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server where only ten events may wait for a subscriber."""
    with cloned_database(postgres_url, template) as url, Server(url, max_waiting_messages="10") as server:
        yield server


async def test_a_slow_reader_is_told_so_and_goes_on_after_what_it_took(small_server: Server) -> None:
    total, start = 60, cursor_now(small_server)
    async with ByHand(small_server, max_queue=1, max_size=None) as slow, subscribed(small_server, after=start) as fast:
        await slow.init()
        await slow.ask(LARGE, after=start)
        for number in range(total):
            await send(small_server, large_event(number))
            await fast.take(1)
        told = [await slow.hear()]
        while told[-1]["type"] == "next":
            told.append(await slow.hear())
    *taken, failed, complete = told
    assert (complete["type"], failed["payload"]["data"]) == ("complete", None)
    [error] = failed["payload"]["errors"]
    cursor = taken[-1]["payload"]["data"]["runEvents"]["cursor"]
    assert 0 < len(taken) < total
    assert error["extensions"] == {"code": 429, "type": "SLOW_READER", "cursor": cursor}
    assert "subscribe again after the cursor" in error["message"]
    async with subscribed(small_server, after=cursor) as subscription:
        rest = await subscription.native_ids(total - len(taken))
    assert [native_id.partition("-")[0] for native_id in rest] == [str(n) for n in range(len(taken), total)]


async def test_a_server_that_ends_says_so_and_waits_for_nobody(server: Server) -> None:
    start = cursor_now(server)
    async with ByHand(server, max_queue=1, max_size=None, close_timeout=1) as stuck, ByHand(server) as listening:
        await stuck.init()
        await stuck.ask(LARGE, after=start)
        await listening.init()
        await listening.ask(RUN_EVENTS, after=start)
        for number in range(20):
            await send(server, large_event(number))
        ending = asyncio.create_task(asyncio.to_thread(server.stop))
        assert await listening.close_code() == CloseCode.SERVICE_RESTART
        began = time.monotonic()
        await ending
        assert time.monotonic() - began < 30  # ten seconds of it wait for the stuck subscriber
        assert server.process.returncode == -signal.SIGTERM


async def test_200_subscribers_are_told_all_that_they_asked_for(server: Server) -> None:
    """Ten subscribe to everything, the others to one job each; the server answers queries meanwhile."""
    jobs, runs = 10, 200
    start = cursor_now(server)
    events = [
        run_event(word, f"00:00:{word == 'COMPLETE':02}", uuid(n), f"job{n % jobs}")
        for n in range(runs)
        for word in ("START", "COMPLETE")
    ]

    async def told(subscription: Subscription, count: int) -> list[str]:
        messages = await subscription.take(count)
        places = [message["cursor"] for message in messages]
        assert len(set(places)) == count
        return [message["run"]["nativeId"] for message in messages]

    async def ask() -> float:
        """Return the longest time of a query, in seconds."""
        slowest = 0.0
        while not everybody.done():
            began = time.monotonic()
            await asyncio.to_thread(cursor_now, server)
            slowest = max(slowest, time.monotonic() - began)
        return slowest

    async with AsyncExitStack() as stack:
        filters = [
            None if number < 10 else {"templates": [named_job_urn(NAMESPACE, f"job{number % jobs}")]}
            for number in range(200)
        ]
        those = [await stack.enter_async_context(subscribed(server, filter=one, after=start)) for one in filters]
        everybody = asyncio.gather(
            *(told(one, 2 * runs if number < 10 else 2 * runs // jobs) for number, one in enumerate(those))
        )
        began = time.monotonic()
        asking = asyncio.create_task(ask())
        for place in range(0, len(events), 20):
            await send(server, *events[place : place + 20])
        answers = await everybody
        assert await asking < max(5, (time.monotonic() - began) / 4)  # on a slow machine all of it takes longer
    for number, answer in enumerate(answers):
        wanted = [n for n in range(runs) if number < 10 or n % jobs == number % jobs]
        assert sorted(answer) == sorted([uuid(n) for n in wanted] * 2)
