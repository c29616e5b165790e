"""Records of files, told apart by their shape, and parsed by the dialects of HTTP."""

from headwater.dialects import databand, openlineage
from headwater.dialects.datahub.proposal import DIALECT as DATAHUB
from headwater.dialects.datahub.records import is_of_datahub
from headwater.dialects.documents import Record, read_record
from headwater.dialects.problems import problem
from headwater.loader.job import Job
from headwater.loader.proposals import ProposalRecord
from headwater.loader.records import Placed
from headwater.model.changes import Changes, Problem

_PARSERS = {openlineage.DIALECT: openlineage.parse_record, databand.DIALECT: databand.parse_record}


EventRecord = tuple[str, int, bytes]
"""A record of an event that nobody has parsed yet: its name in quarantine, its first line, and its bytes.

A plain tuple, since Spark's pickling calls Python for each object of a class.
"""


def recognise(job: Job, file: str, placed: Placed) -> EventRecord | Problem | ProposalRecord:
    """Tell events from proposals; an unreadable record is a problem."""
    source, line, place, record = placed
    dialect, tenant = job.reading
    if record.error is not None:
        return problem(dialect or openlineage.DIALECT, source, line, record.error, record.body, tenant)
    if dialect == DATAHUB or (dialect is None and is_of_datahub(record.value)):
        return ProposalRecord(file, line, place, source, record.body)
    return source, line, record.body


def parse_event(job: Job, event: EventRecord) -> Changes | Problem:
    """Read the JSON of an event again, and parse it."""
    source, line, body = event
    return parse(job, read_record(body), source, line)


def parse(job: Job, record: Record, source: str, line: int) -> Changes | Problem:
    """Parse an event by its dialect."""
    dialect, tenant = job.reading
    parse_record = _PARSERS[dialect or openlineage.DIALECT]
    return parse_record(record, source, line, tenant, max_names=job.max_event_names)
