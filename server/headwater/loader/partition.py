"""The second half of a load: an executor parses the records of some families, and merges them in steps.

The parser and the merge are those of HTTP; no data pass through the driver. DataHub's records, whose order counts, are
passed on (`loader/proposals.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from asyncpg import Connection

from headwater.loader.executor import executor_session
from headwater.loader.families import Ended, Item
from headwater.loader.job import Job
from headwater.loader.parsing import parse_event
from headwater.loader.progress import Count, CountRecords, records_counted
from headwater.loader.proposals import ProposalRecord
from headwater.loader.step import Clock, Step
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Delivery, merge, steps
from headwater.store.sampling import Sampler

MOST_EVENTS = 8_000
"""The most events of a step: twice as many as a task has of the usual size (`files.TASK_BYTES`), mostly all of it."""

Parsed = Changes | Problem | ProposalRecord | Ended


def load_partition(job: Job, count: CountRecords, items: Iterable[Item]) -> Iterator[Step | ProposalRecord | Ended]:
    """Merge the events of families; yields what each step did, once it is durable.

    Also yields DataHub's records, and the ends of parts.
    """
    sampler = Sampler()
    with executor_session(job.database) as session:
        for step in steps(_parsed(job, items), MOST_EVENTS):
            count(_counted(step))
            if events := [item for item in step if isinstance(item, Changes | Problem)]:
                yield session.run(_merge(session.connection, sampler, Delivery(events, job.trace_id)))
            session.stay_current()
            yield from (item for item in step if isinstance(item, ProposalRecord | Ended))


def _parsed(job: Job, items: Iterable[Item]) -> Iterator[Parsed]:
    for item in items:
        yield item if isinstance(item, Problem | ProposalRecord | Ended) else parse_event(job, item)


def _counted(step: Sequence[Parsed]) -> Count:
    ended = [records_counted(item.part, 0) for item in step if isinstance(item, Ended)]
    return reduce(Count.plus, ended, Count(len(step) - len(ended)))


async def _merge(connection: Connection, sampler: Sampler, events: Delivery) -> Step:
    clock = Clock()
    [merged] = await merge(connection, await sampler.sampled(connection, [events]))
    codes = Counter(item.code for item in events.items if isinstance(item, Problem))
    return clock.step(merged, codes)
