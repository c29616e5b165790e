"""PostGraphile 5 on the tables of a store, to compare with: installed by npm and started for the time of a block.

Settings are those of production: no GraphiQL, no explain, no watching, no session settings, kept plans and prepared
statements, answers built as text. The store's tables declare few foreign keys, so tags declare them.
"""

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from servers import Running, free_port, listening

PACKAGES = {"postgraphile": "5.1.5", "node": "22.23.3"}
"""The versions of npm packages: PostGraphile, and the Node.js that it needs."""

INSTALL_SECONDS = 300

_CONFIG = """
import { readFileSync } from "node:fs";
import { makePgService } from "postgraphile/adaptors/pg";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { makeJSONPgSmartTagsPlugin } from "postgraphile/utils";

const tags = JSON.parse(readFileSync(new URL("./tags.json", import.meta.url), "utf8"));
const poolConfig = { max: 10, options: "-c jit=off" };

export default {
  extends: [PostGraphileAmberPreset],
  plugins: [makeJSONPgSmartTagsPlugin(tags)],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"], poolConfig })],
  grafast: { explain: false },
  grafserv: {
    host: "127.0.0.1", port: Number(process.env.PORT),
    graphiql: false, watch: false, websockets: false, outputDataAsString: true,
  },
};
"""


class UnavailableError(Exception):
    """PostGraphile is missing, for the reason in the message."""


@contextlib.contextmanager
def postgraphile(database_url: str, folder: Path, *, may_install: bool) -> Iterator[Running]:
    """Run PostGraphile on a database; install it in a folder unless it is there.

    Raises UnavailableError if the installation fails or is not allowed.
    """
    if not _is_installed(folder):
        if not may_install:
            raise UnavailableError(f"it is not installed in {folder}")
        _install(folder)
    (folder / "graphile.config.mjs").write_text(_CONFIG)
    (folder / "tags.json").write_text(json.dumps(_tags()))
    port = free_port()
    environment = os.environ | {"NODE_ENV": "production", "GRAPHILE_ENV": "production"}
    environment |= {"DATABASE_URL": database_url, "PORT": str(port)}
    commands = folder / "node_modules" / ".bin"
    command: list[str | Path] = [
        commands / "node",
        commands / "postgraphile",
        "--config",
        folder / "graphile.config.mjs",
    ]
    with listening(command, port, environment) as running:
        yield running


def _is_installed(folder: Path) -> bool:
    with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
        found = {
            name: json.loads((folder / "node_modules" / name / "package.json").read_text())["version"]
            for name in PACKAGES
        }
        return found == PACKAGES and (folder / "node_modules" / ".bin" / "node").exists()
    return False


def _install(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": PACKAGES}))
    command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except FileNotFoundError as error:
        raise UnavailableError("there is no npm") from error
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(f"npm did not end in {INSTALL_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        raise UnavailableError(f"npm failed: {error.stderr.strip()[-300:]}") from error
    if not _is_installed(folder):
        raise UnavailableError("npm did not install Node.js: it may not run install scripts")


def _tags() -> dict[str, Any]:
    """Return the relations that queries follow; `condition` may compare the direction of an edge."""

    def key(column: str, table: str, name: str, back: str) -> str:
        return f"({column}) references {table} (id)|@fieldName {name}|@foreignFieldName {back}"

    classes = {
        "entity": {"tags": {"foreignKey": [key("flow_id", "entity", "flow", "jobs")]}},
        "run": {
            "tags": {
                "foreignKey": [
                    key("id", "entity", "entity", "run"),
                    key("template_id", "entity", "template", "templateRuns"),
                    key("parent_id", "run", "parent", "children"),
                ]
            }
        },
        "edge": {
            "tags": {
                "foreignKey": [key("run_id", "run", "run", "edges"), key("asset_id", "entity", "asset", "assetEdges")]
            },
            "attribute": {"direction": {"tags": {"behavior": "+filterBy"}}},
        },
        "run_event": {"tags": {"foreignKey": [key("run_id", "run", "run", "events")]}},
    }
    return {"version": 1, "config": {"class": classes}}
