"""The driver of a load: find the files, give their parts to Spark, and add up the executors' results."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from uuid import UUID

from asyncpg import Connection
from pyspark import RDD, SparkContext, StorageLevel

from headwater.garbage import exclude_kept_objects
from headwater.loader.failures import database_errors_told
from headwater.loader.families import Ended, Item, read_items
from headwater.loader.files import Files, Wave, find_files
from headwater.loader.job import Job
from headwater.loader.lines import unread_files_told
from headwater.loader.partition import load_partition
from headwater.loader.parts import Opened
from headwater.loader.progress import CountRecords, Tell, counter, progress_told, tell_nothing
from headwater.loader.proposals import ProposalRecord, load_proposals
from headwater.loader.session import spark_context
from headwater.loader.spark_metrics import SparkMetrics, newest_stage, spark_metrics
from headwater.loader.step import Step
from headwater.store.connections import connected
from headwater.store.database import Database
from headwater.store.loaded_parts import PartKey, find_loaded, mark_loaded

Result = Step | ProposalRecord | Ended


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a load. Events and proposals read are new, duplicates or quarantined; the three add up to all.

    A proposal that was accepted counts as new, whatever it changed. The seconds are those of all merges, also where
    several ran at the same time; in the waited ones they waited for other merges.
    """

    files: int
    """The files that the load has read."""

    skipped: int
    """The files that earlier loads have taken as a whole; they were not read."""

    resumed: int
    """The files that an earlier load had begun; only the other parts were read."""

    new: int
    duplicates: int
    quarantined: int
    codes: Counter[str]
    """The codes of the quarantined records."""

    merges: int
    merge_seconds: float
    waited_seconds: float
    trace_id: UUID
    spark: SparkMetrics

    @property
    def records(self) -> int:
        """All records of these files."""
        return self.new + self.duplicates + self.quarantined


def load(
    paths: Sequence[str],
    job: Job,
    *,
    master: str = "local[*]",
    quick: bool = False,
    tell: Tell = tell_nothing,
    again: bool = False,
) -> Summary:
    """Load files, folders, globs and URLs; every finished batch is durable, and loading again is safe.

    Files that an earlier load has taken are skipped, unless again is true. DataHub's proposals are accepted in the
    order of the files' URLs, after all events.

    Raises BadRequestError for a missing path, SparkError or JavaMissingError if Spark fails.
    """
    with spark_context(master, quick=quick) as context:
        return load_with(context, paths, job, tell, again=again)


def load_with(
    context: SparkContext, paths: Sequence[str], job: Job, tell: Tell = tell_nothing, *, again: bool = False
) -> Summary:
    """Load with an open context. Raises BadRequestError."""
    return load_files(context, find_files(context, paths), job, tell, again=again)


def load_files(
    context: SparkContext, found: Files, job: Job, tell: Tell = tell_nothing, *, again: bool = False
) -> Summary:
    """Load known files."""
    files = found if again else found.without(asyncio.run(_loaded(found, job)))
    before = newest_stage(context)
    with unread_files_told():
        steps = _run(context, files, job, tell)
    return Summary(
        files.whole.files,
        files.skipped,
        files.resumed,
        sum(step.merged.new for step in steps),
        sum(step.merged.known_before for step in steps),
        sum(step.merged.problems for step in steps),
        sum((step.codes for step in steps), Counter()),
        len(steps),
        sum(step.seconds for step in steps),
        sum(step.waited_seconds for step in steps),
        job.trace_id,
        spark_metrics(context, after=before),
    )


async def _loaded(files: Files, job: Job) -> set[PartKey]:
    async with _store(job) as connection:
        return await find_loaded(connection, files.digests, job.reading)


@asynccontextmanager
async def _store(job: Job) -> AsyncIterator[Connection]:
    with database_errors_told():
        async with connected(Database.at(job.database).direct_url) as connection:
            yield connection


def _run(context: SparkContext, files: Files, job: Job, tell: Tell) -> list[Step]:
    """Merge the events wave by wave, then accept DataHub's records in one task, since their order counts.

    Meanwhile the records stay on the executors' disks.
    """
    counted = counter(context)
    steps: list[Step] = []
    kept: list[RDD[Result]] = []
    holding: list[PartKey] = []
    try:
        with progress_told(counted, files.whole, tell):
            for wave in files.waves():
                results = _merged(context, wave, job, counted.add).persist(StorageLevel.DISK_ONLY)
                kept.append(results)
                done = results.filter(lambda result: not isinstance(result, ProposalRecord)).collect()
                steps += [result for result in done if isinstance(result, Step)]
                ended = [result for result in done if isinstance(result, Ended)]
                asyncio.run(_mark(job, [one.part.key for one in ended if not one.holds_proposals]))
                held = [one.part.key for one in ended if one.holds_proposals]
                holding += held
                if not held:
                    kept.pop().unpersist()
            if holding:
                steps += _accept(context.union(kept), job, holding)
        return steps
    finally:
        for results in kept:
            results.unpersist()


def _merged(context: SparkContext, wave: Wave, job: Job, count: CountRecords) -> RDD[Result]:
    """Return the results of merging a wave: records of one family come to one task."""
    records = wave.read(context, partial(_read, job))
    tasks = wave.tasks(context.defaultParallelism)
    together = records if tasks == 1 else records.partitionBy(tasks, int)
    return together.values().mapPartitions(partial(_merge, job, count))


def _read(job: Job, opened: Iterable[Opened]) -> Iterator[tuple[int, Item]]:
    exclude_kept_objects()
    return read_items(job, opened)


def _merge(job: Job, count: CountRecords, items: Iterable[Item]) -> Iterator[Result]:
    exclude_kept_objects()
    return load_partition(job, count, items)


async def _mark(job: Job, parts: Sequence[PartKey]) -> None:
    """Mark parts as loaded, once their events are durable."""
    async with _store(job) as connection:
        await mark_loaded(connection, parts, job.reading, job.trace_id)


def _accept(results: RDD[Result], job: Job, holding: Sequence[PartKey]) -> list[Step]:
    records = results.filter(lambda result: isinstance(result, ProposalRecord))
    in_order = records.sortBy(attrgetter("order"), numPartitions=1)
    return in_order.mapPartitions(partial(load_proposals, job, holding)).collect()
