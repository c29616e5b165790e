"""The terms of questions about lineage: direction, kind of effect, certainty, and point in time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum


class Direction(Enum):
    """The direction of a walk: to the readers of a run's writes, or to the writers of its reads."""

    DOWNSTREAM = "DOWNSTREAM"
    UPSTREAM = "UPSTREAM"


class Kind(Enum):
    """The reason why a node is affected."""

    CONTAMINATED = "CONTAMINATED"
    STALE = "STALE"


class Certainty(Enum):
    """The certainty of an effect."""

    CERTAIN = "CERTAIN"
    POSSIBLE = "POSSIBLE"

    @classmethod
    def of(cls, is_certain: bool) -> "Certainty":
        """Return the certainty of what is certain, or only possible."""
        return cls.CERTAIN if is_certain else cls.POSSIBLE


@dataclass(frozen=True, slots=True)
class PointInTime:
    """The point of view of a question, and its assumptions (docs/point-in-time.md). Times are UTC; None: no limit."""

    as_of: datetime | None = None
    """Only events until then count."""

    known_at: datetime | None = None
    """Only facts that had arrived by then count."""

    tolerance: timedelta = timedelta(0)
    """A read also sees a write that came so much later."""

    appends: bool = False
    """True if writes of unknown effect append."""

    possible: bool = False
    """True if possible effects count."""

    @property
    def is_now(self) -> bool:
        """True if all events count that have arrived by now."""
        return self.as_of is None and self.known_at is None

    @property
    def assumes_nothing(self) -> bool:
        """True if the materialised answers hold for it."""
        return self == PointInTime()
