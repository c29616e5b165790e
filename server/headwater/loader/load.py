"""The driver of a load: find the files, give them to Spark, and add up the executors' results."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from threading import Event, Thread

from pyspark import RDD
from pyspark.sql import SparkSession
from pyspark.storagelevel import StorageLevel

from headwater.loader.lines import read_lines, unread_files_told
from headwater.loader.partition import Job, Line, load_partition
from headwater.loader.proposals import ProposalRecord, load_proposals
from headwater.loader.session import spark_session
from headwater.loader.step import Step
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.database import Database
from headwater.trace import Trace

PROGRESS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a load. Events and proposals read are new, duplicates or quarantined; the three add up to all.

    A proposal that was accepted counts as new, whatever it changed. The seconds are those of all merges, also where
    several ran at the same time; in the waited ones they waited for other merges.
    """

    files: int
    new: int
    duplicates: int
    quarantined: int
    codes: Counter[str]
    """The codes of the quarantined records."""

    merges: int
    merge_seconds: float
    waited_seconds: float
    trace: Trace


def load(
    paths: Sequence[str],
    database: Database | str,
    trace: Trace,
    *,
    master: str = "local[*]",
    quick: bool = False,
    progress: Callable[[str], None] | None = None,
    dialect: str | None = None,
    source: str = "",
    max_event_names: int = MAX_EVENT_NAMES,
) -> Summary:
    """Load files, folders and globs; every finished batch is durable, and loading again is safe.

    A record's shape tells its dialect, unless dialect is given. source is the id of the Databand source. DataHub's
    proposals are accepted in the order of the files' paths, after all events.

    Raises BadRequestError for a missing path, SparkError or JavaMissingError if Spark fails.
    """
    tell = progress or (lambda _: None)
    tell("starting Spark")
    with spark_session(master, quick=quick) as spark:
        return load_with(spark, paths, database, trace, tell, dialect, source, max_event_names)


def load_with(
    spark: SparkSession,
    paths: Sequence[str],
    database: Database | str,
    trace: Trace,
    tell: Callable[[str], None],
    dialect: str | None = None,
    source: str = "",
    max_event_names: int = MAX_EVENT_NAMES,
) -> Summary:
    """Load with an open session; tell is called now and then with the progress. Raises BadRequestError."""
    with unread_files_told():
        lines = read_lines(spark, paths)
        job = Job(database, trace.trace_id, dialect, source, lines.first_lines, max_event_names)
        with _progress(spark, tell):
            steps = _run(job, lines.rows)
    return Summary(
        lines.files,
        sum(step.merged.new for step in steps),
        sum(step.merged.known_before for step in steps),
        sum(step.merged.problems for step in steps),
        sum((step.codes for step in steps), Counter()),
        len(steps),
        sum(step.seconds for step in steps),
        sum(step.waited_seconds for step in steps),
        trace,
    )


def _run(job: Job, rows: RDD[Line]) -> list[Step]:
    """Merge the events side by side, then accept DataHub's records in one part, since their order counts.

    Meanwhile the records stay on the executors' disks.
    """
    parts = rows.mapPartitions(partial(load_partition, job)).persist(StorageLevel.DISK_ONLY)
    try:
        merged = parts.mapPartitions(_steps).collect()
        records = parts.mapPartitions(_records)
        if records.isEmpty():
            return merged
        in_order = records.sortBy(attrgetter("order"), numPartitions=1)
        return merged + in_order.mapPartitions(partial(load_proposals, job.database, job.trace_id)).collect()
    finally:
        parts.unpersist()


def _steps(part: Iterable[Step | ProposalRecord]) -> Iterator[Step]:
    return (item for item in part if isinstance(item, Step))


def _records(part: Iterable[Step | ProposalRecord]) -> Iterator[ProposalRecord]:
    return (item for item in part if isinstance(item, ProposalRecord))


@contextmanager
def _progress(spark: SparkSession, tell: Callable[[str], None]) -> Iterator[None]:
    """Tell the progress now and then: the number of finished parts."""
    tracker, done = spark.sparkContext.statusTracker(), Event()

    def watch() -> None:
        while not done.wait(PROGRESS_SECONDS):
            for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
                if stage is not None:
                    tell(f"loading: {stage.numCompletedTasks} of {stage.numTasks} parts")

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
