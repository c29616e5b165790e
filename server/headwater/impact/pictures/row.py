"""The rows of a picture: the runs, versions and jobs of an answer."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from headwater.model.questions import Certainty, Kind

AFTER_ALL = datetime.max.replace(tzinfo=UTC)
"""The place of an unknown time in an order."""


class Role(Enum):
    """The role of a node in a picture."""

    START = "START"
    RUN = "RUN"
    VERSION = "VERSION"
    NEXT = "NEXT"
    """A job that is AT_RISK, by its latest run."""


class State(Enum):
    """The state of a run, as a picture shows it."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    SKIPPED = "SKIPPED"
    UP_FOR_RETRY = "UP_FOR_RETRY"
    STARTED = "STARTED"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Group:
    """A job, an asset or a flow, whose rows are folded into one."""

    urn: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """A run, a version or a job of an answer. Times are UTC; None: not known."""

    role: Role
    urn: str
    """The URN of the run, or of the version's asset."""

    group: Group
    """The job of a run, the asset of a version; for a run without a job, the run itself."""

    began: datetime | None
    """The start of a run; the time when a version was written."""

    ended: datetime | None = None
    state: State = State.UNKNOWN
    kind: Kind | None = None
    certainty: Certainty = Certainty.CERTAIN
    also: tuple[tuple[Kind, Certainty], ...] = ()
    """Other kinds that hold for it, less surely or as surely."""

    depth: int = 0
    is_again: bool = False
    """True for a job AT_RISK that has run since the write of each version that it would read."""

    flow: Group | None = None
    """The flow of the job; for a version, of its writer's job."""

    made_by: str | None = None
    """The URN of the run that wrote a version; None if none is known."""

    attempt: int = 0
    """The attempt of the run that wrote a version."""

    is_open: bool = False
    """True for an open write: no version, and perhaps never written."""

    kept: tuple[str, ...] = ()
    """The names of the old data that a run read, since the start had not replaced them."""

    @property
    def kinds(self) -> tuple[tuple[Kind, Certainty], ...]:
        """All kinds that hold for it, the surest first."""
        return () if self.kind is None else ((self.kind, self.certainty), *self.also)

    @property
    def order(self) -> tuple[datetime, str]:
        """The place in the order of time, ties by URN."""
        return (self.began or AFTER_ALL, self.urn)
