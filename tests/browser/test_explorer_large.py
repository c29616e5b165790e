"""The explorer with an answer of 100,000 runs and versions: the server groups them, and the tab stays usable."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from explorer_page import explorer
from wide_answer import READERS, START, fill_wide

from conftest import cloned_database
from server_process import Server

MOST_DRAWN = 300
CLICKS = 5
QUESTIONS = 4
"""The times to ask: the answer takes seconds of CPU, so its time may run out while other tests use the cores."""


@pytest.fixture(scope="module")
def server(postgres_url: str, template: str) -> Iterator[Server]:
    with cloned_database(postgres_url, template) as url:
        fill_wide(url)
        with Server(url) as server:
            yield server


def test_an_answer_of_100000_nodes_never_freezes_the_tab(server: Server, browser: Browser) -> None:
    with explorer(browser, server.url) as explored:
        page = explored.page
        for _ in range(QUESTIONS):
            explored.open("graph", urn=START, tab="graph", down="2")
            if not page.get_by_text("The graph took too long").is_visible():
                break
        expect(page.get_by_role("group", name="Steps after it")).to_contain_text(f"{2 * READERS + 1:,}")
        nodes = page.locator("button.node")
        expect(nodes.first).to_be_visible()
        assert 3 < nodes.count() <= MOST_DRAWN
        chosen = page.get_by_role("complementary", name="The chosen node")
        # On busy cores a first click may be lost, while the browser still draws.
        for _ in range(CLICKS):
            page.get_by_role("button", name=re.compile("flow3")).first.click()
            page.wait_for_timeout(1000)
            if chosen.is_visible():
                break
        expect(chosen).to_contain_text("flow3")
        with explored.asks_once():
            chosen.get_by_role("link", name="Ungroup").click()
            expect(page).to_have_url(re.compile("expand="))
            explored.is_at("graph")
        assert 3 < nodes.count() <= MOST_DRAWN
        explored.follow("Table", "table")
        expect(page.locator("main caption")).to_contain_text("The nearest 1,000 of 5,000 runs")
        expect(page.locator("main")).to_contain_text("The answer was cut")
        assert page.locator("main tr").count() < 1000
