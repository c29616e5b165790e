"""Events over HTTP, by hand, to a real server process."""

import gzip
import json
from pathlib import Path

import httpx
import pytest

from conftest import cloned_database, fetch, merge_items, parse_files
from events import run_event, uuid
from server_process import BATCH, LINEAGE, Server
from store_dump import dump

PATHS = (LINEAGE, "/lineage", "/openapi/openlineage/api/v1/lineage")
PEAK_KILOBYTES = 400_000


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
    answer = server.post([run_event("START", "00:00:00", uuid(1)), {"eventTime": "never"}, 5], BATCH)
    assert answer.status_code == 200
    assert answer.json()["summary"] == {"received": 3, "successful": 1, "failed": 2, "retriable": 0, "non_retriable": 2}
    assert [(f["index"], f["reason"].split(":")[0]) for f in answer.json()["failed_events"]] == [
        (1, "event_time.invalid"), (2, "event.not_object")
    ]  # fmt: skip
    assert (server.count("event"), server.count("quarantine")) == (1, 2)


@pytest.mark.parametrize("body", [b"{", b"[1]", b"null", b"\xff", b'{"eventTime": "2026-01-01T00:00:00Z"}'])
def test_a_body_that_is_no_event_goes_to_quarantine_with_a_reason(body: bytes, server: Server) -> None:
    answer = server.post(body)
    assert answer.status_code == 422
    assert answer.json()["quarantined"] is True
    [row] = fetch(server.database_url, "SELECT code, payload, trace_id FROM quarantine")
    assert row["code"] == answer.json()["code"]
    assert row["trace_id"].hex in answer.headers["traceparent"]


@pytest.mark.parametrize("body", [b"", b" \t\r\n", b" " * 60_000_000])
@pytest.mark.parametrize("path", [LINEAGE, BATCH, "/aspects?action=ingestProposal"])
def test_an_empty_body_is_refused(path: str, body: bytes, shared_server: Server) -> None:
    answer = shared_server.post(body, path)
    assert (answer.status_code, answer.json()["message"]) == (400, "the body is empty: expected JSON")
    assert shared_server.count("quarantine") == 0


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (b"no gzip", "gzip", 400),
        (gzip.compress(b"{}", mtime=0), "", 400),
        (b"{}", "br", 400),
        (gzip.compress(b" " * 200_000_000, mtime=0), "gzip", 413),
        (gzip.compress(b"{}", mtime=0)[:-1], "gzip", 400),
    ],
)
def test_a_body_that_cannot_be_unpacked_is_refused(body: bytes, encoding: str, status: int, server: Server) -> None:
    answer = server.post(body, **{"content-encoding": encoding})
    assert answer.status_code == status
    assert answer.json()["message"]
    assert server.count("quarantine") == 0
    assert server.peak_kilobytes() < PEAK_KILOBYTES


def test_a_database_that_is_gone_is_overload(postgres_url: str, template: str) -> None:
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        fetch(url, "ALTER TABLE event RENAME TO event_gone")
        answer = server.post(run_event("START", "00:00:00", uuid(1)))
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        fetch(url, "ALTER TABLE event_gone RENAME TO event")
        assert server.post(run_event("START", "00:00:00", uuid(1))).status_code == 201


def test_events_one_by_one_give_the_store_that_one_merge_gives(
    server: Server, corpus: Path, postgres_url: str, template: str
) -> None:
    path = corpus / "openlineage" / "events" / "airflow3_local_etl.ndjson"
    for line in reversed(path.read_bytes().splitlines()):
        assert server.post(line).status_code == 201
    with cloned_database(postgres_url, template) as merged:
        merge_items(merged, parse_files(path))
        assert dump(server.database_url) == dump(merged)


def test_bodies_that_are_nested_too_deep_go_to_quarantine(server: Server) -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    event = run_event("START", "00:00:00", uuid(1))
    for body in (deep, b'{"a": ' + deep + b"}"):
        answer = server.post(body)
        assert (answer.status_code, answer.json()["code"]) == (422, "json.too_deep")
    answer = server.post(b"[" + deep + b", " + json.dumps(event).encode() + b"]", BATCH)
    assert [failed["index"] for failed in answer.json()["failed_events"]] == [0]
    assert (server.count("event"), server.count("quarantine")) == (1, 3)
    assert server.peak_kilobytes() < PEAK_KILOBYTES


def test_a_body_beyond_the_limit_is_refused_while_it_comes(server: Server) -> None:
    """200 MB in pieces, without a length: the server never holds more than its limit."""
    answer = server.post(b"[" * 1_000_000 for _ in range(200))
    assert answer.status_code == 413
    assert "67108864" in answer.json()["message"]
    assert server.post(run_event("START", "00:00:00", uuid(1))).status_code == 201
    assert server.peak_kilobytes() < PEAK_KILOBYTES


def test_a_batch_of_too_many_events_is_refused_whole(server: Server) -> None:
    answer = server.post([1] * 10_001, "/api/v1/lineage/batch")
    assert answer.status_code == 413
    assert "at most 10000 events" in answer.json()["message"]
    assert (server.count("event"), server.count("quarantine")) == (0, 0)
