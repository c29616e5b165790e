"""GitLab's states as statuses and results, with their times.

Source: the states of GitLab's job and pipeline APIs; for stages, GitLab's rules for showing them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from headwater.model.changes import Result, Status
from headwater.model.loose_json import objects, text

_ENDS: dict[str, Result] = {"success": "SUCCESS", "failed": "FAILURE", "canceled": "FAILURE", "skipped": "SKIPPED"}

_MOVING = ("running", "canceling", "waiting_for_callback", "pending", "preparing", "waiting_for_resource")
_WAITING = ("manual", "scheduled", "created")

WORDS = frozenset({*_ENDS, *_MOVING, *_WAITING})
"""All states that GitLab documents."""

SKIPPED = "skipped"

RETRIED = "retried"
"""GitLab's word for a job that was run again."""


class Times(NamedTuple):
    """The times of creation, start and end; None if not reached."""

    created: datetime
    started: datetime | None
    finished: datetime | None

    @property
    def latest(self) -> datetime:
        """The last known time."""
        return max(time for time in self if time is not None)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One execution of a job. GitLab calls it a job, and a retry another job of the same name."""

    id: int
    stage: str
    name: str
    status: str
    is_failure_allowed: bool
    times: Times
    source: dict[str, Any]


class StateEvent(NamedTuple):
    """A fact about a state; see RunEventFact."""

    at: datetime
    status: Status | None
    result: Result | None
    native_state: str
    attempt: int | None


def state_events(word: str, times: Times, attempt: int, made: datetime) -> Iterator[StateEvent]:
    """Yield the state events of an attempt. made: the time of its creation; for a skipped one that of the decision.

    The start time decides about the start, not the word: a pipeline that waits for a person has started. A skipped
    attempt that never started ends the one before, so that it may still start.
    """
    yield StateEvent(times.created, None, None, "created", None)
    if word not in _ENDS and word not in ("created", "running"):
        yield StateEvent(times.created, None, None, word, None)
    if times.started is not None:
        yield StateEvent(times.started, "STARTED", None, "running", attempt)
    if word == SKIPPED:
        yield StateEvent(made, "COMPLETE", _ENDS[word], word, attempt - 1 if times.started is None else attempt)
    elif word in _ENDS:
        at = times.finished or times.started or made
        yield StateEvent(at, "COMPLETE", _ENDS[word], word, attempt)


def is_end(word: str) -> bool:
    """Return True for a final state; only a retry follows it."""
    return word in _ENDS


def stage_word(latest: Sequence[Attempt], *, is_pipeline_over: bool) -> str:
    """Return the state of a stage, from the last attempt of each of its jobs, as GitLab shows it.

    An allowed failure counts as success. A manual job holds its stage back unless its failure is allowed or the
    pipeline is over; if nothing else ran, the stage waits for it.
    """
    words = {_counting(attempt, is_pipeline_over=is_pipeline_over) for attempt in latest}
    for word in (*_MOVING, *_WAITING):
        if word in words:
            return word
    for word in sorted(words - WORDS - {"ignored"}):
        return word
    for word in ("failed", "canceled", "success"):
        if word in words:
            return word
    return "manual" if "ignored" in words else "skipped"


def _counting(attempt: Attempt, *, is_pipeline_over: bool) -> str:
    if attempt.status == "manual" and (attempt.is_failure_allowed or is_pipeline_over):
        return "ignored"
    if attempt.status in ("failed", "canceled") and attempt.is_failure_allowed:
        return "success"
    return attempt.status


def is_moving(document: dict[str, Any]) -> bool:
    """Return True if a pipeline, or a job of it, may change without a new `updated_at` in GitLab's list."""
    word = text(document, "pipeline", "status") or ""
    jobs = objects(document, "jobs") + objects(document, "bridges")
    return not (is_end(word) or word == "manual") or any(text(job, "status") in _MOVING for job in jobs)
