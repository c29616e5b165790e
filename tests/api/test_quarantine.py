"""The quarantine by GraphQL, from the whole application."""

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest

from headwater.app.application import create_app
from headwater.dialects.openlineage import DIALECT
from headwater.dialects.problems import UnusableError, problem
from headwater.graphql.schema import build_schema, request_context
from headwater.settings import Settings
from headwater.store.connections import connect
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

PAGE = """query ($start: Int, $count: Int, $code: String) {
  quarantine(start: $start, count: $count, code: $code) {
    start count total records { id dialect source position code message payload payloadIsBase64 arrivedAt traceId }
  }
}"""
REPLAY = "mutation ($ids: [Long!]!) { replayQuarantine(ids: $ids) { merged knownBefore stillFailing } }"
DROP = "mutation ($ids: [Long!]!) { dropQuarantine(ids: $ids) }"
MEGABYTE = 1024 * 1024
TRACE = "0123456789abcdef0123456789abcdef"


class Api:
    """The application over one database."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def __call__(self, query: str, **variables: Any) -> dict[str, Any]:
        answer = await self.answer(query, **variables)
        assert "errors" not in answer, answer
        return dict(answer["data"])

    async def answer(self, query: str, **variables: Any) -> dict[str, Any]:
        headers = {"traceparent": f"00-{TRACE}-0123456789abcdef-01"}
        body = {"query": query, "variables": variables}
        return dict((await self.client.post("/graphql", json=body, headers=headers)).json())

    async def error(self, query: str, **variables: Any) -> str:
        [error] = (await self.answer(query, **variables))["errors"]
        assert error["extensions"] == {"code": 400, "type": "BAD_REQUEST"}
        return str(error["message"])


@pytest.fixture
async def api(database_url: str) -> AsyncIterator[Api]:
    app = create_app(Settings(), database_url)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for body in (b"{", b"\xff", b"5"):
                await client.post("/api/v1/lineage", content=body)
            yield Api(client)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await connect(database_url)
    yield connection
    await connection.close()


async def put_valid_event(database: asyncpg.Connection) -> int:
    """Put a record that an older version refused, and that parses today."""
    body = b'{"eventTime": "2026-01-01T00:00:00Z", "job": {"namespace": "test", "name": "job"}}'
    row = (*problem(DIALECT, "old", 1, UnusableError("job.invalid", "why"), body), TRACE)
    sql = "INSERT INTO quarantine (key, dialect, source, position, code, message, payload, tenant, trace_id)"
    return int(await database.fetchval(f"{sql} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id", *row))


async def test_a_page_has_all_that_is_kept(api: Api) -> None:
    page = (await api(PAGE))["quarantine"]
    assert (page["start"], page["count"], page["total"]) == (0, 20, 3)
    assert [(r["code"], r["payload"], r["payloadIsBase64"]) for r in page["records"]] == [
        ("event.not_object", "5", False), ("json.invalid", "/w==", True), ("json.invalid", "{", False)
    ]  # fmt: skip
    assert page["records"][0]["source"] == "POST /api/v1/lineage"
    assert page["records"][0]["dialect"] == "openlineage"
    assert len(page["records"][0]["traceId"]) == 32
    assert [r["id"] for r in page["records"]] == sorted((r["id"] for r in page["records"]), reverse=True)


async def test_a_page_holds_the_newest_payloads_of_a_few_megabytes(api: Api) -> None:
    """A few packed bytes unpack to megabytes, which no answer has to hold all. A large one hides no others."""
    sizes = [MEGABYTE, 100, *range(MEGABYTE - 4, MEGABYTE), MEGABYTE + 1]
    for size in sizes:
        await api.client.post("/api/v1/lineage", content=b"[" * size)
    text = f"{{ quarantine(count: {len(sizes)}) {{ records {{ payload payloadBytes payloadIsBase64 }} }} }}"
    records = (await api(text))["quarantine"]["records"]
    shown = [record["payload"] and len(record["payload"]) for record in records]
    assert shown == [None, *range(MEGABYTE - 1, MEGABYTE - 5, -1), None, None]
    assert [record["payloadBytes"] for record in records] == sizes[::-1]
    assert [record["payloadIsBase64"] for record in records] == [size if size is None else False for size in shown]


async def test_pages_and_codes(api: Api) -> None:
    every = (await api(PAGE))["quarantine"]["records"]
    assert (await api(PAGE, start=1, count=1))["quarantine"]["records"] == every[1:2]
    of_code = (await api(PAGE, code="json.invalid"))["quarantine"]
    assert (of_code["total"], of_code["records"]) == (2, every[1:])
    assert (await api(PAGE, code="no.such"))["quarantine"]["total"] == 0


@pytest.mark.parametrize(
    ("variables", "said"), [({"start": -1}, "start: "), ({"count": 1001}, "count: "), ({"code": "\0"}, "code: ")]
)
async def test_wrong_arguments_are_named(variables: dict[str, Any], said: str, api: Api) -> None:
    assert said in await api.error(PAGE, **variables)


async def test_replay(api: Api, database: asyncpg.Connection) -> None:
    every = [record["id"] for record in (await api(PAGE))["quarantine"]["records"]]
    valid = await put_valid_event(database)
    replayed = await api(REPLAY, ids=[valid, every[0]])
    assert replayed == {"replayQuarantine": {"merged": 1, "knownBefore": 0, "stillFailing": 1}}
    assert [record["id"] for record in (await api(PAGE))["quarantine"]["records"]] == every
    assert (await database.fetchval("SELECT trace_id FROM event")).hex == TRACE


async def test_drop(api: Api) -> None:
    first, *others = (record["id"] for record in (await api(PAGE))["quarantine"]["records"])
    assert await api(DROP, ids=[first, first]) == {"dropQuarantine": 1}
    assert [record["id"] for record in (await api(PAGE))["quarantine"]["records"]] == others


@pytest.mark.parametrize("mutation", [REPLAY, DROP])
async def test_unknown_ids_are_named_and_nothing_is_done(mutation: str, api: Api) -> None:
    page = await api(PAGE)
    known = page["quarantine"]["records"][0]["id"]
    assert "no record 70000" in await api.error(mutation, ids=[known, 70000])
    assert "at most 1000" in await api.error(mutation, ids=[known] * 1001)
    assert await api(PAGE) == page


async def test_a_database_that_cannot_write_says_when_to_try_again(api: Api, database: asyncpg.Connection) -> None:
    valid = await put_valid_event(database)
    await database.execute("ALTER TABLE event RENAME TO event_gone")
    [error] = (await api.answer(REPLAY, ids=[valid]))["errors"]
    assert error["extensions"] == {"code": 503, "type": "SERVICE_UNAVAILABLE"}


async def test_a_mutation_needs_a_post(api: Api) -> None:
    page = await api(PAGE)
    [known, *_] = (record["id"] for record in page["quarantine"]["records"])
    answer = await api.client.get("/graphql", params={"query": f"mutation {{ dropQuarantine(ids: [{known}]) }}"})
    assert answer.status_code == 405
    assert await api(PAGE) == page


async def test_a_context_without_a_way_to_write_only_reads(database_url: str, database: asyncpg.Connection) -> None:
    valid = await put_valid_event(database)
    async with await read_pool(database_url, 1) as pool:
        answer = await build_schema().execute(DROP, {"ids": [valid]}, context_value=request_context(Reader(pool)))
    assert answer.errors is not None
    assert "mutations run only on a server" in answer.errors[0].message
    assert await database.fetchval("SELECT count(*) FROM quarantine") == 1
