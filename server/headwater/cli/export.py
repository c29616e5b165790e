"""`headwater export`."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from headwater.cli.connection import on_database
from headwater.cli.moment import Moment
from headwater.cli.pyspark_needed import pyspark_needed
from headwater.cli.settings import command_settings

if TYPE_CHECKING:
    from headwater.store.export import Exported

EXIT_PARTIAL: Final = 1
_FIRST: Final = datetime.min.replace(tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC)


@click.command("export")
@click.argument("folder", type=click.Path())
@click.option("--since", type=Moment(), metavar="TIME", help="Only events from this time on. Default: all.")
@click.option("--until", type=Moment(), metavar="TIME", help="Only events from before this time. Default: all.")
@click.option("--parquet", is_flag=True, help="Write runs, edges, versions and readers as Parquet instead, by Spark.")
@click.option("--master", default="local[*]", show_default=True, help="The place where Spark runs.")
def export_command(folder: str, since: datetime | None, until: datetime | None, parquet: bool, master: str) -> None:
    """Write the event log to a new FOLDER, as files that `headwater load` takes.

    The files have one event a line, as received: OpenLineage's events, DataHub's proposals in their order, Databand's
    bodies by source. Aliases, write modes and tokens are no events: a backup has them (docs/export.md). Times:
    ISO 8601, by the events' own time; no offset: UTC.

    Exit codes: 0; 1 if the files lack events, with their number; 2 wrong usage; 3 failure.
    """
    from headwater.loader.local import is_url
    from headwater.store.export import Window, export_log

    if parquet:
        if since or until:
            raise click.UsageError("--parquet: expected neither --since nor --until: its folders are days")
        _export_lake(folder, master)
        return
    if is_url(folder):
        raise click.UsageError("FOLDER: expected a folder of this machine: only --parquet writes to a URL")
    window = Window(since or _FIRST, until or _LAST)
    if window.since >= window.until:
        raise click.UsageError("--since: expected a time before --until")
    done = on_database(lambda connection: export_log(connection, Path(folder), window))
    click.echo(_told(done))
    if not done.is_whole:
        raise SystemExit(EXIT_PARTIAL)


def _export_lake(folder: str, master: str) -> None:
    from headwater.app.database import pooled_database

    with pyspark_needed():
        from headwater.loader.lake import export_lake
    with pooled_database(command_settings()) as database:
        for table, rows in export_lake(folder, database, master=master).items():
            click.echo(f"{table}: {rows:,} rows")


def _told(done: "Exported") -> str:
    lines = [f"{name}: {events:,} events" for name, events in sorted(done.written.items())]
    if done.outside:
        lines.append(f"left out: {done.outside:,} events outside the window")
    if done.dropped:
        lines.append(f"missing: {done.dropped:,} events that retention dropped from the log")
    if done.unloadable:
        lines.append(f"left out: {done.unloadable:,} documents of GitLab: sync them again")
    if done.removed_runs:
        lines.append(
            f"runs that were removed, and come back where these files are loaded: {done.removed_runs:,} at most"
        )
    if done.erased:
        lines.append(f"events of which another store takes the erased text if they come again: {done.erased:,} at most")
    return "\n".join(lines or ["The log is empty."])
