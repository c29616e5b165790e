"""The OpenAPI description: complete, valid, and true to the described routes."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match
from starlette.testclient import TestClient

from headwater.app.application import create_app
from headwater.app.openapi import describe
from headwater.guard import OPEN, GuardedMount, GuardedRoute, GuardedSocket, enough
from headwater.model.access import Scope
from headwater.operations import Answer, Operation, Parameter
from headwater.settings import Settings

from conftest import ROOT

FILES = {"/pages"}
"""The mounts, which serve files and have no operations."""


@pytest.fixture(scope="module")
def app() -> Starlette:
    """The application; no test here asks its database."""
    return create_app(Settings(token=SecretStr("operator")), "postgresql://nowhere")


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each operation with its method and path."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield method.upper(), path, operation


def route_of(app: Starlette, method: str, path: str) -> GuardedRoute:
    """Return the route for a path of the description, with any parameters."""
    scope = {"type": "http", "method": method, "path": re.sub("{.*?}", "urn:li:tag:x", path), "headers": []}
    route = next(route for route in app.routes if route.matches(scope)[0] is Match.FULL)
    assert isinstance(route, GuardedRoute)
    return route


def test_every_route_is_described_and_every_description_has_its_route(app: Starlette) -> None:
    described = list(operations(describe(app.routes)))
    for method, path, operation in described:
        [found] = [
            one for one in route_of(app, method, path).operations if (one.path or path, one.method) == (path, method)
        ]
        assert found.summary == operation["summary"], (method, path)
    assert len({operation["operationId"] for _, _, operation in described}) == len(described)
    routes = [route for route in app.routes if isinstance(route, GuardedRoute)]
    assert sum(len(route.operations) for route in routes) == len(described)
    assert {route.path for route in app.routes if isinstance(route, GuardedMount)} == FILES
    sockets = [route for route in app.routes if isinstance(route, GuardedSocket)]
    assert len(routes) + len(FILES) + len(sockets) == len(app.routes)


def test_every_parameter_of_a_path_is_described(app: Starlette) -> None:
    for method, path, operation in operations(describe(app.routes)):
        in_path = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
        assert in_path == set(re.findall("{(.*?)}", path)), (method, path)


def test_the_scopes_are_those_of_the_routes(app: Starlette) -> None:
    for method, path, operation in operations(describe(app.routes)):
        needs = route_of(app, method, path).needs
        if needs is OPEN:
            assert operation["security"] == []
            assert "401" not in operation["responses"]
        elif not callable(needs):
            assert operation["security"] == [{"token": [scope.lower()]} for scope in enough(needs)]
            assert {"401", "403", "503"} <= operation["responses"].keys(), (method, path)


async def done(_: Request) -> Response:
    return PlainTextResponse("done")


def test_scopes_that_depend_on_the_query() -> None:
    operation = Operation(
        "POST", "test", "Act", {200: Answer("Done.")}, parameters=[Parameter("do", "What.", choices=["see", "act"])]
    )
    route = GuardedRoute(
        "/things",
        done,
        needs=lambda connection: Scope.READ if connection.query_params["do"] == "see" else Scope.WRITE,
        operations=[operation],
    )
    described = describe([route])["paths"]["/things"]["post"]
    assert described["security"] == [{"token": ["read"]}, {"token": ["write"]}]
    assert described["description"] == "- `do=see` needs the scope *read*\n- `do=act` needs the scope *write*"


def test_scopes_of_which_one_is_enough() -> None:
    operation = Operation("POST", "test", "Act", {200: Answer("Done.")})
    needs = frozenset({Scope.WRITE, Scope.READ})
    route = GuardedRoute("/things", done, needs=needs, operations=[operation])
    described = describe([route])["paths"]["/things"]["post"]
    assert described["security"] == [{"token": ["read"]}, {"token": ["write"]}]
    assert described["description"] == "Needs the scope *read* or *write*."


def test_the_page_of_the_documentation_lists_the_same(app: Starlette) -> None:
    """Scopes that differ by method are words there, for readers."""
    rows = [line.strip("| ").split(" | ") for line in (ROOT / "docs" / "rest.md").read_text().splitlines()]
    shown = {path: row[-1] for row in rows for path in re.findall(r"`(/[^`]*)`", row[0])}
    needed: dict[str, set[str]] = {}
    for _, path, operation in operations(describe(app.routes)):
        scopes = " or ".join(need["token"][0] for need in operation["security"])
        needed.setdefault(path, set()).add(scopes or "none")
    assert shown.keys() == needed.keys()
    simple = {path: {scope} for path, scope in shown.items() if ":" not in scope}
    assert len(simple) > 20
    assert simple == {path: needed[path] for path in simple}


def test_it_is_served_to_everybody(app: Starlette) -> None:
    answer = TestClient(app).get("/openapi.json")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == describe(app.routes)
