"""The explorer in a real browser: live news, tokens, failures, a server below a prefix, and trusted documents alone."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from explorer_page import explorer
from headwater.app import pages
from headwater.urn import named_dataset_urn, named_job_urn

from conftest import cloned_database
from events import NAMESPACE, run_event, uuid
from graphql_api import urn
from server_process import Server


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tells nothing of its schema, and executes no documents of clients except one."""
    trusted = tmp_path_factory.mktemp("trusted")
    (trusted / "mine.graphql").write_text("{ __typename }")
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, trusted_documents=str(trusted), introspection="false", graphiql="false") as server,
    ):
        yield server


def test_an_event_is_shown_while_the_page_is_open(browser: Browser, server: Server) -> None:
    server.post(run_event("START", "00:00:00", uuid(1), "load", outputs=["prices"]))
    with explorer(browser, server.url) as explored:
        explored.open("run", urn=urn(1))
        main = explored.page.locator("main")
        expect(main).to_contain_text("STARTED")
        give_up = 20
        for second in range(1, give_up):  # the page does not tell when the server has its subscription
            server.post(run_event("FAIL", f"00:00:{second:02}", uuid(1), "load", outputs=["prices"]))
            if main.get_by_text("FAILURE").first.is_visible():
                break
            explored.page.wait_for_timeout(1000)
        expect(main).to_contain_text("FAILURE")
        expect(main).to_contain_text("new")


def test_the_past_is_not_asked_for_news(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url) as explored:
        explored.open("front", asOf="2026-01-01T00:00:00Z")
        sockets: list[str] = []
        explored.page.on("websocket", lambda socket: sockets.append(socket.url))
        explored.page.wait_for_timeout(500)
        assert sockets == []


def test_a_token_is_asked_for_and_kept_for_the_tab(browser: Browser, postgres_url: str, template: str) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, token="operator") as server,
        explorer(browser, server.url, expected_errors="401") as explored,
    ):
        page = explored.page
        page.goto(f"{server.url}/")
        expect(page.get_by_role("alert")).to_contain_text("This server wants a token")
        page.get_by_label("Token").fill("wrong")
        page.get_by_role("button", name="Use this token").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The server refused this token")
        page.get_by_label("Token").fill("hw_abc…")  # a browser sends no header with this sign
        expect(page.get_by_role("button", name="Use this token")).to_be_disabled()
        expect(page.locator("main form")).to_contain_text("Expected letters, digits and signs of ASCII")
        page.get_by_label("Token").fill("Bearer operator")
        page.keyboard.press("Enter")
        explored.is_at("front")
        page.reload()
        explored.is_at("front")
        assert "operator" not in page.evaluate("JSON.stringify(localStorage) + document.cookie + location.href")
        with page.context.expect_page() as other:
            page.evaluate("open(location.href, '_blank', 'noopener')")
        expect(other.value.get_by_role("alert")).to_contain_text("This server wants a token")


def test_a_name_without_a_space_widens_no_page(browser: Browser, server: Server) -> None:
    name = "a_very_long_name" * 60
    server.post(run_event("COMPLETE", "00:00:00", uuid(7), name, inputs=[name], outputs=[f"{name}_2"]))
    things = {"run": urn(7), "job": named_job_urn(NAMESPACE, name), "dataset": named_dataset_urn(NAMESPACE, name)}
    with explorer(browser, server.url) as explored:
        for view, thing in things.items():
            for tab in ("overview", "graph", "table", "compare", "facets"):
                explored.open(view if tab == "overview" else tab, urn=thing, tab=tab)
                assert explored.page.evaluate("document.documentElement.scrollWidth") <= 1400, (view, tab)


def test_a_moment_that_cannot_be_read_is_told(browser: Browser, server: Server) -> None:
    """The page as of now, in its place, would be a wrong answer."""
    server.post(run_event("COMPLETE", "00:00:00", uuid(1), "load", outputs=["prices"]))
    with explorer(browser, server.url) as explored:
        page = explored.page
        page.goto(f"{server.url}/?urn={urn(1)}&asOf=junk")
        expect(page.get_by_role("alert")).to_contain_text("asOf=junk")
        page.get_by_role("button", name="Go on without it").click()
        explored.is_at("run")
        page.goto(f"{server.url}/?urn={urn(1)}&asOf=2026-01-02T00:00:00+00:00")
        explored.is_at("run")
        expect(page.get_by_role("textbox", name="As of")).to_have_value("2026-01-02T00:00:00Z")


def test_failures_say_what_to_do(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url, expected_errors="ERR_") as explored:
        page = explored.page
        page.route("**/graphql", lambda route: route.abort())
        page.goto(f"{server.url}/")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        page.unroute("**/graphql")
        page.get_by_role("button", name="Try again").click()
        explored.is_at("front")


def test_an_overloaded_server_is_asked_again_in_the_time_that_it_names(browser: Browser, server: Server) -> None:
    asked: list[str] = []

    def overloaded(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        error = {"message": "too much", "extensions": {"code": 503, "type": "SERVICE_UNAVAILABLE"}}
        route.fulfill(status=503, headers={"Retry-After": "1"}, body=json.dumps({"errors": [error]}))

    with explorer(browser, server.url, expected_errors="503") as explored:
        explored.page.route("**/graphql", overloaded)
        explored.page.goto(f"{server.url}/")
        explored.is_at("front")
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("urn=nonsense", "This page shows datasets"),
        ("urn=urn:li:dataset:(urn:li:dataPlatform:x,none,PROD)", "no facts|does not know"),
        ("urn=urn:li:dataProcessInstance:none", "no facts|does not know"),
        ("urn=urn:li:dataset:(urn:li:dataPlatform:x,none,PROD)&tab=graph", "Nothing is known|does not know"),
        ("q=nothing%20is%20called%20so", "Nothing is named like"),
        ("tab=nonsense&up=-1", "This store has no runs yet|Recent failures"),
        ("asOf=nonsense", "The address has a moment that cannot be read"),
    ],
)
def test_wrong_addresses_are_explained(address: str, said: str, browser: Browser, server: Server) -> None:
    with explorer(browser, server.url) as explored:
        explored.page.goto(f"{server.url}/?{address}")
        expect(explored.page.locator("main, [role=alert]").first).to_contain_text(re.compile(said))


def test_an_unknown_run_is_told_once(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url) as explored:
        explored.open("run", urn="urn:li:dataProcessInstance:none")
        expect(explored.page.locator("main")).to_contain_text("no facts")
        expect(explored.page.locator("main .card")).to_have_count(0)


def test_below_a_prefix(browser: Browser, server: Server) -> None:
    """A proxy cuts the prefix off, as the browser's own routing does here."""
    prefix = "/lineage"

    def cut(route: Route) -> None:
        answer = httpx.request(
            route.request.method,
            route.request.url.replace(f"{server.url}{prefix}", server.url),
            content=route.request.post_data_buffer,
            headers={**route.request.headers, "host": server.url.removeprefix("http://")},
        )
        route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.content)

    with explorer(browser, server.url, expected_errors="WebSocket") as explored:
        explored.page.route(f"**{prefix}/**", cut)
        explored.page.goto(f"{server.url}{prefix}/?urn={urn(1)}")
        explored.is_at("run")
        explored.follow("Graph", "graph")
        assert explored.page.url.startswith(f"{server.url}{prefix}/?")


def test_the_page_is_small() -> None:
    """All scripts and styles of the explorer together, packed as a proxy packs them, in bytes."""
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in files_of(pages._BUILD / "explorer.html")}
    assert any("worker" in name for name in sizes), "the files that a script loads later count, too"
    assert sum(sizes.values()) < 400_000, sizes


def files_of(page: Path) -> set[Path]:
    """Return a page with all files that it loads, at once or later."""
    found: set[Path] = set()
    waiting = [page]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            named = (page.parent / "assets" / name for name in re.findall(r"[\w.-]+\.(?:js|css)\b", file.read_text()))
            waiting += [other for other in named if other.is_file()]
    return found
