"""The lines of files that only Spark can open, such as those of object stores, read by Spark in blocks."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import unquote

from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
from pyspark import RDD, SparkContext
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import Column, DataFrame, Row, SparkSession
from pyspark.sql import functions as f

from headwater.errors import BadRequestError
from headwater.loader.parts import SCHEME, Opened, Part

_BEGINS_DOCUMENT = r"^\x{FEFF}?\s*[\[{]\s*[\[{]?\s*$"
"""The usual first line of a document of many lines: no document by itself."""

_UNREAD_FILE = re.compile(r"\[FAILED_READ_FILE\S* .*? file (\S+)\.\s")
"""Spark's message about an unreadable file, with the file's URL."""

_NO_CONNECTOR = re.compile(r"Class \S+FileSystem not found|No FileSystem for scheme")
"""Hadoop's messages about a scheme whose classes it lacks."""

_NOT_LISTED = ("http:", "https:")

_NO_FILE_IS_LARGER = 1 << 40

_LEAST_BLOCK_BYTES = 4 * 1024 * 1024
"""The least size of a block of a file that has several, and what opening a file costs: Spark's default."""

_MOST_BLOCK_BYTES = 16 * 1024 * 1024


class RemoteFile(NamedTuple):
    """A file that Spark opens: its URL, the SHA-256 of its bytes, and its size."""

    url: str
    digest: bytes
    size_bytes: int


class Line(NamedTuple):
    """A line of a file: its bytes without the line end, its file, the start of its block, and the block's size."""

    value: bytes
    file: str
    block_start: int
    block_bytes: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """The files of lines. first_lines: the number of the first line of each block, if there are several in a file."""

    files: Mapping[str, RemoteFile]
    first_lines: Mapping[tuple[str, int], int]

    def opened(self, lines: Iterable[Line]) -> Iterator[Opened]:
        """Group lines by their blocks."""
        for (url, start, size_bytes), block in groupby(lines, key=lambda line: line[1:]):
            file, first_line = self.files[url], self.first_lines.get((url, start), 1)
            end = start + size_bytes
            part = Part(url, file.digest, start, end, first_line, is_last=end >= file.size_bytes)
            yield Opened(part, first_line, (line.value + b"\n" for line in block))


def find_remote(context: SparkContext, paths: Sequence[str]) -> list[str]:
    """Return the URLs of files by URLs of files, folders and globs; local ones as `Part` has them.

    Raises BadRequestError for a path without a file, or with a scheme that Spark cannot list.
    """
    for path in paths:
        if path.lower().startswith(_NOT_LISTED):
            raise BadRequestError(f"paths: {path}: expected a file system that lists files, such as s3a: load a copy")
    found = sorted(unquote(url) for url in _text(SparkSession(context), paths).inputFiles()) if paths else []
    return [re.sub(f"^{SCHEME}//(?=/)", SCHEME, url) for url in found]


def survey_remote(context: SparkContext, urls: Sequence[str]) -> list[RemoteFile]:
    """Return the size and hash of each file, which the driver's Java reads as a stream."""
    return [_remote_file(context, url) for url in urls]


def read_remote(context: SparkContext, files: Sequence[RemoteFile]) -> RDD[Opened]:
    """Return the parts of files, with their content. Large files are read in several blocks, unless that would cut a
    document of many lines.
    """
    spark, urls = SparkSession(context), [file.url for file in files]
    text = _text(_in_blocks(spark, _MOST_BLOCK_BYTES, _LEAST_BLOCK_BYTES), urls)
    blocks = _blocks(text) if sum(file.size_bytes for file in files) > _LEAST_BLOCK_BYTES else []
    if _is_document_cut(blocks):
        text, blocks = _text(_in_blocks(spark, _NO_FILE_IS_LARGER, _NO_FILE_IS_LARGER), urls), []
    lines = text.select(
        f.col("value").cast("binary"),
        f.col("_metadata.file_path"),
        f.col("_metadata.file_block_start"),
        f.col("_metadata.file_block_length"),
    )
    known = Blocks({file.url: file for file in files}, _first_lines(blocks))
    return lines.rdd.mapPartitions(partial(_opened, known))


def _opened(known: Blocks, rows: Iterable[Row]) -> Iterator[Opened]:
    return known.opened(Line(bytes(row[0]), unquote(row[1]), row[2], row[3]) for row in rows)


@contextmanager
def unread_files_told() -> Iterator[None]:
    """Raise BadRequestError in place of Spark's error about a file that it cannot read."""
    try:
        yield
    except Py4JJavaError as error:
        raise _unread(str(error)) or error from error


def _remote_file(context: SparkContext, url: str) -> RemoteFile:
    jvm: Any = context._jvm
    path, hadoop = jvm.org.apache.hadoop.fs.Path(url), context._jsc.hadoopConfiguration()
    files = path.getFileSystem(hadoop)
    stream = files.open(path)
    try:
        digest = jvm.org.apache.commons.codec.digest.DigestUtils.sha256Hex(stream)
    finally:
        stream.close()
    return RemoteFile(url, bytes.fromhex(digest), files.getFileStatus(path).getLen())


def _text(spark: SparkSession, paths: Sequence[str]) -> DataFrame:
    try:
        # Only "\n" ends a line: a lone "\r" is white space in JSON.
        return spark.read.option("recursiveFileLookup", True).option("lineSep", "\n").text(list(paths))
    except AnalysisException as error:
        raise BadRequestError(f"paths: {error.getMessage().splitlines()[0]}") from error
    except (Py4JJavaError, PySparkException) as error:
        if _NO_CONNECTOR.search(str(error)):
            raise BadRequestError(
                f"paths: Spark has no connector for {_first_of_scheme(paths, str(error))}: name its package, such as"
                ' PYSPARK_SUBMIT_ARGS="--packages org.apache.hadoop:hadoop-aws:VERSION pyspark-shell" (docs/loading.md)'
            ) from error
        raise


def _first_of_scheme(paths: Sequence[str], told: str) -> str:
    """Return the first path whose scheme Hadoop's message names, by itself or in the name of a class."""
    return next((path for path in paths if re.search(rf"\b{re.escape(path.partition(':')[0])}\b", told)), paths[0])


def _unread(told: str) -> BadRequestError | None:
    """Return the reason why Spark could not read a file, if we know it."""
    found = _UNREAD_FILE.search(told)
    if found is None or "java.io.EOFException" not in told:
        return None
    return BadRequestError(f"{unquote(found[1])}: the gzip is cut off: copy the whole file again")


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
