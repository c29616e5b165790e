"""The check of sites: other sites' pages, unknown names, accepted requests, and CORS for allowed pages."""

import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_socket
from websockets.typing import Subprotocol

from headwater.app.application import create_app
from headwater.errors import SettingsError
from headwater.settings import load_settings

from conftest import cloned_database
from events import run_event, uuid
from server_process import LINEAGE, Server

QUERY = {"query": "{ __typename }"}
UI = "https://ui.example:8443"
NAVIGATION = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
EVENT = run_event("START", "00:00:00", uuid(1))


@contextlib.asynccontextmanager
async def client_of(
    database_url: str, base_url: str = "http://localhost:8080", **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """Open a client, at an address, of an application in this process."""
    app = create_app(load_settings(**settings), database_url)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
            yield client


@pytest.fixture(scope="module")
def client(postgres_url: str, template: str) -> Iterator[TestClient]:
    """A client of an application with the default settings."""
    with cloned_database(postgres_url, template) as url:
        app = create_app(load_settings(), url)
        with TestClient(app, "http://localhost:8080", follow_redirects=False) as client:
            yield client


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://localhost:8080"},
        {"origin": "http://LOCALHOST:8080", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"host": "127.0.0.1:9000", "origin": "http://127.0.0.1:9000"},  # a forwarded port differs from the server's
        {"host": "[::1]:8080", "origin": "http://[::1]:8080"},
        {"host": "localhost.", "origin": "http://localhost"},
    ],
)
def test_programs_and_the_servers_own_pages_are_answered(headers: dict[str, str], client: TestClient) -> None:
    assert client.post("/graphql", json=QUERY, headers=headers).json()["data"] == {"__typename": "Query"}
    assert client.post(LINEAGE, json=EVENT, headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"origin": "http://evil.example"}, "Origin: expected"),
        ({"origin": "http://localhost:3000"}, "HEADWATER_ALLOWED_ORIGINS"),
        ({"origin": "https://localhost"}, "'https://localhost'"),
        ({"origin": "null"}, "'null'"),
        ({"origin": ""}, "''"),
        ({"origin": "http://localhost:8080", "sec-fetch-site": "cross-site"}, "Sec-Fetch-Site: expected"),
        ({"sec-fetch-site": "same-site"}, "HEADWATER_ALLOWED_ORIGINS"),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, "'http://evil.example'"),
        ({"origin": "http://evil.example", "x-forwarded-host": "evil.example"}, "Origin: expected"),
    ],
)
def test_other_sites_pages_are_refused_and_told_the_setting(
    headers: dict[str, str], said: str, client: TestClient
) -> None:
    answer = client.post(LINEAGE, json=EVENT, headers=headers)
    assert (answer.status_code, answer.json()["status"]) == (403, 403)
    assert said in answer.json()["message"]
    assert answer.headers["traceparent"]
    [error] = client.post("/graphql", json=QUERY, headers=headers).json()["errors"]
    assert said in error["message"]
    assert error["extensions"] == {"code": 403, "type": "UNAUTHORIZED"}


def test_two_origins_or_two_hosts_are_none(client: TestClient) -> None:
    own = ("origin", "http://localhost:8080")
    two = client.post("/graphql", json=QUERY, headers=[own, ("origin", "http://evil.example")])
    assert two.status_code == 403
    hosts = client.post("/graphql", json=QUERY, headers=[("host", "localhost"), ("host", "evil.example")])
    assert (hosts.status_code, "'localhost, evil.example'" in hosts.text) == (421, True)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8080", "0.0.0.0:8080", "user@localhost", ""])
def test_an_unknown_name_is_refused_and_told_the_setting(host: str, client: TestClient) -> None:
    forwarded = {"host": host, "x-forwarded-host": "localhost", "forwarded": "host=localhost"}
    answer = client.post(LINEAGE, json=EVENT, headers=forwarded)
    assert (answer.status_code, answer.json()["status"]) == (421, 421)
    assert "HEADWATER_ALLOWED_HOSTS" in answer.json()["message"]
    assert repr(host) in answer.json()["message"]
    [error] = client.post("/graphql", json=QUERY, headers=forwarded).json()["errors"]
    assert error["extensions"] == {"code": 421, "type": "MISDIRECTED_REQUEST"}


async def test_names_of_the_setting_are_known(database_url: str) -> None:
    async with client_of(database_url, allowed_hosts="headwater.lan, 192.168.0.7 ,2001:DB8::7") as client:
        for host in ("Headwater.LAN:8080", "192.168.0.7", "[2001:db8::7]:8080", "localhost"):
            assert (await client.post("/graphql", json=QUERY, headers={"host": host})).status_code == 200, host
        assert (await client.post("/graphql", json=QUERY, headers={"host": "www.headwater.lan"})).status_code == 421


async def test_any_name_is_accepted_if_tokens_are_required(database_url: str) -> None:
    async with client_of(database_url, "http://headwater.example", token=SecretStr("operator")) as client:
        page = await client.get("/graphql", headers={"accept": "text/html"})
        assert page.status_code == 200
        assert (await client.post("/graphql", json=QUERY)).status_code == 401
        token = {"authorization": "Bearer operator"}
        assert (await client.post("/graphql", json=QUERY, headers=token)).status_code == 200
        # A proxy may add the token for every client: even so, the server refuses pages of other sites.
        foreign = token | {"origin": "http://evil.example"}
        assert (await client.post("/graphql", json=QUERY, headers=foreign)).status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/?urn=x", "/docs", "/graphql", "/graphql?x=1", "/openapi.json", "/health", "/pages/none.js"]
)
def test_a_link_from_another_site_opens_what_is_the_same_for_everybody(path: str, client: TestClient) -> None:
    html = {"accept": "text/html"}
    assert client.get(path, headers=NAVIGATION | html).status_code in (200, 404)
    for mode in ("no-cors", "cors", "websocket"):
        assert client.get(path, headers=NAVIGATION | html | {"sec-fetch-mode": mode}).status_code == 403
    assert client.post(path, headers=NAVIGATION | html).status_code == 403
    assert client.head(path, headers=NAVIGATION | html).status_code == 403


@pytest.mark.parametrize("path", ["/graphql?query={__typename}", "/entities/urn:li:tag:x", "/no-such-path"])
def test_a_link_from_another_site_opens_no_data(path: str, client: TestClient) -> None:
    assert client.get(path, headers=NAVIGATION | {"accept": "text/html"}).status_code == 403


async def test_a_page_that_is_wanted_asks_by_cors(database_url: str) -> None:
    asks = {
        "origin": UI,
        "sec-fetch-site": "cross-site",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
        "access-control-request-private-network": "true",
    }
    async with client_of(database_url, allowed_origins=UI.upper(), token=SecretStr("operator")) as client:
        for path in ("/graphql", LINEAGE):
            preflight = await client.options(path, headers=asks)
            assert preflight.status_code == 200, preflight.text
            assert preflight.headers["access-control-allow-origin"] == UI
            assert preflight.headers["access-control-allow-headers"] == "authorization,content-type"
            assert preflight.headers["access-control-allow-private-network"] == "true"
            assert "access-control-allow-credentials" not in preflight.headers
            assert (await client.options(path, headers=asks | {"origin": "http://evil.example"})).status_code == 403
        by_ui = {"origin": UI, "sec-fetch-site": "cross-site"}
        refused = await client.post("/graphql", json=QUERY, headers=by_ui)
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, UI)
        answer = await client.post("/graphql", json=QUERY, headers=by_ui | {"authorization": "Bearer operator"})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, UI)
        assert "traceparent" in answer.headers["access-control-expose-headers"]
        assert "Origin" in answer.headers["vary"]


def test_without_the_setting_no_preflight_is_answered(client: TestClient) -> None:
    asks = {"origin": UI, "access-control-request-method": "POST"}
    answer = client.options("/graphql", headers=asks)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server that allows one page of another site."""
    with cloned_database(postgres_url, template) as url, Server(url, allowed_origins=UI) as server:
        yield server


@pytest.mark.parametrize("path", ["/graphql", "/api/graphql"])
def test_a_websocket_is_opened_by_the_servers_own_and_by_wanted_pages_alone(path: str, server: Server) -> None:
    for headers in ({}, {"Origin": server.url}, {"Origin": UI}):
        with web_socket(server, path, headers) as opened:
            opened.send('{"type": "connection_init"}')
            assert "connection_ack" in str(opened.recv(30))
    for headers, status in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Host": "evil.example"}, 421),
    ):
        with pytest.raises(InvalidStatus) as refused, web_socket(server, path, headers):
            pass
        response = refused.value.response
        assert response.status_code == status
        assert b"HEADWATER_ALLOWED_" in response.body


def web_socket(server: Server, path: str, headers: dict[str, str]) -> ClientConnection:
    """Open a WebSocket with these headers; one may be Host."""
    address = urlsplit(server.url)
    assert address.port is not None
    return connect_socket(
        f"ws://{headers.get('Host', address.netloc)}{path}",
        sock=socket.create_connection(("127.0.0.1", address.port)),
        subprotocols=[Subprotocol("graphql-transport-ws")],
        additional_headers={name: value for name, value in headers.items() if name != "Host"},
    )


@pytest.mark.parametrize(
    ("request_line", "host", "status"),
    [
        ("GET /health HTTP/1.0", None, 200),
        ("GET /graphql?query={__typename} HTTP/1.0", None, 421),
        ("GET /graphql?query={__typename} HTTP/1.1", "evil.example", 421),
        ("GET http://localhost/graphql?query={__typename} HTTP/1.1", "evil.example", 421),
        ("GET http://evil.example/graphql?query={__typename} HTTP/1.1", "localhost", 200),  # as browsers send Host
    ],
)
def test_host_alone_names_the_server(request_line: str, host: str | None, status: int, server: Server) -> None:
    address = urlsplit(server.url)
    assert address.port is not None
    head = f"{request_line}\r\nConnection: close\r\n" + (f"Host: {host}\r\n" if host else "") + "\r\n"
    with socket.create_connection(("127.0.0.1", address.port), 30) as connection:
        connection.sendall(head.encode())
        assert connection.recv(1000).split()[1] == str(status).encode()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"token": ""}, "HEADWATER_TOKEN: expected a text that is not empty"),
        ({"allowed_hosts": "http://a.example"}, "HEADWATER_ALLOWED_HOSTS"),
        ({"allowed_hosts": "a.example:8080"}, "without scheme, port"),
        ({"allowed_hosts": "*"}, "without scheme, port"),
        ({"allowed_hosts": [1]}, "a list of texts"),
        ({"allowed_origins": "ui.example"}, "HEADWATER_ALLOWED_ORIGINS"),
        ({"allowed_origins": "https://ui.example/"}, "without path"),
        ({"allowed_origins": "*"}, "without path"),
        ({"allowed_origins": "https://*.example"}, "without path"),
        ({"allowed_origins": "null"}, "without path"),
    ],
)
def test_a_setting_that_is_none_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError, match="expected") as error:
        load_settings(**settings)
    assert said in str(error.value)
