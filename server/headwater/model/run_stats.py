"""The usual interval of a job's runs, and its missing runs (docs/runs.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

HISTORY = 100
"""The number of newest intervals to look at."""

MIN_HISTORY = 5
"""With fewer intervals there is no usual one."""

MIN_REGULAR = 0.7
"""The least share of intervals that must be within half of the usual one around it."""

MIN_INTERVAL = timedelta(minutes=1)
"""Runs that start more often follow no schedule."""

MAX_MISSING = 10_000
"""The most missing runs to look for."""

MAX_MISSING_NAMED = 1000
"""The most missing runs in an answer."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The usual interval between runs, and the expected times of missing runs, newest first."""

    usual_interval: timedelta
    missing: Sequence[datetime]

    def are_known_since(self, moment: datetime) -> bool:
        """Return True if all missing runs since a time were found."""
        return len(self.missing) < MAX_MISSING or moment >= self.missing[-1]
