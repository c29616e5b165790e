"""The parameters of a load, which each of its tasks has."""

from dataclasses import dataclass
from uuid import UUID

from headwater.model.changes import MAX_EVENT_NAMES
from headwater.store.database import Database
from headwater.store.loaded_parts import BY_SHAPE, Reading


@dataclass(frozen=True, slots=True)
class Job:
    """The parameters of a load.

    reading: the dialect of all records, and its tenant.
    """

    database: Database | str
    trace_id: UUID
    reading: Reading = BY_SHAPE
    max_event_names: int = MAX_EVENT_NAMES
