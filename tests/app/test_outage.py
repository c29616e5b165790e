"""An unavailable database: one answer for all requests, one line in the log."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from headwater.app.application import create_app
from headwater.errors import UnavailableError
from headwater.ingest.databand_operations import EXAMPLE_SOURCE
from headwater.settings import Settings
from headwater.store.database import Database
from headwater.store.heartbeat import heartbeat
from headwater.store.pool import read_pool

from conftest import fetch
from database_line import DatabaseLine
from events import run_event, uuid
from rest_examples import examples

LOCAL = "http://localhost"
LINEAGE = "/api/v1/lineage"
QUERY = "{ hungRuns { total } runsConnection(first: 1) { totalCount } __typename }"
AWAY = {
    "message": "The database does not answer: send it again in a moment.",
    "extensions": {"code": 503, "type": "SERVICE_UNAVAILABLE"},
}
OPEN = {"/config", "/", "/docs", "/openapi.json", "/health"}
"""Paths that show no data, and so need no database."""

BEARER = {"Authorization": "Bearer operator"}


@pytest.fixture
def line(database_url: str) -> Iterator[DatabaseLine]:
    fetch(database_url, "INSERT INTO source (id, name) VALUES ($1, 'example')", EXAMPLE_SOURCE)
    with DatabaseLine(database_url) as line:
        yield line


@pytest.fixture
def client(line: DatabaseLine) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(), line.url), base_url=LOCAL, raise_server_exceptions=False) as client:
        yield client


def event(number: int) -> str:
    return json.dumps(run_event("START", "00:00:00", uuid(number)))


@pytest.mark.parametrize("headers", [{}, BEARER], ids=["open", "with a token"])
def test_every_route_answers_503(headers: dict[str, str], line: DatabaseLine) -> None:
    """Tokens are looked up in the database too. Without tokens, the server answers with the metrics of the process."""
    settings = Settings(token=SecretStr("operator") if headers else None)
    with TestClient(
        create_app(settings, line.url), base_url=LOCAL, raise_server_exceptions=False, follow_redirects=False
    ) as client:
        line.cut()
        for method, path, query, body in examples():
            if path not in OPEN and (headers or path != "/metrics"):
                answer = client.request(method, path, params=query, json=body, headers=headers)
                told = (method, path, query, answer.text)
                assert (answer.status_code, answer.headers.get("retry-after")) == (503, "1"), told
                assert "does not answer" in answer.text, told


def test_a_full_disk_is_told_as_one(client: TestClient, database_url: str) -> None:
    """Postgres itself raises its error of a full disk (53100), in a trigger; then there is space again."""
    fetch(
        database_url, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$"
    )
    fetch(database_url, "CREATE TRIGGER full_disk BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION full_disk()")
    headers = {"Content-Type": "application/json"}
    answer = client.post(LINEAGE, content=event(1), headers=headers)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "The database has no space left: send it again once it has." in answer.text
    fetch(database_url, "DROP TRIGGER full_disk ON event")
    assert client.post(LINEAGE, content=event(1), headers=headers).status_code == 201


@pytest.mark.parametrize("accept", ["application/json", "application/graphql-response+json"])
def test_graphql_has_one_error_whatever_it_asks(accept: str, client: TestClient, line: DatabaseLine) -> None:
    line.cut()
    answer = client.post("/graphql", json={"query": QUERY}, headers={"accept": accept})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json() == {"errors": [AWAY]}
    # The server answers requests that need no database.
    assert client.post("/graphql", json={"query": "{ __typename }"}).json()["data"] == {"__typename": "Query"}
    assert client.post("/graphql", json={"query": "{ nonsense }"}).status_code in (200, 400)
    line.mend()
    assert client.post("/graphql", json={"query": QUERY}).json()["data"]["hungRuns"] == {"total": 0}


def test_a_websocket_tells_an_error(client: TestClient, line: DatabaseLine) -> None:
    with client.websocket_connect("ws://localhost/graphql", ["graphql-transport-ws"]) as socket:
        socket.send_json({"type": "connection_init"})
        assert socket.receive_json()["type"] == "connection_ack"
        line.cut()
        for query in ("{ hungRuns { total } }", "subscription { runEvents { cursor } }"):
            socket.send_json({"type": "subscribe", "id": query, "payload": {"query": query}})
            message = socket.receive_json()
            payload = message["payload"]
            [error] = payload["errors"] if message["type"] == "next" else payload
            assert {name: error[name] for name in AWAY} == AWAY
            if message["type"] == "next":
                assert socket.receive_json() == {"type": "complete", "id": query}


def test_an_outage_is_one_line_in_the_log(client: TestClient, line: DatabaseLine) -> None:
    with capture_logs() as logged:
        line.cut()
        for number in range(20):
            assert client.post(LINEAGE, content=event(number)).status_code == 503
            assert client.post("/graphql", json={"query": QUERY}).status_code == 503
            assert client.get("/ready").status_code == 503
        line.mend()
        assert client.post(LINEAGE, content=event(0)).status_code == 201
        assert client.post("/graphql", json={"query": QUERY}).status_code == 200
        wait_for_line(logged, "database.available")
    told = [one for one in logged if one["event"] != "http.request"]
    assert [(one["event"], one["log_level"]) for one in told] == [
        ("database.unavailable", "error"),
        ("database.available", "warning"),
    ]
    assert all("exc_info" not in one for one in told)


def test_an_outage_ends_without_the_part_that_is_used_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part without requests never succeeds again; another part that works ends the outage."""
    monkeypatch.setattr("headwater.store.database._SAME_OUTAGE_SECONDS", 0.5)
    database = Database("")
    with capture_logs() as logged:
        database.failed("run events", OSError())
        database.failed("writer", OSError())
        time.sleep(0.1)
        database.succeeded("run events")
        assert len(logged) == 1
        time.sleep(0.5)
        database.succeeded("run events")
        database.succeeded("writer")
    assert [one["event"] for one in logged] == ["database.unavailable", "database.available"]
    assert 0.1 <= logged[1]["after_seconds"] < 0.5


async def test_a_beat_that_failed_is_tried_again(line: DatabaseLine, database_url: str) -> None:
    """The next beat is ten minutes away; until then the log would report the database as unavailable."""
    await asyncio.to_thread(fetch, database_url, "DELETE FROM functions_in_use")
    line.cut()
    with capture_logs() as logged:
        async with heartbeat(Database(line.url)), asyncio.timeout(20):
            while not logged:
                await asyncio.sleep(0.05)
            line.mend()
            while len(logged) == 1:
                await asyncio.sleep(0.05)
    assert [one["event"] for one in logged] == ["database.unavailable", "database.available"]
    assert len(await asyncio.to_thread(fetch, database_url, "SELECT FROM functions_in_use")) == 1


async def test_a_silent_host_is_an_outage(database_url: str) -> None:
    """The outage also reaches clients that wait for another's attempt to connect."""
    with capture_logs() as logged, socket.create_server(("127.0.0.1", 0), backlog=100) as silent:
        url = database_url
        async with await read_pool(Database(lambda: url), 2, wait_seconds=1) as pool:
            await pool.expire_connections()
            url = f"postgresql://me@127.0.0.1:{silent.getsockname()[1]}/none"
            failed = await asyncio.gather(*(pool.fetchval("SELECT 1") for _ in range(7)), return_exceptions=True)
            assert [type(error) for error in failed] == [UnavailableError] * 7
            url = database_url
            assert await pool.fetchval("SELECT 1") == 1
    assert [(one["event"], one.get("reason")) for one in logged] == [
        ("database.unavailable", "OSError: the database said nothing for 0.5 s"),
        ("database.available", None),
    ]


def wait_for_line(logged: list[Any], name: str) -> None:
    """Wait until the listener, which tries each second, has its connection again."""
    deadline = time.monotonic() + 20
    while not any(one["event"] == name for one in logged):
        assert time.monotonic() < deadline, logged
        time.sleep(0.05)


@pytest.mark.parametrize("is_write", [True, False], ids=["write", "read"])
def test_a_connection_that_is_out_of_step_is_closed(is_write: bool, line: DatabaseLine, database_url: str) -> None:
    """The driver's InternalClientError leads to one 503, and no other request gets the connection."""

    def ask(client: TestClient, number: int) -> int:
        sent = (
            client.post(LINEAGE, content=event(number)) if is_write else client.post("/graphql", json={"query": QUERY})
        )
        return int(sent.status_code)

    good = 201 if is_write else 200
    with (
        TestClient(
            create_app(Settings(pool_size=1), line.url), base_url=LOCAL, raise_server_exceptions=False
        ) as client,
        capture_logs() as logged,
    ):
        assert ask(client, 1) == good
        line.garble("merge_facts(" if is_write else "FROM run r")
        statuses = [ask(client, number) for number in range(2, 6)]
    assert statuses == [503, good, good, good]
    [reason] = [one["reason"] for one in logged if one["event"] == "database.unavailable"]
    assert reason.startswith(("ProtocolError", "InternalClientError")), reason
