"""What an executor does with its part of the files: parse it, and merge it in steps of whole events.

The parser and the merge are the ones that HTTP uses; nothing of the data passes through the driver.
"""

import asyncio
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from headwater.dialects import databand, openlineage
from headwater.model.changes import Changes, Problem
from headwater.store.merge import Merged, Write, merge, steps
from headwater.store.pool import connect_to_merge

_PARSERS = {openlineage.DIALECT: openlineage.parse_document, databand.DIALECT: databand.parse_document}


class Line(NamedTuple):
    """A line of a file: its bytes without the line end, its file, and where its block of the file starts."""

    value: bytes
    file: str
    block_start: int


@dataclass(frozen=True, slots=True)
class Job:
    """What every partition is told. first_lines has the number of the first line of blocks within a file.

    dialect is that of the events, source whose they are (the dialect's tenant).
    """

    database_url: str
    trace_id: UUID
    dialect: str
    source: str
    first_lines: dict[tuple[str, int], int]


def load_partition(job: Job, lines: Iterable[Line]) -> Iterator[Merged]:
    """Merge the events of a partition; yields what each step did, once it is durable."""
    with asyncio.Runner() as runner:
        connection = runner.run(connect_to_merge(job.database_url))
        try:
            for step in steps(_parse(job, lines)):
                yield from runner.run(merge(connection, [Write(step, job.trace_id)]))
        finally:
            runner.run(connection.close())


def _parse(job: Job, lines: Iterable[Line]) -> Iterator[Changes | Problem]:
    parse = _PARSERS[job.dialect]
    for (file, block_start), block in groupby(lines, key=lambda line: (line.file, line.block_start)):
        first = job.first_lines.get((file, block_start), 1)
        for position, document in documents(first, (line.value for line in block), block_start == 0):
            yield from parse(document, file, position, job.source)


def documents(first: int, lines: Iterator[bytes], is_start_of_file: bool) -> Iterator[tuple[int, bytes]]:
    """The JSON documents of a block of a file, each with the number of its first line.

    A file is either one document a line, or one document in all: then its first line is no document.
    """
    numbered = ((number, line) for number, line in enumerate(lines, first) if line.strip())
    head = next(numbered, None)
    if head is None:
        return
    if not is_start_of_file or _is_json(head[1]):
        yield head
        yield from numbered
        return
    block = [head, *numbered]
    whole = b"\n".join(line for _, line in block)
    if len(block) > 1 and _is_json(whole):
        yield head[0], whole
    else:  # lines after all, of which the first is broken
        yield from block


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
