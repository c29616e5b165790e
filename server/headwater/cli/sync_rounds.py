"""The rounds of `headwater sync gitlab`, one or one after another."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import click
from asyncpg import Connection

from headwater.app.database import database
from headwater.cli.settings import command_settings
from headwater.store.connections import connect_to_merge
from headwater.store.database import UNREACHABLE
from headwater.sync.gitlab import GitLab, GitLabError, GitLabRefusedError, Project
from headwater.sync.rounds import Round, Source, sync_round
from headwater.trace import new_trace

FIRST_SINCE = timedelta(days=7)


def synchronise(url: str, token: str, project: str, every: timedelta | None, since: timedelta | None) -> bool:
    """Fetch what is new of a project, once or every so often; False if a pipeline was refused or could not be read."""
    settings = command_settings()

    async def run(database_url: str) -> bool:
        async with GitLab(url, token) as gitlab:
            rounds = _Rounds(database_url, gitlab, await gitlab.project(project), settings.max_event_names)
            return await rounds.run(every, since)

    with database(settings, makes_store=True) as database_url:
        return asyncio.run(run(database_url))


class _Rounds(NamedTuple):
    """Rounds over a project, each with a connection of its own: a database that restarts costs one round."""

    database_url: str
    gitlab: GitLab
    project: Project
    max_event_names: int

    async def run(self, every: timedelta | None, since: timedelta | None) -> bool:
        """Rounds until the end; whether the only one did all that it had to."""
        while True:
            try:
                done = await self._round(since)
            except (GitLabError, *UNREACHABLE) as error:
                if every is None or isinstance(error, GitLabRefusedError):
                    raise
                click.echo(f"{self.project.path}: {error}; the next round retries from the same place", err=True)
            else:
                since = None  # it has been looked back so far
                if every is None:
                    return not done.quarantined and not done.failures
            await asyncio.sleep(every.total_seconds())

    async def _round(self, since: timedelta | None) -> Round:
        connection = await connect_to_merge(self.database_url)
        try:
            return await self._told_round(connection, since)
        finally:
            await connection.close()

    async def _told_round(self, connection: Connection, since: timedelta | None) -> Round:
        """One round, and the line that tells of it."""
        trace, now, started = new_trace(), datetime.now(UTC), time.monotonic()
        back_to = None if since is None else now - since
        source = Source(self.gitlab, self.project, connection, trace.trace_id, self.max_event_names)
        done = await sync_round(source, now - FIRST_SINCE if back_to is None else back_to, back_to)
        for failure in done.failures:
            click.echo(failure, err=True)
        click.echo(
            f"{self.project.path}: {done.new:,} new, {done.duplicates:,} known before, {done.quarantined:,}"
            f" quarantined, {len(done.failures):,} failed, {done.gone:,} gone; {time.monotonic() - started:.1f} s,"
            f" trace {trace.id_digits}",
            err=True,
        )
        return done
