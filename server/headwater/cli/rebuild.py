"""`headwater rebuild`."""

import asyncio
import sys
import time
from typing import TYPE_CHECKING

import click

from headwater.cli.progress import show_progress
from headwater.cli.settings import command_settings

if TYPE_CHECKING:
    from headwater.store.rebuild import Progress

EXIT_UNUSABLE = 1
LINE_SECONDS = 10.0


@click.command("rebuild")
@click.option(
    "--abandon", "is_abandoned", is_flag=True, help="Drop the unfinished tables of an interrupted rebuild, and exit."
)
def rebuild_command(is_abandoned: bool) -> None:
    """Compute all state again from the event log.

    Servers keep running. Times of arrival, traces, quarantine, tokens and configuration stay. An interrupted rebuild
    continues where it stopped (docs/upgrading.md).

    Exit codes: 0 success; 1 this version cannot use some events of the log; 2 wrong usage or settings; 3 failure.
    """
    from headwater.app.database import database
    from headwater.store.rebuild import abandon, rebuild

    with database(command_settings(), warns=False) as url:
        if is_abandoned:
            is_dropped = asyncio.run(abandon(url))
            click.echo(
                "dropped the tables of the interrupted rebuild" if is_dropped else "there is no interrupted rebuild",
                err=True,
            )
            return
        done = asyncio.run(rebuild(url, ShownRebuild()))
    show_progress("")
    click.echo(f"computed all state again from {done.done:,} events", err=True)
    if done.unusable:
        click.echo(f"this version cannot use {done.unusable:,} of them; the log lines above name them", err=True)
        raise SystemExit(EXIT_UNUSABLE)


class ShownRebuild:
    """Shows how far a rebuild is: on a terminal as it goes, elsewhere by a line every ten seconds."""

    def __init__(self) -> None:
        self._told_at: float | None = None

    def __call__(self, progress: "Progress") -> None:
        now = time.monotonic()
        if self._told_at is None:
            self._told_at = now
            if progress.done_before:
                click.echo(f"continues the interrupted rebuild after {progress.done_before:,} events", err=True)
        text = f"computing: {progress.done:,} of {progress.total:,} events, {progress.per_second:,.0f} a second"
        show_progress(text)
        if not sys.stderr.isatty() and now - self._told_at >= LINE_SECONDS:
            self._told_at = now
            click.echo(text, err=True)
