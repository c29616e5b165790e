"""The words of questions about lineage: which way, what kind of effect, how surely, and as known when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum


class Direction(Enum):
    """Which way a walk goes: to those that saw what a run wrote, or to those whose writes it saw."""

    DOWNSTREAM = "DOWNSTREAM"
    UPSTREAM = "UPSTREAM"


class Kind(Enum):
    """Why a node is affected."""

    CONTAMINATED = "CONTAMINATED"
    STALE = "STALE"


class Certainty(Enum):
    """Whether it must be so, or may be."""

    CERTAIN = "CERTAIN"
    POSSIBLE = "POSSIBLE"


@dataclass(frozen=True, slots=True)
class PointInTime:
    """From when a question looks, and what it assumes (docs/point-in-time.md). Times are UTC; None: no limit."""

    as_of: datetime | None = None
    """Only what had happened by then counts."""

    known_at: datetime | None = None
    """Only what had arrived by then counts."""

    tolerance: timedelta = timedelta(0)
    """A read so long before a write sees the write, too."""

    appends: bool = False
    """True if writes of which nothing is known append."""

    possible: bool = False
    """True if what is only possible counts."""

    @property
    def assumes_nothing(self) -> bool:
        """True if the materialised answers hold for it."""
        return self == PointInTime()
