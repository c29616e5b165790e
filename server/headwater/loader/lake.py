"""Export runs, edges, versions and readers as Parquet: executors read the store by ranges of runs (docs/export.md)."""

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from pyspark.sql import SparkSession

from headwater.loader.executor import executor_session
from headwater.loader.failures import database_errors_told
from headwater.loader.local import is_url
from headwater.loader.session import spark_session
from headwater.store.connections import connected
from headwater.store.database import Database
from headwater.store.export import make_folder
from headwater.store.lake import Range, lake_ranges, lake_rows

SCHEMAS: Final = {
    "runs": "urn STRING, native_id STRING, job_urn STRING, flow_urn STRING, parent_urn STRING, status STRING,"
    " result STRING, created_at TIMESTAMP, started_at TIMESTAMP, ended_at TIMESTAMP, day DATE",
    "edges": "run_urn STRING, asset_urn STRING, direction STRING, day DATE",
    "versions": "asset_urn STRING, run_urn STRING, attempt INT, native_version STRING, effect STRING,"
    " written_at TIMESTAMP, written_until TIMESTAMP, replaced_at TIMESTAMP, day DATE",
    "readers": "asset_urn STRING, run_urn STRING, attempt INT, written_at TIMESTAMP, reader_urn STRING,"
    " reader_attempt INT, since TIMESTAMP, until TIMESTAMP, outputs ARRAY<STRING>, day DATE",
}
"""The columns of each table. Its folder has a folder for each day."""

_DAY = "day"


def export_lake(folder: str, database: Database, *, master: str = "local[*]") -> dict[str, int]:
    """Write the tables to a new folder, or to a URL of one, and return the number of rows of each.

    Raises BadRequestError for a folder with files in it, OSError for one that cannot be made, SparkError or
    JavaMissingError if Spark fails.
    """
    if not is_url(folder):
        make_folder(Path(folder))
    with spark_session(master, app_name="headwater-export") as spark:
        return write_lake(spark, folder, database)


def write_lake(spark: SparkSession, folder: str, database: Database) -> dict[str, int]:
    """Write the tables with an open session."""
    ranges = asyncio.run(_ranges(database))
    return {table: _write(spark, f"{folder}/{table}", table, ranges, database) for table in SCHEMAS}


async def _ranges(database: Database) -> list[Range]:
    with database_errors_told():
        async with connected(database.direct_url) as connection:
            return await lake_ranges(connection)


def _write(spark: SparkSession, path: str, table: str, ranges: list[Range], database: Database) -> int:
    shared = spark.sparkContext.parallelize(ranges, max(1, len(ranges)))
    counted = spark.sparkContext.accumulator(0)
    rows = shared.mapPartitions(partial(_rows, table, database, counted.add))
    spark.createDataFrame(rows, SCHEMAS[table], verifySchema=False).write.partitionBy(_DAY).parquet(path)
    return counted.value


def _rows(table: str, database: Database, count: Any, ranges: Iterable[Range]) -> Iterator[tuple[Any, ...]]:
    with executor_session(database) as session:
        for runs in ranges:
            rows = session.run(lake_rows(session.connection, table, runs))
            count(len(rows))
            yield from map(tuple, rows)
