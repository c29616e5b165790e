"""`headwater load`."""

import asyncio
import time
from typing import TYPE_CHECKING
from uuid import UUID

import click

from headwater.cli.progress import show_progress
from headwater.cli.settings import command_settings
from headwater.dialects.names import DATABAND, DATAHUB, OPENLINEAGE
from headwater.errors import BadRequestError, SettingsError
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.trace import continue_trace

if TYPE_CHECKING:
    from headwater.loader.load import Summary
    from headwater.store.database import Database

EXIT_QUARANTINED = 1


@click.command("load")
@click.argument("paths", nargs=-1, required=True)
@click.option("--master", default="local[*]", show_default=True, help="Where Spark runs: local, or a cluster's URL.")
@click.option("--traceparent", help="Continue this trace instead of beginning one.")
@click.option(
    "--dialect",
    type=click.Choice([OPENLINEAGE, DATAHUB, DATABAND]),
    help="What the files hold, instead of telling each record by its shape. Databand's bodies need it: they look like"
    " arrays of OpenLineage events.",
)
@click.option(
    "--source", "source_id", metavar="ID", type=click.UUID, help="Of Databand's bodies: the source they are from."
)
def load_command(
    paths: tuple[str, ...], master: str, traceparent: str | None, dialect: str | None, source_id: UUID | None
) -> None:
    """Load OpenLineage events, DataHub's proposals or Databand's bodies from files, folders and globs, by PySpark.

    A file is one record a line, or one JSON document: a record, an array of them, or {"events": [...]}.
    It may be gzipped. Loading again is safe.

    Exits 0; 1 if records went to quarantine; 2 if it was called wrongly; 3 if it failed.
    """
    if (dialect == DATABAND) != (source_id is not None):
        raise click.UsageError("--dialect databand and --source ID go together")
    # Here, since the driver takes longer than all else that a command imports.
    from headwater.app.database import pooled_database

    settings = command_settings()
    with pooled_database(settings) as database:
        source = "" if source_id is None else asyncio.run(_source(database.direct_url, source_id))
        summary = run_load(
            paths,
            database,
            master=master,
            traceparent=traceparent,
            dialect=dialect,
            source=source,
            max_event_names=settings.max_event_names,
        )
    if summary.quarantined:
        raise SystemExit(EXIT_QUARANTINED)


async def _source(direct_url: str, source_id: UUID) -> str:
    """The id of a source as the store keeps it. Raises BadRequestError where there is none."""
    from headwater.store.pool import connect
    from headwater.store.sources import find_source

    connection = await connect(direct_url)
    try:
        source = await find_source(connection, source_id)
    finally:
        await connection.close()
    if source is None:
        raise BadRequestError(f"--source: there is no source {source_id}: see `headwater source list`")
    return str(source.id)


def run_load(
    paths: tuple[str, ...],
    database: "Database | str",
    *,
    master: str = "local[*]",
    traceparent: str | None = None,
    quick: bool = False,
    dialect: str | None = None,
    source: str = "",
    max_event_names: int = MAX_EVENT_NAMES,
) -> "Summary":
    """Load with a progress line, then print the summary."""
    try:
        # Here, so that the commands that load nothing neither need PySpark nor wait for its import.
        from headwater.loader.load import load
    except ModuleNotFoundError as error:
        raise SettingsError(f"loading needs {error.name}: pip install 'headwater[loader]'") from error
    started = time.monotonic()
    summary = load(
        paths,
        database,
        continue_trace(traceparent),
        master=master,
        quick=quick,
        progress=show_progress,
        dialect=dialect,
        source=source,
        max_event_names=max_event_names,
    )
    show_progress("")
    total = summary.new + summary.duplicates + summary.quarantined
    click.echo(
        f"{total:,} events in {summary.files:,} file(s): {summary.new:,} new, {summary.duplicates:,} known before,"
        f" {summary.quarantined:,} quarantined; {time.monotonic() - started:.1f} s, trace {summary.trace.trace_id.hex}",
        err=True,
    )
    return summary
