"""Reads of many entities take as many statements as reads of two."""

from collections.abc import Iterator
from typing import Any

import asyncpg
import pytest
from starlette.testclient import TestClient

from headwater.app.application import create_app
from headwater.settings import Settings
from headwater.store import aspect_reader, trace_reader
from headwater.store.fetching import fetch

TAGS = [f"urn:li:tag:{number}" for number in range(50)]


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    """A client of an application in this process; its store has the tags."""
    with TestClient(create_app(Settings(), database_url), "http://localhost") as client:
        tags = [{"urn": tag, "tagProperties": {"value": {"name": tag}}} for tag in TAGS]
        client.post("/openapi/v3/entity/tag", json=tags).raise_for_status()
        yield client


@pytest.mark.parametrize(
    ("path", "as_body", "statements"),
    [
        ("/openapi/v3/entity/tag/batchGet", lambda tags: [{"urn": tag, "tagProperties": {}} for tag in tags], 2),
        ("/openapi/v1/trace/write/0006" + "0" * 28, lambda tags: {tag: ["tagProperties"] for tag in tags}, 1),
    ],
)
def test_statements(
    path: str, as_body: Any, statements: int, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def recorded(pool: asyncpg.Pool, name: str, *arguments: object) -> list[asyncpg.Record]:
        asked.append(name)
        return await fetch(pool, name, *arguments)

    for module in (aspect_reader, trace_reader):
        monkeypatch.setattr(module, "fetch", recorded)
    for tags in (TAGS[:2], TAGS):
        asked.clear()
        answer = client.post(path, json=as_body(tags))
        assert (answer.status_code, len(answer.json())) == (200, len(tags))
        assert len(asked) == statements, asked
