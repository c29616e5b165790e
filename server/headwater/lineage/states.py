"""The state of a run."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from headwater.model.times import millis_between


class RunState(NamedTuple):
    """The state of a run, derived from all of its events. Times are UTC; None: not known."""

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
    status = status_of(row)
    if status is None:
        return None
    times = row["started_at"], row["ended_at"]
    return RunState(status, *result_of(row), attempt_of(row), *times, is_closed(row), row["is_time_approximate"])


def status_of(row: Mapping[str, Any]) -> str | None:
    """Return STARTED or COMPLETE, by a row of run_view; None if no event has reported a state."""
    status: str | None = row["status"] if row["closed_result"] is None else "COMPLETE"
    return status


def is_closed(row: Mapping[str, Any]) -> bool:
    """Return True if a run takes its result from a run that contains it, by a row of run_view."""
    return row["closed_result"] is not None


def result_of(row: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Return the result, in our word and in the producer's, by a row of run_view."""
    if row["closed_result"] is None:
        return row["result"], row["native_result"]
    return row["closed_result"], row["closed_native_result"]


def attempt_of(row: Mapping[str, Any]) -> int:
    """Return the highest attempt, by a row of run_view."""
    return row["attempt"] or 1
