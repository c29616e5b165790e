"""Recorded payloads, posted unchanged: the log or the quarantine has each, as plain loops over the JSON count them."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from headwater.model.bodies import unpack_body

from conftest import fetch
from server_process import LINEAGE, Server

FOLDERS = ("openlineage/events", "openlineage/quirks", "dpone/events")


def bodies(corpus: Path) -> Iterator[tuple[bytes, dict[str, str]]]:
    """Yield a client's posts: each line of an NDJSON file, any other file as a whole, packed files as packed."""
    for path in sorted(path for folder in FOLDERS for path in (corpus / folder).iterdir()):
        if path.suffix == ".ndjson":
            yield from ((line, {}) for line in path.read_bytes().splitlines() if line.strip())
        else:
            yield path.read_bytes(), {"content-encoding": "gzip"} if path.suffix == ".gz" else {}


def payloads(corpus: Path) -> Iterator[Any]:
    """Yield the events in those bodies (the packed body is also there unpacked)."""
    for body, headers in bodies(corpus):
        document = {} if headers else json.loads(body)
        yield from document if isinstance(document, list) else document.get("events", [document] if document else [])


def post_all(server: Server, corpus: Path) -> list[httpx.Response]:
    with httpx.Client(base_url=server.url, timeout=120) as client, ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda sent: client.post(LINEAGE, content=sent[0], headers=sent[1]), bodies(corpus)))


def canonical(payload: Any) -> str:
    return json.dumps(payload, sort_keys=True)


def test_every_payload_is_in_the_log_or_in_quarantine(server: Server, corpus: Path) -> None:
    answers = post_all(server, corpus)
    assert {answer.status_code for answer in answers} == {200, 201, 422}
    assert sum(answer.json()["summary"]["received"] for answer in answers if answer.status_code == 200) > 0

    sent = {canonical(payload) for payload in payloads(corpus)}
    rows = fetch(server.database_url, "SELECT body FROM event")
    logged = [canonical(json.loads(unpack_body(row["body"]))) for row in rows]
    rows = fetch(server.database_url, "SELECT code, message, payload FROM quarantine")
    quarantined = {canonical(json.loads(row["payload"])) for row in rows}
    assert all(row["code"] and row["message"] for row in rows)
    assert sorted([*logged, *quarantined]) == sorted(sent)
    refused = [answer.json()["code"] for answer in answers if answer.status_code == 422]
    assert sorted({row["code"] for row in rows}) == sorted(set(refused))

    counts = server.count("event"), server.count("quarantine")
    post_all(server, corpus)
    assert (server.count("event"), server.count("quarantine")) == counts
