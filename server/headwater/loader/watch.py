"""Follow a folder: Spark's streaming file source tells of new files, and each batch of them is a load.

The checkpoint knows the files that a batch has had, by path, and the store the parts that it has, by content. So a
batch that is tried again after a kill goes on where it stopped.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from headwater.errors import BadRequestError
from headwater.loader.files import survey
from headwater.loader.job import Job
from headwater.loader.load import Summary, load_files
from headwater.loader.local import is_local
from headwater.loader.session import spark_session
from headwater.trace import new_trace

_BINARY_FILE = "path STRING, modificationTime TIMESTAMP, length BIGINT, content BINARY"
"""The columns of the source. A query for the path alone reads no content."""

_MOST_FILES = 1_000
"""The most files of one batch."""

_LOOK_EVERY = "1 second"
_LISTEN_SECONDS = 1

Told = Callable[[Summary, float], object]
"""Called with the summary of each batch, and its seconds."""


def watch(folder: str, checkpoint: str, job: Job, told: Told, *, master: str = "local[*]") -> None:
    """Load the files of a folder, and those that come, until an error or Ctrl-C; told has the summary of each batch.

    Each batch has a trace of its own. Raises BadRequestError for a missing folder, and as `load` does.
    """
    with spark_session(master) as spark:
        query = start_watch(spark, folder, checkpoint, job, told)
        try:
            while not query.awaitTermination(_LISTEN_SECONDS):
                pass
        finally:
            query.stop()


def start_watch(spark: SparkSession, folder: str, checkpoint: str, job: Job, told: Told) -> StreamingQuery:
    """Follow a folder with an open session."""
    if is_local(folder) and not Path(folder).is_dir():
        raise BadRequestError(f"paths: expected a folder to watch, got {folder}")

    context = spark.sparkContext

    def load_batch(batch: DataFrame, _: int) -> None:
        if urls := [row.path for row in batch.collect()]:
            started = time.monotonic()
            summary = load_files(context, survey(context, urls), replace(job, trace_id=new_trace().trace_id))
            told(summary, time.monotonic() - started)

    source = spark.readStream.format("binaryFile").schema(_BINARY_FILE).option("recursiveFileLookup", True)
    paths = source.option("maxFilesPerTrigger", _MOST_FILES).load(folder).select("path")
    sink = paths.writeStream.option("checkpointLocation", checkpoint).trigger(processingTime=_LOOK_EVERY)
    return sink.foreachBatch(load_batch).start()
