"""Loads of files with a Spark that tests share."""

from pathlib import Path

from pyspark.sql import SparkSession

from headwater.loader.load import Summary, load_with
from headwater.trace import new_trace


def load_paths(
    spark: SparkSession, database_url: str, *paths: Path | str, dialect: str | None = None, source: str = ""
) -> Summary:
    """Load files and folders, without a word on the progress."""
    return load_with(spark, [str(path) for path in paths], database_url, new_trace(), lambda _: None, dialect, source)


def counts(summary: Summary) -> tuple[int, int, int]:
    """Return the numbers of new, known and quarantined records."""
    return summary.new, summary.duplicates, summary.quarantined
