"""The guard: every route, with every kind of bad token; and answers that hide the reason."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import timedelta
from json import dumps
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute

from headwater.app.application import create_app
from headwater.errors import UnauthorizedError
from headwater.guard import OPEN, Guard, GuardedMount, GuardedRoute, GuardedSocket, Needed, enough
from headwater.model.access import EVERYTHING, Scope
from headwater.operations import Answer, Operation
from headwater.settings import Settings
from headwater.store.connections import connect
from headwater.store.sources import NewSource, create_source
from headwater.store.tokens import create_token, revoke_token

import rest_examples
from conftest import merge_items
from events import parsed, run_event, uuid
from store_dump import dump

OPEN_PATHS = {"/", "/config", "/docs", "/health", "/openapi.json", "/pages", "/ready"}
"""Paths that need no token for any request."""

BY_REQUEST: dict[str, list[tuple[str, str, Needed]]] = {
    "/aspects": [
        ("POST", "?action=ingestProposal", Scope.WRITE),
        ("POST", "?action=ingestProposalBatch", Scope.WRITE),
        ("POST", "?action=getTimeseriesAspectValues", Scope.READ),
        ("POST", "?action=unknown", Scope.WRITE),
    ],
    "/entities": [
        ("POST", f"?action={action}", Scope.WRITE)
        for action in ("ingest", "batchIngest", "delete", "deleteReferences", "unknown")
    ],
    "/analytics": [
        ("POST", "?action=getTimeseriesStats", Scope.READ),
        ("POST", "?action=unknown", Scope.WRITE),
    ],
    "/graphql": [("GET", "", Scope.READ), ("GET", "?query={__typename}", Scope.READ), ("POST", "", Scope.READ)],
}
"""Paths whose need depends on the request, each with a method, a query string, and the needed scope."""

LACKING = {
    Scope.READ: [[Scope.WRITE], [Scope.METRICS]],
    Scope.WRITE: [[Scope.READ], [Scope.METRICS]],
    Scope.METRICS: [[Scope.READ], [Scope.WRITE], [Scope.READ, Scope.WRITE]],
    Scope.ADMIN: [[Scope.READ], [Scope.WRITE], [Scope.METRICS], [Scope.READ, Scope.WRITE, Scope.METRICS]],
}
"""For each scope tokens that lack it."""

Call = tuple[str, str, list[Scope]]
"""A method, an address, and the scopes that each suffice."""


class Tokens:
    """Makes tokens in a database, and Authorization headers with them."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self.connection = connection

    async def bearer(
        self, *scopes: Scope, source_id: UUID | None = None, lifetime: timedelta | None = None
    ) -> dict[str, str]:
        """Return the header of a new token."""
        token = await create_token(self.connection, "test", scopes, source_id, lifetime)
        return {"authorization": f"Bearer {token.secret}"}

    async def revoked(self) -> dict[str, str]:
        """Return the header of a revoked token with every right."""
        token = await create_token(self.connection, "test", [Scope.ADMIN])
        await revoke_token(self.connection, token.id)
        return {"authorization": f"Bearer {token.secret}"}

    async def refused(self) -> list[dict[str, str]]:
        """Return headers with no token, with unknown, expired and revoked tokens, and with no bearer token."""
        expired = await self.bearer(Scope.ADMIN, lifetime=timedelta(0))
        others = ["", "Bearer", "Bearer hw_unknown", f"Bearer {'x' * 5000}", "Basic b3BlcmF0b3I6", "operator"]
        return [{}, expired, await self.revoked(), *({"authorization": other} for other in others)]

    async def source(self, name: str) -> NewSource:
        """Return a new source."""
        return await create_source(self.connection, name)


@pytest.fixture
async def tokens(database_url: str) -> AsyncIterator[Tokens]:
    connection = await connect(database_url)
    yield Tokens(connection)
    await connection.close()


@contextlib.asynccontextmanager
async def running(database_url: str, **settings: Any) -> AsyncIterator[Starlette]:
    """Run the application, which asks for tokens by default."""
    app = create_app(Settings(**(settings or {"token": SecretStr("operator")})), database_url)
    async with app.router.lifespan_context(app):
        yield app


def client_of(app: Starlette) -> httpx.AsyncClient:
    """Return a client of an application in this process."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://headwater")


def calls(routes: Sequence[BaseRoute]) -> Iterator[Call]:
    """Yield every guarded route by every method; WebSockets have none."""
    for route in routes:
        if isinstance(route, GuardedSocket):
            continue
        assert isinstance(route, GuardedRoute | GuardedMount), f"{route}: expected a route that says what it needs"
        if route.path in OPEN_PATHS:
            assert route.needs is OPEN
            continue
        path = route.path_format.replace("{source}", str(uuid4())).replace("{", "").replace("}", "")
        if callable(route.needs):
            for method, query, needed in BY_REQUEST[route.path]:
                assert route.needs(connection_to(method, path, query)) is needed
                if needed is not OPEN:
                    yield method, path + query, enough(needed)
            continue
        assert route.needs is not OPEN, f"{route.path} is open: is that meant? Then name it in OPEN_PATHS"
        methods = route.methods if isinstance(route, GuardedRoute) else None
        for method in sorted(methods or {"GET", "POST", "PUT", "PATCH", "DELETE"}):
            yield method, path, enough(route.needs)


def test_every_action_is_among_what_needs_are_checked_for() -> None:
    for path, item in rest_examples.document["paths"].items():
        for parameter in item.get("post", {}).get("parameters", ()):
            if parameter["name"] == "action":
                checked = {query.removeprefix("?action=") for _, query, _ in BY_REQUEST[path]}
                assert checked == {*parameter["schema"]["enum"], "unknown"}


def addresses(routes: Sequence[BaseRoute]) -> Iterator[tuple[str, str]]:
    """Yield every method and path of every route, open ones too; and a path without a route."""
    for route in routes:
        if isinstance(route, GuardedSocket):
            continue
        assert isinstance(route, GuardedRoute | GuardedMount)
        methods = route.methods if isinstance(route, GuardedRoute) else None
        path = route.path_format if isinstance(route, GuardedRoute) else f"{route.path}/graphiql.html"
        for method in sorted(methods or {"GET", "POST"}):
            yield method, path.replace("{source}", str(uuid4())).replace("{", "").replace("}", "")
    yield "POST", "/no-such-path"


def connection_to(method: str, path: str, query: str, **headers: str) -> HTTPConnection:
    """Return a request in the form that the declaration of a need gets."""
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    query_string = query.removeprefix("?").encode()
    return HTTPConnection(
        {"type": "http", "method": method, "path": path, "query_string": query_string, "headers": raw}
    )


class Body:
    """A body that records if it was read."""

    def __init__(self) -> None:
        self.was_read = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self.was_read = True
        yield b"{}"


async def refusals(app: Starlette, call: Call, headers: Sequence[dict[str, str]]) -> list[httpx.Response]:
    """Return the answers to a call with each of these headers; the server must not read the body."""
    method, address, _ = call
    answers = []
    async with client_of(app) as client:
        for header in headers:
            body = Body()
            answers.append(await client.request(method, address, headers=header, content=body))
            assert not body.was_read, call
    return answers


def seen(answer: httpx.Response) -> tuple[object, ...]:
    """Return the visible parts of an answer, except the trace, which is always new."""
    headers = [(name, value) for name, value in answer.headers.items() if name != "traceparent"]
    return answer.status_code, answer.content, headers


async def test_no_route_lets_in_who_may_not(database_url: str, tokens: Tokens) -> None:
    await asyncio.to_thread(merge_items, database_url, parsed(run_event("START", "00:00:00", uuid(1))))
    before = await asyncio.to_thread(dump, database_url)
    unauthorized = await tokens.refused()
    bound = [await tokens.bearer(Scope.ADMIN, source_id=(await tokens.source("other")).source.id)]
    forbidden = {
        scope: [await tokens.bearer(*scopes) for scopes in lacking] + bound for scope, lacking in LACKING.items()
    }
    async with running(database_url) as app:
        app.state.reader = app.state.event_gatherer = None  # requests that reach the store fail, but not by 401 or 403
        every = list(calls(app.routes))
        for call in every:
            answers = await refusals(app, call, unauthorized)
            assert {answer.status_code for answer in answers} == {401}, call
            assert answers[0].headers["www-authenticate"] == 'Bearer realm="headwater"'
            assert len({str(seen(answer)) for answer in answers}) == 1, f"{call}: one answer for all"
            [needed, *others] = call[2]
            answers = await refusals(app, call, bound if others else forbidden[needed])
            assert {answer.status_code for answer in answers} == {403}, call
    assert {address.partition("?")[0] for _, address, _ in every} >= {"/graphql", "/api/v1/lineage"}
    assert await asyncio.to_thread(dump, database_url) == before


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:3000", "sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
    {"origin": "http://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
]
"""The headers of browsers in requests by pages of other sites."""


@pytest.mark.parametrize("settings", [{"host": "127.0.0.1"}, {"token": SecretStr("operator")}])
async def test_no_route_answers_a_page_of_another_site(settings: dict[str, Any], database_url: str) -> None:
    async with running(database_url, **settings) as app:
        app.state.reader = app.state.event_gatherer = app.state.proposal_gatherer = app.state.run_events = None
        headers = [{"host": "localhost", "content-type": "text/plain", **foreign} for foreign in FOREIGN]
        if "token" in settings:
            headers = [{**header, "authorization": "Bearer operator"} for header in headers]
        every = list(addresses(app.routes))
        for method, path in every:
            answers = await refusals(app, (method, path, []), headers)
            assert {answer.status_code for answer in answers} == {403}, (method, path)
        for route in app.routes:
            if isinstance(route, GuardedSocket):
                for header in headers:
                    told = await websocket_answers(app, route.path, header, {"type": "connection_init"})
                    assert [sent["type"] for sent in told] == ["websocket.close"], (route.path, header)
    assert {path for _, path in every} >= OPEN_PATHS - {"/pages"} | {"/graphql", "/api/v1/lineage", "/aspects"}


async def test_without_a_token_no_route_answers_under_an_unknown_name(database_url: str, tokens: Tokens) -> None:
    rebound, bearer = {"host": "rebound.example:8080"}, await tokens.bearer(Scope.READ, Scope.WRITE)
    async with running(database_url, host="127.0.0.1") as app:
        app.state.event_gatherer = app.state.proposal_gatherer = app.state.run_events = None
        for method, path in addresses(app.routes):
            if path in ("/health", "/ready"):
                async with client_of(app) as client:
                    assert (await client.get(path, headers=rebound)).status_code == 200
                continue
            [answer] = await refusals(app, (method, path, []), [rebound])
            assert answer.status_code == 421, (method, path)
            # A given token is checked in any case; with a good token the host's name does not matter.
            async with client_of(app) as client:
                wrong = await client.request(method, path, headers=rebound | {"authorization": "Bearer wrong"})
                good = await client.request(method, path, headers=rebound | bearer)
            is_open = path in OPEN_PATHS or path.startswith("/pages/")
            assert wrong.status_code == (good.status_code if is_open else 401), (method, path)
            assert good.status_code not in (401, 421), (method, path)
        for socket in (route.path for route in app.routes if isinstance(route, GuardedSocket)):
            told = await websocket_answers(app, socket, rebound, {"type": "connection_init"})
            assert [sent["type"] for sent in told] == ["websocket.close"]
            told = await websocket_answers(
                app, socket, rebound | {"authorization": "Bearer wrong"}, {"type": "connection_init"}
            )
            assert closed_with(told) == 4401


async def test_missing_routes_are_told_only_with_a_token(database_url: str, tokens: Tokens) -> None:
    async with running(database_url) as app, client_of(app) as client:
        assert (await client.get("/no-such-path")).status_code == 401
        assert (await client.get("/no-such-path", headers=await tokens.bearer(Scope.READ))).status_code == 404
        assert (await client.get("/api/v1/lineage")).status_code == 401
        assert (await client.get("/api/v1/lineage", headers=await tokens.bearer(Scope.WRITE))).status_code == 405


async def test_no_other_address_opens_a_websocket(database_url: str, tokens: Tokens) -> None:
    async with running(database_url) as app:
        sockets = {route.path for route in app.routes if isinstance(route, GuardedSocket)}
        assert sockets == {"/graphql", "/api/graphql"}
        paths = {"/no-such-path", *(address.partition("?")[0] for _, address, _ in calls(app.routes))}
        for path in paths - sockets:
            for header in await tokens.refused():
                assert [sent["type"] for sent in await websocket_answers(app, path, header)] == ["websocket.close"]


SUBSCRIBE = {"id": "1", "type": "subscribe", "payload": {"query": "{ __typename }"}}


async def test_no_websocket_runs_anything_for_who_may_not(database_url: str, tokens: Tokens) -> None:
    async with running(database_url) as app:
        app.state.reader = app.state.run_events = None
        for path in ("/graphql", "/api/graphql"):
            for header in await tokens.refused():
                by_header = await websocket_answers(app, path, header, {"type": "connection_init"}, SUBSCRIBE)
                init = {"type": "connection_init", "payload": header}
                by_message = await websocket_answers(app, path, {}, init, SUBSCRIBE)
                only_token = {"type": "connection_init", "payload": {"token": "hw_unknown"}}
                by_token = await websocket_answers(app, path, {}, only_token, SUBSCRIBE)
                without = await websocket_answers(app, path, header, SUBSCRIBE)
                for answers in (by_header, by_message, by_token, without):
                    assert closed_with(answers) == 4401
            for scopes in LACKING[Scope.READ]:
                init = {"type": "connection_init", "payload": await tokens.bearer(*scopes)}
                assert closed_with(await websocket_answers(app, path, {}, init, SUBSCRIBE)) == 4403
            bound = await tokens.bearer(Scope.READ, source_id=(await tokens.source(path)).source.id)
            init = {"type": "connection_init", "payload": bound}
            assert closed_with(await websocket_answers(app, path, {}, init, SUBSCRIBE)) == 4403


def closed_with(answers: list[dict[str, Any]]) -> int:
    """Return the code of a closed WebSocket without any message."""
    assert [sent["type"] for sent in answers] == ["websocket.accept", "websocket.close"], answers
    return int(answers[1]["code"])


async def websocket_answers(app: Starlette, path: str, headers: dict[str, str], *said: Any) -> list[dict[str, Any]]:
    """Return a server's messages to a client that opens a WebSocket and sends some messages."""
    sent: list[dict[str, Any]] = []
    told = iter([{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": dumps(one)} for one in said)])
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "websocket",
        "path": path,
        "query_string": b"",
        "headers": raw,
        "subprotocols": ["graphql-transport-ws"],
    }

    async def receive() -> dict[str, Any]:
        return next(told, {"type": "websocket.disconnect", "code": 1000})

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


async def test_the_answer_has_the_shape_of_the_surface(database_url: str) -> None:
    async with running(database_url) as app, client_of(app) as client:
        message = "The request needs a valid bearer token: send the header Authorization: Bearer <token>."
        rest = await client.post("/api/v1/lineage")
        assert rest.json() == {"message": message, "status": 401}
        graphql = await client.post("/graphql", json={"query": "{ __typename }"})
        extensions = {"code": 403, "type": "UNAUTHORIZED"}
        assert graphql.json() == {"errors": [{"message": message, "extensions": extensions}]}


async def test_every_token_runs_the_same_statement(database_url: str, tokens: Tokens) -> None:
    statements: list[str] = []
    given = await tokens.refused()
    good = await tokens.bearer(Scope.READ)
    connection = await connect(database_url)
    connection.add_query_logger(lambda record: statements.append(record.query))
    guard = Guard(connection, "operator", is_required=True)
    for header in given[1:]:
        with pytest.raises(UnauthorizedError):
            await guard.grant(header["authorization"])
    assert await guard.grant(good["authorization"])
    assert await guard.grant("Bearer operator") == EVERYTHING
    await connection.close()
    assert len(statements) == len(given) + 1
    assert len(set(statements)) == 1


async def test_each_scope_opens_what_it_says(database_url: str, tokens: Tokens) -> None:
    event, query = run_event("START", "00:00:00", uuid(1)), {"query": "{ __typename }"}
    expected = {
        (Scope.READ,): (200, 403, 403),
        (Scope.WRITE,): (403, 201, 403),
        (Scope.METRICS,): (403, 403, 200),
        (Scope.READ, Scope.WRITE): (200, 201, 403),
        (Scope.ADMIN,): (200, 201, 200),
    }
    async with running(database_url) as app, client_of(app) as client:
        for scopes, statuses in expected.items():
            headers = await tokens.bearer(*scopes, lifetime=timedelta(hours=1))
            read = await client.post("/graphql", json=query, headers=headers)
            written = await client.post("/api/v1/lineage", json=event, headers=headers)
            measured = await client.get("/metrics", headers=headers)
            assert (read.status_code, written.status_code, measured.status_code) == statuses, scopes


async def test_a_revoked_token_stops_at_once(database_url: str, tokens: Tokens) -> None:
    token = await create_token(tokens.connection, "test", [Scope.READ])
    headers, query = {"authorization": f"Bearer {token.secret}"}, {"query": "{ __typename }"}
    async with running(database_url) as app, client_of(app) as client:
        assert (await client.post("/graphql", json=query, headers=headers)).status_code == 200
        await revoke_token(tokens.connection, token.id)
        assert (await client.post("/graphql", json=query, headers=headers)).status_code == 401


MIXED = """query Read { __typename } mutation Drop { dropQuarantine(ids: []) }"""
MUTATIONS = [
    {"query": "mutation { dropQuarantine(ids: []) }"},
    {"query": "mutation { replayQuarantine(ids: []) { merged } }"},
    {"query": "mutation { __typename }"},
    {"query": MIXED, "operationName": "Drop"},
]


@pytest.mark.parametrize("body", MUTATIONS, ids=lambda body: body["query"])
async def test_mutations_need_admin(body: dict[str, str], database_url: str, tokens: Tokens) -> None:
    reader, admin = await tokens.bearer(Scope.READ, Scope.WRITE), await tokens.bearer(Scope.ADMIN)
    async with running(database_url) as app, client_of(app) as client:
        allowed = await client.post("/graphql", json=body, headers=admin)
        assert (allowed.status_code, "errors" in allowed.json()) == (200, False), allowed.text
        app.state.reader = app.state.event_gatherer = None
        answer = await client.post("/graphql", json=body, headers=reader)
        assert answer.status_code == 403
        [error] = answer.json()["errors"]
        assert error["extensions"] == {"code": 403, "type": "UNAUTHORIZED"}
        assert error["message"] == "The token does not have the scope admin."
        for accept in ("multipart/mixed;boundary=graphql;subscriptionSpec=1.0", "text/event-stream"):
            streamed = await client.post("/graphql", json=body, headers={**reader, "accept": accept})
            assert "dropQuarantine" not in streamed.text
            assert "merged" not in streamed.text


async def test_a_query_beside_a_mutation_needs_no_admin(database_url: str, tokens: Tokens) -> None:
    async with running(database_url) as app, client_of(app) as client:
        body = {"query": MIXED, "operationName": "Read"}
        answer = await client.post("/graphql", json=body, headers=await tokens.bearer(Scope.READ))
        assert answer.json()["data"] == {"__typename": "Query"}


async def test_the_page_its_assets_and_the_checks_are_open(database_url: str) -> None:
    async with running(database_url) as app, client_of(app) as client:
        for path in ("/", "/?urn=x", "/health", "/ready", "/graphql", "/graphql?x=1"):
            answer = await client.get(path, headers={"accept": "text/html", "authorization": "Bearer wrong"})
            assert answer.status_code == 200
        assert (await client.get("/pages/none.js")).status_code == 404


@pytest.mark.parametrize(
    ("settings", "is_required"),
    [
        ({"host": "127.0.0.1"}, False),
        ({"host": "localhost"}, False),
        ({"host": "::1"}, False),
        ({"host": "127.0.0.1", "token": SecretStr("operator")}, True),
        ({"host": "0.0.0.0"}, True),
        ({"host": "::"}, True),
        ({"host": "headwater.example", "token": SecretStr("operator")}, True),
    ],
)
async def test_tokens_are_required_by_the_settings(
    settings: dict[str, Any], is_required: bool, database_url: str
) -> None:
    async with running(database_url, **settings) as app, client_of(app) as client:
        client.base_url = httpx.URL("http://localhost")
        query = {"query": "mutation { dropQuarantine(ids: []) }"}
        expected = 401 if is_required else 200
        assert (await client.post("/graphql", json=query)).status_code == expected
        # The server checks a given token everywhere.
        wrong = {"authorization": "Bearer wrong"}
        assert (await client.post("/graphql", json=query, headers=wrong)).status_code == 401
        operator = await client.post("/graphql", json=query, headers={"authorization": "Bearer operator"})
        assert operator.status_code == (200 if "token" in settings else 401)


async def test_without_the_database_tokens_are_asked_for_again(database_url: str) -> None:
    async with running(database_url) as app, client_of(app) as client:
        app.state.guard._database.terminate()
        for path in ("/graphql", "/api/v1/lineage"):
            answer = await client.post(path, json={}, headers={"authorization": "Bearer operator"})
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            assert "The database does not answer" in answer.text


POST = Operation("POST", "test", "Post", {200: Answer("The scopes.", list[str])})


def by_action(connection: HTTPConnection) -> Needed:
    return {"read": Scope.READ, "write": Scope.WRITE}.get(connection.query_params.get("action", ""), Scope.ADMIN)


async def test_a_need_can_depend_on_the_request_and_on_the_source_or_have_two_ways(
    database_url: str, tokens: Tokens
) -> None:
    async def endpoint(request: Request) -> JSONResponse:
        return JSONResponse(sorted(request.state.grant.scopes))

    app = Starlette(
        routes=[
            GuardedRoute("/aspects", endpoint, needs=by_action, operations=[POST]),
            GuardedRoute("/either", endpoint, needs=frozenset({Scope.READ, Scope.WRITE}), operations=[POST]),
            GuardedRoute("/sources/{source}/events", endpoint, needs=Scope.WRITE, operations=[POST]),
            GuardedRoute("/typed/{source:uuid}/events", endpoint, needs=Scope.WRITE, operations=[POST]),
        ]
    )
    app.state.guard = Guard(tokens.connection, None, is_required=True)
    source, token = await tokens.source("gitlab")
    bound, writer = {"authorization": f"Bearer {token.secret}"}, await tokens.bearer(Scope.WRITE)
    async with client_of(app) as client:
        for query, status in {"read": 403, "write": 200, "other": 403}.items():
            assert (await client.post(f"/aspects?action={query}", headers=writer)).status_code == status
            assert (await client.post(f"/aspects?action={query}", headers=bound)).status_code == 403
        assert (await client.post("/aspects", headers=await tokens.bearer(Scope.ADMIN))).status_code == 200
        for scope in (Scope.READ, Scope.WRITE):
            assert (await client.post("/either", headers=await tokens.bearer(scope))).json() == [scope]
        assert (await client.post("/either", headers=bound)).status_code == 403
        for path in ("sources", "typed"):
            own, other = f"/{path}/{source.id}/events", f"/{path}/{uuid4()}/events"
            assert (await client.post(own, headers=bound)).json() == ["WRITE"]
            assert (await client.post(own, headers=writer)).json() == ["WRITE"]
            refused = await client.post(other, headers=bound)
            assert (refused.status_code, refused.json()["status"]) == (403, 403)
            assert refused.json()["message"] == "The token works only for the URL of its source."


def test_a_route_that_does_not_say_what_it_needs_and_answers_cannot_be_built() -> None:
    async def text(_: Request) -> Response:
        return PlainTextResponse("text")

    with pytest.raises(TypeError, match="operations"):
        GuardedRoute("/somewhere", text, needs=OPEN)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="needs"):
        GuardedRoute("/somewhere", text)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="needs"):
        GuardedMount("/somewhere", PlainTextResponse("text"))  # type: ignore[call-arg]
