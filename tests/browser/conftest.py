"""The browser of these tests."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser_page import new_browser


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    path = shutil.which("chromium")
    if path is None:
        stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        stop("the browser tests need `chromium` on the PATH")
    return path


@pytest.fixture(scope="module")
def browser(chromium: str, template: str) -> Iterator[Browser]:
    """One browser for a module without async tests; each test opens pages of its own.

    The template of databases is made first: that needs a loop, and the browser holds this thread's.
    """
    with new_browser(chromium) as browser:
        yield browser
