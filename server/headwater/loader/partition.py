"""An executor's work on its part of the files: parse it, and merge it in batches of whole events.

The parser and the merge are those of HTTP; no data pass through the driver. DataHub's records, whose order counts, are
passed on (`loader/proposals.py`).
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from asyncpg import Connection

from headwater.dialects import databand, openlineage
from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.datahub.records import is_of_datahub
from headwater.dialects.documents import placed_records
from headwater.dialects.openlineage.marquez import event_of_row, is_header
from headwater.loader.executor import executor_session
from headwater.loader.proposals import ProposalRecord
from headwater.loader.step import Clock, Step
from headwater.model.changes import MAX_EVENT_NAMES, Changes, Problem
from headwater.store.database import Database
from headwater.store.merge import Delivery, merge, steps
from headwater.store.sampling import Sampler

_BEGINS_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_PARSERS = {openlineage.DIALECT: openlineage.parse_document, databand.DIALECT: databand.parse_document}


class Line(NamedTuple):
    """A line of a file: its bytes without the line end, its file, and the start of its block in the file."""

    value: bytes
    file: str
    block_start: int


@dataclass(frozen=True, slots=True)
class Job:
    """The parameters of every partition. first_lines has the number of the first line of each block.

    dialect: of all records; None: each record's shape tells.
    source: the dialect's tenant.
    """

    database: Database | str
    trace_id: UUID
    dialect: str | None
    source: str
    first_lines: dict[tuple[str, int], int]
    max_event_names: int = MAX_EVENT_NAMES


def load_partition(job: Job, lines: Iterable[Line]) -> Iterator[Step | ProposalRecord]:
    """Merge the events of a partition; yields what each step did, once it is durable, and DataHub's records."""
    sampler = Sampler()
    with executor_session(job.database) as session:
        for step in steps(_parse(job, lines)):
            events = [item for item in step if not isinstance(item, ProposalRecord)]
            if events:
                yield session.run(_merge(session.connection, sampler, Delivery(events, job.trace_id)))
                session.stay_current()
            yield from (item for item in step if isinstance(item, ProposalRecord))


async def _merge(connection: Connection, sampler: Sampler, events: Delivery) -> Step:
    clock = Clock()
    [merged] = await merge(connection, await sampler.sampled(connection, [events]))
    codes = Counter(item.code for item in events.items if isinstance(item, Problem))
    return clock.step(merged, codes)


def _parse(job: Job, lines: Iterable[Line]) -> Iterator[Changes | Problem | ProposalRecord]:
    for (file, block_start), block in groupby(lines, key=lambda line: (line.file, line.block_start)):
        first = job.first_lines.get((file, block_start), 1)
        for position, line in documents(first, (line.value for line in block), block_start == 0):
            if position == 1 and is_header(line):
                continue
            document = event_of_row(line) or line
            if job.dialect in _PARSERS:
                parse = _PARSERS[job.dialect]
                yield from parse(document, file, position, job.source, max_names=job.max_event_names)
            else:
                yield from _parse_by_shape(job, document, file, position)


def _parse_by_shape(
    job: Job, document: bytes, file: str, position: int
) -> Iterator[Changes | Problem | ProposalRecord]:
    for place, (source, record) in enumerate(placed_records(document, file)):
        if job.dialect == DATAHUB or is_of_datahub(record.value):
            yield ProposalRecord(file, position, place, source, record.body)
        else:
            yield openlineage.parse_record(record, source, position, max_names=job.max_event_names)


def documents(first: int, lines: Iterator[bytes], is_start_of_file: bool) -> Iterator[tuple[int, bytes]]:
    """Return the JSON documents of a block of a file, each with the number of its first line.

    A file has either one document per line, or one document in all: then its first line is no document.
    """
    numbered = ((number, line) for number, line in enumerate(lines, first) if line.strip())
    head = next(numbered, None)
    if head is None:
        return
    if not is_start_of_file or not _BEGINS_JSON.match(head[1]) or _is_json(head[1]):
        yield head
        yield from numbered
        return
    block = [head, *numbered]
    whole = b"\n".join(line for _, line in block)
    if len(block) > 1 and _is_json(whole):
        yield head[0], whole
    else:  # one document per line, with a broken first line
        yield from block


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
