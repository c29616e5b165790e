"""Loads of files with a Spark that tests share."""

import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.loader.job import Job
from headwater.loader.load import Summary, load_with
from headwater.loader.parts import Opened, Part
from headwater.store.loaded_parts import Reading
from headwater.trace import new_trace

DumpOf = Callable[..., dict[str, list[str]]]
"""A function from events to the dump of a store that has merged them at once."""


def load_paths(
    spark: SparkSession,
    database_url: str,
    *paths: Path | str,
    dialect: str | None = None,
    source: str = "",
    again: bool = False,
) -> Summary:
    """Load files and folders, without a word on the progress."""
    job = Job(database_url, new_trace().trace_id, Reading(dialect, source))
    return load_with(spark.sparkContext, [str(path) for path in paths], job, again=again)


def load_command(sizes: Mapping[str, int], *arguments: Path | str) -> list[str]:
    """Return the command of a load with other sizes of `headwater.loader.files`."""
    changes = "; ".join(f"files.{name} = {size_bytes}" for name, size_bytes in sizes.items())
    program = f"from headwater.loader import files; {changes}; from headwater.cli.main import main; main()"
    return [sys.executable, "-c", program, "load", *map(str, arguments)]


def opened(content: bytes) -> Opened:
    """Return the content of a file as executors get it."""
    return Opened(Part("file:/somewhere", hashlib.sha256(content).digest(), 0, len(content)), 1, iter([content]))


def counts(summary: Summary) -> tuple[int, int, int]:
    """Return the numbers of new, known and quarantined records."""
    return summary.new, summary.duplicates, summary.quarantined
