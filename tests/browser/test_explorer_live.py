"""The explorer while its connection is lost: it says so, and tells later what it missed."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from explorer_page import Explorer, explorer

from conftest import cloned_database
from events import run_event, uuid
from graphql_api import urn
from server_process import Server


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server with a store of its own, to be stopped and started."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server


def test_what_came_during_a_restart_is_shown_after_it(browser: Browser, server: Server) -> None:
    with (
        Server(server.database_url) as other,
        explorer(browser, server.url, expected_errors="ERR_") as explored,
    ):
        server.post(run_event("START", "00:00:00", uuid(1), "load", outputs=["prices"]))
        with explored.page.expect_websocket():
            explored.open("run", urn=urn(1))
        main = explored.page.locator("main")
        expect(main).to_contain_text("STARTED")
        server.stop()
        expect(explored.page.get_by_role("status").get_by_text("not live")).to_be_visible()
        other.post(run_event("FAIL", "00:00:10", uuid(1), "load", outputs=["prices"]))
        server.start()
        expect(main).to_contain_text("FAILURE", timeout=60_000)
        expect(explored.page.get_by_text("not live")).to_be_hidden()


def test_a_view_without_an_answer_asks_again_once_the_server_is_back(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url, expected_errors="ERR_") as explored:
        page = explored.page
        page.route("**/graphql", lambda route: route.abort())
        page.goto(f"{server.url}/")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        server.stop()
        expect(page.get_by_text("not live")).to_be_visible()
        page.unroute("**/graphql")
        server.start()
        explored.is_at("front")


def test_the_page_tries_at_once_when_the_network_is_back(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url, expected_errors="ERR_") as explored:
        page = explored.page
        with page.expect_websocket():
            explored.open("front")
        server.stop()
        for _ in range(3):
            page.wait_for_event("websocket")
        with page.expect_websocket(timeout=2000):  # the next attempt is four seconds away at least
            page.wait_for_timeout(500)
            page.evaluate("dispatchEvent(new Event('online'))")


class Sockets:
    """The WebSockets of a page, on their way to the server."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._open: list[WebSocketRoute] = []
        self.refused = 0
        """The number of operations that the server refused while its database was away."""
        self.held: list[Callable[[], None]] = []
        """Sends the subscriptions that do not reach the server yet."""
        self.subscribed = 0
        """The number of subscriptions that have reached the server."""
        self.is_database_away = self.holds = False
        page.route_web_socket("**/graphql", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._open = [socket, server]

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            is_live = message.get("payload", {}).get("operationName") == "Live"
            if message["type"] == "subscribe" and self.is_database_away:
                self.refused += 1
                problem = {"message": "no database", "extensions": {"code": 503}}
                socket.send(json.dumps({"id": message["id"], "type": "error", "payload": [problem]}))
            elif is_live and self.holds:
                self.held.append(lambda: server.send(text))
            else:
                server.send(text)
                self.subscribed += is_live

        socket.on_message(pass_on)

    def cut(self) -> None:
        """End the connection."""
        for side in self._open:
            side.close(code=1012)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds, for 20 seconds at most."""
        for _ in range(200):
            if condition():
                return
            self._page.wait_for_timeout(100)
        raise AssertionError("it did not happen within 20 seconds")


def open_run(explored: Explorer, server: Server, sockets: Sockets) -> None:
    """Open the page of a run that has begun, and wait until the server has its subscription."""
    server.post(run_event("START", "00:00:00", uuid(1), "load", outputs=["prices"]))
    explored.open("run", urn=urn(1))
    sockets.wait(lambda: sockets.subscribed == 1)


def test_an_event_between_the_new_answer_and_the_new_subscription_is_shown(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url) as explored:
        page, sockets = explored.page, Sockets(explored.page)
        open_run(explored, server, sockets)
        sockets.holds = True
        with page.expect_response("**/graphql"):
            sockets.cut()
        sockets.wait(lambda: bool(sockets.held))
        server.post(run_event("FAIL", "00:00:10", uuid(1), "load", outputs=["prices"]))
        sockets.held[-1]()
        expect(page.locator("main")).to_contain_text("FAILURE")
        expect(page.locator("main")).to_contain_text("new")


def test_the_page_stays_as_it_is_while_the_server_has_no_database(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url) as explored:
        badge, sockets = explored.page.get_by_text("not live"), Sockets(explored.page)
        explored.open("front")
        asked = len(explored.asked)
        sockets.wait(lambda: sockets.subscribed == 1)
        sockets.is_database_away = True
        sockets.cut()
        sockets.wait(lambda: sockets.refused >= 3)
        explored.page.wait_for_timeout(900)  # the page gathers news for 700 ms before it asks
        assert len(explored.asked) == asked
        expect(badge).to_be_visible()
        sockets.is_database_away = False
        expect(badge).to_be_hidden()
        sockets.wait(lambda: len(explored.asked) == asked + 1)


def test_a_view_that_was_opened_during_a_loss_asks_again(browser: Browser, server: Server) -> None:
    with explorer(browser, server.url, expected_errors="ERR_") as explored:
        page, sockets = explored.page, Sockets(explored.page)
        open_run(explored, server, sockets)
        sockets.is_database_away = True
        sockets.cut()
        expect(page.get_by_text("not live")).to_be_visible()
        failed: list[str] = []

        def fail_once(route: Route) -> None:
            if failed:
                route.continue_()
            else:
                failed.append(route.request.url)
                route.abort()

        page.route("**/graphql", fail_once)
        sockets.is_database_away = False
        page.get_by_role("link", name="Headwater").click()
        explored.is_at("front")
        assert failed
        expect(page.get_by_text("not live")).to_be_hidden()


def test_a_page_without_a_token_does_not_listen_until_it_has_one(
    browser: Browser, postgres_url: str, template: str
) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, token="operator") as server,
        explorer(browser, server.url, expected_errors="401") as explored,
    ):
        page = explored.page
        opened: list[str] = []
        page.on("websocket", lambda socket: opened.append(socket.url))
        page.goto(f"{server.url}/")
        expect(page.get_by_role("alert")).to_contain_text("This server wants a token")
        page.wait_for_timeout(3000)
        assert len(opened) == 1
        expect(page.get_by_text("not live")).to_be_hidden()
        page.get_by_label("Token").fill("operator")
        with page.expect_websocket():
            page.keyboard.press("Enter")
        main = explored.is_at("front")
        for number in range(1, 20):  # the page does not tell when the server has its subscription
            event = run_event("FAIL", "00:00:10", uuid(number), f"load_{number}")
            server.post(event, authorization="Bearer operator")
            page.wait_for_timeout(1000)
            if "load_" in main.inner_text():
                break
        expect(main).to_contain_text("load_")
        assert len(opened) == 2
