"""Which runs should have been there: what the interval of a job's history says (docs/runs.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

HISTORY = 100
"""How many of the newest intervals between runs are looked at."""

MIN_HISTORY = 5
"""With fewer intervals, nothing is usual."""

MIN_REGULAR = 0.9
"""Which part of the intervals has to be within half of the usual one around it."""


MAX_NAMED = 1000
"""How many of the missing runs are named by their time."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """By which interval runs usually follow each other, how many are missing, and when the newest were expected."""

    usual_gap: timedelta
    missing: int
    newest: Sequence[datetime]


def schedule_of(
    gaps: Iterable[tuple[datetime, datetime]], usual_gap: timedelta, since: datetime, until: datetime
) -> Schedule:
    """What is missing between runs that followed each other, of what was expected from since until until.

    Between two there is room for one fewer than the interval fits in, rounded. The newest come first.
    """
    missing, newest = 0, list[datetime]()
    for begin, end in sorted(gaps, reverse=True):
        fitting = int((end - begin) / usual_gap + 0.5)
        numbers = range(max(1, -((begin - since) // usual_gap)), min(fitting, -((begin - until) // usual_gap)))
        missing += len(numbers)
        newest += [begin + number * usual_gap for number in reversed(numbers[-MAX_NAMED:])]
    return Schedule(usual_gap, missing, newest[:MAX_NAMED])
