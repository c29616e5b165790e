"""The OpenLineage dialect: a RunEvent, JobEvent or DatasetEvent, told apart by its structure."""

from typing import Any

from headwater.dialects.events.dialect import EventDialect
from headwater.dialects.events.reading import Reading
from headwater.dialects.names import OPENLINEAGE
from headwater.dialects.openlineage.datasets import read_dataset
from headwater.dialects.openlineage.job import read_job
from headwater.dialects.openlineage.run import event_time, is_terminal, read_run
from headwater.dialects.problems import UnusableError

__all__ = ["DIALECT", "parse_again", "parse_document", "parse_record", "read_event"]

DIALECT = OPENLINEAGE


def read_event(reading: Reading, event: dict[str, Any]) -> None:
    """Read an event. Raises UnusableError if it has no run, job or dataset."""
    if event.get("dataset") is not None and (event.get("run") is not None or event.get("job") is not None):
        reading.warn("dataset.ignored")
    if event.get("run") is not None:
        read_run(reading, event)
    elif event.get("job") is not None:
        read_job(reading, event)
    elif event.get("dataset") is not None:
        read_dataset(reading, event["dataset"], "dataset")
    else:
        raise UnusableError("event.unknown_shape", "expected an object with run and job, job, or dataset")


_OPENLINEAGE = EventDialect(DIALECT, read_event, event_time, is_terminal)

parse_document = _OPENLINEAGE.parse_document
parse_again = _OPENLINEAGE.parse_again
parse_record = _OPENLINEAGE.parse_record
