"""The real client against a server that is well, slow, full, or killed: every event arrives once."""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import RunEvent, RunState
from openlineage.client.transport.async_http import AsyncHttpConfig, AsyncHttpTransport
from openlineage.client.transport.http import HttpCompression, HttpConfig, HttpTransport

from client_events import client_event, history
from conftest import cloned_database, fetch
from events import run_event, uuid
from server_process import Server, merges_held

Emit = Callable[[Server, Sequence[RunEvent], float], None]

PATIENCE_SECONDS = 120
"""The longest time for one step; the machine may be busy."""


def emit_by_http(server: Server, events: Sequence[RunEvent], timeout_seconds: float = 5.0) -> None:
    """Send each event from its own client, all at once; raise the client's exceptions."""
    config = HttpConfig(url=server.url, timeout=timeout_seconds)
    with ThreadPoolExecutor(len(events)) as pool:
        list(pool.map(lambda event: OpenLineageClient(transport=HttpTransport(config)).emit(event), events))


def emit_by_async_http(server: Server, events: Sequence[RunEvent], timeout_seconds: float = 5.0) -> None:
    """Send all events by one transport, which holds an end back until its start is answered."""
    transport = AsyncHttpTransport(AsyncHttpConfig(url=server.url, timeout=timeout_seconds))
    client = OpenLineageClient(transport=transport)
    for event in events:
        client.emit(event)
    assert transport.close(PATIENCE_SECONDS)
    assert transport.get_stats()["failed"] == 0


@contextmanager
def in_background(work: Callable[[], object]) -> Iterator[None]:
    """Run work beside the block, and raise its exceptions."""
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        yield
        done.result(2 * PATIENCE_SECONDS)


def wait_for_log(caplog: pytest.LogCaptureFixture, *signs: str) -> None:
    """Wait until one of the signs is in the log."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not any(sign in caplog.text for sign in signs):
        assert time.monotonic() < give_up, caplog.text
        time.sleep(0.01)


both = pytest.mark.parametrize("emit", [emit_by_http, emit_by_async_http])


@pytest.mark.parametrize("compression", [None, HttpCompression.GZIP])
def test_the_http_transport(compression: HttpCompression | None, server: Server) -> None:
    client = OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url, compression=compression)))
    for event in history(10):
        client.emit(event)
    states = fetch(server.database_url, "SELECT count(*), min(result), max(result) FROM run WHERE status = 'COMPLETE'")
    assert [tuple(row) for row in states] == [(10, "SUCCESS", "SUCCESS")]


@both
def test_many_at_once(emit: Emit, server: Server) -> None:
    emit(server, history(50), 5.0)
    assert server.count("event") == 100
    assert server.count("run WHERE result = 'SUCCESS'") == 50


@both
def test_a_slow_server_gets_the_same_event_again(emit: Emit, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with merges_held(server.database_url) as release, in_background(lambda: emit(server, history(4), 0.5)):
        wait_for_log(caplog, "Read timed out", "Attempt 0 failed")
        release()
    assert server.count("event") == 8
    assert server.count("run WHERE result = 'SUCCESS'") == 4


@both
def test_a_full_server_is_asked_again(
    emit: Emit, postgres_url: str, template: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with cloned_database(postgres_url, template) as url, Server(url, max_waiting_events="1") as server:
        waits = run_event("START", "00:00:00", uuid(99))
        with merges_held(url) as release, in_background(lambda: server.post(waits).raise_for_status()):
            while not server.count("pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%merge_facts%'"):
                time.sleep(0.01)
            with in_background(lambda: emit(server, [client_event(1, RunState.START)], 5.0)):
                wait_for_log(caplog, '" 503', "503 Service")
                refused = server.post(waits)
                assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
                release()
        assert server.count("event") == 2


def test_the_http_transport_outlasts_a_kill(server: Server) -> None:
    """The server dies midway and returns on its port: the client resends unanswered events, and each arrives once."""
    client = OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url)))
    restart = threading.Thread(target=kill_and_start, args=[server])
    restart.start()
    deadline, sent = time.monotonic() + PATIENCE_SECONDS, 0
    while sent < 100 or restart.is_alive():
        event = client_event(sent, RunState.START)
        while True:
            try:
                client.emit(event)
                break
            except Exception:  # the client's own retries do not cover a refused connection that ends late
                assert time.monotonic() < deadline
                time.sleep(0.1)
        sent += 1
    restart.join()
    assert server.count("event") == sent


def test_the_async_transport_outlasts_a_kill(server: Server) -> None:
    with in_background(lambda: emit_by_async_http(server, history(500))):
        kill_and_start(server)
    assert server.count("event") == 1000


def kill_and_start(server: Server) -> None:
    """Kill the server a moment from now, and start it again."""
    time.sleep(0.3)
    server.stop(signal.SIGKILL)
    assert server.process.returncode == -signal.SIGKILL
    server.start()
