"""`headwater load`."""

import asyncio
import time
from typing import TYPE_CHECKING
from uuid import UUID

import click

from headwater.cli.progress import show_progress
from headwater.cli.settings import command_settings
from headwater.cli.storage import shown_size
from headwater.dialects.names import DATABAND, DATAHUB, OPENLINEAGE
from headwater.errors import BadRequestError, SettingsError
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.spans import work

if TYPE_CHECKING:
    from headwater.loader.load import Summary
    from headwater.store.database import Database

EXIT_QUARANTINED = 1


@click.command("load")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--master", default="local[*]", show_default=True, help="The place where Spark runs: local, or a cluster's URL."
)
@click.option("--traceparent", help="Continue this trace (W3C traceparent). Default: a new one.")
@click.option(
    "--dialect",
    type=click.Choice([OPENLINEAGE, DATAHUB, DATABAND]),
    help="The format of the files. Default: each record is recognised by its shape. Required for Databand bodies, which"
    " look like arrays of OpenLineage events.",
)
@click.option("--source", "source_id", metavar="ID", type=click.UUID, help="The source of Databand bodies.")
def load_command(
    paths: tuple[str, ...], master: str, traceparent: str | None, dialect: str | None, source_id: UUID | None
) -> None:
    """Load OpenLineage, DataHub and Databand files, with PySpark.

    PATHS are files, folders and globs. Records are OpenLineage events, DataHub proposals or Databand events. A file
    has one record a line, or is one JSON document: a record, an array of records, or {"events": [...]}. It may be
    gzipped. Loading a file twice is safe (docs/loading.md).

    Exit codes: 0 success; 1 some records went to quarantine; 2 wrong usage or settings; 3 failure.
    """
    if (dialect == DATABAND) != (source_id is not None):
        raise click.UsageError("expected --dialect databand and --source ID together")
    # Here, since the driver takes longer than all else that a command imports.
    from headwater.app.database import pooled_database
    from headwater.otel.start import start_tracing

    settings = command_settings()
    start_tracing()
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
        raise BadRequestError(f"--source: no source has the id {source_id}; `headwater source list` prints the ids")
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
        raise SettingsError(
            f"loading needs {error.name}, which is not installed: pip install 'headwater[loader]'"
        ) from error
    started = time.monotonic()
    with work("load", traceparent) as trace:
        summary = load(
            paths,
            database,
            trace,
            master=master,
            quick=quick,
            progress=show_progress,
            dialect=dialect,
            source=source,
            max_event_names=max_event_names,
        )
    show_progress("")
    seconds = time.monotonic() - started
    click.echo(_summary_line(summary, seconds, asyncio.run(_database_bytes(database))), err=True)
    return summary


def _summary_line(summary: "Summary", seconds: float, database_bytes: int) -> str:
    total = summary.new + summary.duplicates + summary.quarantined
    codes = ", ".join(f"{count:,} {code}" for code, count in summary.codes.most_common())
    return (
        f"{total:,} events in {summary.files:,} file(s): {summary.new:,} new, {summary.duplicates:,} known before,"
        f" {summary.quarantined:,} quarantined{f' ({codes})' if codes else ''}; {seconds:.1f} s,"
        f" {summary.merges:,} merges in {summary.merge_seconds:.1f} s"
        f" ({summary.waited_seconds:.1f} s waiting for others),"
        f" database {shown_size(database_bytes)}, trace {summary.trace.trace_id.hex}"
    )


async def _database_bytes(database: "Database | str") -> int:
    from headwater.store.database import Database
    from headwater.store.pool import connect
    from headwater.store.sizes import find_sizes

    connection = await connect(Database.at(database).direct_url)
    try:
        return (await find_sizes(connection, 0)).database
    finally:
        await connection.close()
