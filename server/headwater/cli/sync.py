"""`headwater sync`."""

import asyncio
import os
import re
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click
from asyncpg import Connection

from headwater.app.database import database
from headwater.cli.duration import Duration
from headwater.cli.load import EXIT_QUARANTINED
from headwater.errors import SettingsError
from headwater.settings import load_settings
from headwater.store.database import UNREACHABLE
from headwater.store.pool import connect_to_merge
from headwater.trace import new_trace

if TYPE_CHECKING:
    from headwater.sync.gitlab import GitLab, Project
    from headwater.sync.rounds import Round

TOKEN_VARIABLE = "GITLAB_TOKEN"
FIRST_SINCE = timedelta(days=7)


@click.group("sync")
def sync_commands() -> None:
    """Fetch what other systems know of runs."""


@sync_commands.command("gitlab")
@click.option("--project", required=True, metavar="GROUP/NAME|ID", help="The project's path, or its number.")
@click.option("--url", default="https://gitlab.com", show_default=True, help="The address of GitLab.")
@click.option("--once", is_flag=True, help="One round, then end.")
@click.option(
    "--every", type=Duration(), metavar="DURATION", help="A round, then wait for so long, and so on, until Ctrl-C."
)
@click.option(
    "--since",
    type=Duration(),
    metavar="DURATION",
    help="Look back so far, once. Default: to where the last round ended, at first 7d.",
)
def gitlab_command(project: str, url: str, once: bool, every: timedelta | None, since: timedelta | None) -> None:
    """Fetch the pipelines of a GitLab project, with their stages and jobs (docs/gitlab.md).

    The token is in GITLAB_TOKEN; it needs the scope read_api. Again is safe: what is known changes nothing.

    Exits 0; 1 if a pipeline went to quarantine or could not be read; 2 if it was called wrongly; 3 if it failed.
    """
    if not project.strip("/"):
        raise click.UsageError("--project: expected a path such as group/project, or a number")
    if once == (every is not None):
        raise click.UsageError("say how often, in one of these ways: --once, --every")
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not re.fullmatch("[!-~]+", token):
        raise SettingsError(f"{TOKEN_VARIABLE}: set it to a token of GitLab with the scope read_api")
    try:
        # Here, so that the other commands do not need httpx.
        from headwater.sync.gitlab import GitLab
    except ModuleNotFoundError as error:
        raise SettingsError(f"synchronising needs {error.name}: pip install 'headwater[gitlab]'") from error

    async def run(database_url: str) -> bool:
        async with GitLab(url, token) as gitlab:
            return await _run(database_url, gitlab, project, every, since)

    with database(load_settings()) as database_url:
        did_all = asyncio.run(run(database_url))
    if not did_all:
        raise SystemExit(EXIT_QUARANTINED)


async def _run(
    database_url: str, gitlab: "GitLab", name: str, every: timedelta | None, since: timedelta | None
) -> bool:
    """Rounds until the end; whether the only one did all that it had to.

    Each has a connection of its own, so that a database that restarts costs one round.
    """
    from headwater.sync.gitlab import GitLabError, GitLabRefusedError

    project = await gitlab.project(name)
    while True:
        try:
            done = await _round(database_url, gitlab, project, since)
        except (GitLabError, *UNREACHABLE) as error:
            if every is None or isinstance(error, GitLabRefusedError):
                raise
            click.echo(f"{project.path}: {error}; the next round goes on from here", err=True)
        else:
            since = None  # it has been looked back so far
            if every is None:
                return not done.quarantined and not done.failures
        await asyncio.sleep(every.total_seconds())


async def _round(database_url: str, gitlab: "GitLab", project: "Project", since: timedelta | None) -> "Round":
    """One round, on a connection of its own."""
    connection = await connect_to_merge(database_url)
    try:
        return await _told_round(connection, gitlab, project, since)
    finally:
        await connection.close()


async def _told_round(connection: Connection, gitlab: "GitLab", project: "Project", since: timedelta | None) -> "Round":
    """One round, and the line that tells of it."""
    from headwater.sync.rounds import Source, sync_round

    trace, now, started = new_trace(), datetime.now(UTC), time.monotonic()
    back_to = None if since is None else now - since
    source = Source(gitlab, project, connection, trace.trace_id, load_settings().max_event_names)
    done = await sync_round(source, now - FIRST_SINCE if back_to is None else back_to, back_to)
    for failure in done.failures:
        click.echo(failure, err=True)
    click.echo(
        f"{project.path}: {done.new:,} new, {done.duplicates:,} known before, {done.quarantined:,} quarantined,"
        f" {len(done.failures):,} failed, {done.gone:,} gone; {time.monotonic() - started:.1f} s,"
        f" trace {trace.trace_id.hex}",
        err=True,
    )
    return done
