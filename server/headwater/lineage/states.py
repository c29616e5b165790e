"""The state of a run."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from headwater.model.times import millis_between


class RunState(NamedTuple):
    """The state of a run, derived from all of its events. Times are UTC; None: not known.

    A tuple, which takes half of the time to make: a page has a thousand.
    """

    status: str
    """STARTED or COMPLETE."""

    result: str | None
    """None while the run is STARTED."""

    native_result: str | None
    attempt: int
    started_at: datetime | None
    ended_at: datetime | None
    is_derived: bool
    """True if the run reported no end, and takes its result from a run that contains it."""

    is_time_approximate: bool

    @property
    def duration_millis(self) -> int | None:
        """Milliseconds from the start to the end."""
        return millis_between(self.started_at, self.ended_at)


def state_of(row: Mapping[str, Any]) -> RunState | None:
    """Return the state in a row of run_view: by the run itself, else by the run that contains it, else None."""
    status, result, native = row["status"], row["closed_result"], None
    is_derived = result is not None
    if is_derived:
        status, native = "COMPLETE", row["closed_native_result"]
    elif status is None:
        return None
    else:
        result, native = row["result"], row["native_result"]
    attempt, is_approximate = row["attempt"] or 1, row["is_time_approximate"]
    told = (status, result, native, attempt, row["started_at"], row["ended_at"], is_derived, is_approximate)
    return tuple.__new__(RunState, told)  # the class itself takes twice the time
