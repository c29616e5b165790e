"""The first half of a load: executors read records, and Spark brings those of a run and its relatives together.

Records travel as they are in their files: reading their JSON again takes less time than sending what was parsed.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from headwater.dialects.openlineage import family_of
from headwater.loader.job import Job
from headwater.loader.parsing import EventRecord, recognise
from headwater.loader.parts import Opened, Part
from headwater.loader.proposals import ProposalRecord
from headwater.loader.records import Placed, read_records
from headwater.model.changes import Problem


class Ended(NamedTuple):
    """The end of a part."""

    part: Part
    holds_proposals: bool
    size_bytes: int = 0
    """It sends nothing to the store."""


Item = EventRecord | Problem | ProposalRecord | Ended


def read_items(job: Job, opened: Iterable[Opened]) -> Iterator[tuple[int, Item]]:
    """Yield the records of parts, and the end of each part, each after the number of its family."""
    for part, first_line, pieces in opened:
        holds_proposals = False
        for placed in read_records(pieces, part.file, first_line, is_start=part.start == 0):
            item = recognise(job, part.file, placed)
            holds_proposals |= isinstance(item, ProposalRecord)
            yield _family(placed), item
        yield zlib.crc32(repr(part.key).encode()), Ended(part, holds_proposals)


def _family(placed: Placed) -> int:
    """Return the number of a record's family. It only decides the merge of the record, so it may be wrong."""
    name = family_of(placed.record.value)
    return zlib.crc32(placed.record.body if name is None else name.encode("utf-8", "surrogatepass"))
