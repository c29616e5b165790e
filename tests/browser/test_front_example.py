"""A first visit from end to end, in a real browser: the README's example, live events, and a mistake."""

import itertools
import json
import re
import time
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser_page import PATIENCE_SECONDS, clean_page
from conftest import ROOT, cloned_database
from events import run_event, uuid
from server_process import Server

WATCH = "subscription { runEvents { run { nativeId } event { status result { resultType } } } }"


@pytest.fixture
def server(postgres_url: str, template: str) -> Iterator[Server]:
    """A server of its own: events to the demo's server would change the answers of other tests."""
    with cloned_database(postgres_url, template) as url, Server(url) as server:
        yield server


def front_example() -> tuple[str, object]:
    """Return the first query in the README, and the answer below it."""
    found = re.search(r"```graphql\n(.*?)```\n\n```json\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1], json.loads(found[2])


def test_the_front_example_a_subscription_and_an_error(chromium: str, live_server: str, server: Server) -> None:
    query, answer = front_example()
    with clean_page(chromium, live_server) as page:
        open_graphiql(page, live_server)
        write(page, query)
        with page.expect_response(lambda response: "impact" in (response.request.post_data or "")) as answered:
            run(page)
        assert answered.value.json()["data"] == answer["data"]  # type: ignore[index]
        expect(page.locator(".graphiql-response")).to_contain_text("prices.load_supplier_prices")

    with clean_page(chromium, server.url) as page:
        open_graphiql(page, server.url)
        write(page, WATCH)
        run(page)
        response = page.locator(".graphiql-response")
        fail_runs_until_shown(server, response)
        page.get_by_role("button", name=re.compile("^Stop")).click()

        write(page, '{ dataset(urn: "prices") { urn } }')
        run(page)
        expect(response).to_contain_text('"BAD_REQUEST"')
        expect(response).to_contain_text("urn:li:")
        expect(response).not_to_contain_text("Traceback")


def open_graphiql(page: Page, url: str) -> None:
    """Open the page, and wait until it has fetched the schema."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.goto(f"{url}/graphql")
    expect(page.locator(".graphiql-query-editor .view-lines")).to_be_visible()


def write(page: Page, query: str) -> None:
    """Paste a query into the editor, in place of its contents."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", query)
    page.locator(".graphiql-query-editor .view-lines").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.press("ControlOrMeta+V")
    [word, *_] = re.findall(r"\w{7,}", query.replace("subscription", ""))
    expect(page.locator(".graphiql-query-editor .view-lines")).to_contain_text(word)


def run(page: Page) -> None:
    """Press the button that runs the query."""
    page.get_by_role("button", name=re.compile("^Execute query")).click()


def fail_runs_until_shown(server: Server, response: Locator) -> None:
    """Fail one run after another until the page shows one: the page does not tell when it begins to listen."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    for number in itertools.count(1):
        for word, at in (("START", "00:00:00"), ("FAIL", "00:01:00")):
            send(server, run_event(word, at, uuid(number)))
        try:
            expect(response).to_contain_text('"FAILURE"', timeout=1000)
        except AssertionError:
            if time.monotonic() > deadline:
                raise
        else:
            break
    expect(response).to_contain_text(uuid(0)[:-2])


def send(server: Server, event: object) -> None:
    """Send an OpenLineage event, as a client does."""
    request = urllib.request.Request(
        f"{server.url}/api/v1/lineage", json.dumps(event).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as response:
        assert response.status == 201
