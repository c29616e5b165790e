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
@click.option("--abandon", "is_abandoned", is_flag=True, help="Drop what an interrupted rebuild left, and end.")
def rebuild_command(is_abandoned: bool) -> None:
    """Derive everything again from the log of events, while servers go on.

    Times of arrival, traces, quarantine, tokens and configuration stay. One that was interrupted goes on where it was
    (docs/upgrading.md).

    Exits 0; 1 if this version cannot use some events of the log; 3 if it failed.
    """
    from headwater.app.database import database
    from headwater.store.rebuild import abandon, rebuild

    with database(command_settings(), warns=False) as url:
        if is_abandoned:
            is_dropped = asyncio.run(abandon(url))
            click.echo("dropped what the rebuild had made" if is_dropped else "no rebuild was interrupted", err=True)
            return
        done = asyncio.run(rebuild(url, ShownRebuild()))
    show_progress("")
    click.echo(f"derived again from {done.done:,} events", err=True)
    if done.unusable:
        click.echo(f"{done.unusable:,} of them cannot be used by this version: the log says which", err=True)
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
                click.echo(f"goes on after {progress.done_before:,} events, where a rebuild was interrupted", err=True)
        text = f"deriving: {progress.done:,} of {progress.total:,} events, {progress.per_second:,.0f} a second"
        show_progress(text)
        if not sys.stderr.isatty() and now - self._told_at >= LINE_SECONDS:
            self._told_at = now
            click.echo(text, err=True)
