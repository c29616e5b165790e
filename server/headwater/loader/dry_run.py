"""A dry run: executors parse the files as a load does, and count; nothing is written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Any, NamedTuple

from pyspark import SparkContext

from headwater.dialects.datahub.proposal import Proposal
from headwater.dialects.datahub.records import items_of
from headwater.dialects.names import DATAHUB
from headwater.loader.files import find_files
from headwater.loader.job import Job
from headwater.loader.lines import unread_files_told
from headwater.loader.parsing import parse, recognise
from headwater.loader.parts import Opened
from headwater.loader.progress import CountRecords, Tell, counter, progress_told, records_counted, tell_nothing
from headwater.loader.proposals import ProposalRecord
from headwater.loader.records import Placed, read_records
from headwater.loader.session import spark_context
from headwater.model.changes import Problem

MAX_REFUSED = 20
"""The most refused records that a dry run names."""

_KINDS_BY_FIELD = {"run": "run event", "job": "job event", "dataset": "dataset event"}


class Refused(NamedTuple):
    """A record that a load would put into quarantine: its file, the first line of its document, and the reason."""

    source: str
    line: int
    code: str
    message: str


class Checked(NamedTuple):
    """The content of files: records by dialect and kind, DataHub's by aspect; codes, and the first refused records.

    A load may refuse more of DataHub's: some proposals depend on the store.
    """

    files: int
    kinds: Counter[tuple[str, str]]
    codes: Counter[str]
    refused: Sequence[Refused]

    @property
    def records(self) -> int:
        """All records, refused ones too."""
        return self.kinds.total() + self.codes.total()

    def plus(self, other: "Checked") -> "Checked":
        """The sum, for parts of the same files."""
        refused = sorted([*self.refused, *other.refused])[:MAX_REFUSED]
        return Checked(self.files, self.kinds + other.kinds, self.codes + other.codes, refused)


def check(paths: Sequence[str], job: Job, *, master: str = "local[*]", tell: Tell = tell_nothing) -> Checked:
    """Read files as `load` does, and write nothing. Raises as `load` does, but asks no database."""
    with spark_context(master) as context:
        return check_with(context, paths, job, tell)


def check_with(context: SparkContext, paths: Sequence[str], job: Job, tell: Tell = tell_nothing) -> Checked:
    """Check files with an open context."""
    files, counted = find_files(context, paths), counter(context)
    with unread_files_told(), progress_told(counted, files.whole, tell):
        parts = files.together.read(context, partial(_check_parts, job, counted.add)).collect()
    return reduce(Checked.plus, parts, Checked(files.whole.files, Counter(), Counter(), []))


def _check_parts(job: Job, count: CountRecords, opened: Iterable[Opened]) -> Iterator[Checked]:
    for part, first_line, pieces in opened:
        kinds: Counter[tuple[str, str]] = Counter()
        codes: Counter[str] = Counter()
        refused: list[Refused] = []
        for placed in read_records(pieces, part.file, first_line, is_start=part.start == 0):
            for found in _found(job, part.file, placed):
                if isinstance(found, Refused):
                    codes[found.code] += 1
                    refused += [found] if len(refused) < MAX_REFUSED else []
                else:
                    kinds[found] += 1
        count(records_counted(part, kinds.total() + codes.total()))
        yield Checked(0, kinds, codes, refused)


def _found(job: Job, file: str, placed: Placed) -> Iterator[tuple[str, str] | Refused]:
    """Yield the dialect and kind of each event or proposal of a record, or the reason against it."""
    found = recognise(job, file, placed)
    if isinstance(found, ProposalRecord):
        for one in items_of(placed.record):
            if isinstance(one.parsed, Proposal):
                yield DATAHUB, one.parsed.aspect
            else:
                yield Refused(found.source, found.line, one.parsed.code, one.parsed.message)
        return
    item = found if isinstance(found, Problem) else parse(job, placed.record, placed.source, placed.line)
    if isinstance(item, Problem):
        yield Refused(item.source, item.position, item.code, item.message)
    else:
        yield item.event.dialect, _kind(placed.record.value)


def _kind(event: dict[str, Any]) -> str:
    return next((kind for field, kind in _KINDS_BY_FIELD.items() if event.get(field) is not None), "registry entry")
