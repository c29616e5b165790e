"""One executor's work on the DataHub records of all files: accept them in order, step by step."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection

from headwater.dialects.datahub.proposal import DIALECT, Proposal
from headwater.dialects.datahub.records import items_of
from headwater.dialects.documents import read_record
from headwater.dialects.problems import UnusableError, problem
from headwater.loader.executor import executor_session
from headwater.loader.job import Job
from headwater.loader.step import Clock, Step
from headwater.store.loaded_parts import PartKey, mark_loaded
from headwater.store.merge import Delivery, Merged, merge, steps
from headwater.store.proposals import Submission, accept


class ProposalRecord(NamedTuple):
    """A record of DataHub's: its file, the first line of its document, its place there, its name in quarantine."""

    file: str
    line: int
    place: int
    source: str
    body: bytes

    @property
    def order(self) -> tuple[str, int, int]:
        """The sort key of the order of acceptance."""
        return self.file, self.line, self.place

    @property
    def size_bytes(self) -> int:
        """The size to read."""
        return len(self.body)


def load_proposals(job: Job, parts: Sequence[PartKey], records: Iterable[ProposalRecord]) -> Iterator[Step]:
    """Accept the proposals of records in their order, then mark the parts that hold them as loaded.

    Yields what each step did, once it is durable.
    """
    with executor_session(job.database) as session:
        for step in steps(records):
            yield session.run(_accept(session.connection, step, job.trace_id))
            session.stay_current()
        session.run(mark_loaded(session.connection, parts, job.reading, job.trace_id))


async def _accept(connection: Connection, step: Sequence[ProposalRecord], trace_id: UUID) -> Step:
    """Accept each item by itself, and put what is refused into quarantine, all in one transaction."""
    items = [(record, item) for record in step for item in items_of(read_record(record.body))]
    proposals = [item.parsed for _, item in items if isinstance(item.parsed, Proposal)]
    problems = []
    clock = Clock()
    async with connection.transaction():
        became = iter(await accept(connection, [Submission([one], trace_id, 0) for one in proposals]))
        for record, item in items:
            result = next(became) if isinstance(item.parsed, Proposal) else item.parsed
            if isinstance(result, UnusableError):
                problems.append(problem(DIALECT, record.source, record.line, result, item.body))
        await merge(connection, [Delivery(problems, trace_id)])
    merged = Merged(len(items) - len(problems), 0, len(problems))
    return clock.step(merged, Counter(one.code for one in problems))
