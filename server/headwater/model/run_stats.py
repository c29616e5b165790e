"""What is usual of the runs of a job, and which are missing (docs/runs.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

HISTORY = 100
"""How many of the newest intervals between runs are looked at."""

MIN_HISTORY = 5
"""With fewer intervals, nothing is usual."""

MIN_REGULAR = 0.7
"""Which part of the intervals has to be within half of the usual one around it."""

MIN_INTERVAL = timedelta(minutes=1)
"""What begins more often follows no schedule."""

MAX_MISSING = 10_000
"""How many missing runs are looked for."""

MAX_MISSING_NAMED = 1000
"""The most of them that an answer names."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """By which interval runs usually follow each other, and when those that are missing were expected, newest first."""

    usual_interval: timedelta
    missing: Sequence[datetime]

    def are_known_since(self, moment: datetime) -> bool:
        """True if all that are missing since a moment were found."""
        return len(self.missing) < MAX_MISSING or moment >= self.missing[-1]
