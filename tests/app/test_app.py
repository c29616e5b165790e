"""The server over HTTP: GraphQL, GraphiQL, health, token and traces."""

import asyncio
import base64
import contextlib
import hashlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from pydantic import SecretStr

from headwater.app import pages
from headwater.app.application import create_app
from headwater.model.query_limits import DEFAULT_LIMITS
from headwater.settings import Settings

QUERY = {"query": "{ __typename }"}
TRACE = "0123456789abcdef0123456789abcdef"
PATIENCE_SECONDS = 60


@contextlib.asynccontextmanager
async def client_of(database_url: str, token: str | None = None, query: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """Open a client of an application in this process."""
    app = create_app(Settings(token=SecretStr(token) if token else None), database_url, query)
    async with app.router.lifespan_context(app) as state:
        assert state is None
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield client


@pytest.fixture
async def client(database_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(database_url) as client:
        yield client


async def test_graphql_over_post_and_get(client: httpx.AsyncClient) -> None:
    expected = {"data": {"__typename": "Query"}, "extensions": {"cost": {"requested": 0, "limit": DEFAULT_LIMITS.cost}}}
    for address in ("/graphql", "/api/graphql"):
        assert (await client.post(address, json=QUERY)).json() == expected
        assert (await client.get(address, params=QUERY)).json() == expected


async def test_an_error_has_its_code_and_no_stack_trace(client: httpx.AsyncClient) -> None:
    answer = await client.post("/graphql", json={"query": '{ dataJob(urn: "nonsense") { urn } }'})
    assert answer.status_code == 200
    [error] = answer.json()["errors"]
    assert error["extensions"] == {"code": 400, "type": "BAD_REQUEST"}
    assert error["path"] == ["dataJob"]
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("body", "said"), [(b"{", "JSON"), (b"{}", "query"), (b"[1]", ""), (b"null", "object"), (b"\xff", "JSON")]
)
async def test_a_body_that_is_no_request_is_refused(body: bytes, said: str, client: httpx.AsyncClient) -> None:
    answer = await client.post("/graphql", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert said.lower() in answer.text.lower()


async def test_a_browser_gets_graphiql_with_the_query(database_url: str) -> None:
    async with client_of(database_url, query="{ </script> }") as client:
        answer = await client.get("/graphql", headers={"accept": "text/html"})
    assert answer.headers["content-type"].startswith("text/html")
    assert "{ \\u003c/script> }" in answer.text
    assert "https://" not in answer.text


async def test_without_a_build_there_is_a_plain_page(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_BUILD", tmp_path)
    async with client_of(database_url, query="{ </textarea> }") as client:
        answer = await client.get("/graphql", headers={"accept": "text/html"})
    assert "{ &lt;/textarea&gt; }" in answer.text
    [script] = re.findall("<script>(.*?)</script>", answer.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["content-security-policy"]
    assert " on" not in answer.text.partition("<script>")[0]  # the policy runs no script in an attribute


async def test_the_page_of_rest(client: httpx.AsyncClient) -> None:
    answer = await client.get("/docs")
    assert answer.headers["content-type"].startswith("text/html")
    assert "https://" not in answer.text


async def test_without_a_build_rest_has_a_plain_page(
    client: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_BUILD", tmp_path)
    assert 'href="openapi.json"' in (await client.get("/docs")).text


@pytest.mark.parametrize("path", ["/", "/graphql", "/docs", "/pages/graphiql.html", "/pages/swagger.html"])
async def test_pages_may_load_nothing_from_elsewhere_and_stand_in_no_frame(
    path: str, client: httpx.AsyncClient
) -> None:
    answer = await client.get(path, headers={"accept": "text/html"})
    policy = dict(one.split(" ", 1) for one in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["connect-src"] == policy["worker-src"] == "'self'"
    assert "unsafe" not in policy["script-src"]
    assert not [source for source in policy.values() if "http" in source or "*" in source]


@pytest.mark.parametrize("path", ["/graphql", "/docs", "/openapi.json", "/health", "/graphql?query=x", "/no-such-path"])
async def test_no_answer_is_taken_for_something_else_or_included_elsewhere(
    path: str, client: httpx.AsyncClient
) -> None:
    for origin in ({}, {"origin": "http://evil.example"}):
        answer = await client.get(path, headers=origin)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("address", ["/", "/?q=prices", "/?urn=urn:li:tag:x&asOf=2026-01-01T00:00:00Z"])
async def test_the_explorer_loads_no_inline_script_or_style(
    address: str, client: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_BUILD", tmp_path)
    (tmp_path / "explorer.html").write_text("<title>The built page</title>")
    answer = await client.get(address)
    assert (answer.status_code, answer.text) == (200, "<title>The built page</title>")
    [policy] = answer.headers.get_list("content-security-policy")
    assert "style-src 'self';" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


async def test_without_a_build_the_root_is_a_plain_page(
    client: httpx.AsyncClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_BUILD", tmp_path)
    answer = await client.get("/")
    assert answer.status_code == 200
    assert 'href="graphql"' in answer.text, "without a leading slash: the server may be below a prefix"


async def test_health_and_ready(client: httpx.AsyncClient) -> None:
    for path in ("/health", "/ready"):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_not_ready_without_a_database(database_url: str) -> None:
    async with client_of(database_url) as client:
        reader: Any = client._transport.app.state.reader  # type: ignore[attr-defined]
        reader._pool.terminate()
        answer = await client.get("/ready")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
        assert "the database does not answer" in answer.json()["reason"]
        assert (await client.get("/health")).status_code == 200


async def test_every_answer_has_a_trace(client: httpx.AsyncClient) -> None:
    """Without a span that is exported, so not sampled."""
    for path in ("/health", "/no-such-path"):
        version, trace, span, flags = (await client.get(path)).headers["traceparent"].split("-")
        assert (version, flags, len(trace), len(span)) == ("00", "00", 32, 16)


@pytest.mark.parametrize(
    ("given", "continued"),
    [
        (f"00-{TRACE}-00f067aa0ba902b7-01", True),
        (f"00-{TRACE.upper()}-00f067aa0ba902b7-01", False),
        ("nonsense", False),
    ],
)
async def test_a_trace_is_continued_where_it_is_valid(given: str, continued: bool, client: httpx.AsyncClient) -> None:
    answer = await client.get("/health", headers={"traceparent": given})
    assert (TRACE in answer.headers["traceparent"]) is continued
    assert answer.headers["traceparent"] != given


@pytest.mark.parametrize(
    "authorization",
    [None, "", "secret", "Bearer", "Bearer wrong", "Bearer secret2", "Basic secret", "Bearer sécret".encode()],
)
async def test_without_the_token_nothing_is_answered(authorization: Any, database_url: str) -> None:
    headers = {} if authorization is None else {"authorization": authorization}
    async with client_of(database_url, token="secret") as client:
        for answer in (
            await client.post("/graphql", json=QUERY, headers=headers),
            await client.get("/graphql", params=QUERY, headers={**headers, "accept": "text/html"}),
            await client.get("/no-such-path", headers=headers),
        ):
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert "Query" not in answer.text


async def test_with_the_token_queries_are_answered(database_url: str) -> None:
    async with client_of(database_url, token="secret") as client:
        answer = await client.post("/graphql", json=QUERY, headers={"authorization": "bearer secret"})
        assert answer.json()["data"] == {"__typename": "Query"}
        for path in ("/health", "/ready", "/graphql"):
            assert (await client.get(path, headers={"accept": "text/html"})).status_code == 200


async def test_a_request_that_is_given_up_is_no_failure(client: httpx.AsyncClient, database_url: str) -> None:
    """The server ends, or the client leaves, while a statement waits."""
    query = '{ openlineageDataset(namespace: "n", name: "a") { urn } }'
    connection = await asyncpg.connect(database_url)
    async with connection.transaction():
        await connection.execute("LOCK TABLE entity IN ACCESS EXCLUSIVE MODE")
        asking = asyncio.create_task(client.post("/graphql", json={"query": query}))
        waiting = "FROM pg_locks WHERE NOT granted AND relation = 'entity'::regclass"
        waits = f"SELECT count(*) {waiting}"
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await connection.fetchval(waits):
                await asyncio.sleep(0.02)
            asking.cancel()
            answer = await asking
            # The statement goes on until its time is over, half a minute: Postgres then cancels it like this.
            await connection.execute(f"SELECT pg_cancel_backend(pid) {waiting}")
            while await connection.fetchval(waits):
                await asyncio.sleep(0.02)
    await connection.close()
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["status"] == 503
    assert (await client.post("/graphql", json={"query": query})).status_code == 200
