"""The explorer in a browser: its views, and what holds on each of them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, Locator, Page, Request, expect

from headwater.urn import named_dataset_urn, named_flow_urn, named_job_urn

from browser_page import PATIENCE_SECONDS

PRICES = named_dataset_urn("postgres://shop-db:5432", "shop.public.prices")
BAD_MORNING = "2026-10-15T08:00:00Z"
LOAD = named_job_urn("airflow-prod", "prices.load_supplier_prices")
FLOW = named_flow_urn("airflow-prod", "prices.load_supplier_prices")


class Explorer:
    """A page of the explorer, with the GraphQL requests that it has sent."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        self.asked: list[str] = []
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method == "POST" and urlsplit(request.url).path.endswith("/graphql"):
            self.asked.append(json.loads(request.post_data or "{}")["operationName"])

    def open(self, view: str, **address: str) -> None:
        """Open an address, and wait until its view has its data, by one request."""
        with self.asks_once():
            self.page.goto(f"{self.server}/?{urlencode(address)}")
            self.is_at(view)

    def is_at(self, view: str) -> Locator:
        """Wait until a view has its data, and return its main part."""
        main = self.page.locator(f'main[data-view-ready="{view}"]')
        expect(main).to_be_visible()
        if view == "graph":
            expect(self.page.locator("section[aria-label=Graph][data-laid-out=true], main .empty")).to_be_visible()
        return main

    @contextmanager
    def asks_once(self) -> Iterator[None]:
        """Fail unless the page sends exactly one GraphQL request meanwhile."""
        before = len(self.asked)
        yield
        assert len(self.asked[before:]) == 1, self.asked[before:]

    def follow(self, link: str, view: str, *, within: str = "main") -> None:
        """Follow a link by its words to another view."""
        with self.asks_once():
            self.page.locator(within).get_by_role("link", name=link).first.click()
            self.is_at(view)

    def card(self, title: str) -> Locator:
        """Return the part of the page below a heading."""
        return self.page.locator("section", has=self.page.get_by_role("heading", name=title, exact=True))


@contextmanager
def explorer(browser: Browser, server: str, *, expected_errors: str = "", **options: Any) -> Iterator[Explorer]:
    """Open the explorer as a new visitor. At the end, fail on console errors and on requests to any other host.

    expected_errors: words that all expected console errors have.
    """
    requested: list[str] = []
    errors: list[str] = []
    context = browser.new_context(viewport={"width": 1400, "height": 1200}, **options)
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        context.on("request", lambda request: requested.append(request.url))
        page.on("websocket", lambda socket: requested.append(socket.url))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("dialog", lambda dialog: errors.append(f"a dialog: {dialog.message}"))
        yield Explorer(page, server)
    finally:
        context.close()
    assert [error for error in errors if not expected_errors or expected_errors not in error] == []
    hosts = {urlsplit(url).netloc for url in requested if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(server).netloc}
