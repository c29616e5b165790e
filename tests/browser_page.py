"""A real browser that can reach no host but this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
OFFLINE = "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
PATIENCE_SECONDS = 60
expect.set_options(timeout=PATIENCE_SECONDS * 1000)  # the longest time for a result; the default is 5 s


@contextmanager
def new_browser(chromium: str, *names: str) -> Iterator[Browser]:
    """Open a browser that resolves these names to this machine.

    Playwright's sync API holds an event loop while the browser is open, and async tests would fail on it: so a browser is
    for one test, or for a module without async tests.
    """
    rules = ", ".join([*(f"MAP {name} 127.0.0.1" for name in names), OFFLINE])
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=chromium, args=[*CHROMIUM, f"--host-resolver-rules={rules}"]
        ) as browser,
    ):
        yield browser


@contextmanager
def new_page(chromium: str, *names: str) -> Iterator[Page]:
    """Open an empty page in a new browser that resolves these names to this machine."""
    with new_browser(chromium, *names) as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1200})
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        yield page


@contextmanager
def clean_page(chromium: str, server: str) -> Iterator[Page]:
    """Open an empty page for this server. At its end, fail on console errors and on requests to any other host."""
    requested: list[str] = []
    errors: list[str] = []
    with new_page(chromium) as page:
        page.context.on("request", lambda request: requested.append(request.url))
        page.on("websocket", lambda socket: requested.append(socket.url))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
    assert errors == []
    assert {urlsplit(url).netloc for url in requested if not url.startswith(("data:", "blob:"))} == {
        urlsplit(server).netloc
    }
