"""Events over HTTP, from the real client and by hand, to a real server process."""

import gzip
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import InputDataset, Job, OutputDataset, Run, RunEvent, RunState
from openlineage.client.transport.async_http import AsyncHttpConfig, AsyncHttpTransport
from openlineage.client.transport.http import HttpCompression, HttpConfig, HttpTransport

from conftest import HEADWATER, cloned_database, fetch, merge_items, parse_files
from events import run_event, uuid
from store_dump import dump

PATHS = ("/api/v1/lineage", "/lineage", "/openapi/openlineage/api/v1/lineage")


class Server:
    """`headwater serve` on a database of its own."""

    def __init__(self, database_url: str, port: int = 0) -> None:
        self.database_url = database_url
        environment = os.environ | {"HEADWATER_DATABASE_URL": database_url, "HEADWATER_LOG_LEVEL": "error"}
        self.process = subprocess.Popen(
            [*HEADWATER, "serve", "--port", str(port)], env=environment, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        self.url = line.split()[-1].removesuffix("/graphql")
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, sign: int = signal.SIGTERM) -> None:
        self.process.send_signal(sign)
        self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def post(self, body: object, path: str = PATHS[0], **headers: str) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx.post(self.url + path, content=content, headers=headers)

    def count(self, table: str) -> int:
        return int(fetch(self.database_url, f"SELECT count(*) FROM {table}")[0][0])


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    with cloned_database(postgres_url, template) as url:
        server = Server(url)
        yield server
        server.stop()


def client_event(number: int, state: RunState) -> RunEvent:
    return RunEvent(
        eventType=state,
        eventTime=f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z",
        run=Run(runId=uuid(number)),
        job=Job(namespace="test", name="job"),
        inputs=[InputDataset(namespace="test", name="in")],
        outputs=[OutputDataset(namespace="test", name="out")],
    )


def test_an_event_sent_six_times_is_one_event(server: Server) -> None:
    event = run_event("START", "00:00:00", uuid(1))
    answers = [server.post(event, path) for path in PATHS * 2]
    assert [(answer.status_code, answer.headers["content-length"]) for answer in answers] == [(201, "0")] * 6
    assert server.count("event") == 1


def test_packed_chunked_and_untyped_bodies(server: Server) -> None:
    packed = gzip.compress(json.dumps(run_event("START", "00:00:00", uuid(1))).encode())
    assert server.post(packed, **{"content-encoding": "gzip"}).status_code == 201
    chunks = iter([packed[:40], packed[40:]])
    chunked = httpx.post(server.url + PATHS[0], content=chunks, headers={"content-encoding": "gzip"})
    assert (chunked.status_code, server.count("event")) == (201, 1)


def test_a_batch_says_what_became_of_each(server: Server) -> None:
    answer = server.post([run_event("START", "00:00:00", uuid(1)), {"eventTime": "never"}, 5], "/api/v1/lineage/batch")
    assert answer.status_code == 200
    assert answer.json()["summary"] == {"received": 3, "successful": 1, "failed": 2, "retriable": 0, "non_retriable": 2}
    assert [(f["index"], f["reason"].split(":")[0]) for f in answer.json()["failed_events"]] == [
        (1, "event_time.invalid"), (2, "event.not_object")
    ]  # fmt: skip
    assert (server.count("event"), server.count("quarantine")) == (1, 2)


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"null", b"\xff", b'{"eventTime": "2026-01-01T00:00:00Z"}'])
def test_what_is_no_event_goes_to_quarantine_with_a_reason(body: bytes, server: Server) -> None:
    answer = server.post(body)
    assert answer.status_code == 422
    assert answer.json()["quarantined"] is True
    [row] = fetch(server.database_url, "SELECT code, payload, trace_id FROM quarantine")
    assert row["code"] == answer.json()["code"]
    assert row["trace_id"].hex in answer.headers["traceparent"]


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [(b"no gzip", "gzip", 400), (b"{}", "br", 400), (gzip.compress(b" " * 200_000_000), "gzip", 413)],
)
def test_a_body_that_cannot_be_unpacked_is_refused(body: bytes, encoding: str, status: int, server: Server) -> None:
    answer = server.post(body, **{"content-encoding": encoding})
    assert answer.status_code == status
    assert answer.json()["message"]
    assert server.count("quarantine") == 0
    memory = Path(f"/proc/{server.process.pid}/status").read_text() if Path("/proc").is_dir() else ""
    peak = [int(line.split()[1]) for line in memory.splitlines() if line.startswith("VmHWM")]
    assert all(kilobytes < 400_000 for kilobytes in peak)


@pytest.mark.parametrize("compression", [None, HttpCompression.GZIP])
def test_the_clients_http_transport(compression: HttpCompression | None, server: Server) -> None:
    client = OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url, compression=compression)))
    for number in range(10):
        client.emit(client_event(number, RunState.START))
        client.emit(client_event(number, RunState.COMPLETE))
    states = fetch(server.database_url, "SELECT count(*), min(result), max(result) FROM run WHERE status = 'COMPLETE'")
    assert [tuple(row) for row in states] == [(10, "SUCCESS", "SUCCESS")]


def test_the_clients_async_transport(server: Server) -> None:
    transport = AsyncHttpTransport(AsyncHttpConfig(url=server.url))
    client = OpenLineageClient(transport=transport)
    for number in range(50):
        client.emit(client_event(number, RunState.START))
        client.emit(client_event(number, RunState.COMPLETE))
    assert transport.wait_for_completion(30)
    transport.close()
    assert server.count("event") == 100
    assert server.count("run WHERE result = 'SUCCESS'") == 50


def test_the_client_outlasts_a_restart(server: Server) -> None:
    """Killed in the middle, and back on its port: what was not answered is sent again, and is there once."""
    client = OpenLineageClient(transport=HttpTransport(HttpConfig(url=server.url)))
    replacement: list[Server] = []

    def restart() -> None:
        time.sleep(0.3)
        server.stop(signal.SIGKILL)
        replacement.append(Server(server.database_url, server.port))

    thread = threading.Thread(target=restart)
    thread.start()
    deadline, sent = time.monotonic() + 30, 0
    while sent < 100 or thread.is_alive():
        event = client_event(sent, RunState.START)
        while True:
            try:
                client.emit(event)
                break
            except Exception:  # the client's own retries do not cover a refused connection that ends late
                assert time.monotonic() < deadline
                time.sleep(0.1)
        sent += 1
    thread.join()
    server.process, old = replacement[0].process, server.process
    assert old.returncode == -signal.SIGKILL
    assert server.count("event") == sent


def test_a_database_that_is_gone_is_overload(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url:
        server = Server(url)
        fetch(url, "ALTER TABLE event RENAME TO event_gone")
        answer = server.post(run_event("START", "00:00:00", uuid(1)))
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        fetch(url, "ALTER TABLE event_gone RENAME TO event")
        assert server.post(run_event("START", "00:00:00", uuid(1))).status_code == 201
        server.stop()


def test_events_one_by_one_give_the_store_that_one_merge_gives(
    server: Server, corpus: Path, postgres_url: str, template: str
) -> None:
    path = corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"
    for line in reversed(path.read_bytes().splitlines()):
        assert server.post(line).status_code == 201
    with cloned_database(postgres_url, template) as merged:
        merge_items(merged, parse_files(path))
        assert dump(server.database_url) == dump(merged)
