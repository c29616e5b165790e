"""The explorer while its connection is lost: it says so, and tells later what it missed."""

from playwright.sync_api import Browser, expect

from explorer_page import explorer

from conftest import cloned_database
from events import run_event, uuid
from graphql_api import urn
from server_process import Server


def test_what_came_during_a_restart_is_shown_after_it(browser: Browser, postgres_url: str, template: str) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url) as server,
        Server(url) as other,
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


def test_a_view_without_an_answer_asks_again_once_the_server_is_back(
    browser: Browser, postgres_url: str, template: str
) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url) as server,
        explorer(browser, server.url, expected_errors="ERR_") as explored,
    ):
        page = explored.page
        page.route("**/graphql", lambda route: route.abort())
        page.goto(f"{server.url}/")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        server.stop()
        expect(page.get_by_text("not live")).to_be_visible()
        page.unroute("**/graphql")
        server.start()
        explored.is_at("front")


def test_the_page_tries_at_once_when_the_network_is_back(browser: Browser, postgres_url: str, template: str) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url) as server,
        explorer(browser, server.url, expected_errors="ERR_") as explored,
    ):
        page = explored.page
        with page.expect_websocket():
            explored.open("front")
        server.stop()
        for _ in range(3):
            page.wait_for_event("websocket")
        with page.expect_websocket(timeout=2000):  # the next attempt is four seconds away at least
            page.wait_for_timeout(500)
            page.evaluate("dispatchEvent(new Event('online'))")
