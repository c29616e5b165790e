"""The driver of a load: find the files, give their parts to Spark, and add up the executors' results."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from uuid import UUID

from pyspark import RDD, SparkContext, StorageLevel

from headwater.loader.failures import database_errors_told
from headwater.loader.files import Files, find_files
from headwater.loader.job import Job
from headwater.loader.lines import unread_files_told
from headwater.loader.partition import load_partition
from headwater.loader.parts import Part
from headwater.loader.progress import Tell, counter, progress_told, tell_nothing
from headwater.loader.proposals import ProposalRecord, load_proposals
from headwater.loader.session import spark_context
from headwater.loader.step import Step
from headwater.store.database import Database
from headwater.store.loaded_parts import PartKey, find_loaded
from headwater.store.pool import connected


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a load. Events and proposals read are new, duplicates or quarantined; the three add up to all.

    A proposal that was accepted counts as new, whatever it changed. The seconds are those of all merges, also where
    several ran at the same time; in the waited ones they waited for other merges.
    """

    files: int
    """The files that were read."""

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

    @property
    def records(self) -> int:
        """All records that were read."""
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
    """Load files that are found."""
    files = found if again else found.without(asyncio.run(_loaded(found, job)))
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
    )


async def _loaded(files: Files, job: Job) -> set[PartKey]:
    with database_errors_told():
        async with connected(Database.at(job.database).direct_url) as connection:
            return await find_loaded(connection, files.digests, job.reading)


def _run(context: SparkContext, files: Files, job: Job, tell: Tell) -> list[Step]:
    """Merge the events side by side, then accept DataHub's records in one task, since their order counts.

    Meanwhile the records stay on the executors' disks.
    """
    counted = counter(context)
    results = files.read(context, partial(load_partition, job, counted.add)).persist(StorageLevel.DISK_ONLY)
    try:
        with progress_told(counted, files.whole, tell):
            done = results.filter(lambda result: not isinstance(result, ProposalRecord)).collect()
            steps = [result for result in done if isinstance(result, Step)]
            if holding := [result.key for result in done if isinstance(result, Part)]:
                steps += _accept(results, job, holding)
        return steps
    finally:
        results.unpersist()


def _accept(results: RDD[Step | ProposalRecord | Part], job: Job, holding: Sequence[PartKey]) -> list[Step]:
    records = results.filter(lambda result: isinstance(result, ProposalRecord))
    in_order = records.sortBy(attrgetter("order"), numPartitions=1)
    return in_order.mapPartitions(partial(load_proposals, job, holding)).collect()
