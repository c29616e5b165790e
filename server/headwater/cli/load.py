"""`headwater load`."""

import asyncio
import time
from typing import TYPE_CHECKING, Final
from uuid import UUID

import click

from headwater.cli.load_progress import load_progress
from headwater.cli.load_told import checked_as_json, checked_text, summary_as_json, summary_line
from headwater.cli.pyspark_needed import pyspark_needed
from headwater.cli.settings import command_settings
from headwater.dialects.names import DATABAND, DATAHUB, OPENLINEAGE
from headwater.errors import BadRequestError
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.spans import work
from headwater.trace import is_traceparent, new_trace

if TYPE_CHECKING:
    from headwater.loader.dry_run import Checked
    from headwater.loader.load import Summary
    from headwater.store.database import Database
    from headwater.store.loaded_parts import Reading

EXIT_QUARANTINED: Final = 1


def _traceparent(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not is_traceparent(value):
        raise click.BadParameter(f"expected 00-TRACE-SPAN-FLAGS in hexadecimal digits, got {value}", ctx, param)
    return value


@click.command("load")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--master", default="local[*]", show_default=True, help="The place where Spark runs: local, or a cluster's URL."
)
@click.option("--traceparent", callback=_traceparent, help="Continue this trace (W3C traceparent). Default: a new one.")
@click.option(
    "--dialect",
    type=click.Choice([OPENLINEAGE, DATAHUB, DATABAND]),
    help="The format of the files. Default: each record is recognised by its shape. Required for Databand bodies, which"
    " look like arrays of OpenLineage events.",
)
@click.option("--source", "source_id", metavar="ID", type=click.UUID, help="The source of Databand bodies.")
@click.option("--again", is_flag=True, help="Also take files that an earlier load has taken. Default: skip them.")
@click.option("--dry-run", is_flag=True, help="Tell the content of the files, and its faults; write nothing.")
@click.option("--watch", "watched", is_flag=True, help="Load a folder, and the files that come, until Ctrl-C.")
@click.option("--checkpoint", metavar="FOLDER", help="The folder in which --watch keeps its state.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def load_command(
    paths: tuple[str, ...],
    master: str,
    traceparent: str | None,
    dialect: str | None,
    source_id: UUID | None,
    again: bool,
    dry_run: bool,
    watched: bool,
    checkpoint: str | None,
    as_json: bool,
) -> None:
    """Load OpenLineage, DataHub and Databand files, with PySpark.

    PATHS are files, folders, globs and URLs. Records are OpenLineage events, DataHub proposals or Databand events. A
    file has one record a line, or is one JSON document: a record, an array of records, or {"events": [...]}. It may be
    packed by gzip, bzip2 or zstd. Loading a file twice is safe (docs/loading.md).

    Exit codes: 0 success; 1 some records went to quarantine; 2 wrong usage or settings; 3 failure.
    """
    if (dialect == DATABAND) != (source_id is not None):
        raise click.UsageError("expected --dialect databand and --source ID together")
    if watched != (checkpoint is not None):
        raise click.UsageError("expected --watch and --checkpoint FOLDER together")
    if watched and (again or dry_run or traceparent or len(paths) > 1):
        raise click.UsageError("expected --watch with one folder, without --again, --dry-run and --traceparent")
    # Here, since the driver takes longer than all else that a command imports.
    from headwater.app.database import pooled_database
    from headwater.otel.start import start_tracing
    from headwater.store.loaded_parts import Reading

    settings = command_settings()
    if dry_run:
        reading = Reading(dialect, str(source_id or ""))
        checked = run_check(paths, reading, settings.max_event_names, master=master, as_json=as_json)
        raise SystemExit(EXIT_QUARANTINED if checked.codes else 0)
    start_tracing()
    with pooled_database(settings, makes_store=True) as database:
        source = "" if source_id is None else asyncio.run(_source(database.direct_url, source_id))
        reading = Reading(dialect, source)
        if checkpoint is not None:
            run_watch(paths[0], checkpoint, database, reading, settings.max_event_names, master=master, as_json=as_json)
            return
        summary = run_load(
            paths,
            database,
            reading=reading,
            max_event_names=settings.max_event_names,
            master=master,
            traceparent=traceparent,
            again=again,
            as_json=as_json,
        )
    if summary.quarantined:
        raise SystemExit(EXIT_QUARANTINED)


async def _source(direct_url: str, source_id: UUID) -> str:
    """The id of a source as the store keeps it. Raises BadRequestError where there is none."""
    from headwater.store.connections import connected
    from headwater.store.sources import find_source

    async with connected(direct_url) as connection:
        source = await find_source(connection, source_id)
    if source is None:
        raise BadRequestError(f"--source: no source has the id {source_id}; `headwater source list` prints the ids")
    return str(source.id)


def run_load(
    paths: tuple[str, ...],
    database: "Database | str",
    *,
    reading: "Reading | None" = None,
    max_event_names: int = MAX_EVENT_NAMES,
    master: str = "local[*]",
    traceparent: str | None = None,
    quick: bool = False,
    again: bool = False,
    as_json: bool = False,
) -> "Summary":
    """Load with a progress line, then print the summary."""
    from headwater.store.loaded_parts import BY_SHAPE

    with pyspark_needed():
        from headwater.loader.job import Job
        from headwater.loader.load import load
    started = time.monotonic()
    with work("load", traceparent) as trace, load_progress() as tell:
        job = Job(database, trace.trace_id, reading or BY_SHAPE, max_event_names)
        summary = load(paths, job, master=master, quick=quick, tell=tell, again=again)
    _tell(summary, time.monotonic() - started, database, as_json=as_json)
    return summary


def _tell(summary: "Summary", seconds: float, database: "Database | str", *, as_json: bool) -> None:
    database_bytes = asyncio.run(_database_bytes(database))
    if as_json:
        click.echo(summary_as_json(summary, seconds, database_bytes))
    else:
        click.echo(summary_line(summary, seconds, database_bytes), err=True)


def run_watch(
    folder: str,
    checkpoint: str,
    database: "Database",
    reading: "Reading",
    max_event_names: int,
    *,
    master: str,
    as_json: bool,
) -> None:
    """Load a folder's files, and those that come, and print a summary of each batch."""
    with pyspark_needed():
        from headwater.loader.job import Job
        from headwater.loader.watch import watch
    job = Job(database, new_trace().trace_id, reading, max_event_names)
    watch(
        folder,
        checkpoint,
        job,
        lambda summary, seconds: _tell(summary, seconds, database, as_json=as_json),
        master=master,
    )


def run_check(
    paths: tuple[str, ...], reading: "Reading", max_event_names: int, *, master: str, as_json: bool
) -> "Checked":
    """Read the files with a progress line, then print their content."""
    with pyspark_needed():
        from headwater.loader.dry_run import check
        from headwater.loader.job import Job
    with load_progress() as tell:
        checked = check(paths, Job("", new_trace().trace_id, reading, max_event_names), master=master, tell=tell)
    click.echo(checked_as_json(checked) if as_json else checked_text(checked))
    return checked


async def _database_bytes(database: "Database | str") -> int:
    from headwater.store.connections import connected
    from headwater.store.database import Database
    from headwater.store.sizes import find_sizes

    async with connected(Database.at(database).direct_url) as connection:
        return (await find_sizes(connection, 0)).database
