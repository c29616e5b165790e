"""An executor's work on its parts of the files: parse them, and merge them in batches of whole events.

The parser and the merge are those of HTTP; no data pass through the driver. DataHub's records, whose order counts, are
passed on (`loader/proposals.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from asyncpg import Connection

from headwater.dialects import databand, openlineage
from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.datahub.records import is_of_datahub
from headwater.dialects.problems import problem
from headwater.loader.executor import executor_session
from headwater.loader.job import Job
from headwater.loader.parts import Opened, Part
from headwater.loader.progress import Count, CountRecords, records_counted
from headwater.loader.proposals import ProposalRecord
from headwater.loader.records import Placed, read_records
from headwater.loader.step import Clock, Step
from headwater.model.changes import Changes, Problem
from headwater.store.loaded_parts import mark_loaded
from headwater.store.merge import Delivery, merge, steps
from headwater.store.sampling import Sampler

_PARSERS = {openlineage.DIALECT: openlineage.parse_record, databand.DIALECT: databand.parse_record}


class Ended(NamedTuple):
    """The end of a part, after its last record."""

    part: Part
    holds_proposals: bool
    size_bytes: int = 0
    """It sends nothing to the store."""


Item = Changes | Problem | ProposalRecord | Ended


def load_partition(job: Job, count: CountRecords, opened: Iterable[Opened]) -> Iterator[Step | ProposalRecord | Part]:
    """Merge the events of parts; yields what each step did, once it is durable.

    Also yields DataHub's records, and the parts that hold them, which are not marked as loaded yet.
    """
    sampler = Sampler()
    with executor_session(job.database) as session:
        for step in steps(read_items(job, opened)):
            count(_counted(step))
            events = [item for item in step if isinstance(item, Changes | Problem)]
            ended = [item.part.key for item in step if isinstance(item, Ended) and not item.holds_proposals]
            if events:
                yield session.run(_merge(session.connection, sampler, Delivery(events, job.trace_id)))
            if ended:
                # Not in the merge's transaction: two that have read the log and then make its partitions would wait for
                # each other.
                session.run(mark_loaded(session.connection, ended, job.reading, job.trace_id))
            session.stay_current()
            yield from (item for item in step if isinstance(item, ProposalRecord))
            yield from (item.part for item in step if isinstance(item, Ended) and item.holds_proposals)


def _counted(step: Sequence[Item]) -> Count:
    ended = [records_counted(item.part, 0) for item in step if isinstance(item, Ended)]
    return reduce(Count.plus, ended, Count(len(step) - len(ended)))


def read_items(job: Job, opened: Iterable[Opened]) -> Iterator[Item]:
    """Yield the events of parts and DataHub's records, and the end of each part."""
    for part, first_line, pieces in opened:
        holds_proposals = False
        for placed in read_records(pieces, part.file, first_line, is_start=part.start == 0):
            item = parse_record(job, part.file, placed)
            holds_proposals |= isinstance(item, ProposalRecord)
            yield item
        yield Ended(part, holds_proposals)


def parse_record(job: Job, file: str, placed: Placed) -> Changes | Problem | ProposalRecord:
    """Parse a record by its dialect; DataHub's are only recognised."""
    source, line, place, record = placed
    dialect, tenant = job.reading
    if dialect == DATAHUB and record.error is not None:
        return problem(DATAHUB, source, line, record.error, record.body)
    if dialect == DATAHUB or (dialect is None and is_of_datahub(record.value)):
        return ProposalRecord(file, line, place, source, record.body)
    parse = _PARSERS[dialect or openlineage.DIALECT]
    return parse(record, source, line, tenant, max_names=job.max_event_names)


async def _merge(connection: Connection, sampler: Sampler, events: Delivery) -> Step:
    clock = Clock()
    [merged] = await merge(connection, await sampler.sampled(connection, [events]))
    codes = Counter(item.code for item in events.items if isinstance(item, Problem))
    return clock.step(merged, codes)
