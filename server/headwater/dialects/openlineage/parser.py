"""The OpenLineage dialect: a RunEvent, JobEvent, DatasetEvent or registry entry, told apart by its structure."""

from datetime import datetime
from typing import Any

from headwater.dialects.events.dialect import EventDialect
from headwater.dialects.events.reading import Reading
from headwater.dialects.names import OPENLINEAGE
from headwater.dialects.openlineage.datasets import read_dataset
from headwater.dialects.openlineage.job import read_job
from headwater.dialects.openlineage.registry import is_of_registry, read_registry, registry_time
from headwater.dialects.openlineage.run import event_time, is_terminal, read_run
from headwater.dialects.problems import UnusableError

__all__ = ["DIALECT", "parse_again", "parse_document", "parse_record", "read_event"]

DIALECT = OPENLINEAGE


def read_event(reading: Reading, event: dict[str, Any]) -> None:
    """Read an event. Raises UnusableError if it has no run, job or dataset."""
    if event.get("dataset") is not None and (event.get("run") is not None or event.get("job") is not None):
        reading.warn("dataset.ignored")
    has_job = event.get("job") is not None
    if event.get("run") is not None or (has_job and event.get("eventType") is not None):  # a JobEvent has no eventType
        read_run(reading, event)
    elif has_job:
        read_job(reading, event)
    elif event.get("dataset") is not None:
        read_dataset(reading, event["dataset"], "dataset")
    elif is_of_registry(event):
        read_registry(reading, event)
    else:
        raise UnusableError("event.unknown_shape", "expected an object with run and job, job, or dataset")


def time_of(event: dict[str, Any]) -> tuple[datetime, bool]:
    """Return the time of an event, and True if it has no zone. Raises UnusableError."""
    is_event = "eventTime" in event or not is_of_registry(event)
    return event_time(event) if is_event else registry_time(event)


_OPENLINEAGE = EventDialect(DIALECT, read_event, time_of, is_terminal)

parse_document = _OPENLINEAGE.parse_document
parse_again = _OPENLINEAGE.parse_again
parse_record = _OPENLINEAGE.parse_record
