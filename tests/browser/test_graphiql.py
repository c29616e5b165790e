"""GraphiQL in a real browser that can reach no host but this machine."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Response, expect

from browser_page import PATIENCE_SECONDS, clean_page, new_page
from conftest import cloned_database
from server_process import Server


@pytest.fixture
def page(chromium: str, live_server: str) -> Iterator[Page]:
    """GraphiQL, loaded by a new visitor, with the schema fetched."""
    with clean_page(chromium, live_server) as page:
        with page.expect_response(is_query):
            page.goto(f"{live_server}/graphql")
        expect(page.locator(".graphiql-query-editor .view-lines")).to_be_visible()
        yield page


def test_a_new_visitor_sees_the_default_query(page: Page) -> None:
    config = page.locator("#headwater-config").text_content()
    query = json.loads(config or "")["defaultQuery"]
    expect(page).to_have_title("Headwater")
    assert query
    give_up = time.monotonic() + PATIENCE_SECONDS
    while (shown := without_spaces(editor_text(page))) != without_spaces(query):  # lines appear one by one
        assert time.monotonic() < give_up, shown
        page.wait_for_timeout(100)


def test_it_leads_to_the_page_of_rest(page: Page) -> None:
    page.get_by_role("link", name="REST").click()
    expect(page).to_have_title("Headwater: REST")
    expect(page.locator("#operations-tag-OpenLineage")).to_be_visible()


def test_completion_knows_the_schema(page: Page) -> None:
    suggestion = page.locator(".suggest-widget").get_by_role("option", name=re.compile(r"^dataset\b")).first
    give_up = time.monotonic() + PATIENCE_SECONDS
    # The page does not tell when the completion has its schema, and its suggestions do not refresh.
    while True:
        page.locator(".graphiql-query-editor .view-lines").click()
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type("{ data", delay=50)
        try:
            expect(suggestion).to_be_visible(timeout=5000)
            break
        except AssertionError:
            assert time.monotonic() < give_up
            page.keyboard.press("Escape")


def test_the_run_button_answers_the_default_query(page: Page) -> None:
    with page.expect_response(is_query) as answer:
        page.get_by_role("button", name=re.compile("^Execute query")).click()
    body = answer.value.json()
    assert "errors" not in body
    assert any(body["data"].values())
    result = page.locator(".graphiql-response")
    expect(result).to_contain_text('"data"')
    expect(result).not_to_contain_text('"errors"')


def test_the_explorer_lists_the_fields(page: Page) -> None:
    page.get_by_role("button", name="Show GraphiQL Explorer").click()
    expect(page.locator(".graphiql-explorer-root")).to_contain_text("dataset")


def test_the_address_names_what_is_asked(page: Page) -> None:
    fill(page, ".graphiql-query-editor", "query Named($urn: String!) { entityExists(urn: $urn) }")
    page.get_by_role("button", name="Variables").click()
    fill(page, ".graphiql-editor-tool .graphiql-editor:not(.hidden)", '{"urn": "urn:li:tag:none"}')
    expect(page).to_have_url(re.compile("#query=.*Named.*&variables=.*tag%3Anone"))
    assert page.context.browser is not None
    with page.context.browser.new_page() as somebody:  # a new visitor
        somebody.goto(page.url)
        expect(somebody.locator(".graphiql-query-editor .view-lines")).to_contain_text("Named")
        somebody.get_by_role("button", name=re.compile("^Execute query")).click()
        expect(somebody.locator(".graphiql-response")).to_contain_text('"entityExists": false')


def test_a_token_in_the_headers_tab_is_brought_along(chromium: str, postgres_url: str, template: str) -> None:
    with (
        cloned_database(postgres_url, template) as url,
        Server(url, token="operator") as server,
        new_page(chromium) as page,
    ):
        with page.expect_response(is_query) as schema:
            page.goto(f"{server.url}/graphql")
        assert schema.value.status == 401
        fill(page, ".graphiql-query-editor", "{ __typename }")
        page.get_by_role("button", name="Headers").click()
        fill(page, ".graphiql-editor-tool .graphiql-editor:not(.hidden)", '{"Authorization": "Bearer operator"}')
        page.get_by_role("button", name=re.compile("^Execute query")).click()
        expect(page.locator(".graphiql-response")).to_contain_text('"Query"')


def fill(page: Page, editor: str, text: str) -> None:
    """Write into an editor that closes brackets by itself once its language is loaded, and types over them."""
    page.locator(f"{editor} .view-lines").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("Delete")  # a bracket typed over a selection would stand around it
    page.keyboard.type(text, delay=20)


def is_query(response: Response) -> bool:
    return response.request.method == "POST"


def editor_text(page: Page) -> str:
    """Return the editor's lines from top to bottom; Monaco keeps them in the document in any order."""
    lines = page.locator(".graphiql-query-editor .view-line")
    return "\n".join(
        lines.evaluate_all(
            "lines => lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top)).map(l => l.textContent)"
        )
    )


def without_spaces(text: str) -> str:
    return "".join(text.split())
