"""`headwater storage`."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from headwater.cli.connection import on_database
from headwater.cli.table import table

if TYPE_CHECKING:
    from asyncpg import Connection

    from headwater.store.retention import Freed
    from headwater.store.sizes import LogMonth, LogSources, Sizes

_MOST_TABLES = 1000
_UNITS = ("B", "kB", "MB", "GB", "TB")
_WHOLE_PERCENT = 100.0

_Found = tuple["Sizes", list["LogMonth"], "LogSources", "Freed | None"]


@click.command("storage")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--policies", "asks_policies", is_flag=True, help="Also estimate the space that the policies would free.")
def storage_command(form: str, asks_policies: bool) -> None:
    """Show what takes the space: tables, months of the log, sources.

    Tables and months count with their indexes. Sources count the packed bodies of their events, in a large log
    estimated from a sample. JSON is one object, with sizes in bytes. --policies looks at all runs, as `headwater
    retention plan` does.
    """
    import orjson

    from headwater.store.retention import freed_by, plan_removal
    from headwater.store.sizes import find_log_months, find_log_sources, find_sizes

    async def read(connection: "Connection") -> _Found:
        sizes = await find_sizes(connection, _MOST_TABLES)
        judged = await plan_removal(connection, datetime.now(UTC)) if asks_policies else None
        freed = None if judged is None else freed_by(judged, sizes.tables)
        return sizes, await find_log_months(connection), await find_log_sources(connection), freed

    found = on_database(read)
    click.echo(orjson.dumps(_object(*found)) if form == "json" else _text(*found))


def _object(sizes: "Sizes", months: "list[LogMonth]", log: "LogSources", freed: "Freed | None") -> dict[str, object]:
    policies = (
        {} if freed is None else {"policies": {"runs": freed.runs, "allRuns": freed.all_runs, "bytes": freed.bytes}}
    )
    return {
        "databaseBytes": sizes.database,
        "tables": [{"name": name, "bytes": size} for name, size in sizes.tables.items()],
        "logMonths": [month._asdict() for month in months],
        "logSources": [source._asdict() for source in log.sources],
        "sampledPercent": log.sampled_percent,
        **policies,
    }


def _text(sizes: "Sizes", months: "list[LogMonth]", log: "LogSources", freed: "Freed | None") -> str:
    tables = [(name, shown_size(size), f"{size / sizes.database:.1%}") for name, size in sizes.tables.items()]
    by_month = [
        (one.month or "other", shown_size(one.bytes), None if one.events is None else f"{one.events:,}")
        for one in months
    ]
    by_source = [(one.dialect, one.source or "-", shown_size(one.bytes), f"{one.events:,}") for one in log.sources]
    is_whole = log.sampled_percent == _WHOLE_PERCENT
    events = "events" if is_whole else f"events, by {log.sampled_percent:.2g} % of the log"
    parts = [
        f"database: {shown_size(sizes.database)}",
        table(("table", "size", "share"), tables),
        table(("month of the log", "size", "events, estimated"), by_month) if months else "The log is empty.",
        *([table(("dialect", "source", "bodies", events), by_source)] if by_source else []),
        *([] if freed is None else [_told(freed)]),
    ]
    return "\n\n".join(parts)


def _told(freed: "Freed") -> str:
    return (
        f"policies: {freed.runs:,} of {freed.all_runs:,} runs would go, and free about {shown_size(freed.bytes)} of"
        " tables for new rows"
    )


def shown_size(size_bytes: float) -> str:
    """Return a size with three digits, in units of 1,000."""
    for unit in _UNITS[:-1]:
        if size_bytes < 999.5:
            return f"{size_bytes:.3g} {unit}"
        size_bytes /= 1000
    return f"{size_bytes:,.3g} {_UNITS[-1]}"
