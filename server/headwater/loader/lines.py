"""The lines of files, read by Spark in blocks."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import RDD
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as f

from headwater.errors import BadRequestError
from headwater.loader.partition import Line

_BEGINS_DOCUMENT = r"^\x{FEFF}?\s*[\[{]\s*[\[{]?\s*$"
"""The usual first line of a document of many lines: no document by itself."""

_UNREAD_FILE = re.compile(r"\[FAILED_READ_FILE\S* .*? file (\S+)\.\s")
"""Spark's message about an unreadable file, with the file's URL."""

_NO_FILE_IS_LARGER = 1 << 40

_LEAST_BLOCK_BYTES = 4 * 1024 * 1024
"""The least size of a block of a file that has several, and what opening a file costs: Spark's default."""

_MOST_BLOCK_BYTES = 16 * 1024 * 1024
"""The most bytes of a block, for a load that ends on all executors at about the same time."""


class Lines(NamedTuple):
    """The lines of files. first_lines: the number of the first line of each block, if there are several in a file."""

    rows: RDD[Line]
    files: int
    size_bytes: int
    first_lines: dict[tuple[str, int], int]


def read_lines(spark: SparkSession, paths: Sequence[str]) -> Lines:
    """Read files, folders and globs. Raises BadRequestError for a missing path, or a truncated gzip.

    Large files are read in several blocks, unless that would cut a document of many lines.
    """
    _refuse_hidden(paths)
    text = _text(_in_blocks(spark, _MOST_BLOCK_BYTES, _LEAST_BLOCK_BYTES), paths)
    size_bytes = text._jdf.queryExecution().analyzed().stats().sizeInBytes()
    blocks = _blocks(text) if size_bytes > _LEAST_BLOCK_BYTES else []
    if _is_document_cut(blocks):
        whole = _in_blocks(spark, _NO_FILE_IS_LARGER, _NO_FILE_IS_LARGER)
        text, blocks = _text(whole, paths), []
    lines = text.select(
        f.col("value").cast("binary"), f.col("_metadata.file_path"), f.col("_metadata.file_block_start")
    )
    rows = lines.rdd.map(lambda row: Line(bytes(row[0]), unquote(row[1]), row[2]))
    return Lines(rows, len(text.inputFiles()), size_bytes, _first_lines(blocks))


@contextmanager
def unread_files_told() -> Iterator[None]:
    """Raise BadRequestError in place of Spark's error about a file that it cannot read."""
    try:
        yield
    except Py4JJavaError as error:
        raise _unread(str(error)) or error from error


def _refuse_hidden(paths: Sequence[str]) -> None:
    """Refuse hidden files: Spark silently skips them, which is right in a folder, and wrong for a named file."""
    for path in paths:
        if path.rstrip("/").rpartition("/")[2].startswith(("_", ".")) and not Path(path).is_dir():
            raise BadRequestError(f"paths: Spark does not read files whose names start with '_' or '.': rename {path}")


def _text(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    try:
        # Only "\n" ends a line: a lone "\r" is white space in JSON.
        return spark.read.option("recursiveFileLookup", True).option("lineSep", "\n").text(list(paths))
    except AnalysisException as error:
        raise BadRequestError(f"paths: {error.getMessage().splitlines()[0]}") from error


def _unread(told: str) -> BadRequestError | None:
    """Return the reason why Spark could not read a file, if we know it."""
    found = _UNREAD_FILE.search(told)
    if found is None or "java.io.EOFException" not in told:
        return None
    path = unquote(found[1]).removeprefix("file://")
    return BadRequestError(f"{path}: the gzip is cut off: copy the whole file again")


def _in_blocks(spark: SparkSession, most_bytes: int, open_cost_bytes: int) -> SparkSession:
    """Return a session that reads blocks of such a size; opening a file costs as much as reading so many bytes."""
    session = spark.newSession()
    session.conf.set("spark.sql.files.maxPartitionBytes", most_bytes)
    session.conf.set("spark.sql.files.openCostInBytes", open_cost_bytes)
    return session


def _blocks(text: DataFrame) -> list[Row]:
    """Return the blocks in order: file, start, number of lines, True if the first non-empty line begins a document."""
    place = (f.col("_metadata.file_path").alias("file"), f.col("_metadata.file_block_start").alias("start"))
    return (
        text.groupBy(*place)
        .agg(f.count(f.lit(1)), f.first(_begins_document(f.col("value")), ignorenulls=True))
        .orderBy("file", "start")
        .collect()
    )


def _begins_document(line: Column) -> Column:
    return f.when(line.rlike(r"\S"), line.rlike(_BEGINS_DOCUMENT))


def _is_document_cut(blocks: Sequence[Row]) -> bool:
    """Return True if a file of several blocks begins with a document of many lines."""
    cut = {file for file, start, _, _ in blocks if start > 0}
    return any(begins and start == 0 and file in cut for file, start, _, begins in blocks)


def _first_lines(blocks: Sequence[Row]) -> dict[tuple[str, int], int]:
    first: dict[tuple[str, int], int] = {}
    file, number = "", 1
    for quoted, start, count, _ in blocks:
        path = unquote(quoted)
        number = number if path == file else 1
        first[path, start], file = number, path
        number += count
    return first
