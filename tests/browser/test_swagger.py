"""Swagger UI in a real browser that can reach no host but this machine, on a server that asks for tokens."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser_page import clean_page
from conftest import cloned_database
from server_process import Server


@pytest.fixture
def page(chromium: str, postgres_url: str, template: str) -> Iterator[Page]:
    """The page, loaded by a new visitor with a token."""
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, token="operator") as server,
        clean_page(chromium, server.url) as page,
    ):
        page.goto(f"{server.url}/docs")
        page.get_by_role("button", name="Authorize").first.click()
        page.get_by_label("auth-bearer-value").fill("operator")
        page.locator(".auth-btn-wrapper").get_by_role("button", name="Apply credentials").click()
        page.locator(".auth-btn-wrapper").get_by_role("button", name="Close").click()
        yield page


def operation(page: Page, method: str, path: str) -> Locator:
    """Open an operation by its address."""
    block = page.locator(".opblock", has=page.locator(f'[data-path="{path}"]')).and_(page.locator(f".opblock-{method}"))
    block.locator(".opblock-summary-control").click()
    return block


def run(block: Locator) -> Locator:
    """Run an operation's example, and return the answer."""
    block.get_by_role("button", name="Execute").click()
    return block.locator(".live-responses-table .response")


def test_it_lists_the_operations_by_their_tags(page: Page) -> None:
    for tag in ("GraphQL", "OpenLineage", "DataHub", "Server"):
        expect(page.locator(f"#operations-tag-{tag}")).to_be_visible()
    for path in ("/api/v1/lineage", "/graphql", "/openapi/v3/entity/{kind}/{urn}", "/health"):
        expect(page.locator(f'[data-path="{path}"]').first).to_be_visible()


def test_an_event_is_sent_and_a_query_answered(page: Page) -> None:
    written = run(operation(page, "post", "/api/v1/lineage"))
    expect(written.locator(".response-col_status").first).to_contain_text("201")
    answer = run(operation(page, "post", "/graphql"))
    expect(answer.locator(".response-col_status").first).to_contain_text("200")
    expect(answer).to_contain_text("hungRuns")
