"""Limits of connections, and of data before its token is checked: raw sockets to a real server."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect as connect_socket
from websockets.typing import Subprotocol

from headwater.app.connections import LEAST_BYTES, MAX_HEAD_BYTES, MAX_HEADERS, limited_protocol

from conftest import ROOT, cloned_database
from events import run_event, uuid
from server_process import LINEAGE, Server

SECONDS = 2
"""The longest time of a transfer in these tests."""

PATIENCE_SECONDS = 30
MANY = 40
"""The server's maximum of connections in these tests."""

HEAD = b"POST /api/v1/lineage HTTP/1.1\r\nHost: localhost\r\n"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with short limits; in the end its log has no error."""
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, max_connections=str(MANY), max_transfer_seconds=str(SECONDS)) as server,
    ):
        yield server
        server.process.terminate()
        assert server.said() == ""


def opened(server: Server) -> socket.socket:
    """Open a connection."""
    port = urlsplit(server.url).port
    assert port is not None
    return socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)


def answer(connection: socket.socket) -> tuple[int, dict[str, object]]:
    """Return status and body of the answer before the server closes the connection; 0 without an answer."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while data := connection.recv(MEGABYTE):
            received += data
    head, _, body = received.partition(b"\r\n\r\n")
    return (int(head.split()[1]), json.loads(body or b"{}")) if head else (0, {})


def is_well(server: Server) -> bool:
    """Return true if /health answers at once, on its own connection."""
    return httpx.get(f"{server.url}/health", timeout=5).status_code == 200


def headers(count: int) -> bytes:
    """Return so many headers."""
    return b"".join(b"X-%d: x\r\n" % number for number in range(count))


def test_more_headers_than_may_be_are_refused(server: Server) -> None:
    for count, status in ((MAX_HEADERS - 2, 200), (MAX_HEADERS - 1, 431), (100_000, 431)):
        with opened(server) as connection:
            send_all(connection, GET[:-2] + headers(count) + b"Connection: close\r\n\r\n")
            got, body = answer(connection)
            if count <= MAX_HEADERS:
                assert got == status
                assert got == 200 or body["status"] == 431
            else:  # a client that still sends at the close may not see the reason
                assert got in (0, status)
    assert is_well(server)


def send_all(connection: socket.socket, data: bytes) -> int:
    """Send until the server has closed the connection, and return the number of sent bytes."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < len(data):
            sent += connection.send(data[sent : sent + MEGABYTE])
    return sent


HUGE = {
    "a header": HEAD + b"X: ",
    "a name of a header": HEAD + b"X",
    "a path": b"GET /",
    "line ends": b"",
    "an extension of a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;",
    "a trailer": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX: ",
}


@pytest.mark.parametrize("name", HUGE)
def test_a_head_that_does_not_end_is_refused(name: str, server: Server) -> None:
    filler = b"\r\n" if name == "line ends" else b"x"
    for size, is_all_sent in ((MAX_HEAD_BYTES + 1000, True), (100 * MEGABYTE, False)):
        with opened(server) as connection:
            for part in (HUGE[name], filler):  # the first part alone, since the parser reports it
                sent = send_all(connection, part if part is not filler else filler * (size // len(filler)))
                time.sleep(0.1)
            if is_all_sent:
                status, body = answer(connection)
                assert status == 431
                assert str(MAX_HEAD_BYTES) in str(body["message"])
            else:
                assert sent < 30 * MEGABYTE  # the size of the system's buffers
    assert is_well(server)
    assert server.peak_kilobytes() < 400_000


def test_a_large_head_within_the_limit_is_read(server: Server) -> None:
    with opened(server) as connection:
        connection.sendall(GET[:-2] + b"X: " + b"x" * (MAX_HEAD_BYTES - 200) + b"\r\nConnection: close\r\n\r\n")
        assert answer(connection)[0] == 200


def drip(connection: socket.socket, data: bytes) -> float:
    """Send a byte each tenth of a second; return the seconds until the server closed or answered."""
    started = time.monotonic()
    connection.settimeout(0.1)
    for byte in data:
        with contextlib.suppress(ConnectionError):
            connection.send(bytes([byte]))
        with contextlib.suppress(TimeoutError):
            if connection.recv(1, socket.MSG_PEEK) or True:
                break
        assert time.monotonic() < started + PATIENCE_SECONDS
    connection.settimeout(PATIENCE_SECONDS)
    return time.monotonic() - started


BODY = HEAD + b"Content-Length: 100000\r\n\r\n{"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
SLOW = {
    "headers": (b"", HEAD + b"X: x\r\n" * 50),
    "a second head": (GET, HEAD * 10),
    "a body": (BODY, b" " * 1000),
    "a body in chunks": (CHUNKED, b"1\r\n \r\n" * 200),
    "trailers": (CHUNKED + b"1\r\n \r\n0\r\n", b"X: x\r\n" * 50),
    "a body that nobody wants any more": (BODY.replace(b"/api/v1/lineage", b"/no-such-path"), b" " * 1000),
}


@pytest.mark.parametrize("name", SLOW)
def test_a_client_that_sends_too_slowly_is_refused(name: str, server: Server) -> None:
    before, slow = SLOW[name]
    with opened(server) as connection:
        connection.sendall(before)
        if name.startswith(("a second", "a body that")):
            time.sleep(0.3)
            connection.recv(MEGABYTE)
        took = drip(connection, slow)
        assert is_well(server)
        assert SECONDS - 1 < took < SECONDS + 6
        status, body = answer(connection)
        assert status == 408
        assert "HEADWATER_MAX_TRANSFER_SECONDS" in str(body["message"])


def test_a_silent_connection_is_closed_without_an_answer(server: Server) -> None:
    with opened(server) as connection:
        started = time.monotonic()
        assert connection.recv(1) == b""
        assert time.monotonic() < started + SECONDS + 6


def test_a_body_that_comes_steadily_may_take_long(server: Server) -> None:
    event = json.dumps(run_event("START", "00:00:00", uuid(1)) | {"padding": "x" * LEAST_BYTES * 4}).encode()
    with opened(server) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(event))
        for start in range(0, len(event), LEAST_BYTES):
            time.sleep(SECONDS * 0.7)
            connection.sendall(event[start : start + LEAST_BYTES])
        assert answer(connection)[0] == 201


def test_expect_100_continue_and_pipelined_requests_are_answered(server: Server) -> None:
    event = json.dumps(run_event("START", "00:00:00", uuid(2))).encode()
    with opened(server) as connection:
        connection.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(event))
        assert b"100 Continue" in connection.recv(1000)
        connection.sendall(event)
        assert b"201 Created" in connection.recv(1000)
        connection.sendall(GET + GET[:20])
        assert b"200 OK" in connection.recv(1000)
        connection.sendall(GET[20:-2] + b"Connection: close\r\n\r\n")
        assert answer(connection)[0] == 200


KEEPING = {
    "nothing": b"",
    "half a head": HEAD,
    "half a body": BODY,
    "a request that was answered": GET,
}


@pytest.mark.parametrize("name", KEEPING)
def test_many_connections_keep_nobody_out(name: str, server: Server) -> None:
    with contextlib.ExitStack() as stack:
        for number in range(5 * MANY):
            connection = stack.enter_context(opened(server))
            with contextlib.suppress(ConnectionError):
                connection.sendall(KEEPING[name])
            if number % MANY == 0:
                assert is_well(server)
        assert is_well(server)
        assert sockets(server) < 2 * MANY
        # The server does not close its newest connection.
        event = json.dumps(run_event("START", "00:00:00", uuid(3))).encode()
        assert httpx.post(server.url + LINEAGE, content=event).status_code in (200, 201)


def sockets(server: Server) -> int:
    """Return the number of sockets of the process: the clients', and a few to Postgres."""
    found = 0
    for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since
            found += str(link.readlink()).startswith("socket:")
    return found


def test_websockets_take_half_of_the_connections_at_most(server: Server) -> None:
    address = server.url.replace("http", "ws") + "/graphql"
    protocol = [Subprotocol("graphql-transport-ws")]
    with contextlib.ExitStack() as stack:
        for _ in range(MANY // 2):
            stack.enter_context(connect_socket(address, subprotocols=protocol))
        with pytest.raises(InvalidStatus) as refused, connect_socket(address, subprotocols=protocol):
            pass
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["retry-after"] == "1"
        assert is_well(server)
    until(lambda: is_let_in(address))


def is_let_in(address: str) -> bool:
    """Return true if a WebSocket can be opened."""
    try:
        with connect_socket(address, subprotocols=[Subprotocol("graphql-transport-ws")]):
            return True
    except InvalidStatus:
        return False


def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.1)


def test_a_client_that_does_not_read_is_dropped(server: Server) -> None:
    largest = max((ROOT / "server/headwater/pages_dist/assets").iterdir(), key=lambda path: path.stat().st_size)
    few = sockets(server)
    with contextlib.ExitStack() as stack:
        for _ in range(MANY // 2):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", urlsplit(server.url).port))
            # The answers exceed the system's buffers, and the server need not wait for them.
            connection.sendall(GET.replace(b"/health", b"/pages/assets/" + largest.name.encode()) * 10)
        until(lambda: sockets(server) >= few + MANY // 2)
        assert is_well(server)
        until(lambda: sockets(server) <= few + 2)


@contextlib.contextmanager
def answering(size: int, seconds: float) -> Iterator[tuple[str, int]]:
    """Run a server that answers with so many bytes in one piece, and yield its address."""

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % size)]})
        await send({"type": "http.response.body", "body": b"x" * size})

    config = uvicorn.Config(
        app, port=0, http=limited_protocol(MANY, seconds), loop="uvloop", lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    try:
        yield server.servers[0].sockets[0].getsockname()
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize("is_steady", [True, False])
def test_an_answer_that_is_read_steadily_may_take_long(is_steady: bool) -> None:
    """The system buffers megabytes, which tell nothing about a client's speed."""
    size, seconds = 16 * MEGABYTE, 1
    with answering(size, seconds) as address, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE_SECONDS)
        connection.connect(address)
        connection.sendall(GET)
        received, began = 0, time.monotonic()
        with contextlib.suppress(ConnectionResetError):
            if not is_steady:
                time.sleep(4 * seconds)
            while received < size and (data := connection.recv(MEGABYTE)):
                received += len(data)
                if is_steady and time.monotonic() - began < 6 * seconds:
                    time.sleep(0.2 * seconds)
        assert (received >= size) == is_steady
