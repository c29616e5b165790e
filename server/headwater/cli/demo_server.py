"""The server of `headwater demo`: a made-up shop's history, loaded, served, and three questions answered."""

import asyncio
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import click

from headwater.app.database import served_database
from headwater.cli.load import run_load
from headwater.cli.server import run_server
from headwater.cli.site import Site
from headwater.cli.sockets import server_socket
from headwater.demo.queries import FIRST_QUERY, QUESTIONS
from headwater.demo.shop import write_ndjson
from headwater.demo.story import BAD_RUN_ID
from headwater.errors import SettingsError
from headwater.graphql.schema import build_schema, request_context
from headwater.model.json import as_read
from headwater.settings import Settings
from headwater.store.pool import read_pool
from headwater.store.reader import Reader

_LINE_LENGTH = 100


def serve_demo(settings: Settings) -> None:
    """Load the shop, print the answers to the demo's questions, and serve until interrupted."""
    started = time.monotonic()
    # In a folder and a Postgres of its own, whatever the settings name: nobody wants a made-up shop among real runs.
    settings = settings.model_copy(update={"database_url": None, "data_dir": settings.data_dir / "demo"})
    _require_token(settings)
    with server_socket(settings) as listener, served_database(settings) as (database, keeper):
        load_shop(settings, database.url)
        answers = asyncio.run(answer_questions(database.url))

        def announce(address: str) -> None:
            for (question, query), answer in zip(QUESTIONS, answers, strict=True):
                click.echo(f"\n# {question}\n{query.strip()}\n\n{answer}")
            click.echo(
                f"\nReady after {time.monotonic() - started:.1f} s."
                f"\nExplorer:  {address}/"
                f"\nGraphiQL:  {address}/graphql"
                f"\nData:      {settings.data_dir}"
                "\nTimes:     the data end on 31 October 2026, so give queries a window or an asOf"
                "\nCommands:  set HEADWATER_DATA_DIR to this folder, then try `headwater impact --help`"
                "\nStop:      Ctrl-C (the data stay in this folder; the next start takes seconds)"
            )

        run_server(Site(settings, database, FIRST_QUERY), listener, announce, keeper)


def _require_token(settings: Settings) -> None:
    # The demo's own store has no tokens, so that nobody could ask it anything.
    if settings.is_token_required and settings.token is None:
        raise SettingsError(
            f"HEADWATER_HOST is {settings.host}, which other machines can reach: set HEADWATER_TOKEN, or listen on"
            " 127.0.0.1"
        )


def load_shop(settings: Settings, database_url: str) -> None:
    """Load the shop's events, unless this database has had them. Loading them again would change nothing."""
    folder = settings.data_dir
    paths = write_ndjson(folder / "events")
    marker = folder / f"loaded-{_digest(paths)}"
    if marker.exists() and asyncio.run(_has_shop(database_url)):
        return
    run_load(tuple(str(path) for path in paths), database_url, quick=True)
    marker.touch()


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


async def _has_shop(database_url: str) -> bool:
    async with await read_pool(database_url, 1) as pool:
        return await Reader(pool).runs.ids_by_native_id([BAD_RUN_ID]) != [None]


async def answer_questions(database_url: str) -> list[str]:
    """The demo's questions, answered by the schema that the server serves."""
    schema = build_schema()
    answers = []
    async with await read_pool(database_url, 2) as pool:
        for _, query in QUESTIONS:
            result = await schema.execute(query, context_value=request_context(Reader(pool)))
            if result.errors:
                raise RuntimeError(f"the demo's query failed: {result.errors[0]}")
            answers.append(_pretty(as_read(result.data)))
    return answers


def _pretty(value: Any, indent: int = 0) -> str:
    """Indented JSON, with what fits into a line on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + len(line) <= _LINE_LENGTH or not isinstance(value, dict | list):
        return line
    margin = " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{margin}{json.dumps(key)}: {_pretty(item, indent + 2)}" for key, item in value.items()]
    else:
        items = [margin + _pretty(item, indent + 2) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([opening, ",\n".join(items), " " * indent + closing])
