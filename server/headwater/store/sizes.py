"""The size of the database on disk, of its tables, and of the log by month and by source."""

from typing import Any, NamedTuple

from headwater.store.queries import query

_SAMPLED_PAGES = 20_000
"""The most pages of the log that are read for the sizes of sources: 160 MB, of which a sample tells enough."""


class Sizes(NamedTuple):
    """Sizes in bytes. A table counts with its indexes and all its partitions; the largest comes first."""

    database: int
    tables: dict[str, int]


class LogMonth(NamedTuple):
    """The log of a month (UTC), such as 2026-09; null: times outside 2000 to 2099.

    The bytes are those on disk, with indexes. The number of events is Postgres' estimate; None: not yet known.
    """

    month: str | None
    bytes: int
    events: int | None


class LogSource(NamedTuple):
    """The events of a dialect and an owner (empty: none), and the bytes of their packed bodies."""

    dialect: str
    source: str
    events: int
    bytes: int


class LogSources(NamedTuple):
    """The sources of the log, the most bytes first, by a sample of so many percent of its pages."""

    sampled_percent: float
    sources: list[LogSource]


async def find_sizes(connection: Any, most_tables: int) -> Sizes:
    """The sizes now, of at most so many tables, by one statement over a connection or a pool."""
    database, *tables = await connection.fetch(query("sizes"), most_tables)
    return Sizes(database["bytes"], {row["name"]: row["bytes"] for row in tables})


async def find_log_months(connection: Any) -> list[LogMonth]:
    """The months of the log that have rows, oldest first."""
    return [LogMonth(*row) for row in await connection.fetch(query("log_months"))]


async def find_log_sources(connection: Any, sampled_pages: int = _SAMPLED_PAGES) -> LogSources:
    """The sources of the log, estimated from about so many of its pages; exact for a log that has no more."""
    pages = await connection.fetchval(query("log_pages"))
    percent = min(100.0, 100.0 * sampled_pages / max(pages, 1))
    rows = await connection.fetch(query("log_sources"), percent)
    scale = 100.0 / percent
    sources = [
        LogSource(row["dialect"], row["source"], round(row["events"] * scale), round(row["bytes"] * scale))
        for row in rows
    ]
    return LogSources(percent, sources)
