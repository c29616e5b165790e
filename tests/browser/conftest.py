"""The browser of these tests."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser."""
    path = shutil.which("chromium")
    if path is None:
        stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        stop("the browser tests need `chromium` on the PATH")
    return path
