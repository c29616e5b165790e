"""The driver of a load: it finds the files, gives them to Spark, and adds up what the executors did."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from threading import Event, Thread

from pyspark import RDD
from pyspark.sql import SparkSession
from pyspark.storagelevel import StorageLevel

from headwater.loader.lines import read_lines
from headwater.loader.partition import Job, Line, load_partition
from headwater.loader.proposals import ProposalRecord, load_proposals
from headwater.loader.session import spark_session
from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.database import Database
from headwater.store.merge import Merged
from headwater.trace import Trace

PROGRESS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Summary:
    """What a load did. Events and proposals are counted as read: new, duplicates and quarantined together are all.

    A proposal that was accepted counts as new, whatever it changed.
    """

    files: int
    new: int
    duplicates: int
    quarantined: int
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
    """Load files, folders and globs; every step is durable when it is done, and loading again is safe.

    Each record is told by its shape, or all are of one dialect; of Databand's, source is the id of the source that
    they are from. DataHub's proposals are accepted in the order of the files' paths, after all events.

    Raises BadRequestError where a path does not exist, SparkError or JavaMissingError where Spark fails.
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
    """Load by an open session; tell is called now and then with how far it is. Raises BadRequestError."""
    lines = read_lines(spark, paths)
    job = Job(database, trace.trace_id, dialect, source, lines.first_lines, max_event_names)
    with _progress(spark, tell):
        steps = _run(job, lines.rows)
    new, duplicates, problems = map(sum, zip(*steps, strict=True)) if steps else (0, 0, 0)
    return Summary(lines.files, new, duplicates, problems, trace)


def _run(job: Job, rows: RDD[Line]) -> list[Merged]:
    """Merge the events side by side, then accept DataHub's records in one part, since their order counts.

    The records stay with the executors meanwhile, on their disks.
    """
    parts = rows.mapPartitions(partial(load_partition, job)).persist(StorageLevel.DISK_ONLY)
    try:
        merged = parts.mapPartitions(_merged).collect()
        records = parts.mapPartitions(_records)
        if records.isEmpty():
            return merged
        in_order = records.sortBy(attrgetter("order"), numPartitions=1)
        return merged + in_order.mapPartitions(partial(load_proposals, job.database, job.trace_id)).collect()
    finally:
        parts.unpersist()


def _merged(part: Iterable[Merged | ProposalRecord]) -> Iterator[Merged]:
    return (item for item in part if isinstance(item, Merged))


def _records(part: Iterable[Merged | ProposalRecord]) -> Iterator[ProposalRecord]:
    return (item for item in part if isinstance(item, ProposalRecord))


@contextmanager
def _progress(spark: SparkSession, tell: Callable[[str], None]) -> Iterator[None]:
    """Tell now and then how many of the parts are done."""
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
